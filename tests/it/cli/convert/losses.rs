//! Messages about losses and findings of a conversion.

use serde_json::Value;

use super::{Archive, BROKEN, CLEAN, NIFU, VARIED, assert_status, text, timeless, tree};

fn objects(stderr: &str) -> Vec<Value> {
    stderr
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

fn archive_of_games() -> Archive {
    Archive::new(&[
        ("g/a.kif", CLEAN.as_bytes()),
        ("g/b.kif", VARIED.as_bytes()),
        ("g/c.kif", BROKEN.as_bytes()),
    ])
}

#[test]
fn only_the_first_three_lossy_records_are_listed() {
    let with_comment =
        "手合割：平手\n   1 ７六歩(77)\n*A comment.\n   2 ３四歩(33)\n   3 投了\n".replace("*A", "&A");
    let mut files: Vec<(String, &str)> = (1..=6)
        .map(|number| (format!("g/{number}.kif"), VARIED))
        .collect();
    files.push(("g/7.kif".to_owned(), &with_comment));
    let files: Vec<_> = files
        .iter()
        .map(|(name, it)| (name.as_str(), it.as_bytes()))
        .collect();
    let archive = Archive::new(&files);
    let messages = |options: &str| {
        archive
            .run_line(&format!("convert --to csa -o out --force g {options}"))
            .stderr
    };
    let by_default = messages("");
    let loss_lines: Vec<_> = by_default
        .lines()
        .filter(|it| it.contains(": lost in csa: "))
        .collect();
    let names: String = loss_lines.iter().filter_map(|line| line.chars().nth(2)).collect();
    assert_eq!(names, "1237", "{by_default}");
    assert!(
        by_default.contains("\nrecords with losses of these kinds that are not listed: 3; -v lists all\n"),
        "{by_default}"
    );
    let verbose = messages("-v");
    assert_eq!(verbose.matches(": lost in csa: ").count(), 7, "{verbose}");
    assert!(!verbose.contains("not listed"), "{verbose}");
    assert_eq!(messages("-q"), "");
    assert_eq!(messages("--loss-format jsonl").lines().count(), 7);
}

#[test]
fn text_output_has_a_line_per_record() {
    let outcome = assert_status(
        archive_of_games().run(&["convert", "--to", "usi", "-o", "out", "g"]),
        2,
    );
    let lines: Vec<_> = outcome.stderr.lines().collect();
    assert_eq!(lines[0], "g/a.kif: lost in usi: 1 result (投了)");
    assert_eq!(
        lines[1],
        "g/b.kif: lost in usi: 1 variation, 1 result (投了), 1 header (備考)"
    );
    let lines = &lines[1..];
    assert!(lines[1].starts_with("g/c.kif:3:6: error["), "{outcome:?}");
    assert_eq!(
        lines[2],
        "g/c.kif: not converted: move 2 cannot be read or made on the board"
    );
    assert!(lines[3].contains("`kifu rules NAME` explains"), "{outcome:?}");
    assert_eq!(
        lines[4],
        "Use `kifu validate` to see the problems of records that were not converted, or try another format."
    );
    assert_eq!(
        timeless(lines[5]),
        "Converted 2 of 3 records in 3 files: 2 with losses, 1 not convertible; 2 files written"
    );
    let quiet = assert_status(
        archive_of_games().run(&["convert", "--to", "usi", "-q", "-o", "out", "g"]),
        2,
    );
    assert_eq!(quiet.stderr.lines().collect::<Vec<_>>(), &lines[2..3]);
}

#[test]
fn jsonl_has_an_object_per_record() {
    let archive = archive_of_games();
    let outcome = assert_status(
        archive.run(&[
            "convert",
            "--to",
            "usi",
            "-q",
            "--loss-format",
            "jsonl",
            "-o",
            "out/",
            "g",
        ]),
        2,
    );
    let objects = objects(&outcome.stderr);
    let keys = [
        "schema", "path", "record", "to", "output", "written", "losses", "findings", "refused",
    ];
    for line in outcome.stderr.lines() {
        let positions = keys.map(|key| line.find(&format!("\"{key}\":")).expect(key));
        assert!(positions.is_sorted(), "{line}");
    }
    assert_eq!(objects.len(), 3);
    assert_eq!(
        (&objects[0]["output"], &objects[0]["written"]),
        (&"out/a.usi".into(), &true.into())
    );
    assert_eq!(objects[0]["losses"].as_array().unwrap().len(), 1);
    let losses = &objects[1]["losses"];
    assert_eq!(
        (&losses[0]["loss"], &losses[0]["count"]),
        (&"variation".into(), &1.into())
    );
    assert_eq!(
        (&losses[2]["loss"], &losses[2]["examples"][0]),
        (&"header".into(), &"備考".into())
    );
    assert_eq!(
        (&objects[2]["output"], &objects[2]["written"]),
        (&Value::Null, &false.into())
    );
    assert!(objects[2]["refused"].as_str().unwrap().starts_with("move 2 "));
}

#[test]
fn deny_loss_refuses_lossy_records() {
    let archive = archive_of_games();
    let convert = |options: &[&str]| {
        archive.run(
            &[
                &[
                    "convert",
                    "--to",
                    "csa",
                    "--deny-loss",
                    "-o",
                    "out/",
                    "g/a.kif",
                    "g/b.kif",
                ],
                options,
            ]
            .concat(),
        )
    };
    let outcome = assert_status(convert(&[]), 1);
    assert_eq!(tree(&archive, "out"), ["g/a.csa"]);
    assert!(
        outcome
            .stderr
            .starts_with("g/b.kif: not written because of --deny-loss; lost in csa: 1 variation"),
        "{outcome:?}"
    );
    let quiet = assert_status(convert(&["-q", "--force"]), 1);
    assert_eq!(quiet.stderr.lines().count(), 1);
    let json_lines = assert_status(convert(&["-q", "--force", "--loss-format", "jsonl"]), 1);
    let objects = objects(&json_lines.stderr);
    assert_eq!(
        (&objects[1]["written"], &objects[1]["refused"]),
        (&false.into(), &Value::Null)
    );
    assert_eq!(objects[0]["losses"], Value::Array(Vec::new()));
    assert_eq!(objects[1]["losses"][0]["loss"], "variation");
}

#[test]
fn an_illegal_game_is_converted_as_written() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    let outcome = assert_status(
        archive.run(&["convert", "--to", "csa", "-o", "out/", "nifu.kif"]),
        0,
    );
    let csa = text(&archive, "out/nifu.csa");
    assert!(
        csa.ends_with("+0095FU\n%-ILLEGAL_ACTION\n") || csa.contains("+0095FU\n"),
        "{csa}"
    );
    assert!(
        outcome.stderr.starts_with("nifu.kif:10:6: error[nifu] "),
        "{outcome:?}"
    );
    assert!(
        !assert_status(archive.run(&["convert", "--to", "csa", "-q", "nifu.kif"]), 0)
            .stderr
            .contains("nifu")
    );
    // The converted file has the illegal move, and therefore the same finding.
    let validation = archive.run(&["validate", "--format", "jsonl", "out/nifu.csa"]);
    assert!(validation.rules().contains(&"nifu".to_owned()), "{validation:?}");
}

#[test]
fn warnings_and_notes_are_shown_on_request() {
    let without_end = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let archive = Archive::new(&[("a.kif", without_end.as_bytes())]);
    let messages = |option| archive.run(&["convert", "--to", "csa", "a.kif", option]).stderr;
    assert!(!messages("--color=never").contains("end-token-missing"));
    assert!(messages("-v").contains("[end-token-missing]"));
    assert!(messages("-v").contains("a.kif: kif, UTF-8\n"));
}

#[test]
fn control_sequences_in_records_are_escaped() {
    let text = "手合割：平手\n\u{1b}[31m：\u{1b}[2J\n   1 ７六歩(77)\n   2 中断\n";
    let archive = Archive::new(&[("a.kif", text.as_bytes())]);
    for format in ["text", "jsonl"] {
        let outcome = archive.run(&["convert", "--to", "usi", "a.kif", "-v", "--loss-format", format]);
        assert!(!outcome.stderr.contains('\u{1b}'), "{outcome:?}");
    }
    let coloured = archive.run(&["convert", "--to", "usi", "a.kif", "-v", "--color", "always"]);
    assert!(
        coloured.stderr.contains("\u{1b}[") && !coloured.stderr.contains("\u{1b}[2J"),
        "{coloured:?}"
    );
}

#[test]
fn objects_contain_findings() {
    let archive = Archive::new(&[
        ("clean.kif", CLEAN.as_bytes()),
        ("nifu.kif", NIFU.as_bytes()),
        (
            "open.kif",
            "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n".as_bytes(),
        ),
        ("readme.txt", b""),
    ]);
    for (options, notes) in [(&[][..], 0), (&["-q"], 0), (&["-v"], 1)] {
        let args = ["convert", "--to", "csa", "--loss-format", "jsonl", "."];
        let outcome = assert_status(archive.run(&[&args[..], options].concat()), 0);
        let objects = objects(&outcome.stderr);
        assert_eq!(objects.len(), 3, "an object a record and nothing else");
        assert_eq!(objects[0]["findings"], Value::Array(Vec::new()));
        let nifu_findings = objects[1]["findings"].as_array().unwrap();
        let nifu = nifu_findings
            .iter()
            .find(|finding| finding["rule"] == "nifu")
            .unwrap();
        assert_eq!(
            (&nifu["severity"], &nifu["ply"], &nifu["line"], &nifu["column"]),
            (&"error".into(), &9.into(), &10.into(), &6.into())
        );
        assert!(!nifu["message"].as_str().unwrap().is_empty());
        assert_eq!(objects[2]["findings"].as_array().unwrap().len(), notes);
    }
    // With `--loss-format jsonl`, errors that concern no record are still lines of text.
    let outcome = assert_status(
        archive.run(&[
            "convert",
            "--to",
            "csa",
            "--loss-format",
            "jsonl",
            "-v",
            "nowhere",
            "clean.kif",
        ]),
        2,
    );
    let (failures, object_lines): (Vec<_>, Vec<_>) =
        outcome.stderr.lines().partition(|it| it.starts_with("error: "));
    assert_eq!((failures.len(), objects(&object_lines.join("\n")).len()), (1, 1));
}
