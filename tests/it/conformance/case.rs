//! The cases of the conformance suite: inputs with their accepted readings.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The fields that the reading of a file may have.
const FILE_FIELDS: &[&str] = &["encoding", "records", "doubts", "may_doubt"];
const RECORD_FIELDS: &[&str] = &[
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
const VARIATION_FIELDS: &[&str] = &["moves", "comments", "bookmarks", "times", "end", "word", "winner"];

pub struct Case {
    /// The folder and the name of the input file, without the extension.
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
        let description_path = path.with_extension("json");
        let text = fs::read_to_string(&description_path)
            .unwrap_or_else(|error| panic!("{}: {error}", description_path.display()));
        let description: Value = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", description_path.display()));
        let text_field = |key: &str| description[key].as_str().unwrap_or_default().to_owned();
        let name = path.with_extension("");
        Self {
            name: name
                .strip_prefix(root)
                .expect("below the root")
                .display()
                .to_string(),
            input: fs::read(&path).expect("an input"),
            teaches: text_field("teaches"),
            source: text_field("source"),
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
        let alternatives = self.description["accept"].as_array().into_iter().flatten();
        std::iter::once(&self.description["expect"]).chain(alternatives)
    }

    /// Returns the unknown fields of the description, which the suite does not define.
    pub fn unknown_fields(&self) -> Vec<String> {
        let mut names = fields_not_in(&self.description, &["teaches", "source", "expect", "accept"]);
        for reading in self.accepted() {
            names.extend(fields_not_in(reading, FILE_FIELDS));
            for record in items(reading, "records") {
                names.extend(fields_not_in(record, RECORD_FIELDS));
                for line in items(record, "variations") {
                    names.extend(fields_not_in(line, VARIATION_FIELDS));
                }
            }
        }
        names
    }
}

fn items<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

/// Returns the fields that are not in the list. If the value is not an object, returns the value itself as text.
fn fields_not_in(value: &Value, allowed: &[&str]) -> Vec<String> {
    match value.as_object() {
        Some(fields) => fields
            .keys()
            .filter(|key| !allowed.contains(&key.as_str()))
            .cloned()
            .collect(),
        None => vec![value.to_string()],
    }
}
