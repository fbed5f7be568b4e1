//! From a contestant at work to stages and flame graphs, with real samples.

use std::alloc::System;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use apograph_lab::allocation::{AllocationSampler, Counting, CountingAllocator};
use apograph_lab::results::{FlameGraph, Frame, OTHER};
use apograph_lab::sampling::{CpuSampler, SamplingError};
use apograph_lab::stacks::write_folded;
use apograph_lab::stages::Rules;
use apograph_lab::{Contestant, Experiment, Explainer, Subject};
use serde::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new(System);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Order {
    id: u64,
    buyer: String,
    note: Option<String>,
    total: f64,
    items: Vec<Item>,
    attributes: BTreeMap<String, serde_json::Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Item {
    sku: String,
    price: f64,
    count: i32,
    tags: Vec<String>,
}

fn orders() -> Vec<Order> {
    let order = |id: u64| {
        Order {
        id: id * 7919,
        buyer: format!("buyer \"{id}\" of somewhere"),
        note: id.is_multiple_of(3).then(|| "line\nbreak\tand ünïcode".repeat(3)),
        total: id as f64 * 1.234_567_8,
        items: (0..id % 7)
            .map(|at| Item {
                sku: format!("SKU-{id}-{at}"),
                price: (at + 1) as f64 / 7.0,
                count: (id * at) as i32 - 500,
                tags: (0..at).map(|tag| format!("tag {tag}")).collect(),
            })
            .collect(),
        attributes: (0..id % 11)
            .map(|at| {
                let value = serde_json::json!({ "number": at * id, "flag": at % 2 == 0, "list": [at, null, 0.5] });
                (format!("attribute {at}"), value)
            })
            .collect(),
    }
    };
    (0..200).map(order).collect()
}

fn subject() -> Subject<Order> {
    let decode = |bytes: &[u8]| serde_json::from_slice::<Order>(bytes);
    Subject::new("orders", orders)
        .contestant(Contestant::copy("clone", Order::clone))
        .contestant(Contestant::round_trip("serde_json", move |order: &Order| {
            decode(&serde_json::to_vec(order)?)
        }))
        .contestant(Contestant::encode("serde_json", serde_json::to_vec, decode))
        .contestant(Contestant::decode("serde_json", serde_json::to_vec, decode))
}

/// The heaviest path of a flame graph, as names.
fn names<'a>(graph: &FlameGraph, frames: &'a [Frame]) -> Vec<&'a str> {
    graph.nodes.iter().map(|node| frames[node.frame as usize].name.as_str()).collect()
}

#[test]
fn nearly_all_time_of_serde_json_and_of_clones_has_a_stage() -> Result<(), SamplingError> {
    let subject = subject();
    let entries: Vec<String> = subject.entries().iter().map(|e| e.id.to_string()).collect();
    let order: Vec<u32> = (0..200).collect();
    let rules = Rules::built_in();
    let mut explainer = Explainer::new(&rules, 0.002);
    for (at, id) in entries.iter().enumerate() {
        let mut trial = subject.begin(&[at], None);
        trial.run(0, &order);
        let sampler = CpuSampler::start(1999, 10_000)?;
        let began = Instant::now();
        while began.elapsed().as_millis() < 700 {
            trial.run(0, &order);
        }
        let raw = sampler.stop();
        let (profile, stacks) = explainer.cpu(&[raw], 1000.0);
        let mut folded = Vec::new();
        assert!(write_folded(&mut folded, &stacks).is_ok());
        let unclassified = profile.unclassified();
        println!("{id}: kept {} of {} by {}", profile.kept, profile.due, profile.source);
        for stage in &profile.stages {
            println!("  {:5.1} % {}", stage.share * 100.0, stage.stage);
        }
        if unclassified > 0.0 {
            for stack in &stacks {
                if rules.classifier().classify(&stack.frames) == OTHER {
                    println!("  other: {} {:?}", stack.weight, stack.frames);
                }
            }
        }
        if let Ok(folder) = std::env::var("APOGRAPH_FOLDED") {
            let file = format!("{folder}/{}.folded", id.replace('/', "-"));
            assert!(std::fs::write(file, &folded).is_ok());
        }
        assert!(profile.kept > 20, "{id}: {} samples", profile.kept);
        assert!(unclassified <= 0.03, "{id}: {unclassified}");
        let shares: f64 = profile.stages.iter().map(|stage| stage.share).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{id}: {shares}");
    }
    let (frames, notes) = explainer.finish();
    assert!(frames.iter().any(|frame| frame.stage.as_deref() == Some("string parse")));
    assert_eq!(notes, [] as [String; 0]);
    Ok(())
}

#[test]
fn bytes_are_traced_to_who_asks_for_them() -> Result<(), SamplingError> {
    let subject = subject();
    let order: Vec<u32> = (0..200).collect();
    let mut trial = subject.begin(&[2], None);
    let sampler = AllocationSampler::start(512, 100_000)?;
    let counting = Counting::begin();
    for _ in 0..40 {
        trial.run(0, black_box(&order));
    }
    let exact = counting.end().bytes as f64;
    let raw = sampler.stop();
    let rules = Rules::built_in();
    let mut explainer = Explainer::new(&rules, 0.0);
    let (profile, stacks) = explainer.bytes(&[raw]);
    let sampled = profile.flame.nodes.iter().map(|node| node.weight).sum::<u64>() as f64;
    println!("sampled {sampled} of {exact} bytes by {} samples", profile.samples);
    assert!((sampled / exact - 1.0).abs() < 0.05, "sampled {sampled} of {exact} bytes");
    let (frames, _) = explainer.finish();
    let names = names(&profile.flame, &frames);
    assert!(names.iter().any(|name| name.starts_with("serde_json::ser::")), "{names:?}");
    for stack in &stacks {
        let inner = stack.frames.last();
        assert!(inner.is_some_and(|name| !name.contains("apograph_lab")), "{stack:?}");
    }
    Ok(())
}
