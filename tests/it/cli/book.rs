//! `kifu book`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::Path;

use kifu::Checker;
use kifu::played::{Played, Ply};
use kifu::record::{NodeId, Outcome, Record};
use kifu::shogi::{Packing, Position};

use super::{Archive, CLEAN, CSA, NIFU, NO_MOVES};
use crate::support::files::with_extensions;

/// Folders of real and invented games, some of which break rules or are damaged.
const FOLDERS: [&str; 4] = [
    "fixtures/tournament",
    "fixtures/evaluations",
    "fixtures/csa/ok",
    "fixtures/show",
];

/// The moves of a position by their USI: the number of games, the half points of the side to move, and the decided games.
type Moves = BTreeMap<String, [u64; 3]>;

/// A book as a map of positions (SFEN without the move number), each with its lowest move number and its moves.
type Book = BTreeMap<String, (u32, Moves)>;

/// Returns an archive whose folder `games` has copies of the fixtures.
fn archive() -> Archive {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let archive = Archive::new(&[
        ("games/one.kif", CLEAN.as_bytes()),
        ("games/nifu.kif", NIFU.as_bytes()),
    ]);
    for (number, folder) in FOLDERS.iter().enumerate() {
        for path in with_extensions(&root.join(folder), &["kif", "kifu", "csa", "ki2", "jkf"]) {
            let name = path.file_name().unwrap().to_str().unwrap();
            let copy = archive.path(&format!("games/{number}/{name}"));
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(&path, copy).unwrap();
        }
    }
    archive
}

/// Collects the moves of all games in a folder, without the code of the command.
fn brute_force(folder: &Path, max_ply: usize) -> Book {
    let checker = Checker::default();
    let mut book = Book::new();
    for path in with_extensions(folder, &["kif", "kifu", "csa", "ki2", "jkf"]) {
        for file in checker.check(path.to_str().unwrap(), fs::read(&path).unwrap()) {
            for game in file.records() {
                let winner = game.judgement.verdict.map(Outcome::to_sides);
                let record = &game.record;
                if !record.is_shogi() || !record.is_playable() {
                    continue;
                }
                let mut position = record.start.position.clone();
                let mut number = record.start.plies_before.unwrap_or(0);
                let mut repeated = HashSet::new();
                let played = Played::new(record);
                for id in played.game().take(max_ply) {
                    let Some(mv) = played.ply(id).and_then(Ply::as_move) else {
                        break;
                    };
                    if !position.is_legal(mv) {
                        break;
                    }
                    number += 1;
                    let sfen = position.to_sfen(1).trim_end_matches(" 1").to_owned();
                    let points = match winner {
                        Some(Outcome::Win(winner)) if winner == position.side_to_move() => [2, 1],
                        Some(Outcome::Win(_)) => [0, 1],
                        Some(Outcome::Draw) => [1, 1],
                        _ => [0, 0],
                    };
                    if repeated.insert((sfen.clone(), mv)) {
                        let (lowest, moves) = book.entry(sfen).or_insert((number, Moves::new()));
                        *lowest = number.min(*lowest);
                        let sums = moves.entry(mv.to_string()).or_default();
                        for (sum, one) in sums.iter_mut().zip([1, points[0], points[1]]) {
                            *sum += one;
                        }
                    }
                    position.play(mv);
                }
            }
        }
    }
    book
}

/// Returns the expected text of a book for `YaneuraOu`.
fn expected_text(book: &Book, min_games: u64, score: impl Fn([u64; 3]) -> i32) -> String {
    let mut positions: Vec<_> = book
        .iter()
        .filter_map(|(sfen, (number, moves))| {
            let moves = moves.iter().filter(|(_, sums)| sums[0] >= min_games);
            let mut moves: Vec<_> = moves.map(|(mv, &sums)| (sums[0], score(sums), mv)).collect();
            moves.sort_by_key(|&(games, score, mv)| {
                let code = Packing::APERY.pack_move(mv.parse().unwrap());
                (u64::MAX - games, -score, code)
            });
            let lines = moves
                .iter()
                .map(|(games, score, mv)| format!("{mv} none {score} 0 {games}\n"));
            let lines: String = lines.collect();
            (!lines.is_empty()).then(|| format!("sfen {sfen} {number}\n{lines}"))
        })
        .collect();
    positions.sort();
    format!("#YANEURAOU-DB2016 1.00\n{}", positions.concat())
}

#[test]
fn a_book_has_the_counts_of_all_games_for_any_number_of_threads() {
    let archive = archive();
    let all = brute_force(&archive.path("games"), 60);
    assert!(all.len() > 500, "{}", all.len());
    for jobs in ["1", "2", "7"] {
        let outcome = archive.run(&["book", "games", "-o", "book.db", "-j", jobs]);
        assert_eq!(outcome.status, 0, "{outcome:?}");
        let text = fs::read_to_string(archive.path("book.db")).unwrap();
        assert!(text == expected_text(&all, 1, |_| 0), "-j {jobs}");
    }
    let outcome = archive.run_line("book games -o wins.db --min-games 2 --max-ply 20 --score wins -q");
    assert_eq!((outcome.status, &*outcome.stderr), (0, ""), "{outcome:?}");
    let score = |[_, half_points, decided]: [u64; 3]| {
        let points = f64::from(u32::try_from(half_points).unwrap()) / 2.0;
        let decided = f64::from(u32::try_from(decided).unwrap());
        (600.0 * ((points + 1.0) / (decided - points + 1.0)).log10()).round() as i32
    };
    let early = brute_force(&archive.path("games"), 20);
    let text = fs::read_to_string(archive.path("wins.db")).unwrap();
    assert!(text == expected_text(&early, 2, score), "{text}");
    assert!(text.lines().count() > 10, "{text}");
}

#[test]
fn binary_books_have_the_moves_of_the_text_book() {
    let archive = archive();
    for name in ["book.db", "book.ybb", "book.bin", "again.ybb", "again.bin"] {
        let jobs = if name.starts_with("again") { "1" } else { "2" };
        let outcome = archive.run(&["book", "games", "-q", "-o", name, "-j", jobs]);
        assert_eq!(outcome.status, 0, "{outcome:?}");
    }
    let read = |name: &str| fs::read(archive.path(name)).unwrap();
    for extension in ["ybb", "bin"] {
        assert!(read(&format!("book.{extension}")) == read(&format!("again.{extension}")));
    }
    let all = brute_force(&archive.path("games"), 60);
    let mut moves = BTreeMap::new();
    for (sfen, (number, entries)) in &all {
        let position: Position = format!("{sfen} 1").parse().unwrap();
        // Positions without a king, as in mate problems, are not in the book.
        let Some(packed) = Packing::YANEURAOU.pack(&position) else {
            continue;
        };
        let codes = entries
            .keys()
            .map(|mv| Packing::YANEURAOU.pack_move(mv.parse().unwrap()));
        let mut codes: Vec<_> = codes.collect();
        codes.sort_unstable();
        moves.insert(packed.to_vec(), (*number, codes));
    }
    assert!(read_ybb(&read("book.ybb")) == moves);

    let records = read("book.bin");
    let keys: Vec<_> = records
        .chunks_exact(16)
        .map(|record| u64::from_le_bytes(record[..8].try_into().unwrap()))
        .collect();
    assert!(records.len().is_multiple_of(16) && keys.is_sorted());
    let expected_count: usize = all.values().map(|(_, moves)| moves.len()).sum();
    assert_eq!(keys.len(), expected_count);
    // The start position is in the book, with the key of the test vectors.
    let first_moves: u64 = all[&Position::startpos().to_sfen(1).trim_end_matches(" 1").to_owned()]
        .1
        .values()
        .map(|sums| sums[0])
        .sum();
    let of_start = records
        .chunks_exact(16)
        .filter(|record| record[..8] == 0xeebe_8ee7_e1ad_7e15_u64.to_le_bytes());
    let counts = of_start.map(|record| u64::from(u16::from_le_bytes([record[10], record[11]])));
    assert_eq!(counts.sum::<u64>(), first_moves);
}

/// Reads a book in the binary format of `YaneuraOu`: the packed positions, each with its move number and sorted moves.
fn read_ybb(bytes: &[u8]) -> BTreeMap<Vec<u8>, (u32, Vec<u16>)> {
    assert_eq!(&bytes[..16], b"YANE-BINBOOK-V1\0");
    let count = u64::from_le_bytes(bytes[16..24].try_into().unwrap()) as usize;
    assert_eq!(bytes[24..32], [0; 8], "the moves have no depth");
    let (index, area) = bytes[32..].split_at(44 * count);
    let entries: Vec<_> = index.chunks_exact(44).collect();
    assert!(entries.is_sorted_by(|one, two| one[..32] < two[..32]));
    entries
        .iter()
        .map(|entry| {
            let two_bytes = |at: usize| u16::from_le_bytes([entry[at], entry[at + 1]]);
            let offset = u64::from_le_bytes(entry[32..40].try_into().unwrap()) as usize;
            let moves = area[offset..].chunks_exact(4).take(two_bytes(42).into());
            let mut codes: Vec<_> = moves.map(|it| u16::from_le_bytes([it[0], it[1]])).collect();
            codes.sort_unstable();
            (entry[..32].to_vec(), (two_bytes(40).into(), codes))
        })
        .collect()
}

#[test]
fn evaluations_become_scores() {
    let game = "V2.2\nPI\n+\n+7776FU\n'** 120\n-3334FU\n'** -80\n+2726FU\n'** 31990\n%TORYO\n";
    let archive = Archive::new(&[
        ("a.csa", game.as_bytes()),
        ("b.csa", game.replace("120", "20").as_bytes()),
        ("c.csa", CSA.as_bytes()),
    ]);
    let outcome = archive.run_line("book --score eval -o - --to yaneuraou a.csa b.csa c.csa -q");
    let moves: Vec<_> = outcome
        .stdout
        .lines()
        .filter(|line| !line.starts_with(['#', 's']))
        .collect();
    // White's evaluation is turned, a mate is capped, and the game without evaluations is only counted.
    assert_eq!(
        moves,
        ["2g2f none 3000 0 2", "3c3d none 80 0 3", "7g7f none 70 0 3"],
        "{outcome:?}"
    );
}

#[test]
fn the_selection_of_records_applies() {
    let archive = Archive::new(&[
        ("g/a.kif", CLEAN.as_bytes()),
        ("g/b.kif", CLEAN.as_bytes()),
        ("g/c.kif", NIFU.as_bytes()),
    ]);
    for (options, expected) in [
        ("", "7g7f none 0 0 2\n2g2f none 0 0 1\n"),
        ("--unique", "2g2f none 0 0 1\n7g7f none 0 0 1\n"),
        ("--where record=1 --clean", "7g7f none 0 0 2\n"),
    ] {
        let outcome = archive.run_line(&format!("book g -q --max-ply 1 --to yaneuraou -o - {options}"));
        assert_eq!(outcome.status, 0, "{outcome:?}");
        let expected = format!(
            "#YANEURAOU-DB2016 1.00\nsfen {}\n{expected}",
            Position::startpos().to_sfen(1)
        );
        assert_eq!(outcome.stdout, expected, "{options}");
    }
    let help = archive.run_line("book --where help -o x.db");
    assert!(help.status == 0 && help.stdout.contains("plies"), "{help:?}");
}

#[test]
fn a_summary_has_the_content_of_the_book() {
    let archive = Archive::new(&[("g/a.kif", CLEAN.as_bytes()), ("g/b.kif", NO_MOVES.as_bytes())]);
    let outcome = archive.run_line("book g -o book.db");
    let summary = "Collected 2 records in 2 files: 2 positions, 2 moves (";
    assert!(outcome.stderr.starts_with(summary), "{outcome:?}");
    let empty = archive.run_line("book g -o empty.db --min-games 2");
    assert_eq!(empty.status, 0, "{empty:?}");
    assert!(
        empty
            .stderr
            .contains("the book has no position: no selected record"),
        "{empty:?}"
    );
    assert_eq!(
        fs::read_to_string(archive.path("empty.db")).unwrap(),
        "#YANEURAOU-DB2016 1.00\n"
    );
}

#[test]
fn an_existing_book_is_kept_if_the_inputs_have_no_readable_game() {
    let janggi = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/janggi/janggi.gib");
    let archive = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("text.kif", "これは棋譜ではない。\n".as_bytes()),
        ("janggi.gib", &fs::read(janggi).unwrap()),
        ("empty/readme.txt", b""),
    ]);
    let no_games = "book.db: not written because the inputs have no readable record of shogi";
    let not_all = "book.db: not written because not all files could be read; correct or exclude them";
    for (inputs, status, expected) in [
        ("missing.kif", 2, not_all),
        ("a.kif missing.kif", 2, not_all),
        ("empty", 2, "no record found"),
        ("text.kif", 2, no_games),
        ("janggi.gib", 2, no_games),
        (
            "janggi.gib text.kif",
            2,
            "Collected 0 records in 2 files: 0 positions, 0 moves; 2 records of other games left out; 1 record unreadable",
        ),
        // The twins: a book is written if there is a game, or if the options leave out all of them.
        (
            "a.kif janggi.gib",
            0,
            "Collected 1 record in 2 files: 2 positions, 2 moves; 2 records of other games left out (",
        ),
        (
            "a.kif --where plies=0",
            0,
            "the book has no position: no selected record",
        ),
    ] {
        fs::write(archive.path("book.db"), "an older book").unwrap();
        let outcome = archive.run_line(&format!("book -o book.db {inputs}"));
        assert_eq!(outcome.status, status, "{inputs}: {outcome:?}");
        assert!(outcome.stderr.contains(expected), "{inputs}: {outcome:?}");
        let is_kept = fs::read_to_string(archive.path("book.db")).unwrap() == "an older book";
        assert_eq!(is_kept, status == 2, "{inputs}: {outcome:?}");
    }
}

#[test]
fn books_of_some_programs_are_refused_by_name() {
    let archive = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("book.sbk", b"\x0a\x01A\x12\x01B\x1a\x02\x08\0"),
    ]);
    assert_eq!(archive.run_line("book -q a.kif -o book.bin").status, 0);
    for (name, program) in [("book.bin", "Apery"), ("book.sbk", "ShogiGUI")] {
        let outcome = archive.run(&["validate", name]);
        let expected = format!("this is an opening book ({program}), which has no game records");
        assert!(
            outcome.status == 1 && outcome.stdout.contains(&expected),
            "{outcome:?}"
        );
    }
}

/// Returns the moves in these inputs, each with its position and its number of games.
fn next_moves(archive: &Archive, inputs: &str) -> BTreeMap<String, String> {
    let outcome = archive.run_line(&format!(
        "stats --table next-moves --depth 60 --columns sfen,move,games {inputs}"
    ));
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let lines = outcome.stdout.lines().skip(1);
    lines
        .map(|line| line.rsplit_once(',').unwrap())
        .map(|(mv, games)| (mv.to_owned(), games.to_owned()))
        .collect()
}

#[test]
fn books_are_read_as_they_were_written() {
    let archive = archive();
    for name in ["book.db", "book.ybb"] {
        let outcome = archive.run(&["book", "-q", "games", "--score", "eval", "-o", name]);
        assert_eq!(outcome.status, 0, "{outcome:?}");
        // Mates and the like end games, not positions of books.
        let checked = archive.run(&["validate", "--format", "csv", name]);
        let rows = checked.stdout.lines().skip(1);
        let others: Vec<_> = rows.filter(|row| !row.contains(",start-king-count,")).collect();
        assert_eq!((checked.status, others), (0, Vec::new()), "{checked:?}");
    }
    let text = next_moves(&archive, "book.db");
    let binary = next_moves(&archive, "book.ybb");
    assert!(text.len() > 500);
    // Positions without two kings cannot be packed.
    let has_kings = |mv: &&String| mv.contains('k') && mv.split(' ').next().unwrap().contains('K');
    let missing = text.keys().filter(|mv| !binary.contains_key(*mv)).find(has_kings);
    assert_eq!(missing, None);
    let extra = binary
        .iter()
        .find(|(mv, games)| !text.contains_key(*mv) || *games != "1");
    assert_eq!(extra, None);
    let games = next_moves(&archive, "games");
    let wrong = text.iter().find(|(mv, count)| games.get(*mv) != Some(count));
    assert_eq!(wrong, None);

    let again = archive.run_line("book -q --score eval book.db -o again.db");
    assert_eq!(again.status, 0, "{again:?}");
    let bytes = |name: &str| fs::read_to_string(archive.path(name)).unwrap();
    assert!(bytes("again.db") == bytes("book.db"));
}

#[test]
fn the_moves_of_a_book_are_found_with_their_counts() {
    let archive = Archive::new(&[("book.db", fs::read("fixtures/books/good.db").unwrap().as_slice())]);
    let after_first = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
    // This is `after_first` with the board rotated.
    let rotated = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    for (mirror, sfen, expected) in [
        (false, "startpos", "7g7f,15,15\n2g2f,1,\n"),
        (false, after_first, "3c3d,12,\n8c8d,3,\n"),
        (true, rotated, "7g7f,12,\n2g2f,3,\n"),
    ] {
        let mut options = vec!["find", "-q", "--next", "--columns", "move,games,games_after"];
        options.extend(mirror.then_some("--mirror"));
        options.extend(["--sfen", sfen, "book.db"]);
        let outcome = archive.run(&options);
        let rows = outcome.stdout.split_once('\n').map(|(_, rows)| rows);
        assert_eq!((outcome.status, rows), (0, Some(expected)), "{outcome:?}");
    }
    let tree = archive.run_line("find -q --tree 2 --format json book.db");
    let tree: serde_json::Value = serde_json::from_str(&tree.stdout).unwrap();
    let first = &tree["moves"][0];
    assert_eq!(
        (&tree["games"], &first["move"], &first["games"]),
        (&16.into(), &"7g7f".into(), &15.into())
    );
    assert_eq!(first["next"]["moves"][1]["games"], 3);
}

#[test]
fn damaged_books_are_reported() {
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
    let archive = Archive::new(&[
        ("good.db", fs::read("fixtures/books/good.db").unwrap().as_slice()),
        (
            "cr.db",
            fs::read_to_string("fixtures/books/good.db")
                .unwrap()
                .replace('\n', "\r")
                .as_bytes(),
        ),
        (
            "twice.db",
            format!("{start}7g7f none 10 1 2\n7g7f none 20 1 3\n").as_bytes(),
        ),
        (
            "numbers.db",
            format!("{start}7g7f none 2.7 1 18446744073709551615\n2g2f none 0 0 0\n").as_bytes(),
        ),
        (
            "illegal.db",
            format!("{start}7g7f none 0 0 1\n7g7e none 0 0 1\n").as_bytes(),
        ),
    ]);
    fs::write(
        archive.path("blanks.db"),
        format!("{start}7g7f none   8\n2g2f none 3 2 # good\n"),
    )
    .unwrap();
    assert_eq!(archive.run_line("book -q good.db -o good.ybb").status, 0);
    let ybb = fs::read(archive.path("good.ybb")).unwrap();
    let changed = |at: usize, value: u8| {
        let mut bytes = ybb.clone();
        bytes[at] = value;
        bytes
    };
    fs::write(archive.path("count.ybb"), changed(17, 1)).unwrap();
    fs::write(archive.path("flags.ybb"), changed(24, 2)).unwrap();
    fs::write(archive.path("half.ybb"), &ybb[..ybb.len() - 5]).unwrap();
    for (name, expected) in [
        ("good.ybb", &[][..]),
        ("cr.db", &[]),
        (
            "twice.db",
            &["warning[book-repeat] this position already has this move"],
        ),
        ("blanks.db", &[]),
        (
            "count.ybb",
            &["the file ends before 256 positions that its header states"],
        ),
        ("flags.ybb", &["the flags in the header of this book are unknown"]),
        (
            "half.ybb",
            &[
                "the file ends within an item: 3 of 4 bytes",
                "the file lacks 2 moves of this position",
            ],
        ),
        ("illegal.db", &["error[illegal-piece-movement]"]),
    ] {
        let outcome = archive.run(&["validate", "-q", "--format", "concise", name]);
        let has = |expected: &&str| outcome.stdout.contains(expected);
        assert!(expected.iter().all(has), "{name}: {outcome:?}");
        assert_eq!(
            outcome.stdout.is_empty(),
            expected.is_empty(),
            "{name}: {outcome:?}"
        );
    }
    for (name, expected, summary) in [
        ("twice.db", "7g7f none 20 0 5", "1 position, 1 move ("),
        (
            "numbers.db",
            "7g7f none 2 0 4294967295\n2g2f none 0 0 1",
            "2 moves (",
        ),
        ("blanks.db", "7g7f none 0 0 8\n2g2f none 3 0 1", "2 moves ("),
        (
            "illegal.db",
            "7g7f none 0 0 1",
            "1 move; 1 move of books left out, illegal or unreadable (",
        ),
        ("half.ybb", "", "moves of books left out, illegal or unreadable ("),
    ] {
        let outcome = archive.run(&["book", "--score", "eval", "-o", "out.db", name]);
        let text = fs::read_to_string(archive.path("out.db")).unwrap();
        assert!(
            outcome.status == 0 && outcome.stderr.contains(summary),
            "{name}: {outcome:?}"
        );
        assert!(text.contains(expected), "{name}: {text}");
    }
}

#[test]
fn the_tree_of_a_book_begins_with_the_start_of_a_game() {
    let positions = [
        (
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "2h3h",
        ),
        (
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B4R2/LNSGKGSNL w - 2",
            "8b7b",
        ),
        (
            "lnsgkgsnl/2r4b1/ppppppppp/9/9/9/PPPPPPPPP/1B4R2/LNSGKGSNL b - 3",
            "3h2h",
        ),
        (
            "lnsgkgsnl/2r4b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 4",
            "7b8b",
        ),
    ];
    let lines = positions.map(|(sfen, mv)| format!("sfen {sfen}\n{mv} none 0 0 1\n"));
    // The moves lead back to the first position, which is in any place of the file.
    for at in 0..lines.len() {
        let rotated = [&lines[at..], &lines[..at]].concat();
        let archive = Archive::new(&[("book.db", rotated.concat().as_bytes())]);
        assert_eq!(
            archive
                .run_line("convert -q --merge --to jkf -o tree.jkf book.db")
                .status,
            0
        );
        let usi = archive.run_line("convert -q --to usi -o - tree.jkf");
        assert_eq!(
            usi.stdout, "position startpos moves 2h3h 8b7b 3h2h 7b8b\n",
            "{usi:?}"
        );
    }
}

#[test]
fn the_moves_of_a_book_are_a_reference_of_novelties() {
    let archive = Archive::new(&[
        ("book.db", fs::read("fixtures/books/good.db").unwrap().as_slice()),
        ("known.usi", b"startpos moves 7g7f 8c8d\n"),
        ("new.usi", b"startpos moves 7g7f 4c4d\n"),
    ]);
    let columns = "--columns path,ply,move,games_before";
    let outcome = archive.run_line(&format!(
        "stats -q --table novelties --against book.db {columns} known.usi new.usi"
    ));
    // The book has two moves in the position after 7g7f.
    assert_eq!(
        outcome.stdout, "path,ply,move,games_before\nnew.usi,2,4c4d,2\n",
        "{outcome:?}"
    );
}

#[test]
fn books_and_games_are_merged_in_any_order() {
    let archive = Archive::new(&[
        ("book.db", fs::read("fixtures/books/good.db").unwrap().as_slice()),
        ("a.usi", b"startpos moves 7g7f 8c8d 2g2f\n"),
        ("z.usi", b"startpos moves 7g7f 8c8d 2g2f\n"),
        (
            "middle.db",
            b"sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n8c8d none 0 0 1\n",
        ),
    ]);
    for inputs in ["book.db a.usi", "a.usi book.db", "z.usi book.db"] {
        let outcome = archive.run_line(&format!("convert --merge --to usen -o - {inputs}"));
        assert_eq!(outcome.stdout, "~0.7ku2jm6y2.~1.36e6y2.~0.6y2.\n", "{outcome:?}");
    }
    let middle = archive.run_line("convert --merge --to kifu -o middle.kifu middle.db");
    assert!(
        middle.stderr.contains("1 record in 1 file: 1 with losses"),
        "{middle:?}"
    );
}

/// Returns the moves of all lines of a record, each with its position.
fn moves_of_all_lines(record: &Record<'_>) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    let mut positions = HashMap::from([(NodeId::START, record.start.position.clone())]);
    let played = Played::new(record);
    for id in record.tree.ids().skip(1) {
        let before = &positions[&record.tree.parent(id).unwrap()];
        let Some(mv) = played.ply(id).and_then(Ply::as_move) else {
            continue;
        };
        let sfen = before.to_sfen(1);
        moves.insert(format!("{},{mv}", sfen.strip_suffix(" 1").unwrap()));
        let mut after = before.clone();
        after.play_legal(mv).unwrap();
        positions.insert(id, after);
    }
    moves
}

#[test]
fn a_merged_book_is_a_tree_of_its_moves() {
    let archive = archive();
    let book = archive.run_line("book -q --max-ply 20 -o book.db games/0 --where handicap=平手");
    assert_eq!(book.status, 0, "{book:?}");
    for order in ["book.db", "-j 1 book.db"] {
        let merged = archive.run_line(&format!(
            "convert -q --merge --to jkf -o merged.jkf --force {order}"
        ));
        assert_eq!((merged.status, &*merged.stderr), (0, ""), "{merged:?}");
        let bytes = fs::read(archive.path("merged.jkf")).unwrap();
        let mut tree = BTreeSet::new();
        for file in Checker::default().check("merged.jkf", bytes) {
            for game in file.records() {
                tree.extend(moves_of_all_lines(&game.record));
            }
        }
        let book: BTreeSet<_> = next_moves(&archive, "book.db").into_keys().collect();
        assert!(book.len() > 100, "{}", book.len());
        assert_eq!(tree.symmetric_difference(&book).next(), None);
    }
}

#[test]
fn the_moves_of_a_merged_book_are_in_the_order_of_their_counts() {
    let archive = Archive::new(&[("book.db", fs::read("fixtures/books/good.db").unwrap().as_slice())]);
    let outcome = archive.run_line("convert -q --merge --to usen -o - book.db");
    // 7g7f 3c3d, the expected reply 2g2f, then 8c8d, and at the start 2g2f.
    assert_eq!(
        (outcome.status, outcome.stdout.lines().count()),
        (0, 1),
        "{outcome:?}"
    );
    let kifu = archive
        .run_line("convert -q --merge --to kifu -o - book.db")
        .stdout;
    let lines: Vec<_> = kifu
        .lines()
        .filter(|line| line.contains("count=") || line.contains('('))
        .collect();
    assert_eq!(
        lines,
        [
            "   1 ７六歩(77)  +",
            "*[book.db] count=15 depth=24",
            "   2 ３四歩(33)  +",
            "*[book.db] count=12 depth=22",
            "   3 ２六歩(27)  ",
            "   2 ８四歩(83)  ",
            "*[book.db] count=3 depth=22",
            "   1 ２六歩(27)  ",
        ]
    );
}

#[test]
fn books_in_folders_are_told_from_files_of_other_programs() {
    let book = fs::read("fixtures/books/good.db").unwrap();
    let archive = Archive::new(&[
        ("folder/book.db", &book),
        ("folder/Thumbs.db", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0"),
        ("folder/data.db", b"SQLite format 3\0\x10\0\x01\x01\0\0"),
    ]);
    let folder = archive.run_line("validate folder");
    assert_eq!((folder.status, &*folder.stdout), (0, ""), "{folder:?}");
    assert!(folder.stderr.contains("Checked 2 records"), "{folder:?}");
    let named = archive.run_line("validate folder/data.db");
    assert!(
        named.status == 1 && named.stdout.contains("unreadable-record"),
        "{named:?}"
    );
}

#[test]
fn wrong_outputs_are_refused() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    for (options, expected) in [
        ("-o book.sbk", "does not write books of ShogiGUI (.sbk)"),
        ("-o book --to sbk", "does not write books of ShogiGUI (.sbk)"),
        (
            "-o book",
            "the extension of `book` is not .db, .ybb or .bin; choose the format with --to",
        ),
        (
            "-o book.bin --to ybb",
            "`book.bin` has the extension of `apery`, but the format is `ybb`; use another extension, such as .ybb",
        ),
        ("-o a.kif --to ybb", "a.kif: "),
        (
            "-o book.db --min-games 0",
            "expected a whole number of at least 1",
        ),
        (
            "-o book.db --max-ply 0",
            "expected a whole number from 1 to 100000",
        ),
        ("-o book.db --score best", "invalid value 'best'"),
        ("-o none/book.db", "the directory `none` does not exist"),
        ("-o book.db missing.kif", "missing.kif"),
        ("", "--output <FILE>"),
    ] {
        let outcome = archive.run_line(&format!("book a.kif {options}"));
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.contains(expected), "{options}: {outcome:?}");
    }
    assert_eq!(fs::read_to_string(archive.path("a.kif")).unwrap(), CLEAN);
    let unique = archive.run_with_input(&["book", "--unique", "-o", "b.db"], CLEAN.as_bytes());
    assert!(
        unique.status == 2 && unique.stderr.contains("--unique reads its inputs twice"),
        "{unique:?}"
    );
}
