//! `apograph profile`.

use std::process::ExitCode;

use apograph_lab::bench::{MeasurementError, rules};
use apograph_lab::report::{self, Layout, folded, html, stages};
use apograph_lab::{Filter, Interrupt, Launcher, Progress, Proof, Protocol, Run, is_child, serve};

use crate::arguments::ProfileArguments;
use crate::list::print;
use crate::{ALLOCATOR_NAME, CommandError};

pub(crate) fn profile(arguments: &ProfileArguments) -> Result<ExitCode, CommandError> {
    let experiments = apograph_contestants::builtin();
    if is_child() {
        serve(&experiments)?;
        return Ok(ExitCode::SUCCESS);
    }
    let rules = rules(arguments.stages.as_deref())?;
    report::prepare(&arguments.out)?;
    let filter = Filter::new([arguments.subject.clone()], [arguments.contestant.clone()]);
    // Enough timing to give the stages their nanoseconds, and no more.
    let protocol = Protocol {
        forks: 1,
        min_rounds: 20,
        max_rounds: 100,
        fork_ns: 200_000_000,
        latency_ns: 0,
        sampling_ns: u64::from(arguments.seconds) * 1_000_000_000,
        sampling_hz: arguments.hz,
        ..Protocol::default()
    };
    let results = Run::new(experiments.iter().map(AsRef::as_ref).collect())?
        .filter(filter)
        .protocol(protocol)
        .launcher(Launcher::current()?)
        .allocator(ALLOCATOR_NAME)
        .rules(rules)
        .interrupt(Interrupt::on_ctrl_c())
        .progress(Progress::on_terminal())
        .execute()?;
    let Some(subject) = results.subjects.first() else {
        anstream::eprintln!("interrupted: nothing was saved");
        return Ok(ExitCode::from(130));
    };
    for contestant in &subject.contestants {
        let reason = match &contestant.proof {
            Proof::Unsupported { reason } => reason.clone(),
            Proof::Failed { object, path, difference, .. } => {
                format!("its proof failed at object {object}, {path}: {difference}")
            }
            Proof::Passed { .. } if contestant.cpu.is_none() => results.notes.join("; "),
            Proof::Passed { .. } => continue,
        };
        return Err(CommandError::NotSampled {
            subject: subject.name.clone(),
            contestant: contestant.id.to_string(),
            reason,
        });
    }
    print(&stages::render(subject, Layout::of_standard_output()))?;
    let path = arguments.out.join("profile.html");
    let page = html::render(&results).map_err(MeasurementError::from)?;
    report::write_atomically(&path, page.as_bytes())?;
    for stacks in folded::write_all(&results, &arguments.out)? {
        print(&format!("stacks: {}\n", stacks.display()))?;
    }
    for note in &results.notes {
        print(&format!("note: {note}\n"))?;
    }
    print(&format!("flame graphs: {}\n", path.display()))?;
    Ok(ExitCode::SUCCESS)
}
