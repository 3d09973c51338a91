//! `kifu find` and `kifu index`.

use std::fs;

use serde_json::{Value, json};

use super::archives::forms::tar;
use super::{Archive, CLEAN, NIFU, NO_MOVES};
use crate::support::table::{assert_cases, rows};

/// The position after ７六歩 ３四歩.
const SFEN: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -";

/// Makes files with and without the position, and one with the position only in a variation.
fn archive() -> Archive {
    let other = CLEAN.replace("３四歩(33)", "８四歩(83)");
    let branch = format!("{other}\n変化：2手\n   2 ３四歩(33)\n   3 ２六歩(27)\n");
    let packed = tar(&[("in/a.kif", CLEAN.as_bytes()), ("b.kif", other.as_bytes())]);
    Archive::new(&[
        ("g/a.kif", CLEAN.as_bytes()),
        ("g/b.kif", other.as_bytes()),
        ("g/c.kif", [&*other, CLEAN, NIFU].concat().as_bytes()),
        ("g/d.kif", branch.as_bytes()),
        ("g/e.kif", NO_MOVES.as_bytes()),
        ("g/f.tar", &*packed),
        ("g/g.json", b"{}"),
    ])
}

#[test]
fn hits_are_rows() {
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
    let nothing = archive.run_line("find --moves 9g9f --format jsonl g");
    assert_eq!((nothing.status, &*nothing.stdout), (0, ""));
    let chosen = archive.run(&[
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
    assert_eq!(chosen.stdout, "path\ng/c.kif\n");
    let drawn = archive
        .run(&["find", "-q", "--sfen", SFEN, "--board", "--limit", "1", "g"])
        .stdout;
    assert!(
        drawn.starts_with("g/a.kif, record 1, ply 2\nBlack: , White: , result: White won\n"),
        "{drawn}"
    );
    assert!(drawn.contains("| ・v飛 ・ ・ ・ ・ ・v角 ・|b\n"), "{drawn}");
    // The players of a handicap game are 下手 and 上手.
    let handicap = "手合割：香落ち\n上手：甲\n下手：乙\n1 ３四歩(33)\n2 投了\n";
    fs::write(archive.path("h.kif"), handicap).unwrap();
    let drawn = |find: &str| {
        archive
            .run_line(&format!("find -q --board --lang ja {find}"))
            .stdout
    };
    let of_handicap = drawn("--sfen lnsgkgsn1/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL h.kif");
    assert!(
        of_handicap.starts_with("h.kif 棋譜1 手数1\n下手: 乙 上手: 甲 結果: 上手勝ち\n上手の持駒：なし\n"),
        "{of_handicap}"
    );
    let even = drawn("--sfen startpos g/e.kif");
    assert!(even.contains("\n先手: 甲 後手: 乙 結果: "), "{even}");
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
    ";
    let archive = archive();
    assert_cases(rows(CASES), |[options, place, words]| {
        let outcome = archive.run_line(&format!("find {options}"));
        let is_told = outcome.stderr.contains(place) && outcome.stderr.contains(words);
        ((2, true), (outcome.status, is_told))
    });
}

/// Options for searches of a complete position.
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
    let made = archive.run_line("index g -o g.index");
    assert_eq!(made.status, 0, "{made:?}");
    assert!(made.stderr.contains("Indexed 9 records in 7 files"), "{made:?}");
    for search in SEARCHES {
        let scan = archive.run(&[&["find", "-q", "g"], search].concat());
        let found = archive.run(&[&["find", "-q", "--index", "g.index"], search].concat());
        assert_eq!(
            (scan.status, &scan.stdout),
            (found.status, &found.stdout),
            "{search:?}"
        );
    }
    // Only the files with the position are read again.
    let found = archive.run(&["find", "--index", "g.index", "--sfen", SFEN]);
    assert!(found.stderr.contains("Checked 4 records"), "{found:?}");
    archive.run_line("index g -o again.index -j 1");
    let bytes = |name: &str| fs::read(archive.path(name)).unwrap();
    assert_eq!(bytes("g.index"), bytes("again.index"));
}

#[test]
fn an_index_is_brought_up_to_date() {
    let archive = archive();
    let update = |expected: u64| {
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
    let refused = |words: &str| {
        let outcome = archive.run(&["find", "--index", "g.index", "--sfen", SFEN]);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.contains(words), "{outcome:?}");
    };
    fs::write(archive.path("g/aa.kif"), CLEAN).unwrap();
    refused("g/aa.kif was added");
    update(1);
    fs::write(archive.path("g/c.kif"), [CLEAN, CLEAN, CLEAN].concat()).unwrap();
    refused("g/c.kif has changed");
    update(3);
    fs::remove_file(archive.path("g/a.kif")).unwrap();
    refused("g/a.kif was removed");
    update(0);
    fs::rename(archive.path("g/aa.kif"), archive.path("g/ab.kif")).unwrap();
    refused("g/aa.kif was moved to g/ab.kif after the index was made; bring it up to date");
    update(1);
    let same = archive.run_line("index --update -o g.index");
    assert!(same.stderr.contains("g.index is up to date"), "{same:?}");
    let mut damaged = fs::read(archive.path("g.index")).unwrap();
    damaged[20] ^= 1;
    fs::write(archive.path("g.index"), damaged).unwrap();
    let refused = archive.run_line("index --update -o g.index");
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(
        refused.stderr.contains("g.index: the index is damaged"),
        "{refused:?}"
    );
}

/// The error message about missing files explains how to continue.
#[test]
fn missing_files_of_an_index_are_explained() {
    let archive = archive();
    archive.run_line("index -q g -o g.index");
    let refused = |line: &str, words: &str| {
        let outcome = archive.run_line(line);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.contains(words), "{outcome:?}");
    };
    let find = "find --index g.index --sfen startpos";
    fs::rename(archive.path("g/b.kif"), archive.path("b.kif")).unwrap();
    fs::create_dir(archive.path("g/b.kif")).unwrap();
    refused(
        find,
        "g.index: g/b.kif was removed after the index was made; bring",
    );
    fs::remove_dir(archive.path("g/b.kif")).unwrap();
    fs::rename(archive.path("b.kif"), archive.path("g/b.kif")).unwrap();
    assert_eq!(archive.run_line(find).status, 0);
    fs::rename(archive.path("g"), archive.path("moved")).unwrap();
    let words = "g.index: g: No such file or directory; use the index in the folder where it was made; if its files were moved, \
                 make a new index";
    refused(find, words);
    refused("index --update -o g.index", words);
    refused(
        "index --update moved g -o g.index",
        "error: g: No such file or directory\n",
    );
}

/// An index without files gives a table without rows, and standard input is not read instead.
#[test]
fn an_index_whose_files_are_gone_finds_nothing() {
    let archive = Archive::new(&[("sp ace/a.kif", CLEAN.as_bytes())]);
    archive.run(&["index", "-q", "sp ace", "-o", "g.index"]);
    fs::remove_file(archive.path("sp ace/a.kif")).unwrap();
    let find = [
        "find",
        "--index",
        "g.index",
        "--sfen",
        "startpos",
        "--columns",
        "path",
    ];
    let outcome = archive.run(&find);
    assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains("sp ace/a.kif was removed"), "{outcome:?}");
    let update = archive.run_line("index --update -o g.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "Removed 1 file from g.index\n"),
        "{update:?}"
    );
    for options in [&[][..], &["--unique"]] {
        let outcome = archive.run_with_input(&[&find[..], options].concat(), CLEAN.as_bytes());
        assert_eq!((outcome.status, &*outcome.stdout), (0, "path\n"), "{outcome:?}");
        assert!(!outcome.stderr.contains("error:"), "{outcome:?}");
    }
    // An added file is detected.
    fs::write(archive.path("sp ace/b.kif"), CLEAN).unwrap();
    let outcome = archive.run_with_input(&find, CLEAN.as_bytes());
    assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains("sp ace/b.kif was added"), "{outcome:?}");
    assert_eq!(archive.run_line("index --update -o g.index").status, 0);
    let outcome = archive.run_with_input(&find, b"");
    assert_eq!(
        (outcome.status, &*outcome.stdout),
        (0, "path\nsp ace/b.kif\n"),
        "{outcome:?}"
    );
    // An empty list is an error and does not change the index.
    fs::write(archive.path("list"), "").unwrap();
    let before = fs::read(archive.path("g.index")).unwrap();
    assert_eq!(
        archive
            .run_line("index --update --files-from list -o g.index")
            .status,
        2
    );
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), before);
}

/// `index` does not read standard input, and its help does not mention it.
#[test]
fn an_index_requires_a_path() {
    let archive = archive();
    let outcome = archive.run_line("index -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    let words = "error: no path was given; specify the files or directories to index\n";
    assert!(outcome.stderr.starts_with(words), "{outcome:?}");
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
    // Removed files are counted.
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
    let whole = fs::read(archive.path("g.index")).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(archive.path("bad.index"), bytes).unwrap();
        let outcome = archive.run(&["find", "--index", "bad.index", "--sfen", SFEN]);
        assert!(outcome.status == 2 && outcome.stdout.is_empty(), "{outcome:?}");
        assert!(outcome.stderr.contains("bad.index: "), "{outcome:?}");
    };
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        refused(&bytes);
        refused(&whole[..at]);
    }
    refused(&[&whole[..], b"x"].concat());
    refused(CLEAN.as_bytes());
    let other = String::from_utf8_lossy(&whole[..12]).into_owned();
    refused(&[other.replace('2', "3").as_bytes(), &whole[12..]].concat());
}

#[test]
fn an_index_is_written_completely_or_not_at_all() {
    let archive = archive();
    archive.run_line("index g -o g.index");
    let old = fs::read(archive.path("g.index")).unwrap();
    let outcome = archive.run_line("index g nowhere -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("nowhere: "), "{outcome:?}");
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), old);
    fs::create_dir(archive.path("empty")).unwrap();
    let outcome = archive.run_line("index empty -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), old);
    // Game records are not replaced, and neither are indexes with missing files.
    fs::write(archive.path("other.kif"), CLEAN).unwrap();
    let outcome = archive.run_line("index g -o other.kif");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    fs::rename(archive.path("g"), archive.path("h")).unwrap();
    let outcome = archive.run_line("index --update -o g.index");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), old);
    fs::rename(archive.path("h"), archive.path("g")).unwrap();
    // An input is not replaced.
    let outcome = archive.run_line("index g -o g/a.kif");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(fs::read(archive.path("g/a.kif")).unwrap(), CLEAN.as_bytes());
    let outcome = archive.run_with_input(&["index", "-", "-o", "x.index"], CLEAN.as_bytes());
    assert_eq!(outcome.status, 2, "{outcome:?}");
}

/// Two paths of one file, and a copy of its game with a variation but fewer headers.
#[cfg(unix)]
#[test]
fn an_index_and_a_search_take_the_same_records() {
    const VARIATION_SFEN: &str = "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -";
    let branch = format!("{CLEAN}\n変化：2手\n   2 ８四歩(83)\n");
    let named = CLEAN.replace(
        "手合割：平手",
        "手合割：平手\n先手：甲\n後手：乙\n棋戦：春期\n場所：別室\n備考：長い",
    );
    let archive = Archive::new(&[
        ("g/a.kif", named.as_bytes()),
        ("g/b.kif", branch.as_bytes()),
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
        let scan = archive.run(&[&["find", "-q", "g"], options].concat()).stdout;
        let found = archive
            .run(&[&["find", "-q", "--index", "g.index"], options].concat())
            .stdout;
        assert_eq!(scan, found, "{options:?}");
    }
    let all = archive.run(&["find", "-q", "g", "--sfen", "startpos", "--columns", "path"]);
    assert_eq!(all.stdout, "path\ng/a.kif\ng/b.kif\ng/link.kif\n");
    let positions = archive.run_line("stats -q --table positions --depth 0 --columns games g");
    assert_eq!(positions.stdout, "games\n3\n");
}

#[test]
fn index_does_not_overwrite_other_files() {
    let archive = archive();
    fs::write(archive.path("notes.txt"), "mine").unwrap();
    let refused = archive.run_line("index g -o notes.txt");
    assert_eq!(
        (
            refused.status,
            &*fs::read_to_string(archive.path("notes.txt")).unwrap()
        ),
        (2, "mine"),
        "{refused:?}"
    );
    assert!(
        refused.stderr.contains("notes.txt is not an index"),
        "{refused:?}"
    );
    fs::write(archive.path("empty"), "").unwrap();
    for name in ["g.index", "g.index", "empty"] {
        let made = archive.run_line(&format!("index g -o {name}"));
        assert_eq!(made.status, 0, "{made:?}");
    }
    let before = fs::read(archive.path("g.index")).unwrap();
    let refused = archive.run_line("find --index g.index --sfen startpos -o g.index");
    assert_eq!(refused.status, 2, "{refused:?}");
    assert_eq!(fs::read(archive.path("g.index")).unwrap(), before);
}

/// Splits an index into entries, header and trailer.
fn split_index(index: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let (rest, tail) = index.split_at(index.len() - 12);
    let length = u64::from_be_bytes(*tail.first_chunk().unwrap()) as usize;
    let (entries, head) = rest.split_at(rest.len() - length);
    (entries, head, tail)
}

/// Joins entries and a header to an index with a valid checksum.
fn join_index(entries: &[u8], head: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(head);
    let length = (head.len() as u64).to_be_bytes();
    [entries, head, &length, &sum.sum().to_be_bytes()].concat()
}

/// Returns the index with a changed header.
fn with_header(index: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let (entries, text, _) = split_index(index);
    let mut head = serde_json::from_slice(text).unwrap();
    change(&mut head);
    join_index(entries, &serde_json::to_vec(&head).unwrap())
}

/// An index with impossible values is refused without excessive memory or time.
#[cfg(unix)]
#[test]
fn a_hostile_index_is_refused() {
    let archive = archive();
    archive.run_line("index g -o g.index");
    let whole = fs::read(archive.path("g.index")).unwrap();
    let find = |change: &dyn Fn(&mut Value)| {
        fs::write(archive.path("x.index"), with_header(&whole, change)).unwrap();
        let line = format!("ulimit -v 500000; kifu find -q --index x.index --sfen '{SFEN}'");
        archive.shell(&line)
    };
    let same = find(&|_| {});
    assert_eq!((same.status, same.stdout.lines().count()), (0, 4), "{same:?}");
    let claims: [&dyn Fn(&mut Value); 8] = [
        // More records than bytes.
        &|head| head["inputs"][0]["files"][0][1] = json!(u32::MAX),
        // The maximum for an archive; the file has fewer.
        &|head| head["inputs"][5]["files"][0][1] = json!(1_000_000),
        // A file of records without any.
        &|head| head["inputs"][0]["files"] = json!([]),
        &|head| head["inputs"][2]["files"][0][1] = json!(2),
        // Options that an index cannot have.
        &|head| head["options"] = json!({"paths": ["g"], "list": {"path": "g/a.kif"}}),
        &|head| head["options"] = json!({"paths": ["g"], "format": "kiff"}),
        &|head| head["options"] = json!({"paths": ["g"], "exclude": ["["]}),
        // Standard input, which cannot be indexed.
        &|head| head["options"] = json!({"paths": ["g", "-"]}),
    ];
    for (number, claim) in claims.iter().enumerate() {
        let refused = find(claim);
        assert_eq!(refused.status, 2, "{number}: {refused:?}");
        assert!(
            refused.stderr.contains("x.index: the index is damaged"),
            "{number}: {refused:?}"
        );
    }
    // Option lists that would take more memory than the index.
    for (key, value) in [("paths", r#"".","#), ("ext", r#""a","#), ("exclude", r#""*","#)] {
        let text = format!(r#"{{"paths":["g"],"{key}":[{}"g"]}}"#, value.repeat(2_000_000));
        let text = text.replacen(r#""paths":["g"],"paths""#, r#""paths""#, 1);
        let (rest, head, _) = split_index(&whole);
        let head = String::from_utf8(head.to_vec()).unwrap();
        let head = head.replacen(r#"{"paths":["g"]}"#, &text, 1);
        assert!(head.len() > text.len(), "the options were replaced");
        fs::write(archive.path("x.index"), join_index(rest, head.as_bytes())).unwrap();
        for line in [
            "find -q --sfen startpos --index x.index",
            "index --update -o x.index",
        ] {
            let refused = archive.shell(&format!("ulimit -v 500000; kifu {line}"));
            assert_eq!(
                (refused.status, &*refused.stderr),
                (
                    2,
                    "error: x.index: the index is damaged; make it again with `kifu index`\n"
                ),
                "{key}, {line}"
            );
        }
    }
    // A missing path is reported together with the index.
    let missing = find(&|head| head["options"] = json!({"paths": ["--"]}));
    assert!(
        missing.stderr.starts_with("error: x.index: --: No such file"),
        "{missing:?}"
    );
    find(claims[0]);
    fs::write(archive.path("g/z.kif"), CLEAN).unwrap();
    let refused = archive.shell("ulimit -v 500000; kifu index --update -o x.index");
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(refused.stderr.contains("the index is damaged"), "{refused:?}");
}

/// Every readable record has a position, so an index without positions is valid only for unreadable records.
#[test]
fn an_index_without_positions_is_valid_only_for_unreadable_records() {
    let archive = archive();
    fs::create_dir(archive.path("u")).unwrap();
    fs::write(archive.path("u/bad.kif"), b"\x00\x01\x02\x03\xFF").unwrap();
    archive.run_line("index -q u -o u.index");
    let find = ["find", "-q", "--sfen", SFEN, "--columns", "path", "--index"];
    let found = archive.run(&[&find[..], &["u.index"]].concat());
    assert_eq!((found.status, &*found.stdout), (0, "path\n"), "{found:?}");
    let update = archive.run_line("index --update -o u.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "u.index is up to date\n"),
        "{update:?}"
    );

    archive.run_line("index -q g -o g.index");
    let whole = fs::read(archive.path("g.index")).unwrap();
    let forged = with_header(&whole, |head| {
        head["entries"] = json!(0);
        head["blocks"] = json!([]);
    });
    let (_, head, _) = split_index(&forged);
    let forged = join_index(&whole[..13], head);
    let refused = |archive: &Archive, line: &[&str]| {
        let outcome = archive.run(line);
        assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(
            outcome.stderr.contains("x.index: the index is damaged"),
            "{outcome:?}"
        );
    };
    fs::write(archive.path("x.index"), forged).unwrap();
    refused(&archive, &[&find[..], &["x.index"]].concat());
    refused(&archive, &["index", "--update", "-o", "x.index"]);
    fs::write(archive.path("g/z.kif"), CLEAN).unwrap();
    refused(&archive, &["index", "--update", "-o", "x.index"]);
    // An entry for a record that the index does not list.
    let (entries, head, _) = split_index(&whole);
    let mut entries = entries.to_vec();
    let at = entries.len() - 1;
    entries[at] = 200;
    let mut head: Value = serde_json::from_slice(head).unwrap();
    let mut sum = flate2::Crc::new();
    sum.update(&entries[13..]);
    head["blocks"][0][1] = json!(sum.sum());
    let forged = join_index(&entries, &serde_json::to_vec(&head).unwrap());
    fs::write(archive.path("x.index"), forged).unwrap();
    refused(&archive, &["index", "--update", "-o", "x.index"]);
}

/// An index of many paths is valid with duplicate files and with folders without files.
#[test]
fn an_index_of_a_list_has_the_paths_of_the_list() {
    let archive = archive();
    fs::create_dir(archive.path("none")).unwrap();
    let list = "g/a.kif\ng/a.kif\nnone\ng/b.kif\n".repeat(500);
    fs::write(archive.path("list"), list).unwrap();
    archive.run_line("index -q --files-from list --exclude old --ext txt -o g.index");
    let found = archive.run(&[
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
        (found.status, &*found.stdout),
        (0, "path\ng/a.kif\n"),
        "{found:?}"
    );
    let update = archive.run_line("index --update -o g.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "g.index is up to date\n"),
        "{update:?}"
    );
}

/// An index cannot cause other files to be read: a configuration file must be given by the user.
#[cfg(unix)]
#[test]
fn an_index_cannot_open_a_configuration_file() {
    let archive = archive();
    fs::write(archive.path("secret"), "password = 7\n").unwrap();
    fs::write(archive.path("my.toml"), "exclude = [\"g/a.kif\"]\n").unwrap();
    archive.run_line("index g -o g.index");
    let whole = fs::read(archive.path("g.index")).unwrap();
    let find = ["find", "-q", "--sfen", SFEN, "--index"];
    for option in ["config", "list", "rules", "openings", "baseline"] {
        let hostile = with_header(&whole, |head| {
            head["options"][option] = json!("secret");
        });
        fs::write(archive.path("x.index"), hostile).unwrap();
        for run in [
            &[&find[..], &["x.index"]].concat()[..],
            &["index", "--update", "-o", "x.index"],
        ] {
            let refused = archive.run(run);
            assert_eq!(refused.status, 2, "{refused:?}");
            assert!(!refused.stderr.contains("password"), "{refused:?}");
            assert!(refused.stderr.contains("the index is damaged"), "{refused:?}");
        }
    }
    let made = archive.run_line("index --config my.toml g -o mine.index");
    assert_eq!(made.status, 0, "{made:?}");
    let scan = archive.run(&["find", "-q", "--config", "my.toml", "--sfen", SFEN, "g"]);
    let found = archive.run(&[&find[..], &["mine.index", "--config", "my.toml"]].concat());
    assert_eq!((found.status, &found.stdout), (0, &scan.stdout), "{found:?}");
    assert!(!found.stdout.contains("g/a.kif"), "{found:?}");
    // Exclusions from the configuration file are stored in the index, so they need not be given again.
    fs::remove_file(archive.path("my.toml")).unwrap();
    let found = archive.run(&[&find[..], &["mine.index"]].concat());
    assert_eq!((found.status, &found.stdout), (0, &scan.stdout), "{found:?}");
    fs::write(archive.path("g/z.kif"), CLEAN).unwrap();
    let update = archive.run_line("index --update -o mine.index");
    assert_eq!(update.status, 0, "{update:?}");
    let found = archive.run(&[&find[..], &["mine.index"]].concat());
    assert_eq!(found.stdout.matches("g/z.kif").count(), 1, "{found:?}");
    assert!(!found.stdout.contains("g/a.kif"), "{found:?}");
}

/// The stored options are complete and resolved, without options that only affect speed.
#[test]
fn an_index_stores_the_input_options() {
    let archive = archive();
    fs::write(
        archive.path("kifu.toml"),
        "ext = [\"txt\"]\nexclude = [\"old/**\"]\n",
    )
    .unwrap();
    fs::write(archive.path("list"), "g/b.kif\n").unwrap();
    let options = |line: &str| -> Value {
        let made = archive.run_line(line);
        assert_eq!(made.status, 0, "{made:?}");
        let index = fs::read(archive.path("g.index")).unwrap();
        let head: Value = serde_json::from_slice(split_index(&index).1).unwrap();
        head["options"].clone()
    };
    assert_eq!(
        options("index -q --isolated -j 2 g -o g.index"),
        json!({"paths": ["g"]})
    );
    let of_list =
        options("index -q g --files-from list --exclude ../x --input-format kif --encoding cp932 -o g.index");
    let expected = json!({
        "paths": ["g", "g/b.kif"], "ext": ["txt"], "exclude": ["../x"], "exclude_in": [".", ["old/**"]], "format": "kif",
        "encoding": "Shift_JIS",
    });
    assert_eq!(of_list, expected);
}

/// An index of the first version, which stored a command line, is refused with the command that recreates it.
#[test]
fn an_index_of_an_older_form_is_refused_with_the_command() {
    let archive = archive();
    archive.run_line("index g -o g.index");
    let index = with_header(&fs::read(archive.path("g.index")).unwrap(), |head| {
        head["words"] = json!(["--ext=txt", "--exclude=it's old", "--", "g"]);
    });
    let text = [b"kifu index 1\n", &index[13..]].concat();
    fs::write(archive.path("old one.index"), text).unwrap();
    let words = "old one.index: made by an older version of kifu; make it again with: \
                 kifu index -o 'old one.index' --ext=txt '--exclude=it'\\''s old' -- g\n";
    for line in [
        &["find", "--sfen", "startpos", "--index", "old one.index"][..],
        &["index", "--update", "-o", "old one.index"],
    ] {
        let refused = archive.run(line);
        assert_eq!(refused.status, 2, "{refused:?}");
        assert!(refused.stderr.ends_with(words), "{refused:?}");
    }
    let made = archive.run(&["index", "-q", "g", "-o", "old one.index"]);
    assert_eq!(made.status, 0, "{made:?}");
    let found = archive.run(&["find", "-q", "--sfen", "startpos", "--index", "old one.index"]);
    assert_eq!(found.status, 0, "{found:?}");
}

/// Excluded files stay excluded when an index of absolute paths is used and brought up to date in another folder.
#[test]
fn an_index_of_absolute_paths_excludes_the_same_files_in_any_folder() {
    for (line, config) in [
        ("--isolated --exclude ../g/b.kif", ""),
        ("", "exclude = [\"g/b.kif\"]\n"),
    ] {
        let archive = archive();
        fs::create_dir(archive.path("sub")).unwrap();
        fs::write(archive.path("kifu.toml"), config).unwrap();
        let folder = archive.path("g").to_string_lossy().into_owned();
        let in_sub = |words: &[&str]| {
            let output = archive
                .command(words)
                .current_dir(archive.path("sub"))
                .output()
                .unwrap();
            assert!(output.status.success(), "{words:?}: {output:?}");
        };
        let words: Vec<_> = line.split_whitespace().collect();
        in_sub(&[&["index", "-q", &folder, "-o", "g.index"], &words[..]].concat());
        let find = [
            "find",
            "-q",
            "--index",
            "sub/g.index",
            "--sfen",
            "startpos",
            "--columns",
            "path",
        ];
        let found = archive.run(&find);
        assert_eq!(found.status, 0, "{found:?}");
        assert!(
            found.stdout.contains("/g/a.kif") && !found.stdout.contains("/g/b.kif"),
            "{found:?}"
        );
        let update = archive.run_line("index --update -o sub/g.index");
        assert!(update.stderr.ends_with("is up to date\n"), "{update:?}");
    }
}

/// A part of an archive is indexed like the whole.
#[test]
fn an_index_of_a_folder_in_an_archive_has_only_its_files() {
    let archive = archive();
    let packed = tar(&[("x/a.kif", CLEAN.as_bytes()), ("y/b.kif", CLEAN.as_bytes())]);
    fs::write(archive.path("g.tar"), packed).unwrap();
    archive.run_line("index -q g.tar!x -o x.index");
    let find = [
        "find",
        "-q",
        "--index",
        "x.index",
        "--sfen",
        "startpos",
        "--columns",
        "path",
    ];
    let found = archive.run(&find);
    assert_eq!(
        (found.status, &*found.stdout),
        (0, "path\ng.tar!x/a.kif\n"),
        "{found:?}"
    );
    let update = archive.run_line("index --update -o x.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "x.index is up to date\n"),
        "{update:?}"
    );
}

/// `--update` alone takes the options of the index: others are refused, and a `kifu.toml` is not read.
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
        let refused = archive.run_line(&format!("index --update -o g.index {option}"));
        assert_eq!(refused.status, 2, "{option}: {refused:?}");
        assert!(
            refused.stderr.contains("an index knows its files"),
            "{option}: {refused:?}"
        );
    }
    let update = archive.run_line("index --update -v -o g.index");
    assert_eq!(
        (update.status, &*update.stderr),
        (0, "g.index is up to date\n"),
        "{update:?}"
    );
}
