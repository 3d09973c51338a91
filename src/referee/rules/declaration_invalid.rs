//! `declaration-invalid` 入玉宣言の失敗: a declared win whose conditions are not met.

use crate::finding::{Severity, message, rule};
use crate::profile::DeclarationFailure;
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::impasse;
use crate::referee::report::Report;

rule!(
    "declaration-invalid",
    RecordError,
    Results,
    "a declared win whose conditions are not met",
    "入玉宣言の失敗"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(side) = game.declarer().or_else(|| game.draw_declarer()) else {
        return;
    };
    let needed = impasse::needed_not_to_fail(game.profile.declaration, side);
    let (Some(standing), Some(needed)) = (game.standing(side), needed) else {
        return;
    };
    let shortfalls = impasse::shortfalls(&standing.most, needed);
    if shortfalls.is_empty() {
        return;
    }
    let standing = standing.least;
    let complaint = report.say(message!(
        "the declaration by {side} fails: {reasons}",
        "{side}の宣言は条件を満たさない：{reasons}",
        side,
        reasons = impasse::reasons(game.end, &standing, &shortfalls)
    ));
    complaint
        .of(side)
        .marking(impasse::squares(game.end, &standing, &shortfalls));
    if game.terminal() == Some(Terminal::FoulLoss) {
        // The server has said so.
        complaint.weighing(Severity::Note);
        return;
    }
    complaint.deciding(match game.profile.declaration_failure {
        DeclarationFailure::Loses => Outcome::Win(side.opponent()),
        DeclarationFailure::NotApplicable => Outcome::None,
    });
}
