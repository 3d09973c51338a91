//! Inputs and outputs with several records.

use super::{Archive, BROKEN, CLEAN, CLEAN_CSA, CSA, VARIED, assert_status, text, tree};

fn join_csa(games: &[&str]) -> String {
    games.join("/\n")
}

#[test]
fn every_record_has_a_file() {
    let archive = Archive::new(&[
        ("a.csa", join_csa(&[CSA, CSA, CSA]).as_bytes()),
        ("b.csa", CSA.as_bytes()),
    ]);
    assert_status(
        archive.run(&["convert", "--to", "kifu", "-o", "out", "a.csa", "b.csa"]),
        0,
    );
    assert_eq!(
        tree(&archive, "out"),
        ["a-001.kifu", "a-002.kifu", "a-003.kifu", "b.kifu"]
    );
    assert_status(
        archive.run(&["convert", "--to", "kifu", "-o", "x.kifu", "a.csa"]),
        0,
    );
    assert_status(
        archive.run(&["convert", "--to", "kifu", "-o", "y.kifu", "b.csa"]),
        0,
    );
    assert_eq!(
        tree(&archive, "")
            .iter()
            .filter(|it| it.starts_with(['x', 'y']))
            .collect::<Vec<_>>(),
        ["x-001.kifu", "x-002.kifu", "x-003.kifu", "y.kifu"]
    );
}

#[test]
fn file_numbers_are_record_numbers_of_the_input() {
    let archive = Archive::new(&[("a.kif", [CLEAN, BROKEN, CLEAN].concat().as_bytes())]);
    let outcome = assert_status(archive.run(&["convert", "--to", "csa", "-o", "out/", "a.kif"]), 2);
    assert_eq!(tree(&archive, "out"), ["a-001.csa", "a-003.csa"]);
    assert!(
        outcome
            .stderr
            .contains("\na.kif (record 2): not converted: move 2 "),
        "{outcome:?}"
    );
}

#[test]
fn records_can_be_joined() {
    let archive = Archive::new(&[
        ("g/a.kif", [CLEAN, BROKEN, CLEAN].concat().as_bytes()),
        ("g/b.csa", CSA.as_bytes()),
        ("g/c.kif", BROKEN.as_bytes()),
    ]);
    assert_status(
        archive.run(&["convert", "--to", "csa", "--join", "-o", "out", "g"]),
        2,
    );
    assert_eq!(tree(&archive, "out"), ["a.csa", "b.csa"], "no file for nothing");
    assert_eq!(text(&archive, "out/a.csa"), join_csa(&[CLEAN_CSA, CLEAN_CSA]));
    assert_status(
        archive.run(&["convert", "--to", "csa", "--join", "-o", "one.csa", "g/a.kif"]),
        2,
    );
    assert_eq!(text(&archive, "one.csa"), join_csa(&[CLEAN_CSA, CLEAN_CSA]));
    assert_status(
        archive.run(&[
            "convert",
            "--to",
            "csa",
            "--join",
            "--newline",
            "crlf",
            "-o",
            "two.csa",
            "g/a.kif",
        ]),
        2,
    );
    assert_eq!(
        text(&archive, "two.csa"),
        text(&archive, "one.csa").replace('\n', "\r\n")
    );
}

#[test]
fn one_line_formats_are_always_joined() {
    let archive = Archive::new(&[
        ("g/a.csa", join_csa(&[CSA, CSA]).as_bytes()),
        ("g/b.kif", CLEAN.as_bytes()),
    ]);
    assert_status(archive.run(&["convert", "--to", "usi", "-o", "out", "g"]), 0);
    let line = "position startpos moves 7g7f 3c3d\n";
    assert_eq!(tree(&archive, "out"), ["a.usi", "b.usi"]);
    assert_eq!(
        (text(&archive, "out/a.usi"), text(&archive, "out/b.usi")),
        (line.repeat(2), line.to_owned())
    );
}

#[test]
fn standard_output_takes_several_records_if_the_format_allows() {
    let archive = Archive::new(&[
        ("g/a.csa", join_csa(&[CSA, CSA]).as_bytes()),
        ("g/b.kif", VARIED.as_bytes()),
        ("g/c.kif", CLEAN.as_bytes()),
    ]);
    let lines = assert_status(archive.run(&["convert", "--to", "sfen", "g", "-q"]), 0).stdout;
    assert_eq!(lines.lines().count(), 4);
    let joined = assert_status(
        archive.run(&["convert", "--to", "csa", "g", "-q", "--deny-loss"]),
        1,
    )
    .stdout;
    assert_eq!(joined, join_csa(&[CLEAN_CSA; 3]));
    let first_only = assert_status(
        archive.run(&["convert", "--to", "kifu", "g", "-q", "--loss-format", "jsonl"]),
        2,
    );
    assert_eq!(first_only.stdout.matches("７六歩").count(), 1);
    let errors: Vec<_> = first_only
        .stderr
        .lines()
        .filter(|it| it.starts_with("error: "))
        .collect();
    assert_eq!(errors.len(), 1, "{first_only:?}");
    assert!(
        errors[0].starts_with("error: g/a.csa: ") && errors[0].contains("-o"),
        "{first_only:?}"
    );
    assert_eq!(first_only.stderr.matches("\"written\":true").count(), 1);
    assert_eq!(first_only.stderr.matches("\"written\":false").count(), 3);
}

#[test]
fn an_unwritable_joined_file_is_reported_once() {
    let archive = Archive::new(&[
        ("a.csa", join_csa(&[CSA, CSA, CSA]).as_bytes()),
        ("out/a.csa", b"old"),
    ]);
    let outcome = assert_status(
        archive.run(&["convert", "--to", "csa", "--join", "-o", "out", "a.csa"]),
        2,
    );
    assert_eq!(outcome.stderr.matches("error: ").count(), 1, "{outcome:?}");
    assert!(outcome.stderr.contains("3 not written"), "{outcome:?}");
    assert_eq!(tree(&archive, "out"), ["a.csa"]);
    assert_eq!(text(&archive, "out/a.csa"), "old");
}
