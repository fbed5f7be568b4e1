//! Serializers of `number-heavy`.

use apograph_workloads::{Timestamp, number_heavy};
use fory::{Error, Fory, ForyStruct};

use super::shared::Moment;

pub(super) fn register(fory: &mut Fory) -> Result<(), Error> {
    fory.register::<Moment>(100)?;
    fory.register::<Coordinate>(101)?;
    fory.register::<Histogram>(102)?;
    fory.register::<Telemetry>(103)
}

#[derive(ForyStruct)]
#[fory(target = number_heavy::Telemetry)]
pub(super) struct Telemetry {
    source: u64,
    sequence: i64,
    #[fory(with = Moment)]
    started_at: Timestamp,
    period_nanos: u64,
    clock_offset_nanos: Option<i64>,
    samples: Vec<f64>,
    acceleration: Vec<[f32; 3]>,
    #[fory(with = Vec<Coordinate>)]
    track: Vec<number_heavy::Coordinate>,
    counters: Vec<i64>,
    #[fory(with = Histogram)]
    histogram: number_heavy::Histogram,
    mean: f64,
    variance: Option<f64>,
    checksum: u64,
}

#[derive(ForyStruct)]
#[fory(target = number_heavy::Coordinate)]
struct Coordinate {
    latitude: f64,
    longitude: f64,
    altitude: Option<f32>,
}

#[derive(ForyStruct)]
#[fory(target = number_heavy::Histogram)]
struct Histogram {
    bounds: Vec<f64>,
    counts: Vec<u64>,
}
