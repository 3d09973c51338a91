//! The options of `kifu validate`.

use std::path::PathBuf;

use clap::ValueHint;

use super::super::choosing::Choosing;
use super::super::reading::Reading;
use super::super::ruling::Ruling;
use super::super::values::not_for_spreadsheets;
use super::super::{help, locale, values};
use super::accepting::Accepting;
use crate::finding::{Language, Message};
use crate::report::{ReportForm, SPREADSHEET};

const AFTER_HELP: &str = "\
Examples:
  kifu validate games/                              judge every game below a directory
  kifu validate --format csv --bom -o report.csv games/   a row per finding, for a spreadsheet
  kifu validate --select nifu,uchifuzume games/     look for these only
  kifu validate --ignore clocks games/              leave out a group of rules
  kifu validate --severity error games/             show errors only
  kifu validate -v --lang ja game.kif               in Japanese (日本語), with boards
  kifu validate --html report.html games/           a page with charts, tables and boards besides
  kifu validate --profile jsa-pro games/            judge by the rules of professional games
  kifu validate --rules spring.toml games/          judge by the rules of an event of one's own
  kifu validate --write-baseline known.jsonl games/  accept what is wrong today
  kifu validate --baseline known.jsonl games/       tell only what is new
  kifu validate -q --invalid-list bad.txt games/    which files have errors
  find . -name '*.kif' -print0 | kifu validate --files-from - --null
  curl -s https://example.com/game.csa | kifu validate

Exit status:
  0    no finding as grave as --fail-on says
  1    there is one
  2    something could not be read or written, or the arguments are wrong
  130  Ctrl-C (143 after SIGTERM, 129 after SIGHUP); what went to standard output ends at
       a whole record, files are as they were";

/// Judge every record and report every violation
///
/// Reads the records under the paths, replays them on a board, and reports what is wrong with them. The
/// output depends on nothing but the records and the options, and on the language of the locale where people
/// read it: it comes in the order of the paths, however many threads are at work.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(in super::super) struct Args {
    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) ruling: Ruling,

    /// Form of the output
    #[arg(long, value_name = "FORM", default_value = "text", value_parser = values::form(), help_heading = "Output")]
    pub(super) format: &'static ReportForm,

    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help = help::language_of_forms().english().into_owned(),
        long_help = help::at_length(&help::language_of_forms().english(), help::LOCALE), help_heading = "Output"
    )]
    pub(super) lang: Option<Language>,

    /// Make CSV for a spreadsheet: with a byte order mark, and an apostrophe before what would be taken for a formula
    #[arg(long, help_heading = "Output")]
    pub(super) bom: bool,

    #[command(flatten)]
    pub(super) choosing: Choosing,

    /// Show every note in text
    ///
    /// Without it, text shows three notes of a rule in a run, and three warnings of `unreadable-date`; a last line counts the
    /// others. Everything is shown of a rule that --select names.
    #[arg(long, help_heading = "Output")]
    pub(super) all_notes: bool,

    #[arg(
        long, help = help::STATISTICS,
        long_help = help::at_length(help::STATISTICS, &help::statistics_at_length().english()), help_heading = "Output"
    )]
    pub(super) statistics: bool,

    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    /// Write many files to this new directory, which put together are the output, and index.json about them
    ///
    /// A file has 1,000 records at most, and names sort in order. index.json is written last, with counts of records and
    /// findings and the SHA-256 of each file. A run that fails or is interrupted removes what it wrote. Only a run that was
    /// killed leaves files without index.json: delete them, or name another directory.
    #[arg(
        long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "output", help_heading = "Output"
    )]
    pub(super) output_dir: Option<PathBuf>,

    #[command(flatten)]
    pub(super) accepting: Accepting,

    /// Write a page to look at besides: summary, charts, all findings and games, and a board to step through them
    ///
    /// One file of HTML that needs no network. It is worded in the language of --lang or else of the locale. It comes
    /// into being when it is whole: an interrupted run leaves none, and an older page as it was.
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
