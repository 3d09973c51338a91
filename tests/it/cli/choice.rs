//! Which records `kifu validate` and `kifu convert` take: `--where` and `--clean`.

use std::fs;

use super::{Archive, CLEAN, NIFU, NO_MOVES, Outcome};
use crate::support::table::{hold, rows};

/// Clean games of two plies, games with nifu, a record without moves, and an archive that cannot be read.
fn archive() -> Archive {
    let named = CLEAN.replace("手合割：平手", "手合割：平手\n先手：甲");
    Archive::new(&[
        ("g/broken.zip", b"PK\x03\x04 and nothing more"),
        ("g/clean.kif", named.as_bytes()),
        ("g/foul.kif", NIFU.as_bytes()),
        ("g/two.kif", [CLEAN, NIFU].concat().as_bytes()),
        ("g/unmoved.kif", NO_MOVES.as_bytes()),
    ])
}

/// The records of a run that writes objects, and its summary after the number of findings.
fn taken(outcome: &Outcome) -> String {
    let records = outcome.objects().into_iter().map(|it| {
        let path = it["path"].as_str().unwrap().trim_start_matches("g/").to_owned();
        format!("{path}#{}", it["record"])
    });
    let left_out = outcome.stderr.split(';').filter(|it| it.contains("left out"));
    let left_out = left_out.map(|it| it.split('(').next().unwrap_or(it).trim());
    let words: Vec<_> = records.collect();
    let reasons: Vec<_> = left_out.collect();
    format!("{} {}, {}", outcome.status, words.join(" "), reasons.join(", "))
}

#[test]
fn records_are_chosen_and_the_others_counted() {
    // The archive is not a record: that it is damaged is always reported.
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
    hold(rows(CASES), |[options, expected]| {
        let outcome = archive.run_line(&format!("validate --format jsonl g {options}"));
        let taken = taken(&outcome);
        (expected.to_owned(), taken.trim_end().to_owned())
    });
}

#[test]
fn the_status_is_that_of_the_records_that_are_taken() {
    let archive = archive();
    let status = |options: &str| archive.run_line(&format!("validate -q {options}")).status;
    assert_eq!(status("g/foul.kif"), 1);
    assert_eq!(status("g/foul.kif --where plies<3"), 0);
    assert_eq!(status("g/foul.kif --clean"), 0);
    assert_eq!(status("g/foul.kif --where plys<3"), 2);
}

#[test]
fn lists_and_baselines_say_nothing_of_records_that_are_left_out() {
    let archive = archive();
    archive.run_line("validate -q --write-baseline known.jsonl g/foul.kif");
    let all = "validate --baseline known.jsonl --valid-list good --invalid-list bad g/clean.kif g/foul.kif";
    let some = archive.run_line(&format!("{all} --where plies=2"));
    assert!(!some.stderr.contains("did not occur"), "{some:?}");
    let list = |name: &str| fs::read_to_string(archive.path(name)).unwrap();
    assert_eq!((&*list("good"), &*list("bad")), ("g/clean.kif\n", ""));
    // With all records, the lists have all files; what does not occur is reported.
    archive.run_line(all);
    assert_eq!(&*list("good"), "g/clean.kif\ng/foul.kif\n");
    let other = archive.run_line("validate --baseline known.jsonl g/clean.kif");
    assert!(other.stderr.contains("did not occur"), "{other:?}");
}

#[test]
fn chosen_records_are_converted_to_one_file() {
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
    let all = fs::read_to_string(archive.path("all.csa")).unwrap();
    assert_eq!(all.matches("%TORYO").count(), 2, "{all}");
    assert_eq!(all.matches("N+甲").count(), 1, "{all}");
    // The same on standard output, and one file for each input in a folder.
    let printed = archive.run_line("convert --to csa --clean --where plies>0 --join g");
    assert_eq!(printed.stdout, all);
    archive.run_line("convert --to csa --clean --where plies>0 --join -o out g");
    let names: Vec<_> = ["clean.csa", "two.csa", "foul.csa", "unmoved.csa"]
        .into_iter()
        .filter(|it| archive.path("out").join(it).exists())
        .collect();
    assert_eq!(names, ["clean.csa", "two.csa"]);
}

#[test]
fn a_file_of_all_records_is_whole_or_the_old_one() {
    let archive = archive();
    fs::write(archive.path("all.csa"), "old").unwrap();
    let kept = archive.run_line("convert --to csa --join -o all.csa g/clean.kif g/two.kif");
    assert_eq!(kept.status, 2, "{kept:?}");
    assert_eq!(fs::read_to_string(archive.path("all.csa")).unwrap(), "old");
    let forced = archive.run_line("convert --to csa --join --force -o all.csa g/clean.kif g/two.kif");
    assert_eq!(forced.status, 0, "{forced:?}");
    let all = fs::read_to_string(archive.path("all.csa")).unwrap();
    assert_eq!(all.matches("PI\n").count(), 3, "{all}");
}

#[test]
fn the_language_of_expressions_is_explained() {
    let archive = archive();
    let explained = archive.run_line("stats --where help").stdout;
    for command in ["validate", "convert --to csa"] {
        let outcome = archive.run_line(&format!("{command} --where help"));
        assert_eq!((outcome.status, &outcome.stdout), (0, &explained));
    }
}
