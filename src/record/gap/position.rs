//! Problems with the start position, the date or the side to move of a record.

use std::fmt::{self, Formatter};

use super::{GapCase, GapKind, value::ValueGap};
use crate::finding::{Count, File, Language, Localize, Localized, Message, Rank, in_quotes, message};
use crate::record::Date;
use crate::shogi::{Color, PackedError, PieceKind, SfenError, Square};

/// A problem with the name of a start position (手合割), and its recovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandicapGap {
    /// The problem with the name.
    pub name: HandicapName,
    /// The start position that is used instead, or the reason why no start position is used.
    /// [`StartRecovery::Unreported`] if the message mentions neither of these.
    pub recovery: StartRecovery,
}

gaps! {
    /// A problem with the name of a start position.
    #[derive(Clone, Debug, PartialEq, Eq)]
    enum HandicapName(case: &GapCase<'_>, recovery: StartRecovery) {
        /// The name requires a board (その他) or is unknown, and the record has no board.
        WithoutBoard(name: String)
            if name == "その他" => "the handicap {name} requires a board, but there is none",
                "手合割{name}には盤面が必要だが、盤面がない", name = in_quotes(name);
            => "the handicap {name} is unknown, and there is no board",
                "手合割{name}は不明で、盤面もない", name = in_quotes(name);
        /// The name means a mate problem, and the record has no board.
        Problem(name: String)
            if recovery == StartRecovery::Unreported =>
                "手合割 is {name} (a mate problem), but there is no board, so the record was not checked",
                "手合割が{name}だが、詰将棋の盤面がないため、判定しなかった", name = in_quotes(name);
            => "手合割 is {name} (a mate problem), but there is no board",
                "手合割が{name}だが、詰将棋の盤面がない", name = in_quotes(name);
        /// An invalid value of JKF.
        Value(value: ValueGap) = value.message(case);
    }

    /// The start position that is used, if any, when the name of the start position has a problem.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum StartRecovery {
        /// The recovery is not mentioned in the message.
        Unreported = Message::default();
        /// The even start position is used.
        Even => "; read as the even start", "。平手として読む";
        /// No start position is used, because the name belongs to an unknown position other than the even one.
        NotEven => "; the record was not checked, because it does not begin from the even start",
            "。平手ではなく開始局面が分からないため、判定しなかった";
        /// No start position is used, because the move at this ply is not possible from the even start.
        MoveNotPossible(ply: u32) =>
            "; the record was not checked, because move {ply} is not possible from the even start",
            "。{ply}手目が平手からは指せず開始局面が分からないため、判定しなかった", ply;
    }
}

gaps! {
    /// The reason why a date cannot be read, or the part of a date that can be read.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum DateGap(date: &str) {
        /// The text is a time of day without a date.
        TimeAlone => "{date} has a time of day but no date",
            "{date}は時刻だけで、日付がない", date = in_quotes(date);
        /// The text has no date with a recognised order of year, month and day.
        Unclear =>
            "{date} cannot be read as a date; expected a four-digit or era year, then month and day",
            "{date}は日付として読めない。4桁または元号の年、月、日の順でなければならない", date = in_quotes(date);
        /// The date is in the calendar before 1873.
        OldCalendar => "{date} is a date of the calendar before 1873, which is not converted",
            "{date}は1872年までの暦の日付なので、換算しない", date = in_quotes(date);
        /// Only this part of the date can be read.
        InPart(read: Date) => "only {read} of {date} can be read",
            "{date}のうち、読めるのは{read}だけである", date = in_quotes(date), read = read.to_string();
    }

    /// The side to move that is assumed if none is stated.
    #[derive(Clone, Debug, PartialEq, Eq)]
    enum TurnRecovery(case: &GapCase<'_>) {
        /// White, because the first move can only be White's.
        White =>
            "the side to move is not stated; read as White, because the first move is White's (後手, 上手)",
            "手番の記載がない。最初の指し手が後手（上手）のものなので、後手からとして読む";
        /// The side that makes the first move of the CSA record.
        FirstMove(first: Color) =>
            "there is no `+` or `-` line for the side to move; read as {first}, who makes the first move",
            "手番を示す「+」「-」の行がない。最初の指し手が{first}のものなので、{first}からとして読む", first;
        /// Black, because the CSA record has no moves.
        Black => "there is no `+` or `-` line for the side to move; read as Black",
            "手番を示す「+」「-」の行がない。先手番として読む";
        /// An invalid value of JKF.
        Value(value: ValueGap) = value.message(case);
    }

    /// A problem with the board of the start position, or with the hands.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum BoardGap(case: &GapCase<'_>) {
        /// A position in SFEN that cannot be read.
        Sfen {
            /// The error in the SFEN.
            error: SfenError,
            /// The number of words after the SFEN. These words are moves, which cannot be read without the position.
            words_after: usize,
        } if *words_after > 0 =>
            "the position cannot be read: {error}; the moves after it ({words_after}) cannot be read either",
            "局面を読めない：{error}。その後の指し手（{words_after}語）も読めない",
            error, words_after = Count(*words_after, "word");
            => "the position cannot be read: {error}", "局面を読めない：{error}", error;
        /// A packed position that cannot be read.
        Packed(error: PackedError) => "the packed position cannot be read: {error}",
            "圧縮された局面を読めない：{error}", error;
        /// A diagram with this number of rows instead of nine.
        Rows(count: u32)
            if *count < 9 => "the board has {rows}, expected 9; the missing squares were read as empty",
                "盤面が9段でなく{rows}段である。足りない段のマスは空として読む", rows = Count(*count, "rank");
            => "the board has {count} ranks, expected 9; those after the ninth were skipped",
                "盤面が9段でなく{count}段である。10段目からは読み飛ばした", count;
        /// Pieces in hand without a board.
        HandsWithoutBoard => "there are pieces in hand but no board; they were skipped",
            "持駒はあるが盤面がない。持駒は読み飛ばした";
        /// A line with 手数＝ (the number of moves before the start) without a board.
        PliesWithoutBoard =>
            "this line gives the number of moves before the start, but there is no board; it was skipped",
            "開始局面までの手数はあるが盤面がない。この行は読み飛ばした";
        /// A line that gives the first move to a different side from the named start position, in a record without a
        /// board.
        TurnWithoutBoard =>
            "there is no board, and the other side is to move at the start; this line was skipped",
            "盤面がなく、開始局面では相手の手番である。この行は読み飛ばした";
        /// A line with 手数＝ that has no number.
        NoPlies => "this line does not state the number of moves played", "この行に手数がない";
        /// A row that continues after its nine squares.
        LongRow(row: u8) =>
            "rank {row} of the board continues after its nine squares; the rest was skipped",
            "盤面の{row}段目が九つのマスの後にも続く。その部分は読み飛ばした", row = Rank(*row);
        /// A row with the label of a different row. The order of the rows is used.
        OtherLabel(row: u8) =>
            "rank {row} of the board is labelled as another rank; the order of the ranks was used",
            "盤面の{row}段目に別の段の名がある。並んだ順に従う", row = Rank(*row);
        /// A square of a row with an invalid character, or missing because the row ends there.
        RowSquare {
            /// The row, from 1.
            row: u8,
            /// The file, from 1.
            file: u8,
            /// The character; `None` at the end of the row.
            found: Option<char>,
        } => "rank {row} of the board, file {file}: {what}; the readable squares were used",
            "盤面の{row}段目、{file}筋：{what}。読めたマスを使う",
            row = Rank(*row), file = File(*file), what = square_problem(*found);
        /// A row with `^` before a piece. Programs disagree about the side of such a piece; it is read as Black's.
        AmbiguousCaret(row: u8) =>
            "rank {row} of the board has ^ before a piece, which other programs read as White's; read as Black's",
            "盤面の{row}段目で駒の前に「^」がある。後手の駒とするソフトもあるが、先手の駒として読む",
            row = Rank(*row);
        /// Text in a list of pieces in hand that is neither a piece nor a number.
        Hand(unread: String) =>
            "{unread} in this hand is neither a piece nor a number; the rest was used",
            "持駒の{unread}は駒でも数でもない。残りを使う", unread = in_quotes(unread);
        /// Both sides are given all remaining pieces (`AL` of CSA).
        RestToBoth => "both sides are given all remaining pieces; the later line was used",
            "残りの駒が両者に与えられている。後の行に従う";
        /// `PI` together with another start position.
        PiAndOther => "both `PI` and another start position are given; the even start of `PI` was used",
            "「PI」と別の開始局面がある。「PI」の平手に従う";
        /// `PI` together with a board rank.
        PiAndBoard => "both `PI` (the even start) and a board are given; the board was used",
            "「PI」（平手）と盤面がある。盤面に従う";
        /// `PI` together with a list of pieces.
        PiAndPieces =>
            "both `PI` and a list of pieces are given; the pieces were added to the even start",
            "「PI」と駒の一覧がある。一覧の駒を平手の局面に加えた";
        /// A CSA rank that is given twice.
        DrawnTwice(rank: u8) => "rank {rank} is given twice; the later one was used",
            "{rank}段目が2回書かれている。後のものに従う", rank = Rank(*rank);
        /// A square of this CSA rank that is neither a piece nor ` * `. The square is read as empty.
        RankSquare(rank: u8) => "expected a piece or ` * ` on rank {rank}, found {text}; read as empty",
            "{rank}段目に駒でも「 * 」でもない{text}がある。空のマスとして読む",
            rank = Rank(*rank), text = case.quoted();
        /// A CSA rank that does not have nine squares.
        Squares {
            /// The rank.
            rank: u8,
            /// The number of squares in the rank.
            count: usize,
        } if *count < 9 => "rank {rank} has {count}, expected 9; the missing ones were read as empty",
            "{rank}段目のマスが9個でなく{count}個である。足りないマスは空として読む",
            rank = Rank(*rank), count = Count(*count, "square");
            => "rank {rank} has {count}, expected 9; the extra ones were skipped",
            "{rank}段目のマスが9個でなく{count}個である。余分なマスは読み飛ばした",
            rank = Rank(*rank), count = Count(*count, "square");
        /// A second piece on a square.
        TwoPieces(square: Square) => "two pieces are on {square}; the later one was used",
            "{square}に駒が2つある。後のものに従う", square;
        /// A promoted piece in hand.
        PromotedInHand(piece: PieceKind) => "a {piece} cannot be in hand; read as a {base}",
            "{piece}は持駒にならない。{base}として読む", piece, base = piece.base();
        /// A group of characters after `PI` that does not specify a piece to remove. The list is not read further.
        NotRemoved => "{group} does not specify a piece to remove; the list was not read from here on",
            "{group}は盤から取り除く駒を示していない。ここから先は読まない", group = case.quoted();
        /// A group of characters after `P+` or `P-` that does not place a piece. The list is not read further.
        NotPlaced =>
            "{group} is neither a piece on a square nor a piece in hand; the list was not read from here on",
            "{group}は盤上の駒でも持駒でもない。ここから先は読まない", group = case.quoted();
        /// An invalid value of JKF.
        Value(value: ValueGap) = value.message(case);
    }
}

impl HandicapGap {
    /// Creates the kind of gap for a problem with the name of a start position. The message does not mention a
    /// recovery.
    pub(crate) const fn for_name(name: HandicapName) -> GapKind {
        GapKind::UnknownHandicap(Self {
            name,
            recovery: StartRecovery::Unreported,
        })
    }

    pub(super) fn message(&self, case: &GapCase<'_>) -> Message {
        let problem = self.name.message(case, self.recovery);
        problem.followed_by(self.recovery.message())
    }
}

impl Localize for SfenError {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        if language == Language::English {
            return fmt::Display::fmt(self, f);
        }
        match *self {
            Self::Fields => f.write_str("SFENには3つか4つの項目が必要である"),
            Self::Ranks => f.write_str("SFENの盤には9段が必要である"),
            Self::Width(rank) => write!(f, "盤の{}段目が9マスでない", Localized(&Rank(rank), language)),
            Self::Piece(rank) => write!(
                f,
                "盤の{}段目に駒でないものがある",
                Localized(&Rank(rank), language)
            ),
            Self::Turn => f.write_str("手番がbでもwでもない"),
            Self::Hands => f.write_str("持駒を読めない"),
            Self::Counter => f.write_str("手数が数でない"),
        }
    }
}

impl Localize for PackedError {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let message = match *self {
            Self::King(side) => message!(
                "{side}'s king is not on a free square",
                "{side}の玉の位置が正しくない",
                side
            ),
            Self::Code(bit) => message!(
                "no piece has the code at bit {bit}",
                "{bit}ビット目の符号に当たる駒がない",
                bit
            ),
            Self::TooMany(kind) => message!(
                "there are more pieces of the kind {kind} than in a full set",
                "{kind}が駒一式より多い",
                kind
            ),
            Self::Missing(kind) => message!(
                "there are fewer pieces of the kind {kind} than in a full set",
                "{kind}が駒一式より少ない",
                kind
            ),
        };
        message.fmt_in(language, f)
    }
}

/// Returns the problem with a square of a row: the character that is not a piece, or the end of the row.
fn square_problem(found: Option<char>) -> Message {
    match found {
        Some(c) => message!("\"{c}\" is not a piece", "「{c}」は駒でない"),
        None => message!("the rank ends here", "段が終わっている"),
    }
}
