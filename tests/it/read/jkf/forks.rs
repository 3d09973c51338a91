//! Variations of JKF: the alternatives to an entry.

use crate::support::findings::ReadFindings;

use super::{FIRST, SECOND, check, game, lines, read};

#[test]
fn variations_are_alternatives_to_their_entry() {
    let fork =
        |entry: &str, forks: &str| format!(r#"{},"forks":{forks}}}"#, entry.strip_suffix('}').unwrap());
    let other = r#"{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4}}}"#;
    let third = r#"{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6}}}"#;
    let last = r#"{"move":{"from":{"x":1,"y":7},"to":{"x":1,"y":6}}}"#;
    let bad = r#"{"move":{"from":{"x":0,"y":7},"to":{"x":1,"y":6}}}"#;
    let nested = fork(third, &format!("[[{last}]]"));
    let end = fork(r#"{"special":"TORYO"}"#, &format!("[[{last}]]"));
    check(&[
        (
            &game(&[
                FIRST,
                &fork(SECOND, &format!("[[{other},{nested}],[{last}]]")),
                third,
            ]),
            "7g7f 3c3d 2g2f | 1: 8c8d 2g2f | 1: 1g1f | 2: 1g1f",
            &[],
        ),
        (&game(&[FIRST, &end]), "7g7f %TORYO=resign | 1: 1g1f", &[]),
        (&game(&[FIRST, &fork(SECOND, "null")]), "7g7f 3c3d", &[]),
        (&game(&[FIRST, &fork(SECOND, "[[]]")]), "7g7f 3c3d", &[]),
        (
            &game(&[FIRST, &fork(SECOND, "{}")]),
            "7g7f 3c3d",
            &["E schema-error moves[2].forks"],
        ),
        (
            &game(&[FIRST, &fork(SECOND, &format!("[{other}]"))]),
            "7g7f 3c3d",
            &["E schema-error moves[2].forks[0]"],
        ),
        (
            &game(&[
                FIRST,
                &fork(
                    SECOND,
                    &format!(
                        "[[{other}],[{},{bad}]]",
                        fork(third, &format!("[[{last},{bad}]]"))
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
            &format!(r#"{{"moves":[{{"forks":[[{other}]]}},{FIRST}]}}"#),
            "7g7f",
            &["E schema-error moves[0].forks"],
        ),
    ]);
    let text = game(&[&fork(FIRST, &format!("[[{bad}]]"))]);
    let record = read(&text);
    assert_eq!(record.findings()[0].variation, [(1, 1)]);
    assert_eq!(lines(&record), "7g7f | 0: ?");
}
