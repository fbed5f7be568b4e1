//! Where the time goes: stages × contestants, in time per operation.

use super::layout::{ALWAYS, Grid, Layout};
use super::table::ranked;
use crate::identifier::Operation;
use crate::quantity;
use crate::results::{ContestantResult, CpuProfile, OTHER, SubjectResult};

/// Contestants that stand beside each other in one table, at most: more fit no terminal.
const ABREAST: usize = 8;

/// The stages of a subject's contestants, one table for each operation, or several where the
/// contestants do not fit beside each other. Empty if nothing was sampled.
pub fn render(subject: &SubjectResult, layout: Layout) -> String {
    let mut text = String::new();
    for operation in Operation::ALL {
        let sampled: Vec<(&ContestantResult, &CpuProfile)> = ranked(subject, operation)
            .into_iter()
            .filter_map(|contestant| Some((contestant, contestant.cpu.as_ref()?)))
            .collect();
        let mut rest = &sampled[..];
        while !rest.is_empty() {
            let mut count = rest.len().min(ABREAST);
            let mut lines = table(&rest[..count], operation).lines(layout.width);
            let fits = |lines: &[String]| lines.iter().all(|l| l.chars().count() <= layout.width);
            while !fits(&lines) && count > 1 {
                count -= 1;
                lines = table(&rest[..count], operation).lines(layout.width);
            }
            if !text.is_empty() {
                text.push('\n');
            }
            text += &(lines.join("\n") + "\n");
            rest = &rest[count..];
        }
    }
    text
}

fn table(sampled: &[(&ContestantResult, &CpuProfile)], operation: Operation) -> Grid {
    let mut grid = Grid::new().column(format!("{operation}: stage"), true, ALWAYS);
    for (contestant, _) in sampled {
        // Below each other the parts of an identifier take the width of a figure.
        let title = match contestant.id.variant() {
            Some(variant) => format!("{}\n{}", contestant.id.name(), variant.replace('/', "\n")),
            None => contestant.id.name().to_owned(),
        };
        grid = grid.column(title, false, ALWAYS);
    }
    for stage in stages(sampled.iter().map(|(_, cpu)| *cpu)) {
        let cells = sampled.iter().map(|(_, cpu)| {
            let found = cpu.stages.iter().find(|other| other.stage == stage);
            found.map_or(String::new(), |found| quantity::time(found.ns))
        });
        grid.row(std::iter::once(stage.to_owned()).chain(cells).collect());
    }
    let mut row = |name: &str, figure: &dyn Fn(&ContestantResult, &CpuProfile) -> String| {
        let cells = sampled.iter().map(|(contestant, cpu)| figure(contestant, cpu));
        grid.row(std::iter::once(name.to_owned()).chain(cells).collect());
    };
    row("all", &|contestant, _| {
        contestant.time.as_ref().map_or(String::new(), |time| quantity::time(time.ns.median))
    });
    row("other, share", &|_, cpu| quantity::percent(cpu.unclassified()));
    row("samples kept", &|_, cpu| format!("{} of {}", cpu.kept, cpu.due));
    grid
}

/// The stages of some profiles: the one with the most time first, `other` last.
fn stages<'a>(profiles: impl Iterator<Item = &'a CpuProfile>) -> Vec<&'a str> {
    let mut stages: Vec<(&str, f64)> = Vec::new();
    for share in profiles.flat_map(|profile| &profile.stages) {
        match stages.iter_mut().find(|(stage, _)| *stage == share.stage) {
            Some((_, ns)) => *ns += share.ns,
            None => stages.push((&share.stage, share.ns)),
        }
    }
    stages.sort_by(|a, b| (a.0 == OTHER).cmp(&(b.0 == OTHER)).then(b.1.total_cmp(&a.1)));
    stages.into_iter().map(|(stage, _)| stage).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample;

    #[test]
    fn stages_stand_in_time_per_operation_with_other_last() {
        let expected = "  \
  copy: stage          clone
  free               1.44 µs
  allocate           1.15 µs
  clone               888 ns
  other               222 ns
  all                3.70 µs
  other, share         6.0 %
  samples kept  1000 of 1010

  roundtrip: stage    serde_json
  string parse           4.52 µs
  traverse               4.14 µs
  other                  10.2 µs
  all                    18.8 µs
  other, share              54 %
  samples kept      1000 of 1010
";
        let found = render(&sample::device_state(), Layout::default());
        assert_eq!(found, expected.trim_start_matches("  \n"), "\n{found}");
    }

    #[test]
    fn contestants_that_do_not_fit_beside_each_other_get_tables_of_their_own() {
        let names = ["alpha", "beta", "gamma", "delta"];
        let samples = names.map(|name| {
            sample::timed(&format!("decode/{name}/text/into"), 5_000.0).stages(&[("parse", 1.0)])
        });
        let subject = sample::subject("s", samples);
        let found = render(&subject, Layout { width: 50, colour: false });
        assert!(found.lines().all(|line| line.chars().count() <= 50), "{found}");
        assert_eq!(found.matches("decode: stage").count(), 2, "{found}");
        for name in names {
            assert!(found.contains(name), "{name} is missing:\n{found}");
        }
    }

    #[test]
    fn without_samples_there_is_no_table() {
        let subject = sample::subject("s", [sample::timed("copy/clone", 5.0)]);
        assert_eq!(render(&subject, Layout::default()), "");
    }
}
