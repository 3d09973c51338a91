//! `drop-on-occupied` 駒のあるマスに打つ: dropping on an occupied square.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "drop-on-occupied",
    class: RecordError,
    group: Fouls,
    title: "dropping on an occupied square", "駒のあるマスに打つ",
    what: "The square of a drop is not empty.", "駒を打つマスが空いていない。",
    why:
        "Drops never capture. Most likely the record means a move on the board, or the square is wrong.",
        "打つ手で駒を取ることはない。盤上の駒を動かす手のつもりか、マスの誤りであることが多い。",
    remedy: "Check the square, and whether 打 belongs there.", "マスと、「打」でよいかどうかを確かめる。",
    source: "“쇼기/규칙” and “将棋”: drops go to empty squares.",
    bad: Moves { start: "4k4/9/9/9/4p4/9/9/9/4K4 b G 1", moves: "G*5e" },
        "a pawn stands there", "そこには歩がある",
    good: Moves { start: "4k4/9/9/9/4p4/9/9/9/4K4 b G 1", moves: "G*5f" },
        "an empty square", "空いているマス",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let (Some(kind), Some(_)) = (attempt.dropped, attempt.target()) {
        report
            .say(message!(
                "a {kind} is dropped on {piece}; drops go to empty squares",
                "{piece}のあるマスに{kind}を打つ。駒は空いたマスにしか打てない",
                kind,
                piece = PieceOn::of(attempt.before, attempt.to).owned()
            ))
            .of_value("to")
            .stopping();
    }
}
