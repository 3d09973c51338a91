//! `docs/sources.md`: every statement of the source documents has a rule and a test, or a reason why no record can
//! show it.
//!
//! The submodules test statements that have no other test.

mod losing;
mod moving;
mod pieces;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kifu::system::ALL_RULES;

use crate::support::table;

const SOURCES: &str = include_str!("../../../../docs/sources.md");

/// Test files that the tables may refer to, each with its module name.
const TEST_FILES: [(&str, &str); 11] = [
    ("losing", include_str!("losing.rs")),
    ("moving", include_str!("moving.rs")),
    ("pieces", include_str!("pieces.rs")),
    ("limit", include_str!("../impasse/limit.rs")),
    ("statements", include_str!("../../system/statements.rs")),
    (
        "statements_gunjin",
        include_str!("../../system/statements_gunjin.rs"),
    ),
    ("yonin", include_str!("../../system/yonin.rs")),
    ("gunjin", include_str!("../../system/gunjin.rs")),
    ("janggi", include_str!("../../system/janggi.rs")),
    ("janggi_ends", include_str!("../../system/janggi_ends.rs")),
    ("janggi_moves", include_str!("../../system/janggi_moves.rs")),
];

/// Number of statements in each document.
const STATEMENTS: [(&str, u32); 5] = [("S0", 129), ("S1", 36), ("S2", 48), ("S3", 59), ("S4", 55)];

/// Iterates over the rows of the tables of statements in `docs/sources.md`, each as a list of its cells.
fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    let cells = |row: &'static str| row.trim_matches('|').split('|').map(str::trim).collect();
    SOURCES.lines().filter(|line| line.starts_with("| S")).map(cells)
}

/// Iterates over the rows of statements that a record can show. These rows have five cells.
fn verifiable_rows() -> impl Iterator<Item = Vec<&'static str>> {
    rows().filter(|row| row.len() == 5)
}

/// Returns the words between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// A case of `fixtures/rules/cases.txt`: the name of its block, and its fields.
struct Case {
    block: &'static str,
    fields: Vec<&'static str>,
}

/// Returns the cases that hold under every profile, in order.
fn cases() -> Vec<Case> {
    let mut block = "";
    let mut cases = Vec::new();
    for line in table::RULES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if let Some(name) = line.strip_prefix('[') {
            block = name.trim_end_matches(']');
        } else if !block.contains(' ') {
            let fields = line.split('|').map(str::trim).collect();
            cases.push(Case { block, fields });
        }
    }
    cases
}

/// Returns the cases by identifier.
fn cases_by_name() -> BTreeMap<&'static str, Case> {
    let cases = cases().into_iter().map(|case| (case.fields[0], case));
    cases.collect()
}

/// Returns the text of a test, from its name to the next test. `yonin::name` is searched in the file `yonin`, and
/// `name` alone in all files. Returns `None` if there is no such test.
fn test_source(name: &str) -> Option<&'static str> {
    let (file, name) = name.split_once("::").unwrap_or(("", name));
    let header = format!("fn {name}(");
    let mut files = TEST_FILES
        .iter()
        .filter(|(module, _)| file.is_empty() || *module == file);
    let (_, body) = files.find_map(|(_, text)| text.split_once(&header))?;
    body.split("#[test]").next()
}

fn fixture_rule(test: &str) -> Option<&str> {
    let rule = test.strip_prefix("fixtures/rules/")?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(test);
    path.is_dir().then_some(rule)
}

#[test]
fn every_statement_is_listed_once() {
    let listed: Vec<_> = rows().map(|row| row[0].to_owned()).collect();
    let unique: BTreeSet<_> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), unique.len(), "an identifier stands twice");
    let expected: BTreeSet<_> = STATEMENTS
        .iter()
        .flat_map(|(seed, count)| (1..=*count).map(move |number| format!("{seed}-{number:03}")))
        .collect();
    assert_eq!(unique, expected);
}

#[test]
fn case_identifiers_are_unique() {
    let mut names = BTreeSet::new();
    for case in cases() {
        assert!(names.insert(case.fields[0]), "{} stands twice", case.fields[0]);
    }
}

#[test]
fn verifiable_statements_have_a_rule_and_a_test() {
    let cases = cases_by_name();
    for row in verifiable_rows() {
        let (id, rules, tests) = (row[0], quoted(row[3]), quoted(row[4]));
        assert!(!rules.is_empty(), "{id} has no rule");
        assert!(!tests.is_empty(), "{id} has no test");
        for rule in rules {
            assert!(
                ALL_RULES.iter().any(|listed_rule| listed_rule.name == rule),
                "{id}: no rule is called {rule}"
            );
        }
        for name in tests {
            let exists =
                cases.contains_key(name) || fixture_rule(name).is_some() || test_source(name).is_some();
            assert!(exists, "{id}: there is no case, folder or test {name}");
        }
    }
}

/// Each rule of a statement occurs in a case, test or fixture that the statement lists. A test without the rule would
/// pass even if the rule did not exist.
#[test]
fn every_rule_of_a_statement_occurs_in_its_tests() {
    let cases = cases_by_name();
    let mentions = |rule: &str, name: &str| {
        let is_word = |character: char| character.is_ascii_alphanumeric() || character == '-';
        let has_rule = |field: &&str| field.split(|field| !is_word(field)).any(|word| word == rule);
        let is_in_case = cases.get(name).is_some_and(|case| {
            // The last field is a comment, except in the block `verdicts`, in which it has the reasons.
            let comment_count = usize::from(case.block != "verdicts");
            case.fields[2..case.fields.len() - comment_count]
                .iter()
                .any(has_rule)
        });
        let patterns = ["\"", "| "].map(|prefix| format!("{prefix}{rule}"));
        let is_in_test =
            test_source(name).is_some_and(|text| patterns.iter().any(|pattern| text.contains(pattern)));
        is_in_case || is_in_test || fixture_rule(name) == Some(rule)
    };
    let mut unmentioned = Vec::new();
    for row in verifiable_rows() {
        let (rules, tests) = (quoted(row[3]), quoted(row[4]));
        let rules = rules
            .into_iter()
            .filter(|rule| !tests.iter().any(|test| mentions(rule, test)));
        unmentioned.extend(rules.map(|rule| format!("{} {rule}", row[0])));
    }
    assert!(unmentioned.is_empty(), "{unmentioned:#?}");
}

#[test]
fn unverifiable_statements_have_a_reason() {
    let rows: Vec<_> = rows().filter(|row| row.len() != 5).collect();
    assert!(!rows.is_empty());
    for row in rows {
        assert_eq!(row.len(), 4, "{row:?}");
        assert!(
            ["physical or manners", "no requirement"].contains(&row[3]),
            "{row:?}"
        );
    }
}
