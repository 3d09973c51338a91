//! `gung-result-mate` 외통승: a win by mate, and the general has an answer.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::record::Outcome;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::ended::Ended;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule! {
    name: "gung-result-mate",
    class: RecordError,
    group: Results,
    title: "a win by mate (외통승) that is none", "成立しない 외통승",
    what:
        "The result is 외통승, or the record says `#mate`, but the general of the loser was not taken, and it has an answer: a move after which it cannot be taken, or it is not in check at all. Or a result names the side whose general was taken.",
        "結果が 외통승、または `#mate` とあるが、負けた側の将は取られておらず、取られずに済む手があるか、そもそも王手がかかっていない。または、将を取られた側が勝者とされている。",
    why: "The result or a move is wrong.", "結果か指し手が誤っている。",
    remedy: "Compare the end with the score sheet; where the loser gave up, the result is 기권승.",
        "終わりの部分を棋譜用紙と照合する。投了なら結果は 기권승 である。",
    source: "“대국규정 및 규칙” (궁장기): the ways to win, and article 22.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[대국결과 \"청 외통승\"]\n1. 79졸78\n" },
        "Red is not in check", "紅に王手はかかっていない",
    good: Record { text: "[규칙 \"궁장기\"]\n[국면 \"3a5/4k4/9/p8/5R3/9/P8/9/4KA3/9 w\"]\n1. 56차55  2. 41병51  3. 55차25\n[대국결과 \"청 외통승\"]\n" },
        "the general is taken", "将が取られている",
}

/// Whether a mate by this winner is refuted by the board. A general that can be taken with the next ply is as good as
/// taken.
pub(super) fn is_refuted(game: &Janggi, winner: usize) -> bool {
    let loser = 1 - winner;
    match game.ended {
        Some(Ended::Captured { winner: taker }) => taker != winner,
        // It was over before, and is told in `result_check_win`.
        Some(Ended::Checked { .. }) => false,
        _ if game.due == loser => !game.men.is_mated(loser),
        _ => !game.men.in_check(loser),
    }
}

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let Some(told) = game.said.and_then(Said::how) else {
        return;
    };
    let Some(winner) = told.winner else { return };
    let name = seat(1 - winner);
    let taken = matches!(game.ended, Some(Ended::Captured { winner: taker }) if taker != winner);
    if taken {
        let winner = seat(winner);
        report
            .say(message!(
                "the record says that {winner} won, but the general of {winner} was taken",
                "棋譜は{winner}の勝ちとするが、{winner}の将は取られている",
                winner
            ))
            .at(game.said_at);
    } else if told.how == How::Mate && is_refuted(game, winner) {
        report
            .say(message!(
                "the record says that {name} is mated, but the general of {name} has an answer",
                "棋譜は{name}の詰みとするが、{name}の将には応手がある",
                name
            ))
            .at(game.said_at)
            .deciding(Outcome::None);
    }
}
