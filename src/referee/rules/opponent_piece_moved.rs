//! `opponent-piece-moved` 相手の駒を動かす: moving the opponent's piece.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::played::Turn;
use crate::referee::words;

/// 相手の駒を動かす: moving the opponent's piece.
pub static RULE: Rule = Rule {
    name: "opponent-piece-moved",
    class: Class::Foul,
    english: "moving the opponent's piece",
    japanese: "相手の駒を動かす",
    page: Page {
        what: both(
            "The piece on the square of origin belongs to the other side. Where the other side has just moved, or starts an even game, `double-move` or `gote-moves-first` is reported in its place.",
            "",
        ),
        why: both("Only own pieces may be moved.", ""),
        remedy: both("Check the square of origin and whose turn it is.", ""),
        source: "S0:56-58, S3:106: whose piece it is shows by the way it points.",
        bad: Example::Moves {
            start: "4k4/9/9/9/9/9/9/6r2/3K5 b - 1",
            moves: "3h3b",
            note: both("Black moves White's rook", ""),
        },
        good: Example::Moves {
            start: "4k4/9/9/9/9/9/9/6r2/3K5 w - 1",
            moves: "3h3b",
            note: both("White moves it", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let (from, piece) = (attempt.from?, attempt.piece?);
    let explained = matches!(
        attempt.turn,
        Turn::WhiteFirst | Turn::Double | Turn::Other | Turn::Skipped
    );
    (piece.color != attempt.mover && !explained).then(|| {
        let (mover, piece) = (
            words::side(attempt.mover),
            words::owned_piece(attempt.before, from),
        );
        format!("{mover} moves {piece}")
    })
}
