//! `variation-without-parent`: a variation that starts nowhere.

use crate::finding::{Message, Words, both, message, rule};

rule! {
    name: "variation-without-parent",
    class: RecordError,
    title: "a variation that starts nowhere", "分岐元のない変化",
    what:
        "`変化：N手` names a ply that no line of the game reaches, so that the moves below it have no place.",
        "「変化：N手」の手数に達する手順がなく、その後の指し手を置くところがない。",
    why:
        "The moves are read, but nobody can say from which position.",
        "指し手は読めるが、どの局面からのものか分からない。",
    remedy:
        "Correct the number after 変化, or restore the missing moves.",
        "「変化」の手数を直すか、抜けた指し手を補う。",
    source: "KIF definition: the number is the ply being replaced.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n\n変化：5手\n   5 ８四歩(83)\n" },
        "the game has one move only", "本譜は1手しかない",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n\n変化：2手\n   2 ８四歩(83)\n" },
        "ply 2 exists", "2手目がある",
}

/// The search for parents has cost too much.
pub(in crate::notation) const TOO_MANY: Words = both(
    "this record has too many variations to find where this one belongs",
    "変化が多すぎて、この変化の分岐元を探せない",
);
/// A 変化 line without a number.
pub(in crate::notation) const NO_NUMBER: Words = both(
    "this line does not say which ply it replaces",
    "何手目の変化かが書かれていない",
);
/// What a lost variation of KI2 consists of.
pub(in crate::notation) static MOVE: Words = both("move", "手");
/// What a lost variation of KIF consists of.
pub(in crate::notation) static NUMBERED_LINE: Words = both("numbered line", "行");

/// No line is so long.
pub(in crate::notation) fn beyond(number: u32) -> Message {
    message!(
        "no line of the game reaches ply {number}",
        "{number}手目に達する手順がない",
        number
    )
}

/// The same for a line of USEN.
pub(in crate::notation) fn nothing_after(plies: u32) -> Message {
    message!(
        "no line has a position after {plies} plies; the line that begins there was left out",
        "{plies}手目の後の局面のある手順がない。そこから始まる手順は読み飛ばした",
        plies
    )
}

/// What that has cost.
pub(in crate::notation) fn cost(count: u32, unit: &Words) -> Message {
    let s = if count == 1 { "" } else { "s" };
    message!(
        ": {count} {unit}{s} of this variation could not be placed, nor judged",
        "。この変化の{count}{unit}は置くところがなく、判定していない",
        count,
        unit,
        s
    )
}
