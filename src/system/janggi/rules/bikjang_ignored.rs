//! `janggi-bikjang` 빅장: generals that face each other are left so, and the game goes on.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;

rule! {
    name: "janggi-bikjang",
    class: Notice,
    group: Results,
    title: "bikjang (빅장) left unanswered", "応じられなかった빅장",
    what:
        "A ply made the generals face each other on an open file, and after the reply they still do. Events differ in the result: `janggi.bikjang` makes it a draw or a count of points. By default the game goes on, and this note marks the reply.",
        "ある手で将どうしが間に駒のない筋で向かい合い、次の手の後も向かい合っている。その結果は大会により異なり、`janggi.bikjang` で引き分けか点数勝負にできる。既定では対局が続き、応手にこの注記を付ける。",
    why: "By the rules of some events the game was over.", "大会の規定によっては、ここで終局である。",
    remedy: "Check by which rules the game was played, and set `janggi.bikjang`.", "どの規定で指したかを確かめ、`janggi.bikjang` を設定する。",
    source: "Rules of janggi (장기), as federations and servers have them.",
    bad: Record { text: "[국면 \"9/4k4/9/p8/4R4/9/P8/9/4K4/9 w\"]\n1. 55차51  2. 41병42\n#interrupt\n" },
        "Red does not answer it", "紅が応じていない",
    good: Record { text: "[국면 \"9/4k4/9/p8/4R4/9/P8/9/4K4/9 w\"]\n1. 55차51  2. 25궁24\n#interrupt\n" },
        "Red's general leaves the file", "紅の将が筋を離れる",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let is_called = case.before.called == Some(1 - case.mover);
    if is_called && case.after.men.are_facing() && case.after.ended.is_none() {
        report.say(message!(
            "the generals still face each other (빅장)",
            "将どうしが向かい合ったままである（빅장）"
        ));
    }
}
