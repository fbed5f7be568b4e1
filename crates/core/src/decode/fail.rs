/// Says that reading failed. Why, where and on which path is kept in the decoder, so that results stay
/// as small as the values in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fail;
