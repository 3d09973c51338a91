//! The pages that are made from the code are what the code makes of them.
//!
//! `KIFU_UPDATE=1 cargo test --test it docs` writes them anew.

mod architecture;
#[cfg(unix)]
mod samples;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kifu::check;
use kifu::cli::all_rules;
use kifu::finding::Language;
use kifu::notation::NOTATIONS;
use kifu::report::FORMS;
use kifu::report::fields;
use kifu::report::formats;
use kifu::report::page;
use kifu::report::profiles;
use kifu::stats;

use crate::support::generated::compare;

#[test]
fn the_manual_of_the_rules_is_up_to_date() {
    compare("docs/rules.md", page::manual(all_rules(), Language::English));
    compare("docs/rules.ja.md", page::manual(all_rules(), Language::Japanese));
}

#[test]
fn the_manual_of_the_notations_is_up_to_date() {
    let manual = |language| formats::manual(NOTATIONS.iter().copied(), language);
    compare("docs/formats.md", manual(Language::English));
    compare("docs/formats.ja.md", manual(Language::Japanese));
}

#[test]
fn the_manual_of_the_profiles_is_up_to_date() {
    compare("docs/profiles.md", profiles::manual());
}

#[test]
fn the_manual_of_the_tables_is_up_to_date() {
    compare("docs/tables.md", stats::manual());
}

/// And every key is on the page that tells of them.
#[test]
fn the_schema_of_settings_is_up_to_date() {
    let schema = check::schema();
    compare(
        "docs/kifu.schema.json",
        serde_json::to_string_pretty(&schema).unwrap() + "\n",
    );
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/configuration.md");
    let page = fs::read_to_string(page).unwrap();
    let keys = |table: &serde_json::Value| -> Vec<String> {
        let properties = table["properties"].as_object().expect("the keys of a table");
        properties.keys().cloned().collect()
    };
    let of_paths = keys(&schema["properties"]["per-path"]["items"]);
    for key in keys(&schema).into_iter().chain(of_paths) {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
}

/// What stands above the tables of fields is written by hand.
#[test]
fn the_page_of_the_output_and_its_schema_are_up_to_date() {
    const TITLE: &str = "\n## The fields of JSON\n";
    let schema = serde_json::to_string_pretty(&fields::schema()).unwrap();
    compare("docs/output.schema.json", schema + "\n");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/output-formats.md");
    let page = fs::read_to_string(page).unwrap();
    let (preface, _) = page.split_once(TITLE).expect("the title of the fields");
    compare(
        "docs/output-formats.md",
        format!("{preface}{TITLE}{}", fields::manual()),
    );
    for form in FORMS {
        assert!(preface.contains(&format!("| `{}` |", form.name)), "{}", form.name);
    }
}

/// Every package that is used is on the page of reasons, and none that is not.
#[test]
fn every_dependency_has_its_reason() {
    let text = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let manifest: toml::Table = text("Cargo.toml").parse().unwrap();
    let on_windows = &manifest["target"]["cfg(windows)"]["dependencies"];
    let tables = [&manifest["dependencies"], on_windows].map(|it| it.as_table().unwrap().keys());
    let used: BTreeSet<_> = tables.into_iter().flatten().cloned().collect();
    let page = text("docs/dependencies.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let told: BTreeSet<_> = cells
        .flat_map(|cell| {
            cell.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(used, told);
}

/// What stands above the cases is written by hand, the cases come from their files.
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

/// The cases of a folder as a table.
fn cases(folder: &Path) -> String {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let here = name(folder);
    let inputs = entries(folder)
        .into_iter()
        .filter(|path| path.extension().unwrap() != "json");
    let row = |path: PathBuf| {
        let case: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path.with_extension("json")).unwrap()).unwrap();
        let cell = |key: &str| case[key].as_str().unwrap().replace('|', "\\|");
        let file = name(&path);
        let link = format!("[`{file}`](../fixtures/conformance/{here}/{file})");
        format!("| {link} | {} | {} |\n", cell("teaches"), cell("source"))
    };
    let rows: String = inputs.map(row).collect();
    format!("\n### {here}\n\n| case | subject | source |\n|---|---|---|\n{rows}")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}
