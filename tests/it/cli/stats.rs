//! `kifu stats`: options, tables and error messages.

use super::{Archive, CLEAN, CSA, NIFU, large_csa};

fn archive() -> Archive {
    Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("b/nifu.kif", NIFU.as_bytes()),
        ("c.csa", CSA.as_bytes()),
    ])
}

#[test]
fn each_record_gives_a_row_in_the_order_of_the_inputs() {
    let outcome = archive().run(&["stats", "--columns", "path,plies,end,verdict,findings", "."]);
    assert_eq!(
        outcome.stdout,
        "path,plies,end,verdict,findings\n\
         ./a.kif,2,resign,white,0\n\
         ./b/nifu.kif,9,other,white,1\n\
         ./c.csa,2,resign,white,0\n",
        "{outcome:?}"
    );
    assert_eq!(outcome.status, 0);
}

#[test]
fn options_select_sort_and_limit() {
    let archive = archive();
    for (options, paths) in [
        (&["--where", "plies > 2"][..], "b/nifu.kif"),
        (&["--where", "rules ~ nifu"], "b/nifu.kif"),
        (&["--where", "rules is empty"], "a.kif c.csa"),
        (&["--where", "not (format = csa or findings > 0)"], "a.kif"),
        (&["--where", "verdict = white and format != kif"], "c.csa"),
        (
            &["--where", "verdict = stated and path ~ '^[ab]'"],
            "a.kif b/nifu.kif",
        ),
        (&["--where", "verdict != stated"], ""),
        (&["--sort", "-plies,-path"], "b/nifu.kif c.csa a.kif"),
        (&["--sort", "-plies", "--limit", "1"], "b/nifu.kif"),
        (&["--limit", "2"], "a.kif b/nifu.kif"),
        (&["--limit", "0"], ""),
    ] {
        let args = ["stats", "--columns", "path", "a.kif", "b", "c.csa"];
        let outcome = archive.run(&[&args, options].concat());
        let lines: Vec<_> = outcome.stdout.lines().skip(1).collect();
        assert_eq!(lines.join(" "), paths, "{options:?}: {outcome:?}");
    }
}

#[test]
fn where_applies_to_every_table() {
    let archive = archive();
    let args = ["stats", "--where", "format = kif", "--format", "jsonl", "."];
    let rows = |table| archive.run(&[&args[..], &["--table", table]].concat()).objects();
    assert_eq!(rows("moves").len(), 11);
    assert_eq!(rows("endings").len(), 2);
    // The two games with equal moves are in different formats, so the filter keeps only one of them.
    assert_eq!(rows("duplicates").len(), 0);
    let outcome = archive.run(&["stats", "--table", "duplicates", "--format", "jsonl", "."]);
    let relations: Vec<_> = outcome
        .objects()
        .iter()
        .map(|row| row["relation"].to_string())
        .collect();
    assert_eq!(relations, ["\"first\"", "\"same\""]);
}

/// Returns a game of 40 plies in CSA with these headers.
fn forty_plies(headers: &str) -> String {
    let pawns = (1..=9).flat_map(|file| [format!("+{file}7{file}6FU"), format!("-{file}3{file}4FU")]);
    let later_moves = "+1918KY -1112KY +9998KY -9192KY +4948KI -4142KI +6968KI -6162KI +3938GI -3132GI +7978GI -7172GI \
                +5958OU -5152OU +4847KI -4243KI +6867KI -6263KI +3837GI -3233GI +7877GI -7273GI %TORYO";
    let moves: Vec<_> = pawns.chain(later_moves.split(' ').map(str::to_owned)).collect();
    format!("V2.2\n{headers}\nPI\n+\n{}\n", moves.join("\n"))
}

#[test]
fn input_errors_and_transpositions_are_duplicates() {
    let original = forty_plies("N+甲\nN-乙 四段\n$START_TIME:2024/05/03 10:00:00");
    let other_game = forty_plies("N+甲\nN-丙\n$START_TIME:2024/05/04");
    let with_exchanged_moves = |game: &str, first_move, second_move| {
        game.replace(first_move, "?")
            .replace(second_move, first_move)
            .replace('?', second_move)
    };
    let files = [
        ("a.csa", original.clone()),
        ("b.csa", with_exchanged_moves(&original, "+1716FU", "+3736FU")),
        ("c.csa", other_game.replace("+5958OU", "+9695FU")),
        ("d.csa", other_game),
        // A second input error changes the final position.
        (
            "e.csa",
            original
                .replace("+5958OU", "+9695FU")
                .replace("-5152OU", "-9495FU"),
        ),
        (
            "f.csa",
            with_exchanged_moves(&original, "+1918KY", "+5958OU").replace("+9998KY", "+9897KY"),
        ),
    ];
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    let archive = Archive::new(&files);
    let rows = |options: &[&str]| {
        let args = [
            "stats",
            "-q",
            "--table",
            "duplicates",
            "--columns",
            "path,relation,disagree",
        ];
        let outcome = archive.run(&[&args, options, &["."]].concat());
        let lines: Vec<_> = outcome.stdout.lines().skip(1).map(str::to_owned).collect();
        lines.join(" | ")
    };
    let all_rows = "./a.csa,first, | ./b.csa,transposed, | ./c.csa,one-move-differs,white start_time \
                 | ./d.csa,same,white start_time | ./e.csa,indirect,";
    assert_eq!(rows(&[]), all_rows);
    assert_eq!(
        rows(&["--where", r#"relation = "same""#]),
        "./d.csa,same,white start_time"
    );
    assert_eq!(
        rows(&["--where", "disagree is empty"]),
        "./a.csa,first, | ./b.csa,transposed, | ./e.csa,indirect,"
    );
}

#[test]
fn option_errors_are_marked_with_a_caret() {
    let archive = archive();
    for (option, value, message) in [
        (
            "--where",
            "plys > 2",
            "\
error: unknown column `plys`
 --> --where:1:1
  |
1 | plys > 2
  | ^^^^
  = help: did you mean `plies`?
",
        ),
        (
            "--where",
            "plies > 2 and end = resgin",
            "\
error: `end` cannot be `resgin`
 --> --where:1:21
  |
1 | plies > 2 and end = resgin
  |                     ^^^^^^
  = help: did you mean `resign`?
",
        ),
        (
            "--sort",
            "-plies,-pth",
            "\
error: unknown column `pth`
 --> --sort:1:9
  |
1 | -plies,-pth
  |         ^^^
  = help: did you mean `path`?
",
        ),
    ] {
        let outcome = archive.run(&["stats", option, value, "."]);
        assert_eq!(outcome.stderr, message);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""));
    }
}

#[test]
fn help_is_accepted_as_a_value() {
    let archive = archive();
    let outcome = archive.run(&["stats", "--table", "players", "--columns", "help"]);
    assert!(outcome.stdout.starts_with("name "), "{outcome:?}");
    let outcome = archive.run(&["stats", "--where", "help", "--lang", "ja"]);
    assert!(outcome.stdout.contains("比較"), "{outcome:?}");
    assert_eq!(outcome.status, 0);
}

#[test]
fn option_errors_are_in_the_selected_language() {
    for (option, value, location, english, japanese) in [
        (
            "--where",
            "date > 2024-02-30",
            "--where:1:8",
            "expected a date of the calendar for `date`, found `2024-02-30`",
            "`date` の値には暦にある日付を書く。`2024-02-30` は使えない",
        ),
        (
            "--where",
            "plies != end",
            "--where:1:10",
            "cannot compare `plies` (numbers) with `end` (texts)",
            "`plies`（数値）と `end`（文字列）は比べられない",
        ),
        (
            "--columns",
            "path,plys",
            "--columns:1:6",
            "unknown column `plys`",
            "`plys` という列はない",
        ),
        (
            "--sort",
            "-plies,plies",
            "--sort:1:8",
            "column `plies` occurs twice",
            "列 `plies` が2回書かれている",
        ),
    ] {
        for (language, message) in [("en", english), ("ja", japanese)] {
            let outcome = archive().run(&["stats", option, value, "--lang", language, "."]);
            assert_eq!(outcome.status, 2, "{outcome:?}");
            assert!(outcome.stderr.contains(message), "{outcome:?}");
            assert!(outcome.stderr.contains(location), "{outcome:?}");
        }
    }
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let large_text = large_csa(3000);
    let nifu_with_names = format!("先手：甲三段\n後手：四段 乙\n{NIFU}");
    let archive = Archive::new(&[
        ("large.csa", large_text.as_bytes()),
        ("nifu.kif", nifu_with_names.as_bytes()),
    ]);
    for options in [
        &["--table", "games"][..],
        &["--table", "games", "--sort", "-plies,path"],
        &["--table", "moves"],
        &["--table", "players"],
        &["--table", "openings"],
        &["--table", "endings"],
        &["--table", "rules"],
        &["--table", "duplicates"],
    ] {
        let stats = |jobs| {
            let args = ["stats", "-q", "-j", jobs, "large.csa", "nifu.kif"];
            archive.run(&[&args, options].concat()).stdout
        };
        let one_thread = stats("1");
        assert!(one_thread.lines().count() > 1, "{options:?}");
        assert_eq!(one_thread, stats("2"), "{options:?}");
        assert_eq!(one_thread, stats("5"), "{options:?}");
    }
}

#[test]
fn unreadable_files_are_reported_and_the_others_counted() {
    let outcome = archive().run(&["stats", "--columns", "path", "a.kif", "gone.kif"]);
    assert_eq!((outcome.status, &*outcome.stdout), (2, "path\na.kif\n"));
    assert!(outcome.stderr.contains("gone.kif"), "{outcome:?}");
}

/// The output after each `$ kifu stats` in both READMEs is the actual output.
#[test]
fn the_readme_shows_the_actual_output() {
    let root = env!("CARGO_MANIFEST_DIR");
    let readmes =
        ["README.md", "README.ja.md"].map(|name| std::fs::read_to_string(format!("{root}/{name}")).unwrap());
    let mut checked_blocks = 0;
    for block in readmes.iter().flat_map(|it| it.split("```")) {
        let Some((arguments, expected)) = block
            .strip_prefix("console\n$ kifu stats ")
            .and_then(|it| it.split_once('\n'))
        else {
            continue;
        };
        let mut stats = archive().command(&["stats"]);
        let output = stats
            .args(arguments.split(' '))
            .current_dir(root)
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        checked_blocks += 1;
    }
    assert_eq!(checked_blocks, 2);
}

#[test]
fn dates_compare_by_prefix() {
    let with_date = |date: &str| format!("開始日時：{date}\n{CLEAN}");
    let files = ["2023/12/31 10:00", "2024/03/05", "2024/11/21", "2025/01/01"].map(with_date);
    let names = ["a.kif", "b.kif", "c.kif", "d.kif"];
    let files: Vec<_> = names
        .into_iter()
        .zip(files.iter().map(String::as_bytes))
        .collect();
    let archive = Archive::new(&files);
    for (filter, paths) in [
        ("date <= 2024", "a.kif b.kif c.kif"),
        ("date = 2024", "b.kif c.kif"),
        ("date > 2024", "d.kif"),
        ("date < 2024", "a.kif"),
        ("date >= 2024-11", "c.kif d.kif"),
        ("date <= 2024-03", "a.kif b.kif"),
        ("date = 2024-03-05", "b.kif"),
        ("start_time = 2023-12-31", "a.kif"),
        ("start_time > 2023-12-31T09", "a.kif b.kif c.kif d.kif"),
    ] {
        let outcome = archive.run(&[
            "stats",
            "--columns",
            "path",
            "--where",
            filter,
            "a.kif",
            "b.kif",
            "c.kif",
            "d.kif",
        ]);
        let lines: Vec<_> = outcome.stdout.lines().skip(1).collect();
        assert_eq!(lines.join(" "), paths, "{filter}: {outcome:?}");
    }
}

/// Games with a pass or an impossible move have the same ID in every format, like other games.
#[test]
fn the_game_id_is_equal_in_every_format() {
    let with_pass = "手合割：平手\n   1 ７六歩(77)\n   2 パス\n   3 ２六歩(27)\n   4 投了\n";
    let archive = Archive::new(&[
        ("a.kif", with_pass.as_bytes()),
        ("b.usi", b"position startpos moves 7g7f 0000 2g2f"),
        ("c.kif", "手合割：平手\n   1 ７六歩(55)\n   2 投了\n".as_bytes()),
        ("d.csa", b"V2.2\nPI\n+\n+5576FU\n%TORYO\n"),
    ]);
    let outcome = archive.run(&[
        "stats",
        "--columns",
        "game_id",
        "a.kif",
        "b.usi",
        "c.kif",
        "d.csa",
    ]);
    let ids: Vec<_> = outcome.stdout.lines().skip(1).collect();
    assert_eq!((ids[0], ids[2]), (ids[1], ids[3]), "{outcome:?}");
    assert_ne!(ids[0], ids[2]);
}

/// The USI moves of four games: Black's rook stays on the left, Black's rook returns to the right, the game is too
/// short for a style, and both rooks are on the left.
const STYLE_GAMES: [&str; 4] = [
    "7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 5i4h 7a6b 4h3h 5c5d 3h2h 4a3b 3i3h 1c1d 6i5h 9c9d 7i7h 6a7a 7h6g 8b9b 6g5f 9b8b 4g4f 2c2d",
    "7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 8h7g 7a6b 6h2h 5a4b 5i6h 4b3b 6h7h 6a5b 7i6h 1c1d 4i5h 9c9d 1g1f 5c5d 9g9f 7c7d 5g5f 6c6d",
    "7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 5i4h 7a6b 4h3h 5c5d 3h2h 4a3b 3i3h 1c1d 6i5h 9c9d 7i7h 6a7a 7h6g",
    "7g7f 3c3d 6g6f 4c4d 2h6h 8b4b 5i4h 5a6b 4h3h 6b7b 3h2h 7b8b 3i3h 7a7b 6i5h 4a5b 7i7h 3a3b 1g1f 9c9d 9g9f 1c1d 4g4f 6c6d",
];

#[test]
fn styles_depend_on_the_rooks() {
    let games = STYLE_GAMES
        .map(|moves| format!("position startpos moves {moves}\n"))
        .concat();
    let archive = Archive::new(&[("games.usi", games.as_bytes())]);
    let table = |options: &str| {
        let line = format!(
            "stats -q --columns record,black_style,white_style,game_style,family {options} games.usi"
        );
        archive.run_line(&line).stdout
    };
    assert_eq!(
        table(""),
        "record,black_style,white_style,game_style,family\n\
         1,ranging-rook,static-rook,static-ranging,四間飛車\n\
         2,static-rook,static-rook,static-static,四間飛車\n\
         3,,,,四間飛車\n\
         4,ranging-rook,ranging-rook,ranging-ranging,相振り飛車\n"
    );
    let ranging_white = table("--where white_style=ranging-rook");
    assert_eq!(ranging_white.lines().nth(1).unwrap().split(',').next(), Some("4"));
    assert_eq!(ranging_white.lines().count(), 2);
    assert_eq!(table("--where white_style=振り飛車"), ranging_white);
    assert_eq!(
        table("--where game_style=対抗形"),
        table("--where game_style=static-ranging")
    );
}

#[test]
fn kinds_of_yagura_are_one_family() {
    const GAMES: [(&str, &str); 3] = [
        (
            "相矢倉,矢倉",
            "7g7f 3c3d 7i6h 3a4b 6h7g 4b3c 6i7h 4a3b 1g1f 1c1d 9g9f 9c9d 1f1e 9d9e",
        ),
        (
            "脇システム,矢倉",
            "7g7f 3c3d 7i6h 3a4b 6h7g 4b3c 6i7h 4a3b 5g5f 5c5d 3g3f 7c7d 3i4h 7a6b 4h3g 6b7c 8h7i 2b3a 7i4f 3a6d",
        ),
        (
            "相三間飛車,相振り飛車",
            "7g7f 3c3d 2h7h 8b3b 5i4h 5a6b 4h3h 6b7b 3h2h 7b8b 1g1f 9c9d",
        ),
    ];
    let games = GAMES
        .map(|(_, moves)| format!("position startpos moves {moves}\n"))
        .concat();
    let archive = Archive::new(&[("games.usi", games.as_bytes())]);
    let table = archive
        .run_line("stats -q --columns opening,family games.usi")
        .stdout;
    let rows: Vec<_> = table.lines().skip(1).collect();
    assert_eq!(rows, GAMES.map(|(row, _)| row));
}

/// KIF and CSA records with time controls and ratings: file name, headers, and the cells of the expected row.
const RATINGS_AND_TIMES: [(&str, &str, &str); 12] = [
    (
        "1.kifu",
        "持ち時間：30分+30秒\n先手：甲 R1850\n後手：乙(1500?)",
        "1850,1500,1800+30+0",
    ),
    (
        "2.csa",
        "N+甲\nN-乙 R1500\n$TIME_LIMIT:00:30+30",
        ",1500,1800+30+0",
    ),
    ("3.csa", "V3.0\n$TIME:1800+30+0", ",,1800+30+0"),
    (
        "4.kifu",
        "持ち時間：30分\n秒読み：30秒\n先手レート：1850.5\n先手：甲 R1200",
        "1850.5,,1800+30+0",
    ),
    (
        "5.kifu",
        "持ち時間：10分切れ負け\n後手レーティング：R2100",
        ",2100,600+0+0",
    ),
    (
        "6.csa",
        "V3.0\n$TIME+:900+0+5\n$TIME-:600+0+5",
        ",,900+0+5/600+0+5",
    ),
    ("7.kifu", "持ち時間：砂時計", ",,砂時計"),
    (
        "8.csa",
        "N+A\nN-B\n$EVENT:wdoor+floodgate-300-10F+A+B+20210628015959\nPI\n+\n'black_rate:A+0123:3382.0\n'white_rate:B+4567:3613.5",
        "3382,3613.5,300+0+10",
    ),
    (
        "9.kifu",
        "持ち時間：なし\n先手：player(2)\n後手：乙四段",
        ",,0+0+0",
    ),
    ("10.kifu", "持ち時間：05:00+10", ",,05:00+10"),
    ("11.csa", "N+甲\nN-乙\n$TIME_LIMIT:05:00+10", ",,05:00+10"),
    ("12.csa", "N+甲\nN-乙\n$TIME_LIMIT:00:10+00", ",,600+0+0"),
];

#[test]
fn time_controls_and_ratings_are_normalised() {
    for (name, headers, expected) in RATINGS_AND_TIMES {
        let text = match name.ends_with("kifu") {
            true => format!("{headers}\n手合割：平手\n1 ７六歩(77)\n"),
            false if headers.contains("PI") => format!("{headers}\n+7776FU\n"),
            false => format!("{headers}\nPI\n+\n+7776FU\n"),
        };
        let archive = Archive::new(&[(name, text.as_bytes())]);
        let columns = "black_rating,white_rating,time_control";
        let table = archive
            .run_line(&format!("stats -q --columns {columns} {name}"))
            .stdout;
        assert_eq!(table, format!("{columns}\n{expected}\n"), "{name}");
    }
}

#[test]
fn ratings_are_selectable_columns() {
    let files = RATINGS_AND_TIMES
        .map(|(name, headers, _)| (name, format!("{headers}\n手合割：平手\n1 ７六歩(77)\n")));
    let kif_files: Vec<_> = files.iter().filter(|it| it.0.ends_with("kifu")).collect();
    let files: Vec<_> = kif_files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    let archive = Archive::new(&files);
    let outcome = archive.run(&[
        "stats",
        "-q",
        "--where",
        "black_rating > 1850",
        "--columns",
        "path",
        ".",
    ]);
    assert_eq!(outcome.stdout, "path\n./4.kifu\n");
}

#[test]
fn moves_have_the_columns_of_their_games() {
    let archive = Archive::new(&[(
        "a.kifu",
        "手合割：平手\n先手：甲\n後手：乙\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n".as_bytes(),
    )]);
    let table =
        archive.run_line("stats -q --table moves --columns ply,position,game_id,verdict,black,white a.kifu");
    assert_eq!(
        table.stdout,
        "ply,position,game_id,verdict,black,white\n\
         1,lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -,c78df744ddcc12ba5d74e9d3cd0a6928,white,甲,乙\n\
         2,lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -,c78df744ddcc12ba5d74e9d3cd0a6928,white,甲,乙\n"
    );
}

#[test]
fn each_column_of_losses_can_be_written_alone() {
    let game = "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n'** 600\n-3334FU\n'** 620\n+2726FU\n'** 400\n-8384FU\n'** 400\n%TORYO\n";
    let archive = Archive::new(&[("a.csa", game.as_bytes())]);
    for (column, cell) in [
        ("black_mean_loss", "220.0"),
        ("white_mean_loss", "10.0"),
        ("black_blunders", "0"),
        ("white_blunders", "0"),
        ("biggest_swing", "220"),
        ("swing_ply", "3"),
        ("turned", "black"),
        ("evaluated_plies", "3"),
        ("evaluators", "two"),
    ] {
        let outcome = archive.run_line(&format!("stats -q --columns {column} a.csa"));
        assert_eq!(outcome.stdout, format!("{column}\n{cell}\n"));
    }
    let players = archive.run_line("stats -q --table players --columns mean_loss --sort name a.csa");
    assert_eq!(players.stdout, "mean_loss\n220.0\n10.0\n");
}

#[test]
fn the_lowest_loss_of_a_blunder_applies_to_columns_and_conditions() {
    let game = "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n'** 0\n-3334FU\n'** 20\n+2726FU\n'** -200\n%TORYO\n";
    let archive = Archive::new(&[("a.csa", game.as_bytes())]);
    let stdout = |arguments: &str| archive.run_line(&format!("stats -q a.csa {arguments}")).stdout;
    assert_eq!(
        stdout("--columns black_blunders --blunder 220"),
        "black_blunders\n1\n"
    );
    assert_eq!(
        stdout("--columns black_blunders --blunder 221"),
        "black_blunders\n0\n"
    );
    assert_eq!(stdout("--columns black_blunders"), "black_blunders\n0\n");
    assert_eq!(
        stdout("--table players --columns blunders --sort name --blunder 20"),
        "blunders\n1\n1\n"
    );
    let endings = "--table endings --columns games --where black_blunders=1 --blunder";
    assert_eq!(stdout(&format!("{endings} 220")), "games\n1\n");
    assert_eq!(stdout(&format!("{endings} 221")), "games\n");
    let outcome = archive.run_line("stats -q a.csa --table endings --blunder 5");
    assert_eq!(outcome.status, 2);
    assert!(
        outcome
            .stderr
            .contains("--blunder is for the tables `games` and `players`, not for `endings`"),
        "{outcome:?}"
    );
}
