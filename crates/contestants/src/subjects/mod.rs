//! The built-in subjects: for each the corpus, the words about it, and all contestants.

mod device_graph;
mod device_state;
mod number_heavy;
mod order;
mod order_list;
mod simple_user;
mod text_heavy;

use apograph::{Decode, DeepCopy};
use apograph_lab::{Contestant, Experiment, Operation};
use apograph_workloads::{Later, OBJECTS};
use bitcode::DecodeOwned;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wincode::config::DefaultConfig;
use wincode::{SchemaRead, SchemaWrite};

use crate::apograph_json::{self, json};
use crate::deep_copies::{alternating, deep_copies};
use crate::rivals;
use crate::rivals::fory::Registered;
use crate::rivals::rkyv::Archivable;
use crate::standard::{copies, in_order, over_serde};
use crate::view::Direct;

/// The built-in subjects with all their contestants, in the order in which reports list them.
pub fn builtin() -> Vec<Box<dyn Experiment>> {
    of_size(OBJECTS)
}

/// The built-in subject of a name.
pub fn builtin_named(name: &str) -> Option<Box<dyn Experiment>> {
    builtin().into_iter().find(|subject| subject.name() == name)
}

/// The subjects with corpora of at most so many objects.
fn of_size(objects: usize) -> Vec<Box<dyn Experiment>> {
    vec![
        Box::new(device_state::subject(objects)),
        Box::new(simple_user::subject(objects)),
        Box::new(order::subject(objects)),
        Box::new(order_list::subject(objects)),
        Box::new(device_graph::subject(objects)),
        Box::new(text_heavy::subject(objects)),
        Box::new(number_heavy::subject(objects)),
    ]
}

/// All contestants of a type that derives the traits of every crate.
fn all<T>() -> Vec<Contestant<T>>
where
    T: Clone + PartialEq + DeepCopy + Later + Serialize + DeserializeOwned + Send + Sync + 'static,
    T: apograph::Encode + for<'de> Decode<'de>,
    T: bitcode::Encode + DecodeOwned + Archivable + Registered,
    T: SchemaWrite<DefaultConfig, Src = T> + for<'de> SchemaRead<'de, DefaultConfig, Dst = T>,
{
    let mut all = copies();
    all.extend(deep_copies());
    all.push(alternating(T::later));
    all.extend(json());
    // For types that have apograph's derives there is no reason to take this way.
    all.extend(apograph_json::over_serde(&Direct).into_iter().map(Contestant::on_request));
    all.extend(over_serde());
    all.extend(rivals::bitcode::contestants(&Direct));
    all.extend(rivals::wincode::contestants(&Direct));
    all.extend(rivals::rkyv::contestants(&Direct));
    all.extend(T::contestants());
    // What a kept buffer saves is to be seen where it is written to.
    let says_little = |contestant: &Contestant<T>| {
        contestant.id().operation() == Operation::RoundTrip
            && contestant.id().variant() == Some("kept")
    };
    let all = all.into_iter().map(|contestant| {
        if says_little(&contestant) { contestant.on_request() } else { contestant }
    });
    in_order(all.collect())
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod wrong_contestants;
