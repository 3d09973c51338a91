use std::collections::BTreeMap;

use proptest::prelude::*;

use super::relation::{SHARED, TENTHS};
use super::*;
use crate::stats::{Cell, Kind};

/// A record: its plies and how it ended.
type Record = (Vec<u16>, &'static str);

fn found(records: &[Record], memory: usize) -> Vec<Row> {
    let mut duplicates = Duplicates::new(memory);
    for (at, (plies, end)) in records.iter().enumerate() {
        let facts = Facts {
            path: format!("{at}.kif"),
            record: at as u64,
            end: (*end).into(),
            ..Facts::default()
        };
        let (start, plies) = ("even".to_owned(), plies.clone());
        duplicates.push(&Candidate { start, plies, facts }).unwrap();
    }
    duplicates.finish().unwrap().map(Result::unwrap).collect()
}

/// Group, record, relation and shared plies of every row.
fn told(rows: &[Row]) -> Vec<(u64, u64, &'static str, usize)> {
    let told = |row: &Row| (row.group, row.facts.record, row.relation.name(), row.shared_plies);
    rows.iter().map(told).collect()
}

/// A game of so many plies that is the same as all others up to ply `leaves`, and from there on its own.
fn game(plies: u16, leaves: u16, own: u16) -> Vec<u16> {
    (1..=plies)
        .map(|ply| if ply <= leaves { ply } else { own * 1000 + ply })
        .collect()
}

#[test]
fn records_of_one_game_are_found_among_others() {
    let mut duplicates = Duplicates::new(1 << 20);
    for (path, plies) in [("a.kif", [1, 2]), ("b.kif", [1, 3]), ("c.csa", [1, 2])] {
        let facts = Facts {
            path: path.into(),
            ..Facts::default()
        };
        let (start, plies) = ("even".into(), plies.into());
        duplicates.push(&Candidate { start, plies, facts }).unwrap();
    }
    let rows: Vec<_> = duplicates.finish().unwrap().map(Result::unwrap).collect();
    let found: Vec<_> = rows.iter().map(|row| (&*row.facts.path, row.relation)).collect();
    assert_eq!(found, [("a.kif", Relation::First), ("c.csa", Relation::Same)]);
}

#[test]
fn the_first_record_is_the_measure() {
    let records = [
        (game(50, 0, 7), ""),
        (game(60, 60, 0), "resign"),
        (game(100, 95, 1), "resign"),
        (game(100, 100, 0), "resign"),
        (game(100, 100, 0), ""),
        (game(50, 0, 7), "timeout"),
        (game(100, 100, 0), "timeout"),
        (game(102, 100, 2), "resign"),
        (vec![], ""),
        (vec![], ""),
    ];
    let expected = [
        (1, 0, "first", 50),
        (1, 5, "same", 50),
        (2, 1, "first", 60),
        (2, 2, "longer", 60),
        (2, 3, "longer", 60),
        (2, 4, "longer", 60),
        (2, 6, "longer", 60),
        (2, 7, "longer", 60),
    ];
    assert_eq!(told(&found(&records, 0)), expected);
    let expected = [
        (1, 0, "first", 100),
        (1, 1, "same", 100),
        (1, 3, "other-end", 100),
        (1, 4, "longer", 100),
    ];
    assert_eq!(told(&found(&records[3..8], 0)), expected);
    assert_eq!(
        told(&found(
            &[records[3].clone(), records[1].clone(), records[2].clone()],
            0
        )),
        [
            (1, 0, "first", 100),
            (1, 1, "prefix", 60),
            (1, 2, "other-last-moves", 95)
        ]
    );
}

#[test]
fn games_that_share_an_opening_are_not_duplicates() {
    let table = [
        // Far from each other.
        vec![game(100, 80, 1), game(100, 80, 2)],
        // Near, but too short to tell.
        vec![game(30, 29, 1), game(30, 29, 2)],
        vec![game(30, 30, 0), game(100, 100, 0)],
        // What two different games begin with.
        vec![game(60, 60, 0), game(100, 70, 1), game(100, 70, 2)],
    ];
    for games in table {
        let records: Vec<_> = games.into_iter().map(|game| (game, "")).collect();
        assert_eq!(told(&found(&records, 0)), [], "{records:?}");
    }
    // Its copies are duplicates of each other, nevertheless.
    let opening = (game(60, 60, 0), "");
    let records = [
        opening.clone(),
        (game(100, 70, 1), ""),
        (game(100, 70, 2), ""),
        opening,
    ];
    assert_eq!(
        told(&found(&records, 0)),
        [(1, 0, "first", 60), (1, 3, "same", 60)]
    );
}

#[test]
fn other_positions_are_other_games() {
    let mut duplicates = Duplicates::new(0);
    for start in ["a", "b", "a", "ab"] {
        let facts = Facts::default();
        let plies = game(50, 50, 0);
        let start = start.to_owned();
        duplicates.push(&Candidate { start, plies, facts }).unwrap();
    }
    assert_eq!(duplicates.finish().unwrap().count(), 2);
}

#[test]
fn groups_of_thousands_come_in_the_order_of_the_inputs() {
    let records: Vec<Record> = (0..9000).map(|at| (game(50 + at % 3, 90, 0), "resign")).collect();
    let rows = found(&records, 64 << 10);
    let places: Vec<_> = rows.iter().map(|row| row.facts.record).collect();
    assert_eq!(places, (0..9000).collect::<Vec<_>>());
    assert!(rows.iter().all(|row| row.group == 1));
    let count = |relation| rows.iter().filter(|row| row.relation == relation).count();
    assert_eq!((count(Relation::Same), count(Relation::Longer)), (2999, 6000));
}

#[test]
fn the_names_of_the_columns_are_names() {
    let row = Row {
        group: 1,
        relation: Relation::First,
        plies: 3,
        shared_plies: 2,
        facts: Facts::default(),
    };
    for column in COLUMNS {
        let is_name = |it: &str| it.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        assert!(is_name(column.name), "{}", column.name);
        let is_kind = match (column.cell)(&row) {
            Cell::Text(_) => matches!(column.kind, Kind::Text),
            Cell::Whole(_) => matches!(column.kind, Kind::Whole),
            Cell::Real(_) => matches!(column.kind, Kind::Number),
            Cell::Truth(_) => matches!(column.kind, Kind::Truth),
            Cell::Empty => true,
        };
        assert!(is_kind, "{}", column.name);
    }
}

/// With how many of the same plies two games begin.
fn shared(one: &[u16], two: &[u16]) -> usize {
    one.iter().zip(two).take_while(|(one, two)| one == two).count()
}

/// Whether games are all near each other: every one is compared with every other.
fn all_near(games: &[&Vec<u16>]) -> bool {
    let longest = games.iter().map(|it| it.len()).max().unwrap_or_default();
    let pairs = games
        .iter()
        .flat_map(|one| games.iter().map(move |two| shared(one, two)));
    pairs
        .min()
        .is_some_and(|least| least >= SHARED && 10 * least >= TENTHS * longest)
}

/// The groups of games by the definition, each game with the number of its group.
fn grouped(records: &[Record]) -> BTreeMap<&Vec<u16>, usize> {
    let games: Vec<_> = records
        .iter()
        .map(|(plies, _)| plies)
        .filter(|it| !it.is_empty())
        .collect();
    let begins = |one: &Vec<u16>, two: &Vec<u16>| one != two && two.starts_with(one);
    let mut whole: Vec<_> = games
        .iter()
        .copied()
        .filter(|one| !games.iter().any(|two| begins(one, two)))
        .collect();
    whole.sort();
    whole.dedup();
    let mut groups: Vec<Vec<&Vec<u16>>> = Vec::new();
    for game in whole {
        match groups.last_mut() {
            Some(group) if all_near(&[&group[..], &[game]].concat()) => group.push(game),
            _ => groups.push(vec![game]),
        }
    }
    let mut numbers: BTreeMap<_, _> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        numbers.extend(group.iter().map(|game| (*game, number)));
    }
    for game in games {
        if numbers.contains_key(game) {
            continue;
        }
        let mut of = (0..groups.len()).filter(|&it| groups[it].iter().any(|whole| begins(game, whole)));
        let number = match (of.next(), of.next()) {
            (Some(only), None) if game.len() >= SHARED => only,
            _ => numbers.len() + records.len(),
        };
        numbers.insert(game, number);
    }
    numbers
}

/// The rows by the definition.
fn naive(records: &[Record]) -> Vec<(u64, u64, &'static str, usize)> {
    let numbers = grouped(records);
    let of = |at: usize| numbers.get(&records[at].0).copied();
    let mut rows = Vec::new();
    let mut group = 0;
    for first in 0..records.len() {
        let members: Vec<_> = (0..records.len())
            .filter(|&at| of(at).is_some() && of(at) == of(first))
            .collect();
        if members.len() < 2 || members[0] != first {
            continue;
        }
        group += 1;
        for at in members {
            let ((one, end), (two, other_end)) = (&records[first], &records[at]);
            let relation = if at == first {
                "first"
            } else if one == two {
                let differ = !end.is_empty() && !other_end.is_empty() && end != other_end;
                if differ { "other-end" } else { "same" }
            } else if one.starts_with(two) {
                "prefix"
            } else if two.starts_with(one) {
                "longer"
            } else {
                "other-last-moves"
            };
            rows.push((group, at as u64, relation, shared(one, two)));
        }
    }
    rows
}

/// Games that are near, and nearly near, each other.
fn any_record() -> impl Strategy<Value = Record> {
    let beginning = prop::sample::select(vec![0, 1, 37, 39, 40, 43, 46]);
    let rest = prop::collection::vec(1_u16..3, 0..9);
    let end = prop::sample::select(vec!["", "resign", "timeout"]);
    (beginning, rest, end).prop_map(|(beginning, rest, end)| ([vec![1; beginning], rest].concat(), end))
}

proptest! {
    #[test]
    fn all_are_found_that_should_be(
        records in prop::collection::vec(any_record(), 0..40),
        memory in prop::sample::select(vec![0, 1 << 20]),
    ) {
        prop_assert_eq!(told(&found(&records, memory)), naive(&records));
    }
}
