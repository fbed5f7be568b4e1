//! The parent's side: one child process, watched.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::task::{CHILD, Event, MARK, Pass, Task};
use super::{Interrupt, RunError};

/// A child that says nothing for so long hangs.
const SILENCE: Duration = Duration::from_secs(600);

/// How to start a child: by default the same program with the same arguments.
#[derive(Clone, Debug)]
pub struct Launcher {
    program: PathBuf,
    arguments: Vec<std::ffi::OsString>,
}

impl Launcher {
    /// The running program with its own arguments.
    ///
    /// # Errors
    ///
    /// When the path of the running program cannot be found out.
    pub fn current() -> Result<Self, RunError> {
        let program = std::env::current_exe().map_err(RunError::Program)?;
        Ok(Self { program, arguments: std::env::args_os().skip(1).collect() })
    }

    /// The running program with other arguments.
    #[must_use]
    pub fn with_arguments(mut self, arguments: Vec<std::ffi::OsString>) -> Self {
        self.arguments = arguments;
        self
    }
}

/// How a child ended.
pub(super) enum End {
    /// It did its task.
    Finished,
    /// It died, working on this contestant of the task.
    Died { contestant: Option<usize>, status: ExitStatus },
}

/// A child that is killed and reaped when it goes out of scope, however that comes.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // Both fail only when the child is already gone.
        let _gone = self.0.kill();
        let _reaped = self.0.wait();
    }
}

/// Runs a task in a child process and hands its events on as they come.
pub(super) fn perform(
    launcher: &Launcher,
    task: &Task,
    interrupt: &Interrupt,
    on_event: &mut dyn FnMut(Event),
) -> Result<End, RunError> {
    let mut command = Command::new(&launcher.program);
    command.args(&launcher.arguments).env(CHILD, "1").stdin(Stdio::piped()).stdout(Stdio::piped());
    if task.pass == Pass::Prove {
        // What makes a contestant fail its proof is in the proof; a stack overflow or a panic on
        // the way would only alarm.
        command.stderr(Stdio::null());
    }
    let mut child = Guard(command.spawn().map_err(RunError::Start)?);
    if let Some(mut input) = child.0.stdin.take() {
        let text = serde_json::to_vec(task).map_err(RunError::Task)?;
        // A child that died before it read shows in its status below.
        let _unread = input.write_all(&text);
    }
    let output = child.0.stdout.take();
    let (sender, lines) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        for line in output.map(BufReader::new).into_iter().flat_map(BufRead::lines) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });

    let mut current = None;
    let mut finished = false;
    let mut heard = Instant::now();
    loop {
        if interrupt.is_set() {
            return Err(RunError::Interrupted);
        }
        match lines.recv_timeout(Duration::from_millis(50)) {
            Ok(Ok(line)) => {
                heard = Instant::now();
                match line.strip_prefix(MARK).map(serde_json::from_str::<Event>) {
                    Some(Ok(Event::Finished)) => finished = true,
                    Some(Ok(Event::Started(contestant))) => current = Some(contestant),
                    Some(Ok(event)) => on_event(event),
                    Some(Err(error)) => return Err(RunError::Event(error)),
                    None => eprintln!("{line}"),
                }
            }
            Ok(Err(error)) => return Err(RunError::Output(error)),
            Err(RecvTimeoutError::Timeout) if heard.elapsed() > SILENCE => {
                return Err(RunError::Silent {
                    subject: task.subject.clone(),
                    seconds: SILENCE.as_secs(),
                });
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = child.0.wait().map_err(RunError::Output)?;
    // The reader ended with the child's output.
    let _panicked = reader.join();
    if interrupt.is_set() {
        return Err(RunError::Interrupted);
    }
    if finished && status.success() {
        return Ok(End::Finished);
    }
    if current.is_none() && task.pass != Pass::Floor {
        return Err(RunError::Died { subject: task.subject.clone(), status });
    }
    Ok(End::Died { contestant: current, status })
}

/// How a process ended, in words.
pub(super) fn ending(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " (illegal instruction)",
            6 => " (abort: a stack overflow or a failed allocation ends so)",
            7 => " (bus error)",
            8 => " (arithmetic fault)",
            9 => " (killed, often for lack of memory)",
            11 => " (segmentation fault)",
            _ => "",
        };
        return format!("the process died of signal {signal}{name}");
    }
    match status.code() {
        Some(code) => format!("the process ended with exit code {code}"),
        None => "the process ended".to_owned(),
    }
}
