//! `--valid-list` and `--invalid-list`: lists of files that pass and of files that fail.

use std::fs;

use super::{Archive, CLEAN, CSA, NIFU, NO_MOVES};

#[test]
fn files_are_listed_as_valid_or_invalid() {
    let archive = Archive::new(&[
        ("b/foul.kif", NIFU.as_bytes()),
        ("a/clean.kif", CLEAN.as_bytes()),
        ("a/unmoved.kif", NO_MOVES.as_bytes()),
        (
            "c/many.csa",
            format!("{CSA}/\nV2.2\nPI\n+\n+7775FU\n%CHUDAN\n/\n{CSA}").as_bytes(),
        ),
    ]);
    let status_and_lists = |options: &str| {
        let line = format!("validate -q --valid-list good.txt --invalid-list bad.txt {options}");
        let outcome = archive.run_line(&line);
        let read = |name: &str| fs::read_to_string(archive.path(name)).unwrap();
        (outcome.status, read("good.txt"), read("bad.txt"))
    };
    let expected = |status, good: &[&str], bad: &[&str]| {
        let list_text = |paths: &[&str]| paths.iter().flat_map(|path| [*path, "\n"]).collect::<String>();
        (status, list_text(good), list_text(bad))
    };
    let (clean, unmoved, foul, many) = ("a/clean.kif", "a/unmoved.kif", "b/foul.kif", "c/many.csa");
    for jobs in ["-j1", "-j3"] {
        assert_eq!(
            status_and_lists(&format!("{jobs} a b c")),
            expected(1, &[clean, unmoved], &[foul, many])
        );
    }
    // The lists are in the order of the inputs, with paths as given.
    assert_eq!(
        status_and_lists("c b a"),
        expected(1, &[clean, unmoved], &[many, foul])
    );
    assert_eq!(
        status_and_lists("a b --fail-on warning"),
        expected(1, &[clean], &[unmoved, foul])
    );
    assert_eq!(
        status_and_lists("a b --fail-on never"),
        expected(0, &[clean, unmoved, foul], &[])
    );
    assert_eq!(
        status_and_lists("a b --set nifu=note"),
        expected(0, &[clean, unmoved, foul], &[])
    );
    // Findings that `--severity` hides still affect the lists.
    assert_eq!(
        status_and_lists("a b --severity error --fail-on warning"),
        expected(1, &[clean], &[unmoved, foul])
    );
    // A missing file is in neither list.
    assert_eq!(
        status_and_lists("a gone.kif"),
        expected(2, &[clean, unmoved], &[])
    );
    archive.run_line("validate -q b --write-baseline known.json");
    assert_eq!(
        status_and_lists("a b --baseline known.json"),
        expected(0, &[clean, unmoved, foul], &[])
    );
    // A list can be used as the input of `--files-from`.
    status_and_lists("a b c");
    let outcome = archive.run_line("validate --format jsonl --files-from bad.txt");
    assert_eq!(
        outcome
            .objects()
            .iter()
            .map(|object| object["path"].as_str().unwrap().to_owned())
            .next()
            .unwrap(),
        foul
    );
}
