//! `kifu formats`.

use std::io;

use super::output::print;
use super::{Status, values};
use crate::notation::{NOTATIONS, Notation};
use crate::report::formats;

const AFTER_HELP: &str = "\
Examples:
  kifu formats          the notations, what they are written as, and what they can hold
  kifu formats csa      the page of one: what is read, what is written, which programs write what";

/// Show the notations that are read and written, or the page of one
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Show the page of this notation
    #[arg(value_name = "NAME", value_parser = values::notation())]
    name: Option<&'static Notation>,
}

pub(super) fn run(args: &Args) -> io::Result<Status> {
    let text = match args.name {
        Some(notation) => formats::page(notation),
        None => formats::list(NOTATIONS.iter().copied()),
    };
    print(text.as_bytes())?;
    Ok(Status::Clean)
}
