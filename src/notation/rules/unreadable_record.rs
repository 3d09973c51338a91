//! `unreadable-record`: no record found.

use crate::finding::{Message, Words, both, message, rule};

rule! {
    name: "unreadable-record",
    class: RecordError,
    title: "no record found", "棋譜が見つからない",
    what:
        "No move, no position and no result could be found in the file: it is empty, a picture, a text about something else, or in a notation that is not read.",
        "ファイルに指し手も局面も結果も見つからない。空か、画像か、棋譜でない文章か、読めない形式である。",
    why:
        "A file that yields nothing must never pass for a clean game.",
        "何も読めないファイルを問題のない棋譜とみなしてはならない。",
    remedy:
        "Open the file in an editor. If it holds a game after all, check the encoding (`--encoding`) and the notation (`--input-format`).",
        "エディターで開いて確かめる。棋譜であれば、文字コード（`--encoding`）と形式（`--input-format`）を指定してみる。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Record { text: "お知らせ\nきょうの対局は中止です\n" },
        "a notice, not a game", "棋譜でなくお知らせ",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game of two moves", "2手の棋譜",
}

/// A picture, a program.
pub(in crate::notation) const NO_TEXT: Words = both(
    "this is no text: no record can be read from it",
    "テキストでないので、棋譜を読めない",
);
/// Nothing at all.
pub(in crate::notation) const EMPTY: Words = both("the file is empty", "ファイルが空である");
/// Something else.
pub(in crate::notation) const NOTHING: Words = both(
    "no move, no position and no result of a game in a notation that `kifu formats` lists could be found in this text",
    "`kifu formats` の挙げる形式の指し手も局面も結果も見つからない",
);
/// JSON without an object.
pub(in crate::notation) const NO_OBJECT: Words = both(
    "this is no JSON with a game record in it: it has no object",
    "オブジェクトがなく、棋譜を含むJSONでない",
);
/// Somebody else's JSON.
pub(in crate::notation) const NO_JKF: Words = both(
    "this JSON is no game record in JKF: its object has neither `moves` nor `header` nor `initial`",
    "このJSONはJKFの棋譜でない。オブジェクトに `moves` も `header` も `initial` もない",
);

/// Nothing can be read, and characters are destroyed in so many places.
pub(in crate::notation) fn destroyed(places: usize) -> Message {
    message!(
        "no record can be read from this text: its characters are destroyed in {places} places",
        "文字が{places}か所で壊れており、棋譜を読めない",
        places
    )
}
