//! Examples on the rule pages have the findings that the pages describe.

use crate::support::checking;
use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use kifu::finding::Class;
use kifu::finding::Example;
use kifu::finding::Finding;
use kifu::finding::Rule;
use kifu::finding::Severity;
use kifu::finding::Span;
use kifu::finding::Words;
use kifu::finding::bilingual;
use kifu::referee::RULES;
use kifu::referee::Referee;
use kifu::system::ALL_RULES;

/// Rules without examples. No record is known for an internal error, ten thousand findings do not fit on a page, and an
/// archive is not text.
const WITHOUT_EXAMPLE: [&str; 9] = [
    "internal-error",
    "unlisted-findings",
    "archive-damaged",
    "archive-encrypted",
    "archive-unsupported",
    "archive-limit",
    "archive-nested",
    "archive-link",
    "archive-irregular",
];

/// Returns the findings in an example. A start position in SFEN is checked like a board diagram.
fn findings(example: &Example) -> Vec<Finding> {
    let judgements = match *example {
        Example::Moves { start, moves, .. } => {
            let mut record = checking::line(&checking::position(start), moves);
            record.start.diagram = Some(Span::default());
            vec![Referee::new().check(&record)]
        }
        Example::Record { text, .. } => checking::check_file(text.as_bytes()),
        Example::WithRules { rules, text, .. } => {
            checking::check_file_by(&checking::profile_with(rules), text.as_bytes())
        }
        Example::Bytes { bytes, .. } => checking::check_file(bytes),
        // `cli::audit` compares the files of these examples.
        Example::Files { .. } => Vec::new(),
        Example::File { name, text, .. } => checking::check_with_extension(
            text.as_bytes(),
            name.split_once('.').map(|(_, extension)| extension),
        ),
    };
    judgements
        .into_iter()
        .flat_map(|judgement| judgement.findings)
        .collect()
}

const fn note(example: &Example) -> Words {
    match example {
        Example::Moves { note, .. }
        | Example::Record { note, .. }
        | Example::WithRules { note, .. }
        | Example::Bytes { note, .. }
        | Example::Files { note, .. }
        | Example::File { note, .. } => *note,
    }
}

fn rule_names(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.rule.name).collect()
}

/// Asserts that `violation` returns `None` for every rule with examples. The message lists all violations.
fn assert_no_violations(violation: impl Fn(&Rule) -> Option<String>) {
    let mut violations = String::new();
    for rule in RULES.iter().filter(|rule| !WITHOUT_EXAMPLE.contains(&rule.name)) {
        if let Some(violation) = violation(rule) {
            let _ = writeln!(violations, "{}: {violation}", rule.name);
        }
    }
    assert!(violations.is_empty(), "{violations}");
}

#[test]
fn bad_examples_are_reported_with_the_severity_of_their_class() {
    assert_no_violations(|rule| {
        let example_findings = findings(&rule.page().bad);
        let is_reported = example_findings
            .iter()
            .any(|finding| finding.rule == rule && finding.severity == rule.class.severity());
        (!is_reported).then(|| format!("its bad example yields {:?}", rule_names(&example_findings)))
    });
}

#[test]
fn good_examples_do_not_have_the_finding() {
    assert_no_violations(|rule| {
        let example_findings = findings(&rule.page().good);
        let is_reported = example_findings.iter().any(|finding| finding.rule == rule);
        is_reported.then(|| format!("its good example yields {:?}", rule_names(&example_findings)))
    });
}

/// A good example has no findings except notes. Only in the examples of rules named `foul-*`, the illegal move itself
/// is also permitted.
#[test]
fn good_examples_have_no_other_finding() {
    assert_no_violations(|rule| {
        let mut example_findings = findings(&rule.page().good);
        let is_needed =
            |finding: &Finding| rule.name.starts_with("foul-") && finding.rule.class == Class::Foul;
        example_findings.retain(|finding| finding.severity > Severity::Note && !is_needed(finding));
        (!example_findings.is_empty())
            .then(|| format!("its good example yields {:?}", rule_names(&example_findings)))
    });
}

#[test]
fn pages_without_an_example_are_listed() {
    let is_without_example = |rule: &&&Rule| WITHOUT_EXAMPLE.contains(&rule.name);
    assert_eq!(
        RULES.iter().filter(is_without_example).count(),
        WITHOUT_EXAMPLE.len()
    );
    for rule in RULES.iter().filter(is_without_example) {
        assert!(matches!(rule.page().bad, Example::Record { text: "", .. }));
        assert!(findings(&rule.page().good).is_empty());
    }
}

#[test]
fn names_are_unique_and_in_kebab_case() {
    let names: HashSet<_> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), RULES.len());
    for name in names {
        let is_kebab_case = name.split('-').all(|word| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        });
        assert!(is_kebab_case, "{name}");
    }
}

/// The files of pages have one page for each rule, in the file with the name of the rule's group. Every page states a
/// source. The published crate contains these files, so the test also runs there.
#[test]
fn every_rule_has_one_page_in_the_file_of_its_group() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/finding/pages");
    let mut pages = BTreeSet::new();
    for file in fs::read_dir(folder).expect("the folder of pages") {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let table: toml::Table = text.parse().expect("TOML");
        let group = path.file_stem().and_then(OsStr::to_str).expect("a name");
        pages.extend(table.into_iter().map(|(name, _)| (group.to_owned(), name)));
    }
    let rules = ALL_RULES
        .iter()
        .inspect(|rule| assert!(!rule.page().source.english.is_empty()));
    let rules: BTreeSet<_> = rules
        .map(|rule| (rule.group.name().to_owned(), rule.name.to_owned()))
        .collect();
    assert_eq!(pages, rules);
    assert_eq!(rules.len(), ALL_RULES.len());
}

#[test]
fn every_page_is_complete() {
    for rule in RULES.iter() {
        let page = rule.page();
        let sentences = [page.what, page.why, page.remedy];
        let texts = sentences
            .into_iter()
            .chain([page.source, note(&page.bad), note(&page.good)]);
        let texts = texts.flat_map(|words| [words.english, words.japanese]);
        for text in texts.chain([rule.english, rule.japanese]) {
            assert!(!text.trim().is_empty(), "{}: an empty text", rule.name);
            assert_eq!(text, text.trim(), "{}", rule.name);
        }
        for Words { english, japanese } in sentences.into_iter().chain(page.page_remedy) {
            assert!(
                english.ends_with(['.', ')']),
                "{}: {english:?} does not end",
                rule.name
            );
            assert!(
                japanese.ends_with(['。', '）']),
                "{}: {japanese:?} does not end",
                rule.name
            );
        }
    }
}

#[test]
fn severity_follows_the_class() {
    let severities = [
        (Class::Foul, Severity::Error),
        (Class::RecordError, Severity::Error),
        (Class::Doubt, Severity::Warning),
        (Class::Notice, Severity::Note),
    ];
    for rule in RULES.iter() {
        let (_, severity) = severities
            .iter()
            .find(|(class, _)| *class == rule.class)
            .expect("all classes");
        assert_eq!(
            Finding::new(rule, None, bilingual("", "")).severity,
            *severity,
            "{}",
            rule.name
        );
    }
}

#[test]
fn unlisted_findings_are_counted() {
    // Every second move of each side is a backward move of a pawn, which is illegal.
    let moves = ["７六歩(77)", "３四歩(33)", "７七歩(76)", "３三歩(34)"];
    let lines = moves.iter().cycle().zip(1..=24_000);
    let lines: Vec<_> = lines.map(|(text, ply)| format!("{ply} {text}\n")).collect();
    let text = format!("手合割：平手\n{}", lines.concat());
    let findings = checking::check_file(text.as_bytes()).remove(0).findings;
    assert_eq!(findings.len(), 10_001);
    let last_finding = findings.last().expect("there are some");
    assert_eq!(last_finding.rule.name, "unlisted-findings");
    assert_eq!(last_finding.severity, Severity::Error);
    assert!(
        last_finding.message.english().starts_with(char::is_numeric),
        "{:?}",
        last_finding.message.english()
    );
}
