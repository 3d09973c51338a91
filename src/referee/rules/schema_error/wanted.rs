//! What a value of JKF should be, in words.

use crate::finding::{Words, both};
use crate::record::gap::Wanted;

/// What a value should be.
pub(super) const fn words(wanted: Wanted) -> Words {
    match wanted {
        Wanted::Object => both("an object", "オブジェクト"),
        Wanted::Array => both("an array", "配列"),
        Wanted::Nine => both("an array of nine", "要素が9個の配列"),
        Wanted::Lines => both("an array of arrays", "配列の配列"),
        Wanted::Entries => both("an array of entries", "指し手の配列"),
        Wanted::Hands => both("an array of Black's and White's hand", "先手と後手の持駒の配列"),
        Wanted::Hand => both(
            "an object of pieces and their numbers",
            "駒とその数のオブジェクト",
        ),
        Wanted::String => both("a string", "文字列"),
        Wanted::Escape => both("an escape for a character", "文字を表すエスケープ"),
        Wanted::Number => both("a whole number", "0以上の整数"),
        Wanted::Coordinate => both("a number from 1 to 9", "1から9までの整数"),
        Wanted::Count => both("a number of pieces", "駒の数"),
        Wanted::Flag => both("`true` or `false`", "`true` か `false`"),
        Wanted::Color => both("0 (Black) or 1 (White)", "0（先手）か1（後手）"),
        Wanted::Kind => both(
            "a piece in the letters of CSA (`FU` to `RY`)",
            "CSAの駒の文字（`FU` から `RY` まで）",
        ),
        Wanted::Square => both("a square", "マス"),
        Wanted::Relative => both(
            "one of `L` `C` `R`, one of `U` `M` `D`, or `H`",
            "`L`・`C`・`R` の1つ、`U`・`M`・`D` の1つ、または `H`",
        ),
        Wanted::Time => both("a time that is not too long", "長すぎない時間"),
        Wanted::Preset => both("a preset of JKF", "JKFのプリセット"),
        Wanted::Other => both(
            "`OTHER` for a board that differs from the preset",
            "プリセットと違う盤面があるときは `OTHER`",
        ),
        Wanted::Data => both("`initial.data` with it", "`initial.data` を伴うもの"),
        Wanted::NoForks => both(
            "no variations, because the start position has no move to replace",
            "空（開始局面には変化で置き換える指し手がない）",
        ),
    }
}
