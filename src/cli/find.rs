//! The command `kifu find`, which searches records for positions.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::args::{EventArgs, ReadingArgs};
use super::job::Job;
use super::stats::{self, TableArgs};
use super::stop::Stop;
use super::{Status, html};
use crate::finding::{Language, Message};
use crate::report::boards;
use crate::run::{RunOptions, SearchOptions, TableOptions, search_index};
use crate::stats::Query;

/// Searches records for positions, and writes the table of the positions found or of the moves played in them.
///
/// # Errors
///
/// Returns an error if the options or the index cannot be used, if the output cannot be written, or if the job cannot be run.
pub(super) fn run(args: &FindArgs) -> Result<Status, Stop> {
    let (language, terminal, options) = (args.message_language(), args.reading.terminal, args.options());
    let search = args.search_options();
    if args.rows.help(search.table())? {
        return Ok(Status::Clean);
    }
    let (mut query, filter) =
        search.query(&args.table_options(), options.filter.as_deref(), args.rows.form())?;
    let usage_error = args.usage_error(&query, &search, &options);
    args.draw_boards(&mut query);
    let (job, indexed) = match search.index.as_ref().filter(|_| usage_error.is_none()) {
        None => (Job::begin(options, terminal, language, usage_error)?, None),
        Some(index) => {
            let (input, request, indexed) = search_index(index, &query.keys(), options.unique)?;
            let options = RunOptions { input, ..options };
            let job = Job::from_request(request, options, terminal, language)?;
            (job, Some(Arc::new(indexed)))
        }
    };
    Ok(stats::write(job, &args.rows, vec![query], filter, indexed, None)?)
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(super) struct FindArgs {
    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    event: EventArgs,

    #[arg(long, value_name = "SFEN", help_heading = "Search")]
    sfen: Option<String>,

    #[arg(long, value_name = "PATTERN", help_heading = "Search")]
    pieces: Option<String>,

    #[arg(long, value_name = "MOVES", help_heading = "Search")]
    moves: Option<String>,

    #[arg(long, value_name = "MATERIAL", help_heading = "Search")]
    material: Option<String>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Search")]
    index: Option<PathBuf>,

    #[arg(long, help_heading = "Search")]
    mirror: bool,

    #[arg(long, help_heading = "Search")]
    variations: bool,

    #[arg(long, help_heading = "Output")]
    next: bool,

    #[arg(long, conflicts_with_all = ["next", "format", "bom", "columns"], help_heading = "Output")]
    board: bool,

    #[command(flatten)]
    rows: TableArgs,
}

impl FindArgs {
    /// Returns the run options that these arguments set.
    pub(super) fn options(&self) -> RunOptions {
        self.rows
            .records
            .add_to(self.event.add_to(self.reading.options()))
    }

    /// Returns the options of the table that these arguments set.
    pub(super) fn table_options(&self) -> TableOptions {
        self.rows.options()
    }

    /// Returns the options of the search that these arguments set.
    pub(super) fn search_options(&self) -> SearchOptions {
        SearchOptions {
            sfen: self.sfen.clone(),
            pieces: self.pieces.clone(),
            moves: self.moves.clone(),
            material: self.material.clone(),
            index: self.index.clone(),
            mirror: self.mirror,
            variations: self.variations,
            next: self.next,
        }
    }

    /// Returns the language of messages: that of `--lang`, or else that of the locale.
    pub(super) fn message_language(&self) -> Language {
        self.rows.message_language()
    }

    /// With `--board`, moves the column `sfen` to the end and draws its positions as boards.
    fn draw_boards(&self, query: &mut Query) {
        if self.board {
            query.layout.columns.sort_by_key(|&(_, name)| name == "sfen");
            query.layout.form = boards(self.message_language());
        }
    }

    /// Returns the reason why the options cannot be used together, or `None` if they can.
    fn usage_error(&self, query: &Query, search: &SearchOptions, options: &RunOptions) -> Option<Message> {
        if let Err(error) = search.check(options, query.search.as_deref()) {
            return Some(error);
        }
        if self.index.is_none() {
            return self.rows.usage_error(options);
        }
        let files = [
            ("--index", self.index.as_deref()),
            ("--output", self.rows.output.as_deref()),
        ];
        self.rows
            .output_usage_error()
            .or_else(|| html::check_distinct(&files))
    }
}
