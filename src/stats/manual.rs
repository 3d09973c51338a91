//! The manual of the tables: `docs/stats.md`.

use std::fmt::Write as _;

use super::filter::GUIDE;
use super::table::{Heading, TABLES, Table};

const INTRODUCTION: &str = "\
# Tables and columns

This page lists the tables of `kifu stats` and their columns. [statistics.md](statistics.md) explains how to select games, columns and
rows, and how the numbers are computed.

| table | rows |
|---|---|
";

const USE: &str = "
Columns marked with + are written only on request: `--columns path,plies,rules` chooses columns, `all` means all columns of a table, and
`usual` the others. `kifu stats --table TABLE --columns help` prints the columns of one table.

## Conditions

`kifu stats --where CONDITION` selects games by the columns of the table `games`. The same columns apply to every table.

";

/// The manual.
pub fn manual() -> String {
    let mut out = String::from(INTRODUCTION);
    for Table { name, about, .. } in TABLES {
        let _ = writeln!(
            out,
            "| [`{name}`](#{name}) | {} ({}) |",
            about.english, about.japanese
        );
    }
    out.push_str(USE);
    let _ = writeln!(out, "```text\n{}\n```", GUIDE.english);
    for table in TABLES {
        let _ = write!(out, "\n## `{}`\n\n", table.name);
        out.push_str("| column | description | 日本語 |\n|---|---|---|\n");
        for (at, Heading { name, about, .. }) in table.headings().into_iter().enumerate() {
            let mark = if at < table.usual { "" } else { " +" };
            let _ = writeln!(out, "| `{name}`{mark} | {} | {} |", about.english, about.japanese);
        }
    }
    out
}
