//! What a value of JKF should be.

use crate::finding::{Words, both};

/// `{…}`.
pub(in crate::notation) static OBJECT: Words = both("an object", "オブジェクト");
/// `[…]`.
pub(in crate::notation) static ARRAY: Words = both("an array", "配列");
/// Nine files, or nine squares of one.
pub(in crate::notation) static NINE: Words = both("an array of nine", "要素が9個の配列");
/// `forks`.
pub(in crate::notation) static LINES: Words = both("an array of arrays", "配列の配列");
/// One of them.
pub(in crate::notation) static ENTRIES: Words = both("an array of entries", "指し手の配列");
/// Two hands.
pub(in crate::notation) static HANDS: Words =
    both("an array of Black's and White's hand", "先手と後手の持駒の配列");
/// One of them.
pub(in crate::notation) static HAND: Words = both(
    "an object of pieces and their numbers",
    "駒とその数のオブジェクト",
);
/// `"…"`.
pub(in crate::notation) static STRING: Words = both("a string", "文字列");
/// `\n`.
pub(in crate::notation) static ESCAPE: Words =
    both("an escape that means a character", "文字を表すエスケープ");
/// From zero.
pub(in crate::notation) static NUMBER: Words = both("a whole number", "0以上の整数");
/// Of a square.
pub(in crate::notation) static COORDINATE: Words = both("a number from 1 to 9", "1から9までの数");
/// Of a kind of piece in hand.
pub(in crate::notation) static COUNT: Words = both("a number of pieces", "駒の数");
/// A flag.
pub(in crate::notation) static FLAG: Words = both("`true` or `false`", "`true` か `false`");
/// A side.
pub(in crate::notation) static COLOR: Words = both("0 (Black) or 1 (White)", "0（先手）か1（後手）");
/// A kind of piece.
pub(in crate::notation) static KIND: Words = both(
    "a piece in the letters of CSA (`FU` to `RY`)",
    "CSAの駒の文字（`FU` から `RY` まで）",
);
/// `{x, y}`.
pub(in crate::notation) static SQUARE: Words = both("a square", "マス");
/// `relative`.
pub(in crate::notation) static RELATIVE: Words = both(
    "one of `L` `C` `R`, one of `U` `M` `D`, or `H`",
    "`L`・`C`・`R` の一つ、`U`・`M`・`D` の一つ、または `H`",
);
/// Hours, minutes and seconds.
pub(in crate::notation) static TIME: Words = both("a time that can be counted", "数えられる時間");
/// A name of a start.
pub(in crate::notation) static PRESET: Words = both("a preset of JKF", "JKFのプリセット");
/// The preset of a board.
pub(in crate::notation) static OTHER: Words = both(
    "`OTHER` beside a board that is not that of the preset",
    "プリセットと違う盤面があるときは `OTHER`",
);
/// The board of that preset.
pub(in crate::notation) static DATA: Words = both("`initial.data` beside it", "`initial.data` を伴うもの");
/// `forks` at the start position.
pub(in crate::notation) static NO_FORKS: Words = both(
    "nothing: no entry comes before the start that variations could replace, so that none",
    "変化で置き換える指し手が開始局面の前にはないので、何もないもの",
);
