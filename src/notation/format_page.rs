//! The documentation of the formats in `pages/`: a description, the accepted deviations, and the output of the writer.
//!
//! `tests/it/read/formats.rs` tests the accepted deviations and the example. The pages are not part of the descriptions of the
//! notations, so that a program that does not use them does not contain them.

use std::sync::LazyLock;

use serde::Deserialize;

use super::Notation;
use crate::finding::{Words, built_in};

/// The documentation of a notation, in plain words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatPage {
    /// A description in one or a few sentences.
    pub summary: Words,
    /// The source of the definition.
    pub source: Words,
    /// The accepted deviations from the definition.
    pub accepts: Vec<Accepted>,
    /// A record exactly as the first target of the notation writes it.
    pub example: &'static str,
    /// The rules that the writer always follows.
    pub writes: Vec<Words>,
    /// The dialects of the notation that programs write.
    pub dialects: Vec<Dialect>,
}

/// An accepted deviation from the definition.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// A description of the deviation.
    pub what: Words,
    /// An example text with the deviation, which is read without an error.
    pub text: &'static str,
    /// A part of the output when the notation's first target writes the example; `None` if the notation is not written.
    #[serde(default)]
    pub written: Option<&'static str>,
}

/// The dialect of a program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub struct Dialect {
    /// The name of the program.
    pub program: Words,
    /// The features by which its files can be recognized.
    pub marks: Words,
    /// The deviations of these files from the definition.
    pub quirk: Words,
}

/// Defines a table of the names of formats and their documentation, which is read on first access.
macro_rules! pages {
    ($($name:literal)*) => {
        [$((
            $name,
            LazyLock::new(|| built_in(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/src/notation/pages/",
                $name,
                ".toml"
            )))),
        )),*]
    };
}

/// The documentation of all formats, by their names.
static PAGES: [(&str, LazyLock<FormatPage>); 16] = pages!(
    "bod"
    "csa"
    "gib"
    "gunjin"
    "hcpe"
    "jkf"
    "ki2"
    "kif"
    "psn"
    "psv"
    "sfen"
    "usen"
    "usi"
    "yaneuraou-book"
    "ybb"
    "yonin"
);

impl Notation {
    /// Returns the documentation of this notation.
    ///
    /// # Panics
    ///
    /// Panics if there is none. A test reads the pages of all notations.
    pub fn page(&self) -> &'static FormatPage {
        let name = self.format.name();
        let found = PAGES.iter().find(|(format, _)| *format == name);
        found.map_or_else(|| panic!("{name} has no page"), |(_, page)| &**page)
    }
}
