//! `handicap-mismatch` 手合割と盤面の食い違い: a board that does not match the handicap.

use crate::finding::{Count, Enumeration, List, Message, Severity, both, message, rule};
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Handicap, PieceKind};

rule!(
    "handicap-mismatch",
    Doubt,
    Starts,
    "a board that does not match the handicap",
    "手合割と盤面の食い違い"
);

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    let start = case.start;
    let (Some((_, span)), Some(named), Some(_)) = (&start.name, start.handicap, start.diagram) else {
        return;
    };
    let drawn = Handicap::of_board(case.position);
    let difference = difference(case, named);
    let differs = match drawn {
        Some(drawn) if named.is_even() => !drawn.is_even(),
        _ if named.is_even() => false,
        Some(drawn) => !(is_same(named, drawn) || difference.is_empty() && is_disputed(named)),
        None => !difference.is_empty(),
    };
    if !differs {
        return;
    }
    let board = match drawn {
        Some(drawn) => message!("shows {name}", "は{name}である", name = drawn.name),
        None => told(&difference),
    };
    let complaint = report.say(message!(
        "手合割 is {name} ({meaning}), but the board {board}; the board was used",
        "手合割は{name}（{meaning}）だが、盤面{board}。盤面に従う",
        name = named.name,
        meaning = meaning(named),
        board
    ));
    complaint.at(*span);
    if named.is_even() {
        complaint.weighing(Severity::Note);
    }
}

/// Whether two names mean one board: 七枚落ち is 右七枚落ち.
fn is_same(one: &Handicap, other: &Handicap) -> bool {
    one.position() == other.position()
}

/// Whether programs disagree which of two like pieces is missing, as they do where there is one of a pair.
fn is_disputed(handicap: &Handicap) -> bool {
    let count = handicap.removed().count();
    count > 1 && count % 2 == 1
}

/// By kind, how many pieces the board and the hands have more than a handicap leaves.
fn difference(case: &StartCase<'_>, named: &Handicap) -> Vec<(PieceKind, i32)> {
    let left = named.position().piece_counts();
    let more = |kind: PieceKind| i32::from(case.count(kind)) - i32::from(left[kind.index()]);
    let kinds = PieceKind::ALL.into_iter().filter(|kind| !kind.is_promoted());
    kinds
        .map(|kind| (kind, more(kind)))
        .filter(|&(_, more)| more != 0)
        .collect()
}

/// What a board has that it should not have, and what it lacks.
fn told(difference: &[(PieceKind, i32)]) -> Message {
    let told = difference.iter().map(|&(kind, more)| {
        let count = more.unsigned_abs();
        message!(
            "{count} {than} {kind}{s}",
            "{kind}が{count}枚{than}",
            count,
            kind,
            s = if count == 1 { "" } else { "s" },
            than = if more > 0 {
                both("more", "多い")
            } else {
                both("fewer", "少ない")
            }
        )
    });
    message!("has {told}", "では{told}", told = Enumeration(told.collect()))
}

/// What is missing in a handicap, and what is in hand.
fn meaning(handicap: &Handicap) -> Message {
    if handicap.is_even() {
        return message!("no handicap", "駒落ちなし");
    }
    let pieces = handicap.removed().map(|(square, piece)| {
        message!(
            "{kind} on {square}",
            "{square}の{kind}",
            kind = piece.kind,
            square
        )
    });
    let missing = message!(
        "without White's {pieces}",
        "上手の{pieces}がない",
        pieces = List(pieces.collect())
    );
    if handicap.held().next().is_none() {
        return missing;
    }
    let held = handicap.held().map(|(side, kind, count)| {
        message!(
            "{count} for {side}",
            "{side}の持駒{kind}{count}枚",
            count = Count(count, kind.english()),
            kind,
            side
        )
    });
    let held = List(held.collect());
    message!("{missing}; in hand: {held}", "{missing}、{held}", missing, held)
}
