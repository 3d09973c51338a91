//! The parser that Pest generates from `grammar/gib.pest`.

use pest_derive::Parser;

/// Parser of records of janggi and of their moves.
#[derive(Parser)]
#[grammar = "../grammar/gib.pest"]
pub(super) struct GibParser;
