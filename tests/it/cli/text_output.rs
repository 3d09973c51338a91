//! Text output: repeated notes, messages about files, and findings that are shown only on request.

use crate::support::files::below;

use super::{Archive, CLEAN, NIFU, NO_MOVES, Outcome};

/// A mate problem without a black king and without moves.
const PROBLEM: &str = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
+---------------------------+\n先手の持駒：金\n";

const LIMITED: &str = "手合割：平手\n最大手数：320\n   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n";

#[test]
fn a_rule_is_explained_once_in_a_run() {
    let names: Vec<_> = (0..40).map(|number| format!("g/{number:02}.kif")).collect();
    let files: Vec<_> = names.iter().map(|name| (&**name, NIFU.as_bytes())).collect();
    let archive = Archive::new(&files);
    let validate = |jobs| archive.run(&["validate", "-q", "-j", jobs, "g"]).stdout;
    let one_thread = validate("1");
    assert_eq!(one_thread.matches("error[nifu]").count(), 40);
    for (remark, count) in [(" = why: ", 1), (" = do: ", 1), (" = help: ", 40)] {
        assert_eq!(one_thread.matches(remark).count(), count, "{remark}");
    }
    let first_to_last = one_thread.find("error[nifu]").unwrap()..one_thread.rfind("error[nifu]").unwrap();
    assert!(first_to_last.contains(&one_thread.find(" = why: ").unwrap()));
    for jobs in ["2", "7"] {
        assert_eq!(validate(jobs), one_thread, "-j {jobs}");
    }
}

/// A record whose only finding is a warning.
const TIME_WITHOUT_DATE: &str = "V2.2\n$START_TIME:17:13:24\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";

#[test]
fn repeated_notes_are_combined_in_text() {
    let names: Vec<_> = (0..70)
        .flat_map(|number| [format!("g/{number:02}.kif"), format!("g/{number:02}.csa")])
        .collect();
    let texts = [NIFU, TIME_WITHOUT_DATE].into_iter().cycle();
    let files: Vec<_> = names
        .iter()
        .zip(texts)
        .map(|(name, text)| (&**name, text.as_bytes()))
        .collect();
    let archive = Archive::new(&files);
    let validate = |options: &str| {
        archive
            .run_line(&format!("validate -q --fail-on never {options} g"))
            .stdout
    };
    let counts = |options: &str| {
        let text = validate(options);
        let count = |rule: &str| text.matches(&format!("[{rule}]")).count();
        let last_line = text.lines().last().unwrap_or_default().to_owned();
        (count("nifu"), count("unreadable-date"), last_line)
    };
    let folding_message = |list: &str| {
        format!(
            "more findings are not shown ({list}); use --all-notes, or --select RULE, to show all of them"
        )
    };
    for (options, nifu_count, date_count, last_line) in [
        (
            "--set nifu=note",
            3,
            3,
            format!("134 {}", folding_message("nifu 67, unreadable-date 67")),
        ),
        (
            "--set nifu=note --select nifu,reading",
            70,
            3,
            format!("67 {}", folding_message("unreadable-date 67")),
        ),
        // Errors are never folded, and neither are warnings of other rules than `unreadable-date`. Nothing is folded
        // with `--all-notes`, or for a rule that is selected by its name.
        ("--set unreadable-date=error", 70, 70, String::new()),
        (
            "--set nifu=warning --ignore unreadable-date",
            70,
            0,
            String::new(),
        ),
        ("--set nifu=note --all-notes", 70, 70, String::new()),
        (
            "--set nifu=note --select nifu,unreadable-date",
            70,
            70,
            String::new(),
        ),
    ] {
        assert_eq!(counts(options), (nifu_count, date_count, last_line), "{options}");
    }
    // In formats other than text, nothing is folded.
    let outputs = ["concise", "jsonl", "csv", "github", "junit"]
        .map(|format| validate(&format!("--set nifu=note --format {format}")));
    for text in outputs {
        assert!(
            text.matches("nifu").count() >= 70 && !text.contains("--all-notes"),
            "{text}"
        );
    }
    let japanese = validate("--set nifu=note --lang ja");
    assert!(japanese.ends_with("ほかに134件の指摘を省略（nifu 67件、unreadable-date 67件）。`--all-notes` か `--select 規則` を付けるとすべて表示する\n"));
    // The output does not depend on the number of threads, and the parts that `--output-dir` writes have the same text
    // together.
    let one_thread = validate("--set nifu=note -j1");
    assert_eq!(one_thread.matches(" = why: ").count(), 2);
    assert_eq!(validate("--set nifu=note -j3"), one_thread);
    validate("--set nifu=note --output-dir parts");
    let mut part_paths: Vec<_> = below(&archive.path("parts"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    part_paths.sort();
    let joined: String = part_paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    assert_eq!(joined, one_thread);
}

#[cfg(unix)]
#[test]
fn file_messages_precede_findings() {
    let archive = Archive::new(&[
        ("a.kif", NIFU.as_bytes()),
        ("b.kif", CLEAN.as_bytes()),
        ("c.kif", NIFU.as_bytes()),
    ]);
    let output = archive.shell("kifu validate -v --format concise . 2>&1").stdout;
    let first_words: Vec<_> = output
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(
        first_words,
        [
            "./a.kif:",
            "./a.kif:10:6:",
            "./b.kif:",
            "./c.kif:",
            "./c.kif:10:6:",
            "Checked"
        ],
        "{output}"
    );
}

fn status_and_rules(outcome: &Outcome) -> String {
    format!("{} {}", outcome.status, outcome.rules().join(" "))
        .trim()
        .to_owned()
}

#[test]
fn harmless_findings_are_shown_on_request() {
    let position = PROBLEM.replace(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九",
        "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九",
    );
    let archive = Archive::new(&[
        ("limited.kif", LIMITED.as_bytes()),
        ("no-moves.kif", NO_MOVES.as_bytes()),
        ("position.kif", position.as_bytes()),
        ("problem.kif", PROBLEM.as_bytes()),
    ]);
    let validate = |options: &str| {
        status_and_rules(&archive.run_line(&format!("validate -q --format jsonl {options} .")))
    };
    assert_eq!(validate("--fail-on note"), "1 no-moves");
    assert_eq!(validate("--fail-on note --ignore starts"), "0");
    assert_eq!(validate("--select profile-overridden"), "0 profile-overridden");
    assert_eq!(
        validate("--select starts"),
        "0 no-moves no-moves start-king-count"
    );
    assert_eq!(validate("--set profile-*=error"), "1 profile-overridden no-moves");
    let line = include_bytes!("../../../fixtures/rules/illegal-line/bad.csa");
    let engine = Archive::new(&[("line.csa", line)]);
    for (options, expected) in [
        ("", "0"),
        ("--ignore clocks --fail-on note", "0"),
        ("--select illegal-line", "0 illegal-line"),
        ("--select notation --fail-on note", "1 illegal-line"),
        ("--set illegal-line=error", "1 illegal-line"),
        ("--select all --ignore illegal-line", "0"),
        ("--select all --set illegal-line=off", "0"),
    ] {
        let outcome = engine.run_line(&format!("validate -q --format jsonl {options} ."));
        assert_eq!(status_and_rules(&outcome), expected, "{options}");
    }
    assert_eq!(validate("--select all --ignore starts"), "0 profile-overridden");
    let statistics = archive.run_line("validate -q --statistics .").stdout;
    assert!(statistics.contains("1  no-moves") && !statistics.contains("profile-overridden"));
}

#[test]
fn the_summary_shows_the_profile() {
    let archive = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("2019/b.kif", CLEAN.as_bytes()),
        (
            "kifu.toml",
            b"[[per-path]]\npaths = [\"2019\"]\nprofile = \"jsa-pro\"\n",
        ),
    ]);
    for (options, names) in [
        ("", "jsa-amateur, jsa-pro"),
        ("--isolated", "jsa-amateur"),
        ("--profile csa", "csa"),
    ] {
        let outcome = archive.run_line(&format!("validate {options} ."));
        let expected = format!("in 2 files with profile {names}: 0 errors");
        assert!(outcome.stderr.contains(&expected), "{}", outcome.stderr);
    }
}
