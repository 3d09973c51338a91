//! What can be wrong with a board diagram of KIF and its kin.

use crate::finding::{File, Message, Rank, Words, both, message};
use crate::notation::quote::in_quotes;

/// Hands without a board.
pub(in crate::notation) const HANDS_ALONE: Words = both(
    "pieces in hand are listed, but no board is drawn; they are not used",
    "持駒はあるが盤面がない。持駒は使わない",
);
/// A 手数 line without a board.
pub(in crate::notation) const PLIES_ALONE: Words = both(
    "moves before the start are counted, but no board is drawn; this line is not used",
    "開始局面までの手数はあるが盤面がない。この行は使わない",
);
/// A 手番 line without a board.
pub(in crate::notation) const TURN_ALONE: Words = both(
    "no board is drawn, and the start has the other side to move; this line is not used",
    "盤面がなく、開始局面では相手の手番である。この行は使わない",
);
/// A 手数 line without a number.
pub(in crate::notation) const NO_PLIES: Words = both(
    "this line does not say how many moves were played",
    "この行に手数がない",
);
/// A row that is too long.
pub(in crate::notation) static GOES_ON: Words = both(
    "goes on after its nine squares; that is not used",
    "が九つのマスの後にも続く。その部分は使わない",
);
/// A row with the kanji of another.
pub(in crate::notation) static OTHER_LABEL: Words = both(
    "is labelled with another rank; the order counts",
    "に別の段の名がある。並んだ順に従う",
);

/// A number of rows that is not nine.
pub(in crate::notation) fn rows(rows: u32) -> Message {
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

/// A row as a whole.
pub(in crate::notation) fn row(row: u8, what: &Words) -> Message {
    message!(
        "row {row} of the board {what}",
        "盤面の{row}段目{what}",
        row = Rank(row),
        what
    )
}

/// A square that holds this character, or where the row ends.
pub(in crate::notation) fn square(row: u8, file: u8, found: Option<char>) -> Message {
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

/// `^` before a piece.
pub(in crate::notation) fn disputed(row: u8) -> Message {
    message!(
        "row {row} of the board has ^ before a piece, which other programs read as White's; it is taken as Black's",
        "盤面の{row}段目で駒の前に「^」がある。後手の駒とするソフトもあるが、先手の駒とする",
        row = Rank(row)
    )
}

/// What is no piece in a hand.
pub(in crate::notation) fn hand(unread: &str) -> Message {
    message!(
        "{unread} in this hand is no piece and no number; the rest is used",
        "持駒の{unread}は駒でも数でもない。残りを使う",
        unread = in_quotes(unread)
    )
}
