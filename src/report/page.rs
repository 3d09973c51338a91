//! The pages of the rules, in Markdown: what `kifu rules NAME` prints and `docs/rules.md` holds.

use std::fmt::Write;

use super::diagram::diagram;
use super::printable::printable;
use crate::finding::{Example, Language, Rule};
use crate::shogi::Position;

/// What the numbers of the sources mean.
const SOURCES: &str = "S0 is an encyclopedia's article on the rules of shogi (쇼기/규칙), S3 the leaflet of a \
                       boxed shogi set; the numbers behind them are lines.";

/// The page of a rule, as a text of its own.
pub fn page(rule: &Rule) -> String {
    let mut out = rendered(rule, "#");
    if rule.page.source.contains("S0:") || rule.page.source.contains("S3:") {
        put(&mut out, format_args!("\n({SOURCES})\n"));
    }
    out
}

/// All rules in one text: a table, then every page.
pub fn manual<'r>(rules: impl Iterator<Item = &'r Rule> + Clone) -> String {
    let mut out = "# The rules\n\nWhat `kifu validate` can say about a record. `kifu rules NAME` prints the page of one rule.\n\n"
        .to_owned();
    put(&mut out, format_args!("Sources: {SOURCES}\n\n"));
    out.push_str("| rule | class | severity | fault | 日本語 |\n|---|---|---|---|---|\n");
    for rule in rules.clone() {
        let Rule {
            name,
            class,
            english,
            japanese,
            ..
        } = rule;
        let severity = class.severity().name();
        put(
            &mut out,
            format_args!(
                "| [`{name}`](#{name}) | {} | {severity} | {english} | {japanese} |\n",
                class.name()
            ),
        );
    }
    for rule in rules {
        out.push('\n');
        out.push_str(&rendered(rule, "##"));
    }
    out
}

/// A page whose title has this mark of a heading.
fn rendered(rule: &Rule, heading: &str) -> String {
    let Rule {
        name,
        class,
        english,
        japanese,
        page,
    } = rule;
    let mut out = String::new();
    put(&mut out, format_args!("{heading} {name}\n\n"));
    put(
        &mut out,
        format_args!(
            "{japanese}: {english}. Class: {}; severity: {}.\n",
            class.name(),
            class.severity().name()
        ),
    );
    let parts = [
        ("What is reported", page.what),
        ("Why", page.why),
        ("What to do", page.remedy),
    ];
    for (title, words) in parts {
        put(
            &mut out,
            format_args!("\n{heading}# {title}\n\n{}\n", words.english),
        );
    }
    for (title, example) in [("Reported", &page.bad), ("Not reported", &page.good)] {
        put(
            &mut out,
            format_args!("\n{heading}# {title}\n\n{}", drawn(example)),
        );
    }
    put(&mut out, format_args!("\n{heading}# Source\n\n{}\n", page.source));
    out
}

fn drawn(example: &Example) -> String {
    match *example {
        Example::Moves { start, moves, note } => {
            let position = if start == "startpos" {
                Ok(Position::startpos())
            } else {
                Position::from_sfen(start)
            };
            // A start that cannot be drawn is still shown as it is written.
            let board = position.map_or_else(
                |_| format!("{start}\n"),
                |it| diagram(&it, &[], Language::English),
            );
            format!(
                "`{moves}`: {}.\n\n{}",
                note.english,
                block(board.lines().map(str::to_owned))
            )
        }
        Example::Record { text: "", note } => format!("{}.\n", capital(note.english)),
        Example::Record { text, note } => {
            format!(
                "{}.\n\n{}",
                capital(note.english),
                block(text.lines().map(|line| printable(line).into_owned()))
            )
        }
        Example::Under { rules, text, note } => {
            format!(
                "Under `{rules}`: {}.\n\n{}",
                note.english,
                block(text.lines().map(|line| printable(line).into_owned()))
            )
        }
        Example::File { name, text, note } => {
            format!(
                "`{name}`: {}.\n\n{}",
                note.english,
                block(text.lines().map(|line| printable(line).into_owned()))
            )
        }
        Example::Bytes { bytes, note } => {
            let lines = bytes
                .split(|&byte| byte == b'\n')
                .map(|line| line.escape_ascii().to_string());
            format!("{}.\n\n{}", capital(note.english), block(lines))
        }
    }
}

/// Indented by four columns: Markdown shows it as it is, and so does a terminal.
pub(super) fn block(lines: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for line in lines {
        put(&mut out, format_args!("{}\n", format!("    {line}").trim_end()));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn capital(words: &str) -> String {
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

/// Writing into a string cannot fail.
pub(super) fn put(out: &mut String, words: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(words);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::rules;

    #[test]
    fn a_page_has_all_its_parts() {
        let page = page(&rules::damaged_bytes::RULE);
        assert!(page.starts_with(
            "# damaged-bytes\n\n壊れた文字: damaged bytes. Class: record error; severity: error.\n"
        ));
        for part in [
            "\n## What is reported\n",
            "\n## Why\n",
            "\n## What to do\n",
            "\n## Source\n",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(page.contains("    N+\\x8d\n"), "{page}");
    }

    #[test]
    fn moves_are_shown_with_the_board_they_start_from() {
        let example = Example::Moves {
            start: "startpos",
            moves: "7g7f",
            note: crate::finding::both("an opening", ""),
        };
        let drawn = drawn(&example);
        assert!(
            drawn.starts_with("`7g7f`: an opening.\n\n    White holds nothing\n"),
            "{drawn}"
        );
        assert!(drawn.ends_with(
            "|i\n    +---------------------------+\n    Black holds nothing\n    Black to move\n"
        ));
    }

    #[test]
    fn the_manual_leads_from_the_table_to_the_pages() {
        let manual = manual(rules::ALL.iter().copied());
        for rule in rules::ALL {
            assert!(manual.contains(&format!("](#{})", rule.name)));
            assert!(manual.contains(&format!("\n## {}\n", rule.name)));
        }
    }
}
