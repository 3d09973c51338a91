//! Rule selection, severities, and the findings that make a run fail.

use serde_json::Value;

use super::{Archive, CLEAN, NIFU, NO_MOVES, Outcome};
use crate::support::table::{assert_cases, rows};

/// Makes games with an illegal move (error), with a decreasing total time (warning), without moves (warning), and
/// without findings.
fn archive() -> Archive {
    let timed = "手合割：平手\n   1 ７六歩(77)   ( 0:10/00:00:10)\n   2 ３四歩(33)   ( 0:10/00:00:10)\n\
                    3 ２六歩(27)   ( 0:10/00:00:05)\n   4 投了\n";
    Archive::new(&[
        ("clean.kif", CLEAN.as_bytes()),
        ("foul.kif", NIFU.as_bytes()),
        ("timed.kif", timed.as_bytes()),
        ("unmoved.kif", NO_MOVES.as_bytes()),
    ])
}

/// Returns the exit status, and each reported rule with the first letter of its severity, in order.
fn rules_and_severities(outcome: &Outcome) -> String {
    let describe = |finding: &Value| {
        let text = |key: &str| finding[key].as_str().unwrap().to_owned();
        format!("{}:{}", text("rule"), text("severity").get(..1).unwrap())
    };
    let objects = outcome.objects();
    let findings = objects
        .iter()
        .flat_map(|object| object["findings"].as_array().unwrap());
    let descriptions: Vec<_> = findings.map(describe).collect();
    format!("{} {}", outcome.status, descriptions.join(" "))
        .trim_end()
        .to_owned()
}

#[test]
fn select_and_ignore_combine() {
    const CASES: &str = "
        -q                                              | 1 nifu:e clock-negative:w no-moves:w
        --select fouls                                  | 1 nifu:e
        --select clock-*                                | 0 clock-negative:w
        --select all --ignore fouls                     | 0 clock-negative:w no-moves:w
        --select fouls --ignore nifu                    | 0
        --select nifu --ignore fouls                    | 1 nifu:e
        --select nifu --ignore nifu                     | 0
        --ignore all                                    | 0
        --ignore clock-*,no-*                           | 1 nifu:e
        --set nifu=warning                              | 0 nifu:w clock-negative:w no-moves:w
        --set all=note --set clocks=error               | 1 nifu:n clock-negative:e no-moves:n
        --set all=off --set starts=warning              | 0 no-moves:w
        --severity error                                | 1 nifu:e
        --severity warning --set clocks=note            | 1 nifu:e no-moves:w
        --severity error --set nifu=warning             | 0
        --severity error --set nifu=warning --fail-on warning | 1
        --severity error --ignore all --fail-on note    | 0
        --severity error --set all=note --fail-on note  | 1
        --severity error --set all=note --fail-on warning | 0
        --fail-on never                                 | 0 nifu:e clock-negative:w no-moves:w
        --select clocks --fail-on warning               | 1 clock-negative:w
        --select clocks --set clocks=off --fail-on note | 0
        --set nifu=off,clock-*=off                      | 0 no-moves:w
    ";
    let archive = archive();
    assert_cases(rows(CASES), |[options, expected]| {
        let outcome = archive.run_line(&format!("validate --format jsonl . {options}"));
        (expected.to_owned(), rules_and_severities(&outcome))
    });
}

/// A rule that the profile switches off reports notes if it is selected by its name, wherever it is selected.
#[test]
fn a_rule_selected_by_its_name_reports_under_every_profile() {
    const CASES: &str = "
        -q                                                      | 0
        --select pointless-nonpromotion                         | 0 pointless-nonpromotion:n
        --profile jsa-pro --select pointless-nonpromotion       | 0 pointless-nonpromotion:n
        --set pointless-nonpromotion=warning                    | 0 pointless-nonpromotion:w
        --set pointless-nonpromotion=off                        | 0
        --select pointless-nonpromotion --ignore pointless-nonpromotion | 0
        --select pointless-*                                    | 0 pointless-nonpromotion:n
        --set *nonpromotion=warning                             | 0 pointless-nonpromotion:w
        --set *nonpromotion=off                                 | 0
        --select p*                                             | 0
        --select fouls                                          | 0
        --select all                                            | 0
        --config select.toml                                    | 0 pointless-nonpromotion:n
        --config per-path.toml                                  | 0 pointless-nonpromotion:w
        --config other-path.toml                                | 0
    ";
    let game = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角(88)\n4 投了\n";
    let per_path = "[[per-path]]\npaths = [\"a*\"]\nset.pointless-nonpromotion = \"warning\"\n";
    let archive = Archive::new(&[
        ("a.kif", game.as_bytes()),
        ("b.kif", game.replace("２二角(88)", "２二角成(88)").as_bytes()),
        ("select.toml", b"select = [\"pointless-nonpromotion\"]\n"),
        ("per-path.toml", per_path.as_bytes()),
        ("other-path.toml", per_path.replace("a*", "b*").as_bytes()),
    ]);
    assert_cases(rows(CASES), |[options, expected]| {
        let outcome = archive.run_line(&format!("validate --format jsonl . {options}"));
        (expected.to_owned(), rules_and_severities(&outcome))
    });
}

#[test]
fn hidden_findings_are_counted() {
    let outcome = archive().run_line("validate . --severity error --statistics");
    assert!(
        outcome.stderr.contains("1 error in 1 record, 2 warnings"),
        "{outcome:?}"
    );
    assert!(
        outcome.stdout.contains("clock-negative"),
        "the table counts all: {outcome:?}"
    );
    assert!(!outcome.stdout.contains("warning["), "{outcome:?}");
    let without_clocks = archive().run_line("validate . --ignore clocks --statistics");
    assert!(
        !without_clocks.stdout.contains("clock-negative"),
        "{without_clocks:?}"
    );
    assert!(
        without_clocks.stderr.contains("1 error in 1 record, 1 warning,"),
        "{without_clocks:?}"
    );
}

#[test]
fn wrong_levels_have_suggestions() {
    const CASES: &str = "
        nihu=off | did you mean `nifu`?
        clok-*=off | no rule matches `clok-*`; did you mean `clock-*`?
        nifu=of | unknown severity `of`; the severities are off, note, warning and error
        nifu | expected SELECTOR=LEVEL, for example clock-*=note
    ";
    let archive = archive();
    assert_cases(rows(CASES), |[level, expected]| {
        let outcome = archive.run(&["validate", ".", "--set", level]);
        let unexpected_stderr = (!outcome.stderr.contains(expected)).then_some(outcome.stderr);
        (
            (2, String::new(), None),
            (outcome.status, outcome.stdout, unexpected_stderr),
        )
    });
}

#[test]
fn a_clean_archive_has_no_output_with_any_selection() {
    let archive = Archive::new(&[("clean.kif", CLEAN.as_bytes())]);
    for options in [
        "--select all",
        "--set all=error",
        "--severity note --fail-on note",
    ] {
        let outcome = archive.run_line(&format!("validate . {options}"));
        assert_eq!((outcome.status, outcome.stdout.as_str()), (0, ""), "{options}");
    }
}

#[test]
fn rules_are_shown_by_name_title_group_and_pattern() {
    let archive = Archive::new(&[]);
    let page = archive.run(&["rules", "nifu"]);
    assert!(
        page.stdout
            .starts_with("# nifu\n\n二歩: two pawns on a file. Group: `fouls`;")
    );
    for name in ["二歩", "two pawns on a file"] {
        assert_eq!(archive.run(&["rules", name]).stdout, page.stdout, "{name}");
    }
    let names = |arguments: &[&str]| {
        let table = archive.run(&[&["rules"], arguments].concat()).stdout;
        let name = |line: &str| line.split_whitespace().next().unwrap().to_owned();
        table.lines().map(name).collect::<Vec<_>>()
    };
    assert_eq!(
        names(&["start-*-count"]),
        ["start-piece-count", "start-king-count"]
    );
    let groups = [
        "fouls", "results", "clocks", "starts", "reading", "notation", "archive",
    ];
    let total: usize = groups.iter().map(|group| names(&[group]).len()).sum();
    assert_eq!((total, names(&["all"])), (names(&[]).len(), names(&[])));
    // Every row shows the group of its rule.
    let clocks = archive.run(&["rules", "clocks", "--lang", "ja"]).stdout;
    assert!(
        clocks
            .lines()
            .all(|line| line.split_whitespace().nth(1) == Some("clocks"))
    );
}

#[test]
fn machine_readable_rules_are_complete() {
    let archive = Archive::new(&[]);
    let rules_json = |arguments: &[&str]| {
        let stdout = archive
            .run(&[&["rules", "--format", "json"], arguments].concat())
            .stdout;
        serde_json::from_str::<Vec<Value>>(&stdout).unwrap()
    };
    let [nifu] = &rules_json(&["nifu"])[..] else {
        panic!("one rule")
    };
    for (key, value) in [
        ("name", "nifu"),
        ("group", "fouls"),
        ("class", "foul"),
        ("severity", "error"),
        ("english", "two pawns on a file"),
        ("japanese", "二歩"),
    ] {
        assert_eq!(nifu[key], value, "{key}");
    }
    assert_eq!(
        rules_json(&[]).len(),
        archive.run(&["rules"]).stdout.lines().count()
    );
    let japanese = rules_json(&["nifu", "--lang", "ja"])[0]["why"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(japanese.contains("反則"), "{japanese}");
}
