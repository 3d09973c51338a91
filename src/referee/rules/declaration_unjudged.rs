//! `declaration-unjudged` 判定できない入玉宣言: a declaration that could not be checked.

use crate::finding::{Message, Severity, Words, both, message, rule};
use crate::profile::Declaration;
use crate::referee::game::Game;
use crate::referee::impasse::{self, Declared, Standings};
use crate::referee::report::Report;
use crate::shogi::{Color, Standing};

rule!(
    "declaration-unjudged",
    Notice,
    Results,
    "a declaration that could not be checked",
    "判定できない入玉宣言"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let draws = game.draw_declarer();
    if let Some(side) = game.declarer().or(draws)
        && let Some(why) = why_unjudged(game, side, draws.is_some())
    {
        let complaint = report.say(message!(
            "the declaration by {side} was not checked: {why}",
            "{side}の入玉宣言は判定しなかった：{why}",
            side,
            why
        ));
        complaint.of(side);
    }
    if game.has_impasse_to_check()
        && game.board_is_known
        && let Some(surplus) = impasse::surplus(game.end)
    {
        report.say(message!(
            "the impasse was not checked: {surplus}",
            "持将棋は判定しなかった：{surplus}",
            surplus
        ));
    }
    if game.claims_win() {
        let side = game.to_move();
        report.say(win_of_usi(side)).of(side).weighing(Severity::Warning);
    }
    automatic(game, report);
}

fn why_unjudged(game: &Game<'_>, side: Color, draws: bool) -> Option<Message> {
    let declaration = game.profile.declaration;
    if declaration == Declaration::None {
        let name = &game.profile.name;
        return Some(message!(
            "the profile {name} has no declaration rule",
            "{name}の規定には宣言法がない",
            name
        ));
    }
    let Some(standing) = game.standing(side) else {
        let surplus = impasse::surplus(game.end).filter(|_| game.board_is_known);
        return Some(surplus.unwrap_or_else(|| IN_DOUBT.into()));
    };
    // Who declares a draw need not win.
    let comes_to = |it: &Standing| match impasse::declared(declaration, it) {
        Some(Declared::Wins) if draws => Some(Declared::Draws),
        other => other,
    };
    let is_open = standing.agree(comes_to).is_none();
    is_open.then(|| side_depends_on_credit(&standing))
}

/// A win that a server would have given without a declaration, before a move that was made.
fn automatic(game: &Game<'_>, report: &mut Report) {
    let is_sure = |ply| game.ends.impasse.is_some_and(|(sure, _)| sure < ply);
    if let Some((ply, standing)) = game.ends.impasse_open.filter(|_| game.board_is_known)
        && !is_sure(ply)
        && let Some((next, span)) = game.went_on(ply)
    {
        let side = standing.least.side;
        let complaint = report.say(message!(
            "an entering-king win by {side} before this move was not checked: {why}",
            "この手の前の{side}の入玉勝ちは判定しなかった：{why}",
            side,
            why = impasse::surplus(game.end).unwrap_or_else(|| side_depends_on_credit(&standing))
        ));
        complaint.at_ply(next, span).of(side);
    }
}

/// What is said where the last position is not known.
static IN_DOUBT: Words = both(
    "the final position is uncertain, or a king is missing",
    "終局図が確かでないか、玉がない",
);

/// "White has 22 points, and 5 more if …".
fn side_depends_on_credit(standing: &Standings) -> Message {
    let side = standing.least.side;
    let why = impasse::depends_on_credit(standing.least.entered, standing.most.entered);
    message!("{side} has {why}", "{side}は{why}", side, why)
}

/// `win` at the end of a line of USI, where it is neither mate nor a declaration that could hold.
fn win_of_usi(side: Color) -> Message {
    message!(
        "the final \"win\" was read as a win for {side}, but the position is neither mate nor a valid declaration",
        "末尾の\"win\"を{side}の勝ちとして読んだが、詰みでも、宣言の条件を満たす局面でもない",
        side
    )
}
