//! Findings about a record: a [`Finding`] has a [`Rule`], a span in the text and a reason in words.

use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::Serialize;

use crate::proof::Proof;
use crate::text::Text;

pub(crate) mod archive;
mod cause;
mod input_error;
mod message;
mod rule;
mod seat;
mod vocabulary;

pub use crate::message;
pub use cause::{Applicability, Cause, CauseKind, Edit, Fix};
pub use input_error::InputError;
pub(crate) use input_error::{InputErrors, Item, did_you_mean, entries_in_order, span_of};
pub(crate) use message::Localize;
pub use message::{Bilingual, Language, Localized, Message, Reason, Words, bilingual, both};
pub use rule::{Class, Example, Rule, RulePage};
pub(crate) use rule::{built_in, rules};
pub use seat::{Cell, Seat};
pub(crate) use vocabulary::{
    CommaList, CommaListWithAnd, Count, File, List, MoveInPosition, Occurrences, Ordinal, PieceOn, Pieces,
    Plies, Rank, in_quotes, shortened,
};

/// One problem found in a record.
///
/// The fields are those of a finding in the output, in which each is optional on its own. Rules set only those that apply.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties")]
pub struct Finding {
    /// The rule that reports the finding.
    pub rule: &'static Rule,
    /// The severity: that of the rule, unless the check or the settings have changed it. Findings about moves
    /// in a variation are notes.
    pub severity: Severity,
    /// The 1-based ply; 0 for the start position or a header; `None` for the whole record.
    pub ply: Option<u32>,
    /// The path to a variation: pairs of a ply and the alternative there (from 1); empty on the main line.
    pub variation: Vec<(u32, u32)>,
    /// The span of the offending token in the decoded text; `None` if no part of the text shows the problem.
    pub span: Option<Span>,
    /// The player whose move or claim the finding is about; `None` if the finding is not about one player.
    pub seat: Option<Seat>,
    /// The move: in USI if possible, else as written; `None` if the finding is not about a move.
    pub moved: Option<String>,
    /// The position before the move in the notation of the game (SFEN for shogi); `None` if the position is
    /// unknown or not needed.
    pub position: Option<String>,
    /// The reason in words, for readers.
    pub message: Message,
    /// The cells to mark on a board: the cells of the move, and the cells that show the problem.
    pub cells: Vec<Cell>,
    /// `true` if play continued after an earlier illegal move of this line.
    pub after_foul: bool,
    /// `true` for an illegal move that the record itself reports, with the correct result. The severity of such
    /// a finding is a note.
    pub acknowledged: bool,
    /// `true` if the finding is reported only when its rule is selected explicitly.
    pub quiet: bool,
    /// The possible causes of the finding, each a change of the record that removes the finding. Empty if no
    /// cause is known, or if the finding is a consequence.
    pub causes: Vec<Cause>,
    /// The change of a neighbouring digit with which an illegal move and all later moves are legal: the move, if it was misheard.
    /// `None` for findings with causes, and if no such change or several are possible.
    pub misheard: Option<Box<Cause>>,
    /// `true` if the finding follows from the cause of another finding.
    pub consequence: bool,
    /// The other records that the finding is about, in the order of the inputs; empty for a finding about one record alone.
    pub related: Vec<Related>,
    /// The certificate of the finding; `None` unless proofs were asked for, or if the finding rests on a single move.
    pub proof: Option<Box<Proof>>,
    /// The edits after which the finding is gone; `None` if no fix is known. Several possible causes give no
    /// unsafe fix.
    pub fix: Option<Fix>,
}

impl Finding {
    /// Creates a finding of `rule` at `span`, without a ply or a position.
    pub fn new(rule: &'static Rule, span: impl Into<Option<Span>>, message: impl Into<Message>) -> Self {
        Self {
            rule,
            severity: rule.class.severity(),
            ply: None,
            variation: Vec::new(),
            span: span.into(),
            seat: None,
            moved: None,
            position: None,
            message: message.into(),
            cells: Vec::new(),
            after_foul: false,
            acknowledged: false,
            quiet: false,
            causes: Vec::new(),
            misheard: None,
            consequence: false,
            related: Vec::new(),
            proof: None,
            fix: None,
        }
    }

    /// Returns the line and column at which the span of the finding begins in the text of the file; `None` if
    /// the finding has no span.
    pub(crate) fn place(&self, text: &Text<'_>) -> Option<(u64, u64)> {
        self.span.map(|span| text.line_column(span.start as usize))
    }

    /// Returns the changes of the record of which one can be made: the possible causes, or the move if it was misheard.
    #[cfg(any(feature = "cli", feature = "page"))]
    pub(crate) fn possible_changes(&self) -> &[Cause] {
        match &self.misheard {
            Some(misheard) => std::slice::from_ref(misheard),
            None => &self.causes,
        }
    }

    /// Returns the finding with this ply.
    #[must_use]
    pub fn at_ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }
}

/// A record that a finding about another record names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Related {
    /// The path of the file, as it is shown.
    pub path: String,
    /// The number of the record in the file, from 1; `None` for a sheet of results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<u32>,
    /// The line in the file, from 1; `None` for a record as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

/// Writes the record as `PATH#RECORD`, and a sheet as `PATH:LINE`.
impl fmt::Display for Related {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.path)?;
        self.line.map_or(Ok(()), |line| write!(out, ":{line}"))?;
        self.record.map_or(Ok(()), |record| write!(out, "#{record}"))
    }
}

// The severity of a finding.

/// The severity of a finding, ordered from low to high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Legal but noteworthy; also every illegal move in a variation.
    Note,
    /// A doubtful statement or text that a recorder should look at.
    Warning,
    /// An illegal move, or a contradiction within the record.
    Error,
}

impl Severity {
    /// All severities from high to low.
    pub(crate) const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// Returns the word that users and scripts see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// Returns the word for readers. In English, this word is the name.
    pub(crate) const fn words(self) -> Words {
        let japanese = match self {
            Self::Note => "注記",
            Self::Warning => "警告",
            Self::Error => "エラー",
        };
        both(self.name(), japanese)
    }
}

// A range of the decoded text.

/// A byte range in the decoded text of a file.
///
/// Offsets have 32 bits, because a text is a small file or a window of a large one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span from `start` up to, but excluding, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self {
            start: start as u32,
            end: end as u32,
        }
    }

    /// Returns the span in a text that begins `offset` bytes earlier.
    #[must_use]
    pub(crate) const fn shifted(self, offset: usize) -> Self {
        Self {
            start: self.start + offset as u32,
            end: self.end + offset as u32,
        }
    }

    /// Returns the text that the span covers; empty if the span is not within `text`.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

// The groups of rules.

/// A group of rules, by their subject. Users select rules by group: `--ignore clocks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Illegal actions on the board, such as 二歩.
    Fouls,
    /// The end of the game, and the statements of the record about it.
    Results,
    /// Times and time limits.
    Clocks,
    /// The start position.
    Starts,
    /// Text or data that could not be read.
    Reading,
    /// The notation of the record, and deviations from the format.
    Notation,
    /// Several records, and sheets of results.
    Archive,
}

impl Group {
    /// All groups.
    pub(crate) const ALL: [Self; 7] = [
        Self::Fouls,
        Self::Results,
        Self::Clocks,
        Self::Starts,
        Self::Reading,
        Self::Notation,
        Self::Archive,
    ];

    /// Returns the name that users type.
    pub const fn name(self) -> &'static str {
        self.name_and_words().0
    }

    /// Returns the subject of the group in a few words.
    pub(crate) const fn words(self) -> Words {
        self.name_and_words().1
    }

    const fn name_and_words(self) -> (&'static str, Words) {
        match self {
            Self::Fouls => ("fouls", both("actions on the board", "盤上の行為")),
            Self::Results => ("results", both("end and result", "終局と結果")),
            Self::Clocks => ("clocks", both("times", "消費時間")),
            Self::Starts => ("starts", both("start position", "開始局面")),
            Self::Reading => ("reading", both("unreadable input", "読み取り")),
            Self::Notation => ("notation", both("form of the record", "書き方")),
            Self::Archive => ("archive", both("several records", "複数の棋譜")),
        }
    }
}

// The findings of one record, in bounded memory.

/// Maximum number of listed findings of a record. A broken file of some megabytes can have millions of
/// findings, which add no information.
const MAX_FINDINGS: usize = 10_000;

/// The findings of one record in the order in which they were made.
///
/// At most 10,000 findings are listed. Further findings are only counted.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    listed: Vec<Finding>,
    unlisted: Option<Unlisted>,
}

/// The findings of a record that are not listed.
#[derive(Clone, Copy, Debug)]
pub struct Unlisted {
    /// The number of these findings.
    pub count: usize,
    /// The highest severity among them.
    pub highest: Severity,
}

impl Findings {
    /// Adds a finding, or counts it if the list is full.
    pub(crate) fn push(&mut self, finding: Finding) {
        if self.listed.len() < MAX_FINDINGS {
            self.listed.push(finding);
        } else {
            self.count(1, finding.severity);
        }
    }

    /// Counts unlisted findings, of which `highest` is the highest severity.
    pub(crate) fn count(&mut self, findings: usize, highest: Severity) {
        let before = self.unlisted.unwrap_or(Unlisted { count: 0, highest });
        self.unlisted = Some(Unlisted {
            count: before.count + findings,
            highest: before.highest.max(highest),
        });
    }

    /// Appends another list, including its unlisted findings.
    pub(crate) fn append(&mut self, others: Self) {
        if let Some(Unlisted { count, highest }) = others.unlisted {
            self.count(count, highest);
        }
        self.extend(others.listed);
    }

    /// Returns the list and the summary of the unlisted findings.
    pub fn into_parts(self) -> (Vec<Finding>, Option<Unlisted>) {
        (self.listed, self.unlisted)
    }
}

impl Extend<Finding> for Findings {
    fn extend<T: IntoIterator<Item = Finding>>(&mut self, findings: T) {
        for finding in findings {
            self.push(finding);
        }
    }
}

impl Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.listed
    }
}

impl DerefMut for Findings {
    fn deref_mut(&mut self) -> &mut [Finding] {
        &mut self.listed
    }
}
