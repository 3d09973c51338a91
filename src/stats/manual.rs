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
* All moves of the main line count, those that stand after an end of the game too; `ply` counts that end there, as it does in
  findings. What could not be read as a record at all has a row in `games` with the format `unknown`.
* The time of a side is known where every one of its moves has one. Black and White count apart in `timed`. Times that are
  all zero, that of the end too, are no times: their cells are empty, and `times-all-zero` notes it. Where anybody has
  used time, the zeros beside it are times.
* `--columns path,plies,rules` chooses columns, `all` stands for all of a table, `usual` for those that it has otherwise.
  Those below that are marked with + are only written when they are asked for. `--columns help` lists them.
* `--sort -plies,path` sorts, here the longest first; what is empty comes last. `--limit 20` ends after 20 rows.
";

const NAMES: &str = "
## Who is who

`players` has a row for every player, and `black_player` and `white_player` are the names to group by. These are one
player:

| written | is |
|---|---|
| `山﨑 太郎`, `山崎太郎`, `Ｙａｍａ`, `yama` | blanks, widths, capitals and a few variants of characters make no difference |
| `甲四段`, `甲 アマ六段`, `甲 1級`, `甲 4 dan` | a rank after the name |
| `四段 甲`, `4 dan 甲`, `名人 甲` | a rank or a title in front of it, with a blank between them |
| `甲竜王・名人`, `甲十四世名人`, `甲三冠` | titles after it |
| `甲 R1500`, `甲(1500)` | a rating: three or four digits, with an R or in brackets |
| `甲 [4D]`, `[4D] 甲`, `甲(四段 1850)` | brackets with ranks, titles and ratings alone |
| `甲さん`, `甲氏`, `甲君`, `甲先生`, `甲アマ` | how one speaks to a player |

Where it is not certain that one person is meant, there are two rows: `甲(東京)` and `甲(大阪)` stay apart, also from `甲`,
while `甲三段(東京)` and `甲(東京・四段)` are `甲(東京)`. Of `player(2)` and `user15級` all letters count. Who is called by a
rank alone is called so. A side without a name is no player and has no row.
";

const FILTER: &str = r#"
## Which games

`--where` takes those games alone for which an expression on the columns of the table `games` holds, whatever table is
asked for:

```
kifu stats --where 'plies > 100 and black ~ "sato"' games/
kifu stats --table openings --where 'date >= 2020 and handicap = "平手"' games/
kifu stats --where 'rules ~ nifu or (end = timeout and not white is empty)' games/
kifu stats --where 'verdict != stated' games/
kifu stats --where 'verdict = black and black ~ "^(山田|佐藤)"' games/
```

"#;

const SAME: &str = "
## The same game

`game_id` is made of the start position and the moves of the main line, and of nothing else. Anybody can work it out: it is
the first 32 hexadecimal digits of the SHA-256 of `position sfen START moves` with a blank and a move in USI for every ply
after it. `START` is the board, the side to move and the hands in SFEN, without a counter. A move that cannot be made on the
board stands between `<` and `>`: in USI where it can be said so, `<0000>` for a pass, otherwise as written.

```
$ printf 'position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - moves 7g7f 3c3d' |
    sha256sum | cut -c 1-32
c78df744ddcc12ba5d74e9d3cd0a6928
```

`--table duplicates` lists the records of games that stand in several records, group by group. The first in the order of the
inputs is what the others are compared with.

| relation | the record |
|---|---|
| `first` | the first of its group |
| `same` | the same moves, and no other end or winner is stated |
| `other-end` | the same moves, another end or winner |
| `prefix` | breaks off earlier |
| `longer` | goes on |
| `other-last-moves` | the last few moves differ |

Records with the same moves are duplicates however short they are; those without moves are not compared. Beyond that, one
game must be the beginning of the other and have 40 plies, or both begin with the same 40 plies or more, and these are nine
tenths of the longer one. What several different games begin with is an opening and no copy of any of them. So
`--where 'plies > 40'` leaves out what short games have in common by chance. Memory is bounded whatever the number of records:
they are sorted by their moves in temporary files.
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
    out.push_str(NAMES);
    out.push_str(FILTER);
    let _ = writeln!(out, "```text\n{}\n```", GUIDE.english);
    out.push_str(SAME);
    for table in TABLES {
        let _ = write!(out, "\n## `{}`\n\n", table.name);
        out.push_str("| column | what it says | |\n|---|---|---|\n");
        for (at, Heading { name, about, .. }) in table.headings().into_iter().enumerate() {
            let mark = if at < table.usual { "" } else { " +" };
            let _ = writeln!(out, "| `{name}`{mark} | {} | {} |", about.english, about.japanese);
        }
    }
    out
}
