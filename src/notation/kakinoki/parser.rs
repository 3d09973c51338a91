//! The parser that pest makes from `grammar/kakinoki.pest`.

// The generated items cannot be documented from here; the grammar documents its rules.
#![allow(missing_docs)]

#[derive(pest_derive::Parser)]
#[grammar = "grammar/kakinoki.pest"]
pub(crate) struct KakinokiParser;
