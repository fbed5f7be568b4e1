//! `apograph advise`.

use std::process::ExitCode;

use apograph_lab::advice::{self, Question};
use apograph_lab::report::{Layout, json, table};

use crate::CommandError;
use crate::arguments::{AdviseArguments, Structure, Task};
use crate::list::print;

pub(crate) fn advise(arguments: &AdviseArguments) -> Result<ExitCode, CommandError> {
    if !arguments.from.exists() {
        return Err(CommandError::NoResults { path: arguments.from.clone() });
    }
    let results = json::read(&arguments.from)?;
    if let Some(subject) = &arguments.subject
        && results.subjects.iter().all(|known| known.name != *subject)
    {
        let known: Vec<&str> = results.subjects.iter().map(|known| known.name.as_str()).collect();
        return Err(CommandError::NoSuchSubject {
            subject: subject.clone(),
            known: known.join(", "),
            path: arguments.from.clone(),
        });
    }
    let question = Question {
        rate_per_second: arguments.rate,
        task: match arguments.task {
            Task::Copy => advice::Task::Copy,
            Task::Send => advice::Task::Send,
        },
        structure: match arguments.structure {
            Structure::Stable => advice::Structure::Stable,
            Structure::Changing => advice::Structure::Changing,
        },
        has: arguments.has.clone(),
        readable_wire: arguments.readable,
        independent: !arguments.may_share,
        subject: arguments.subject.clone(),
        objects: if arguments.one { advice::Objects::One } else { advice::Objects::Corpus },
    };
    for advice in advice::advise(&results, &question) {
        print(&table::advice(&advice, Layout::of_standard_output()))?;
    }
    Ok(ExitCode::SUCCESS)
}
