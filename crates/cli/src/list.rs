//! `apograph list`.

use std::io::Write;
use std::process::ExitCode;

use apograph_lab::{Filter, WireKind};

use crate::CommandError;
use crate::arguments::ListArguments;

pub(crate) fn list(arguments: &ListArguments) -> Result<ExitCode, CommandError> {
    let experiments = apograph_contestants::builtin();
    let experiments: Vec<_> = experiments.iter().map(AsRef::as_ref).collect();
    let filter = Filter::new(arguments.subjects.iter().cloned(), []);
    let mut text = String::new();
    for (experiment, _) in filter.apply(&experiments)? {
        let name = experiment.name();
        if arguments.terse {
            for entry in experiment.entries() {
                text.push_str(&format!("{name} {}\n", entry.id));
            }
            continue;
        }
        text.push_str(&format!("{name}: {}\n", experiment.about()));
        if !experiment.maps().is_empty() {
            text.push_str(&format!("  maps: {}\n", experiment.maps()));
        }
        for entry in experiment.entries() {
            text.push_str(&format!("\n  {}\n", entry.id));
            if let Some(reason) = entry.unsupported {
                text.push_str(&format!("    cannot: {reason}\n"));
                continue;
            }
            if entry.on_request {
                text.push_str("    only measured when --contestants or --require names it\n");
            }
            let traits = entry.traits;
            let bytes = match traits.wire {
                WireKind::None => "",
                WireKind::Text => "readable text",
                WireKind::Binary => "binary",
            };
            let words = [
                ("keeps", &*traits.keeps),
                ("loses", &*traits.loses),
                ("asks", &*traits.asks),
                ("bytes", bytes),
            ];
            for (what, words) in words {
                if !words.is_empty() {
                    text.push_str(&format!("    {what}: {words}\n"));
                }
            }
        }
        text.push('\n');
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints; that a reader closes the pipe early is no error.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    let mut output = anstream::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
