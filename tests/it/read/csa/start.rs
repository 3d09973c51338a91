//! Start positions of CSA.

use kifu::shogi::Color;

use super::{read, rules};

#[test]
fn start_positions_are_read() {
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for (lines, sfen, findings) in [
        ("PI\n+\n", format!("{even} b - 1"), &[][..]),
        ("PI,+\n", format!("{even} b - 1"), &[]),
        ("V2.2 PI + +7776FU\n", format!("{even} b - 1"), &[]),
        (
            "PI82HI22KA\t-\t-8384FU\n",
            format!("{} w - 1", even.replace("1r5b1", "9")),
            &[],
        ),
        (
            "P1 *  *  *  * -OU *  *  *  *  P9+KY+OU P+00FU\t-\n",
            "4k4/9/9/9/9/9/9/9/LK7 w P 1".into(),
            &["unreadable-board"],
        ),
        (
            "PI82HI22KA\n-\n",
            format!("{} w - 1", even.replace("1r5b1", "9")),
            &[],
        ),
        (
            "PI 82HI 22KA\n-\n",
            format!("{} w - 1", even.replace("1r5b1", "9")),
            &[],
        ),
        (
            "PI28KA\n-\n",
            format!("{} w - 1", even.replace("1B5R1", "1B7")),
            &["removal-mismatch"],
        ),
        ("PI55FU\n+\n", format!("{even} b - 1"), &["removal-mismatch"]),
        ("PI00FU\n+\n", format!("{even} b - 1"), &["unreadable-board"]),
        ("PI22\n+\n", format!("{even} b - 1"), &["unreadable-board"]),
        // Missing ranks are empty. Piece lists and hands are added to the board.
        (
            "P1 *  *  *  * -OU *  *  *  * \nP9+KY\n+\n",
            "4k4/9/9/9/9/9/9/9/L8 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "P1 *  *  *  * -OU *  *  *  *\nP+59OU00FU00FU\nP-00HI\n-\n",
            "4k4/9/9/9/9/9/9/9/4K4 w 2Pr 1".into(),
            &[],
        ),
        (
            "P1 * * * * -OU * * * *\nP-\nP+\n+\n",
            "4k4/9/9/9/9/9/9/9/9 b - 1".into(),
            &[],
        ),
        (
            "P+55TO\nP-00AL\n+\n",
            "9/9/9/9/4+P4/9/9/9/9 b 2r2b4g4s4n4l17p 1".into(),
            &[],
        ),
        (
            "P+00AL\nP-51OU33RY\n+\n",
            "4k4/9/6+r2/9/9/9/9/9/9 b R2B4G4S4N4L18P 1".into(),
            &[],
        ),
        (
            "PI22KA\nP+00AL\n-\n",
            format!("{} w B 1", even.replace("1r5b1", "1r7")),
            &["unreadable-board"],
        ),
        (
            "P+55KI55GI\n+\n",
            "9/9/9/9/4S4/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "P+00TO\n+\n",
            "9/9/9/9/9/9/9/9/9 b P 1".into(),
            &["unreadable-board"],
        ),
        (
            "P+05FU\n+\n",
            "9/9/9/9/9/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "P+55AL\n+\n",
            "9/9/9/9/9/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "P1 *  *  *  * -XX *  *  *  * \n+\n",
            "9/9/9/9/9/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "PI\nP5 *  *  *  * +OU *  *  *  * \n+\n",
            "9/9/9/9/4K4/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
    ] {
        let record = read(lines);
        assert_eq!(record.start.position.to_sfen(1), sfen, "{lines:?}");
        assert_eq!(rules(&record), findings, "{lines:?}");
    }
}

#[test]
fn a_missing_start_is_inferred() {
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for (lines, sfen, findings) in [
        ("", format!("{even} b - 1"), &[][..]),
        ("PI\n", format!("{even} b - 1"), &["turn-missing"]),
        (
            "PI22KA\n-3142GI\n",
            format!("{} w - 1", even.replace("1r5b1", "1r7")),
            &["turn-missing"],
        ),
        ("-\n-3334FU\n", format!("{even} w - 1"), &["start-missing"]),
        (
            "P+\nP-\n+\n+7776FU\n",
            format!("{even} b - 1"),
            &["start-missing"],
        ),
        (
            "+7776FU\n",
            format!("{even} b - 1"),
            &["start-missing", "turn-missing"],
        ),
    ] {
        let record = read(lines);
        assert_eq!(record.start.position.to_sfen(1), sfen, "{lines:?}");
        assert_eq!(rules(&record), findings, "{lines:?}");
    }
}

#[test]
fn the_start_has_its_name_and_lines() {
    let text = "PI82HI22KA\n-\n";
    let start = read(text).start;
    assert_eq!(start.handicap.map(|handicap| handicap.name), Some("二枚落ち"));
    assert_eq!(start.diagram.map(|span| span.slice(text)), Some("PI82HI22KA"));
    assert_eq!(start.turn.map(|span| span.slice(text)), Some("-"));

    let text = "P1 *  *  *  * -OU *  *  *  * \nP-00AL\nP+00OU\n+\n";
    let start = read(text).start;
    assert_eq!(start.handicap, None);
    assert_eq!(
        start.diagram.map(|span| span.slice(text).lines().count()),
        Some(3)
    );
    assert_eq!(
        start.king_in_hand.map(|(color, span)| (color, span.slice(text))),
        Some((Color::Black, "00OU"))
    );
    assert_eq!(read("").start.diagram, None);
}
