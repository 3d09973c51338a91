//! `resign-while-winning` 勝ちの局面での投了: the winner has resigned.

use crate::finding::{Play, message, rule};
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::spoken;

rule! {
    name: "resign-while-winning",
    class: Notice,
    group: Results,
    title: "resigned in a won position", "勝ちの局面での投了",
    what:
        "The side to move resigns although it can mate at once, or although the opponent's last move was a foul. The resignation counts. To resign when one is mated is usual and no fault.",
        "手番の側が、一手で詰ませられるのに、または相手の最終手が反則なのに投了した。投了は有効である。詰まされてから投了するのは普通で、指摘しない。",
    why:
        "It happens, but as often the record names the wrong side or lacks a move.",
        "実際にもあるが、投了した側の誤記や指し手の抜けであることも多い。",
    remedy:
        "Make sure who resigned, and that the last move is there.",
        "どちらが投了したか、最終手が抜けていないかを確かめる。",
    source: "“쇼기/규칙”: a resignation counts even if the opponent's move before it was a foul.",
    bad: Record { text: "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00KI\n-\n-5141OU\n+0042KI\n-4151OU\n%TORYO\n" },
        "5c5b+ would have mated", "５二歩成で詰み",
    good: Record { text: "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n+0052KI\n%TORYO\n" },
        "White is mated and resigns", "詰まされた後手が投了",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    // Servers write down a lost connection as a resignation.
    let disconnected = spoken::word_of_summary(game) == Some("abnormal");
    let resigned = game
        .ending
        .filter(|(_, ending)| ending.terminal == Terminal::Resign)
        .is_some_and(|(_, ending)| ending.offender.is_none_or(|loser| loser == game.to_move()));
    if !resigned || disconnected || !game.certain {
        return;
    }
    let side = game.to_move();
    if let Some(foul) = game.foul_at_end().filter(|foul| foul.side != side) {
        let complaint = report.say(message!(
            "{side} resigned, though the move before was a foul of {offender} ({rule})",
            "直前の{offender}の手が反則（{rule}）なのに{side}が投了",
            side,
            offender = foul.side,
            rule = foul.rule
        ));
        complaint.of(side);
    } else if let Some(mating) = game.end.mating_move() {
        let complaint = report.say(message!(
            "{side} resigned, but could mate with {mating}",
            "{side}が投了したが、{mating}と指せば詰ますことができた",
            side,
            mating = Play::of(game.end, mating)
        ));
        let squares = mating.from().into_iter().chain([mating.to()]);
        complaint.of(side).marking(squares);
    }
}
