//! The questions of `kifu fix --interactive`: for each record with a cause, whether the change is made.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::env;
use std::fmt::Write as _;
use std::io::{self, Read, Write as _};
use std::path::Path;
use std::process::Command;

use unicode_width::UnicodeWidthStr;

use super::console::Console;
use crate::check::{Checked, Checker, File, FixCounts, FixedFile};
use crate::finding::{Cause, Finding, Language, Message, Reason, Severity, Words, bilingual, both, message};
use crate::output::ProtectedFiles;
use crate::played::Played;
use crate::record::{NodeId, Record};
use crate::report::{FORMS, Paint, RenderOptions, RenderedEntries, ReportEntry, diagram, headline};
use crate::shogi::Position;
use crate::text::printable;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// The cause with this number, from 1.
    Apply(usize),
    No,
    /// The file is changed in an editor, and the question is asked again.
    Edit,
    Quit,
}

impl Answer {
    /// Returns the answer that a line means, or `None` for any other line.
    fn new(line: &str) -> Option<Self> {
        match line {
            "y" => Some(Self::Apply(1)),
            "n" => Some(Self::No),
            "e" => Some(Self::Edit),
            "q" => Some(Self::Quit),
            _ if line.bytes().all(|byte| byte.is_ascii_digit()) => line.parse().ok().map(Self::Apply),
            _ => None,
        }
    }

    /// Returns whether a question with this number of causes has this answer.
    fn fits(self, causes: usize) -> bool {
        !matches!(self, Self::Apply(number) if !(1..=causes).contains(&number))
    }
}

/// The source of the answers.
#[derive(Debug)]
enum Source {
    Terminal,
    /// The lines of a file that have not been used, each with its number.
    Lines(VecDeque<(usize, String)>),
}

/// The questions of a run.
#[derive(Debug)]
pub(super) struct Questions {
    source: Source,
    language: Language,
    /// `true` after the answer `q`: no more files are changed.
    pub(super) has_quit: bool,
    /// Number of possible causes that were not applied.
    pub(super) declined: u64,
}

impl Questions {
    /// Returns the questions on the terminal.
    pub(super) const fn on_terminal(language: Language) -> Self {
        Self::new(Source::Terminal, language)
    }

    /// Returns the questions with the answers in a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if a line is not an answer.
    pub(super) fn from_file(
        path: &Path,
        protected: &mut ProtectedFiles,
        language: Language,
    ) -> io::Result<Self> {
        let mut text = String::new();
        protected.open(path)?.read_to_string(&mut text)?;
        let lines: VecDeque<_> = (1..).zip(text.lines().map(str::to_owned)).collect();
        let wrong = lines
            .iter()
            .find(|(_, line)| Answer::new(line).is_none_or(|answer| answer == Answer::Edit));
        match wrong {
            Some((number, line)) => Err(wrong_answer(*number, line)),
            None => Ok(Self::new(Source::Lines(lines), language)),
        }
    }

    const fn new(source: Source, language: Language) -> Self {
        Self {
            source,
            language,
            has_quit: false,
            declined: 0,
        }
    }

    /// Returns whether changes are made only after all answers are known to be right.
    pub(super) const fn are_answers_in_file(&self) -> bool {
        matches!(self.source, Source::Lines(_))
    }

    /// Returns the note on lines of the file of answers that no question used, or `None` if there are none. After the answer
    /// `q`, no further lines are used.
    pub(super) fn unused_note(&self) -> Option<Message> {
        let Source::Lines(lines) = &self.source else {
            return None;
        };
        let (first, _) = lines.front().filter(|_| !self.has_quit)?;
        Some(message!(
            "--answers: the file has more lines than there are questions; not used from line {first} on",
            "--answers: ファイルの行が質問より多い。{first}行目以降は使っていない",
            first
        ))
    }

    /// Asks about the causes in the selected records of a file, and applies the accepted ones and the safe fixes. After the answer
    /// `q`, only the causes that were accepted before are applied.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer to a question, or if the answer is not one of the question.
    pub(super) fn fix_file(
        &mut self,
        checker: &Checker,
        (path, original): (&str, &[u8]),
        selected: &[u32],
        console: &Console,
    ) -> io::Result<FixedFile> {
        console.clear();
        let is_selected = |number: u32| selected.binary_search(&number).is_ok();
        let mut review = Review {
            path,
            bytes: Cow::Borrowed(original),
            counts: FixCounts::default(),
            declined_without_fix: 0,
            first: 0,
        };
        let fixed = loop {
            let bytes = review.bytes.clone();
            let file = checker.check(path, &bytes[..]).next();
            let file = file.ok_or(io::ErrorKind::UnexpectedEof)?;
            if self.changes_record(&file, &mut review, is_selected, console)? {
                continue;
            }
            break if self.has_quit {
                FixedFile::default()
            } else {
                file.fix_records(false, is_selected)
            };
        };
        // Findings with causes that were not accepted are counted as declined.
        let mut counts = review.counts;
        counts.merge(FixCounts {
            unsafe_only: 0,
            without_fix: fixed
                .counts
                .without_fix
                .saturating_sub(review.declined_without_fix),
            ..fixed.counts
        });
        let bytes = fixed.bytes.unwrap_or_else(|| review.bytes.into_owned());
        Ok(FixedFile {
            bytes: Some(bytes).filter(|bytes| bytes != original),
            counts,
        })
    }

    /// Asks about the causes in the records of a file up to the first change. Returns whether there is a change, after which the
    /// file has to be read again.
    fn changes_record(
        &mut self,
        file: &File<'_>,
        review: &mut Review<'_>,
        is_selected: impl Fn(u32) -> bool,
        console: &Console,
    ) -> io::Result<bool> {
        for game in file.records() {
            let number = game.record.index;
            let finding = Some(&game).filter(|_| number >= review.first && is_selected(number));
            let Some(finding) = finding.and_then(question_of) else {
                continue;
            };
            let question = Question::new(file, &game, finding, self.language);
            console.lines(&question.text());
            review.first = number + 1;
            match self.answer(&question, console)? {
                Answer::Apply(choice) => match question.changed.into_iter().nth(choice - 1).flatten() {
                    Some(bytes) => {
                        let follows = game.judgement.findings.iter().filter(|it| it.consequence);
                        review.counts.fixed += 1 + follows.count() as u64;
                        (review.bytes, review.first) = (Cow::Owned(bytes), number);
                        return Ok(true);
                    }
                    None => review.counts.refused += 1,
                },
                Answer::No => {
                    self.declined += 1;
                    let has_no_fix = finding.fix.is_none() && finding.severity >= Severity::Warning;
                    review.declined_without_fix += u64::from(has_no_fix);
                }
                Answer::Edit => {
                    let line = game.place(finding).map_or(1, |place| place.line);
                    (review.bytes, review.first) =
                        (Cow::Owned(edited(review.path, &review.bytes, line)?), number);
                    return Ok(true);
                }
                Answer::Quit => {
                    self.declined += 1;
                    self.has_quit = true;
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }

    /// Returns the answer to a question: that of the user, who is asked until it is one of the possible answers, or the next line
    /// of the file.
    fn answer(&mut self, question: &Question<'_>, console: &Console) -> io::Result<Answer> {
        let causes = question.finding.possible_changes().len();
        let prompt = question.prompt();
        if let Source::Lines(lines) = &mut self.source {
            let (number, line) = lines.pop_front().ok_or_else(too_few_answers)?;
            console.lines(format!("{prompt}{line}\n").as_bytes());
            let answer = Answer::new(&line).filter(|answer| answer.fits(causes));
            return answer.ok_or_else(|| wrong_answer(number, &line));
        }
        loop {
            console.lines(prompt.as_bytes());
            let mut line = String::new();
            if io::stdin().read_line(&mut line)? == 0 {
                return Ok(Answer::Quit);
            }
            if let Some(answer) = Answer::new(line.trim()).filter(|answer| answer.fits(causes)) {
                return Ok(answer);
            }
            console.lines(format!("{}\n", HELP.in_language(self.language)).as_bytes());
        }
    }
}

/// A file during the questions about it.
struct Review<'f> {
    path: &'f str,
    /// The content with the accepted changes.
    bytes: Cow<'f, [u8]>,
    counts: FixCounts,
    /// Number of findings with several possible causes, none of which was accepted.
    declined_without_fix: u64,
    /// The number of the first record that has not been asked about.
    first: u32,
}

/// Returns the finding of a record whose causes can be applied, if there is one.
fn question_of<'g>(game: &'g Checked<'_>) -> Option<&'g Finding> {
    let mut findings = game.judgement.findings.iter();
    let finding = findings.find(|finding| !finding.possible_changes().is_empty())?;
    game.is_editable().then_some(finding)
}

/// A finding with its causes, and the file after each of them.
struct Question<'q> {
    game: &'q Checked<'q>,
    finding: &'q Finding,
    /// The bytes of the file after each cause; `None` if the check does not confirm the changes.
    changed: Vec<Option<Vec<u8>>>,
    /// For each cause, the boards of each of its changes.
    boards: Vec<Vec<Option<String>>>,
    language: Language,
}

impl<'q> Question<'q> {
    fn new(file: &File<'_>, game: &'q Checked<'q>, finding: &'q Finding, language: Language) -> Self {
        let mut question = Self {
            game,
            finding,
            changed: Vec::new(),
            boards: Vec::new(),
            language,
        };
        for cause in finding.possible_changes() {
            let bytes = file.with_cause(game, finding, cause);
            let boards = bytes
                .as_deref()
                .and_then(|bytes| question.boards_of(cause, file, bytes));
            question.boards.push(boards.unwrap_or_default());
            question.changed.push(bytes);
        }
        question
    }

    /// Returns the boards before and after each change of a cause, with all of which a file has these bytes.
    fn boards_of(&self, cause: &Cause, file: &File<'_>, bytes: &[u8]) -> Option<Vec<Option<String>>> {
        let record = &self.game.record;
        let changed = file.checker().check(&file.path, bytes).next()?;
        let changed = changed.unchecked().find(|other| other.index == record.index)?;
        let boards = (0..).zip(cause.changes()).map(|(at, change)| {
            let place = (change.ply, &*self.finding.variation);
            // A later change is one of the record with the earlier changes.
            let is_as_written = at == 0 || change.ply == 0;
            let before = position_before(if is_as_written { record } else { &changed }, place)?;
            let after = position_after(&changed, place)?;
            let titles = titles_of_boards(change.ply, is_as_written);
            Some(boards_in_words(&titles, [&before, &after], self.language))
        });
        Some(boards.collect())
    }

    /// Returns the finding with its line, and each cause with its number, its changes and their boards.
    fn text(&self) -> Vec<u8> {
        let finding = Finding {
            causes: Vec::new(),
            misheard: None,
            message: headline(self.finding),
            seat: self.finding.seat.filter(|_| self.finding.causes.is_empty()),
            ..self.finding.clone()
        };
        let findings = [&finding];
        let entry = ReportEntry::of_findings(self.game, &findings);
        let options = RenderOptions {
            language: self.language,
            paint: Paint::coloured(),
            ..RenderOptions::default()
        };
        let mut entries = RenderedEntries::default();
        FORMS[0].add(&entry, &options, &mut entries);
        let mut text = entries.unexplained();
        for (number, cause) in (1..).zip(self.finding.possible_changes()) {
            text.extend(self.cause(number, cause).into_bytes());
        }
        text
    }

    /// Returns a cause with its number: each change in words, with its line and its boards.
    fn cause(&self, number: usize, cause: &Cause) -> String {
        let all = cause.changes().count();
        let mut text = String::new();
        for (at, change) in cause.changes().enumerate() {
            let counted = message!(
                " ({change} of {all})",
                "（{all}件中{change}）",
                change = at as u64 + 1,
                all = all as u64
            );
            let counted = counted.in_language(self.language);
            let counted = if all == 1 { "" } else { &*counted };
            let condition = self.finding.misheard.as_ref().map(|_| IF_MISHEARD);
            let condition = condition.map_or("", |words| *words.in_language(self.language));
            let words = change.message.in_language(self.language);
            let _ = writeln!(text, "{number}{counted}: {condition}{}", printable(&words));
            text.push_str(&self.line_elsewhere(change));
            if at == 0 && self.changed[number - 1].is_none() {
                let _ = writeln!(text, "{}", NOT_CONFIRMED.in_language(self.language));
            }
            let boards = self.boards[number - 1].get(at).and_then(Option::as_deref);
            text.push_str(boards.unwrap_or_default());
            text.push('\n');
        }
        text
    }

    /// Returns the line of a change, with its number. The text is empty if it is the line of the finding, which has an excerpt.
    fn line_elsewhere(&self, change: &Cause) -> String {
        let at = change.span.start as usize;
        let (line, _) = self.game.text.line_column(at);
        let place = self.game.place(self.finding);
        if place.is_some_and(|place| place.line == line) {
            return String::new();
        }
        format!("{line} | {}\n", printable(self.game.text.line_at(at)))
    }

    /// Returns the text before an answer.
    fn prompt(&self) -> String {
        let causes = self.finding.possible_changes();
        let has_several = causes.iter().any(|cause| !cause.with.is_empty());
        let words = match (causes.len(), has_several) {
            _ if self.finding.misheard.is_some() => both(
                "If the move was misheard: make this change?",
                "聞き違いだった場合、この変更を行うか",
            ),
            (1, false) => both("Make this change?", "この変更を行うか"),
            (1, true) => both("Make all these changes?", "これらの変更をすべて行うか"),
            (_, false) => both("Make one of these changes?", "どの変更を行うか"),
            (_, true) => both(
                "Make all changes of one of these causes?",
                "どの原因の変更をすべて行うか",
            ),
        };
        let numbers = match causes.len() {
            1 => "1".to_owned(),
            number => format!("1-{number}"),
        };
        format!("{} [y/{numbers}/n/e/q] ", words.in_language(self.language))
    }
}

/// The words before a change that is one only if the move was misheard.
const IF_MISHEARD: Words = both("if it was misheard, ", "聞き違いなら、");

const NOT_CONFIRMED: Words = both(
    "(the check of the changed file does not confirm this change)",
    "（変更後のファイルを検査しても、この変更を確認できない）",
);

const HELP: Words = both(
    "y: make the change (number 1); a number: make the change with this number; n: no change; e: open the file in an editor; q: quit",
    "y: 変更する（番号1の変更）。番号: その番号の変更を行う。n: 変更しない。e: ファイルをエディターで開く。q: 終了する",
);

// The boards.

/// A ply and the path to its line.
type Place<'p> = (u32, &'p [(u32, u32)]);

/// Returns the node of a ply; `None` if the record has no such ply.
fn node_at(record: &Record<'_>, (ply, path): Place<'_>) -> Option<NodeId> {
    let tree = &record.tree;
    tree.ids()
        .find(|&id| tree.node(id).ply == ply && tree.path(id) == path)
}

/// Returns the position before a ply; for ply 0, the start position.
fn position_before(record: &Record<'_>, place: Place<'_>) -> Option<Position> {
    if place.0 == 0 {
        return Some(record.start.position.clone());
    }
    let id = node_at(record, place)?;
    Played::new(record).positions().before(id).cloned()
}

/// Returns the position after a ply of the changed record; for ply 0, the start position.
fn position_after(record: &Record<'_>, place: Place<'_>) -> Option<Position> {
    if place.0 == 0 {
        return Some(record.start.position.clone());
    }
    let id = node_at(record, place)?;
    Played::new(record).positions().after(id).cloned()
}

/// Returns the titles of the boards before and after a change at this ply. `is_as_written` is `false` if the first board has the
/// earlier changes of the cause.
fn titles_of_boards(ply: u32, is_as_written: bool) -> [Message; 2] {
    if ply == 0 {
        return [
            bilingual("as written:", "棋譜の開始局面:"),
            bilingual("with the change:", "変更後:"),
        ];
    }
    let before = if is_as_written {
        message!("as written, before ply {ply}:", "棋譜の{ply}手目の前:", ply)
    } else {
        message!(
            "changed so far, before ply {ply}:",
            "ここまでの変更後の{ply}手目の前:",
            ply
        )
    };
    let after = message!("with the change, after ply {ply}:", "変更後の{ply}手目の後:", ply);
    [before, after]
}

/// Returns the boards before and after a change next to each other, each with its title.
fn boards_in_words(titles: &[Message; 2], positions: [&Position; 2], language: Language) -> String {
    let [left, right] = [0, 1].map(|side| {
        let title = titles[side].in_language(language).into_owned();
        format!("{title}\n{}", diagram(positions[side], &[], language))
    });
    let width = left.lines().map(UnicodeWidthStr::width).max().unwrap_or_default();
    let mut text = String::new();
    let mut right = right.lines();
    for line in left.lines() {
        let blanks = width + GAP_COLUMNS - line.width();
        let line = format!("{line}{:blanks$}{}", "", right.next().unwrap_or_default());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    for line in right {
        let _ = writeln!(text, "{:1$}{line}", "", width + GAP_COLUMNS);
    }
    text
}

/// Number of columns between two boards.
const GAP_COLUMNS: usize = 4;

// The editor.

/// Opens a copy of a file in the editor of the user, at a line, and returns its content afterwards. The file itself is not changed.
///
/// # Errors
///
/// Returns an error if the editor cannot be started, or if it ends with an error.
fn edited(path: &str, bytes: &[u8], line: u64) -> io::Result<Vec<u8>> {
    let folder = tempfile::tempdir()?;
    let name = path
        .rsplit(['/', '\\', '!'])
        .next()
        .filter(|name| !name.is_empty());
    let mut copy = tempfile::Builder::new()
        .prefix(name.unwrap_or("record"))
        .rand_bytes(0)
        .tempfile_in(folder.path())?;
    copy.write_all(bytes)?;
    // The editor opens the file itself, and may replace it.
    let copy = copy.into_temp_path();
    let editor = ["VISUAL", "EDITOR"].iter().find_map(|name| env::var(name).ok());
    let editor = editor.filter(|editor| !editor.trim().is_empty());
    let editor = editor.unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.to_owned());
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let mut command = Command::new(program);
    command.args(words);
    if program != "notepad" {
        command.arg(format!("+{line}"));
    }
    let with_name = |error: io::Error| Reason::with_subject(&Message::untranslated(editor.clone()), &error);
    let status = command.arg(copy.as_os_str()).status().map_err(with_name)?;
    if !status.success() {
        let reason = bilingual(
            "the editor ended with an error, so the file is not changed",
            "エディターがエラーで終了したので、ファイルを変更しない",
        );
        return Err(with_name(Reason::error(io::ErrorKind::Other, reason)));
    }
    let mut edited = Vec::new();
    ProtectedFiles::begin().open(&copy)?.read_to_end(&mut edited)?;
    Ok(edited)
}

// Errors of answers.

fn wrong_answer(number: usize, line: &str) -> io::Error {
    let line = printable(line).into_owned();
    let reason = message!(
        "--answers: line {number}: expected y, a number of a cause, n or q, found \"{line}\"; nothing is changed",
        "--answers: {number}行目: y、原因の番号、n、qのいずれでもない（「{line}」）。何も変更しない",
        number,
        line
    );
    Reason::error(io::ErrorKind::InvalidInput, reason)
}

fn too_few_answers() -> io::Error {
    let reason = bilingual(
        "--answers: the file has fewer lines than there are questions; nothing is changed",
        "--answers: ファイルの行が質問より少ない。何も変更しない",
    );
    Reason::error(io::ErrorKind::InvalidInput, reason)
}
