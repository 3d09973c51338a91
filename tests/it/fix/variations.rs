//! Slips in a variation: its own plies are the evidence, and the main line stays as it is.

use std::ops::Range;

use kifu::finding::{Cause, Finding, Span};
use kifu::notation::{Writer, kif, target};
use kifu::played::Played;
use kifu::record::{Clock, NodeId, Record, Step, WrittenMove};
use kifu::shogi::{Move, Position};

use super::slips::{FORMATS, Slip, SlipFormat, plant_in};
use super::{GAME, checker, findings, fixed, restores};
use crate::support::dice::Dice;

/// Number of plies of the main line before the variation.
const PLIES_BEFORE: usize = 20;

/// The kinds of slips that are planted in the variation of a format.
fn slips_of(format: &SlipFormat) -> Vec<Slip> {
    let others = [
        Slip::Extra,
        Slip::Missing,
        Slip::Handicap,
        Slip::SkippedLine,
        Slip::Hand,
        Slip::Square,
    ];
    // In KIF, an additional ply changes all numbers.
    let is_planted = |slip: &Slip| format.target != "kifu" || !others.contains(slip);
    let slips = format.slips.iter().copied();
    slips
        .filter(|slip| *slip != Slip::Handicap && is_planted(slip))
        .collect()
}

/// Returns a game of random moves with a variation of this many plies, as text in a format.
fn game(target_name: &str, plies: usize, dice: &mut Dice) -> Option<String> {
    let (moves, _) = dice.game(&Position::startpos(), 70);
    let mut position = Position::startpos();
    for &mv in moves.get(..PLIES_BEFORE)? {
        position.play(mv)?;
    }
    let (variation, _) = dice.game(&position, plies);
    text(target_name, &moves, &variation)
        .filter(|_| variation.len() == plies && variation[0] != moves[PLIES_BEFORE])
}

/// Returns moves with a variation after [`PLIES_BEFORE`] plies as text in a format.
fn text(target_name: &str, moves: &[Move], variation: &[Move]) -> Option<String> {
    let mut record = Record::new(kif::NOTATION.format);
    let mut add = |last: NodeId, mv: Move| {
        let step = Step::Move(WrittenMove::new(mv, Span::default()));
        record.tree.add(last, step, Clock::default())
    };
    let mut nodes = vec![NodeId::START];
    for &mv in moves {
        nodes.push(add(nodes[nodes.len() - 1], mv));
    }
    let branch = *nodes.get(PLIES_BEFORE)?;
    let mut last = branch;
    for &mv in variation {
        last = add(last, mv);
    }
    let written = Writer::new(target(target_name)?)
        .write(&Played::new(&record))
        .ok()?;
    String::from_utf8(written.bytes).ok()
}

/// Returns the part of a text with the variation.
fn variation_in(text: &str) -> Option<Range<usize>> {
    if let Some(at) = text.find("変化") {
        return Some(at..text.len());
    }
    if let Some(at) = text.find("\"forks\":[[") {
        return Some(at..at + text[at..].find("]]")?);
    }
    text.rfind('~').map(|at| at..text.len())
}

fn causes(findings: &[Finding]) -> Vec<&Cause> {
    let first = findings.iter().filter(|finding| !finding.consequence);
    first.flat_map(|finding| &finding.causes).collect()
}

#[test]
fn slips_in_variations_are_found() {
    let checker = checker();
    let mut dice = Dice::new(5);
    for format in FORMATS
        .iter()
        .filter(|format| ["kifu", "ki2u", "usen", "jkf"].contains(&format.target))
    {
        let (mut planted, mut right) = (0, 0);
        for slip in slips_of(format) {
            for _ in 0..6 {
                let Some(game) = game(format.target, 50, &mut dice) else {
                    continue;
                };
                let range = variation_in(&game).expect("a variation");
                let Some(text) = plant_in(format, slip, &game, range, &mut dice) else {
                    continue;
                };
                let found = findings(&checker, &text);
                assert!(
                    found
                        .iter()
                        .all(|it| it.causes.is_empty() || !it.variation.is_empty())
                );
                match causes(&found)[..] {
                    [cause] => {
                        assert!(
                            restores(cause, &text, &game, slip),
                            "{slip:?}: {cause:?}\n{text}\n{game}"
                        );
                        right += 1;
                        let later = found
                            .iter()
                            .filter(|it| it.causes.is_empty() && it.moved.is_some());
                        assert!(later.clone().all(|it| it.consequence), "{found:?}");
                        if format.target == "usen" {
                            assert_eq!(fixed(&text), game, "{slip:?}");
                        }
                    }
                    _ => assert!(!found.iter().any(|it| it.fix.is_some() && !it.causes.is_empty())),
                }
                // A slip after which the variation is legal has no finding.
                planted += usize::from(found.iter().any(|it| it.moved.is_some()));
            }
        }
        println!("{}: {right} right of {planted}", format.target);
        assert!(
            planted > 20 && right * 100 >= planted * 60,
            "{}: {right} right of {planted}",
            format.target
        );
    }
}

/// An illegal move after which a variation continues legally stays an illegal move, as on the main line.
#[test]
fn an_illegal_move_in_a_variation_has_no_cause() {
    let checker = checker();
    let mut dice = Dice::new(6);
    let mut games = 0;
    for _ in 0..60 {
        let (moves, _) = dice.game(&Position::startpos(), 60);
        let mut position = Position::startpos();
        let Some(before) = moves.get(..PLIES_BEFORE) else {
            continue;
        };
        for &mv in before {
            position.play(mv).expect("a legal move");
        }
        let (mut variation, mut position) = dice.game(&position, 10);
        let mut illegal = super::fouls::expressible_moves(&position);
        illegal.retain(|&mv| {
            let is_own = match mv {
                Move::Board { from, .. } => position
                    .piece_at(from)
                    .is_some_and(|piece| piece.color == position.side_to_move()),
                Move::Drop { .. } => true,
            };
            is_own && !position.is_legal(mv)
        });
        if illegal.is_empty() || variation.is_empty() || variation[0] == moves[PLIES_BEFORE] {
            continue;
        }
        let mv = dice.one_of(&illegal);
        position.play(mv).expect("a move on the board");
        variation.push(mv);
        variation.extend(dice.game(&position, 20).0);
        for format in ["kifu", "ki2u", "usen", "jkf"] {
            let Some(text) = text(format, &moves, &variation) else {
                continue;
            };
            let found = findings(&checker, &text);
            assert!(causes(&found).is_empty(), "{format} {mv}: {found:?}\n{text}");
            games += 1;
        }
    }
    assert!(games > 60, "{games}");
}

/// A slip needs eight plies of the variation itself as evidence.
#[test]
fn a_short_variation_has_no_cause() {
    let game = |end: usize| {
        let moves = [
            "７六歩(77)",
            "３四歩(33)",
            "６六歩(67)",
            "８四歩(83)",
            "７八銀(79)",
            "６二銀(71)",
            "７七角(88)",
            "５四歩(53)",
            "５八金(49)",
            "５三銀(62)",
            "４八玉(59)",
            "４二玉(51)",
            "３八玉(48)",
            "３二玉(42)",
        ];
        let line = |first: usize, moves: &[&str]| -> String {
            let lines = moves.iter().enumerate();
            let lines = lines.map(|(at, mv)| format!("{:4} {mv}\n", at + first));
            lines.collect::<Vec<_>>().concat()
        };
        let variation = line(3, &["２六歩(27)"]) + &line(4, &moves[3..end]);
        format!("手合割：平手\n{}\n変化：3手\n{variation}", line(1, &moves))
    };
    for (end, has_cause) in [(14, true), (10, false)] {
        let slip = game(end).replace("変化：3手\n   3 ２六歩(27)", "変化：3手\n   3 ２六歩(26)");
        let found = findings(&checker(), &slip);
        assert_eq!(!causes(&found).is_empty(), has_cause, "{end}: {found:?}");
        if has_cause {
            assert_eq!(fixed(&slip), game(end));
        }
    }
}

/// The main line and its variation each have their own cause. A fix of the main line does not change the variation.
#[test]
fn each_line_has_its_own_cause() {
    let mut dice = Dice::new(9);
    let kif = FORMATS[0];
    let game = std::iter::repeat_with(|| game("kifu", 50, &mut dice))
        .flatten()
        .next()
        .expect("a game");
    let range = variation_in(&game).expect("a variation");
    let checker = checker();
    let broken = |slip: &dyn Fn(&mut Dice) -> Option<String>| {
        let mut dice = Dice::new(1);
        let texts = std::iter::repeat_with(|| slip(&mut dice)).flatten();
        let mut broken = texts.filter(|text| causes(&findings(&checker, text)).len() == 1);
        broken.next().expect("a text with one cause")
    };
    let in_variation = broken(&|dice| plant_in(kif, Slip::Origin, &game, range.clone(), dice));
    let after_branch = game.find("  30 ").expect("a ply")..range.start;
    // The digits of an origin are single bytes, so the variation keeps its place.
    let in_both = broken(&|dice| plant_in(kif, Slip::Origin, &game, after_branch.clone(), dice));
    let in_both = [&in_both[..range.start], &in_variation[range.start..]].concat();
    let found = findings(&checker, &in_both);
    let lines = found
        .iter()
        .filter(|finding| !finding.consequence && !finding.causes.is_empty());
    let lines: Vec<usize> = lines.map(|finding| finding.variation.len()).collect();
    assert_eq!(lines.len(), 2, "{found:?}");
    assert!(lines.contains(&0) && lines.contains(&1), "{lines:?}");
    assert_eq!(fixed(&in_both), game);
}

#[test]
fn the_numbers_of_variations_change_with_those_of_the_plies_before_them() {
    let moves = &GAME[..14];
    let text = |moves: &[&str], variation: usize| {
        let lines = |moves: &[&str], first: usize| -> String {
            let numbered = (first..).zip(moves);
            numbered
                .map(|(number, mv)| format!("{number:4} {mv}\n"))
                .collect::<Vec<_>>()
                .concat()
        };
        let main_line = lines(moves, 1);
        let other = lines(&["４八銀(39)", "６二銀(71)"], variation);
        format!("手合割：平手\n{main_line}\n変化：{variation}手\n{other}")
    };
    let game = text(moves, 9);
    let doubled = [&moves[..4], &moves[3..]].concat();
    assert_eq!(fixed(&text(&doubled, 10)), game);
    let missing = [&moves[..3], &moves[4..]].concat();
    assert_eq!(fixed(&text(&missing, 8)), game);
}
