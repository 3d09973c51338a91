//! Options and exit statuses of `kifu convert`.

use std::fs;

use super::{Archive, BROKEN, CLEAN, CLEAN_CSA, NIFU, VARIED, assert_status, text, timeless};

#[test]
fn standard_input_is_converted_to_standard_output() {
    let archive = Archive::new(&[]);
    for arguments in [&["convert", "--to", "csa"][..], &["convert", "--to=csa", "-"]] {
        let outcome = assert_status(archive.run_with_input(arguments, CLEAN.as_bytes()), 0);
        assert_eq!(outcome.stdout, CLEAN_CSA);
        assert_eq!(
            timeless(&outcome.stderr),
            "Converted 1 of 1 record in 1 file: 0 with losses"
        );
    }
    let to_usi = archive.run_with_input(&["convert", "--to", "usi", "-q"], CLEAN.as_bytes());
    assert_eq!(
        (to_usi.stdout.as_str(), to_usi.stderr.as_str()),
        ("position startpos moves 7g7f 3c3d\n", "")
    );
}

#[test]
fn every_target_can_be_written() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    for target in kifu::notation::targets_of(&kifu::record::SHOGI) {
        let output = format!("out/{}/", target.name);
        assert_status(
            archive.run(&["convert", "--to", target.name, "-o", &output, "a.kif"]),
            0,
        );
        let bytes = fs::read(archive.path(&output).join("a").with_extension(target.extension)).unwrap();
        assert!(!bytes.is_empty(), "{}", target.name);
    }
}

#[test]
fn encoding_and_line_ends_can_be_selected() {
    let with_symbol = "手合割：平手\n   1 ７六歩(77)\n*☗甲\n   2 中断\n";
    let archive = Archive::new(&[("a.kif", with_symbol.as_bytes())]);
    let convert = |options: &[&str]| {
        let arguments = [
            &["convert", "--to", "csa", "-o", "a.csa", "--force", "a.kif"],
            options,
        ]
        .concat();
        let outcome = assert_status(archive.run(&arguments), 0);
        (fs::read(archive.path("a.csa")).unwrap(), outcome.stderr)
    };
    let (bytes, messages) = convert(&[]);
    let utf8 = "V2.2\nPI\n+\n+7776FU\n'*☗甲\n%CHUDAN\n";
    assert_eq!(bytes, utf8.as_bytes());
    assert!(!messages.contains("lost"), "{messages}");
    assert_eq!(
        convert(&["--newline", "crlf"]).0,
        utf8.replace('\n', "\r\n").into_bytes()
    );
    assert_eq!(convert(&["--newline", "lf"]).0, utf8.as_bytes());
    let (bytes, messages) = convert(&["--to-encoding", "sjis"]);
    assert_eq!(
        bytes[20..24],
        *b"\x81\xac\x8d\x62",
        "〓 stands for what is missing"
    );
    assert!(
        messages.contains("a.kif: lost in csa: 1 character replaced by 〓 (☗ U+2617)"),
        "{messages}"
    );
    let (bytes, messages) = convert(&["--to-encoding", "Shift_JIS", "--substitute"]);
    assert_eq!(bytes[20..24], *b"\x81\xa3\x8d\x62");
    assert!(
        messages.contains("1 character replaced by a similar one (☗ → ▲)"),
        "{messages}"
    );
    assert_eq!(
        convert(&["--to-encoding", "euc-jp", "--substitute"]).0[20..24],
        *b"\xa2\xa5\xb9\xc3"
    );
}

#[test]
fn input_format_and_encoding_can_be_selected() {
    let archive = Archive::new(&[("list", b"x/a.kif\n"), ("x/a.kif", CLEAN.as_bytes())]);
    let convert = |arguments: &[&str]| archive.run(&[&["convert", "--to", "csa", "-q"], arguments].concat());
    assert_eq!(
        assert_status(convert(&["--files-from", "list"]), 0).stdout,
        CLEAN_CSA
    );
    assert_eq!(
        assert_status(convert(&["--input-format", "kif", "--encoding", "utf-8", "x"]), 0).stdout,
        CLEAN_CSA
    );
    assert_status(convert(&["--input-format", "csa", "x"]), 2);
    let progress = assert_status(convert(&["--progress", "always", "x"]), 0).stderr;
    assert!(progress.contains(" records, "), "{progress}");
    let verbose = assert_status(archive.run(&["convert", "--to", "csa", "-v", "x"]), 0).stderr;
    assert!(verbose.starts_with("x/a.kif: kif, UTF-8\n"), "{verbose}");
}

#[test]
fn the_exit_status_shows_failures() {
    let archive = Archive::new(&[
        ("clean.kif", CLEAN.as_bytes()),
        ("varied.kif", VARIED.as_bytes()),
        ("broken.kif", BROKEN.as_bytes()),
        ("nifu.kif", NIFU.as_bytes()),
    ]);
    for (arguments, status) in [
        (&["clean.kif"][..], 0),
        (&["varied.kif"], 0),
        (&["nifu.kif"], 0),
        (&["clean.kif", "--deny-loss"], 0),
        (&["varied.kif", "--deny-loss"], 1),
        (&["varied.kif", "clean.kif", "--deny-loss"], 1),
        (&["broken.kif"], 2),
        (&["broken.kif", "varied.kif", "--deny-loss"], 2),
        (&["nowhere.kif"], 2),
        (&["nowhere.kif", "clean.kif"], 2),
    ] {
        assert_status(
            archive.run(&[&["convert", "--to", "csa"], arguments].concat()),
            status,
        );
    }
}

#[test]
fn usage_errors_have_suggestions() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    for (arguments, expected) in [
        (&["a.kif"][..], "--to <FORMAT>"),
        (&["--to", "kifuu"], "'kifu'"),
        (&["--to", "pgn"], "psn"),
        (&["--to", "csa", "--to-encoding", "utf-16"], "Shift_JIS"),
        (&["--to", "csa", "--to-encoding", "klingon"], "Shift_JIS"),
        (&["--to", "csa", "--newline", "cr"], "crlf"),
        (&["--to", "csa", "--loss-format", "xml"], "jsonl"),
        (
            &["--to", "kif", "--join", "a.kif"],
            "--join is available for csa, csa3",
        ),
        (&["--to", "csa", "-", "-"], "only once"),
        (
            &["--to", "csa", "-o", "a.kif", "a.kif", "b.kif"],
            "-o requires a directory because there are several inputs; a.kif is a file",
        ),
        (
            &["--to", "csa", "-o", "a.kif", "--files-from", "list"],
            "because there are several inputs",
        ),
        (
            &["--to", "csa", "-o", "a.kif", "."],
            "because the input is a directory; a.kif is a file",
        ),
        (
            &["--to", "csa", "-o", "a.kif/", "-"],
            "because its path ends with a slash; a.kif/ is a file",
        ),
        (&["--to", "csa", "-q", "-v"], "--quiet"),
    ] {
        let outcome = assert_status(archive.run(&[&["convert"], arguments].concat()), 2);
        assert!(
            outcome.stdout.is_empty() && outcome.stderr.contains(expected),
            "{arguments:?}: {outcome:?}"
        );
    }
}

#[test]
fn help_shows_examples() {
    let archive = Archive::new(&[]);
    let help = assert_status(archive.run(&["convert", "--help"]), 0).stdout;
    for text in [
        "Examples:",
        "Exit status:",
        "csa3",
        "usen",
        "a.ki2.csa",
        "name-001.csa",
        "if it has no extension",
    ] {
        assert!(help.contains(text), "{text}");
    }
    assert!(archive.run(&["--help"]).stdout.contains("kifu convert --to csa"));
    assert!(archive.run(&["man"]).stdout.contains("kifu\\-convert"));
    assert!(
        archive
            .run(&["completions", "bash"])
            .stdout
            .contains("--deny-loss")
    );
}

#[test]
fn output_can_be_a_file() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    for output in ["b.txt", "deep/er/c.csa"] {
        assert_status(archive.run(&["convert", "--to", "csa", "-o", output, "a.kif"]), 0);
        assert_eq!(text(&archive, output), CLEAN_CSA);
    }
    assert_status(
        archive.run_with_input(&["convert", "--to", "csa", "-o", "d.csa"], CLEAN.as_bytes()),
        0,
    );
    assert_eq!(text(&archive, "d.csa"), CLEAN_CSA);
}

#[test]
fn a_path_without_an_extension_is_a_directory() {
    let two_games = [CLEAN, CLEAN].concat();
    let archive = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("two.kif", two_games.as_bytes()),
        ("file", b"old"),
    ]);
    for (input, expected) in [
        ("a.kif", &["a.csa"][..]),
        ("two.kif", &["two-001.csa", "two-002.csa"]),
        ("-", &["stdin.csa"]),
    ] {
        for output in [
            format!("new-{}", input.replace('.', "-")),
            format!("deep/{input}/er"),
        ] {
            let arguments = ["convert", "--to", "csa", "-o", &output, input];
            assert_status(archive.run_with_input(&arguments, CLEAN.as_bytes()), 0);
            assert_eq!(super::tree(&archive, &output), expected);
        }
    }
    // An existing file is not taken for a directory, even if its name has no extension.
    let args = ["convert", "--to", "csa", "-o", "file", "a.kif"];
    assert!(
        assert_status(archive.run(&args), 2)
            .stderr
            .contains("file: already exists")
    );
    assert_status(archive.run(&[&args[..], &["--force"]].concat()), 0);
    assert_eq!(text(&archive, "file"), CLEAN_CSA);
}
