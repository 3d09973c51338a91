//! `gung-promotion-missing` 진급 전의 행마: a piece moves as if it were promoted.

use super::movement::{Case, Fault, fault, own};
use crate::finding::{message, rule};
use crate::notation::gib::Step;
use crate::referee::report::Report;

rule! {
    name: "gung-promotion-missing",
    class: Foul,
    group: Fouls,
    title: "a piece moves as if it were promoted (진급)", "昇格していない駒が昇格したように動く（진급）",
    what:
        "The piece could make this move if it were promoted, and is not. A soldier (졸, 병) is promoted when it comes to the last rank, all guards (사) when the last soldier of both sides is gone, a general (궁) when its side has blocked or evaded a bikjang (빅장), and both where neither side can win with what is left.",
        "昇格していればできる動きだが、その駒はまだ昇格していない。卒・兵（졸、병）は最奥の段に達したとき、士（사）は双方の卒と兵がすべてなくなったとき、将（궁）は相手の빅장を防ぐか避けたときに昇格する。双方とも勝てない駒だけになれば、両方の将が昇格する。",
    why: "It is a wrong move, which loses, or the record lacks what promoted the piece.",
        "動かし方の誤りであり負けとなる。または、昇格のもととなる手が棋譜から抜けている。",
    remedy: "Look for the ply that promoted it; else the result is 실격승 of the other side.",
        "昇格させた手を探す。なければ、結果は相手の 실격승 である。",
    source: "“대국규정 및 규칙” (궁장기), articles 23 to 25.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[국면 \"4k4/9/4P4/9/9/9/9/9/3K5/9 w\"]\n1. 35졸45\n#interrupt\n" },
        "the soldier has not been on the last rank", "卒はまだ最奥の段に達していない",
    good: Record { text: "[규칙 \"궁장기\"]\n[국면 \"3k5/6P2/9/9/9/9/9/9/4K4/9 w\"]\n1. 27졸17  2. 14궁24  3. 17졸27\n#interrupt\n" },
        "promoted at ply 1", "1手目で昇格している",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let is_it = fault(case) == Some(Fault::Unpromoted);
    let Some((Step { from, to, .. }, man)) = own(case).filter(|_| is_it) else {
        return;
    };
    let kind = man.kind;
    report
        .say(message!(
            "the {kind} on {from} could go to {to} only if it were promoted",
            "{from}の{kind}は、昇格していなければ{to}へ動けない",
            kind,
            from,
            to
        ))
        .stopping();
}
