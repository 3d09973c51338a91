//! The binary as its users meet it: arguments in, output and exit status out.

#![cfg(feature = "cli")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const CLEAN: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n";

/// White has taken no pawn back, and Black drops the one in hand on a file that has one.
const NIFU: &str = "手合割：平手
   1 ２六歩(27)
   2 ８四歩(83)
   3 ２五歩(26)
   4 ８五歩(84)
   5 ２四歩(25)
   6 同　歩(23)
   7 同　飛(28)
   8 ８六歩(85)
   9 ９五歩打
  10 反則勝ち
";

/// A warning and nothing worse.
const NO_MOVES: &str = "手合割：平手\n先手：甲\n後手：乙\n";

const CSA: &str = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";

const PNG: &[u8] =
    b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1F\xF3\xFFa\0\0\0\0\0\0\0\0";

/// A directory of files that is gone after the test.
struct Archive(TempDir);

impl Archive {
    fn new(files: &[(&str, &[u8])]) -> Self {
        let archive = Self(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            let path = archive.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        archive
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The command, in this directory.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("NO_COLOR")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        self.command(arguments).output().unwrap().into()
    }

    fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Outcome {
        let mut command = self.command(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap().into()
    }
}

#[derive(Debug)]
struct Outcome {
    status: i32,
    stdout: String,
    stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Outcome {
    fn objects(&self) -> Vec<Value> {
        self.stdout
            .lines()
            .map(|line| serde_json::from_str(line).expect(line))
            .collect()
    }

    /// The rules of all findings of `--format jsonl`.
    fn rules(&self) -> Vec<String> {
        let findings = |object: Value| object["findings"].as_array().unwrap().clone();
        let rule = |finding: Value| finding["rule"].as_str().unwrap().to_owned();
        self.objects().into_iter().flat_map(findings).map(rule).collect()
    }
}

fn large_csa(records: usize) -> String {
    let games = [CSA, "V2.2\nPI\n+\n+7775FU\n%CHUDAN\n"];
    (0..records)
        .map(|record| games[usize::from(record % 10 == 9)])
        .collect::<Vec<_>>()
        .join("/\n")
}

#[test]
fn the_status_tells_the_gravest_finding() {
    let archive = Archive::new(&[
        ("clean.kif", CLEAN.as_bytes()),
        ("nifu.kif", NIFU.as_bytes()),
        ("doubt.kif", NO_MOVES.as_bytes()),
    ]);
    let clean = archive.run(&["validate", "clean.kif"]);
    assert_eq!((clean.status, clean.stdout.as_str()), (0, ""), "{clean:?}");
    let table = [
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
    for (arguments, status) in table {
        let outcome = archive.run(&[&["validate"], arguments].concat());
        assert_eq!(outcome.status, status, "{arguments:?}: {outcome:?}");
    }
}

#[test]
fn wrong_usage_is_told_with_what_may_be_meant() {
    let archive = Archive::new(&[("clean.kif", CLEAN.as_bytes())]);
    let table = [
        (&["validate", "--select", "nihu"][..], "'nifu'"),
        (
            &["validate", "--ignore", "nifu,unredable-line"],
            "'unreadable-line'",
        ),
        (&["validate", "--select", "xyz"], "kifu rules"),
        (&["validate", "--format", "jsnl"], "'jsonl'"),
        (&["validate", "--input-format", "kiff"], "'kif'"),
        (&["validate", "--encoding", "klingon"], "Shift_JIS"),
        (&["validate", "-j", "0"], "1..=1024"),
        (&["validate", "--null"], "--files-from"),
        (&["validate", "-", "-"], "only once"),
        (&["validate", "-", "--files-from", "-"], "only once"),
        (&["rules", "nifuu"], "'nifu'"),
        (&["velidate"], "'validate'"),
        (&[], "Usage"),
    ];
    for (arguments, expected) in table {
        let outcome = archive.run(arguments);
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (2, ""),
            "{arguments:?}: {outcome:?}"
        );
        assert!(outcome.stderr.contains(expected), "{arguments:?}: {outcome:?}");
    }
}

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
    for form in ["text", "concise", "json", "jsonl", "csv"] {
        let run = |jobs| {
            archive.run(&[
                "validate",
                ".",
                "nowhere",
                "--format",
                form,
                "--statistics",
                "-q",
                "-j",
                jobs,
            ])
        };
        let one = run("1");
        assert_eq!(one.status, 2, "{}", one.stderr);
        for jobs in ["2", "7"] {
            let other = run(jobs);
            assert!(
                one.stdout == other.stdout && one.stderr == other.stderr,
                "{form}, -j {jobs}"
            );
        }
    }
}

#[test]
fn records_come_in_the_order_of_paths_and_of_the_file() {
    let large = large_csa(40_000);
    assert!(large.len() > 1 << 20, "worked on in pieces");
    let archive = Archive::new(&[
        ("a/large.csa", large.as_bytes()),
        ("a.kif", CLEAN.as_bytes()),
        ("B.KIF", CLEAN.as_bytes()),
        ("a/notes.txt", b"no game"),
    ]);
    let outcome = archive.run(&["validate", ".", "a.kif", "a/notes.txt", "--format", "jsonl"]);
    let objects = outcome.objects();
    let mut files: Vec<_> = objects.iter().map(|it| it["path"].as_str().unwrap()).collect();
    files.dedup();
    assert_eq!(
        files,
        ["./B.KIF", "./a/large.csa", "./a.kif", "a.kif", "a/notes.txt"]
    );
    let numbers = objects
        .iter()
        .filter(|it| it["path"] == "./a/large.csa")
        .map(|it| it["record"].as_u64().unwrap());
    assert!(numbers.eq(1..=40_000));
    assert!(
        outcome.stderr.contains("40,004 records") && outcome.stderr.contains("5 files"),
        "{}",
        outcome.stderr
    );
    assert!(outcome.stderr.contains("1 file skipped"), "{}", outcome.stderr);
}

#[test]
fn standard_input_is_a_file_like_any_other() {
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
    let both = archive.run_with_input(
        &["validate", "clean.kif", "-", "--format", "jsonl"],
        CSA.as_bytes(),
    );
    assert_eq!(
        both.objects()
            .iter()
            .map(|it| it["format"].clone())
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
        ("list", b"a b.kif\r\n\nd\nc.kif"),
        ("list0", b"a b.kif\0d\0c.kif\0"),
        ("empty", b""),
    ]);
    let paths = |outcome: &Outcome| -> Vec<_> {
        outcome
            .objects()
            .iter()
            .map(|it| it["path"].to_string())
            .collect()
    };
    let expected = [r#""a b.kif""#, r#""d/e.kif""#, r#""c.kif""#];
    let listed = archive.run(&["validate", "--format", "jsonl", "--files-from", "list"]);
    assert_eq!(
        (listed.status, paths(&listed)),
        (1, expected.map(str::to_owned).to_vec()),
        "{listed:?}"
    );
    let with_nul = ["validate", "--format", "jsonl", "--null", "--files-from"];
    assert_eq!(
        archive.run(&[&with_nul[..], &["list0"]].concat()).stdout,
        listed.stdout
    );
    assert_eq!(
        archive
            .run_with_input(&[&with_nul[..], &["-"]].concat(), b"a b.kif\0d\0c.kif")
            .stdout,
        listed.stdout
    );
    let named_first = archive.run(&["validate", "--format", "jsonl", "c.kif", "--files-from", "list"]);
    assert_eq!(paths(&named_first)[0], r#""c.kif""#);
    let nothing = archive.run(&["validate", "--files-from", "empty"]);
    assert_eq!((nothing.status, nothing.stdout.as_str()), (0, ""), "{nothing:?}");
    assert_eq!(archive.run(&["validate", "--files-from", "nowhere"]).status, 2);
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_done() {
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
fn nothing_that_holds_no_record_passes_for_clean() {
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
            .all(|it| it["format"] == "unknown" && it["record"] == 1),
        "{outcome:?}"
    );
    assert!(!archive.run(&["validate", "."]).stdout.contains("IHDR"));
}

#[test]
fn objects_have_the_keys_of_the_schema() {
    let archive = Archive::new(&[("a/nifu.kif", NIFU.as_bytes()), ("b.csa", CSA.as_bytes())]);
    let outcome = archive.run(&["validate", ".", "--format", "jsonl"]);
    let order = [
        "schema", "path", "record", "format", "encoding", "plies", "end", "stated", "verdict", "findings",
    ];
    for line in outcome.stdout.lines() {
        let places = order.map(|key| line.find(&format!("\"{key}\":")).expect(key));
        assert!(places.is_sorted(), "{line}");
    }
    let objects = outcome.objects();
    assert_eq!(objects[0]["path"], "./a/nifu.kif");
    assert_eq!(objects[0]["encoding"], "UTF-8");
    assert_eq!(
        (&objects[0]["plies"], &objects[0]["end"]),
        (&Value::from(9), &Value::from("foul-win"))
    );
    assert_eq!(
        (&objects[0]["stated"], &objects[0]["verdict"]),
        (&Value::from("white"), &Value::from("white"))
    );
    let finding = objects[0]["findings"][0].as_object().unwrap();
    let mut keys: Vec<_> = finding.keys().map(String::as_str).collect();
    keys.sort_unstable();
    let mut expected = vec![
        "rule",
        "severity",
        "ply",
        "line",
        "column",
        "byte",
        "side",
        "move",
        "sfen",
        "message",
        "after_foul",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    let place = ["rule", "ply", "line", "column", "side", "move"].map(|key| finding[key].to_string());
    assert_eq!(place, [r#""nifu""#, "9", "10", "6", r#""black""#, r#""P*9e""#]);
    assert_eq!(objects[1]["findings"], Value::from(Vec::<Value>::new()));

    let array = archive.run(&["validate", ".", "--format", "json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&array.stdout).unwrap(),
        Value::from(objects)
    );
    let none = archive.run_with_input(&["validate", "--files-from", "-", "--format", "json"], b"");
    assert_eq!(
        serde_json::from_str::<Value>(&none.stdout).unwrap(),
        Value::from(Vec::<Value>::new())
    );
}

#[test]
fn a_table_has_a_header_and_a_row_per_finding() {
    let archive = Archive::new(&[("a.kif", NIFU.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    let outcome = archive.run(&["validate", ".", "--format", "csv"]);
    let mut lines = outcome.stdout.lines();
    assert_eq!(
        lines.next(),
        Some("path,record,rule,severity,ply,side,move,line,column,message")
    );
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("./a.kif,1,nifu,error,9,black,P*9e,10,6,"),
        "{outcome:?}"
    );
    assert!(lines.all(|line| line.starts_with("./a.kif,")), "{outcome:?}");
}

#[test]
fn people_see_the_line_and_the_token() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    let outcome = archive.run(&["validate", "nifu.kif", "--select", "nifu"]);
    let lines: Vec<_> = outcome.stdout.lines().collect();
    assert!(lines[0].starts_with("error[nifu]: "), "{outcome:?}");
    assert_eq!(lines[1], "  --> nifu.kif:10:6 (record 1, ply 9, Black)");
    assert_eq!(lines[2..5], ["   |", "10 |    9 ９五歩打", "   |      ^^^^^^^^"]);
    assert!(lines.contains(&"   = help: kifu rules nifu"), "{outcome:?}");
    let coloured = archive.run(&["validate", "nifu.kif", "--color", "always"]);
    assert!(coloured.stdout.contains("\x1B[") && !outcome.stdout.contains('\x1B'));
    let objects = archive.run(&[
        "validate", "nifu.kif", "--color", "always", "--format", "jsonl", "-q",
    ]);
    assert!(!objects.stdout.contains("\x1B["));
}

#[cfg(unix)]
#[test]
fn nothing_in_a_file_or_its_name_gives_orders_to_the_terminal() {
    let name = "\x1B[2Jx\u{202E}.kif";
    let text = "手合割：\x1B[31m平手\n   1 ７六歩(77)\n   2 \x1B[2J３四歩\n";
    let archive = Archive::new(&[(name, text.as_bytes())]);
    for form in ["text", "concise"] {
        let outcome = archive.run(&["validate", ".", "-v", "--format", form]);
        assert!(outcome.stdout.contains("␛[2J"), "{outcome:?}");
        let all = outcome.stdout + &outcome.stderr;
        assert!(!all.contains(['\x1B', '\u{202E}']), "{all:?}");
    }
}

#[test]
fn rules_are_chosen_by_name() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes()), ("none.kif", NO_MOVES.as_bytes())]);
    let run = |option: &[&str]| {
        archive
            .run(&[&["validate", ".", "--format", "jsonl"], option].concat())
            .rules()
    };
    let all = run(&[]);
    assert!(
        ["nifu", "no-moves"]
            .iter()
            .all(|&it| all.iter().any(|rule| rule == it)),
        "{all:?}"
    );
    assert_eq!(run(&["--select", "nifu"]), ["nifu"]);
    assert_eq!(
        run(&["--select", "no-moves,nifu", "--ignore", "nifu"]),
        ["no-moves"]
    );
    assert!(!run(&["--ignore", "nifu"]).contains(&"nifu".to_owned()));
}

#[test]
fn statistics_follow_what_people_read_and_stay_out_of_the_rest() {
    let archive = Archive::new(&[("1.kif", NIFU.as_bytes()), ("2.kif", NIFU.as_bytes())]);
    let run = |form| {
        archive.run(&[
            "validate",
            ".",
            "--select",
            "nifu",
            "--statistics",
            "--format",
            form,
        ])
    };
    let text = run("text").stdout;
    assert!(text.lines().last().unwrap().starts_with("2  nifu  "), "{text}");
    let lines = run("jsonl");
    assert_eq!(lines.objects().len(), 2);
    assert!(lines.stderr.contains("2  nifu  "), "{lines:?}");
}

#[test]
fn the_output_goes_where_it_is_told() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    let run = |output| archive.run(&["validate", "nifu.kif", "--format", "csv", "-o", output]);
    let expected = archive.run(&["validate", "nifu.kif", "--format", "csv"]).stdout;
    let written = run("report.csv");
    assert_eq!((written.status, written.stdout.as_str()), (1, ""), "{written:?}");
    assert_eq!(fs::read_to_string(archive.path("report.csv")).unwrap(), expected);
    let failed = run("nowhere/report.csv");
    assert_eq!(failed.status, 2);
    assert!(failed.stderr.contains("nowhere/report.csv: "), "{failed:?}");
    assert_eq!(run("./nifu.kif").status, 2);
    assert_eq!(fs::read_to_string(archive.path("nifu.kif")).unwrap(), NIFU);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [&["validate", "nifu.kif"][..], &["rules"], &["man"]] {
        let outcome: Outcome = archive.command(arguments).stdout(full()).output().unwrap().into();
        assert_eq!(outcome.status, 2, "{arguments:?}: {outcome:?}");
        assert!(outcome.stderr.contains("error: "), "{arguments:?}: {outcome:?}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let archive = Archive::new(&[("large.csa", large_csa(40_000).as_bytes())]);
    let mut command = archive.command(&["validate", ".", "--format", "jsonl"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert!(line.starts_with("{\"schema\":1,"));
    let outcome: Outcome = child.wait_with_output().unwrap().into();
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_output_at_a_whole_record() {
    let archive = Archive::new(&[("large.csa", large_csa(40_000).as_bytes())]);
    let arguments = ["validate", ".", "--format", "jsonl"];
    let whole = archive.run(&arguments).stdout;
    let mut child = archive
        .command(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut output = String::new();
    stdout.read_line(&mut output).unwrap();
    // It cannot finish meanwhile: the pipe is full long before.
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(interrupt.success());
    stdout.read_to_string(&mut output).unwrap();
    let outcome: Outcome = child.wait_with_output().unwrap().into();
    assert_eq!(outcome.status, 130, "{outcome:?}");
    assert!(outcome.stderr.starts_with("Interrupted after "), "{outcome:?}");
    assert!(output.ends_with("}\n") && output.len() < whole.len() && whole.starts_with(&output));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_for_standard_input() {
    let archive = Archive::new(&[]);
    let mut command = archive.command(&["validate", "-", "--progress", "always"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.take();
    // The first sign of progress: the signal is caught from now on.
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut String::new()).unwrap();
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
}

#[test]
fn standard_error_is_for_people() {
    let archive = Archive::new(&[("clean.kif", CLEAN.as_bytes()), ("notes.txt", b"")]);
    let run = |option| archive.run(&["validate", ".", option]).stderr;
    let usual = run("--statistics");
    assert!(
        usual.starts_with("Checked 1 record (2 plies) in 1 file: "),
        "{usual}"
    );
    assert_eq!(
        usual.lines().count(),
        1,
        "no progress where nobody watches: {usual}"
    );
    assert_eq!(run("-q"), "");
    let more = run("-v");
    assert!(
        more.contains("./clean.kif: kif, UTF-8\n") && more.contains("./notes.txt: skipped"),
        "{more}"
    );
    assert!(run("--progress=always").contains(" records, "));
}

#[test]
fn notation_and_encoding_can_be_told() {
    let archive = Archive::new(&[("game.kif", CSA.as_bytes())]);
    let run = |option| archive.run(&["validate", "game.kif", "--format", "jsonl", option]);
    assert_eq!(run("--fail-on=error").objects()[0]["format"], "csa");
    assert_ne!(run("--input-format=kif").rules(), Vec::<String>::new());
    assert_eq!(run("--encoding=cp932").objects()[0]["encoding"], "Shift_JIS");
}

#[test]
fn the_tool_explains_itself() {
    let archive = Archive::new(&[]);
    let rules = archive.run(&["rules"]).stdout;
    assert!(
        rules
            .lines()
            .any(|line| line.starts_with("nifu ") && line.contains("二歩")),
        "{rules}"
    );
    for line in rules.lines() {
        let name = line.split(' ').next().unwrap();
        let page = archive.run(&["rules", name]);
        assert_eq!(page.status, 0, "{page:?}");
        assert!(page.stdout.starts_with(&format!("# {name}\n")), "{page:?}");
    }
    let formats = archive.run(&["formats"]).stdout;
    assert!(
        [".kif", ".csa", "Shift_JIS"]
            .iter()
            .all(|it| formats.contains(it)),
        "{formats}"
    );
    let man = archive.run(&["man"]).stdout;
    assert!(
        man.starts_with(".ie") && man.contains("kifu\\-validate") && man.contains("\\-\\-files\\-from"),
        "{man}"
    );
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = archive.run(&["completions", shell]);
        assert!(
            script.status == 0 && script.stdout.contains("files-from"),
            "{script:?}"
        );
    }
    let help = archive.run(&["validate", "--help"]);
    assert!(
        help.status == 0 && help.stdout.contains("Exit status:"),
        "{help:?}"
    );
}
