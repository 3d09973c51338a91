//! The parser that Pest generates from `grammar/sfen.pest`.

use pest_derive::Parser;

/// Parser of one position.
#[derive(Parser)]
#[grammar = "../grammar/sfen.pest"]
pub(super) struct SfenParser;
