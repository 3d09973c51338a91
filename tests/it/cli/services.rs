//! Machine-readable output, validated with its schemas and with third-party parsers.

use std::io::Cursor;

use boon::{Compiler, Schemas};
use serde_json::Value;
use serde_sarif::sarif::Sarif;

use super::{Archive, CLEAN, NIFU, NO_MOVES, Outcome};

/// The fixture folders of records with many kinds of errors, in several encodings and of several games.
const FOLDERS: [&str; 4] = ["tournament", "club", "encodings", "conformance"];

fn fixture_path(name: &str) -> String {
    format!("{}/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn validate_as(format: &str) -> Outcome {
    let archive = Archive::new(&[]);
    let folders = FOLDERS.map(fixture_path);
    let mut arguments = vec!["validate", "-q", "--format", format];
    arguments.extend(folders.iter().map(String::as_str));
    let outcome = archive.run(&arguments);
    assert_eq!(outcome.status, 1, "{}", outcome.stderr);
    outcome
}

fn read_json(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Asserts that each of the JSON values matches a schema, which is given by its path in the package.
fn assert_matches_schema<'v>(schema: &str, instances: impl IntoIterator<Item = &'v Value>) {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema_path = format!("{}/{schema}", env!("CARGO_MANIFEST_DIR"));
    compiler
        .add_resource(&schema_path, read_json(&schema_path))
        .unwrap();
    let schema = compiler.compile(&schema_path, &mut schemas).unwrap();
    for instance in instances {
        let validation = schemas.validate(instance, schema);
        validation.unwrap_or_else(|error| panic!("{error:#}\n{instance}"));
    }
}

/// Returns all findings as pairs of record and finding.
fn findings(objects: &[Value]) -> impl Iterator<Item = (&Value, &Value)> {
    let finding_count = |record: &'_ Value| record["findings"].as_array().unwrap().len();
    objects.iter().flat_map(move |record| {
        (0..finding_count(record)).map(move |index| (record, &record["findings"][index]))
    })
}

#[test]
fn objects_match_the_schema() {
    let objects = validate_as("jsonl").objects();
    assert_matches_schema("docs/output.schema.json", &objects);
    assert!(findings(&objects).count() > 100);
    let Value::Array(array) = serde_json::from_str(&validate_as("json").stdout).unwrap() else {
        panic!("no array");
    };
    assert_eq!(objects, array);
}

#[test]
fn the_schema_rejects_unknown_keys() {
    let valid = validate_as("jsonl").objects().remove(0);
    for (key, value) in [
        ("game", "chess"),
        ("end", "checkmate"),
        ("record", "1"),
        ("verdict", "nobody"),
    ] {
        let mut invalid = valid.clone();
        invalid[key] = value.into();
        let result =
            std::panic::catch_unwind(|| assert_matches_schema("docs/output.schema.json", [&invalid]));
        assert!(result.is_err(), "{key}: {value}");
    }
}

#[test]
fn sarif_is_valid_and_equals_json() {
    let outcome = validate_as("sarif");
    assert_matches_schema(
        "fixtures/schemas/sarif-2.1.0.json",
        [&serde_json::from_str(&outcome.stdout).unwrap()],
    );
    assert!(
        outcome
            .stdout
            .contains("\n\"columnKind\":\"unicodeCodePoints\",\"results\":")
    );
    let sarif: Sarif = serde_json::from_str(&outcome.stdout).unwrap();
    let [run] = &sarif.runs[..] else { panic!("one run") };
    let rules = run.tool.driver.rules.as_ref().unwrap();
    for rule in rules {
        let help = rule.help.as_ref().unwrap();
        for text in [Some(&help.text), help.markdown.as_ref()] {
            let text = text.unwrap();
            assert!(text.contains("Why:") && text.contains("理由:"), "{}", rule.id);
        }
    }
    let objects = validate_as("jsonl").objects();
    let results = run.results.as_ref().unwrap();
    assert_eq!(results.len(), findings(&objects).count());
    for (result, (record, finding)) in results.iter().zip(findings(&objects)) {
        let rule = &rules[usize::try_from(result.rule_index.unwrap()).unwrap()];
        assert_eq!(
            (&*rule.id, result.rule_id.as_deref()),
            (finding["rule"].as_str().unwrap(), finding["rule"].as_str())
        );
        let level = result.level.as_ref().unwrap();
        assert_eq!(level.to_string(), finding["severity"].as_str().unwrap());
        let location = result.locations.as_ref().unwrap()[0]
            .physical_location
            .as_ref()
            .unwrap();
        let number = |it: &Value| it.as_i64();
        let start = location
            .region
            .as_ref()
            .map_or((None, None), |region| (region.start_line, region.start_column));
        assert_eq!(
            start,
            (number(&finding["line"]), number(&finding["column"])),
            "{record}"
        );
        let properties = serde_json::to_value(&result.properties).unwrap();
        for key in ["ply", "side", "move", "sfen", "after_foul"] {
            assert_eq!(properties.get(key), finding.get(key), "{key}");
        }
    }
}

/// Returns the sorted fingerprints of all findings of an archive.
fn fingerprints(archive: &Archive) -> Vec<String> {
    let outcome = archive.run_line("validate -q --format sarif .");
    let sarif: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap().clone();
    let mut fingerprints: Vec<_> = results
        .iter()
        .map(|result| result["partialFingerprints"]["kifuFinding/v1"].to_string())
        .collect();
    fingerprints.sort();
    fingerprints
}

#[test]
fn fingerprints_are_stable_and_unique() {
    let [original, moved] = [("a.kif", "b.kif"), ("x/c.kif", "y/d.kif")].map(|(foul_name, empty_name)| {
        fingerprints(&Archive::new(&[
            (foul_name, NIFU.as_bytes()),
            (empty_name, NO_MOVES.as_bytes()),
        ]))
    });
    assert_eq!(original, moved);
    let mut deduplicated = original.clone();
    deduplicated.dedup();
    assert_eq!(deduplicated, original);
    let other_game = fingerprints(&Archive::new(&[(
        "a.kif",
        NIFU.replace("９五歩打", "８五歩打").as_bytes(),
    )]));
    assert!(
        other_game
            .iter()
            .all(|fingerprint| !original.contains(fingerprint)),
        "{original:?} {other_game:?}"
    );
}

#[test]
fn output_without_findings_is_valid() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    let sarif = archive.run_line("validate -q --format sarif a.kif");
    let sarif: Value = serde_json::from_str(&sarif.stdout).unwrap();
    assert_matches_schema("fixtures/schemas/sarif-2.1.0.json", [&sarif]);
    assert_eq!(sarif["runs"][0]["results"], Value::Array(Vec::new()));
    assert_eq!(archive.run_line("validate -q --format github a.kif").stdout, "");
    let junit = archive.run_line("validate -q --format junit a.kif").stdout;
    let junit = junit_parser::from_reader(Cursor::new(junit)).unwrap();
    assert!(junit.suites[0].cases[0].status.is_success());
}

/// A test case in the `JUnit` report fails if its record has a finding that makes the run fail.
#[test]
fn junit_has_a_case_for_each_record() {
    let objects = validate_as("jsonl").objects();
    for (threshold, failing_severities) in [
        ("error", &["error"][..]),
        ("warning", &["error", "warning"]),
        ("note", &["error", "warning", "note"]),
        ("never", &[]),
    ] {
        let folders = FOLDERS.map(fixture_path).join(" ");
        let line = format!("validate -q --format junit --fail-on {threshold} {folders}");
        let outcome = Archive::new(&[]).run_line(&line);
        let document = roxmltree::Document::parse(&outcome.stdout).unwrap();
        let failure_texts = document.descendants().filter(|it| it.has_tag_name("testcase"));
        let failure_texts = failure_texts.map(|case| {
            case.first_element_child()
                .and_then(|it| it.text())
                .unwrap_or_default()
        });
        let junit = junit_parser::from_reader(Cursor::new(&outcome.stdout)).unwrap();
        let cases: Vec<_> = junit.suites.iter().flat_map(|suite| &suite.cases).collect();
        assert_eq!(cases.len(), objects.len());
        for ((case, text), record) in cases.iter().zip(failure_texts).zip(&objects) {
            let record_findings = record["findings"].as_array().unwrap().iter();
            let is_failure = record_findings
                .clone()
                .any(|finding| failing_severities.contains(&finding["severity"].as_str().unwrap()));
            assert_eq!(!case.status.is_success(), is_failure, "{threshold} {record}");
            assert_eq!(case.classname.as_deref(), record["path"].as_str());
            assert_eq!(text.lines().count(), record_findings.count(), "{text}");
        }
        let failures: u64 = junit.suites.iter().map(|suite| suite.failures).sum();
        assert_eq!(outcome.status, i32::from(failures > 0));
    }
}

#[test]
fn hidden_findings_fail_junit_cases() {
    let archive = Archive::new(&[("a.kif", NO_MOVES.as_bytes())]);
    let outcome = archive.run_line("validate -q --format junit --severity error --fail-on warning a.kif");
    assert_eq!(outcome.status, 1);
    assert!(
        outcome
            .stdout
            .contains("<failure type=\"hidden\" message=\"failed because of a finding hidden by --severity")
    );
}

/// Parses a line as the GitHub runner does. Returns the command, its properties and the message.
fn parse_github_line(line: &str) -> (&str, Vec<(&str, String)>, String) {
    let content = line.strip_prefix("::").unwrap();
    let (command_and_properties, message) = content.split_once("::").unwrap();
    let (command, properties) = command_and_properties.split_once(' ').unwrap();
    let unescape = |text: &str| {
        let text = text.replace("%0A", "\n").replace("%0D", "\r");
        text.replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
    };
    let properties = properties
        .split(',')
        .map(|property| property.split_once('=').unwrap());
    (
        command,
        properties.map(|(key, value)| (key, unescape(value))).collect(),
        unescape(message),
    )
}

#[test]
fn github_gets_a_line_for_each_finding() {
    let (outcome, objects) = (validate_as("github"), validate_as("jsonl").objects());
    let lines: Vec<_> = outcome.stdout.lines().filter(|it| it.starts_with("::")).collect();
    assert_eq!(lines.len(), findings(&objects).count());
    for (line, (record, finding)) in lines.into_iter().zip(findings(&objects)) {
        let (command, properties, message) = parse_github_line(line);
        let expected = finding["severity"].as_str().unwrap().replace("note", "notice");
        assert_eq!(command, expected);
        assert!(
            message.starts_with(finding["message"].as_str().unwrap()),
            "{line}"
        );
        let property = |key: &str| {
            properties
                .iter()
                .find(|property| property.0 == key)
                .map(|it| it.1.clone())
        };
        let path = record["path"].as_str().unwrap();
        assert_eq!(property("file").as_deref(), Some(path.trim_start_matches("./")));
        assert_eq!(property("title").as_deref(), finding["rule"].as_str());
        for (key, field) in [("line", "line"), ("col", "column")] {
            assert_eq!(property(key), finding.get(field).map(Value::to_string), "{line}");
        }
    }
}

#[test]
fn github_output_counts_omitted_findings() {
    let names: Vec<_> = (10..22).map(|number| format!("{number}.kif")).collect();
    let files: Vec<_> = names.iter().map(|name| (&**name, NIFU.as_bytes())).collect();
    let archive = Archive::new(&files);
    let log_lines = |options: &str| {
        let text = archive
            .run_line(&format!("validate -q --format github {options}"))
            .stdout;
        text.lines()
            .filter(|it| !it.starts_with("::"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for input in [".", "10.kif", "./10.kif"] {
        let outcome = archive.run_line(&format!("validate -q --format github {input}"));
        assert!(outcome.stdout.contains(" file=10.kif,"), "{outcome:?}");
    }
    let notice = "in this log only: GitHub shows 10 errors, 10 warnings and 10 notices of a step";
    assert_eq!(log_lines("."), [format!("2 findings are {notice}")]);
    assert_eq!(
        log_lines(&names[..11].join(" ")),
        [format!("1 finding is {notice}")]
    );
    assert_eq!(log_lines(&names[..10].join(" ")), <[String; 0]>::default());
    let japanese = log_lines(". --lang ja");
    assert!(
        japanese[0].starts_with("このログにのみ示す指摘: 2件"),
        "{japanese:?}"
    );
}

#[test]
fn unreadable_files_are_in_service_output() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    for (inputs, unreadable) in [
        ("a.kif gone.kif b.kif", vec!["gone.kif"]),
        ("a.kif b.kif", vec![]),
        ("gone.kif", vec!["gone.kif"]),
    ] {
        let validate = |format: &str| {
            let outcome = archive.run_line(&format!("validate -q --format {format} {inputs}"));
            assert_eq!(
                outcome.status,
                if unreadable.is_empty() { 0 } else { 2 },
                "{outcome:?}"
            );
            outcome.stdout
        };
        let sarif: Value = serde_json::from_str(&validate("sarif")).unwrap();
        assert_matches_schema("fixtures/schemas/sarif-2.1.0.json", [&sarif]);
        let invocation = &sarif["runs"][0]["invocations"][0];
        assert_eq!(
            invocation["executionSuccessful"],
            unreadable.is_empty(),
            "{inputs}"
        );
        let notifications = invocation["toolExecutionNotifications"].as_array();
        let uri =
            |value: &Value| value["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone();
        let uris: Vec<_> = notifications.into_iter().flatten().map(uri).collect();
        assert_eq!(uris, unreadable, "{inputs}");

        let junit = junit_parser::from_reader(Cursor::new(validate("junit"))).unwrap();
        let paths: Vec<_> = junit.suites.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(paths, inputs.split(' ').collect::<Vec<_>>());
        for suite in &junit.suites {
            let is_unreadable = unreadable.contains(&suite.name.as_str());
            assert_eq!((suite.errors, suite.failures), (u64::from(is_unreadable), 0));
            assert_eq!(suite.cases[0].status.is_error(), is_unreadable, "{inputs}");
        }
    }
}

#[test]
fn dates_may_be_partial() {
    for (date_text, date) in [
        ("2024/03/05 10:00:00", "2024-03-05"),
        ("令和6年3月5日 10:00", "2024-03-05"),
        ("2024/03", "2024-03"),
        ("2024年", "2024"),
        ("不明", ""),
        ("17:13:24", ""),
    ] {
        let text = NIFU.replacen('\n', &format!("\n開始日時：{date_text}\n"), 1);
        let archive = Archive::new(&[("a.kif", text.as_bytes())]);
        let csv = archive
            .run_line("validate -q --format csv --select nifu a.kif")
            .stdout;
        let row: Vec<_> = csv.lines().nth(1).unwrap().split(',').collect();
        assert_eq!(row[13], date, "{date_text}");
        let sarif = archive
            .run_line("validate -q --format sarif --select nifu a.kif")
            .stdout;
        let sarif: Value = serde_json::from_str(&sarif).unwrap();
        let sarif_date = sarif["runs"][0]["results"][0]["properties"]["date"].as_str();
        assert_eq!(sarif_date.unwrap_or_default(), date, "{date_text}");
    }
}

#[test]
fn cells_are_not_formulas() {
    let record = NIFU.replacen('\n', "\n先手：=1+1\n後手：@SUM(A1)\n棋戦：+81-3\n", 1);
    let archive = Archive::new(&[("-a.kif", record.as_bytes())]);
    let (bom, cells) = ("\u{feff}", ["'=1+1", "'@SUM(A1)", "'+81-3"]);
    for line in [
        "validate -q --format csv --bom ./-a.kif",
        "stats -q --bom --columns black,white,event,plies ./-a.kif",
    ] {
        let outcome = archive.run_line(line);
        let text = outcome.stdout.strip_prefix(bom).expect("a byte order mark");
        assert!(!text.contains(bom), "{text}");
        for cell in cells {
            assert!(
                text.lines().nth(1).unwrap().split(',').any(|value| value == cell),
                "{line}: {text}"
            );
        }
        // Without `--bom`, the output has neither the byte order mark nor the apostrophes before the cells.
        let without_bom = archive.run_line(&line.replace(" --bom", "")).stdout;
        assert_eq!(
            without_bom,
            text.replace(",'", ",").replace("\n'", "\n"),
            "{line}"
        );
    }
    for line in ["validate --bom ./-a.kif", "stats --bom --format jsonl ./-a.kif"] {
        let outcome = archive.run_line(line);
        assert_eq!(outcome.status, 2);
        assert!(
            outcome.stderr.starts_with("error: --bom requires --format csv\n"),
            "{}",
            outcome.stderr
        );
    }
}
