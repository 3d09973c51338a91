//! What is said to the person at the terminal, on standard error.

use std::cell::OnceCell;
use std::fmt::Display;
use std::io;
use std::io::Write as _;

use anstream::ColorChoice;
use anstyle::{AnsiColor, Style};

use super::reading::Reading;
use super::summary::Files;
use crate::batch::{Failure, Progress, Request, Skipped, Why};
use crate::finding::{Language, Message, Reason, Words, both};
use crate::output::{STDERR, stderr};
use crate::text::{Payload, printable};

/// What stands before something that could not be done.
const ERROR: Words = both("error:", "エラー:");

/// Something that broke off a whole run. With standard error closed as well there is nobody left to tell.
pub(super) fn error(error: &io::Error, language: Language) {
    let why = Reason::of(error);
    let _ = writeln!(
        stderr(Payload::Words, ColorChoice::Auto),
        "{} {}",
        ERROR.in_language(language),
        printable(&why.in_language(language))
    );
}

/// Standard error during a run, shared with the progress bar. What people read and cannot be written to it is lost: there
/// is no other place to complain. What programs read must not be.
pub(super) struct Console {
    progress: Progress,
    color: ColorChoice,
    quiet: bool,
    verbose: bool,
    language: Language,
    /// What stands before something that could not be done.
    error: &'static str,
    /// Why something that programs read could not be written.
    lost: OnceCell<io::Error>,
}

impl Console {
    pub(super) fn start(reading: &Reading, request: &Request, language: Language) -> Self {
        let color = reading.color.on_stderr();
        let progress = Progress::start(reading.progress(), request, language);
        Self {
            progress,
            color,
            quiet: reading.quiet,
            verbose: reading.verbose,
            language,
            error: ERROR.in_language(language),
            lost: OnceCell::new(),
        }
    }

    /// The same, saying nothing but what could not be done: programs read along.
    pub(super) fn terse(self) -> Self {
        Self {
            quiet: true,
            verbose: false,
            error: ERROR.english,
            ..self
        }
    }

    /// Notes that more is done.
    pub(super) fn advance(&mut self, bytes: u64, records: u64) {
        self.progress.advance(bytes, records);
    }

    /// Something that could not be read.
    pub(super) fn failure(&self, failure: &Failure) {
        self.error(&failure.shown, &Reason::of(&failure.error));
    }

    /// Something that could not be done about an input.
    pub(super) fn error(&self, name: &str, words: &Message) {
        let words = words.in_language(self.language);
        let words = printable(&words);
        self.say(red(), self.error, &format_args!("{}: {words}", printable(name)));
    }

    /// Lines of their own, coloured.
    pub(super) fn lines(&self, lines: &[u8]) {
        if lines.is_empty() {
            return;
        }
        self.progress.aside(|| {
            let _ = stderr(Payload::Words, self.color).write_all(lines);
        });
    }

    /// A line for programs.
    pub(super) fn data(&self, line: &str) {
        self.keep(Payload::Data, format!("{line}\n").as_bytes());
    }

    /// A line about what a conversion has lost, or why there is none.
    pub(super) fn loss(&self, line: &str) {
        self.keep(Payload::Words, format!("{line}\n").as_bytes());
    }

    /// A table that was asked for.
    pub(super) fn table(&self, table: &[u8]) {
        self.keep(Payload::Words, table);
    }

    /// Writes what must not be lost. Where a part of it is, nothing more would make sense; a reader who has gone has seen
    /// enough.
    fn keep(&self, content: Payload, bytes: &[u8]) {
        if self.lost.get().is_some() {
            return;
        }
        let written = self.progress.aside(|| {
            let mut stderr = stderr(content, self.color);
            stderr.write_all(bytes)?;
            stderr.flush()
        });
        if let Some(error) = written.err().filter(|it| it.kind() != io::ErrorKind::BrokenPipe) {
            let _ = self.lost.set(error);
        }
    }

    /// Whether all that must not be lost could be written. Where it was not, there may be room for the reason.
    pub(super) fn is_whole(&self) -> bool {
        let lost = self.lost.get();
        if let Some(error) = lost {
            self.error(STDERR.in_language(self.language), &Reason::of(error));
        }
        lost.is_none()
    }

    /// Something that only those want to know who ask for more.
    pub(super) fn detail(&self, name: &str, words: &dyn Display) {
        if self.verbose {
            self.say(Style::new(), &format!("{}:", printable(name)), words);
        }
    }

    /// Whether somebody wants to know more.
    pub(super) const fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Something that is worth knowing, of one line or several, unless somebody wants quiet.
    pub(super) fn note(&self, words: &str) {
        if self.quiet {
            return;
        }
        let words: Vec<_> = words.lines().map(printable).collect();
        self.progress.aside(|| {
            let mut stderr = stderr(Payload::Words, self.color);
            let _ = writeln!(stderr, "{}", words.join("\n"));
        });
    }

    /// Something in a directory that is not read.
    pub(super) fn skipped(&self, skipped: &Skipped) {
        let words = match skipped.why {
            Why::Extension => both("skipped: unknown extension", "対象外: 未知の拡張子"),
            Why::Hidden => both("skipped: hidden file", "対象外: 隠しファイル"),
            Why::Again => both(
                "skipped: already read (the path was given twice)",
                "対象外: 読み込み済み（重複した指定）",
            ),
            Why::NoRecord => both("skipped: contains no record", "対象外: 棋譜を含まない"),
            Why::Folder => both(
                "folder skipped; it is read if you specify it",
                "対象外のフォルダ。引数に指定すれば読む",
            ),
        };
        self.detail(&skipped.shown, words.in_language(self.language));
    }

    /// That nothing was there to read.
    pub(super) fn nothing(&self, files: Files) {
        let words = if files.skipped + files.folders > 0 {
            both(
                "no record found: all files were skipped (-v lists the reasons); a file that you specify is read whatever its extension",
                "棋譜が見つからない。どのファイルも対象外だった（理由は -v で表示）。引数に指定したファイルは拡張子によらず読む",
            )
        } else {
            both(
                "no record found: the paths contain no file to read; check the paths and the exclude patterns",
                "棋譜が見つからない。読むファイルがない。パスと除外パターンを確かめる",
            )
        };
        self.say(red(), self.error, words.in_language(self.language));
    }

    /// Takes the progress bar away.
    pub(super) fn clear(&self) {
        self.progress.finish();
    }

    /// What the run came to, unless somebody wants quiet.
    pub(super) fn summary(&self, head: &str, line: &str) {
        if !self.quiet {
            self.say(Style::new().bold(), head, &line);
        }
    }

    fn say(&self, style: Style, head: &str, words: &dyn Display) {
        self.progress.aside(|| {
            let mut stderr = stderr(Payload::Words, self.color);
            let _ = writeln!(stderr, "{style}{head}{style:#} {words}");
        });
    }
}

fn red() -> Style {
    AnsiColor::Red.on_default().bold()
}
