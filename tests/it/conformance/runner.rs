//! The runner for other programs, tested with the adapter for `kifu`.

use std::io::ErrorKind;
use std::process::{Command, Output};

const CASES: [&str; 4] = [
    "bod/usual",
    "csa/usual",
    "jkf/forks-nested",
    "kif/variation-nested",
];

/// Returns the output of the runner for this program; `None` without Python.
fn run(program: &[&str]) -> Option<Output> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/conformance");
    let mut command = Command::new("python3");
    command.arg(format!("{root}/run.py")).args(CASES).arg("--");
    let done = command.args(program).current_dir(root).output();
    match done {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            println!("skipped: python3 is not installed");
            None
        }
        done => Some(done.expect("the runner")),
    }
}

#[test]
fn the_adapter_passes_all_cases() {
    let Some(done) = run(&["python3", "kifu.py", env!("CARGO_BIN_EXE_kifu")]) else {
        return;
    };
    let printed = String::from_utf8_lossy(&done.stdout);
    assert!(
        printed.ends_with("\n4 of 4 cases, 0 of them by reports alone\n"),
        "{printed}"
    );
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn a_program_without_output_passes_no_case() {
    for nothing in [&["echo", "{}"][..], &["echo"], &["false"]] {
        let Some(done) = run(nothing) else { return };
        let printed = String::from_utf8_lossy(&done.stdout);
        assert!(
            printed.ends_with("\n0 of 4 cases, 0 of them by reports alone\n"),
            "{printed}"
        );
        assert!(printed.contains("kif/variation-nested: "), "{printed}");
        assert_eq!(done.status.code(), Some(1));
    }
}
