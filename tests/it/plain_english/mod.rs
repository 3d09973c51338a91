//! Texts for people are plain English: README, documentation, help, messages and the pages of rules and formats.
//!
//! Constructions are checked, not single words: `stand-alone` and `odd number` are fine. Code spans and code blocks are left out.

mod comments;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use crate::support::files::below;

/// Forbidden constructions as patterns, each with the wording to use instead.
const CONSTRUCTIONS: &[(&str, &str)] = &[
    (
        r"\b[Ww]hat (is|was|are|were|has|had|it|they|cannot|could|stands|comes|came|holds)\b",
        "the name of the thing",
    ),
    (r"\b(say|says|said|saying)\b", "report, state, show"),
    (r"\b(tell|tells|told|telling)\b", "report, describe"),
    (
        r"\b(nobody|anybody|whoever|somebody|everybody)\b",
        "if, or the passive",
    ),
    (
        r"\b(stand|stands|stood) (in|on|at|for|there|beside|behind|before|after|alone|above|below|here|as)\b",
        "is (at), appears",
    ),
    (r"\b(judge|judges|judged|judging)\b", "check, rule on, evaluate"),
    (r"\b(is|are|was|were) (none|no)\b", "is not a, there is no"),
    (r"\b(come|comes|came) (about|into being)\b", "occurs, is created"),
    (r"\bso many\b", "the number of"),
    (r"\bon the average\b", "on average"),
    (r"\bby lot\b", "randomly"),
    (r"\bbeside\b", "with, next to"),
    (r"\bverbs?\b", "command"),
    (
        r"\bodd (name|names|text|record|records|word|words|place|places)\b",
        "unusual, malformed",
    ),
    (
        r"\b(that|this|it|which|what) counts\b",
        "applies, takes precedence",
    ),
    (
        r"(^|[^-\w])(fouls?|fouled)([^-\w]|$)",
        "illegal move (the group and the rules keep their names as code)",
    ),
    (
        r"(^|[.;,] )[Ww]here (it|there|no|one|nothing|none|any|they|several|two)\b",
        "if, when",
    ),
    (
        r"\b(names|named) (no|another|who|whom|which|what|a side|one)\b",
        "identifies, lists, specifies",
    ),
];

/// Phrases with a forbidden construction. A text that contains one of these phrases is not reported.
const ALLOWED_PHRASES: &[&str] = &[
    "What it does not do",
    // A column of the book of openings.
    "| telling |",
    "read what it accepts",
    "not-judged",
    // The number in the phrase is never 1.
    "these {lines} lines",
    "{files} files and {ranks} ranks",
    "{pieces} pieces in the enemy camp",
];

/// Pages that quote documents and other programs, and are not checked.
const QUOTING_PAGES: &[&str] = &["docs/sources.md"];

/// A text, and the name of its file.
struct Text {
    place: String,
    words: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Returns `true` if a text is Japanese: kana are more than a quarter of its letters.
fn is_japanese(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let kana = text
        .chars()
        .filter(|c| matches!(c, 'ぁ'..='ん' | 'ァ'..='ヶ'))
        .count();
    kana * 4 > letters
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|actual| actual == extension)
}

fn is_page(path: &Path) -> bool {
    has_extension(path, "md")
}

/// Returns `true` for a page with a name like `statistics.ja.md`.
fn is_japanese_page(path: &Path) -> bool {
    path.file_stem()
        .is_some_and(|stem| has_extension(Path::new(stem), "ja"))
}

/// Replaces code spans, links, quotations and placeholders by `X`, and also the allowed phrase “there is no”.
fn without_quotes(text: &str) -> Cow<'_, str> {
    static SPAN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r#"`[^`]*`|\]\([^)]*\)|“[^”]*”|"[^"]*"|「[^」]*」|\{[^}]*\}|[Tt]here (?:is|are|was|were) no(?:ne)?\b"#,
        )
        .unwrap()
    });
    SPAN.replace_all(text, "X")
}

/// Returns the English paragraphs of a page, without code. Quotations are replaced.
fn paragraphs(place: &str, page: &str) -> Vec<Text> {
    let mut is_code = false;
    let mut paragraphs = vec![String::new()];
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if line.trim().is_empty() || line.starts_with(['|', '-', '#']) {
            paragraphs.push(String::new());
        }
        if !is_code && !line.starts_with("    ") && !line.trim_start().starts_with("```") {
            let paragraph = paragraphs.last_mut().unwrap();
            paragraph.push_str(line.trim());
            paragraph.push(' ');
        }
    }
    let english_paragraphs = paragraphs.into_iter().filter(|paragraph| !is_japanese(paragraph));
    english_paragraphs
        .map(|paragraph| Text {
            place: place.to_owned(),
            words: without_quotes(&paragraph).trim().to_owned(),
        })
        .filter(|it| !it.words.is_empty())
        .collect()
}

/// Returns the names and texts of the English pages: README, the page for contributors, and the pages in `docs`.
fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<_> = below(&root().join("docs"))
        .into_iter()
        .chain(["README.md", ".github/CONTRIBUTING.md"].map(|file| root().join(file)))
        .filter_map(|path| {
            let name = path
                .strip_prefix(root())
                .ok()?
                .to_string_lossy()
                .replace('\\', "/");
            let is_english = is_page(&path) && !is_japanese_page(&path);
            is_english.then(|| (name, read(&path)))
        })
        .collect();
    pages.sort();
    pages
}

/// Returns the English strings of more than two words in the data files and the code of `src`. Strings of tests,
/// arguments of `expect` and reasons in attributes are left out.
fn strings() -> Vec<Text> {
    static LITERAL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#""((?:[^"\\]|\\(?s:.))*)""#).unwrap());
    static BLANKS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\\\n\s*|\s+").unwrap());
    let mut strings = Vec::new();
    for path in below(&root().join("src")) {
        let name = path
            .strip_prefix(root())
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        let (is_code, is_data) = (has_extension(&path, "rs"), has_extension(&path, "toml"));
        if !(is_code || is_data) || name.ends_with("/tests.rs") {
            continue;
        }
        let text = read(&path);
        let test_starts = ["#[cfg(test)]", "\n#[test]"].map(|marker| text.find(marker));
        let text = &text[..test_starts.into_iter().flatten().min().unwrap_or(text.len())];
        let is_text = |line: &&str| {
            let line = line.trim_start();
            !(is_data && line.starts_with('#')
                || is_code
                    && (line.starts_with("//") || line.contains(".expect(") || line.contains("reason =")))
        };
        let text: Vec<_> = text.lines().filter(is_text).collect();
        let mut literals: Vec<String> = LITERAL
            .captures_iter(&text.join("\n"))
            .map(|captures| captures[1].to_owned())
            .collect();
        if is_data {
            literals.retain(|it| !it.is_empty());
        }
        for literal in literals {
            let words = BLANKS.replace_all(&literal, " ").into_owned();
            // Names, keys and formats are not sentences.
            if words.split(' ').count() > 2 && !is_japanese(&words) {
                strings.push(Text {
                    place: name.clone(),
                    words,
                });
            }
        }
    }
    strings
}

fn texts() -> Vec<Text> {
    let pages = pages();
    let pages = pages
        .iter()
        .filter(|(name, _)| !QUOTING_PAGES.contains(&name.as_str()));
    let page_paragraphs = pages.flat_map(|(name, page)| paragraphs(name, page));
    let string_paragraphs = strings()
        .into_iter()
        .flat_map(|string| paragraphs(&string.place, &string.words));
    page_paragraphs.chain(string_paragraphs).collect()
}

fn is_allowed(words: &str) -> bool {
    ALLOWED_PHRASES.iter().any(|phrase| words.contains(phrase))
}

#[test]
fn no_forbidden_construction_is_used() {
    let patterns: Vec<_> = CONSTRUCTIONS
        .iter()
        .map(|&(pattern, instead)| (Regex::new(pattern).unwrap(), instead))
        .collect();
    let mut violations = Vec::new();
    for text in texts() {
        for (pattern, instead) in &patterns {
            if let Some(construction) = pattern.find(&text.words).filter(|_| !is_allowed(&text.words)) {
                let context_start = text
                    .words
                    .floor_char_boundary(construction.start().saturating_sub(50));
                let context_end = text
                    .words
                    .ceil_char_boundary((construction.end() + 40).min(text.words.len()));
                let (construction, context) =
                    (construction.as_str(), &text.words[context_start..context_end]);
                violations.push(format!(
                    "{}: “{construction}” ({instead}): …{context}…",
                    text.place
                ));
            }
        }
    }
    violations.sort();
    assert!(
        violations.is_empty(),
        "{} texts:\n{}",
        violations.len(),
        violations.join("\n")
    );
}

/// No string has a number with a fixed plural, such as `{count} plies`, which would be wrong for a count of 1.
#[test]
fn plurals_are_not_hard_coded() {
    static PLURAL: LazyLock<Regex> = LazyLock::new(|| {
        const NUMBERS: &str = "count|number|plies|moves|records|files|findings|pieces|lines|places|rows|points|said|has|played|occurrences";
        const PLURALS: &str = "plies|moves|records|games|files|findings|pieces|lines|places|rows|cells|points|times|entries|errors|warnings|\
                              notes|bytes|characters|variations|headers|seconds";
        Regex::new(&format!(
            r"\{{({NUMBERS})\}} (more |other |further )?({PLURALS})\b"
        ))
        .unwrap()
    });
    let violations: Vec<_> = strings()
        .into_iter()
        .filter(|string| PLURAL.is_match(&string.words) && !is_allowed(&string.words))
        .map(|string| format!("{}: {}", string.place, string.words))
        .collect();
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn no_text_refers_to_a_missing_page() {
    static LINK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\]\(([^)#: ]+)(?:#[^) ]*)?\)|\b(docs/[a-z-]+(?:\.ja)?\.md)").unwrap());
    let mut missing = Vec::new();
    let japanese_pages = below(&root().join("docs"))
        .into_iter()
        .filter(|path| path.to_string_lossy().ends_with(".ja.md"));
    let japanese_pages = japanese_pages.chain([root().join("README.ja.md")]).map(|path| {
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        (name, read(&path))
    });
    for (name, page) in pages().into_iter().chain(japanese_pages) {
        let folder = root().join(&name).parent().unwrap().to_path_buf();
        for link in LINK.captures_iter(&page) {
            let target_exists = match (link.get(1), link.get(2)) {
                (Some(path), _) => folder.join(path.as_str()).exists(),
                (None, path) => path.is_none_or(|path| root().join(path.as_str()).exists()),
            };
            if !target_exists {
                missing.push(format!("{name}: {}", &link[0]));
            }
        }
    }
    for path in below(&root().join("src")) {
        let text = read(&path);
        for link in LINK.captures_iter(&text).filter_map(|it| it.get(2)) {
            if !root().join(link.as_str()).exists() {
                missing.push(format!("{}: {}", path.display(), link.as_str()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Six common questions have headings in both READMEs, and others are answered in the text. Both READMEs have the
/// correct number of rules, and the English README has at most 200 lines.
#[test]
fn frequent_questions_are_headings() {
    let [english, japanese] = ["README.md", "README.ja.md"].map(|page| read(&root().join(page)));
    for (heading, japanese_heading) in [
        ("## Check a folder", "## フォルダの棋譜を検査する"),
        ("## Check an event", "## 大会の棋譜を突き合わせる"),
        ("## Convert to CSA", "## CSA形式に変換する"),
        ("## Statistics", "## 統計を集計する"),
        ("## Run it in GitHub Actions", "## GitHub Actionsで実行する"),
        ("## Rules and profiles", "## 規則と規定"),
    ] {
        assert!(english.lines().any(|line| line == heading), "{heading}");
        assert!(
            japanese.lines().any(|line| line == japanese_heading),
            "{japanese_heading}"
        );
    }
    for (page, text) in [
        (&english, "Win rates by opening"),
        (&english, "`kifu rules nifu`"),
        (&japanese, "`kifu rules 二歩`"),
    ] {
        assert!(page.contains(text), "{text}");
    }
    let rules = kifu::system::ALL_RULES.len();
    assert!(english.contains(&format!("{rules} rules")), "{rules}");
    assert!(japanese.contains(&format!("{rules}の規則")), "{rules}");
    assert!(
        english.lines().count() <= 200,
        "{} lines",
        english.lines().count()
    );
}
