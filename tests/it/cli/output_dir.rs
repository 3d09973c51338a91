//! `--output-dir`: output that is split into many files.

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Archive, CLEAN, CSA, NIFU};
use crate::support::files::below;

/// Makes thousands of records: in small files, in a file that is read at once, and in a file that is read in chunks.
fn archive() -> Archive {
    let two_records = format!("{CSA}/\n");
    let mut files = vec![
        ("a.csa".to_owned(), two_records.repeat(1_234)),
        ("b.csa".to_owned(), two_records.repeat(30_000)),
    ];
    for number in 0..120 {
        let text = if number % 10 == 0 { NIFU } else { CLEAN };
        files.push((format!("c/{number:03}.kif"), text.to_owned()));
    }
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_bytes()))
        .collect();
    Archive::new(&files)
}

/// Returns the shards in the order of their names, and the content of `index.json`.
fn shards(archive: &Archive, directory: &str) -> (Vec<(String, Vec<u8>)>, Value) {
    let mut files = Vec::new();
    for path in below(&archive.path(directory)) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        files.push((name, fs::read(path).unwrap()));
    }
    files.sort();
    let index_position = files.iter().position(|(name, _)| name == "index.json");
    let (_, index) = files.remove(index_position.expect("an index"));
    (files, serde_json::from_slice(&index).unwrap())
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in bytes {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[test]
fn shards_concatenate_to_the_output() {
    let archive = archive();
    for format in ["jsonl", "json", "csv", "text", "concise", "sarif"] {
        let inputs = "a.csa b.csa c";
        let without_shards = archive.run_line(&format!("validate -j2 --format {format} {inputs}"));
        let mut first_files = None;
        for jobs in [1, 3] {
            let directory = format!("{format}-{jobs}");
            let line = format!("validate -j{jobs} --format {format} --output-dir {directory} {inputs}");
            let outcome = archive.run_line(&line);
            assert_eq!(
                (outcome.status, &*outcome.stdout),
                (without_shards.status, ""),
                "{outcome:?}"
            );
            let (files, index) = shards(&archive, &directory);
            let concatenated: Vec<u8> = files.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
            assert!(
                concatenated == without_shards.stdout.as_bytes(),
                "{format} -j{jobs}"
            );
            assert_eq!(index["records"], 31_354, "{format}");
            assert_eq!(index["shards"].as_array().unwrap().len(), files.len());
            for (shard, (name, bytes)) in index["shards"].as_array().unwrap().iter().zip(&files) {
                let digest = hexadecimal(&Sha256::digest(bytes));
                assert_eq!(
                    (&shard["name"], &shard["sha256"]),
                    (&Value::from(name.as_str()), &Value::from(digest))
                );
                assert_eq!(shard["bytes"], bytes.len());
                let records = shard["records"].as_u64().unwrap();
                assert!((1..=1_000).contains(&records), "{shard}");
                if format == "jsonl" {
                    assert_eq!(bytes.split(|byte| *byte == b'\n').count() as u64 - 1, records);
                }
            }
            let expected = first_files.get_or_insert_with(|| files.clone());
            assert!(*expected == files, "{format}: -j{jobs} makes others");
        }
    }
}

#[test]
fn only_the_first_shard_has_a_header() {
    let archive = archive();
    let outcome = archive.run_line("validate --format csv --set all=note --output-dir out b.csa c");
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let (files, _) = shards(&archive, "out");
    let with_header = files.iter().filter(|(_, bytes)| bytes.starts_with(b"path,"));
    assert_eq!(with_header.count(), 1);
    assert_eq!(files[0].0, "part-00000001.csv");
}

#[test]
fn existing_files_are_not_overwritten() {
    let archive = archive();
    fs::create_dir(archive.path("empty")).unwrap();
    assert_eq!(
        archive.run_line("validate --output-dir empty c/001.kif").status,
        0
    );
    for (line, message) in [
        (
            "validate --output-dir empty c",
            "empty: this directory is not empty; specify a new one, or delete its contents",
        ),
        ("validate --output-dir c c", "c: this directory is not empty"),
        ("validate --output-dir a.csa c", "a.csa: "),
        ("validate --output-dir out -o out.txt c", "cannot be used with"),
    ] {
        let outcome = archive.run_line(line);
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.contains(message), "{outcome:?}");
    }
    // An output directory below an input is not read as an input.
    let outcome = archive.run_line("validate --format json --output-dir c/out c");
    assert!(
        outcome.stderr.contains("120 records") && !outcome.stderr.contains("skipped"),
        "{outcome:?}"
    );
    // Without records there is one shard.
    fs::create_dir(archive.path("none")).unwrap();
    archive.run_line("validate --format json --output-dir none-out none");
    let (shard_files, index) = shards(&archive, "none-out");
    assert_eq!((shard_files.len(), &index["records"]), (1, &Value::from(0)));
}

/// A run that is interrupted by a signal removes the shards that it wrote. After `kill -9`, the next run reports the
/// remaining files and how to continue.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_shards() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let archive = Archive::new(&[
        ("a.csa", format!("{CSA}/\n").repeat(12_000).as_bytes()),
        ("b.kif", CLEAN.as_bytes()),
    ]);
    let count_shards = || {
        // Before the run creates the directory, there are no shards.
        let entries = fs::read_dir(archive.path("out")).into_iter().flatten().flatten();
        entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("part-"))
            .count()
    };
    for (signal, status) in [("-INT", Some(130)), ("-TERM", Some(143)), ("-KILL", None)] {
        // With a limit on open files, shards are finished early.
        let line = "ulimit -n 32; exec \"$KIFU\" validate --format jsonl --output-dir out a.csa -";
        let mut child = Command::new("sh")
            .args(["-c", line])
            .current_dir(archive.path(""))
            .env("KIFU", env!("CARGO_BIN_EXE_kifu"))
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The input is long enough to show that it is not an archive. More input never arrives.
        let mut input = child.stdin.take().unwrap();
        input.write_all(CSA.repeat(100).as_bytes()).unwrap();
        let start = Instant::now();
        while count_shards() == 0 {
            assert!(child.try_wait().unwrap().is_none(), "{signal}");
            assert!(start.elapsed() < Duration::from_mins(1), "{signal}");
            std::thread::sleep(Duration::from_millis(20));
        }
        // The run did not create this file, so an interruption must not remove it.
        fs::write(archive.path("out/notes"), "mine").unwrap();
        super::signal(&child, signal);
        let outcome = child.wait_with_output().unwrap();
        drop(input);
        assert_eq!(outcome.status.code(), status, "{signal}");
        fs::remove_file(archive.path("out/notes")).unwrap();
        let next_run = archive.run_line("validate --format jsonl --output-dir out b.kif");
        if status.is_none() {
            assert!(count_shards() > 0 && next_run.status == 2, "{next_run:?}");
            let message = "out: this directory contains files of a run that was killed; delete them, or specify a new directory";
            assert!(next_run.stderr.contains(message), "{next_run:?}");
            let japanese = archive.run_line("validate --lang ja --output-dir out --format jsonl b.kif");
            assert!(
                japanese.stderr.contains("強制終了した実行のファイル"),
                "{japanese:?}"
            );
        } else {
            let stderr = String::from_utf8_lossy(&outcome.stderr);
            assert!(
                stderr.contains("out: not written because the run was interrupted"),
                "{stderr}"
            );
            assert_eq!((next_run.status, count_shards()), (0, 1), "{next_run:?}");
            fs::remove_dir_all(archive.path("out")).unwrap();
        }
    }
}
