//! The parser that Pest generates from `grammar/gunjin.pest`.

use pest_derive::Parser;

/// Parser of plies.
#[derive(Parser)]
#[grammar = "../grammar/gunjin.pest"]
pub(super) struct GunjinParser;
