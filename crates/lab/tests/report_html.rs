//! What the report says without a browser: words and figures, escaped, in one file.

#[path = "report/sample.rs"]
mod sample;

use apograph_lab::report::html;
use apograph_lab::results::{ContestantResult, Proof, Results};

fn render(results: &Results) -> String {
    html::render(results).expect("the report renders")
}

/// What stands between two texts.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).expect("the start").1;
    rest.split_once(end).expect("the end").0
}

fn data(html: &str) -> &str {
    between(html, "<script type=\"application/json\" id=\"data\">", "</script>")
}

#[test]
fn a_report_asks_for_nothing_outside_itself() {
    // The hostile name, harmless as it is, speaks of a source.
    let html = render(&sample::results()).replace("img src=x", "");
    for call in ["src=", "@import", "url(", "<link rel=\"stylesheet", "XMLHttpRequest", "fetch("] {
        assert!(!html.contains(call), "{call}");
    }
    let addresses: Vec<&str> = html
        .match_indices("http")
        .map(|(at, _)| html[at..].split('"').next().unwrap_or(""))
        .collect();
    let names: Vec<&str> = addresses
        .into_iter()
        .filter(|a| a.starts_with("http:") || a.starts_with("https:"))
        .collect();
    assert_eq!(names, ["http://www.w3.org/2000/svg"], "only the name of a namespace");
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn no_name_breaks_out_of_its_place() {
    let html = render(&sample::results());
    assert!(!html.contains(sample::HOSTILE));
    assert!(!html.contains("<img"));
    // One block of data and one of code: no name opened or closed another.
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(html.matches("</script").count(), 2);
    let data = data(&html);
    for sign in ["<", ">", "&", "\u{2028}", "\u{2029}"] {
        assert!(!data.contains(sign), "{sign:?}");
    }
}

#[test]
fn the_data_gives_back_the_names_that_went_in() {
    let html = render(&sample::results());
    let data: serde_json::Value = serde_json::from_str(data(&html)).expect("JSON");
    let names: Vec<&str> = data["subjects"]
        .as_array()
        .expect("subjects")
        .iter()
        .filter_map(|subject| subject["name"].as_str())
        .collect();
    assert_eq!(names.last(), Some(&sample::HOSTILE));
    let frames = data["frames"].as_array().expect("frames");
    assert!(frames.iter().any(|f| f[0] == "<DeviceState as Serialize>::serialize::<'_, \"&\">"));
}

#[test]
fn rounds_stay_out_and_the_median_of_each_fork_goes_in() {
    let results = sample::results();
    let html = render(&results);
    let data: serde_json::Value = serde_json::from_str(data(&html)).expect("JSON");
    let time = &data["subjects"][0]["contestants"][0]["time"];
    assert!(time.get("rounds").is_none());
    assert_eq!(time["forks"].as_array().map(Vec::len), Some(5));
}

#[test]
fn a_subject_begins_with_its_answer_and_the_uncertainty() {
    let html = render(&sample::results());
    let headline = between(&html, "<p class=\"headline\">", "</p>");
    assert!(
        headline.starts_with(
            "For device-state, a round trip through <code>serde_json</code> costs <b>"
        ),
        "{headline}"
    );
    assert!(headline.contains(" times a <code>clone</code>"), "{headline}");
    let interval = between(headline, "</b> (", ")");
    let (low, high) = interval.split_once('–').expect("an interval");
    let [low, high]: [f64; 2] = [low, high].map(|end| end.parse().expect("a number"));
    assert!(low < high && low > 4.0 && high < 7.0, "{interval}");
}

#[test]
fn the_fastest_that_cannot_be_told_apart_are_called_a_tie() {
    let mut results = sample::results();
    let subject = &mut results.subjects[0];
    let time = |id: &str, contestants: &[ContestantResult]| {
        contestants.iter().find(|c| c.id.to_string() == id).and_then(|c| c.time.clone())
    };
    let best = time("encode/wincode", &subject.contestants);
    for contestant in &mut subject.contestants {
        if contestant.id.to_string() == "encode/postcard" {
            contestant.time.clone_from(&best);
        }
    }
    let html = render(&results);
    let headline = between(&html, "<p class=\"headline\">", "</p>");
    let writing = between(headline, "Writing is fastest with ", ": ");
    assert!(writing.ends_with(" (a tie)"), "{writing}");
    assert!(writing.contains("wincode") && writing.contains("postcard"), "{writing}");
}

#[test]
fn an_interrupted_run_says_so() {
    let mut results = sample::results();
    assert!(!render(&results).contains("This run was interrupted."));
    results.complete = false;
    assert!(render(&results).contains("This run was interrupted."));
}

#[test]
fn a_failed_proof_is_listed_with_its_path_and_stands_in_no_table() {
    let html = render(&sample::results());
    let proofs = between(&html, "id=\"device-state-proofs\"", "</section>");
    for words in ["decode/simd-json", "float came back as another float", "object 17 of the corpus"]
    {
        assert!(proofs.contains(words), "{words}");
    }
    assert!(proofs.contains("properties[&#34;&#60;script&#62;&#34;].value"), "{proofs}");
    assert!(proofs.contains("What would change it: its feature"));
    let decode = between(&html, "data-operation=\"decode\"", "</tbody>");
    assert!(decode.contains("sonic-rs") && !decode.contains("simd-json"));
    let graph = between(&html, "id=\"device-graph-proofs\"", "</section>");
    assert!(graph.contains("it cannot carry shared references"));
}

#[test]
fn the_floor_of_the_allocator_stands_beside_the_copies() {
    let html = render(&sample::results());
    let copies = between(&html, "data-operation=\"copy\"", "</tbody>");
    let floor = copies.split_once("<tr class=\"floor\"").expect("the floor").1;
    for figure in [">960<", ">83<", ">4,272<"] {
        assert!(floor.contains(figure), "{figure} in {floor}");
    }
}

#[test]
fn results_without_subjects_or_figures_still_make_a_report() {
    let mut results = sample::results();
    for contestant in &mut results.subjects[0].contestants {
        contestant.proof = Proof::Unsupported { reason: "nothing fits".into() };
    }
    results.subjects.truncate(1);
    assert!(render(&results).contains("No contestant passed its proof and was timed."));
    results.subjects.clear();
    results.frames.clear();
    assert!(render(&results).contains("</html>"));
}

#[test]
fn a_ratio_of_which_nothing_is_known_is_not_shown() {
    let mut results = sample::results();
    for contestant in &mut results.subjects[0].contestants {
        if let Some(ratio) = contestant.time.as_mut().and_then(|time| time.ratio.as_mut()) {
            ratio.estimate.low = 0.0;
            ratio.estimate.high = f64::MAX;
        }
    }
    let html = render(&results);
    let encode = between(&html, "data-operation=\"encode\"", "</tbody>");
    assert!(encode.contains("wincode") && encode.len() < 20_000, "{} bytes", encode.len());
    let data: serde_json::Value = serde_json::from_str(data(&html)).expect("JSON");
    assert!(data["subjects"][0]["contestants"][0]["time"]["ratio"].is_null());
}

#[test]
fn equal_results_give_equal_files() {
    assert_eq!(render(&sample::results()), render(&sample::results()));
}
