//! What can be amiss in a text.

use std::error::Error;
use std::fmt;

use super::{ArchiveGap, BoardGap, TokenGap, ValueGap};
use crate::finding::Words;
use crate::record::{Date, Format};
use crate::shogi::{Color, PieceKind, Square};

/// What can be amiss in a text. What is quoted of it is the text at the place of the [`Gap`](super::Gap), if nothing else
/// is kept here.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GapKind {
    /// No record can be read from the text.
    UnreadableRecord(NoRecord),
    /// A record of another game.
    OtherGame(OddGame),
    /// Most of a record is destroyed or cannot be read.
    MostlyUnreadable(Destroyed),
    /// Lines that cannot be read, or not there.
    UnreadableLine(LineGap),
    /// Broken JSON, for this reason in the words of the parser.
    UnreadableJson(String),
    /// A value that JKF does not want there.
    SchemaError {
        /// The value.
        value: ValueGap,
        /// Whether a part of the game is lost by it.
        costs_game: bool,
    },
    /// Something that stands where a move is due and cannot be read.
    BadToken(TokenGap),
    /// Bytes that are no characters in the encoding of the text.
    DamagedBytes {
        /// How many, or in how many places.
        extent: Extent,
        /// The encoding.
        encoding: &'static str,
        /// Whether it is a byte FF in a record of janggi: it is part of no character, so nothing is lost.
        stray: bool,
    },
    /// Control characters.
    ControlCharacter(Extent),
    /// `U+FFFD`, which an earlier program saved.
    ReplacementCharacter(Extent),
    /// The text says that it is in another encoding, or its byte order mark does.
    EncodingMismatch {
        /// What the text says; `None` for the mark.
        declared: Option<String>,
        /// What it is.
        actual: &'static str,
    },
    /// The text says that it is in an encoding that no record has.
    UnknownEncoding {
        /// What the text says.
        declared: String,
        /// What it is.
        actual: &'static str,
    },
    /// UTF-8 that was read as `Shift_JIS` and saved again, as so many lines show.
    DoubleEncoded(usize),
    /// The extension of the file is that of another notation.
    ExtensionMismatch {
        /// The extension.
        extension: String,
        /// The notation that has it.
        named: Format,
        /// The notation of the file.
        found: Format,
    },
    /// Numbers of plies are skipped.
    PlyGap(PlyGap),
    /// This number was given before.
    PlyRepeat(u32),
    /// The number of an end is not the one that is due.
    EndNumber {
        /// The number here.
        number: u32,
        /// The one that is due.
        due: u32,
    },
    /// 同 without a move before.
    DoubtfulSame,
    /// A word that ends a line and is not known.
    UnknownTerminal(WordGap),
    /// The name of a start without the board that it needs.
    UnknownHandicap(HandicapGap),
    /// A line about the result that names none.
    UnreadableResult,
    /// A board that cannot be read.
    UnreadableBoard(BoardGap),
    /// A time that cannot be read.
    UnreadableClock(ClockGap),
    /// A time below zero.
    ClockNegative(ClockGap),
    /// This is no date or time that there is.
    ImpossibleDate(String),
    /// This is no date that can be read, or not all of it.
    UnreadableDate(String, DateGap),
    /// A variation that has no place.
    VariationWithoutParent(ParentGap),
    /// A line of USEN that may leave either of two lines.
    AmbiguousBranch,
    /// Text after a move or an end.
    TextAfterMove(TextAfter),
    /// A header with this key has a half-width colon.
    HalfWidthColon(String),
    /// Moves of KI2 without the mark of their side.
    SideMarkMissing,
    /// A record of CSA without a start position.
    StartMissing,
    /// Nothing says whose turn it is.
    TurnMissing(TurnTaken),
    /// A version that is not known.
    UnknownVersion,
    /// `PI` takes off a piece that is not there.
    RemovalMismatch {
        /// From where.
        square: Square,
        /// What it takes off.
        named: PieceKind,
        /// What stands there.
        there: Option<PieceKind>,
    },
    /// A time that belongs to no move.
    StrayClock(StrayClock),
    /// Something in an archive that is not read.
    Archive(ArchiveGap),
    /// The program itself failed over the record, with these words.
    InternalError(String),
    /// Neither a move nor a result.
    NoMoves {
        /// A position is drawn, which is worth keeping alone.
        has_position: bool,
    },
}

/// The name of the kind, for programmers.
impl fmt::Display for GapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = format!("{self:?}");
        let name = kind.split(|c: char| !c.is_alphanumeric()).next();
        f.write_str(name.unwrap_or_default())
    }
}

impl Error for GapKind {}

/// Why no record can be read from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRecord {
    /// It is an archive, and nothing in it has the name of a record.
    NoMember,
    /// It is no text.
    NoText,
    /// It is empty.
    Empty,
    /// Nothing in it belongs to a game.
    Nothing,
    /// Its characters are destroyed in so many places.
    Destroyed(usize),
    /// An earlier program replaced its characters by `U+FFFD`.
    Lost,
    /// JSON without an object.
    NoObject,
    /// Somebody else's JSON.
    NoJkf,
}

/// What tells that a record is of another game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OddGame {
    /// It names the game.
    Named(String),
    /// It stands in a file of records of still another, and is of this one.
    InFileOfOther(Words),
    /// The shape of its board.
    Board {
        /// How many files it has.
        files: usize,
        /// How many ranks.
        ranks: usize,
    },
}

/// How much of a record is destroyed or cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destroyed {
    /// How many of them.
    pub destroyed: usize,
    /// Of how many.
    pub all: usize,
    /// What is counted.
    pub unit: Unit,
    /// How many gaps at single places this one stands for.
    pub summed_up: usize,
    /// Whether the board of the start is among them.
    pub board: bool,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Moves.
    Moves,
    /// Lines.
    Lines,
    /// Values of JSON.
    Values,
}

/// Lines that cannot be read, or not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineGap {
    /// So many in a row, the first of which is quoted.
    Lines(u32),
    /// A line of CSA of the start position after the first move.
    LateStart,
    /// A line of CSA about the turn after the first move.
    LateTurn,
    /// A version of CSA after the first move.
    LateVersion,
    /// A second line about the turn.
    SecondTurn {
        /// What the first says.
        before: Color,
        /// What this one says, which counts.
        now: Color,
    },
    /// Moves in a list of positions.
    MovesAfterPosition,
    /// Text before or after the object of JKF.
    OutsideObject,
}

/// How much of a text is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many bytes in one place.
    Bytes(u64),
    /// So many places or lines, the first here.
    Places(usize),
    /// So many places, all in comments, the first here.
    InComments(usize),
}

/// Which numbers of plies are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyGap {
    /// Those between two.
    Skipped {
        /// The number here.
        number: u32,
        /// The number before.
        before: u32,
    },
    /// The first of a variation has another number than the 変化 line says.
    Announced {
        /// What that line says.
        announced: u32,
        /// The number here.
        number: u32,
    },
    /// The first number of the record is not 1.
    BeginsWith(u32),
}

/// A word that ends a line and is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordGap {
    /// This word of KIF or KI2.
    Word(String),
    /// A code of CSA.
    Code,
    /// A letter of USEN.
    Letter,
    /// A `special` of JKF.
    Value(ValueGap),
}

/// The name of a start without the board that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandicapGap {
    /// What is wrong with the name.
    pub name: HandicapName,
    /// What was taken for the start.
    pub taken: StartTaken,
}

/// What is wrong with the name of a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandicapName {
    /// This name needs a board, or is not known.
    WithoutBoard(String),
    /// A mate problem has no board.
    Problem(String),
    /// Another name was given before.
    GivenBefore(String),
    /// A value of JKF.
    Value(ValueGap),
}

/// What was taken for the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartTaken {
    /// That goes without saying.
    Unsaid,
    /// The even start.
    Even,
    /// Nothing, since the name is that of another start.
    NotEven,
    /// Nothing, since the move at this ply is not possible from the even start.
    Unfit(u32),
}

/// What is wrong with a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockGap {
    /// It is none of KIF.
    Kif,
    /// It is none of CSA.
    Csa,
    /// It is more than can be counted.
    TooLong,
    /// A value of JKF.
    Value(ValueGap),
}

/// Why a date cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateGap {
    /// It is a time of day.
    TimeAlone,
    /// Its numbers are in no known order.
    Unclear,
    /// Only so much of it is understood.
    InPart(Date),
}

/// A variation that has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParentGap {
    /// Why it has none.
    pub why: NoParent,
    /// How many moves or numbered lines of it are lost; of USEN they are not counted.
    pub lost: Option<(u32, Unit)>,
}

/// Why a variation has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoParent {
    /// There are too many to find it.
    TooMany,
    /// It does not say which ply it replaces.
    NoNumber,
    /// No line reaches this ply.
    Beyond(u32),
    /// No line of USEN has a position after so many plies.
    NothingAfter(u32),
}

/// After what superfluous text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAfter {
    /// The numbered line of KIF with this number.
    Number(u32),
    /// A move of KI2.
    Move,
    /// A move of CSA, on its line.
    MoveOfCsa,
    /// An end of CSA, on its line.
    EndOfCsa,
}

/// Whose turn is taken to be where nothing says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnTaken {
    /// White's, whose move can only be the first.
    White,
    /// This side's, of which the first move of CSA is.
    FirstMove(Color),
    /// Black's.
    Black,
    /// A value of JKF.
    Value(ValueGap),
}

/// A time that belongs to no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrayClock {
    /// It stands before the first move.
    BeforeMoves,
    /// It is a second one.
    Second,
    /// A value of JKF.
    Value(ValueGap),
}
