//! `capture-own-piece` 自分の駒のあるマスへ動かす: moving onto an own piece.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "capture-own-piece",
    class: RecordError,
    group: Fouls,
    title: "moving onto an own piece", "自分の駒のあるマスへ動かす",
    what: "The destination holds a piece of the mover.", "移動先に、動かす側自身の駒がある。",
    why:
        "Two pieces cannot stand on one square: the record has lost its way before this move.",
        "一つのマスに二枚の駒は置けない。この手より前で記録が狂っている。",
    remedy: "Look for the mistake in the moves before.", "この手より前の指し手に誤りを探す。",
    source: "“쇼기/규칙”: a square with an own piece cannot be entered.",
    bad: Moves { start: "startpos", moves: "5i4i" },
        "the king goes where its gold stands", "玉が自分の金のあるマスへ行く",
    good: Moves { start: "startpos", moves: "5i5h" },
        "the square is empty", "移動先は空いている",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let (Some((from, piece)), Some(target)) = (attempt.moving(), attempt.target())
        && piece.color == target.color
    {
        report
            .say(message!(
                "{piece} cannot go to {to}: an own piece, a {own}, stands there",
                "{piece}は{to}へ行けない。自分の{own}がある",
                piece = PieceOn::of(attempt.before, from),
                to = attempt.to,
                own = target.kind
            ))
            .of_value("to")
            .stopping();
    }
}
