//! `docs/seeds.md`: every statement of the documents that the rules go back to has a rule and a test, or a
//! reason why no record can show it. And the tests of statements that are tested nowhere else.

#[path = "referee_support/dice.rs"]
mod dice;
#[path = "referee_support/judging.rs"]
mod judging;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use dice::Dice;
use judging::{judge_file, line, position};
use kifu::finding::Class;
use kifu::record::Outcome;
use kifu::referee::{RULES, Referee};
use kifu::shogi::{Color, Kind, Move, Piece, Position, Square, in_camp, reaches};
use proptest::prelude::*;

const SEEDS: &str = include_str!("../docs/seeds.md");
const CASES: &str = include_str!("../fixtures/rules/cases.txt");
const TESTS: &str = include_str!("seeds.rs");

/// How many statements each document has.
const STATEMENTS: [(&str, u32); 2] = [("S0", 129), ("S3", 59)];

/// The rows of the tables, each by its cells.
fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    let cells = |row: &'static str| row.trim_matches('|').split('|').map(str::trim).collect();
    SEEDS.lines().filter(|line| line.starts_with("| S")).map(cells)
}

/// The words between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The cases of `fixtures/rules/cases.txt` by their identifiers.
fn cases() -> BTreeMap<&'static str, Vec<&'static str>> {
    let fields = |line: &'static str| line.split('|').map(str::trim).collect::<Vec<_>>();
    CASES
        .lines()
        .map(fields)
        .filter(|it| it.len() > 2)
        .map(|it| (it[0], it))
        .collect()
}

#[test]
fn every_statement_is_listed_once() {
    let listed: Vec<_> = rows().map(|row| row[0].to_owned()).collect();
    let unique: BTreeSet<_> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), unique.len(), "an identifier stands twice");
    let due: BTreeSet<_> = STATEMENTS
        .iter()
        .flat_map(|(seed, count)| (1..=*count).map(move |number| format!("{seed}-{number:03}")))
        .collect();
    assert_eq!(unique, due);
}

#[test]
fn what_a_record_can_show_has_a_rule_and_a_test() {
    let cases = cases();
    for row in rows().filter(|row| row.len() == 5) {
        let (id, rules, tests) = (row[0], quoted(row[3]), quoted(row[4]));
        assert!(!rules.is_empty(), "{id} has no rule");
        assert!(!tests.is_empty(), "{id} has no test");
        for rule in rules {
            assert!(
                RULES.iter().any(|known| known.name == rule),
                "{id}: no rule is called {rule}"
            );
        }
        for test in tests {
            let exists = cases.contains_key(test)
                || test.starts_with("fixtures/") && Path::new(env!("CARGO_MANIFEST_DIR")).join(test).is_dir()
                || TESTS.contains(&format!("fn {test}("));
            assert!(exists, "{id}: there is no case, folder or test {test}");
        }
    }
}

#[test]
fn what_no_record_can_show_has_a_reason() {
    let rows: Vec<_> = rows().filter(|row| row.len() != 5).collect();
    assert!(!rows.is_empty());
    for row in rows {
        assert_eq!(row.len(), 4, "{row:?}");
        assert!(
            ["physical or manners", "no requirement"].contains(&row[3]),
            "{row:?}"
        );
    }
}

#[test]
fn nine_files_nine_ranks_and_two_camps() {
    assert_eq!(Square::ALL.len(), 81);
    for (color, ranks) in [(Color::Black, 1..=3), (Color::White, 7..=9)] {
        for square in Square::ALL {
            assert_eq!(
                in_camp(color, square),
                ranks.contains(&square.rank()),
                "{color:?} {square}"
            );
        }
    }
    assert_eq!(
        (Square::new(10, 1), Square::new(0, 1), Square::new(1, 10)),
        (None, None, None)
    );
}

#[test]
fn forty_pieces_at_the_start() {
    let back = [
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::King,
        Kind::Gold,
        Kind::Silver,
        Kind::Knight,
        Kind::Lance,
    ];
    let start = Position::startpos();
    let mut pieces = 0;
    for square in Square::ALL {
        let (file, rank) = (square.file(), square.rank());
        let (color, row) = if rank > 5 {
            (Color::Black, 10 - rank)
        } else {
            (Color::White, rank)
        };
        // Black's rook is on 2h, White's on 8b.
        let to_the_right = if color == Color::Black { file } else { 10 - file };
        let kind = match (row, to_the_right) {
            (1, _) => Some(back[usize::from(file) - 1]),
            (2, 2) => Some(Kind::Rook),
            (2, 8) => Some(Kind::Bishop),
            (3, _) => Some(Kind::Pawn),
            _ => None,
        };
        let expected = kind.map(|kind| Piece { color, kind });
        assert_eq!(start.piece_at(square), expected, "{square}");
        pieces += u32::from(expected.is_some());
    }
    assert_eq!(pieces, 40);
    assert!(start.hand(Color::Black).is_empty() && start.hand(Color::White).is_empty());
    assert_eq!(start.side_to_move(), Color::Black);
}

#[test]
fn what_moves_like_gold_moves_like_gold() {
    let like_gold = [
        Kind::Tokin,
        Kind::PromotedLance,
        Kind::PromotedKnight,
        Kind::PromotedSilver,
    ];
    for color in Color::ALL {
        for (kind, from) in like_gold
            .into_iter()
            .flat_map(|kind| Square::ALL.map(|from| (kind, from)))
        {
            for to in Square::ALL {
                let gold = reaches(
                    Piece {
                        color,
                        kind: Kind::Gold,
                    },
                    from,
                    to,
                );
                assert_eq!(
                    reaches(Piece { color, kind }, from, to),
                    gold,
                    "{color:?} {kind:?} {from}{to}"
                );
            }
        }
    }
    // Six ways for Black in the middle of the board: four straight, two ahead aslant.
    let from = Square::new(5, 5).expect("on the board");
    let gold = Piece {
        color: Color::Black,
        kind: Kind::Gold,
    };
    let ways = Square::ALL.into_iter().filter(|&to| reaches(gold, from, to));
    let ways: Vec<_> = ways.map(|to| to.to_string()).collect();
    assert_eq!(
        BTreeSet::from_iter(ways),
        BTreeSet::from(["4d", "5d", "6d", "4e", "6e", "5f"].map(str::to_owned))
    );
}

#[test]
fn captured_pieces_are_held_unpromoted() {
    for kind in Kind::HAND {
        let promoted = kind.promoted();
        for captured in [Some(kind), promoted].into_iter().flatten() {
            let mut position = position("k8/9/9/9/9/4K4/9/9/9 b - 1");
            let square = Square::new(5, 5).expect("on the board");
            position.put(
                square,
                Some(Piece {
                    color: Color::White,
                    kind: captured,
                }),
            );
            let from = Square::new(5, 6).expect("on the board");
            position
                .play(Move::Board {
                    from,
                    to: square,
                    promote: false,
                })
                .expect("a king stands there");
            let held: Vec<_> = position.hand(Color::Black).iter().collect();
            assert_eq!(held, [(kind, 1)], "{captured:?}");
        }
    }
}

#[test]
fn short_names_of_promoted_pieces() {
    let row = |cells: &str| {
        let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
        let mut rows = String::new();
        for rank in "一二三四五六七八九".chars() {
            rows += if rank == '三' { cells } else { empty };
            rows.extend([rank, '\n']);
        }
        format!(
            "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n{rows}+---------------------------+\n手番：先手\n"
        )
    };
    let text = row("| 全 圭 杏 と ・v玉 ・ 成 玉|");
    let findings = judge_file(text.as_bytes()).remove(0).findings;
    assert_eq!(findings[0].rule.name, "unreadable-board", "成 alone is no piece");
    let text = row("| 全 圭 杏 と ・v玉 ・ ・ 玉|");
    let findings = judge_file(text.as_bytes()).remove(0).findings;
    assert!(
        findings
            .iter()
            .all(|finding| finding.rule.name != "unreadable-board"),
        "{findings:?}"
    );
}

#[test]
fn a_foul_of_every_kind_loses() {
    let mut kinds = BTreeSet::new();
    for case in cases()
        .values()
        .filter(|case| case.len() == 5 && !case[2].contains(' '))
    {
        let [id, start, mv, expected, _] = case[..] else {
            continue;
        };
        let rule = RULES
            .iter()
            .find(|rule| Some(rule.name) == expected.split(" + ").next());
        let Some(rule) = rule.filter(|rule| rule.class == Class::Foul) else {
            continue;
        };
        if mv.starts_with(['+', '-']) || mv.parse::<Move>().is_err() {
            continue;
        }
        let start = position(start);
        let judgement = Referee::new().judge(&line(&start, mv));
        let fouler = judgement.findings[0].side.expect("a foul has a side");
        assert_eq!(judgement.verdict, Some(Outcome::Win(fouler.opponent())), "{id}");
        kinds.insert(rule.name);
    }
    for rule in [
        "nifu",
        "uchifuzume",
        "dead-piece",
        "own-king-in-check",
        "illegal-piece-movement",
        "blocked-path",
    ] {
        assert!(kinds.contains(rule), "no case of {rule} was tried");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_drops_make_two_pawns_on_a_file(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let start = dice.start();
        let (_, end) = dice.game(&start, 80);
        for _ in 0..50 {
            let mv = dice.any_move(&end);
            let is_drop = matches!(mv, Move::Drop { .. });
            let judgement = Referee::new().judge(&line(&end, &mv.to_string()));
            let is_nifu = judgement.findings.iter().any(|finding| finding.rule.name == "nifu");
            prop_assert!(is_drop || !is_nifu, "{mv}");
        }
    }
}
