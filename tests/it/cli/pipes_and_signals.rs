//! Pipes, full disks, signals, and the output for wrong arguments.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

#[cfg(unix)]
use super::signal;
use super::{Archive, CLEAN, NIFU, Outcome, large_csa};

#[test]
fn output_goes_to_the_selected_file() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    let validate_to = |output| archive.run(&["validate", "nifu.kif", "--format", "csv", "-o", output]);
    let expected = archive.run(&["validate", "nifu.kif", "--format", "csv"]).stdout;
    let to_file = validate_to("report.csv");
    assert_eq!((to_file.status, to_file.stdout.as_str()), (1, ""), "{to_file:?}");
    assert_eq!(fs::read_to_string(archive.path("report.csv")).unwrap(), expected);
    let to_missing_folder = validate_to("nowhere/report.csv");
    assert_eq!(to_missing_folder.status, 2);
    assert!(
        to_missing_folder.stderr.contains("nowhere/report.csv: "),
        "{to_missing_folder:?}"
    );
    assert_eq!(validate_to("./nifu.kif").status, 2);
    assert_eq!(fs::read_to_string(archive.path("nifu.kif")).unwrap(), NIFU);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    let full_device = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [&["validate", "nifu.kif"][..], &["rules"], &["man"]] {
        let outcome: Outcome = archive
            .command(arguments)
            .stdout(full_device())
            .output()
            .unwrap()
            .into();
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
fn ctrl_c_ends_the_output_after_a_complete_record() {
    let archive = Archive::new(&[("large.csa", large_csa(40_000).as_bytes())]);
    let arguments = ["validate", ".", "--format", "jsonl"];
    let complete_output = archive.run(&arguments).stdout;
    let mut child = archive
        .command(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut output = String::new();
    stdout.read_line(&mut output).unwrap();
    // The run cannot finish before the signal, because the pipe is full.
    signal(&child, "-INT");
    stdout.read_to_string(&mut output).unwrap();
    let outcome: Outcome = child.wait_with_output().unwrap().into();
    assert_eq!(outcome.status, 130, "{outcome:?}");
    assert!(outcome.stderr.starts_with("Interrupted after "), "{outcome:?}");
    assert!(
        output.ends_with("}\n")
            && output.len() < complete_output.len()
            && complete_output.starts_with(&output)
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_for_standard_input() {
    let archive = Archive::new(&[("page.html", b"old")]);
    let mut command = archive.command(&["validate", "-", "--progress", "always", "--html", "page.html"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.take();
    // The first progress message shows that signals are handled.
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut String::new()).unwrap();
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
    // A page is written completely or not at all.
    let mut message = String::new();
    stderr.read_to_string(&mut message).unwrap();
    assert!(
        message.contains("page.html: not written because the run was interrupted"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(archive.path("page.html")).unwrap(), "old");
    assert_eq!(fs::read_dir(archive.path("")).unwrap().count(), 1);
}

#[test]
fn standard_error_is_text() {
    let archive = Archive::new(&[("clean.kif", CLEAN.as_bytes()), ("notes.txt", b"")]);
    let stderr = |option| archive.run(&["validate", ".", option]).stderr;
    let statistics = stderr("--statistics");
    assert!(
        statistics.starts_with("Checked 1 record (2 plies) in 1 file with profile jsa-amateur: "),
        "{statistics}"
    );
    assert_eq!(
        statistics.lines().count(),
        1,
        "no progress where nobody watches: {statistics}"
    );
    assert_eq!(stderr("-q"), "");
    let verbose = stderr("-v");
    assert!(
        verbose.contains("./clean.kif: kif, UTF-8\n") && verbose.contains("./notes.txt: skipped"),
        "{verbose}"
    );
    assert!(stderr("--progress=always").contains(" records, "));
}

#[test]
fn help_and_version_are_printed() {
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
            .all(|word| formats.contains(word)),
        "{formats}"
    );
    for line in formats.lines().filter(|line| !line.starts_with(' ')) {
        let name = line.split(' ').next().unwrap();
        let page = archive.run(&["formats", name]);
        assert_eq!(page.status, 0, "{page:?}");
        assert!(page.stdout.starts_with(&format!("# {name}\n")), "{page:?}");
    }
    assert!(
        formats.contains("\n  written as  csa3: CSA V3.0 (.csa, UTF-8, LF, "),
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

/// Arguments, and the beginning of the tip in the error message (`None` if there is no tip).
const SUGGESTIONS: &[(&[&str], Option<&str>)] = &[
    (&["rules", "nihu"], Some("a similar value exists: 'nifu'")),
    (
        &["validate", "--select", "uchifuzme", "a.kif"],
        Some("a similar value exists: 'uchifuzume'"),
    ),
    (
        &["rules", "note"],
        Some("`note` is a severity (class `notice`), not a rule; `kifu rules` lists"),
    ),
    (
        &["rules", "error"],
        Some("`error` is a severity (class `illegal move` and `record error`), not a rule; "),
    ),
    (
        &["validate", "--select", "foul", "a.kif"],
        Some("a similar value exists: 'fouls'"),
    ),
    (
        &["validate", "--ignore", "doubt", "a.kif"],
        Some("`doubt` is a class of rules, not a rule; `kifu rules`"),
    ),
    (
        &["validate", "--select", "二歩", "a.kif"],
        Some("the name of 二歩 is `nifu`"),
    ),
    (
        &["validate", "--ignore", "clok-*", "a.kif"],
        Some("a similar value exists: 'clock-*'"),
    ),
    (
        &["validate", "--select", "foulz", "a.kif"],
        Some("a similar value exists: 'fouls'"),
    ),
    (&["rules", "queen"], Some("`kifu rules` lists the rules")),
    (&["rules", "xyz"], Some("`kifu rules` lists the rules")),
    (
        &["validate", "--profile", "jsa-amatuer", "a.kif"],
        Some("a similar value exists: 'jsa-amateur'"),
    ),
    (&["validate", "--profile", "fide", "a.kif"], None),
    (&["validate", "--format", "xml", "a.kif"], None),
    (
        &["validate", "--format", "jsnol", "a.kif"],
        Some("a similar value exists: 'jsonl'"),
    ),
    (&["validate", "--tables", "a.kif"], None),
    (
        &["validate", "--selct", "nifu", "a.kif"],
        Some("a similar argument exists: '--select'"),
    ),
    (&["stat", "a.kif"], Some("a similar command exists: 'stats'")),
    (&["list", "a.kif"], None),
    // Commands, options and values of other tools, such as ruff.
    (&["check", "."], Some("a similar command exists: 'validate'")),
    (&["help", "check"], Some("a similar command exists: 'validate'")),
    (&["explain", "nifu"], Some("a similar command exists: 'rules'")),
    (
        &["validate", "--exit-zero", "a.kif"],
        Some("a similar argument exists: '--fail-on never'\n\nUsage: kifu validate [OPTIONS] [PATH]..."),
    ),
    (&["convert", "--exit-zero", "a.kif"], None),
    (
        &["validate", "--output-format", "json", "a.kif"],
        Some("a similar argument exists: '--format'\n"),
    ),
    (
        &["convert", "--output-format=csa", "a.kif"],
        Some("a similar argument exists: '--to'\n"),
    ),
    (&["man", "--output-format", "json"], None),
    (
        &["validate", "--fail-on", "none", "a.kif"],
        Some("a similar value exists: 'never'"),
    ),
    (
        &["validate", "--severity", "none", "a.kif"],
        Some("a similar value exists: 'note'"),
    ),
    // An option of another command, which has no tip, and other unknown options and commands.
    (&["validate", "--where", "x"], None),
    (&["validate", "-x"], Some("to pass '-x' as a value")),
    (&["help", "valdate"], Some("a similar command exists: 'validate'")),
    (&["help", "zzz"], None),
    // A path in place of a command.
    (
        &["a.kif"],
        Some("to check game records, use 'kifu validate a.kif'\n"),
    ),
    (&["."], Some("to check game records, use 'kifu validate .'\n")),
    (
        &["gone/", "-v"],
        Some("to check game records, use 'kifu validate gone/'\n"),
    ),
    (
        &["gone.csa"],
        Some("to check game records, use 'kifu validate gone.csa'\n"),
    ),
    (
        &["a.zip!b 1.kif"],
        Some("to check game records, use 'kifu validate 'a.zip!b 1.kif''\n"),
    ),
    (&["-"], Some("to check game records, use 'kifu validate -'\n")),
    (&["games"], None),
    (&["notes.txt"], None),
];

#[test]
fn suggestions_are_similar_values() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    for &(arguments, expected_tip) in SUGGESTIONS {
        let outcome = archive.run(arguments);
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (2, ""),
            "{arguments:?}"
        );
        let actual_tip = outcome.stderr.split_once("tip: ").map(|(_, text)| text);
        match (actual_tip, expected_tip) {
            (Some(actual_tip), Some(expected_tip)) => assert!(
                actual_tip.starts_with(expected_tip),
                "{arguments:?}: {actual_tip}"
            ),
            (actual_tip, expected_tip) => assert_eq!(actual_tip, expected_tip, "{arguments:?}"),
        }
    }
}
