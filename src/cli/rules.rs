//! `kifu rules`.

use std::io;

use super::output::print;
use super::{Status, locale, values};
use crate::finding::{Language, Rule};
use crate::referee::RULES;
use crate::report::{self, page};

const AFTER_HELP: &str = "\
Examples:
  kifu rules                  what can be found: name, class, severity, the fault in English and Japanese
  kifu rules nifu             the page of one rule, with a case that is reported and one that is not
  kifu rules nifu --lang ja   the same in Japanese: 二歩";

/// Show the catalogue of rules, or the page of one
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Show the page of this rule
    #[arg(value_name = "NAME", value_parser = values::rule(), hide_possible_values = true)]
    name: Option<&'static Rule>,

    /// The language: en or ja [default: that of the locale]
    #[arg(long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true)]
    lang: Option<Language>,
}

/// Every rule that a finding can name, in the order of the catalogue.
pub fn catalogue() -> impl Iterator<Item = &'static Rule> + Clone {
    RULES.iter().copied()
}

pub(super) fn run(args: &Args) -> io::Result<Status> {
    let language = locale::spoken(args.lang);
    match args.name {
        Some(rule) => print(page::page(rule, language).as_bytes())?,
        None => print(&report::catalogue(catalogue(), language))?,
    }
    Ok(Status::Clean)
}
