//! Tells the lab which compiler and target it is built with, for the reports.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(compiler)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_default();
    println!("cargo::rustc-env=APOGRAPH_RUSTC={}", version.trim());
    println!("cargo::rustc-env=APOGRAPH_TARGET={}", std::env::var("TARGET").unwrap_or_default());
}
