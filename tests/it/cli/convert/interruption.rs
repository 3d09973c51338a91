//! Conversion with threads, closed pipes, full disks and signals.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use super::super::large_csa;
#[cfg(unix)]
use super::super::signal;
use super::{Archive, BROKEN, CLEAN, CSA, NIFU, Outcome, VARIED, assert_status, timeless, tree};

#[test]
fn the_output_is_the_same_for_any_number_of_threads() {
    let mut files: Vec<(String, Vec<u8>)> = (0..300)
        .map(|number| {
            let text = [CLEAN, NIFU, VARIED, BROKEN, CSA][number % 5];
            (format!("g/{}/{}.kif", number % 7, number / 2), text.into())
        })
        .collect();
    files.push(("g/3/many.csa".to_owned(), large_csa(40_000).into_bytes()));
    let files: Vec<_> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    let archive = Archive::new(&files);
    let convert = |jobs: &str, format: &str, options: &[&str]| {
        let args = [
            "convert",
            "--to",
            "csa",
            "g",
            "nowhere",
            "-j",
            jobs,
            "--loss-format",
            format,
        ];
        assert_status(archive.run(&[&args[..], options].concat()), 2)
    };
    for format in ["text", "jsonl"] {
        let (one_thread, several_threads) = (convert("1", format, &[]), convert("7", format, &[]));
        assert!(one_thread.stdout == several_threads.stdout, "{format}");
        assert!(
            timeless(&one_thread.stderr) == timeless(&several_threads.stderr),
            "{format}"
        );
    }
    let mut messages = Vec::new();
    for jobs in ["1", "7"] {
        let outcome = convert(jobs, "text", &["--join", "-o", jobs]);
        messages.push(timeless(&outcome.stderr));
    }
    assert!(messages[0] == messages[1]);
    assert_eq!(tree(&archive, "1"), tree(&archive, "7"));
    for name in tree(&archive, "1") {
        let read = |jobs: &str| fs::read(archive.path(jobs).join(&name)).unwrap();
        assert!(read("1") == read("7"), "{name}");
    }
}

#[test]
fn a_large_input_is_converted_to_its_end() {
    let archive = Archive::new(&[("many.csa", large_csa(25_000).as_bytes())]);
    assert_status(
        archive.run(&["convert", "--to", "usi", "-q", "-o", "many.usi", "many.csa"]),
        0,
    );
    let text = fs::read_to_string(archive.path("many.usi")).unwrap();
    assert_eq!(text.lines().count(), 25_000);
    // Every tenth game has an illegal pawn move, which USI can represent.
    assert_eq!(text.matches(" 7g7e").count(), 2_500);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let archive = Archive::new(&[("large.csa", large_csa(40_000).as_bytes())]);
    let mut command = archive.command(&["convert", "--to", "csa", "-q", "."]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(line, "V2.2\n");
    let outcome: Outcome = child.wait_with_output().unwrap().into();
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let outcome: Outcome = archive
        .command(&["convert", "--to", "csa", "a.kif"])
        .stdout(full)
        .output()
        .unwrap()
        .into();
    let outcome = assert_status(outcome, 2);
    assert!(outcome.stderr.contains("error: standard output: "), "{outcome:?}");
}

/// Interrupts a conversion after its first message on standard error. Returns the exit status and the messages.
#[cfg(unix)]
fn interrupt_conversion(archive: &Archive, arguments: &[&str]) -> (i32, String) {
    let mut command = archive.command(arguments);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut messages = String::new();
    stderr.read_line(&mut messages).unwrap();
    // Standard output is a full pipe that is not read, so the run cannot finish before the signal.
    signal(&child, "-INT");
    stderr.read_to_string(&mut messages).unwrap();
    (child.wait().unwrap().code().unwrap(), messages)
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_partial_file() {
    let archive = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("large.csa", large_csa(40_000).as_bytes()),
    ]);
    for (name, options) in [("joined", &["--join"][..]), ("single", &[])] {
        let arguments = [
            "convert",
            "--to",
            "csa",
            "--loss-format",
            "jsonl",
            "-o",
            name,
            "a.kif",
            "large.csa",
        ];
        let (status, messages) = interrupt_conversion(&archive, &[&arguments[..], options].concat());
        assert_eq!(status, 130, "{name}");
        assert!(
            messages.lines().all(|line| line.starts_with('{')),
            "no line for people: {name}"
        );
        let files = tree(&archive, name);
        assert!(
            files.iter().all(|file| !file.contains(".tmp")),
            "nothing temporary is left: {name}"
        );
        assert!(files.len() < 40_001);
        assert!(!files.contains(&"large.csa".to_owned()), "{name}");
        for file in files {
            let text = fs::read_to_string(archive.path(name).join(file)).unwrap();
            assert!(text.ends_with("%TORYO\n") || text.ends_with("%CHUDAN\n"));
        }
    }
}
