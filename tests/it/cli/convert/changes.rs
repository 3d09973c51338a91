//! Options of `kifu convert` that change records: `--strip`, `--promote-variation` and `--variation`.

use super::{Archive, CLEAN, assert_status, text, timeless, tree};

/// A record with headers, a bookmark, comments, an evaluation, times, and a variation in a variation.
const FULL: &str = "\
# 作成ソフト
開始日時：2024/05/01
棋戦：練習
手合割：平手　　
先手：甲野太郎
後手：乙山花子
手数----指手---------消費時間--
*はじめに
   1 ７六歩(77)   ( 0:16/00:00:16)
*評価値=8
*よい手
   2 ３四歩(33)   ( 0:07/00:00:07)
&基本図
   3 ２六歩(27)   ( 0:01/00:00:17)
   4 投了         ( 0:05/00:00:12)
まで3手で先手の勝ち

変化：2手
   2 ８四歩(83)
*変化の始まり
   3 ２六歩(27)
   4 ８五歩(84)

変化：3手
   3 ６八銀(79)
";

fn to_kifu(archive: &Archive, options: &[&str]) -> (String, String) {
    let arguments = [&["convert", "--to", "kifu", "a.kif"][..], options].concat();
    let outcome = assert_status(archive.run(&arguments), 0);
    (outcome.stdout, timeless(&outcome.stderr))
}

#[test]
fn each_part_is_left_out_and_counted() {
    let archive = Archive::new(&[("a.kif", FULL.as_bytes())]);
    let (whole, summary) = to_kifu(&archive, &[]);
    assert_eq!(summary, "Converted 1 of 1 record in 1 file: 0 with losses");
    let without = |lines: &[&str]| {
        let is_kept = |line: &&str| !lines.iter().any(|it| line.contains(it));
        whole.split_inclusive('\n').filter(is_kept).collect::<String>()
    };
    for (parts, count, lines) in [
        (
            "comments",
            "5 comment lines",
            &["# 作成", "*はじめに", "*評価値", "*よい手", "*変化の"][..],
        ),
        ("evaluations", "1 line with an evaluation", &["*評価値"]),
        ("bookmarks", "1 bookmark", &["&基本図"]),
        ("headers", "4 headers", &["開始日時", "棋戦"]),
        ("headers=棋戦", "1 header", &["棋戦"]),
        ("headers=$EVENT", "1 header", &["棋戦"]),
        ("headers=場所", "0 headers", &[]),
        (
            "headers=棋戦,headers=開始日時",
            "2 headers",
            &["開始日時", "棋戦"],
        ),
    ] {
        let (stripped, summary) = to_kifu(&archive, &["--strip", parts]);
        let mut expected = without(lines);
        if parts == "headers" {
            // KIF has the names of the players, even if they are not known.
            expected = expected.replace("甲野太郎", "").replace("乙山花子", "");
        }
        assert_eq!(stripped, expected, "{parts}");
        let expected = format!("Converted 1 of 1 record in 1 file: 0 with losses; stripped: {count}");
        assert_eq!(summary, expected);
    }
    let (stripped, summary) = to_kifu(&archive, &["--strip", "variations"]);
    assert_eq!(stripped, whole.split_once("変化：").unwrap().0.replace(")+", ")"));
    assert!(summary.ends_with("; stripped: 2 variations"), "{summary}");
    let (stripped, summary) = to_kifu(&archive, &["--strip", "times"]);
    assert!(!stripped.contains("00:00"), "{stripped}");
    assert!(stripped.contains("\n   4 投了        \nまで"), "{stripped}");
    assert!(summary.ends_with("; stripped: 4 times"), "{summary}");
}

#[test]
fn several_parts_are_left_out_together() {
    let archive = Archive::new(&[("a.kif", FULL.as_bytes())]);
    let all = [
        "--strip",
        "comments,variations,times",
        "--strip=evaluations,bookmarks,headers",
    ];
    let (stripped, summary) = to_kifu(&archive, &all);
    let moves = "手数----指手--\n   1 ７六歩(77)  \n   2 ３四歩(33)  \n   3 ２六歩(27)  \n   4 投了        \nまで3手で先手の勝ち\n";
    let head = "#KIF version=2.0 encoding=UTF-8\n手合割：平手　　\n先手：\n後手：\n";
    assert_eq!(stripped, format!("{head}{moves}\n"));
    let counts = "; stripped: 4 comment lines, 2 variations, 4 times, 1 line with an evaluation, 1 bookmark, 4 headers";
    assert!(summary.ends_with(counts), "{summary}");
    let japanese = archive.run(&[&["convert", "--to", "kifu", "--lang=ja", "a.kif"][..], &all].concat());
    let counts = "、`--strip` により省いたもの: コメント行4件、変化2件、消費時間4件、評価値の行1件、しおり1件、ヘッダー4件";
    assert!(timeless(&japanese.stderr).contains(counts), "{japanese:?}");
}

#[test]
fn what_is_stripped_is_not_a_loss() {
    let archive = Archive::new(&[("a.kif", FULL.as_bytes())]);
    let arguments = [
        "convert",
        "--to",
        "usi",
        "--deny-loss",
        "--loss-format=jsonl",
        "a.kif",
    ];
    assert_status(archive.run(&arguments), 1);
    let strip = ["--strip", "comments,variations,times,bookmarks,headers"];
    let outcome = archive.run(&[&arguments[..], &strip].concat());
    // USI has no word for the result.
    assert!(
        outcome.stderr.contains(r#""losses":[{"loss":"result","#),
        "{outcome:?}"
    );
    assert!(!outcome.stderr.contains(r#"{"loss":"header""#), "{outcome:?}");
    let counts = r#""stripped":{"bookmarks":1,"comments":5,"headers":4,"times":4,"variations":2}"#;
    assert!(outcome.stderr.contains(counts), "{outcome:?}");
}

#[test]
fn evaluations_in_a_longer_comment_are_left_out() {
    let jkf = r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"comments":["評価値=8\n好手","104","▲２六歩 △８四歩","読み筋=▲２六歩"]}]}"#;
    let archive = Archive::new(&[("a.jkf", jkf.as_bytes())]);
    let convert = |options: &[&str]| {
        let outcome = archive.run(&[&["convert", "--to", "jkf", "a.jkf"][..], options].concat());
        let outcome = assert_status(outcome, 0);
        (outcome.stdout, timeless(&outcome.stderr))
    };
    let (stripped, summary) = convert(&["--strip", "evaluations"]);
    assert!(stripped.contains(r#""comments":["好手"]"#), "{stripped}");
    assert!(
        summary.ends_with("; stripped: 4 lines with evaluations"),
        "{summary}"
    );
    // Moves without the score of an engine before them are a comment.
    let archive = Archive::new(&[("a.jkf", jkf.replace(r#""104","#, "").as_bytes())]);
    let outcome = archive.run(&["convert", "--to", "jkf", "--strip", "evaluations", "a.jkf"]);
    assert!(
        outcome
            .stdout
            .contains(r#""comments":["好手","▲２六歩 △８四歩"]"#),
        "{outcome:?}"
    );
}

#[test]
fn wrong_parts_are_refused() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    for (parts, message) in [
        ("comment", "did you mean comments?"),
        (
            "music",
            "expected comments, variations, times, evaluations, bookmarks, headers or headers=NAME, found music",
        ),
        ("", "headers=NAME"),
        ("headers=", "headers= requires the name of a header"),
        ("comments=x", "comments has no parts with names"),
        ("headers=棋戦,場所", "found 場所"),
    ] {
        let outcome = archive.run(&["convert", "--to", "csa", "--lang=en", "--strip", parts, "a.kif"]);
        assert_eq!(outcome.status, 2, "{parts}");
        assert!(outcome.stderr.contains(message), "{parts}: {}", outcome.stderr);
    }
}

#[test]
fn a_variation_becomes_the_main_line_and_back() {
    let archive = Archive::new(&[("a.kif", FULL.as_bytes())]);
    let (whole, _) = to_kifu(&archive, &[]);
    let (promoted, summary) = to_kifu(&archive, &["--promote-variation", "2.1.3.1"]);
    assert_eq!(summary, "Converted 1 of 1 record in 1 file: 0 with losses");
    let moves = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("   "));
        let moves = lines.map(|line| {
            line.trim_start()
                .split_inclusive(')')
                .next()
                .unwrap_or_default()
                .to_owned()
        });
        moves.collect::<Vec<_>>()
    };
    assert_eq!(
        moves(promoted.split("\n変化：").next().unwrap()),
        ["1 ７六歩(77)", "2 ８四歩(83)", "3 ６八銀(79)"]
    );
    assert!(
        promoted.contains("*変化の始まり\n   3 ６八銀(79)  +\n"),
        "{promoted}"
    );
    let archive = Archive::new(&[("a.kif", promoted.as_bytes())]);
    let (once, _) = to_kifu(&archive, &["--promote-variation", "3.1"]);
    let archive = Archive::new(&[("a.kif", once.as_bytes())]);
    assert_eq!(to_kifu(&archive, &["--promote-variation", "2.1"]).0, whole);
}

#[test]
fn the_position_of_a_variation_is_written() {
    let archive = Archive::new(&[("a.kif", FULL.as_bytes())]);
    let convert = |target: &str, path: &str| {
        let outcome = archive.run(&["convert", "--to", target, "--variation", path, "a.kif"]);
        assert_status(outcome, 0).stdout
    };
    assert_eq!(
        convert("sfen", "2.1"),
        "lnsgkgsnl/1r5b1/p1ppppppp/9/1p7/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL b - 5\n"
    );
    assert_eq!(
        convert("sfen", "2.1.3.1"),
        "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B1S3R1/LN1GKGSNL w - 4\n"
    );
    assert!(
        convert("bod", "2.1").contains("手数＝4  ８五歩(84)"),
        "{}",
        convert("bod", "2.1")
    );
}

#[test]
fn the_position_of_a_variation_after_the_end_of_the_game_is_written() {
    let record = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n   4 ２六歩(27)\n   5 ８四歩(83)\n\n変化：5手\n   5 ４四歩(43)\n";
    let archive = Archive::new(&[("a.kif", record.as_bytes())]);
    let board = |line: &str| {
        let outcome = archive.run_line(line);
        let rows = outcome.stdout.lines().filter(|line| line.starts_with('|'));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let converted = board("convert --to bod -q --variation 5.1 a.kif");
    assert_eq!(converted[3], "| ・ ・ ・ ・ ・v歩v歩 ・ ・|四", "{converted:?}");
    assert_eq!(
        converted,
        board("show --format kif-diagram --variation 5.1 --ply 5 a.kif")
    );
    // The main line still ends with the game.
    assert_eq!(
        board("convert --to bod -q a.kif")[3],
        "| ・ ・ ・ ・ ・ ・v歩 ・ ・|四"
    );
}

#[test]
fn variations_are_counted_in_one_way() {
    let archive = Archive::new(&[(
        "a.kif",
        FULL.replace("変化：3手\n   3 ６八銀(79)\n", "変化：4手\n   4 ９四歩(93)\n")
            .as_bytes(),
    )]);
    for to in ["csa", "usi", "sfen"] {
        let lost = assert_status(archive.run(&["convert", "--to", to, "a.kif"]), 0).stderr;
        assert!(lost.contains(" 2 variations,"), "{to}: {lost}");
    }
    let (_, summary) = to_kifu(&archive, &["--strip", "variations"]);
    assert!(summary.ends_with("; stripped: 2 variations"), "{summary}");
}

#[test]
fn a_missing_variation_is_refused() {
    let archive = Archive::new(&[("a.kif", FULL.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    for (path, message) in [
        (
            "2.2",
            "a.kif: not converted: variation 2.2 does not exist: the last alternative at ply 2 is 1\n",
        ),
        (
            "3.1",
            "a.kif: not converted: variation 3.1 does not exist: the line has no alternative at ply 3\n",
        ),
        (
            "2.1.9.1",
            "a.kif: not converted: variation 2.1.9.1 does not exist: the line ends at ply 4\n",
        ),
    ] {
        let outcome = archive.run(&["convert", "--to", "kifu", "--promote-variation", path, "a.kif"]);
        let outcome = assert_status(outcome, 2);
        assert!(outcome.stderr.starts_with(message), "{}", outcome.stderr);
    }
    let outcome = archive.run(&[
        "convert",
        "--to",
        "sfen",
        "--variation",
        "2.1",
        "-o",
        "out",
        "a.kif",
        "b.kif",
    ]);
    let outcome = assert_status(outcome, 2);
    assert!(
        outcome
            .stderr
            .contains("b.kif: not converted: variation 2.1 does not exist"),
        "{outcome:?}"
    );
    assert_eq!(tree(&archive, "out"), ["a.sfen"]);
    assert!(text(&archive, "out/a.sfen").ends_with(" b - 5\n"));
}

#[test]
fn wrong_paths_are_refused() {
    let archive = Archive::new(&[("a.kif", FULL.as_bytes())]);
    for path in ["6", "6.1.8", "6.0", "8.1.6.1", "x"] {
        for option in ["--variation", "--promote-variation"] {
            let outcome = archive.run(&["convert", "--to", "sfen", "--lang=en", option, path, "a.kif"]);
            assert_eq!(outcome.status, 2, "{outcome:?}");
            let message =
                "expected ascending plies, each with the number of an alternative, such as 6.1 or 6.1.8.1";
            assert!(outcome.stderr.contains(message), "{outcome:?}");
        }
    }
    let outcome = archive.run(&["convert", "--to", "csa", "--variation", "2.1", "a.kif"]);
    assert_eq!(outcome.status, 2);
    let message = "--variation selects the position for sfen, bod; for csa, use --promote-variation";
    assert!(outcome.stderr.contains(message), "{outcome:?}");
}

/// A game of two players with a title, whose names are also in its comment and its headers.
fn named(black: &str, white: &str, comment: &str) -> String {
    format!(
        "#KIF version=2.0 encoding=UTF-8\n開始日時：2024/05/01\n棋戦：{white}さん杯\n手合割：平手\n先手：{black}\n後手：{white}\n*{comment}\n   1 ７六歩(77)\n   2 投了\nまで1手で{black}の勝ち\n"
    )
}

#[test]
fn names_become_aliases_in_all_records() {
    let first = named("山崎太郎 四段", "乙", "次は川端 花子との対局。乙の研究、甲乙");
    let second = named("川端花子", "山崎　太郎", "山崎太郎が先手を希望した");
    let archive = Archive::new(&[
        ("games/1-山崎太郎/a.kif", first.as_bytes()),
        ("games/2/山崎太郎-川端花子.kif", second.as_bytes()),
    ]);
    for jobs in ["1", "2", "4"] {
        let output = format!("out{jobs}");
        let arguments = [
            "convert",
            "--to",
            "kifu",
            "--anonymise",
            "-j",
            jobs,
            "-o",
            &output,
            "games",
            "--lang=ja",
        ];
        let outcome = assert_status(archive.run(&arguments), 0);
        assert_eq!(
            tree(&archive, &output),
            ["1-対局者1/a.kifu", "2/対局者1-対局者3.kifu"]
        );
        let first = text(&archive, &format!("{output}/1-対局者1/a.kifu"));
        for line in [
            "先手：対局者1\n",
            "後手：対局者2\n",
            "棋戦：対局者2さん杯\n",
            "*次は対局者3との対局。対局者2の研究、甲乙\n",
        ] {
            assert!(first.contains(line), "{line}{first}");
        }
        let second = text(&archive, &format!("{output}/2/対局者1-対局者3.kifu"));
        assert!(second.contains("先手：対局者3\n後手：対局者1\n"), "{second}");
        assert!(second.contains("*対局者1が先手を希望した\n"), "{second}");
        let note = "対局者がまだ分かりうるもの: 棋戦（2件）、日時（2件）、コメント（2件）、ファイル名（2件）。`--strip` で省け、`--name` でファイルに名前を付けられる";
        assert!(outcome.stderr.contains(note), "{outcome:?}");
    }
    let arguments = [
        "convert",
        "--to",
        "csa",
        "--anonymise",
        "--lang=en",
        "--strip",
        "headers=棋戦,headers=開始日時,comments",
        "--join",
        "games",
    ];
    let outcome = assert_status(archive.run(&arguments), 0);
    assert!(outcome.stdout.contains("N+Player 1\nN-Player 2\n"), "{outcome:?}");
    assert!(outcome.stdout.contains("N+Player 3\nN-Player 1\n"), "{outcome:?}");
    assert!(!outcome.stderr.contains("recognised"), "{outcome:?}");
}

#[test]
fn names_on_standard_input_and_in_templates_become_aliases() {
    let archive = Archive::new(&[(
        "a.kif",
        named("Ann Lee", "Bob", "Bob played, Bobby did not; ann lee won").as_bytes(),
    )]);
    let text_of_file = text(&archive, "a.kif");
    let arguments = ["convert", "--to", "kifu", "--anonymise", "--lang=en", "-"];
    let outcome = assert_status(archive.run_with_input(&arguments, text_of_file.as_bytes()), 0);
    let comment = "*Player 2 played, Bobby did not; Player 1 won\n";
    assert!(outcome.stdout.contains(comment), "{outcome:?}");
    assert!(
        outcome.stderr.contains(
            "players may still be recognised from: event (1 record), date (1 record), comments (1 record)"
        ),
        "{outcome:?}"
    );
    let arguments = [
        "convert",
        "--to",
        "csa",
        "--anonymise",
        "--lang=en",
        "-o",
        "out",
        "--name",
        "{black}_{white}",
        "a.kif",
    ];
    assert_status(archive.run(&arguments), 0);
    assert_eq!(tree(&archive, "out"), ["Player 1_Player 2.csa"]);
    let empty = archive.run_with_input(&["convert", "--to", "csa", "--anonymise", "--lang=en"], b"");
    assert_eq!(empty.status, 2);
    assert!(
        empty
            .stderr
            .contains("no path was given, and standard input is empty"),
        "{empty:?}"
    );
}

#[test]
fn names_are_replaced_as_whole_words() {
    let files = [
        (
            "g1.kif",
            named(
                "増田 康宏",
                "BetaBot",
                "増田康宏、増田　康宏、増田 康宏が指した。BetaBot2とBetaBotの対局、xBetaBot",
            ),
        ),
        (
            "g2.kif",
            named(
                "A",
                "Yamada Taro",
                "Aは良い手 (A)。W31B22。Yamada_Taro, Yamada Taro, YamadaTaro, Yamada, Taro",
            ),
        ),
        (
            "g3.kif",
            named("増田康宏", "W31", "W31B22、7a-W31vD、[W31]、増田"),
        ),
    ];
    let event = "V2.2\nN+A\nN-Yamada_Taro\n$EVENT:wdoor+floodgate-300-10F+A+Yamada_Taro+20240101\nPI\n+\n+7776FU\n%TORYO\n";
    let files = files.iter().map(|(name, text)| (*name, text.as_bytes()));
    let files: Vec<(&str, &[u8])> = files.chain([("g4.csa", event.as_bytes())]).collect();
    let archive = Archive::new(&files);
    let arguments =
        "convert --to kifu --anonymise --lang en --strip headers=開始日時 -o out g1.kif g2.kif g3.kif g4.csa";
    let outcome = assert_status(archive.run_line(arguments), 0);
    assert!(
        outcome
            .stderr
            .contains("comments (3 records), file names (4 records)"),
        "{outcome:?}"
    );
    for (name, lines) in [
        (
            "g1.kifu",
            [
                "先手：Player 1\n",
                "*Player 1、Player 1、Player 1が指した。BetaBot2とPlayer 2の対局、xBetaBot\n",
            ],
        ),
        (
            "g2.kifu",
            [
                "後手：Player 4\n",
                "*Aは良い手 (A)。W31B22。Player 4, Player 4, Player 4, Yamada, Taro\n",
            ],
        ),
        (
            "g3.kifu",
            ["先手：Player 1\n", "*W31B22、7a-W31vD、[Player 5]、増田\n"],
        ),
        (
            "g4.kifu",
            [
                "後手：Player 4\n",
                "棋戦：wdoor+floodgate-300-10F+Player 3+Player 4+20240101\n",
            ],
        ),
    ] {
        let written = text(&archive, &format!("out/{name}"));
        for line in lines {
            assert!(written.contains(line), "{line}{written}");
        }
    }
}

#[test]
fn names_in_file_names_and_short_names_become_aliases() {
    let short = |black: &str, short_black: &str, white: &str| {
        format!(
            "手合割：平手\n先手：{black}\n先手省略名：{short_black}\n後手：{white}\n後手省略名：花\n*{short_black}の手\n   1 ７六歩(77)\n"
        )
    };
    let archive = Archive::new(&[
        ("g/AvsB.kif", named("A", "B", "x").as_bytes()),
        ("g/20240101_A_B_game.kif", named("A", "B", "x").as_bytes()),
        ("g/HabitatvsB.kif", named("A", "B", "x").as_bytes()),
        ("g/s.kif", short("川端花子", "川端", "乙山").as_bytes()),
        ("g/t.kif", short("川端一郎", "川端", "丙川").as_bytes()),
        ("g/u.kif", short("丁田二郎", "丁田", "丙川").as_bytes()),
    ]);
    assert_status(
        archive.run_line("convert --to kifu --anonymise --lang en -o out g"),
        0,
    );
    assert_eq!(
        tree(&archive, "out"),
        [
            "20240101_Player 1_Player 2_game.kifu",
            "HabitatvsB.kifu",
            "Player 1vsPlayer 2.kifu",
            "s.kifu",
            "t.kifu",
            "u.kifu"
        ]
    );
    let [s, t, u] = ["s", "t", "u"].map(|name| text(&archive, &format!("out/{name}.kifu")));
    // Two players have the short name 川端, so that it is not clear whom a comment means.
    assert!(
        s.contains("先手省略名：Player 3\n")
            && s.contains("後手省略名：Player 4\n")
            && s.contains("*川端の手\n"),
        "{s}"
    );
    assert!(t.contains("先手省略名：Player 5\n"), "{t}");
    assert!(
        u.contains("先手省略名：Player 7\n") && u.contains("*Player 7の手\n"),
        "{u}"
    );
}

/// A record with a pass in one variation, which has a variation, and another variation without a pass.
const PASS_IN_VARIATION: &str = "\
手合割：平手
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２六歩(27)

変化：2手
   2 ８四歩(83)
   3 パス
*パスの後
   4 ８五歩(84)

変化：3手
   3 ２六歩(27)

変化：2手
   2 ４四歩(43)
";

#[test]
fn a_pass_in_a_variation_leaves_out_this_variation() {
    let archive = Archive::new(&[("a.kif", PASS_IN_VARIATION.as_bytes())]);
    for (target, remaining) in [
        ("jkf", r#""to":{"x":4,"y":4}"#),
        ("ki2u", "△４四歩"),
        ("usen", "~0."),
    ] {
        let outcome = assert_status(archive.run(&["convert", "--to", target, "a.kif"]), 0);
        assert!(outcome.stdout.contains(remaining), "{outcome:?}");
        assert!(
            outcome.stderr.starts_with(&format!(
                "a.kif: lost in {target}: 1 variation, 1 variation with a pass, 1 comment line\n"
            )),
            "{outcome:?}"
        );
        std::fs::write(archive.path("b.kif"), outcome.stdout).unwrap();
        let again = assert_status(archive.run(&["convert", "--to", "kifu", "b.kif"]), 0).stdout;
        assert!(again.contains("\n変化：2手\n   2 ４四歩(43)"), "{again}");
        assert!(!again.contains("８四歩"), "{again}");
    }
    let of_main_line = PASS_IN_VARIATION.replace(
        "   3 ２六歩(27)\n\n変化：2手\n   2 ８",
        "   3 パス\n\n変化：2手\n   2 ８",
    );
    let archive = Archive::new(&[("a.kif", of_main_line.as_bytes())]);
    let outcome = assert_status(archive.run(&["convert", "--to", "jkf", "a.kif"]), 2);
    let message = "a.kif: not converted: move 3 is a pass, which JKF cannot represent\n";
    assert!(outcome.stderr.contains(message), "{outcome:?}");
}
