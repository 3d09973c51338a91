//! Gunjin shogi with a hidden side that has fewer pieces than cells.

use std::fmt::Write as _;

use kifu::profile::Profile;

use super::{check_text, check_text_by, findings_of};

const RULES_OF_23_PIECES: &str = include_str!("../../../fixtures/gunjin/23-pieces.toml");

/// The setup of South: 23 pieces.
const SETUP: &str =
    "  CP TK TK FL CO EN AP SL\n  SL MJ CV MG . . . FL\n  MN . LC TG . SP . CP\n  MN FG LG . AP EN .\n";

/// Returns the findings of a record in which South moves first, and one piece of South moves to and fro between these
/// plies of North. Asserts that the record has findings under the default rules.
fn findings_of_north(plies: &str) -> String {
    let to_and_fro = ["h3-g3", "g3-h3"].into_iter().cycle();
    let mut lines = String::new();
    for (south_number, (south, north)) in (1..).step_by(2).zip(to_and_fro.zip(plies.split(", "))) {
        let north_number = south_number + 1;
        // Writing into a string cannot fail.
        let _ = writeln!(lines, "{south_number} S {south}\n{north_number} N {north}");
    }
    let text = format!("Gunjin: 1\nRoster: 23\nSetup-S:\n{SETUP}Setup-N: hidden\n{lines}#interrupt\n");
    let profile = Profile::read(RULES_OF_23_PIECES, "23").expect("rules");
    let findings = findings_of(&check_text_by(profile, &text));
    // Under the default rules, whose set fills North's half, the record has findings.
    assert_ne!(super::findings_of(&check_text(&text)), "-", "{text}");
    findings
}

#[test]
fn a_hidden_piece_may_be_anywhere_or_missing() {
    for (plies, expected) in [
        // A hidden piece may be on any cell, and any cell may be empty.
        ("b5-b6", "-"),
        ("b5-b6, b6-b7, d6-d7", "-"),
        ("b5-b6, b5-a5", "gunjin-empty-source@4"),
        ("b5-b6, c6-b6", "gunjin-own-piece@4"),
        ("b5-b6, b6xb5 >", "gunjin-battle-phantom@4"),
        // A hidden piece must move like some kind of piece.
        ("a7-c6", "gunjin-move-shape@2"),
        ("c5xc4 <", "-"),
        // Two cells sideways: only an engineer moves like this. On f4 there is an engineer of South, so a battle with
        // it must be a draw.
        ("a6-c6, c6-c5, c5-d5", "-"),
        ("h6-f6, f6-f5, f5xf4 =", "-"),
        ("h6-f6, f6-f5, f5xf4 >", "blind-contradiction@6"),
    ] {
        assert_eq!(findings_of_north(plies), expected, "{plies}");
    }
}

#[test]
fn empty_cells_are_limited_by_the_set() {
    let plies = "b5-b6, b6-b7, b7-b8, b8-a8, a8-a7, a7-a6, a6-a5, a5-a6, a6-b6, b6-c6";
    assert_eq!(findings_of_north(plies), "-");
    assert_eq!(
        findings_of_north(&format!("{plies}, c6-c7")),
        "gunjin-own-piece@22"
    );
    // These moves have used all cells that the setup may leave empty, so every other cell has a piece.
    assert_eq!(findings_of_north(&format!("{plies}, c7-b7")), "-");
}

#[test]
fn south_may_attack_hidden_cells() {
    let findings_of_south = |ply: &str| {
        let text =
            format!("Gunjin: 1\nRoster: 23\nSetup-S:\n{SETUP}Setup-N: hidden\n1 S {ply}\n#interrupt\n");
        let profile = Profile::read(RULES_OF_23_PIECES, "23").expect("rules");
        findings_of(&check_text_by(profile, &text))
    };
    // The hidden cell behind the gate may contain any piece or none, so each result is possible for the tank.
    for (ply, expected) in [
        ("b4xb5 >", "-"),
        ("b4xb5 =", "-"),
        ("b4-b5", "-"),
        ("b4-b6", "-"),
        ("a4-a5", "gunjin-bar-crossed@1"),
        ("d4-d3", "gunjin-own-piece@1"),
    ] {
        assert_eq!(findings_of_south(ply), expected, "{ply}");
    }
}
