//! Output files: no input is replaced, and no incomplete file is visible.

use std::fs;

#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
#[cfg(unix)]
use std::process::{Child, ChildStderr};

use super::*;

/// A rules file that extends a built-in profile.
const RULES: &str = "extends = \"jsa-pro\"\n";

/// Makes a folder with inputs, with other files whose names an output could have (`old.csv`, `old.kif.gz`), and with a
/// hard link and, on Unix, a symbolic link to an input.
fn archive() -> Archive {
    let archive = Archive::new(&[
        ("games/a.kif", CLEAN.as_bytes()),
        ("game.txt", CLEAN.as_bytes()),
        ("list", b"game.txt\n"),
        ("rules.toml", RULES.as_bytes()),
        ("old.csv", b"old\n"),
        ("old.kif.gz", b"\x1f\x8b"),
    ]);
    fs::hard_link(archive.path("games/a.kif"), archive.path("hard.csv")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("games/a.kif", archive.path("soft.csv")).unwrap();
    archive
}

/// Returns the paths and contents of the files in the archive and in its folder `games`.
fn files_and_contents(archive: &Archive) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in ["", "games"] {
        for entry in fs::read_dir(archive.path(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                files.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn no_input_is_replaced() {
    let archive = archive();
    let old_contents = files_and_contents(&archive);
    let cases = [
        "stats --files-from list -o game.txt",
        "validate --files-from list -o game.txt",
        "validate --files-from list --html game.txt",
        "validate --files-from list -o list",
        "stats --files-from list -o list",
        "stats games -o games/a.kif",
        "stats games -o hard.csv",
        "validate games -o hard.csv",
        #[cfg(unix)]
        "stats games -o soft.csv",
        "validate old.csv -o old.csv",
        "validate --rules rules.toml games -o rules.toml",
        "stats --rules rules.toml games -o rules.toml",
        "show games/a.kif --svg hard.csv",
        "show games/a.kif --rules rules.toml --svg rules.toml",
        "validate games --html hard.csv",
        // Other programs would take these outputs for game records, or for records in another format. The last output
        // already exists.
        "stats games -o table.kif",
        "stats games -o table.KIFU",
        "validate games -o report.csa",
        "validate games --html page.jkf",
        "validate games --valid-list list.ki2",
        "show games/a.kif --svg board.usi",
        "validate game.txt -o games/a.kif",
        #[cfg(unix)]
        "validate game.txt -o soft.csv",
        "convert --to csa games/a.kif -o new.kif",
        "convert --to csa games/a.kif -o new.json",
        "convert --to jkf games/a.kif -o new.csa --force",
        "convert --to csa games/a.kif -o old.csv",
    ];
    for arguments in cases {
        let outcome = archive.run_line(arguments);
        assert_eq!(outcome.status, 2, "{arguments}: {outcome:?}");
        assert_eq!(files_and_contents(&archive), old_contents, "{arguments}");
    }
}

/// Reports, tables and pictures may have any name whose extension is not that of a game record. Converted records may
/// have any name whose extension is not that of another format of records.
#[test]
fn a_file_may_have_any_other_name() {
    let archive = archive();
    for arguments in [
        "stats games -o table",
        "stats games -o table.txt",
        "stats games -o table.CSV",
        "stats games -o table.kif.csv",
        "stats games --format jsonl -o table.ndjson",
        "validate games -o report",
        "validate games -o report.txt",
        "validate games -o report.log",
        "validate games --format json -o report.json",
        "validate games --format jsonl -o report.json",
        "validate games --html page.htm",
        "convert --to csa games/a.kif -o new.txt",
        "convert --to jkf games/a.kif -o new.json",
        "convert --to csa games/a.kif -o new.html/",
        "convert --to csa games/a.kif -o page.html",
        "convert --to kif games/a.kif -o old.csv --force",
        "stats games -o old.kif.gz",
        "stats games -o event.toml",
        "stats games --format jsonl -o table.csv",
        "validate games --format csv -o report.json",
        "validate games --html page.csv",
        "validate games --valid-list good.csv",
        "show games/a.kif --svg board.png",
        "show games/a.kif --svg game.txt",
    ] {
        let outcome = archive.run_line(arguments);
        assert_eq!(outcome.status, 0, "{arguments}: {outcome:?}");
    }
}

/// A file that is only found while the inputs are searched is an input, too. A listed file is an input even if it holds
/// no record.
#[test]
fn files_found_during_the_walk_are_not_replaced() {
    let archive = Archive::new(&[("list", b"notes.csv\n"), ("notes.csv", b"a,b\n")]);
    let old_bytes = fs::read(archive.path("notes.csv")).unwrap();
    for command in ["validate", "stats"] {
        let outcome = archive.run(&[
            command,
            "--files-from",
            "list",
            "--format",
            "csv",
            "-o",
            "notes.csv",
        ]);
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.contains("not overwritten"), "{outcome:?}");
        assert_eq!(fs::read(archive.path("notes.csv")).unwrap(), old_bytes);
    }
    fs::write(archive.path("list"), "page.html\n").unwrap();
    fs::write(archive.path("page.html"), "<p>").unwrap();
    for command in ["validate", "stats"] {
        let outcome = archive.run(&[
            command,
            "--files-from",
            "list",
            "--html",
            "page.html",
            "--format",
            "csv",
            "-o",
            "new.csv",
        ]);
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(
            outcome.stderr.contains("page.html: this is an input file"),
            "{outcome:?}"
        );
    }
    assert_eq!(
        fs::read_dir(archive.path("")).unwrap().count(),
        3,
        "nothing temporary is left, and no other output"
    );
}

#[test]
fn an_earlier_output_of_the_same_run_is_replaced() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes()), ("b.kif", NIFU.as_bytes())]);
    let cases = [
        "validate . --fail-on never --format json -o report.json",
        "validate . --fail-on never --format jsonl -o report.jsonl",
        "validate . --fail-on never --format csv -o report.csv",
        "validate . --fail-on never -o report.txt",
        "validate . --fail-on never --html report.html -o other.txt",
        "stats --table moves . -o moves.csv",
        "stats --table games --format jsonl . -o games.jsonl",
        "show a.kif --svg board.svg",
    ];
    for arguments in cases {
        let first_run = archive.run_line(arguments);
        assert_eq!(first_run.status, 0, "{arguments:?}: {first_run:?}");
        let files_after_first = top_level_contents(&archive);
        let second_run = archive.run_line(arguments);
        assert_eq!(second_run.status, 0, "{arguments:?}: {second_run:?}");
        assert_eq!(top_level_contents(&archive), files_after_first, "{arguments:?}");
    }
}

fn top_level_contents(archive: &Archive) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(archive.path("")).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_page_that_fails_leaves_the_other_output() {
    let archive = archive();
    let outcome = archive.run(&["stats", "games", "-o", "old.csv", "--html", "nowhere/page.html"]);
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(fs::read_to_string(archive.path("old.csv")).unwrap(), "old\n");
    for (page, output) in [
        ("x.html", "x.html"),
        ("x.html", "./x.html"),
        ("games/../x.html", "x.html"),
    ] {
        let outcome = archive.run(&["stats", "games", "-o", output, "--html", page]);
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.contains("the same file"), "{outcome:?}");
    }
}

/// Starts a run that writes `old.csv` and waits for standard input. The function returns after the first message of the
/// run, because the run handles signals from then on.
#[cfg(unix)]
fn start_waiting_run(archive: &Archive, command_args: &[&str]) -> (Child, BufReader<ChildStderr>) {
    let all_args = [
        command_args,
        &["large.csa", "-", "--progress", "always", "-o", "old.csv"],
    ]
    .concat();
    let mut command = archive.command(&all_args);
    let mut child = command
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut String::new()).unwrap();
    (child, stderr)
}

/// After a signal, the exit status is 128 plus the number of the signal, files are unchanged, and no temporary file is
/// left.
#[cfg(unix)]
#[test]
fn signals_keep_old_files() {
    let archive = Archive::new(&[("large.csa", large_csa(2_000).as_bytes()), ("old.csv", b"old\n")]);
    // Under `nohup`, the hangup signal is ignored and therefore not tested.
    let process = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored_signals = process.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored_signals =
        ignored_signals.and_then(|ignored_signals| u64::from_str_radix(ignored_signals.trim(), 16).ok());
    let hangup = ignored_signals
        .is_none_or(|ignored_signals| ignored_signals & 1 == 0)
        .then_some(("-HUP", 129));
    for (signal_name, status) in [("-INT", 130), ("-TERM", 143)].into_iter().chain(hangup) {
        for command_args in [
            &["validate", "--format", "csv"][..],
            &["stats", "--table", "moves"],
        ] {
            let (mut child, mut stderr) = start_waiting_run(&archive, command_args);
            signal(&child, signal_name);
            // Standard input stays open, so only the signal can end the run.
            let input = child.stdin.take();
            let mut message = String::new();
            stderr.read_to_string(&mut message).unwrap();
            assert_eq!(
                child.wait().unwrap().code(),
                Some(status),
                "{command_args:?}: {message}"
            );
            drop(input);
            assert!(
                message.contains("old.csv: not written"),
                "{command_args:?}: {message}"
            );
            assert_eq!(fs::read_to_string(archive.path("old.csv")).unwrap(), "old\n");
            assert_eq!(
                fs::read_dir(archive.path("")).unwrap().count(),
                2,
                "{command_args:?}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_keeps_old_files() {
    let archive = Archive::new(&[("large.csa", large_csa(2_000).as_bytes()), ("old.csv", b"old\n")]);
    let (mut child, _) = start_waiting_run(&archive, &["validate", "--format", "csv"]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(archive.path("old.csv")).unwrap(), "old\n");
    let outcome = archive.run(&["stats", "large.csa", "-o", "old.csv"]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
}

/// If the final rename fails, the error is reported and no temporary file is left.
#[cfg(unix)]
#[test]
fn a_failed_rename_is_reported() {
    for (name, prevent_rename) in [
        ("into a directory", "rm old.csv; mkdir -p old.csv/x"),
        ("with its folder", "rm -r out"),
    ] {
        let archive = Archive::new(&[
            ("large.csa", large_csa(2_000).as_bytes()),
            ("old.csv", b"old\n"),
            ("out/old.csv", b"old\n"),
        ]);
        let output = if name == "with its folder" {
            "out/old.csv"
        } else {
            "old.csv"
        };
        let arguments = [
            "stats",
            "--table",
            "moves",
            "large.csa",
            "-",
            "--progress",
            "always",
            "-o",
            output,
        ];
        let mut command = archive.command(&arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        stderr.read_line(&mut String::new()).unwrap();
        archive.shell(prevent_rename);
        drop(child.stdin.take());
        let mut message = String::new();
        stderr.read_to_string(&mut message).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2), "{name}: {message}");
        assert!(
            message.contains(&format!("error: {output}: ")),
            "{name}: {message}"
        );
        assert!(!message.contains(".kifu-"), "{name}: {message}");
        let temporary_files = fs::read_dir(archive.path("")).unwrap().flatten();
        let temporary_files =
            temporary_files.filter(|entry| entry.file_name().to_string_lossy().starts_with(".kifu-"));
        assert_eq!(temporary_files.count(), 0, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_not_replaced() {
    let archive = archive();
    let on_stdout = archive.run(&["stats", "games"]);
    for device in ["-", "/dev/stdout", "/dev/fd/1"] {
        let outcome = archive.run(&["stats", "games", "-o", device]);
        assert_eq!(
            (outcome.status, &outcome.stdout),
            (0, &on_stdout.stdout),
            "{device}"
        );
    }
    assert_eq!(archive.run(&["stats", "games", "-o", "/dev/null"]).status, 0);
    let full_disk = archive.run(&["stats", "games", "-o", "/dev/full"]);
    assert_eq!(full_disk.status, 2, "{full_disk:?}");
    assert!(
        full_disk.stderr.contains("/dev/full: No space left"),
        "{full_disk:?}"
    );
}

/// A replaced file keeps its permissions, and a read-only file is not replaced.
#[cfg(unix)]
#[test]
fn permissions_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let archive = archive();
    let path = archive.path("old.csv");
    let set_mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    set_mode(0o600);
    assert_eq!(archive.run(&["stats", "games", "-o", "old.csv"]).status, 0);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let old_bytes = fs::read(&path).unwrap();
    set_mode(0o444);
    let outcome = archive.run(&["validate", "games", "--format", "csv", "-o", "old.csv"]);
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("read-only"), "{outcome:?}");
    assert_eq!(fs::read(&path).unwrap(), old_bytes);
}
