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

const AFTER_HELP: &str = "\
Examples:
  kifu show game.kif                      the last position, the moves, what is wrong with them, the result
  kifu show --ply 43 game.kif             the position after ply 43; 0 is the start
  kifu show --record 2 games.csa          the second game of a file
  kifu show --svg out.svg --ply 43 game.kif
                                          a diagram as in books; `--svg -` writes it to standard output
  kifu show --format kif-diagram game.kif
                                          the last position as a BOD, for other programs

In the board, ( ) are around the squares of the last move, [ ] around those that a finding is about.

Exit status:
  0    the record is shown
  2    it cannot be: nothing can be read, there is no such record or ply, or the arguments are wrong";

/// Show one record: board, moves, findings, variations, result
///
/// Shows the board at a ply, the moves with what is wrong beside them, the variations as a tree, and who won, with
/// the reasons. Of a record that breaks off, what can be put on a board is shown.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(in super::super) struct Args {
    /// A file, or `-` for standard input [default: standard input]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) path: Option<PathBuf>,

    #[command(flatten)]
    pub(super) ruling: Ruling,

    /// The ply whose position is shown, 0 for the start [default: the last move of the game]
    #[arg(long, value_name = "N", value_parser = values::number(0..=u32::MAX), help_heading = "Output")]
    pub(super) ply: Option<u32>,

    /// Which record of the file, from 1
    #[arg(long, value_name = "K", default_value = "1", value_parser = values::number(1..=u32::MAX), help_heading = "Output")]
    pub(super) record: u32,

    /// Form of the output
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub(super) format: FormArg,

    /// Write a diagram in SVG to this file instead (`-`: to standard output)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "format", help_heading = "Output")]
    pub(super) svg: Option<PathBuf>,

    /// Language: en or ja [default: that of the locale]
    #[arg(long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true, help_heading = "Output")]
    pub(super) lang: Option<Language>,

    /// Read the file as this notation [default: found from the content]
    #[arg(long, value_name = "FORMAT", value_parser = values::notation(), help_heading = None::<&str>)]
    pub(super) input_format: Option<&'static Notation>,

    /// Read the file in this encoding [default: found from the content]
    #[arg(long, value_name = "LABEL", value_parser = values::encoding, help_heading = None::<&str>)]
    pub(super) encoding: Option<&'static Encoding>,

    /// Colour the output; `NO_COLOR` is respected
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(super) color: WhenArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormArg {
    /// For people: everything about the record
    Text,
    /// The position as a board diagram (BOD)
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
