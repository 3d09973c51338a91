//! What the rules look at: a start position, what is due, a gap, a position that occurred again, and the main line.

use super::over::Ends;
use super::rules::moves;
use crate::finding::{Enumeration, Message, Ordinal, Rule, Span, both, message};
use crate::notation::{StartPart, start_part_span};
use crate::played::Due;
use crate::profile::Profile;
use crate::record::{NodeId, Origin, Outcome, Record, Start, Written};
use crate::shogi::{Color, Handicap, History, PieceKind, Position, Square};

/// A foul on the main line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foul {
    /// The ply it was made at.
    pub ply: u32,
    /// Who made it.
    pub side: Color,
    /// The rule it breaks.
    pub rule: &'static Rule,
    /// The move.
    pub span: Span,
    /// No move before it contradicts the board.
    pub certain: bool,
}

impl Foul {
    /// Whether this side may be blamed for it. A piece that was moved out of turn may have been moved by its owner.
    pub(crate) fn may_be_of(&self, side: Color) -> bool {
        self.side == side || *self.rule == moves::OPPONENT_PIECE_MOVED
    }
}

/// The first time that a position of the main line came about as often as ends a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repetition {
    /// The ply that completes it.
    pub ply: u32,
    /// The move that completes it.
    pub span: Span,
    /// Who gave check with every move.
    pub perpetual: Option<Color>,
    /// By side: its first move since the first occurrence that gave no check.
    pub quiet: [Option<u32>; 2],
}

/// A position of the main line in which its side to move had no legal move, though the record goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mate {
    /// The ply that led to it.
    pub ply: u32,
    /// Who had no move.
    pub loser: Color,
    /// Whether that side was in check.
    pub checked: bool,
}

/// What the replay of the main line has shown.
#[derive(Clone, Debug, Default)]
pub(super) struct MainLine {
    /// Its fouls, in order.
    pub fouls: Vec<Foul>,
    pub repetition: Option<Repetition>,
    /// How often the position that came about most often did.
    pub most_occurrences: u32,
    /// The ply that took a king, and whose move it was.
    pub king_captured: Option<(u32, Color)>,
    /// The mate after which the record goes on.
    pub mated: Option<Mate>,
    /// What came about that ends a game by itself.
    pub ends: Ends,
    /// A move could not be put on the board: nothing after it is known.
    pub broken: bool,
    /// What is in doubt of the position it leads to.
    pub doubt: Doubt,
    /// The position at the first end of the line.
    pub end: Option<Position>,
    /// Whether moves after that end may belong to another game. They are not checked.
    pub has_other_game: bool,
}

// The start position as the rules look at it.

/// A start position that was drawn or listed, or has a turn line; those that are only named need no check.
#[derive(Debug)]
pub(super) struct StartCase<'a> {
    /// The record that begins so.
    pub record: &'a Record<'a>,
    /// How the record gives it.
    pub start: &'a Start<'a>,
    /// The position itself.
    pub position: &'a Position,
    pub counts: [u16; 8],
}

impl StartCase<'_> {
    /// How many pieces of an unpromoted kind there are, board and hands together.
    pub(super) fn count(&self, kind: PieceKind) -> u16 {
        self.counts[kind.base().index()]
    }

    /// Where a square or a hand stands in the text, if it has a place of its own.
    pub(super) fn place(&self, part: StartPart) -> Option<Span> {
        start_part_span(self.record, part)
    }
}

// What is due in a record, as the rules look at it before it is played.

/// A move that leaves something to the board, or a pass.
#[derive(Debug)]
pub(super) struct DueCase<'a> {
    /// The position before it.
    pub before: &'a Position,
    /// What it is.
    pub due: &'a Due<'a>,
}

impl<'a> DueCase<'a> {
    /// Whether only the rest of the line tells which piece moves.
    pub(super) const fn is_decided_by_rest(&self) -> bool {
        matches!(self.due, Due::Move { by_rest: true, .. })
    }

    /// A move as written, and with what the record leaves to the board.
    pub(super) fn completed(&self) -> Option<(&'a Written, &'a Written)> {
        match self.due {
            Due::Move {
                written, resolved, ..
            } => Some((written, resolved)),
            _ => None,
        }
    }
}

// A position that has come about as often as ends a game, as the rules look at it.

/// A position that has come about as often as ends a game.
#[derive(Debug)]
pub(super) struct Recurrence<'a> {
    /// The positions up to it.
    pub history: &'a History,
    pub profile: &'a Profile,
    pub position: &'a Position,
    /// The side that has lost by perpetual check.
    pub perpetual: Option<Color>,
    /// The game is drawn by it, which the record does not say itself.
    pub is_draw: bool,
}

impl Recurrence<'_> {
    /// How often it has come about, and after which plies; 0 is the start.
    pub(super) fn again(&self) -> Message {
        let mut plies: Vec<_> = self.history.occurrences().map(after).collect();
        plies.reverse();
        message!(
            "the same position occurs for the {count} time, after plies {plies}",
            "同一局面が{count}（{plies}手目の後）",
            count = Ordinal(self.history.count()),
            plies = Enumeration(plies)
        )
    }
}

fn after(ply: usize) -> Message {
    let start = (ply == 0).then(|| both(" (the start)", "（開始局面）"));
    message!("{ply}{start}", "{ply}{start}", ply, start)
}

// The move limit of an event: the ply at which a game without a decision is drawn.

/// What became of the move limit in a game that reached it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// At this ply the game was drawn.
    Drawn(u32),
    /// At this ply it would have been drawn, but no king had entered the enemy camp.
    NoKingEntered(u32),
}

impl Limit {
    /// What follows at the ply at which the limit is reached, and no check puts the end off.
    pub(super) fn at(ply: u32, position: &Position, profile: &Profile) -> Self {
        let entered = || Color::ALL.into_iter().any(|side| position.king_entered(side));
        if profile.max_moves_needs_entered_king && !entered() {
            Self::NoKingEntered(ply)
        } else {
            Self::Drawn(ply)
        }
    }
}

/// How many moves were made before the record begins; `None` where it begins with a position that tells nothing of it.
///
/// KIF says it by 手数＝ in the diagram or by the number of the first move, SFEN by its counter.
pub(super) fn moves_before(record: &Record<'_>) -> Option<u32> {
    if Handicap::from_position(&record.start.position).is_some() {
        return Some(0);
    }
    let written = record.start.plies_before.unwrap_or(0);
    let numbered = record.tree.node(NodeId::START).number;
    Some(written.max(numbered)).filter(|&before| before > 0)
}

// What decides a game.

/// What a rule says of who won.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// The ply at which the game was decided.
    pub ply: u32,
    /// Who won.
    pub outcome: Outcome,
    /// The rule that says so in a finding.
    pub rule: &'static Rule,
    /// The reason in words.
    pub message: Message,
}

impl Decision {
    /// What this rule says of who won at a ply.
    pub(super) fn new(ply: u32, outcome: Outcome, rule: &'static Rule, message: Message) -> Self {
        Self {
            ply,
            outcome,
            rule,
            message,
        }
    }
}

// What a move that contradicts the board leaves in doubt.

/// What may not be as the players had it before them, since a move contradicts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// Nothing.
    #[default]
    None,
    /// The hands: a piece was dropped that was not there.
    Hands,
    /// The board.
    Board,
}

// A ply that findings speak of.

/// A ply that findings speak of.
#[derive(Debug)]
pub(super) struct PlyPlace {
    pub ply: u32,
    pub variation: Vec<(u32, u32)>,
    pub side: Color,
    pub span: Span,
    /// The move in USI, or as written.
    pub moved: Option<String>,
    /// The position before the move.
    pub sfen: Option<String>,
    /// The squares of the move.
    pub squares: Vec<Square>,
    /// An earlier foul of the line was played on.
    pub after_foul: bool,
}

/// The squares of a move, as far as it names them: where it starts, and where it ends.
pub(super) fn squares(written: &Written) -> Vec<Square> {
    match written.from {
        Origin::Board(from) => vec![from, written.to.square()],
        _ => vec![written.to.square()],
    }
}
