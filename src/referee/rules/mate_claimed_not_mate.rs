//! `mate-claimed-not-mate` 詰みでない: a claimed mate that is not mate.

use crate::finding::{Message, Play, Severity, both, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::problem;
use crate::referee::report::{self, Report};
use crate::shogi::Color;

rule!(
    "mate-claimed-not-mate",
    RecordError,
    Results,
    "a claimed mate that is not mate",
    "詰みでない"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if game.terminal() != Some(Terminal::Mate) || !game.certain || game.end.king(game.to_move()).is_none() {
        return;
    }
    let Some(reply) = game.end.legal_moves().first().copied() else {
        return;
    };
    let side = game.to_move();
    let is_problem = problem::is_declared(game.record) || game.end.king(side.opponent()).is_none();
    if is_problem && game.end.has_only_futile_interpositions() {
        let message = futile(side, Play::of(game.end, reply));
        report
            .say(message)
            .of(side)
            .marking([reply.to()])
            .weighing(Severity::Note);
        return;
    }
    let check = if game.end.is_check() {
        both("", "る")
    } else {
        both(" and is not in check", "、王手もかかっていない")
    };
    let reason = message!(
        "{side} can play {play}{check}",
        "{side}は{play}と指せ{check}",
        side,
        play = Play::of(game.end, reply),
        check
    );
    let complaint = report.say(message!(
        "the result is mate, but {reason}",
        "結果は詰みだが、{reason}",
        reason
    ));
    let squares = reply.from().into_iter().chain([reply.to()]);
    complaint.of(side).marking(squares);
    // Where the move that is said to mate is a foul, that decides.
    if !report::finds(super::mate_by_foul::check, game) {
        complaint.deciding_since(Outcome::None, reason);
    }
}

/// What is said where nothing is left but 無駄合い.
fn futile(side: Color, reply: Play) -> Message {
    message!(
        "mate is accepted: the only legal moves of {side} are futile interpositions such as {reply}",
        "詰みと認める：{side}の合法手は{reply}などの無駄合いだけである",
        side,
        reply
    )
}
