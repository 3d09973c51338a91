//! A test of every text that a browser can show: it has no command line, no files of settings and no Markdown, and a Japanese text
//! has one word and one kind of quotation marks for each purpose.

use std::fs;
use std::path::Path;

use regex::Regex;
use serde_json::{Value, json};

use super::WORDS;
use crate::finding::Language;
use crate::page::compose::application;
use crate::page::frame::{Summary, frame};
use crate::page::{Application, Deliver};

/// Expressions that no text may have, in any language.
const REJECTED: [&str; 5] = [
    "`",
    r"(^|[^\w-])--[a-z]",
    r"kifu\.toml",
    r"\bkifu (validate|show|convert|stats|book|fix|find|config|formats|rules|merge|diff|help)\b",
    r"\b(jsa-[a-z]+|textbook)\b",
];

/// Expressions that no Japanese text may have.
const REJECTED_IN_JAPANESE: [&str; 3] = ["書庫", "ブラウザ($|[^ー])", "[\"“”]"];

/// The rejected expressions of a language.
struct Rejected {
    expressions: Vec<Regex>,
    /// Text in quotation marks, which is from a record and can have any expression.
    quotation: Regex,
}

impl Rejected {
    fn new(language: Language) -> Self {
        let of_language = language.either(&[][..], &REJECTED_IN_JAPANESE);
        let expressions = REJECTED.iter().chain(of_language);
        Self {
            expressions: expressions.map(|it| Regex::new(it).unwrap()).collect(),
            quotation: Regex::new(language.either("\"[^\"]*\"", "「[^」]*」")).unwrap(),
        }
    }

    /// Returns `true` if a text has a rejected expression outside of quotations.
    fn is_in(&self, text: &str) -> bool {
        let rest = self.quotation.replace_all(text, "");
        self.expressions.iter().any(|it| it.is_match(&rest))
    }
}

/// Adds all strings in a value, with the key of each.
fn add_strings(value: &Value, key: &str, texts: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => texts.push((key.to_owned(), text.clone())),
        Value::Array(items) => items.iter().for_each(|item| add_strings(item, key, texts)),
        Value::Object(object) => object
            .iter()
            .for_each(|(key, item)| add_strings(item, key, texts)),
        _ => {}
    }
}

/// Returns the texts of the page itself: its words, the rules, and the names of profiles and formats.
fn texts_of_page(language: Language) -> Vec<(String, String)> {
    let mut texts: Vec<_> = WORDS
        .iter()
        .map(|(name, words)| ((*name).to_owned(), (*words.in_language(language)).to_owned()))
        .collect();
    let frame = frame(&Summary::default(), language);
    for key in ["rules", "groups", "kinds", "ends"] {
        add_strings(&frame[key], key, &mut texts);
    }
    let application = application(language);
    for profile in application["profiles"].as_array().unwrap() {
        add_strings(&profile["title"], "profile", &mut texts);
    }
    for target in application["targets"].as_array().unwrap() {
        add_strings(&target["label"], "format", &mut texts);
    }
    texts
}

/// Adds the texts of all findings in the files below a folder.
fn add_findings(folder: &Path, application: &mut Application, texts: &mut Vec<(String, String)>) {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add_findings(&path, application, texts);
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let request = json!({ "do": "check", "path": name }).to_string();
        let deliver: &mut Deliver<'_> = &mut |json, _| {
            let message: Value = serde_json::from_slice(json).unwrap_or_default();
            let games = message["findings"].as_array().into_iter().flatten();
            for finding in games.filter_map(Value::as_array).flatten() {
                for key in ["msg", "reason", "causes", "why", "do", "fix"] {
                    add_strings(&finding[key], &format!("{} {name}", finding["rule"]), texts);
                }
            }
        };
        application.answer(&request, fs::read(&path).unwrap(), deliver);
    }
}

#[test]
fn shown_texts_are_those_of_a_page() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for language in Language::ALL {
        let mut texts = texts_of_page(language);
        // The published crate does not contain the fixtures.
        if fixtures.exists() {
            let count = texts.len();
            add_findings(&fixtures, &mut Application::new(language), &mut texts);
            assert!(texts.len() > count + 500, "{}", texts.len() - count);
        }
        let rejected = Rejected::new(language);
        texts.retain(|(_, text)| rejected.is_in(text));
        texts.sort();
        texts.dedup();
        assert!(texts.is_empty(), "{texts:#?}");
    }
}

#[test]
fn texts_of_other_programs_are_detected() {
    let [english, japanese] = Language::ALL.map(Rejected::new);
    for text in [
        "Use `kifu`.",
        "specify --encoding",
        "write it to kifu.toml",
        "run kifu convert again",
        "under jsa-pro, a draw",
    ] {
        assert!(english.is_in(text) && japanese.is_in(text), "{text}");
    }
    for text in ["書庫の中", "このブラウザでは", "\"甲\"がない"] {
        assert!(japanese.is_in(text) && !english.is_in(text), "{text}");
    }
    for text in ["kifu cannot open it -- sorry", "このブラウザーでは"] {
        assert!(!english.is_in(text) && !japanese.is_in(text), "{text}");
    }
    assert!(!english.is_in("the header \"a`b\" is unknown") && !japanese.is_in("「a`b」は不明"));
}
