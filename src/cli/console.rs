//! What is said to the person at the terminal, on standard error.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use indicatif::HumanCount;

use super::reading::Reading;
use crate::archive::{Failure, Progress, Request};
use crate::finding::Severity;
use crate::report::{Tally, printable};

/// Standard error during a run, shared with the progress bar. What cannot be written to it is lost: there is no
/// other place to complain.
pub(super) struct Console {
    progress: Progress,
    color: ColorChoice,
    quiet: bool,
    verbose: bool,
}

/// Numbers of files that a run met with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Files {
    pub(super) read: u64,
    pub(super) skipped: u64,
    pub(super) failed: u64,
}

/// What a conversion comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) records: u64,
    /// Records that lose something, or would.
    pub(super) lossy: u64,
    /// Records that cannot be converted.
    pub(super) refused: u64,
    /// Records that must not lose anything.
    pub(super) denied: u64,
    /// Records whose place cannot be written.
    pub(super) unwritten: u64,
    /// Files written.
    pub(super) files: u64,
    /// Whether any place could not be written.
    pub(super) broken: bool,
}

impl Console {
    pub(super) fn start(reading: &Reading, request: &Request) -> Self {
        let color = reading.color.on_stderr();
        let progress = Progress::start(reading.progress(), request);
        Self {
            progress,
            color,
            quiet: reading.quiet,
            verbose: reading.verbose,
        }
    }

    /// The same, saying nothing but what could not be done: programs read along.
    pub(super) fn terse(self) -> Self {
        Self {
            quiet: true,
            verbose: false,
            ..self
        }
    }

    /// Notes that more is done.
    pub(super) fn advance(&mut self, bytes: u64, records: u64) {
        self.progress.advance(bytes, records);
    }

    /// Something that could not be read.
    pub(super) fn failure(&self, failure: &Failure) {
        self.error(&failure.shown, &failure.error);
    }

    /// Something that could not be done about an input.
    pub(super) fn error(&self, name: &str, words: &dyn Display) {
        let red = AnsiColor::Red.on_default().bold();
        self.say(red, "error:", &format_args!("{}: {words}", printable(name)));
    }

    /// Lines of their own, coloured.
    pub(super) fn lines(&self, lines: &[u8]) {
        if lines.is_empty() {
            return;
        }
        self.progress.aside(|| {
            let _ = AutoStream::new(io::stderr(), self.color).write_all(lines);
        });
    }

    /// Something that only those want to know who ask for more.
    pub(super) fn detail(&self, name: &str, words: &dyn Display) {
        if self.verbose {
            self.say(Style::new(), &format!("{}:", printable(name)), words);
        }
    }

    /// Takes the progress bar away.
    pub(super) fn clear(&self) {
        self.progress.finish();
    }

    /// A table of its own.
    pub(super) fn table(&self, table: &[u8]) {
        self.progress.aside(|| {
            let _ = io::stderr().write_all(table);
        });
    }

    /// What the run came to and how long it took.
    pub(super) fn summary(&self, files: Files, tally: &Tally, interrupted: bool, time: Duration) {
        if self.quiet {
            return;
        }
        let mut line = format!(
            "{} ({}) in {}: {}, {}, {}",
            count(tally.records, "record"),
            count(tally.plies, "ply"),
            count(files.read, "file"),
            count(tally.findings(Severity::Error), "error"),
            count(tally.findings(Severity::Warning), "warning"),
            count(tally.findings(Severity::Note), "note"),
        );
        line.push_str(&tail(files, tally.records, time));
        let head = if interrupted {
            "Interrupted after"
        } else {
            "Checked"
        };
        self.say(Style::new().bold(), head, &line);
    }

    /// What a conversion came to and how long it took.
    pub(super) fn conversion(&self, files: Files, sums: &Sums, interrupted: bool, time: Duration) {
        if self.quiet {
            return;
        }
        let converted = sums.records - sums.refused - sums.denied - sums.unwritten;
        let mut line = format!(
            "{} of {} in {}: {} with losses",
            HumanCount(converted),
            count(sums.records, "record"),
            count(files.read, "file"),
            HumanCount(sums.lossy),
        );
        for (number, what) in [
            (sums.refused, "refused"),
            (sums.denied, "denied"),
            (sums.unwritten, "not written"),
        ] {
            if number > 0 {
                let _ = write!(line, ", {} {what}", HumanCount(number));
            }
        }
        if sums.files > 0 {
            let _ = write!(line, "; {} written", count(sums.files, "file"));
        }
        line.push_str(&tail(files, sums.records, time));
        let head = if interrupted {
            "Interrupted after"
        } else {
            "Converted"
        };
        self.say(Style::new().bold(), head, &line);
    }

    fn say(&self, style: Style, head: &str, words: &dyn Display) {
        self.progress.aside(|| {
            let mut stderr = AutoStream::new(io::stderr(), self.color);
            let _ = writeln!(stderr, "{style}{head}{style:#} {words}");
        });
    }
}

/// What was not read, and the time that the rest took.
fn tail(files: Files, records: u64, time: Duration) -> String {
    let mut line = String::new();
    // Writing into a string cannot fail.
    for (number, what) in [(files.skipped, "skipped"), (files.failed, "not readable")] {
        if number > 0 {
            let _ = write!(line, "; {} {what}", count(number, "file"));
        }
    }
    let rate = u128::from(records) * 1_000_000 / time.as_micros().max(1);
    let _ = write!(
        line,
        " ({:.2} s, {}/s)",
        time.as_secs_f64(),
        count(rate as u64, "record")
    );
    line
}

/// A number of things in words.
fn count(number: u64, thing: &str) -> String {
    let thing = match (number, thing) {
        (1, _) => thing.to_owned(),
        (_, "ply") => "plies".to_owned(),
        _ => format!("{thing}s"),
    };
    format!("{} {thing}", HumanCount(number))
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_is_singular() {
        assert_eq!(
            [count(0, "record"), count(1, "ply"), count(1200, "ply")],
            ["0 records", "1 ply", "1,200 plies"]
        );
    }
}
