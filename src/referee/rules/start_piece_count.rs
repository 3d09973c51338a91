//! `start-piece-count` 駒の数が多すぎる: more pieces than a set has.

use crate::finding::{Message, message, rule};
use crate::notation::start_part::Part;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, PieceKind, Square};

rule! {
    name: "start-piece-count",
    class: RecordError,
    group: Starts,
    title: "more pieces than a set has", "駒の数が多すぎる",
    what:
        "The start position holds more pieces of a kind than the forty of a set: 18 pawns, 4 lances, knights, silvers and golds, 2 bishops, rooks and kings, board and hands together, promoted pieces counted as what they were. Fewer are no fault.",
        "開始局面に、一組四十枚より多くの駒がある。歩は18枚、香・桂・銀・金は4枚ずつ、角・飛・玉は2枚ずつで、盤上と両方の持駒を合わせ、成駒は成る前の駒として数える。少ない場合は問題としない。",
    why:
        "The position is not one of a game, so neither are the moves from it.",
        "対局の局面ではないので、そこからの指し手も対局のものではない。",
    remedy:
        "Compare the board and both hands with the source.",
        "盤面と両方の持駒を、元の資料と照らし合わせる。",
    source: "A set has forty pieces.",
    bad: Moves { start: "4k4/9/9/9/9/9/9/9/4K4 b 3R 1", moves: "5i5h" },
        "three rooks", "飛が三枚",
    good: Moves { start: "4k4/9/9/9/9/9/9/9/4K4 b 2R 1", moves: "5i5h" },
        "two", "飛が二枚",
}

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    // Kings have a rule of their own.
    let surplus = case
        .position
        .surplus()
        .filter(|&(kind, ..)| kind != PieceKind::King);
    for (kind, count, most) in surplus {
        let standing = standing(case, kind);
        let last = standing.last().copied().map(Part::Square);
        let part = holder(case, kind).map(Part::Hand).or(last);
        report
            .say(words(count.into(), kind, most.into()))
            .at(part.and_then(|part| case.place(part)))
            .marking(standing);
    }
}

/// Where pieces of a kind stand, promoted or not.
fn standing(case: &StartCase<'_>, kind: PieceKind) -> Vec<Square> {
    let pieces = Color::ALL
        .into_iter()
        .flat_map(|color| case.position.pieces(color));
    let of_kind = pieces.filter(|(_, other)| other.base() == kind);
    of_kind.map(|(square, _)| square).collect()
}

/// Who has pieces of a kind in hand, the side that has more of them.
fn holder(case: &StartCase<'_>, kind: PieceKind) -> Option<Color> {
    let held = |color: &Color| case.position.hand(*color).get(kind);
    let holders = Color::ALL.into_iter().filter(|color| held(color) > 0);
    holders.max_by_key(held)
}

/// That there are so many of a kind, and only so many in a set.
pub(crate) fn words(count: usize, kind: PieceKind, most: usize) -> Message {
    message!(
        "the start position has {count} {kind}s; a set has {most}",
        "開始局面に{kind}が{count}枚ある。一組には{most}枚しかない",
        count,
        kind,
        most
    )
}
