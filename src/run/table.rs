//! The options of tables and of searches for positions.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::OptionError;
use super::options::{ConfigSource, RunOptions};
use crate::finding::{InputError, Message, bilingual};
use crate::report::TableForm;
use crate::stats::{self, Filter, HITS, Layout, NEXT, Query, Search, TREE, Table, TreeForm, TreeOptions};

/// The options of a table, as plain data.
///
/// ```
/// use kifu::run::TableOptions;
///
/// let options: TableOptions = serde_json::from_str(r#"{"columns": "black,plies", "limit": 3}"#)?;
/// assert_eq!(options.limit, Some(3));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableOptions {
    /// The columns, such as `black,plies`; `None` for the usual columns of the table.
    pub columns: Option<String>,
    /// The columns to sort by, such as `-plies,black`; `-` means descending order. `None` for the default order of the
    /// table.
    pub sort: Option<String>,
    /// Maximum number of rows; `None` for all rows.
    pub limit: Option<u64>,
    /// The condition on the rows of a table whose rows summarize several games; `None` to keep all rows.
    pub having: Option<String>,
    /// Maximum ply of the positions that are counted; `None` for the default.
    pub depth: Option<u32>,
    /// Lowest loss of a move that is a blunder (centipawns); `None` for the default.
    pub blunder: Option<u32>,
    /// The paths of the reference of the table `novelties`: records, folders, archives, or indexes of positions.
    pub against: Vec<PathBuf>,
}

/// The options of a search for positions, as plain data. At least one of the conditions `sfen`, `pieces`, `moves` and
/// `material` must be set. A position must fulfil all conditions that are not `None`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchOptions {
    /// The position to search for, in SFEN.
    pub sfen: Option<String>,
    /// The pattern of pieces to search for, such as `▲７六歩 △３四歩`.
    pub pieces: Option<String>,
    /// The consecutive moves to search for, in USI.
    pub moves: Option<String>,
    /// The pieces of both sides to search for, such as `R2B vs 2r`.
    pub material: Option<String>,
    /// The path of the index of positions in which to search; `None` to search the inputs.
    pub index: Option<PathBuf>,
    /// `true` if mirror images also match.
    pub mirror: bool,
    /// `true` if variations are also searched.
    pub variations: bool,
    /// `true` if the result is a table of the moves that were played from the positions.
    pub next: bool,
}

impl TableOptions {
    /// Checks that a reference is given if, and only if, one of the tables compares games with it.
    ///
    /// # Errors
    ///
    /// Returns an error if a reference is missing or has no effect.
    pub(crate) fn check<'t>(&self, mut tables: impl Iterator<Item = &'t Table>) -> Result<(), Message> {
        match (tables.any(Table::has_reference), self.against.is_empty()) {
            (true, true) => Err(bilingual(
                "table `novelties` requires --against: the games with which moves are compared",
                "表 `novelties` には、比べる対局を示す `--against` が必要である",
            )),
            (false, false) => Err(bilingual(
                "--against is for the table `novelties`",
                "`--against` は表 `novelties` に使う",
            )),
            _ => Ok(()),
        }
    }

    /// Returns the query for a table, and the condition on games.
    ///
    /// `filter` is the value of `where`. If this value is not a condition on games, it is parsed as a condition on
    /// rows, which becomes part of the query. The rows of the table must then be records.
    ///
    /// # Errors
    ///
    /// Returns an error if the value of an option contains an error.
    pub(crate) fn query(
        &self,
        table: &'static Table,
        filter: Option<&str>,
        form: &'static TableForm,
    ) -> Result<(Query, Option<Filter>), OptionError> {
        let having = self.having.as_deref().map(|text| {
            let to_error = |fault| OptionError::about("--having", text, fault);
            table.filter(text).map_err(to_error)
        });
        let having = having.transpose()?;
        let headings = table.headings();
        let names: Vec<_> = headings.iter().map(|heading| heading.name).collect();
        let columns = self.columns.as_deref().unwrap_or("usual");
        let layout = Layout::for_table(table, form, columns);
        let layout = layout.map_err(|fault| OptionError::about("--columns", columns, fault))?;
        let order = match self.sort.as_deref() {
            None => Vec::new(),
            Some(list) => {
                stats::orders(list, &names).map_err(|fault| OptionError::about("--sort", list, fault))?
            }
        };
        let mut query = Query {
            order,
            limit: self.limit,
            blunder: self.blunder,
            against: self.against.clone(),
            ..Query::new(table, layout)
        };
        query.depth = self.depth.unwrap_or(query.depth);
        let (game_filter, row_filter) = match filter {
            None => (None, None),
            Some(text) => {
                conditions(table, text).map_err(|fault| OptionError::about("--where", text, fault))?
            }
        };
        query.having = having.or(row_filter);
        Ok((query, game_filter))
    }
}

/// Parses a condition on games or, if the rows of the table are records, on rows. Returns the condition on games and
/// the condition on rows, one of which is `None`.
fn conditions(table: &'static Table, text: &str) -> Result<(Option<Filter>, Option<Filter>), InputError> {
    match Query::filter_with_lists(text) {
        Ok(filter) => Ok((Some(filter), None)),
        Err(_) if table.has_rows_of_records() => Ok((None, Some(table.filter_with_lists(text)?))),
        Err(mut fault) => {
            if table.is_aggregate() && table.filter(text).is_ok() {
                fault.help = Some(bilingual(
                    "use --having for the columns of this table",
                    "この表の列についての条件は `--having` に書く",
                ));
            }
            Err(fault)
        }
    }
}

impl SearchOptions {
    /// Returns the table for the results: the positions that were found or, with `next`, the moves that were played
    /// from them.
    pub(crate) const fn table(&self) -> &'static Table {
        if self.next { &NEXT } else { &HITS }
    }

    /// Parses the conditions of the search.
    ///
    /// # Errors
    ///
    /// Returns an error if the value of an option contains an error.
    pub(crate) fn search(&self) -> Result<Search, OptionError> {
        type With = fn(Search, &str) -> Result<Search, InputError>;
        let conditions: [(_, _, With); 4] = [
            ("--sfen", &self.sfen, Search::with_position),
            ("--pieces", &self.pieces, Search::with_pieces),
            ("--material", &self.material, Search::with_material),
            ("--moves", &self.moves, Search::with_moves),
        ];
        let mut search = Search::default();
        for (option, text, with) in conditions {
            if let Some(text) = text {
                search = with(search, text).map_err(|fault| OptionError::about(option, text, fault))?;
            }
        }
        if self.mirror {
            search = search.with_mirrored();
        }
        if self.variations {
            search = search.with_variations();
        }
        if self.next {
            search = search.with_resulting();
        }
        Ok(search)
    }

    /// Returns the query for the results of the search, and the condition on games.
    ///
    /// # Errors
    ///
    /// Returns an error if the value of an option contains an error.
    pub(crate) fn query(
        &self,
        options: &TableOptions,
        filter: Option<&str>,
        form: &'static TableForm,
    ) -> Result<(Query, Option<Filter>), OptionError> {
        let search = self.search()?;
        let (mut query, filter) = options.query(self.table(), filter, form)?;
        query.search = Some(Arc::new(search));
        Ok((query, filter))
    }

    /// Returns the query for a tree of the moves played from the position of the search, or from the even start without one, and
    /// the condition on games.
    ///
    /// # Errors
    ///
    /// Returns an error if the value of an option contains an error, or if the position is not complete.
    pub(crate) fn tree_query(
        &self,
        (depth, min_games, tree_form): (u32, u64, TreeForm),
        filter: Option<&str>,
        form: &'static TableForm,
    ) -> Result<(Query, Option<Filter>), OptionError> {
        let search = match self.sfen {
            Some(_) => self.search()?,
            None => Search::default()
                .with_position("startpos")
                .map_err(|fault| OptionError::about("--sfen", "startpos", fault))?,
        };
        let Some(&[root]) = search.positions().as_deref() else {
            return Err(OptionError::from(bilingual(
                "--tree requires --sfen with side to move and pieces in hand",
                "`--tree` には、手番と持駒のある `--sfen` が必要である",
            )));
        };
        let search = Search::for_tree(TreeOptions {
            root: root.clone(),
            depth,
            min_games,
            form: tree_form,
        });
        let (mut query, filter) = TableOptions::default().query(&TREE, filter, form)?;
        query.search = Some(Arc::new(search));
        Ok((query, filter))
    }

    /// Checks that the search has a condition, and that the options can be combined.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no condition, or if options conflict.
    pub(crate) fn check(&self, options: &RunOptions, search: Option<&Search>) -> Result<(), Message> {
        if search.is_none_or(Search::is_empty) {
            let message = bilingual(
                "specify what to find: --sfen, --pieces, --moves or --material",
                "`--sfen`、`--pieces`、`--moves`、`--material` のいずれかで探すものを指定する",
            );
            return Err(message);
        }
        if self.next && self.variations {
            let message = bilingual(
                "--next counts the moves of games and cannot be used with --variations",
                "`--next` は対局で指された手を数えるもので、`--variations` とは併用できない",
            );
            return Err(message);
        }
        if self.index.is_none() {
            return Ok(());
        }
        if !options.input.is_default() || options.config == ConfigSource::None {
            let message = bilingual(
                "an index knows its files and how they are read: specify either --index or paths and options of reading",
                "索引は対象のファイルと読み方を記録している。`--index` と、パスや読み方の指定の、一方だけを書く",
            );
            return Err(message);
        }
        if search.is_none_or(|search| search.positions().is_none()) {
            let message = bilingual(
                "--index requires --sfen with side to move and pieces in hand; without it, specify the paths to search",
                "`--index` には、手番と持駒のある `--sfen` が必要である。索引を使わないときは、探すパスを指定する",
            );
            return Err(message);
        }
        Ok(())
    }
}
