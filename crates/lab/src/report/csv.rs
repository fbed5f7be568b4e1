//! One row for each subject and contestant, for spreadsheets and scripts (RFC 4180).

use super::layout::verdict_word;
use crate::results::{ContestantResult, Proof, Results, SubjectResult, Timing};

/// The columns, in order. Times are nanoseconds, sizes bytes; what was not measured is empty.
/// A later version may add columns at the end, and changes none.
pub const HEADER: [&str; 38] = [
    "subject",
    "contestant",
    "operation",
    "name",
    "variant",
    "proof",
    "reason",
    "objects",
    "ns",
    "ns_low",
    "ns_high",
    "ratio",
    "ratio_low",
    "ratio_high",
    "verdict",
    "one_ns",
    "one_ns_low",
    "one_ns_high",
    "one_ratio",
    "one_ratio_low",
    "one_ratio_high",
    "one_verdict",
    "allocations",
    "allocated_bytes",
    "reallocations",
    "peak_bytes",
    "retained_bytes",
    "wire_min",
    "wire_median",
    "wire_max",
    "p50",
    "p90",
    "p99",
    "p999",
    "max",
    "margin",
    "allocator",
    "rustc",
];

/// The results as CSV text.
///
/// # Errors
///
/// When a row does not have as many fields as there are columns, which is a fault of this module.
pub fn to_string(results: &Results) -> Result<String, csv::Error> {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for subject in &results.subjects {
        for contestant in &subject.contestants {
            writer.write_record(row(results, subject, contestant))?;
        }
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    // Every field was text, so the whole is.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn row(results: &Results, subject: &SubjectResult, contestant: &ContestantResult) -> Vec<String> {
    let id = &contestant.id;
    let (proof, reason) = match &contestant.proof {
        Proof::Passed { .. } => ("passed", String::new()),
        Proof::Failed { path, difference, .. } if path.is_empty() => ("failed", difference.clone()),
        Proof::Failed { path, difference, .. } => ("failed", format!("{path}: {difference}")),
        Proof::Unsupported { reason } => ("unsupported", reason.clone()),
    };
    let mut row = vec![
        subject.name.clone(),
        id.to_string(),
        id.operation().to_string(),
        id.name().to_owned(),
        id.variant().unwrap_or_default().to_owned(),
        proof.to_owned(),
        reason,
        subject.profile.objects.to_string(),
    ];
    row.extend(timing(contestant.time.as_ref()));
    row.extend(timing(contestant.time_one.as_ref()));
    let allocation = contestant.allocation.map(|a| {
        [a.allocations, a.bytes, a.reallocations, a.peak_bytes, a.retained_bytes]
            .map(|figure| figure.to_string())
    });
    row.extend(allocation.unwrap_or_default());
    let wire = contestant.wire.map(|w| [w.min, w.median, w.max].map(|bytes| bytes.to_string()));
    row.extend(wire.unwrap_or_default());
    let latency =
        contestant.latency.map(|l| [l.p50, l.p90, l.p99, l.p999, l.max].map(|ns| ns.to_string()));
    row.extend(latency.unwrap_or_default());
    row.push(subject.noise.margin.to_string());
    row.push(results.build.allocator.clone());
    row.push(results.build.rustc.clone());
    row
}

fn timing(timing: Option<&Timing>) -> [String; 7] {
    let Some(timing) = timing else { return Default::default() };
    let figures = |e: crate::results::Estimate| [e.median, e.low, e.high].map(|v| v.to_string());
    let [ns, low, high] = figures(timing.ns);
    let [ratio, ratio_low, ratio_high] =
        timing.ratio.map(|ratio| figures(ratio.estimate)).unwrap_or_default();
    let verdict = timing.ratio.map_or("", |ratio| verdict_word(ratio.verdict));
    [ns, low, high, ratio, ratio_low, ratio_high, verdict.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample;

    #[test]
    fn every_contestant_has_a_row_under_the_same_header() {
        let text = to_string(&sample::results([sample::device_state()])).expect("it writes");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        assert_eq!(reader.headers().expect("a header").iter().collect::<Vec<_>>(), HEADER);
        let rows: Vec<csv::StringRecord> =
            reader.records().collect::<Result<_, _>>().expect("rows of equal length");
        let field = |row: usize, name: &str| {
            let at = HEADER.iter().position(|other| *other == name).expect("a column");
            rows[row][at].to_owned()
        };
        assert_eq!(rows.len(), 6);
        assert_eq!(field(2, "contestant"), "roundtrip/serde_json");
        assert_eq!(field(2, "verdict"), "slower");
        assert_eq!(field(2, "allocations"), "94.5");
        assert_eq!(field(2, "wire_max"), "4810");
        assert_eq!(field(4, "reason"), "alarms[2].threshold: a float came back as an integer");
        assert_eq!(field(4, "ns"), "");
        assert_eq!(field(5, "proof"), "unsupported");
    }

    #[test]
    fn a_field_with_a_comma_or_a_quote_is_quoted_and_lines_end_as_the_standard_says() {
        let cannot = crate::results::Proof::Unsupported { reason: "no \"maps\", no sets".into() };
        let subject = sample::subject("a,b", [sample::untimed("copy/clone", cannot)]);
        let text = to_string(&sample::results([subject])).expect("it writes");
        let row = "\"a,b\",copy/clone,copy,clone,,unsupported,\"no \"\"maps\"\", no sets\",1024,";
        assert!(text.split("\r\n").nth(1).is_some_and(|line| line.starts_with(row)), "{text}");
        assert_eq!(text.matches("\r\n").count(), 2);
    }
}
