//! Folded stacks: one stack a line, `outermost;…;innermost weight`, as flame graph tools read
//! them.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::{WriteError, write_atomically};
use crate::results::{FlameGraph, Frame, Results};

/// The stacks of a flame graph, folded.
pub fn to_string(flame: &FlameGraph, frames: &[Frame]) -> String {
    let mut text = String::new();
    // A parent stands before its children, so every path is there when it is needed.
    let mut paths: Vec<String> = Vec::with_capacity(flame.nodes.len());
    for node in &flame.nodes {
        let name = frames.get(node.frame as usize).map_or("[unknown]", |frame| &frame.name);
        let name = name.replace(';', ":").replace(['\n', '\r'], " ");
        let path = match node.parent.and_then(|parent| paths.get(parent as usize)) {
            Some(parent) => format!("{parent};{name}"),
            None => name,
        };
        if node.weight > 0 {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{path} {}", node.weight);
        }
        paths.push(path);
    }
    text
}

/// Writes the folded stacks of every contestant that has some into `DIR/stacks`, processor
/// samples as `SUBJECT.CONTESTANT.cpu.folded` and allocated bytes as `….bytes.folded`, with `-` for
/// `/`. Returns the paths.
///
/// # Errors
///
/// When a file cannot be written; the error names the path.
pub fn write_all(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, WriteError> {
    let mut paths = Vec::new();
    for subject in &results.subjects {
        for contestant in &subject.contestants {
            let flames = [
                ("cpu", contestant.cpu.as_ref().map(|profile| &profile.flame)),
                ("bytes", contestant.bytes.as_ref().map(|profile| &profile.flame)),
            ];
            for (kind, flame) in flames {
                let Some(flame) = flame.filter(|flame| !flame.nodes.is_empty()) else { continue };
                let id = contestant.id.to_string().replace('/', "-");
                let path = dir.join("stacks").join(format!("{}.{id}.{kind}.folded", subject.name));
                write_atomically(&path, to_string(flame, &results.frames).as_bytes())?;
                paths.push(path);
            }
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::FlameNode;

    #[test]
    fn stacks_are_written_from_the_outermost_frame() {
        let frame = |name: &str| Frame { name: name.to_owned(), stage: None };
        let node = |frame, parent, weight| FlameNode { frame, parent, weight };
        let flame = FlameGraph {
            nodes: vec![
                node(0, None, 0),
                node(1, Some(0), 3),
                node(2, Some(1), 4),
                node(9, None, 1),
            ],
        };
        assert_eq!(
            to_string(&flame, &[frame("main"), frame("a;b"), frame("c\nd")]),
            "main;a:b 3\nmain;a:b;c d 4\n[unknown] 1\n"
        );
    }
}
