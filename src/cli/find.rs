//! `kifu find`.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::choice::Choice;
use super::config::Complaint;
use super::job::{Reading, Ruling};
use super::stats::{self, TableArgs};
use super::{Status, html, index};
use crate::check::{ConfigFile, Layer};
use crate::finding::{Fault, Language, Message, say};
use crate::report::boards;
use crate::shogi::Position;
use crate::stats::{Filter, HITS, NEXT, Query, Search, Table};

/// Finds positions.
///
/// # Errors
///
/// When the output cannot be written.
pub(super) fn run(mut args: FindArgs) -> io::Result<Status> {
    if args.rows.help(args.table())? {
        return Ok(Status::Clean);
    }
    let (mut query, filter) = match args.asked() {
        Ok(asked) => asked,
        Err(complaint) => return Ok(complaint.tell(args.reading.color)),
    };
    let wrong = args.wrong(&query);
    if wrong.is_none() {
        args.use_index(&mut query)?;
    }
    stats::write::<FindArgs>(
        "find",
        (&args.reading, &args.ruling),
        &args.rows,
        (query, filter),
        None,
        wrong,
    )
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(super) struct FindArgs {
    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    ruling: Ruling,

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
    /// What to read, and by what it is checked.
    pub(super) fn basis(&self) -> (&Reading, &Ruling, Layer) {
        (&self.reading, &self.ruling, Layer::default())
    }

    /// The games that are taken, given what is [asked](Self::asked).
    pub(super) fn choice(&self, query: &Query, filter: Option<Filter>, file: &ConfigFile) -> Choice {
        self.rows.choice(query, filter, file)
    }

    /// Takes the files, and the records in them that can have a hit, from the index if one is given.
    ///
    /// # Errors
    ///
    /// When the index cannot be used.
    pub(super) fn use_index(&mut self, query: &mut Query) -> io::Result<()> {
        let Some(index) = &self.index else {
            return Ok(());
        };
        let keys = query.search.iter().filter_map(|it| it.positions()).flatten();
        let keys: Vec<_> = keys.map(Position::zobrist).collect();
        let config = self.reading.configuring.source.config.as_deref();
        let (reading, indexed) = index::narrow(index, config, &keys, self.rows.records.unique)?;
        self.reading.read_like(reading);
        query.only = Some(indexed);
        Ok(())
    }

    /// The language of what people are told.
    pub(super) fn spoken(&self) -> Language {
        self.rows.spoken()
    }

    fn table(&self) -> &'static Table {
        if self.next { &NEXT } else { &HITS }
    }

    /// What is wrong about options that are seen together.
    pub(super) fn wrong(&self, query: &Query) -> Option<Message> {
        if query.search.as_ref().is_none_or(|it| it.is_empty()) {
            return Some(say(
                "specify what to find: --sfen, --pieces, --moves or --material",
                "`--sfen`、`--pieces`、`--moves`、`--material` のいずれかで探すものを指定する",
            ));
        }
        if self.next && self.variations {
            return Some(say(
                "--next counts the moves of games and cannot be used with --variations",
                "`--next` は対局で指された手を数えるもので、`--variations` とは併用できない",
            ));
        }
        if self.index.is_none() {
            return self.rows.wrong(&self.reading);
        }
        if let Some(wrong) = self.rows.wrong_output() {
            return Some(wrong);
        }
        let files = [
            ("--index", self.index.as_deref()),
            ("--output", self.rows.output.as_deref()),
        ];
        if let Some(wrong) = html::same_file(&files) {
            return Some(wrong);
        }
        if !self.reading.is_usual() {
            return Some(say(
                "an index knows its files and how they are read: specify either --index or paths and options of reading",
                "索引は対象のファイルと読み方を記録している。`--index` と、パスや読み方の指定の、一方だけを書く",
            ));
        }
        let is_whole = query.search.as_ref().is_some_and(|it| it.positions().is_some());
        (!is_whole).then(|| {
            say(
                "--index requires --sfen with side to move and pieces in hand; without it, specify the paths to search",
                "`--index` には、手番と持駒のある `--sfen` が必要である。索引を使わないときは、探すパスを指定する",
            )
        })
    }

    /// What is asked, and of which games.
    ///
    /// # Errors
    ///
    /// What is wrong with an option.
    pub(super) fn asked(&self) -> Result<(Query, Option<Filter>), Complaint> {
        type With = fn(Search, &str) -> Result<Search, Fault>;
        let conditions: [(_, _, With); 4] = [
            ("--sfen", &self.sfen, Search::with_position),
            ("--pieces", &self.pieces, Search::with_pieces),
            ("--material", &self.material, Search::with_material),
            ("--moves", &self.moves, Search::with_moves),
        ];
        let mut search = Search::default();
        for (option, text, with) in conditions {
            if let Some(text) = text {
                let wrong = |fault| Complaint::about(option, text, fault, self.spoken());
                search = with(search, text).map_err(wrong)?;
            }
        }
        if self.mirror {
            search = search.with_mirrored();
        }
        if self.variations {
            search = search.with_variations();
        }
        let (mut query, filter) = self.rows.asked(self.table())?;
        if self.board {
            // The position is drawn below the rest.
            query.layout.columns.sort_by_key(|&(_, name)| name == "sfen");
            query.layout.form = boards(self.spoken());
        }
        query.search = Some(Arc::new(search));
        Ok((query, filter))
    }
}
