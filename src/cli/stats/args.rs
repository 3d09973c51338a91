//! The options of `kifu stats`.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

use super::super::reading::Reading;
use super::super::ruling::Ruling;
use super::super::values::not_for_spreadsheets;
use super::super::{locale, values};
use crate::finding::{Language, Message};
use crate::report::{Paint, fault};
use crate::stats::{self, Fault, Layout, Query, Table, TableForm};
use crate::text::Payload;
use crate::text::decode;

#[derive(clap::Args, Debug)]
pub(in super::super) struct Args {
    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) ruling: Ruling,

    #[arg(long, value_name = "TABLE", default_value = "games", value_parser = values::table(), help_heading = "Output")]
    pub(super) table: &'static Table,

    #[arg(long, value_name = "FORMAT", default_value = "csv", help_heading = "Output")]
    pub(super) format: FormArg,

    #[arg(long, help_heading = "Output")]
    pub(super) bom: bool,

    #[arg(long = "where", value_name = "EXPR", help_heading = "Output")]
    pub(super) filter: Option<String>,

    #[arg(long, value_name = "COLUMN,...", help_heading = "Output")]
    pub(super) columns: Option<String>,

    #[arg(
        long,
        value_name = "COLUMN,...",
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    pub(super) sort: Option<String>,

    #[arg(long, value_name = "N", value_parser = values::limit, help_heading = "Output")]
    pub(super) limit: Option<u64>,

    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(super) html: Option<PathBuf>,

    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    pub(super) lang: Option<Language>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormArg {
    Csv,
    Jsonl,
}

impl FormArg {
    /// The usual extension of its files.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
        }
    }

    pub(super) const fn content(self) -> Payload {
        match self {
            Self::Csv => Payload::Rows,
            Self::Jsonl => Payload::Data,
        }
    }
}

impl Args {
    /// The language of what people are told.
    pub(in super::super) fn spoken(&self) -> Language {
        locale::spoken(self.lang)
    }

    /// What is wrong about options that are seen together.
    pub(super) fn wrong(&self) -> Option<Message> {
        (self.bom && self.format != FormArg::Csv).then(not_for_spreadsheets)
    }

    /// What is asked, or what is wrong with an option.
    pub(super) fn query(&self) -> Result<Query, Vec<u8>> {
        let wrong = |option: &str, text: &str, fault: Fault| {
            let text = decode(text.as_bytes(), None);
            fault::told(option, &text, &[fault], &Paint::colourful(), self.spoken())
        };
        let table = self.table;
        let names: Vec<_> = table.headings().iter().map(|it| it.name).collect();
        let columns = match self.columns.as_deref() {
            None => (0..table.usual).collect(),
            Some(list) => {
                stats::columns(list, &names, table.usual).map_err(|fault| wrong("--columns", list, fault))?
            }
        };
        let order = match self.sort.as_deref() {
            None => Vec::new(),
            Some(list) => stats::orders(list, &names).map_err(|fault| wrong("--sort", list, fault))?,
        };
        let filter = match self.filter.as_deref() {
            None => None,
            Some(text) => Some(Query::filter(text).map_err(|fault| wrong("--where", text, fault))?),
        };
        Ok(Query {
            table,
            layout: Layout {
                form: match self.format {
                    FormArg::Csv if self.bom => TableForm::Spreadsheet,
                    FormArg::Csv => TableForm::Csv,
                    FormArg::Jsonl => TableForm::JsonLines,
                },
                columns: columns.into_iter().map(|at| (at, names[at])).collect(),
            },
            filter,
            order,
            limit: self.limit,
        })
    }

    /// The help that somebody asks for in the place of a value.
    pub(super) fn help(&self, language: Language) -> Option<String> {
        let asks = |value: &Option<String>| value.as_deref() == Some("help");
        if asks(&self.columns) || asks(&self.sort) {
            Some(self.table.help(language))
        } else if asks(&self.filter) {
            Some(Query::filter_help(language))
        } else {
            None
        }
    }
}
