//! The pages of the kinds of causes: a text table, JSON, and Markdown for `kifu rules --causes KIND`.

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::put;
use crate::finding::{CauseKind, Language, both};

/// Returns a line per kind with aligned columns: the name, the title in `language`, and the title in the other of the two languages.
pub(crate) fn list(language: Language) -> String {
    let rows = CauseKind::ALL.map(|kind| {
        let title = kind.page().title;
        let titles = language.either([title.english, title.japanese], [title.japanese, title.english]);
        (kind.name(), titles)
    });
    let names = rows.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    let titles = rows
        .iter()
        .map(|(_, [title, _])| title.width())
        .max()
        .unwrap_or(0);
    let mut out = String::new();
    for (name, [title, other_title]) in rows {
        // Widths are terminal columns, of which a Japanese character takes two.
        let blanks = titles - title.width();
        put!(out, "{name:names$}  {title}{:blanks$}  {other_title}\n", "");
    }
    out
}

/// Returns the page of a kind in Markdown.
pub(crate) fn page(kind: CauseKind, language: Language) -> String {
    let page = kind.page();
    let title = page.title;
    let mut out = String::new();
    put!(out, "# {}\n\n", kind.name());
    match language {
        Language::English => put!(
            out,
            "{}: {}. See docs/fixing.md.\n",
            title.japanese,
            title.english
        ),
        Language::Japanese => put!(
            out,
            "{}（{}）。docs/fixing.ja.mdを参照。\n",
            title.japanese,
            title.english
        ),
    }
    let sections = [
        (both("Why", "理由"), page.why),
        (both("What to do", "対処"), page.remedy),
    ];
    for (heading, words) in sections {
        let [heading, words] = [*heading.in_language(language), *words.in_language(language)];
        put!(out, "\n## {heading}\n\n{words}\n");
    }
    if let (Some(from), Some(to)) = (page.from, page.to) {
        let heading = language.either("Example", "例");
        let after = language.either("After the fix:", "修正後:");
        put!(
            out,
            "\n## {heading}\n\n```text\n{from}\n```\n\n{after}\n\n```text\n{to}\n```\n"
        );
    }
    out
}

/// The JSON object of a kind.
#[derive(Serialize)]
struct KindObject {
    name: &'static str,
    english: &'static str,
    japanese: &'static str,
    why: &'static str,
    remedy: &'static str,
}

/// Returns kinds as JSON: an array with an object per kind. The title is in both languages, and all other texts are in `language`.
pub(crate) fn json(kinds: &[CauseKind], language: Language) -> Vec<u8> {
    let object = |kind: &CauseKind| {
        let page = kind.page();
        KindObject {
            name: kind.name(),
            english: page.title.english,
            japanese: page.title.japanese,
            why: page.why.in_language(language),
            remedy: page.remedy.in_language(language),
        }
    };
    let objects: Vec<_> = kinds.iter().map(object).collect();
    // Writing to memory cannot fail, nor can the serialization of texts.
    let mut out = serde_json::to_vec_pretty(&objects).unwrap_or_default();
    out.push(b'\n');
    out
}
