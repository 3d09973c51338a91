//! `clock-overrun` 時間切れの見落とし: a player used more time than there was, and the game went on.

use crate::finding::{Message, message, rule};
use crate::referee::clock::{More, Overrun, Time};
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::shogi::Color;

rule!(
    "clock-overrun",
    Doubt,
    Clocks,
    "more time used than available",
    "時間切れの見落とし"
);

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
        message!("limit reached", "使い切り")
    } else {
        message!("{over} over", "{over}超過", over = Time::of(over))
    };
    message!(
        "{side} took {spent} for this move, with at most {allowed} available ({exceeded}){others}",
        "{side}はこの手に{spent}使ったが、使えるのは最大{allowed}である（{exceeded}）{others}",
        side,
        allowed = Time::of(allowed),
        spent = Time::of(spent),
        exceeded,
        others = More(others)
    )
}
