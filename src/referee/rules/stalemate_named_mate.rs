//! `stalemate-named-mate` 王手でない詰み: no legal move, but no check either.

use crate::finding::{message, rule};
use crate::profile::NoLegalMove;
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "stalemate-named-mate",
    class: Notice,
    group: Results,
    title: "no legal move, but no check either", "王手でない詰み",
    what:
        "The result is mate (詰み, `%TSUMI`); the side to move has no legal move, but is not in check. By most rules it loses all the same.",
        "結果は詰み（`%TSUMI`）で、手番の側に合法手はないが、王手がかかっていない。多くの規定ではそれでも負けになる。",
    why: "So rare that it deserves a second look.", "きわめて珍しく、見直す価値がある。",
    remedy: "Check the board.", "局面を確かめる。",
    source: "“쇼기/규칙”: who cannot move has lost.",
    bad: Record { text: "V2.2\nP1 *  *  *  *  *  *  *  * -OU\nP2 *  *  *  *  *  * +KI *  * \nP3 *  *  *  *  *  *  *  * +KI\nP9 *  *  *  * +OU *  *  *  * \nP+00FU\n+\n+0055FU\n%TSUMI\n" },
        "White cannot move and is not in check", "後手は動けず、王手もかかっていない",
    good: Record { text: "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n+0052KI\n%TSUMI\n" },
        "mate", "詰み",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let claimed = game.terminal() == Some(Terminal::Mate) && game.certain;
    if !claimed || game.end.is_check() || game.end.king(game.to_move()).is_none() || game.end.has_legal_move()
    {
        return;
    }
    let loser = game.to_move();
    let result = match game.profile.no_legal_move {
        NoLegalMove::Loses => message!("{loser} loses all the same", "それでも{loser}の負け", loser),
        NoLegalMove::Untested => message!(
            "{name} does not look for that, and the result stands",
            "{name}ではこれを調べないので、結果は変わらない",
            name = &game.profile.name
        ),
    };
    let complaint = report.say(message!(
        "{loser} has no legal move but is not in check; {result}",
        "{loser}に合法手はないが、王手はかかっていない。{result}",
        loser,
        result
    ));
    complaint.of(loser);
}
