//! The pages of the notations, in Markdown: what `kifu formats NAME` prints and `docs/formats.md` holds; and the list.

use super::page::{block, put};
use crate::notation::{ABILITIES, Accepted, Degree, Join, Loss, Newline, Notation, Target};

const INTRODUCTION: &str = include_str!("formats.md");

/// The notations: their names, extensions and encodings, what they are written as, and what they can hold.
pub fn list<'n>(notations: impl Iterator<Item = &'n Notation>) -> String {
    let mut out = String::new();
    for notation in notations {
        put(
            &mut out,
            format_args!("{}  {}\n", notation.format.name(), notation.title),
        );
        for (what, words) in facts(notation) {
            put(&mut out, format_args!("  {what:<10}  {words}\n"));
        }
    }
    out
}

/// The page of a notation, as a text of its own.
pub fn page(notation: &Notation) -> String {
    rendered(notation, "#")
}

/// All pages in one text, behind what is common to all notations.
pub fn manual<'n>(notations: impl Iterator<Item = &'n Notation> + Clone) -> String {
    let mut out = INTRODUCTION.to_owned();
    put(
        &mut out,
        format_args!("\n## What is lost\n\n{}", abilities(notations.clone())),
    );
    put(&mut out, format_args!("\n{}", losses()));
    for notation in notations {
        put(&mut out, format_args!("\n{}", rendered(notation, "##")));
    }
    out
}

/// What is known of a notation, in pairs.
fn facts(notation: &Notation) -> Vec<(&'static str, String)> {
    let extensions: Vec<_> = notation.extensions.iter().map(|it| format!(".{it}")).collect();
    let mut facts = vec![
        ("extensions", extensions.join(" ")),
        ("encodings", notation.encodings.to_owned()),
    ];
    if let Some(target) = notation.targets.first() {
        let (held, missing) = target.holds.in_words();
        facts.extend(
            [("holds", held), ("not", missing)]
                .into_iter()
                .filter(|(_, words)| !words.is_empty()),
        );
    }
    facts.extend(
        notation
            .targets
            .iter()
            .map(|target| ("written as", written_as(target))),
    );
    facts
}

/// `kif: KIF for Windows (.kif, Shift_JIS, CRLF)`.
fn written_as(target: &Target) -> String {
    let newline = match target.newline {
        Newline::Lf => "LF",
        Newline::CrLf => "CRLF",
    };
    let join = match target.join {
        Join::Never => "one record a file",
        Join::Lines => "a record a line",
        Join::Between(_) => "several records a file on demand",
    };
    let Target {
        name,
        about,
        extension,
        encoding,
        ..
    } = target;
    format!(
        "{name}: {about} (.{extension}, {}, {newline}, {join})",
        encoding.name()
    )
}

/// A page whose title has this mark of a heading.
fn rendered(notation: &Notation, heading: &str) -> String {
    let page = notation.page;
    let mut out = format!(
        "{heading} {}\n\n{}: {}\n\n",
        notation.format.name(),
        notation.title,
        page.summary
    );
    for (what, words) in facts(notation) {
        put(&mut out, format_args!("- {what}: {words}\n"));
    }
    put(&mut out, format_args!("\n{heading}# Source\n\n{}\n", page.source));
    put(
        &mut out,
        format_args!(
            "\n{heading}# Also read\n\nWhat is read beyond the definition, with an example and what becomes of it when it is written again:\n\n"
        ),
    );
    for accepted in page.accepts {
        out.push_str(&also_read(accepted));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    let name = notation.targets.first().map_or("", |target| target.name);
    put(
        &mut out,
        format_args!("\n{heading}# Example\n\nAs `{name}` is written:\n\n"),
    );
    out.push_str(&block(page.example.lines().map(str::to_owned)));
    put(&mut out, format_args!("\n{heading}# Always written\n\n"));
    for sentence in page.writes {
        put(&mut out, format_args!("- {sentence}\n"));
    }
    put(
        &mut out,
        format_args!("\n{heading}# Who writes what\n\n| program | marks | quirk |\n|---|---|---|\n"),
    );
    for dialect in page.dialects {
        put(
            &mut out,
            format_args!(
                "| {} | {} | {} |\n",
                dialect.program, dialect.marks, dialect.quirk
            ),
        );
    }
    out
}

/// A point of a list, with a short text on one line and a longer one below.
fn also_read(accepted: &Accepted) -> String {
    let Accepted { what, text, written } = accepted;
    let written = code(written);
    if text.lines().count() > 6 {
        let text = block(text.lines().map(|line| format!("  {line}")));
        return format!("- {what} → {written}\n\n{text}\n");
    }
    format!("- {what}: {} → {written}\n", code(text))
}

/// A text as code on one line.
fn code(text: &str) -> String {
    let lines: Vec<_> = text.trim_matches('\n').lines().map(str::trim_end).collect();
    format!("`{}`", lines.join(" ⏎ ").trim())
}

/// What every target can hold, in a table.
fn abilities<'n>(notations: impl Iterator<Item = &'n Notation>) -> String {
    let targets = columns(notations);
    let mut out =
        "What stands in a row is counted under the name of its loss where a target cannot hold it.\n\n"
            .to_owned();
    out.push_str("| | loss |");
    for (names, _) in &targets {
        put(&mut out, format_args!(" {} |", names.join(", ")));
    }
    put(
        &mut out,
        format_args!("\n|---|---|{}\n", "---|".repeat(targets.len())),
    );
    for (row, ability) in ABILITIES.iter().enumerate() {
        put(
            &mut out,
            format_args!("| {} | `{}` |", ability.what, ability.loss.name()),
        );
        for (_, degrees) in &targets {
            let cell = match &degrees[row] {
                Degree::No => "–",
                Degree::Yes => "yes",
                Degree::Partly(how) => how,
            };
            put(&mut out, format_args!(" {cell} |"));
        }
        out.push('\n');
    }
    out
}

/// The targets with how far each has every ability; those of a notation that differ in nothing share a column.
fn columns<'n>(notations: impl Iterator<Item = &'n Notation>) -> Vec<(Vec<&'static str>, Vec<Degree>)> {
    let mut columns: Vec<(Vec<&'static str>, Vec<Degree>)> = Vec::new();
    for notation in notations {
        let first = columns.len();
        for target in notation.targets {
            let degrees: Vec<_> = ABILITIES.iter().map(|it| it.degree(&target.holds)).collect();
            match columns[first..].iter_mut().find(|(_, known)| *known == degrees) {
                Some((names, _)) => names.push(target.name),
                None => columns.push((vec![target.name], degrees)),
            }
        }
    }
    columns
}

/// Every kind of loss.
fn losses() -> String {
    let mut out =
        "All kinds of loss, as `--loss-format jsonl` names them:\n\n| loss | what is counted |\n|---|---|\n"
            .to_owned();
    for loss in Loss::all() {
        put(
            &mut out,
            format_args!("| `{}` | {} |\n", loss.name(), loss.words().english),
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{NOTATIONS, targets};

    #[test]
    fn the_list_has_every_target() {
        let list = list(NOTATIONS.iter().copied());
        for target in targets() {
            let line = format!(
                "\n  written as  {}: {} (.{}, ",
                target.name, target.about, target.extension
            );
            assert!(list.contains(&line), "{line}");
        }
    }

    #[test]
    fn a_page_has_all_its_parts() {
        for notation in NOTATIONS {
            let page = page(notation);
            assert!(
                page.starts_with(&format!("# {}\n\n", notation.format.name())),
                "{page}"
            );
            for part in [
                "Source",
                "Also read",
                "Example",
                "Always written",
                "Who writes what",
            ] {
                assert!(page.contains(&format!("\n## {part}\n")), "{part}: {page}");
            }
            let cells = page.lines().filter(|line| line.starts_with("| "));
            assert!(
                cells.clone().all(|line| line.matches('|').count() == 4),
                "a stroke in a cell: {page}"
            );
        }
    }

    #[test]
    fn targets_that_differ_stand_apart() {
        let columns = columns(NOTATIONS.iter().copied());
        let names: Vec<_> = columns.iter().map(|(names, _)| names.join(" ")).collect();
        assert!(
            names.contains(&"kif kifu".to_owned()) && names.contains(&"csa3".to_owned()),
            "{names:?}"
        );
    }
}
