//! `text-heavy`.

use apograph_lab::Subject;
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::text_heavy::{Article, corpus};

pub(super) fn subject(objects: usize) -> Subject<Article> {
    Subject::new("text-heavy", move || corpus(DEFAULT_SEED, objects))
        .about("an article with its comments: several scripts, accents, emoji, escapes, HTML")
        .maps("none")
        .contestants(super::all())
}
