//! Progress on a terminal, with an estimate of the time left; silent elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::task::Pass;
use crate::protocol::Protocol;

/// Shows how far a run has come. It draws only when a child process says something, at most
/// twice a second, so that it never runs beside a measurement for long.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    protocol: Protocol,
}

impl Progress {
    /// On the standard error, if that is a terminal.
    pub fn on_terminal() -> Self {
        if !std::io::stderr().is_terminal() {
            return Self::hidden();
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(2));
        Self { bar, protocol: Protocol::default() }
    }

    /// Nowhere.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), protocol: Protocol::default() }
    }

    pub(super) fn start(&mut self, subjects: usize, protocol: &Protocol) {
        self.protocol = protocol.clone();
        let passes = [
            Pass::Count,
            Pass::Latency,
            Pass::Threads,
            Pass::SampleCpu,
            Pass::SampleBytes,
            Pass::Floor,
        ];
        let fork = self.share(Pass::Time(None)) + self.share(Pass::Time(Some(0)));
        let subject =
            passes.map(|pass| self.share(pass)).iter().sum::<u64>() + fork * protocol.forks as u64;
        self.bar.set_length(subject * subjects as u64);
        let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {eta} left  {msg}");
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    }

    /// A pass's expected time in milliseconds, for a subject of the usual forty contestants.
    fn share(&self, pass: Pass) -> u64 {
        const CONTESTANTS: u64 = 40;
        let milliseconds = |ns: u64| ns / 1_000_000;
        let protocol = &self.protocol;
        match pass {
            Pass::Prove | Pass::Floor => 100,
            Pass::Time(None) => 200 + milliseconds(protocol.fork_ns),
            Pass::Time(Some(_)) => 100 + milliseconds(protocol.fork_ns / 2),
            Pass::Count => 1_000,
            Pass::Latency => CONTESTANTS * milliseconds(protocol.latency_ns),
            Pass::Threads if protocol.threads > 1 => CONTESTANTS * 300,
            Pass::Threads => 0,
            Pass::SampleCpu => CONTESTANTS * milliseconds(protocol.sampling_ns),
            Pass::SampleBytes => CONTESTANTS * milliseconds(protocol.sampling_ns / 10),
        }
    }

    pub(super) fn say(&self, subject: &str, what: &str) {
        self.bar.set_message(format!("{subject}: {what}"));
        self.bar.tick();
    }

    pub(super) fn tick(&self) {
        self.bar.tick();
    }

    pub(super) fn done(&self, pass: Pass) {
        self.bar.inc(self.share(pass));
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// How long the run has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.bar.elapsed()
    }
}
