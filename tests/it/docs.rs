//! The project documentation agrees with the code. Tests of generated pages are in `src/cli/tests/docs.rs`.
//!
//! `KIFU_UPDATE=1 cargo test --test it docs` updates the list of cases.

mod architecture;
mod chart;
#[cfg(unix)]
mod samples;
mod translations;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::generated::compare;

/// `docs/dependencies.md` lists exactly the direct dependencies of the crate, including the dependencies for Windows
/// only.
#[test]
fn every_dependency_is_listed_with_a_reason() {
    let read = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let on_windows = &manifest["target"]["cfg(windows)"]["dependencies"];
    let tables = [&manifest["dependencies"], on_windows].map(|table| table.as_table().unwrap().keys());
    let used_packages: BTreeSet<_> = tables.into_iter().flatten().cloned().collect();
    let page = read("docs/dependencies.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let listed_packages: BTreeSet<_> = cells
        .flat_map(|cell| {
            cell.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(used_packages, listed_packages);
}

/// Every test in the table of promises of `docs/testing.md` exists.
#[test]
fn every_listed_test_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/testing.md")).unwrap();
    let (_, table) = page
        .split_once("\n## Promises\n")
        .expect("the title of the promises");
    let (table, _) = table.split_once("\n## ").expect("the next title");
    let rows = table
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'));
    let names = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    let names: Vec<_> = names.collect();
    assert!(names.len() > 30, "{names:?}");
    let missing: Vec<_> = names.into_iter().filter(|name| !is_test(name)).collect();
    assert_eq!(missing, [""; 0]);
    assert!(!is_test("cli::inputs_not_replaced::nothing") && !is_test("cli::nothing"));
}

/// Returns `true` if the path is that of a module of this binary, of a function in such a module, or of a folder of
/// `tests` with a `main.rs`.
fn is_test(name: &str) -> bool {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let module_file = |path: &str| {
        let path = tests.join("it").join(path.replace("::", "/"));
        [path.with_extension("rs"), path.join("mod.rs")]
            .into_iter()
            .find(|it| it.is_file())
    };
    let is_function = || {
        let (parent, function) = name.rsplit_once("::")?;
        let text = fs::read_to_string(module_file(parent)?).ok()?;
        Some(text.contains(&format!("\nfn {function}()")))
    };
    tests.join(name).join("main.rs").is_file() || module_file(name).is_some() || is_function() == Some(true)
}

/// In `docs/conformance.md`, the text above the cases is hand-written, and the list of cases is generated.
#[test]
fn the_page_of_the_conformance_suite_has_every_case() {
    const TITLE: &str = "\n## The cases\n\n";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/conformance.md")).unwrap();
    let (preface, _) = page.split_once(TITLE).expect("the title of the cases");
    let folders = entries(&root.join("fixtures/conformance")).into_iter();
    let cases: String = folders
        .filter(|path| path.is_dir())
        .map(|folder| cases(&folder))
        .collect();
    compare(
        "docs/conformance.md",
        format!("{preface}{TITLE}{}", cases.trim_start()),
    );
}

/// Returns the cases of a folder as a Markdown table with a heading.
fn cases(folder: &Path) -> String {
    let file_name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let folder_name = file_name(folder);
    let inputs = entries(folder)
        .into_iter()
        .filter(|path| path.extension().unwrap() != "json");
    let row = |path: PathBuf| {
        let case: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path.with_extension("json")).unwrap()).unwrap();
        let cell = |key: &str| case[key].as_str().unwrap().replace('|', "\\|");
        let file = file_name(&path);
        let link = format!("[`{file}`](../fixtures/conformance/{folder_name}/{file})");
        format!("| {link} | {} | {} |\n", cell("teaches"), cell("source"))
    };
    let rows: String = inputs.map(row).collect();
    format!("\n### {folder_name}\n\n| case | subject | source |\n|---|---|---|\n{rows}")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}
