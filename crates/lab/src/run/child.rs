//! The child's side of a run.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::task::{CHILD, Event, MARK, Pass, Task};
use super::{counting, latency, profiling, threads, timing};
use crate::results::Proof;
use crate::subject::Experiment;

/// Whether this process was started by a run, to measure for it: it must then make the same
/// subjects as its parent and call [`serve`].
pub fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

/// Does what the parent asks for, and answers on the standard output.
///
/// # Errors
///
/// When the parent's request cannot be read, names a subject that is not among `experiments`, or
/// the answer cannot be written. The parent reports this as the child's failure.
pub fn serve(experiments: &[Box<dyn Experiment>]) -> Result<(), ServeError> {
    die_with_parent();
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(ServeError::Input)?;
    let task: Task = serde_json::from_str(&text).map_err(ServeError::Task)?;
    let experiment = experiments
        .iter()
        .find(|experiment| experiment.name() == task.subject)
        .ok_or_else(|| ServeError::Subject(task.subject.clone()))?;
    let mut failure = None;
    let mut emit = |event: Event| {
        if failure.is_none()
            && let Err(error) = write_event(&event)
        {
            failure = Some(error);
        }
    };
    perform(&**experiment, &task, &mut emit);
    emit(Event::Finished);
    failure.map_or(Ok(()), |error| Err(ServeError::Output(error)))
}

/// Why a child could not do its task.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The task could not be read.
    #[error("reading the task failed: {0}")]
    Input(std::io::Error),
    /// The task is not one of this version's.
    #[error("the task is malformed: {0}")]
    Task(serde_json::Error),
    /// This process has no such subject.
    #[error("the child process has no subject {0:?}: it must make the same subjects as its parent")]
    Subject(String),
    /// An answer could not be written.
    #[error("answering failed: {0}")]
    Output(std::io::Error),
}

fn write_event(event: &Event) -> std::io::Result<()> {
    let mut line = MARK.as_bytes().to_vec();
    serde_json::to_writer(&mut line, event)?;
    line.push(b'\n');
    let mut output = std::io::stdout().lock();
    output.write_all(&line)?;
    output.flush()
}

/// A parent that is killed takes its children with it.
#[cfg(target_os = "linux")]
fn die_with_parent() {
    // A refusal leaves the parent's own clean-up, which covers every other end of a run.
    let _refused =
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent() {}

fn perform(experiment: &dyn Experiment, task: &Task, emit: &mut dyn FnMut(Event)) {
    let mut rng = ChaCha8Rng::seed_from_u64(
        task.protocol.seed.wrapping_add((task.fork as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
    );
    match task.pass {
        Pass::Prove => prove(experiment, task, emit),
        Pass::Time(only) => {
            let mut trial = experiment.begin(&task.contestants, only);
            timing::time(&mut *trial, task, only.is_some(), &mut rng, emit);
        }
        Pass::Count => {
            counting::count(&mut *experiment.begin(&task.contestants, None), task, emit);
        }
        Pass::Floor => counting::floor(&mut *experiment.begin(&task.contestants, None), emit),
        Pass::Latency => {
            let mut trial = experiment.begin(&task.contestants, None);
            latency::latency(&mut *trial, task, &mut rng, emit);
        }
        Pass::Threads => threads::throughput(experiment, task, emit),
        Pass::SampleCpu => {
            let mut trial = experiment.begin(&task.contestants, None);
            profiling::cpu(&mut *trial, task, &mut rng, emit);
        }
        Pass::SampleBytes => {
            let mut trial = experiment.begin(&task.contestants, None);
            profiling::bytes(&mut *trial, task, &mut rng, emit);
        }
    }
}

/// One contestant at a time, so that one which cannot be readied takes no other with it. A panic
/// is told by its place alone, for its message may hold the user's data.
fn prove(experiment: &dyn Experiment, task: &Task, emit: &mut dyn FnMut(Event)) {
    let place_of_panic = Arc::new(Mutex::new(String::new()));
    let told = Arc::clone(&place_of_panic);
    std::panic::set_hook(Box::new(move |panic| {
        if let (Some(location), Ok(mut told)) = (panic.location(), told.lock()) {
            *told = format!(" at {}:{}", location.file(), location.line());
        }
    }));
    for (place, &contestant) in task.contestants.iter().enumerate() {
        emit(Event::Started(place));
        let proof = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            experiment.begin(&[contestant], None).prove(0)
        }));
        let proof = proof.unwrap_or_else(|_| Proof::Failed {
            object: 0,
            path: String::new(),
            difference: format!(
                "it panicked{}",
                place_of_panic.lock().map(|place| place.clone()).unwrap_or_default()
            ),
            setting: None,
        });
        emit(Event::Proved(place, proof));
    }
}
