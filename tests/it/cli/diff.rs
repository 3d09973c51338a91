//! `kifu diff`.

use std::fs;

use serde_json::Value;

use super::Archive;
use crate::support::files::with_extensions;

/// A game with a time, a comment, a bookmark and two variations.
const GAME: &str = "\
手合割：平手
先手：甲
後手：乙
   1 ７六歩(77)   ( 0:05/00:00:05)
*初手
   2 ３四歩(33)   ( 0:03/00:00:03)
   3 ２六歩(27)   ( 0:02/00:00:07)
   4 ８四歩(83)   ( 0:01/00:00:04)
   5 ２五歩(26)   ( 0:04/00:00:11)
&中盤
   6 投了
変化：4手
   4 ４四歩(43)
   5 ４八銀(39)
変化：2手
   2 ８四歩(83)
   3 ２六歩(27)
";

/// Compares two texts. Returns the status and the differences as `kind place name: a | b`.
fn compare(a: &str, b: &str) -> (i32, Vec<String>) {
    let archive = Archive::new(&[("a.kifu", a.as_bytes()), ("b.kifu", b.as_bytes())]);
    let outcome = archive.run(&["diff", "--format", "jsonl", "a.kifu", "b.kifu"]);
    let differences = outcome.stdout.lines().map(|line| {
        let json: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| json[key].as_str().unwrap_or("-").to_owned();
        let place = match &json["ply"] {
            Value::Null => text("name"),
            ply => format!("{}@{ply}", text("variation")),
        };
        format!("{} {place}: {} | {}", text("kind"), text("a"), text("b"))
    });
    let differences = differences.collect();
    assert_eq!(outcome.stderr, "");
    (outcome.status, differences)
}

#[test]
fn each_part_of_a_record_is_compared() {
    let replaced = |from: &str, to: &str| {
        assert!(GAME.contains(from), "{from}");
        GAME.replacen(from, to, 1)
    };
    for (text, expected) in [
        (GAME.to_owned(), &[][..]),
        (replaced("先手：甲", "先手：丙"), &["header 先手: 甲 | 丙"]),
        (replaced("後手：乙\n", ""), &["header 後手: 乙 | -"]),
        (
            replaced("手合割：平手", "手合割：香落ち"),
            &[
                "start -: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 | lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            ],
        ),
        (replaced("３四歩(33)", "３四歩(43)"), &["move @2: 3c3d | 4c3d"]),
        (
            replaced("   3 ２六歩(27)   ( 0:02/00:00:07)\n", ""),
            &["move @3: 2g2f | -"],
        ),
        (replaced("( 0:03/", "( 0:04/"), &["time @2: 3 | 4"]),
        (replaced("*初手", "*最初の手"), &["comment @1: 初手 | 最初の手"]),
        (replaced("&中盤\n", ""), &["bookmark @5: 中盤 | -"]),
        (
            replaced("投了", "中断"),
            &["end -: resign (black) | interrupt (none)"],
        ),
        (replaced("   5 ４八銀(39)\n", ""), &["move 4.1@5: 3i4h | -"]),
        (
            replaced("変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n", ""),
            &["move 2.1@2: 8c8d 2g2f | -"],
        ),
        (
            replaced("   2 ８四歩(83)\n", "   2 ８四歩(83)\n*居飛車\n"),
            &["comment 2.1@2: - | 居飛車"],
        ),
    ] {
        let (status, mut differences) = compare(GAME, &text);
        differences.retain(|it| expected.len() > 1 || expected.is_empty() || is_of_kind(it, expected[0]));
        assert_eq!(differences, expected, "{text}");
        assert_eq!(status, i32::from(!expected.is_empty()));
        let (status, _) = compare(&text, GAME);
        assert_eq!(status, i32::from(!expected.is_empty()));
    }
}

#[test]
fn nothing_that_differs_is_equal() {
    let replaced = |from: &str, to: &str| {
        assert!(GAME.contains(from), "{from}");
        GAME.replacen(from, to, 1)
    };
    for text in [
        // Moves, a comment and a time at or after the end.
        replaced("   6 投了\n", "   6 投了\n   7 ９八香(99)\n"),
        replaced("   6 投了\n", "   6 投了\n*終局\n"),
        replaced("   6 投了\n", "   6 投了   ( 0:09/00:00:13)\n"),
        // The end of a variation.
        replaced("   5 ４八銀(39)\n", "   5 ４八銀(39)\n   6 中断\n"),
        // A result line, a header that is given twice, and text that cannot be read.
        replaced("   6 投了\n", "   6 投了\nまで5手で後手の勝ち\n"),
        replaced("先手：甲\n", "先手：甲\n先手：丙\n"),
        replaced("   6 投了\n", "   6 ９９九歩(98)\n   7 投了\n"),
        replaced(
            "   4 ８四歩(83)   ( 0:01/00:00:04)\n",
            "   4 ■■■(83)   ( 0:01/00:00:04)\n",
        ),
    ] {
        let claimed = GAME.replacen("   6 投了\n", "   6 投了\nまで5手で先手の勝ち\n", 1);
        let base = if text.contains("まで") { &claimed } else { GAME };
        let (status, differences) = compare(base, &text);
        assert!(status == 1 && !differences.is_empty(), "{text}");
        assert_eq!(compare(&text, &text).0, 0, "{text}");
    }
}

#[test]
fn records_of_other_games_are_compared() {
    for file in [
        "yonin/mate.yonin",
        "janggi/comment-of-lines.gib",
        "gunjin/full.gunjin",
    ] {
        let path = std::path::Path::new("fixtures").join(file);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut lines: Vec<_> = text.lines().collect();
        let last_move = lines
            .iter()
            .rposition(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        lines.remove(last_move.unwrap());
        let shorter = lines.join("\n");
        let archive = Archive::new(&[("a", text.as_bytes()), ("b", shorter.as_bytes())]);
        assert_eq!(archive.run_line("diff a a").status, 0, "{file}");
        let outcome = archive.run_line("diff a b");
        assert_eq!(outcome.status, 1, "{file}: {outcome:?}");
    }
}

#[test]
fn times_of_only_one_record_are_one_difference() {
    let without_times: Vec<_> = GAME
        .lines()
        .map(|line| line.split("   ( ").next().unwrap())
        .collect();
    let (status, differences) = compare(GAME, &without_times.join("\n"));
    assert_eq!((status, differences), (1, vec!["time -: 5 | -".to_owned()]));
}

/// Returns whether a difference is of the kind and at the place of another. A move that is changed or left out also changes
/// what follows it.
fn is_of_kind(difference: &str, expected: &str) -> bool {
    difference.split(':').next() == expected.split(':').next()
}

#[test]
fn a_record_is_equal_to_itself_in_every_format() {
    let archive = Archive::new(&[]);
    for folder in [
        "example",
        "clocks",
        "variations",
        "headers",
        "mid-game",
        "tsume",
        "nimai-ochi",
    ] {
        for path in with_extensions(
            &std::path::Path::new("fixtures/same").join(folder),
            &["kif", "jkf", "csa3"],
        ) {
            let path = fs::canonicalize(&path).unwrap();
            let path = path.to_str().unwrap();
            let outcome = archive.run(&["diff", path, path]);
            assert_eq!((outcome.status, &*outcome.stdout), (0, ""), "{outcome:?}");
            // JKF holds all that KIF does, and CSA V3.0 all of a game without variations and comments of its own.
            if path.ends_with("jkf.jkf") {
                let kif = path.replace("jkf.jkf", "kifu.kifu");
                let outcome = archive.run(&["diff", &kif, path]);
                assert_eq!((outcome.status, &*outcome.stdout), (0, ""), "{outcome:?}");
            }
        }
    }
}

#[test]
fn sides_are_next_to_each_other() {
    let changed = GAME
        .replace("３四歩(33)", "８四歩(83)")
        .replace("先手：甲", "先手：丙丁");
    let archive = Archive::new(&[
        ("a.kifu", GAME.as_bytes()),
        ("b.kifu", changed.as_bytes()),
        ("empty.kif", b""),
        ("prose.kif", b"nothing here\n"),
    ]);
    let outcome = archive.run_line("diff a.kifu b.kifu");
    let expected = "\
a.kifu | b.kifu (record 1)
  header 先手                甲                     | 丙丁
  ply 2                      ３四歩(33)             | ８四歩(83)
  variation 4.1, ply 4       ４四歩(43) ４八銀(39)  <
  variation 2.1, ply 2 time                         > 3
  variation 2.1, ply 3 time                         > 2
  variation 4.1, ply 4                              > ４四歩(43) ４八銀(39)
";
    assert_eq!((outcome.status, &*outcome.stdout), (1, expected), "{outcome:?}");
    let empty = archive.run_line("diff a.kifu empty.kif");
    assert_eq!((empty.status, empty.stdout.lines().count()), (1, 2), "{empty:?}");
    let both = archive.run_line("diff empty.kif empty.kif");
    assert_eq!((both.status, &*both.stdout), (0, ""));
    for (options, expected) in [
        (
            "a.kifu prose.kif",
            "error: prose.kif: no move, position or result found",
        ),
        ("a.kifu missing.kif", "missing.kif"),
        ("a.kifu .", "this is a directory; specify one file"),
        ("- -", "standard input can be only one of the two files"),
        ("a.kifu", "<B>"),
    ] {
        let outcome = archive.run_line(&format!("diff {options}"));
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.contains(expected), "{outcome:?}");
    }
}
