//! Directory walks: the files that are read or skipped.

use super::{Archive, CLEAN};

const JKF: &str = r#"{"header":{},"moves":[{},{"special":"CHUDAN"}]}"#;
const TOKEN: &str = r#"{"header":{"alg":"HS256"},"payload":{}}"#;
const PACKAGE: &str = r#"{"name":"page","version":"1.0.0"}"#;

fn paths(archive: &Archive, arguments: &[&str]) -> Vec<String> {
    let outcome = archive.run(&[&["validate", "--format", "jsonl"], arguments].concat());
    let objects = outcome.objects();
    let paths = objects.iter().filter_map(|object| object["path"].as_str());
    paths.map(str::to_owned).collect()
}

#[test]
fn json_of_other_programs_is_skipped_and_counted() {
    let large_json = format!("[{}0]", "{\"a\":0},".repeat(150_000));
    assert!(large_json.len() > 1 << 20, "worked on in pieces");
    let archive = Archive::new(&[
        ("a/game.json", JKF.as_bytes()),
        ("a/broken.json", br#"{"moves":[{},"#),
        ("a/large.json", large_json.as_bytes()),
        ("a/list.json", b"[1, 2]"),
        // One key of JKF is not sufficient for a record.
        ("a/token.json", TOKEN.as_bytes()),
        ("a/chess.json", br#"[{"moves":["e4"]},{"moves":["d4","d5"]}]"#),
        ("a/damaged.json", br#"{"moves":["?",{"move":"?"}]}"#),
        ("a/package.json", PACKAGE.as_bytes()),
        ("a/tsconfig.JSON", b"// comment\n{ \"compilerOptions\": {} }"),
        // Only records have the extension `jkf`, so this file is read.
        ("a/package.jkf", PACKAGE.as_bytes()),
    ]);
    let expected = ["a/broken.json", "a/damaged.json", "a/game.json", "a/package.jkf"];
    assert_eq!(paths(&archive, &["a"]), expected);
    let outcome = archive.run(&["validate", "a"]);
    assert!(outcome.stderr.contains("; 6 files skipped ("), "{outcome:?}");
    let outcome = archive.run(&["convert", "--to", "csa", "-o", "out", "a"]);
    assert!(outcome.stderr.contains("; 6 files skipped ("), "{outcome:?}");

    let outcome = archive.run(&["validate", "a/package.json", "--format", "jsonl"]);
    assert_eq!(
        (outcome.rules(), outcome.status),
        (vec!["unreadable-record".to_owned()], 1)
    );
    let outcome = archive.run(&["validate", "a/token.json", "--format", "jsonl"]);
    assert!(outcome.rules().contains(&"schema-error".to_owned()) && outcome.status == 1);
    let outcome = archive.run_with_input(
        &["validate", "--files-from", "-", "--format", "jsonl"],
        b"a/large.json\n",
    );
    assert_eq!(
        (outcome.rules(), outcome.status),
        (vec!["unreadable-record".to_owned()], 1)
    );
}

#[test]
fn files_without_an_extension_are_read_on_request() {
    let archive = Archive::new(&[
        ("g/a.kif", CLEAN.as_bytes()),
        ("g/game", CLEAN.as_bytes()),
        ("g/README", b"not a record\n"),
        ("g/.hidden", CLEAN.as_bytes()),
        ("g/a.txt", CLEAN.as_bytes()),
        ("kifu.toml", b"ext = [\"-\"]\n"),
    ]);
    let with_game = ["g/a.kif", "g/game"];
    for arguments in [&["--ext", ""], &["--ext", "-"], &["--config", "kifu.toml"]] {
        assert_eq!(
            paths(&archive, &[&arguments[..], &["g"]].concat()),
            with_game,
            "{arguments:?}"
        );
    }
    assert_eq!(paths(&archive, &["--isolated", "g"]), ["g/a.kif"]);
    assert_eq!(
        paths(&archive, &["--ext=-,txt", "g"]),
        ["g/a.kif", "g/a.txt", "g/game"]
    );
    archive.run_line("index -q --isolated --ext - -o g.index g");
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let found = archive.run(&["find", "--index", "g.index", "--sfen", sfen, "--columns", "path"]);
    assert_eq!(found.stdout, "path\ng/a.kif\ng/game\n", "{found:?}");
    let converted = archive.run_line("convert -q --isolated --ext - --to csa -o out g");
    assert!(archive.path("out/game.csa").exists(), "{converted:?}");
}

#[test]
fn hidden_files_are_read_if_given() {
    let names = [
        ".git/x.kif",
        ".hidden.kif",
        "a/.b/c/x.kif",
        "a/node_modules/p/x.kif",
        "a/node_modules.kif",
        "a/x.y.kif",
    ];
    let archive = Archive::new(&names.map(|name| (name, CLEAN.as_bytes())));
    assert_eq!(paths(&archive, &["."]), ["./a/node_modules.kif", "./a/x.y.kif"]);
    let outcome = archive.run(&["validate", "."]);
    assert!(
        outcome.stderr.contains("; 1 file skipped; 3 folders skipped ("),
        "{outcome:?}"
    );
    let outcome = archive.run(&["validate", ".", "--lang", "ja"]);
    assert!(
        outcome
            .stderr
            .contains("、対象外ファイル1個、対象外フォルダ3個（"),
        "{outcome:?}"
    );
    assert_eq!(
        paths(&archive, &[".hidden.kif", ".git", "a/.b", "a/node_modules/p"]),
        [
            ".hidden.kif",
            ".git/x.kif",
            "a/.b/c/x.kif",
            "a/node_modules/p/x.kif"
        ]
    );
}

#[test]
fn missing_records_are_reported() {
    let archive = Archive::new(&[
        ("a/notes.txt", b"no game"),
        ("b/.x.kif", CLEAN.as_bytes()),
        ("c/x.kif", CLEAN.as_bytes()),
    ]);
    for command in [
        &["validate"][..],
        &["stats"],
        &["convert", "--to", "csa", "-o", "out"],
    ] {
        let status_and_errors = |arguments: &[&str]| {
            let outcome = archive.run_with_input(&[command, arguments].concat(), b"");
            let errors: Vec<_> = outcome
                .stderr
                .lines()
                .filter(|it| it.starts_with("error: "))
                .map(str::to_owned)
                .collect();
            (outcome.status, errors)
        };
        let all_skipped = "error: no record found: all files were skipped (-v lists the reasons); a file that you specify is read \
                       whatever its extension";
        let no_file = "error: no record found: the paths contain no file to read; check the paths and the exclude patterns";
        for (arguments, message) in [
            (&["a"][..], all_skipped),
            (&["b"], all_skipped),
            (&["a", "b"], all_skipped),
            (&["--files-from", "-"], no_file),
        ] {
            assert_eq!(
                status_and_errors(arguments),
                (2, vec![message.to_owned()]),
                "{command:?} {arguments:?}"
            );
        }
        // The run succeeds if one of the paths has a record.
        assert_eq!(status_and_errors(&["a", "c"]), (0, Vec::new()), "{command:?}");
    }
    let outcome = archive.run(&["validate", "a", "--lang", "ja"]);
    assert!(
        outcome.stderr.contains("エラー: 棋譜が見つからない。"),
        "{outcome:?}"
    );
}
