//! What can be wrong with the start position of CSA.

use crate::finding::{Message, Words, both, say};
use crate::notation::names;
use crate::notation::quote::in_quotes;
use crate::shogi::{Kind, Square};

/// `PI` behind another position.
pub(in crate::notation) const EVEN_BESIDE: Words = both(
    "`PI` stands beside another start position; the even start of `PI` counts",
    "別の開始局面のほかに「PI」がある。「PI」の平手に従う",
);
/// Ranks behind `PI`.
pub(in crate::notation) const DRAWN_BESIDE: Words = both(
    "the board is drawn although `PI` gives the even start; the drawing counts",
    "「PI」が平手としているのに盤面もある。盤面に従う",
);
/// Pieces behind `PI`.
pub(in crate::notation) const LISTED_BESIDE: Words = both(
    "pieces are listed beside `PI`; they were added to the even start",
    "「PI」のほかに駒が挙げられている。平手の局面に加えた",
);
/// `AL` twice.
pub(in crate::notation) const REST_TO_BOTH: Words = both(
    "both sides are given all remaining pieces; the later line counts",
    "残りの駒が両者に与えられている。後の行に従う",
);
/// A group behind `PI`.
pub(in crate::notation) static NOT_REMOVED: Words = both(
    "names no piece to take off the board",
    "は盤から取り除く駒を示していない",
);
/// A group behind `P+` or `P-`.
pub(in crate::notation) static NOT_PLACED: Words =
    both("is no piece on a square or in hand", "は盤上の駒でも持駒でもない");

/// A rank that was drawn before.
pub(in crate::notation) fn drawn_twice(rank: u8) -> Message {
    say(
        format!("rank {rank} is drawn twice; the later drawing counts"),
        format!("{}が2回書かれている。後のものに従う", names::rank(rank)),
    )
}

/// A square of a rank.
pub(in crate::notation) fn odd_square(rank: u8, text: &str) -> Message {
    let text = in_quotes(text);
    say(
        format!(
            "rank {rank} has {} where a piece or ` * ` is due; taken as empty",
            text.english
        ),
        format!(
            "{}に駒でも「 * 」でもない{}がある。空とみなす",
            names::rank(rank),
            text.japanese
        ),
    )
}

/// A rank of another length.
pub(in crate::notation) fn squares(rank: u8, count: usize) -> Message {
    let (english, japanese) = if count < 9 {
        ("the missing ones are taken as empty", "足りないマスは空とみなす")
    } else {
        ("the last were left out", "余分なマスは読み飛ばした")
    };
    say(
        format!("rank {rank} has {count} squares in place of 9; {english}"),
        format!("{}のマスが9でなく{count}である。{japanese}", names::rank(rank)),
    )
}

/// A square that holds a piece already.
pub(in crate::notation) fn two_pieces(square: Square) -> Message {
    say(
        format!(
            "two pieces stand on {}{}; the later one stays",
            square.file(),
            square.rank()
        ),
        format!("{}に駒が二つある。後のものを残す", names::square(square)),
    )
}

/// A promoted piece in hand.
pub(in crate::notation) fn promoted_in_hand(kind: Kind) -> Message {
    let (piece, base) = (names::piece(kind), names::piece(kind.base()));
    say(
        format!(
            "a {} cannot be in hand; it counts as a {}",
            piece.english, base.english
        ),
        format!("{}は持駒にならない。{}と数える", piece.japanese, base.japanese),
    )
}

/// A group that ends the reading of its list.
pub(in crate::notation) fn list_broken_off(group: &str, what: &Words) -> Message {
    let group = in_quotes(group);
    say(
        format!(
            "{} {}; the list was not read from here on",
            group.english, what.english
        ),
        format!("{}{}。ここから先は読まない", group.japanese, what.japanese),
    )
}
