//! What is wrong with a value of JKF.

use crate::shogi::Square;

/// A value of JKF that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueGap {
    /// Where it is: `moves[3].move.to`.
    pub path: String,
    /// What is wrong with it.
    pub what: WrongValue,
    /// What was taken in its place.
    pub taken: Taken,
}

/// What is wrong with a value of JKF.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongValue {
    /// It is something else than is wanted.
    Not(Wanted),
    /// It is missing.
    Missing,
    /// A destination is missing, and `same` means nothing either.
    MissingAfterSame,
    /// Its key stands twice in the object.
    Twice,
    /// Its key is not one of JKF; so often it stands in the record.
    UnknownKey(u32),
    /// The first entry, that of the start, holds a move or a result.
    StartHoldsPly,
    /// An entry holds neither a move nor a result.
    HoldsNothing,
    /// An entry holds a move and a result.
    HoldsBoth,
    /// `same`, and the move before goes to this square, or there is none.
    NotSame(Option<Square>),
    /// The header 手合割 names another start than the preset.
    OtherPreset {
        /// What the header names.
        name: String,
        /// What `initial.preset` names.
        preset: String,
    },
    /// The header 手合割 has a name that is not known, and there is no `initial`.
    NameAlone(String),
    /// An array has so many elements in place of nine.
    NotNine(usize),
    /// A key under which no hand holds anything.
    NotHeld,
    /// A part of a time below zero.
    BelowZero,
    /// A time where there is no move.
    WithoutMove,
    /// A `special` that is not known.
    UnknownWord(String),
    /// Variations of broken JSON that are nested too deep.
    TooDeep,
}

/// What a value of JKF should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// `{…}`.
    Object,
    /// `[…]`.
    Array,
    /// Nine files, or nine squares of one.
    Nine,
    /// `forks`.
    Lines,
    /// One of them.
    Entries,
    /// Two hands.
    Hands,
    /// One of them.
    Hand,
    /// `"…"`.
    String,
    /// `\n`.
    Escape,
    /// From zero.
    Number,
    /// Of a square.
    Coordinate,
    /// Of a kind of piece in hand.
    Count,
    /// `true` or `false`.
    Flag,
    /// A side.
    Color,
    /// A kind of piece.
    Kind,
    /// `{x, y}`.
    Square,
    /// `relative`.
    Relative,
    /// Hours, minutes and seconds.
    Time,
    /// A name of a start.
    Preset,
    /// The preset of a board.
    Other,
    /// The board of that preset.
    Data,
    /// `forks` at the start position.
    NoForks,
}

/// What was taken in place of a value of JKF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Taken {
    /// Nothing, of which no more is to be said.
    Nothing,
    /// It was left out.
    LeftOut,
    /// They were left out.
    AllLeftOut,
    /// They and those after them were left out.
    RestLeftOut,
    /// The headers were left out.
    HeadersLeftOut,
    /// What is no string, as one.
    AsText,
    /// A string with a false escape, as it stands.
    AsItStands,
    /// The later of two.
    Later,
    /// The board, not the preset.
    Board,
    /// The piece on the board, not the one that is named.
    PieceOnBoard,
    /// The preset, not the header.
    Preset,
    /// `to`, not `same`.
    Destination,
    /// Empty hands.
    EmptyHands,
    /// The side whose turn it is.
    SideInTurn,
    /// No promotion.
    NoPromotion,
    /// The piece on the origin.
    PieceOnOrigin,
    /// The entry of the start, as the first ply.
    AsFirstPly,
    /// The entry was skipped.
    Skipped,
    /// The result, as that after the move.
    ResultAfterMove,
    /// A number in quotation marks, as a number.
    Number(u32),
    /// The even start.
    EvenStart,
    /// A board without pieces.
    EmptyBoard,
    /// What should be there, as empty.
    Empty,
    /// The elements that are missing, as empty.
    MissingEmpty,
    /// The first nine elements.
    FirstNine,
    /// The square, as empty.
    EmptySquare,
    /// The hands that are missing, as empty.
    RestEmpty,
    /// 0.
    Zero,
    /// A time that is not known.
    UnknownTime,
    /// A move that cannot be read.
    UnreadableMove,
    /// The end of the line.
    EndOfLine,
    /// Black's turn.
    BlackToMove,
}
