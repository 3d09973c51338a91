//! `kifu show`: the page, the diagram and the picture of a record, the selected ply, and error messages.

use std::fs;

use super::{Archive, CLEAN, NIFU, Outcome, PNG};

impl Archive {
    fn show(&self, arguments: &[&str]) -> Outcome {
        let mut command = self.command(&[&["show"], arguments].concat());
        command.env("LC_ALL", "C.UTF-8").output().unwrap().into()
    }
}

#[test]
fn the_main_line_is_shown() {
    let archive = Archive::new(&[("a.kif", NIFU.as_bytes())]);
    let outcome = archive.show(&["a.kif"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{outcome:?}");
    for text in [
        "a.kif (kif, UTF-8)\n",
        "\nPly 9 of 9: ▲９五歩 (P*9e)\n",
        "\n>    9  ▲９五歩         P*9e\n         error[nifu]: ",
        "\nResult\n  Stated in the record: White wins\n",
    ] {
        assert!(outcome.stdout.contains(text), "{text}\nin\n{}", outcome.stdout);
    }
    let from_stdin = archive.run_with_input(&["show", "--lang", "en"], NIFU.as_bytes());
    let without_first_line = |page: &str| page.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!(
        without_first_line(&from_stdin.stdout),
        without_first_line(&outcome.stdout)
    );
    assert!(
        from_stdin.stdout.starts_with("- (kif, UTF-8)\n"),
        "{from_stdin:?}"
    );
}

#[test]
fn the_language_is_that_of_the_locale_or_the_option() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    let japanese = archive.show(&["a.kif", "--lang", "ja"]);
    assert!(
        japanese.stdout.contains("\n  棋譜の記載：後手の勝ち（投了）\n"),
        "{japanese:?}"
    );
    let mut command = archive.command(&["show", "a.kif"]);
    let localised: Outcome = command.env("LC_ALL", "ja_JP.UTF-8").output().unwrap().into();
    assert_eq!(localised.stdout, japanese.stdout);
    assert_ne!(archive.show(&["a.kif"]).stdout, japanese.stdout);
    assert_eq!(archive.show(&["a.kif", "--lang", "xx"]).status, 2);
}

#[test]
fn one_record_of_several_is_selected() {
    let second = CLEAN.replace("7六歩(77)", "２六歩(27)");
    let archive = Archive::new(&[("a.kif", [CLEAN, &second, CLEAN].concat().as_bytes())]);
    assert!(
        archive
            .show(&["a.kif"])
            .stdout
            .starts_with("a.kif, record 1 of 3 (kif, UTF-8)\n")
    );
    let third = archive.show(&["a.kif", "--record", "3"]);
    assert!(
        third.stdout.starts_with("a.kif, record 3 of 3 (kif, UTF-8)\n"),
        "{third:?}"
    );
    let fourth = archive.show(&["a.kif", "--record", "4"]);
    assert_eq!((fourth.status, fourth.stdout.as_str()), (2, ""));
    assert_eq!(
        fourth.stderr,
        "error: a.kif: record 4 does not exist: the file contains 3 records\n"
    );
    assert_eq!(archive.show(&["a.kif", "--record", "0"]).status, 2);
}

#[test]
fn records_that_cannot_be_shown_are_reported() {
    let other_game = "手合割：中将棋\n1 ７六歩(77)\n".as_bytes();
    let archive = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("a.png", PNG),
        ("dir/x", b""),
        ("chu.kif", other_game),
    ]);
    for (arguments, message) in [
        (["gone.kif", "--ply", "0"], "error: gone.kif: "),
        (
            ["dir", "--ply", "0"],
            "error: dir: this is a directory; specify one file\n",
        ),
        (
            ["a.kif", "--ply", "4"],
            "error: a.kif: ply 4 does not exist: the main line has 2 plies, and 0 is the start position\n",
        ),
        (
            ["chu.kif", "--svg", "-"],
            "error: chu.kif: this is a record of \"中将棋\", not of shogi",
        ),
        (
            ["chu.kif", "--ply", "1"],
            "error: chu.kif: this is a record of \"中将棋\", not of shogi",
        ),
        (["a.png", "--svg", "-"], "error: a.png: no game record found\n"),
        (
            ["a.png", "--format", "kif-diagram"],
            "error: a.png: no game record found\n",
        ),
    ] {
        let outcome = archive.show(&arguments);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.starts_with(message), "{outcome:?}");
    }
    let picture = archive.show(&["a.png"]);
    assert_eq!(picture.status, 2);
    assert!(
        picture.stdout.contains("\n  error[unreadable-record]: "),
        "{picture:?}"
    );
}

#[test]
fn the_kif_diagram_equals_a_conversion_to_bod() {
    let archive = Archive::new(&[("a.kif", NIFU.as_bytes())]);
    let diagram = archive
        .command(&["show", "a.kif", "--format", "kif-diagram"])
        .output()
        .unwrap();
    let conversion = archive
        .command(&["convert", "a.kif", "--to", "bod"])
        .output()
        .unwrap();
    assert_eq!(
        (diagram.status.code(), &diagram.stdout),
        (Some(0), &conversion.stdout)
    );
    let start = archive
        .command(&["show", "a.kif", "--format", "kif-diagram", "--ply", "0"])
        .output()
        .unwrap();
    assert!(start.stdout != diagram.stdout && !start.stdout.is_empty());
}

#[test]
fn the_picture_is_written_to_a_file_and_never_over_a_record() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    let outcome = archive.show(&["a.kif", "--svg", "a.svg", "--ply", "1"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (0, ""), "{outcome:?}");
    let picture = fs::read_to_string(archive.path("a.svg")).unwrap();
    assert!(picture.ends_with("</svg>\n"));
    assert_eq!(
        archive.show(&["a.kif", "--svg", "-", "--ply", "1"]).stdout,
        picture
    );
    for (record, message) in [
        ("a.kif", "this is an input file and is not overwritten"),
        ("b.kif", "this output is not a game record"),
    ] {
        let refusal = archive.show(&["a.kif", "--svg", record]);
        assert_eq!(refusal.status, 2);
        assert!(refusal.stderr.contains(message), "{refusal:?}");
        assert_eq!(fs::read_to_string(archive.path(record)).unwrap(), CLEAN);
    }
    assert_eq!(archive.show(&["a.kif", "--svg", "nowhere/a.svg"]).status, 2);
    assert_eq!(
        archive
            .show(&["a.kif", "--svg", "a.svg", "--format", "text"])
            .status,
        2
    );
}

#[test]
fn a_truncated_record_is_shown_with_a_warning() {
    let broken_record = CLEAN.replace("３四歩(33)", "３四■(33)");
    let archive = Archive::new(&[("a.kif", broken_record.as_bytes())]);
    let page = archive.show(&["a.kif"]);
    assert_eq!((page.status, page.stderr.as_str()), (0, ""), "{page:?}");
    assert!(page.stdout.contains("(not on the board)"), "{page:?}");
    let picture = archive.show(&["a.kif", "--svg", "-"]);
    assert_eq!(picture.status, 0);
    assert_eq!(
        picture.stderr,
        "warning: a.kif: position after ply 1; the moves from ply 2 on cannot be made on the board\n"
    );
}

#[test]
fn colours_are_shown_on_request() {
    let archive = Archive::new(&[("a.kif", NIFU.as_bytes())]);
    assert!(!archive.show(&["a.kif"]).stdout.contains('\x1B'));
    let coloured = archive.show(&["a.kif", "--color", "always"]).stdout;
    assert!(coloured.contains("\x1B[1m\x1B[31merror[nifu]"), "{coloured:?}");
}

/// A game in which both sides play a known opening.
const OPENING: &str = "手合割：平手\n\
    1 ７六歩(77)\n2 ３四歩(33)\n3 ６六歩(67)\n4 ８四歩(83)\n5 ６八飛(28)\n6 ６二銀(71)\n7 ４八玉(59)\n8 ４二玉(51)\n\
    9 ３八玉(48)\n10 ３二玉(42)\n11 ２八玉(38)\n12 ５二金(61)\n13 ３八銀(39)\n14 １四歩(13)\n15 投了\n";

#[test]
fn plies_are_counted_from_the_start() {
    let from_move_61 = "\
手合割：平手
  61 ７六歩(77)
  62 ３四歩(33)
  63 投了
";
    let archive = Archive::new(&[("a.kif", OPENING.as_bytes()), ("b.kif", from_move_61.as_bytes())]);
    for (file, ply, language, message) in [
        (
            "a.kif",
            "500",
            "en",
            "ply 500 does not exist: the main line has 14 plies, and 0 is the start position\n",
        ),
        (
            "a.kif",
            "500",
            "ja",
            "500手目はない。本譜は14手で、0は開始局面である\n",
        ),
        (
            "b.kif",
            "62",
            "en",
            "ply 62 does not exist: the main line has 2 plies, and 0 is the start position; the move numbered 62 in the record is ply 2\n",
        ),
        (
            "b.kif",
            "64",
            "en",
            "ply 64 does not exist: the main line has 2 plies, and 0 is the start position\n",
        ),
    ] {
        let outcome = archive.show(&[file, "--ply", ply, "--lang", language]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
        assert!(
            outcome.stderr.ends_with(&format!("{file}: {message}")),
            "{outcome:?}"
        );
    }
    // `--ply 15` shows the end of the game, because the last move is ply 14.
    let outcome = archive.show(&["a.kif", "--ply", "15"]);
    assert!(
        outcome.stdout.contains("\nThe end, after ply 14: "),
        "{outcome:?}"
    );
}

#[test]
fn the_opening_and_the_castles_are_shown() {
    let archive = Archive::new(&[("a.kif", OPENING.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    let english = archive.show(&["a.kif"]).stdout;
    assert!(
        english.contains("\n  Opening seen  Fourth File Rook\n  Black's plan  Fourth File Rook, "),
        "{english}"
    );
    let japanese = archive.show(&["a.kif", "--lang", "ja"]).stdout;
    assert!(
        japanese.contains("\n  戦型（盤上）  四間飛車\n  先手の作戦    四間飛車、"),
        "{japanese}"
    );
    let neither = archive.show(&["b.kif"]).stdout;
    assert!(
        !neither.contains("Opening seen") && !neither.contains("plan"),
        "{neither}"
    );
}

/// Comments on plies, at the end, in variations and in records of other games are shown. In KIF, a line that begins
/// with `#` is not a comment.
#[test]
fn all_comments_are_shown_with_their_moves() {
    let shogi = "手合割：平手\n*初め\n#program\n1 ７六歩(77)\n*一手目\n2 投了\n*終局\n\n変化：1手\n1 ２六歩(27)\n*変化の手\n";
    let yonin = "Yonin: 1\n# before\n1 S 4g4f # a start\n#interrupt\n";
    let archive = Archive::new(&[("a.kif", shogi.as_bytes()), ("b.yonin", yonin.as_bytes())]);
    let page = archive.show(&["a.kif"]).stdout;
    for text in [
        "\nMoves\n  * 初め\n",
        "\n         * 一手目\n",
        "  resignation\n         * 終局\n",
        "    1 ▲２六歩\n       * 変化の手\n",
    ] {
        assert!(page.contains(text), "{text}\nin\n{page}");
    }
    assert!(!page.contains("program"), "{page}");
    let page = archive.show(&["b.yonin"]).stdout;
    assert!(
        page.contains("\nMoves\n  * before\n") && page.contains("\n         * a start\n"),
        "{page}"
    );
}

/// The settings of the folder ignore a rule. `--isolated` and `--config` replace these settings, and an invalid
/// configuration file is an error.
#[test]
fn the_settings_of_the_folder_apply() {
    let archive = Archive::new(&[
        ("kifu.toml", b"ignore = [\"nifu\"]\n"),
        ("old/a.kif", NIFU.as_bytes()),
        (
            "other.toml",
            b"[[per-path]]\npaths = [\"old/**\"]\nset = { nifu = \"warning\" }\n",
        ),
        ("broken.toml", b"ignore = 1\n"),
    ]);
    let page = |options: &[&str]| archive.show(&[&["old/a.kif"], options].concat()).stdout;
    assert!(!page(&[]).contains("[nifu]"));
    assert!(page(&["--isolated"]).contains("error[nifu]"));
    assert!(page(&["--config", "other.toml"]).contains("warning[nifu]"));
    let outcome = archive.show(&["old/a.kif", "--config", "broken.toml"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains("broken.toml:1:"), "{outcome:?}");
}

/// The command that is suggested after the findings works for every record, and shows the ply of the first finding if
/// there is a board at this ply.
#[cfg(unix)]
#[test]
fn the_command_after_the_findings_shows_the_record() {
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let broken_record = NIFU.replace("９五歩打", "９五■打");
    let archive = Archive::new(&[
        ("it's 1.kif", NIFU.as_bytes()),
        ("-dash.kif", NIFU.as_bytes()),
        ("broken.kif", broken_record.as_bytes()),
        ("several.kif", [CLEAN, NIFU].concat().as_bytes()),
        ("clean.kif", CLEAN.as_bytes()),
        ("picture.kif", PNG),
    ]);
    for name in ["tournament", "club"] {
        std::os::unix::fs::symlink(fixtures.join(name), archive.path(name)).unwrap();
    }
    let output = archive
        .run(&["validate", ".", "tournament", "club", "--profile", "jsa-pro"])
        .stdout;
    let label = "To see the board: ";
    let commands: Vec<_> = output.lines().filter_map(|it| it.strip_prefix(label)).collect();
    assert!(commands.len() > 10, "{output}");
    for command in &commands {
        let outcome = archive.shell(command);
        assert_eq!(outcome.status, 0, "{command}: {outcome:?}");
    }
    for command in [
        "kifu show --profile=jsa-pro --ply 9 './it'\\''s 1.kif'",
        "kifu show --profile=jsa-pro --ply 9 ./-dash.kif",
        "kifu show --profile=jsa-pro ./broken.kif",
        "kifu show --profile=jsa-pro --record 2 --ply 9 ./several.kif",
        "kifu show --profile=jsa-pro --ply 9 club/four-players-2.yonin",
    ] {
        assert!(commands.contains(&command), "{command}: {commands:#?}");
    }
    assert!(!output.contains("show --profile=jsa-pro ./clean"), "{output}");
    assert!(!output.contains("show --profile=jsa-pro ./picture"), "{output}");
    // Standard input cannot be read a second time, so no command is suggested.
    let from_stdin = archive.run_with_input(&["validate"], NIFU.as_bytes()).stdout;
    assert!(
        from_stdin.contains("error[nifu]") && !from_stdin.contains(label),
        "{from_stdin}"
    );
    let japanese = archive.run(&["validate", "several.kif", "--lang", "ja"]).stdout;
    let command = "盤面を見る: kifu show --lang=ja --record 2 --ply 9 several.kif\n";
    assert!(japanese.contains(command), "{japanese}");
}

/// The date has no board. The board of a finding in a variation is that of the variation.
#[test]
fn the_suggested_command_shows_the_board_of_the_finding() {
    let variation = "\n変化：2手\n   2 ８四歩(83)\n   3 ５六歩(57)\n   4 ８五歩(84)\n   5 ５四歩(56)\n";
    let game = |head: &str, tail: &str| {
        format!("手合割：平手\n{head}   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n{tail}")
    };
    let foul = NIFU.replace("手合割：平手\n", "手合割：平手\n開始日時：2026/13/45\n");
    let archive = Archive::new(&[
        ("date.kif", game("開始日時：2026/13/45\n", "").as_bytes()),
        ("variation.kif", game("", variation).as_bytes()),
        ("foul.kif", format!("{foul}{variation}").as_bytes()),
    ]);
    for (name, rule, command) in [
        ("date.kif", "impossible-date", None),
        (
            "variation.kif",
            "illegal-piece-movement",
            Some("kifu show --variation 2.1 --ply 5 variation.kif"),
        ),
        ("foul.kif", "nifu", Some("kifu show --ply 9 foul.kif")),
    ] {
        let output = archive.run(&["validate", name]).stdout;
        let shown = output
            .lines()
            .find_map(|it| it.strip_prefix("To see the board: "));
        assert_eq!(shown, command, "{output}");
        assert!(output.contains(rule), "{output}");
    }
    let shown = archive.show(&["--variation", "2.1", "--ply", "5", "variation.kif"]);
    assert!(
        shown
            .stdout
            .contains("\nVariation 2.1, ply 5 of 5: ▲５四歩(56) (5f5d)\n"),
        "{shown:?}"
    );
}

#[test]
fn a_variation_is_shown() {
    let record = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n*変化の注\n   3 ２六歩(27)\n";
    let archive = Archive::new(&[("a.kif", record.as_bytes())]);
    let show = |arguments: &[&str]| archive.show(&[arguments, &["a.kif"]].concat());
    let last = show(&["--variation", "2.1"]);
    assert!(
        last.stdout
            .contains("\nVariation 2.1, ply 3 of 3: ▲２六歩 (2g2f)\n"),
        "{last:?}"
    );
    // No move of the main line is marked.
    assert!(!last.stdout.contains("\n> "), "{last:?}");
    let first = show(&["--variation", "2.1", "--ply", "2", "--lang", "ja"]);
    assert!(
        first
            .stdout
            .contains("\n変化2.1（3手目まで）の2手目：△８四歩 (8c8d)\n"),
        "{first:?}"
    );
    assert!(first.stdout.contains("\nコメント\n    変化の注\n"), "{first:?}");
    let shared = show(&["--variation", "2.1", "--ply", "1"]);
    assert!(shared.stdout.contains("\nPly 1 of "), "{shared:?}");
    let diagram = show(&["--variation", "2.1", "--format", "kif-diagram"]);
    assert_eq!(diagram.status, 0, "{diagram:?}");
    assert!(diagram.stdout.contains("手数＝3  ２六歩(27)"), "{diagram:?}");
    let picture = show(&["--variation", "2.1", "--svg", "-"]);
    assert!(
        picture.stdout.contains("Variation 2.1, ply 3 of 3"),
        "{picture:?}"
    );
    for (arguments, message) in [
        (
            &["--variation", "2.2"][..],
            "error: a.kif: variation 2.2 does not exist: the last alternative at ply 2 is 1\n",
        ),
        (
            &["--variation", "2.1", "--ply", "4"],
            "error: a.kif: ply 4 does not exist: the variation ends at ply 3, and 0 is the start position\n",
        ),
        (&["--variation", "2"], "such as 6.1 or 6.1.8.1"),
    ] {
        let outcome = show(arguments);
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.contains(message), "{outcome:?}");
    }
}

/// A command is suggested only for records whose findings are shown.
#[test]
fn the_command_is_omitted_with_the_findings() {
    let record_with_note = CLEAN.replace("まで2手で後手の勝ち", "まで2手で先手の反則負け");
    let record_with_note = record_with_note.replace("   3 投了\n", "");
    let files: Vec<_> = (1..=5)
        .map(|number| (format!("{number}.kif"), record_with_note.clone()))
        .collect();
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (&**name, text.as_bytes()))
        .collect();
    let archive = Archive::new(&files);
    let command_count = |text: &str| text.matches("kifu show").count();
    let by_default = archive.run(&["validate", "."]).stdout;
    assert_eq!(
        (by_default.matches("note[").count(), command_count(&by_default)),
        (3, 3),
        "{by_default}"
    );
    let with_all_notes = archive.run(&["validate", ".", "--all-notes"]).stdout;
    assert_eq!(command_count(&with_all_notes), 5, "{with_all_notes}");
}

#[test]
fn missing_input_is_reported() {
    let archive = Archive::new(&[]);
    let message =
        "error: no path was given, and standard input is empty; specify a file or a directory to read\n";
    for arguments in [
        "validate",
        "validate -q",
        "validate --format concise --statistics",
        "show",
        "show --ply 3",
        "stats",
        "stats -v",
        "convert --to csa",
        "convert --to csa -o out",
        "convert --to psv",
        "find --moves 7g7f",
    ] {
        let outcome = archive.run_line(arguments);
        assert_eq!(
            (outcome.status, &*outcome.stderr),
            (2, message),
            "{arguments}: {outcome:?}"
        );
        // A table without rows still has a header line.
        assert!(outcome.stdout.lines().count() <= 1, "{arguments}: {outcome:?}");
        assert!(!outcome.stdout.contains("unreadable"), "{arguments}: {outcome:?}");
        let japanese = archive.run_line(&format!("{arguments} --lang ja"));
        let japanese_message = "エラー: パスが指定されておらず、標準入力も空である。";
        assert!(
            japanese.stderr.contains(japanese_message),
            "{arguments}: {japanese:?}"
        );
    }
    // An empty standard input that is given as `-` is treated like an empty file.
    fs::write(archive.path("empty.kif"), "").unwrap();
    for path in ["-", "empty.kif"] {
        for (arguments, status) in [("validate", 1), ("show", 2), ("stats --columns findings", 0)] {
            let outcome = archive.run_line(&format!("{arguments} {path}"));
            assert_eq!(outcome.status, status, "{arguments} {path}: {outcome:?}");
            assert!(!outcome.stderr.contains("no path was given"), "{outcome:?}");
            let expected = if status == 0 {
                "findings\n1\n"
            } else {
                "the file is empty"
            };
            assert!(
                outcome.stdout.contains(expected),
                "{arguments} {path}: {outcome:?}"
            );
        }
    }
    assert_eq!(archive.run_line("validate --format jsonl").stdout, "");
    let from_stdin = archive.run_with_input(&["validate"], CLEAN.as_bytes());
    assert!(!from_stdin.stderr.contains("no path was given"), "{from_stdin:?}");
}
