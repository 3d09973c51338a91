//! `kifu validate --sarif`: a SARIF file in addition to any other output.

use std::fs;

use super::{Archive, CLEAN, NIFU};

#[test]
fn sarif_file_equals_format_sarif() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes()), ("clean.kif", CLEAN.as_bytes())]);
    let on_stdout = archive
        .run(&["validate", ".", "gone.kif", "--format", "sarif"])
        .stdout;
    for format in ["text", "concise", "jsonl", "csv", "github", "junit", "sarif"] {
        let arguments = ["validate", ".", "gone.kif", "--format", format];
        let without_file = archive.run(&arguments);
        let with_file = archive.run(&[&arguments[..], &["--sarif", "out.sarif"]].concat());
        assert_eq!(
            (with_file.status, with_file.stdout),
            (without_file.status, without_file.stdout),
            "{format}"
        );
        assert_eq!(
            fs::read_to_string(archive.path("out.sarif")).unwrap(),
            on_stdout,
            "{format}"
        );
    }
    // Findings of an ignored rule are not in the file.
    let ignoring_nifu = archive.run(&[
        "validate",
        "nifu.kif",
        "--ignore",
        "nifu",
        "--sarif",
        "out.sarif",
        "--lang",
        "ja",
    ]);
    assert!(ignoring_nifu.stderr.contains("エラー"), "{ignoring_nifu:?}");
    let file_text = fs::read_to_string(archive.path("out.sarif")).unwrap();
    let nifu_result = "\"ruleId\":\"nifu\"";
    assert!(
        on_stdout.contains(nifu_result) && !file_text.contains(nifu_result),
        "{file_text}"
    );
}

#[test]
fn no_input_and_no_other_output_is_replaced() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    for (line, message) in [
        ("validate nifu.kif --sarif nifu.kif", "nifu.kif"),
        (
            "validate nifu.kif --sarif out.x -o out.x",
            "--sarif and --output are the same file",
        ),
        ("validate nifu.kif --sarif -", "standard output is already in use"),
        ("validate nifu.kif --sarif nowhere/out.sarif", "nowhere/out.sarif"),
    ] {
        let outcome = archive.run_line(line);
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (2, ""),
            "{line}: {outcome:?}"
        );
        assert!(outcome.stderr.contains(message), "{line}: {outcome:?}");
    }
    assert_eq!(fs::read_to_string(archive.path("nifu.kif")).unwrap(), NIFU);
    assert!(!archive.path("out.x").exists());
}
