//! `kifu formats`.

use std::fmt::Write;
use std::io;

use super::Status;
use super::output::print;
use crate::notation::NOTATIONS;

/// Show the notations, their extensions and encodings, and what they can hold
#[derive(clap::Args, Debug)]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> io::Result<Status> {
    let mut out = String::new();
    for notation in NOTATIONS {
        let extensions = notation
            .extensions
            .iter()
            .map(|it| format!(".{it}"))
            .collect::<Vec<_>>()
            .join(" ");
        // Writing into a string cannot fail.
        let _ = write!(
            out,
            "{}  {}\n  extensions  {extensions}\n  encodings   {}\n  holds       {}\n",
            notation.format.name(),
            notation.title,
            notation.encodings,
            notation.holds
        );
    }
    print(out.as_bytes())?;
    Ok(Status::Clean)
}
