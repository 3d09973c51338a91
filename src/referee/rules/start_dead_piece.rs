//! `start-dead-piece` 開始局面の行き所のない駒: a piece at the start that can never move.

use crate::finding::{PieceOn, message, rule};
use crate::notation::start_part::Part;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, is_dead};

rule! {
    name: "start-dead-piece",
    class: RecordError,
    group: Starts,
    title: "a piece at the start that can never move", "開始局面の行き所のない駒",
    what:
        "In the start position an unpromoted pawn or lance stands on its last rank, or an unpromoted knight on its last two. In yonin shogi it is a pawn on the edge opposite its owner, in janggi a general or a guard outside its palace.",
        "開始局面で、成っていない歩・香が最も奥の段に、または成っていない桂が奥の二段にある。四人将棋では持ち主から見て最も奥の列にある歩、チャンギでは宮の外にある将か士である。",
    why: "No game can reach such a position without a foul.", "反則なしにこの局面になることはない。",
    remedy:
        "Compare the board with the source; the piece may be promoted, or the other side's.",
        "盤面を元の資料と照らし合わせる。成駒か、相手の駒かもしれない。",
    source: "“쇼기/규칙” and “将棋”.",
    bad: Moves { start: "P3k4/9/9/9/9/9/9/9/4K4 b - 1", moves: "5i5h" },
        "Black's pawn on 9a", "９一の先手の歩",
    good: Moves { start: "+P3k4/9/9/9/9/9/9/9/4K4 b - 1", moves: "5i5h" },
        "a tokin", "と金",
}

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    for color in Color::ALL {
        for (square, kind) in case.position.pieces(color) {
            if is_dead(kind, color, square) {
                report
                    .say(message!(
                        "{piece} in the start position can never move",
                        "開始局面の{piece}は行き所のない駒である",
                        piece = PieceOn::of(case.position, square).owned()
                    ))
                    .of(color)
                    .at(case.place(Part::Square(square)))
                    .marking([square]);
            }
        }
    }
}
