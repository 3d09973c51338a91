//! The data that the rules check: start positions, moves before they are played, repetitions, and the main
//! line.

use super::game_end::AutomaticEnds;
use super::proofs::LineProofs;
use super::rules::moves;
use crate::finding::{CommaListWithAnd, Message, Ordinal, Rule, Span, both, message};
use crate::notation::{StartPart, start_part_span};
use crate::played::NextStep;
use crate::profile::Profile;
use crate::record::{NodeId, Origin, Outcome, Record, Start, WrittenMove};
use crate::shogi::{Color, Handicap, History, PieceKind, Position, Square};

/// An illegal move of the main line, up to the first end of this line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foul {
    /// The ply of the move.
    pub ply: u32,
    /// The side that made the move.
    pub side: Color,
    /// The rule that the move breaks.
    pub rule: &'static Rule,
    /// The span of the move token.
    pub span: Span,
    /// `true` if no move up to this one contradicts the board.
    pub is_certain: bool,
}

impl Foul {
    /// Returns whether this side may be blamed for the move.
    ///
    /// If a side moved a piece of its opponent, the opponent may have made the move out of turn.
    pub(crate) fn may_be_of(&self, side: Color) -> bool {
        self.side == side || *self.rule == moves::OPPONENT_PIECE_MOVED
    }
}

/// The first position of the main line that occurred often enough to end a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repetition {
    /// The ply that completes the repetition.
    pub ply: u32,
    /// The span of the token of the move that completes the repetition.
    pub span: Span,
    /// The side that has lost by perpetual check; `None` if the repetition is not such a loss.
    pub perpetual: Option<Color>,
    /// For each side, the ply of its first move without check since the first occurrence; `None` if every move
    /// gave check.
    pub first_non_check: [Option<u32>; 2],
}

/// A position of the main line in which the side to move had no legal move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mate {
    /// The last ply before this position.
    pub ply: u32,
    /// The side without a legal move.
    pub loser: Color,
    /// `true` if the loser was in check.
    pub in_check: bool,
}

/// Observations from the replay of the main line.
#[derive(Clone, Debug, Default)]
pub(super) struct MainLine {
    /// The illegal moves, in order.
    pub fouls: Vec<Foul>,
    pub repetition: Option<Repetition>,
    /// Highest number of occurrences of one position up to `end`.
    pub most_occurrences: u32,
    /// The first ply that captured a king, and the side that moved; `None` if no king was captured.
    pub king_captured: Option<(u32, Color)>,
    /// The first position without a legal move after which the record continues; `None` if there is no such position.
    pub mated: Option<Mate>,
    /// The first occurrence of each event that ends a game by itself.
    pub ends: AutomaticEnds,
    /// `true` if a move before the first end could not be put on the board, so that all later positions are
    /// unknown.
    pub is_broken_off: bool,
    /// The uncertainty about the position `end`.
    pub uncertainty: Uncertainty,
    /// The position at the first end of the line, or after its last move. `None` until this point is reached.
    pub end: Option<Position>,
    /// `true` if the moves after `end` may belong to another game, so that they are not checked.
    pub has_other_game: bool,
    /// The proofs from positions of the line; empty unless proofs were asked for.
    pub proofs: LineProofs,
}

// The start position.

/// A start position given by a diagram, a list of pieces or a turn line. A start that is only named needs no
/// check.
#[derive(Debug)]
pub(super) struct StartCase<'a> {
    /// The record.
    pub record: &'a Record<'a>,
    /// The start as the record states it.
    pub start: &'a Start<'a>,
    /// The position on the board at the start.
    pub position: &'a Position,
    /// Numbers of pieces on the board and in both hands, by the index of their unpromoted kind.
    pub counts: [u16; 8],
}

impl StartCase<'_> {
    /// Returns the number of pieces of a kind, promoted or not, on the board and in both hands.
    pub(super) fn count(&self, kind: PieceKind) -> u16 {
        self.counts[kind.base().index()]
    }

    /// Returns the span of a square or a hand in the text, if the square or hand has its own span.
    pub(super) fn part_span(&self, part: StartPart) -> Option<Span> {
        start_part_span(self.record, part)
    }
}

// Moves as they are written, before they are played.

/// A move that is not written in full, or a pass.
#[derive(Debug)]
pub(super) struct IncompleteMoveCase<'a> {
    /// The position before the move or pass.
    pub before: &'a Position,
    /// The move or pass.
    pub step: &'a NextStep<'a>,
    /// The text of the move or pass.
    pub text: &'a str,
}

impl<'a> IncompleteMoveCase<'a> {
    /// Returns whether only the later moves of the line show which piece moves.
    pub(super) const fn is_resolved_by_later_moves(&self) -> bool {
        matches!(
            self.step,
            NextStep::Move {
                by_later_moves: true,
                ..
            }
        )
    }

    /// Returns the text in parentheses after the move, which is not an origin; `None` without such text.
    pub(super) fn unreadable_origin(&self) -> Option<&'a str> {
        self.text.find(['(', '（']).map(|at| &self.text[at..])
    }

    /// Returns the move as written, and the move completed from the board. `None` for a pass and
    /// for a move that cannot be completed.
    pub(super) fn completed(&self) -> Option<(&'a WrittenMove, &'a WrittenMove)> {
        match self.step {
            NextStep::Move {
                written, resolved, ..
            } => Some((written, resolved)),
            _ => None,
        }
    }
}

// Repetition.

/// A position that has occurred often enough to end a game.
#[derive(Debug)]
pub(super) struct RepetitionCase<'a> {
    /// The positions of the line up to `position`.
    pub history: &'a History,
    pub profile: &'a Profile,
    pub position: &'a Position,
    /// The side that has lost by perpetual check; `None` if the repetition is not such a loss.
    pub perpetual: Option<Color>,
    /// `true` if the repetition is the first of the line and makes the game a draw, but the record does not
    /// state an end by repetition.
    pub is_draw: bool,
}

impl RepetitionCase<'_> {
    /// Returns the message with the number of occurrences and their plies. Ply 0 is the start.
    pub(super) fn occurrences_message(&self) -> Message {
        let mut plies: Vec<_> = self.history.occurrences().map(ply_message).collect();
        plies.reverse();
        message!(
            "the same position occurs for the {count} time, after plies {plies}",
            "同一局面が{count}（{plies}手目の後）",
            count = Ordinal(self.history.count()),
            plies = CommaListWithAnd(plies)
        )
    }
}

fn ply_message(ply: usize) -> Message {
    let start = (ply == 0).then(|| both(" (the start)", "（開始局面）"));
    message!("{ply}{start}", "{ply}{start}", ply, start)
}

// The move limit of an event.

/// Outcome of the move limit in a game that reached the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveLimitResult {
    /// The game was drawn at this ply.
    Drawn(u32),
    /// The game was not drawn at this ply, because no king had entered the enemy camp.
    NoKingEntered(u32),
}

impl MoveLimitResult {
    /// Returns the outcome at the ply that reaches the limit, if no check postpones the end.
    pub(super) fn at(ply: u32, position: &Position, profile: &Profile) -> Self {
        let entered = || Color::ALL.into_iter().any(|side| position.king_entered(side));
        if profile.max_moves_needs_entered_king && !entered() {
            Self::NoKingEntered(ply)
        } else {
            Self::Drawn(ply)
        }
    }
}

/// Returns the number of moves made before the record begins: 0 if the start is that of an even or handicap game.
///
/// For any other start, the record may show the number: in KIF, by 手数＝ in the diagram or by the number of the
/// first move; in SFEN, by the move counter. Returns `None` if the record does not show the number.
pub(super) fn moves_before(record: &Record<'_>) -> Option<u32> {
    if Handicap::from_position(&record.start.position).is_some() {
        return Some(0);
    }
    let plies_before = record.start.plies_before.unwrap_or(0);
    let start_number = record.tree.node(NodeId::START).number;
    Some(plies_before.max(start_number)).filter(|&before| before > 0)
}

// Decisions about the result.

/// The result that one rule gives a game.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// The ply at which the game was decided.
    pub ply: u32,
    /// The result of the game by this rule.
    pub outcome: Outcome,
    /// The rule that decides the game.
    pub rule: &'static Rule,
    /// The reason in words.
    pub message: Message,
}

impl Decision {
    /// Creates the decision of a rule at a ply.
    pub(super) fn new(ply: u32, outcome: Outcome, rule: &'static Rule, message: Message) -> Self {
        Self {
            ply,
            outcome,
            rule,
            message,
        }
    }
}

// Uncertainty about the position.

/// The extent to which the position may differ from that of the game, because a move contradicts the board or
/// moves are missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Uncertainty {
    /// Nothing is in doubt.
    #[default]
    None,
    /// The hands: a piece was dropped that was not in hand.
    Hands,
    /// The board and the hands.
    Board,
}

// The ply of a finding.

/// The data of a ply that are copied into the findings about the ply.
#[derive(Debug)]
pub(super) struct PlyContext {
    pub ply: u32,
    pub variation: Vec<(u32, u32)>,
    pub side: Color,
    pub span: Span,
    /// The move in USI if possible, or else as written. `None` if the move has no text, or if the finding is
    /// not about a single move.
    pub moved: Option<String>,
    /// The position before the move (SFEN). `None` if this position is unknown.
    pub sfen: Option<String>,
    /// The squares of the move.
    pub squares: Vec<Square>,
    /// `true` if play continued after an earlier illegal move of the line.
    pub after_foul: bool,
}

/// Returns the squares that a move specifies: the origin, if the move has an origin square, and the destination.
pub(super) fn squares(written: &WrittenMove) -> Vec<Square> {
    match written.from {
        Origin::Board(from) => vec![from, written.to.square()],
        _ => vec![written.to.square()],
    }
}
