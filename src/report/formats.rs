//! The pages of the formats in Markdown, for `kifu formats NAME` and `docs/formats.md`, and the list of formats.

use unicode_width::UnicodeWidthStr;

use super::page::code_block;
use super::put;
use crate::finding::{Language, Words, both};
use crate::notation::{Accepted, FormatPage, Join, Newline, Notation, Target};

/// Returns the list of formats: the name, the extensions, the encodings and the output targets of each, and the data
/// that the first target can and cannot hold.
pub(crate) fn list<'n>(notations: impl Iterator<Item = &'n Notation>, language: Language) -> String {
    let mut out = String::new();
    for notation in notations {
        let title = notation.title.in_language(language);
        put!(out, "{}  {title}\n", notation.format.name());
        for (label, words) in properties(notation, language) {
            let space = " ".repeat(usize::saturating_sub(12, label.width()));
            put!(out, "  {label}{space}{words}\n");
        }
    }
    out
}

/// Returns the page of a format in `language`. The title begins with the Markdown mark `heading`, such as `#`.
pub(crate) fn page(notation: &Notation, heading: &str, language: Language) -> String {
    Pages { language }.page(notation, heading)
}

/// Returns the properties of a format, as pairs of label and text: extensions, encodings, the data that the first
/// target can and cannot hold, and a pair for each target.
fn properties(notation: &Notation, language: Language) -> Vec<(&'static str, String)> {
    let extensions: Vec<_> = notation
        .extensions
        .iter()
        .map(|extension| format!(".{extension}"))
        .collect();
    let encodings = *notation.encodings.in_language(language);
    let mut properties = vec![
        (language.either("extensions", "拡張子"), extensions.join(" ")),
        (language.either("encodings", "文字コード"), encodings.to_owned()),
    ];
    if let Some(target) = notation.targets.first() {
        let (held, missing) = target.holds.in_words(language);
        let (can_hold, cannot_hold) = language.either(("can hold", "cannot hold"), ("書ける", "書けない"));
        let contents = [(can_hold, held), (cannot_hold, missing)].into_iter();
        properties.extend(contents.filter(|(_, words)| !words.is_empty()));
    }
    let label = language.either("written as", "書き出し");
    properties.extend(
        notation
            .targets
            .iter()
            .map(|target| (label, describe_target(target, language))),
    );
    properties
}

/// Returns the description of an output target: `kif: KIF (Windows) (.kif, Shift_JIS, CRLF, …)`. The last part is the
/// possible number of records per file. For a binary target, only the extension and “binary” are in brackets.
fn describe_target(target: &Target, language: Language) -> String {
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
    fn localize(self, words: Words) -> &'static str {
        words.in_language(self.language)
    }

    /// Returns the page of a format. Its title begins with the Markdown mark `heading`, such as `#` or `##`.
    fn page(self, notation: &Notation, heading: &str) -> String {
        let page = notation.page();
        let mut out = format!(
            "{heading} {}\n\n{}\n\n- {}: {}\n",
            notation.format.name(),
            self.localize(page.summary),
            self.localize(both("name", "名称")),
            self.localize(notation.title)
        );
        for (label, words) in properties(notation, self.language) {
            put!(out, "- {label}: {words}\n");
        }
        self.section(both("Source", "出典"), heading, &mut out);
        put!(out, "{}\n", self.localize(page.source));
        self.accepted_variants(page, heading, &mut out);
        self.section(both("Example", "例"), heading, &mut out);
        let name = notation.targets.first().map(|target| target.name);
        match (name, self.language) {
            (Some(name), Language::English) => put!(out, "A record written as `{name}`:\n\n"),
            (Some(name), Language::Japanese) => put!(out, "`{name}` で書き出したもの:\n\n"),
            (None, _) => {}
        }
        out.push_str(&code_block(page.example.lines().map(str::to_owned)));
        self.section(both("Written form", "書き出しの形"), heading, &mut out);
        for &sentence in &page.writes {
            put!(out, "- {}\n", self.localize(sentence));
        }
        self.dialects(page, heading, &mut out);
        out
    }

    /// Writes the section about deviations from the definition.
    fn accepted_variants(self, page: &FormatPage, heading: &str, out: &mut String) {
        self.section(both("Accepted variants", "読み取れる書き方の違い"), heading, out);
        let introduction = both(
            "`kifu` also reads these deviations from the definition. An arrow leads from an example to its form after conversion to the same format. `⏎` is a line end.",
            "定義から外れた次の書き方も読む。例と、同じ形式に書き直したときの形を矢印で示す。`⏎` は改行を表す。",
        );
        put!(out, "{}\n\n", self.localize(introduction));
        for accepted in &page.accepts {
            out.push_str(&self.variant_item(accepted));
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }

    /// Writes the section about the differences between programs.
    fn dialects(self, page: &FormatPage, heading: &str, out: &mut String) {
        self.section(
            both("Differences between programs", "ソフトごとの書き方"),
            heading,
            out,
        );
        let head = both(
            "| program | recognised by | difference |",
            "| ソフト | 見分け方 | 特徴 |",
        );
        put!(out, "{}\n|---|---|---|\n", self.localize(head));
        for dialect in &page.dialects {
            let cells = [dialect.program, dialect.marks, dialect.quirk].map(|cell| self.localize(cell));
            put!(out, "| {} |\n", cells.join(" | "));
        }
    }

    /// Writes the heading of a section, which is one level below `heading`, the mark of the title of the page.
    fn section(self, title: Words, heading: &str, out: &mut String) {
        put!(out, "\n{heading}# {}\n\n", self.localize(title));
    }

    /// Returns the list item of an accepted variant: its description, an example, and the example as `kifu` writes it.
    ///
    /// An example of more than 6 lines is a code block below the item. A shorter example is inline.
    fn variant_item(self, accepted: &Accepted) -> String {
        let Accepted { what, text, written } = accepted;
        let what = self.localize(*what);
        let arrow = written.map_or_else(String::new, |written| format!(" → {}", inline_code(written)));
        if text.lines().count() > 6 {
            let text = code_block(text.lines().map(|line| format!("  {line}")));
            return format!("- {what}{arrow}\n\n{text}\n");
        }
        format!("- {what}: {}{arrow}\n", inline_code(text))
    }
}

/// Returns a text as inline code on one line.
fn inline_code(text: &str) -> String {
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
    fn a_page_of_a_format_has_all_sections() {
        for notation in NOTATIONS {
            let page = page(notation, "#", Language::English);
            assert!(
                page.starts_with(&format!("# {}\n\n", notation.format.name())),
                "{page}"
            );
            for section in [
                "Source",
                "Accepted variants",
                "Example",
                "Written form",
                "Differences between programs",
            ] {
                assert!(page.contains(&format!("\n## {section}\n")), "{section}: {page}");
            }
            let cells = page.lines().filter(|line| line.starts_with("| "));
            assert!(
                cells.clone().all(|line| line.matches('|').count() == 4),
                "a stroke in a cell: {page}"
            );
        }
    }
}
