//! Archives are taken by all verbs, and replaced by none.

use std::fs;

use super::forms::{Files, gzip, zip};
use super::{FILES, bytes, irregular_archives};
use crate::cli::{Archive, CLEAN, NIFU};
use crate::support::table::{hold, rows};

#[test]
fn all_verbs_take_archives() {
    let files = bytes(&FILES);
    let archive = Archive::new(&[("x.zip", &zip(&files)), ("one.kif.gz", &gzip(NIFU.as_bytes()))]);
    let stats = archive.run_line("stats --columns path,plies x.zip");
    assert_eq!(
        stats.stdout,
        "path,plies\nx.zip!club/b.kif,9\nx.zip!club/a.kif,2\nx.zip!c.csa,2\n"
    );
    let show = archive.run_line("show one.kif.gz");
    assert!(
        show.status == 0 && show.stdout.starts_with("one.kif.gz!one.kif (kif"),
        "{show:?}"
    );
    let show = archive.run_line("show x.zip");
    assert!(
        show.stderr.contains("name one of them, such as x.zip!club/b.kif"),
        "{show:?}"
    );
    let show = archive.run_line("show x.zip!c.csa");
    assert!(show.stdout.starts_with("x.zip!c.csa (csa"), "{show:?}");
    let asked = archive.run_line("validate --ext txt --format jsonl x.zip");
    assert_eq!(asked.objects().len(), 3, "no record is in the notes: {asked:?}");
}

#[test]
fn what_is_converted_stays_below_its_directory() {
    let files: &Files<'_> = &[
        ("../../evil.kif", CLEAN.as_bytes()),
        ("/root.kif", CLEAN.as_bytes()),
        ("C:\\dos\\x.kif", CLEAN.as_bytes()),
        ("club/a.kif", CLEAN.as_bytes()),
    ];
    let archive = Archive::new(&[("in/x.zip", &zip(files))]);
    let outcome = archive.run_line("convert --to csa -o out in");
    assert_eq!(outcome.status, 0, "{outcome:?}");
    for file in ["evil.csa", "root.csa", "dos/x.csa", "club/a.csa"] {
        assert!(
            archive.path(&format!("out/x.zip/{file}")).is_file(),
            "{file}: {outcome:?}"
        );
    }
    assert!(!archive.path("evil.csa").exists() && !archive.path("out/evil.csa").exists());
    let one = archive.run_line("convert --to csa -o one.csa in/x.zip");
    assert_eq!(one.status, 0, "a directory of this name: {one:?}");
    assert!(archive.path("one.csa/x.zip/club/a.csa").is_file());
}

/// What is only a remark about an archive changes no status and stands in nobody's way.
#[test]
fn verbs_end_as_validate_does() {
    const CASES: &str = "
        pipe.zip | 0 | 1 of 1 record
        two.tar | 0 | 2 of 2 records
        rest.kif.gz | 0 | 1 of 1 record
        sum.tgz | 2 | 1 of 2 records
    ";
    let archive = irregular_archives();
    hold(rows(CASES), |[name, status, words]| {
        let outcome = archive.run_line(&format!("convert --to csa -o out-{name} {name}"));
        let is_told = outcome.stderr.contains(&format!("Converted {words}"));
        ((status.to_string(), true), (outcome.status.to_string(), is_told))
    });
    let link = archive.run_line("convert --to csa -o out-link pipe.zip");
    assert!(link.stderr.contains("pipe.zip!x.kif: not converted"), "{link:?}");
    let show = archive.run_line("show rest.kif.gz");
    assert!(show.stdout.starts_with("rest.kif.gz!rest.kif (kif"), "{show:?}");
}

#[test]
fn no_output_takes_the_place_of_an_archive() {
    const CASES: &str = "
        convert --to csa -o x.zip x.zip | because an archive is read; x.zip is a file
        validate --format json -o x.zip x.zip | what is written here is .json
        validate --format json -o x x | this is one of the inputs
        validate --format json -o x x!club/a.kif | this is one of the inputs
    ";
    let packed = zip(&bytes(&FILES));
    let archive = Archive::new(&[("x.zip", &packed), ("x", &packed)]);
    hold(rows(CASES), |[line, words]| {
        let outcome = archive.run_line(line);
        let other = (!outcome.stderr.contains(words)).then_some(outcome.stderr);
        ((2, None), (outcome.status, other))
    });
    for name in ["x", "x.zip"] {
        assert_eq!(fs::read(archive.path(name)).unwrap(), packed);
    }
}
