//! Options that choose what is told: which rules, how much they weigh, and what makes a run fail.

use clap::Args;

use super::values::{self, SelectorValue};
use crate::control::{FailOn, Layer, Level, Selector};
use crate::finding::Severity;

/// What is told.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Choosing")]
pub(super) struct Choosing {
    /// Report only these rules
    ///
    /// Rules by name (`nifu`), by a pattern (`clock-*`), by a group (`fouls`, `results`, `clocks`, `starts`, `reading`,
    /// `notation`), or `all`; `kifu rules` shows them. The more specific counts: a name before a pattern, a pattern before
    /// a group, a group before `all`, and of two patterns the longer.
    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new()
    )]
    pub(super) select: Vec<Selector>,

    /// Do not report these rules; of what is selected as specifically, this counts
    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new()
    )]
    pub(super) ignore: Vec<Selector>,

    /// Let rules weigh more or less: off, note, warning or error
    ///
    /// `--set clocks=note --set clock-negative=warning`. The more specific counts, and of two as specific the later.
    /// Findings in variations, and fouls that the record itself names and punishes, become no heavier by it.
    #[arg(long, value_name = "RULES=LEVEL,...", value_delimiter = ',', value_parser = values::level_of)]
    pub(super) set: Vec<(Selector, Level)>,

    /// Show findings that weigh so much or more [default: note]
    ///
    /// What is not shown is counted all the same, and counts for --fail-on.
    #[arg(long, value_name = "SEVERITY", value_parser = values::severity())]
    pub(super) severity: Option<Severity>,

    /// The least severity of a finding that makes the exit status 1 [default: error]
    #[arg(long, value_name = "SEVERITY", value_parser = values::fail_on())]
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
