//! Tables of test cases: one case per line, with fields separated by ` | `.

use std::fmt::Debug;

/// Test cases of the rules: moves, lines and games.
pub const RULES: &str = include_str!("../../../fixtures/rules/cases.txt");

/// Returns the cases of a table as fields. Blank lines and lines that begin with `#` are skipped.
pub fn rows<const FIELDS: usize>(table: &str) -> Vec<[&str; FIELDS]> {
    let lines = table.lines().map(str::trim);
    let cases = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    cases
        .map(|line| {
            let fields: Vec<_> = line.split('|').map(str::trim).collect();
            fields.try_into().unwrap_or_else(|_| panic!("{line}"))
        })
        .collect()
}

/// Returns the cases of a block of `RULES`, or an empty list if the block does not exist.
pub fn block<const FIELDS: usize>(name: &str) -> Vec<[&'static str; FIELDS]> {
    let blocks = RULES.split("\n[");
    let mut matching = blocks.filter_map(|block| block.strip_prefix(name)?.strip_prefix("]\n"));
    matching.next().map_or_else(Vec::new, rows)
}

/// Returns the cases of a block and asserts their number, so that no case is lost.
pub fn counted_block<const FIELDS: usize>(name: &str, count: usize) -> Vec<[&'static str; FIELDS]> {
    let cases = block(name);
    assert_eq!(cases.len(), count, "cases in [{name}]");
    cases
}

/// Asserts for all cases that the expected value equals the actual value, and lists each failure. `outcome` returns
/// both values.
#[track_caller]
pub fn assert_cases<C: Debug, E: PartialEq<G> + Debug, G: Debug>(
    cases: impl IntoIterator<Item = C>,
    outcome: impl Fn(&C) -> (E, G),
) {
    let failures = cases.into_iter().filter_map(|case| {
        let (expected, got) = outcome(&case);
        (expected != got).then(|| format!("{case:?}\n  expected {expected:?}\n  got      {got:?}\n"))
    });
    let failures: String = failures.collect();
    assert!(failures.is_empty(), "\n{failures}");
}
