//! `--valid-list` and `--invalid-list`: lists of files that pass and of files that fail.

use std::fs;

use super::{Archive, CLEAN, CSA, NIFU, NO_MOVES};

#[test]
fn files_are_listed_as_good_or_bad() {
    let archive = Archive::new(&[
        ("b/foul.kif", NIFU.as_bytes()),
        ("a/clean.kif", CLEAN.as_bytes()),
        ("a/unmoved.kif", NO_MOVES.as_bytes()),
        (
            "c/many.csa",
            format!("{CSA}/\nV2.2\nPI\n+\n+7775FU\n%CHUDAN\n/\n{CSA}").as_bytes(),
        ),
    ]);
    let lists = |options: &str| {
        let line = format!("validate -q --valid-list good.txt --invalid-list bad.txt {options}");
        let outcome = archive.run_line(&line);
        let read = |name: &str| fs::read_to_string(archive.path(name)).unwrap();
        (outcome.status, read("good.txt"), read("bad.txt"))
    };
    let good_and_bad = |status, good: &[&str], bad: &[&str]| {
        let lines = |paths: &[&str]| paths.iter().flat_map(|path| [*path, "\n"]).collect::<String>();
        (status, lines(good), lines(bad))
    };
    let (clean, unmoved, foul, many) = ("a/clean.kif", "a/unmoved.kif", "b/foul.kif", "c/many.csa");
    for jobs in ["-j1", "-j3"] {
        assert_eq!(
            lists(&format!("{jobs} a b c")),
            good_and_bad(1, &[clean, unmoved], &[foul, many])
        );
    }
    // The lists are in the order of the inputs, with paths as given.
    assert_eq!(lists("c b a"), good_and_bad(1, &[clean, unmoved], &[many, foul]));
    assert_eq!(
        lists("a b --fail-on warning"),
        good_and_bad(1, &[clean], &[unmoved, foul])
    );
    assert_eq!(
        lists("a b --fail-on never"),
        good_and_bad(0, &[clean, unmoved, foul], &[])
    );
    assert_eq!(
        lists("a b --set nifu=note"),
        good_and_bad(0, &[clean, unmoved, foul], &[])
    );
    // Findings that are not shown still affect the lists.
    assert_eq!(
        lists("a b --severity error --fail-on warning"),
        good_and_bad(1, &[clean], &[unmoved, foul])
    );
    // An unreadable file is in neither list.
    assert_eq!(lists("a gone.kif"), good_and_bad(2, &[clean, unmoved], &[]));
    archive.run_line("validate -q b --write-baseline known.json");
    assert_eq!(
        lists("a b --baseline known.json"),
        good_and_bad(0, &[clean, unmoved, foul], &[])
    );
    // The lists can be used as inputs.
    lists("a b c");
    let again = archive.run_line("validate --format jsonl --files-from bad.txt");
    assert_eq!(
        again
            .objects()
            .iter()
            .map(|object| object["path"].as_str().unwrap().to_owned())
            .next()
            .unwrap(),
        foul
    );
}
