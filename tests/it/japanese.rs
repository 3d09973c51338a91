//! Terminology of the Japanese texts.
//!
//! The test reads every string of the program and every Japanese page, so a rejected term is always reported.

use crate::support::files::below;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

/// Rejected terms, each with the term in use.
const OTHER_NAMES: &[(&str, &str)] = &[
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

/// Words that are written with a long vowel mark at the end.
const LONG_VOWEL_WORDS: [&str; 3] = ["ヘッダ", "エディタ", "サーバ"];

/// Terms that are read from records, with the source file that contains them.
const QUOTED_FROM_RECORDS: &[(&str, &str)] = &[
    ("src/notation/kakinoki/board.rs", "持ち駒"),
    ("src/notation/kakinoki/", "１手目"),
];

/// Returns the sources without their tests and the Japanese pages: relative path and text.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_japanese = |path: &PathBuf| path.to_string_lossy().ends_with(".ja.md");
    let mut found: Vec<_> = below(&root.join("docs"))
        .into_iter()
        .filter(is_japanese)
        .collect();
    found.push(root.join("README.ja.md"));
    found.extend(below(&root.join("src")));
    found.sort();
    let is_text = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| ["rs", "md", "toml"].contains(&&*extension.to_string_lossy()))
    };
    let belongs_to_tests = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == "tests");
    let texts = found
        .into_iter()
        .filter(|path| path.exists() && is_text(path) && !belongs_to_tests(path));
    texts
        .map(|path| {
            let name = path.strip_prefix(root).expect("a file below the root");
            let text = fs::read_to_string(&path).expect("a text");
            let told = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            (name.to_string_lossy().replace('\\', "/"), told)
        })
        .collect()
}

fn is_japanese(c: char) -> bool {
    matches!(c, 'ぁ'..='ヶ' | '一'..='鿿' | 'ー')
}

/// Returns the rejected terms in a line, each with the term in use.
fn other_names(line: &str) -> Vec<(&'static str, &'static str)> {
    let named = OTHER_NAMES.iter().filter(|(other, _)| line.contains(other));
    let mut found: Vec<_> = named.copied().collect();
    for word in LONG_VOWEL_WORDS {
        let short = |at: usize| !line[at + word.len()..].starts_with('ー');
        if line.match_indices(word).any(|(at, _)| short(at)) {
            found.push((word, "with ー at its end"));
        }
    }
    found
}

/// Returns `true` if code in a Japanese sentence has no blank before or after it.
fn lacks_blank_around_code(line: &str) -> bool {
    let parts: Vec<_> = line.split('`').collect();
    let outside = |at: &usize| at.is_multiple_of(2);
    let is_even = !parts.len().is_multiple_of(2);
    is_even
        && (0..parts.len()).filter(outside).any(|at| {
            let behind = at > 0 && parts[at].starts_with(is_japanese);
            let before = at + 1 < parts.len() && parts[at].ends_with(is_japanese);
            behind || before
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
    let found = code.flat_map(|line| LITERAL.captures_iter(line));
    found.map(|captures| captures.get(1).unwrap().as_str()).collect()
}

#[test]
fn japanese_texts_have_no_korean_words() {
    // These pages are generated from the sources. They also contain English titles and examples.
    let made = ["docs/rules.ja.md", "docs/formats.ja.md"];
    let mut wrong = Vec::new();
    for (file, text) in texts() {
        let found = literals(&file, &text).into_iter().filter(|it| has_korean(it));
        if !made.contains(&&*file) {
            wrong.extend(found.map(|literal| format!("{file}: {literal}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Readers of shogi rules need not know the words of another game, not even in code.
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

/// The federation's rules of play are listed before documents that repeat them.
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
    // House rules, and topics that the rules of play do not cover.
    let others = sources
        .iter()
        .filter(|it| !it.contains("日本将棋連盟「対局規定」"))
        .count();
    assert!(sources.len() > 40 && others <= 5, "{others} of {}", sources.len());
    for source in sources {
        let [federation, article] = ["日本将棋連盟", "百科事典"].map(|word| source.find(word));
        assert!(federation.is_none() || federation < article, "{source}");
    }
}

#[test]
fn terms_are_consistent() {
    let mut wrong = Vec::new();
    for (file, text) in texts() {
        for (number, line) in (1..).zip(text.lines()) {
            let is_read = |other: &str| {
                QUOTED_FROM_RECORDS
                    .iter()
                    .any(|&(at, word)| file.starts_with(at) && word == other)
            };
            for (other, name) in other_names(line) {
                if !is_read(other) {
                    wrong.push(format!("{file}:{number}: {other}, which is {name}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn code_is_separated_by_blanks() {
    let mut wrong = Vec::new();
    for (file, text) in texts() {
        let is_comment = |line: &str| line.trim_start().starts_with("//");
        for (number, line) in (1..).zip(text.lines()) {
            if !is_comment(line) && lacks_blank_around_code(line) {
                wrong.push(format!("{file}:{number}: {}", line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_checks_detect_violations() {
    assert_eq!(other_names("先手の持駒に歩がある。ヘッダーと4回目"), []);
    assert_eq!(other_names("持ち駒と初期局面").len(), 2);
    assert_eq!(other_names("ヘッダの行"), [("ヘッダ", "with ー at its end")]);
    assert!(lacks_blank_around_code("`nifu`の対局") && lacks_blank_around_code("規則`nifu`"));
    assert!(
        !lacks_blank_around_code("規則 `nifu` の対局。`nifu`、`pass`。")
            && !lacks_blank_around_code("no code")
    );
    assert!(has_korean("結果は 기물승 だが") && has_korean("パス（한수쉼）"));
    assert!(!has_korean("印（`빅`）がある") && !has_korean("[규칙 \"궁장기\"]") && !has_korean("先手の勝ち"));
    let read = texts();
    assert!(
        read.iter().any(|(file, _)| file == "src/referee/rules/moves.rs"),
        "{}",
        read.len()
    );
}
