//! The command `kifu find`, which searches records for positions.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::args::{EventArgs, ReadingArgs};
use super::job::Job;
use super::stats::{self, TableArgs};
use super::stop::Stop;
use super::{Status, html, values};
use crate::finding::{Language, Message, bilingual};
use crate::report::boards;
use crate::run::{RunOptions, SearchOptions, TableOptions, search_index};
use crate::stats::{Query, TreeForm};

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
    let (filter, form) = (options.filter.as_deref(), args.rows.form());
    let (mut query, filter) = match args.tree() {
        Some(tree) => search.tree_query(tree, filter, form)?,
        None => search.query(&args.table_options(), filter, form)?,
    };
    let usage_error = args.usage_error(&query, &search, &options);
    args.draw_boards(&mut query);
    let (job, indexed) = match search.index.as_ref().filter(|_| usage_error.is_none()) {
        None => (Job::begin(options, terminal, language, usage_error)?, None),
        Some(index) => {
            // A position of a tree may be in any record.
            let reads_all = options.unique || args.tree.is_some();
            let (input, request, indexed) = search_index(index, &query.keys(), reads_all)?;
            let options = RunOptions { input, ..options };
            let job = Job::from_request(request, options, terminal, language)?;
            (job, args.tree.is_none().then(|| Arc::new(indexed)))
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

    #[arg(
        long, value_name = "N", value_parser = values::number(1..=40), help_heading = "Output",
        conflicts_with_all = ["pieces", "moves", "material", "mirror", "variations", "next", "board", "bom", "columns", "sort", "limit"]
    )]
    tree: Option<u32>,

    #[arg(
        long = "min-games", value_name = "N", value_parser = values::number(1..=u32::MAX), help_heading = "Output"
    )]
    min_tree_games: Option<u32>,

    #[command(flatten)]
    rows: TableArgs<true>,
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

    /// Returns the depth, the minimum number of games and the form of the tree that these arguments ask for.
    fn tree(&self) -> Option<(u32, u64, TreeForm)> {
        let form = if self.rows.is_json() {
            TreeForm::Json
        } else {
            TreeForm::Text(self.message_language())
        };
        Some((self.tree?, self.min_tree_games.unwrap_or(1).into(), form))
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
        // Clap does not require an option that is in conflict with another one.
        if self.min_tree_games.is_some() && self.tree.is_none() {
            return Some(bilingual(
                "--min-games is for --tree",
                "`--min-games` は `--tree` とともに使う",
            ));
        }
        if self.tree.is_some() != self.rows.is_form_of_tree() {
            return Some(bilingual(
                "--tree is written as text or json, and a table in any other format",
                "`--tree` はtextかjsonで、表はそのほかの形で書き出す",
            ));
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
