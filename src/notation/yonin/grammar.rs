//! The parser that Pest generates from `grammar/yonin.pest`.

use pest_derive::Parser;

/// Parser of plies.
#[derive(Parser)]
#[grammar = "../grammar/yonin.pest"]
pub(super) struct YoninParser;
