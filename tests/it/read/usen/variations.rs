//! Attachment of variations in USEN: the line that each of them leaves.

use crate::support::findings::ReadFindings;
use kifu::text::decode;

use super::{lines, records, rules};

#[test]
fn a_variation_branches_from_the_line_that_its_moves_fit() {
    let main_line = "7g7f 3c3d 2g2f 8c8d";
    for (text, variations, findings) in [
        // The main line is the only line that the variation can leave.
        ("~0.7ku2jm6y236e.~1.36e.", &["7g7f 8c8d"][..], &[][..]),
        // The variation begins at the start position.
        ("~0.7ku2jm6y236e.~0.6y2.", &["2g2f"], &[]),
        // Two variations that branch off at different plies, in both orders. In ascending order, the second variation
        // may leave either line.
        (
            "~0.7ku2jm6y236e.~2.6ti.~1.36e.",
            &["7g7f 3c3d 1g1f", "7g7f 8c8d"],
            &[],
        ),
        (
            "~0.7ku2jm6y236e.~1.36e.~2.6ti.",
            &["7g7f 3c3d 1g1f"],
            &["ambiguous-branch"],
        ),
        // On the main line, 3c3d was already played, so the second variation leaves the first variation.
        ("~0.7ku2jm6y236e.~1.36e6y2.~3.2jm.", &["7g7f 8c8d 2g2f 3c3d"], &[]),
        // The first variation is too short, so the second variation leaves the main line.
        ("~0.7ku2jm6y236e.~1.36e.~3.3ay.", &["7g7f 3c3d 2g2f 9c9d"], &[]),
        // The move of the second variation is legal on both earlier lines, so the main line is taken and the ambiguity
        // is reported.
        (
            "~0.7ku2jm6y236e.~1.36e6y2.~3.3ay.",
            &["7g7f 3c3d 2g2f 9c9d"],
            &["ambiguous-branch"],
        ),
        // The move of the second variation is legal on neither of the earlier lines, so the main line is taken.
        (
            "~0.7ku2jm6y236e.~1.36e6y2.~3.8rl.",
            &["7g7f 3c3d 2g2f 8h2b+"],
            &[],
        ),
        // Only the first variation is long enough for the second variation to leave it.
        (
            "~0.7ku2jm6y236e.~1.36e6y22jm5t2.~5.3ay.",
            &["7g7f 8c8d 2g2f 3c3d 2f2e 9c9d"],
            &[],
        ),
        // Each variation leaves the preceding variation.
        (
            "~0.7ku2jm6y236e.~1.36e6y2.~3.2jm5t2.~4.7bq.",
            &["7g7f 8c8d 2g2f 3c3d 5g5f"],
            &[],
        ),
    ] {
        let text = decode(text.as_bytes(), None);
        let games = records(&text);
        let played_lines = lines(&games[0]);
        assert_eq!(played_lines[0], main_line);
        for line in variations {
            let begins_with_line = |played_line: &String| played_line.starts_with(line);
            assert!(
                played_lines.iter().any(begins_with_line),
                "{}: {line} in {played_lines:?}",
                text.as_str()
            );
        }
        assert_eq!(rules(&games[0]), findings, "{}: {played_lines:?}", text.as_str());
    }
}

/// No program writes a variation whose first move equals the next move of the line that it leaves.
#[test]
fn a_variation_does_not_repeat_the_line_that_it_branches_from() {
    for (text, expected) in [
        // After two plies of the main line, the last variation would only repeat the main line, so the last variation
        // leaves the first variation.
        (
            "~0.7ku2jm6y2.~1.36e9us.~2.6y2.",
            ["7g7f 3c3d 2g2f", "7g7f 8c8d 7i6h", "7g7f 8c8d 2g2f"],
        ),
        (
            "~3.7ku2jm6y2.~4.36e9us.~5.6y2.",
            ["7g7f 3c3d 2g2f", "7g7f 8c8d 7i6h", "7g7f 8c8d 2g2f"],
        ),
        // The last variation begins like the main line and continues differently. The last variation also leaves the
        // first variation.
        (
            "~0.7ku2jm6y236e.~1.36e9us.~2.6y23ay.",
            ["7g7f 3c3d 2g2f 8c8d", "7g7f 8c8d 7i6h", "7g7f 8c8d 2g2f 9c9d"],
        ),
        // The last variation would repeat the first variation, so the main line is left.
        (
            "~0.7ku2jm6y2.~1.36e9us.~2.9us.",
            ["7g7f 3c3d 2g2f", "7g7f 8c8d 7i6h", "7g7f 3c3d 7i6h"],
        ),
        // The first move of the last variation is illegal after the first variation, so the last variation continues
        // the main line.
        (
            "~0.7ku2jm8rl.~1.36e6y2.~2.8rl09k.",
            ["7g7f 3c3d 8h2b+ 3a2b", "7g7f 8c8d 2g2f", ""],
        ),
        // The last variation repeats both earlier lines, and adds no line.
        (
            "~0.7ku2jm6y2.~1.36e6y2.~2.6y2.",
            ["7g7f 3c3d 2g2f", "7g7f 8c8d 2g2f", ""],
        ),
    ] {
        let text = decode(text.as_bytes(), None);
        let games = records(&text);
        let mut played_lines = lines(&games[0]);
        played_lines.sort_unstable();
        let mut expected: Vec<_> = expected.into_iter().filter(|line| !line.is_empty()).collect();
        expected.sort_unstable();
        assert_eq!(played_lines, expected, "{}", text.as_str());
        assert_eq!(rules(&games[0]), [""; 0], "{}", text.as_str());
    }
}

#[test]
fn an_ambiguous_branch_has_a_span() {
    let text = decode(
        b"~0.7ku2jm6y236e5t2.r~2.6ti3ay77631u.r~4.7bq0n866q.r~2.9yu10y.r",
        None,
    );
    let games = records(&text);
    let [finding] = &games[0].findings()[..] else {
        panic!("{:?}", games[0].findings());
    };
    assert_eq!((finding.rule.name, finding.ply), ("ambiguous-branch", Some(5)));
    assert_eq!(finding.variation, [(5, 1)]);
    assert_eq!(games[0].text_at(finding.span.expect("a place")), "4");
    assert_eq!(lines(&games[0]).len(), 4);
}

#[test]
fn ends_of_variations_are_kept() {
    let text = decode(b"~0.7ku2jm.r~2.6y2.r~1.36e.p", None);
    let games = records(&text);
    assert_eq!(
        lines(&games[0]),
        [
            "7g7f 3c3d r=resign",
            "7g7f 3c3d 2g2f r=resign",
            "7g7f 8c8d p=interrupt"
        ]
    );
    assert!(games[0].findings().is_empty());
}

#[test]
fn the_plies_of_a_variation_count_from_the_start_of_the_game() {
    let text = decode(b"~10.7ku2jm6y2.~11.36e.", None);
    let games = records(&text);
    assert_eq!(lines(&games[0]), ["7g7f 3c3d 2g2f", "7g7f 8c8d"]);
}

/// The variations leave a long line at alternating plies. The search for the points at which they branch off is
/// limited, so the text is read in a short time.
#[test]
fn a_text_that_makes_the_search_long_is_read_in_time() {
    let mut text = format!("~0.{}.", "7ku68i".repeat(20_000));
    for _ in 0..20_000 {
        text.push_str("~1.2jm.~39999.7ku.~2.6y236e.~3.36e.");
    }
    let text = decode(text.as_bytes(), None);
    let games = records(&text);
    assert_eq!(games[0].tree.main_line().count(), 40_000);
}
