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

/// The first plies of a game in KI2, with these two drops.
fn with_drops(first: &str, second: &str) -> String {
    format!(
        "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲６八銀 △６二銀 {first} {second} \
         ▲１六歩 △１四歩 ▲９六歩 △９四歩 ▲５六歩 △５四歩 ▲４八銀 △５三銀 ▲３六歩 △３二金\n"
    )
}

/// Marks that are exchanged are the cause, and no move is. With the marks of the other side at one of them, there is no such cause.
#[test]
fn exchanged_marks_are_a_cause() {
    let game = with_drops("▲４六角打", "△４四角打");
    let text = with_drops("△４六角打", "▲４四角打");
    let mark = cause(&text, CauseKind::Mark).expect("a cause");
    assert_eq!((&*mark.from, &*mark.to, mark.ply), ("△４六角打", "▲４六角打", 7));
    assert_eq!(
        mark.message.english(),
        "the marks of plies 7 and 8 are exchanged: ply 7 is ▲４六角打, not △４六角打: with the right marks, 11 more moves are legal"
    );
    assert_eq!(super::edited(&mark, &text), game);
    for other in [&game, &with_drops("△４六角打", "△４四角打")] {
        assert!(cause(other, CauseKind::Mark).is_none(), "{other}");
    }
    // In CSA, the signs are the marks.
    let csa = |signs: [char; 2]| {
        let after = "+1716FU\n-1314FU\n+9796FU\n-9394FU\n+5756FU\n-5354FU\n+3948GI\n-6253GI\n+3736FU\n-4132KI\n%CHUDAN\n";
        let [first, second] = signs;
        format!(
            "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+7968GI\n-7162GI\n{first}0046KA\n{second}0044KA\n{after}"
        )
    };
    let mark = cause(&csa(['-', '+']), CauseKind::Mark).expect("a cause");
    assert_eq!(super::edited(&mark, &csa(['-', '+'])), csa(['+', '-']));
    assert!(cause(&csa(['+', '-']), CauseKind::Mark).is_none());
}

/// A game of which two plies are left out. Some changes make most of its moves legal, but not all.
const WITHOUT_TWO_PLIES: &str = "▲２六歩 △３四歩 ▲７六歩 △８四歩 ▲２五歩 △８五歩 ▲７八金 △３二金 ▲２四歩 △同　歩 ▲同　飛 △８六歩 \
    ▲同　歩 △同　飛 ▲３四飛 △３三角 ▲３六飛 △８四飛 ▲２六飛 △２二銀 ▲８七歩 △５二玉 ▲６八玉 △７四歩 ▲３八銀 △７二銀 \
    ▲４六歩 △７三桂 ▲同　歩 △８八角成 ▲同　銀 △３三桂 ▲４七銀 △２五歩 ▲２八飛 △２三銀 ▲５八金 △２四飛 ▲４四歩 △同　飛 \
    ▲８二角 △９二香 ▲９一角成 △２四飛 ▲９二馬 △４四飛 ▲７四歩 △同　飛 ▲同　馬 △４一玉 ▲２一飛 △３一歩 ▲２四歩 △同　銀 \
    ▲同飛成 △７六歩 ▲３四銀 △２六歩 ▲３三銀不成 △同　金 ▲同　龍 △５二玉 ▲６四桂";

/// A change that leaves an error is not a cause if the result counts the moves that are left out.
#[test]
fn plies_that_the_result_counts_are_not_explained_by_other_moves() {
    for (counted, has_cause) in [(63, true), (65, false), (67, false)] {
        let text = format!("手合割：平手\n\n{WITHOUT_TWO_PLIES}\nまで{counted}手で後手の反則負け\n");
        let found = findings(&checker(), &text);
        assert_eq!(
            found.iter().any(|it| !it.causes.is_empty()),
            has_cause,
            "{counted}"
        );
    }
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
