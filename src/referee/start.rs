//! The start position as the rules look at it.

use crate::finding::{Finding, Findings, Message, Severity, Span};
pub use crate::notation::start_place::Part;
use crate::notation::start_place::place;
use crate::record::{Record, Start};
use crate::shogi::{Color, Handicap, PieceKind, Position, Square};

use super::rules;

/// A start position that was drawn or listed, or has a turn line; those that are only named need no check.
#[derive(Debug)]
pub struct StartCase<'a> {
    /// The record that begins so.
    pub record: &'a Record<'a>,
    /// How the record gives it.
    pub start: &'a Start<'a>,
    /// The position itself.
    pub position: &'a Position,
    counts: [u16; 8],
}

impl StartCase<'_> {
    /// How many pieces of an unpromoted kind there are, board and hands together.
    pub fn count(&self, kind: PieceKind) -> u16 {
        self.counts[kind.base().index()]
    }
}

/// What a rule says of a start position.
#[derive(Debug)]
pub struct Complaint {
    /// The side it is about.
    pub side: Option<Color>,
    /// A weight other than the rule's own.
    pub severity: Option<Severity>,
    /// The place, when it is not the whole diagram.
    pub span: Option<Span>,
    /// The square or the hand that it is about.
    pub part: Option<Part>,
    /// The reason in words.
    pub message: Message,
    /// The squares that a board beside it marks.
    pub squares: Vec<Square>,
}

impl Complaint {
    /// About one side.
    pub fn of(side: Color, message: Message) -> Self {
        Self {
            side: Some(side),
            severity: None,
            span: None,
            part: None,
            message,
            squares: Vec::new(),
        }
    }

    /// About the whole board.
    pub fn of_board(message: Message) -> Self {
        Self {
            side: None,
            severity: None,
            span: None,
            part: None,
            message,
            squares: Vec::new(),
        }
    }

    /// The same complaint, about a square or a hand.
    #[must_use]
    pub fn at(mut self, part: impl Into<Option<Part>>) -> Self {
        self.part = part.into();
        self
    }

    /// The same complaint, with squares to mark on a board beside it.
    #[must_use]
    pub fn marking(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.squares.extend(squares);
        self
    }
}

/// Judges the start of a record.
pub(super) fn judge(record: &Record<'_>, findings: &mut Findings) {
    let start = &record.start;
    let is_said = start.diagram.is_some() || start.turn.is_some();
    let is_doubtful = start.name.is_some() || Handicap::of(&start.position).is_none();
    if !(is_said && is_doubtful) && start.king_in_hand.is_none() {
        return;
    }
    let case = StartCase {
        record,
        start,
        position: &start.position,
        counts: start.position.piece_counts(),
    };
    for (rule, check) in rules::START {
        for complaint in check(&case) {
            let part = || complaint.part.and_then(|part| place(record, part));
            let span = complaint.span.or_else(part).or(start.diagram);
            let mut finding = Finding::new(rule, span, complaint.message).at_ply(0);
            finding.side = complaint.side;
            finding.sfen = Some(
                start
                    .position
                    .to_sfen(start.plies_before.unwrap_or(0).saturating_add(1)),
            );
            finding.squares = complaint.squares;
            finding.severity = complaint.severity.unwrap_or(finding.severity);
            findings.push(finding);
        }
    }
}
