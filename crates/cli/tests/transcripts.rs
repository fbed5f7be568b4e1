//! The command line as a user meets it: what it says, and its exit codes.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn apograph(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_apograph"));
    command.current_dir(directory).stdin(Stdio::null());
    command
}

fn run(directory: &Path, arguments: &[&str]) -> Output {
    apograph(directory).args(arguments).output().expect("starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn check(directory: &Path, arguments: &[&str], code: i32, says: &str) {
    let output = run(directory, arguments);
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{out}\n{error}");
    assert!(out.contains(says) || error.contains(says), "{arguments:?}\n{out}\n{error}");
}

/// The standard part of a small, fast measurement.
const SMALL: [&str; 8] = [
    "bench",
    "--input",
    "objects.ndjson",
    "--no-profile",
    "--forks",
    "1",
    "--contestants",
    "copy/clone,roundtrip/serde_json,encode/serde_json",
];

fn with_objects() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let objects: String = (0..20)
        .map(|n| format!("{{\"id\":{n},\"name\":\"object {n}\",\"parts\":[1.5,null,true,{n}]}}\n"))
        .collect();
    std::fs::write(directory.path().join("objects.ndjson"), objects).expect("is written");
    directory
}

#[test]
fn bad_input_gets_one_sentence_and_exit_code_2() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str, content: &[u8]| {
        std::fs::write(directory.path().join(name), content).expect("is written");
    };
    file("empty.json", b"");
    file("truncated.json", b"[{\"a\": 1},\n {\"b\": [1, 2");
    file("mixed.json", b"[{}, 1]");
    file("latin.json", b"{\"a\": \"\xe9\"}");
    file("fine.json", b"{\"a\": 1}");
    let cases: [(&[&str], &str); 14] = [
        (&["bench", "--input", "missing.json"], "cannot open missing.json: No such file"),
        (
            &["bench", "--input", "empty.json"],
            "empty.json is empty: give a JSON object, an array of objects, or one object a line",
        ),
        (
            &["bench", "--input", "truncated.json"],
            "truncated.json is not JSON at line 2, column 13 (byte 23): EOF while parsing a list",
        ),
        (
            &["bench", "--input", "mixed.json"],
            "mixed.json mixes types: element 0 is of type object, element 1 of type number",
        ),
        (
            &["bench", "--input", "latin.json"],
            "latin.json is not UTF-8 at line 1, column 8 (byte 7)",
        ),
        (&["bench", "--input", "fine.json", "order"], "cannot be used with"),
        (
            &["bench", "devise-state"],
            "there is no subject \"devise-state\"; did you mean device-state?",
        ),
        (
            &["bench", "order", "--contestants", "encode/serde-json"],
            "there is no contestant \"encode/serde-json\"; did you mean encode/serde_json?",
        ),
        (&["bench", "order", "--forks", "0"], "0 is not in 1..=1000"),
        (&["bench", "order", "--out", "fine.json/out"], "cannot make the directory fine.json/out"),
        (&["bench", "order", "--baseline", "none"], "there is no baseline `none`"),
        (&["bench", "order", "--stages", "fine.json"], "fine.json"),
        (&["profile", "order", "decode/serd_json"], "did you mean decode/serde_json?"),
        (&["advise", "--rate", "5000/s"], "apograph-out/results.json does not exist"),
    ];
    for (arguments, says) in cases {
        check(directory.path(), arguments, 2, says);
    }
}

#[test]
fn a_threshold_that_cannot_be_understood_names_the_nearest_form() {
    let directory = with_objects();
    let cases = [
        ("tme(copy/clone) <= 5", "did you mean `time`?"),
        ("time(copy/clon) <= 5", "copy/clone"),
        ("time(copy/clone) =< 5", "<="),
        ("time(copy/clone) <= 2 * time(roundtrip/serde-json)", "roundtrip/serde_json"),
        ("elsewhere: time(copy/clone) <= 5", "input"),
    ];
    for (requirement, says) in cases {
        let arguments = [&SMALL[..], &["--require", requirement]].concat();
        check(directory.path(), &arguments, 2, says);
    }
}

#[test]
fn an_endless_line_on_the_standard_input_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut child = apograph(directory.path())
        .args(["bench", "--input", "-", "--max-input", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut input = child.stdin.take().expect("is piped");
    // Until it hangs up: far more than it takes.
    while input.write_all(&[b'['; 1 << 16]).is_ok() {}
    drop(input);
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.contains("the standard input is longer than 1 MiB"), "{error}");
}

#[test]
fn a_measurement_prints_tables_and_leaves_its_files() {
    let directory = with_objects();
    let holds = "time(copy/clone) <= 0.99 * time(roundtrip/serde_json)";
    let arguments = [&SMALL[..], &["--require", holds, "--save-baseline", "first"]].concat();
    let output = run(directory.path(), &arguments);
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{out}\n{error}");
    for words in
        ["copy/clone", "roundtrip/serde_json", "20 objects", "report: apograph-out/report.html"]
    {
        assert!(out.contains(words), "{words}: {out}");
    }
    assert!(error.is_empty(), "a pipe gets no progress: {error}");
    let out = directory.path().join("apograph-out");
    for name in ["report.html", "results.json", "jmh.json", "results.csv", "results.md"] {
        assert!(out.join(name).is_file(), "{name}");
    }
    let entries = std::fs::read_dir(&out).expect("is there").count();
    assert_eq!(entries, 6, "five files and the baselines");

    check(
        directory.path(),
        &["advise", "--rate", "1M/s", "--task", "send", "--readable"],
        0,
        "roundtrip/serde_json",
    );
    check(
        directory.path(),
        &["advise", "--rate", "5000/s", "--subject", "order"],
        2,
        "there is no subject \"order\"",
    );
    let fails = "time(copy/clone) >= 0.99 * time(roundtrip/serde_json)";
    let arguments = [&SMALL[..], &["--require", fails, "--baseline", "first"]].concat();
    check(directory.path(), &arguments, 1, "against the baseline first");
}

#[test]
fn objects_on_the_standard_input_are_measured() {
    let directory = with_objects();
    let objects = std::fs::File::open(directory.path().join("objects.ndjson")).expect("opens");
    let mut arguments = SMALL;
    arguments[2] = "-";
    let output =
        apograph(directory.path()).args(arguments).stdin(objects).output().expect("starts");
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{out}\n{}", text(&output.stderr));
    assert!(out.contains("20 objects"), "{out}");
}

#[test]
fn the_list_names_every_subject_and_what_contestants_keep() {
    let directory = tempfile::tempdir().expect("a directory");
    let output = run(directory.path(), &["list"]);
    let out = text(&output.stdout);
    for words in [
        "device-state: ",
        "simple-user: ",
        "order: ",
        "order-list: ",
        "device-graph: ",
        "text-heavy: ",
        "number-heavy: ",
        "roundtrip/bitcode",
        "keeps: ",
        "loses: ",
        "asks: ",
        "cannot: ",
    ] {
        assert!(out.contains(words), "{words}");
    }
    let terse = text(&run(directory.path(), &["list", "--terse", "order"]).stdout);
    assert!(terse.lines().all(|line| line.starts_with("order ")), "{terse}");
    assert!(terse.contains("order copy/clone\n"), "{terse}");
}

#[test]
fn help_teaches_by_example() {
    let directory = tempfile::tempdir().expect("a directory");
    check(directory.path(), &["--help"], 0, "apograph bench --input orders.ndjson");
    check(directory.path(), &["bench", "--help"], 0, "--save-baseline main");
    check(directory.path(), &["advise", "--help"], 0, "--rate 2k/s --task send");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_leaves_no_child_processes() {
    use std::time::{Duration, Instant};

    let directory = with_objects();
    let arguments = [&SMALL[..7], &["copy/clone", "--thorough"]].concat();
    let child = apograph(directory.path())
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let deadline = Instant::now() + Duration::from_secs(60);
    let measuring = loop {
        let pids = std::fs::read_to_string(&children).unwrap_or_default();
        if let Some(pid) = pids.split_whitespace().next() {
            break pid.to_owned();
        }
        assert!(Instant::now() < deadline, "no child process was started");
        std::thread::sleep(Duration::from_millis(5));
    };
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("ends");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("interrupted"), "{error}");
    assert!(error.contains("nothing was saved"), "{error}");
    assert!(!Path::new(&format!("/proc/{measuring}/fd/0")).exists(), "the child is still there");
}
