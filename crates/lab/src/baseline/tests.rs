use std::fs;
use std::path::PathBuf;

use super::*;
use crate::results::Results;
use crate::results::sample::{self, Sample, Session, timed_in};

const CONTESTANTS: [(&str, f64); 6] = [
    ("copy/clone", 3_700.0),
    ("copy/apograph", 3_100.0),
    ("roundtrip/serde_json", 18_800.0),
    ("roundtrip/postcard", 6_100.0),
    ("encode/serde_json", 5_900.0),
    ("decode/serde_json", 9_100.0),
];

fn run(session: Session, count: usize, factor: impl Fn(&str) -> f64) -> Results {
    let samples: Vec<Sample> = CONTESTANTS[..count]
        .iter()
        .map(|&(id, ns)| timed_in(session, id, ns * factor(id)))
        .collect();
    sample::results([sample::subject("device-state", samples)])
}

/// Ten pairs of runs as a shared machine gives them: all times off by up to 9 % together, forks
/// and rounds by 1.5 %.
fn sessions() -> impl Iterator<Item = (Session, Session)> {
    (0..10).map(|seed| {
        let drift = [1.0, 1.09, 0.92, 1.03, 0.97][seed as usize % 5];
        let noise = 0.015;
        let old = Session { seed: 100 + seed, drift: 1.0, noise };
        (old, Session { seed: 200 + seed, drift, noise })
    })
}

fn verdicts(comparison: &Comparison) -> Vec<(String, Trend)> {
    comparison.changes.iter().map(|c| (c.contestant.to_string(), c.verdict)).collect()
}

#[test]
fn a_contestant_slowed_by_a_tenth_is_marked_and_no_other_ten_times_of_ten() {
    for slowed in ["copy/apograph", "decode/serde_json"] {
        for (old, new) in sessions() {
            let old = run(old, 6, |_| 1.0);
            let new = run(new, 6, |id| if id == slowed { 1.1 } else { 1.0 });
            let comparison = compare(&old, &new, NOISE_THRESHOLD);
            for (id, verdict) in verdicts(&comparison) {
                let expected = if id == slowed { Trend::Regressed } else { Trend::Unchanged };
                assert_eq!(verdict, expected, "{id} when {slowed} is slower: {comparison:#?}");
            }
            assert!(comparison.has_regressed());
        }
    }
}

#[test]
fn a_contestant_that_became_faster_is_marked() {
    for (old, new) in sessions() {
        let old = run(old, 6, |_| 1.0);
        let new = run(new, 6, |id| if id == "copy/apograph" { 0.9 } else { 1.0 });
        let verdicts = verdicts(&compare(&old, &new, NOISE_THRESHOLD));
        assert_eq!(verdicts[1].1, Trend::Improved, "{verdicts:?}");
        assert!(verdicts.iter().filter(|(_, v)| *v == Trend::Unchanged).count() == 5);
    }
}

#[test]
fn a_drift_of_all_and_a_shift_of_each_heap_mark_nothing() {
    for (old, new) in sessions() {
        let old = run(old, 6, |_| 1.0);
        let new = run(new, 6, |id| match id {
            "copy/clone" => 1.01,
            "roundtrip/serde_json" => 0.99,
            "decode/serde_json" => 1.01,
            _ => 1.0,
        });
        let comparison = compare(&old, &new, NOISE_THRESHOLD);
        assert!(
            comparison.changes.iter().all(|c| c.verdict == Trend::Unchanged),
            "{comparison:#?}"
        );
        assert!(!comparison.has_regressed());
    }
}

#[test]
fn what_shares_code_and_slows_together_is_told_from_a_drift_by_the_clone() {
    let calm = Session { seed: 1, drift: 1.0, noise: 0.005 };
    for drift in [1.0, 0.98, 1.09] {
        let old = run(calm, 6, |_| 1.0);
        let later = Session { seed: 2, drift, ..calm };
        let new = run(later, 6, |id| if id == "copy/clone" { 1.0 } else { 1.1 });
        let comparison = compare(&old, &new, NOISE_THRESHOLD);
        for (id, verdict) in verdicts(&comparison) {
            let expected = if id == "copy/clone" { Trend::Reference } else { Trend::Regressed };
            assert_eq!(verdict, expected, "{id} at {drift}: {comparison:#?}");
        }
        let [note] = &comparison.notes[..] else { panic!("{:?}", comparison.notes) };
        assert!(note.contains("copy/clone did not"), "{note}");
    }
}

#[test]
fn what_cannot_be_told_apart_is_said() {
    let calm = Session { seed: 1, drift: 1.0, noise: 0.005 };
    let old = run(calm, 6, |_| 1.0);
    let later = |drift| Session { seed: 2, drift, ..calm };
    let drifted = compare(&old, &run(later(1.09), 6, |_| 1.0), NOISE_THRESHOLD);
    assert_eq!(
        drifted.notes,
        ["device-state: all times moved by about +9 %, which is taken for the machine's drift."]
    );
    let slow = |id: &str| if id == "copy/clone" { 1.1 } else { 1.0 };
    let slower = compare(&old, &run(later(1.0), 6, slow), NOISE_THRESHOLD);
    assert_eq!(verdicts(&slower)[0].1, Trend::Regressed);
    assert!(slower.notes[0].starts_with("device-state: copy/clone moved against all others."));
    assert_eq!(compare(&old, &run(later(1.0), 6, |_| 1.0), NOISE_THRESHOLD).notes, [""; 0]);
}

#[test]
fn three_contestants_are_enough_to_see_which_one_changed() {
    for slowed in ["copy/apograph", "roundtrip/serde_json"] {
        for (old, new) in sessions() {
            let old = run(old, 3, |_| 1.0);
            let new = run(new, 3, |id| if id == slowed { 1.1 } else { 1.0 });
            for (id, verdict) in verdicts(&compare(&old, &new, NOISE_THRESHOLD)) {
                let expected = if id == slowed { Trend::Regressed } else { Trend::Unchanged };
                assert_eq!(verdict, expected, "{id} when {slowed} is slower");
            }
        }
    }
}

#[test]
fn beside_one_other_the_clone_is_the_reference_and_is_not_judged() {
    for (old, new) in sessions() {
        let old = run(old, 2, |_| 1.0);
        let new = run(new, 2, |id| if id == "copy/apograph" { 1.1 } else { 1.0 });
        let verdicts = verdicts(&compare(&old, &new, NOISE_THRESHOLD));
        assert_eq!(verdicts[0].1, Trend::Reference);
        assert_eq!(verdicts[1].1, Trend::Regressed);
    }
}

#[test]
fn alone_a_contestant_must_change_by_more_than_a_drift() {
    let calm = Session { seed: 1, drift: 1.0, noise: 0.002 };
    for (drift, expected) in [(1.09, Trend::Unchanged), (1.3, Trend::Regressed)] {
        let (old, new) =
            (run(calm, 1, |_| 1.0), run(Session { drift, seed: 2, ..calm }, 1, |_| 1.0));
        assert_eq!(verdicts(&compare(&old, &new, NOISE_THRESHOLD))[0].1, expected, "{drift}");
    }
}

#[test]
fn the_noise_threshold_decides_what_is_worth_a_mark() {
    let calm = Session { seed: 1, drift: 1.0, noise: 0.002 };
    let old = run(calm, 6, |_| 1.0);
    let new =
        run(Session { seed: 2, ..calm }, 6, |id| if id == "copy/apograph" { 1.1 } else { 1.0 });
    assert_eq!(verdicts(&compare(&old, &new, 0.05))[1].1, Trend::Regressed);
    assert_eq!(verdicts(&compare(&old, &new, 0.2))[1].1, Trend::Unchanged);
}

#[test]
fn contestants_and_settings_that_differ_are_named() {
    let calm = Session { seed: 1, drift: 1.0, noise: 0.002 };
    let (old, mut new) = (run(calm, 4, |_| 1.0), run(calm, 5, |_| 1.0));
    new.subjects[0].contestants.remove(0);
    new.build.allocator = "mimalloc".into();
    let comparison = compare(&old, &new, NOISE_THRESHOLD);
    let verdicts = verdicts(&comparison);
    assert!(verdicts.contains(&("encode/serde_json".into(), Trend::Added)), "{verdicts:?}");
    assert!(verdicts.contains(&("copy/clone".into(), Trend::Removed)), "{verdicts:?}");
    assert_eq!(comparison.notes, ["The allocator changed: system, now mimalloc."]);
}

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("apograph-{name}-{}", std::process::id()));
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_stored_baseline_comes_back_without_its_flame_graphs() {
    let folder = Folder::new("baseline");
    let results = sample::results([sample::device_state()]);
    let path = save(&results, &folder.0, "main").expect("it is stored");
    assert_eq!(path, folder.0.join("baselines").join("main.json"));
    let loaded = load(&folder.0, "main").expect("it is loaded");
    assert!(loaded.frames.is_empty());
    let cpu = loaded.subjects[0].contestants[0].cpu.as_ref().expect("stages stay");
    assert!(cpu.flame.nodes.is_empty());
    assert_eq!(cpu.stages.len(), 4);
    assert_eq!(loaded.subjects[0].contestants[0].time, results.subjects[0].contestants[0].time);
    save(&results, &folder.0, "main").expect("it is stored over the old one");
    assert_eq!(names(&folder.0), ["main"]);
}

#[test]
fn a_baseline_that_is_not_there_names_those_that_are() {
    let folder = Folder::new("baseline-missing");
    let message = |name: &str| load(&folder.0, name).map(drop).map_err(|error| error.to_string());
    assert_eq!(
        message("mian"),
        Err("there is no baseline `mian`, nor any other: `--save-baseline` stores one".to_owned())
    );
    for name in ["main", "before"] {
        save(&sample::results([]), &folder.0, name).expect("it is stored");
    }
    assert_eq!(
        message("mian"),
        Err("there is no baseline `mian`; did you mean `main`? There are: before, main".to_owned())
    );
    for name in ["", "../main", "a/b", ".hidden"] {
        assert!(
            matches!(load(&folder.0, name), Err(BaselineError::Name { .. })),
            "{name} is no plain name"
        );
    }
}
