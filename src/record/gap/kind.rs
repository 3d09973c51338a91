//! What can be amiss in a text.

use std::error::Error;
use std::fmt;

use crate::finding::Words;
use crate::record::{Date, Format, GameKind};
use crate::shogi::{Color, PieceKind, SfenError, Square};

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
    TurnMissing(TurnRecovery),
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
    pub recovery: StartRecovery,
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
pub enum StartRecovery {
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
pub enum TurnRecovery {
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

// What in an archive is not read, and what is irregular about it.

/// Why something in an archive, or the rest of it, is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveGap {
    /// The archive breaks off, or cannot be read on for another reason.
    Torn,
    /// The checksum of the archive as a whole is missing or wrong.
    Checksum,
    /// The bytes of a member are damaged, or are not those whose size and sum the archive tells.
    Damaged,
    /// It can be read with a password only.
    Encrypted,
    /// It is packed in a way that is not read: the name of the method.
    Unsupported(String),
    /// This build of the program does not read such archives: their extension.
    NotBuilt(&'static str),
    /// A member is larger than so many mebibytes.
    TooLarge(u64),
    /// So much comes out of so little that it is made to do harm.
    Bomb,
    /// It is an archive in an archive in an archive.
    Nested,
    /// A link, or a device.
    Link,
    /// Its files are read, but it disagrees with itself.
    Irregular(Irregularity),
}

/// How an archive disagrees with itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Irregularity {
    /// The number of entries that it states is not the number of entries in its list.
    Count {
        /// The number that it states.
        stated: u64,
        /// The number in the list.
        found: u64,
    },
    /// It states a wrong position or size for its list of entries.
    List,
    /// Other files follow its end.
    FilesAfterEnd,
    /// Bytes that belong to no file follow its end.
    BytesAfterEnd,
}

impl ArchiveGap {
    /// Whether it is a remark about the archive, or about an entry that never was a record, so that no record is lost by it.
    pub const fn is_warning(&self) -> bool {
        matches!(self, Self::Link | Self::Irregular(_))
    }
}

// What is wrong with the board of the start position.

/// What is wrong with the board of the start position, or with the hands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardGap {
    /// A position in SFEN.
    Sfen {
        /// What is wrong with it.
        error: SfenError,
        /// How many words stand after it that cannot be read without it.
        words_after: usize,
    },
    /// A diagram with so many rows in place of nine.
    Rows(u32),
    /// Pieces in hand without a board.
    HandsAlone,
    /// 手数＝ without a board.
    PliesAlone,
    /// 手番 of the other side without a board.
    TurnAlone,
    /// 手数＝ without a number.
    NoPlies,
    /// A row that goes on after its nine squares.
    LongRow(u8),
    /// A row with the label of another.
    OtherLabel(u8),
    /// A square of a row that holds this character, or where the row ends.
    RowSquare {
        /// The row, from 1.
        row: u8,
        /// The file, from 1.
        file: u8,
        /// What stands there.
        found: Option<char>,
    },
    /// A row in which `^` stands before a piece, which programs read as either side's.
    Disputed(u8),
    /// What in a hand is neither a piece nor a number.
    Hand(String),
    /// All remaining pieces are given to both sides.
    RestToBoth,
    /// `PI` beside another position.
    PiAndOther,
    /// A rank beside `PI`.
    PiAndBoard,
    /// Pieces beside `PI`.
    PiAndPieces,
    /// A rank of CSA that was drawn before.
    DrawnTwice(u8),
    /// A square of this rank of CSA.
    RankSquare(u8),
    /// A rank of CSA that has not nine squares.
    Squares {
        /// The rank.
        rank: u8,
        /// How many there are.
        count: usize,
    },
    /// A second piece on a square.
    TwoPieces(Square),
    /// A promoted piece in hand.
    PromotedInHand(PieceKind),
    /// A group after `PI` that names no piece to take off; the list was not read from there on.
    NotRemoved,
    /// A group after `P+` or `P-` that places no piece; the list was not read from there on.
    NotPlaced,
    /// A value of JKF.
    Value(ValueGap),
}

// What is wrong with something that stands where a move is due.

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

// What is wrong with a value of JKF.

/// A value of JKF that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueGap {
    /// Where it is: `moves[3].move.to`.
    pub path: String,
    /// What is wrong with it.
    pub what: WrongValue,
    /// What was taken in its place.
    pub recovery: Recovery,
}

/// What is wrong with a value of JKF.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongValue {
    /// It is something else than is wanted.
    Not(Expected),
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
}

/// What a value of JKF should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
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
pub enum Recovery {
    /// Nothing, of which no more is to be said.
    Nothing,
    /// It was left out.
    LeftOut,
    /// They were left out.
    AllLeftOut,
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
