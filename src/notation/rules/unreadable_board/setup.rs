//! What can be wrong with the start position of CSA.

use crate::finding::{Message, Rank, Words, both, message};
use crate::notation::quote::in_quotes;
use crate::shogi::{PieceKind, Square};

/// `PI` after another position.
pub(in crate::notation) const EVEN_BESIDE: Words = both(
    "`PI` stands beside another start position; the even start of `PI` counts",
    "別の開始局面のほかに「PI」がある。「PI」の平手に従う",
);
/// Ranks after `PI`.
pub(in crate::notation) const DRAWN_BESIDE: Words = both(
    "the board is drawn although `PI` gives the even start; the drawing counts",
    "「PI」が平手としているのに盤面もある。盤面に従う",
);
/// Pieces after `PI`.
pub(in crate::notation) const LISTED_BESIDE: Words = both(
    "pieces are listed beside `PI`; they were added to the even start",
    "「PI」のほかに駒が挙げられている。平手の局面に加えた",
);
/// `AL` twice.
pub(in crate::notation) const REST_TO_BOTH: Words = both(
    "both sides are given all remaining pieces; the later line counts",
    "残りの駒が両者に与えられている。後の行に従う",
);
/// A group after `PI`.
pub(in crate::notation) static NOT_REMOVED: Words = both(
    "names no piece to take off the board",
    "は盤から取り除く駒を示していない",
);
/// A group after `P+` or `P-`.
pub(in crate::notation) static NOT_PLACED: Words =
    both("is no piece on a square or in hand", "は盤上の駒でも持駒でもない");

/// A rank that was drawn before.
pub(in crate::notation) fn drawn_twice(rank: u8) -> Message {
    message!(
        "rank {rank} is drawn twice; the later drawing counts",
        "{rank}段目が2回書かれている。後のものに従う",
        rank = Rank(rank)
    )
}

/// A square of a rank.
pub(in crate::notation) fn odd_square(rank: u8, text: &str) -> Message {
    message!(
        "rank {rank} has {text} where a piece or ` * ` is due; taken as empty",
        "{rank}段目に駒でも「 * 」でもない{text}がある。空とみなす",
        rank = Rank(rank),
        text = in_quotes(text)
    )
}

/// A rank of another length.
pub(in crate::notation) fn squares(rank: u8, count: usize) -> Message {
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

/// A square that holds a piece already.
pub(in crate::notation) fn two_pieces(square: Square) -> Message {
    message!(
        "two pieces stand on {file}{rank}; the later one stays",
        "{square}に駒が二つある。後のものを残す",
        file = square.file(),
        rank = square.rank(),
        square
    )
}

/// A promoted piece in hand.
pub(in crate::notation) fn promoted_in_hand(piece: PieceKind) -> Message {
    message!(
        "a {piece} cannot be in hand; it counts as a {base}",
        "{piece}は持駒にならない。{base}と数える",
        piece,
        base = piece.base()
    )
}

/// A group that ends the reading of its list.
pub(in crate::notation) fn list_broken_off(group: &str, what: &Words) -> Message {
    message!(
        "{group} {what}; the list was not read from here on",
        "{group}{what}。ここから先は読まない",
        group = in_quotes(group),
        what
    )
}
