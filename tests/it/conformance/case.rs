//! The cases of the conformance suite: inputs with their accepted readings.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Fields of a file, of a record, and of a variation.
const FILE: &[&str] = &["encoding", "records", "doubts", "may_doubt"];
const RECORD: &[&str] = &[
    "notation",
    "start",
    "first_ply",
    "black",
    "white",
    "headers",
    "variations",
    "moves",
    "comments",
    "bookmarks",
    "times",
    "end",
    "word",
    "winner",
];
const LINE: &[&str] = &["moves", "comments", "bookmarks", "times", "end", "word", "winner"];

pub struct Case {
    /// The folder and name, without extension.
    pub name: String,
    /// The bytes of the input.
    pub input: Vec<u8>,
    pub teaches: String,
    pub source: String,
    path: PathBuf,
    description: Value,
}

impl Case {
    /// Reads all cases, sorted by name.
    pub fn all() -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/conformance");
        let entries = |folder: &Path| -> Vec<PathBuf> {
            let mut paths: Vec<_> = fs::read_dir(folder)
                .expect("a folder of cases")
                .map(|entry| entry.expect("an entry").path())
                .collect();
            paths.sort();
            paths
        };
        let folders = entries(&root).into_iter().filter(|path| path.is_dir());
        let inputs = folders.flat_map(|folder| entries(&folder));
        inputs
            .filter(|path| path.extension().is_none_or(|extension| extension != "json"))
            .map(|path| Self::read(&root, path))
            .collect()
    }

    fn read(root: &Path, path: PathBuf) -> Self {
        let described = path.with_extension("json");
        let text =
            fs::read_to_string(&described).unwrap_or_else(|error| panic!("{}: {error}", described.display()));
        let description: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", described.display()));
        let told = |key: &str| description[key].as_str().unwrap_or_default().to_owned();
        let name = path.with_extension("");
        Self {
            name: name
                .strip_prefix(root)
                .expect("below the root")
                .display()
                .to_string(),
            input: fs::read(&path).expect("an input"),
            teaches: told("teaches"),
            source: told("source"),
            path,
            description,
        }
    }

    pub fn extension(&self) -> &str {
        self.path
            .extension()
            .and_then(|it| it.to_str())
            .unwrap_or_default()
    }

    /// Iterates over the accepted readings: the expected one and equally good alternatives.
    pub fn accepted(&self) -> impl Iterator<Item = &Value> {
        let others = self.description["accept"].as_array().into_iter().flatten();
        std::iter::once(&self.description["expect"]).chain(others)
    }

    /// Returns the unknown fields.
    pub fn unknown_fields(&self) -> Vec<String> {
        let mut found = unknown(&self.description, &["teaches", "source", "expect", "accept"]);
        for reading in self.accepted() {
            found.extend(unknown(reading, FILE));
            for record in items(reading, "records") {
                found.extend(unknown(record, RECORD));
                for line in items(record, "variations") {
                    found.extend(unknown(line, LINE));
                }
            }
        }
        found
    }
}

fn items<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

/// Returns the fields that are not in the list, or an error if the value is not an object.
fn unknown(value: &Value, known: &[&str]) -> Vec<String> {
    match value.as_object() {
        Some(fields) => fields
            .keys()
            .filter(|key| !known.contains(&key.as_str()))
            .cloned()
            .collect(),
        None => vec![value.to_string()],
    }
}
