//! The options of `kifu convert`.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

use super::super::reading::Reading;
use super::super::ruling::Ruling;
use super::super::{locale, values};
use crate::finding::{Language, Severity};
use crate::notation::{Join, Newline, Target, Writer};
use crate::text::Encoding;

#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(in super::super) struct Args {
    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) ruling: Ruling,

    #[arg(long, value_name = "FORMAT", value_parser = values::target(), help_heading = "Output")]
    pub(super) to: &'static Target,

    #[arg(long, value_name = "LABEL", value_parser = values::output_encoding, help_heading = "Output")]
    to_encoding: Option<&'static Encoding>,

    #[arg(long, value_name = "END", help_heading = "Output")]
    newline: Option<NewlineArg>,

    #[arg(long, help_heading = "Output")]
    substitute: bool,

    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    #[arg(long, help_heading = "Output")]
    pub(super) join: bool,

    #[arg(long, help_heading = "Output")]
    pub(super) force: bool,

    #[arg(long, help_heading = "Output")]
    pub(super) deny_loss: bool,

    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(super) loss_format: LossFormat,

    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    lang: Option<Language>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NewlineArg {
    Lf,
    Crlf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LossFormat {
    Text,
    Jsonl,
}

impl Args {
    /// How the records are written.
    pub(super) fn writer(&self) -> Writer {
        let usual = Writer::of(self.to);
        Writer {
            encoding: self.to_encoding.unwrap_or(usual.encoding),
            newline: match self.newline {
                Some(NewlineArg::Lf) => Newline::Lf,
                Some(NewlineArg::Crlf) => Newline::CrLf,
                None => usual.newline,
            },
            substitute: self.substitute,
            ..usual
        }
    }

    /// Whether one file takes all records of an input: asked for, or what everybody expects.
    pub(super) const fn joins(&self) -> bool {
        self.join || matches!(self.to.join, Join::Lines)
    }

    /// The language of the findings and of what went wrong. No locale changes what programs read.
    pub(in super::super) fn language(&self) -> Language {
        match self.loss_format {
            LossFormat::Text => locale::spoken(self.lang),
            LossFormat::Jsonl => self.lang.unwrap_or_default(),
        }
    }

    /// The findings that are told weigh so much. Programs are told whether people want to hear or not.
    pub(super) fn least(&self) -> Option<Severity> {
        if self.reading.quiet && self.loss_format == LossFormat::Text {
            None
        } else if self.reading.verbose {
            Some(Severity::Note)
        } else {
            Some(Severity::Error)
        }
    }
}
