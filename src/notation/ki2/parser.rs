//! The parser that pest makes from `grammar/ki2.pest`.

// The generated items cannot be documented from here; the grammar documents its rules.
#![allow(missing_docs)]

#[derive(pest_derive::Parser)]
#[grammar = "grammar/ki2.pest"]
pub(super) struct Ki2Parser;
