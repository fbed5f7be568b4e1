//! How text is laid out for a terminal: columns, wrapped lines, colour.

use anstyle::{AnsiColor, Style};
use comfy_table::{Cell, CellAlignment, Row, Table, presets};

use crate::results::Verdict;

/// How wide and how colourful a terminal's text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Columns of the terminal. Tables leave out what does not fit.
    pub width: usize,
    /// Whether to write colours as ANSI sequences.
    pub colour: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self { width: 100, colour: false }
    }
}

impl Layout {
    /// As the standard output has it: a terminal's own width within reason, colours as the
    /// stream decides (write through `anstream`, which takes them out where they do not belong).
    pub fn of_standard_output() -> Self {
        let width = terminal_size::terminal_size_of(std::io::stdout())
            .map_or(100, |(width, _)| usize::from(width.0).clamp(60, 160));
        Self { width, colour: true }
    }
}

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const QUIET: Style = Style::new().dimmed();
const TITLE: Style = Style::new().bold();

impl Layout {
    fn paint(self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    pub(crate) fn title(self, text: &str) -> String {
        self.paint(TITLE, text)
    }

    pub(crate) fn quiet(self, text: &str) -> String {
        self.paint(QUIET, text)
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.paint(GOOD, text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.paint(BAD, text)
    }

    /// Colours the last occurrence of a word in a line: identifiers stand before verdicts.
    pub(crate) fn highlight(self, line: &str, word: &str, good: Option<bool>) -> String {
        let style = match good {
            Some(true) => GOOD,
            Some(false) => BAD,
            None => QUIET,
        };
        match line.rfind(word) {
            Some(at) if !word.is_empty() => {
                let (before, after) = (&line[..at], &line[at + word.len()..]);
                format!("{before}{}{after}", self.paint(style, word))
            }
            _ => line.to_owned(),
        }
    }

    /// Breaks a text at spaces; all lines but the first are indented by two more.
    pub(crate) fn wrap(self, text: &str, indent: usize) -> String {
        let mut lines = vec![" ".repeat(indent)];
        let mut is_empty = true;
        for word in text.split_whitespace() {
            let line = lines.last().map_or(0, |line| line.chars().count());
            if !is_empty && line + 1 + word.chars().count() > self.width {
                lines.push(" ".repeat(indent + 2));
                is_empty = true;
            }
            if let Some(line) = lines.last_mut() {
                if !is_empty {
                    line.push(' ');
                }
                line.push_str(word);
            }
            is_empty = false;
        }
        lines.join("\n")
    }
}

/// The word for a verdict in every report.
pub(crate) const fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Baseline => "baseline",
        Verdict::Faster => "faster",
        Verdict::Slower => "slower",
        Verdict::Tie => "tie",
    }
}

/// Whether a verdict is good news.
pub(crate) const fn verdict_tone(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Faster => Some(true),
        Verdict::Slower => Some(false),
        Verdict::Baseline | Verdict::Tie => None,
    }
}

/// Importance of a column that is never left out.
pub(crate) const ALWAYS: u8 = u8::MAX;

/// A table that gives up its least important columns where the terminal is narrow, and those that
/// hold nothing at all.
pub(crate) struct Grid {
    columns: Vec<Heading>,
    rows: Vec<Vec<String>>,
}

struct Heading {
    title: String,
    /// The first column is to the left, the others to the right unless they say otherwise.
    left: bool,
    importance: u8,
}

impl Grid {
    pub(crate) fn new() -> Self {
        Self { columns: Vec::new(), rows: Vec::new() }
    }

    /// Adds a column of figures or, if `left`, of words.
    pub(crate) fn column(mut self, title: impl Into<String>, left: bool, importance: u8) -> Self {
        self.columns.push(Heading { title: title.into(), left, importance });
        self
    }

    /// Adds a row; without cells it is an empty line.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table's lines: those of the titles, then one for each row.
    pub(crate) fn lines(&self, width: usize) -> Vec<String> {
        let is_used = |at: &usize| {
            self.rows.iter().any(|row| row.get(*at).is_some_and(|cell| !cell.is_empty()))
        };
        let mut shown: Vec<usize> = (0..self.columns.len()).filter(is_used).collect();
        loop {
            let lines = self.render(&shown);
            let fits = lines.iter().all(|line| line.chars().count() <= width);
            let least = shown
                .iter()
                .enumerate()
                .filter(|(_, column)| self.columns[**column].importance < ALWAYS)
                .min_by_key(|(_, column)| self.columns[**column].importance)
                .map(|(at, _)| at);
            match least {
                Some(least) if !fits => {
                    shown.remove(least);
                }
                _ => return lines,
            }
        }
    }

    fn render(&self, shown: &[usize]) -> Vec<String> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        let align = |text: &str, column: usize| {
            let left = self.columns[column].left;
            let alignment = if left { CellAlignment::Left } else { CellAlignment::Right };
            Cell::new(text).set_alignment(alignment)
        };
        table.set_header(Row::from(
            shown.iter().map(|&at| align(&self.columns[at].title, at)).collect::<Vec<_>>(),
        ));
        for row in &self.rows {
            let cell = |at: &usize| align(row.get(*at).map_or("", String::as_str), *at);
            table.add_row(Row::from(shown.iter().map(cell).collect::<Vec<_>>()));
        }
        for column in table.column_iter_mut() {
            column.set_padding((2, 0));
        }
        table.lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::new()
            .column("name", true, ALWAYS)
            .column("time", false, ALWAYS)
            .column("unused", false, 9)
            .column("bytes", false, 1)
            .column("blocks", false, 2);
        grid.row(["a", "1.00 ns", "", "12 B", "3"].map(str::to_owned).to_vec());
        grid.row(Vec::new());
        grid.row(["abcdef", "12 ns", "", "1 B", "40"].map(str::to_owned).to_vec());
        grid
    }

    #[test]
    fn figures_stand_to_the_right_and_unused_columns_are_left_out() {
        let expected = [
            "  name       time  bytes  blocks",
            "  a       1.00 ns   12 B       3",
            "",
            "  abcdef    12 ns    1 B      40",
        ];
        assert_eq!(grid().lines(100), expected);
    }

    #[test]
    fn a_narrow_terminal_loses_the_least_important_columns_first() {
        assert_eq!(grid().lines(31)[0], "  name       time  blocks");
        assert_eq!(grid().lines(20)[0], "  name       time");
        assert_eq!(grid().lines(5)[0], "  name       time");
    }

    #[test]
    fn long_lines_break_at_spaces_with_an_indent() {
        let layout = Layout { width: 20, colour: false };
        assert_eq!(layout.wrap("one two three four five", 2), "  one two three four\n    five");
        assert_eq!(layout.wrap("", 2), "  ");
    }

    #[test]
    fn only_the_last_occurrence_of_a_word_is_coloured() {
        let layout = Layout { width: 80, colour: true };
        let painted = layout.highlight("copy/faster  1 ns  faster", "faster", Some(true));
        assert_eq!(painted, "copy/faster  1 ns  \u{1b}[32mfaster\u{1b}[0m");
        let plain = Layout { colour: false, ..layout };
        assert_eq!(plain.highlight("a  tie", "tie", None), "a  tie");
    }
}
