//! `perpetual-check` 連続王手の千日手: perpetual check.

use crate::finding::{message, rule};
use crate::profile::PerpetualWindow;
use crate::referee::recurrence::Recurrence;
use crate::referee::report::Report;

rule! {
    name: "perpetual-check",
    class: Foul,
    group: Fouls,
    title: "perpetual check", "連続王手の千日手",
    what:
        "The same position has come about for the fourth time, and every move of one side since the first gave check. That side loses, whoever completes the repetition. One quiet move anywhere between makes it an ordinary 千日手.",
        "同一局面が4回目に現れ、1回目からの間、一方の指し手がすべて王手である。だれの手で4回目になったかにかかわらず、王手をかけた側の負けとなる。その側の指し手に一つでも王手でないものがあれば、普通の千日手である。",
    why:
        "A player may not force a draw by checking for ever.",
        "王手をかけ続けて引き分けに持ち込むことはできない。",
    remedy: "Check the result: the checking side has lost.", "結果を確かめる。王手をかけた側の負けである。",
    source: "“쇼기/규칙” and “将棋”; JSA rules: all moves of the repetition give check.",
    bad: Moves {
        start: "6k2/9/9/9/9/9/9/7R1/4K4 b - 1",
        moves: "2h3h 3a2a 3h2h 2a3a 2h3h 3a2a 3h2h 2a3a 2h3h 3a2a 3h2h 2a3a",
    },
        "Black has checked with every move", "先手の手がすべて王手",
    good: Moves {
        start: "6k2/9/9/9/9/9/9/7R1/4K4 b - 1",
        moves: "2h3h 3a2a 3h2h 2a3a 2h5h 3a2a 5h2h 2a3a 2h3h 3a2a 3h2h 2a3a",
    },
        "2h5h is quiet: ordinary 千日手", "２八飛から５八への手は王手でないので、普通の千日手",
}

/// The check.
pub(in crate::referee) fn check(case: &Recurrence<'_>, report: &mut Report) {
    let Some(checker) = case.perpetual else { return };
    let why = match case.profile.perpetual_window {
        PerpetualWindow::FirstToLast => message!(
            "every move of {checker} since the first gave check",
            "その間の{checker}の指し手はすべて王手であった",
            checker
        ),
        PerpetualWindow::UnbrokenChecks => message!(
            "{checker} has given check without a break",
            "{checker}は途切れなく王手を続けた",
            checker
        ),
    };
    let complaint = report.say(message!(
        "{same}, and {why}: {checker} loses",
        "{same}。{why}ので{checker}の負け",
        same = case.again(),
        why,
        checker
    ));
    complaint
        .of(checker)
        .marking(case.position.king(checker.opponent()));
}
