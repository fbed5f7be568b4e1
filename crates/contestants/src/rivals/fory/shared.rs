//! Serializers of what the subjects have in common.

use fory::ForyStruct;

/// [`apograph_workloads::Timestamp`]; the name would stand for Fory's own type.
#[derive(ForyStruct)]
#[fory(target = apograph_workloads::Timestamp)]
pub(super) struct Moment(i64);

/// [`apograph_workloads::Decimal`]; the name would stand for Fory's own type.
#[derive(ForyStruct)]
#[fory(target = apograph_workloads::Decimal)]
pub(super) struct Amount {
    unscaled: i64,
    scale: u8,
}
