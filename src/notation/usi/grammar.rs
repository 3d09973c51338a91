//! The parser that Pest generates from `grammar/usi.pest`.

use pest_derive::Parser;

/// Parser of one game line.
#[derive(Parser)]
#[grammar = "../grammar/usi.pest"]
pub(super) struct UsiParser;
