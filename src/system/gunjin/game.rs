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
    /// The first contradiction about hidden pieces, after which no conclusions are drawn. `None` while there is none.
    pub contradiction: Option<Contradiction>,
    /// The end of the game that the board shows; `None` if the board shows no end.
    pub ended: Option<End>,
    stated: Option<End>,
    /// The hidden piece that the last ply moved to the opponent's headquarters; `None` if there is no such
    /// piece. If this piece is a general or a field officer, it has captured the headquarters.
    on_headquarters: Option<usize>,
}

impl Gunjin {
    /// Returns the battle of a move, as written. `None` if no result is written or no enemy piece is on the destination.
    pub(super) fn fight(&self, step: Step) -> Option<Fight> {
        let (mover, defender) = (
            self.board.piece_index(step.from)?,
            self.board.piece_index(step.to)?,
        );
        let owner = |index: usize| self.board.knowledge.pieces[index].owner;
        (owner(mover) != owner(defender)).then_some(Fight {
            mover,
            defender,
            behind: self.board.piece_behind(step.to),
            is_unknown_behind: self.board.is_unknown_behind(step.to),
            result: step.battle?,
        })
    }

    /// Returns whether the record shows the kinds of all pieces in a battle.
    pub(super) fn shows_kinds(&self, fight: Fight) -> bool {
        let is_shown = |index: usize| !self.board.knowledge.pieces[index].is_hidden;
        is_shown(fight.mover) && is_shown(fight.defender) && fight.behind.is_none_or(is_shown)
    }

    /// Updates the unknown cells that a ply touches. An origin in the mover's own half has a piece. A
    /// destination in the other half has a piece if a battle is written. Any other destination is empty.
    fn reveal_touched(&mut self, ply: &Ply) {
        let Action::Step(step) = ply.action else { return };
        let mut reveal_if_unknown = |place, has_piece| {
            if self.board.is_unknown(place) {
                self.board.reveal(place, has_piece);
            }
        };
        if step.from.half() == ply.seat {
            reveal_if_unknown(step.from, true);
        }
        reveal_if_unknown(step.to, step.battle.is_some() && step.to.half() != ply.seat);
    }

    /// Makes a move as it is written, even if the rules give another result.
    fn step(&mut self, step: Step) {
        let Some(mover) = self.board.piece_index(step.from) else {
            return;
        };
        let owner = self.board.knowledge.pieces[mover].owner;
        let possible_kinds = self.board.possible_kinds(step.from, step.to);
        if !possible_kinds.is_empty() {
            self.board.knowledge.narrow(mover, possible_kinds);
        }
        if let Some(fight) = self.fight(step).filter(|&fight| !self.shows_kinds(fight)) {
            self.board.knowledge.add_fight(fight);
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

    /// Ends the game if a piece that arrives on the opponent's headquarters is certainly a general or a field
    /// officer. If this is only possible, the piece is stored in `on_headquarters`.
    fn arrive(&mut self, piece: usize, owner: usize) {
        let kinds = self.board.knowledge.pieces[piece].kinds;
        if kinds.is_subset_of(Kinds::officers()) {
            self.ended = Some(end_by_headquarters(owner));
        } else if !kinds.intersection(Kinds::officers()).is_empty() {
            self.on_headquarters = Some(piece);
        }
    }

    /// Narrows the possible kinds of hidden pieces. At a contradiction, every kind becomes possible again for
    /// every hidden piece, and no later call has an effect.
    pub(super) fn conclude(&mut self) {
        if self.contradiction.is_some() {
            return;
        }
        let mut knowledge = self.board.knowledge.clone();
        match knowledge.conclude() {
            Ok(()) => self.board.knowledge = knowledge,
            Err(contradiction) => {
                self.contradiction = Some(contradiction);
                for piece in self.board.knowledge.pieces.iter_mut().filter(|it| it.is_hidden) {
                    piece.kinds = Kinds::ALL;
                }
            }
        }
    }

    /// Returns the end that a claim states; `None` if the claim states no end, or no side where one is needed.
    pub(super) fn claimed_end(&self, word: &Word) -> Option<End> {
        let player = word.rest.first().and_then(|it| seat_of(it));
        let stated_win = |terminal, winner: usize| End::stated_win(terminal, seat(winner));
        let by_loser = |terminal| player.map(|loser| stated_win(terminal, 1 - loser));
        match word.name.as_str() {
            "hq" => player.map(|winner| stated_win(Terminal::Headquarters, winner)),
            "exterminated" => by_loser(Terminal::Extermination),
            "mate" => by_loser(Terminal::Mate),
            "resign" => by_loser(Terminal::Resign),
            "timeout" => by_loser(Terminal::Timeout),
            "foul" => by_loser(Terminal::FoulLoss),
            "result" => {
                player.map(|winner| stated_win(self.terminal_for(Outcome::Win(seat(winner))), winner))
            }
            "draw" => Some(End::stated_draw(self.terminal_for(Outcome::Draw))),
            "interrupt" => Some(End::interrupted()),
            _ => None,
        }
    }

    /// Returns the way in which a game ended, if a claim states only the outcome.
    ///
    /// This is the way of an earlier stated end, or else of the end on the board, if that end has this outcome.
    /// If neither has this outcome, the way is [`Terminal::Draw`] for a draw and [`Terminal::Other`] for a win.
    fn terminal_for(&self, outcome: Outcome<crate::finding::Seat>) -> Terminal {
        let ends = [&self.stated, &self.ended].into_iter().flatten();
        let mut matching_ends = ends.filter(|end| end.outcome == Some(outcome));
        let default_terminal = if outcome == Outcome::Draw {
            Terminal::Draw
        } else {
            Terminal::Other
        };
        matching_ends.next().map_or(default_terminal, |end| end.terminal)
    }
}

/// Returns the gates that a record states, with the rules of its event. The default is two X gates.
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
        let first_header = record.headers.value_of("First").map(uncommented);
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
            // A position may have more pieces than a side has. It is then unknown which of these pieces exist,
            // so no conclusions are drawn.
            contradiction: (0..2)
                .find(|&player| board.pieces_of(player).count() > board.knowledge.terms.piece_count())
                .map(Contradiction::Roster),
            board,
            side_to_move: side_to_move.or_else(|| seat_of(&first_header?)).unwrap_or(0),
            ended: None,
            stated: None,
            on_headquarters: None,
        };
        game.exclude_immobile_on_gates();
        game
    }

    fn start_part_span(record: &Record<'_>, finding: &Finding) -> Option<Span> {
        start_span(record, finding.seat, finding.cells.first().copied())
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

    fn owner(&self, place: Place) -> Option<usize> {
        self.board.at(place).map(|piece| piece.owner)
    }

    fn name(&self, place: Place) -> Message {
        let shown_kind = self
            .board
            .piece_index(place)
            .and_then(|piece_index| self.board.knowledge.shown_kind(piece_index));
        let hidden = message!("hidden piece", "伏せた駒");
        shown_kind.map_or(hidden, |kind| message!("{kind}", "{kind}", kind))
    }

    fn fault(&self, from: Place, to: Place) -> Option<MoveFault> {
        let shown_kind = self.board.knowledge.shown_kind(self.board.piece_index(from)?);
        // A hidden piece is treated as the kind that is best for this move.
        let kinds = Kind::ALL
            .into_iter()
            .filter(|&kind| shown_kind.is_none_or(|shown_kind| shown_kind == kind));
        match kinds.map(|kind| self.board.move_check(kind, from, to)).min()? {
            MoveCheck::Free => (self.owner(to) == self.owner(from)).then_some(MoveFault::OwnPiece),
            MoveCheck::Blocked => Some(MoveFault::Blocked),
            MoveCheck::Barred => Some(MoveFault::Barred),
            MoveCheck::Shape => Some(MoveFault::Shape),
            MoveCheck::Immobile => Some(MoveFault::Immobile),
        }
    }

    fn repeat_limit(&self) -> u32 {
        self.board.knowledge.terms.repeat_limit
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
                .knowledge
                .shown_kind(number)
                .map(|kind| kind.code().to_owned())
        };
        let mover = self.board.piece_index(step.from);
        let defender = self.board.piece_index(step.to);
        let captures = defender.is_some() && step.battle != Some(Battle::Lost);
        MoveEffects {
            piece: mover.and_then(code),
            captured: defender.filter(|_| captures).and_then(code),
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
            let low_ranks = Kinds::ALL.difference(Kinds::officers());
            self.board.knowledge.narrow(on_headquarters, low_ranks);
        }
        let lacked_officers = [0, 1].map(|player| self.board.lacks_officers(player));
        if let Action::Step(step) = ply.action {
            self.step(step);
        }
        self.side_to_move = 1 - ply.seat;
        if self.ended.is_none() {
            self.ended = end_by_pieces(&self.board, self.side_to_move)
                .or_else(|| end_by_officers(&self.board, lacked_officers));
        }
    }

    fn on_repetition(&mut self, occurrences: u32) {
        let terms = &self.board.knowledge.terms;
        if terms.repeated == Repeated::Draw && occurrences == terms.repeat_limit && self.ended.is_none() {
            self.ended = Some(End::repeated(occurrences));
        }
    }

    fn on_claim(&mut self, word: &Word) {
        if let (Some(on_headquarters), "hq") = (self.on_headquarters, &*word.name) {
            self.board.knowledge.narrow(on_headquarters, Kinds::officers());
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
            .knowledge
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
    fn exclude_immobile_on_gates(&mut self) {
        let gates = self.board.knowledge.terms.gates;
        let cells = Place::all().filter(|&place| gates.has(place));
        let own_cells = cells.filter(|&place| {
            self.board
                .at(place)
                .is_some_and(|piece| piece.owner == place.half())
        });
        let pieces: Vec<usize> = own_cells
            .filter_map(|place| self.board.piece_index(place))
            .collect();
        for piece in pieces {
            self.board
                .knowledge
                .narrow(piece, Kinds::ALL.difference(Kinds::immobile()));
        }
    }
}

// Ends of a game.

/// Returns the end by capture of the headquarters.
pub(super) fn end_by_headquarters(winner: usize) -> End {
    let name = seat(winner);
    let reason = message!(
        "{name} captured the headquarters",
        "{name}が総司令部を占領した",
        name
    );
    End::new(Terminal::Headquarters, Some(seat(winner)), reason)
}

/// Returns the end that follows from the pieces left on the board, with this seat to move. `None` if the pieces do not
/// certainly end the game.
pub(super) fn end_by_pieces(board: &board::Board, side_to_move: usize) -> Option<End> {
    let exterminated = [0, 1].map(|player| board.is_exterminated(player));
    if exterminated == [true, true] {
        let reason = message!(
            "neither side has a piece left that can move",
            "双方とも動ける駒がない"
        );
        return Some(End::new(Terminal::NoMate, None, reason));
    }
    if let Some(loser) = exterminated.iter().position(|&it| it) {
        let (winner, name) = (1 - loser, seat(loser));
        let reason = message!(
            "{name} has no piece left that can move",
            "{name}に動ける駒が残っていない",
            name
        );
        let is_certain = board.has_mobile(winner);
        return is_certain.then(|| End::new(Terminal::Extermination, Some(seat(winner)), reason));
    }
    end_without_moves(board, side_to_move)
}

/// Returns the end by the loss of the last general or field officer, if the event has this rule.
///
/// A side that had none before has not lost the last one.
pub(super) fn end_by_officers(board: &board::Board, lacked_before: [bool; 2]) -> Option<End> {
    if board.knowledge.terms.no_officers == NoOfficers::PlaysOn {
        return None;
    }
    let lost_officers = [0, 1].map(|player| !lacked_before[player] && board.lacks_officers(player));
    let loser = lost_officers.iter().position(|&it| it)?;
    if lost_officers == [true, true] {
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

/// Returns the end that follows if the side to move certainly has no legal move; `None` if this side may have
/// one.
fn end_without_moves(board: &board::Board, side_to_move: usize) -> Option<End> {
    if !board.is_stuck(side_to_move) {
        return None;
    }
    let name = seat(side_to_move);
    let reason = message!("{name} has no legal move", "{name}に指せる手がない", name);
    Some(match board.knowledge.terms.no_legal_move {
        NoMoveResult::Loses => End::new(Terminal::Mate, Some(seat(1 - side_to_move)), reason),
        NoMoveResult::Draw => End::new(Terminal::Draw, None, reason),
    })
}

// Contradictions in a record of hidden pieces.

/// A contradiction between the record and the rules about hidden pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// No kind fits the piece with this index.
    Piece(usize),
    /// No assignment of the roster fits the pieces of this seat, because the roster has too few pieces of a kind.
    Roster(usize),
}

/// The gates of a game, and the rules of its event.
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
    pub(super) fn piece_count(&self) -> usize {
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
    /// The first word that is not an entry and was read as a hidden piece; `None` if all words are entries.
    pub unread: Option<String>,
}

/// An entry for a cell in a setup or a position.
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
    /// Parses an entry: the code of a kind, `?` or `.`. `None` for any other word.
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

/// Returns the span of the entry for a cell, or of the header with the position or the setup of a seat. `None` if there
/// is no such header.
pub(super) fn start_span(record: &Record<'_>, seat: Option<Seat>, cell: Option<Cell>) -> Option<Span> {
    let place = cell.and_then(|cell| Place::from_name(&cell.to_string()));
    let header_named = |name| record.headers.iter().find(|header| header.name == name);
    let position = header_named("Position");
    let header = position.or_else(|| header_named(SETUP_HEADERS[seat?.index()]))?;
    let entry_span = place.and_then(|place| {
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
        let value_start = text.len() - value.len();
        let range = placement::cell_range(&rows(value, empty_cells), row, column)?;
        Some(placement::span_within(
            header.span,
            Some(value_start + range.start..value_start + range.end),
        ))
    });
    entry_span.or(Some(header.span))
}

/// Sets up the pieces of a seat as the header states, or face down if the header is missing or hides the setup.
///
/// If a side has too few pieces to fill its half, its face-down pieces are not set up. Instead, all cells of the half
/// are marked as unknown.
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
        let is_full = board.knowledge.terms.piece_count() >= cells.len();
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

/// Splits the value of a header into rows at line breaks and slashes, without `#` comments and empty lines.
///
/// If a word is a number of empty cells, `empty_count` returns this number, or else `None`.
pub(super) fn rows(text: &str, empty_count: impl Fn(&str) -> Option<u8>) -> Vec<Row<'_>> {
    let mut start = 0;
    let words = text.split_inclusive(['\n', '\r']).flat_map(|line| {
        let line_start = start;
        start += line.len();
        let uncommented = line.split('#').next().unwrap_or_default();
        let words = words(uncommented).chain([(uncommented.len(), "/")]);
        words.map(move |(offset, word)| (line_start + offset, word))
    });
    let mut rows = placement::rows(words, empty_count);
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
        let range_of = |text, row, column| cell_range(&rows(text, empty_cells), row, column);
        let text_of = |row, column| range_of(text, row, column).map(|range| &text[range]);
        assert_eq!(text_of(0, 1), Some("TK"));
        assert_eq!(text_of(1, 0), Some("SL"));
        assert_eq!(range_of(" . . / TGs .", 1, 0), Some(7..10));
        assert_eq!(range_of(" 2 / 3 TGs .", 1, 3), Some(7..10));
    }
}
