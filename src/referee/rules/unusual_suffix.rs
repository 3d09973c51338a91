//! `unusual-suffix` 通常と異なる相対表記: other words than usual beside a move.

use crate::finding::{Message, message, rule};
use crate::record::Origin;
use crate::referee::due_case::DueCase;
use crate::referee::report::{Once, Report};
use crate::shogi::Suffix;

rule! {
    name: "unusual-suffix",
    class: Notice,
    group: Notation,
    title: "other words than usual beside a move", "通常と異なる相対表記",
    what:
        "A move of KI2 names its piece by words (右 左 直 上 寄 引) that tell it from the others, and not by those of the Association's rule: more than are needed, or others. The first such move of a record is reported.",
        "KI2の指し手で、駒を区別する字（右 左 直 上 寄 引）が、日本将棋連盟の表記方法と違う。必要以上に添えられているか、別の字である。棋譜の中で最初のものだけを指摘する。",
    why:
        "The move is clear; other programs may not understand it.",
        "指し手は分かるが、ほかのプログラムは読めないかもしれない。",
    remedy: "Nothing, or write the record anew.", "何もしなくてよい。または棋譜を書き直す。",
    source: "Japan Shogi Association, 棋譜の表記方法.",
    bad: Record { text: "手合割：平手\n\n▲５八金右上 △３四歩 ▲７六歩\nまで3手で中断\n" },
        "右 alone tells it", "「右」だけで区別できる",
    good: Record { text: "手合割：平手\n\n▲５八金右 △３四歩 ▲７六歩\nまで3手で中断\n" },
        "the usual word", "普通の字",
}

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    let Some((written, resolved)) = case.completed() else {
        return;
    };
    let (Origin::Words(suffix), Origin::Board(from)) = (written.from, resolved.from) else {
        return;
    };
    let usual = Suffix::of(case.before, from, written.to.square());
    if let Some(usual) = usual.filter(|&usual| usual != suffix && !case.is_told_by_rest()) {
        report.say(message!(
            "{written} tells which piece moves, where {usual} is usual; further moves like this are not listed",
            "動いた駒を{written}で示しているが、通常は{usual}である（以後の同様の指し手は省略）",
            written = named(suffix),
            usual = named(usual)
        )).once(Once::OfRecord);
    }
}

/// The words as they are written.
fn named(suffix: Suffix) -> Message {
    match suffix {
        Suffix::NONE => message!("no word", "「字なし」"),
        words => message!("{words}", "「{words}」", words = words.to_string()),
    }
}
