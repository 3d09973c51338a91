//! Records of other games, records with an unknown start, and records of problems without a board have one finding.
//! Only a record whose moves fit the even start is checked further.

use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::referee::Referee;
use kifu::text;

/// Returns the rules of the findings for a file with this extension, and `true` if the record can be written as USI.
fn findings(text: &str, extension: &str) -> (Vec<String>, bool) {
    let decoded = text::decode(text.as_bytes(), None);
    let detected = notation::detect(&decoded, Some(extension));
    let mut records = notation::records(&decoded, detected);
    let record = records.next().expect("a record");
    assert!(records.next().is_none(), "one record: {text}");
    let judgement = Referee::new().check(&record);
    let rules = judgement.findings.iter().map(|it| it.rule.name.to_owned());
    let usi = notation::target("usi").expect("a target");
    (
        rules.collect(),
        Writer::new(usi).write(&Played::new(&record)).is_ok(),
    )
}

const MINISHOGI_MOVES: &str = "   1 ２四銀(35)\n   2 ２二銀(31)\n   3 投了\nまで2手で後手の勝ち\n";

#[test]
fn another_game_is_only_one_error() {
    let small_board = "|v飛v角v銀v金v玉|一\n| ・ ・ ・ ・v歩|二\n| ・ ・ ・ ・ ・|三\n| 歩 ・ ・ ・ ・|四\n| 玉 金 銀 角 飛|五\n";
    let large_board = |file_numbers: &str, files: usize, cell: &str, ranks: &[&str]| {
        let rows = ranks
            .iter()
            .map(|rank| format!("|{}|{rank}\n", cell.repeat(files)))
            .collect::<Vec<_>>()
            .concat();
        let edge = format!("+{}+\n", "-".repeat(4 * files));
        format!("{file_numbers}\n{edge}{rows}{edge}先手番\n   1 ７六歩(77)\n   2 投了\n")
    };
    let ranks = [
        "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
    ];
    let cell = |piece: &str| match piece {
        "" => "{}".to_owned(),
        kind => format!(r#"{{"color":0,"kind":"{kind}"}}"#),
    };
    let column = [cell("OU"), cell(""), cell(""), cell("FU"), cell("HI")].join(",");
    let board = vec![format!("[{column}]"); 5].join(",");
    let jkf_large_board = vec![format!("[{}]", [&*cell(""); 9].join(",")); 10].join(",");
    for (text, extension) in [
        (format!("手合割：5五将棋\n{MINISHOGI_MOVES}"), "kif"),
        (format!("手合割：５五将棋　\n{MINISHOGI_MOVES}"), "kif"),
        ("手合割：安南将棋\n   1 ５六角(88)\n   2 投了\n".to_owned(), "kif"),
        (format!("手合割：京都将棋\n{MINISHOGI_MOVES}"), "kifu"),
        ("手合割：中将棋\n   1 ８八獅子(77)\n   2 投了\n".to_owned(), "kif"),
        ("手合割：どうぶつしょうぎ\n\n▲Ｂ２ひよこ △同ひよこ\n".to_owned(), "ki2"),
        ("手合割：四人将棋\n▲７六歩 △３四歩\n".to_owned(), "ki2"),
        ("Variant：Minishogi\n手合割：平手\n".to_owned() + MINISHOGI_MOVES, "kif"),
        (format!("{small_board}先手番\n{MINISHOGI_MOVES}"), "kif"),
        (
            format!("後手の持駒：なし\n  ５ ４ ３ ２ １\n+---------------+\n{small_board}+---------------+\n先手番\n{MINISHOGI_MOVES}"),
            "kif",
        ),
        (large_board(" １２ １１ １０ ９  ８  ７  ６  ５  ４  ３  ２  １", 12, "  ・", &ranks), "kif"),
        (large_board("  １２ １１ １０ ９ ８ ７ ６ ５ ４ ３ ２ １", 12, "v歩", &ranks), "kif"),
        (large_board("  10 ９ ８ ７ ６ ５ ４ ３ ２ １", 10, " ・", &ranks[..10]), "kif"),
        (large_board("  10 ９ ８ ７ ６ ５ ４ ３ ２ １", 10, " ・", &ranks[..9]), "kif"),
        (large_board("  10  9  8  7  6  5  4  3  2  1", 10, " ・", &ranks[..9]), "kif"),
        (large_board("  ９ ８ ７ ６ ５ ４ ３ ２ １", 9, " ・", &ranks[..11]), "kif"),
        (large_board("  11 10 ９ ８ ７ ６ ５ ４ ３ ２ １", 11, " ・", &ranks[..11]), "ki2"),
        (small_board.to_owned(), "bod"),
        (
            "V2.2\nP1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \nP4+FU *  *  *  * \nP5+OU+KI+GI+KA+HI\n+\n+3524GI\n%TORYO\n".to_owned(),
            "csa",
        ),
        (
            format!("V2.2\n{}+\n%TORYO\n", (1..=11).map(|rank| format!("P{rank}{}-FU\n", " * ".repeat(8))).collect::<Vec<_>>().concat()),
            "csa",
        ),
        (
            format!("V2.2\n{}+\n%TORYO\n", (1..=9).map(|rank| format!("P{rank}{}-FU\n", " * ".repeat(9))).collect::<Vec<_>>().concat()),
            "csa",
        ),
        (format!("position sfen {} b - 1 moves 7g7f\n", ["9"; 11].join("/")), "usi"),
        (format!("position sfen {} b - 1 moves 7g7f\n", ["9p"; 9].join("/")), "usi"),
        ("V2.2\n$VARIANT:minishogi\nPI\n+\n+3524GI\n%TORYO\n".to_owned(), "csa"),
        ("position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 3e2d\n".to_owned(), "usi"),
        ("sfen rbsgk/4p/5/P4/KGSBR b - 1\n".to_owned(), "sfen"),
        ("sfen rbsgk/4p/5/P4/KGSBR b - 1\n".to_owned(), "txt"),
        ("rbsgk/4p/5/P4/KGSBR b - 1".to_owned(), "txt"),
        ("rbsgk_4p_5_P4_KGSBR.b.-~0.7ku\n".to_owned(), "usen"),
        (r#"{"header":{"手合割":"5五将棋"},"moves":[{},{"move":{"from":{"x":3,"y":5},"to":{"x":2,"y":4},"color":0,"piece":"GI"}}]}"#.to_owned(), "jkf"),
        (r#"{"header":{},"initial":{"preset":"minishogi"},"moves":[{}]}"#.to_owned(), "jkf"),
        ("[Event \"x\"]\n[Variant \"Janggi\"]\n[Result \"1-0\"]\n\n1. a4b4 e7f7 1-0\n".to_owned(), "pgn"),
        (r#"{"variant":"janggi","moves":[{"from":"79","to":"78"}]}"#.to_owned(), "json"),
        (r#"{"game":"장기","moves":[]}"#.to_owned(), "json"),
        (r#"{"moves":["79졸78","41병42"]}"#.to_owned(), "json"),
        (r#"{"header":{"초대국자":"가"},"moves":[{"move":"79졸78"}]}"#.to_owned(), "jkf"),
        (
            format!(r#"{{"header":{{}},"initial":{{"preset":"OTHER","data":{{"color":0,"board":[{jkf_large_board}],"hands":[{{}},{{}}]}}}},"moves":[{{}}]}}"#),
            "jkf",
        ),
        (
            format!(r#"{{"header":{{}},"initial":{{"preset":"OTHER","data":{{"color":0,"board":[{board}],"hands":[{{}},{{}}]}}}},"moves":[{{}}]}}"#),
            "jkf",
        ),
    ] {
        let (rules, is_written) = findings(&text, extension);
        assert_eq!((rules.join(" "), is_written), ("other-game".to_owned(), false), "{text}");
    }
}

#[test]
fn shogi_is_not_taken_for_another_game() {
    for (text, extension) in [
        (
            "手合割：平手\n棋戦：5五将棋大会の前夜祭\n場所：京都\n備考：中将棋\n   1 ７六歩(77)\n   2 投了\n",
            "kif",
        ),
        ("手合割：トンボ\n   1 ３四歩(33)\n   2 投了\n", "kif"),
        ("手合割：裸玉\n   1 ５二玉(51)\n   2 投了\n", "kif"),
        ("手合割：歩三兵\n   1 ３四歩打\n   2 投了\n", "kif"),
        ("手合割：右五枚落ち\n   1 ３四歩(33)\n   2 投了\n", "kif"),
        ("V2.2\n$EVENT:5五将棋\nPI\n+\n+7776FU\n%TORYO\n", "csa"),
    ] {
        assert_eq!(findings(text, extension), (Vec::new(), true), "{text}");
    }
    let variant = r#"{"variant":"shogi","header":{},"moves":[{},{"special":"TORYO"}]}"#;
    for (text, extension) in [
        (variant, "jkf"),
        ("[Event \"x\"]\n[Variant \"Standard\"]\n\n1. e4 e5 1-0\n", "pgn"),
    ] {
        assert!(
            !findings(text, extension).0.contains(&"other-game".to_owned()),
            "{text}"
        );
    }
    // An unknown name and errors in a shogi board have findings of other rules.
    let row = "|v香v桂v銀v金v玉v金v銀v桂v香|一\n";
    for (text, extension) in [
        (
            "手合割：先生の将棋\n   1 ７六歩(77)\n   2 投了\n".to_owned(),
            "kif",
        ),
        (
            format!("{}先手番\n   1 ７六歩(77)\n   2 投了\n", row.repeat(8)),
            "kif",
        ),
        (
            "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1 b - 1\n".to_owned(),
            "sfen",
        ),
    ] {
        let (rules, _) = findings(&text, extension);
        assert!(
            !rules.is_empty() && !rules.contains(&"other-game".to_owned()),
            "{text}: {rules:?}"
        );
    }
}

#[test]
fn an_unknown_start_is_even_only_if_the_moves_are_playable() {
    let from_even = "1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n";
    let from_two_pieces = "1 ８二銀(71)\n2 投了\n";
    let assert_unknown_handicap = |text: &str, extension, is_written| {
        let expected = (vec!["unknown-handicap".to_owned()], is_written);
        assert_eq!(findings(text, extension), expected, "{text}");
    };
    for (name, moves, is_written) in [
        ("指導対局", from_even, true),
        ("その他", from_even, true),
        ("指導対局", from_two_pieces, false),
        ("謎", "1 ３四歩(33)\n2 ７六歩(77)\n3 投了\n", false),
        ("謎", "1 ７六歩(77)\n2 ３四歩打\n3 投了\n", false),
        ("先生の将棋", "1 ７六歩(77)\n2 ７七角成(22)\n3 投了\n", false),
        // These names state another start, so moves that are legal from the even start prove nothing.
        ("銀落ち", from_even, false),
        ("飛銀落ち", from_even, false),
        ("青空将棋", from_even, false),
        ("バリケード将棋（練習）", from_even, false),
    ] {
        assert_unknown_handicap(&format!("手合割：{name}\n{moves}"), "kif", is_written);
    }
    assert_unknown_handicap("手合割：銀落ち\n▲７六歩 △３四歩\n", "ki2", false);
    assert_unknown_handicap("手合割：謎\n△３四歩 ▲７六歩\n", "ki2", false);
    let jkf = |start: &str, y: u8| {
        format!(
            r#"{{{start},"moves":[{{}},{{"move":{{"from":{{"x":7,"y":{y}}},"to":{{"x":7,"y":6}},"color":0,"piece":"FU"}}}},{{"special":"TORYO"}}]}}"#
        )
    };
    for start in [
        r#""header":{"手合割":"謎"}"#,
        r#""header":{},"initial":{"preset":"X"}"#,
        r#""header":{},"initial":{"preset":"OTHER"}"#,
    ] {
        assert_unknown_handicap(&jkf(start, 7), "jkf", true);
        assert_unknown_handicap(&jkf(start, 6), "jkf", false);
    }
    assert_unknown_handicap(&jkf(r#""header":{"手合割":"銀落ち"}"#, 7), "jkf", false);
    // Games with a known start are checked, even if text in brackets follows the name of the start.
    for (name, moves, rules) in [
        ("二枚落ち（指導）", from_two_pieces, ""),
        ("平手(レート)", from_even, ""),
        (
            "平手(レート)",
            from_two_pieces,
            "gote-moves-first capture-own-piece",
        ),
        ("とんぼ", "1 ５二玉(51)\n2 投了\n", ""),
    ] {
        let reported = findings(&format!("手合割：{name}\n{moves}"), "kif").0.join(" ");
        assert!(
            reported.starts_with(rules) && reported.is_empty() == rules.is_empty(),
            "{name}: {reported}"
        );
    }
}

#[test]
fn a_problem_without_a_board_is_reported_and_not_checked() {
    let solution = "   1 ２二金打\n   2 詰み\nまで1手で詰み\n";
    for text in [
        format!("手合割：詰将棋　\n{solution}"),
        format!("手合割：詰め将棋\n{solution}"),
        format!("手合割：詰将棋問題\n{solution}"),
        format!("手合割：必死\n{solution}"),
        format!("手合割：必至問題（３手）\n{solution}"),
    ] {
        let (rules, is_written) = findings(&text, "kif");
        assert_eq!(
            (rules.join(" "), is_written),
            ("unknown-handicap".to_owned(), false),
            "{text}"
        );
    }
    let jkf = r#"{"header":{"手合割":"詰将棋"},"moves":[{}]}"#;
    assert_eq!(findings(jkf, "jkf").0, ["unknown-handicap"]);
    let resigned = "手合割：詰将棋\n   1 投了\n";
    assert!(
        !findings(resigned, "kif").1,
        "nothing fits the even start without a move"
    );
    // If the moves fit the even start, the record is a game from this start, even if its header states a problem.
    for name in ["詰将棋", "必至問題"] {
        let game = format!("手合割：{name}\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n");
        let (rules, is_written) = findings(&game, "kif");
        assert_eq!(
            (rules.join(" "), is_written),
            ("unknown-handicap".to_owned(), true),
            "{name}"
        );
    }
    let jkf = r#"{"header":{"手合割":"詰将棋"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#;
    let (rules, is_written) = findings(jkf, "jkf");
    assert!(
        is_written && rules.contains(&"unknown-handicap".to_owned()),
        "{rules:?}"
    );
    // With a board, the problem is checked.
    let empty_rank = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let board = format!(
        "後手の持駒：なし\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|\n{empty_rank}| ・ ・ ・ ・ ・ ・ ・ 歩 ・|\n{}先手の持駒：金\n先手番\n",
        empty_rank.repeat(6)
    );
    let (rules, is_written) = findings(&format!("手合割：詰将棋\n{board}{solution}"), "kif");
    assert!(
        is_written && !rules.contains(&"unknown-handicap".to_owned()),
        "{rules:?}"
    );
}
