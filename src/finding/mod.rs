//! What is said about a record: a [`Finding`] names its [`Rule`], its place and the reason in words.

use std::ops::{Deref, DerefMut};

use crate::text::Text;

mod fault;
mod message;
mod rule;
mod seat;
mod vocabulary;

pub use crate::message;
pub use fault::Fault;
pub(crate) use fault::{Faults, Item, did_you_mean, entries_in_order, span_of};
pub(crate) use message::Speak;
pub use message::{Bilingual, Language, Message, Reason, Spoken, Words, both, say};
pub use rule::{Class, Example, Rule, RulePage};
pub(crate) use rule::{built_in, rules};
pub use seat::{Cell, Seat};
pub(crate) use vocabulary::{
    Count, Enumeration, File, HowOften, List, Ordinal, PieceOn, Pieces, Play, Plies, Rank, Series, in_quotes,
    quoted, shortened,
};

/// One thing found in a record.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that speaks.
    pub rule: &'static Rule,
    /// The weight here: that of the rule, or a note inside a variation.
    pub severity: Severity,
    /// 1-based ply; 0 is the start position or the header; `None` the whole record.
    pub ply: Option<u32>,
    /// The way into a variation: pairs of (ply, number of the alternative there from 1); empty on the main line.
    pub variation: Vec<(u32, u32)>,
    /// The offending token in the decoded text.
    pub span: Option<Span>,
    /// Whose move or claim this is about.
    pub seat: Option<Seat>,
    /// The move: in USI as far as it has such a form, else as written.
    pub moved: Option<String>,
    /// The position before the move, as the game writes it: shogi in SFEN.
    pub position: Option<String>,
    /// The reason in words, for a person.
    pub message: Message,
    /// The places that a board beside it marks: those of the move, and those that show what is wrong.
    pub cells: Vec<Cell>,
    /// Whether an earlier foul of the same line was already played on.
    pub after_foul: bool,
    /// Whether it is a foul that the record itself names and punishes rightly: true history, and so a note.
    pub acknowledged: bool,
    /// Whether it is told only to those who ask for its rule.
    pub quiet: bool,
}

impl Finding {
    /// A finding of `rule` at `span`, with nothing known yet about ply or position.
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
        }
    }

    /// Line and column of its first character in the text of the file.
    pub(crate) fn place(&self, text: &Text<'_>) -> Option<(u64, u64)> {
        self.span.map(|span| text.line_column(span.start as usize))
    }

    /// The same finding, placed at a ply.
    #[must_use]
    pub fn at_ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }
}

// How much a finding weighs.

/// How much a finding weighs; the order is that of the weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Legal, but worth saying; also every foul inside a variation.
    Note,
    /// Something a recorder should look at.
    Warning,
    /// A foul, or the record contradicts itself.
    Error,
}

impl Severity {
    /// All three, the gravest first.
    pub(crate) const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The word that users and scripts see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The word that people see; in English it is the name.
    pub(crate) const fn words(self) -> Words {
        let japanese = match self {
            Self::Note => "注記",
            Self::Warning => "警告",
            Self::Error => "エラー",
        };
        both(self.name(), japanese)
    }
}

// A stretch of the decoded text.

/// Byte range in the decoded text of a file.
///
/// 32 bits are enough: a text is a small file or a window of a large one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The same stretch seen from a text that begins `offset` bytes earlier.
    #[must_use]
    pub(crate) const fn shifted(self, offset: usize) -> Self {
        Self {
            start: self.start + offset as u32,
            end: self.end + offset as u32,
        }
    }

    /// The text it covers; empty when it does not fit `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

// What rules are about, for those who choose many at once.

/// What a rule is about. Users choose rules by it: `--ignore clocks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// What is done on the board: 二歩 and its kin.
    Fouls,
    /// How the game ended, and what the record says of that.
    Results,
    /// Times and time limits.
    Clocks,
    /// Where the game began.
    Starts,
    /// What could not be read.
    Reading,
    /// How it is written.
    Notation,
}

impl Group {
    /// All of them.
    pub(crate) const ALL: [Self; 6] = [
        Self::Fouls,
        Self::Results,
        Self::Clocks,
        Self::Starts,
        Self::Reading,
        Self::Notation,
    ];

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        self.about().0
    }

    /// What its rules are about, in a few words.
    pub(crate) const fn words(self) -> Words {
        self.about().1
    }

    const fn about(self) -> (&'static str, Words) {
        match self {
            Self::Fouls => ("fouls", both("actions on the board", "盤上の行為")),
            Self::Results => ("results", both("end and result", "終局と結果")),
            Self::Clocks => ("clocks", both("times", "消費時間")),
            Self::Starts => ("starts", both("start position", "開始局面")),
            Self::Reading => ("reading", both("unreadable input", "読み取り")),
            Self::Notation => ("notation", both("form of the record", "書き方")),
        }
    }
}

// The findings of one record, in bounded memory.

/// How many findings of a record are listed. More say nothing new, and a broken file of some megabytes
/// has millions.
const MAX_FINDINGS: usize = 10_000;

/// The findings of one record in the order in which they were made: at most ten thousand of them, and
/// the number of those beyond.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    listed: Vec<Finding>,
    unlisted: Option<Unlisted>,
}

/// Findings of a record that are not listed.
#[derive(Clone, Copy, Debug)]
pub struct Unlisted {
    /// How many there are.
    pub count: usize,
    /// The severity of the gravest of them.
    pub highest: Severity,
}

impl Findings {
    /// Adds a finding, or counts it when the list is full.
    pub(crate) fn push(&mut self, finding: Finding) {
        if self.listed.len() < MAX_FINDINGS {
            self.listed.push(finding);
        } else {
            self.count(1, finding.severity);
        }
    }

    /// Counts findings that are not listed, of which this is the gravest severity.
    pub(crate) fn count(&mut self, findings: usize, highest: Severity) {
        let before = self.unlisted.unwrap_or(Unlisted { count: 0, highest });
        self.unlisted = Some(Unlisted {
            count: before.count + findings,
            highest: before.highest.max(highest),
        });
    }

    /// Adds all of another list, those it only counts too.
    pub(crate) fn append(&mut self, others: Self) {
        if let Some(Unlisted { count, highest }) = others.unlisted {
            self.count(count, highest);
        }
        self.extend(others.listed);
    }

    /// The list, and what is not in it.
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
