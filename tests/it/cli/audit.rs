//! `kifu audit`: the examples of the rules, and the planted faults of generated events.

use std::collections::BTreeSet;

use kifu::finding::{Example, Rule};
use kifu::system::ALL_RULES;

use super::{Archive, Outcome};
use crate::generator::events::{GAMES_OF_EVENT, Planted, make_events};

/// The rules about several records.
fn archive_rules() -> impl Iterator<Item = &'static Rule> {
    let rules = ALL_RULES.iter().copied();
    rules.filter(|rule| rule.group.name() == "archive")
}

/// Returns the files of an example. A file `#.csa × 3` means three files, in which `#` is the number of the file.
fn files_of(example: &Example) -> Vec<(String, Vec<u8>)> {
    let Example::Files { files, .. } = example else {
        panic!("an example of several files");
    };
    let mut all = Vec::new();
    for file in files.split("== ").filter(|file| !file.trim().is_empty()) {
        let (name, text) = file.split_once('\n').unwrap();
        match name.split_once(" × ") {
            None => all.push((format!("g/{name}"), text.as_bytes().to_vec())),
            Some((name, count)) => {
                let numbers = 1..=count.parse::<usize>().unwrap();
                all.extend(numbers.map(|number| {
                    let number = format!("{number:02}");
                    let text = text.replace("0#", &number).replace('#', &number);
                    (format!("g/{}", name.replace('#', &number)), text.into_bytes())
                }));
            }
        }
    }
    all
}

/// A finding: the path of the record, the rule, the severity and the paths of the related records.
type Found = (String, String, String, Vec<String>);

/// Returns the findings of an audit of these files. Files with the extension `csv` are the sheets.
fn audit(files: &[(String, Vec<u8>)], options: &str) -> (Outcome, Vec<Found>) {
    let files: Vec<_> = files.iter().map(|(path, bytes)| (&**path, &bytes[..])).collect();
    let archive = Archive::new(&files);
    let sheets = files
        .iter()
        .filter(|(path, _)| path.rsplit('.').next() == Some("csv"));
    let sheets: Vec<_> = sheets.map(|(path, _)| format!("--sheet {path}")).collect();
    let outcome = archive.run_line(&format!("audit --format jsonl {options} {} g", sheets.join(" ")));
    let mut findings = Vec::new();
    for object in outcome.objects() {
        let path = object["path"].as_str().unwrap().to_owned();
        for finding in object["findings"].as_array().unwrap() {
            let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
            let related = finding["related"].as_array().into_iter().flatten();
            let related = related
                .map(|it| it["path"].as_str().unwrap().to_owned())
                .collect();
            findings.push((path.clone(), text("rule"), text("severity"), related));
        }
    }
    (outcome, findings)
}

#[test]
fn the_examples_of_the_rules_are_judged() {
    for rule in archive_rules() {
        let page = rule.page();
        let files = files_of(&page.bad);
        let (_, found) = audit(&files, "");
        let rules: Vec<_> = found.iter().map(|(path, rule, ..)| (&**path, &**rule)).collect();
        let last = &*files.last().unwrap().0;
        assert_eq!(rules, [(last, rule.name)], "{}", rule.name);
        let (_, found) = audit(&files_of(&page.good), "");
        assert!(
            found.iter().all(|(_, other, ..)| other != rule.name),
            "{}: {found:?}",
            rule.name
        );
    }
}

#[test]
fn planted_faults_are_found() {
    const EVENTS: u64 = 8;
    let (files, planted) = make_events(1, EVENTS, 96);
    let files: Vec<_> = files
        .into_iter()
        .map(|file| (format!("g/{}", file.path), file.bytes))
        .collect();
    let (_, found) = audit(&files, "");
    let is_found = |fault: &&Planted| {
        found.iter().any(|(path, rule, _, related)| {
            let paths = related.iter().chain([path]);
            *rule == fault.rule
                && paths
                    .map(|path| path.trim_start_matches("g/"))
                    .any(|path| fault.paths.iter().any(|it| it == path))
        })
    };
    let missed: Vec<_> = planted.iter().filter(|fault| !is_found(fault)).collect();
    let concerned: BTreeSet<String> = planted
        .iter()
        .flat_map(|fault| fault.paths.iter().map(|path| format!("g/{path}")))
        .collect();
    let is_false = |(path, _, _, related): &&Found| {
        !concerned.contains(path) && !related.iter().any(|path| concerned.contains(path))
    };
    let false_findings: Vec<_> = found.iter().filter(is_false).collect();
    let count = |severity: &str| {
        false_findings
            .iter()
            .filter(|(_, _, other, _)| other == severity)
            .count()
    };
    let thousands = (EVENTS * GAMES_OF_EVENT) as usize / 1000;
    assert!(
        missed.len() * 20 <= planted.len(),
        "{} of {}: {missed:#?}",
        missed.len(),
        planted.len()
    );
    assert!(
        count("error") <= thousands && count("warning") <= 3 * thousands,
        "{false_findings:#?}"
    );
}

#[test]
fn findings_of_each_record_are_left_out_unless_requested() {
    let nifu = super::NIFU.as_bytes().to_vec();
    let files = [("g/a.kif".to_owned(), nifu.clone()), ("g/b.kif".to_owned(), nifu)];
    let (outcome, found) = audit(&files, "");
    assert_eq!((outcome.status, found.len()), (0, 0), "{outcome:?}");
    let (outcome, found) = audit(&files, "--all");
    assert_eq!(outcome.status, 1, "{outcome:?}");
    assert!(
        found.iter().filter(|(_, rule, ..)| rule == "nifu").count() == 2,
        "{found:?}"
    );
}
