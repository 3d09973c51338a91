//! `pass` パス: passing.

use crate::finding::{message, rule};
use crate::played::Due;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule! {
    name: "pass",
    class: Foul,
    group: Fouls,
    title: "passing", "パス",
    what:
        "A pass stands where a move is due (`パス`, `0000`, `pass`).",
        "指すべきところに、パスが書かれている（`パス`、`0000`、`pass`）。",
    why:
        "Shogi knows no pass: a player whose turn it is must move, and one who cannot has lost.",
        "将棋にパスはない。手番の側は必ず指さなければならず、指す手がなければ負けである。",
    remedy:
        "Ask the players what was played; a move may have been missed.",
        "実際の指し手を対局者に尋ねる。書き落としかもしれない。",
    source: "“쇼기/규칙” and “将棋”: every turn is one move or one drop; nobody may pass.",
    bad: Moves { start: "startpos", moves: "7g7f 0000 2g2f" },
        "White passes at ply 2", "2手目に後手がパスする",
    good: Moves { start: "startpos", moves: "7g7f 3c3d 2g2f" },
        "every turn is a move", "どの手番にも指し手がある",
}

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    if let Due::Pass(_) = case.due {
        report.say(message!(
            "{side} passes; a player whose turn it is must move",
            "{side}がパスした。手番の側は必ず指さなければならない",
            side = case.before.side_to_move()
        ));
    }
}
