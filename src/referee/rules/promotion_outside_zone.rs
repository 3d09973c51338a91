//! `promotion-outside-zone` 成れない所で成る: promoting outside the promotion zone.

use crate::finding::{both, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::{Color, in_camp};

rule!(
    "promotion-outside-zone",
    Foul,
    Fouls,
    "promoting outside the promotion zone",
    "成れない所で成る"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let Some((from, piece)) = attempt.moving() else {
        return;
    };
    let (to, side) = (attempt.to, piece.color);
    let may = piece.kind.promoted().is_none() || in_camp(side, from) || in_camp(side, to);
    if attempt.promotes && !may {
        let ranks = match side {
            Color::Black => both("a to c", "一段目から三段目"),
            Color::White => both("g to i", "七段目から九段目"),
        };
        report
            .say(message!(
                "neither {from} nor {to} is in {side}'s promotion zone (ranks {ranks})",
                "{from}も{to}も、{side}の駒が成れる段（{ranks}）にない",
                from,
                to,
                ranks,
                side
            ))
            .of_value("promote");
    }
}
