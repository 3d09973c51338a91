//! `handicap-first-move` 駒落ちの下手の先番: the start of a handicap game gives Black the move.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, Handicap};

rule! {
    name: "handicap-first-move",
    class: Doubt,
    group: Starts,
    title: "the start of a handicap game gives Black the move", "駒落ちの下手の先番",
    what:
        "The start is that of a handicap, by its name or by its board, and gives Black (下手) the move: by its turn line, by its SFEN, or because a drawn board has no turn line and the first move is Black's. The moves are judged in the order in which they stand. Where the start gives White the move and Black moves all the same, that is `out-of-turn` or `opponent-piece-moved`.",
        "開始局面が手合割の名前か盤面から見て駒落ちなのに、下手（先手）の手番になっている。手番の行やSFENがそう示すか、手番の行のない図から下手が指し始めている場合である。指し手は書かれた順に判定する。上手（後手）の手番から下手が指した場合は、`out-of-turn` か `opponent-piece-moved` とする。",
    why:
        "In handicap games White (上手), who gives the pieces, moves first. The handicap, the turn or the sides are wrong, or a move is missing.",
        "駒落ちでは駒を落とした後手（上手）から指す。手合割、手番、先後のどれかが誤りか、初手が抜けている。",
    remedy:
        "Compare handicap and first move with the score sheet: correct 手合割 or the turn line, exchange the sides, or restore the move of 上手.",
        "手合割と初手を棋譜用紙と照らし合わせ、手合割か手番の行を直すか、先後を入れ替えるか、抜けた上手の手を補う。",
    source: "KIF definition and JSA: in 駒落ち 上手 moves first.",
    bad: Record { text: "手合割：角落ち\n下手番\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "the turn line names 下手", "手番の行が下手を示す",
    good: Record { text: "手合割：角落ち\n上手番\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 投了\n" },
        "White moves first", "上手から指している",
}

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    // A board alone, without a turn and without moves, gives nobody the move.
    let is_said = case.start.turn.is_some() || !case.record.tree.is_empty();
    if let Some(handicap) = Handicap::of_board(case.position)
        && !handicap.is_even()
        && is_said
        && case.position.side_to_move() == Color::Black
    {
        report
            .say(message!(
                "Black (下手) is to move first, but the start is that of {name}: in handicap games White (上手) begins",
                "先手（下手）からとなっているが、開始局面は{name}である。駒落ちでは後手（上手）から指す",
                name = handicap.name
            ))
            .of(Color::Black)
            .at(case.start.turn);
    }
}
