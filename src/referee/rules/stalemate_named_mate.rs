//! `stalemate-named-mate` 王手でない詰み: mate without check.

use crate::finding::{message, rule};
use crate::profile::NoLegalMove;
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "stalemate-named-mate",
    Notice,
    Results,
    "a claimed mate without check",
    "王手でない詰み"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let claimed = game.terminal() == Some(Terminal::Mate) && game.certain;
    if !claimed || game.end.is_check() || game.end.king(game.to_move()).is_none() || game.end.has_legal_move()
    {
        return;
    }
    let loser = game.to_move();
    let result = match game.profile.no_legal_move {
        NoLegalMove::Loses => message!("{loser} loses anyway", "それでも{loser}の負け", loser),
        NoLegalMove::Untested => message!(
            "{name} does not test this, so the result is kept",
            "{name}の規定ではこれを調べないため、結果は変わらない",
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
