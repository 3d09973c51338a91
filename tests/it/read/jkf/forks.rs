//! Variations of JKF: the alternatives to an entry.

use crate::support::findings::ReadFindings;

use super::{FIRST, SECOND, assert_lines_and_findings, game, lines, read};

#[test]
fn variations_are_alternatives_to_their_entry() {
    let with_forks =
        |entry: &str, forks: &str| format!(r#"{},"forks":{forks}}}"#, entry.strip_suffix('}').unwrap());
    let push_8d = r#"{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4}}}"#;
    let push_2f = r#"{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6}}}"#;
    let push_1f = r#"{"move":{"from":{"x":1,"y":7},"to":{"x":1,"y":6}}}"#;
    let unreadable = r#"{"move":{"from":{"x":0,"y":7},"to":{"x":1,"y":6}}}"#;
    let nested_fork = with_forks(push_2f, &format!("[[{push_1f}]]"));
    let end_with_fork = with_forks(r#"{"special":"TORYO"}"#, &format!("[[{push_1f}]]"));
    assert_lines_and_findings(&[
        (
            &game(&[
                FIRST,
                &with_forks(SECOND, &format!("[[{push_8d},{nested_fork}],[{push_1f}]]")),
                push_2f,
            ]),
            "7g7f 3c3d 2g2f | 1: 8c8d 2g2f | 1: 1g1f | 2: 1g1f",
            &[],
        ),
        (
            &game(&[FIRST, &end_with_fork]),
            "7g7f %TORYO=resign | 1: 1g1f",
            &[],
        ),
        (&game(&[FIRST, &with_forks(SECOND, "null")]), "7g7f 3c3d", &[]),
        (&game(&[FIRST, &with_forks(SECOND, "[[]]")]), "7g7f 3c3d", &[]),
        (
            &game(&[FIRST, &with_forks(SECOND, "{}")]),
            "7g7f 3c3d",
            &["E schema-error moves[2].forks"],
        ),
        (
            &game(&[FIRST, &with_forks(SECOND, &format!("[{push_8d}]"))]),
            "7g7f 3c3d",
            &["E schema-error moves[2].forks[0]"],
        ),
        (
            &game(&[
                FIRST,
                &with_forks(
                    SECOND,
                    &format!(
                        "[[{push_8d}],[{},{unreadable}]]",
                        with_forks(push_2f, &format!("[[{push_1f},{unreadable}]]"))
                    ),
                ),
            ]),
            "7g7f 3c3d | 1: 8c8d | 1: 2g2f ? | 1: 1g1f ?",
            &[
                "E bad-token moves[2].forks[1][1].move.from.x",
                "E bad-token moves[2].forks[1][0].forks[0][1].move.from.x",
            ],
        ),
        (
            &format!(r#"{{"moves":[{{"forks":[[{push_8d}]]}},{FIRST}]}}"#),
            "7g7f",
            &["E schema-error moves[0].forks"],
        ),
    ]);
    let text = game(&[&with_forks(FIRST, &format!("[[{unreadable}]]"))]);
    let record = read(&text);
    assert_eq!(record.findings()[0].variation, [(1, 1)]);
    assert_eq!(lines(&record), "7g7f | 0: ?");
}
