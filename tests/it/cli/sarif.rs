//! `kifu validate --sarif`: a SARIF file in addition to any other output.

use std::fs;

use super::{Archive, CLEAN, NIFU};

#[test]
fn sarif_file_equals_format_sarif() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes()), ("clean.kif", CLEAN.as_bytes())]);
    let alone = archive
        .run(&["validate", ".", "gone.kif", "--format", "sarif"])
        .stdout;
    for format in ["text", "concise", "jsonl", "csv", "github", "junit", "sarif"] {
        let arguments = ["validate", ".", "gone.kif", "--format", format];
        let without = archive.run(&arguments);
        let with = archive.run(&[&arguments[..], &["--sarif", "out.sarif"]].concat());
        assert_eq!(
            (with.status, with.stdout),
            (without.status, without.stdout),
            "{format}"
        );
        assert_eq!(
            fs::read_to_string(archive.path("out.sarif")).unwrap(),
            alone,
            "{format}"
        );
    }
    // Findings that are left out are in neither output.
    let quiet = archive.run(&[
        "validate",
        "nifu.kif",
        "--ignore",
        "nifu",
        "--sarif",
        "out.sarif",
        "--lang",
        "ja",
    ]);
    assert!(quiet.stderr.contains("エラー"), "{quiet:?}");
    let written = fs::read_to_string(archive.path("out.sarif")).unwrap();
    let result = "\"ruleId\":\"nifu\"";
    assert!(alone.contains(result) && !written.contains(result), "{written}");
}

#[test]
fn no_input_and_no_other_output_is_replaced() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    for (line, words) in [
        ("validate nifu.kif --sarif nifu.kif", "nifu.kif"),
        (
            "validate nifu.kif --sarif out.x -o out.x",
            "--sarif and --output are the same file",
        ),
        ("validate nifu.kif --sarif -", "standard output is already in use"),
        ("validate nifu.kif --sarif nowhere/out.sarif", "nowhere/out.sarif"),
    ] {
        let refused = archive.run_line(line);
        assert_eq!(
            (refused.status, refused.stdout.as_str()),
            (2, ""),
            "{line}: {refused:?}"
        );
        assert!(refused.stderr.contains(words), "{line}: {refused:?}");
    }
    assert_eq!(fs::read_to_string(archive.path("nifu.kif")).unwrap(), NIFU);
    assert!(!archive.path("out.x").exists());
}
