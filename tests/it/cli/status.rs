//! Exit statuses and error messages.

use super::{Archive, CLEAN, NIFU, NO_MOVES, PNG};
use crate::support::table::{assert_cases, rows};

#[test]
fn the_exit_status_shows_the_highest_severity() {
    let archive = Archive::new(&[
        ("clean.kif", CLEAN.as_bytes()),
        ("nifu.kif", NIFU.as_bytes()),
        ("doubt.kif", NO_MOVES.as_bytes()),
    ]);
    let outcome = archive.run(&["validate", "clean.kif"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (0, ""), "{outcome:?}");
    let cases = [
        (&["nifu.kif"][..], 1),
        (&["nifu.kif", "--fail-on", "never"], 0),
        (&["nifu.kif", "--ignore", "nifu", "--fail-on", "error"], 0),
        (&["doubt.kif"], 0),
        (&["doubt.kif", "--fail-on", "warning"], 1),
        (&["doubt.kif", "--fail-on", "note"], 1),
        (&["doubt.kif", "--fail-on", "note", "--select", "nifu"], 0),
        (&["."], 1),
        (&["nowhere.kif"], 2),
        (&["nifu.kif", "nowhere.kif"], 2),
    ];
    for (arguments, status) in cases {
        let outcome = archive.run(&[&["validate"], arguments].concat());
        assert_eq!(outcome.status, status, "{arguments:?}: {outcome:?}");
    }
}

#[test]
fn usage_errors_have_suggestions() {
    const CASES: &str = "
        validate --select nihu | 'nifu'
        validate --ignore nifu,unredable-line | 'unreadable-line'
        validate --select xyz | kifu rules
        validate --format jsnl | 'jsonl'
        validate --input-format kiff | 'kif'
        validate --encoding klingon | Shift_JIS
        validate -j 0 | from 1 to 1024
        validate --null | --files-from
        validate - - | only once
        validate - --files-from - | only once
        rules nifuu | 'nifu'
        formats kiff | 'kif'
        formats xyz | usen
        velidate | 'validate'
        | Usage
    ";
    let archive = Archive::new(&[("clean.kif", CLEAN.as_bytes())]);
    assert_cases(rows(CASES), |[arguments, expected]| {
        let outcome = archive.run_line(arguments);
        let unexpected_stderr = (!outcome.stderr.contains(expected)).then_some(outcome.stderr);
        (
            (2, String::new(), None),
            (outcome.status, outcome.stdout, unexpected_stderr),
        )
    });
}

#[test]
fn unreadable_files_are_reported_and_the_others_checked() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    let outcome = archive.run(&[
        "validate",
        "nowhere/at all.kif",
        "nifu.kif",
        "--format",
        "concise",
        "-q",
    ]);
    assert_eq!(outcome.status, 2);
    assert!(
        outcome.stderr.starts_with("error: nowhere/at all.kif: "),
        "{outcome:?}"
    );
    assert!(
        outcome.stdout.starts_with("nifu.kif:10:6: error[nifu] "),
        "{outcome:?}"
    );
}

#[test]
fn files_without_records_fail() {
    let archive = Archive::new(&[
        ("empty.kif", b""),
        ("picture.kif", PNG),
        ("letter.kif", "拝啓\n時下ますますご清栄のことと\n".as_bytes()),
        ("blank.csa", b"\r\n\r\n"),
    ]);
    let outcome = archive.run(&["validate", ".", "--format", "jsonl"]);
    assert_eq!(outcome.status, 1);
    assert_eq!(outcome.rules(), ["unreadable-record"; 4]);
    assert!(
        outcome
            .objects()
            .iter()
            .all(|object| object["format"] == "unknown" && object["record"] == 1),
        "{outcome:?}"
    );
    assert!(!archive.run(&["validate", "."]).stdout.contains("IHDR"));
}
