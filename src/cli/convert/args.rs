//! The options of `kifu convert`.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

use super::super::reading::Reading;
use super::super::ruling::Ruling;
use super::super::{locale, values};
use crate::finding::{Language, Severity};
use crate::notation::{Join, Newline, Target, Writer};
use crate::text::Encoding;

const AFTER_HELP: &str = "\
Examples:
  kifu convert --to csa game.kif >game.csa           one game
  kifu convert --to csa -o out games/                every game below games/, in the same tree
  kifu convert --to kifu -o utf8/ --force old/*.kif  KIF in UTF-8, in place of what is in utf8/
  kifu convert --to csa -o out --join league.kif     all games of a file in one file
  kifu convert --to usi games/ >games.txt            a game a line
  kifu convert --to csa --deny-loss -o out games/    only what loses nothing
  kifu convert --to csa --loss-format jsonl -o out games/ 2>losses.jsonl
  curl -s https://example.com/game.kif | kifu convert --to csa

Where the output goes:
  * Without -o: to standard output, one record after the other; formats that hold
    one record a file give the first.
  * -o PATH is a directory if it has no extension, ends with `/` or is one already, or
    if several files or a directory are read. What is missing of it is made.
  * -o PATH is a file otherwise. A pipe or a device such as /dev/null takes the
    records as standard output does.
  * Files in the directory are called as the inputs, with the extension of the format:
    by what is below PATH if there is only one, by the paths as typed otherwise, and
    never outside. Where a.kif and a.ki2 would both become a.csa, the second becomes
    a.ki2.csa, and a third a.ki2-2.csa. Control characters and < > : \" | ? * \\ become
    `_`, dots and spaces at the end too, and con, nul and their like get a `_` before
    them. An output directory below an input is not read.
  * A file with several records becomes name-001.csa, name-002.csa and so on, or one
    file with --join. Formats with a record a line have one file for all of an input.
  * A file is written whole or not at all. Existing files are kept without --force,
    inputs always.

What is lost:
  What the format cannot hold, and what the record could not express, is named for
  each record on standard error. A game with fouls is converted as written, and the
  fouls are named; `kifu rules NAME` explains a finding. A record that cannot be read
  to its end, or has a move that the format cannot say, is not converted.
  With --loss-format jsonl, standard error holds an object per record, the findings in
  it, and lines that begin with `error:`; no summary.

Exit status:
  0    all was converted, whatever was lost
  1    something was not written because of --deny-loss
  2    something could not be read, converted or written, or the arguments are wrong
  130  Ctrl-C (143 after SIGTERM, 129 after SIGHUP); what is written is whole";

/// Rewrite every record in another notation
///
/// Reads the records under the paths and writes them in another format, naming what that cannot hold. The
/// output depends on nothing but the records and the options, however many threads are at work.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(in super::super) struct Args {
    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) ruling: Ruling,

    /// Write in this format
    #[arg(long, value_name = "FORMAT", value_parser = values::target(), help_heading = "Output")]
    pub(super) to: &'static Target,

    /// Write in this encoding [default: the usual one of the format]
    #[arg(long, value_name = "LABEL", value_parser = values::output_encoding, help_heading = "Output")]
    to_encoding: Option<&'static Encoding>,

    /// How lines end [default: as usual in the format]
    #[arg(long, value_name = "END", help_heading = "Output")]
    newline: Option<NewlineArg>,

    /// Replace characters that the encoding does not have by their like, where they have one: ☗ by ▲
    #[arg(long, help_heading = "Output")]
    substitute: bool,

    /// Write to this file, or to this directory if it has no extension [default: standard output]
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    /// Write all records of a file to one file
    #[arg(long, help_heading = "Output")]
    pub(super) join: bool,

    /// Replace existing files; inputs are never replaced
    #[arg(long, help_heading = "Output")]
    pub(super) force: bool,

    /// Do not write a record that would lose anything
    #[arg(long, help_heading = "Output")]
    pub(super) deny_loss: bool,

    /// How losses are named on standard error
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(super) loss_format: LossFormat,

    /// The language of the findings: en or ja [default: text, that of the locale; jsonl, en]
    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    lang: Option<Language>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NewlineArg {
    /// As on Unix
    Lf,
    /// As on Windows
    Crlf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LossFormat {
    /// For people: a line per record with losses
    Text,
    /// For programs: an object per record, each on a line of its own, without loss too
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
