//! `promoted-drop` 成駒を打つ: dropping a piece promoted side up.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "promoted-drop",
    class: Foul,
    group: Fouls,
    title: "dropping a piece promoted side up", "成駒を打つ",
    what:
        "A drop names a promoted piece, or is combined with a promotion. The piece stands as the record has it from then on.",
        "成駒を打つと書かれているか、打つ手に成が付いている。その後は、棋譜のとおり成駒として扱う。",
    why:
        "Pieces in hand are unpromoted; they may promote on a later move.",
        "持駒は成っていない面で打つ。成れるのは、その後の手からである。",
    remedy:
        "Check whether the piece was dropped or moved, and how it lay.",
        "打った手か動かした手か、どちらの面だったかを確かめる。",
    source: "“쇼기/규칙” and “将棋”: dropped pieces are unpromoted.",
    bad: Moves { start: "8k/9/9/9/9/9/9/9/4K4 b R 1", moves: "R*5b+" },
        "a rook dropped as dragon", "飛を龍として打つ",
    good: Moves { start: "8k/9/9/9/9/9/9/9/4K4 b R 1", moves: "R*5b" },
        "as rook", "飛として打つ",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let Some(kind) = attempt.dropped else { return };
    if kind.is_promoted() || attempt.promotes {
        report
            .say(message!(
                "a {kind} is dropped on {to} promoted side up; pieces in hand are unpromoted",
                "{to}に{kind}を成った面で打つが、持駒は成っていない面でしか打てない",
                kind = kind.base(),
                to = attempt.to
            ))
            .of_value("piece");
    }
}
