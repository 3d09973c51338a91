//! The trait that a game other than shogi implements so that the [driver](super::driver) can check its records,
//! with the types that the trait uses.

use super::drawing::{Drawing, MoveEffects};
use crate::finding::{Cell, Finding, Localize, Message, Occurrences, Rule, Seat, Span, message};
use crate::notation::Word;
use crate::profile::Profile;
use crate::record::{GameKind, Node, Outcome, Record, Terminal};
use crate::referee::rule_hit::RuleCheck;

/// A game other than shogi in progress: its board, its turns, and the state of its players.
///
/// The driver copies the state for every ply, so that rules can compare the game before and after the ply.
pub(super) trait GameState: Clone + Sized + 'static {
    /// A ply, as parsed from the notation of the game.
    type Ply;

    /// A cell of the board, as the game identifies it.
    type BoardCell: Copy + Localize + Send + Sync;

    /// Returns the seat of the player with this number.
    fn seat(number: usize) -> Seat;

    /// Returns the checks of `game`, a game whose state has this type.
    fn rules(game: &GameKind) -> &'static GameChecks<Self>;

    /// Returns the game at the start of a record, under the rules of the event.
    fn set_up(record: &Record<'_>, profile: &Profile) -> Self;

    /// Returns the span of a finding about the start: that of its first marked cell, or else that of the value
    /// of the header with the position. `None` if the record has no such header.
    fn start_part_span(record: &Record<'_>, finding: &Finding) -> Option<Span>;

    /// Parses a ply; `None` if the text is not a ply. The text of the `next` ply may identify the player who made this ply.
    fn read(&self, text: &str, next: Option<&str>) -> Option<Self::Ply>;

    /// Returns the player who makes a ply: the player that the ply states. Plies of janggi state no player, so
    /// the player is inferred from the turn and the owner of the moving piece.
    fn mover(&self, ply: &Self::Ply) -> usize;

    /// Returns the text of the move in the canonical spelling of its notation, without its number and the
    /// letter of its seat.
    fn move_text(&self, ply: &Self::Ply) -> String;

    /// Returns the cells that a ply touches: the origin and the destination, or the destination alone. Empty
    /// for a pass.
    fn cells(&self, ply: &Self::Ply) -> Vec<Cell>;

    /// Returns the origin and the destination of a ply that moves a piece on the board; `None` for any other ply.
    fn step(&self, ply: &Self::Ply) -> Option<(Self::BoardCell, Self::BoardCell)>;

    /// Returns the owner of the piece on a cell; `None` for an empty cell.
    fn owner(&self, cell: Self::BoardCell) -> Option<usize>;

    /// Returns the name of the piece on a cell.
    fn name(&self, cell: Self::BoardCell) -> Message;

    /// Returns the reason why the piece on `from` cannot move to `to`; `None` if the piece can, or if `from` is
    /// empty.
    fn fault(&self, from: Self::BoardCell, to: Self::BoardCell) -> Option<MoveFault>;

    /// Returns the number of occurrences of a position at which the repetition is reported.
    fn repeat_limit(&self) -> u32;

    /// Updates a partly unknown board with the facts that a ply implies about the position before it. The
    /// default does nothing.
    fn infer(&mut self, _ply: &Self::Ply) {}

    /// Returns the effects of a ply that leads from this position to `after`.
    fn effects(&self, ply: &Self::Ply, after: &Self) -> MoveEffects;

    /// Makes a ply as it is written, legal or not.
    fn play(&mut self, ply: &Self::Ply);

    /// Deducts the recorded time of a ply from the time of its player. The default does nothing.
    fn charge(&mut self, _mover: usize, _node: &Node<'_>) {}

    /// Applies a recorded claim about a player or the game.
    fn on_claim(&mut self, word: &Word);

    /// Returns the end of the game that the rules determine, or else the end that the record states. `None` if
    /// the game has not ended. A game may ignore a result in a header, which does not show when the game ended.
    fn end(&self) -> Option<End> {
        self.decided_end().or_else(|| self.stated_end())
    }

    /// Returns the end that the record states; `None` if the record states no end.
    fn stated_end(&self) -> Option<End>;

    /// Returns the span of the recorded result; `None` if there is no result, or if a claim after the moves
    /// states it.
    fn stated_span(&self) -> Option<Span> {
        None
    }

    /// Returns the end determined by the rules of the game, regardless of the recorded winner. `None` if the rules have
    /// not ended the game.
    fn decided_end(&self) -> Option<End>;

    /// Returns the player whose turn it is.
    fn side_to_move(&self) -> usize;

    /// Returns the players who have lost by an illegal move, according to the record. By default, this is the
    /// loser of a stated end by an illegal move in a game of two players.
    fn foul_losers(&self) -> Vec<usize> {
        let foul_end = self
            .stated_end()
            .filter(|stated_end| stated_end.terminal == Terminal::FoulLoss);
        match foul_end.and_then(|end| end.outcome) {
            Some(Outcome::Win(winner)) => vec![1 - winner.index()],
            _ => Vec::new(),
        }
    }

    /// Returns whether the kinds of all pieces of a player are known. The default is `true`.
    fn is_known(&self, _seat: usize) -> bool {
        true
    }

    /// Returns the player who wins if `seat` loses; `None` if several other players are left. The default is
    /// the opponent in a game of two players.
    fn winner_if_lost_by(&self, seat: usize) -> Option<usize> {
        Some(1 - seat)
    }

    /// Returns the position as text, in the notation of the game.
    fn position(&self) -> String;

    /// Applies the rules about repetition to the current position, which has occurred this number of times. The
    /// default does nothing.
    fn on_repetition(&mut self, _occurrences: u32) {}

    /// Returns the key by which repetition is detected. By default, the key is the position.
    fn repetition_key(&self) -> String {
        self.position()
    }

    /// Returns the board as it is drawn.
    fn drawing(&self) -> Drawing;
}

/// A reason why a piece cannot make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveFault {
    /// The bar of gunjin shogi is between the two cells.
    Barred,
    /// Another piece blocks the path.
    Blocked,
    /// The piece can never move.
    Immobile,
    /// A piece of the same player is on the destination.
    OwnPiece,
    /// The piece does not move in this way. In janggi, also if a piece other than a chariot is blocked.
    Shape,
    /// The piece could move in this way only if it were promoted.
    Unpromoted,
}

/// The checks of a game, in the order in which they run.
pub(super) struct GameChecks<G: GameState> {
    /// Checks of the start position after it has been set up.
    pub start: &'static [RuleCheck<StartCase<G>>],
    /// Checks of a ply. After a hit that stops later rules, no further check of the ply runs.
    pub ply: &'static [RuleCheck<PlyCase<G>>],
    /// Checks of a claim about a player or the game.
    pub claim: &'static [RuleCheck<ClaimCase<G>>],
    /// Checks of the game as a whole.
    pub end: &'static [RuleCheck<G>],
    /// The rule for plies after an end that only the board shows.
    pub after_unstated_end: &'static Rule,
}

/// A start position with the headers of its record.
pub(super) struct StartCase<G> {
    /// The game at its start.
    pub game: G,
    /// The headers: name, value, span.
    pub headers: Vec<(String, String, Span)>,
}

impl<G> StartCase<G> {
    /// Returns the case for the start of a record. `game` is the state at the start.
    pub(super) fn new(record: &Record<'_>, game: G) -> Self {
        let headers = record.headers.iter();
        Self {
            game,
            headers: headers
                .map(|header| (header.name.to_string(), header.value.to_string(), header.span))
                .collect(),
        }
    }
}

/// A ply, with the game before and after it.
pub(super) struct PlyCase<G: GameState> {
    /// The game before the ply.
    pub before: G,
    /// The ply.
    pub ply: G::Ply,
    /// The number of the player who makes the ply.
    pub mover: usize,
    /// The game after the ply.
    pub after: G,
    /// The number of the player who made the previous ply; `None` for the first ply.
    pub last_mover: Option<usize>,
    /// Number of occurrences of the position after the ply, including this one.
    pub occurrences: u32,
}

impl<G: GameState> PlyCase<G> {
    /// Returns the seat of the player who makes the ply.
    pub(super) fn seat(&self) -> Seat {
        G::seat(self.mover)
    }

    /// Returns the origin and the destination of the move; `None` if the ply does not move a piece on the board.
    pub(super) fn step(&self) -> Option<(G::BoardCell, G::BoardCell)> {
        self.before.step(&self.ply)
    }

    /// Returns the origin and the destination if the moving piece belongs to the mover.
    pub(super) fn own_step(&self) -> Option<(G::BoardCell, G::BoardCell)> {
        self.step()
            .filter(|step| self.before.owner(step.0) == Some(self.mover))
    }

    /// Returns the name of the moving piece, the origin and the destination, if the piece belongs to the mover
    /// and this fault prevents the move.
    pub(super) fn step_with_fault(&self, fault: MoveFault) -> Option<(Message, G::BoardCell, G::BoardCell)> {
        let (from, to) = self.own_step()?;
        (self.before.fault(from, to) == Some(fault)).then(|| (self.before.name(from), from, to))
    }
}

/// A claim about a player or the game, with the state of the game before the claim.
pub(super) struct ClaimCase<G> {
    /// The game before the claim.
    pub before: G,
    /// The name of the claim and the words after the name.
    pub word: Word,
}

/// The end of a game, as the record states it or as the rules determine it.
#[derive(Clone, Debug)]
pub(super) struct End {
    /// The way in which the game ended.
    pub terminal: Terminal,
    /// The outcome; `None` if the outcome is not stated.
    pub outcome: Option<Outcome<Seat>>,
    /// The reason, as a text for people.
    pub reason: Message,
}

impl End {
    /// Creates an end with this winner; `None` means a draw.
    pub(super) fn new(terminal: Terminal, winner: Option<Seat>, reason: Message) -> Self {
        Self {
            terminal,
            outcome: Some(winner.map_or(Outcome::Draw, Outcome::Win)),
            reason,
        }
    }

    /// Returns the recorded end in which this player won.
    pub(super) fn stated_win(terminal: Terminal, winner: Seat) -> Self {
        let reason = message!(
            "the record states that {winner} won",
            "棋譜によれば{winner}の勝ち",
            winner
        );
        Self::new(terminal, Some(winner), reason)
    }

    /// Returns the recorded end in which the game was drawn.
    pub(super) fn stated_draw(terminal: Terminal) -> Self {
        let reason = message!("the record states a draw", "棋譜によれば引き分け");
        Self::new(terminal, None, reason)
    }

    /// Returns the end of an interrupted game.
    pub(super) fn interrupted() -> Self {
        Self {
            terminal: Terminal::Interrupt,
            outcome: Some(Outcome::None),
            reason: message!("the game was interrupted", "中断"),
        }
    }

    /// Returns the draw by repetition of a position with this number of occurrences.
    pub(super) fn repeated(occurrences: u32) -> Self {
        let reason = message!(
            "the position occurred {times}",
            "同一局面が{times}現れた",
            times = Occurrences(occurrences)
        );
        Self::new(Terminal::Repetition, None, reason)
    }
}
