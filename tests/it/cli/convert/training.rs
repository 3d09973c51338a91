//! Training data: the selected positions, and the counts of the positions that are left out.

use std::fs;

use super::{Archive, CLEAN, NIFU, assert_status};
use crate::support::table::{assert_cases, rows};

/// Four moves, the third of which has no score. Scores are from Black's side.
const SCORED: &str = "V2.2\nPI\n+\n+7776FU\n'** 55\n-3334FU\n'** -40\n+2726FU\n-8384FU\n'** 3000\n%TORYO\n";

/// Returns the `psv` items as `NUMBER:SCORE` (the move number and the score), separated by blanks.
fn items(bytes: &[u8]) -> String {
    let describe = |item: &[u8]| {
        let two_bytes = |offset: usize| [item[offset], item[offset + 1]];
        format!(
            "{}:{}",
            u16::from_le_bytes(two_bytes(36)),
            i16::from_le_bytes(two_bytes(32))
        )
    };
    assert!(bytes.len().is_multiple_of(40), "{}", bytes.len());
    let items: Vec<_> = bytes.chunks(40).map(describe).collect();
    items.join(" ")
}

#[test]
fn positions_are_selected_by_score_and_ply() {
    const CASES: &str = "
                                         | 1:55 2:40 4:-3000 | 3 positions written; 1 position without a score left out
        --scores require                 | 1:55 2:40 4:-3000 | 3 positions written; 1 position without a score left out
        --scores keep                    | 1:55 2:40 3:0 4:-3000 | 4 positions written; 1 position without a score written as 0
        --min-ply 2                      | 2:40 4:-3000 | 2 positions written; 1 position without a score left out; 1 position left out by --min-ply
        --min-ply 4                      | 4:-3000 | 1 position written; 3 positions left out by --min-ply
        --max-score 3000                 | 1:55 2:40 4:-3000 | 3 positions written; 1 position without a score left out
        --max-score 2999                 | 1:55 2:40 | 2 positions written; 1 position without a score left out; 1 position left out by --max-score
        --max-score 54                   | 2:40 | 1 position written; 1 position without a score left out; 2 positions left out by --max-score
        --scores keep --max-score 0      | 3:0 | 1 position written; 1 position without a score written as 0; 3 positions left out by --max-score
    ";
    let archive = Archive::new(&[("a.csa", SCORED.as_bytes())]);
    assert_cases(rows(CASES), |[options, expected, expected_summary]| {
        let outcome = archive.run_line(&format!("convert --to psv --force -o a.psv a.csa {options}"));
        let summary = outcome.stderr.lines().last().unwrap_or_default().to_owned();
        let summary = summary.split_once("file written; ").map_or("", |it| it.1);
        let summary = summary.split(" (").next().unwrap_or_default();
        let bytes = fs::read(archive.path("a.psv")).unwrap();
        (
            (0, (*expected).to_owned(), (*expected_summary).to_owned()),
            (outcome.status, items(&bytes), summary.to_owned()),
        )
    });
}

#[test]
fn positions_without_moves_have_no_scores_to_require() {
    const CASES: &str = "
                                       | 1 2 3 4
        --scores keep                  | 1 2 3 4
        --scores require               | 1 2 4
        --min-ply 3                    | 3 4
        --scores require --max-score 60 | 1 2
    ";
    let archive = Archive::new(&[("a.csa", SCORED.as_bytes())]);
    assert_cases(rows(CASES), |[options, expected]| {
        let outcome = archive.run_line(&format!("convert --to sfens a.csa {options}"));
        let numbers = outcome.stdout.lines().filter_map(|line| line.split(' ').nth(3));
        assert!(!outcome.stderr.contains("written as 0"), "{outcome:?}");
        ((*expected).to_owned(), numbers.collect::<Vec<_>>().join(" "))
    });
}

/// A score that is too large for an item is cut and counted. A conversion between formats of training data does not
/// report the scores as lost comments, but a conversion to USI does.
#[test]
fn scores_are_kept_or_counted() {
    let scores = SCORED.replace("** 55", "** 40000").replace("** -40", "** -32767");
    let archive = Archive::new(&[("a.csa", scores.as_bytes())]);
    let outcome = archive.run_line("convert --to psv -o a.psv a.csa");
    let message =
        "3 positions written; 1 position with a score cut to ±32,767; 1 position without a score left out";
    assert!(outcome.stderr.contains(message), "{outcome:?}");
    let bytes = fs::read(archive.path("a.psv")).unwrap();
    assert_eq!(items(&bytes), "1:32767 2:32767 4:-3000");
    let outcome = archive.run_line("convert --to psv -o b.psv a.psv");
    assert!(
        outcome
            .stderr
            .starts_with("Converted 2 of 2 records in 1 file; 1 file written; 3 positions written"),
        "{outcome:?}"
    );
    let outcome = archive.run_line("convert --to hcpe -o b.hcpe a.psv");
    assert!(!outcome.stderr.contains("comment"), "{outcome:?}");
    assert_eq!(fs::read(archive.path("b.psv")).unwrap(), bytes);
    let outcome = archive.run_line("convert --to usi -o b.usi a.psv");
    assert!(outcome.stderr.contains("comment lines"), "{outcome:?}");
}

#[test]
fn where_does_not_admit_games_with_errors() {
    const CASES: &str = "
                                     | 0 | 3
        --where plies>0              | 0 | 3
        --where plies>0 --clean      | 0 | 3
        --no-clean                   | 2 | 5
        --where plies>0 --no-clean   | 2 | 5
        --where path~clean --no-clean | 0 | 3
    ";
    let unfinished = SCORED.replace("%TORYO", "%CHUDAN");
    let illegal = SCORED.replace("+2726FU", "+2725FU");
    let archive = Archive::new(&[
        ("g/clean.csa", SCORED.as_bytes()),
        ("g/foul.csa", illegal.as_bytes()),
        ("g/open.csa", unfinished.as_bytes()),
    ]);
    assert_cases(rows(CASES), |[options, status, count]| {
        let outcome = archive.run_line(&format!("convert --to hcpe --join --force -o g.hcpe g {options}"));
        let length = fs::metadata(archive.path("g.hcpe")).unwrap().len();
        (
            ((*status).to_owned(), (*count).to_owned()),
            (outcome.status.to_string(), (length / 38).to_string()),
        )
    });
}

#[test]
fn an_empty_result_reports_the_responsible_option() {
    const CASES: &str = "
        psv clean.kif                      | --scores keep
        psv foul.kif                       | --no-clean
        psv open.kif                       | --to sfens
        psv clean.kif --where plies>9      | --where
        psv scored.csa --min-ply 9         | --min-ply
        psv scored.csa --max-score 1       | --max-score
        sfens clean.kif --scores require   | --scores keep
    ";
    let unfinished = CLEAN.replace("投了\nまで2手で後手の勝ち", "中断");
    let archive = Archive::new(&[
        ("clean.kif", CLEAN.as_bytes()),
        ("foul.kif", NIFU.as_bytes()),
        ("open.kif", unfinished.as_bytes()),
        ("scored.csa", SCORED.as_bytes()),
    ]);
    assert_cases(rows(CASES), |[arguments, option]| {
        let outcome = archive.run_line(&format!("convert --to {arguments}"));
        let message = outcome.stderr.split_once("no position was written:\n");
        let message = message.map_or("", |it| it.1);
        ((true, String::new()), (message.contains(option), outcome.stdout))
    });
    let with_positions = archive.run_line("convert --to psv -o a.psv clean.kif scored.csa --join");
    assert!(
        !with_positions.stderr.contains("no position was written"),
        "{with_positions:?}"
    );
    assert_status(
        archive.run_line("convert --to psv -o out clean.kif scored.csa"),
        0,
    );
    assert!(!archive.path("out/clean.psv").exists() && archive.path("out/scored.psv").exists());
}

#[test]
fn the_options_are_for_training_data() {
    let archive = Archive::new(&[("a.csa", SCORED.as_bytes())]);
    for options in ["--scores keep", "--min-ply 2", "--max-score 5", "--no-clean"] {
        let outcome = assert_status(archive.run_line(&format!("convert --to kif {options} a.csa")), 2);
        assert!(outcome.stderr.contains("is for training data"), "{outcome:?}");
    }
}

/// Each record has a row, in the order of the file, also if it is left out. A record that `--where` excludes has none.
#[test]
fn a_record_without_positions_has_its_reason() {
    let start = "手合割：平手\n   1 投了\n";
    let open_end = "手合割：平手\n   1 ７六歩(77)\n   2 中断\n";
    let games = [CLEAN, start, open_end, NIFU].join("\n");
    let archive = Archive::new(&[("games.kif", games.as_bytes())]);
    for (options, expected) in [
        (
            "",
            "positions without a score are left out; |psv takes only |psv takes only |records with errors ",
        ),
        (
            "--scores keep",
            "|psv takes only |psv takes only |records with errors ",
        ),
        ("--scores keep --where plies>1", "|records with errors "),
        ("--scores keep --clean --where plies>1", ""),
    ] {
        let line = format!("convert -q --to psv --loss-format jsonl --force -o a.psv games.kif {options}");
        let outcome = assert_status(archive.run_line(&line), 0);
        let rows = outcome.stderr.lines().map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).expect(line);
            assert_eq!(row["written"], row["refused"].is_null(), "{row}");
            row["refused"].as_str().unwrap_or_default().to_owned()
        });
        let rows: Vec<_> = rows.collect();
        let expected: Vec<_> = expected.split('|').collect();
        assert_eq!(rows.len(), expected.len(), "{options}: {rows:?}");
        let mut pairs = rows.iter().zip(expected);
        assert!(
            pairs.all(|(row, beginning)| row.starts_with(beginning)),
            "{options}: {rows:?}"
        );
    }
}
