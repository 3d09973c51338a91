//! `uchifuzume` 打ち歩詰め: mate by a pawn drop.

use crate::finding::{Message, PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::{Color, Move, Position, Square};

rule! {
    name: "uchifuzume",
    class: Foul,
    group: Fouls,
    title: "mate by a pawn drop", "打ち歩詰め",
    what:
        "A pawn is dropped, gives check, and the opponent has no legal move. The pawn can be taken neither by the king nor by a piece that is free to do so; nothing can be put between. Mate by pushing a pawn, or by dropping any other piece, is legal; so is a pawn drop that only gives check, or that leaves no move without giving check.",
        "歩を打って王手をかけ、相手に合法手がない。その歩を玉で取ることも、自由に動ける駒で取ることもできず、間に駒を置くこともできない。歩を突いて詰ますのも、ほかの駒を打って詰ますのも合法である。歩を打って王手をかけるだけの手、王手でなく相手の指す手をなくすだけの手も合法である。",
    why:
        "A rule of long standing: a dropped pawn may give check but may not end the game.",
        "古くからの規則である。打った歩で王手はかけてよいが、詰ましてはならない。",
    remedy:
        "Make sure that no piece of the defender is missing on the board.",
        "玉方の駒が盤上から抜けていないか確かめる。",
    source: "“쇼기/규칙” and “将棋”: no mate by dropping a pawn.",
    bad: Moves { start: "7nk/9/8G/9/9/9/9/9/4K4 b P 1", moves: "P*1b" },
        "no reply", "受ける手がない",
    good: Moves { start: "7gk/9/8G/9/9/9/9/9/4K4 b P 1", moves: "P*1b" },
        "the gold on 2a takes the pawn", "２一の金が歩を取れる",
}

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
        if !self.protectors.is_empty() {
            let one = self.protectors.len() == 1;
            told = told.followed_by(message!(
                ", {protectors} {protect} the pawn",
                "。{protectors}が歩を守っている",
                protectors = PieceOn::list(self.after, &self.protectors),
                protect = if one { "protects" } else { "protect" }
            ));
        }
        for Pinned { piece, by } in &self.pinned {
            told = told.followed_by(message!(
                ", and {piece} is pinned by {by}",
                "。{piece}は、動けば{by}の利きが玉に通るため、歩を取れない",
                piece = PieceOn::of(self.after, *piece),
                by = PieceOn::list(self.after, by)
            ));
        }
        told
    }
}
