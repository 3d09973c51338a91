//! Indented lines, as in texts copied from mails and web pages. Other tests concern hands with the remaining pieces,
//! and headings of variations.

use kifu::record::RemarkKind;

use super::rendering::{map_record, rules, shape, tree_and_findings};

const BOARD: &str = "後手の持駒：残り全部\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
                     | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
                     +---------------------------+\n先手の持駒：金\n";

#[test]
fn comments_and_column_heads_may_be_indented() {
    for indent in ["", " ", "　", "\t  "] {
        let text = format!(
            "手合割：平手\n{indent}#道具\n{indent}手数----指手---------消費時間--\n{indent}*開始：前\n1 ７六歩(77)\n\
             {indent}*一手目\n{indent}&しおり\n2 投了\n"
        );
        let actual = map_record(&text, |record| {
            let remarks: Vec<_> = record
                .remarks
                .iter()
                .map(|remark| (remark.node.index(), remark.kind, remark.text.to_string()))
                .collect();
            (shape(&record), rules(&record), record.headers.len(), remarks)
        });
        let remarks = [
            (0, RemarkKind::Tool, "道具"),
            (0, RemarkKind::Comment, "開始：前"),
            (1, RemarkKind::Comment, "一手目"),
            (1, RemarkKind::Bookmark, "しおり"),
        ]
        .map(|(node, kind, text)| (node, kind, text.to_owned()));
        assert_eq!(
            actual,
            ("P77-76 resign".to_owned(), String::new(), 1, remarks.to_vec()),
            "{indent:?}"
        );
    }
}

#[test]
fn a_diagram_may_be_indented() {
    let start_and_findings =
        |text: &str| map_record(text, |record| (record.start.position.to_sfen(1), rules(&record)));
    let indented = format!("　 {}", BOARD.replace('\n', "\n　 "));
    let expected = start_and_findings(&format!("{BOARD}後手番\n1 ４一玉(51)\n2 中断\n"));
    assert_eq!(
        start_and_findings(&format!("{indented}後手番\n1 ４一玉(51)\n2 中断\n")),
        expected
    );
    assert_eq!(expected.1, "");
}

/// A hand with 残り全部 has all pieces that are neither on the board nor in the other hand. A missing black king is not in
/// a hand.
#[test]
fn the_rest_of_the_pieces_is_in_a_hand() {
    let start_and_findings =
        |text: &str| map_record(text, |record| (record.start.position.to_sfen(1), rules(&record)));
    let sfen_with_hands = |hands: &str| format!("4k4/9/4P4/9/9/9/9/9/9 b {hands} 1");
    for (replaced, replacement, hands, findings) in [
        ("残り全部", "残り全部", "G2r2b3g4s4n4l17p", ""),
        ("残り全部", "残り全て　", "G2r2b3g4s4n4l17p", ""),
        ("残り全部", "残りの駒すべて", "G2r2b3g4s4n4l17p", ""),
        ("残り全部", "　残り", "G2r2b3g4s4n4l17p", ""),
        ("残り全部", "のこり全部", "G2r2b3g4s4n4l17p", ""),
        ("残り全部", "残り全部。", "G2r2b3g4s4n4l17p", ""),
        ("残り全部", "金　残り全部", "G2r2b3g4s4n4l17p", ""),
        ("残り全部", "飛二 歩のこり。", "G2r2b3g4s4n4l17p", ""),
        ("残り全部", "金　残りわずか", "Gg", "unreadable-board"),
        // Both hands have the remaining pieces, which is an error, or neither hand has them.
        ("駒：金", "駒：残り全部", "-", "unreadable-board"),
        ("残り全部", "なし", "G", ""),
        ("残り全部", "残りわずか", "G", "unreadable-board"),
    ] {
        let text = format!("{}1 １一金打\n2 中断\n", BOARD.replace(replaced, replacement));
        let expected = match hands {
            "-" => sfen_with_hands("2R2B4G4S4N4L17P"),
            hands => sfen_with_hands(hands),
        };
        assert_eq!(
            start_and_findings(&text),
            (expected, findings.to_owned()),
            "{replacement}"
        );
    }
    let rest_for_black = BOARD
        .replace("残り全部", "金")
        .replace("手の持駒：金\n+", "")
        .replace("先手の持駒：金", "先手の持駒：残り全部");
    assert_eq!(
        start_and_findings(&format!("{rest_for_black}1 １一金打\n2 中断\n")),
        (sfen_with_hands("2R2B3G4S4N4L17Pg"), String::new())
    );
    // Without a board, the remaining pieces are unknown.
    assert_eq!(
        start_and_findings("手合割：平手\n後手の持駒：残り全部\n1 ７六歩(77)\n2 中断\n").1,
        "unreadable-board"
    );
}

#[test]
fn a_variation_may_begin_elsewhere_than_announced() {
    let tree_with_variation = |heading: &str, number: u32, mv: &str| {
        let text =
            format!("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n\n{heading}\n{number} {mv}\n");
        tree_and_findings(&text)
    };
    let first_moves = "P77-76 P33-34 ";
    for (heading, finding) in [
        ("変化：3手", ""),
        ("変化：3手目", ""),
        ("変化：", ""),
        ("変化：1手", "ply-gap"),
        ("変化：5手", "ply-gap"),
    ] {
        let expected = (format!("{first_moves}P27-26 (P67-66)"), finding.to_owned());
        assert_eq!(
            tree_with_variation(heading, 3, "６六歩(67)"),
            expected,
            "{heading}"
        );
    }
    // The heading announces ply 3, but the move has the number 2. The number takes precedence, so the move is White's.
    assert_eq!(
        tree_with_variation("変化：3手", 2, "８四歩(83)"),
        ("P77-76 P33-34 (P83-84) P27-26".to_owned(), "ply-gap".to_owned())
    );
}
