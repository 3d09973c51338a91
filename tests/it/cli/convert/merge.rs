//! Records that are merged into one, and records whose lines are split.

use super::{Archive, BROKEN, CLEAN, CLEAN_CSA, VARIED, assert_status, text, timeless, tree};

/// A game with a comment, times and a variation.
const MAIN: &str = "手合割：平手\n先手：山田\n後手：佐藤\n棋戦：名人戦\n   1 ７六歩(77)   (0:10/0:10)\n*角道\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\n\n変化：2手\n   2 ８四歩(83)\n   3 ６八銀(79)\n";

/// A game that reaches the position after the third move of [`MAIN`] in another order.
const TRANSPOSED: &str = "手合割：平手\n先手：鈴木\n後手：佐藤\n棋戦：名人戦\n   1 ２六歩(27)\n   2 ３四歩(33)\n   3 ７六歩(77)\n*合流\n   4 ８四歩(83)\n   5 投了\n";

/// A game in CSA that ends like the variation of [`MAIN`].
const VARIATION_CSA: &str =
    "V2.2\nN+A\nN-B\n$EVENT:名人戦\nPI\n+\n+7776FU\n-8384FU\n+7968GI\n'*角道\n%TORYO\n";

const HANDICAP: &str = "手合割：香落ち\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 投了\n";

const MERGED: &str = "#KIF version=2.0 encoding=UTF-8
棋戦：名人戦
手合割：平手　　
先手：
後手：
手数----指手--
*[a.kif] 先手：山田 後手：佐藤
*[b.kif] 先手：鈴木 後手：佐藤
*[c.csa] 先手：A 後手：B
   1 ７六歩(77)  +
*[a.kif] 角道
   2 ３四歩(33)  +
   3 ２六歩(27)  
   4 投了        
まで3手で先手の勝ち

変化：2手
   2 ８四歩(83)  
   3 ６八銀(79)  
*[c.csa] 角道
   4 投了        
まで3手で先手の勝ち

変化：1手
   1 ２六歩(27)  
   2 ３四歩(33)  
   3 ７六歩(77)  
*[b.kif] 合流
*=> 本譜の3手目
   4 ８四歩(83)  
   5 投了        
まで4手で後手の勝ち

";

fn archive() -> Archive {
    Archive::new(&[
        ("a.kif", MAIN.as_bytes()),
        ("b.kif", TRANSPOSED.as_bytes()),
        ("c.csa", VARIATION_CSA.as_bytes()),
        ("h.kif", HANDICAP.as_bytes()),
    ])
}

#[test]
fn games_with_one_start_become_one_record() {
    let archive = archive();
    let merge = ["convert", "--merge", "--to", "kifu", "-o"];
    let outcome = assert_status(
        archive.run(&[&merge[..], &["m.kifu", "a.kif", "b.kif", "c.csa"]].concat()),
        0,
    );
    assert_eq!(text(&archive, "m.kifu"), MERGED);
    assert_eq!(
        timeless(&outcome.stderr),
        "a.kif: lost in kifu: 1 time\nConverted 3 of 3 records in 3 files: 1 with losses; 1 file written"
    );
    for (name, options) in [
        ("one.kifu", "-j1 c.csa b.kif a.kif"),
        ("two.kifu", "-j2 b.kif c.csa a.kif"),
    ] {
        let options: Vec<&str> = options.split(' ').collect();
        assert_status(archive.run(&[&merge[..], &[name], &options[..]].concat()), 0);
        assert_eq!(text(&archive, name), MERGED);
    }
    let refused = assert_status(archive.run(&[&merge[..], &["m.kifu", "a.kif"]].concat()), 2);
    assert!(refused.stderr.contains("m.kifu: already exists"), "{refused:?}");
}

#[test]
fn the_main_line_is_chosen() {
    let archive = archive();
    let main_line = |options: &str| {
        let line = format!("convert --merge --to usi-of-merged {options}");
        let line = line.replace("usi-of-merged", "usen");
        let merged = assert_status(archive.run_line(&line), 0).stdout;
        std::fs::write(archive.path("merged.usen"), merged).unwrap();
        assert_status(archive.run_line("convert --to usi merged.usen"), 0).stdout
    };
    let [most, longest] = ["7g7f 3c3d 2g2f", "2g2f 3c3d 7g7f 8c8d"];
    for (options, expected) in [
        ("a.kif b.kif c.csa", most),
        ("--merge-main longest a.kif b.kif c.csa", longest),
        ("--merge-main first b.kif a.kif", longest),
        ("--merge-main first c.csa a.kif", "7g7f 8c8d 7i6h"),
        ("--merge-main longest --max-ply 2 a.kif b.kif", "7g7f 3c3d"),
    ] {
        let moves = main_line(options);
        assert!(
            moves.contains(&format!("moves {expected}\n")) || moves.contains(&format!("moves {expected} ")),
            "{options}: {moves}"
        );
    }
}

#[test]
fn comments_of_several_records_are_kept_once() {
    let archive = Archive::new(&[
        (
            "a.kif",
            "手合割：平手\n*同じ\n*二行目\n   1 ７六歩(77)\n&栞\n".as_bytes(),
        ),
        (
            "b.kif",
            "手合割：平手\n*同じ\n*二行目\n   1 ７六歩(77)\n".as_bytes(),
        ),
        (
            "c.csa",
            "V2.2\nPI\n+\n'*別\n+7776FU\n/\nPI\n+\n+7776FU\n'*二局目\n".as_bytes(),
        ),
    ]);
    let outcome = assert_status(archive.run_line("convert --merge --to kifu a.kif b.kif c.csa"), 0);
    let comments: Vec<&str> = outcome
        .stdout
        .lines()
        .filter(|line| line.starts_with(['*', '&']))
        .collect();
    assert_eq!(
        comments,
        [
            "*[a.kif +1] 同じ",
            "*[a.kif +1] 二行目",
            "*[c.csa#1] 別",
            "&[a.kif] 栞",
            "*[c.csa#2] 二局目",
        ]
    );
}

#[test]
fn each_start_has_a_record() {
    let archive = archive();
    let refused = assert_status(
        archive.run_line("convert --merge --to kifu -o m.kifu a.kif h.kif"),
        2,
    );
    assert!(
        refused.stderr.contains(
            "error: the records have 2 different starts, and a kifu file can hold only one record; specify a directory with -o\n"
        ),
        "{refused:?}"
    );
    assert_status(archive.run_line("convert --merge --to kifu a.kif h.kif"), 2);
    assert!(!archive.path("m.kifu").exists());
    assert_status(
        archive.run_line("convert --merge --to kifu -o out a.kif h.kif b.kif"),
        0,
    );
    assert_eq!(tree(&archive, "out"), ["merged-001.kifu", "merged-002.kifu"]);
    assert!(text(&archive, "out/merged-002.kifu").contains("手合割：香落ち"));
    assert_status(
        archive.run_line("convert --merge --to kifu -o one a.kif b.kif"),
        0,
    );
    assert_eq!(tree(&archive, "one"), ["merged.kifu"]);
    assert_status(
        archive.run_line("convert --merge --to usen -o m.usen a.kif h.kif b.kif"),
        0,
    );
    assert_eq!(text(&archive, "m.usen").lines().count(), 2);
}

#[test]
fn records_are_merged_by_a_column() {
    let archive = archive();
    assert_status(
        archive.run_line("convert --merge-by black --to kifu -o by a.kif b.kif c.csa h.kif"),
        0,
    );
    assert_eq!(
        tree(&archive, "by"),
        ["A.kifu", "_.kifu", "山田.kifu", "鈴木.kifu"]
    );
    assert_status(
        archive.run_line("convert --merge-by event --to jkf -o event a.kif b.kif c.csa"),
        0,
    );
    assert_eq!(tree(&archive, "event"), ["名人戦.jkf"]);
    let outcome = assert_status(
        archive.run_line("convert --merge-by white --to kifu -o w a.kif b.kif c.csa"),
        0,
    );
    assert!(outcome.stderr.contains("2 files written"), "{outcome:?}");
    assert!(text(&archive, "w/佐藤.kifu").contains("後手：佐藤\n"));
}

#[test]
fn wrong_options_are_refused() {
    let archive = archive();
    for (options, message) in [
        (
            "--merge --to csa",
            "csa cannot hold variations; --merge is available for kif, kifu, ki2, ki2u, usen, jkf",
        ),
        (
            "--merge-by black --to usi -o x",
            "usi cannot hold variations; --merge-by is available for",
        ),
        (
            "--max-ply 3 --to kifu",
            "--max-ply requires --merge or --merge-by",
        ),
        (
            "--merge-main first --to kifu",
            "--merge-main requires --merge or --merge-by",
        ),
        (
            "--merge --max-ply 0 --to kifu",
            "expected a whole number from 1 to 1000000",
        ),
        ("--merge-by blac --to kifu -o x", "unknown column `blac`"),
        ("--merge-by black --to kifu", "--output"),
        (
            "--merge-by black --to kifu -o -",
            "--merge-by requires a directory with -o, not standard output",
        ),
        (
            "--merge-by black --to kifu -o b.kif",
            "-o requires a directory because --merge-by names the files in it",
        ),
        (
            "--merge-by black --to kifu -o by.kifu",
            "-o requires a directory because --merge-by names the files in it; `by.kifu` has the extension of a record",
        ),
        (
            "--name {black} --to kifu -o by.kifu",
            "-o requires a directory because --name names the files in it; `by.kifu` has the extension of a record",
        ),
        ("--merge --split-variations --to kifu", "cannot be used with"),
        (
            "--split-variations --variation 2.1 --to sfen",
            "cannot be used with",
        ),
        ("--merge --join --to usen", "cannot be used with"),
        (
            "--split-variations --to psv -o x",
            "--split-variations does not apply to psv",
        ),
    ] {
        let outcome = assert_status(archive.run_line(&format!("convert {options} a.kif")), 2);
        assert!(outcome.stderr.contains(message), "{options}: {outcome:?}");
    }
}

#[test]
fn a_record_that_cannot_be_read_is_left_out_and_reported() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes()), ("b.kif", BROKEN.as_bytes())]);
    let outcome = assert_status(archive.run_line("convert --merge --to kifu a.kif b.kif"), 2);
    assert!(
        outcome.stderr.contains("b.kif: not converted: move 2 "),
        "{outcome:?}"
    );
    assert!(outcome.stdout.contains("   2 ３四歩(33)"), "{outcome:?}");
    let denied = assert_status(archive.run_line("convert --merge --to kifu -o x b.kif"), 2);
    assert!(denied.stderr.contains("1 not convertible"), "{denied:?}");
    assert_eq!(tree(&archive, "x"), [""; 0]);
}

#[test]
fn illegal_moves_and_ends_are_kept() {
    let nifu = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ５五歩打\n   6 反則負け\n";
    let archive = Archive::new(&[("a.kif", nifu.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    let outcome = assert_status(archive.run_line("convert --merge --to kifu a.kif b.kif"), 0);
    assert!(outcome.stdout.contains("   5 ５五歩打"), "{outcome:?}");
    assert!(outcome.stdout.contains("反則"), "{outcome:?}");
}

#[test]
fn each_line_becomes_a_record() {
    let archive = archive();
    let outcome = assert_status(
        archive.run_line("convert --split-variations --to csa -o out a.kif h.kif"),
        0,
    );
    assert_eq!(tree(&archive, "out"), ["a-2.1.csa", "a.csa", "h.csa"]);
    assert!(
        outcome.stderr.contains("Converted 3 of 3 records in 2 files"),
        "{outcome:?}"
    );
    let variation = text(&archive, "out/a-2.1.csa");
    assert!(variation.contains("N+山田\n"), "{variation}");
    assert!(
        variation.ends_with("+7776FU\nT10\n'*角道\n-8384FU\n+7968GI\n"),
        "{variation}"
    );
    // In one file, the lines follow each other, the main line first.
    let joined = assert_status(archive.run_line("convert --split-variations --to usi a.kif"), 0).stdout;
    let lines: Vec<&str> = joined.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[1].ends_with("7g7f 8c8d 7i6h"), "{joined}");
    assert_status(
        archive.run_line("convert --split-variations --to csa --join -o all.csa a.kif h.kif"),
        0,
    );
    assert_eq!(text(&archive, "all.csa").matches("\n/\n").count(), 2);
    let named = "convert --split-variations --to kifu -o named --name {black} a.kif";
    assert_status(archive.run_line(named), 0);
    assert_eq!(tree(&archive, "named"), ["山田-2.1.kifu", "山田.kifu"]);
}

#[test]
fn split_lines_are_merged_into_the_same_record() {
    let archive = Archive::new(&[("v.kif", VARIED.as_bytes()), ("c.csa", CLEAN_CSA.as_bytes())]);
    assert_status(
        archive.run_line("convert --split-variations --to kifu -o lines v.kif"),
        0,
    );
    assert_eq!(tree(&archive, "lines"), ["v-2.1.kifu", "v.kifu"]);
    let merged = assert_status(
        archive.run_line("convert --merge --to kifu lines/v.kifu lines/v-2.1.kifu"),
        0,
    );
    let converted = assert_status(archive.run_line("convert --to kifu v.kif"), 0);
    assert_eq!(merged.stdout, converted.stdout);
}

#[test]
fn programs_get_an_object_for_the_merged_record() {
    let archive = archive();
    let outcome = assert_status(
        archive.run_line("convert --merge --to usen --loss-format jsonl -o m.usen a.kif"),
        0,
    );
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{outcome:?}");
    assert!(lines[0].contains(r#""path":"a.kif","record":1,"to":"usen","output":null,"written":true,"losses":[{"loss":"time","count":1"#), "{outcome:?}");
    assert!(
        lines[1].contains(r#""path":"m.usen","record":1,"to":"usen","output":"m.usen","written":true"#),
        "{outcome:?}"
    );
}

/// A game with a pass in its main line.
const PASS: &str = "手合割：平手\n   1 ７六歩(77)\n   2 パス\n   3 ２六歩(27)\n";

/// A game whose longest variation has a pass.
const PASS_IN_VARIATION: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 パス\n   3 ２六歩(27)\n   4 ３四歩(33)\n";

#[test]
fn a_record_that_the_format_cannot_hold_is_left_out_of_the_merge() {
    let nifu = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+5859FU\n%TORYO\n";
    let archive = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("p.kif", PASS.as_bytes()),
        ("v.kif", PASS_IN_VARIATION.as_bytes()),
        ("n.csa", nifu.as_bytes()),
    ]);
    for (line, status, expected, totals) in [
        (
            "--to ki2u a.kif p.kif",
            2,
            "p.kif: not converted: move 2 is a pass, which KI2 cannot represent",
            "Converted 1 of 2 records in 2 files: 0 with losses, 1 not convertible",
        ),
        (
            "--to ki2u --merge-main longest a.kif v.kif",
            0,
            "v.kif: lost in ki2u: 1 variation with a pass",
            "Converted 2 of 2 records in 2 files: 1 with losses",
        ),
        // The twins: a format that can hold a pass, and a merge that ends before it.
        (
            "--to kifu a.kif p.kif v.kif",
            0,
            "",
            "Converted 3 of 3 records in 3 files: 0 with losses",
        ),
        (
            "--to ki2u --max-ply 1 a.kif p.kif v.kif",
            0,
            "",
            "Converted 3 of 3 records in 3 files: 0 with losses",
        ),
    ] {
        let outcome = assert_status(archive.run_line(&format!("convert --merge {line}")), status);
        let not_converted = outcome
            .stderr
            .lines()
            .filter(|line| line.contains("lost in") || line.contains("not converted: "));
        assert_eq!(
            not_converted.collect::<Vec<_>>().join("\n"),
            expected,
            "{line}: {outcome:?}"
        );
        assert!(timeless(&outcome.stderr).ends_with(totals), "{line}: {outcome:?}");
        assert!(outcome.stdout.contains("７六歩"), "{line}: {outcome:?}");
    }
    let outcome = assert_status(
        archive.run_line("convert --merge --to ki2u --loss-format jsonl a.kif p.kif"),
        2,
    );
    assert!(
        outcome
            .stderr
            .contains(r#""path":"p.kif","record":1,"to":"ki2u","output":null,"written":false"#),
        "{outcome:?}"
    );
}

#[test]
fn losses_of_merged_records_are_reported_and_can_be_denied() {
    let numbers = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   5 ２六歩(27)\n";
    let swapped = "V2.2\nPI\n+\n-7776FU\n+3334FU\n%TORYO\n";
    let archive = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("m.kif", MAIN.as_bytes()),
        ("n.kif", numbers.as_bytes()),
        ("s.csa", swapped.as_bytes()),
        (
            "u.usi",
            "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 21 moves 7g7f\n".as_bytes(),
        ),
    ]);
    for (to, name, losses) in [
        ("kifu", "m.kif", "1 time"),
        (
            "usen",
            "m.kif",
            "1 time, 3 headers (先手, 後手, 棋戦), 1 comment line",
        ),
        ("kifu", "n.kif", "1 move number out of order"),
        ("kifu", "s.csa", "2 wrong side marks"),
        ("kifu", "u.usi", "the move number of the start position (21)"),
        ("usen", "u.usi", ""),
        ("kifu", "a.kif", ""),
    ] {
        let line = format!("convert --merge --to {to} -o {to}-{name}.out/ {name}");
        let outcome = assert_status(archive.run_line(&line), 0);
        let lossy = u8::from(!losses.is_empty());
        assert!(
            outcome
                .stderr
                .contains(&format!(": {lossy} with losses; 1 file written")),
            "{line}: {outcome:?}"
        );
        let reported = outcome.stderr.lines().filter(|line| line.contains("lost in"));
        let reported: Vec<&str> = reported.collect();
        let expected = format!("{name}: lost in {to}: {losses}");
        assert_eq!(
            reported.join("\n"),
            if losses.is_empty() { "" } else { &expected },
            "{line}"
        );
        let line = format!("convert --merge --deny-loss --to {to} {name}");
        let denied = assert_status(archive.run_line(&line), lossy.into());
        assert_eq!(denied.stdout.is_empty(), lossy == 1, "{line}: {denied:?}");
    }
}

#[test]
fn merging_keeps_what_records_state() {
    let with_evaluations =
        "手合割：平手\n   1 ７六歩(77)\n** 55 -3334FU\n   2 ３四歩(33)\n*よい手\n**評価値=60\n";
    let result_line = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\nまで2手で後手の勝ち\n";
    let resigned = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let swapped = "V2.2\nPI\n+\n-7776FU\n+3334FU\n%TORYO\n";
    let archive = Archive::new(&[
        ("e.kif", with_evaluations.as_bytes()),
        ("r.kif", result_line.as_bytes()),
        ("t.kif", resigned.as_bytes()),
        ("s.csa", swapped.as_bytes()),
    ]);
    let body = |names: &str| {
        let merged = assert_status(archive.run_line(&format!("convert --merge --to kifu {names}")), 0).stdout;
        let body: Vec<&str> = merged
            .lines()
            .skip_while(|line| !line.starts_with("手数"))
            .skip(1)
            .collect();
        body.join("\n")
    };
    // An evaluation is read only from the beginning of a line.
    assert_eq!(
        body("e.kif"),
        "   1 ７六歩(77)  \n*[e.kif]\n** 55 -3334FU\n   2 ３四歩(33)  \n*[e.kif] よい手\n**評価値=60\n"
    );
    // A result line is the same end as a numbered word, and a move with a wrong side mark is the same move.
    let expected = "   1 ７六歩(77)  \n   2 ３四歩(33)  \n   3 投了        \nまで2手で後手の勝ち\n";
    for names in ["r.kif", "t.kif", "s.csa", "r.kif t.kif s.csa"] {
        assert_eq!(body(names), expected, "{names}");
    }
}

#[test]
fn starts_with_different_numbers_are_merged_unless_the_format_has_them() {
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let (ten, twenty) = (
        format!("{start} 11 moves 7g7f\n"),
        format!("{start} 21 moves 2g2f\n"),
    );
    let archive = Archive::new(&[("a.usi", ten.as_bytes()), ("b.usi", twenty.as_bytes())]);
    let usen = assert_status(archive.run_line("convert --merge --to usen a.usi b.usi"), 0).stdout;
    assert_eq!(usen.lines().count(), 2, "{usen}");
    let kifu = assert_status(archive.run_line("convert --merge --to kifu a.usi b.usi"), 0);
    assert!(kifu.stdout.contains("変化：1手"), "{kifu:?}");
    assert!(
        kifu.stderr
            .contains("b.usi: lost in kifu: the move number of the start position (21)"),
        "{kifu:?}"
    );
}

#[test]
fn a_merge_that_is_not_written_counts_no_records() {
    let archive = archive();
    let merge = "convert --merge --to kifu";
    let refused = assert_status(archive.run_line(&format!("{merge} a.kif b.kif h.kif")), 2);
    assert!(
        refused
            .stderr
            .contains("Converted 0 of 3 records in 3 files: 1 with losses, 3 not written"),
        "{refused:?}"
    );
    // Several records in one stream: only the first is written.
    std::fs::create_dir(archive.path("out")).unwrap();
    std::fs::write(archive.path("out/merged-002.kifu"), "").unwrap();
    let refused = assert_status(archive.run_line(&format!("{merge} -o out a.kif b.kif h.kif")), 2);
    assert!(
        refused
            .stderr
            .contains("Converted 2 of 3 records in 3 files: 1 with losses, 1 not written"),
        "{refused:?}"
    );
    let object = assert_status(archive.run_line(&format!("{merge} --loss-format jsonl a.kif")), 0);
    assert!(
        object
            .stderr
            .contains(r#""path":"standard output","record":1,"to":"kifu","output":null,"written":true"#),
        "{object:?}"
    );
}

#[test]
fn a_directory_for_merged_files_may_have_any_name() {
    let archive = archive();
    for output in ["by.kifu/", "by.2024"] {
        assert_status(
            archive.run_line(&format!(
                "convert --merge-by white --to kifu -o {output} a.kif b.kif"
            )),
            0,
        );
        assert_eq!(tree(&archive, output), ["佐藤.kifu"], "{output}");
    }
}

#[test]
fn a_comment_before_a_variation_stays_at_its_ply() {
    let record =
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n*ここで\n   2 ８四歩(83)\n*この手\n";
    let archive = Archive::new(&[("a.kif", record.as_bytes())]);
    assert_status(
        archive.run_line("convert --split-variations --to kifu -o lines a.kif"),
        0,
    );
    assert!(
        text(&archive, "lines/a-2.1.kifu")
            .ends_with("   1 ７六歩(77)  \n*ここで\n   2 ８四歩(83)  \n*この手\n\n"),
        "{}",
        text(&archive, "lines/a-2.1.kifu")
    );
    assert!(!text(&archive, "lines/a.kifu").contains("ここで"));
    let merged = assert_status(archive.run_line("convert --merge --to kifu a.kif"), 0).stdout;
    assert!(
        merged.contains("   1 ７六歩(77)  \n*[a.kif] ここで\n   2 ３四歩(33)  +\n"),
        "{merged}"
    );
}
