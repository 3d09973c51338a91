//! The search for positions in the games of the list.
//!
//! The page keeps the main lines of the games in the compact form that a check sends with their rows, and passes them in parts, so
//! that it can show the progress and stop. The queries are those of `kifu find`, so the rows are, too.

use std::io;

use super::answer::Answer;
use super::run::option_message;
use crate::finding::{Language, Message};
use crate::report::TableForm;
use crate::run::{RunOptions, SearchOptions, TableOptions};
use crate::stats::{self, CompactSearch, Part, Query};

/// The columns of the positions found. The number of the game replaces the number of the record.
const HIT_COLUMNS: &str = "record,ply,side,move,mirrored";

/// A search that has been begun.
#[derive(Debug)]
pub(super) struct Searching {
    search: CompactSearch,
    /// The query for the positions found, and the query for the moves that were played in them.
    queries: [Query; 2],
    /// The parts of the answers to the queries.
    parts: [Part; 2],
}

impl Searching {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// Returns the reason if the conditions contain an error.
    pub(super) fn begin(options: SearchOptions, language: Language) -> Result<Self, Message> {
        let options = SearchOptions {
            index: None,
            variations: false,
            next: true,
            ..options
        };
        let Some(form) = TableForm::named("jsonl") else {
            unreachable!("JSON Lines have tables")
        };
        let query = |columns: Option<&str>, next| {
            let table = TableOptions {
                columns: columns.map(str::to_owned),
                ..TableOptions::default()
            };
            let options = SearchOptions {
                next,
                ..options.clone()
            };
            let query = options.query(&table, None, form);
            query
                .map(|(query, _)| query)
                .map_err(|error| option_message(&error, language))
        };
        let queries = [query(Some(HIT_COLUMNS), false)?, query(None, true)?];
        let [_, next] = &queries;
        options.check(&RunOptions::default(), next.search.as_deref())?;
        let search = next.search.clone().unwrap_or_default();
        Ok(Self {
            search: CompactSearch::new(&search),
            queries,
            parts: Default::default(),
        })
    }

    /// Searches consecutive games, the first of which has the number `first`.
    pub(super) fn add(&mut self, games: &[u8], first: u32) {
        let ([hits, next], [found, played]) = (&self.queries, &mut self.parts);
        self.search.search(games, first, |game| {
            next.add(game.clone(), played);
            hits.add(game, found);
        });
    }

    /// Returns the rows of both tables.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be sorted.
    pub(super) fn end(self) -> Result<Answer, Message> {
        let [hits, next] = &self.queries;
        let [found, played] = self.parts;
        let rows = |query, part| rows(query, part).map_err(|error| Message::untranslated(error.to_string()));
        let (hits, next) = (rows(hits, found)?, rows(next, played)?);
        Ok(Answer {
            json: [&b"{\"hits\":["[..], &hits, b"],\"next\":[", &next, b"]}"].concat(),
            bytes: Vec::new(),
        })
    }
}

/// Returns the rows of a table, separated by commas.
fn rows(query: &Query, part: Part) -> io::Result<Vec<u8>> {
    let mut answer = stats::Answer::begin(query, Vec::new())?;
    answer.push(part)?;
    let lines = answer.finish()?;
    let lines = lines.trim_ascii_end();
    Ok(lines
        .iter()
        .map(|&byte| if byte == b'\n' { b',' } else { byte })
        .collect())
}
