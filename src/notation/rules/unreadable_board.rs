//! `unreadable-board`: a board that cannot be read.

pub(in crate::notation) mod diagram;
pub(in crate::notation) mod setup;

use std::fmt::{self, Formatter};

use crate::finding::{Language, Message, Rank, Speak, Spoken, Words, both, message, rule};
use crate::shogi::SfenError;

rule! {
    name: "unreadable-board",
    class: RecordError,
    title: "a board that cannot be read", "読めない盤面図",
    what:
        "A row or a hand of the start position holds something that is no piece, or the board has too few or too many rows. What could be read is used.",
        "開始局面の段や持駒に駒でないものがあるか、盤面の段が多すぎるか少なすぎる。読めたところだけを使う。",
    why:
        "Every move is judged on the board that was understood.",
        "すべての指し手は、読めた盤面の上で判定される。",
    remedy:
        "Correct the row: nine cells of a mark and a piece, or ` ・` where there is none.",
        "段を直す。印と駒、駒のないマスは「 ・」で、九つのマスを書く。",
    source: "KIF definition, board diagram; CSA V2.2, `P1`-`P9`.",
    bad: Record { text: "V2.2\nP1-KY-KE-GI-KI-XX-KI-GI-KE-KY\nP5 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n+\n+5958OU\n%TORYO\n" },
        "`XX` is no piece", "「XX」は駒でない",
    good: Record { text: "V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP9 *  *  *  * +OU *  *  *  * \n+\n+5958OU\n%TORYO\n" },
        "nine pieces", "九つの駒",
}

/// What becomes of a board of JKF.
pub(in crate::notation) static EVEN_ASSUMED: Words = both("; the even start is assumed", "。平手とみなす");
/// A board of JKF without its squares.
pub(in crate::notation) static NO_PIECE: Words = both("; no piece is on the board", "。盤上に駒はない");
/// What becomes of a part of it.
pub(in crate::notation) static TAKEN_AS_EMPTY: Words = both("; it is taken as empty", "。空とみなす");
/// What becomes of elements that are missing.
pub(in crate::notation) static MISSING_EMPTY: Words = both(
    "; the missing ones are taken as empty",
    "。足りない要素は空とみなす",
);
/// What becomes of elements beyond nine.
pub(in crate::notation) static LAST_LEFT_OUT: Words =
    both("; the last were left out", "。余分な要素は読み飛ばした");
/// What becomes of a square.
pub(in crate::notation) static SQUARE_EMPTY: Words =
    both("; the square is taken as empty", "。空のマスとみなす");
/// What becomes of hands that are not two.
pub(in crate::notation) static REST_EMPTY: Words = both(
    "; what is missing is taken as empty",
    "。足りないものは空とみなす",
);
/// What becomes of a number of pieces.
pub(in crate::notation) static TAKEN_AS_0: Words = both("; it is taken as 0", "。0とみなす");
/// What becomes of a piece in hand.
pub(in crate::notation) static LEFT_OUT: Words = both("; it was left out", "。読み飛ばした");

/// A position in SFEN, and how many words stand after it that cannot be read without it.
pub(in crate::notation) fn sfen(error: SfenError, behind: usize) -> Message {
    let message = message!(
        "the position cannot be read: {error}",
        "局面を読めない：{error}",
        error
    );
    if behind == 0 {
        return message;
    }
    let s = if behind == 1 { "" } else { "s" };
    message.followed_by(message!(
        "; nor can the moves after it ({behind} word{s})",
        "。その後の指し手（{behind}語）も読めない",
        behind,
        s
    ))
}

impl Speak for SfenError {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        if language == Language::English {
            return fmt::Display::fmt(self, f);
        }
        match *self {
            Self::Fields => f.write_str("SFENの項目は三つか四つである"),
            Self::Ranks => f.write_str("SFENの盤は9段である"),
            Self::Width(rank) => write!(f, "盤の{}段目が9マスでない", Spoken(&Rank(rank), language)),
            Self::Piece(rank) => write!(f, "盤の{}段目に駒でないものがある", Spoken(&Rank(rank), language)),
            Self::Turn => f.write_str("手番がbでもwでもない"),
            Self::Hands => f.write_str("持駒を読めない"),
            Self::Counter => f.write_str("手数が数でない"),
        }
    }
}

/// An array of JKF that has not nine elements.
pub(in crate::notation) fn not_nine(path: &str, count: usize) -> Message {
    message!(
        "`{path}` has {count} elements in place of 9",
        "`{path}` の要素が9個でなく{count}個である",
        path,
        count
    )
}

/// A key of JKF under which a hand holds something.
pub(in crate::notation) fn not_held(path: &str) -> Message {
    message!(
        "`{path}` is no piece that a hand can hold",
        "`{path}` は持駒になる駒でない",
        path
    )
}
