//! The moves of a few games for a book, which threads collect independently of each other.

use std::collections::HashMap;

use super::sums::MoveSums;
use super::{BookOptions, BookRecords, BookScore, DEFAULT_MAX_PLY};
use crate::notation::TextForm;
use crate::notation::evaluation::{Evaluation, evaluations};
use crate::played::{Played, Ply};
use crate::record::gap::LineGap;
use crate::record::{Gap, GapKind, NodeId, Outcome};
use crate::shogi::{History, Move, Packing, Position, SfenText};

/// The encoding of a move in the sort key of a book.
///
/// A packed move has 15 bits, and different moves have different codes.
pub(super) const MOVE_CODE: Packing = Packing::APERY;

/// Length of the code of a move at the end of a sort key (bytes).
pub(super) const MOVE_CODE_BYTES: usize = size_of::<u16>();

/// Number of moves that are sorted together while games are collected.
///
/// The sort of all moves merges these runs, which takes less time than sorting single moves.
const RUN_MOVES: usize = 4_096;

/// The moves of consecutive games, each with its sort key.
#[derive(Debug, Default)]
pub(crate) struct BookPart {
    /// The concatenated keys and sums of the moves.
    bytes: Vec<u8>,
    /// The places of the moves in `bytes`. Every [`RUN_MOVES`] of them are sorted.
    entries: Vec<Entry>,
    /// The number of moves in positions that the format cannot hold.
    unpackable: u64,
    records: BookRecords,
}

/// The place of a move: the start of its key, the end of the key, and the end of the sums.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: usize,
    key_end: usize,
    end: usize,
}

impl BookPart {
    /// Adds the moves of the main line of a game, up to the last ply of the options and before the first illegal move. A
    /// move that is repeated in the same position is added once. A record that cannot be played, or is not of shogi, has no
    /// moves.
    pub(crate) fn add(&mut self, options: &BookOptions, played: &Played<'_, '_>, verdict: Option<Outcome>) {
        let record = played.record();
        let is_other_game = |gap: &Gap| matches!(gap.kind, GapKind::OtherGame(_));
        if !record.is_shogi() || record.gaps.iter().any(is_other_game) {
            self.records.of_other_games += 1;
            return;
        }
        if !record.is_playable() {
            self.records.unreadable += 1;
            return;
        }
        self.records.games += 1;
        let evaluations = match options.score {
            BookScore::Evaluation => evaluations(record),
            BookScore::None | BookScore::Wins => HashMap::new(),
        };
        if TextForm::for_format(record.format).is_book {
            return self.add_book_position(options, played, &evaluations);
        }
        let mut number = record.start.plies_before.unwrap_or(0);
        let mut line = BookLine::new(options, &record.start.position);
        for (_, id) in (0..options.max_ply.unwrap_or(DEFAULT_MAX_PLY)).zip(played.game()) {
            let Some(mv) = played.ply(id).filter(|ply| ply.allowed).and_then(Ply::as_move) else {
                break;
            };
            number = number.saturating_add(1);
            if line.is_new(mv) {
                self.push(&line, mv, || line.sums(id, number, verdict, &evaluations));
            }
            if !line.play(mv) {
                break;
            }
        }
    }

    /// Adds the legal moves of a position of another book, with their numbers of games.
    fn add_book_position(
        &mut self,
        options: &BookOptions,
        played: &Played<'_, '_>,
        evaluations: &HashMap<NodeId, Evaluation>,
    ) {
        let start = &played.record().start;
        let line = BookLine::new(options, &start.position);
        let side = start.position.side_to_move();
        let number = start.plies_before.unwrap_or(0).saturating_add(1);
        if options.max_ply.is_some_and(|max_ply| number > max_ply) {
            return;
        }
        let record = played.record();
        let missing = record.gaps.iter().map(|gap| match gap.kind {
            GapKind::UnreadableLine(LineGap::MissingMoves(missing)) => missing.max(0).unsigned_abs(),
            _ => 0,
        });
        let illegal = record.book_counts.len() - played.book_moves().count();
        self.records.rejected_moves += illegal as u64 + missing.sum::<u64>();
        for (id, mv, games) in played.book_moves() {
            let evaluation = evaluations.get(&id).and_then(|it| it.score(side));
            self.push(&line, mv, || MoveSums::from_book(side, number, games, evaluation));
        }
    }

    fn push(&mut self, line: &BookLine, mv: Move, sums: impl FnOnce() -> MoveSums) {
        let start = self.bytes.len();
        if !line.write_key(&mut self.bytes) {
            self.unpackable += 1;
            return;
        }
        self.bytes.extend(MOVE_CODE.pack_move(mv).to_be_bytes());
        let key_end = self.bytes.len();
        sums().encode(&mut self.bytes);
        self.entries.push(Entry {
            start,
            key_end,
            end: self.bytes.len(),
        });
        let (bytes, count) = (&self.bytes, self.entries.len());
        if count.is_multiple_of(RUN_MOVES) {
            self.entries[count - RUN_MOVES..]
                .sort_unstable_by(|one, other| bytes[one.start..one.end].cmp(&bytes[other.start..other.end]));
        }
    }

    /// Returns the sort key and the encoded sums of each move.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|entry| {
            let key = &self.bytes[entry.start..entry.key_end];
            (key, &self.bytes[entry.key_end..entry.end])
        })
    }

    /// Returns the numbers of records.
    pub(super) const fn records(&self) -> BookRecords {
        self.records
    }

    /// Returns the number of moves in positions that the format cannot hold.
    pub(super) const fn unpackable(&self) -> u64 {
        self.unpackable
    }
}

/// The position of a game whose moves are collected.
struct BookLine<'o> {
    options: &'o BookOptions,
    position: Position,
    /// The SFEN of the position, for formats whose keys are made of it.
    text: Option<SfenText>,
    /// The positions of the game so far.
    history: History,
    /// The moves that were played in these positions, apart from the last one.
    moves: Vec<Move>,
}

impl<'o> BookLine<'o> {
    fn new(options: &'o BookOptions, start: &Position) -> Self {
        let mut history = History::new();
        history.start(start.zobrist(), true);
        Self {
            options,
            position: start.clone(),
            text: options.format.needs_text().then(|| SfenText::new(start)),
            history,
            moves: Vec::new(),
        }
    }

    /// Returns whether the move was not played in this position before in the game.
    fn is_new(&self, mv: Move) -> bool {
        let earlier = self.history.occurrences().skip(1);
        earlier.filter_map(|ply| self.moves.get(ply)).all(|it| *it != mv)
    }

    fn write_key(&self, key: &mut Vec<u8>) -> bool {
        let format = self.options.format;
        format.write_key(&self.position, self.text.as_ref(), key)
    }

    /// Returns the sums of this game for the move at a node, which has this number in the game.
    fn sums(
        &self,
        id: NodeId,
        number: u32,
        verdict: Option<Outcome>,
        evaluations: &HashMap<NodeId, Evaluation>,
    ) -> MoveSums {
        let side = self.position.side_to_move();
        let evaluation = evaluations.get(&id).and_then(|it| it.score(side));
        MoveSums::from_game(side, number, verdict, evaluation)
    }

    /// Plays a legal move. Returns `false`, without a change, if it starts from an empty square.
    fn play(&mut self, mv: Move) -> bool {
        let Some(undo) = self.position.play_legal(mv) else {
            return false;
        };
        if let Some(text) = &mut self.text {
            text.advance(&self.position, &undo);
        }
        let is_check = self.position.is_check();
        self.history.push(self.position.zobrist(), undo.mover(), is_check);
        self.moves.push(mv);
        true
    }
}
