//! The parser that Pest generates from `grammar/usen.pest`.

use pest_derive::Parser;

/// Parser of one game.
#[derive(Parser)]
#[grammar = "../grammar/usen.pest"]
pub(super) struct UsenParser;
