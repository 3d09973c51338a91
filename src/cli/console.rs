//! What is said to the person at the terminal, on standard error.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use indicatif::HumanCount;

use super::reading::{Reading, WhenArg};
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

impl Console {
    pub(super) fn start(reading: &Reading, request: &Request) -> Self {
        let color = match reading.color {
            WhenArg::Auto => AutoStream::choice(&io::stderr()),
            WhenArg::Always => ColorChoice::Always,
            WhenArg::Never => ColorChoice::Never,
        };
        let progress = Progress::start(reading.progress(), request);
        Self {
            progress,
            color,
            quiet: reading.quiet,
            verbose: reading.verbose,
        }
    }

    /// Notes that more is done.
    pub(super) fn advance(&mut self, bytes: u64, records: u64) {
        self.progress.advance(bytes, records);
    }

    /// Something that could not be read.
    pub(super) fn failure(&self, failure: &Failure) {
        let red = AnsiColor::Red.on_default().bold();
        self.say(
            red,
            "error:",
            &format_args!("{}: {}", printable(&failure.shown), failure.error),
        );
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
        // Writing into a string cannot fail.
        for (number, what) in [(files.skipped, "skipped"), (files.failed, "not readable")] {
            if number > 0 {
                let _ = write!(line, "; {} {what}", count(number, "file"));
            }
        }
        let rate = u128::from(tally.records) * 1_000_000 / time.as_micros().max(1);
        let _ = write!(
            line,
            " ({:.2} s, {}/s)",
            time.as_secs_f64(),
            count(rate as u64, "record")
        );
        let head = if interrupted {
            "Interrupted after"
        } else {
            "Checked"
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
