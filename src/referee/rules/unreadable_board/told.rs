//! What is wrong with a board or with hands, in words.

use crate::finding::{Count, File, Message, Rank, both, message};
use crate::notation::quote::in_quotes;
use crate::record::gap::BoardGap;
use crate::referee::gap_case::GapCase;
use crate::shogi::SfenError;

/// What is wrong.
pub(super) fn told(case: &GapCase<'_>, gap: &BoardGap) -> Message {
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
        BoardGap::EvenBeside => message!(
            "both `PI` and another start position are given; the even start of `PI` was used",
            "「PI」と別の開始局面がある。「PI」の平手に従う",
        ),
        BoardGap::DrawnBeside => message!(
            "both `PI` (the even start) and a board are given; the board was used",
            "「PI」（平手）と盤面がある。盤面に従う",
        ),
        BoardGap::ListedBeside => message!(
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
