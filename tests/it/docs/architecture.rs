//! Code names in `docs/architecture.md` exist: files, functions, types and tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::architecture::sources;

/// Keywords before the name of an item.
const ITEM_KEYWORDS: [&str; 9] = [
    "fn",
    "static",
    "const",
    "struct",
    "enum",
    "trait",
    "type",
    "mod",
    "macro_rules!",
];

/// Returns the identifier at the beginning of a text.
fn leading_identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// Returns the names that a source defines: items, fields and variants.
fn defined_names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in text.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let items = words.windows(2).filter(|pair| ITEM_KEYWORDS.contains(&pair[0]));
        names.extend(items.map(|pair| leading_identifier(pair[1]).to_owned()));
        let line = line.trim_start();
        let field = line.strip_prefix("pub ").unwrap_or(line);
        let name = leading_identifier(field);
        if field[name.len()..].starts_with([':', ',', '(']) {
            names.insert(name.to_owned());
        }
    }
    names
}

/// Returns the names that each source defines, by the path of the source below `src`.
fn names_by_path() -> BTreeMap<String, BTreeSet<String>> {
    let with_names = |(components, text): (Vec<String>, String)| (components.join("/"), defined_names(&text));
    sources().into_iter().map(with_names).collect()
}

/// Returns `true` if the file or folder exists below `src` or at the root. If the path has the placeholder `NAME`, only
/// the folder before the placeholder must exist.
fn path_exists(path: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path: PathBuf = path.split('/').take_while(|part| *part != "NAME").collect();
    root.join("src").join(&path).exists() || root.join(&path).exists()
}

/// Returns the code names of a page that do not exist.
///
/// `file.rs::name` is a name in a file, and `::name` is another name in the same file. Other names may be defined
/// anywhere. Code with a blank is a command and is not checked.
fn missing_names(page: &str) -> Vec<&str> {
    let names_by_path = names_by_path();
    let is_known = |name: &str, file: &str| {
        let mut files = names_by_path
            .iter()
            .filter(|(path, _)| file.is_empty() || *path == file);
        files.any(|(_, names)| names.contains(name))
    };
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let mut file = "";
    let mut missing = Vec::new();
    let prose = page.split("```").step_by(2);
    for span in prose.flat_map(|text| text.split('`').skip(1).step_by(2)) {
        let name = span.split(['(', '!']).next().unwrap_or_default();
        let exists = if let Some(end) = name.find(".rs::") {
            file = &name[..end + 3];
            is_known(&name[end + 5..], file)
        } else if let Some(name) = name.strip_prefix("::") {
            is_known(name, file)
        } else if name.contains(' ') {
            true
        } else if name.contains(['/', '.']) {
            path_exists(name)
        } else {
            let mut names = name.split("::");
            names.clone().any(|name| !is_name(name)) || names.all(|name| is_known(name, ""))
        };
        if !exists {
            missing.push(span);
        }
    }
    missing
}

#[test]
fn every_code_name_of_the_page_exists() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let page = fs::read_to_string(page).expect("the page");
    assert_eq!(missing_names(&page), Vec::<&str>::new());
}

#[test]
fn missing_names_are_detected() {
    let page = "`Record`, `no_such_name`, `Record::no_such_name`, `record/nothing.rs`, `fixtures/rules/NAME/`, \
                `record/tree.rs::add`, `::first_child`, `::check_watched`, `record/tree.rs::check_watched`.";
    let expected = [
        "no_such_name",
        "Record::no_such_name",
        "record/nothing.rs",
        "::check_watched",
        "record/tree.rs::check_watched",
    ];
    assert_eq!(missing_names(page), expected);
}
