//! `king-captured` 玉を取る: the king is taken.

use crate::finding::{Class, Example, Page, Rule, both, say};
use crate::played::Attempt;
use crate::record::Outcome;
use crate::referee::game::{Decision, Game};
use crate::referee::words::{self, japanese};
use crate::shogi::Kind;

/// 玉を取る: the king is taken.
pub static RULE: Rule = Rule {
    name: "king-captured",
    class: Class::Notice,
    english: "the king is taken",
    japanese: "玉を取る",
    page: Page {
        what: both(
            "The move takes the opponent's king. That is possible only after a foul: the ply before has left or put the king in check.",
            "",
        ),
        why: both(
            "It shows that a check was overlooked. The capturer wins, and the game is over.",
            "",
        ),
        remedy: both(
            "See the finding at the ply before; without one the record is damaged.",
            "",
        ),
        source: "S0:327, S0:349, S0:370, S3:64, S3:68: a king left in check may be taken.",
        bad: Example::Moves {
            start: "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
            moves: "5b5a",
            note: both("the rook takes the king", ""),
        },
        good: Example::Moves {
            start: "4k4/4p4/9/9/4R4/9/9/9/4K4 b - 1",
            moves: "5e5b",
            note: both("the rook takes the pawn in front", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    // Drops never capture.
    attempt.from?;
    let target = attempt.target()?;
    (target.kind == Kind::King && target.color != attempt.mover).then(|| {
        format!(
            "{} is taken: {} wins",
            words::owned_piece(attempt.before, attempt.to),
            words::side(attempt.mover)
        )
    })
}

/// Whoever takes the king has won, whatever follows.
pub(in crate::referee) fn decision(game: &Game<'_>) -> Option<Decision> {
    let (ply, winner) = game.king_captured?;
    let message = say(
        format!("{} took the king at ply {ply}", words::side(winner)),
        format!("{ply}手目に{}が玉を取った", japanese::side(winner)),
    );
    Some(Decision {
        ply,
        outcome: Outcome::Win(winner),
        message,
    })
}
