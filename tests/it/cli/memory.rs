//! Inputs too large for the available memory.

use std::fs::File;
use std::process::{Command, Stdio};

use super::{Archive, NIFU, Outcome};

/// Runs `kifu` with a memory limit (kibibytes).
fn run_within(archive: &Archive, kibibytes: u32, arguments: &str) -> Outcome {
    let program = env!("CARGO_BIN_EXE_kifu");
    let mut shell = Command::new("sh");
    shell
        .args([
            "-c",
            &format!("ulimit -v {kibibytes}; exec {program} {arguments}"),
        ])
        .current_dir(archive.path(""))
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    shell.output().unwrap().into()
}

/// Makes a sparse file: `text` followed by zeros that take no disk space. The length is in bytes.
fn make_sparse_file(archive: &Archive, name: &str, text: &str, length: u64) {
    let path = archive.path(name);
    std::fs::write(&path, text).unwrap();
    File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_len(length)
        .unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_too_large_for_memory_fails_alone() {
    let archive = Archive::new(&[("b.kif", NIFU.as_bytes())]);
    make_sparse_file(&archive, "a.kif", "手合割：平手\n", 250 << 20);
    for (language, message) in [
        ("en", "a.kif: not enough memory"),
        ("ja", "a.kif: メモリーが足りず、このファイルを読めない"),
    ] {
        let arguments = format!("validate -j 1 --format concise --lang {language} a.kif b.kif");
        let outcome = run_within(&archive, 500_000, &arguments);
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.contains(message), "{outcome:?}");
        assert!(outcome.stdout.contains("[nifu]"), "{outcome:?}");
    }
    let outcome = run_within(&archive, 500_000, "show --lang en a.kif");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("not enough memory"), "{outcome:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_binary_file_needs_little_memory() {
    let archive = Archive::new(&[("b.kif", NIFU.as_bytes())]);
    make_sparse_file(&archive, "a.kif", "", 6 << 30);
    let outcome = run_within(&archive, 500_000, "validate -j 1 --format jsonl a.kif b.kif");
    assert_eq!(outcome.status, 1, "{outcome:?}");
    assert_eq!(outcome.rules(), ["unreadable-record", "nifu"]);
}
