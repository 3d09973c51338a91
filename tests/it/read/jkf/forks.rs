//! Variations of JKF: the alternatives to an entry.

use crate::support::findings::ReadFindings;

use super::{FIRST, SECOND, assert_lines_and_findings, game, lines, read};

#[test]
fn variations_are_alternatives_to_their_entry() {
    let with_forks =
        |entry: &str, forks: &str| format!(r#"{},"forks":{forks}}}"#, entry.strip_suffix('}').unwrap());
    let rook_pawn_move = r#"{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4}}}"#;
    let pawn_to_2f = r#"{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6}}}"#;
    let edge_pawn_move = r#"{"move":{"from":{"x":1,"y":7},"to":{"x":1,"y":6}}}"#;
    let unreadable = r#"{"move":{"from":{"x":0,"y":7},"to":{"x":1,"y":6}}}"#;
    let nested_fork = with_forks(pawn_to_2f, &format!("[[{edge_pawn_move}]]"));
    let end_with_fork = with_forks(r#"{"special":"TORYO"}"#, &format!("[[{edge_pawn_move}]]"));
    assert_lines_and_findings(&[
        (
            &game(&[
                FIRST,
                &with_forks(
                    SECOND,
                    &format!("[[{rook_pawn_move},{nested_fork}],[{edge_pawn_move}]]"),
                ),
                pawn_to_2f,
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
            &game(&[FIRST, &with_forks(SECOND, &format!("[{rook_pawn_move}]"))]),
            "7g7f 3c3d",
            &["E schema-error moves[2].forks[0]"],
        ),
        (
            &game(&[
                FIRST,
                &with_forks(
                    SECOND,
                    &format!(
                        "[[{rook_pawn_move}],[{},{unreadable}]]",
                        with_forks(pawn_to_2f, &format!("[[{edge_pawn_move},{unreadable}]]"))
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
            &format!(r#"{{"moves":[{{"forks":[[{rook_pawn_move}]]}},{FIRST}]}}"#),
            "7g7f",
            &["E schema-error moves[0].forks"],
        ),
    ]);
    let text = game(&[&with_forks(FIRST, &format!("[[{unreadable}]]"))]);
    let record = read(&text);
    assert_eq!(record.findings()[0].variation, [(1, 1)]);
    assert_eq!(lines(&record), "7g7f | 0: ?");
}
