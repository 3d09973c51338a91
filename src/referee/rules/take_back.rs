//! `take-back` 待った: a move is taken back.

use crate::finding::{message, rule};
use crate::record::{Step, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "take-back",
    class: Doubt,
    group: Fouls,
    title: "a move is taken back", "待った",
    what:
        "The record says that a move was taken back (CSA `%MATTA`).",
        "指し手が待ったで取り消されたと記されている（CSAの `%MATTA`）。",
    why:
        "A foul in serious games; friends and servers may allow it.",
        "公式の対局では反則。親善対局や対局サーバーでは認めることがある。",
    remedy: "Record the game as it was finally played.", "最終的に指されたとおりに対局を記録する。",
    source: "“쇼기/규칙” and “将棋”; CSA V1 to V2.2: `%MATTA`.",
    bad: Record { text: "V2.2\nPI\n+\n+7776FU\n%MATTA\n" },
        "`%MATTA`", "`%MATTA`",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\n%CHUDAN\n" },
        "broken off", "中断",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let taken_back = game
        .record
        .tree
        .main_line()
        .find_map(|(_, node)| match &node.step {
            Step::End(ending) if ending.terminal == Terminal::TakeBack => Some((node.ply, ending.span)),
            _ => None,
        });
    let Some((ply, span)) = taken_back else { return };
    report.say(message!(
        "a move is taken back here; where another is made instead, that one counts, else the game is judged as if it stood",
        "ここで待ったがある。指し直した手があればそれを指し手とし、なければ待ったがなかったものとして判定した",
    )).at_ply(ply, span);
}
