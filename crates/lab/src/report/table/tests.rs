use super::*;
use crate::advice::{self, Question, Task};
use crate::baseline;
use crate::requirement::Requirement;
use crate::results::{Estimate, Latency, ThreadPoint, sample};

const NARROW: Layout = Layout { width: 60, colour: false };

#[test]
fn a_run_reads_as_tables_with_reasons_below() {
    let found = render(&sample::results([sample::device_state()]), Layout::default());
    let expected = "\
Test CPU, 2 cores, load 0.5; Linux 6.18; rustc 1.95.0, release build, system allocator; 5 forks

device-state  objects made up for a test
1024 objects; JSON 2.05 kB (1.60 kB to 2.70 kB); maps: HashMap; 61 distinct keys
  of each object           min  median   max
  fields and map entries    37      44    52
  JSON bytes              1600    2048  2700
  operation/contestant  time/op   95 %     ratio            1 object  allocs    bytes     wire
  copy/arc              12.0 ns  ±0.1%  0.00324×  faster     9.01 ns       0      0 B
  copy/clone            3.70 µs  ±0.2%     1.00×  baseline   1.80 µs      83  4.27 kB
  (malloc floor)         830 ns                                           83  4.27 kB

  roundtrip/postcard    6.10 µs  ±0.3%     1.65×  slower     4.00 µs      90  6.00 kB  1.10 kB
  roundtrip/serde_json  18.8 µs  ±0.2%     5.09×  slower     11.5 µs    94.5  8.51 kB  2.40 kB
noise: copy/clone against itself 1.0010 (0.9990–1.0020); differences up to 1.0 % are ties
  decode/lossy: failed its proof on object 17 at alarms[2].threshold: a float came back as an
    integer
  roundtrip/rkyv: unsupported: the objects hold cycles
";
    assert_eq!(found, expected, "\n{found}");
}

#[test]
fn tables_fit_the_terminal_and_keep_what_matters() {
    for width in [100, 80, 60, 50] {
        let found =
            render(&sample::results([sample::device_state()]), Layout { width, colour: false });
        for line in found.lines() {
            assert!(line.chars().count() <= width, "{width} columns: {line}");
        }
        for word in ["roundtrip/serde_json", "18.8 µs", "5.09×", "decode/lossy", "noise:"] {
            assert!(found.contains(word), "{word} at {width} columns:\n{found}");
        }
    }
}

#[test]
fn colour_is_written_only_when_asked_for() {
    let results = sample::results([sample::device_state()]);
    assert!(!render(&results, Layout::default()).contains('\u{1b}'));
    let coloured = render(&results, Layout { width: 100, colour: true });
    assert!(coloured.contains("\u{1b}[31mslower\u{1b}[0m"), "{coloured}");
    assert!(coloured.contains("\u{1b}[32mfaster\u{1b}[0m"), "{coloured}");
}

#[test]
fn latency_and_scaling_have_tables_where_they_were_measured() {
    let operations = Estimate { median: 98_000.0, low: 97_000.0, high: 99_000.0 };
    let contestant = sample::timed("copy/clone", 20_000.0).with(|result| {
        result.latency = Some(Latency {
            samples: 9,
            p50: 19_000,
            p90: 21_000,
            p99: 30_000,
            p999: 45_000,
            max: 2_000_000,
        });
        result.scaling =
            vec![ThreadPoint { threads: 2, operations_per_second: operations, efficiency: 0.98 }];
    });
    let found = render_subject(&sample::subject("s", [contestant]), Layout::default());
    let latency = "\
  latency of one operation      p50      p90      p99    p99.9      max
  copy/clone                19.0 µs  21.0 µs  30.0 µs  45.0 µs  2.00 ms";
    assert!(found.contains(latency), "{found}");
    let scaling = "\
  throughput  threads  operations   95 %  efficiency
  copy/clone        2       98k/s  ±1.0%        98 %";
    assert!(found.contains(scaling), "{found}");
}

#[test]
fn a_profile_lists_what_occurs() {
    let found = profile_table(&sample::device_state().profile, NARROW);
    let expected = "  of each object           min  median   max
  fields and map entries    37      44    52
  JSON bytes              1600    2048  2700
";
    assert_eq!(found, expected, "\n{found}");
}

#[test]
fn a_comparison_shows_the_change_and_what_it_means() {
    let calm = sample::CALM;
    let run = |session, factor: f64| {
        let samples = [("copy/clone", 1_000.0), ("copy/a", 1_000.0 * factor)]
            .map(|(id, ns)| sample::timed_in(session, id, ns).allocates(2.0, 100.0 * factor));
        sample::results([sample::subject("s", samples)])
    };
    let later = sample::Session { seed: 2, noise: 0.0, ..calm };
    let first = sample::Session { noise: 0.0, ..calm };
    let changes = baseline::compare(&run(first, 1.0), &run(later, 1.1), 0.03);
    let expected = "\
against the baseline main
  subject  contestant     then      now   change            interval             alloc/op
  s        copy/clone  1.00 µs  1.00 µs   +0.0 %    +0.0 % to +0.0 %  reference  100 B → 110 B
  s        copy/a      1.00 µs  1.10 µs  +10.0 %  +10.0 % to +10.0 %  regressed  100 B → 110 B
";
    let found = comparison(&changes, "main", Layout::default());
    assert_eq!(found, expected, "\n{found}");
}

#[test]
fn outcomes_of_requirements_stand_one_below_the_other() {
    let results = sample::results([sample::device_state()]);
    let found: Vec<_> = ["allocations(copy/arc) <= 0", "allocations(copy/clone) <= 0"]
        .iter()
        .flat_map(|text| Requirement::parse(text).expect("it parses").evaluate(&results))
        .collect();
    assert_eq!(
        outcomes(&found, Layout::default()),
        "ok   device-state: allocations(copy/arc) is 0; at most 0 is required: holds exactly\n\
         FAIL device-state: allocations(copy/clone) is 83; at most 0 is required: fails by 83\n"
    );
}

#[test]
fn advice_is_wrapped_below_its_subject() {
    let results = sample::results([sample::device_state()]);
    let question = Question { task: Task::Send, ..Question::new(10_000.0) };
    let advice_found = advice::advise(&results, &question);
    let expected = "\
device-state
  take roundtrip/postcard: at 10k/s it takes 0.0610 core and
    allocates 60.0 MB/s where roundtrip/serde_json takes
    0.188 core and allocates 85.1 MB/s; that saves 0.127
    core and 25.1 MB/s of allocation. This is hot.
    It adds a dependency on postcard. It asks for serde
      derives. Both sides must have the same fields. Only a
      program can read its bytes.
";
    let found = super::advice(&advice_found[0], NARROW);
    assert!(found.starts_with(expected), "\n{found}");
}
