//! Writing of CSA.

use super::{kif, refused, written};

/// Returns the text after the turn line, and the losses.
fn written_moves(record: &str, target: &str) -> (String, String) {
    let (text, losses) = written(record, target);
    let offset = text
        .find("\n+\n")
        .or_else(|| text.find("\n-\n"))
        .expect("a turn line");
    (text[offset + 3..].to_owned(), losses)
}

#[test]
fn starts_are_written_by_name_or_as_a_board() {
    let with_handicap = |name: &str| written(&format!("手合割：{name}\n1 投了\n"), "csa").0;
    assert_eq!(with_handicap("平手"), "V2.2\nPI\n+\n%TORYO\n");
    assert_eq!(with_handicap("二枚落ち"), "V2.2\nPI82HI22KA\n-\n%TORYO\n");
    assert_eq!(
        with_handicap("八枚落ち"),
        "V2.2\nPI82HI22KA11KY91KY21KE81KE31GI71GI\n-\n%TORYO\n"
    );
    let sfen_record = "sfen 4k4/9/9/9/4+P4/9/9/9/4K3+r w R2Pbg2s 7\n";
    let (text, losses) = written(sfen_record, "csa");
    let expected = "\
V2.2
P1 *  *  *  * -OU *  *  *  * 
P2 *  *  *  *  *  *  *  *  * 
P3 *  *  *  *  *  *  *  *  * 
P4 *  *  *  *  *  *  *  *  * 
P5 *  *  *  * +TO *  *  *  * 
P6 *  *  *  *  *  *  *  *  * 
P7 *  *  *  *  *  *  *  *  * 
P8 *  *  *  *  *  *  *  *  * 
P9 *  *  *  * +OU *  *  * -RY
P+00HI00FU00FU
P-00KA00KI00GI00GI
-
";
    assert_eq!(
        (text.as_str(), losses.as_str()),
        (expected, "the move number of the start position (7)")
    );
}

#[test]
fn times_have_the_precision_of_the_version() {
    let record = "V3.0\nPI\n+\n+7776FU\nT6.125\n-3334FU\nT0.5\n+2726FU\nT10\n-8384FU\n%TORYO\nT1.04\n";
    assert_eq!(
        written_moves(record, "csa3"),
        (
            "+7776FU\nT6.125\n-3334FU\nT0.5\n+2726FU\nT10\n-8384FU\n%TORYO\nT1.04\n".to_owned(),
            String::new()
        )
    );
    assert_eq!(
        written_moves(record, "csa"),
        (
            "+7776FU\nT6\n-3334FU\nT0\n+2726FU\nT10\n-8384FU\n%TORYO\nT1\n".to_owned(),
            "3 fractions of a second".to_owned()
        )
    );
}

#[test]
fn every_result_has_its_word() {
    for (lines, word) in [
        ("1 投了\n", "%TORYO"),
        ("1 中断\n", "%CHUDAN"),
        ("1 千日手\n", "%SENNICHITE"),
        ("1 切れ負け\n", "%TIME_UP"),
        ("1 持将棋\n", "%JISHOGI"),
        ("1 入玉勝ち\n", "%KACHI"),
        ("1 引き分け\n", "%HIKIWAKE"),
        ("1 最大手数\n", "%MAX_MOVES"),
        ("1 詰み\n", "%TSUMI"),
        ("1 不詰\n", "%FUZUMI"),
        ("1 反則負け\n", "%ILLEGAL_MOVE"),
        // A win by an illegal move is written as an illegal action of the opponent.
        ("1 反則勝ち\n", "%-ILLEGAL_ACTION"),
        ("1 ７六歩(77)\n2 反則勝ち\n", "%+ILLEGAL_ACTION"),
    ] {
        for target in ["csa", "csa3"] {
            let (text, losses) = written_moves(&kif(lines), target);
            assert_eq!(
                (text.lines().last(), losses.as_str()),
                (Some(word), ""),
                "{lines}"
            );
        }
    }
}

#[test]
fn results_without_a_word_become_comments() {
    for (word, expected_losses) in [
        ("不戦勝", "1 result (不戦勝)"),
        ("不戦敗", "1 result (不戦敗)"),
        ("封じ手", "1 result (封じ手)"),
        ("トライ", "1 result (トライ)"),
        ("対局終了", "1 result (対局終了)"),
    ] {
        let (text, losses) = written_moves(&kif(&format!("1 {word} ( 0:03/00:00:03)\n*追記\n")), "csa");
        assert_eq!(
            (text, losses.as_str()),
            (format!("%CHUDAN\nT3\n'*{word}\n'*追記\n"), expected_losses)
        );
    }
    let take_back = "V2.2\nPI\n+\n+7776FU\n%MATTA\n";
    assert_eq!(
        written_moves(take_back, "csa"),
        ("+7776FU\n%MATTA\n".to_owned(), String::new())
    );
    assert_eq!(
        written_moves(take_back, "csa3"),
        (
            "+7776FU\n%CHUDAN\n'*%MATTA\n".to_owned(),
            "1 result (%MATTA)".to_owned()
        )
    );
}

#[test]
fn the_sign_of_an_illegal_action_identifies_the_offender() {
    for end_word in ["%+ILLEGAL_ACTION", "%-ILLEGAL_ACTION", "%ILLEGAL_MOVE"] {
        let lines = format!("+7776FU\n{end_word}\n");
        let record = format!("V2.2\nPI\n+\n{lines}");
        assert_eq!(written_moves(&record, "csa3"), (lines, String::new()));
    }
}

/// A まで line states the side that made the illegal move, while CSA derives that side from the turn. The sign in a CSA
/// record is kept in JKF.
#[test]
fn a_foul_loss_in_words_is_by_the_side_to_move() {
    for (words, end) in [
        ("後手の反則負け", "%ILLEGAL_MOVE"),
        ("先手の反則勝ち", "%ILLEGAL_MOVE"),
        ("先手の反則負け", "%+ILLEGAL_ACTION"),
    ] {
        let record = format!("▲７六歩\nまで1手で{words}\n");
        for target in ["csa", "csa3"] {
            let (text, losses) = written_moves(&record, target);
            assert_eq!((text.lines().last(), losses.as_str()), (Some(end), ""), "{words}");
        }
    }
    for (end, record) in [
        ("ILLEGAL_MOVE", "▲７六歩\nまで1手で後手の反則負け\n"),
        ("-ILLEGAL_ACTION", "V2.2\nPI\n+\n+7776FU\n%-ILLEGAL_ACTION\n"),
    ] {
        let (text, losses) = written(record, "jkf");
        assert!(text.contains(&format!("\"special\":\"{end}\"")), "{text}");
        assert_eq!(losses, "");
    }
}

#[test]
fn results_in_words_are_written() {
    for (words, end, expected_losses) in [
        ("まで1手で先手の勝ち", "%TORYO\n", ""),
        ("まで1手で中断", "%CHUDAN\n", ""),
        ("まで1手で時間切れにより先手の勝ち", "%TIME_UP\n", ""),
        ("まで1手で後手の反則勝ち", "%+ILLEGAL_ACTION\n", ""),
        (
            "まで1手で封じ手",
            "%CHUDAN\n'*まで1手で封じ手\n",
            "1 result (まで1手で封じ手)",
        ),
        ("", "", ""),
    ] {
        let (text, losses) = written_moves(&kif(&format!("1 ７六歩(77)\n{words}\n")), "csa");
        assert_eq!(
            (text, losses.as_str()),
            (format!("+7776FU\n{end}"), expected_losses),
            "{words}"
        );
    }
}

#[test]
fn the_summary_of_a_server_stays_a_comment() {
    for end in [
        "'summary:time up:A win:B lose\n",
        "%KACHI\n'summary:illegal kachi:A win:B lose\n",
    ] {
        let record = format!("V2\nN+A\nN-B\nPI\n+\n+7776FU\nT1\n{end}");
        assert_eq!(
            written_moves(&record, "csa"),
            (format!("+7776FU\nT1\n{end}"), String::new())
        );
    }
}

#[test]
fn comments_follow_the_time() {
    let record = kif(
        "#メモ\n*開始前\n1 ７六歩(77) ( 0:01/00:00:01)\n*\n**評価値=30\n&局面\n#* 道具\n# 道具\n2 投了\n",
    );
    let (text, losses) = written(&record, "csa");
    assert_eq!(
        text,
        "V2.2\n'メモ\nPI\n+\n'*開始前\n+7776FU\nT1\n'*\n'**評価値=30\n'*&局面\n' * 道具\n' 道具\n%TORYO\n"
    );
    assert_eq!(losses, "1 bookmark converted to a comment");
}

#[test]
fn encoding_declarations_are_not_copied() {
    let text = "'encoding=UTF-8\nV2.2\nPI\n+\n'CSA encoding=UTF-8\n%TORYO\n";
    assert_eq!(written(text, "csa").0, "V2.2\nPI\n+\n%TORYO\n");
    let text = "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n1 投了\n";
    assert_eq!(
        written(text, "csa3").0,
        "'CSA encoding=UTF-8\nV3.0\nPI\n+\n%TORYO\n"
    );
}

#[test]
fn illegal_moves_are_written_unchanged() {
    for (lines, moves) in [
        // An illegal pawn move, and a wrong piece name.
        ("1 ７四歩(77)\n", "+7774FU\n"),
        ("1 ７六銀(77)\n", "+7776GI\n"),
        // White moves first, or Black moves twice in a row.
        ("1 ３四歩(33)\n", "-3334FU\n"),
        ("1 ７六歩(77)\n2 ２六歩(27)\n", "+7776FU\n+2726FU\n"),
        // The wrong side mark is kept.
        ("1 ７六歩(77)\n2 ▲３四歩(33)\n", "+7776FU\n+3334FU\n"),
        // A piece that is not in hand, a dropped tokin, and an empty origin.
        ("1 ５五歩打\n", "+0055FU\n"),
        ("1 ５五と打\n", "+0055TO\n"),
        ("1 ５五歩(56)\n", "+5655FU\n"),
        // A move after the end.
        ("1 投了\n2 ７六歩(77)\n", "%TORYO\n+7776FU\n"),
    ] {
        assert_eq!(written_moves(&kif(lines), "csa").0, moves, "{lines}");
    }
}

#[test]
fn unsupported_records_are_refused_by_csa() {
    let (ply, message) = refused(&kif("1 ７六歩(77)\n2 パス\n3 ２六歩(27)\n"), "csa");
    assert_eq!(
        (ply, message.as_str()),
        (Some(2), "move 2 is a pass, which CSA cannot represent")
    );
    let (ply, message) = refused("position startpos moves 5e5d", "csa3");
    assert_eq!(ply, Some(1));
    assert!(message.contains("empty square"), "{message}");
    let (ply, message) = refused(&kif("1 ５八金成(49)\n"), "csa");
    assert_eq!(ply, Some(1));
    assert!(message.contains("cannot promote"), "{message}");
    let (ply, _) = refused(&kif("1 ７六歩(77)\n2 ３四???\n3 ２六歩(27)\n"), "csa");
    assert_eq!(ply, Some(2));
}

#[test]
fn headers_have_the_keys_of_the_version() {
    let record = "表題：見本\n備考：一行目\\n二行目\n終了日時：2024/05/05\n最大手数：320\n手合割：平手\n\
                  後手：乙\n先手：甲\n1 投了\n";
    assert_eq!(
        written(record, "csa"),
        (
            "V2.2\nN+甲\nN-乙\n$END_TIME:2024/05/05\nPI\n+\n%TORYO\n".to_owned(),
            "3 headers (表題, 備考, 最大手数)".to_owned()
        )
    );
    let (text, losses) = written(record, "csa3");
    assert!(
        text.contains("\n$MAX_MOVES:320\n$NOTE:一行目\\n二行目\nPI\n"),
        "{text}"
    );
    assert_eq!(losses, "1 header (表題)");
    // Headers of V3.0 in a file of V2.2 are kept.
    let record = "V2.2\nN+甲\n$NOTE:メモ\n$ANSWER:+7776FU\n$TIME:30+0+5\nPI\n+\n%TORYO\n";
    assert_eq!(written(record, "csa"), (record.to_owned(), String::new()));
}

#[test]
fn line_breaks_in_json_become_separate_lines() {
    let record = r#"{"header":{"先手":"甲\n乙"},"initial":{"preset":"HIRATE"},
        "moves":[{"comments":["一\n二","三"]},{"special":"TORYO"}]}"#;
    assert_eq!(
        written(record, "csa"),
        (
            "V2.2\nN+甲\\n乙\nPI\n+\n'*一\n'*二\n'*三\n%TORYO\n".to_owned(),
            "1 line break in a header".to_owned()
        )
    );
}

/// Player names are written before all `$` lines. The other headers keep their order.
#[test]
fn player_names_come_first() {
    for target in ["csa", "csa3"] {
        for (headers, expected) in [
            (
                "$EVENT:x\nN+甲\n$SITE:y\nN-乙\n",
                "N+甲\nN-乙\n$EVENT:x\n$SITE:y\n",
            ),
            (
                "N-乙\nN+甲\n$SITE:y\n$EVENT:x\n",
                "N-乙\nN+甲\n$SITE:y\n$EVENT:x\n",
            ),
        ] {
            let (text, losses) = written(&format!("V2.2\n{headers}PI\n+\n+7776FU\n%TORYO\n"), target);
            assert!(text.contains(&format!("\n{expected}PI\n")), "{text}");
            assert_eq!(losses, "", "{target}");
        }
    }
}
