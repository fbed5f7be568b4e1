//! Where and with what a run was made.

use crate::results::{Build, Machine};

/// Describes this machine, as far as the system tells.
pub(super) fn machine() -> Machine {
    let field = |path: &str, name: &str| {
        let text = std::fs::read_to_string(path).ok()?;
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let kernel = |name: &str| {
        std::fs::read_to_string(format!("/proc/sys/kernel/{name}"))
            .map(|text| text.trim().to_owned())
            .ok()
    };
    let os = [kernel("ostype"), kernel("osrelease")].into_iter().flatten().collect::<Vec<_>>();
    Machine {
        cpu: field("/proc/cpuinfo", "model name")
            .unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        os: if os.is_empty() { std::env::consts::OS.to_owned() } else { os.join(" ") },
        memory_bytes: field("/proc/meminfo", "MemTotal")
            .and_then(|text| text.strip_suffix("kB")?.trim().parse::<u64>().ok())
            .map(|kilobytes| kilobytes * 1_024),
        load: std::fs::read_to_string("/proc/loadavg")
            .ok()
            .and_then(|text| text.split_whitespace().next()?.parse().ok()),
    }
}

/// Describes this program.
pub(super) fn build(allocator: &str) -> Build {
    Build {
        rustc: env!("APOGRAPH_RUSTC").to_owned(),
        target: env!("APOGRAPH_TARGET").to_owned(),
        profile: if cfg!(debug_assertions) { "debug" } else { "release" }.to_owned(),
        allocator: allocator.to_owned(),
    }
}
