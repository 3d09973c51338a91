//! Attachment of 変化 blocks in KIF.

use super::rendering::{comment_texts, map_record, tree_and_findings};
use crate::support::findings::ReadFindings;

/// Cases: description, moves after an even start, the tree read from them, and the findings.
const TREE_CASES: &[(&str, &str, &str, &str)] = &[
    (
        "nested blocks, deepest ply first",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n\n変化：4手\n4 ４四歩(43)\n5 ２五歩(26)\n\n変化：5手\n5 ４八銀(39)\n\n\
         変化：2手\n2 ８四歩(83)\n",
        "P77-76 P33-34 (P83-84) P27-26 P83-84 (P43-44 P26-25 (S39-48))",
        "",
    ),
    (
        "the number alone decides, however it is written",
        "1 ７六歩(77)\n2 ３四歩(33)\n変化：   2手\n2 ８四歩(83)\n変化：2手目\n2 ４四歩(43)\n　変化:2手\n2 ６四歩(63)\n変化：変化：2手\n2 ５四歩(53)\n",
        "P77-76 P33-34 (P83-84) (P43-44) (P63-64) (P53-54)",
        "",
    ),
    (
        "a piece that is not there sends the block to another line",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n変化：2手\n2 ８四歩(83)\n3 ６八銀(79)\n変化：4手\n4 ３五歩(34)\n",
        "P77-76 P33-34 (P83-84 S79-68) P27-26 P83-84 (P34-35)",
        "",
    ),
    (
        "a piece of another kind there is not the one that is named",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ４五角打\n6 ８四歩(83)\n変化：4手\n4 同　飛(82)\n5 ２六歩(27)\n変化：5手\n5 ５五角打\n\
         変化：6手\n6 ３三銀(22)\n変化：6手\n6 ３三銀(22)\n",
        "P77-76 P33-34 B88-22+ S31-~22 (R82-~22 P27-26 (B*55)) B*45 P83-84 (S22-33)",
        "",
    ),
    (
        "a piece that stands in no line leaves the block on the latest",
        "1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ５五歩(54)\n",
        "P77-76 P33-34 (P54-55)",
        "",
    ),
    (
        "ascending blocks that repeat the main line",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n変化：1手\n1 ２六歩(27)\n2 ３四歩(33)\n変化：1手\n1 ７六歩(77)\n2 ８四歩(83)\n変化：1手\n\
         1 ７六歩(77)\n2 ３四歩(33)\n3 ６六歩(67)\n",
        "P77-76 (P27-26 P33-34) P33-34 (P83-84) P27-26 (P67-66)",
        "",
    ),
    (
        "further down the line that a block has joined",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n変化：1手\n1 ７六歩(77)\n変化：4手\n4 ４四歩(43)\n",
        "P77-76 P33-34 P27-26 P83-84 (P43-44)",
        "",
    ),
    (
        "a block that replaces nothing of the line before it",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n5 ２五歩(26)\n変化：3手\n3 ６六歩(67)\n4 ８四歩(83)\n変化：5手\n5 ７七角(88)\n",
        "P77-76 P33-34 P27-26 (P67-66 P83-84) P83-84 P26-25 (B88-77)",
        "ambiguous-branch",
    ),
    (
        "no other line has a ply that it could replace",
        "1 ７六歩(77)\n2 ３四歩(33)\n変化：3手\n3 ２六歩(27)\n4 投了\n",
        "P77-76 P33-34",
        "variation-without-parent",
    ),
    (
        "after the last ply of a variation, which is no main line",
        "1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n変化：3手\n3 ２六歩(27)\n",
        "P77-76 P33-34 (P83-84 P27-26)",
        "",
    ),
    (
        "beside the end that a result line states",
        "1 ７六歩(77)\n2 ３四歩(33)\nまで2手で中断\n\n変化：3手\n3 ２六歩(27)\n4 投了\n",
        "P77-76 P33-34 interrupt (P27-26 resign)",
        "",
    ),
    (
        "the winner alone means a resignation",
        "1 ７六歩(77)\nまで1手で先手の勝ち\n\n変化：2手\n2 ３四歩(33)\n",
        "P77-76 resign (P33-34)",
        "",
    ),
    (
        "the first result line in known words is the end",
        "1 ７六歩(77)\nまで1手\nまで1手で不詰\n\n変化：2手\n2 ３四歩(33)\n",
        "P77-76 no-mate (P33-34)",
        "",
    ),
    (
        "a number of moves is no end",
        "1 ７六歩(77)\nまで1手\n\n変化：2手\n2 ３四歩(33)\n",
        "P77-76",
        "variation-without-parent",
    ),
    (
        "a block that repeats a line with a result line and goes on",
        "1 ７六歩(77)\n2 ３四歩(33)\nまで2手で中断\n\n変化：1手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n",
        "P77-76 P33-34 interrupt (P27-26)",
        "",
    ),
    (
        "a result line is no step where no block replaces it",
        "1 ７六歩(77)\n2 ３四歩(33)\nまで2手で中断\n\n変化：2手\n2 ８四歩(83)\n",
        "P77-76 P33-34 (P83-84)",
        "",
    ),
    (
        "beside a terminal",
        "1 ７六歩(77)\n2 中断\nまで1手で中断\n\n変化：2手\n2 ３四歩(33)\n3 投了\nまで2手で後手の勝ち\n\n変化：3手\n3 ２六歩(27)\n",
        "P77-76 interrupt (P33-34 resign (P27-26))",
        "",
    ),
    (
        "a repeated terminal is the same",
        "1 ７六歩(77)\n2 中断\n変化：1手\n1 ７六歩(77)\n2 中断\n",
        "P77-76 interrupt",
        "",
    ),
    (
        "同 means the square of the move before in the tree",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 ８四歩(83)\n変化：4手\n4 同　銀(31)\n変化：3手\n3 ２六歩(27)\n4 ２四歩(23)\n",
        "P77-76 P33-34 B88-22+ (P27-26 P23-24) P83-84 (S31-~22)",
        "",
    ),
    (
        "the alternative to a move after a gap",
        "1 ７六歩(77)\n2 ３四歩(33)\n4 ２六歩(27)\n変化：4手\n4 ６六歩(67)\n",
        "P77-76 P33-34 P27-26 (P67-66)",
        "ply-gap",
    ),
    (
        "no line reaches it",
        "1 ７六歩(77)\n変化：5手\n5 ８四歩(83)\n6 ２六歩(27)\nまで6手で中断\n変化：1手\n1 ２六歩(27)\n",
        "P77-76 (P27-26)",
        "variation-without-parent",
    ),
    (
        "nothing follows an end",
        "1 ７六歩(77)\n2 投了\n変化：3手\n3 ８四歩(83)\n",
        "P77-76 resign",
        "variation-without-parent",
    ),
    (
        "no game yet",
        "変化：3手\n1 ７六歩(77)\n2 投了\n",
        "P77-76 resign",
        "",
    ),
    (
        "nothing in it",
        "1 ７六歩(77)\n変化：1手\n",
        "P77-76",
        "empty-variation",
    ),
    (
        "only a result in it",
        "1 ７六歩(77)\n2 ３四歩(33)\nまで2手で中断\n変化：1手\nまで1手で先手の勝ち\n変化：2手\n2 ８四歩(83)\n",
        "P77-76 P33-34 (P83-84)",
        "unreadable-result empty-variation",
    ),
    (
        "numbers of ten digits",
        "1 ７六歩(77)\n変化：9999999999手\n9999999999 ８四歩(83)\n変化：0手\n0 ８四歩(83)\n",
        "P77-76",
        "variation-without-parent variation-without-parent",
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
            "5 ８四歩(83)\n",
            "no line reaches ply 5; left out and not checked: 1 numbered line",
        ),
        (
            "5 ８四歩(83)\n6 投了\n変化：1手\n",
            "no line reaches ply 5; left out and not checked: 2 numbered lines",
        ),
    ];
    for (moves, message) in table {
        let text = format!("手合割：平手\n1 ７六歩(77)\n変化：5手\n{moves}");
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
fn comments_before_a_block_introduce_it() {
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n*main\n変化：2手\n*fork\n2 ８四歩(83)\n*new\n";
    assert_eq!(
        map_record(text, |record| comment_texts(&record)),
        ["3*main", "2*fork", "2*new"]
    );
}
