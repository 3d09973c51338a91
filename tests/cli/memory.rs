//! Inputs for which there is no memory.

use std::fs::File;
use std::process::{Command, Stdio};

use super::{Archive, NIFU, Outcome};

/// What `kifu` does where it may have so many kibibytes.
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

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_memory_for_it_fails_and_the_others_are_read() {
    let archive = Archive::new(&[("b.kif", NIFU.as_bytes())]);
    let sparse = File::create(archive.path("a.kif")).unwrap();
    sparse.set_len(2 << 30).unwrap();
    for (language, words) in [
        ("en", "a.kif: not enough memory"),
        ("ja", "a.kif: この大きさのファイルを読むにはメモリーが足りない"),
    ] {
        let arguments = format!("validate -j 1 --format concise --lang {language} a.kif b.kif");
        let outcome = run_within(&archive, 1_000_000, &arguments);
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.contains(words), "{outcome:?}");
        assert!(outcome.stdout.contains("[nifu]"), "{outcome:?}");
    }
    let shown = run_within(&archive, 1_000_000, "show --lang en a.kif");
    assert_eq!(shown.status, 2, "{shown:?}");
    assert!(shown.stderr.contains("not enough memory"), "{shown:?}");
}
