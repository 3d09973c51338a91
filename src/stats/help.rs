//! What can be asked, for people at a terminal.

use std::fmt::Write as _;

use super::fault::Fault;
use super::filter::{Filter, GUIDE};
use super::games;
use super::query::Query;
use super::table::{Heading, Rows, TABLES, Table};
use crate::finding::{Language, both};

impl Table {
    /// Its columns with what they say.
    pub fn help(&self, language: Language) -> String {
        let headings = self.headings();
        let width = headings.iter().map(|it| it.name.len()).max().unwrap_or(0);
        let mut out = String::new();
        for (at, Heading { name, about, .. }) in headings.iter().enumerate() {
            if at == self.usual {
                let more = both("only on request:", "指定したときだけ:");
                let _ = writeln!(out, "\n{}", more.in_language(language));
            }
            // Writing into a string cannot fail.
            let _ = writeln!(out, "{name:width$}  {}", about.in_language(language));
        }
        out
    }
}

impl Query {
    /// A filter of games.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with its place in the text.
    pub fn filter(text: &str) -> Result<Filter, Fault> {
        let columns: Vec<_> = games::COLUMNS.iter().map(|it| (it.name, it.kind)).collect();
        Filter::read(text, &columns)
    }

    /// How filters are written, and the columns that they ask about.
    pub fn filter_help(language: Language) -> String {
        let mut out = format!("{}\n\n", GUIDE.in_language(language));
        let games = TABLES.iter().find(|table| matches!(table.rows, Rows::Games(_)));
        out.extend(games.map(|table| table.help(language)));
        out
    }
}
