//! `gung-move-shape` 행마 잘못: a piece moves as it cannot.

use super::movement::{Case, Fault, fault, own};
use crate::finding::{message, rule};
use crate::notation::gib::Step;
use crate::referee::report::Report;

rule! {
    name: "gung-move-shape",
    class: Foul,
    group: Fouls,
    title: "a piece moves as it cannot (행마 잘못)", "動けない所へ動かす（행마 잘못）",
    what:
        "The piece cannot make this move: a horse or an elephant is blocked, a cannon (포) has nothing to jump over, jumps over a cannon or takes one, a general or an unpromoted guard leaves its palace, an unpromoted soldier goes back, a piece goes across where no line is drawn. A chariot that is blocked is `blocked-path`, a piece that moves as if it were promoted `gung-promotion-missing`.",
        "その駒はこのようには動けない。馬や象の道がふさがっている、包（포）に飛び越す駒がない、包を飛び越すか取る、将や昇格していない士が宮を出る、昇格していない卒が下がる、線のない斜めに動くなど。車の道がふさがっている場合は `blocked-path`、昇格した駒のように動く場合は `gung-promotion-missing` とする。",
    why: "Whoever lets go of a piece that was moved wrongly has lost (실격패).", "動かし方を誤って手を離せば負けとなる（실격패）。",
    remedy: "Compare the move with the score sheet; if it was played so, the result is 실격승 of the other side.",
        "棋譜用紙と照合する。実際に指された手なら、結果は相手の 실격승 である。",
    source: "“대국규정 및 규칙” (궁장기): the rule on wrong moves; the moves are those of janggi.",
    bad: Record { text: "[규칙 \"궁장기\"]\n1. 88포83\n#interrupt\n" },
        "nothing stands between 88 and 83", "88と83の間に駒がない",
    good: Record { text: "[규칙 \"궁장기\"]\n1. 79졸78\n#interrupt\n" },
        "a soldier goes sideways", "卒が横に動く",
}

/// The check, which janggi asks for `illegal-piece-movement`.
pub(super) fn check(case: &Case, report: &mut Report) {
    let Some((Step { from, to, .. }, man)) = own(case).filter(|_| fault(case) == Some(Fault::Shape)) else {
        return;
    };
    let kind = man.kind;
    report
        .say(message!(
            "the {kind} on {from} cannot go to {to}",
            "{from}の{kind}は{to}へ動けない",
            kind,
            from,
            to
        ))
        .stopping();
}
