//! `own-king-in-check` 王手放置: leaving or putting one's own king in check.

use crate::finding::{PieceOn, Words, both, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::{Color, PieceKind, Position, Square};

rule!(
    "own-king-in-check",
    Foul,
    Fouls,
    "leaving or putting one's own king in check",
    "王手放置"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let mover = attempt.mover;
    let Some(after) = &attempt.after else { return };
    let Some(king) = after.king(mover) else { return };
    let attackers = attackers(after, mover);
    if attackers.is_empty() {
        return;
    }
    report
        .say(message!(
            "{reason}: {king} can be taken by {attackers}",
            "{reason}。{king}を{attackers}で取られる",
            reason = reason(attempt, &attackers),
            king = PieceOn::of(after, king).owned(),
            attackers = PieceOn::list(after, &attackers)
        ))
        .marking([king])
        .marking(attackers);
}

/// What attacks the king of a side.
fn attackers(position: &Position, side: Color) -> Vec<Square> {
    let king = position.king(side).into_iter();
    king.flat_map(|king| position.attackers(king, side.opponent()))
        .collect()
}

/// The four ways to leave or put one's king in check.
fn reason(attempt: &Attempt<'_>, now: &[Square]) -> Words {
    let before = attackers(attempt.before, attempt.mover);
    if attempt.piece.is_some_and(|piece| piece.kind == PieceKind::King) {
        both(
            "the king moves into check (自殺手)",
            "玉が相手の利きに入る（自殺手）",
        )
    } else if before.is_empty() {
        both(
            "a pinned piece moves off its line (自殺手)",
            "玉を守る駒が利きの筋から外れる（自殺手）",
        )
    } else if before.iter().all(|checker| now.contains(checker)) {
        both(
            "the check is ignored (王手放置)",
            "王手が放置されている（王手放置）",
        )
    } else {
        both(
            "the check is not fully parried (王手放置)",
            "王手を防ぎきっていない（王手放置）",
        )
    }
}
