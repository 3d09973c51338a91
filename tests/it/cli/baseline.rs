//! Suppressing known findings: baselines, and ignore marks in records.

use std::fs;
use std::path::Path;

use super::{Archive, CLEAN, NIFU, NO_MOVES, Outcome};
use crate::support::files::below;
use crate::support::table::{assert_cases, rows};

const TOURNAMENT_FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tournament");

/// Copies the folder `fixtures/tournament` to `games` in a new archive. Returns `None` if the folder does not exist, as
/// in the published package.
fn copy_tournament() -> Option<Archive> {
    let fixtures = Path::new(TOURNAMENT_FOLDER);
    if !fixtures.is_dir() {
        println!("skipped: {TOURNAMENT_FOLDER} does not exist");
        return None;
    }
    let archive = Archive::new(&[]);
    for path in below(fixtures) {
        let target = archive.path("games").join(path.strip_prefix(fixtures).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&path, target).unwrap();
    }
    Some(archive)
}

/// Returns the record path and the rule of each finding in JSON Lines output.
fn findings(outcome: &Outcome) -> Vec<(String, String)> {
    let mut findings = Vec::new();
    for object in outcome.objects() {
        let path = object["path"].as_str().unwrap().to_owned();
        for finding in object["findings"].as_array().unwrap() {
            findings.push((path.clone(), finding["rule"].as_str().unwrap().to_owned()));
        }
    }
    findings
}

/// Renames every file of `games` and moves it to a subfolder of `moved`.
fn rename_all(archive: &Archive) {
    let files = below(&archive.path("games"));
    for (index, path) in files.into_iter().enumerate() {
        let extension = path.extension().unwrap_or_default().to_str().unwrap();
        let target = archive.path(&format!("moved/{}/x{index:03}.{extension}", index % 3));
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::rename(path, target).unwrap();
    }
}

#[test]
fn a_baseline_suppresses_findings_of_moved_files() {
    let Some(archive) = copy_tournament() else { return };
    let plain_run = archive.run_line("validate --format jsonl games");
    assert_eq!(plain_run.status, 1);
    let writing_run = archive.run_line("validate --format jsonl games --write-baseline known.json");
    assert_eq!(
        (writing_run.status, &writing_run.stdout),
        (0, &plain_run.stdout),
        "it shows what it accepts"
    );
    let validate = |folder: &str| {
        archive.run_line(&format!(
            "validate --format jsonl --fail-on note --baseline known.json {folder}"
        ))
    };
    let assert_no_findings = |outcome: &Outcome| {
        assert_eq!((outcome.status, findings(outcome).len()), (0, 0), "{outcome:?}");
        assert!(!outcome.stderr.contains("did not occur"), "{outcome:?}");
    };
    assert_no_findings(&validate("games"));
    rename_all(&archive);
    assert_no_findings(&validate("moved"));

    // Adds an unreadable line after the fourth move of each KIF file in UTF-8.
    let mut changed_files = Vec::new();
    for path in below(&archive.path("moved")) {
        let bytes = fs::read(&path).unwrap();
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        let is_kif = text.contains("手数----指手");
        let Some(line) = text
            .lines()
            .find(|line| is_kif && line.trim_start().starts_with("4 "))
        else {
            continue;
        };
        let line = line.to_owned();
        fs::write(&path, text.replacen(&line, &format!("{line}\n@@@ 何か"), 1)).unwrap();
        changed_files.push(path);
    }
    assert!(changed_files.len() >= 5, "{changed_files:?}");
    let outcome = validate("moved");
    let new_findings = findings(&outcome);
    assert_eq!(outcome.status, 1);
    let is_changed = |path: &str| changed_files.iter().any(|it| it.ends_with(Path::new(path)));
    assert_eq!(new_findings.len(), changed_files.len(), "{new_findings:?}");
    assert!(
        new_findings
            .iter()
            .all(|(path, rule)| is_changed(path) && rule == "unreadable-line"),
        "{new_findings:?}"
    );
}

#[test]
fn a_baseline_combines_with_other_options() {
    const CASES: &str = "
                          | 2 |                       | 0
        --severity error  | 1 |                       | 0 no-moves
        --select starts   | 1 |                       | 1 nifu
        --ignore nifu     | 1 |                       | 1 nifu
        --set nifu=off    | 1 |                       | 1 nifu
        --select starts   | 1 | --select starts       | 0
        --select starts   | 1 | --ignore nifu         | 0
        --set nifu=note   | 2 | --set nifu=error      | 0
        --severity error  | 1 | --fail-on warning     | 1 no-moves
        --select clocks   | 0 |                       | 1 nifu no-moves
    ";
    let archive = Archive::new(&[
        ("foul.kif", NIFU.as_bytes()),
        ("unmoved.kif", NO_MOVES.as_bytes()),
        ("clean.kif", CLEAN.as_bytes()),
    ]);
    let write_baseline = |options: &str| {
        let outcome = archive.run_line(&format!("validate -q . --write-baseline known.json {options}"));
        assert_eq!(outcome.status, 0, "{outcome:?}");
        fs::read_to_string(archive.path("known.json"))
            .unwrap()
            .lines()
            .count()
            - 1
    };
    assert_cases(rows(CASES), |[writing, entries, options, expected]| {
        let written_entries = write_baseline(writing);
        let outcome = archive.run_line(&format!(
            "validate --format jsonl . --baseline known.json {options}"
        ));
        let rules: Vec<_> = findings(&outcome).into_iter().map(|(_, rule)| rule).collect();
        let actual = format!("{} {}", outcome.status, rules.join(" "));
        (
            ((*entries).to_owned(), (*expected).to_owned()),
            (written_entries.to_string(), actual.trim_end().to_owned()),
        )
    });
}

#[test]
fn unused_entries_are_reported_only_for_read_files() {
    let archive = Archive::new(&[
        ("foul.kif", NIFU.as_bytes()),
        ("unmoved.kif", NO_MOVES.as_bytes()),
    ]);
    archive.run_line("validate -q . --write-baseline known.json");
    let stderr_with_baseline = |options: &str| {
        archive
            .run_line(&format!("validate --baseline known.json {options}"))
            .stderr
    };
    for options in [
        ".",
        ". --select clocks",
        ". --ignore all",
        ". --set all=off",
        ". --severity error",
    ] {
        assert!(
            !stderr_with_baseline(options).contains("did not occur"),
            "{options}"
        );
    }
    let stderr = stderr_with_baseline("unmoved.kif");
    assert!(
        stderr.contains(
            "known findings that did not occur in this run: 1 in known.json; if everything was checked, --write-baseline removes them\n  nifu: ./foul.kif, record 1, ply 9\n"
        ),
        "{stderr}"
    );
    assert!(
        stderr_with_baseline("unmoved.kif --lang ja")
            .contains("今回は見つからなかった既知の指摘: 1件（known.json）")
    );
    assert!(!stderr_with_baseline("unmoved.kif -q").contains("did not occur"));
    // If an input cannot be read, unused entries are not reported, because the finding may be in this input.
    assert!(!stderr_with_baseline("unmoved.kif gone.kif").contains("did not occur"));
    fs::write(archive.path("foul.kif"), CLEAN).unwrap();
    assert!(stderr_with_baseline(".").contains("did not occur in this run: 1 "));
}

#[test]
fn ignore_marks_suppress_their_rules() {
    let with_mark = |comment: &str| NIFU.replace("手合割：平手\n", &format!("手合割：平手\n{comment}\n"));
    let csa_with_illegal_move = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+7775FU\n%TORYO\n";
    for (name, record, status) in [
        ("a.kif", with_mark("*kifu: ignore nifu"), 0),
        ("a.kif", with_mark("*kifu: ignore clock-*, nifu"), 0),
        ("a.kif", with_mark("*kifu: ignore fouls"), 0),
        ("a.kif", with_mark("*kifu: ignore all"), 0),
        ("a.kif", with_mark("*kifu: ignore clock-*"), 1),
        ("a.kif", with_mark("*kifu: ignore nihu"), 1),
        ("a.kif", with_mark("*kifu ignore nifu"), 1),
        ("a.csa", csa_with_illegal_move.to_owned(), 1),
        (
            "a.csa",
            csa_with_illegal_move.replace("PI", "'kifu: ignore fouls, reading\nPI"),
            0,
        ),
        (
            "a.kif",
            with_mark("*kifu: ignore clocks, all other rules hold"),
            1,
        ),
        (
            "a.csa",
            csa_with_illegal_move.replace("PI", "'kifu: ignore clocks\nPI"),
            1,
        ),
    ] {
        let archive = Archive::new(&[(name, record.as_bytes())]);
        let outcome = archive.run(&["validate", name]);
        assert_eq!(outcome.status, status, "{record}{outcome:?}");
        assert_eq!(
            outcome.stderr.contains("ignored by marks in the records"),
            status == 0,
            "{outcome:?}"
        );
    }
    // An unknown rule in a mark is reported.
    let archive = Archive::new(&[("a.kif", with_mark("*kifu: ignore clocks, 二歩").as_bytes())]);
    let outcome = archive.run_line("validate a.kif");
    let expected = "a.kif, record 1: unknown rule `二歩` in the ignore mark (the name of 二歩 is `nifu`)\n";
    assert!(outcome.stderr.contains(expected), "{outcome:?}");
    // A mark applies only to the record that contains it.
    let two_records = format!(
        "{}/\n{csa_with_illegal_move}",
        csa_with_illegal_move.replace("PI", "'kifu: ignore all\nPI")
    );
    let archive = Archive::new(&[("two.csa", two_records.as_bytes())]);
    let outcome = archive.run_line("validate --format jsonl two.csa");
    let counts: Vec<_> = outcome
        .objects()
        .iter()
        .map(|object| object["findings"].as_array().unwrap().len())
        .collect();
    assert!(counts[0] == 0 && counts[1] > 0, "{outcome:?}");
}

#[test]
fn a_baseline_with_bom_is_read_and_a_pipe_is_refused() {
    let archive = Archive::new(&[("foul.kif", NIFU.as_bytes())]);
    let written = archive.run_line("validate foul.kif --write-baseline known.json");
    assert!(
        written
            .stderr
            .contains("findings written to the baseline known.json: 1\n"),
        "{written:?}"
    );
    let baseline = fs::read_to_string(archive.path("known.json")).unwrap();
    let validate_with = |baseline: String| {
        fs::write(archive.path("other.json"), baseline).unwrap();
        archive.run_line("validate -q foul.kif --baseline other.json")
    };
    let with_spaces = validate_with(baseline.replace(':', ": ").replace('\n', "\r\n"));
    assert_eq!(
        (with_spaces.status, &*with_spaces.stderr),
        (0, ""),
        "{with_spaces:?}"
    );
    let newer_version = validate_with(baseline.replacen(":1}", ":2}", 1));
    assert_eq!(newer_version.status, 2);
    assert!(
        newer_version
            .stderr
            .contains("other.json: unsupported baseline version 2"),
        "{newer_version:?}"
    );
    #[cfg(unix)]
    {
        let from_pipe = archive.shell("cat known.json | kifu validate foul.kif --baseline /dev/stdin");
        assert_eq!(from_pipe.status, 2);
        assert!(
            from_pipe.stderr.contains("a baseline must be a file, not a pipe"),
            "{from_pipe:?}"
        );
    }
}

#[test]
fn unreported_findings_are_not_counted_as_suppressed() {
    let archive = Archive::new(&[
        ("foul.kif", NIFU.as_bytes()),
        ("unmoved.kif", NO_MOVES.as_bytes()),
    ]);
    archive.run_line("validate -q . --write-baseline known.json");
    let stderr_with_baseline = |options: &str| {
        archive
            .run_line(&format!("validate . --baseline known.json {options}"))
            .stderr
    };
    assert!(stderr_with_baseline("").contains("; 2 known"));
    assert!(stderr_with_baseline("--select nifu").contains("; 1 known from the baseline"));
}

#[test]
fn suppressed_findings_are_counted_separately() {
    let marked = NIFU.replace("手合割：平手\n", "手合割：平手\n*kifu: ignore nifu\n");
    let archive = Archive::new(&[("foul.kif", NIFU.as_bytes()), ("marked.kif", marked.as_bytes())]);
    let without_baseline = archive.run_line("validate foul.kif marked.kif --statistics");
    assert!(
        without_baseline.stdout.contains(
            "1  nifu  two pawns on a file\n1  nifu  two pawns on a file (ignored by a mark in the record)\n"
        ),
        "{without_baseline:?}"
    );
    archive.run_line("validate -q foul.kif --write-baseline known.json");
    let with_baseline = archive.run_line("validate foul.kif marked.kif --statistics --baseline known.json");
    assert_eq!(
        with_baseline.stdout,
        "1  nifu  two pawns on a file (known from the baseline)\n1  nifu  two pawns on a file (ignored by a mark in the record)\n"
    );
    assert!(
        with_baseline.stderr.contains(
            "0 errors, 0 warnings, 0 notes; 1 known from the baseline; 1 ignored by marks in the records"
        ),
        "{with_baseline:?}"
    );
    let japanese =
        archive.run_line("validate foul.kif marked.kif --lang ja --statistics --baseline known.json");
    assert!(
        japanese.stdout.contains("二歩（ベースラインにある既知の指摘）\n"),
        "{japanese:?}"
    );
    assert!(
        japanese
            .stderr
            .contains("、ベースラインにある既知の指摘1件、棋譜内の指定により無視した指摘1件"),
        "{japanese:?}"
    );
}

#[test]
fn no_output_replaces_an_input_or_another_output() {
    const CASES: &str = "
        validate foul.kif --write-baseline foul.kif                   | an input file
        validate foul.kif --valid-list foul.kif                       | an input file
        validate foul.kif --valid-list good.kif                       | this output is not a game record
        validate --files-from list.txt --valid-list list.txt          | an input file
        validate foul.kif --baseline known.json --invalid-list known.json | an input file
        validate foul.kif --baseline known.json -o known.json --format jsonl | an input file
        validate foul.kif --baseline known.json --write-baseline new.json | cannot be used with
        validate foul.kif --valid-list x.txt --invalid-list x.txt     | --valid-list and --invalid-list are the same file
        validate foul.kif -o x.txt --invalid-list ./x.txt             | --output and --invalid-list are the same file
        validate foul.kif --write-baseline x.html --html x.html       | --html and --write-baseline are the same file
        validate foul.kif --valid-list -                              | standard output is already in use
        validate foul.kif --baseline gone.json                        | gone.json: No such file
        validate foul.kif --baseline no.json                          | no.json: not a baseline
        validate foul.kif --baseline foul.kif                         | foul.kif: not a baseline
        validate foul.kif --write-baseline no/such/known.json         | no/such/known.json
    ";
    let archive = Archive::new(&[
        ("foul.kif", NIFU.as_bytes()),
        ("list.txt", b"foul.kif\n"),
        ("no.json", b"{}\n"),
    ]);
    archive.run_line("validate -q foul.kif --write-baseline known.json");
    let baseline = fs::read(archive.path("known.json")).unwrap();
    assert_cases(rows(CASES), |[line, message]| {
        let outcome = archive.run_line(line);
        let unexpected_stderr = (!outcome.stderr.contains(message)).then_some(outcome.stderr);
        ((2, None), (outcome.status, unexpected_stderr))
    });
    assert_eq!(fs::read(archive.path("known.json")).unwrap(), baseline);
    assert_eq!(fs::read(archive.path("foul.kif")).unwrap(), NIFU.as_bytes());
    assert!(!archive.path("good.kif").exists() && !archive.path("x.txt").exists());
    // An existing baseline may be overwritten.
    let overwriting_run = archive.run_line("validate -q foul.kif --write-baseline known.json");
    assert_eq!(
        (
            overwriting_run.status,
            fs::read(archive.path("known.json")).unwrap()
        ),
        (0, baseline)
    );
}
