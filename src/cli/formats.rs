//! `kifu formats`.

use std::io;

use super::locale::LangArg;
use super::output::print;
use super::status::Status;
use super::values;
use crate::finding::Language;
use crate::notation::{NOTATIONS, Notation};
use crate::report::formats;
use crate::text::Payload;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[arg(value_name = "NAME", value_parser = values::notation())]
    name: Option<&'static Notation>,

    #[command(flatten)]
    lang: LangArg,
}

impl Args {
    /// The language of the output.
    pub(super) fn language(&self) -> Language {
        self.lang.language()
    }
}

pub(super) fn run(args: &Args) -> io::Result<Status> {
    let language = args.language();
    let text = match args.name {
        Some(notation) => formats::page(notation, language),
        None => formats::list(NOTATIONS.iter().copied(), language),
    };
    print(text.as_bytes(), Payload::Data)?;
    Ok(Status::Clean)
}
