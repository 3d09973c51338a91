//! The words of causes, and the move that a lone illegal move may have been.

use kifu::finding::{Cause, CauseKind, Severity};
use kifu::{Checker, notation};
use regex::Regex;

use super::slips::{FORMATS, Slip, from_diagram, plant};
use super::{checker, findings, fixtures, games, restores};
use crate::support::dice::Dice;

/// Returns the only cause of a record, if it is of this kind.
fn cause(text: &str, kind: CauseKind) -> Option<Cause> {
    let findings = findings(&checker(), text);
    let mut causes = findings.into_iter().flat_map(|finding| finding.causes);
    let cause = causes.next().filter(|cause| cause.kind == kind)?;
    causes.next().is_none().then_some(cause)
}

fn games_from_diagrams() -> Vec<String> {
    let folder = fixtures().join("tournament");
    let games = games(&[&folder], FORMATS[0].target);
    games.iter().filter_map(|game| from_diagram(game)).collect()
}

/// The texts of a cause are the whole hand or the whole cell, at its place, and the edits change only characters that differ.
#[test]
fn a_change_of_a_diagram_has_whole_tokens() {
    let hand = Regex::new("^(なし|([飛角金銀桂香歩][一二三四五六七八九十]*　?)+)$").unwrap();
    let cell = Regex::new("^[ v][・歩香桂銀金飛角玉と杏圭全龍馬]$").unwrap();
    let games = games_from_diagrams();
    let mut dice = Dice::new(5);
    for (slip, kind, token) in [
        (Slip::Hand, CauseKind::Hand, hand),
        (Slip::Square, CauseKind::Square, cell),
    ] {
        let mut found = 0;
        for _ in 0..60 {
            let game = &games[dice.below(games.len())];
            let Some(text) = plant(FORMATS[0], slip, game, &mut dice) else {
                continue;
            };
            let Some(cause) = cause(&text, kind) else { continue };
            found += 1;
            assert!(
                token.is_match(&cause.from) && token.is_match(&cause.to),
                "{cause:?}"
            );
            assert_eq!(cause.span.slice(&text), cause.from);
            let words = cause.message.english();
            assert!(
                words.contains(&format!("is {}, not {}:", cause.to.trim(), cause.from.trim())),
                "{words}"
            );
            assert!(restores(&cause, &text, game, slip), "{words}");
        }
        assert!(found > 3, "{kind:?}: {found}");
    }
}

#[test]
fn a_change_of_a_diagram_of_csa_has_whole_tokens() {
    let checker = Checker::default();
    let csa = notation::target("csa").unwrap();
    let mut found = 0;
    for game in games_from_diagrams() {
        let file = checker.check("game", game.as_bytes()).next().unwrap();
        let written = file.records().next().unwrap().to(csa).unwrap();
        let text = String::from_utf8(written.bytes).unwrap();
        for (file, rank) in [(9, 7), (5, 7), (1, 7), (5, 3)] {
            let row = text.find(&format!("\nP{rank}")).unwrap();
            let start = row + 3 + 3 * (9 - file);
            let original = &text[start..start + 3];
            if original == " * " {
                continue;
            }
            let mut broken = text.clone();
            broken.replace_range(start..start + 3, " * ");
            let Some(cause) = cause(&broken, CauseKind::Square) else {
                continue;
            };
            found += 1;
            assert_eq!((&*cause.from, &*cause.to), (" * ", original));
            let mut restored = broken.clone();
            for edit in &cause.edits {
                restored.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
            }
            assert_eq!(restored, text);
        }
    }
    assert!(found > 0);
}

/// A gold that moves as no gold does; from move 4 on, all moves are legal.
const MISHEARD: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６八金(49)\n   4 ８四歩(83)\n   5 ２六歩(27)\n   6 ８五歩(84)\n";

#[test]
fn a_neighbouring_digit_can_make_a_lone_illegal_move_legal() {
    let findings_of = |text: &str| findings(&checker(), text);
    let misheard = |text: &str| findings_of(text).into_iter().find_map(|finding| finding.misheard);
    let found = misheard(MISHEARD).expect("a move");
    assert_eq!(
        (found.kind, &*found.from, &*found.to),
        (CauseKind::Destination, "６八金(49)", "５八金(49)")
    );
    // The finding keeps its severity, and has no fix.
    let findings = findings_of(MISHEARD);
    let finding = &findings[0];
    assert_eq!(finding.severity, Severity::Error);
    assert!(finding.fix.is_none() && finding.causes.is_empty() && !finding.consequence);
    for (old, new) in [
        // A later move needs the piece where it is written.
        ("   5 ２六歩(27)", "   5 ７七金(68)"),
        // The record itself has the illegal move.
        ("   4 ８四歩(83)", "   4 反則勝ち\n"),
        // There is another illegal move.
        ("   6 ８五歩(84)", "   6 ８六歩(84)"),
        // The move is legal.
        ("６八金(49)", "５八金(49)"),
        // Two neighbouring digits make it legal.
        ("６八金(49)", "５六角(88)"),
    ] {
        let other = MISHEARD.replace(old, new);
        assert_ne!(other, MISHEARD);
        assert!(misheard(&other).is_none(), "{new}");
    }
    let without_causes = super::findings(&Checker::default(), MISHEARD);
    assert!(without_causes.iter().all(|finding| finding.misheard.is_none()));
}

/// The words of a cause are those of its kind in every format.
#[test]
fn plies_that_are_missing_doubled_or_unreadable_are_named_as_such() {
    let folder = fixtures().join("tournament");
    let mut dice = Dice::new(9);
    for format in FORMATS {
        let games = games(&[&folder], format.target);
        for (slip, kind, words) in [
            (Slip::Missing, CauseKind::Missing, " is missing: "),
            (Slip::Extra, CauseKind::Extra, " is one ply too many: "),
            (Slip::Unreadable, CauseKind::Line, " is the move "),
        ] {
            if !format.slips.contains(&slip) {
                continue;
            }
            let texts =
                (0..12).filter_map(|_| plant(format, slip, &games[dice.below(games.len())], &mut dice));
            let texts: Vec<_> = texts.collect();
            let causes: Vec<_> = texts.iter().filter_map(|text| cause(text, kind)).collect();
            assert!(!causes.is_empty(), "{} {slip:?}", format.target);
            for cause in causes {
                let message = cause.message.english();
                assert!(message.contains(words), "{}: {message}", format.target);
            }
        }
    }
}
