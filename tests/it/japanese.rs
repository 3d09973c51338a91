//! Terminology of the Japanese texts, blanks around code in them, the absence of Korean words, and the order of the
//! sources of shogi rules.
//!
//! The tests read the sources, without their unit tests, and all Japanese pages.

use crate::support::files::below;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

/// Rejected terms, each with the term in use.
const REJECTED_TERMS: &[(&str, &str)] = &[
    ("持ち駒", "持駒"),
    ("初期局面", "開始局面"),
    ("記録用紙", "棋譜用紙"),
    ("升目", "マス"),
    ("付記", "注記"),
    ("注意にとどめる", "注記にとどめる"),
    ("四回", "4回"),
    ("４回", "4回"),
    ("１手目", "1手目"),
    ("ふつう", "普通"),
    ("誰", "だれ"),
    ("大会の規則", "大会の規定"),
    ("規則による", "規定による"),
    ("規則に照ら", "規定に照ら"),
    ("手番の印", "手番の記号"),
    ("ディレクトリ", "フォルダ"),
    ("二度", "2回"),
    ("二回", "2回"),
    ("何手の後", "何手目の後"),
    ("}手の後", "手目の後"),
    ("わからな", "分からな"),
    ("わかる", "分かる"),
    ("わかれ", "分かれ"),
    ("飛び越せる", "飛び越えられる"),
    ("再び成れない", "再び敵陣に入るまでは成れない"),
    ("重さ", "重大度"),
    ("終局の語で", "終局語句で"),
    ("終局の語。", "終局語句。"),
    ("終局の語が", "終局語句が"),
    ("駒を区別する字", "相対表記"),
    ("添える語", "相対表記"),
    ("知られた", "既知の"),
    ("承知して", "既知の"),
    ("棋戦の規定", "大会の規定, or プロファイル"),
    ("一つの", "1つの"),
    ("二つ", "2つ"),
    ("三つ", "3つ"),
    ("のますへ", "のマスへ"),
    ("1ます", "1マス"),
    ("2ます", "2マス"),
    ("外統", "外通"),
];

/// Words that must be followed by a long vowel mark (ー).
const LONG_VOWEL_WORDS: [&str; 3] = ["ヘッダ", "エディタ", "サーバ"];

/// Terms that are read from records, each after the source file or folder that contains the term.
const QUOTED_FROM_RECORDS: &[(&str, &str)] = &[
    ("src/notation/kakinoki/board.rs", "持ち駒"),
    ("src/notation/kakinoki/", "１手目"),
];

/// Returns the relative paths and texts of the sources and of the Japanese pages. Tests are left out.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_japanese_page = |path: &PathBuf| path.to_string_lossy().ends_with(".ja.md");
    let mut paths: Vec<_> = below(&root.join("docs"))
        .into_iter()
        .filter(is_japanese_page)
        .collect();
    paths.push(root.join("README.ja.md"));
    paths.extend(below(&root.join("src")));
    paths.sort();
    let is_text = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| ["rs", "md", "toml"].contains(&&*extension.to_string_lossy()))
    };
    let belongs_to_tests = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == "tests");
    let texts = paths
        .into_iter()
        .filter(|path| path.exists() && is_text(path) && !belongs_to_tests(path));
    texts
        .map(|path| {
            let name = path.strip_prefix(root).expect("a file below the root");
            let text = fs::read_to_string(&path).expect("a text");
            let without_tests = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            (name.to_string_lossy().replace('\\', "/"), without_tests)
        })
        .collect()
}

fn is_japanese(c: char) -> bool {
    matches!(c, 'ぁ'..='ヶ' | '一'..='鿿' | 'ー')
}

/// Returns the rejected terms in a line, and the words without their long vowel mark. Each is followed by the wording
/// in use.
fn rejected_terms(line: &str) -> Vec<(&'static str, &'static str)> {
    let rejected = REJECTED_TERMS.iter().filter(|(term, _)| line.contains(term));
    let mut terms: Vec<_> = rejected.copied().collect();
    for word in LONG_VOWEL_WORDS {
        let lacks_mark = |index: usize| !line[index + word.len()..].starts_with('ー');
        if line.match_indices(word).any(|(index, _)| lacks_mark(index)) {
            terms.push((word, "with ー at its end"));
        }
    }
    terms
}

/// Returns `true` if a code span in the line directly follows or precedes a Japanese character. A line with an unclosed
/// span is not checked.
fn lacks_blank_around_code(line: &str) -> bool {
    let parts: Vec<_> = line.split('`').collect();
    let is_outside_code = |index: &usize| index.is_multiple_of(2);
    let all_spans_are_closed = !parts.len().is_multiple_of(2);
    all_spans_are_closed
        && (0..parts.len()).filter(is_outside_code).any(|index| {
            let follows_code = index > 0 && parts[index].starts_with(is_japanese);
            let precedes_code = index + 1 < parts.len() && parts[index].ends_with(is_japanese);
            follows_code || precedes_code
        })
}

fn is_korean(c: char) -> bool {
    matches!(c, 'ㄱ'..='ㆎ' | '가'..='힣')
}

/// Returns `true` if a Japanese text has a Korean word outside of code. Words in code are quoted from records.
fn has_korean(text: &str) -> bool {
    let outside_code = text.split('`').step_by(2);
    let is_japanese = text.contains(|c| matches!(c, 'ぁ'..='ヶ'));
    is_japanese && outside_code.collect::<String>().contains(is_korean)
}

/// Returns the string literals of a source, or the lines of a page.
fn literals<'a>(file: &str, text: &'a str) -> Vec<&'a str> {
    static LITERAL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#""((?:[^"\\]|\\.)*)""#).unwrap());
    if Path::new(file)
        .extension()
        .is_some_and(|extension| extension == "md")
    {
        return text.lines().collect();
    }
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let matches = code.flat_map(|line| LITERAL.captures_iter(line));
    matches
        .map(|captures| captures.get(1).unwrap().as_str())
        .collect()
}

#[test]
fn japanese_texts_have_no_korean_words() {
    // These pages are not checked, because they are generated from the sources and also contain English titles and
    // examples.
    let generated_pages = ["docs/rules.ja.md", "docs/formats.ja.md"];
    let mut violations = Vec::new();
    for (file, text) in texts() {
        let korean_literals = literals(&file, &text).into_iter().filter(|it| has_korean(it));
        if !generated_pages.contains(&&*file) {
            violations.extend(korean_literals.map(|literal| format!("{file}: {literal}")));
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// The pages of the rules of shogi have no Korean words, not even in code, because their readers need not know the
/// words of another game.
#[test]
fn rules_of_shogi_are_explained_without_korean_words() {
    let manual = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.ja.md")).unwrap();
    let shogi = kifu::system::SYSTEMS[0];
    let rules = (shogi.rules)(shogi.game);
    for rule in &rules {
        let (_, page) = manual.split_once(&format!("\n## {}\n", rule.name)).unwrap();
        let page = page.split("\n## ").next().unwrap();
        assert!(!page.contains(is_korean), "{}: {page}", rule.name);
    }
    assert!(rules.len() > 80, "{}", rules.len());
}

/// The federation's rules of play are listed before documents that repeat these rules.
#[test]
fn rules_of_shogi_have_the_federation_as_their_first_source() {
    let texts = texts();
    let pages = texts
        .iter()
        .filter(|(file, _)| file.starts_with("src/finding/pages/"));
    let sources: Vec<_> = pages
        .flat_map(|(file, text)| literals(file, text))
        .filter(|it| it.contains("百科事典「将棋の規則」"))
        .collect();
    // A few sources lack the rules of play of the federation: house rules, and topics that these rules do not cover.
    let other_count = sources
        .iter()
        .filter(|it| !it.contains("日本将棋連盟「対局規定」"))
        .count();
    assert!(
        sources.len() > 40 && other_count <= 5,
        "{other_count} of {}",
        sources.len()
    );
    for source in sources {
        let [federation, article] = ["日本将棋連盟", "百科事典"].map(|word| source.find(word));
        assert!(federation.is_none() || federation < article, "{source}");
    }
}

#[test]
fn terms_are_consistent() {
    let mut violations = Vec::new();
    for (file, text) in texts() {
        for (number, line) in (1..).zip(text.lines()) {
            let is_quoted = |term: &str| {
                QUOTED_FROM_RECORDS
                    .iter()
                    .any(|&(path, word)| file.starts_with(path) && word == term)
            };
            for (rejected, preferred) in rejected_terms(line) {
                if !is_quoted(rejected) {
                    violations.push(format!("{file}:{number}: {rejected}, which is {preferred}"));
                }
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn code_is_separated_by_blanks() {
    let mut violations = Vec::new();
    for (file, text) in texts() {
        let is_comment = |line: &str| line.trim_start().starts_with("//");
        for (number, line) in (1..).zip(text.lines()) {
            if !is_comment(line) && lacks_blank_around_code(line) {
                violations.push(format!("{file}:{number}: {}", line.trim()));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn the_checks_detect_violations() {
    assert_eq!(rejected_terms("先手の持駒に歩がある。ヘッダーと4回目"), []);
    assert_eq!(rejected_terms("持ち駒と初期局面").len(), 2);
    assert_eq!(rejected_terms("ヘッダの行"), [("ヘッダ", "with ー at its end")]);
    assert!(lacks_blank_around_code("`nifu`の対局") && lacks_blank_around_code("規則`nifu`"));
    assert!(
        !lacks_blank_around_code("規則 `nifu` の対局。`nifu`、`pass`。")
            && !lacks_blank_around_code("no code")
    );
    assert!(has_korean("結果は 기물승 だが") && has_korean("パス（한수쉼）"));
    assert!(!has_korean("印（`빅`）がある") && !has_korean("[규칙 \"궁장기\"]") && !has_korean("先手の勝ち"));
    let all_texts = texts();
    assert!(
        all_texts
            .iter()
            .any(|(file, _)| file == "src/referee/rules/moves.rs"),
        "{}",
        all_texts.len()
    );
}
