//! What is wrong with something that stands where a move is due.

use super::ValueGap;
use crate::record::GameKind;

/// Something that stands where a move is due and cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenGap {
    /// It looks like a move of KIF or KI2.
    Broken(BrokenMove),
    /// A word or statement of a notation in which only a move can stand there.
    NoMove(NoMove),
    /// A word that is no move of a game other than shogi.
    NoMoveOf(&'static GameKind),
    /// A battle of gunjin shogi of which nothing says how it ended.
    NoBattleResult,
    /// A line of USEN does not say after how many plies it begins; whether that was taken for 0, or the line left out.
    NoPlies {
        /// It was taken for 0.
        as_zero: bool,
    },
    /// A value of JKF.
    Value(ValueGap),
    /// The first of the moves of a record that has [too many](crate::record::MOST_MOVES), of which so many are not kept.
    TooMany(usize),
}

/// Why something that looks like a move of KIF or KI2 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BrokenMove {
    /// Neither a move nor a word stands after the number.
    Nothing,
    /// ????.
    Destroyed,
    /// 五五歩.
    KanjiFile,
    /// Only a part of a move is there.
    NoDestination,
    /// No file.
    NoFile,
    /// No rank.
    NoRank,
    /// A file or a rank beyond 9.
    OffBoard,
    /// No piece.
    NoPiece,
    /// Nothing after the mark of the side that begins like a move.
    NoSquare,
    /// 打(77).
    DropWithOrigin,
    /// (07).
    OriginOffBoard,
    /// 左打.
    DropWithWord,
    /// 左右.
    ContraryWords,
}

/// Why a word or statement is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoMove {
    /// A word that is no move of USI.
    Usi,
    /// Other characters than a move of USEN has.
    Usen,
    /// A number of USEN that is too high.
    UsenPlace,
    /// A number of USEN for a drop that promotes.
    UsenPromotedDrop,
    /// A move of CSA breaks off.
    CsaLength,
    /// The origin of a move of CSA.
    CsaOrigin,
    /// The destination of a move of CSA.
    CsaDestination,
    /// The piece of a move of CSA.
    CsaPiece,
}
