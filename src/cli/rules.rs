//! `kifu rules`.

use std::io;

use super::output::print;
use super::{Status, values};
use crate::finding::Rule;
use crate::referee::RULES;
use crate::report::{self, page};

const AFTER_HELP: &str = "\
Examples:
  kifu rules           what can be found: name, class, severity, the fault in English and Japanese
  kifu rules nifu      the page of one rule, with a case that is reported and one that is not";

/// Show the catalogue of rules, or the page of one
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Show the page of this rule
    #[arg(value_name = "NAME", value_parser = values::rule(), hide_possible_values = true)]
    name: Option<&'static Rule>,
}

/// Every rule that a finding can name, in the order of the catalogue.
pub fn catalogue() -> impl Iterator<Item = &'static Rule> + Clone {
    RULES.iter().copied()
}

pub(super) fn run(args: &Args) -> io::Result<Status> {
    match args.name {
        Some(rule) => print(page::page(rule).as_bytes())?,
        None => print(&report::catalogue(catalogue()))?,
    }
    Ok(Status::Clean)
}
