//! What can be wrong with a board diagram of KIF and its kin.

use crate::finding::{Message, Words, both, say};
use crate::notation::names;
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
    "goes on behind its nine squares; that is not used",
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
        return say(
            format!("the board has {rows} of 9 rows; the squares of the others are taken as empty"),
            format!("盤面が9段でなく{rows}段である。足りない段のマスは空とみなす"),
        );
    }
    say(
        format!("the board has {rows} rows, not 9; those behind the ninth are not used"),
        format!("盤面が9段でなく{rows}段である。10段目からは使わない"),
    )
}

/// A row as a whole.
pub(in crate::notation) fn row(row: u8, what: &Words) -> Message {
    say(
        format!("row {row} of the board {}", what.english),
        format!("盤面の{}{}", names::rank(row), what.japanese),
    )
}

/// A square that holds this character, or where the row ends.
pub(in crate::notation) fn square(row: u8, file: u8, found: Option<char>) -> Message {
    let (english, japanese) = match found {
        Some(c) => (format!("\"{c}\" is no piece"), format!("「{c}」は駒でない")),
        None => ("the row ends".to_owned(), "段が終わっている".to_owned()),
    };
    say(
        format!("row {row} of the board: {english} on file {file}; what could be read is used"),
        format!(
            "盤面の{}：{}で{japanese}。読めたところを使う",
            names::rank(row),
            names::file(file)
        ),
    )
}

/// `^` before a piece.
pub(in crate::notation) fn disputed(row: u8) -> Message {
    say(
        format!(
            "row {row} of the board has ^ before a piece, which other programs read as White's; it is taken as Black's"
        ),
        format!(
            "盤面の{}で駒の前に「^」がある。後手の駒とするソフトもあるが、先手の駒とする",
            names::rank(row)
        ),
    )
}

/// What is no piece in a hand.
pub(in crate::notation) fn hand(unread: &str) -> Message {
    let unread = in_quotes(unread);
    say(
        format!(
            "{} in this hand is no piece and no number; the rest is used",
            unread.english
        ),
        format!("持駒の{}は駒でも数でもない。残りを使う", unread.japanese),
    )
}
