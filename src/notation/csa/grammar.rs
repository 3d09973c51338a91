//! The parser that Pest generates from `grammar/csa.pest`.

use pest_derive::Parser;

/// Parser of one CSA record.
#[derive(Parser)]
#[grammar = "../grammar/csa.pest"]
pub(super) struct CsaParser;
