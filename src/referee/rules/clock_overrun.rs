//! `clock-overrun` 時間切れの見落とし: a player used more time than there was, and the game went on.

use crate::finding::{Message, message, rule};
use crate::referee::clock::{More, Overrun, Time};
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::shogi::Color;

rule! {
    name: "clock-overrun",
    class: Doubt,
    group: Clocks,
    title: "more time used than there was", "時間切れの見落とし",
    what:
        "By the times of the record, a move took more than the time that was left with byoyomi or increment, and the game went on. The limit is read from 持ち時間, 秒読み, `$TIME`, `$TIME_LIMIT` or the name of a server's game, always in the way that gives the most time: seconds that may be byoyomi or added are taken as added, a byoyomi that nobody names as ten minutes. Where the clock of a server ran, reaching the limit loses; elsewhere times may be rounded, and a second of every move is not counted. Nothing is said after a time that is missing or contradicts its total. It is said once a player, and it decides nothing: nobody claimed it.",
        "棋譜の消費時間によれば、残り時間に秒読みまたは加算を加えた時間より長く考えて指し、対局が続いている。制限は持ち時間、秒読み、`$TIME`、`$TIME_LIMIT`、サーバーの対局名から、いちばん長くなるように読む。秒読みか加算か不明の秒は加算、書かれていない秒読みは10分とみなす。サーバーの時計では制限に達した時点で負けとなるが、それ以外では時間が丸められている可能性があるので、1手につき1秒を数えない。消費時間が欠けた手や累計と合わない手より後は判定しない。対局者ごとに1回だけ報告し、勝敗は決めない（だれも指摘していないため）。",
    why:
        "The player had lost on time. Or a time, or the limit, is wrong.",
        "時間切れ負けだったはずである。または消費時間か持ち時間が誤っている。",
    remedy:
        "Correct the time or the limit; if both are right, ask the arbiter.",
        "消費時間か持ち時間を訂正する。どちらも正しければ審判に確認する。",
    source: "“쇼기/규칙”: games may be lost on time; shogi-server: lost when nothing is left of time, byoyomi and increment.",
    bad: Record { text: "V3.0\n$TIME:900+10+0\nPI\n+\n+7776FU\nT890\n-3334FU\nT1\n+2726FU\nT20\n-4344FU\nT1\n%CHUDAN\n" },
        "10 s and 10 s of byoyomi are used up", "残り10秒と秒読み10秒を使い切った",
    good: Record { text: "V3.0\n$TIME:900+10+0\nPI\n+\n+7776FU\nT890\n-3334FU\nT1\n+2726FU\nT15\n-4344FU\nT1\n%CHUDAN\n" },
        "5 s before the flag falls", "時間切れまで5秒",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let sides = Color::ALL.into_iter();
    for side in sides.filter(|_| !game.clock_history.contradicts_control()) {
        let overruns = &game.clock_history.side(side).overruns;
        let went_on = |overrun: &&Overrun| !overrun.at_end && overrun.ply < game.plies;
        let mut played_on = overruns.iter().filter(went_on);
        let Some(first) = played_on.next() else { continue };
        let node = game.record.tree.node(first.node);
        report
            .say(message(side, first, played_on.count()))
            .at_ply(first.ply, game.time_span(node))
            .of(side);
    }
}

/// How much was used, and how much there was.
pub(super) fn message(side: Color, overrun: &Overrun, others: usize) -> Message {
    let (spent, allowed, by) = (overrun.spent, overrun.allowed, overrun.by);
    // The difference of what is shown, where fractions of a second are not.
    let over = (spent / 1000).saturating_sub(allowed / 1000) * 1000;
    let exceeded = if by < 1000 {
        message!("no less than that", "を使い切った")
    } else {
        message!("{over} more than that", "を{over}超えた", over = Time::of(over))
    };
    message!(
        "{side} had at most {allowed} for this move and took {spent}, {exceeded}{others}",
        "{side}がこの手に使えるのは最大{allowed}だが、{spent}を使い、制限{exceeded}{others}",
        side,
        allowed = Time::of(allowed),
        spent = Time::of(spent),
        exceeded,
        others = More(others)
    )
}
