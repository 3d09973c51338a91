//! The pages of the formats in Markdown, for `kifu formats NAME` and `docs/formats.md`, and the list of formats.

use unicode_width::UnicodeWidthStr;

use super::page::code_block;
use super::put;
use crate::finding::{Language, Words, both};
use crate::notation::{Accepted, Join, Newline, Notation, Target};

/// Returns the list of formats: names, extensions, encodings, output targets, and the data that each can hold.
pub(crate) fn list<'n>(notations: impl Iterator<Item = &'n Notation>, language: Language) -> String {
    let mut out = String::new();
    for notation in notations {
        let title = notation.title.in_language(language);
        put!(out, "{}  {title}\n", notation.format.name());
        for (what, words) in facts(notation, language) {
            let space = " ".repeat(usize::saturating_sub(12, what.width()));
            put!(out, "  {what}{space}{words}\n");
        }
    }
    out
}

/// Returns the page of a format as a separate document.
pub(crate) fn page(notation: &Notation, heading: &str, language: Language) -> String {
    Pages { language }.page(notation, heading)
}

/// Returns the properties of a format, as pairs of label and text.
fn facts(notation: &Notation, language: Language) -> Vec<(&'static str, String)> {
    let extensions: Vec<_> = notation
        .extensions
        .iter()
        .map(|extension| format!(".{extension}"))
        .collect();
    let encodings = *notation.encodings.in_language(language);
    let mut facts = vec![
        (language.either("extensions", "拡張子"), extensions.join(" ")),
        (language.either("encodings", "文字コード"), encodings.to_owned()),
    ];
    if let Some(target) = notation.targets.first() {
        let (held, missing) = target.holds.in_words(language);
        let (holds, not) = language.either(("can hold", "cannot hold"), ("書ける", "書けない"));
        let abilities = [(holds, held), (not, missing)].into_iter();
        facts.extend(abilities.filter(|(_, words)| !words.is_empty()));
    }
    let written = language.either("written as", "書き出し");
    facts.extend(
        notation
            .targets
            .iter()
            .map(|target| (written, written_as(target, language))),
    );
    facts
}

/// Describes an output target: `kif: KIF for Windows (.kif, Shift_JIS, CRLF)`.
fn written_as(target: &Target, language: Language) -> String {
    let about = target.about.in_language(language);
    let newline = match target.newline {
        Newline::Lf => "LF",
        Newline::CrLf => "CRLF",
    };
    let join = match target.join {
        Join::Never => language.either("one record per file", "一ファイルに一局"),
        Join::Items => {
            return match language {
                Language::English => format!("{}: {about} (.{}, binary)", target.name, target.extension),
                Language::Japanese => format!("{}: {about}（.{}、バイナリ）", target.name, target.extension),
            };
        }
        Join::Lines if target.training => language.either("one move per line", "一行に一手"),
        Join::Lines => language.either("one record per line", "一行に一局"),
        Join::Between(_) => language.either(
            "several records per file with `--join`",
            "`--join` で一ファイルに複数局",
        ),
    };
    let Target {
        name,
        extension,
        encoding,
        ..
    } = target;
    let encoding = encoding.name();
    match language {
        Language::English => format!("{name}: {about} (.{extension}, {encoding}, {newline}, {join})"),
        Language::Japanese => format!("{name}: {about}（.{extension}、{encoding}、{newline}、{join}）"),
    }
}

/// A writer of the pages in one language.
#[derive(Clone, Copy)]
struct Pages {
    language: Language,
}

impl Pages {
    fn add(self, words: Words) -> &'static str {
        words.in_language(self.language)
    }

    /// Returns a page whose title begins with the Markdown mark `heading`.
    fn page(self, notation: &Notation, heading: &str) -> String {
        let page = &notation.page;
        let mut out = format!(
            "{heading} {}\n\n{}\n\n- {}: {}\n",
            notation.format.name(),
            self.add(page.summary),
            self.add(both("name", "名称")),
            self.add(notation.title)
        );
        for (what, words) in facts(notation, self.language) {
            put!(out, "- {what}: {words}\n");
        }
        self.part(both("Source", "出典"), heading, &mut out);
        put!(out, "{}\n", self.add(page.source));
        self.part(
            both("Accepted variants", "読み取れる書き方の違い"),
            heading,
            &mut out,
        );
        let also = both(
            "`kifu` also reads these deviations from the definition. An arrow leads from an example to its form after conversion to the same format. `⏎` is a line end.",
            "定義から外れた次の書き方も読む。例と、同じ形式に書き直したときの形を矢印で示す。`⏎` は改行を表す。",
        );
        put!(out, "{}\n\n", self.add(also));
        for accepted in &page.accepts {
            out.push_str(&self.also_read(accepted));
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        let name = notation.targets.first().map_or("", |target| target.name);
        self.part(both("Example", "例"), heading, &mut out);
        match self.language {
            Language::English => put!(out, "A record written as `{name}`:\n\n"),
            Language::Japanese => put!(out, "`{name}` で書き出したもの:\n\n"),
        }
        out.push_str(&code_block(page.example.lines().map(str::to_owned)));
        self.part(both("Written form", "書き出しの形"), heading, &mut out);
        for &sentence in &page.writes {
            put!(out, "- {}\n", self.add(sentence));
        }
        self.part(
            both("Differences between programs", "ソフトごとの書き方"),
            heading,
            &mut out,
        );
        let head = both(
            "| program | recognised by | difference |",
            "| ソフト | 見分け方 | 特徴 |",
        );
        put!(out, "{}\n|---|---|---|\n", self.add(head));
        for dialect in &page.dialects {
            let cells = [dialect.program, dialect.marks, dialect.quirk].map(|cell| self.add(cell));
            put!(out, "| {} |\n", cells.join(" | "));
        }
        out
    }

    /// Writes the heading of a part of a page.
    fn part(self, title: Words, heading: &str, out: &mut String) {
        put!(out, "\n{heading}# {}\n\n", self.add(title));
    }

    /// Returns an item of a list. A text of more than 6 lines is a block below, a shorter one is inline.
    fn also_read(self, accepted: &Accepted) -> String {
        let Accepted { what, text, written } = accepted;
        let (what, written) = (self.add(*what), code(written));
        if text.lines().count() > 6 {
            let text = code_block(text.lines().map(|line| format!("  {line}")));
            return format!("- {what} → {written}\n\n{text}\n");
        }
        format!("- {what}: {} → {written}\n", code(text))
    }
}

/// Returns a text as inline code on one line.
fn code(text: &str) -> String {
    let lines: Vec<_> = text.trim_matches('\n').lines().map(str::trim_end).collect();
    format!("`{}`", lines.join(" ⏎ ").trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{NOTATIONS, targets};

    #[test]
    fn the_list_has_every_target() {
        let list = list(NOTATIONS.iter().copied(), Language::English);
        for target in targets() {
            let line = format!(
                "\n  written as  {}: {} (.{}, ",
                target.name, target.about.english, target.extension
            );
            assert!(list.contains(&line), "{line}");
        }
    }

    #[test]
    fn a_page_has_all_its_parts() {
        for notation in NOTATIONS {
            let page = page(notation, "#", Language::English);
            assert!(
                page.starts_with(&format!("# {}\n\n", notation.format.name())),
                "{page}"
            );
            for part in [
                "Source",
                "Accepted variants",
                "Example",
                "Written form",
                "Differences between programs",
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
}
