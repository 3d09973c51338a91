//! `promotion-outside-zone` 成れない所で成る: promoting where it is not allowed.

use crate::finding::{both, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::{Color, in_camp};

rule! {
    name: "promotion-outside-zone",
    class: Foul,
    group: Fouls,
    title: "promoting where it is not allowed", "成れない所で成る",
    what:
        "A promotion is claimed though neither the origin nor the destination lies in the enemy camp: ranks a-c for Black, g-i for White. Leaving the camp is enough; having left it unpromoted earlier is not.",
        "移動元も移動先も敵陣（先手は一段目から三段目、後手は七段目から九段目）にないのに、成ったと書かれている。敵陣から出る手でも成れるが、成らずに出た駒は、再び敵陣に入るまでは成れない。",
    why:
        "A piece may promote only when it enters, moves within or leaves the three farthest ranks.",
        "成れるのは、最も奥の三段に入る手、その中で動く手、そこから出る手だけである。",
    remedy:
        "Check the squares and whether the piece was promoted at all.",
        "マスと、本当に成ったのかを確かめる。",
    source: "“쇼기/규칙” and “将棋”: promotion in the enemy's three ranks.",
    bad: Moves { start: "4k4/9/9/9/4S4/9/9/9/3K5 b - 1", moves: "5e5d+" },
        "from the fifth rank to the fourth", "五段目から四段目へ",
    good: Moves { start: "8k/9/4S4/9/9/9/9/9/4K4 b - 1", moves: "5c4d+" },
        "leaving the camp", "敵陣から出る",
}

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
                "neither {from} nor {to} lies on ranks {ranks}, where {side}'s pieces promote",
                "{from}も{to}も、{side}の駒が成れる{ranks}にない",
                from,
                to,
                ranks,
                side
            ))
            .of_value("promote");
    }
}
