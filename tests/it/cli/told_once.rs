//! What is said once, in its place, or only to those who ask.

use super::{Archive, CLEAN, NIFU, NO_MOVES, Outcome};

/// A problem: Black has no king. It has no moves, either.
const PROBLEM: &str = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
+---------------------------+\n先手の持駒：金\n";

const LIMITED: &str = "手合割：平手\n最大手数：320\n   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n";

#[test]
fn a_rule_is_explained_once_in_a_run() {
    let games: Vec<_> = (0..40).map(|at| format!("g/{at:02}.kif")).collect();
    let files: Vec<_> = games.iter().map(|name| (&**name, NIFU.as_bytes())).collect();
    let archive = Archive::new(&files);
    let run = |jobs| archive.run(&["validate", "-q", "-j", jobs, "g"]).stdout;
    let one = run("1");
    assert_eq!(one.matches("error[nifu]").count(), 40);
    for (remark, count) in [(" = why: ", 1), (" = do: ", 1), (" = help: ", 40)] {
        assert_eq!(one.matches(remark).count(), count, "{remark}");
    }
    let first = one.find("error[nifu]").unwrap()..one.rfind("error[nifu]").unwrap();
    assert!(first.contains(&one.find(" = why: ").unwrap()));
    for jobs in ["2", "7"] {
        assert_eq!(run(jobs), one, "-j {jobs}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_said_of_a_file_stands_before_its_findings() {
    let archive = Archive::new(&[
        ("a.kif", NIFU.as_bytes()),
        ("b.kif", CLEAN.as_bytes()),
        ("c.kif", NIFU.as_bytes()),
    ]);
    let together = archive.shell("kifu validate -v --format concise . 2>&1").stdout;
    let heads: Vec<_> = together
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(
        heads,
        [
            "./a.kif:",
            "./a.kif:10:6:",
            "./b.kif:",
            "./c.kif:",
            "./c.kif:10:6:",
            "Checked"
        ],
        "{together}"
    );
}

fn rules(outcome: &Outcome) -> String {
    format!("{} {}", outcome.status, outcome.rules().join(" "))
        .trim()
        .to_owned()
}

#[test]
fn what_is_nearly_always_well_is_told_to_those_who_ask() {
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
    let run = |options: &str| rules(&archive.run_line(&format!("validate -q --format jsonl {options} .")));
    assert_eq!(run("--fail-on note"), "1 no-moves");
    assert_eq!(run("--fail-on note --ignore starts"), "0");
    assert_eq!(run("--select profile-overridden"), "0 profile-overridden");
    assert_eq!(run("--select starts"), "0 no-moves no-moves start-king-count");
    assert_eq!(run("--set profile-*=error"), "1 profile-overridden no-moves");
    assert_eq!(run("--select all --ignore starts"), "0 profile-overridden");
    let statistics = archive.run_line("validate -q --statistics .").stdout;
    assert!(statistics.contains("1  no-moves") && !statistics.contains("profile-overridden"));
}

#[test]
fn the_summary_names_the_rules_that_judge() {
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
        let expected = format!("in 2 files by {names}: 0 errors");
        assert!(outcome.stderr.contains(&expected), "{}", outcome.stderr);
    }
}
