//! `start-piece-count` 駒の数が多すぎる: more pieces than in a set.

use crate::finding::{Message, message, rule};
use crate::notation::start_part::Part;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, PieceKind, Square};

rule!(
    "start-piece-count",
    RecordError,
    Starts,
    "more pieces than in a set",
    "駒の数が多すぎる"
);

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
