//! The progress of a run, shown on standard error.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fmt, thread};

use anstream::ColorChoice;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};

use super::input::InputEvent;
use super::inputs::{Inputs, Request};
use super::walk::List;
use crate::finding::{Language, Words, both};
use crate::output::{stderr, stderr_is_terminal};
use crate::text::Payload;

/// Template of the line while the total size of the inputs is not known.
const UNKNOWN_TOTAL: Words = both("{spinner} {bytes}, {msg}", "{spinner} {bytes}、{msg}");

/// Template of the line when the total size of the inputs is known.
const KNOWN_TOTAL: Words = both(
    "[{bar:30}] {percent}%, {msg}, {eta} left",
    "[{bar:30}] {percent}%、{msg}、残り{remaining}",
);

/// Time between two redraws of the line on a terminal.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Minimum time between two progress lines in a file or pipe.
const LINE_INTERVAL: Duration = Duration::from_secs(1);

/// The condition for showing progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum When {
    /// Show progress if standard error is a terminal.
    #[default]
    Auto,
    /// Always show progress.
    Always,
    /// Never show progress.
    Never,
}

/// The progress line of a run: the number of records, the records per second and, if the total size is known, the remaining
/// time.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Number of records that were read.
    records: u64,
    /// Set when the run is finished, which ends the background threads.
    finished: Arc<AtomicBool>,
    language: Language,
}

impl Progress {
    /// Begins to show the progress of a run over `request`, if the condition `when` is met.
    pub(crate) fn start(when: When, request: &Request, language: Language) -> Self {
        let terminal = stderr_is_terminal();
        let target = match when {
            When::Auto | When::Always if terminal => ProgressDrawTarget::stderr(),
            When::Always => ProgressDrawTarget::term_like(Box::new(LineOutput::default())),
            When::Auto | When::Never => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target).with_style(style(UNKNOWN_TOTAL, language));
        let progress = Self {
            bar,
            records: 0,
            finished: Arc::default(),
            language,
        };
        if !progress.bar.is_hidden() {
            progress.show(0);
            progress.tick();
            progress.start_total(request.clone());
        }
        progress
    }

    /// Adds bytes and records that were read, and updates the line if it is shown.
    pub(crate) fn advance(&mut self, bytes: u64, records: u64) {
        self.records += records;
        if !self.bar.is_hidden() {
            self.show(bytes);
        }
    }

    /// Updates the line and adds bytes that were read.
    fn show(&self, bytes: u64) {
        let rate = u128::from(self.records) * 1000 / self.bar.elapsed().as_millis().max(1);
        let (records, rate) = (HumanCount(self.records), HumanCount(rate as u64));
        let noun = if self.records == 1 { "record" } else { "records" };
        self.bar.set_message(match self.language {
            Language::English => format!("{records} {noun}, {rate}/s"),
            Language::Japanese => format!("棋譜{records}件、毎秒{rate}件"),
        });
        self.bar.inc(bytes);
    }

    /// Runs `action`, which writes to standard error, while the line is hidden.
    pub(crate) fn suspend<T>(&self, action: impl FnOnce() -> T) -> T {
        self.bar.suspend(action)
    }

    /// Removes the line, and ends the background threads.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
        self.bar.finish_and_clear();
    }

    /// Redraws the line periodically in a thread. If no thread can be started, the line only changes with each result.
    fn tick(&self) {
        let (bar, finished) = (self.bar.clone(), Arc::clone(&self.finished));
        let redraw = move || {
            while !finished.load(Ordering::Relaxed) {
                bar.tick();
                thread::sleep(REDRAW_INTERVAL);
            }
        };
        let _ = thread::Builder::new().spawn(redraw);
    }

    /// Computes the total size in the background, by a separate walk of the directories that does not read the files. The
    /// total size stays unknown if an input is an archive or standard input, or if the list of paths is a pipe.
    fn start_total(&self, request: Request) {
        // The length of a pipe is not known in advance.
        if request.reads_stdin() || request.list.as_ref().is_some_and(List::is_stream) {
            return;
        }
        let (bar, finished, language) = (self.bar.clone(), Arc::clone(&self.finished), self.language);
        let compute_total = move || {
            let mut total = 0;
            for event in Inputs::files(request) {
                if finished.load(Ordering::Relaxed) {
                    return;
                }
                if let InputEvent::Input(input) = event {
                    // The unpacked size of an archive is not known in advance.
                    if input.is_archive() {
                        return;
                    }
                    total += input.size.unwrap_or(0);
                }
            }
            bar.set_length(total);
            bar.set_style(style(KNOWN_TOTAL, language));
        };
        // If no thread can be started, the total size stays unknown.
        let _ = thread::Builder::new().spawn(compute_total);
    }
}

/// Returns the style of the line. The key `remaining` of the template is the remaining time in Japanese.
fn style(template: Words, language: Language) -> ProgressStyle {
    let remaining = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let seconds = state.eta().as_secs();
        let _ = match seconds / 60 {
            0 => write!(out, "{seconds}秒"),
            minutes => write!(out, "{minutes}分{}秒", seconds % 60),
        };
    };
    ProgressStyle::with_template(template.in_language(language))
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
        .with_key("remaining", remaining)
}

/// An output to standard error that is a file or a pipe.
///
/// The line cannot be redrawn there, so each state is written as a separate line, at most one per second.
#[derive(Debug, Default)]
struct LineOutput {
    /// The time of the last line.
    last: Mutex<Option<Instant>>,
}

impl LineOutput {
    fn print(&self, line: &str) -> io::Result<()> {
        let line = line.trim();
        let Ok(mut last) = self.last.lock() else {
            return Ok(());
        };
        if line.is_empty() || last.is_some_and(|time| time.elapsed() < LINE_INTERVAL) {
            return Ok(());
        }
        *last = Some(Instant::now());
        writeln!(stderr(Payload::Words, ColorChoice::Never), "{line}")
    }
}

impl TermLike for LineOutput {
    fn width(&self) -> u16 {
        120
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.print(line)
    }

    fn write_str(&self, line: &str) -> io::Result<()> {
        self.print(line)
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        Ok(())
    }
}
