//! `fixtures/rules/NAME/`: records that violate a rule, and similar records that do not.
//!
//! A file `bad*` has exactly one finding of the rule `NAME`. A file `good*` has no finding. The table
//! `fixtures/rules/expected.txt` has the ply of each finding. If the error causes findings of other rules, the table
//! lists these findings, too. If the folder has a file `profile.toml`, its records are checked with this profile.
//!
//! `KIFU_UPDATE=1 cargo test --test it referee::fixtures` updates the table; review the difference.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use kifu::finding::Rule;
use kifu::notation;
use kifu::profile::Profile;
use kifu::referee::{RULES, Referee};
use kifu::text;

use crate::support::generated;

/// Rules without fixtures, each with the reason.
const NO_FIXTURE: &[(&str, &str)] = &[
    ("unlisted-findings", "speaks of more than ten thousand findings"),
    ("internal-error", "speaks of a fault of the tool itself"),
    ("archive-damaged", "archives are made by the tests of them"),
    ("archive-encrypted", "archives are made by the tests of them"),
    ("archive-unsupported", "archives are made by the tests of them"),
    ("archive-limit", "archives are made by the tests of them"),
    ("archive-nested", "archives are made by the tests of them"),
    ("archive-link", "archives are made by the tests of them"),
    ("archive-irregular", "archives are made by the tests of them"),
];

/// Rules that cannot be violated in both KIF and CSA, with the reason.
const NOT_IN_BOTH: &[(&str, &str)] = &[
    ("book-order", "Only opening books have an order."),
    ("book-repeat", "Only opening books have moves with counts."),
    (
        "unpromotable-promoted",
        "CSA names the piece after the move and has no letters for a promoted gold or king.",
    ),
    (
        "already-promoted",
        "CSA names the piece after the move; it has no mark of promotion that could stand at a promoted piece.",
    ),
    (
        "pass",
        "CSA has no pass: -0000OU is a bad-token, %PASS an unknown-terminal.",
    ),
    (
        "origin-unstated",
        "Every move of CSA has its square of origin; 00 says that it is a drop.",
    ),
    (
        "unusual-suffix",
        "Only KI2 has the words 右 左 直 上 寄 引; in KIF the square of origin decides.",
    ),
    (
        "promotion-unstated",
        "KI2 only: KIF does not mark a promotion that is declined, CSA names the piece after the move.",
    ),
    ("ambiguous-move", "Every move of CSA has its square of origin."),
    (
        "ambiguous-move-resolved",
        "Every move of CSA has its square of origin.",
    ),
    (
        "side-mark-missing",
        "Only moves of KI2 begin with ▲ or △; those of KIF have numbers.",
    ),
    (
        "handicap-mismatch",
        "CSA has no name of a handicap, only the board.",
    ),
    (
        "summary-mismatch",
        "The summary ('summary:, 'ILLEGAL_MOVE) is a comment of game servers in CSA; KIF has none.",
    ),
    (
        "clock-cumulative-mismatch",
        "CSA has no running total, only the time of each move.",
    ),
    ("unreadable-json", "JKF only: the other notations are not JSON."),
    ("schema-error", "JKF only: the other notations are not JSON."),
    ("ply-gap", "Moves of CSA have no numbers."),
    ("ply-number", "Moves of CSA have no numbers."),
    ("ply-repeat", "Moves of CSA have no numbers."),
    (
        "doubtful-same",
        "CSA always writes the square of destination and has no word for 同.",
    ),
    ("unknown-handicap", "CSA has no name of a handicap."),
    (
        "unreadable-result",
        "まで lines are of KIF and KI2; an unknown word of the result in CSA is an unknown-terminal.",
    ),
    ("variation-without-parent", "CSA has no variations."),
    (
        "quoted-lines",
        "Only lines of KIF and KI2 are read without these marks.",
    ),
    ("empty-variation", "CSA has no variations."),
    ("ambiguous-branch", "CSA has no variations."),
    ("half-width-colon", "Colons are half-width in CSA by definition."),
    (
        "start-missing",
        "KIF without a board and 手合割 is an even game by definition, but a board in its comments is noted.",
    ),
    ("unknown-version", "CSA only: the version of KIF is not judged."),
    (
        "removal-mismatch",
        "CSA only: KIF draws the board and takes no pieces off it by a list.",
    ),
    (
        "stray-clock",
        "CSA only, where times are lines of their own; in KIF a time belongs to the line of its move.",
    ),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rules")
}

/// A file of a rule, and the findings of its records.
struct Case {
    /// The path below `fixtures/rules`.
    name: String,
    findings: Vec<(&'static Rule, Option<u32>)>,
}

impl Case {
    fn read(path: &Path, referee: &mut Referee) -> Self {
        let bytes = fs::read(path).expect("a fixture can be read");
        let extension = path.extension().and_then(|it| it.to_str());
        let text = text::decode(&bytes, None);
        let findings = notation::slices(&text, notation::detect(&text, extension))
            .with_extension(extension)
            .flat_map(|slice| referee.check(&slice.read()).findings)
            .map(|finding| (finding.rule, finding.ply))
            .collect();
        let name = path.strip_prefix(folder()).expect("below the folder");
        Self {
            name: name.to_str().expect("plain names").replace('\\', "/"),
            findings,
        }
    }

    /// Returns the findings as in the table: `nifu @3 + foul-unnoticed @3`.
    fn description(&self) -> String {
        let describe = |(rule, ply): &(&Rule, Option<u32>)| match ply {
            Some(ply) => format!("{} @{ply}", rule.name),
            None => rule.name.to_owned(),
        };
        self.findings.iter().map(describe).collect::<Vec<_>>().join(" + ")
    }
}

/// Returns the files of a rule except `profile.toml`, sorted by name. If the rule has no folder, there are no files.
fn cases(rule: &Rule) -> Vec<Case> {
    let folder = folder().join(rule.name);
    let Ok(entries) = fs::read_dir(&folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut referee = match fs::read_to_string(folder.join("profile.toml")) {
        Ok(toml) => Referee::with_profile(
            Profile::read(&toml, rule.name).unwrap_or_else(|faults| panic!("{}: {faults:?}", rule.name)),
        ),
        Err(_) => Referee::new(),
    };
    referee.set_engine_lines(true);
    let records = paths.iter().filter(|path| !path.ends_with("profile.toml"));
    records.map(|path| Case::read(path, &mut referee)).collect()
}

fn file_name(case: &Case) -> &str {
    case.name.rsplit('/').next().expect("a path has a name")
}

/// Returns `true` if one of the cases has a file name that begins with `kind` and ends with one of the extensions.
fn has_file(cases: &[Case], kind: &str, extensions: &[&str]) -> bool {
    cases.iter().any(|case| {
        let name = file_name(case);
        name.starts_with(kind) && extensions.iter().any(|extension| name.ends_with(extension))
    })
}

#[test]
fn every_rule_has_records_that_break_it_and_records_that_do_not() {
    let mut missing = String::new();
    for rule in RULES.iter() {
        let is_listed = |list: &[(&str, &str)]| list.iter().any(|(name, _)| *name == rule.name);
        let cases = cases(rule);
        for kind in ["bad", "good"] {
            let has_any = has_file(&cases, kind, &[""]);
            let has_kif = has_file(&cases, kind, &[".kif", ".kifu"]);
            let has_csa = has_file(&cases, kind, &[".csa"]);
            let is_enough = if is_listed(NOT_IN_BOTH) {
                has_any
            } else {
                has_kif && has_csa
            };
            if !is_enough && !is_listed(NO_FIXTURE) {
                let _ = writeln!(missing, "{}: {kind} (kif {has_kif}, csa {has_csa})", rule.name);
            }
        }
    }
    assert!(missing.is_empty(), "{missing}");
}

#[test]
fn bad_fixtures_have_their_finding_and_good_ones_none() {
    let mut table = String::from(
        "# What the records of the folders here yield; tests/it/referee/fixtures.rs reads it and can write it anew.\n",
    );
    let mut failures = String::new();
    for rule in RULES.iter() {
        for case in cases(rule) {
            let count = case
                .findings
                .iter()
                .filter(|(found_rule, _)| *found_rule == *rule)
                .count();
            let name = file_name(&case);
            let is_expected = match (name.starts_with("bad"), name.starts_with("good")) {
                (true, false) => count == 1,
                (false, true) => case.findings.is_empty(),
                _ => false,
            };
            if !is_expected {
                let _ = writeln!(failures, "{}: {}", case.name, case.description());
            }
            if name.starts_with("bad") {
                let _ = writeln!(table, "{} | {}", case.name, case.description());
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    generated::compare("fixtures/rules/expected.txt", table);
}

#[test]
fn few_fixtures_have_additional_findings() {
    let bad_cases: Vec<_> = RULES
        .iter()
        .flat_map(|rule| cases(rule))
        .filter(|case| file_name(case).starts_with("bad"))
        .collect();
    // An overturned result is a consequence of some errors and does not count as an additional finding.
    let has_additional_findings = |case: &&Case| {
        case.findings
            .iter()
            .filter(|(rule, _)| rule.name != "result-overturned")
            .count()
            > 1
    };
    let count = bad_cases.iter().filter(has_additional_findings).count();
    assert!(
        count * 8 < bad_cases.len(),
        "{count} of {} bad records yield more than their rule",
        bad_cases.len()
    );
}
