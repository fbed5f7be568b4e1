//! Whole runs over small subjects. The test is a program of its own, since a run starts its own
//! program again in child processes.

use std::process::ExitCode;

use apograph_lab::allocation::CountingAllocator;
use apograph_lab::results::{Proof, Results, SubjectResult, Verdict};
use apograph_lab::{
    Contestant, ContestantId, Experiment, Filter, Interrupt, Protocol, Run, RunError, Subject,
    is_child, serve,
};
use serde::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new(std::alloc::System);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Person {
    name: String,
    scores: Vec<f64>,
}

fn people() -> Vec<Person> {
    (0..50)
        .map(|n| Person { name: format!("person {n}"), scores: vec![f64::from(n) + 0.25; 3] })
        .collect()
}

fn encode(person: &Person) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(person)
}

fn decode(bytes: &[u8]) -> Result<Person, serde_json::Error> {
    serde_json::from_slice(bytes)
}

fn panicking(_: &Person) -> Person {
    panic!("on purpose")
}

const PANIC_LINE: u32 = line!() - 3;

fn subjects() -> Vec<Box<dyn Experiment>> {
    let people_subject = Subject::new("people", people)
        .about("fifty persons with three scores each")
        .contestant(Contestant::copy("clone", Person::clone))
        .contestant(Contestant::copy_into("clone", Person::clone, |from, to| to.clone_from(from)))
        .contestant(Contestant::encode("serde_json", encode, decode))
        .contestant(Contestant::encode_kept(
            "serde_json",
            |person: &Person, buffer: &mut Vec<u8>| {
                buffer.clear();
                serde_json::to_writer(buffer, person)
            },
            decode,
        ))
        .contestant(Contestant::decode("serde_json", encode, decode))
        .contestant(Contestant::round_trip("serde_json", |person| decode(&encode(person)?)))
        .contestant(Contestant::copy("rounding", |person: &Person| Person {
            scores: person.scores.iter().map(|score| score.round()).collect(),
            ..person.clone()
        }))
        .contestant(Contestant::copy("panicking", panicking))
        .contestant(Contestant::copy("aborting", |_: &Person| std::process::abort()))
        .contestant(Contestant::unsupported(
            ContestantId::from_words(apograph_lab::Operation::Copy, "absent", None),
            "it is not there",
        ));
    let hopeless = Subject::new("hopeless", people)
        .contestant(Contestant::copy("aborting", |_: &Person| std::process::abort()));
    vec![Box::new(people_subject), Box::new(hopeless)]
}

/// Short enough for a test; nothing here is about how long anything takes.
fn protocol() -> Protocol {
    Protocol {
        forks: 2,
        slice_ns: 20_000,
        fork_ns: 1_000_000,
        min_rounds: 4,
        max_rounds: 4,
        renew_rounds: 2,
        sampling_ns: 0,
        latency_ns: 0,
        threads: 2,
        ..Protocol::default()
    }
}

fn run(names: &[&str], interrupt: Interrupt) -> Result<Results, RunError> {
    let subjects = subjects();
    let experiments = subjects.iter().map(AsRef::as_ref).collect();
    let names = names.iter().map(ToString::to_string);
    Run::new(experiments)?
        .filter(Filter::new(names, []))
        .protocol(protocol())
        .interrupt(interrupt)
        .execute()
}

fn contestant<'a>(
    subject: &'a SubjectResult,
    id: &str,
) -> &'a apograph_lab::results::ContestantResult {
    subject.contestant(&id.parse().expect("an identifier")).expect("was measured")
}

fn what_passes_its_proof_is_measured_in_full(results: &Results) {
    let people = &results.subjects[0];
    assert_eq!(people.profile.objects, 50);
    let clone = contestant(people, "copy/clone");
    assert_eq!(clone.proof, Proof::Passed { objects: 50 });
    let time = clone.time.as_ref().expect("was timed");
    assert_eq!(time.rounds.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    assert!(time.rounds.iter().flatten().all(|ns| *ns > 0.0));
    assert_eq!(time.ratio.map(|ratio| ratio.verdict), Some(Verdict::Baseline));
    assert!(clone.time_one.is_some());
    assert_eq!(clone.scaling.iter().map(|point| point.threads).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(people.noise.twin_of.to_string(), "copy/clone");
    let round_trip = contestant(people, "roundtrip/serde_json");
    let ratio = round_trip.time.as_ref().and_then(|time| time.ratio).expect("was compared");
    assert!(ratio.estimate.median > 1.0, "{ratio:?}");
}

fn allocations_and_sizes_are_exact(results: &Results) {
    let people = &results.subjects[0];
    let allocation = |id| contestant(people, id).allocation.expect("was counted");
    let clone = allocation("copy/clone");
    assert_eq!((clone.allocations, clone.reallocations), (2.0, 0.0));
    // "person n" and "person nn", and three floats.
    let bytes = (10.0 * 8.0 + 40.0 * 9.0) / 50.0 + 24.0;
    assert!((clone.bytes - bytes).abs() < 1e-9, "{clone:?}");
    assert!((clone.retained_bytes - bytes).abs() < 1e-9, "{clone:?}");
    let kept = allocation("encode/serde_json/kept");
    assert_eq!((kept.allocations, kept.bytes, kept.peak_bytes), (0.0, 0.0, 0.0));
    let wire = contestant(people, "encode/serde_json").wire.expect("has a size");
    assert_eq!(Some(wire), contestant(people, "decode/serde_json").wire);
    assert_eq!(wire, people.profile.json_bytes);
    assert_eq!(contestant(people, "copy/clone").wire, None);
    let floor = people.malloc_floor.expect("was measured");
    assert_eq!(floor.blocks, 2.0);
}

fn what_fails_its_proof_is_listed_and_never_timed(results: &Results) {
    let people = &results.subjects[0];
    let failed = |id, path: &str, difference: &str| {
        let contestant = contestant(people, id);
        match &contestant.proof {
            Proof::Failed { object: 0, path: p, difference: d, setting: None } => {
                assert_eq!((p.as_str(), d.as_str()), (path, difference));
            }
            other => panic!("{id}: {other:?}"),
        }
        assert!(contestant.time.is_none() && contestant.allocation.is_none());
    };
    failed("copy/rounding", "scores[0]", "float came back as another float");
    failed("copy/panicking", "", &format!("it panicked at {}:{PANIC_LINE}", file!()));
    failed(
        "copy/aborting",
        "",
        "the process died of signal 6 (abort: a stack overflow or a failed allocation ends so)",
    );
    let absent = contestant(people, "copy/absent");
    assert_eq!(absent.proof, Proof::Unsupported { reason: "it is not there".to_owned() });
}

fn a_subject_without_a_single_proof_is_listed(results: &Results) {
    let hopeless = &results.subjects[1];
    assert_eq!(hopeless.contestants.len(), 1);
    assert!(!hopeless.contestants[0].is_ranked());
}

fn an_interrupted_run_says_that_it_is_not_complete() {
    let interrupt = Interrupt::default();
    interrupt.set();
    let results = run(&[], interrupt).expect("keeps what it has");
    assert!(!results.complete);
    assert!(results.subjects.is_empty());
}

fn a_name_that_is_not_there_is_an_error() {
    let error = run(&["poeple"], Interrupt::default()).expect_err("there is no such subject");
    assert_eq!(
        error.to_string(),
        "there is no subject \"poeple\"; did you mean people? `list` shows all"
    );
}

fn main() -> ExitCode {
    if is_child() {
        return match serve(&subjects()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    // As test runners ask for the names of tests.
    if std::env::args().any(|argument| argument == "--list") {
        println!("whole_runs: test");
        return ExitCode::SUCCESS;
    }
    let results = run(&[], Interrupt::default()).expect("runs");
    what_passes_its_proof_is_measured_in_full(&results);
    allocations_and_sizes_are_exact(&results);
    what_fails_its_proof_is_listed_and_never_timed(&results);
    a_subject_without_a_single_proof_is_listed(&results);
    an_interrupted_run_says_that_it_is_not_complete();
    a_name_that_is_not_there_is_an_error();
    println!("\ntest result: ok. 6 passed; 0 failed");
    ExitCode::SUCCESS
}
