//! The options of `kifu validate`.

use std::path::PathBuf;

use clap::ValueHint;

use super::super::choosing::Choosing;
use super::super::reading::Reading;
use super::super::ruling::Ruling;
use super::super::values::not_for_spreadsheets;
use super::super::{locale, values};
use super::accepting::Accepting;
use crate::finding::{Language, Message};
use crate::report::{ReportForm, SPREADSHEET};

#[derive(clap::Args, Debug)]
pub(in super::super) struct Args {
    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) ruling: Ruling,

    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = values::form(), help_heading = "Output")]
    pub(super) format: &'static ReportForm,

    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    pub(super) lang: Option<Language>,

    #[arg(long, help_heading = "Output")]
    pub(super) bom: bool,

    #[command(flatten)]
    pub(super) choosing: Choosing,

    #[arg(long, help_heading = "Output")]
    pub(super) all_notes: bool,

    #[arg(long, help_heading = "Output")]
    pub(super) statistics: bool,

    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    #[arg(
        long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "output", help_heading = "Output"
    )]
    pub(super) output_dir: Option<PathBuf>,

    #[command(flatten)]
    pub(super) accepting: Accepting,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(super) html: Option<PathBuf>,
}

impl Args {
    /// The form of the output, or what is wrong about it.
    pub(super) fn form(&self) -> Result<&'static ReportForm, Message> {
        match self.format.name {
            _ if !self.bom => Ok(self.format),
            "csv" => Ok(SPREADSHEET),
            _ => Err(not_for_spreadsheets()),
        }
    }

    /// The language of what people are told.
    pub(in super::super) fn spoken(&self) -> Language {
        locale::spoken(self.lang)
    }
}
