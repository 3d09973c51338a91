//! The facts stated by a record of janggi: its result, its marks for check, and its length.

use crate::finding::Span;
use crate::notation::Word;
use crate::notation::gib::{EndReason, HeaderResult, parse_result};
use crate::record::{Record, Step};

/// The result stated by a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatedResult {
    /// A result in the words of the header.
    Decided(HeaderResult),
    /// The game was interrupted.
    Interrupted,
}

impl StatedResult {
    pub(super) fn in_header(value: &str) -> Option<Self> {
        parse_result(value).map(Self::Decided)
    }

    /// Parses a claim after a move: `#mate`, `#resign 홍`. A loss without a name is that of the side to move.
    ///
    /// Returns `None` if the word states no result, or if `#result` has no name of a side.
    pub(super) fn in_word(word: &Word, side_to_move: usize) -> Option<Self> {
        let stated_seat = word.rest.first().and_then(|it| seat_named(it));
        let loser = stated_seat.unwrap_or(side_to_move);
        let (winner, reason) = match &*word.name {
            "draw" => (None, EndReason::Draw),
            "result" => (Some(stated_seat?), EndReason::Other),
            "mate" => (Some(1 - loser), EndReason::Mate),
            "resign" => (Some(1 - loser), EndReason::Resigned),
            "timeout" => (Some(1 - loser), EndReason::Time),
            "foul" => (Some(1 - loser), EndReason::Foul),
            "interrupt" => return Some(Self::Interrupted),
            _ => return None,
        };
        Some(Self::Decided(HeaderResult { winner, reason }))
    }

    /// Returns the winner and the way in which the game ended; `None` for an interruption.
    pub(super) fn decided(self) -> Option<HeaderResult> {
        match self {
            Self::Decided(result) => Some(result),
            Self::Interrupted => None,
        }
    }
}

/// The names of the seats: Blue, Red.
const SEAT_NAMES: [&[&str]; 2] = [
    &["청", "초", "靑", "青", "楚", "blue"],
    &["홍", "한", "紅", "漢", "red"],
];

/// Returns the seat with this name: `청`, `초`, `blue`. `None` if no seat has the name. Punctuation after the
/// name is ignored.
pub(super) fn seat_named(word: &str) -> Option<usize> {
    let word = word.trim_end_matches(['.', ',', ';', ':']);
    let has_word = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    SEAT_NAMES.iter().position(|names| has_word(names))
}

// The marks for check (장군) in a record.

/// Counts of the checks and marks so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CheckMarks {
    /// Number of plies that give check.
    checks: u32,
    /// Number of marked plies that give check.
    marked_checks: u32,
    /// Number of marked plies that do not give check.
    marked_others: u32,
}

impl CheckMarks {
    /// Counts a ply, which may be marked as a check and may give check.
    pub(super) const fn add(&mut self, is_marked: bool, gives_check: bool) {
        self.checks += gives_check as u32;
        self.marked_checks += (is_marked && gives_check) as u32;
        self.marked_others += (is_marked && !gives_check) as u32;
    }

    /// Returns whether the marks are reliable: at least two checks, all of them marked, and fewer marks on other plies
    /// than on checks.
    pub(super) const fn are_reliable(self) -> bool {
        self.checks >= 2 && self.marked_checks == self.checks && self.marked_others < self.checks
    }
}

// The number of plies stated by a record: 총수.

/// The stated and the actual number of plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedLength {
    /// The stated number of plies.
    pub stated: u32,
    /// The actual number of plies.
    pub actual: u32,
    /// The written number of the last ply.
    number: u32,
    /// The span of the header.
    pub span: Span,
}

impl StatedLength {
    /// Returns the stated length of a record that has one, and at least one ply.
    pub(super) fn from_record(record: &Record<'_>) -> Option<Self> {
        let header = record.headers.iter().find(|header| header.name == "총수")?;
        let digits = header.value.trim().trim_end_matches(['수', '手']).trim_end();
        let stated = digits.parse().ok().filter(|&number| number > 0)?;
        let nodes = record.tree.main_line();
        let plies = nodes.filter(|(_, node)| matches!(node.step, Step::Token(_) | Step::Unreadable(_)));
        let (_, last_ply) = plies.last()?;
        Some(Self {
            stated,
            actual: last_ply.ply,
            number: last_ply.number,
            span: header.span,
        })
    }

    /// Returns whether the stated number is the actual number of plies or the written number of the last ply.
    ///
    /// If the game ended by an illegal move, the stated number may be one more, because a record may omit this move.
    pub(super) const fn agrees(self, is_foul: bool) -> bool {
        let upper_bound = self.actual.saturating_add(is_foul as u32);
        self.stated == self.number || self.actual <= self.stated && self.stated <= upper_bound
    }
}
