//! Closed or full standard streams, and limits on the size of files.

use std::fs;
use std::io::{BufRead, BufReader, Read};

use super::*;

/// Makes two records, one with findings.
fn archive() -> Archive {
    Archive::new(&[("nifu.kif", NIFU.as_bytes()), ("a.kif", CLEAN.as_bytes())])
}

/// The run fails if a report of conversion losses or the statistics table cannot be written to standard error. Other
/// messages may be lost, and so may output to a closed stream.
#[cfg(target_os = "linux")]
#[test]
fn lost_machine_readable_messages_are_a_failure() {
    for (script, status) in [
        (
            "kifu convert --to sfen . -o out --loss-format jsonl 2>/dev/full",
            2,
        ),
        ("kifu convert --to sfen . --loss-format jsonl 2>/dev/full", 2),
        (
            "kifu convert --to csa a.kif -o out.csa --loss-format jsonl 2>/dev/full",
            2,
        ),
        (
            "kifu validate --statistics --fail-on never --format json . 2>/dev/full",
            2,
        ),
        (
            "kifu validate --statistics --fail-on never --format csv . -o o.csv 2>/dev/full",
            2,
        ),
        ("kifu convert --to sfen . -o out 2>/dev/full", 2),
        // There are no losses to report.
        ("kifu convert --to kif a.kif -o out.kif 2>/dev/full", 0),
        // The statistics table is on standard output, or is not requested.
        ("kifu validate --statistics --fail-on never . 2>/dev/full", 0),
        ("kifu validate --fail-on never -v --format json . 2>/dev/full", 0),
        // Standard error is closed, or its reader has ended.
        ("kifu convert --to sfen . -o out --loss-format jsonl 2>&-", 0),
        (
            "{ { { kifu convert --to sfen . -o out --loss-format jsonl; echo $? >&3; } 2>&1 >&3 | true; } 3>&1; } | grep -q 0",
            0,
        ),
    ] {
        let outcome = archive().shell(script);
        assert_eq!(outcome.status, status, "{script}: {outcome:?}");
    }
}

/// A write error on standard output is reported with the name of the stream.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_reported() {
    for arguments in [
        "validate nifu.kif",
        "validate --format json nifu.kif",
        "stats a.kif",
        "stats --columns help",
        "stats --where help",
        "convert --to csa a.kif",
        "show a.kif",
        "show --format kif-diagram a.kif",
        "show --svg - a.kif",
        "rules",
        "rules nifu",
        "rules --profiles",
        "formats",
        "formats csa",
        "completions bash",
        "man",
        "--help",
        "help stats",
        "--version",
    ] {
        for (language, message) in [
            ("C", "standard output: No space left"),
            ("ja_JP.UTF-8", "標準出力: 空き容量が足りない"),
        ] {
            let script = format!("LC_ALL={language} kifu {arguments} >/dev/full");
            let outcome = archive().shell(&script);
            assert_eq!(outcome.status, 2, "{script}: {outcome:?}");
            assert!(outcome.stderr.contains(message), "{script}: {outcome:?}");
            assert_eq!(
                outcome.stderr.matches(message).count(),
                1,
                "{script}: {outcome:?}"
            );
        }
        // A closed pipe is not an error.
        let outcome = archive().shell(&format!("kifu {arguments} | true"));
        assert!(!outcome.stderr.contains("error:"), "{arguments}: {outcome:?}");
    }
}

/// A file size limit is reported with the name of the file or stream, and no partial file is left.
#[cfg(unix)]
#[test]
fn a_file_size_limit_is_reported() {
    for (arguments, failed_output) in [
        ("validate nifu.kif --format json -o r.json", "r.json"),
        ("validate a.kif -o r.txt --html r.html", "r.html"),
        ("stats a.kif -o r.csv", "r.csv"),
        ("show a.kif --svg r.svg", "r.svg"),
        ("convert --to csa a.kif -o r.csa", "r.csa"),
        ("convert --to csa a.kif nifu.kif -o out", "out/nifu.csa"),
        ("convert --to csa --join a.kif -o out", "out/a.csa"),
        ("rules >r.txt", "standard output"),
        ("--help >r.txt", "standard output"),
        ("convert --to csa a.kif >r.csa", "standard output"),
    ] {
        let archive = archive();
        let outcome = archive.shell(&format!("ulimit -f 0; kifu {arguments}"));
        assert_eq!(outcome.status, 2, "{arguments}: {outcome:?}");
        let message = format!("{failed_output}: File too large");
        assert!(outcome.stderr.contains(&message), "{arguments}: {outcome:?}");
        let entries = fs::read_dir(archive.path("")).unwrap().map(|it| it.unwrap());
        let nonempty_files = entries
            .filter(|entry| entry.file_type().unwrap().is_file() && entry.metadata().unwrap().len() > 0);
        assert_eq!(nonempty_files.count(), 2, "{arguments}");
        assert!(
            !archive.shell("ls -A . out 2>/dev/null").stdout.contains(".kifu-"),
            "{arguments}"
        );
        let outcome = archive.shell(&format!("ulimit -f 1000; kifu {arguments}"));
        assert!(outcome.status < 2, "{arguments}: {outcome:?}");
    }
}

/// If a file cannot be written, none of its records counts as written, whether the file has one record or many.
#[cfg(unix)]
#[test]
fn records_whose_file_fails_are_not_counted_as_written() {
    let many = CLEAN.repeat(1000);
    let archive = Archive::new(&[
        ("in/a.kif", CLEAN.as_bytes()),
        ("in/b.kif", many.as_bytes()),
        ("in/c.kif", [CLEAN, CLEAN].concat().as_bytes()),
    ]);
    for (arguments, limit, summary) in [
        (
            "--to csa --join",
            "unlimited",
            "1,003 of 1,003 records in 3 files: 0 with losses; 3 files written",
        ),
        (
            "--to csa --join",
            "8",
            "3 of 1,003 records in 3 files: 0 with losses, 1,000 not written; 2 files written",
        ),
        (
            "--to usi",
            "8",
            "3 of 1,003 records in 3 files: 1,003 with losses, 1,000 not written; 2 files written",
        ),
        (
            "--to csa --join",
            "0",
            "0 of 1,003 records in 3 files: 0 with losses, 1,003 not written",
        ),
        (
            "--to csa",
            "0",
            "0 of 1,003 records in 3 files: 0 with losses, 1,003 not written",
        ),
    ] {
        let script = format!(
            "ulimit -f {limit}; kifu convert {arguments} in -o out; status=$?; rm -r out; exit $status"
        );
        let outcome = archive.shell(&script);
        let is_unlimited = limit == "unlimited";
        assert_eq!(
            outcome.status,
            if is_unlimited { 0 } else { 2 },
            "{script}: {outcome:?}"
        );
        let summary = format!("Converted {summary} (");
        assert!(outcome.stderr.contains(&summary), "{script}: {outcome:?}");
    }
}

/// If a run is interrupted, an output file is reported as not written, and so is a table that would be written only at
/// the end. The message has the name of the output.
#[cfg(unix)]
#[test]
fn an_interrupted_table_reports_its_output() {
    let archive = Archive::new(&[("large.csa", large_csa(2_000).as_bytes())]);
    for (arguments, output) in [
        ("--table players", Some("standard output")),
        ("--table moves --sort ply", Some("standard output")),
        ("--table moves", None),
        ("--table players -o table.csv", Some("table.csv")),
        ("--table moves -o table.csv", Some("table.csv")),
        ("--table players -o /dev/null", Some("/dev/null")),
        #[cfg(feature = "parquet")]
        (
            "--table moves --format parquet -o table.parquet",
            Some("table.parquet"),
        ),
        #[cfg(feature = "sqlite")]
        ("--table moves --format sqlite -o table.db", Some("table.db")),
    ] {
        let args: Vec<_> = "stats large.csa - --progress always"
            .split(' ')
            .chain(arguments.split(' '))
            .collect();
        let mut command = archive.command(&args);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        stderr.read_line(&mut String::new()).unwrap();
        signal(&child, "-INT");
        // Standard input stays open, so only the signal can end the run.
        let input = child.stdin.take();
        let mut message = String::new();
        stderr.read_to_string(&mut message).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments}: {message}");
        drop(input);
        let lines: Vec<_> = message
            .lines()
            .filter(|line| line.contains("not written"))
            .collect();
        let expected =
            output.map(|path| format!("error: {path}: not written because the run was interrupted"));
        assert_eq!(lines, expected.iter().collect::<Vec<_>>(), "{arguments}");
        let files = std::fs::read_dir(archive.path("")).unwrap().count();
        assert_eq!(files, 1, "{arguments}");
    }
}
