//! Reading of inputs: files, standard input and lists of paths, formats and encodings, threads, and the order of the
//! records.

use super::{Archive, CLEAN, CSA, NIFU, NO_MOVES, Outcome, large_csa};

#[test]
fn the_output_is_the_same_for_any_number_of_threads() {
    let mut files: Vec<(String, Vec<u8>)> = (0..600)
        .map(|number| {
            let text = [CLEAN, NIFU, NO_MOVES, CSA][number % 4];
            (
                format!(
                    "{}/{number}.{}",
                    number % 7,
                    if number % 4 == 3 { "csa" } else { "kif" }
                ),
                text.into(),
            )
        })
        .collect();
    files.push(("3/many.csa".to_owned(), large_csa(40_000).into_bytes()));
    let files: Vec<_> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    let archive = Archive::new(&files);
    for format in ["text", "concise", "json", "jsonl", "csv"] {
        let validate = |jobs| {
            archive.run(&[
                "validate",
                ".",
                "nowhere",
                "--format",
                format,
                "--statistics",
                "-q",
                "-j",
                jobs,
            ])
        };
        let one_thread = validate("1");
        assert_eq!(one_thread.status, 2, "{}", one_thread.stderr);
        for jobs in ["2", "7"] {
            let several_threads = validate(jobs);
            assert!(
                one_thread.stdout == several_threads.stdout && one_thread.stderr == several_threads.stderr,
                "{format}, -j {jobs}"
            );
        }
    }
}

#[test]
fn records_are_in_the_order_of_paths_and_files() {
    let large_text = large_csa(40_000);
    assert!(large_text.len() > 1 << 20, "worked on in pieces");
    let archive = Archive::new(&[
        ("a/large.csa", large_text.as_bytes()),
        ("a.kif", CLEAN.as_bytes()),
        ("B.KIF", CLEAN.as_bytes()),
        ("a/notes.txt", b"no game"),
    ]);
    let outcome = archive.run(&["validate", ".", "a.kif", "a/notes.txt", "--format", "jsonl"]);
    assert!(
        outcome.stderr.contains("; 1 file skipped; 1 path given twice ("),
        "{}",
        outcome.stderr
    );
    let objects = outcome.objects();
    let mut files: Vec<_> = objects
        .iter()
        .map(|object| object["path"].as_str().unwrap())
        .collect();
    files.dedup();
    assert_eq!(files, ["./B.KIF", "./a/large.csa", "./a.kif", "a/notes.txt"]);
    let numbers = objects
        .iter()
        .filter(|object| object["path"] == "./a/large.csa")
        .map(|object| object["record"].as_u64().unwrap());
    assert!(numbers.eq(1..=40_000));
    assert!(
        outcome.stderr.contains("40,003 records") && outcome.stderr.contains("4 files"),
        "{}",
        outcome.stderr
    );
    assert!(outcome.stderr.contains("1 file skipped"), "{}", outcome.stderr);
}

#[test]
fn standard_input_is_read_like_a_file() {
    let archive = Archive::new(&[("clean.kif", CLEAN.as_bytes())]);
    for arguments in [
        &["validate", "--format", "jsonl"][..],
        &["validate", "-", "--format", "jsonl"],
    ] {
        let outcome = archive.run_with_input(arguments, NIFU.as_bytes());
        assert_eq!(outcome.status, 1, "{outcome:?}");
        assert_eq!(outcome.objects()[0]["path"], "-");
        assert_eq!(outcome.rules()[0], "nifu");
    }
    let file_and_input = archive.run_with_input(
        &["validate", "clean.kif", "-", "--format", "jsonl"],
        CSA.as_bytes(),
    );
    assert_eq!(
        file_and_input
            .objects()
            .iter()
            .map(|object| object["format"].clone())
            .collect::<Vec<_>>(),
        ["kif", "csa"]
    );
}

#[test]
fn paths_come_from_a_list() {
    let archive = Archive::new(&[
        ("a b.kif", CLEAN.as_bytes()),
        ("c.kif", NIFU.as_bytes()),
        ("d/e.kif", CLEAN.as_bytes()),
        ("list", b"\xEF\xBB\xBFa b.kif\r\n\n \t\r\nd\nc.kif"),
        ("wide", b"\xFF\xFEa\0.\0k\0i\0f\0"),
        ("list0", b"a b.kif\0d\0c.kif\0"),
        ("empty", b""),
    ]);
    let paths = |outcome: &Outcome| -> Vec<_> {
        outcome
            .objects()
            .iter()
            .map(|object| object["path"].to_string())
            .collect()
    };
    let expected = [r#""a b.kif""#, r#""d/e.kif""#, r#""c.kif""#];
    let from_list = archive.run(&["validate", "--format", "jsonl", "--files-from", "list"]);
    assert_eq!(
        (from_list.status, paths(&from_list)),
        (1, expected.map(str::to_owned).to_vec()),
        "{from_list:?}"
    );
    let utf16_list = archive.run(&["validate", "--files-from", "wide"]);
    assert_eq!(utf16_list.status, 2);
    assert!(
        utf16_list
            .stderr
            .contains("this list is in UTF-16 (the default of PowerShell)"),
        "{utf16_list:?}"
    );
    let nul_args = ["validate", "--format", "jsonl", "--null", "--files-from"];
    assert_eq!(
        archive.run(&[&nul_args[..], &["list0"]].concat()).stdout,
        from_list.stdout
    );
    assert_eq!(
        archive
            .run_with_input(&[&nul_args[..], &["-"]].concat(), b"a b.kif\0d\0c.kif")
            .stdout,
        from_list.stdout
    );
    let named_first = archive.run(&["validate", "--format", "jsonl", "c.kif", "--files-from", "list"]);
    assert_eq!(paths(&named_first)[0], r#""c.kif""#);
    let empty_list = archive.run(&["validate", "--files-from", "empty"]);
    assert_eq!(
        (empty_list.status, empty_list.stdout.as_str()),
        (2, ""),
        "{empty_list:?}"
    );
    assert_eq!(archive.run(&["validate", "--files-from", "nowhere"]).status, 2);
}

#[test]
fn format_and_encoding_can_be_selected() {
    let archive = Archive::new(&[("game.kif", CSA.as_bytes())]);
    let validate = |option| archive.run(&["validate", "game.kif", "--format", "jsonl", option]);
    assert_eq!(validate("--fail-on=error").objects()[0]["format"], "csa");
    assert_ne!(validate("--input-format=kif").rules(), Vec::<String>::new());
    assert_eq!(validate("--encoding=cp932").objects()[0]["encoding"], "Shift_JIS");
}
