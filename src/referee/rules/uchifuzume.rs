//! `uchifuzume` 打ち歩詰め: mate by a pawn drop.

use crate::finding::{Message, PieceOn, both, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::{Color, Move, Position, Square};

rule!("uchifuzume", Foul, Fouls, "mate by a pawn drop", "打ち歩詰め");

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let (pawn, loser) = (attempt.to, attempt.mover.opponent());
    let Some(after) = attempt.after.as_ref().filter(|_| attempt.drops_pawn()) else {
        return;
    };
    let Some(king) = after.king(loser) else { return };
    let by_the_pawn = after.attackers(king, attempt.mover).any(|square| square == pawn);
    if !by_the_pawn || after.in_check(attempt.mover) || after.has_legal_move() {
        return;
    }
    let mate = Mate {
        after,
        pawn,
        king,
        protectors: after.attackers(pawn, attempt.mover).collect(),
        pinned: pinned(after, pawn, king, loser),
    };
    let pinned = mate.pinned.iter();
    report
        .say(mate.told())
        .marking([king])
        .marking(mate.protectors.iter().copied())
        .marking(pinned.flat_map(|Pinned { piece, by }| [piece].into_iter().chain(by).copied()));
}

/// A mate by a dropped pawn, and why the pawn cannot be taken.
struct Mate<'a> {
    after: &'a Position,
    pawn: Square,
    king: Square,
    protectors: Vec<Square>,
    pinned: Vec<Pinned>,
}

/// A piece that could take the pawn if that did not open a line to its king.
struct Pinned {
    piece: Square,
    /// What attacks the king along that line.
    by: Vec<Square>,
}

fn pinned(after: &Position, pawn: Square, king: Square, loser: Color) -> Vec<Pinned> {
    let defenders = after.attackers(pawn, loser).filter(|&square| square != king);
    let pinned = defenders.map(|from| {
        let mut taken = after.clone();
        let _ = taken.play(Move::Board {
            from,
            to: pawn,
            promote: false,
        });
        Pinned {
            piece: from,
            by: taken.attackers(king, loser.opponent()).collect(),
        }
    });
    pinned.collect()
}

impl Mate<'_> {
    fn told(&self) -> Message {
        let mut told = message!(
            "the pawn dropped on {pawn} mates: {king} cannot escape",
            "{pawn}に打った歩で詰み。{king}は逃げられない",
            pawn = self.pawn,
            king = PieceOn::of(self.after, self.king).owned()
        );
        let mut clauses = Vec::new();
        if !self.protectors.is_empty() {
            let one = self.protectors.len() == 1;
            clauses.push(message!(
                "{protectors} {protect} the pawn",
                "{protectors}が歩を守っている",
                protectors = PieceOn::list(self.after, &self.protectors),
                protect = if one { "protects" } else { "protect" }
            ));
        }
        for Pinned { piece, by } in &self.pinned {
            clauses.push(message!(
                "{piece} is pinned by {by}",
                "{piece}は、動けば{by}の利きが玉に通るため、歩を取れない",
                piece = PieceOn::of(self.after, *piece),
                by = PieceOn::list(self.after, by)
            ));
        }
        let last = clauses.len().saturating_sub(1);
        for (at, clause) in clauses.into_iter().enumerate() {
            let before = if at == last {
                both(", and ", "。")
            } else {
                both(", ", "。")
            };
            told = told.followed_by(Message::from(before)).followed_by(clause);
        }
        told
    }
}
