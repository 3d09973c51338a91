//! `drop-on-occupied` 駒のあるマスに打つ: dropping on an occupied square.

use crate::finding::{Class, Example, Page, PieceOn, Rule, both, message};
use crate::played::Attempt;
use crate::referee::fault::Fault;

/// 駒のあるマスに打つ: dropping on an occupied square.
pub static RULE: Rule = Rule {
    name: "drop-on-occupied",
    class: Class::RecordError,
    english: "dropping on an occupied square",
    japanese: "駒のあるマスに打つ",
    page: Page {
        what: both(
            "The square of a drop is not empty.",
            "駒を打つマスが空いていない。",
        ),
        why: both(
            "Drops never capture. Most likely the record means a move on the board, or the square is wrong.",
            "打つ手で駒を取ることはない。盤上の駒を動かす手のつもりか、マスの誤りであることが多い。",
        ),
        remedy: both(
            "Check the square, and whether 打 belongs there.",
            "マスと、「打」でよいかどうかを確かめる。",
        ),
        source: "“쇼기/규칙” and “将棋”: drops go to empty squares.",
        bad: Example::Moves {
            start: "4k4/9/9/9/4p4/9/9/9/4K4 b G 1",
            moves: "G*5e",
            note: both("a pawn stands there", "そこには歩がある"),
        },
        good: Example::Moves {
            start: "4k4/9/9/9/4p4/9/9/9/4K4 b G 1",
            moves: "G*5f",
            note: both("an empty square", "空いているマス"),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<Fault> {
    let kind = attempt.dropped?;
    attempt.target()?;
    let message = message!(
        "a {kind} is dropped on {piece}; drops go to empty squares",
        "{piece}のあるマスに{kind}を打つ。駒は空いたマスにしか打てない",
        kind,
        piece = PieceOn::of(attempt.before, attempt.to).owned()
    );
    Some(message.into())
}
