//! The parser that Pest generates from `grammar/plies.pest`.

use pest_derive::Parser;

/// Parser of records and of their numbered lines.
#[derive(Parser)]
#[grammar = "../grammar/plies.pest"]
pub(super) struct PliesParser;
