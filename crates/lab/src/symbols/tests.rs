use std::hint::black_box;

use super::*;
use crate::sampling::{RawFrame, RawStack, SamplingError, StackRecorder};

#[inline(never)]
fn outer(recorder: &mut StackRecorder) {
    inlined(recorder);
    black_box(());
}

#[inline(always)]
fn inlined(recorder: &mut StackRecorder) {
    deeper(recorder);
}

#[inline(always)]
fn deeper(recorder: &mut StackRecorder) {
    recorder.record_here(1);
}

fn resolved() -> Result<(Symbolizer, Vec<Stack>), SamplingError> {
    let mut recorder = StackRecorder::new(10)?;
    outer(&mut recorder);
    let mut symbolizer = Symbolizer::new();
    let stacks = symbolizer.resolve(&recorder.into_profile());
    Ok((symbolizer, stacks))
}

#[test]
fn an_inlined_chain_is_named_from_the_outside_in() -> Result<(), SamplingError> {
    let (symbolizer, stacks) = resolved()?;
    let names: Vec<&str> = stacks[0].frames.iter().map(|name| &**name).collect();
    let start = names.iter().position(|name| name.ends_with("symbols::tests::outer"));
    let found = start.and_then(|start| names.get(start..start + 4));
    let expected = [
        "apograph_lab::symbols::tests::outer",
        "apograph_lab::symbols::tests::inlined",
        "apograph_lab::symbols::tests::deeper",
        "apograph_lab::sampling::imp::recorder::StackRecorder::record_here",
    ];
    assert_eq!(found, Some(&expected[..]), "{names:#?}");
    assert_eq!(symbolizer.notes(), [] as [String; 0]);
    Ok(())
}

#[test]
fn what_has_no_name_shows_file_and_address() {
    let profile = RawProfile {
        modules: vec![Module { path: "/no/such/program".into(), bias: 0, functions: Vec::new() }],
        stacks: vec![RawStack {
            frames: vec![
                RawFrame { module: Some(0), address: 0x1f },
                RawFrame { module: None, address: 0x20 },
            ],
            weight: 3,
        }],
        ..RawProfile::default()
    };
    let mut symbolizer = Symbolizer::new();
    let stacks = symbolizer.resolve(&profile);
    let frames = vec!["[0x20]".into(), "[program+0x1f]".into()];
    assert_eq!(stacks, [Stack { frames, weight: 3 }]);
    assert_eq!(
        symbolizer.notes(),
        ["/no/such/program cannot be read, so its functions have no names"]
    );
}
