//! The game: the side to move, the facts implied by battles, and the end of the game.

use std::sync::Arc;

use super::board::{self, Board, GateShape, Gates, Kinds, MoveCheck, seat};
use super::knowledge::{Battles, Fight, Knowledge};
use super::rules::RULES;
use crate::finding::{Cell, Finding, Message, Seat, Span, message};
use crate::notation::Word;
use crate::notation::gunjin::{Action, BOARD_SIZE, Kind, Place, Ply, Step, empty_cells, seat_of};
use crate::profile::{Battle, NoMoveResult, NoOfficers, Profile, Repeated, TwoCells};
use crate::record::{GameKind, Outcome, Record, Terminal};
use crate::system::drawing::{Drawing, MoveEffects};
use crate::system::model::{End, GameChecks, GameState, MoveFault};
use crate::system::placement::{self, Row, words};

/// A game of gunjin shogi.
#[derive(Clone, Debug)]
pub(super) struct Gunjin {
    pub board: Board,
    pub side_to_move: usize,
    /// The first contradiction about hidden pieces. No conclusions are drawn after it.
    pub contradiction: Option<Contradiction>,
    /// The end of the game that the board shows.
    pub ended: Option<End>,
    stated: Option<End>,
    /// The hidden piece on the opponent's headquarters. It has captured them if it is a general or a field officer.
    on_headquarters: Option<usize>,
}

impl Gunjin {
    /// Returns the battle of a move, as written.
    pub(super) fn fight(&self, step: Step) -> Option<Fight> {
        let (mover, defender) = (
            self.board.piece_index(step.from)?,
            self.board.piece_index(step.to)?,
        );
        let owner = |index: usize| self.board.known.pieces[index].owner;
        (owner(mover) != owner(defender)).then_some(Fight {
            mover,
            defender,
            behind: self.board.behind(step.to),
            is_unknown_behind: self.board.is_unknown_behind(step.to),
            how: step.battle?,
        })
    }

    /// Returns whether the record shows the kinds of all pieces in a battle.
    pub(super) fn shows_kinds(&self, fight: Fight) -> bool {
        let told = |index: usize| !self.board.known.pieces[index].is_hidden;
        told(fight.mover) && told(fight.defender) && fight.behind.is_none_or(told)
    }

    /// Updates the unknown cells that a ply touches: its origin has a piece, and so has its destination if there is a
    /// battle.
    fn reveal_touched(&mut self, ply: &Ply) {
        let Action::Step(step) = ply.action else { return };
        let mut lift = |place, has_piece| {
            if self.board.is_unknown(place) {
                self.board.reveal(place, has_piece);
            }
        };
        if step.from.half() == ply.seat {
            lift(step.from, true);
        }
        lift(step.to, step.battle.is_some() && step.to.half() != ply.seat);
    }

    /// Makes a move as it is written, even if the rules give another result.
    fn step(&mut self, step: Step) {
        let Some(mover) = self.board.piece_index(step.from) else {
            return;
        };
        let owner = self.board.known.pieces[mover].owner;
        let possible_kinds = self.board.possible_kinds(step.from, step.to);
        if !possible_kinds.is_empty() {
            self.board.known.narrow(mover, possible_kinds);
        }
        if let Some(fight) = self.fight(step).filter(|&fight| !self.shows_kinds(fight)) {
            self.board.known.add_fight(fight);
        }
        let survives = match step.battle {
            None | Some(Battle::Won) => {
                self.board.remove(&[step.to], step.to);
                true
            }
            Some(Battle::Lost) => {
                self.board.remove(&[step.from], step.to);
                false
            }
            Some(Battle::Both) => {
                self.board.remove(&[step.from, step.to], step.to);
                false
            }
        };
        if survives && step.from != step.to {
            self.board.move_piece(step.from, step.to);
            // A piece that cannot move there has not captured the headquarters.
            if step.to == Place::headquarters(1 - owner) && !possible_kinds.is_empty() {
                self.arrive(mover, owner);
            }
        }
        self.conclude();
    }

    /// Handles the arrival of a piece on the opponent's headquarters.
    fn arrive(&mut self, piece: usize, owner: usize) {
        let kinds = self.board.known.pieces[piece].kinds;
        if kinds.is_subset_of(Kinds::officers()) {
            self.ended = Some(headquarters(owner));
        } else if !kinds.intersection(Kinds::officers()).is_empty() {
            self.on_headquarters = Some(piece);
        }
    }

    /// Narrows the possible kinds of hidden pieces. After a contradiction, all kinds are possible again.
    pub(super) fn conclude(&mut self) {
        if self.contradiction.is_some() {
            return;
        }
        let mut known = self.board.known.clone();
        match known.conclude() {
            Ok(()) => self.board.known = known,
            Err(contradiction) => {
                self.contradiction = Some(contradiction);
                for piece in self.board.known.pieces.iter_mut().filter(|it| it.is_hidden) {
                    piece.kinds = Kinds::ALL;
                }
            }
        }
    }

    /// Returns the end that a claim states.
    pub(super) fn claimed_end(&self, word: &Word) -> Option<End> {
        let about = word.rest.first().and_then(|it| seat_of(it));
        let told = |terminal, winner: usize| End::stated_win(terminal, seat(winner));
        let by_loser = |terminal| about.map(|loser| told(terminal, 1 - loser));
        match word.name.as_str() {
            "hq" => about.map(|winner| told(Terminal::Headquarters, winner)),
            "exterminated" => by_loser(Terminal::Extermination),
            "mate" => by_loser(Terminal::Mate),
            "resign" => by_loser(Terminal::Resign),
            "timeout" => by_loser(Terminal::Timeout),
            "foul" => by_loser(Terminal::FoulLoss),
            "result" => about.map(|winner| told(self.terminal_for(Outcome::Win(seat(winner))), winner)),
            "draw" => Some(End::stated_draw(self.terminal_for(Outcome::Draw))),
            "interrupt" => Some(End::interrupted()),
            _ => None,
        }
    }

    /// Returns the way in which a game ended, if the record states only the outcome.
    fn terminal_for(&self, outcome: Outcome<crate::finding::Seat>) -> Terminal {
        let known = [&self.stated, &self.ended].into_iter().flatten();
        let mut fitting = known.filter(|end| end.outcome == Some(outcome));
        let other = if outcome == Outcome::Draw {
            Terminal::Draw
        } else {
            Terminal::Other
        };
        fitting.next().map_or(other, |it| it.terminal)
    }
}

/// Returns the terms set by a record and its event.
fn terms(record: &Record<'_>, profile: &Profile) -> Terms {
    let rules = &profile.gunjin;
    let header = record.headers.value_of("Board").map(uncommented);
    let gates = header.and_then(|header| Gates::read(&header, rules.gate));
    Terms {
        gates: gates.unwrap_or_else(|| Gates::new([GateShape::X; 2], rules.gate)),
        roster: rules.counts(),
        battles: Battles::new(rules),
        two_cells: rules.two_cells,
        no_officers: rules.no_officers,
        no_legal_move: rules.no_legal_move,
        repeat_limit: rules.repeat_limit,
        repeated: rules.repeated,
    }
}

impl GameState for Gunjin {
    type Ply = Ply;
    type BoardCell = Place;

    fn seat(number: usize) -> Seat {
        seat(number)
    }

    fn rules(_: &GameKind) -> &'static GameChecks<Self> {
        &RULES
    }

    fn set_up(record: &Record<'_>, profile: &Profile) -> Self {
        let empty = Board::empty(Knowledge::new(Arc::new(terms(record, profile))));
        let first = record.headers.value_of("First").map(uncommented);
        let mut board = empty.clone();
        let position = record.headers.value_of("Position");
        let side_to_move = position.and_then(|text| board::read(text, &mut board).ok());
        if side_to_move.is_none() {
            board = empty;
            for (player, name) in SETUP_HEADERS.into_iter().enumerate() {
                set_up(&mut board, player, record.headers.value_of(name));
            }
        }
        let mut game = Self {
            // A position may have more hidden pieces than a side has, without a hint which of them exist.
            contradiction: (0..2)
                .find(|&player| board.pieces_of(player).count() > board.known.terms.pieces())
                .map(Contradiction::Roster),
            board,
            side_to_move: side_to_move.or_else(|| seat_of(&first?)).unwrap_or(0),
            ended: None,
            stated: None,
            on_headquarters: None,
        };
        game.keep_gates_free();
        game
    }

    fn start_part_span(record: &Record<'_>, finding: &Finding) -> Option<Span> {
        place_of(record, finding.seat, finding.cells.first().copied())
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

    fn step(&self, ply: &Ply) -> Option<(Place, Place)> {
        match ply.action {
            Action::Step(step) => Some((step.from, step.to)),
            _ => None,
        }
    }

    fn owner(&self, at: Place) -> Option<usize> {
        self.board.at(at).map(|it| it.owner)
    }

    fn name(&self, at: Place) -> Message {
        let told = self
            .board
            .piece_index(at)
            .and_then(|piece_index| self.board.known.shown_kind(piece_index));
        let hidden = message!("hidden piece", "伏せた駒");
        told.map_or(hidden, |kind| message!("{kind}", "{kind}", kind))
    }

    fn fault(&self, from: Place, to: Place) -> Option<MoveFault> {
        let told = self.board.known.shown_kind(self.board.piece_index(from)?);
        // A hidden piece is treated as the kind that is best for this move.
        let kinds = Kind::ALL
            .into_iter()
            .filter(|&kind| told.is_none_or(|told| told == kind));
        match kinds.map(|kind| self.board.move_check(kind, from, to)).min()? {
            MoveCheck::Free => (self.owner(to) == self.owner(from)).then_some(MoveFault::OwnPiece),
            MoveCheck::Blocked => Some(MoveFault::Blocked),
            MoveCheck::Barred => Some(MoveFault::Barred),
            MoveCheck::Shape => Some(MoveFault::Shape),
            MoveCheck::Immobile => Some(MoveFault::Immobile),
        }
    }

    fn repeat_limit(&self) -> u32 {
        self.board.known.terms.repeat_limit
    }

    fn cells(&self, ply: &Ply) -> Vec<Cell> {
        let places = match ply.action {
            Action::Step(step) => vec![step.from, step.to],
            Action::Drop { to, .. } => vec![to],
            Action::Pass => Vec::new(),
        };
        places.into_iter().filter_map(Place::cell).collect()
    }

    fn effects(&self, ply: &Ply, _: &Self) -> MoveEffects {
        let Action::Step(step) = ply.action else {
            return MoveEffects::default();
        };
        let code = |number| {
            self.board
                .known
                .shown_kind(number)
                .map(|kind| kind.code().to_owned())
        };
        let own = self.board.piece_index(step.from);
        let there = self.board.piece_index(step.to);
        let captures = there.is_some() && step.battle != Some(Battle::Lost);
        MoveEffects {
            piece: own.and_then(code),
            captured: there.filter(|_| captures).and_then(code),
            captures: Some(captures),
            ..MoveEffects::default()
        }
    }

    fn infer(&mut self, ply: &Ply) {
        self.reveal_touched(ply);
    }

    fn play(&mut self, ply: &Ply) {
        // The piece on the headquarters is of low rank: the record does not report a capture.
        if let Some(on_headquarters) = self.on_headquarters.take() {
            let low = Kinds::ALL.difference(Kinds::officers());
            self.board.known.narrow(on_headquarters, low);
        }
        let lacked = [0, 1].map(|player| self.board.lacks_officers(player));
        if let Action::Step(step) = ply.action {
            self.step(step);
        }
        self.side_to_move = 1 - ply.seat;
        if self.ended.is_none() {
            self.ended = end_by_pieces(&self.board, self.side_to_move)
                .or_else(|| end_by_officers(&self.board, lacked));
        }
    }

    fn on_repetition(&mut self, occurrences: u32) {
        let terms = &self.board.known.terms;
        if terms.repeated == Repeated::Draw && occurrences == terms.repeat_limit && self.ended.is_none() {
            self.ended = Some(End::repeated(occurrences));
        }
    }

    fn on_claim(&mut self, word: &Word) {
        if let (Some(on_headquarters), "hq") = (self.on_headquarters, &*word.name) {
            self.board.known.narrow(on_headquarters, Kinds::officers());
            self.on_headquarters = None;
            self.conclude();
        }
        if let Some(claimed_end) = self.claimed_end(word) {
            self.stated = Some(claimed_end);
        }
    }

    fn stated_end(&self) -> Option<End> {
        self.stated.clone()
    }

    fn decided_end(&self) -> Option<End> {
        self.ended.clone()
    }

    fn side_to_move(&self) -> usize {
        self.side_to_move
    }

    fn is_known(&self, seat: usize) -> bool {
        !self
            .board
            .known
            .pieces
            .iter()
            .any(|piece| piece.owner == seat && piece.is_hidden)
    }

    fn position(&self) -> String {
        board::text(&self.board, self.side_to_move)
    }

    fn drawing(&self) -> Drawing {
        board::drawing(&self.board, self.side_to_move)
    }
}

impl Gunjin {
    /// Excludes mines and flags from the kinds of hidden pieces on gate cells of their own half.
    fn keep_gates_free(&mut self) {
        let gates = self.board.known.terms.gates;
        let cells = Place::all().filter(|&place| gates.has(place));
        let own = cells.filter(|&place| self.board.at(place).is_some_and(|at| at.owner == place.half()));
        let pieces: Vec<usize> = own.filter_map(|place| self.board.piece_index(place)).collect();
        for piece in pieces {
            self.board
                .known
                .narrow(piece, Kinds::ALL.difference(Kinds::immobile()));
        }
    }
}

// Ends of a game.

/// Returns the end by capture of the headquarters.
pub(super) fn headquarters(winner: usize) -> End {
    let name = seat(winner);
    let reason = message!(
        "{name} captured the headquarters",
        "{name}が総司令部を占領した",
        name
    );
    End::new(Terminal::Headquarters, Some(seat(winner)), reason)
}

/// Returns the end that follows from the pieces left on the board, with this seat to move.
pub(super) fn end_by_pieces(board: &board::Board, side_to_move: usize) -> Option<End> {
    let gone = [0, 1].map(|player| board.is_exterminated(player));
    if gone == [true, true] {
        let reason = message!(
            "neither side has a piece left that can move",
            "双方とも動ける駒がない"
        );
        return Some(End::new(Terminal::NoMate, None, reason));
    }
    if let Some(loser) = gone.iter().position(|&it| it) {
        let (winner, name) = (1 - loser, seat(loser));
        let reason = message!(
            "{name} has no piece left that can move",
            "{name}に動ける駒が残っていない",
            name
        );
        let is_sure = board.has_mobile(winner);
        return is_sure.then(|| End::new(Terminal::Extermination, Some(seat(winner)), reason));
    }
    end_without_moves(board, side_to_move)
}

/// Returns the end by the loss of the last general or field officer, if the event has this rule.
///
/// A side that had none before has not lost the last one.
pub(super) fn end_by_officers(board: &board::Board, lacked: [bool; 2]) -> Option<End> {
    if board.known.terms.no_officers == NoOfficers::PlaysOn {
        return None;
    }
    let lost = [0, 1].map(|player| !lacked[player] && board.lacks_officers(player));
    let loser = lost.iter().position(|&it| it)?;
    if lost == [true, true] {
        let reason = message!(
            "neither side has a general or field officer left",
            "双方とも将官も佐官も残っていない"
        );
        return Some(End::new(Terminal::NoMate, None, reason));
    }
    let name = seat(loser);
    let reason = message!(
        "{name} has no general or field officer left",
        "{name}に将官も佐官も残っていない",
        name
    );
    Some(End::new(Terminal::Extermination, Some(seat(1 - loser)), reason))
}

/// Returns the end because the side to move has no legal move.
fn end_without_moves(board: &board::Board, side_to_move: usize) -> Option<End> {
    if !board.is_stuck(side_to_move) {
        return None;
    }
    let name = seat(side_to_move);
    let reason = message!("{name} has no legal move", "{name}に指せる手がない", name);
    Some(match board.known.terms.no_legal_move {
        NoMoveResult::Loses => End::new(Terminal::Mate, Some(seat(1 - side_to_move)), reason),
        NoMoveResult::Draw => End::new(Terminal::Draw, None, reason),
    })
}

// Contradictions in a record of hidden pieces.

/// A contradiction between the record and the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// No kind fits the piece with this index.
    Piece(usize),
    /// No assignment of the roster fits the pieces of this seat: it has too few of a kind.
    Roster(usize),
}

// The terms of a game: gates, pieces, battles, and decisions of the event.

/// The terms of a game.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub gates: Gates,
    /// Number of pieces of each kind per side.
    pub roster: [u8; Kind::COUNT],
    pub battles: Battles,
    pub two_cells: TwoCells,
    pub no_officers: NoOfficers,
    pub no_legal_move: NoMoveResult,
    pub repeat_limit: u32,
    pub repeated: Repeated,
}

impl Terms {
    /// Returns the number of pieces per side.
    pub(super) fn pieces(&self) -> usize {
        self.roster.iter().map(|&it| usize::from(it)).sum()
    }
}

// The setup of the pieces of a side.

/// The names of the setup headers, by seat.
pub(super) const SETUP_HEADERS: [&str; 2] = ["Setup-S", "Setup-N"];

/// A setup, as parsed from its header.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Setup {
    /// The entries for the cells of the half.
    pub entries: Vec<(Place, Entry)>,
    /// Number of entries in excess of the cells.
    pub surplus: usize,
    /// The first word that is not an entry.
    pub unread: Option<String>,
}

/// An entry for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A piece of a known kind.
    Piece(Kind),
    /// A piece of unknown kind.
    Hidden,
    /// An empty cell.
    Empty,
}

impl Entry {
    /// Parses an entry.
    pub(super) fn parse(word: &str) -> Option<Self> {
        match word {
            "?" => Some(Self::Hidden),
            "." => Some(Self::Empty),
            _ => Kind::from_code(word).map(Self::Piece),
        }
    }
}

/// Parses the setup of a seat: the rows from the bar to the back. Returns `None` if the setup is hidden.
pub(super) fn read(value: &str, seat: usize) -> Option<Setup> {
    if uncommented(value) == "hidden" {
        return None;
    }
    let mut setup = Setup {
        entries: Vec::new(),
        surplus: 0,
        unread: None,
    };
    let mut board_rows = cells(seat);
    for row in rows(value, |_| None) {
        let mut cells = board_rows.next().unwrap_or_default().into_iter();
        for (_, word) in row.into_iter().flatten() {
            let Some(place) = cells.next() else {
                setup.surplus += 1;
                continue;
            };
            let entry = Entry::parse(word).unwrap_or_else(|| {
                setup.unread.get_or_insert_with(|| word.to_owned());
                Entry::Hidden
            });
            setup.entries.push((place, entry));
        }
    }
    Some(setup)
}

/// Returns the rows of a half, from the bar to the back.
pub(super) fn cells(seat: usize) -> impl Iterator<Item = Vec<Place>> {
    let half = BOARD_SIZE / 2;
    (0..half).map(move |row| {
        let row = if seat == 0 { half - 1 - row } else { half + row };
        Place::row_cells(row).collect()
    })
}

/// Returns the place in the record of the setup of a seat, or of the entry for a cell.
pub(super) fn place_of(record: &Record<'_>, seat: Option<Seat>, cell: Option<Cell>) -> Option<Span> {
    let place = cell.and_then(|cell| Place::from_name(&cell.to_string()));
    let named = |name| record.headers.iter().find(|header| header.name == name);
    let position = named("Position");
    let header = position.or_else(|| named(SETUP_HEADERS[seat?.index()]))?;
    let found = place.and_then(|place| {
        let row = match (position, place.half()) {
            (Some(_), _) => BOARD_SIZE - 1 - place.row(),
            (None, 0) => BOARD_SIZE / 2 - 1 - place.row(),
            (None, _) => place.row() - BOARD_SIZE / 2,
        };
        let column = Place::row_cells(place.row())
            .zip(0..)
            .find(|&(cell, _)| cell == place)?
            .1;
        // The rows follow the header, outside its span.
        let end = record.span.end;
        let text = record.text_at(Span { end, ..header.span });
        let value = text.split_once([':', '：']).map_or(text, |it| it.1);
        let start = text.len() - value.len();
        let entry = placement::cell_range(&rows(value, empty_cells), row, column)?;
        Some(placement::span_within(
            header.span,
            Some(start + entry.start..start + entry.end),
        ))
    });
    found.or(Some(header.span))
}

/// Sets up the pieces of a seat as the header states, or face down.
///
/// If face-down pieces do not fill their half, their cells are marked as unknown.
pub(super) fn set_up(board: &mut board::Board, seat: usize, value: Option<&str>) {
    if let Some(setup) = value.and_then(|value| read(value, seat)) {
        for (place, entry) in setup.entries {
            match entry {
                Entry::Piece(kind) => board.set(place, seat, Some(kind)),
                Entry::Hidden => board.set(place, seat, None),
                Entry::Empty => {}
            }
        }
    } else {
        let cells: Vec<Place> = cells(seat).flatten().collect();
        let is_full = board.known.terms.pieces() >= cells.len();
        for place in cells {
            if is_full {
                board.set(place, seat, None);
            } else {
                board.unknown[place.index()] = true;
            }
        }
    }
}

// The board in the headers: rows and their entries.

/// Returns the value of a header without comments.
pub(super) fn uncommented(value: &str) -> String {
    let lines = value
        .split('\n')
        .map(|line| line.split('#').next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Splits a header into rows at line breaks and slashes. `empty` parses a word that is a number of empty
/// cells.
pub(super) fn rows(text: &str, empty: impl Fn(&str) -> Option<u8>) -> Vec<Row<'_>> {
    let mut start = 0;
    let words = text.split_inclusive(['\n', '\r']).flat_map(|line| {
        let at = start;
        start += line.len();
        let told = line.split('#').next().unwrap_or_default();
        let words = words(told).chain([(told.len(), "/")]);
        words.map(move |(within, word)| (at + within, word))
    });
    let mut rows = placement::rows(words, empty);
    // An empty line is not a row.
    rows.retain(|it| !it.is_empty());
    rows
}

#[cfg(test)]
mod tests {
    use super::{empty_cells, rows};
    use crate::system::placement::cell_range;

    #[test]
    fn entries_are_found_in_the_text() {
        let text = "\n  CP TK # front\n\n  SL MJ\n1 S b4-b5\n";
        let at = |text, row, column| cell_range(&rows(text, empty_cells), row, column);
        let found = |row, column| at(text, row, column).map(|at| &text[at]);
        assert_eq!(found(0, 1), Some("TK"));
        assert_eq!(found(1, 0), Some("SL"));
        assert_eq!(at(" . . / TGs .", 1, 0), Some(7..10));
        assert_eq!(at(" 2 / 3 TGs .", 1, 3), Some(7..10));
    }
}
