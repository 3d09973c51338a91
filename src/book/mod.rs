//! Opening books: the moves that were played in the positions of many games.
//!
//! A [`BookPart`] collects the moves of a few games. A [`BookBuilder`] sorts the moves of all games by their positions, in
//! temporary files if necessary, and writes the book position by position. Each format has a file, which defines the sort
//! key of a position and the writer.

mod apery;
mod builder;
mod collector;
mod mersenne_twister;
mod sums;
mod yaneuraou;
mod ybb;

pub(crate) use builder::{BookBuilder, BookCounts};
pub(crate) use collector::BookPart;

use crate::shogi::{Packing, Position, SfenText};

/// The numbers of records that were selected for a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BookRecords {
    /// Records of shogi, whose moves were collected.
    pub games: u64,
    /// Records of other games, which are left out.
    pub of_other_games: u64,
    /// Records that cannot be read, or whose start position is unknown, which are left out.
    pub unreadable: u64,
    /// Moves of other books that are illegal or cannot be read, which are left out.
    pub rejected_moves: u64,
}

impl BookRecords {
    /// Adds the numbers of `other`.
    pub(crate) const fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.of_other_games += other.of_other_games;
        self.unreadable += other.unreadable;
        self.rejected_moves += other.rejected_moves;
    }
}

/// A format in which opening books are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BookFormat {
    /// The text format of `YaneuraOu` (`.db`).
    Yaneuraou,
    /// The binary format of `YaneuraOu` (`.ybb`).
    Ybb,
    /// The format of Apery (`.bin`).
    Apery,
}

/// The value that a book has for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BookScore {
    /// 0 for all moves.
    None,
    /// A value that is computed from the results of the games with the move.
    Wins,
    /// The mean of the evaluations that programs state in the comments on the move.
    Evaluation,
}

/// The last ply of a game that is collected, unless the options state one.
const DEFAULT_MAX_PLY: u32 = 60;

/// The options of a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BookOptions {
    pub format: BookFormat,
    /// The minimum number of games in which a move of the book was played.
    pub min_games: u64,
    /// The last ply that is collected. `None` means [`DEFAULT_MAX_PLY`] for games, and no limit for positions of other books.
    pub max_ply: Option<u32>,
    pub score: BookScore,
}

impl BookFormat {
    /// All formats.
    pub(crate) const ALL: [Self; 3] = [Self::Yaneuraou, Self::Ybb, Self::Apery];

    /// Returns the name of the format for `--to`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Yaneuraou => "yaneuraou",
            Self::Ybb => "ybb",
            Self::Apery => "apery",
        }
    }

    /// Returns the extension of books in this format, without a dot.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Yaneuraou => "db",
            Self::Ybb => "ybb",
            Self::Apery => "bin",
        }
    }

    /// Returns whether books in this format are binary files.
    pub(crate) const fn is_binary(self) -> bool {
        !matches!(self, Self::Yaneuraou)
    }

    /// Appends the sort key of a position to `key`. `text` is the SFEN of the position, for formats that
    /// [need](Self::needs_text) it. Returns `false`, without a change, if the format cannot hold the position.
    ///
    /// Positions with equal keys are one position of the book. No key is the beginning of another key.
    fn write_key(self, position: &Position, text: Option<&SfenText>, key: &mut Vec<u8>) -> bool {
        match self {
            Self::Yaneuraou => text.is_some_and(|text| {
                yaneuraou::write_key(text, key);
                true
            }),
            Self::Ybb => Packing::YANEURAOU.pack(position).is_some_and(|packed| {
                key.extend_from_slice(&packed);
                true
            }),
            Self::Apery => {
                key.extend_from_slice(&apery::key(position).to_be_bytes());
                true
            }
        }
    }

    /// Returns whether the sort key of a position is made of its SFEN.
    const fn needs_text(self) -> bool {
        matches!(self, Self::Yaneuraou)
    }
}
