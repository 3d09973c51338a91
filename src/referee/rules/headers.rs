//! Rules about headers and boards that cannot be read or are irregular.

use std::fmt::{self, Formatter};

use crate::finding::{Count, File, Language, Message, Rank, Speak, Spoken, both, message, rules};
use crate::notation::damage::in_quotes;
use crate::record::gap::{BoardGap, DateGap, HandicapGap, HandicapName, StartRecovery, TurnRecovery};
use crate::referee::cases::GapCase;
use crate::shogi::SfenError;

rules! {
    UNKNOWN_HANDICAP = "unknown-handicap", Doubt, Reading, "an unknown handicap", "不明な手合割";
    UNREADABLE_BOARD = "unreadable-board", RecordError, Reading,
        "a board that cannot be read", "読めない盤面図";
    IMPOSSIBLE_DATE = "impossible-date", Doubt, Notation, "a date that does not exist", "存在しない日付";
    UNREADABLE_DATE = "unreadable-date", Doubt, Reading, "a date that cannot be read", "読めない日付";
    HALF_WIDTH_COLON = "half-width-colon", Notice, Notation, "a half-width colon in a header", "半角コロン";
    START_MISSING = "start-missing", Doubt, Starts, "no start position", "開始局面がない";
    TURN_MISSING = "turn-missing", Doubt, Starts, "no side to move", "手番がない";
    UNKNOWN_VERSION = "unknown-version", Notice, Notation, "an unknown version", "不明なバージョン";
}

pub(super) fn unknown_handicap(case: &GapCase<'_>, gap: &HandicapGap) -> Message {
    let what = match &gap.name {
        HandicapName::WithoutBoard(name) => without_board(name),
        HandicapName::Problem(name) => message!(
            "手合割 is {name} (a mate problem), but there is no board{unchecked}",
            "手合割が{name}だが、詰将棋の盤面が{unchecked}",
            name = in_quotes(name),
            unchecked = match gap.recovery {
                StartRecovery::Unsaid => both(", so the record was not checked", "ないため、判定しなかった"),
                _ => both("", "ない"),
            }
        ),
        HandicapName::GivenBefore(before) => message!(
            "手合割 was already given as {before}; the later one was used",
            "手合割は前に{before}とあった。後のものに従う",
            before = in_quotes(before)
        ),
        HandicapName::Value(value) => case.value(value),
    };
    what.followed_by(made_of_it(gap.recovery))
}

/// A name that needs a board, or is not known.
fn without_board(name: &str) -> Message {
    let why = if name == "その他" {
        both(
            "requires a board, but there is none",
            "には盤面が必要だが、盤面がない",
        )
    } else {
        both("is unknown, and there is no board", "は不明で、盤面もない")
    };
    message!(
        "the handicap {name} {why}",
        "手合割{name}{why}",
        name = in_quotes(name),
        why
    )
}

/// What is made of a start that is not known.
fn made_of_it(taken: StartRecovery) -> Message {
    match taken {
        StartRecovery::Unsaid => Message::default(),
        StartRecovery::Even => message!("; read as the even start", "。平手として読む"),
        StartRecovery::NotEven => message!(
            "; the record was not checked, because it does not begin from the even start",
            "。平手ではなく開始局面が分からないため、判定しなかった",
        ),
        StartRecovery::Unfit(ply) => message!(
            "; the record was not checked, because move {ply} is not possible from the even start",
            "。{ply}手目が平手からは指せず開始局面が分からないため、判定しなかった",
            ply
        ),
    }
}

impl Speak for SfenError {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        if language == Language::English {
            return fmt::Display::fmt(self, f);
        }
        match *self {
            Self::Fields => f.write_str("SFENには3つか4つの項目が必要である"),
            Self::Ranks => f.write_str("SFENの盤には9段が必要である"),
            Self::Width(rank) => write!(f, "盤の{}段目が9マスでない", Spoken(&Rank(rank), language)),
            Self::Piece(rank) => write!(f, "盤の{}段目に駒でないものがある", Spoken(&Rank(rank), language)),
            Self::Turn => f.write_str("手番がbでもwでもない"),
            Self::Hands => f.write_str("持駒を読めない"),
            Self::Counter => f.write_str("手数が数でない"),
        }
    }
}

// What is wrong with a board or with hands, in words.

pub(super) fn unreadable_board(case: &GapCase<'_>, gap: &BoardGap) -> Message {
    match *gap {
        BoardGap::Sfen { error, words_after } => sfen(error, words_after),
        BoardGap::Rows(count) => rows(count),
        BoardGap::HandsAlone => message!(
            "there are pieces in hand but no board; they were skipped",
            "持駒はあるが盤面がない。持駒は読み飛ばした",
        ),
        BoardGap::PliesAlone => message!(
            "this line gives the number of moves before the start, but there is no board; it was skipped",
            "開始局面までの手数はあるが盤面がない。この行は読み飛ばした",
        ),
        BoardGap::TurnAlone => message!(
            "there is no board, and the other side is to move at the start; this line was skipped",
            "盤面がなく、開始局面では相手の手番である。この行は読み飛ばした",
        ),
        BoardGap::NoPlies => message!(
            "this line does not state the number of moves played",
            "この行に手数がない",
        ),
        BoardGap::LongRow(row) => message!(
            "rank {row} of the board continues after its nine squares; the rest was skipped",
            "盤面の{row}段目が九つのマスの後にも続く。その部分は読み飛ばした",
            row = Rank(row)
        ),
        BoardGap::OtherLabel(row) => message!(
            "rank {row} of the board is labelled as another rank; the order of the ranks was used",
            "盤面の{row}段目に別の段の名がある。並んだ順に従う",
            row = Rank(row)
        ),
        BoardGap::RowSquare { row, file, found } => square(row, file, found),
        BoardGap::Disputed(row) => message!(
            "rank {row} of the board has ^ before a piece, which other programs read as White's; read as Black's",
            "盤面の{row}段目で駒の前に「^」がある。後手の駒とするソフトもあるが、先手の駒として読む",
            row = Rank(row)
        ),
        BoardGap::Hand(ref unread) => message!(
            "{unread} in this hand is neither a piece nor a number; the rest was used",
            "持駒の{unread}は駒でも数でもない。残りを使う",
            unread = in_quotes(unread)
        ),
        BoardGap::RestToBoth => message!(
            "both sides are given all remaining pieces; the later line was used",
            "残りの駒が両者に与えられている。後の行に従う",
        ),
        BoardGap::PiAndOther => message!(
            "both `PI` and another start position are given; the even start of `PI` was used",
            "「PI」と別の開始局面がある。「PI」の平手に従う",
        ),
        BoardGap::PiAndBoard => message!(
            "both `PI` (the even start) and a board are given; the board was used",
            "「PI」（平手）と盤面がある。盤面に従う",
        ),
        BoardGap::PiAndPieces => message!(
            "both `PI` and a list of pieces are given; the pieces were added to the even start",
            "「PI」と駒の一覧がある。一覧の駒を平手の局面に加えた",
        ),
        BoardGap::DrawnTwice(rank) => message!(
            "rank {rank} is given twice; the later one was used",
            "{rank}段目が2回書かれている。後のものに従う",
            rank = Rank(rank)
        ),
        BoardGap::RankSquare(rank) => message!(
            "expected a piece or ` * ` on rank {rank}, found {text}; read as empty",
            "{rank}段目に駒でも「 * 」でもない{text}がある。空のマスとして読む",
            rank = Rank(rank),
            text = case.quoted()
        ),
        BoardGap::Squares { rank, count } => squares(rank, count),
        BoardGap::TwoPieces(square) => message!(
            "two pieces are on {square}; the later one was used",
            "{square}に駒が2つある。後のものに従う",
            square
        ),
        BoardGap::PromotedInHand(piece) => message!(
            "a {piece} cannot be in hand; read as a {base}",
            "{piece}は持駒にならない。{base}として読む",
            piece,
            base = piece.base()
        ),
        BoardGap::NotRemoved => message!(
            "{group} does not specify a piece to remove; the list was not read from here on",
            "{group}は盤から取り除く駒を示していない。ここから先は読まない",
            group = case.quoted()
        ),
        BoardGap::NotPlaced => message!(
            "{group} is neither a piece on a square nor a piece in hand; the list was not read from here on",
            "{group}は盤上の駒でも持駒でもない。ここから先は読まない",
            group = case.quoted()
        ),
        BoardGap::Value(ref value) => case.value(value),
    }
}

/// A position in SFEN, and how many words stand after it that cannot be read without it.
fn sfen(error: SfenError, words_after: usize) -> Message {
    let nor = (words_after > 0).then(|| {
        message!(
            "; the moves after it ({words_after}) cannot be read either",
            "。その後の指し手（{words_after}語）も読めない",
            words_after = Count(words_after, "word")
        )
    });
    message!(
        "the position cannot be read: {error}{nor}",
        "局面を読めない：{error}{nor}",
        error,
        nor
    )
}

/// A number of rows that is not nine.
fn rows(rows: u32) -> Message {
    if rows < 9 {
        return message!(
            "the board has {rows}, expected 9; the missing squares were read as empty",
            "盤面が9段でなく{rows}段である。足りない段のマスは空として読む",
            rows = Count(rows, "rank")
        );
    }
    message!(
        "the board has {rows} ranks, expected 9; those after the ninth were skipped",
        "盤面が9段でなく{rows}段である。10段目からは読み飛ばした",
        rows
    )
}

/// A square that holds this character, or where the row ends.
fn square(row: u8, file: u8, found: Option<char>) -> Message {
    let what = match found {
        Some(c) => message!("\"{c}\" is not a piece", "「{c}」は駒でない", c),
        None => message!("the rank ends here", "段が終わっている"),
    };
    message!(
        "rank {row} of the board, file {file}: {what}; the readable squares were used",
        "盤面の{row}段目、{file}筋：{what}。読めたマスを使う",
        row = Rank(row),
        file = File(file),
        what
    )
}

/// A rank of another length.
fn squares(rank: u8, count: usize) -> Message {
    let made = if count < 9 {
        both(
            "the missing ones were read as empty",
            "足りないマスは空として読む",
        )
    } else {
        both("the extra ones were skipped", "余分なマスは読み飛ばした")
    };
    message!(
        "rank {rank} has {count}, expected 9; {made}",
        "{rank}段目のマスが9個でなく{count}個である。{made}",
        rank = Rank(rank),
        count = Count(count, "square"),
        made
    )
}

pub(super) fn impossible_date(date: &str) -> Message {
    message!(
        "{date} is not a valid date or time",
        "{date}という日付や時刻は存在しない",
        date = in_quotes(date)
    )
}

pub(super) fn unreadable_date(date: &str, why: &DateGap) -> Message {
    let date = in_quotes(date);
    match *why {
        DateGap::TimeAlone => message!(
            "{date} has a time of day but no date",
            "{date}は時刻だけで、日付がない",
            date
        ),
        DateGap::Unclear => message!(
            "{date} cannot be read as a date; expected a four-digit or era year, then month and day",
            "{date}は日付として読めない。4桁または元号の年、月、日の順でなければならない",
            date
        ),
        DateGap::InPart(read) => message!(
            "only {read} of {date} can be read",
            "{date}のうち、読めるのは{read}だけである",
            date,
            read = read.to_string()
        ),
    }
}

pub(super) fn half_width_colon(key: &str) -> Message {
    message!(
        "the header \"{key}\" has a half-width colon",
        "ヘッダー「{key}」の区切りが半角コロンである",
        key
    )
}

pub(super) fn turn_missing(case: &GapCase<'_>, taken: &TurnRecovery) -> Message {
    match taken {
        TurnRecovery::White => message!(
            "the side to move is not stated; read as White, because the first move is White's (後手, 上手)",
            "手番の記載がない。最初の指し手が後手（上手）のものなので、後手からとして読む",
        ),
        TurnRecovery::FirstMove(first) => message!(
            "there is no `+` or `-` line for the side to move; read as {first}, who makes the first move",
            "手番を示す「+」「-」の行がない。最初の指し手が{first}のものなので、{first}からとして読む",
            first
        ),
        TurnRecovery::Black => message!(
            "there is no `+` or `-` line for the side to move; read as Black",
            "手番を示す「+」「-」の行がない。先手番として読む",
        ),
        TurnRecovery::Value(value) => case.value(value),
    }
}

pub(super) fn unknown_version(case: &GapCase<'_>) -> Message {
    let text = case.quoted();
    if case.record.is_shogi() {
        message!(
            "{text} is not a known version of CSA; read as V3.0",
            "{text}はCSAの不明なバージョンである。V3.0として読む",
            text
        )
    } else {
        message!(
            "{text} is not a known version; read as version 1",
            "{text}は不明なバージョンである。バージョン1として読む",
            text
        )
    }
}
