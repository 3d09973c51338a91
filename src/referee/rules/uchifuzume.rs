//! `uchifuzume` 打ち歩詰め: mate by a pawn drop.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;
use crate::shogi::{Color, Kind, Move, Position, Square};

/// 打ち歩詰め: mate by a pawn drop.
pub static RULE: Rule = Rule {
    name: "uchifuzume",
    class: Class::Foul,
    english: "mate by a pawn drop",
    japanese: "打ち歩詰め",
    page: Page {
        what: both(
            "A pawn is dropped, gives check, and the opponent has no legal move. The pawn can be taken neither by the king nor by a piece that is free to do so; nothing can be put between. Mate by pushing a pawn, or by dropping any other piece, is legal; so is a pawn drop that only gives check, or that leaves no move without giving check.",
            "",
        ),
        why: both(
            "A rule of long standing: a dropped pawn may give check but may not end the game.",
            "",
        ),
        remedy: both(
            "Make sure that no piece of the defender is missing on the board.",
            "",
        ),
        source: "S0:363-364, S3:108, S3:118: no mate by dropping a pawn.",
        bad: Example::Moves {
            start: "7nk/9/8G/9/9/9/9/9/4K4 b P 1",
            moves: "P*1b",
            note: both("no reply", ""),
        },
        good: Example::Moves {
            start: "7gk/9/8G/9/9/9/9/9/4K4 b P 1",
            moves: "P*1b",
            note: both("the gold on 2a takes the pawn", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    if attempt.dropped? != Kind::Pawn || attempt.promotes {
        return None;
    }
    let (after, loser) = (attempt.after.as_ref()?, attempt.mover.opponent());
    let king = after.king(loser)?;
    let by_the_pawn = after
        .attackers(king, attempt.mover)
        .any(|square| square == attempt.to);
    if !by_the_pawn || after.in_check(attempt.mover) || after.has_legal_move() {
        return None;
    }
    let side = words::side(loser);
    Some(format!(
        "the pawn dropped on {} mates: {side}'s king on {king} cannot escape{}{}",
        attempt.to,
        protection(after, attempt.to, attempt.mover),
        pinned(after, attempt.to, king, loser),
    ))
}

/// Which pieces keep the king from taking the pawn.
fn protection(after: &Position, pawn: Square, mover: Color) -> String {
    let protectors: Vec<_> = after.attackers(pawn, mover).collect();
    if protectors.is_empty() {
        String::new()
    } else {
        format!(", {} protects the pawn", words::list(after, &protectors))
    }
}

/// Which pieces could take the pawn if that did not open a line to their king.
fn pinned(after: &Position, pawn: Square, king: Square, loser: Color) -> String {
    let pinned = after
        .attackers(pawn, loser)
        .filter(|&square| square != king)
        .map(|from| {
            let mut taken = after.clone();
            let piece = words::piece_on(after, from);
            let _ = taken.play(Move::Board {
                from,
                to: pawn,
                promote: false,
            });
            let behind: Vec<_> = taken.attackers(king, loser.opponent()).collect();
            format!(", and {piece} is pinned by {}", words::list(&taken, &behind))
        });
    pinned.collect()
}
