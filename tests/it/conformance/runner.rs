//! The runner for other programs, tested with the adapter for `kifu`.

use std::io::ErrorKind;
use std::process::{Command, Output};

const CASES: [&str; 4] = [
    "bod/usual",
    "csa/usual",
    "jkf/forks-nested",
    "kif/variation-nested",
];

/// Returns the output of the suite's runner for this program. Returns `None` if Python is not installed.
fn run_suite(program: &[&str]) -> Option<Output> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/conformance");
    let mut command = Command::new("python3");
    command.arg(format!("{root}/run.py")).args(CASES).arg("--");
    let output = command.args(program).current_dir(root).output();
    match output {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            println!("skipped: python3 is not installed");
            None
        }
        output => Some(output.expect("the runner")),
    }
}

#[test]
fn the_adapter_passes_all_cases() {
    let Some(output) = run_suite(&["python3", "kifu.py", env!("CARGO_BIN_EXE_kifu")]) else {
        return;
    };
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        stdout.ends_with("\n4 of 4 cases, 0 of them by reports alone\n"),
        "{stdout}"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_program_without_output_passes_no_case() {
    for program in [&["echo", "{}"][..], &["echo"], &["false"]] {
        let Some(output) = run_suite(program) else { return };
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(
            stdout.ends_with("\n0 of 4 cases, 0 of them by reports alone\n"),
            "{stdout}"
        );
        assert!(stdout.contains("kif/variation-nested: "), "{stdout}");
        assert_eq!(output.status.code(), Some(1));
    }
}

/// The tests of the measure of readers, which also fail if a case lacks a feature or a known source.
#[test]
fn the_measure_of_readers_works() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/conformance/test_measure.py");
    let output = match Command::new("python3").arg(script).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            println!("skipped: python3 is not installed");
            return;
        }
        output => output.expect("the tests of the measure"),
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
