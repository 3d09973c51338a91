//! Comments and docstrings of the code are plain English. The constructions of the parent module are forbidden, and a
//! few more that occur only in code.
//!
//! `tests/comment-words` prints how often each construction of `COUNTED_CONSTRUCTIONS` occurs, and a random sample of
//! comments and names.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::{CONSTRUCTIONS, is_japanese, root, without_quotes};
use crate::support::dice::Dice;
use crate::support::files::below;

/// Constructions that are forbidden in comments only, as patterns with the wording to use instead.
const COMMENT_CONSTRUCTIONS: &[(&str, &str)] = &[
    (
        r"^(What|Whether|And|But|The same|Those|Whose)\b",
        "a noun phrase, or “Returns …”",
    ),
    (r"\bso much\b", "the amount of"),
    (r"\b(stand|stands|stood|standing)\b([^-]|$)", "is (at), appears"),
];

/// Folders and files with code. `code_files` leaves out build folders and installed packages in them.
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

/// A comment of one or more lines, or a docstring.
struct Comment {
    /// Path of the file, and number of the first line.
    place: String,
    /// `///`, `//!`, `//`, `/*`, `#` or `"""`.
    marker: &'static str,
    /// The lines, without the marker.
    lines: Vec<String>,
}

impl Comment {
    /// Returns the paragraphs of prose, without code blocks, tables and headings.
    fn paragraphs(&self) -> Vec<String> {
        let mut is_code = false;
        let mut paragraphs = vec![String::new()];
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
                paragraphs.push(String::new());
            }
            if !is_code && !is_fence && !line.starts_with("    ") {
                let paragraph = paragraphs.last_mut().unwrap();
                paragraph.push_str(text.trim_end());
                paragraph.push(' ');
            }
        }
        paragraphs.retain(|paragraph| !paragraph.trim().is_empty());
        paragraphs
    }

    /// Returns the requirements that a doc comment or docstring does not meet: unless it is Japanese, its first
    /// paragraph must begin with a capital letter and end with a punctuation mark. Other comments have no requirements.
    fn unmet_requirements(&self) -> Vec<&'static str> {
        let first_paragraph = self.paragraphs().into_iter().next().unwrap_or_default();
        let first_paragraph = first_paragraph.trim();
        let mut unmet = Vec::new();
        if matches!(self.marker, "///" | "//!" | "\"\"\"")
            && !first_paragraph.is_empty()
            && !is_japanese(first_paragraph)
        {
            if first_paragraph.starts_with(|it: char| it.is_ascii_lowercase()) {
                unmet.push("begins with a capital letter");
            }
            let without_brackets = first_paragraph.trim_end_matches([')', '"', '”']);
            if !without_brackets.ends_with(['.', ':', '!', '?', '。']) {
                unmet.push("ends with a full stop");
            }
        }
        unmet
    }
}

/// Returns the markers of line comments in a file. Returns `None` for a file of a kind whose comments are not read.
fn line_markers(path: &Path, text: &str) -> Option<&'static [&'static str]> {
    match path.extension().and_then(|it| it.to_str()) {
        Some("rs" | "pest" | "js" | "c") => Some(&["///", "//!", "//"]),
        Some("css") => Some(&[]),
        Some("toml" | "py" | "pyi" | "yml") => Some(&["#"]),
        None if text.starts_with("#!") => Some(&["#"]),
        _ => None,
    }
}

/// Returns the marker of a line that is a comment, and the text after the marker; `None` for other lines.
fn as_comment<'a>(line: &'a str, markers: &[&'static str]) -> Option<(&'static str, &'a str)> {
    let line = line.trim_start();
    let marker = markers.iter().find(|marker| line.starts_with(**marker))?;
    let text = line[marker.len()..].trim_start_matches(['/', '#']);
    Some((marker, text.strip_prefix(' ').unwrap_or(text)))
}

/// Returns the comment at the end of a line of code, with its marker; `None` if there is no such comment. A marker in a
/// string does not begin a comment.
fn trailing_comment<'a>(line: &'a str, markers: &[&'static str]) -> Option<(&'static str, &'a str)> {
    let marker = *markers.last()?;
    let (code, text) = line.split_once(&format!(" {marker} "))?;
    let quotes = code.matches('"').count() + code.matches('\'').count();
    (quotes % 2 == 0).then_some((marker, text))
}

/// Returns the block comments of JavaScript, CSS and C, and the docstrings of Python, with line number and marker.
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
    let matches = pattern
        .captures_iter(text)
        .map(|captures| captures.get(1).unwrap());
    matches
        .map(|comment| {
            (
                text[..comment.start()].matches('\n').count() + 1,
                marker,
                comment.as_str(),
            )
        })
        .collect()
}

/// Returns all comments of a file. The list is empty for a file that is not UTF-8, or whose comments are not read.
fn comments_of(path: &Path, name: &str) -> Vec<Comment> {
    let Ok(text) = fs::read_to_string(path) else {
        return Vec::new();
    };
    let Some(markers) = line_markers(path, &text) else {
        return Vec::new();
    };
    let new_comment = |line: usize, marker, lines| Comment {
        place: format!("{name}:{line}"),
        marker,
        lines,
    };
    let mut comments: Vec<Comment> = Vec::new();
    // The marker of the comment on the line before, if any.
    let mut open_marker = None;
    let is_toml = path.extension().is_some_and(|extension| extension == "toml");
    let mut is_in_string = false;
    for (number, line) in text.lines().enumerate() {
        let begins_in_string = is_in_string;
        is_in_string ^= is_toml && line.matches("'''").count() % 2 == 1;
        if begins_in_string {
            open_marker = None;
            continue;
        }
        let is_script = number == 0 && line.starts_with("#!");
        let comment = as_comment(line, markers).filter(|_| !is_script);
        match comment {
            Some((marker, text)) if open_marker == Some(marker) => {
                comments.last_mut().unwrap().lines.push(text.to_owned());
            }
            Some((marker, text)) => comments.push(new_comment(number + 1, marker, vec![text.to_owned()])),
            None => {
                let trailing = trailing_comment(line, markers);
                comments.extend(
                    trailing.map(|(marker, text)| new_comment(number + 1, marker, vec![text.to_owned()])),
                );
            }
        }
        open_marker = comment.map(|(marker, _)| marker);
    }
    comments.extend(blocks(path, &text).into_iter().map(|(line, marker, text)| {
        let lines = text.trim().lines();
        new_comment(
            line,
            marker,
            lines
                .map(|line| line.trim().trim_start_matches("* ").to_owned())
                .collect(),
        )
    }));
    comments
}

/// Returns the names and paths of the files in `ROOTS`, without build folders and installed packages.
fn code_files() -> Vec<(String, std::path::PathBuf)> {
    let paths = ROOTS.iter().map(|path| root().join(path));
    let paths = paths.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] });
    let names_and_paths = paths.map(|path| {
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
            .any(|folder| name.contains(folder))
    };
    names_and_paths.filter(|(name, _)| !is_built(name)).collect()
}

/// Returns all comments of the files of `code_files`.
fn comments() -> Vec<Comment> {
    let files = code_files();
    files
        .iter()
        .flat_map(|(name, path)| comments_of(path, name))
        .collect()
}

#[test]
fn comments_are_plain() {
    let patterns = CONSTRUCTIONS.iter().chain(COMMENT_CONSTRUCTIONS);
    let patterns: Vec<_> = patterns
        .map(|&(pattern, instead)| (Regex::new(pattern).unwrap(), instead))
        .collect();
    let comments = comments();
    assert!(comments.len() > 5_000, "{} comments", comments.len());
    let mut violations = Vec::new();
    for comment in &comments {
        let paragraphs = comment.paragraphs();
        for text in paragraphs
            .iter()
            .filter(|paragraph| !is_japanese(paragraph))
            .map(|it| without_quotes(it))
        {
            for (pattern, instead) in &patterns {
                if let Some(construction) = pattern.find(&text) {
                    violations.push(format!(
                        "{}: “{}” ({instead}): {text}",
                        comment.place,
                        construction.as_str()
                    ));
                }
            }
        }
        let requirements = comment.unmet_requirements();
        violations.extend(requirements.iter().map(|requirement| {
            format!(
                "{}: a doc comment {requirement}: {}",
                comment.place, paragraphs[0]
            )
        }));
    }
    assert!(
        violations.is_empty(),
        "{} comments:\n{}",
        violations.len(),
        violations.join("\n")
    );
}

/// The comments of each kind of file are found, and code and strings are not taken for comments.
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
        ("b.toml", "a = '''\n# no\n'''\n# One.\n", 1),
        ("script", "#!/bin/sh\n# One.\necho '#'\n", 1),
        ("a.yml", "# One.\n# Two.\na: b # Three.\n", 2),
        ("a.kif", "# One.\n", 0),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let comments = comments_of(&path, name);
        assert_eq!(
            comments.len(),
            expected,
            "{name}: {:?}",
            comments.iter().map(|it| &it.lines).collect::<Vec<_>>()
        );
    }
}

/// The constructions that are counted, each as a label and a pattern. The printed table has the number of occurrences
/// per hundred lines of comments.
const COUNTED_CONSTRUCTIONS: &[(&str, &str)] = &[
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

/// Prints the table of `COUNTED_CONSTRUCTIONS`, and a random sample of comments and names. The environment variable
/// `SEED` selects the sample.
#[test]
#[ignore = "prints a report: tests/comment-words"]
fn report() {
    let comments = comments();
    let lines: usize = comments.iter().map(|it| it.lines.len()).sum();
    println!("{} comments, {lines} lines; in a hundred lines:", comments.len());
    for (name, pattern) in COUNTED_CONSTRUCTIONS {
        let pattern = Regex::new(pattern).unwrap();
        let paragraphs = comments.iter().flat_map(Comment::paragraphs);
        let occurrence_count: usize = paragraphs
            .map(|paragraph| pattern.find_iter(&without_quotes(&paragraph)).count())
            .sum();
        let thousandths = occurrence_count * 100_000 / lines;
        println!("{:3}.{:03}  {name}", thousandths / 1000, thousandths % 1000);
    }
    let seed = std::env::var("SEED").map_or(1, |value| value.parse().expect("SEED is a number"));
    let mut dice = Dice::new(seed);
    println!("\n60 comments of seed {seed}:");
    for index in draw(60, comments.len(), &mut dice) {
        let comment = &comments[index];
        println!("{}: {}", comment.place, comment.lines.join(" "));
    }
    println!("\n60 names of seed {seed}:");
    let names = names();
    for index in draw(60, names.len(), &mut dice) {
        println!("{}", names[index]);
    }
}
/// Draws `count` different indices below `length`, or all indices if there are fewer.
fn draw(count: usize, length: usize, dice: &mut Dice) -> Vec<usize> {
    let mut drawn = Vec::new();
    while drawn.len() < count.min(length) {
        let index = dice.below(length);
        if !drawn.contains(&index) {
            drawn.push(index);
        }
    }
    drawn
}

/// Returns the declarations of functions, types, traits, constants, modules and local variables in the Rust code, each
/// with its file and line. Names of a single character are left out.
fn names() -> Vec<String> {
    static NAME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^\s*(?:pub(?:\([a-z]+\))? )?(?:(?:const |async )?fn|struct|enum|trait|const|static|type|mod|let(?: mut)?) (\w{2,})").unwrap()
    });
    let mut names = Vec::new();
    for (name, path) in code_files() {
        if path.extension().is_some_and(|extension| extension == "rs") {
            for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
                let captures = NAME.captures(line);
                names.extend(captures.map(|capture| format!("{name}:{}: {}", number + 1, capture[0].trim())));
            }
        }
    }
    names
}
