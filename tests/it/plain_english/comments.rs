//! Comments and docstrings of the code are plain English, by the same constructions and a few that only code has.
//!
//! `tests/comment-words` prints how often each private construction occurs, and draws comments and names by a seed.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::{CONSTRUCTIONS, is_japanese, root, without_quotes};
use crate::support::dice::Dice;
use crate::support::files::below;

/// A construction that is forbidden in comments only, and what to write instead.
const OF_COMMENTS: &[(&str, &str)] = &[
    (
        r"^(What|Whether|And|But|The same|Those|Whose)\b",
        "a noun phrase, or “Returns …”",
    ),
    (r"\bso much\b", "the amount of"),
    (r"\b(stand|stands|stood|standing)\b([^-]|$)", "is (at), appears"),
];

/// Folders and files with code. Generated and downloaded files are elsewhere.
const ROOTS: &[&str] = &[
    "src",
    "grammar",
    "tests",
    "benches",
    "fuzz",
    "examples",
    "python",
    "fixtures",
    ".ci",
    ".github",
    "Cargo.toml",
    "deny.toml",
    "action.yml",
];

/// Lines that belong together: a comment, or a docstring.
struct Comment {
    /// Path of the file, and number of the first line.
    place: String,
    /// `///`, `//!`, `//`, `/*`, `#` or `"""`.
    marker: &'static str,
    /// Its lines, without the marker.
    lines: Vec<String>,
}

impl Comment {
    /// The paragraphs of prose: code blocks, tables and headings are left out.
    fn paragraphs(&self) -> Vec<String> {
        let mut is_code = false;
        let mut found = vec![String::new()];
        for line in &self.lines {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            let text = line.trim_start();
            if text.is_empty()
                || is_fence
                || text.starts_with(['|', '#'])
                || text.starts_with("- ")
                || text.starts_with("* ")
            {
                found.push(String::new());
            }
            if !is_code && !is_fence && !line.starts_with("    ") {
                let paragraph = found.last_mut().unwrap();
                paragraph.push_str(text.trim_end());
                paragraph.push(' ');
            }
        }
        found.retain(|paragraph| !paragraph.trim().is_empty());
        found
    }

    /// Returns the faults of a doc comment or docstring: its first paragraph is a sentence, with a capital letter and a full stop.
    fn doc_faults(&self) -> Vec<&'static str> {
        let first = self.paragraphs().into_iter().next().unwrap_or_default();
        let first = first.trim();
        let mut found = Vec::new();
        if matches!(self.marker, "///" | "//!" | "\"\"\"") && !first.is_empty() && !is_japanese(first) {
            if first.starts_with(|it: char| it.is_ascii_lowercase()) {
                found.push("begins with a capital letter");
            }
            let end = first.trim_end_matches([')', '"', '”']);
            if !end.ends_with(['.', ':', '!', '?', '。']) {
                found.push("ends with a full stop");
            }
        }
        found
    }
}

/// How a language writes comments, by the name of a file; `None` for files without comments.
fn line_markers(path: &Path, text: &str) -> Option<&'static [&'static str]> {
    match path.extension().and_then(|it| it.to_str()) {
        Some("rs" | "pest" | "js" | "c") => Some(&["///", "//!", "//"]),
        Some("css") => Some(&[]),
        Some("toml" | "py" | "pyi" | "yml") => Some(&["#"]),
        None if text.starts_with("#!") => Some(&["#"]),
        _ => None,
    }
}

/// Returns the marker of a line that is a comment, and the text after it.
fn as_comment<'a>(line: &'a str, markers: &[&'static str]) -> Option<(&'static str, &'a str)> {
    let line = line.trim_start();
    let marker = markers.iter().find(|marker| line.starts_with(**marker))?;
    let text = line[marker.len()..].trim_start_matches(['/', '#']);
    Some((marker, text.strip_prefix(' ').unwrap_or(text)))
}

/// Returns the comment at the end of a line of code. A marker in a string is not a comment.
fn trailing_comment<'a>(line: &'a str, markers: &[&'static str]) -> Option<(&'static str, &'a str)> {
    let marker = *markers.last()?;
    let (code, text) = line.split_once(&format!(" {marker} "))?;
    let quotes = code.matches('"').count() + code.matches('\'').count();
    (quotes % 2 == 0).then_some((marker, text))
}

/// Returns the block comments of JavaScript, CSS and C, and the docstrings of Python.
fn blocks<'a>(path: &Path, text: &'a str) -> Vec<(usize, &'static str, &'a str)> {
    static BLOCK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?ms)^[ \t]*/\*(.*?)\*/").unwrap());
    static DOCSTRING: LazyLock<Regex> = LazyLock::new(|| {
        // At the start of a file, a class or a function, and after an annotated field.
        Regex::new(r#"(?ms)(?:\A(?:#[^\n]*\n)*|:\n|^[ \t]+\w+: [^\n="(]*\n)\s*"""(.*?)""""#).unwrap()
    });
    let (pattern, marker): (&Regex, _) = match path.extension().and_then(|it| it.to_str()) {
        Some("js" | "css" | "c") => (&BLOCK, "/*"),
        Some("py" | "pyi") => (&DOCSTRING, "\"\"\""),
        _ => return Vec::new(),
    };
    let found = pattern
        .captures_iter(text)
        .map(|captures| captures.get(1).unwrap());
    found
        .map(|comment| {
            (
                text[..comment.start()].matches('\n').count() + 1,
                marker,
                comment.as_str(),
            )
        })
        .collect()
}

/// Returns all comments of a file.
fn comments_of(path: &Path, name: &str) -> Vec<Comment> {
    let Ok(text) = fs::read_to_string(path) else {
        return Vec::new();
    };
    let Some(markers) = line_markers(path, &text) else {
        return Vec::new();
    };
    let new = |line: usize, marker, lines| Comment {
        place: format!("{name}:{line}"),
        marker,
        lines,
    };
    let mut found: Vec<Comment> = Vec::new();
    // The marker of the comment that the line before belongs to.
    let mut open = None;
    for (number, line) in text.lines().enumerate() {
        let is_script = number == 0 && line.starts_with("#!");
        let comment = as_comment(line, markers).filter(|_| !is_script);
        match comment {
            Some((marker, text)) if open == Some(marker) => {
                found.last_mut().unwrap().lines.push(text.to_owned());
            }
            Some((marker, text)) => found.push(new(number + 1, marker, vec![text.to_owned()])),
            None => {
                let end = trailing_comment(line, markers);
                found.extend(end.map(|(marker, text)| new(number + 1, marker, vec![text.to_owned()])));
            }
        }
        open = comment.map(|(marker, _)| marker);
    }
    found.extend(blocks(path, &text).into_iter().map(|(line, marker, text)| {
        let lines = text.trim().lines();
        new(
            line,
            marker,
            lines
                .map(|line| line.trim().trim_start_matches("* ").to_owned())
                .collect(),
        )
    }));
    found
}

/// The files with code, by their names.
fn files() -> Vec<(String, std::path::PathBuf)> {
    let paths = ROOTS.iter().map(|path| root().join(path));
    let paths = paths.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] });
    let named = paths.map(|path| {
        let name = path
            .strip_prefix(root())
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        (name, path)
    });
    let is_built = |name: &str| {
        ["/target/", "/.venv/", "/node_modules/", "/__pycache__/"]
            .iter()
            .any(|word| name.contains(word))
    };
    named.filter(|(name, _)| !is_built(name)).collect()
}

/// All comments of all files.
fn comments() -> Vec<Comment> {
    let files = files();
    files
        .iter()
        .flat_map(|(name, path)| comments_of(path, name))
        .collect()
}

#[test]
fn comments_are_plain() {
    let patterns = CONSTRUCTIONS.iter().chain(OF_COMMENTS);
    let patterns: Vec<_> = patterns
        .map(|&(pattern, instead)| (Regex::new(pattern).unwrap(), instead))
        .collect();
    let comments = comments();
    assert!(comments.len() > 5_000, "{} comments", comments.len());
    let mut wrong = Vec::new();
    for comment in &comments {
        let paragraphs = comment.paragraphs();
        for words in paragraphs
            .iter()
            .filter(|paragraph| !is_japanese(paragraph))
            .map(|it| without_quotes(it))
        {
            for (pattern, instead) in &patterns {
                if let Some(found) = pattern.find(&words) {
                    wrong.push(format!(
                        "{}: “{}” ({instead}): {words}",
                        comment.place,
                        found.as_str()
                    ));
                }
            }
        }
        let faults = comment.doc_faults();
        wrong.extend(
            faults
                .iter()
                .map(|fault| format!("{}: a doc comment {fault}: {}", comment.place, paragraphs[0])),
        );
    }
    assert!(
        wrong.is_empty(),
        "{} comments:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A construction of this list is found in each kind of file, and code and strings are not taken for comments.
#[test]
fn comments_of_each_language_are_found() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, expected) in [
        (
            "a.rs",
            "//! One.\n\nlet a = \"// no\"; // Two.\n/// Three\n/// and four.\n// Five.\n",
            4,
        ),
        ("a.pest", "/// One.\na = { \"//\" } // Two.\n", 2),
        ("a.js", "/* One. */\n// Two.\nlet a = 'https://x';\n", 2),
        ("a.css", "/* One.\n * Two. */\na { b: c }\n", 1),
        (
            "a.py",
            "#!/usr/bin/python3\n\"\"\"One.\"\"\"\n# Two.\na = '#' # Three.\nclass B:\n    \"\"\"Four.\"\"\"\n\n    c: int | None\n    \"\"\"Five.\"\"\"\n\n    def d(self):\n        \"\"\"Six.\"\"\"\n        return \"\"\"no\"\"\"\n",
            6,
        ),
        ("a.toml", "# One.\na = \"# no\" # Two.\n", 2),
        ("script", "#!/bin/sh\n# One.\necho '#'\n", 1),
        ("a.yml", "# One.\n# Two.\na: b # Three.\n", 2),
        ("a.kif", "# One.\n", 0),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let found = comments_of(&path, name);
        assert_eq!(
            found.len(),
            expected,
            "{name}: {:?}",
            found.iter().map(|it| &it.lines).collect::<Vec<_>>()
        );
    }
}

/// Rows of the table of private constructions, per hundred lines of comments.
const COUNTED: &[(&str, &str)] = &[
    ("begins with “What …”", r"^What\b"),
    ("stand(s), stood", r"\b(stand|stands|stood)\b"),
    ("say(s), said", r"\b(say|says|said)\b"),
    ("told, tell(s)", r"\b(told|tell|tells)\b"),
    ("so many, so much", r"\bso (many|much)\b"),
    (
        "nobody, somebody, whoever",
        r"\b(nobody|somebody|whoever|everybody|anybody)\b",
    ),
    ("beside, behind", r"\b(beside|behind)\b"),
    ("is none, are none", r"\b(is|are|was|were) none\b"),
];

/// Prints the table, and the comments and names that the seed `$SEED` draws.
#[test]
#[ignore = "prints a report: tests/comment-words"]
fn report() {
    let comments = comments();
    let lines: usize = comments.iter().map(|it| it.lines.len()).sum();
    println!("{} comments, {lines} lines; in a hundred lines:", comments.len());
    for (name, pattern) in COUNTED {
        let pattern = Regex::new(pattern).unwrap();
        let paragraphs = comments.iter().flat_map(Comment::paragraphs);
        let found: usize = paragraphs
            .map(|paragraph| pattern.find_iter(&without_quotes(&paragraph)).count())
            .sum();
        let thousandths = found * 100_000 / lines;
        println!("{:3}.{:03}  {name}", thousandths / 1000, thousandths % 1000);
    }
    let seed = std::env::var("SEED").map_or(1, |value| value.parse().expect("SEED is a number"));
    let mut dice = Dice::new(seed);
    println!("\n60 comments of seed {seed}:");
    for _ in 0..60 {
        let comment = &comments[dice.below(comments.len())];
        println!("{}: {}", comment.place, comment.lines.join(" "));
    }
    println!("\n60 names of seed {seed}:");
    let names = names();
    for _ in 0..60 {
        println!("{}", names[dice.below(names.len())]);
    }
}

/// Names of functions, types, constants, modules, fields and variables in the code, with their places.
fn names() -> Vec<String> {
    static NAME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^\s*(?:pub(?:\([a-z]+\))? )?(?:(?:const |async )?fn|struct|enum|trait|const|static|type|mod|let(?: mut)?) (\w{2,})").unwrap()
    });
    let mut found = Vec::new();
    for (name, path) in files() {
        if path.extension().is_some_and(|extension| extension == "rs") {
            for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
                let captures = NAME.captures(line);
                found.extend(captures.map(|capture| format!("{name}:{}: {}", number + 1, capture[0].trim())));
            }
        }
    }
    found
}
