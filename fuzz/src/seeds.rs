//! Seeds for the fuzzer: the fixtures, and the examples on the rule pages.

use std::fs;
use std::io;
use std::path::Path;

use kifu::finding::Example;
use kifu::system::ALL_RULES;

/// Maximum length of a seed (bytes). Longer seeds slow down every run without executing more code.
const MAX_SEED_BYTES: usize = 2048;

/// Expressions of `--where`, and lists of columns.
const EXPRESSIONS: [&str; 8] = [
    "plies > 100 and black ~ \"羽生\"",
    "not (end = resign or verdict != stated)",
    "date >= 2024-01-01 and date < 2025",
    "rules has nifu",
    "black = white",
    "event ~ \"^.*[あ-ん]{2}$\"",
    "path,plies,end,rules",
    "-plies,path",
];

/// Returns the examples on the rule pages and the fixtures, without those longer than `MAX_SEED_BYTES`. `root` is the
/// folder of the project.
///
/// # Errors
///
/// If the fixtures cannot be read.
pub fn records(root: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut seeds = rule_examples();
    read_files(&root.join("fixtures"), &mut seeds)?;
    seeds.retain(|seed| seed.len() <= MAX_SEED_BYTES);
    Ok(seeds)
}

/// Returns texts in the languages of options and settings: `EXPRESSIONS`, and parts of the built-in profiles and opening
/// books. `root` is the folder of the project.
///
/// A file of settings is split at blank lines, so that each entry of a long opening book is a seed of its own.
///
/// # Errors
///
/// If the data of the project cannot be read.
pub fn languages(root: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut files = Vec::new();
    for folder in ["src/profile/data", "src/opening/data"] {
        read_files(&root.join(folder), &mut files)?;
    }
    let texts = files.iter().map(|file| String::from_utf8_lossy(file));
    let entries = texts.flat_map(|text| text.split("\n\n").map(str::to_owned).collect::<Vec<_>>());
    let expressions = EXPRESSIONS.iter().map(|&it| it.to_owned());
    Ok(expressions.chain(entries).map(String::into_bytes).collect())
}

fn rule_examples() -> Vec<Vec<u8>> {
    let examples = ALL_RULES
        .iter()
        .flat_map(|rule| [rule.page().bad, rule.page().good]);
    examples
        .filter_map(|example| match example {
            Example::Record { text, .. } | Example::WithRules { text, .. } | Example::File { text, .. } => {
                Some(text.as_bytes().to_vec())
            }
            Example::Bytes { bytes, .. } => Some(bytes.to_vec()),
            Example::Moves { .. } | Example::Files { .. } => None,
        })
        .collect()
}

/// Adds the contents of all files under a folder to `contents`, in the order of their paths.
fn read_files(folder: &Path, contents: &mut Vec<Vec<u8>>) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read_files(&path, contents)?;
        } else {
            contents.push(fs::read(path)?);
        }
    }
    Ok(())
}
