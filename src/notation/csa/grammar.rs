//! The parser that Pest generates from `grammar/csa.pest`.

#![allow(
    missing_docs,
    reason = "the generated enum takes its documentation from the grammar, as far as there is some"
)]

use pest_derive::Parser;

/// Parser of one CSA record.
#[derive(Parser)]
#[grammar = "../grammar/csa.pest"]
pub(super) struct CsaParser;
