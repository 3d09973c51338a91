//! The commands in both READMEs are equal, and each `kifu` command works.

use std::fs;
use std::path::Path;

use super::{Archive, CLEAN, NIFU};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the `kifu` and `cargo` commands in the console blocks of a page, in order.
fn commands(page: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(ROOT).join(page)).unwrap();
    let blocks = text
        .split("```console\n")
        .skip(1)
        .map(|text| text.split("```").next().unwrap());
    let lines = blocks
        .flat_map(str::lines)
        .map(|line| line.strip_prefix("$ ").unwrap_or(line));
    let command_lines = lines.filter(|line| line.starts_with("kifu ") || line.starts_with("cargo "));
    command_lines.map(str::to_owned).collect()
}

#[test]
fn both_readmes_have_the_same_commands() {
    let [english, japanese] = ["README.md", "README.ja.md"].map(commands);
    assert_eq!(english, japanese);
    assert!(english.len() > 10);
    // The first 40 lines of the page contain the main commands.
    let text = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let first_lines: Vec<_> = text.lines().take(40).collect();
    for command in [
        "cargo run --release -- validate fixtures/tournament",
        "cargo test",
    ] {
        assert!(first_lines.contains(&command), "{command}");
    }
}

/// The `kifu` commands run in the order of the README, in a folder with records in `games`. None of them fails with an
/// error.
#[cfg(unix)]
#[test]
fn the_commands_of_the_readme_work() {
    let archive = Archive::new(&[
        ("games/a.kif", CLEAN.as_bytes()),
        ("games/b/c.kif", NIFU.as_bytes()),
    ]);
    std::os::unix::fs::symlink(Path::new(ROOT).join("fixtures"), archive.path("fixtures")).unwrap();
    for command in commands("README.md") {
        // The `cargo` commands are not run.
        if command.starts_with("kifu ") {
            let outcome = archive.shell(&command);
            assert!(outcome.status <= 1, "{command}: {outcome:?}");
        }
    }
    for file in ["report.html", "report.xlsx", "games.xlsx", "out/nested.csa"] {
        assert!(archive.path(file).exists(), "{file}");
    }
}
