//! The page of a notation: what it is, what is read beyond its definition, what is written. It stands in `page.toml` in
//! the room of the notation. Every statement that can be tried is tried by `tests/it/read/formats.rs`.

use serde::Deserialize;

use crate::finding::Words;

/// The documentation of a notation, in plain words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatPage {
    /// What it is, in a sentence or a few.
    pub summary: Words,
    /// Where it is defined.
    pub source: Words,
    /// What is read beyond the definition.
    pub accepts: Vec<Accepted>,
    /// A record as the first target of the notation writes it, to the letter.
    pub example: &'static str,
    /// What the writer always does.
    pub writes: Vec<Words>,
    /// Which programs write what.
    pub dialects: Vec<Dialect>,
}

/// Something that is read beyond the definition.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// What it is.
    pub what: Words,
    /// A text that has it, read without an error.
    pub text: &'static str,
    /// What becomes of it when the notation's first target writes it again: a part of what is written.
    pub written: &'static str,
}

/// How a program writes a notation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub struct Dialect {
    /// The program.
    pub program: Words,
    /// How its files are known.
    pub marks: Words,
    /// What is odd about them.
    pub quirk: Words,
}

/// The page in `page.toml` beside the file that asks, read when it is first looked at.
macro_rules! page {
    () => {
        std::sync::LazyLock::new(|| $crate::finding::built_in(include_str!("page.toml")))
    };
}
pub(super) use page;
