//! The handicap name, the board, and the side that moves first: one finding for a contradiction, and no finding without
//! a contradiction.

use crate::support::checking;
use kifu::finding::Severity;

/// Returns the findings as `rule@ply`; a note has the suffix `(note)`. Findings about a missing end or missing moves
/// are left out.
fn findings(text: &str) -> String {
    let judgements = checking::check_file(text.as_bytes());
    let findings = judgements.iter().flat_map(|judgement| &judgement.findings);
    let texts = findings
        .filter(|finding| !matches!(finding.rule.name, "end-token-missing" | "no-moves"))
        .map(|finding| {
            let suffix = if finding.severity == Severity::Note {
                "(note)"
            } else {
                ""
            };
            format!("{}@{}{suffix}", finding.rule.name, finding.ply.unwrap_or(0))
        });
    texts.collect::<Vec<_>>().join(" ")
}

/// Returns a board with these first two rows. The other rows are those of the even start.
fn board(first_row: &str, second_row: &str) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    format!(
        "後手の持駒：なし\n|{first_row}|\n|{second_row}|\n|v歩v歩v歩v歩v歩v歩v歩v歩v歩|\n{empty}{empty}{empty}| 歩 歩 歩 歩 歩 歩 歩 歩 歩|\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|\n| 香 桂 銀 金 玉 金 銀 桂 香|\n先手の持駒：なし\n"
    )
}

const WHITE_FIRST: &str = "   1 ３四歩(33)\n   2 ７六歩(77)\n   3 中断\n";
const BLACK_FIRST: &str = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n";

fn assert_findings(table: &[(String, &str)]) {
    let failures: Vec<_> = table
        .iter()
        .map(|(text, expected)| (text, findings(text), expected))
        .filter(|(_, actual, expected)| actual != *expected)
        .map(|(text, actual, expected)| format!("{text}  got      {actual}\n  expected {expected}"))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_board_must_match_the_handicap_name() {
    let even = board("v香v桂v銀v金v玉v金v銀v桂v香", " ・v飛 ・ ・ ・ ・ ・v角 ・");
    let two_piece = board("v香v桂v銀v金v玉v金v銀v桂v香", " ・ ・ ・ ・ ・ ・ ・ ・ ・");
    let two_piece_and_knight = board("v香v桂v銀v金v玉v金v銀 ・v香", " ・ ・ ・ ・ ・ ・ ・ ・ ・");
    let left_lance = board("v香v桂v銀v金v玉v金v銀v桂 ・", " ・v飛 ・ ・ ・ ・ ・v角 ・");
    let other_three_piece = board(" ・v桂v銀v金v玉v金v銀v桂v香", " ・ ・ ・ ・ ・ ・ ・ ・ ・");
    let left_five_piece = board(" ・v桂v銀v金v玉v金v銀 ・ ・", " ・ ・ ・ ・ ・ ・ ・ ・ ・");
    let mid_game = board("v香v桂v銀v金v玉v金 ・v桂v香", " ・ ・ ・ ・ ・ ・v銀 ・ ・");
    let problem = "後手の持駒：飛二\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n".to_owned()
        + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(7)
        + "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|\n先手番\n";
    let record_with = |name: &str, board: &str| format!("手合割：{name}\n{board}後手番\n{WHITE_FIRST}");
    assert_findings(&[
        (record_with("二枚落ち", &two_piece), ""),
        (
            record_with("二枚落ち", &two_piece_and_knight),
            "handicap-mismatch@0",
        ),
        (record_with("二枚落ち", &even), "handicap-mismatch@0"),
        (record_with("二枚落ち", &left_lance), "handicap-mismatch@0"),
        (record_with("四枚落ち", &two_piece), "handicap-mismatch@0"),
        // A position from the middle of a game with this handicap.
        (record_with("二枚落ち", &mid_game), ""),
        (record_with("香落ち", &left_lance), ""),
        (record_with("右香落ち", &left_lance), "handicap-mismatch@0"),
        // Programs disagree on the pieces of these handicaps, so each of the known boards is accepted.
        (record_with("三枚落ち", &other_three_piece), ""),
        (record_with("五枚落ち", &left_five_piece), ""),
        (record_with("三枚落ち", &two_piece), "handicap-mismatch@0"),
        // Programs write 平手 above any board, so the board of another handicap is only a note.
        (record_with("平手", &two_piece), "handicap-mismatch@0(note)"),
        (record_with("平手", &even), ""),
        (record_with("平手", &two_piece_and_knight), ""),
        (format!("手合割：平手\n{problem}"), ""),
        // Names that are not handicaps.
        (record_with("その他", &two_piece), ""),
        (record_with("詰将棋", &two_piece_and_knight), ""),
        (record_with("指導対局", &two_piece_and_knight), ""),
        // Other spellings, and names that only some programs know.
        (record_with("2枚落ち", &two_piece), ""),
        (record_with("２枚落", &left_lance), "handicap-mismatch@0"),
        (
            record_with(
                "トンボ",
                &board(" ・ ・ ・ ・v玉 ・ ・ ・ ・", " ・v飛 ・ ・ ・ ・ ・v角 ・"),
            ),
            "",
        ),
        (record_with("トンボ", &two_piece), "handicap-mismatch@0"),
        (format!("{two_piece}後手番\n{WHITE_FIRST}"), ""),
    ]);
}

#[test]
fn white_begins_a_handicap_game() {
    let two = board("v香v桂v銀v金v玉v金v銀v桂v香", " ・ ・ ・ ・ ・ ・ ・ ・ ・");
    let even = board("v香v桂v銀v金v玉v金v銀v桂v香", " ・v飛 ・ ・ ・ ・ ・v角 ・");
    assert_findings(&[
        // The name of the handicap determines the side that moves first.
        (format!("手合割：角落ち\n{WHITE_FIRST}"), ""),
        (format!("手合割：角落ち\n上手番\n{WHITE_FIRST}"), ""),
        (format!("手合割：角落ち\n{BLACK_FIRST}"), "opponent-piece-moved@1"),
        (format!("手合割：飛落ち\n{WHITE_FIRST}"), ""),
        (format!("手合割：トンボ\n{WHITE_FIRST}"), ""),
        (
            "手合割：歩三兵\n   1 ３四歩打\n   2 ７六歩(77)\n   3 中断\n".to_owned(),
            "",
        ),
        (
            "手合割：裸玉\n   1 ５二玉(51)\n   2 ７六歩(77)\n   3 中断\n".to_owned(),
            "",
        ),
        (
            "手合割：裸玉\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 中断\n".to_owned(),
            "empty-source@1 not-judged@2(note)",
        ),
        (
            "手合割：角得\n   1 ３四歩(33)\n   2 ５五角打\n   3 中断\n".to_owned(),
            "",
        ),
        (
            format!("手合割：角落ち\n下手番\n{BLACK_FIRST}"),
            "handicap-first-move@0",
        ),
        (
            format!("手合割：角落ち\n下手番\n{WHITE_FIRST}"),
            "handicap-first-move@0",
        ),
        (
            "手合割：角落ち\n\n▲７六歩△３四歩▲２六歩\n".to_owned(),
            "out-of-turn@1",
        ),
        ("手合割：角落ち\n\n△３四歩▲７六歩△４四歩\n".to_owned(), ""),
        // The board determines the side that moves first.
        (format!("{two}後手番\n{WHITE_FIRST}"), ""),
        (format!("{two}後手番\n{BLACK_FIRST}"), "opponent-piece-moved@1"),
        (format!("{two}先手番\n{BLACK_FIRST}"), "handicap-first-move@0"),
        (format!("{two}先手番\n{WHITE_FIRST}"), "handicap-first-move@0"),
        (format!("{two}{BLACK_FIRST}"), "handicap-first-move@0"),
        (format!("{two}{WHITE_FIRST}"), "turn-missing@1"),
        (two.clone(), ""),
        ("V2.2\nPI22KA\n-\n-3334FU\n+7776FU\n%CHUDAN\n".to_owned(), ""),
        (
            "V2.2\nPI22KA\n-\n+7776FU\n-3334FU\n%CHUDAN\n".to_owned(),
            "out-of-turn@1",
        ),
        (
            "V2.2\nPI22KA\n+\n+7776FU\n-3334FU\n%CHUDAN\n".to_owned(),
            "handicap-first-move@0",
        ),
        (
            "V2.2\nPI22KA\n+\n-3334FU\n+7776FU\n%CHUDAN\n".to_owned(),
            "handicap-first-move@0",
        ),
        // The side mark is wrong, and the move is White's.
        (
            "V2.2\nPI22KA\n-\n+3334FU\n-7776FU\n%CHUDAN\n".to_owned(),
            "wrong-side-mark@1",
        ),
        (
            "sfen lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d\n".to_owned(),
            "handicap-first-move@0",
        ),
        (
            "sfen lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 7g7f 3c3d\n".to_owned(),
            "opponent-piece-moved@1",
        ),
        // A handicap without a name: if the first move is with a piece of the wrong side, its mover is uncertain. The
        // next move may then be that of either side.
        (
            "sfen lnsgkgsnl/9/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 7g7f 3c3d 2g2f\n"
                .to_owned(),
            "opponent-piece-moved@1",
        ),
        (
            "sfen lnsgkgsnl/9/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 3c3d 2g2f 8c8d\n"
                .to_owned(),
            "opponent-piece-moved@1",
        ),
        (
            "sfen lnsgkgsnl/9/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d 8c8d\n".to_owned(),
            "double-move@2",
        ),
        (
            "sfen lnsgkgsnl/9/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 7g7f 2g2f 8c8d\n"
                .to_owned(),
            "opponent-piece-moved@1",
        ),
        (
            "position startpos moves 3c3d 8c8d\n".to_owned(),
            "gote-moves-first@1 double-move@2",
        ),
        // Without a handicap, the start position states the side to move.
        (format!("{even}後手番\n{WHITE_FIRST}"), ""),
        ("V2.2\nPI\n-\n-3334FU\n+7776FU\n%CHUDAN\n".to_owned(), ""),
        (
            "V2.2\nPI\n+\n-3334FU\n+7776FU\n%CHUDAN\n".to_owned(),
            "gote-moves-first@1 foul-unnoticed@1",
        ),
    ]);
}
