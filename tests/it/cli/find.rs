//! `kifu find` and `kifu index`.

use std::fs;

use serde_json::{Value, json};

use super::archives::builders::tar;
use super::{Archive, CLEAN, NIFU, NO_MOVES};
use crate::support::table::{assert_cases, rows};

/// The position after ７六歩 ３四歩, in SFEN without the move number.
const SFEN: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -";

/// Makes a folder `g` of records that reach the position [`SFEN`] in the main line, only in a variation, or not at all.
/// The folder also has a tar with two records, and a JSON file that is not a record.
fn archive() -> Archive {
    let without_position = CLEAN.replace("３四歩(33)", "８四歩(83)");
    let in_variation = format!("{without_position}\n変化：2手\n   2 ３四歩(33)\n   3 ２六歩(27)\n");
    let tar_bytes = tar(&[
        ("in/a.kif", CLEAN.as_bytes()),
        ("b.kif", without_position.as_bytes()),
    ]);
    Archive::new(&[
        ("g/a.kif", CLEAN.as_bytes()),
        ("g/b.kif", without_position.as_bytes()),
        ("g/c.kif", [&*without_position, CLEAN, NIFU].concat().as_bytes()),
        ("g/d.kif", in_variation.as_bytes()),
        ("g/e.kif", NO_MOVES.as_bytes()),
        ("g/f.tar", &*tar_bytes),
        ("g/g.json", b"{}"),
    ])
}

#[test]
fn each_hit_is_a_row() {
    let archive = archive();
    let outcome = archive.run(&["find", "-q", "--sfen", SFEN, "g"]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    assert_eq!(
        outcome.stdout,
        format!(
            "path,record,ply,side,move,sfen,black,white,result\n\
             g/a.kif,1,2,black,,{SFEN} 3,,,white\n\
             g/c.kif,2,2,black,,{SFEN} 3,,,white\n\
             g/f.tar!in/a.kif,1,2,black,,{SFEN} 3,,,white\n"
        )
    );
    // A search without results is not an error.
    let no_hits = archive.run_line("find --moves 9g9f --format jsonl g");
    assert_eq!((no_hits.status, &*no_hits.stdout), (0, ""));
    let filtered = archive.run(&[
        "find",
        "-q",
        "--sfen",
        SFEN,
        "--where",
        "record = 2",
        "--columns",
        "path",
        "g",
    ]);
    assert_eq!(filtered.stdout, "path\ng/c.kif\n");
    let with_boards = archive
        .run(&["find", "-q", "--sfen", SFEN, "--board", "--limit", "1", "g"])
        .stdout;
    assert!(
        with_boards.starts_with("g/a.kif, record 1, ply 2\nBlack: , White: , result: White won\n"),
        "{with_boards}"
    );
    assert!(
        with_boards.contains("| ・v飛 ・ ・ ・ ・ ・v角 ・|b\n"),
        "{with_boards}"
    );
    // In Japanese output, the players of a handicap game are 下手 and 上手, and the players of an even game are 先手 and 後手.
    let handicap = "手合割：香落ち\n上手：甲\n下手：乙\n1 ３四歩(33)\n2 投了\n";
    fs::write(archive.path("h.kif"), handicap).unwrap();
    let find_with_boards = |options: &str| {
        archive
            .run_line(&format!("find -q --board --lang ja {options}"))
            .stdout
    };
    let handicap_boards =
        find_with_boards("--sfen lnsgkgsn1/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL h.kif");
    assert!(
        handicap_boards
            .starts_with("h.kif 棋譜1 手数1\n下手: 乙 上手: 甲 結果: 上手勝ち\n上手の持駒：なし\n"),
        "{handicap_boards}"
    );
    let even_game_board = find_with_boards("--sfen startpos g/e.kif");
    assert!(
        even_game_board.contains("\n先手: 甲 後手: 乙 結果: "),
        "{even_game_board}"
    );
}

#[test]
fn search_errors_are_reported() {
    const CASES: &str = "
        --moves 7g7f,3c3d     | --moves:1:1 | is not a move in USI
        --pieces ほげ          | --pieces:1:1 | is not a known word
        --pieces 「矢倉」       | --pieces:1:1 | is not a known word
        --material x          | --material:1:1 | not a list of pieces
        --material 2R3R       | --material:1:3 | this kind is listed twice
        --material 99P        | --material:1:1 | a full set has only 18
        --sfen 9/9            | --sfen:1:1 | not a position in SFEN
        --index x.idx g --moves 7g7f | Usage | specify either --index or paths
        --next --variations --moves 7g7f | Usage | cannot be used with --variations
        -q g                  | Usage | specify what to find
        --tree 2 --format csv g | Usage | --tree is written as text or json
        --sfen startpos --format text g | Usage | --tree is written as text or json
        --tree 2 --sfen 9/9/9/9/9/9/9/9/9 g | error: | requires --sfen with side to move
        --tree 41 g           | --tree | a whole number
        --tree 2 --mirror g   | Usage | cannot be used with
        --min-games 2 --moves 7g7f g | Usage | --min-games is for --tree
    ";
    let archive = archive();
    assert_cases(rows(CASES), |[options, location, message]| {
        let outcome = archive.run_line(&format!("find {options}"));
        let is_reported = outcome.stderr.contains(location) && outcome.stderr.contains(message);
        ((2, true), (outcome.status, is_reported))
    });
}

/// The position of the first move can be reached by transposition, which a scan and an index both count.
#[test]
fn next_moves_have_the_results_after_them() {
    let archive = Archive::new(&TRANSPOSITIONS);
    assert_eq!(archive.run_line("index -q g -o g.index").status, 0);
    for source in [&["g"][..], &["--index", "g.index"]] {
        for side_and_hands in ["", " b", " b -"] {
            let sfen = format!("{}{side_and_hands}", SFEN.trim_end_matches(" b -"));
            if source.len() > 1 && side_and_hands != " b -" {
                continue;
            }
            let outcome = archive.run(&[&["find", "-q", "--next", "--sfen", &sfen], source].concat());
            assert_eq!(
                outcome.stdout,
                "move,games,black_wins,white_wins,draws,no_result,games_after,black_wins_after,white_wins_after,draws_after\n\
                 2g2f,1,0,0,0,1,2,0,0,0\n",
                "{outcome:?}"
            );
        }
    }
}

/// Records in which a position is reached by two orders of moves, and in one of them twice.
const TRANSPOSITIONS: [(&str, &[u8]); 4] = [
    ("g/a.usi", b"position startpos moves 7g7f 3c3d 2g2f 8c8d\n"),
    ("g/b.usi", b"position startpos moves 2g2f 3c3d 7g7f 4a3b\n"),
    ("g/c.usi", b"position startpos moves 2g2f 8c8d\n"),
    ("g/d.usi", b"position startpos moves 5i5h 5a5b 5h5i 5b5a 2g2f\n"),
];

#[test]
fn a_tree_counts_positions_by_any_order_of_moves() {
    let archive = Archive::new(&TRANSPOSITIONS);
    let tree = archive.run_line("find -q --tree 3 --format json g");
    assert_eq!(tree.status, 0, "{tree:?}");
    let tree: Value = serde_json::from_str(&tree.stdout).unwrap();
    assert_eq!(tree["games"], 4);
    let moves = |node: &Value| -> Vec<(String, u64, u64)> {
        let moves = node["moves"].as_array().unwrap().iter();
        moves
            .map(|mv| {
                let games = |counts: &Value| counts["games"].as_u64().unwrap();
                (
                    mv["move"].as_str().unwrap().to_owned(),
                    games(mv),
                    games(&mv["next"]),
                )
            })
            .collect()
    };
    let expected = |moves: &[(&str, u64, u64)]| -> Vec<(String, u64, u64)> {
        moves
            .iter()
            .map(|&(mv, games, after)| (mv.to_owned(), games, after))
            .collect()
    };
    // The fourth game plays two moves in the start position. It counts once for the position and once for each move.
    assert_eq!(
        moves(&tree),
        expected(&[("2g2f", 3, 3), ("5i5h", 1, 1), ("7g7f", 1, 1)])
    );
    let after_pawn = &tree["moves"][0]["next"];
    assert_eq!(moves(after_pawn), expected(&[("3c3d", 1, 1), ("8c8d", 1, 1)]));
    assert_eq!(
        moves(&after_pawn["moves"][0]["next"]),
        expected(&[("7g7f", 1, 2)])
    );
    let reached = &tree["moves"][2]["next"]["moves"][0]["next"]["moves"][0]["next"];
    assert_eq!((&reached["games"], &reached["moves"]), (&json!(2), &json!([])));
    // At this depth, the position after three moves is expanded: at its first place, and not at the second.
    let text = archive.run_line("find -q --tree 4 --lang en g").stdout;
    let lines: Vec<_> = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .collect();
    assert_eq!(lines[0].join(" "), "move games share Black White draws after");
    assert_eq!(lines[4].join(" "), "4a3b 1 50% ########## - - - 1");
    assert_eq!(text.matches("4a3b").count(), 1, "{text}");
    assert_eq!(
        text.lines().filter(|line| line.ends_with(" 2 =")).count(),
        1,
        "{text}"
    );
    let frequent = archive.run_line("find -q --tree 4 --min-games 2 g").stdout;
    assert_eq!(frequent.lines().count(), 2, "{frequent}");
    assert_eq!(archive.run_line("index -q g -o g.index").status, 0);
    let from_index = archive.run_line("find -q --tree 4 --lang en --index g.index -j 3");
    assert_eq!(from_index.stdout, text);
    // A repetition ends at its first place, too.
    let line = archive.run_line("find -q --tree 40 g").stdout;
    let is_repetition = |it: &str| it.trim_start().starts_with("5b5a ") && it.ends_with(" 4 =");
    assert!(line.lines().any(is_repetition), "{line}");
}

/// Every position of a tree has the moves and the counts of `find --next`.
#[test]
fn a_tree_agrees_with_the_next_moves() {
    let archive = Archive::new(&[]);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tournament");
    let tree = archive.run(&[
        "find",
        "-q",
        "--tree",
        "3",
        "--min-games",
        "2",
        "--format",
        "json",
        folder,
    ]);
    let mut nodes = vec![serde_json::from_str::<Value>(&tree.stdout).unwrap()];
    let mut compared = 0;
    while let Some(node) = nodes.pop() {
        let moves = node["moves"].as_array().unwrap();
        if moves.is_empty() {
            continue;
        }
        let sfen = node["sfen"].as_str().unwrap();
        let args = [
            "find", "-q", "--next", "--sfen", sfen, "--format", "jsonl", folder,
        ];
        let next_moves = archive.run(&args).stdout;
        let rows = next_moves
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        let rows: Vec<_> = rows
            .filter(|row| row["games"].as_u64() > Some(1) && !row["move"].is_null())
            .collect();
        assert_eq!(moves.len(), rows.len(), "{sfen}");
        for (mv, row) in moves.iter().zip(&rows) {
            assert_eq!(mv["move"], row["move"]);
            for count in ["games", "black_wins", "white_wins", "draws"] {
                assert_eq!(mv[count], row[count], "{mv}");
                assert_eq!(mv["next"][count], row[format!("{count}_after")], "{mv}");
            }
            compared += 1;
        }
        nodes.extend(moves.iter().map(|mv| mv["next"].clone()));
    }
    assert!(compared > 10, "{compared}");
}

/// The options of searches for complete positions. The last position is an empty board.
const SEARCHES: [&[&str]; 5] = [
    &["--sfen", SFEN],
    &["--sfen", SFEN, "--variations", "--columns", "all"],
    &["--sfen", SFEN, "--mirror", "--next"],
    &["--sfen", "startpos", "--where", "record = 1", "--sort", "-path"],
    &["--sfen", "9/9/9/9/9/9/9/9/9 b -"],
];

#[test]
fn an_index_gives_the_rows_of_a_search() {
    let archive = archive();
    let indexing = archive.run_line("index g -o g.index");
    assert_eq!(indexing.status, 0, "{indexing:?}");
    assert!(
        indexing.stderr.contains("Indexed 9 records in 7 files"),
        "{indexing:?}"
    );
    for search in SEARCHES {
        let from_scan = archive.run(&[&["find", "-q", "g"], search].concat());
        let from_index = archive.run(&[&["find", "-q", "--index", "g.index"], search].concat());
        assert_eq!(
            (from_scan.status, &from_scan.stdout),
            (from_index.status, &from_index.stdout),
            "{search:?}"
        );
    }
    // The search reads only the files with the position again, which have four records.
    let from_index = archive.run(&["find", "--index", "g.index", "--sfen", SFEN]);
    assert!(from_index.stderr.contains("Checked 4 records"), "{from_index:?}");
    archive.run_line("index g -o again.index -j 1");
    let bytes = |name: &str| fs::read(archive.path(name)).unwrap();
    assert_eq!(bytes("g.index"), bytes("again.index"));
}

#[test]
fn an_index_is_brought_up_to_date() {
    let archive = archive();
    let assert_update = |expected: u64| {
        let outcome = archive.run_line("index --update -o g.index");
        assert_eq!(outcome.status, 0, "{outcome:?}");
        if expected > 0 {
            assert!(
                outcome.stderr.contains(&format!("Indexed {expected} record")),
                "{outcome:?}"
            );
        }
        archive.run_line("index -q g -o fresh.index");
        let bytes = |name: &str| fs::read(archive.path(name)).unwrap();
        assert_eq!(bytes("g.index"), bytes("fresh.index"));
    };
    archive.run_line("index g -o g.index");
    let assert_refused = |message: &str| {
        let outcome = archive.run(&["find", "--index", "g.index", "--sfen", SFEN]);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.contains(message), "{outcome:?}");
    };
    fs::write(archive.path("g/aa.kif"), CLEAN).unwrap();
    assert_refused("g/aa.kif was added");
    assert_update(1);
    fs::write(archive.path("g/c.kif"), [CLEAN, CLEAN, CLEAN].concat()).unwrap();
    assert_refused("g/c.kif has changed");
    assert_update(3);
    fs::remove_file(archive.path("g/a.kif")).unwrap();
    assert_refused("g/a.kif was removed");
    assert_update(0);
    fs::rename(archive.path("g/aa.kif"), archive.path("g/ab.kif")).unwrap();
    assert_refused("g/aa.kif was moved to g/ab.kif after the index was made; bring it up to date");
    assert_update(1);
    let second_update = archive.run_line("index --update -o g.index");
    assert!(
        second_update.stderr.contains("g.index is up to date"),
        "{second_update:?}"
    );
    let mut damaged_index = fs::read(archive.path("g.index")).unwrap();
    damaged_index[20] ^= 1;
    fs::write(archive.path("g.index"), damaged_index).unwrap();
    let outcome = archive.run_line("index --update -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(
        outcome.stderr.contains("g.index: the index is damaged"),
        "{outcome:?}"
    );
}

/// The error message about missing files explains how to make the index usable again.
#[test]
fn missing_files_of_an_index_are_explained() {
    let archive = archive();
    archive.run_line("index -q g -o g.index");
    let assert_refused = |line: &str, message: &str| {
        let outcome = archive.run_line(line);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.contains(message), "{outcome:?}");
    };
    let find_command = "find --index g.index --sfen startpos";
    fs::rename(archive.path("g/b.kif"), archive.path("b.kif")).unwrap();
    fs::create_dir(archive.path("g/b.kif")).unwrap();
    assert_refused(
        find_command,
        "g.index: g/b.kif was removed after the index was made; bring",
    );
    fs::remove_dir(archive.path("g/b.kif")).unwrap();
    fs::rename(archive.path("b.kif"), archive.path("g/b.kif")).unwrap();
    assert_eq!(archive.run_line(find_command).status, 0);
    fs::rename(archive.path("g"), archive.path("moved")).unwrap();
    let message = "g.index: g: No such file or directory; use the index in the folder where it was made; if its files were moved, \
                 make a new index";
    assert_refused(find_command, message);
    assert_refused("index --update -o g.index", message);
    assert_refused(
        "index --update moved g -o g.index",
        "error: g: No such file or directory\n",
    );
}

/// If all files of an index are gone, a search is refused until the index is updated. After the update, the search
/// gives a table without rows and does not read standard input.
#[test]
fn an_index_whose_files_are_gone_finds_nothing() {
    let archive = Archive::new(&[("sp ace/a.kif", CLEAN.as_bytes())]);
    archive.run(&["index", "-q", "sp ace", "-o", "g.index"]);
    fs::remove_file(archive.path("sp ace/a.kif")).unwrap();
    let find_args = [
        "find",
        "--index",
        "g.index",
        "--sfen",
        "startpos",
        "--columns",
        "path",
    ];
    let outcome = archive.run(&find_args);
    assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains("sp ace/a.kif was removed"), "{outcome:?}");
    let update = archive.run_line("index --update -o g.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "Removed 1 file from g.index\n"),
        "{update:?}"
    );
    for options in [&[][..], &["--unique"]] {
        let outcome = archive.run_with_input(&[&find_args[..], options].concat(), CLEAN.as_bytes());
        assert_eq!((outcome.status, &*outcome.stdout), (0, "path\n"), "{outcome:?}");
        assert!(!outcome.stderr.contains("error:"), "{outcome:?}");
    }
    // If a file was added, a search is also refused until the index is updated.
    fs::write(archive.path("sp ace/b.kif"), CLEAN).unwrap();
    let outcome = archive.run_with_input(&find_args, CLEAN.as_bytes());
    assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains("sp ace/b.kif was added"), "{outcome:?}");
    assert_eq!(archive.run_line("index --update -o g.index").status, 0);
    let outcome = archive.run_with_input(&find_args, b"");
    assert_eq!(
        (outcome.status, &*outcome.stdout),
        (0, "path\nsp ace/b.kif\n"),
        "{outcome:?}"
    );
    // An update with an empty list of files is an error and does not change the index.
    fs::write(archive.path("list"), "").unwrap();
    let old_index = fs::read(archive.path("g.index")).unwrap();
    assert_eq!(
        archive
            .run_line("index --update --files-from list -o g.index")
            .status,
        2
    );
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), old_index);
}

/// `kifu index` requires a path: it does not read standard input, and its help does not mention standard input.
#[test]
fn an_index_requires_a_path() {
    let archive = archive();
    let outcome = archive.run_line("index -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    let message = "error: no path was given; specify the files or directories to index\n";
    assert!(outcome.stderr.starts_with(message), "{outcome:?}");
    let outcome = archive.run_line("index -o g.index --lang ja");
    assert!(outcome.stderr.contains("パスが指定されていない。"), "{outcome:?}");
    let outcome = archive.run_line("index - -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(
        outcome.stderr.contains("only files can be indexed"),
        "{outcome:?}"
    );
    let help = archive.run_line("help index").stdout;
    assert!(
        !help.contains("Without a path") && !help.contains("for standard input"),
        "{help}"
    );
    let help = archive.run_line("help find").stdout;
    assert!(help.contains("Without a path, standard input is read."), "{help}");
    // An update reports the number of removed files.
    assert_eq!(archive.run_line("index -q g -o g.index").status, 0);
    for name in ["g/a.kif", "g/b.kif"] {
        fs::remove_file(archive.path(name)).unwrap();
    }
    let update = archive.run_line("index --update -o g.index --lang ja");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "g.indexからファイル2個を除いた\n"),
        "{update:?}"
    );
    let update = archive.run_line("index --update -o g.index");
    assert_eq!(update.stderr, "g.index is up to date\n", "{update:?}");
}

#[test]
fn a_damaged_index_is_refused() {
    let archive = archive();
    archive.run_line("index g -o g.index");
    let intact_index = fs::read(archive.path("g.index")).unwrap();
    let assert_refused = |bytes: &[u8]| {
        fs::write(archive.path("bad.index"), bytes).unwrap();
        let outcome = archive.run(&["find", "--index", "bad.index", "--sfen", SFEN]);
        assert!(outcome.status == 2 && outcome.stdout.is_empty(), "{outcome:?}");
        assert!(outcome.stderr.contains("bad.index: "), "{outcome:?}");
    };
    for offset in (0..intact_index.len()).step_by(intact_index.len() / 40) {
        let mut bytes = intact_index.clone();
        bytes[offset] ^= 1;
        assert_refused(&bytes);
        assert_refused(&intact_index[..offset]);
    }
    assert_refused(&[&intact_index[..], b"x"].concat());
    assert_refused(CLEAN.as_bytes());
    let signature = String::from_utf8_lossy(&intact_index[..12]).into_owned();
    assert_refused(&[signature.replace('3', "4").as_bytes(), &intact_index[12..]].concat());
}

#[test]
fn an_index_is_written_completely_or_not_at_all() {
    let archive = archive();
    archive.run_line("index g -o g.index");
    let old_index = fs::read(archive.path("g.index")).unwrap();
    let outcome = archive.run_line("index g nowhere -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("nowhere: "), "{outcome:?}");
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), old_index);
    fs::create_dir(archive.path("empty")).unwrap();
    let outcome = archive.run_line("index empty -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), old_index);
    // An index is not written over a game record, and an index whose files are missing is not updated.
    fs::write(archive.path("other.kif"), CLEAN).unwrap();
    let outcome = archive.run_line("index g -o other.kif");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    fs::rename(archive.path("g"), archive.path("h")).unwrap();
    let outcome = archive.run_line("index --update -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), old_index);
    fs::rename(archive.path("h"), archive.path("g")).unwrap();
    // An index does not replace an input, and standard input cannot be indexed.
    let outcome = archive.run_line("index g -o g/a.kif");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(fs::read(archive.path("g/a.kif")).unwrap(), CLEAN.as_bytes());
    let outcome = archive.run_with_input(&["index", "-", "-o", "x.index"], CLEAN.as_bytes());
    assert_eq!(outcome.status, 2, "{outcome:?}");
}

/// The inputs are a game, a symbolic link to its file, a copy of the game with a variation but fewer headers, and two
/// unreadable files.
#[cfg(unix)]
#[test]
fn an_index_and_a_search_take_the_same_records() {
    const VARIATION_SFEN: &str = "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -";
    let with_variation = format!("{CLEAN}\n変化：2手\n   2 ８四歩(83)\n");
    let with_headers = CLEAN.replace(
        "手合割：平手",
        "手合割：平手\n先手：甲\n後手：乙\n棋戦：春期\n場所：別室\n備考：長い",
    );
    let archive = Archive::new(&[
        ("g/a.kif", with_headers.as_bytes()),
        ("g/b.kif", with_variation.as_bytes()),
        ("g/bad.zip", b"PK\x03\x04 and nothing more"),
        ("g/bad.kif", b"\x00\x01\x02\x03\xFF"),
    ]);
    std::os::unix::fs::symlink("a.kif", archive.path("g/link.kif")).unwrap();
    archive.run_line("index g -o g.index");
    for options in [
        &["--sfen", "startpos", "--columns", "path"][..],
        &["--sfen", "startpos", "--unique"],
        &["--sfen", VARIATION_SFEN, "--variations"],
        &["--sfen", VARIATION_SFEN, "--variations", "--unique"],
    ] {
        let from_scan = archive.run(&[&["find", "-q", "g"], options].concat()).stdout;
        let from_index = archive
            .run(&[&["find", "-q", "--index", "g.index"], options].concat())
            .stdout;
        assert_eq!(from_scan, from_index, "{options:?}");
    }
    let all_paths = archive.run(&["find", "-q", "g", "--sfen", "startpos", "--columns", "path"]);
    assert_eq!(all_paths.stdout, "path\ng/a.kif\ng/b.kif\ng/link.kif\n");
    let positions = archive.run_line("stats -q --table positions --depth 0 --columns games g");
    assert_eq!(positions.stdout, "games\n3\n");
}

#[test]
fn index_does_not_overwrite_other_files() {
    let archive = archive();
    fs::write(archive.path("notes.txt"), "mine").unwrap();
    let refusal = archive.run_line("index g -o notes.txt");
    assert_eq!(
        (
            refusal.status,
            &*fs::read_to_string(archive.path("notes.txt")).unwrap()
        ),
        (2, "mine"),
        "{refusal:?}"
    );
    assert!(
        refusal.stderr.contains("notes.txt is not an index"),
        "{refusal:?}"
    );
    fs::write(archive.path("empty"), "").unwrap();
    for name in ["g.index", "g.index", "empty"] {
        let indexing = archive.run_line(&format!("index g -o {name}"));
        assert_eq!(indexing.status, 0, "{indexing:?}");
    }
    let old_index = fs::read(archive.path("g.index")).unwrap();
    let refusal = archive.run_line("find --index g.index --sfen startpos -o g.index");
    assert_eq!(refusal.status, 2, "{refusal:?}");
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), old_index);
}

/// Splits an index into its entries, its header and its trailer. The part with the entries begins with the first line
/// of the file.
fn split_index(index: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let (rest, trailer) = index.split_at(index.len() - 12);
    let header_len = u64::from_be_bytes(*trailer.first_chunk().unwrap()) as usize;
    let (entries, header) = rest.split_at(rest.len() - header_len);
    (entries, header, trailer)
}

/// Builds an index with a valid checksum from entries and a header.
fn join_index(entries: &[u8], header: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(header);
    let header_len = (header.len() as u64).to_be_bytes();
    [entries, header, &header_len, &crc.sum().to_be_bytes()].concat()
}

/// Returns the index with a header that `change` has edited, and a valid checksum.
fn with_header(index: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let (entries, header_json, _) = split_index(index);
    let mut header = serde_json::from_slice(header_json).unwrap();
    change(&mut header);
    join_index(entries, &serde_json::to_vec(&header).unwrap())
}

/// An index with impossible values in its header is refused without excessive memory or time.
#[cfg(unix)]
#[test]
fn a_hostile_index_is_refused() {
    let archive = archive();
    archive.run_line("index g -o g.index");
    let intact_index = fs::read(archive.path("g.index")).unwrap();
    let find_with_header = |change: &dyn Fn(&mut Value)| {
        fs::write(archive.path("x.index"), with_header(&intact_index, change)).unwrap();
        let line = format!("ulimit -v 500000; kifu find -q --index x.index --sfen '{SFEN}'");
        archive.shell(&line)
    };
    let unchanged = find_with_header(&|_| {});
    assert_eq!(
        (unchanged.status, unchanged.stdout.lines().count()),
        (0, 4),
        "{unchanged:?}"
    );
    let impossible_headers: [&dyn Fn(&mut Value); 10] = [
        // More records than the file has bytes.
        &|header| header["inputs"][0]["files"][0][1] = json!(u32::MAX),
        // The highest number of records that is allowed for an archive; the archive has fewer.
        &|header| header["inputs"][5]["files"][0][1] = json!(1_000_000),
        // An input without record files, and a file with fewer records than the entries mention.
        &|header| header["inputs"][0]["files"] = json!([]),
        &|header| header["inputs"][2]["files"][0][1] = json!(2),
        // A file with more records than the index, and with fewer entries.
        &|header| header["inputs"][2]["files"][0][1] = json!(4),
        &|header| header["inputs"][2]["files"][0][2] = json!(1),
        // Options that an index cannot have.
        &|header| header["options"] = json!({"paths": ["g"], "list": {"path": "g/a.kif"}}),
        &|header| header["options"] = json!({"paths": ["g"], "format": "kiff"}),
        &|header| header["options"] = json!({"paths": ["g"], "exclude": ["["]}),
        // Standard input, which cannot be indexed.
        &|header| header["options"] = json!({"paths": ["g", "-"]}),
    ];
    for (number, change) in impossible_headers.iter().enumerate() {
        let refusal = find_with_header(change);
        assert_eq!(refusal.status, 2, "{number}: {refusal:?}");
        assert!(
            refusal.stderr.contains("x.index: the index is damaged"),
            "{number}: {refusal:?}"
        );
    }
    // Option lists that would take more memory than the index.
    for (key, value) in [("paths", r#"".","#), ("ext", r#""a","#), ("exclude", r#""*","#)] {
        let options = format!(r#"{{"paths":["g"],"{key}":[{}"g"]}}"#, value.repeat(2_000_000));
        let options = options.replacen(r#""paths":["g"],"paths""#, r#""paths""#, 1);
        let (entries, header, _) = split_index(&intact_index);
        let header = String::from_utf8(header.to_vec()).unwrap();
        let header = header.replacen(r#"{"paths":["g"]}"#, &options, 1);
        assert!(header.len() > options.len(), "the options were replaced");
        fs::write(archive.path("x.index"), join_index(entries, header.as_bytes())).unwrap();
        for line in [
            "find -q --sfen startpos --index x.index",
            "index --update -o x.index",
        ] {
            let refusal = archive.shell(&format!("ulimit -v 500000; kifu {line}"));
            assert_eq!(
                (refusal.status, &*refusal.stderr),
                (
                    2,
                    "error: x.index: the index is damaged; make it again with `kifu index`\n"
                ),
                "{key}, {line}"
            );
        }
    }
    // The error message about a missing path also contains the name of the index.
    let missing_path = find_with_header(&|header| header["options"] = json!({"paths": ["--"]}));
    assert!(
        missing_path
            .stderr
            .starts_with("error: x.index: --: No such file"),
        "{missing_path:?}"
    );
    find_with_header(impossible_headers[0]);
    fs::write(archive.path("g/z.kif"), CLEAN).unwrap();
    let refusal = archive.shell("ulimit -v 500000; kifu index --update -o x.index");
    assert_eq!(refusal.status, 2, "{refusal:?}");
    assert!(refusal.stderr.contains("the index is damaged"), "{refusal:?}");
}

/// Every readable record has a position, so an index without positions is valid only for unreadable records.
#[test]
fn an_index_without_positions_is_valid_only_for_unreadable_records() {
    let archive = archive();
    fs::create_dir(archive.path("u")).unwrap();
    fs::write(archive.path("u/bad.kif"), b"\x00\x01\x02\x03\xFF").unwrap();
    archive.run_line("index -q u -o u.index");
    let find_args = ["find", "-q", "--sfen", SFEN, "--columns", "path", "--index"];
    let search = archive.run(&[&find_args[..], &["u.index"]].concat());
    assert_eq!((search.status, &*search.stdout), (0, "path\n"), "{search:?}");
    let update = archive.run_line("index --update -o u.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "u.index is up to date\n"),
        "{update:?}"
    );

    archive.run_line("index -q g -o g.index");
    let intact_index = fs::read(archive.path("g.index")).unwrap();
    let forged_index = with_header(&intact_index, |header| {
        header["entries"] = json!(0);
        header["blocks"] = json!([]);
    });
    let (_, header, _) = split_index(&forged_index);
    let forged_index = join_index(&intact_index[..13], header);
    let assert_refused = |archive: &Archive, line: &[&str]| {
        let outcome = archive.run(line);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(
            outcome.stderr.contains("x.index: the index is damaged"),
            "{outcome:?}"
        );
    };
    fs::write(archive.path("x.index"), forged_index).unwrap();
    assert_refused(&archive, &[&find_args[..], &["x.index"]].concat());
    assert_refused(&archive, &["index", "--update", "-o", "x.index"]);
    fs::write(archive.path("g/z.kif"), CLEAN).unwrap();
    assert_refused(&archive, &["index", "--update", "-o", "x.index"]);
    // An entry for a record that the index does not list.
    let (entries, header, _) = split_index(&intact_index);
    let mut entries = entries.to_vec();
    let last_byte = entries.len() - 1;
    entries[last_byte] = 200;
    let mut header: Value = serde_json::from_slice(header).unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(&entries[13..]);
    header["blocks"][0][1] = json!(crc.sum());
    let forged_index = join_index(&entries, &serde_json::to_vec(&header).unwrap());
    fs::write(archive.path("x.index"), forged_index).unwrap();
    assert_refused(&archive, &["index", "--update", "-o", "x.index"]);
}

/// The list of inputs may contain duplicate paths and folders without files.
#[test]
fn an_index_of_a_list_has_the_paths_of_the_list() {
    let archive = archive();
    fs::create_dir(archive.path("none")).unwrap();
    let list = "g/a.kif\ng/a.kif\nnone\ng/b.kif\n".repeat(500);
    fs::write(archive.path("list"), list).unwrap();
    archive.run_line("index -q --files-from list --exclude old --ext txt -o g.index");
    let search = archive.run(&[
        "find",
        "-q",
        "--index",
        "g.index",
        "--sfen",
        SFEN,
        "--columns",
        "path",
    ]);
    assert_eq!(
        (search.status, &*search.stdout),
        (0, "path\ng/a.kif\n"),
        "{search:?}"
    );
    let update = archive.run_line("index --update -o g.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "g.index is up to date\n"),
        "{update:?}"
    );
}

/// An index cannot give the path of a configuration file or of another auxiliary file. Only the user can give such a
/// path.
#[cfg(unix)]
#[test]
fn an_index_cannot_open_a_configuration_file() {
    let archive = archive();
    fs::write(archive.path("secret"), "password = 7\n").unwrap();
    fs::write(archive.path("my.toml"), "exclude = [\"g/a.kif\"]\n").unwrap();
    archive.run_line("index g -o g.index");
    let intact_index = fs::read(archive.path("g.index")).unwrap();
    let find_args = ["find", "-q", "--sfen", SFEN, "--index"];
    for option in ["config", "list", "rules", "openings", "baseline"] {
        let hostile_index = with_header(&intact_index, |header| {
            header["options"][option] = json!("secret");
        });
        fs::write(archive.path("x.index"), hostile_index).unwrap();
        for args in [
            &[&find_args[..], &["x.index"]].concat()[..],
            &["index", "--update", "-o", "x.index"],
        ] {
            let refusal = archive.run(args);
            assert_eq!(refusal.status, 2, "{refusal:?}");
            assert!(!refusal.stderr.contains("password"), "{refusal:?}");
            assert!(refusal.stderr.contains("the index is damaged"), "{refusal:?}");
        }
    }
    let indexing = archive.run_line("index --config my.toml g -o mine.index");
    assert_eq!(indexing.status, 0, "{indexing:?}");
    let from_scan = archive.run(&["find", "-q", "--config", "my.toml", "--sfen", SFEN, "g"]);
    let from_index = archive.run(&[&find_args[..], &["mine.index", "--config", "my.toml"]].concat());
    assert_eq!(
        (from_index.status, &from_index.stdout),
        (0, &from_scan.stdout),
        "{from_index:?}"
    );
    assert!(!from_index.stdout.contains("g/a.kif"), "{from_index:?}");
    // Exclusions from the configuration file are stored in the index, so they need not be given again.
    fs::remove_file(archive.path("my.toml")).unwrap();
    let from_index = archive.run(&[&find_args[..], &["mine.index"]].concat());
    assert_eq!(
        (from_index.status, &from_index.stdout),
        (0, &from_scan.stdout),
        "{from_index:?}"
    );
    fs::write(archive.path("g/z.kif"), CLEAN).unwrap();
    let update = archive.run_line("index --update -o mine.index");
    assert_eq!(update.status, 0, "{update:?}");
    let from_index = archive.run(&[&find_args[..], &["mine.index"]].concat());
    assert_eq!(from_index.stdout.matches("g/z.kif").count(), 1, "{from_index:?}");
    assert!(!from_index.stdout.contains("g/a.kif"), "{from_index:?}");
}

/// The stored options include the values of the configuration file, but no options that only affect speed, such as
/// `-j`.
#[test]
fn an_index_stores_the_input_options() {
    let archive = archive();
    fs::write(
        archive.path("kifu.toml"),
        "ext = [\"txt\"]\nexclude = [\"old/**\"]\n",
    )
    .unwrap();
    fs::write(archive.path("list"), "g/b.kif\n").unwrap();
    let stored_options = |line: &str| -> Value {
        let indexing = archive.run_line(line);
        assert_eq!(indexing.status, 0, "{indexing:?}");
        let index = fs::read(archive.path("g.index")).unwrap();
        let header: Value = serde_json::from_slice(split_index(&index).1).unwrap();
        header["options"].clone()
    };
    assert_eq!(
        stored_options("index -q --isolated -j 2 g -o g.index"),
        json!({"paths": ["g"]})
    );
    let list_options = stored_options(
        "index -q g --files-from list --exclude ../x --input-format kif --encoding cp932 -o g.index",
    );
    let expected = json!({
        "paths": ["g", "g/b.kif"], "ext": ["txt"], "exclude": ["../x"], "exclude_in": [".", ["old/**"]], "format": "kif",
        "encoding": "Shift_JIS",
    });
    assert_eq!(list_options, expected);
}

/// Excluded files stay excluded when an index of absolute paths is used and brought up to date in another folder.
#[test]
fn an_index_of_absolute_paths_excludes_the_same_files_in_any_folder() {
    for (options, config) in [
        ("--isolated --exclude ../g/b.kif", ""),
        ("", "exclude = [\"g/b.kif\"]\n"),
    ] {
        let archive = archive();
        fs::create_dir(archive.path("sub")).unwrap();
        fs::write(archive.path("kifu.toml"), config).unwrap();
        let folder = archive.path("g").to_string_lossy().into_owned();
        let run_in_sub = |args: &[&str]| {
            let output = archive
                .command(args)
                .current_dir(archive.path("sub"))
                .output()
                .unwrap();
            assert!(output.status.success(), "{args:?}: {output:?}");
        };
        let option_args: Vec<_> = options.split_whitespace().collect();
        run_in_sub(&[&["index", "-q", &folder, "-o", "g.index"], &option_args[..]].concat());
        let find_args = [
            "find",
            "-q",
            "--index",
            "sub/g.index",
            "--sfen",
            "startpos",
            "--columns",
            "path",
        ];
        let search = archive.run(&find_args);
        assert_eq!(search.status, 0, "{search:?}");
        assert!(
            search.stdout.contains("/g/a.kif") && !search.stdout.contains("/g/b.kif"),
            "{search:?}"
        );
        let update = archive.run_line("index --update -o sub/g.index");
        assert!(update.stderr.ends_with("is up to date\n"), "{update:?}");
    }
}

/// A folder of an archive can be indexed without the rest of the archive.
#[test]
fn an_index_of_a_folder_in_an_archive_has_only_its_files() {
    let archive = archive();
    let tar_bytes = tar(&[("x/a.kif", CLEAN.as_bytes()), ("y/b.kif", CLEAN.as_bytes())]);
    fs::write(archive.path("g.tar"), tar_bytes).unwrap();
    archive.run_line("index -q g.tar!x -o x.index");
    let find_args = [
        "find",
        "-q",
        "--index",
        "x.index",
        "--sfen",
        "startpos",
        "--columns",
        "path",
    ];
    let search = archive.run(&find_args);
    assert_eq!(
        (search.status, &*search.stdout),
        (0, "path\ng.tar!x/a.kif\n"),
        "{search:?}"
    );
    let update = archive.run_line("index --update -o x.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "x.index is up to date\n"),
        "{update:?}"
    );
}

/// Without paths, `kifu index --update` uses the options that are stored in the index. The command then refuses input
/// options and does not read `kifu.toml`.
#[test]
fn an_update_without_paths_has_no_input_options() {
    let archive = archive();
    archive.run_line("index -q g -o g.index");
    fs::write(archive.path("kifu.toml"), "no_key = 1\n").unwrap();
    for option in [
        "--ext foo",
        "--exclude g",
        "--input-format csa",
        "--encoding euc-jp",
        "--config kifu.toml",
        "--isolated",
    ] {
        let refusal = archive.run_line(&format!("index --update -o g.index {option}"));
        assert_eq!(refusal.status, 2, "{option}: {refusal:?}");
        assert!(
            refusal.stderr.contains("an index knows its files"),
            "{option}: {refusal:?}"
        );
    }
    let update = archive.run_line("index --update -v -o g.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "g.index is up to date\n"),
        "{update:?}"
    );
}
