//! User documentation exists in English and Japanese. The two pages of a pair link to each other and show the same
//! commands.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Pages that exist only in English, because they are about the project, for programmers, or lists of names.
const ENGLISH_ONLY: &[&str] = &[
    "architecture",
    "ci",
    "conformance",
    "dependencies",
    "library",
    "limits",
    "openings",
    "other-games",
    "performance",
    "profiles",
    "releasing",
    "scale",
    "sources",
    "testing",
];

/// A code block: the language after the opening fence, and the content.
static BLOCK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?ms)^```(\w+)\n(.*?)^```$").unwrap());
/// A comment on a separate line, or after a command or a line of code.
static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(^|\s+)(#|--|//) .*$").unwrap());
/// A link with an anchor.
static LINK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\]\(([\w./-]*\.md)?#([^)\s]+)\)").unwrap());

/// Returns the names of the pages in `docs`, without `.md`.
fn page_names() -> BTreeSet<String> {
    let entries = fs::read_dir(Path::new(ROOT).join("docs")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .filter_map(|name| name.strip_suffix(".md").map(str::to_owned))
        .collect()
}

/// Returns the pairs of an English and a Japanese page, as paths below the root.
fn pairs() -> Vec<[PathBuf; 2]> {
    let names = page_names();
    let english = names.iter().filter(|name| names.contains(&format!("{name}.ja")));
    let pairs = english.map(|english| [format!("docs/{english}.md"), format!("docs/{english}.ja.md")]);
    pairs
        .chain([["README.md", "README.ja.md"].map(str::to_owned)])
        .map(|it| it.map(PathBuf::from))
        .collect()
}

fn read(page: &Path) -> String {
    fs::read_to_string(Path::new(ROOT).join(page)).unwrap()
}

/// Returns the kinds of the code blocks, and the code that users enter. Outputs and comments depend on the language and
/// are left out.
fn entered_code(page: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for block in BLOCK.captures_iter(page) {
        let (kind, body) = (&block[1], &block[2]);
        lines.push(format!("```{kind}"));
        let has_output = kind == "console" && body.lines().any(|it| it.starts_with("$ "));
        for line in body.lines() {
            let entered = match kind {
                "console" if has_output => line.strip_prefix("$ "),
                // Many blocks of these kinds are outputs, or records with names, which are translated.
                "text" | "txt" | "json" | "csv" => None,
                _ => Some(line),
            };
            let entered = entered.map(|entered| {
                COMMENT
                    .replace(&entered.replace(" --lang ja", ""), "")
                    .trim()
                    .to_owned()
            });
            lines.extend(entered.filter(|it| !it.is_empty()));
        }
    }
    lines
}

/// Returns the anchors of the headings of a page, as GitHub generates them.
fn anchors(page: &str) -> BTreeSet<String> {
    let text = BLOCK.replace_all(page, "");
    let headings = text.lines().filter(|it| it.starts_with('#'));
    let anchor = |heading: &str| {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept_chars = title
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept_chars.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn user_pages_exist_in_both_languages() {
    let names = page_names();
    let mut unpaired = Vec::new();
    for name in &names {
        let is_expected = match name.strip_suffix(".ja") {
            Some(english) => names.contains(english),
            None => names.contains(&format!("{name}.ja")) || ENGLISH_ONLY.contains(&name.as_str()),
        };
        if !is_expected {
            unpaired.push(name.as_str());
        }
    }
    assert!(
        unpaired.is_empty(),
        "only in one language: {}",
        unpaired.join(", ")
    );
    for name in ENGLISH_ONLY {
        assert!(
            names.contains(*name) && !names.contains(&format!("{name}.ja")),
            "{name} is in both languages"
        );
    }
}

#[test]
fn both_pages_of_a_pair_link_to_each_other() {
    let mut failures = Vec::new();
    for [english, japanese] in pairs() {
        let file = |page: &Path| page.file_name().unwrap().to_str().unwrap().to_owned();
        let links = [
            (&english, format!("[日本語]({})", file(&japanese))),
            (&japanese, format!("[English]({})", file(&english))),
        ];
        for (page, link) in links {
            if !read(page).lines().take(6).any(|line| line.contains(&link)) {
                failures.push(format!("{} does not begin with {link}", page.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn both_pages_of_a_pair_show_the_same_commands() {
    let mut failures = Vec::new();
    for [english, japanese] in pairs() {
        let (english_code, japanese_code) = (entered_code(&read(&english)), entered_code(&read(&japanese)));
        let first_difference = english_code
            .iter()
            .zip(&japanese_code)
            .position(|(english_code, japanese_code)| english_code != japanese_code);
        let index = first_difference.unwrap_or(english_code.len().min(japanese_code.len()));
        if english_code != japanese_code {
            let [english_line, japanese_line] =
                [english_code, japanese_code].map(|lines| lines.get(index).cloned().unwrap_or_default());
            failures.push(format!(
                "{}:\n  {english_line}\n  {japanese_line}",
                english.display()
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn links_point_to_headings() {
    let mut failures = Vec::new();
    let pages = page_names()
        .into_iter()
        .map(|name| PathBuf::from(format!("docs/{name}.md")));
    let other_pages = ["README.md", "README.ja.md", ".github/CONTRIBUTING.md"];
    for page in pages.chain(other_pages.map(PathBuf::from)) {
        let text = read(&page);
        for link in LINK.captures_iter(&BLOCK.replace_all(&text, "")) {
            let target = link.get(1).map(|link| page.with_file_name(link.as_str()));
            let target = target.unwrap_or_else(|| page.clone());
            let target_exists = Path::new(ROOT).join(&target).exists();
            if target_exists && !anchors(&read(&target)).contains(&link[2]) {
                failures.push(format!("{}: {}", page.display(), &link[0]));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn differences_are_detected() {
    let page = |command: &str| format!("```console\n$ {command}\noutput\n```\n\n```toml\na = 1 # why\n```\n");
    let english = entered_code(&page("kifu validate games # all"));
    assert_eq!(english, ["```console", "kifu validate games", "```toml", "a = 1"]);
    assert_eq!(english, entered_code(&page("kifu validate --lang ja games")));
    assert_ne!(english, entered_code(&page("kifu validate")));
    let headings = anchors("# A rules file\n\n```text\n# none\n```\n## `games`\n");
    assert_eq!(headings, ["a-rules-file", "games"].map(str::to_owned).into());
}
