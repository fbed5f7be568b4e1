//! Serializers of `text-heavy`.

use apograph_workloads::{Timestamp, text_heavy};
use fory::{Error, Fory, ForyStruct};

use super::shared::Moment;

pub(super) fn register(fory: &mut Fory) -> Result<(), Error> {
    fory.register::<Moment>(100)?;
    fory.register::<Comment>(101)?;
    fory.register::<Article>(102)
}

#[derive(ForyStruct)]
#[fory(target = text_heavy::Article)]
pub(super) struct Article {
    id: i64,
    slug: String,
    language: String,
    title: String,
    subtitle: Option<String>,
    author: String,
    #[fory(with = Moment)]
    published_at: Timestamp,
    summary: String,
    paragraphs: Vec<String>,
    html: String,
    snippet: Option<String>,
    keywords: Vec<String>,
    #[fory(with = Vec<Comment>)]
    comments: Vec<text_heavy::Comment>,
}

#[derive(ForyStruct)]
#[fory(target = text_heavy::Comment)]
struct Comment {
    author: String,
    #[fory(with = Moment)]
    posted_at: Timestamp,
    text: String,
    likes: i32,
}
