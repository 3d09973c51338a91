//! Conversion of records with errors, each compared with a correct one.

use super::{kif, written};

/// Returns a record in CSA with these lines after the even start.
fn csa(lines: &str) -> String {
    format!("V2.2\nPI\n+\n{lines}")
}

/// Returns the first line that contains `part` (the whole text if there is no such line), and the losses.
fn line_and_losses(record: &str, target: &str, part: &str) -> (String, String) {
    let (text, losses) = written(record, target);
    let line = text.lines().find(|line| line.contains(part));
    (line.unwrap_or(&text).trim().to_owned(), losses)
}

#[test]
fn kif_marks_a_move_that_the_board_gives_to_the_other_side() {
    for (mv, expected, usi_losses) in [
        // Black moves White's pawn; White moves a piece of its own out of turn; a correct move.
        ("+3435FU", "3 ▲３五歩(34)", "1 wrong side mark"),
        ("-8384FU", "3 ８四歩(83)", ""),
        ("+2726FU", "3 ２六歩(27)", ""),
    ] {
        let record = csa(&format!("+7776FU\n-3334FU\n{mv}\n"));
        assert_eq!(
            line_and_losses(&record, "kifu", "   3 "),
            (expected.to_owned(), String::new())
        );
        assert_eq!(written(&record, "usi").1, usi_losses, "{mv}");
    }
}

#[test]
fn the_number_of_a_missing_move_is_skipped() {
    for (mv, numbered_move) in [("+2726FU", "3 ２六歩(27)"), ("-3334FU", "2 ３四歩(33)")] {
        let record = csa(&format!("+7776FU\nXXXX\n{mv}\n"));
        let losses = "1 unreadable place (XXXX)".to_owned();
        assert_eq!(
            line_and_losses(&record, "kifu", &numbered_move[2..]),
            (numbered_move.to_owned(), losses),
            "{mv}"
        );
    }
}

#[test]
fn csa_reports_unknown_pieces() {
    for (mv, token, losses) in [
        ("７六と(77)", "+7776TO", "1 wrong piece name"),
        ("７六角(77)", "+7776KA", ""),
        ("７六歩(77)", "+7776FU", ""),
        // A promotion from an empty square is read back as a move of the promoted piece.
        ("５三歩成(55)", "+5553TO", "1 wrong piece name"),
        ("５三と(55)", "+5553TO", ""),
    ] {
        let record = kif(&format!("1 {mv}\n"));
        assert_eq!(
            line_and_losses(&record, "csa", token),
            (token.to_owned(), losses.to_owned())
        );
    }
}

#[test]
fn an_answer_to_a_first_move_in_the_wrong_order_has_no_side_in_jkf() {
    let board = "sfen 4k4/9/4p4/9/9/9/4P4/9/4K4 b - 1";
    for (moves, side_count, csa_losses) in [("5c5d 5g5f", 0, "1 wrong side mark"), ("5g5f 5c5d", 2, "")] {
        let record = format!("position {board} moves {moves}\n");
        let (text, jkf_losses) = written(&record, "jkf");
        assert_eq!(
            text.matches("{\"color\":0,\"from\"").count() + text.matches("{\"color\":1,\"from\"").count(),
            side_count
        );
        assert_eq!(jkf_losses, "");
        assert_eq!(written(&record, "csa").1, csa_losses, "{moves}");
    }
}

#[test]
fn an_unknown_start_name_is_kept_in_jkf() {
    for (name, header) in [
        ("指導対局", "{\"手合割\":\"指導対局\"}"),
        ("平手", "{}"),
        ("", "{}"),
    ] {
        let (text, losses) = written(&format!("手合割：{name}\n1 ７六歩(77)\n"), "jkf");
        assert!(text.starts_with(&format!("{{\"header\":{header},")), "{text}");
        assert_eq!(losses, "");
    }
}

#[test]
fn a_usi_win_states_only_the_winner() {
    let usi_win = "position startpos moves 7g7f 3c3d win\n";
    for (target, end, lost) in [
        ("kifu", "   3 先手の勝ち", "1 result (win)"),
        ("ki2u", "▲７六歩    △３四歩    ▲先手の勝ち", "1 result (win)"),
        ("csa", "%CHUDAN", "1 result (win)"),
    ] {
        let (text, losses) = written(usi_win, target);
        assert!(text.contains(end), "{text}");
        assert_eq!(losses, lost, "{target}");
    }
    // If the side to move can declare a win, `win` means a declaration.
    let entered_king = "position sfen 1K7/GGGGSSSS1/NNNNLLLL1/9/9/9/9/9/4k4 b 2R2B9P 1 moves 8a9a 5i5h win\n";
    let (text, lost) = written(entered_king, "csa");
    assert!(text.ends_with("%KACHI\n"), "{text}");
    assert_eq!(lost, "");
}

#[test]
fn equal_variations_of_jkf_are_merged() {
    let entry = |file: u8, side: u8| {
        let to = if side == 0 { 6 } else { 4 };
        let rank = if side == 0 { 7 } else { 3 };
        format!(
            "{{\"move\":{{\"color\":{side},\"from\":{{\"x\":{file},\"y\":{rank}}},\"to\":{{\"x\":{file},\"y\":{to}}},\"piece\":\"FU\"}}}}"
        )
    };
    let record = |second_fork: &str| {
        let fork = format!("[{},{}]", entry(2, 0), entry(3, 1));
        let first_move = entry(7, 0);
        let first_move = first_move.strip_suffix('}').expect("an object");
        format!("{{\"header\":{{}},\"moves\":[{{}},{first_move},\"forks\":[{fork},{second_fork}]}}]}}")
    };
    for (second_fork, variation_count) in [
        (format!("[{},{}]", entry(2, 0), entry(8, 1)), 2),
        (format!("[{},{}]", entry(2, 0), entry(3, 1)), 1),
        (format!("[{}]", entry(7, 0)), 1),
    ] {
        let (text, losses) = written(&record(&second_fork), "kifu");
        assert_eq!(text.matches("変化：").count(), variation_count, "{text}");
        assert_eq!(losses, "");
    }
}

#[test]
fn moves_after_the_end_of_a_variation_are_reported() {
    for (later_move, expected_losses) in [("4 ８四歩(83)\n", "1 move after the end of the game"), ("", "")]
    {
        let record = kif(&format!(
            "1 ７六歩(77)\n2 ３四歩(33)\n\n変化：2手\n2 ８四歩(83)\n3 投了\n{later_move}"
        ));
        assert_eq!(written(&record, "ki2u").1, expected_losses);
        assert_eq!(written(&record, "kifu").1, "");
    }
}

#[test]
fn a_result_line_between_moves_is_reported_as_lost_in_ki2() {
    for (result_line, expected_losses) in [
        (
            "まで1手で後手の勝ち\n",
            "1 contradictory result line (まで1手で後手の勝ち)",
        ),
        ("", ""),
    ] {
        let record = kif(&format!("1 ７六歩(77)\n{result_line}2 ３四歩(33)\n3 投了\n"));
        assert_eq!(written(&record, "ki2u").1, expected_losses);
        assert_eq!(written(&record, "kifu").1, "");
    }
}

#[test]
fn after_an_unplayable_move_the_number_decides_the_side() {
    // There is no piece on 5f, and the bishop on 8h is Black's. Only the second case has legal moves.
    for (moves, expected) in [
        ("3 ５五歩(56)\n4 ２二角成(88)\n", "まで4手で後手の勝ち"),
        ("3 ２六歩(27)\n4 ８四歩(83)\n", "まで4手で後手の勝ち"),
        ("3 ５五歩(56)\n", "まで3手で先手の勝ち"),
    ] {
        let end_number = 3 + moves.lines().count();
        let record = kif(&format!("1 ７六歩(77)\n2 ３四歩(33)\n{moves}{end_number} 投了\n"));
        assert_eq!(line_and_losses(&record, "ki2u", "まで").0, expected, "{moves}");
    }
}

#[test]
fn an_end_word_that_resembles_a_move_is_reported_as_lost_in_kif() {
    for (word, expected, expected_losses) in [("34", "1 対局終了", "1 result (34)"), ("ABC", "1 ABC", "")]
    {
        let record = format!("{{\"header\":{{}},\"moves\":[{{}},{{\"special\":\"{word}\"}}]}}");
        let (text, losses) = written(&record, "kifu");
        let line = text
            .lines()
            .find(|line| line.starts_with("   1 "))
            .unwrap_or_default();
        assert_eq!((line.trim(), &*losses), (expected, expected_losses));
    }
}
