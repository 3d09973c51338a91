//! The main lines of games in a compact form, in which positions are searched without reading the records again.
//!
//! A game is the length of the rest (four bytes), a byte with flags and the result, and, if positions of the game are searched,
//! its start position, the moves of a position of an opening book, and two bytes per ply. All numbers are little-endian.

use std::sync::Arc;

use super::duplicates::{move_of_code, ply_code};
use super::game::{Game, Ply};
use super::search::{PositionSearcher, Search, Step};
use crate::finding::Seat;
use crate::played::PlayedMove;
use crate::record::{NodeId, Outcome, Record, SHOGI};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Square};

/// The code of a ply that was not made on the board. Codes of moves are smaller.
const NO_MOVE: u16 = 0x8000;

/// The code of a ply that is followed by its move, its squares, the captured piece and the position after it, because the
/// move alone does not lead to this position.
const IRREGULAR: u16 = 0x8001;

/// The code of a number of a ply that no ply has, such as that of an end of the game before further moves.
const NO_PLY: u16 = 0x8002;

/// The bits of the first byte that have the result.
const RESULT: u8 = 0b111;

/// The bit of a game whose positions are searched.
const SEARCHED: u8 = 1 << 3;

/// The bit of a game with another start position than the even one.
const OWN_START: u8 = 1 << 4;

/// The bit of a position of an opening book, of which only the start is searched.
const BOOK: u8 = 1 << 5;

/// The results, by their numbers in the first byte.
fn results() -> [Option<Outcome<Seat>>; 5] {
    let [black, white] = Color::ALL.map(|side| Some(Outcome::Win(Seat::from(side))));
    [None, black, white, Some(Outcome::Draw), Some(Outcome::None)]
}

// Writing.

/// A writer of games in the compact form. One writer goes through any number of records.
#[derive(Debug, Default)]
pub(super) struct CompactWriter {
    /// The position after the last ply that was made on the board; `None` if positions of the record are not searched.
    position: Option<Position>,
    /// The plies that were made on the board, one after the other.
    plies: Vec<u8>,
    /// The number of each of these plies, and its start in `plies`.
    starts: Vec<(u32, usize)>,
}

impl CompactWriter {
    /// Begins the next record.
    pub(super) fn begin(&mut self, record: &Record<'_>) {
        self.plies.clear();
        self.starts.clear();
        let is_searched = record.is_shogi() && record.is_playable();
        self.position = is_searched.then(|| record.start.position.clone());
    }

    /// Adds a ply that was made on the board. `mv` is its move, if it has one.
    pub(super) fn observe(&mut self, played: &PlayedMove<'_>, mv: Option<Move>) {
        let Some(position) = &mut self.position else {
            return;
        };
        self.starts.push((played.ply, self.plies.len()));
        let code = mv.map_or(NO_MOVE, ply_code);
        let undo = mv.and_then(|mv| position.play(mv));
        if undo.is_some_and(|undo| undo.captured() == played.undo.captured()) && *position == *played.after {
            return self.plies.extend(code.to_le_bytes());
        }
        *position = played.after.clone();
        self.plies.extend(IRREGULAR.to_le_bytes());
        self.plies.extend(code.to_le_bytes());
        let from = played.undo.from().map_or(u8::MAX, |from| from.index() as u8);
        let captured = played.undo.captured().map_or(0, piece_code);
        self.plies
            .extend([from, played.undo.to().index() as u8, captured]);
        push_position(played.after, &mut self.plies);
    }

    /// Returns the record in the compact form. `plies` are the plies of its main line.
    pub(super) fn finish(
        &mut self,
        record: &Record<'_>,
        plies: &[Ply],
        verdict: Option<Outcome<Seat>>,
        book_moves: &[(Move, u32)],
    ) -> Vec<u8> {
        let verdict = verdict.map(|outcome| match outcome.to_sides() {
            Outcome::Win(side) => Outcome::Win(Seat::from(side)),
            Outcome::Draw => Outcome::Draw,
            Outcome::None => Outcome::None,
        });
        let result = results().iter().position(|result| *result == verdict);
        let mut first = result.unwrap_or(0) as u8;
        let mut rest = Vec::with_capacity(self.plies.len() + 8);
        if self.position.is_some() {
            first |= SEARCHED;
            if record.start.position != Position::startpos() {
                first |= OWN_START;
                push_position(&record.start.position, &mut rest);
            }
            if !record.book_counts.is_empty() {
                first |= BOOK;
            }
            rest.extend((book_moves.len() as u16).to_le_bytes());
            for &(mv, games) in book_moves {
                rest.extend(ply_code(mv).to_le_bytes());
                rest.extend(games.to_le_bytes());
            }
            self.push_plies(plies, &mut rest);
        }
        let length = (rest.len() as u32 + 1).to_le_bytes();
        [&length[..], &[first], &rest].concat()
    }

    /// Writes the plies of a main line.
    fn push_plies(&self, plies: &[Ply], out: &mut Vec<u8>) {
        let ends = self.starts.iter().skip(1).map(|&(_, start)| start);
        let ends = ends.chain([self.plies.len()]);
        let mut observed = self.starts.iter().zip(ends).peekable();
        let mut number = 0;
        for ply in plies {
            number += 1;
            for _ in number..ply.number {
                out.extend(NO_PLY.to_le_bytes());
            }
            number = ply.number;
            match observed.next_if(|&(&(observed, _), _)| observed == number) {
                Some((&(_, start), end)) => out.extend(&self.plies[start..end]),
                None => out.extend(NO_MOVE.to_le_bytes()),
            }
        }
    }
}

/// Returns the code of a piece, which is not 0.
fn piece_code(piece: Piece) -> u8 {
    (1 + piece.color.index() * PieceKind::ALL.len() + piece.kind.index()) as u8
}

/// Writes a position: the length of its SFEN (a byte), and the SFEN.
fn push_position(position: &Position, out: &mut Vec<u8>) {
    let sfen = position.to_sfen(1);
    out.push(sfen.len() as u8);
    out.extend(sfen.as_bytes());
}

// Reading.

/// A reader of the compact form. It returns `None` at the end of the bytes, and if they are damaged.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn bytes(&mut self, count: usize) -> Option<&'b [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.bytes(1)?[0])
    }

    fn code(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.bytes(2)?.try_into().ok()?))
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    fn position(&mut self) -> Option<Position> {
        let length = self.byte()?;
        let sfen = str::from_utf8(self.bytes(length.into())?).ok()?;
        Position::from_sfen(sfen).ok()
    }

    fn piece(&mut self) -> Option<Piece> {
        let code = usize::from(self.byte()?).checked_sub(1)?;
        let color = *Color::ALL.get(code / PieceKind::ALL.len())?;
        Some(Piece::new(color, PieceKind::ALL[code % PieceKind::ALL.len()]))
    }

    fn book_moves(&mut self) -> Option<Vec<(Move, u32)>> {
        let count = self.code()?;
        let moves = (0..count).map(|_| Some((move_of_code(self.code()?)?, self.number()?)));
        moves.collect()
    }

    /// Reads an irregular ply after its code. Returns its move, if it has one, and its step, and sets the position after it.
    fn irregular(&mut self, position: &mut Position) -> Option<(Option<Move>, Step)> {
        let mv = move_of_code(self.code()?);
        let from = Square::from_index(self.byte()?.into());
        let to = Square::from_index(self.byte()?.into())?;
        let captured = self.piece();
        *position = self.position()?;
        Some((mv, Step { from, to, captured }))
    }
}

/// A search in games in the compact form, which finds the same positions as a search in their records.
#[derive(Debug)]
pub struct CompactSearch {
    searcher: PositionSearcher,
    /// The numbers and the moves of the plies of the game that is read; `None` for a ply without a move.
    moves: Vec<(u32, Option<Move>)>,
}

impl CompactSearch {
    /// Creates a search. Variations are not in the compact form, so they are not searched.
    pub fn new(search: &Arc<Search>) -> Self {
        Self {
            searcher: PositionSearcher::new(Arc::clone(search)),
            moves: Vec::new(),
        }
    }

    /// Searches consecutive games, the first of which has the number `first`. Calls `report` with each game in which something
    /// was found. The number of a game is in its field `record`. Only the result and the positions that were found are known.
    pub fn search(&mut self, bytes: &[u8], first: u32, mut report: impl FnMut(Game)) {
        let mut reader = Reader(bytes);
        let mut number = first;
        while let Some(length) = reader.number() {
            let Some(game) = reader.bytes(length as usize) else {
                return;
            };
            if let Some(mut found) = self.search_game(Reader(game)) {
                found.record = number;
                report(found);
            }
            number = number.saturating_add(1);
        }
    }

    /// Returns a game if something was found in it.
    fn search_game(&mut self, mut reader: Reader<'_>) -> Option<Game> {
        let flags = reader.byte()?;
        if flags & SEARCHED == 0 {
            return None;
        }
        let start = match flags & OWN_START {
            0 => Position::startpos(),
            _ => reader.position()?,
        };
        let book_moves = reader.book_moves()?;
        self.searcher.begin_at(Some(&start));
        self.moves.clear();
        self.replay(reader, start, flags & BOOK == 0);
        let moves = &self.moves;
        let hits = self.searcher.main_line_hits(|ply| {
            let following = moves.partition_point(|&(number, _)| number <= ply);
            moves[following..].iter().map(|&(_, mv)| mv)
        });
        let resulting = self.searcher.resulting();
        if hits.is_empty() && resulting.is_empty() {
            return None;
        }
        let mut game = Game::without_data(&SHOGI);
        game.is_played = true;
        game.verdict = results().get(usize::from(flags & RESULT)).copied().flatten();
        (game.book_moves, game.hits, game.resulting) = (book_moves, hits, resulting);
        Some(game)
    }

    /// Replays the plies of a game from its start position. Their positions are searched only if `is_searched` is set.
    fn replay(&mut self, mut reader: Reader<'_>, mut position: Position, is_searched: bool) {
        let mut number = 0;
        while let Some(code) = reader.code() {
            number += 1;
            let (mv, step) = match code {
                NO_PLY => continue,
                IRREGULAR => {
                    let Some((mv, step)) = reader.irregular(&mut position) else {
                        return;
                    };
                    (mv, Some(step))
                }
                code => {
                    let mv = move_of_code(code);
                    (mv, mv.and_then(|mv| position.play(mv)).as_ref().map(Step::from))
                }
            };
            self.moves.push((number, mv));
            if let Some(step) = step.filter(|_| is_searched) {
                self.searcher.observe_step(NodeId::START, number, step, &position);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Checker;
    use crate::stats::{GameCollector, Needs};

    /// Returns the data of the game in a record in KIF, CSA or USI. With a search, they contain its hits.
    fn collected(text: &str, search: Option<&Arc<Search>>) -> Game {
        let needs = Needs::COMPACT | Needs::positions(u32::MAX);
        let mut collector = GameCollector::with_options(needs, None, &Arc::default(), search);
        let checker = Checker::default();
        let mut session = checker.session();
        for file in checker.check("game", text.as_bytes().to_vec()) {
            if let Some(unread) = file.unread().next() {
                let record = unread.read();
                return collector.check(&mut session, &file.source(), record, |_| {}).1;
            }
        }
        panic!("no record in {text}");
    }

    #[test]
    fn every_position_of_a_record_is_found_in_its_compact_form() {
        let texts = [
            "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角打\n   6 投了\n",
            "手合割：角落ち\n上手：甲\n下手：乙\n   1 ３四歩(33)\n   2 ７六歩(77)\n",
            // A drop of a piece that is not in hand, a move of the opponent's piece, and a piece with another name.
            "手合割：平手\n   1 ５五金打\n   2 ２六歩(27)\n   3 ８四歩(83)\n   4 ７六金(77)\n   5 ３四歩(33)\n",
            // A move without a piece on its origin, and moves after a pass.
            "手合割：平手\n   1 ７六歩(77)\n   2 ５四歩(55)\n   3 ２六歩(27)\n",
            // A move of the opponent's piece, after which it is the opponent's turn.
            "手合割：平手\n   1 ８四歩(83)\n   2 ３四歩(33)\n   3 ２六歩(27)\n",
            // CSA states the piece after a move, which may be another one than before.
            "V2.2\nPI\n+\n+7776GI\n-3334FU\n+2726FU\n",
            "V2.2\nPI\n+\n+8384FU\n-3334FU\n+2726FU\n",
            "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822HI\n",
            "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2726TO\n",
            "position startpos moves 7g7f 0000 2g2f 8c8d",
            "position sfen 4k4/9/9/9/9/9/9/9/4K4 w R2b4P 1 moves 5a5b R*5e b*5d",
        ];
        let mut irregular = 0;
        for text in texts {
            let game = collected(text, None);
            let code = IRREGULAR.to_le_bytes();
            irregular += usize::from(game.compact.windows(2).any(|it| it == code));
            let positions: Vec<_> = game.positions().map(str::to_owned).collect();
            assert!(!positions.is_empty(), "{text}");
            for position in positions {
                let search = Search::default()
                    .with_position(&position)
                    .unwrap()
                    .with_resulting();
                let search = Arc::new(search);
                let expected = collected(text, Some(&search));
                let mut found = Vec::new();
                CompactSearch::new(&search).search(&game.compact, 7, |game| found.push(game));
                assert_eq!(found.len(), 1, "{position}");
                let facts = |game: &Game| format!("{:?} {:?} {:?}", game.hits, game.resulting, game.verdict);
                assert_eq!(facts(&found[0]), facts(&expected), "{position}");
                assert_eq!(found[0].record, 7);
            }
        }
        assert!(irregular > 0);
    }

    #[test]
    fn damaged_bytes_have_no_games() {
        let search = Arc::new(Search::default().with_position("startpos").unwrap());
        let mut search = CompactSearch::new(&search);
        let mut count = |bytes: &[u8]| {
            let mut games = 0;
            search.search(bytes, 0, |_| games += 1);
            games
        };
        let game = [&5_u32.to_le_bytes()[..], &[SEARCHED, 0, 0, 1, 0]].concat();
        assert_eq!(count(&game), 1);
        assert_eq!(count(&[&game[..], &game].concat()), 2);
        // Without the last byte, with an unknown start, and without the bit of a search.
        assert_eq!(count(&game[..8]), 0);
        let own = [
            &5_u32.to_le_bytes()[..],
            &[SEARCHED | OWN_START, 2, b'x', b'y', 0],
        ]
        .concat();
        assert_eq!(count(&own), 0);
        assert_eq!(count(&[1, 0, 0, 0, 0]), 0);
    }
}
