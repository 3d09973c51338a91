//! Messages to the user on standard error.

use std::cell::OnceCell;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::time::Duration;

use anstream::ColorChoice;
use anstyle::{AnsiColor, Style};
use clap::Args;
use indicatif::HumanCount;

use super::{Status, WhenArg, training, values};
use crate::batch::{Failure, Progress, Request, SkipReason, Skipped, When};
use crate::book::{BookCounts, BookRecords};
use crate::check::FixCounts;
use crate::convert::StripCounts;
use crate::finding::{Language, Message, Reason, Severity, Words, both, message};
use crate::notation::ItemCounts;
use crate::output::{STDERR, stderr};
use crate::report::{FindingCounts, Paint};
use crate::run::{ExcludedRecords, OptionError};
use crate::text::{Payload, printable};

/// The prefix of error messages.
const ERROR_PREFIX: Words = both("error:", "エラー:");

/// Maximum number of messages of one kind about single records, unless `--verbose` is given.
const MAX_LISTED: u64 = 3;

/// The options about the messages on standard error.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct TerminalArgs {
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: WhenArg,

    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: WhenArg,

    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,

    #[arg(short, long)]
    pub(super) verbose: bool,
}

impl TerminalArgs {
    /// Returns the condition for showing progress: that of `--progress`, except that `--quiet` changes `auto` to
    /// `never`.
    pub(super) fn progress(self) -> When {
        match self.progress {
            WhenArg::Auto if self.quiet => When::Never,
            WhenArg::Auto => When::Auto,
            WhenArg::Always => When::Always,
            WhenArg::Never => When::Never,
        }
    }
}

/// Prints the error that ended a run. The message is lost if standard error is closed.
pub(super) fn error(error: &io::Error, language: Language) {
    let reason = Reason::from_io_error(error);
    let _ = writeln!(
        stderr(Payload::Words, ColorChoice::Auto),
        "{} {}",
        ERROR_PREFIX.in_language(language),
        printable(&reason.in_language(language))
    );
}

/// Returns the note on the number of records that an index or a comparison lacks.
pub(super) fn unread_note(count: u64) -> Message {
    message!(
        "{count} of the records cannot be read or are damaged; `kifu validate` reports them",
        "読めない棋譜か壊れたアーカイブが{count}件ある。`kifu validate` で確認できる"
    )
}

/// The error for an output that is written only if all files can be read.
pub(super) const NOT_ALL_READ: Words = both(
    "not written because not all files could be read; correct or exclude them",
    "読めないファイルがあるため、書き出していない。直すか除外する",
);

/// Prints the reason why options cannot be used.
pub(super) fn print_option_error(error: &OptionError, color: WhenArg, language: Language) {
    let message = error.render(&Paint::coloured(), language);
    // If standard error cannot be written, there is no other place for the message.
    let _ = stderr(Payload::Words, color.on_stderr()).write_all(&message);
}

/// Standard error during a run, shared with the progress bar.
///
/// Messages for users are lost if they cannot be written, because there is no other place for them. Data, losses and
/// tables must not be lost.
pub(super) struct Console {
    progress: Progress,
    color: ColorChoice,
    quiet: bool,
    verbose: bool,
    language: Language,
    /// The prefix of error messages.
    error: &'static str,
    /// The first error while writing output that must not be lost, if there was one.
    write_error: OnceCell<io::Error>,
}

impl Console {
    pub(super) fn start(terminal: TerminalArgs, request: &Request, language: Language) -> Self {
        let color = terminal.color.on_stderr();
        let progress = Progress::start(terminal.progress(), request, language);
        Self {
            progress,
            color,
            quiet: terminal.quiet,
            verbose: terminal.verbose,
            language,
            error: ERROR_PREFIX.in_language(language),
            write_error: OnceCell::new(),
        }
    }

    /// Returns the console without notes, details and the summary, and with an English prefix of errors, for runs whose
    /// standard error is read by programs.
    pub(super) fn terse(self) -> Self {
        Self {
            quiet: true,
            verbose: false,
            error: ERROR_PREFIX.english,
            ..self
        }
    }

    /// Advances the progress bar by a number of bytes and records.
    pub(super) fn advance(&mut self, bytes: u64, records: u64) {
        self.progress.advance(bytes, records);
    }

    /// Prints the name of an input that could not be read, with the reason.
    pub(super) fn failure(&self, failure: &Failure) {
        self.error(&failure.shown, &Reason::from_io_error(&failure.error));
    }

    /// Prints an error about the input or output with this name.
    pub(super) fn error(&self, name: &str, message: &Message) {
        let message = message.in_language(self.language);
        let message = printable(&message);
        self.print(red(), self.error, &format_args!("{}: {message}", printable(name)));
    }

    /// Prints an error that is about the run and not about a single input or output.
    pub(super) fn error_of_run(&self, message: &Message) {
        let message = message.in_language(self.language);
        self.print(red(), self.error, &printable(&message));
    }

    /// Prints complete lines that already contain their colour codes. The lines are lost if they cannot be written.
    pub(super) fn lines(&self, lines: &[u8]) {
        if lines.is_empty() {
            return;
        }
        self.progress.suspend(|| {
            let _ = stderr(Payload::Words, self.color).write_all(lines);
        });
    }

    /// Prints a line for programs, which must not be lost.
    pub(super) fn data(&self, line: &str) {
        self.write_required(Payload::Data, format!("{line}\n").as_bytes());
    }

    /// Prints a line about the losses of a conversion, or the reason why a record was not converted. The line must not
    /// be lost.
    pub(super) fn loss(&self, line: &str) {
        self.write_required(Payload::Words, format!("{line}\n").as_bytes());
    }

    /// Prints a table, which must not be lost.
    pub(super) fn table(&self, table: &[u8]) {
        self.write_required(Payload::Words, table);
    }

    /// Writes output that must not be lost. After an error, no more output of this kind is written. A closed pipe is
    /// not an error.
    fn write_required(&self, content: Payload, bytes: &[u8]) {
        if self.write_error.get().is_some() {
            return;
        }
        let result = self.progress.suspend(|| {
            let mut stderr = stderr(content, self.color);
            stderr.write_all(bytes)?;
            stderr.flush()
        });
        if let Some(error) = result
            .err()
            .filter(|error| error.kind() != io::ErrorKind::BrokenPipe)
        {
            let _ = self.write_error.set(error);
        }
    }

    /// Returns whether all output that must not be lost was written. If not, prints the reason.
    pub(super) fn is_output_complete(&self) -> bool {
        let write_error = self.write_error.get();
        if let Some(error) = write_error {
            self.error(STDERR.in_language(self.language), &Reason::from_io_error(error));
        }
        write_error.is_none()
    }

    /// Prints a detail about a file, a folder or a pattern if `--verbose` is given.
    pub(super) fn detail(&self, name: &str, words: &dyn Display) {
        if self.verbose {
            self.print(Style::new(), &format!("{}:", printable(name)), words);
        }
    }

    /// Returns whether `--verbose` is given.
    pub(super) const fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Prints a note of one or more lines unless `--quiet` is given.
    pub(super) fn note(&self, message: &str) {
        if self.quiet {
            return;
        }
        let message: Vec<_> = message.lines().map(printable).collect();
        self.progress.suspend(|| {
            let mut stderr = stderr(Payload::Words, self.color);
            let _ = writeln!(stderr, "{}", message.join("\n"));
        });
    }

    /// Returns whether to print one more line after `printed` lines of a kind. Without `--verbose`, at most
    /// [`MAX_LISTED`] lines of each kind are printed.
    pub(super) const fn should_list(&self, printed: u64) -> bool {
        self.verbose || printed < MAX_LISTED
    }

    /// With `--verbose`, prints the name of a file or directory that was skipped, with the reason.
    pub(super) fn print_skipped(&self, skipped: &Skipped) {
        let message = match skipped.why {
            SkipReason::Extension => both("skipped: unknown extension", "対象外: 未知の拡張子"),
            SkipReason::Hidden => both("skipped: hidden file", "対象外: 隠しファイル"),
            SkipReason::AlreadyRead => both(
                "skipped: already read (the path was given twice)",
                "対象外: 読み込み済み（重複した指定）",
            ),
            SkipReason::NoRecord => both("skipped: contains no record", "対象外: 棋譜を含まない"),
            SkipReason::UnreadRecord(line) => {
                let message = message!(
                    "skipped: contains no record that is read; line {line} looks like one",
                    "対象外: 読める棋譜を含まない。{line}行目は棋譜のようである",
                    line
                );
                return self.detail(&skipped.shown, &message.in_language(self.language));
            }
            SkipReason::Reference => both(
                "skipped: the page refers to this file; specify it to read it",
                "対象外: ページが参照するファイル。読むには引数に指定する",
            ),
            SkipReason::Folder => both(
                "folder skipped; it is read if you specify it",
                "対象外のフォルダ。引数に指定すれば読む",
            ),
        };
        self.detail(&skipped.shown, message.in_language(self.language));
    }

    /// Prints the error that there was nothing to read. The error depends on whether files or folders were skipped.
    pub(super) fn nothing_to_read(&self, files: FileCounts) {
        let message = if files.skipped + files.folders > 0 {
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
        self.print(red(), self.error, message.in_language(self.language));
    }

    /// Removes the progress bar.
    pub(super) fn clear(&self) {
        self.progress.finish();
    }

    /// Prints the summary of the run, with a bold head, unless `--quiet` is given.
    pub(super) fn summary(&self, head: &str, line: &str) {
        if !self.quiet {
            self.print(Style::new().bold(), head, &line);
        }
    }

    fn print(&self, style: Style, head: &str, words: &dyn Display) {
        self.progress.suspend(|| {
            let mut stderr = stderr(Payload::Words, self.color);
            let _ = writeln!(stderr, "{style}{head}{style:#} {words}");
        });
    }
}

fn red() -> Style {
    AnsiColor::Red.on_default().bold()
}

// The language of messages.

/// Environment variables that set the language, in the order of precedence in POSIX.
const LANGUAGE_VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The option `--lang` of `kifu index`, `book`, `app`, `rules`, `formats`, `config` and `man`.
#[derive(Args, Debug)]
pub(super) struct LangArg {
    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = None::<&str>
    )]
    lang: Option<Language>,
}

impl LangArg {
    /// Returns the language of the output: that of `--lang`, or else that of the locale.
    pub(super) fn language(&self) -> Language {
        message_language(self.lang)
    }
}

/// Returns the language that the user chose, or else that of the locale.
pub(super) fn message_language(asked: Option<Language>) -> Language {
    asked.unwrap_or_else(|| {
        let variable = |name| std::env::var(name).ok().filter(|it| !it.is_empty());
        // On Windows and macOS, the locale is usually a system setting, and these variables are not set.
        let locale = LANGUAGE_VARIABLES.into_iter().find_map(variable);
        language_of_locale(&locale.or_else(sys_locale::get_locale).unwrap_or_default())
    })
}

/// Returns the language of a locale, such as `ja`, `ja-JP` or `ja_JP.UTF-8`. Other languages become English.
fn language_of_locale(locale: &str) -> Language {
    let code = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
    let has_code = |language: &Language| language.code().eq_ignore_ascii_case(code);
    Language::ALL.into_iter().find(has_code).unwrap_or_default()
}

// The summary line of a run.

/// Numbers of the files and folders that a run has read or skipped, or could not read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FileCounts {
    pub(super) read: u64,
    pub(super) skipped: u64,
    /// Directories that were not entered.
    pub(super) folders: u64,
    /// Paths that were skipped because their files had already been read.
    pub(super) repeated: u64,
    pub(super) failed: u64,
}

impl FileCounts {
    /// Counts a file or directory that is not read, by the reason.
    pub(super) const fn skip(&mut self, skipped: &Skipped) {
        match skipped.why {
            SkipReason::Folder => self.folders += 1,
            SkipReason::AlreadyRead => self.repeated += 1,
            _ => self.skipped += 1,
        }
    }

    /// Returns whether the run had no file to read. Skipped files do not count.
    pub(super) const fn is_nothing(self) -> bool {
        self.read == 0 && self.failed == 0
    }
}

/// Totals of a conversion.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ConversionTotals {
    pub(super) records: u64,
    pub(super) left_out: ExcludedRecords,
    /// Records with losses, including those that are counted in `denied`, and merged records with losses of their own.
    pub(super) lossy: u64,
    /// Records that cannot be converted.
    pub(super) refused: u64,
    /// Records that were not written because `--deny-loss` does not allow their losses.
    pub(super) denied: u64,
    /// Records that could not be written to their output file.
    pub(super) unwritten: u64,
    /// Files that were written.
    pub(super) files: u64,
    /// The numbers of items of training data that were written or left out.
    pub(super) items: ItemCounts,
    /// The numbers of items that were left out of the written records on request.
    pub(super) stripped: StripCounts,
    /// `true` if a record or an output file could not be written.
    pub(super) broken: bool,
}

impl ConversionTotals {
    /// Returns the number of records that were converted and written.
    pub(super) const fn converted(&self) -> u64 {
        self.records - self.refused - self.denied - self.unwritten
    }
}

/// The totals of `kifu fix`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FixTotals {
    /// The number of selected records.
    pub(super) records: u64,
    /// The number of changed files.
    pub(super) files: u64,
    /// The number of files in archives that have fixes and were not changed.
    pub(super) in_archives: u64,
    /// The number of pages with records. They are not changed.
    pub(super) pages: u64,
    /// The findings by their result.
    pub(super) counts: FixCounts,
    /// The number of findings with causes that were not applied after a question.
    pub(super) declined: u64,
    /// `true` if the changes were only shown.
    pub(super) is_diff: bool,
    pub(super) left_out: ExcludedRecords,
}

impl FixTotals {
    /// Returns the status of the run. `is_broken` is `true` if a file could not be read or written.
    pub(super) const fn status(&self, is_broken: bool) -> Status {
        let is_left =
            self.counts.unsafe_only + self.counts.refused + self.declined + self.in_archives + self.pages > 0;
        if is_broken {
            Status::Failed
        } else if self.is_diff && self.files > 0 || !self.is_diff && is_left {
            Status::Findings
        } else {
            Status::Clean
        }
    }
}

/// Returns the numbers of fixed findings, and of the others by the reason why they are not fixed.
pub(super) fn fix_summary(totals: &FixTotals, language: Language) -> String {
    let counts = totals.counts;
    let head = if totals.is_diff {
        both(
            "{finding} fixable in {file}",
            "修正できる指摘{}件（ファイル{}個）",
        )
    } else {
        both("{finding} fixed in {file}", "修正した指摘{}件（ファイル{}個）")
    };
    let reasons = [
        (
            both(
                "; {finding} fixable with --unsafe",
                "、`--unsafe` で修正できる指摘{}件",
            ),
            counts.unsafe_only,
        ),
        (
            both("; {finding} left as written", "、元のままにした指摘{}件"),
            totals.declined,
        ),
        (
            both(
                "; {finding} not fixed, because the result could not be confirmed",
                "、結果を確認できず修正しない指摘{}件",
            ),
            counts.refused,
        ),
        (
            both(
                "; {file} in archives not changed (use -o)",
                "、アーカイブ内のため変更しないファイル{}個（`-o` で書き出せる）",
            ),
            totals.in_archives,
        ),
        (
            both(
                "; {file} not changed because records in HTML and Markdown are not fixed (`kifu convert` writes them to files)",
                "、HTMLやMarkdown内の棋譜は修正しないため変更しないファイル{}個（`kifu convert` で棋譜のファイルにできる）",
            ),
            totals.pages,
        ),
        (
            both("; {finding} without a fix", "、修正方法のない指摘{}件"),
            counts.without_fix,
        ),
    ];
    fill_in(head, &[counts.fixed, totals.files], language) + &nonzero(&reasons, language)
}

/// The totals of a run.
#[derive(Clone, Debug)]
pub(super) enum RunTotals {
    /// The totals of a run that checked records.
    Checked {
        tally: FindingCounts,
        /// The names of the profiles that were applied, as one text.
        rules: String,
        left_out: ExcludedRecords,
    },
    /// The totals of a conversion.
    Converted(ConversionTotals),
    /// The totals of fixes.
    Fixed(FixTotals),
    /// The number of records that were indexed.
    Indexed(u64),
    /// The totals of a book of openings.
    Book(BookTotals),
}

/// The totals of a run that made a book of openings.
#[derive(Clone, Copy, Debug)]
pub(super) struct BookTotals {
    pub records: BookRecords,
    /// The content of the book; empty if no book was written.
    pub book: BookCounts,
    pub left_out: ExcludedRecords,
}

/// Returns the summary line of a run in two parts: the head, which is printed in bold, and the counts. The duration and
/// the number of records per second follow the counts.
pub(super) fn summary_line(
    totals: &RunTotals,
    language: Language,
    files: FileCounts,
    interrupted: bool,
    time: Duration,
) -> (&'static str, String) {
    let (verb, records, line) = match totals {
        RunTotals::Checked {
            tally,
            rules,
            left_out,
        } => (
            both("Checked", "検査完了:"),
            tally.records,
            checked_summary(files, tally, rules, language) + &excluded_summary(*left_out, language),
        ),
        RunTotals::Converted(sums) => (
            both("Converted", "変換完了:"),
            sums.records,
            conversion_summary(files, sums, language) + &excluded_summary(sums.left_out, language),
        ),
        RunTotals::Fixed(totals) => (
            both("Checked", "検査完了:"),
            totals.records,
            fill_in(
                both("{record} in {file}: ", "棋譜{}件（ファイル{}個）: "),
                &[totals.records, files.read],
                language,
            ) + &fix_summary(totals, language)
                + &excluded_summary(totals.left_out, language),
        ),
        RunTotals::Indexed(records) => (
            both("Indexed", "索引作成:"),
            *records,
            fill_in(
                both("{record} in {file}", "棋譜{}件（ファイル{}個）"),
                &[*records, files.read],
                language,
            ),
        ),
        RunTotals::Book(totals) => (
            both("Collected", "定跡作成:"),
            totals.records.games,
            book_summary(files, totals, language) + &excluded_summary(totals.left_out, language),
        ),
    };
    let head = if interrupted {
        both("Interrupted after", "中断:")
    } else {
        verb
    };
    let unread_counts = [
        (both("; {file} skipped", "、対象外ファイル{}個"), files.skipped),
        (both("; {folder} skipped", "、対象外フォルダ{}個"), files.folders),
        (both("; {path} given twice", "、重複した指定{}件"), files.repeated),
        (
            both("; {file} unreadable", "、読めないファイル{}個"),
            files.failed,
        ),
    ];
    let seconds = format!("{}{:.2}", language.either(" (", "（"), time.as_secs_f64());
    let rate = (u128::from(records) * 1_000_000 / time.as_micros().max(1)) as u64;
    let rate = fill_in(both(" s, {record}/s)", "秒、毎秒{}件）"), &[rate], language);
    let line = line + &nonzero(&unread_counts, language) + &seconds + &rate;
    (head.in_language(language), line)
}

fn checked_summary(files: FileCounts, tally: &FindingCounts, rules: &str, language: Language) -> String {
    let records = fill_in(
        both(
            "{record} ({ply}) in {file} with profile ",
            "棋譜{}件（{}手）、ファイル{}個、規定",
        ),
        &[tally.records, tally.plies, files.read],
        language,
    );
    let [errors, warnings, notes] = Severity::ALL.map(|severity| tally.findings(severity));
    let in_records = [(both(" in {record}", "（棋譜{}件）"), tally.with_errors)];
    let findings = fill_in(both(": {error}", ": エラー{}件"), &[errors], language)
        + &nonzero(&in_records, language)
        + &fill_in(
            both(", {warning}, {note}", "、警告{}件、注記{}件"),
            &[warnings, notes],
            language,
        );
    let [in_baseline, ignored_by_marks] = tally.hidden();
    let hidden_findings = [
        (
            both("; {finding} following from a cause", "、原因による指摘{}件"),
            tally.consequences(),
        ),
        (
            both(
                "; {} known from the baseline",
                "、ベースラインにある既知の指摘{}件",
            ),
            in_baseline,
        ),
        (
            both(
                "; {} ignored by marks in the records",
                "、棋譜内の指定により無視した指摘{}件",
            ),
            ignored_by_marks,
        ),
    ];
    records + rules + &findings + &nonzero(&hidden_findings, language)
}

fn conversion_summary(files: FileCounts, sums: &ConversionTotals, language: Language) -> String {
    let (converted_count, record_count) = (sums.converted(), sums.records);
    let (first, second) = language.either((converted_count, record_count), (record_count, converted_count));
    let line = fill_in(
        both("{} of {record} in {file}", "棋譜{}件中{}件（ファイル{}個）"),
        &[first, second, files.read],
        language,
    );
    // Training data never holds players and times, so the number of records with losses would be that of all records.
    let losses = if sums.items.written > 0 {
        String::new()
    } else {
        let words = both(": {} with losses", ": 情報が失われる棋譜{}件");
        fill_in(words, &[sums.lossy], language)
    };
    let details = [
        (
            both(", {} not convertible", "、変換できない棋譜{}件"),
            sums.refused,
        ),
        (
            both(
                ", {} denied by --deny-loss",
                "、`--deny-loss` により書き出さない棋譜{}件",
            ),
            sums.denied,
        ),
        (both(", {} not written", "、書き出せない棋譜{}件"), sums.unwritten),
        (both("; {file} written", "、書き出したファイル{}個"), sums.files),
    ];
    let items = nonzero(&training::summary_counts(sums.items), language);
    line + &losses + &nonzero(&details, language) + &stripped_summary(sums.stripped, language) + &items
}

/// Returns the numbers of items that were left out on request. The text is empty if nothing was to be left out.
fn stripped_summary(stripped: StripCounts, language: Language) -> String {
    let counts = stripped.iter().map(|(_, number, words)| {
        let words = words.in_language(language);
        match language {
            Language::English => format!("{} {words}", HumanCount(number)),
            Language::Japanese => format!("{words}{}件", HumanCount(number)),
        }
    });
    let counts: Vec<_> = counts.collect();
    if counts.is_empty() {
        return String::new();
    }
    let head = language.either("; stripped: ", "、`--strip` により省いたもの: ");
    format!("{head}{}", counts.join(language.either(", ", "、")))
}

fn book_summary(files: FileCounts, totals: &BookTotals, language: Language) -> String {
    let BookCounts {
        positions,
        moves,
        unpackable,
    } = totals.book;
    let line = fill_in(
        both(
            "{record} in {file}: {position}, {move}",
            "棋譜{}件（ファイル{}個）: 局面{}件、指し手{}件",
        ),
        &[totals.records.games, files.read, positions, moves],
        language,
    );
    let left_out = [
        (
            both(
                "; {move} in positions that the format cannot hold",
                "、形式で表せない局面の指し手{}件",
            ),
            unpackable,
        ),
        (
            both(
                "; {record} of other games left out",
                "、他のゲームのため除いた棋譜{}件",
            ),
            totals.records.of_other_games,
        ),
        (
            both("; {record} unreadable", "、読めない棋譜{}件"),
            totals.records.unreadable,
        ),
        (
            both(
                "; {move} of books left out, illegal or unreadable",
                "、反則か読めないため除いた定跡の指し手{}件",
            ),
            totals.records.rejected_moves,
        ),
    ];
    line + &nonzero(&left_out, language)
}

/// Returns the numbers of excluded records as text, one number for each reason. Numbers of zero are left out.
fn excluded_summary(left_out: ExcludedRecords, language: Language) -> String {
    let reasons = [
        (
            both(
                "; {record} left out by --where",
                "、`--where` により除いた棋譜{}件",
            ),
            left_out.unmatched,
        ),
        (
            both(
                "; {record} left out by --clean",
                "、`--clean` により除いた棋譜{}件",
            ),
            left_out.unclean,
        ),
        (
            both(
                "; {record} left out by --unique",
                "、`--unique` により除いた棋譜{}件",
            ),
            left_out.copies,
        ),
        (
            both(
                "; {record} with the same moves but other names kept by --unique",
                "、指し手は同じでも対局者が異なるため `--unique` でも残した棋譜{}件",
            ),
            left_out.with_other_names,
        ),
        (
            both(
                "; {record} left out because of findings",
                "、指摘があるため除いた棋譜{}件",
            ),
            left_out.with_findings,
        ),
        (
            both(
                "; {record} left out because there are no moves, or neither side won and it is not a draw",
                "、指し手がないか勝敗も引き分けもないため除いた棋譜{}件",
            ),
            left_out.undecided,
        ),
        (
            both(
                "; {record} left out because no position was left",
                "、残る局面がないため除いた棋譜{}件",
            ),
            left_out.without_items,
        ),
    ];
    nonzero(&reasons, language)
}

/// Returns the numbers that are not zero as text, each filled into its words.
fn nonzero(numbers: &[(Words, u64)], language: Language) -> String {
    let nonzero_numbers = numbers.iter().filter(|(_, number)| *number > 0);
    nonzero_numbers
        .map(|&(words, number)| fill_in(words, &[number], language))
        .collect()
}

/// Returns the words with each `{}` replaced by the next number, and each `{noun}` by the next number and the noun.
fn fill_in(words: Words, numbers: &[u64], language: Language) -> String {
    let mut numbers = numbers.iter();
    let parts = words.in_language(language).split(['{', '}']).enumerate();
    // Every second part is inside braces.
    parts
        .map(|(index, part)| match numbers.as_slice() {
            [number, ..] if index % 2 == 1 => {
                numbers.next();
                count(*number, part)
            }
            _ => part.to_owned(),
        })
        .collect()
}

/// Returns a number followed by its noun, in the plural if the number is not 1. Returns only the number if the noun is
/// empty.
fn count(number: u64, noun: &str) -> String {
    let number_of = HumanCount(number);
    match (number, noun) {
        (_, "") => number_of.to_string(),
        (1, _) => format!("{number_of} {noun}"),
        (_, "ply") => format!("{number_of} plies"),
        _ => format!("{number_of} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_code_of_a_locale_decides() {
        for locale in ["ja", "ja_JP.UTF-8", "ja-JP", "JA_JP.eucJP", "ja_JP@modifier"] {
            assert_eq!(language_of_locale(locale), Language::Japanese, "{locale}");
        }
        for locale in [
            "",
            "C",
            "C.UTF-8",
            "POSIX",
            "en_GB.UTF-8",
            "ko_KR.UTF-8",
            "jam_JM",
        ] {
            assert_eq!(language_of_locale(locale), Language::English, "{locale}");
        }
    }

    #[test]
    fn a_selected_language_is_used() {
        for language in Language::ALL {
            assert_eq!(message_language(Some(language)), language);
        }
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(
            [count(0, "record"), count(1, "ply"), count(1200, "ply")],
            ["0 records", "1 ply", "1,200 plies"]
        );
    }
    #[test]
    fn both_languages_show_the_same_numbers() {
        let files = FileCounts {
            read: 44,
            skipped: 2,
            folders: 1,
            repeated: 1,
            failed: 1,
        };
        let mut tally = FindingCounts::default();
        (tally.records, tally.plies) = (1000, 4232);
        let totals = RunTotals::Checked {
            tally,
            rules: "jsa-amateur".to_owned(),
            left_out: ExcludedRecords {
                unmatched: 12,
                ..ExcludedRecords::default()
            },
        };
        let line = |language| {
            let (head, line) = summary_line(&totals, language, files, false, Duration::from_secs(2));
            format!("{head} {line}")
        };
        assert_eq!(
            line(Language::English),
            "Checked 1,000 records (4,232 plies) in 44 files with profile jsa-amateur: 0 errors, 0 warnings, 0 notes; 12 records left out by \
             --where; 2 files skipped; 1 folder skipped; 1 path given twice; 1 file unreadable (2.00 s, 500 records/s)"
        );
        assert_eq!(
            line(Language::Japanese),
            "検査完了: 棋譜1,000件（4,232手）、ファイル44個、規定jsa-amateur: エラー0件、警告0件、注記0件、`--where` により除いた棋譜12件、対象外ファイル2個、対象外フォルダ1個、\
             重複した指定1件、読めないファイル1個（2.00秒、毎秒500件）"
        );
    }

    #[test]
    fn conversion_summaries_are_in_both_languages() {
        let files = FileCounts {
            read: 3,
            skipped: 1,
            ..FileCounts::default()
        };
        let totals = RunTotals::Converted(ConversionTotals {
            records: 1200,
            left_out: ExcludedRecords {
                unmatched: 7,
                unclean: 1,
                copies: 2,
                with_other_names: 1,
                with_findings: 0,
                undecided: 2,
                without_items: 3,
            },
            lossy: 30,
            refused: 4,
            denied: 5,
            unwritten: 6,
            files: 1185,
            items: ItemCounts::default(),
            stripped: StripCounts::default(),
            broken: false,
        });
        let line = |language, interrupted| {
            let (head, line) = summary_line(&totals, language, files, interrupted, Duration::from_secs(2));
            format!("{head} {line}")
        };
        assert_eq!(
            line(Language::English, false),
            "Converted 1,185 of 1,200 records in 3 files: 30 with losses, 4 not convertible, 5 denied by --deny-loss, 6 not \
             written; 1,185 files written; 7 records left out by --where; 1 record left out by --clean; 2 records left out by \
             --unique; 1 record with the same moves but other names kept by --unique; 2 records left out because there are no moves, or neither side won and it is not a draw; 3 records left out because \
             no position was left; 1 file skipped \
             (2.00 s, 600 records/s)"
        );
        assert_eq!(
            line(Language::Japanese, true),
            "中断: 棋譜1,200件中1,185件（ファイル3個）: 情報が失われる棋譜30件、変換できない棋譜4件、\
             `--deny-loss` により書き出さない棋譜5件、書き出せない棋譜6件、書き出したファイル1,185個、\
             `--where` により除いた棋譜7件、`--clean` により除いた棋譜1件、`--unique` により除いた棋譜2件、\
             指し手は同じでも対局者が異なるため `--unique` でも残した棋譜1件、指し手がないか勝敗も引き分けもないため除いた棋譜2件、残る局面がないため除いた棋譜3件、対象外ファイル1個（2.00秒、毎秒600件）"
        );
    }
}
