//! The reference page of the tables: `docs/tables.md`.

use std::fmt::Write as _;

use super::table::{Heading, TABLES, Table};

const INTRODUCTION: &str = "\
# Tables

This page lists the columns of every table of `kifu stats --table TABLE`. [Statistics](statistics.md) shows how to select games, columns
and rows, and how the numbers are computed.

| table | rows |
|---|---|
";

const FIELDS: &str = "
- The output is CSV with the column names in the first line, or a JSON object per row with `--format jsonl`.
- Columns marked with `+` are written only if `--columns` requests them. Without `--columns`, the others are written.
- A field without a value is empty in CSV and `null` in JSON. Booleans are `true` and `false`. Times are in seconds. Dates are in ISO 8601,
  as far as they are known.
- `kifu stats --table TABLE --columns help` prints the columns of one table.
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
    out.push_str(FIELDS);
    for table in TABLES {
        let _ = write!(out, "\n## `{}`\n\n", table.name);
        out.push_str("| column | content | 内容 |\n|---|---|---|\n");
        for (at, Heading { name, about, .. }) in table.headings().into_iter().enumerate() {
            let mark = if at < table.usual { "" } else { " `+`" };
            let _ = writeln!(out, "| `{name}`{mark} | {} | {} |", about.english, about.japanese);
        }
    }
    out
}
