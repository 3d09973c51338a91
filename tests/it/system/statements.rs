//! Tests of statements of the article on yonin shogi, “4人将棋”. `docs/sources.md` lists the tests of each statement.

use super::{check_text, findings_of};

/// Returns the findings of plies from a position with kings in the corners, these ranks c, d and e, and South's hand.
fn findings_from([c, d, e]: [&str; 3], hand: &str, plies: &str) -> String {
    let start = format!("Kn 7 Ke / 9 / {c} / {d} / {e} / 9 / 9 / 9 / Kw 7 Ks S S:{hand} W:- N:- E:- SWNE");
    let plies = plies.split(", ").zip(1..);
    let plies: Vec<_> = plies.map(|(ply, number)| format!("{number} {ply}")).collect();
    let plies = plies.join("\n");
    findings_of(&check_text(&format!(
        "Yonin: 1\nPosition: {start}\n{plies}\n#interrupt\n"
    )))
}

#[test]
fn four_seats_promote_as_in_shogi() {
    for (ranks, plies, expected) in [
        // Moves into the zone with and without promotion, within the zone, and out of the zone.
        (["9", "4 Rs 4", "9"], "S 5d5c+", "-"),
        (["9", "4 Rs 4", "9"], "S 5d5c", "-"),
        (["9", "4 Ss 4", "9"], "S 5d5c+", "-"),
        (["9", "4 Ps 4", "9"], "S 5d5c+", "-"),
        (["4 Rs 4", "9", "9"], "S 5c5b+", "-"),
        (["4 Rs 4", "9", "9"], "S 5c5f+", "-"),
        (["4 Ss 4", "9", "9"], "S 5c4d+", "-"),
        // The piece left the zone unpromoted.
        (
            ["4 Rs 4", "9", "9"],
            "S 5c5f, W 9i8i, N 9a8a, E 1a2a, S 5f5e+",
            "promotion-outside-zone@5",
        ),
        // Kinds that cannot promote, and pieces that are promoted already.
        (["9", "4 Gs 4", "9"], "S 5d5c+", "unpromotable-promoted@1"),
        (["9", "9", "9"], "S 1i2h+", "unpromotable-promoted@1"),
        (["9", "4 +Rs 4", "9"], "S 5d5c+", "already-promoted@1"),
    ] {
        assert_eq!(findings_from(ranks, "-", plies), expected, "{ranks:?} {plies}");
    }
}

#[test]
fn pieces_of_four_seats_move_as_in_the_diagrams() {
    for (piece, legal_move, illegal_move) in [
        ("Gs", "S 5e5f", "S 5e4f"),
        ("Ss", "S 5e4f", "S 5e5f"),
        ("Ps", "S 5e5d", "S 5e5f"),
        ("Rs", "S 5e5h", "S 5e4d"),
        ("+Rs", "S 5e4d", "S 5e4c"),
        ("+Ss", "S 5e5f", "S 5e4f"),
        ("+Ps", "S 5e5f", "S 5e4f"),
    ] {
        let rank = format!("4 {piece} 4");
        let ranks = ["9", "9", &rank];
        assert_eq!(findings_from(ranks, "-", legal_move), "-", "{piece} {legal_move}");
        let expected = "illegal-piece-movement@1";
        assert_eq!(
            findings_from(ranks, "-", illegal_move),
            expected,
            "{piece} {illegal_move}"
        );
    }
    assert_eq!(findings_from(["9"; 3], "-", "S 1i2h"), "-");
    assert_eq!(findings_from(["9"; 3], "-", "S 1i3i"), "illegal-piece-movement@1");
}

#[test]
fn captured_pieces_of_four_seats_are_dropped_unpromoted() {
    let plies_with_capture = "S 5e4e, W 9i8i, N 9a8a, E 1a2a, ";
    for (rank, hand, plies, expected) in [
        ("4 Rs +Sn 3", "-", format!("{plies_with_capture}S S*5e"), "-"),
        (
            "4 Rs +Sn 3",
            "-",
            format!("{plies_with_capture}S S*5e+"),
            "promoted-drop@5",
        ),
        (
            "4 Rs +Sn 3",
            "-",
            format!("{plies_with_capture}S G*5e"),
            "drop-not-in-hand@5",
        ),
        // A tokin on the file is not a pawn.
        ("4 +Ps 4", "P", "S P*5d".to_owned(), "-"),
        ("4 Ps 4", "P", "S P*5d".to_owned(), "nifu@1"),
        // A drop uses up the turn, so the same player may not move next.
        ("9", "P", "S P*5d, S 5d5c".to_owned(), "yonin-wrong-turn@2"),
        ("9", "P", "S P*5d, W 9i8i".to_owned(), "-"),
    ] {
        assert_eq!(
            findings_from(["9", "9", rank], hand, &plies),
            expected,
            "{rank} {plies}"
        );
    }
}

#[test]
fn a_king_may_not_be_left_to_a_third_player() {
    // West's silver could capture North's silver, but East's rook would then attack West's king.
    let start = "4 Kn 4 / 9 / 9 / 3 Sn 5 / Kw 1 Sw 5 Re / 9 / 9 / 9 / 4 Ks 3 Ke W S:- W:- N:- E:- SWNE";
    for (ply, expected) in [("7e6d", "own-king-in-check@1"), ("9e8f", "-")] {
        let text = format!("Yonin: 1\nPosition: {start}\n1 W {ply}\n#interrupt\n");
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
}

#[test]
fn eliminated_players_do_not_win() {
    let all_but_east = "#resign S\n#resign W\n#resign N\n";
    for (end_words, expected) in [
        (format!("{all_but_east}#result E\n"), "-"),
        (
            format!("{all_but_east}#result S\n"),
            "result-not-last-survivor@1 result-overturned@1",
        ),
        (
            "#result S\n".to_owned(),
            "result-not-last-survivor@1 result-overturned@1",
        ),
    ] {
        let text = format!("Yonin: 1\n1 S 6i7h\n{end_words}");
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
}

#[test]
fn the_board_of_four_has_81_squares() {
    let position_with_rank =
        |rank: &str| format!("Kn 7 Ke / 9 / 9 / {rank} / 9 / 9 / 9 / 9 / Kw 7 Ks S S:- W:- N:- E:- SWNE");
    for (rank, ply, expected) in [
        ("4 Rs 4", "5d5c", "-"),
        ("4 Rs 4", "5d5j", "bad-token@1"),
        ("4 Rs 4", "5d0d", "bad-token@1"),
        ("4 Rs 5", "1i2h", "unreadable-board@0 opponent-piece-moved@1"),
        ("4 Rs 3", "1i2h", "unreadable-board@0 opponent-piece-moved@1"),
    ] {
        let text = format!(
            "Yonin: 1\nPosition: {}\n1 S {ply}\n#interrupt\n",
            position_with_rank(rank)
        );
        let findings = findings_of(&check_text(&text));
        assert_eq!(findings.split(' ').next(), expected.split(' ').next(), "{text}");
    }
}

#[test]
fn four_seats_are_set_up_as_in_the_diagram() {
    let judgement = check_text("Yonin: 1\n1 S 5e5d\n#interrupt\n");
    assert_eq!(findings_of(&judgement), "empty-source@1");
    let start_position = "2 Sn Gn Kn Gn Sn 2 / 3 Pn Rn Pn 3 / Sw 3 Pn 3 Se / Gw Pw 5 Pe Ge / Kw Rw Pw 3 Pe Re Ke / \
                 Gw Pw 5 Pe Ge / Sw 3 Ps 3 Se / 3 Ps Rs Ps 3 / 2 Ss Gs Ks Gs Ss 2 S S:- W:- N:- E:- SWNE";
    assert_eq!(judgement.findings[0].position.as_deref(), Some(start_position));
    let record = format!("Yonin: 1\nPosition: {start_position}\n1 S 5g5f\n#interrupt\n");
    assert_eq!(findings_of(&check_text(&record)), "-");
}
