//! Serializer of `simple-user`.

use apograph_workloads::{Timestamp, simple_user};
use fory::{Error, Fory, ForyStruct};

use super::shared::Moment;

pub(super) fn register(fory: &mut Fory) -> Result<(), Error> {
    fory.register::<Moment>(100)?;
    fory.register::<User>(101)
}

#[derive(ForyStruct)]
#[fory(target = simple_user::SimpleUser)]
pub(super) struct User {
    id: i64,
    username: String,
    email: String,
    #[fory(with = Moment)]
    create_time: Timestamp,
}
