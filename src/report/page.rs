//! The pages of the rules in Markdown, for `kifu rules NAME` and `docs/rules.md`.

use super::diagram::diagram;
use super::{catalogue, put};
use crate::check::{Checker, Settings};
use crate::finding::{Example, Language, Rule, Words, both};
use crate::fix::safe_fix;
use crate::shogi::Position;
use crate::text::printable;

/// An explanation of the titles that are cited as sources of rules.
pub(crate) const SOURCES: Words = both(
    "The JSA rules of play are those of the Japan Shogi Association (対局規定; since 2024, 対局規則). “쇼기/규칙” is an \
     encyclopedia's article on the rules of shogi, “将棋” the leaflet of a boxed shogi set; \
     [docs/sources.md](sources.md) summarises them.",
    "「対局規定」は日本将棋連盟の対局規定（2024年からは対局規則）。「将棋の規則」は百科事典の項目、説明書は市販の将棋セットのもの。\
     百科事典と説明書の記述は[docs/sources.md](sources.md)（英語）にある。",
);

/// The link in [`SOURCES`].
const SOURCES_LINK: &str = "[docs/sources.md](sources.md)";

/// The text that replaces [`SOURCES_LINK`] in the page of a single rule, which is printed on a terminal.
const SOURCES_PATH: &str = "docs/sources.md";

/// Returns the page of a rule as a separate document. If the source of the rule contains a title in quotes, an
/// explanation of the titles follows.
pub(crate) fn page(rule: &Rule, language: Language) -> String {
    let mut out = page_at_level(rule, "#", language);
    if rule.page().source.english.contains('“') {
        let sources = SOURCES.in_language(language).replace(SOURCES_LINK, SOURCES_PATH);
        put!(out, "\n({sources})\n");
    }
    out
}

/// Returns the page of a rule in `language`. The title begins with the Markdown mark `heading`, such as `#`.
pub(crate) fn page_at_level(rule: &Rule, heading: &str, language: Language) -> String {
    let [name, group, class, severity, fixes, title, other_title] = catalogue::row(rule, language);
    let page = rule.page();
    let mut out = String::new();
    put!(out, "{heading} {name}\n\n");
    match language {
        Language::English => put!(
            out,
            "{other_title}: {title}. Group: `{group}`; class: {class}; severity: {severity}"
        ),
        Language::Japanese => put!(
            out,
            "{title}（{other_title}）。グループ: `{group}`、分類: {class}、重大度: {severity}"
        ),
    }
    if !fixes.is_empty() {
        put!(out, "{}{fixes}", language.either("; fix: ", "、修正: "));
    }
    out.push_str(language.either(".\n", "。\n"));
    let mut section = |section_title: Words, words: &str| {
        let section_title = section_title.in_language(language);
        put!(out, "\n{heading}# {section_title}\n\n{}\n", words.trim_end());
    };
    section(both("Condition", "報告の条件"), page.what.in_language(language));
    section(both("Why", "理由"), page.why.in_language(language));
    section(both("What to do", "対処"), page.remedy.in_language(language));
    if let Some(fix) = fix_section(rule, language) {
        section(both("Fix", "修正"), &fix);
    }
    section(
        both("Reported", "報告される例"),
        &example_section(&page.bad, language),
    );
    section(
        both("Not reported", "報告されない例"),
        &example_section(&page.good, language),
    );
    section(both("Source", "出典"), page.source.in_language(language));
    out
}

/// Returns the section about the safe fix of a rule, if its findings can have one, with the result for an example.
fn fix_section(rule: &Rule, language: Language) -> Option<String> {
    let message = safe_fix(rule)?;
    let message = message.in_language(language);
    let mut parts = vec![match language {
        Language::English => format!("`kifu fix`: {message}."),
        Language::Japanese => format!("`kifu fix`: {message}。"),
    }];
    let page = rule.page();
    let example = page.fix.unwrap_or(page.bad);
    if page.fix.is_some() {
        parts.push(example_section(&example, language));
    }
    parts.push(language.either("The result:", "修正後:").to_owned());
    parts.push(code_block(lines(&fixed_example(&example)?).into_iter()));
    Some(
        parts
            .iter()
            .map(|part| part.trim_end())
            .collect::<Vec<_>>()
            .join("\n\n"),
    )
}

/// Returns the text of an example after its safe fixes.
fn fixed_example(example: &Example) -> Option<String> {
    let (Example::Record { text, .. } | Example::File { text, .. }) = example else {
        return None;
    };
    let checker = Checker::new(Settings {
        fixes: true,
        ..Settings::default()
    });
    let fixed = checker.check("example", text.as_bytes()).next()?.fix(false);
    String::from_utf8(fixed.bytes?).ok()
}

/// Returns an example: a paragraph, followed by a block of code unless its text is empty. The code is the board of a
/// position, or the text of a record or a file.
fn example_section(example: &Example, language: Language) -> String {
    let (caption, code_lines) = match *example {
        Example::Moves { start, moves, note } => {
            let position = if start == "startpos" {
                Ok(Position::startpos())
            } else {
                Position::from_sfen(start)
            };
            // A start position that cannot be parsed is shown as it is written.
            let board = position.map_or_else(
                |_| format!("{start}\n"),
                |position| diagram(&position, &[], language),
            );
            (captioned_code(moves, note, language), lines(&board))
        }
        Example::Record { text, note } => (note_sentence(note, language), lines(text)),
        Example::WithRules { rules, text, note } => (captioned_code(rules, note, language), lines(text)),
        Example::Files { files, note } => (note_sentence(note, language), lines(files)),
        Example::File { name, text, note } => (captioned_code(name, note, language), lines(text)),
        Example::Bytes { bytes, note } => {
            let lines = bytes
                .split(|&byte| byte == b'\n')
                .map(|line| line.escape_ascii().to_string());
            (note_sentence(note, language), lines.collect())
        }
    };
    if code_lines.is_empty() {
        return caption;
    }
    format!("{caption}\n\n{}", code_block(code_lines.into_iter()))
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| printable(line).into_owned()).collect()
}

/// Returns the paragraph of an example: a piece of code (moves, rules or a file name), and the note of the example.
fn captioned_code(code: &str, note: Words, language: Language) -> String {
    let stop = language.either(".", "。");
    format!("`{code}`: {}{stop}", note.in_language(language))
}

/// Returns a note with a full stop and, in English, a capital.
fn note_sentence(note: Words, language: Language) -> String {
    match language {
        Language::English => format!("{}.", capitalize(note.english)),
        Language::Japanese => format!("{}。", note.japanese),
    }
}

/// Returns lines indented by four columns: a code block in Markdown that is also readable on a terminal.
pub(super) fn code_block(lines: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for line in lines {
        put!(out, "{}\n", format!("    {line}").trim_end());
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn capitalize(words: &str) -> String {
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::rules::reading;
    use crate::system::ALL_RULES;

    #[test]
    fn a_page_of_a_rule_has_all_sections() {
        let page = page(&reading::DAMAGED_BYTES, Language::English);
        assert!(page.starts_with(
            "# damaged-bytes\n\n壊れた文字: damaged bytes. Group: `reading`; class: record error; severity: error.\n"
        ));
        for section in [
            "\n## Condition\n",
            "\n## Why\n",
            "\n## What to do\n",
            "\n## Source\n",
        ] {
            assert!(page.contains(section), "{section}");
        }
        assert!(page.contains("    N+\\x8d\n"), "{page}");
    }

    #[test]
    fn a_page_in_japanese_has_the_same_sections() {
        let page = page(&reading::DAMAGED_BYTES, Language::Japanese);
        assert!(page.starts_with(
            "# damaged-bytes\n\n壊れた文字（damaged bytes）。グループ: `reading`、分類: 棋譜の誤り、重大度: エラー。\n"
        ));
        for section in [
            "報告の条件",
            "理由",
            "対処",
            "報告される例",
            "報告されない例",
            "出典",
        ] {
            assert!(page.contains(&format!("\n## {section}\n")), "{section}");
        }
        assert!(page.contains("    N+\\x8d\n"), "{page}");
    }

    #[test]
    fn every_rule_with_a_safe_fix_shows_it() {
        for rule in ALL_RULES.iter().filter(|rule| safe_fix(rule).is_some()) {
            let section = fix_section(rule, Language::English);
            assert!(
                section.is_some_and(|text| text.contains("The result:")),
                "{}",
                rule.name
            );
        }
    }

    #[test]
    fn moves_are_shown_with_the_board_they_start_from() {
        let example = Example::Moves {
            start: "startpos",
            moves: "7g7f",
            note: crate::finding::both("an opening", ""),
        };
        let section = example_section(&example, Language::English);
        assert!(
            section.starts_with("`7g7f`: an opening.\n\n    White holds nothing\n"),
            "{section}"
        );
        assert!(section.ends_with(
            "|i\n    +---------------------------+\n    Black holds nothing\n    Black to move\n"
        ));
    }
}
