//! `own-king-in-check` 王手放置: the own king is left or put in check.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;
use crate::shogi::{Kind, Position, Square};

/// 王手放置: the own king is left or put in check.
pub static RULE: Rule = Rule {
    name: "own-king-in-check",
    class: Class::Foul,
    english: "the own king is left or put in check",
    japanese: "王手放置",
    page: Page {
        what: both(
            "After the move the mover's king is attacked: a check was ignored (王手放置), the king walked into one, a pinned piece left its line, or a check was parried the wrong way. A king that steps back along the line of the check is still attacked, protected pieces cannot be taken by the king, and in a double check only the king can help.",
            "",
        ),
        why: both("The opponent could take the king.", ""),
        remedy: both(
            "Check the square the king stands on; a missing move is as likely as a foul.",
            "",
        ),
        source: "S0:366-370, S3:68: a check must be parried.",
        bad: Example::Moves {
            start: "4r3k/9/9/9/9/9/9/4S4/4K4 b - 1",
            moves: "5h4g",
            note: both("the silver leaves the line of the rook", ""),
        },
        good: Example::Moves {
            start: "4r3k/9/9/9/9/9/9/4S4/4K4 b - 1",
            moves: "5h5g",
            note: both("it stays on the line", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let after = attempt.after.as_ref()?;
    if !after.in_check(attempt.mover) {
        return None;
    }
    let attackers = attackers(after, attempt);
    let danger = format!(
        "{} can be taken by {}",
        words::owned_piece(after, after.king(attempt.mover)?),
        words::list(after, &attackers)
    );
    Some(format!("{}: {danger}", reason(attempt, &attackers)))
}

fn attackers(position: &Position, attempt: &Attempt<'_>) -> Vec<Square> {
    let Some(king) = position.king(attempt.mover) else {
        return Vec::new();
    };
    position.attackers(king, attempt.mover.opponent()).collect()
}

/// The four ways to leave or put one's king in check.
fn reason(attempt: &Attempt<'_>, now: &[Square]) -> &'static str {
    let before = attackers(attempt.before, attempt);
    if attempt.piece.is_some_and(|piece| piece.kind == Kind::King) {
        "the king moves into check (自殺手)"
    } else if before.is_empty() {
        "a pinned piece leaves its line (自殺手)"
    } else if before.iter().all(|checker| now.contains(checker)) {
        "the check is ignored (王手放置)"
    } else {
        "the check is not parried completely (王手放置)"
    }
}
