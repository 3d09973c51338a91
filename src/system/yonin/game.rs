//! The game: the side to move, and the players who are eliminated or still in the game.

use std::sync::Arc;

use super::board::{self, Board, SEATS, destinations, seat, seat_from_letter};
use super::rules::RULES;
use crate::finding::{Cell, Finding, Message, Seat, Span, message};
use crate::notation::Word;
use crate::notation::yonin::{Action, Ply};
use crate::profile::{AfterMate, Profile, Repeated, YoninRules};
use crate::record::{GameKind, Record, Terminal};
use crate::shogi::Square;
use crate::system::drawing::{Drawing, MoveEffects};
use crate::system::model::{End, GameChecks, GameState, MoveFault};
use crate::system::placement;

/// The reason why a player is eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elimination {
    /// The player has no legal move. The record does not state the elimination yet.
    Mated,
    /// The record states the elimination.
    Stated,
}

/// A game of yonin shogi.
#[derive(Clone, Debug)]
pub(super) struct Yonin {
    pub board: Board,
    pub side_to_move: usize,
    /// The player who made the last ply; `None` before the first ply.
    pub last_mover: Option<usize>,
    /// `true` if the turn passed to the side to move because this player is in check.
    pub is_answering_check: bool,
    /// By seat, the reason for the elimination; `None` if the player is still in the game.
    pub eliminated: [Option<Elimination>; SEATS],
    /// Number of plies so far that gave check, and number of these plies with a claim of check.
    pub checks: (u32, u32),
    /// By seat, the player credited with the mate of this seat on the board; `None` if there is no such player.
    pub mated_by: [Option<usize>; SEATS],
    /// The rules of the event.
    pub rules: Arc<YoninRules>,
    /// Number of occurrences of the position whose repetition makes the game a draw; `None` if there is no such position.
    drawn_at: Option<u32>,
    /// The end that the record states; `None` if the record states no end.
    stated: Option<End>,
    /// `true` if the record states that a player resigned, or lost on time or by an illegal move.
    resigned: bool,
    /// By seat, `true` if the record states that the player lost by an illegal move.
    foul_losers: [bool; SEATS],
}

impl Yonin {
    /// Returns the next living seat clockwise from a seat.
    pub(super) fn next_living(&self, from: usize) -> usize {
        let mut seats = (1..=SEATS).map(|step| (from + step) % SEATS);
        seats.find(|&seat| self.board.alive[seat]).unwrap_or(from)
    }

    /// Returns the living players other than `mover` whose kings are attacked, clockwise from `mover`.
    pub(super) fn players_in_check(&self, mover: usize) -> Vec<usize> {
        let seats = (1..SEATS).map(|step| (mover + step) % SEATS);
        seats
            .filter(|&seat| self.board.alive[seat] && self.board.in_check(seat))
            .collect()
    }

    /// Passes the turn on from this seat: to the first player in check, or else to the next living player.
    fn pass_turn(&mut self, mover: usize) {
        let players_in_check = self.players_in_check(mover);
        self.is_answering_check = !players_in_check.is_empty();
        self.side_to_move = players_in_check
            .first()
            .copied()
            .unwrap_or_else(|| self.next_living(mover));
    }

    /// Returns the board with all players who were in the game before a ply. A player mated by the ply is thus still in
    /// check.
    pub(super) fn board_with_players_of(&self, before: &Self) -> Board {
        let mut board = self.board.clone();
        board.alive = before.board.alive;
        board
    }

    fn living(&self) -> impl Iterator<Item = usize> + '_ {
        (0..SEATS).filter(|&seat| self.board.alive[seat])
    }

    /// Eliminates players one after the other, as long as the player to move has no legal move.
    ///
    /// If the eliminated player is in check, and the player who moved last is still in the game, the player who
    /// moved last is credited with the mate.
    fn apply_eliminations(&mut self) {
        while self.living().count() > 1 && !self.board.has_move(self.side_to_move) {
            let loser = self.side_to_move;
            let is_mated = self.board.in_check(loser);
            let credited = self
                .last_mover
                .filter(|&player| is_mated && self.board.alive[player]);
            self.mated_by[loser] = credited;
            self.eliminate(loser, credited, Elimination::Mated);
        }
    }

    /// Eliminates a player and passes the turn on. The hand goes to the player credited with the mate, or else is lost.
    pub(super) fn eliminate(&mut self, loser: usize, credited: Option<usize>, cause: Elimination) {
        let hand = std::mem::take(&mut self.board.hands[loser]);
        if let Some(winner) = credited {
            for (held, won) in self.board.hands[winner].iter_mut().zip(hand) {
                *held += won;
            }
        }
        self.board.retire(loser);
        self.eliminated[loser] = Some(cause);
        let mover = self.last_mover.filter(|_| credited.is_some());
        self.pass_turn(match self.rules.after_mate {
            AfterMate::FromMated => loser,
            AfterMate::FromMover => mover.unwrap_or(loser),
        });
    }
}

impl GameState for Yonin {
    type Ply = Ply;
    type BoardCell = Square;

    fn seat(number: usize) -> Seat {
        seat(number)
    }

    fn rules(_: &GameKind) -> &'static GameChecks<Self> {
        &RULES
    }

    fn set_up(record: &Record<'_>, profile: &Profile) -> Self {
        let position = record.headers.value_of("Position").and_then(board::read);
        let first_seat = record
            .headers
            .value_of("First")
            .and_then(|value| seat_from_letter(value.trim()));
        let (mut board, side_to_move) = position.unwrap_or_else(|| (start(), first_seat.unwrap_or(0)));
        board.pieces_left = profile.yonin.pieces_left;
        let eliminated = board.alive.map(|alive| (!alive).then_some(Elimination::Stated));
        Self {
            board,
            side_to_move,
            last_mover: None,
            is_answering_check: false,
            eliminated,
            checks: (0, 0),
            mated_by: [None; SEATS],
            rules: Arc::new(profile.yonin.clone()),
            drawn_at: None,
            stated: None,
            resigned: false,
            foul_losers: [false; SEATS],
        }
    }

    fn start_part_span(record: &Record<'_>, finding: &Finding) -> Option<Span> {
        let header = record.headers.iter().find(|header| header.name == "Position")?;
        let value = record.value_span(header);
        let square = finding.cells.first().and_then(|it| it.square());
        let range = square.and_then(|square| board::piece_range(record.text_at(value), square));
        Some(placement::span_within(value, range))
    }

    fn read(&self, text: &str, _: Option<&str>) -> Option<Ply> {
        Ply::parse(text)
    }

    fn mover(&self, ply: &Ply) -> usize {
        ply.seat
    }

    fn move_text(&self, ply: &Ply) -> String {
        ply.action.to_string()
    }

    fn step(&self, ply: &Ply) -> Option<(Square, Square)> {
        match ply.action {
            Action::Step { from, to, .. } => Some((from, to)),
            _ => None,
        }
    }

    fn owner(&self, square: Square) -> Option<usize> {
        self.board.at(square).map(|piece| piece.owner)
    }

    fn name(&self, square: Square) -> Message {
        let kind = self.board.at(square).map(|piece| piece.kind);
        message!("{kind}", "{kind}", kind)
    }

    fn fault(&self, from: Square, to: Square) -> Option<MoveFault> {
        let piece = self.board.at(from)?;
        if !destinations(from, piece.kind, piece.owner, |_| false).contains(&to) {
            Some(MoveFault::Shape)
        } else if !self.board.destinations(from).contains(&to) {
            Some(MoveFault::Blocked)
        } else {
            (self.owner(to) == Some(piece.owner)).then_some(MoveFault::OwnPiece)
        }
    }

    fn repeat_limit(&self) -> u32 {
        self.rules.repeat_limit
    }

    fn cells(&self, ply: &Ply) -> Vec<Cell> {
        match ply.action {
            Action::Step { from, to, .. } => vec![from.into(), to.into()],
            Action::Drop { to, .. } => vec![to.into()],
            Action::Pass => Vec::new(),
        }
    }

    fn effects(&self, ply: &Ply, after: &Self) -> MoveEffects {
        let kind_at = |square| self.board.at(square).map(|piece| piece.kind);
        let (piece, to, drops, promotes) = match ply.action {
            Action::Step { from, to, promotes } => (kind_at(from), to, false, promotes),
            Action::Drop { kind, to, .. } => (Some(kind), to, true, false),
            Action::Pass => return MoveEffects::default(),
        };
        let captured = kind_at(to);
        let board = after.board_with_players_of(self);
        let mut opponents = (0..SEATS).filter(|&player| player != ply.seat && board.alive[player]);
        MoveEffects {
            piece: piece.map(board::kind_text),
            captured: captured.map(board::kind_text),
            captures: Some(captured.is_some()),
            drops: Some(drops),
            promotes: Some(promotes),
            checks: Some(opponents.any(|player| board.in_check(player))),
        }
    }

    fn play(&mut self, ply: &Ply) {
        let mover = ply.seat;
        match ply.action {
            Action::Step { from, to, promotes } => self.board.move_piece(mover, from, to, promotes),
            Action::Drop { kind, to, promoted } => {
                let promoted_kind = kind.promoted().filter(|_| promoted);
                self.board.drop(mover, promoted_kind.unwrap_or(kind), to);
            }
            Action::Pass => {}
        }
        self.last_mover = Some(mover);
        self.pass_turn(mover);
        if self.is_answering_check {
            self.checks.0 += 1;
            self.checks.1 += u32::from(!ply.claims.is_empty());
        }
        self.apply_eliminations();
    }

    fn on_repetition(&mut self, occurrences: u32) {
        if self.rules.repeated == Repeated::Draw && occurrences == self.rules.repeat_limit {
            self.drawn_at.get_or_insert(occurrences);
        }
    }

    fn on_claim(&mut self, word: &Word) {
        let player = word.rest.first().and_then(|it| seat_from_letter(it));
        match (&*word.name, player) {
            // The last survivor cannot be eliminated.
            ("mate" | "resign" | "timeout" | "foul", Some(loser))
                if self.is_over() && self.board.alive[loser] => {}
            ("mate", Some(loser)) if self.board.alive[loser] => {
                let credited = word
                    .rest
                    .get(2)
                    .and_then(|it| seat_from_letter(it))
                    .or(self.last_mover);
                self.eliminate(loser, credited, Elimination::Stated);
                self.state_survivor();
            }
            ("mate", Some(loser)) => {
                self.eliminated[loser] = Some(Elimination::Stated);
                self.state_survivor();
            }
            ("resign" | "timeout" | "foul", Some(loser)) if self.board.alive[loser] => {
                self.foul_losers[loser] = word.name == "foul";
                self.eliminate(loser, None, Elimination::Stated);
                self.resigned = true;
                if self.living().count() > 1 {
                    self.apply_eliminations();
                }
                self.state_survivor();
            }
            ("result", Some(winner)) => {
                let is_resigned = self.resigned && self.is_over();
                let terminal = if is_resigned {
                    Terminal::Resign
                } else {
                    Terminal::LastSurvivor
                };
                self.stated = Some(End::stated_win(terminal, seat(winner)));
            }
            ("draw", _) => self.stated = Some(End::stated_draw(Terminal::Draw)),
            ("interrupt", _) => self.stated = Some(End::interrupted()),
            _ => {}
        }
    }

    fn stated_end(&self) -> Option<End> {
        self.stated.clone()
    }

    fn decided_end(&self) -> Option<End> {
        self.survivor_end().or_else(|| self.drawn_at.map(End::repeated))
    }

    fn side_to_move(&self) -> usize {
        self.side_to_move
    }

    fn foul_losers(&self) -> Vec<usize> {
        (0..SEATS).filter(|&player| self.foul_losers[player]).collect()
    }

    fn winner_if_lost_by(&self, seat: usize) -> Option<usize> {
        let mut remaining = self.living().filter(|&player| player != seat);
        remaining.next().filter(|_| remaining.next().is_none())
    }

    fn drawing(&self) -> Drawing {
        board::drawing(&self.board, self.side_to_move)
    }

    fn position(&self) -> String {
        board::text(&self.board, self.side_to_move)
    }
}

impl Yonin {
    /// Returns the end by elimination of all players but one; `None` if several players are left.
    fn survivor_end(&self) -> Option<End> {
        let winner = self.living().next().filter(|_| self.is_over()).map(seat)?;
        let terminal = if self.resigned {
            Terminal::Resign
        } else {
            Terminal::LastSurvivor
        };
        let reason = message!(
            "{winner} is the last survivor",
            "{winner}が最後まで残った",
            winner
        );
        Some(End::new(terminal, Some(winner), reason))
    }

    /// Returns whether only one player is left.
    pub(super) fn is_over(&self) -> bool {
        self.living().count() == 1
    }

    /// Records the end if a claim leaves only one player.
    fn state_survivor(&mut self) {
        if let Some(end) = self.survivor_end() {
            self.stated = Some(end);
        }
    }
}

// The start of the game.

/// The start position, which applies if the record gives no position that can be read.
const START: &str = "2 Sn Gn Kn Gn Sn 2 / 3 Pn Rn Pn 3 / Sw 3 Pn 3 Se / Gw Pw 5 Pe Ge / Kw Rw Pw 3 Pe Re Ke / \
                     Gw Pw 5 Pe Ge / Sw 3 Ps 3 Se / 3 Ps Rs Ps 3 / 2 Ss Gs Ks Gs Ss 2 S S:- W:- N:- E:- SWNE";

/// Returns the board of the start position.
pub(super) fn start() -> Board {
    board::read(START).map_or_else(Board::empty, |(board, _)| board)
}
