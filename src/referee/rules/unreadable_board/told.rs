//! What is wrong with a board or with hands, in words.

use crate::finding::{File, Message, Rank, both, message};
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
            "pieces in hand are listed, but no board is drawn; they are not used",
            "持駒はあるが盤面がない。持駒は使わない",
        ),
        BoardGap::PliesAlone => message!(
            "moves before the start are counted, but no board is drawn; this line is not used",
            "開始局面までの手数はあるが盤面がない。この行は使わない",
        ),
        BoardGap::TurnAlone => message!(
            "no board is drawn, and the start has the other side to move; this line is not used",
            "盤面がなく、開始局面では相手の手番である。この行は使わない",
        ),
        BoardGap::NoPlies => message!(
            "this line does not say how many moves were played",
            "この行に手数がない",
        ),
        BoardGap::LongRow(row) => message!(
            "row {row} of the board goes on after its nine squares; that is not used",
            "盤面の{row}段目が九つのマスの後にも続く。その部分は使わない",
            row = Rank(row)
        ),
        BoardGap::OtherLabel(row) => message!(
            "row {row} of the board is labelled with another rank; the order counts",
            "盤面の{row}段目に別の段の名がある。並んだ順に従う",
            row = Rank(row)
        ),
        BoardGap::RowSquare { row, file, found } => square(row, file, found),
        BoardGap::Disputed(row) => message!(
            "row {row} of the board has ^ before a piece, which other programs read as White's; it is taken as Black's",
            "盤面の{row}段目で駒の前に「^」がある。後手の駒とするソフトもあるが、先手の駒とする",
            row = Rank(row)
        ),
        BoardGap::Hand(ref unread) => message!(
            "{unread} in this hand is no piece and no number; the rest is used",
            "持駒の{unread}は駒でも数でもない。残りを使う",
            unread = in_quotes(unread)
        ),
        BoardGap::RestToBoth => message!(
            "both sides are given all remaining pieces; the later line counts",
            "残りの駒が両者に与えられている。後の行に従う",
        ),
        BoardGap::EvenBeside => message!(
            "`PI` stands beside another start position; the even start of `PI` counts",
            "別の開始局面のほかに「PI」がある。「PI」の平手に従う",
        ),
        BoardGap::DrawnBeside => message!(
            "the board is drawn although `PI` gives the even start; the drawing counts",
            "「PI」が平手としているのに盤面もある。盤面に従う",
        ),
        BoardGap::ListedBeside => message!(
            "pieces are listed beside `PI`; they were added to the even start",
            "「PI」のほかに駒が挙げられている。平手の局面に加えた",
        ),
        BoardGap::DrawnTwice(rank) => message!(
            "rank {rank} is drawn twice; the later drawing counts",
            "{rank}段目が2回書かれている。後のものに従う",
            rank = Rank(rank)
        ),
        BoardGap::RankSquare(rank) => message!(
            "rank {rank} has {text} where a piece or ` * ` is due; taken as empty",
            "{rank}段目に駒でも「 * 」でもない{text}がある。空とみなす",
            rank = Rank(rank),
            text = case.quoted()
        ),
        BoardGap::Squares { rank, count } => squares(rank, count),
        BoardGap::TwoPieces(square) => message!(
            "two pieces stand on {file}{rank}; the later one stays",
            "{square}に駒が二つある。後のものを残す",
            file = square.file(),
            rank = square.rank(),
            square
        ),
        BoardGap::PromotedInHand(piece) => message!(
            "a {piece} cannot be in hand; it counts as a {base}",
            "{piece}は持駒にならない。{base}と数える",
            piece,
            base = piece.base()
        ),
        BoardGap::NotRemoved => message!(
            "{group} names no piece to take off the board; the list was not read from here on",
            "{group}は盤から取り除く駒を示していない。ここから先は読まない",
            group = case.quoted()
        ),
        BoardGap::NotPlaced => message!(
            "{group} is no piece on a square or in hand; the list was not read from here on",
            "{group}は盤上の駒でも持駒でもない。ここから先は読まない",
            group = case.quoted()
        ),
        BoardGap::Value(ref value) => case.value(value),
    }
}

/// A position in SFEN, and how many words stand after it that cannot be read without it.
fn sfen(error: SfenError, words_after: usize) -> Message {
    let nor = (words_after > 0).then(|| {
        let s = if words_after == 1 { "" } else { "s" };
        message!(
            "; nor can the moves after it ({words_after} word{s})",
            "。その後の指し手（{words_after}語）も読めない",
            words_after,
            s
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
            "the board has {rows} of 9 rows; the squares of the others are taken as empty",
            "盤面が9段でなく{rows}段である。足りない段のマスは空とみなす",
            rows
        );
    }
    message!(
        "the board has {rows} rows, not 9; those after the ninth are not used",
        "盤面が9段でなく{rows}段である。10段目からは使わない",
        rows
    )
}

/// A square that holds this character, or where the row ends.
fn square(row: u8, file: u8, found: Option<char>) -> Message {
    let what = match found {
        Some(c) => message!("\"{c}\" is no piece", "「{c}」は駒でない", c),
        None => message!("the row ends", "段が終わっている"),
    };
    message!(
        "row {row} of the board: {what} on file {file}; what could be read is used",
        "盤面の{row}段目：{file}筋で{what}。読めたところを使う",
        row = Rank(row),
        file = File(file),
        what
    )
}

/// A rank of another length.
fn squares(rank: u8, count: usize) -> Message {
    let made = if count < 9 {
        both("the missing ones are taken as empty", "足りないマスは空とみなす")
    } else {
        both("the last were left out", "余分なマスは読み飛ばした")
    };
    message!(
        "rank {rank} has {count} squares in place of 9; {made}",
        "{rank}段目のマスが9でなく{count}である。{made}",
        rank = Rank(rank),
        count,
        made
    )
}
