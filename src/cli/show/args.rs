//! The options of `kifu show`.

use std::path::PathBuf;

use anstream::ColorChoice;
use clap::{ValueEnum, ValueHint};
use encoding_rs::Encoding;

use super::super::ruling::Ruling;
use super::super::when_arg::WhenArg;
use super::super::{locale, values};
use crate::finding::Language;
use crate::notation::Notation;
use crate::output::columns;
use crate::report::{Paint, RenderOptions};

#[derive(clap::Args, Debug)]
pub(in super::super) struct Args {
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) path: Option<PathBuf>,

    #[command(flatten)]
    pub(super) ruling: Ruling,

    #[arg(long, value_name = "N", value_parser = values::number(0..=u32::MAX), help_heading = "Output")]
    pub(super) ply: Option<u32>,

    #[arg(long, value_name = "K", default_value = "1", value_parser = values::number(1..=u32::MAX), help_heading = "Output")]
    pub(super) record: u32,

    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(super) format: FormArg,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "format", help_heading = "Output")]
    pub(super) svg: Option<PathBuf>,

    #[arg(long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true, help_heading = "Output")]
    pub(super) lang: Option<Language>,

    #[arg(long, value_name = "FORMAT", value_parser = values::notation(), help_heading = None::<&str>)]
    pub(super) input_format: Option<&'static Notation>,

    #[arg(long, value_name = "LABEL", value_parser = values::encoding, help_heading = None::<&str>)]
    pub(super) encoding: Option<&'static Encoding>,

    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(super) color: WhenArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormArg {
    Text,
    KifDiagram,
}

impl Args {
    /// The language of the output.
    pub(in super::super) fn language(&self) -> Language {
        locale::spoken(self.lang)
    }

    /// How the page is to look: as wide as the terminal, if it goes to one.
    pub(super) fn options(&self) -> RenderOptions {
        let colourful = self.color.on_stdout() != ColorChoice::Never;
        RenderOptions {
            language: self.language(),
            paint: if colourful {
                Paint::colourful()
            } else {
                Paint::plain()
            },
            boards: true,
            columns: columns(),
            ..RenderOptions::default()
        }
    }
}
