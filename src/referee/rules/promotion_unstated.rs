//! `promotion-unstated` 成・不成の記載がない: neither 成 nor 不成 where there is a choice.

use crate::finding::{both, message, rule};
use crate::record::Promotion;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule! {
    name: "promotion-unstated",
    class: Doubt,
    group: Notation,
    title: "neither 成 nor 不成 where there is a choice", "成・不成の記載がない",
    what:
        "A move of KI2 enters, leaves or stays in the promotion zone with a piece that can promote, and says neither 成 nor 不成. It is taken not to promote, or to promote where the piece could never move again.",
        "KI2の指し手で、成れる駒が敵陣に入るか、敵陣から出るか、敵陣の中で動くのに、「成」も「不成」もない。不成とみなす。ただし、成らなければ行き所のない駒になるときは成とみなす。",
    why: "Whether the piece promoted is anybody's guess.", "成ったかどうか、推測するほかない。",
    remedy: "Add 成 or 不成.", "「成」または「不成」を書き加える。",
    source: "Japan Shogi Association, 棋譜の表記方法: 成 and 不成 are written wherever there is a choice.",
    bad: Record { text: "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角\nまで3手で中断\n" },
        "did the bishop promote?", "角は成ったのか",
    good: Record { text: "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成\nまで3手で中断\n" },
        "it did", "成った",
}

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    let Some((written, resolved)) = case.completed() else {
        return;
    };
    let taken = match (written.promotion, resolved.promotion) {
        (Promotion::Omitted, Promotion::Promote) => both(
            "without promotion the piece could never move again: taken to promote",
            "成らなければ行き所のない駒になるため、成とみなした",
        ),
        (Promotion::Omitted, Promotion::Decline) => both("taken not to promote", "不成とみなした"),
        _ => return,
    };
    report.say(message!(
        "the piece could promote, and neither 成 nor 不成 is written; {taken}",
        "成れる指し手なのに、成とも不成とも書かれていない。{taken}",
        taken
    ));
}
