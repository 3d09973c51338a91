//! `unreadable-line`: a line that cannot be read.

use crate::finding::{Message, Words, both, message, rule};
use crate::notation::quote::in_quotes;
use crate::shogi::Color;

rule! {
    name: "unreadable-line",
    class: RecordError,
    title: "a line that cannot be read", "読めない行",
    what:
        "The line is none of the kinds that the notation knows: no header, move, comment, board row or result. It is kept out of the game, and the game goes on after it.",
        "形式の定めるどの種類の行でもない。ヘッダーでも指し手でもコメントでも盤面でも結果でもない。この行を除いて読み続ける。",
    why:
        "The line may have been a move. Other programs skip it and play the following moves from a wrong position.",
        "指し手だった行かもしれない。黙って飛ばし、その後の手を誤った局面から指すソフトがある。",
    remedy:
        "Repair the line, or make it a comment (`*` in KIF, `'` in CSA).",
        "行を直すか、コメントにする（KIFは「*」、CSAは「'」）。",
    source: "KIF: the list of line kinds in Kakinoki's definition; CSA: V2.2 and V3.0.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\nこれは何かの行\n   2 ３四歩(33)\n   3 投了\n" },
        "free text between two moves", "指し手の間の文章",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n*これはコメント\n   2 ３四歩(33)\n   3 投了\n" },
        "the same as a comment", "同じ文章をコメントにしたもの",
}

/// A line of CSA that gives a part of the position.
pub(in crate::notation) static OF_START: Words = both("a line of the start position", "開始局面の行");
/// A line of CSA that gives the turn.
pub(in crate::notation) static OF_TURN: Words = both("a line that says whose turn it is", "手番の行");
/// A line of CSA that gives the version.
pub(in crate::notation) static OF_VERSION: Words = both("a version line", "バージョンの行");

/// One line.
pub(in crate::notation) fn one(first: &str) -> Message {
    message!(
        "this line cannot be read: {first}",
        "この行は読めない：{first}",
        first = in_quotes(first)
    )
}

/// Several in a row.
pub(in crate::notation) fn several(lines: u32, first: &str) -> Message {
    message!(
        "these {lines} lines cannot be read; the first is {first}",
        "この{lines}行は読めない。最初の行は{first}",
        lines,
        first = in_quotes(first)
    )
}

/// A line of CSA that stands too late.
pub(in crate::notation) fn late(text: &str, what: &Words) -> Message {
    message!(
        "{text}, {what}, stands after the first move; it was left out",
        "{what}{text}が最初の指し手より後にある。読み飛ばした",
        text = in_quotes(text),
        what
    )
}

/// A second turn line of CSA that contradicts the first.
pub(in crate::notation) fn second_turn(before: Color, now: Color) -> Message {
    message!(
        "an earlier line gives {before} the first move; this one, {now}'s, counts",
        "前の手番の行では{before}からである。この行に従い{now}からとする",
        before,
        now
    )
}

/// Moves in a list of positions.
pub(in crate::notation) fn moves_behind_position(text: &str) -> Message {
    message!(
        "moves stand after the position, as in USI; they were left out: {text}",
        "局面の後にUSIのような指し手がある。読み飛ばした：{text}",
        text = in_quotes(text)
    )
}

/// Text beside a record of JKF.
pub(in crate::notation) fn outside(text: &str) -> Message {
    message!(
        "{text} stands outside of the record's object; it was left out",
        "棋譜のオブジェクトの外に{text}がある。読み飛ばした",
        text = in_quotes(text)
    )
}
