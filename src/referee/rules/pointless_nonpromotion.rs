//! `pointless-nonpromotion` 無意味な不成: a bishop, rook or pawn that could promote and does not.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::{Move, Piece, PieceKind, Position, Square, is_dead, may_promote};

rule! {
    name: "pointless-nonpromotion",
    class: Notice,
    group: Fouls,
    title: "a bishop, rook or pawn that could promote and does not", "無意味な不成",
    what:
        "A bishop, rook or pawn enters, leaves or moves within the enemy camp and stays unpromoted. Reported only where the rules of the event say so (`ban_pointless_nonpromotion`). A pawn that could never move again is reported as `dead-piece`.",
        "角、飛、歩が敵陣に入るか、敵陣から出るか、敵陣の中で動くのに、成らない。対局の規定でそれを禁じているとき（`ban_pointless_nonpromotion`）だけ指摘する。行き所のない歩は `dead-piece` として指摘する。",
    why:
        "These pieces lose nothing by promotion, so that declining it is seldom more than teasing. The laws of the game allow it; some houses do not.",
        "これらの駒は成って失うものがなく、成らないのはたいてい相手をからかうだけの手である。将棋の規則では合法だが、認めない所もある。",
    remedy:
        "Check whether 成 was forgotten in the record. If it was not, the event's rules say what follows.",
        "「成」の書き落としでないか確かめる。書き落としでなければ、対局の規定に従う。",
    source: "“쇼기/규칙”: some house rules forbid to leave bishop, rook or pawn unpromoted.",
    bad: Under {
        rules: "ban_pointless_nonpromotion = true",
        text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角(88)\n   4 中断\n",
    },
        "the bishop takes without promoting", "角が成らずに取る",
    good: Under {
        rules: "ban_pointless_nonpromotion = true",
        text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 中断\n",
    },
        "it promotes", "成る",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    // Another name than that of the piece leaves open what happened to it.
    if let Some((from, piece)) = attempt.moving()
        && !attempt.promotes
        && attempt.misnamed().is_none()
        && declines(piece, from, attempt.to)
    {
        report.say(message!(
            "{piece} goes to {to} and does not promote, though it could; the rules of this event forbid that",
            "{piece}が{to}で成れるのに成らなかった。この対局の規定では認められない",
            piece = PieceOn::of(attempt.before, from),
            to = attempt.to
        ));
    }
}

/// Whether a move, which may be legal, is one that the check speaks of.
pub(in crate::referee) fn is_such(position: &Position, mv: Move) -> bool {
    match mv {
        Move::Board {
            from,
            to,
            promote: false,
        } => position
            .piece_at(from)
            .is_some_and(|piece| declines(piece, from, to)),
        _ => false,
    }
}

/// Whether a piece that does not promote between two squares gives something away for nothing.
fn declines(piece: Piece, from: Square, to: Square) -> bool {
    matches!(piece.kind, PieceKind::Bishop | PieceKind::Rook | PieceKind::Pawn)
        && may_promote(piece, from, to)
        && !is_dead(piece.kind, piece.color, to)
}
