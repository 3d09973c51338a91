//! Options that choose what is told: which rules, how much they weigh, and what makes a run fail.

use clap::Args;

use super::values::{self, SelectorValue};
use crate::control::{FailOn, Layer, Level, Selector};
use crate::finding::Severity;

/// What is told.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Choosing findings")]
pub(super) struct Choosing {
    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new()
    )]
    pub(super) select: Vec<Selector>,

    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new()
    )]
    pub(super) ignore: Vec<Selector>,

    #[arg(long, value_name = "RULES=LEVEL,...", value_delimiter = ',', value_parser = values::level_of)]
    pub(super) set: Vec<(Selector, Level)>,

    #[arg(long, value_name = "LEVEL", value_parser = values::severity())]
    pub(super) severity: Option<Severity>,

    #[arg(long, value_name = "LEVEL", value_parser = values::fail_on())]
    pub(super) fail_on: Option<FailOn>,
}

impl Choosing {
    /// What is said of the rules.
    pub(super) fn layer(&self) -> Layer {
        Layer {
            select: self.select.clone(),
            ignore: self.ignore.clone(),
            set: self.set.clone(),
        }
    }
}
