//! The page of a notation: what it is, what is read beyond its definition, what is written. Every statement that can be
//! tried is tried by `tests/it/read/formats.rs`.

use crate::finding::Words;

/// The documentation of a notation, in plain words.
#[derive(Debug)]
pub struct FormatPage {
    /// What it is, in a sentence or a few.
    pub summary: Words,
    /// Where it is defined.
    pub source: Words,
    /// What is read beyond the definition.
    pub accepts: &'static [Accepted],
    /// A record as the first target of the notation writes it, to the letter.
    pub example: &'static str,
    /// What the writer always does.
    pub writes: &'static [Words],
    /// Which programs write what.
    pub dialects: &'static [Dialect],
}

/// Something that is read beyond the definition.
#[derive(Debug)]
pub struct Accepted {
    /// What it is.
    pub what: Words,
    /// A text that has it, read without an error.
    pub text: &'static str,
    /// What becomes of it when the notation's first target writes it again: a part of what is written.
    pub written: &'static str,
}

/// How a program writes a notation.
#[derive(Debug)]
pub struct Dialect {
    /// The program.
    pub program: Words,
    /// How its files are known.
    pub marks: Words,
    /// What is odd about them.
    pub quirk: Words,
}
