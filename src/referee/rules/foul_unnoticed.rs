//! `foul-unnoticed` 見逃された反則: an illegal move that went unnoticed.

use crate::finding::{Severity, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::main_line::Foul;
use crate::referee::report::{self, Report};
use crate::referee::unclaimed::{found_later, loses_when_found};

rule!(
    "foul-unnoticed",
    Doubt,
    Results,
    "an illegal move that went unnoticed",
    "見逃された反則"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let (Some(first), Some(terminal)) = (game.first_foul(), game.terminal()) else {
        return;
    };
    let perpetual = *first.rule == super::perpetual_check::RULE;
    let last = first.ply == game.plies;
    let is_settled = match terminal {
        Terminal::FoulLoss | Terminal::FoulWin => is_blamed(game, first),
        Terminal::BothFoul => true,
        // A mate by a foul has a rule of its own.
        Terminal::Mate => last,
        // So has a perpetual check.
        Terminal::Repetition => perpetual,
        _ => last && lost_anyway(game, first),
    };
    if is_settled {
        return;
    }
    let changes_nothing = game.stated().is_some() && lost_anyway(game, first);
    let complaint = report.say(found_later(game, first));
    complaint
        .at_ply(first.ply, first.span)
        .of(first.side)
        .weighing(changes_nothing.then_some(Severity::Note));
    if loses_when_found(game, first) {
        complaint.deciding(Outcome::Win(first.side.opponent()));
    }
}

/// Whether the side whose last move was a foul has lost, whatever for. A record that says nothing of who won leaves that
/// to the board; a declaration that fails gives the game back.
fn lost_anyway(game: &Game<'_>, foul: &Foul) -> bool {
    let lost = Outcome::Win(foul.side.opponent());
    game.stated().is_none_or(|stated| stated == lost)
        && !report::finds(super::declaration_invalid::check, game)
}

/// Whether a result that blames a side for a foul leaves nothing open. Where a foul loses even when it is found later,
/// the first one counts.
fn is_blamed(game: &Game<'_>, first: &Foul) -> bool {
    let blamed = |foul: &Foul| game.blamed().is_some_and(|side| foul.may_be_of(side));
    blamed(first)
        || !loses_when_found(game, first) && game.fouls.iter().any(blamed)
        || report::finds(super::foul_result_wrong_side::check, game)
}
