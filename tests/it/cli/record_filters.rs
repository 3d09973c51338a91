//! Record selection by `--where`, `--clean` and `--unique`, output files by `--name` and `--split`, and opening books.

use std::fmt::Write as _;
use std::fs;

use super::{Archive, CLEAN, NIFU, NO_MOVES, Outcome};
use crate::support::table::{assert_cases, rows};

/// Makes error-free games of two plies, games with nifu, a record without moves, and an unreadable archive.
fn archive() -> Archive {
    let with_player = CLEAN.replace("手合割：平手", "手合割：平手\n先手：甲");
    Archive::new(&[
        ("g/broken.zip", b"PK\x03\x04 and nothing more"),
        ("g/clean.kif", with_player.as_bytes()),
        ("g/foul.kif", NIFU.as_bytes()),
        ("g/two.kif", [CLEAN, NIFU].concat().as_bytes()),
        ("g/unmoved.kif", NO_MOVES.as_bytes()),
    ])
}

/// Returns the exit status, the records in the JSON output, and the numbers of records that were left out, from the
/// summary.
fn selected_records(outcome: &Outcome) -> String {
    let records = outcome.objects().into_iter().map(|object| {
        let path = object["path"]
            .as_str()
            .unwrap()
            .trim_start_matches("g/")
            .to_owned();
        format!("{path}#{}", object["record"])
    });
    let summary = outcome.stderr.lines().last().unwrap_or_default();
    let left_out_counts = summary.split(';').filter(|it| it.contains("left out"));
    let left_out_counts = left_out_counts.map(|it| it.split('(').next().unwrap_or(it).trim());
    let record_names: Vec<_> = records.collect();
    let reasons: Vec<_> = left_out_counts.collect();
    format!(
        "{} {}, {}",
        outcome.status,
        record_names.join(" "),
        reasons.join(", ")
    )
}

#[test]
fn filtered_records_are_counted() {
    // The damaged archive is not a record, so its finding is always reported.
    const CASES: &str = "
        --where plies=2             | 1 broken.zip#1 clean.kif#1 two.kif#1, 3 records left out by --where
        --where rules~nifu          | 1 broken.zip#1 foul.kif#1 two.kif#2, 3 records left out by --where
        --where black=甲            | 1 broken.zip#1 clean.kif#1 unmoved.kif#1, 3 records left out by --where
        --clean                     | 1 broken.zip#1 clean.kif#1 two.kif#1 unmoved.kif#1, 2 records left out by --clean
        --clean --fail-on warning   | 1 broken.zip#1 clean.kif#1 two.kif#1, 3 records left out by --clean
        --clean --fail-on never     | 0 broken.zip#1 clean.kif#1 foul.kif#1 two.kif#1 two.kif#2 unmoved.kif#1,
        --clean --where plies>2     | 1 broken.zip#1, 3 records left out by --where, 2 records left out by --clean
    ";
    let archive = archive();
    assert_cases(rows(CASES), |[options, expected]| {
        let outcome = archive.run_line(&format!("validate --format jsonl g {options}"));
        let selected = selected_records(&outcome);
        (expected.to_owned(), selected.trim_end().to_owned())
    });
}

/// Makes copies of a game that differ in the headers, a comment or the last move, two copies of a game with nifu, and
/// two records without moves.
fn copies() -> Archive {
    let with_player = CLEAN.replace("手合割：平手", "手合割：平手\n先手：甲");
    let with_comment = with_player.replace("   2", "*A comment.\n   2");
    let longer = CLEAN.replace(
        "   3 投了\nまで2手で後手の勝ち",
        "   3 ２六歩(27)\n   4 投了\nまで3手で先手の勝ち",
    );
    Archive::new(&[
        ("g/a.kif", CLEAN.as_bytes()),
        (
            "g/b.kif",
            [&*with_player, &with_comment, NO_MOVES].concat().as_bytes(),
        ),
        ("g/c.kif", longer.as_bytes()),
        ("g/d.kif", NIFU.as_bytes()),
        ("g/e.kif", [NIFU, "*A comment.\n"].concat().as_bytes()),
        ("g/f.kif", NO_MOVES.as_bytes()),
    ])
}

#[test]
fn unique_keeps_the_most_complete_record() {
    // Records without moves are all kept. A record that another option leaves out is not compared.
    const CASES: &str = "
        --unique                          | 1 b.kif#2 b.kif#3 c.kif#1 e.kif#1 f.kif#1, 3 records left out by --unique
        --unique --where record<2         | 1 b.kif#1 c.kif#1 e.kif#1 f.kif#1, 2 records left out by --where, 2 records left out by --unique
        --unique --clean                  | 0 b.kif#2 b.kif#3 c.kif#1 f.kif#1, 2 records left out by --clean, 2 records left out by --unique
        --unique -j 1                     | 1 b.kif#2 b.kif#3 c.kif#1 e.kif#1 f.kif#1, 3 records left out by --unique
    ";
    let archive = copies();
    assert_cases(rows(CASES), |[options, expected]| {
        let outcome = archive.run_line(&format!("validate --format jsonl g {options}"));
        (expected.to_owned(), selected_records(&outcome))
    });
    let outcome = archive.run_line("validate --unique g");
    let same_game_lines: Vec<_> = outcome
        .stderr
        .lines()
        .filter(|it| it.contains("same game"))
        .collect();
    assert_eq!(
        same_game_lines,
        [
            "g/a.kif (record 1): left out by --unique, the same game as g/b.kif (record 2)",
            "g/b.kif (record 1): left out by --unique, the same game as g/b.kif (record 2)",
            "g/d.kif (record 1): left out by --unique, the same game as g/e.kif (record 1)",
        ]
    );
    let six_copies = Archive::new(&["1", "2", "3", "4", "5", "6"].map(|name| (name, CLEAN.as_bytes())));
    let listing = |options: &str| {
        let stderr = six_copies
            .run_line(&format!("stats --unique 1 2 3 4 5 6 {options}"))
            .stderr;
        let listed_count = stderr.matches("the same game as").count();
        (
            listed_count,
            stderr.contains("records left out by --unique that are not listed: 2; -v lists all"),
        )
    };
    assert_eq!([listing(""), listing("-v")], [(3, true), (5, false)]);
    let quiet = archive.run_line("validate --unique -q g");
    assert_eq!(quiet.stderr, "");
}

/// Returns a game of 2 plies, or of 60, between these players.
fn game_of(names: &str, is_long: bool) -> String {
    let (black, white) = names.split_once(' ').unwrap();
    let mut text = format!("手合割：平手\n先手：{black}\n後手：{white}\n");
    let moves = [
        "７六歩(77)",
        "３四歩(33)",
        "６八銀(79)",
        "４二銀(31)",
        "７九銀(68)",
        "３一銀(42)",
    ];
    let back_and_forth = moves[2..].iter().cycle();
    let plies = if is_long { 60 } else { 2 };
    for (at, mv) in moves[..2].iter().chain(back_and_forth).take(plies).enumerate() {
        writeln!(text, "{:4} {mv}", at + 1).expect("a string takes any text");
    }
    text + "まで\n"
}

#[test]
fn unique_keeps_short_games_of_other_players() {
    // The records of a case have the same moves. Names are compared in their folded form, as a set.
    const CASES: &str = "
        short | 甲,乙 丙,丁                | 1 2 (kept 1)
        long  | 甲,乙 丙,丁                | 1
        short | 甲,乙 丙,丁 丁四段,丙 甲,戊 | 1 2 (kept 1)
        short | 甲,乙 丙,乙                | 1
        short | 髙橋一,乙 丙,高橋一五段     | 1
        short | 甲,乙 丙,                  | 1
        short | 甲,乙 丙,？                | 1
        short | , 甲,乙 丙,丁              | 1 3 (kept 1)
        short | 甲,乙 丙,丁 戊,己 丁,庚     | 1 2 3 (kept 2)
    ";
    assert_cases(rows(CASES), |[length, names, expected]| {
        let names: Vec<_> = names.split(' ').map(|it| it.replace(',', " ")).collect();
        let files: Vec<_> = names
            .iter()
            .enumerate()
            .map(|(at, names)| {
                // All records have the same number of headers, so the first is kept.
                (
                    format!("{}.kifu", at + 1),
                    game_of(names, length.starts_with('l')),
                )
            })
            .collect();
        let files: Vec<_> = files
            .iter()
            .map(|(name, text)| (&**name, text.as_bytes()))
            .collect();
        let archive = Archive::new(&files);
        let outcome = archive.run_line("stats --unique --columns path .");
        let kept: Vec<_> = outcome
            .stdout
            .lines()
            .skip(1)
            .map(|it| it.trim_end_matches(".kifu").trim_start_matches("./"))
            .collect();
        let (before, _) = outcome
            .stderr
            .split_once(" with the same moves but other names kept")
            .unwrap_or_default();
        let count = before
            .split(' ')
            .rev()
            .nth(1)
            .filter(|it| !it.is_empty())
            .map(|it| format!(" (kept {it})"));
        (expected.to_owned(), kept.join(" ") + &count.unwrap_or_default())
    });
}

#[test]
fn each_game_is_counted_and_converted_once() {
    let archive = copies();
    let games = archive
        .run_line("stats -q --unique --columns path,record g")
        .stdout;
    assert_eq!(
        games,
        "path,record\ng/b.kif,2\ng/b.kif,3\ng/c.kif,1\ng/e.kif,1\ng/f.kif,1\n"
    );
    let ends = archive.run_line("stats -q --unique --table endings --columns end,games --having games>1 g");
    assert_eq!(ends.stdout, "end,games\nresign,2\n,2\n");
    let joined = archive.run_line("convert --to usi --unique --clean g").stdout;
    assert_eq!(joined.lines().count(), 4, "{joined}");
    // A list of files may come from a pipe. Records may not, because `--unique` reads them twice.
    let from_list = archive.run_with_input(
        &[
            "stats",
            "-q",
            "--unique",
            "--columns",
            "path",
            "--files-from",
            "-",
        ],
        b"g/c.kif\ng/a.kif\n",
    );
    assert_eq!(from_list.stdout, "path\ng/c.kif\ng/a.kif\n");
    for args in [
        &["validate", "--unique"][..],
        &["stats", "--unique", "-"],
        &["find", "--unique", "--sfen", "startpos"],
    ] {
        let outcome = archive.run_with_input(args, CLEAN.as_bytes());
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(
            outcome
                .stderr
                .contains("--unique reads its inputs twice, and `-` can be read only once"),
            "{outcome:?}"
        );
    }
}

#[test]
fn members_with_equal_names_are_distinguished() {
    // The archive has two members with the same name: a copy of `b.kif`, and a longer game.
    let longer = CLEAN
        .replace("   3 投了", "   3 ２六歩(27)\n   4 投了")
        .replace("まで2手で後手の勝ち\n", "");
    let tar = super::archives::builders::tar(&[("a.kif", CLEAN.as_bytes()), ("a.kif", longer.as_bytes())]);
    let archive = Archive::new(&[("a.tar", &*tar), ("b.kif", CLEAN.as_bytes())]);
    let games = archive
        .run_line("stats -q --unique --columns path,plies a.tar b.kif")
        .stdout;
    assert_eq!(games, "path,plies\na.tar!a.kif,2\na.tar!a.kif,3\n");
}

#[test]
fn the_exit_status_is_that_of_selected_records() {
    let archive = archive();
    let status = |options: &str| archive.run_line(&format!("validate -q {options}")).status;
    assert_eq!(status("g/foul.kif"), 1);
    assert_eq!(status("g/foul.kif --where plies<3"), 0);
    assert_eq!(status("g/foul.kif --clean"), 0);
    assert_eq!(status("g/foul.kif --where plys<3"), 2);
}

#[test]
fn lists_and_baselines_ignore_filtered_records() {
    let archive = archive();
    archive.run_line("validate -q --write-baseline known.jsonl g/foul.kif");
    let command =
        "validate --baseline known.jsonl --valid-list good --invalid-list bad g/clean.kif g/foul.kif";
    let filtered = archive.run_line(&format!("{command} --where plies=2"));
    assert!(!filtered.stderr.contains("did not occur"), "{filtered:?}");
    let list = |name: &str| fs::read_to_string(archive.path(name)).unwrap();
    assert_eq!((&*list("good"), &*list("bad")), ("g/clean.kif\n", ""));
    // Without `--where`, the lists contain both files, and unused baseline entries are reported.
    archive.run_line(command);
    assert_eq!(&*list("good"), "g/clean.kif\ng/foul.kif\n");
    let unfiltered = archive.run_line("validate --baseline known.jsonl g/clean.kif");
    assert!(unfiltered.stderr.contains("did not occur"), "{unfiltered:?}");
}

#[test]
fn selected_records_are_converted_to_one_file() {
    let archive = archive();
    let outcome = archive.run_line("convert --to csa --clean --where plies>0 --join -o all.csa g");
    assert_eq!(outcome.status, 2, "an archive is damaged: {outcome:?}");
    assert!(outcome.stderr.contains("Converted 2 of 3 records"), "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("1 record left out by --where; 2 records left out by --clean"),
        "{outcome:?}"
    );
    let joined = fs::read_to_string(archive.path("all.csa")).unwrap();
    assert_eq!(joined.matches("%TORYO").count(), 2, "{joined}");
    assert_eq!(joined.matches("N+甲").count(), 1, "{joined}");
    // Standard output gets the same text as the file. A folder gets one file per input with selected records.
    let on_stdout = archive.run_line("convert --to csa --clean --where plies>0 --join g");
    assert_eq!(on_stdout.stdout, joined);
    archive.run_line("convert --to csa --clean --where plies>0 --join -o out g");
    let names: Vec<_> = ["clean.csa", "two.csa", "foul.csa", "unmoved.csa"]
        .into_iter()
        .filter(|name| archive.path("out").join(name).exists())
        .collect();
    assert_eq!(names, ["clean.csa", "two.csa"]);
}

#[test]
fn a_joined_file_is_complete_or_unchanged() {
    let archive = archive();
    fs::write(archive.path("all.csa"), "old").unwrap();
    let without_force = archive.run_line("convert --to csa --join -o all.csa g/clean.kif g/two.kif");
    assert_eq!(without_force.status, 2, "{without_force:?}");
    assert_eq!(fs::read_to_string(archive.path("all.csa")).unwrap(), "old");
    let with_force = archive.run_line("convert --to csa --join --force -o all.csa g/clean.kif g/two.kif");
    assert_eq!(with_force.status, 0, "{with_force:?}");
    let joined = fs::read_to_string(archive.path("all.csa")).unwrap();
    assert_eq!(joined.matches("PI\n").count(), 3, "{joined}");
}

#[test]
fn the_language_of_expressions_is_explained() {
    let archive = archive();
    let help = archive.run_line("stats --where help").stdout;
    for command in ["validate", "convert --to csa"] {
        let outcome = archive.run_line(&format!("{command} --where help"));
        assert_eq!((outcome.status, &outcome.stdout), (0, &help));
    }
}

/// Makes two records with the same players and date, a record whose player has the name `..`, and a record without
/// players.
fn archive_with_headers() -> Archive {
    let record = |headers: &str| CLEAN.replace("手合割：平手", &format!("手合割：平手\n{headers}"));
    let spring_game = record("開始日時：2020/04/01\n先手：甲/乙\n後手：丙:\n棋戦：春期");
    let spring_game_elsewhere =
        record("開始日時：2020/04/01\n先手：甲/乙\n後手：丙:\n棋戦：春期\n場所：別室");
    let dotted_name = record("後手：..");
    Archive::new(&[
        (
            "g/a.kif",
            [&*spring_game, &*spring_game_elsewhere].concat().as_bytes(),
        ),
        ("g/b.kif", dotted_name.as_bytes()),
        ("g/c.kif", NIFU.as_bytes()),
    ])
}

/// Returns the files below a folder, sorted by name.
fn files_below(archive: &Archive, folder: &str) -> Vec<String> {
    let folder = archive.path(folder);
    let paths = crate::support::files::below(&folder).into_iter();
    let mut names: Vec<_> = paths
        .map(|path| path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn files_are_named_by_their_games() {
    let archive = archive_with_headers();
    let outcome = archive.run(&[
        "convert",
        "-q",
        "--to",
        "csa",
        "--clean",
        "--name",
        "{year}/{event}/{date}_{black}-{white}.{ext}",
        "-o",
        "out",
        "g",
    ]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    assert_eq!(
        files_below(&archive, "out"),
        [
            "2020/春期/2020-04-01_甲_乙-丙_-2.csa",
            "2020/春期/2020-04-01_甲_乙-丙_.csa",
            "_/_/___-_.csa",
        ]
    );
    // The extension is added to a name, and files whose names would be equal get numbers.
    let without_extension = archive.run_line("convert -q --to csa --clean --name {year} -o flat g");
    assert_eq!(without_extension.status, 0, "{without_extension:?}");
    assert_eq!(files_below(&archive, "flat"), ["2020-2.csa", "2020.csa", "_.csa"]);
    // Formats with one line per record get a file per record, too.
    archive.run_line("convert -q --to usi --clean --name {year} -o lines g");
    assert_eq!(
        files_below(&archive, "lines"),
        ["2020-2.usi", "2020.usi", "_.usi"]
    );
    // Outputs may have the names of inputs in another folder, and no output is a hidden file.
    let from_csa = archive.run_line("convert -q --to csa --name {white} -o again flat");
    assert_eq!(from_csa.status, 0, "{from_csa:?}");
    assert_eq!(files_below(&archive, "again"), ["_.csa", "丙_-2.csa", "丙_.csa"]);
    archive.run_line("convert -q --to csa --name {year} -o years flat");
    assert_eq!(files_below(&archive, "years"), files_below(&archive, "flat"));
    fs::write(
        archive.path("hidden.kif"),
        CLEAN.replace("手合割", "先手：../x\n手合割"),
    )
    .unwrap();
    archive.run_line("convert -q --to csa --name {black} -o seen hidden.kif");
    assert_eq!(files_below(&archive, "seen"), ["_._x.csa"]);
    let onto_existing = archive.run_line("convert -q --to csa --clean --name {year} -o flat g/b.kif");
    assert_eq!(onto_existing.status, 2, "{onto_existing:?}");
}

#[test]
fn records_are_split_into_files() {
    let archive = archive_with_headers();
    let outcome = archive.run_line("convert -q --to csa --split 3 -o all.csa g");
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let game_count = |name: &str| {
        let text = fs::read_to_string(archive.path(name)).unwrap();
        text.matches("PI\n").count()
    };
    assert_eq!(
        [game_count("all-000001.csa"), game_count("all-000002.csa")],
        [3, 1]
    );
    archive.run_line("convert -q --to csa --split 1 -o out g");
    let names: Vec<_> = (1..=4).map(|number| format!("records-{number:06}.csa")).collect();
    assert_eq!(files_below(&archive, "out"), names);
}

#[test]
fn wrong_uses_of_name_and_split_are_reported() {
    const CASES: &str = "
        --to csa --name {blac} -o out      | --name:1:2 | unknown column `blac`
        --to csa --name ../x -o out        | --name:1:1 | not the name of a file
        --to csa --name {year} -o a.csa    | Usage | --name names the files in it
        --to csa --name {year}             | Usage | --output
        --to csa --name {year} --join -o x | Usage | cannot be used with
        --to bod --split 2 -o x            | Usage | --split is available for
        --to csa --split 0 -o x            | --split | 0
    ";
    let archive = archive_with_headers();
    fs::write(archive.path("a.csa"), "old").unwrap();
    assert_cases(rows(CASES), |[options, location, message]| {
        let outcome = archive.run_line(&format!("convert g {options}"));
        let is_reported = outcome.stderr.contains(location) && outcome.stderr.contains(message);
        ((2, true), (outcome.status, is_reported))
    });
}

#[test]
fn rows_are_filtered_by_columns_of_the_table() {
    let archive = archive();
    let move_rows = |filter: &str| {
        let columns = "--columns=record,ply";
        let outcome = archive.run(&[
            "stats",
            "-q",
            "--table",
            "moves",
            columns,
            "--where",
            filter,
            "g/two.kif",
        ]);
        assert_eq!(outcome.status, 0, "{outcome:?}");
        outcome
            .stdout
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    // Rows are filtered by columns of the game, by columns of the table, and by both.
    assert_eq!(move_rows("plies = 2"), ["1,1", "1,2"]);
    assert_eq!(move_rows("ply = 1"), ["1,1", "2,1"]);
    assert_eq!(move_rows("ply = 2 and plies > 2"), ["2,2"]);
    let outcome = archive.run(&["stats", "--where", "ply = 2", "g"]);
    assert_eq!(outcome.status, 2);
    assert!(
        outcome.stderr.contains("tables with this column: moves"),
        "{outcome:?}"
    );
    let outcome = archive.run(&["stats", "--table", "players", "--where", "win_rate > 0.5", "g"]);
    assert!(outcome.stderr.contains("use --having"), "{outcome:?}");
    let outcome = archive.run(&["stats", "--table", "openings", "--where", "win_rate > 0.5", "g"]);
    assert!(
        outcome
            .stderr
            .contains("tables with this column: players, strategies"),
        "{outcome:?}"
    );
}

/// An opening book with one castle, which has a new name and matches after 7g7f and 3c3d.
const BOOK: &str =
    "[[castle]]\nname = \"見本囲い\"\nenglish = \"Sample Castle\"\nboard = [\"▲７六歩 △３四歩\"]\n";

#[test]
fn a_book_of_openings_applies_to_all_commands() {
    const CASES: &str = "
        validate --format jsonl g
        convert --to usi g
        find --moves 7g7f g
        stats g
        stats --unique g
    ";
    let archive = archive();
    fs::write(archive.path("book.toml"), BOOK).unwrap();
    let games = archive.run_line("stats -q --columns path,black_castle --openings book.toml --sort path g");
    assert!(
        games.stdout.contains("g/clean.kif,見本囲い\n"),
        "{}",
        games.stdout
    );
    assert_cases(rows(CASES), |[command]| {
        let left_out_counts = |options: &str| {
            let outcome = archive.run_line(&format!("{command} --where black_castle=見本囲い {options}"));
            let parts = outcome.stderr.split([';', '(', '\n']);
            let counts = parts
                .map(str::trim)
                .filter(|it| it.contains("left out by --where"));
            counts.collect::<Vec<_>>().join(", ")
        };
        let expected = ["5 records left out by --where", "3 records left out by --where"].map(str::to_owned);
        (
            expected,
            [left_out_counts(""), left_out_counts("--openings book.toml")],
        )
    });
}

/// Both passes over the inputs use the opening book. Without the book, the first pass would find no copies.
#[test]
fn copies_are_found_by_the_book_of_openings() {
    let archive = archive();
    fs::write(archive.path("book.toml"), BOOK).unwrap();
    let outcome = archive
        .run_line("stats -q --unique --openings book.toml --where black_castle=見本囲い --columns path g/clean.kif g/two.kif");
    assert_eq!(outcome.stdout, "path\ng/clean.kif\n", "{outcome:?}");
}

#[test]
fn no_output_overwrites_the_book_of_openings() {
    const CASES: &str = "
        validate -o book.toml
        stats -o book.toml
        find --moves 7g7f -o book.toml
        convert --to csa --join -o book.toml
        convert --to csa -o book.toml
    ";
    let archive = archive();
    assert_cases(rows(CASES), |[command]| {
        fs::write(archive.path("book.toml"), BOOK).unwrap();
        let outcome = archive.run_line(&format!("{command} --openings book.toml g/clean.kif"));
        let book = fs::read_to_string(archive.path("book.toml")).unwrap();
        ((2, BOOK.to_owned()), (outcome.status, book))
    });
}

#[test]
fn training_data_skips_records_without_items() {
    let unmoved = "手合割：平手\n1 投了\n";
    let unfinished = CLEAN.replace("投了\nまで2手で後手の勝ち", "中断");
    let archive = Archive::new(&[
        ("g/clean.kif", CLEAN.as_bytes()),
        ("g/foul.kif", NIFU.as_bytes()),
        ("g/open.kif", unfinished.as_bytes()),
        ("g/unmoved.kif", unmoved.as_bytes()),
    ]);
    for (format, length, converted) in [
        ("psv", 2 * 40, "1 of 1 record"),
        ("hcpe", 2 * 38, "1 of 1 record"),
    ] {
        let outcome = archive.run_line(&format!(
            "convert --to {format} --scores keep --join -o {format}.{format} g"
        ));
        assert_eq!(outcome.status, 0, "{outcome:?}");
        let summary = outcome.stderr.lines().last().unwrap_or_default();
        assert!(
            summary.contains(converted)
                && summary.contains("1 record left out because of findings")
                && summary.contains("2 records left out because there are no moves"),
            "{summary}"
        );
        let bytes = fs::read(archive.path(&format!("{format}.{format}"))).unwrap();
        assert_eq!(bytes.len(), length);
    }
}
