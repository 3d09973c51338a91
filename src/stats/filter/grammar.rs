//! The parser that Pest generates from `grammar/where.pest`.

use pest_derive::Parser;

/// Parser of the words of a filter.
#[derive(Parser)]
#[grammar = "../grammar/where.pest"]
pub(super) struct WhereParser;
