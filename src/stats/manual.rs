//! The manual of the tables: `docs/stats.md`.

use std::fmt::Write as _;

use super::filter::GUIDE;
use super::table::{Heading, TABLES, Table};

const INTRODUCTION: &str = "\
# Tables of figures

`kifu stats --table TABLE PATH…` reads all records below the paths once, judges them, and writes one table: CSV with the
names of the columns in the first line, or with `--format jsonl` an object per row, each on a line of its own.

| table | rows |
|---|---|
";

const USE: &str = "
* A field without a value is empty in CSV and `null` in JSON. Truths are `true` and `false`, times are in seconds, and
  dates are in ISO 8601 as far as they are known: `2024-03-05T10:00:00`, `2024-03-05`, `2024-03`.
* `games`, `moves` and `duplicates` come in the order of the inputs, the others with the most games first, then by name.
  The output is the same however many threads are at work. Rates come with the counts that they are made of
  and with the ends of their 95 % interval (Wilson 1927): where `0.2366` and `0.7634` stand on both sides of a rate of
  `0.5`, ten games were not enough to tell anything.
* A rate of wins is that among decided games: draws and games without a result are counted beside it, and are not in it.
  Who won is what the rules say (`verdict`), not what the record says (`stated`).
* The time of a side is known where every one of its moves has one. Black and White count apart in `timed`.
* `--columns path,plies,rules` chooses columns, `all` stands for all of a table, `usual` for those that it has otherwise.
  Those below that are marked with + are only written when they are asked for. `--columns help` lists them.
* `--sort -plies,path` sorts, here the longest first; what is empty comes last. `--limit 20` ends behind 20 rows.
";

const FILTER: &str = r#"
## Which games

`--where` takes those games alone for which an expression on the columns of the table `games` holds, whatever table is
asked for:

```
kifu stats --where 'plies > 100 and black ~ "sato"' games/
kifu stats --table openings --where 'date >= 2020 and handicap = "平手"' games/
kifu stats --where 'rules ~ nifu or (end = timeout and not white is empty)' games/
```

"#;

/// The manual.
pub fn manual() -> String {
    let mut out = String::from(INTRODUCTION);
    for Table { name, about, .. } in &TABLES {
        let _ = writeln!(
            out,
            "| [`{name}`](#{name}) | {} ({}) |",
            about.english, about.japanese
        );
    }
    out.push_str(USE);
    out.push_str(FILTER);
    let _ = writeln!(out, "```text\n{}\n```", GUIDE.english);
    for table in &TABLES {
        let _ = write!(out, "\n## `{}`\n\n", table.name);
        out.push_str("| column | what it says | |\n|---|---|---|\n");
        for (at, Heading { name, about, .. }) in table.headings().into_iter().enumerate() {
            let mark = if at < table.usual { "" } else { " +" };
            let _ = writeln!(out, "| `{name}`{mark} | {} | {} |", about.english, about.japanese);
        }
    }
    out
}
