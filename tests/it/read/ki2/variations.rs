//! Attachment of 変化 blocks in KI2.

use super::{map_record, tree_and_findings};
use crate::support::findings::ReadFindings;
use crate::support::rendering::comment_texts;

/// Cases: description, moves after an even start, the tree read from them, and the findings.
const TREE_CASES: &[(&str, &str, &str, &str)] = &[
    (
        "nested blocks, deepest ply first",
        "▲７六歩 △３四歩 ▲２六歩 △８四歩\n\n変化：4手\n△４四歩 ▲２五歩\n\n変化：5手\n▲４八銀\n\n変化：2手\n△８四歩\n",
        "▲P-76 △P-34 (△P-84) ▲P-26 △P-84 (△P-44 ▲P-25 (▲S-48))",
        "",
    ),
    (
        "a block leaves the latest line, not the main line",
        "▲７六歩 △３四歩 ▲２六歩\n変化：2手\n△８四歩 ▲６八銀\n変化：3手\n▲２六歩\n",
        "▲P-76 △P-34 (△P-84 ▲S-68 (▲P-26)) ▲P-26",
        "",
    ),
    (
        "a block that replaces nothing of the line before it",
        "▲７六歩 △３四歩 ▲２六歩\n変化：1手\n▲６六歩 △８四歩\n変化：3手\n▲７七角\n",
        "▲P-76 (▲P-66 △P-84) △P-34 ▲P-26 (▲B-77)",
        "ambiguous-branch",
    ),
    (
        "the number alone decides, however it is written",
        "▲７六歩 △３四歩\n変化：   2手\n△８四歩\n変化：2手目\n△４四歩\n　変化:2手\n△６四歩\n変化：変化：２手\n△５四歩\n",
        "▲P-76 △P-34 (△P-84) (△P-44) (△P-64) (△P-54)",
        "",
    ),
    (
        "ascending blocks that repeat the main line",
        "▲７六歩 △３四歩 ▲２六歩\n変化：1手\n▲２六歩 △３四歩\n変化：1手\n▲７六歩 △８四歩\n変化：1手\n▲７六歩 △３四歩 ▲６六歩\n",
        "▲P-76 (▲P-26 △P-34) △P-34 (△P-84) ▲P-26 (▲P-66)",
        "",
    ),
    (
        "further down the line that a block has joined",
        "▲７六歩 △３四歩 ▲２六歩 △８四歩\n変化：1手\n▲７六歩\n変化：4手\n△４四歩\n",
        "▲P-76 △P-34 ▲P-26 △P-84 (△P-44)",
        "",
    ),
    (
        "the first move of a block takes where its parent went",
        "▲７六歩 △３四歩 ▲２二角成 △同　銀\n変化：4手\n△同　飛\n",
        "▲P-76 △P-34 ▲B-22+ △S-~22 (△R-~22)",
        "",
    ),
    (
        "同 and the square it means are the same move",
        "▲７六歩 △３四歩 ▲２二角成 △同　銀\n変化：4手\n△２二銀 ▲４五角\n",
        "▲P-76 △P-34 ▲B-22+ △S-~22 ▲B-45",
        "",
    ),
    (
        "results between blocks, beside each of which another line goes on",
        "▲７六歩 △３四歩\nまで2手で中断\n\n変化：3手\n▲２六歩\nまで3手で千日手\n\n変化：2手\n△８四歩\nまで2手で先手の反則負け\n",
        "▲P-76 △P-34 (△P-84 foul-loss) interrupt (▲P-26 repetition)",
        "",
    ),
    (
        "a result alone in its block",
        "▲７六歩 △３四歩 ▲２六歩\n変化：2手\nまで1手で中断\n",
        "▲P-76 △P-34 (interrupt) ▲P-26",
        "",
    ),
    (
        "a block before any move is junk",
        "変化：3手\n▲７六歩 △３四歩",
        "▲P-76 △P-34",
        "",
    ),
    (
        "a block without moves",
        "▲７六歩\n変化：1手\n変化：1手\n▲２六歩",
        "▲P-76 (▲P-26)",
        "empty-variation",
    ),
    (
        "a block that the latest line does not reach is placed nowhere, though another would reach it",
        "▲７六歩 △３四歩 ▲２六歩 △８四歩\n変化：1手\n▲２六歩\n変化：4手\n△４四歩 ▲２五歩\nまで5手で中断\n変化：1手\n▲１六歩",
        "▲P-76 (▲P-26) (▲P-16) △P-34 ▲P-26 △P-84",
        "variation-without-parent",
    ),
    (
        "a block after the end of its line",
        "▲７六歩\nまで1手で中断\n変化：3手\n▲２六歩",
        "▲P-76 interrupt",
        "variation-without-parent",
    ),
    (
        "a block after the last ply of the main line",
        "▲７六歩\n\n変化：2手\n△８四歩\nまで2手で後手の勝ち",
        "▲P-76",
        "variation-without-parent",
    ),
    (
        "a block beside the end of the main line",
        "▲７六歩\nまで1手で先手の勝ち\n\n変化：2手\n△８四歩\nまで2手で後手の勝ち",
        "▲P-76 resign (△P-84 resign)",
        "",
    ),
    (
        "a block without a number",
        "▲７六歩\n変化：手\n▲２六歩",
        "▲P-76",
        "variation-without-parent",
    ),
    (
        "a block before the first move",
        "▲７六歩\n変化：0手\n▲２六歩",
        "▲P-76",
        "variation-without-parent",
    ),
];

#[test]
fn every_block_is_attached() {
    for (case, moves, expected, findings) in TREE_CASES {
        let actual = tree_and_findings(&format!("手合割：平手\n{moves}"));
        assert_eq!(actual, ((*expected).to_owned(), (*findings).to_owned()), "{case}");
    }
}

#[test]
fn an_unattached_block_reports_its_lost_moves() {
    let table = [
        (
            "△８四歩\n",
            "no line reaches ply 5; left out and not checked: 1 move",
        ),
        (
            "△８四歩 ▲２六歩\n△３四歩\n変化：1手\n",
            "no line reaches ply 5; left out and not checked: 3 moves",
        ),
    ];
    for (moves, message) in table {
        let text = format!("手合割：平手\n▲７六歩\n変化：5手\n{moves}");
        assert_eq!(
            map_record(&text, |record| record.findings()[0]
                .message
                .english()
                .into_owned()),
            message
        );
    }
}

#[test]
fn nodes_are_numbered() {
    let text = "▲７六歩 △３四歩\nまで2手で中断\n変化：2手\n△８四歩 ▲２六歩\n";
    let numbers = map_record(text, |record| {
        let ids = record.tree.ids().skip(1);
        ids.map(|id| record.tree.node(id).number).collect::<Vec<_>>()
    });
    assert_eq!(numbers, [1, 2, 3, 2, 3]);
}

#[test]
fn comments_before_a_block_introduce_it() {
    let text = "▲７六歩 △３四歩 ▲２六歩\n*main\n変化：2手\n*fork\n△８四歩\n*new\n";
    assert_eq!(
        map_record(text, |record| comment_texts(&record)),
        ["3*main", "2*fork", "2*new"]
    );
}
