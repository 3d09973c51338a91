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

/// Template while the total is not known.
const UNKNOWN_TOTAL: Words = both("{spinner} {bytes}, {msg}", "{spinner} {bytes}、{msg}");

/// Template when the total is known.
const KNOWN_TOTAL: Words = both(
    "[{bar:30}] {percent}%, {msg}, {eta} left",
    "[{bar:30}] {percent}%、{msg}、残り{remaining}",
);

/// Time between two redraws on a terminal.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Minimum time between two progress lines that do not go to a terminal.
const PLAIN_PAUSE: Duration = Duration::from_secs(1);

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

/// A line with the number of records, the records per second and, if the total is known, the remaining time.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    records: u64,
    finished: Arc<AtomicBool>,
    language: Language,
}

impl Progress {
    /// Begins to show the progress of a run over `request`.
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
            progress.count(request.clone());
        }
        progress
    }

    /// Adds these numbers of bytes and records.
    pub(crate) fn advance(&mut self, bytes: u64, records: u64) {
        self.records += records;
        if !self.bar.is_hidden() {
            self.show(bytes);
        }
    }

    fn show(&self, bytes: u64) {
        let rate = u128::from(self.records) * 1000 / self.bar.elapsed().as_millis().max(1);
        let (records, rate) = (HumanCount(self.records), HumanCount(rate as u64));
        let thing = if self.records == 1 { "record" } else { "records" };
        self.bar.set_message(match self.language {
            Language::English => format!("{records} {thing}, {rate}/s"),
            Language::Japanese => format!("棋譜{records}件、毎秒{rate}件"),
        });
        self.bar.inc(bytes);
    }

    /// Runs `action`, which writes to standard error, while the bar is hidden.
    pub(crate) fn suspend<T>(&self, action: impl FnOnce() -> T) -> T {
        self.bar.suspend(action)
    }

    /// Removes the line.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
        self.bar.finish_and_clear();
    }

    /// Redraws the line periodically in a thread. If no thread is available, it changes only with each result.
    fn tick(&self) {
        let (bar, finished) = (self.bar.clone(), Arc::clone(&self.finished));
        let ticking = move || {
            while !finished.load(Ordering::Relaxed) {
                bar.tick();
                thread::sleep(REDRAW_INTERVAL);
            }
        };
        let _ = thread::Builder::new().spawn(ticking);
    }

    /// Computes the total size in the background, by a separate walk that reads no file.
    fn count(&self, request: Request) {
        // The length of a pipe is not known in advance.
        if request.reads_stdin() || request.list.as_ref().is_some_and(List::is_stream) {
            return;
        }
        let (bar, finished, language) = (self.bar.clone(), Arc::clone(&self.finished), self.language);
        let counting = move || {
            let mut total = 0;
            for found in Inputs::files(request) {
                if finished.load(Ordering::Relaxed) {
                    return;
                }
                if let InputEvent::Input(input) = found {
                    // The size of an archive is not known before it is unpacked.
                    if input.is_archive() {
                        return;
                    }
                    total += input.size.unwrap_or(0);
                }
            }
            bar.set_length(total);
            bar.set_style(style(KNOWN_TOTAL, language));
        };
        // Without a thread, the total stays unknown.
        let _ = thread::Builder::new().spawn(counting);
    }
}

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

/// Standard error that goes to a file or a pipe.
///
/// It has no cursor to move, so each state is a separate line, at most one per second.
#[derive(Debug, Default)]
struct LineOutput {
    last: Mutex<Option<Instant>>,
}

impl LineOutput {
    fn print(&self, line: &str) -> io::Result<()> {
        let line = line.trim();
        let Ok(mut last) = self.last.lock() else {
            return Ok(());
        };
        if line.is_empty() || last.is_some_and(|at| at.elapsed() < PLAIN_PAUSE) {
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
