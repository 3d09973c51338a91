use std::collections::BTreeMap;

use proptest::prelude::*;

use super::relation::{MIN_SHARED_PLIES, MIN_SHARED_TENTHS, contradicting_columns};
use super::*;
use crate::stats::{Cell, CellType};

/// The plies of a record and its end.
type Record = (Vec<u16>, &'static str);

/// Returns the duplicates among these records, which are the same on several threads.
fn find_duplicates(records: &[Record], memory: usize) -> Vec<Row> {
    let rows = find_on_this_thread(records, memory);
    #[cfg(feature = "cli")]
    {
        static POOL: std::sync::LazyLock<rayon::ThreadPool> =
            std::sync::LazyLock::new(|| rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap());
        assert_eq!(POOL.install(|| find_on_this_thread(records, memory)), rows);
    }
    rows
}

fn find_on_this_thread(records: &[Record], memory: usize) -> Vec<Row> {
    let mut duplicates = Duplicates::new(memory);
    for (at, (plies, end)) in records.iter().enumerate() {
        let facts = Facts {
            path: format!("{at}.kif"),
            record: at as u64,
            end: (*end).into(),
            last_position: last_position(plies),
            ..Facts::default()
        };
        let (start, plies) = ("even".to_owned(), plies.clone());
        let candidate = Candidate { start, plies, facts };
        duplicates.push(&EncodedCandidate::new(candidate, 0)).unwrap();
    }
    duplicates.finish().unwrap().map(Result::unwrap).collect()
}

/// Returns an invented hash of the position after these plies, which depends on the indices of the plies other than 1.
/// `None` represents an unknown position.
fn last_position(plies: &[u16]) -> Option<u64> {
    let order_sum: usize = (0..plies.len()).filter(|&at| plies[at] != 1).sum();
    (!order_sum.is_multiple_of(5)).then_some(order_sum as u64 % 2)
}

/// Returns the group, the record, the relation and the number of shared plies of every row.
fn row_summaries(rows: &[Row]) -> Vec<(u64, u64, &'static str, usize)> {
    let summary = |row: &Row| (row.group, row.facts.record, row.relation.name(), row.shared_plies);
    rows.iter().map(summary).collect()
}

/// Returns a game of `plies` plies. The first `shared_plies` plies are the same in every game, and the later plies
/// depend on `id`.
fn game(plies: u16, shared_plies: u16, id: u16) -> Vec<u16> {
    (1..=plies)
        .map(|ply| if ply <= shared_plies { ply } else { id * 1000 + ply })
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
        let candidate = Candidate { start, plies, facts };
        duplicates.push(&EncodedCandidate::new(candidate, 0)).unwrap();
    }
    let rows: Vec<_> = duplicates.finish().unwrap().map(Result::unwrap).collect();
    let relations: Vec<_> = rows.iter().map(|row| (&*row.facts.path, row.relation)).collect();
    assert_eq!(relations, [("a.kif", Relation::First), ("c.csa", Relation::Same)]);
}

#[test]
fn later_records_are_compared_with_the_first() {
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
    assert_eq!(row_summaries(&find_duplicates(&records, 0)), expected);
    let expected = [
        (1, 0, "first", 100),
        (1, 1, "same", 100),
        (1, 3, "other-end", 100),
        (1, 4, "longer", 100),
    ];
    assert_eq!(row_summaries(&find_duplicates(&records[3..8], 0)), expected);
    assert_eq!(
        row_summaries(&find_duplicates(
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
    let cases = [
        // Different games.
        vec![game(100, 80, 1), game(100, 80, 2)],
        // Similar games that are too short to compare.
        vec![game(30, 29, 1), game(30, 29, 2)],
        vec![game(30, 30, 0), game(100, 100, 0)],
        // A prefix of two different games.
        vec![game(60, 60, 0), game(100, 70, 1), game(100, 70, 2)],
    ];
    for games in cases {
        let records: Vec<_> = games.into_iter().map(|game| (game, "")).collect();
        assert_eq!(row_summaries(&find_duplicates(&records, 0)), [], "{records:?}");
    }
    // Copies of an opening are still duplicates of each other.
    let opening = (game(60, 60, 0), "");
    let records = [
        opening.clone(),
        (game(100, 70, 1), ""),
        (game(100, 70, 2), ""),
        opening,
    ];
    assert_eq!(
        row_summaries(&find_duplicates(&records, 0)),
        [(1, 0, "first", 60), (1, 3, "same", 60)]
    );
}

/// Returns a game of `plies` plies. `marks` contains indices and codes; all other plies have the code 1.
fn marked(plies: usize, marks: &[(usize, u16)]) -> Vec<u16> {
    let mut game = vec![1; plies];
    for &(at, ply) in marks {
        game[at] = ply;
    }
    game
}

#[test]
fn input_errors_and_transpositions_are_found() {
    let game = |marks: &[(usize, u16)]| (marked(100, marks), "");
    let related = [
        // One different ply in the first half, in the second half, and in the last ply before the last tenth.
        (game(&[(1, 2)]), game(&[(1, 3)]), "one-move-differs"),
        (game(&[(50, 2)]), game(&[(50, 3)]), "one-move-differs"),
        (game(&[(89, 2)]), game(&[(89, 3)]), "one-move-differs"),
        (game(&[(90, 2)]), game(&[(90, 3)]), "other-last-moves"),
        // Games of 40 plies, the minimum.
        (
            (marked(40, &[(35, 2)]), ""),
            (marked(40, &[(35, 3)]), ""),
            "one-move-differs",
        ),
        // Two plies in exchanged order, far from each other or among the last moves.
        (game(&[(1, 2), (51, 3)]), game(&[(1, 3), (51, 2)]), "transposed"),
        (
            game(&[(91, 2), (92, 3)]),
            game(&[(91, 3), (92, 2)]),
            "other-last-moves",
        ),
    ];
    for (one, other, relation) in related {
        let rows = find_duplicates(&[one, (marked(60, &[(0, 9)]), ""), other], 0);
        let rows: Vec<_> = rows
            .iter()
            .map(|row| (row.facts.record, row.relation.name()))
            .collect();
        assert_eq!(rows, [(0, "first"), (2, relation)]);
    }
    let unrelated = [
        // Two different plies, and one different ply in games of different lengths.
        (game(&[(1, 2), (7, 2)]), game(&[(1, 3), (7, 3)])),
        (game(&[(1, 2)]), (marked(101, &[(1, 3)]), "")),
        // Games of 39 plies, which are too short.
        ((marked(39, &[(1, 2)]), ""), (marked(39, &[(1, 3)]), "")),
        (
            (marked(39, &[(1, 2), (3, 3)]), ""),
            (marked(39, &[(1, 3), (3, 2)]), ""),
        ),
        // A different ply among the last moves of games that share too little to be near.
        ((marked(40, &[(38, 2)]), ""), (marked(40, &[(38, 3)]), "")),
        // Equal plies in another order, which lead to another position, or to an unknown one.
        (game(&[(1, 2)]), game(&[(2, 2)])),
        (game(&[(2, 2), (3, 3)]), game(&[(2, 3), (3, 2)])),
        // Equal positions after different moves.
        (game(&[(1, 2), (7, 3)]), game(&[(1, 3), (7, 4)])),
    ];
    for (one, other) in unrelated {
        assert_eq!(
            row_summaries(&find_duplicates(&[one.clone(), other.clone()], 0)),
            [],
            "{one:?} {other:?}"
        );
    }
}

#[test]
fn related_games_are_one_group_with_their_copies() {
    let [one, two, three] = [(10, 2), (10, 3), (20, 2)].map(|mark| (marked(100, &[(10, 3), mark]), ""));
    let prefix = (marked(60, &[(10, 2)]), "");
    let records = [prefix, two.clone(), one, three, two];
    let expected = [
        (1, 0, "first", 60),
        (1, 1, "indirect", 10),
        (1, 2, "longer", 60),
        (1, 3, "indirect", 10),
        (1, 4, "indirect", 10),
    ];
    assert_eq!(row_summaries(&find_duplicates(&records, 0)), expected);
    let expected = [
        (1, 0, "first", 100),
        (1, 1, "one-move-differs", 10),
        (1, 2, "one-move-differs", 20),
        (1, 3, "same", 100),
    ];
    assert_eq!(row_summaries(&find_duplicates(&records[1..], 0)), expected);
}

#[test]
fn openings_are_not_related() {
    let opening = (marked(50, &[(10, 2)]), "");
    let records = [
        opening.clone(),
        (marked(90, &[(10, 2), (60, 2)]), ""),
        (marked(90, &[(10, 2), (60, 3), (70, 3)]), ""),
        (marked(50, &[(10, 3)]), ""),
    ];
    assert_eq!(row_summaries(&find_duplicates(&records, 0)), []);
    // Copies of an opening form a separate group.
    let rows = find_duplicates(&[&records[..], &[opening]].concat(), 0);
    assert_eq!(row_summaries(&rows), [(1, 0, "first", 50), (1, 4, "same", 50)]);
}

#[test]
fn many_related_games_are_one_group() {
    // Every game differs in one ply from every other game.
    let records: Vec<Record> = (2..5000).map(|ply| (marked(100, &[(30, ply)]), "")).collect();
    let rows = find_duplicates(&records, 64 << 10);
    assert_eq!(rows.len(), records.len());
    let is_related = |row: &&Row| row.relation == Relation::OneMoveDiffers && row.group == 1;
    assert_eq!(rows.iter().filter(is_related).count(), rows.len() - 1);
}

#[test]
fn shards_are_not_compared() {
    let mut duplicates = Duplicates::new(0);
    for (shard, ply) in [(1, 2), (2, 3), (1, 4)] {
        let candidate = Candidate {
            start: String::new(),
            plies: marked(100, &[(30, ply)]),
            facts: Facts {
                record: ply.into(),
                ..Facts::default()
            },
        };
        duplicates.push(&EncodedCandidate::new(candidate, shard)).unwrap();
    }
    let rows: Vec<_> = duplicates.finish().unwrap().map(Result::unwrap).collect();
    let expected = [(1, 2, "first", 100), (1, 4, "one-move-differs", 30)];
    assert_eq!(row_summaries(&rows), expected);
}

#[test]
fn records_of_one_game_may_disagree() {
    let facts = |[black, white, start_time]: [&str; 3]| Facts {
        black: black.into(),
        white: white.into(),
        start_time: start_time.into(),
        ..Facts::default()
    };
    let first = facts(["山﨑太郎 四段", "乙", "2024-05-03T10:00:00"]);
    let cases = [
        (["山崎 太郎", "乙", "2024-05-03"], ""),
        (["", "?", ""], ""),
        (["山崎太郎", "乙", "2024-05-03T13:00:00"], ""),
        (["山崎太郎", "乙", "2024-05"], ""),
        (["山崎太郎", "乙", "五月"], ""),
        (["乙", "山崎太郎", "2024-05-03"], "black white"),
        (["山崎次郎", "乙", "2024-05-04"], "black start_time"),
        (["", "丙", "2024-06"], "white start_time"),
        (["丁", "丙", "2023"], "black white start_time"),
    ];
    for (written, names) in cases {
        let (first, other) = (first.clone(), facts(written));
        for (one, other) in [(&first, &other), (&other, &first)] {
            use Relation::{
                First, Indirect, Longer, OneMoveDiffers, OtherEnd, OtherLastMoves, Prefix, Same, Transposed,
            };
            for relation in [Same, OtherEnd, OneMoveDiffers, Transposed] {
                assert_eq!(contradicting_columns(relation, one, other), names, "{written:?}");
            }
            for relation in [First, Prefix, Longer, OtherLastMoves, Indirect] {
                assert_eq!(contradicting_columns(relation, one, other), "", "{written:?}");
            }
        }
    }
}

#[test]
fn other_positions_are_other_games() {
    let mut duplicates = Duplicates::new(0);
    for start in ["a", "b", "a", "ab"] {
        let facts = Facts::default();
        let plies = game(50, 50, 0);
        let start = start.to_owned();
        let candidate = Candidate { start, plies, facts };
        duplicates.push(&EncodedCandidate::new(candidate, 0)).unwrap();
    }
    assert_eq!(duplicates.finish().unwrap().count(), 2);
}

#[test]
fn large_groups_are_in_the_order_of_the_inputs() {
    let records: Vec<Record> = (0..9000).map(|at| (game(50 + at % 3, 90, 0), "resign")).collect();
    let rows = find_duplicates(&records, 64 << 10);
    let record_numbers: Vec<_> = rows.iter().map(|row| row.facts.record).collect();
    assert_eq!(record_numbers, (0..9000).collect::<Vec<_>>());
    assert!(rows.iter().all(|row| row.group == 1));
    let count = |relation| rows.iter().filter(|row| row.relation == relation).count();
    assert_eq!((count(Relation::Same), count(Relation::Longer)), (2999, 6000));
}

#[test]
fn columns_have_valid_names_and_their_types() {
    let row = Row {
        group: 1,
        relation: Relation::First,
        plies: 3,
        shared_plies: 2,
        disagree: String::new(),
        facts: Facts::default(),
    };
    for column in COLUMNS {
        let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        assert!(is_name(column.name), "{}", column.name);
        let has_type = match (column.cell)(&row) {
            Cell::Text(_) => matches!(
                column.kind,
                CellType::Text | CellType::Date | CellType::Enumerated(_)
            ),
            Cell::Integer(_) => matches!(column.kind, CellType::Integer),
            Cell::Float(_) => matches!(column.kind, CellType::Number),
            Cell::Bool(_) => matches!(column.kind, CellType::Bool),
            Cell::Empty => true,
        };
        assert!(has_type, "{}", column.name);
    }
}

/// Returns the number of first plies that two games share.
fn shared(one: &[u16], two: &[u16]) -> usize {
    one.iter().zip(two).take_while(|(one, two)| one == two).count()
}

/// Returns whether every pair of the games shares at least [`MIN_SHARED_PLIES`] first plies and nine tenths of the
/// longest game.
fn all_near(games: &[&Vec<u16>]) -> bool {
    let longest = games.iter().map(|it| it.len()).max().unwrap_or_default();
    let pairs = games
        .iter()
        .flat_map(|one| games.iter().map(move |two| shared(one, two)));
    pairs
        .min()
        .is_some_and(|least| least >= MIN_SHARED_PLIES && 10 * least >= MIN_SHARED_TENTHS * longest)
}

/// Returns the groups by the definition, before they are merged: each game with the number of its group. Openings have
/// numbers from `records.len()`.
fn grouped(records: &[Record]) -> BTreeMap<&Vec<u16>, usize> {
    let games: Vec<_> = records
        .iter()
        .map(|(plies, _)| plies)
        .filter(|it| !it.is_empty())
        .collect();
    let is_proper_prefix = |one: &Vec<u16>, two: &Vec<u16>| one != two && two.starts_with(one);
    let mut complete_games: Vec<_> = games
        .iter()
        .copied()
        .filter(|one| !games.iter().any(|two| is_proper_prefix(one, two)))
        .collect();
    complete_games.sort();
    complete_games.dedup();
    let mut groups: Vec<Vec<&Vec<u16>>> = Vec::new();
    for game in complete_games {
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
        let mut matching_groups = (0..groups.len())
            .filter(|&group| groups[group].iter().any(|whole| is_proper_prefix(game, whole)));
        let number = match (matching_groups.next(), matching_groups.next()) {
            (Some(only), None) if game.len() >= MIN_SHARED_PLIES => only,
            _ => numbers.len() + records.len(),
        };
        numbers.insert(game, number);
    }
    numbers
}

/// Returns whether two games of at least [`MIN_SHARED_PLIES`] plies differ in exactly one ply, which is before the last
/// tenth.
fn has_input_error(one: &[u16], two: &[u16]) -> bool {
    let different: Vec<_> = (0..one.len())
        .filter(|&at| Some(&one[at]) != two.get(at))
        .collect();
    one.len() == two.len()
        && one.len() >= MIN_SHARED_PLIES
        && matches!(different[..], [at] if 10 * at < MIN_SHARED_TENTHS * one.len())
}

/// Returns whether two games of at least [`MIN_SHARED_PLIES`] plies have the same moves in another order and end with
/// the same known position.
fn is_transposed(one: &[u16], two: &[u16]) -> bool {
    let [mut sorted, mut other_sorted] = [one.to_vec(), two.to_vec()];
    sorted.sort_unstable();
    other_sorted.sort_unstable();
    let last = last_position(one);
    one != two
        && sorted == other_sorted
        && one.len() >= MIN_SHARED_PLIES
        && last.is_some()
        && last == last_position(two)
}

/// Returns the groups by the definition: each game with the number of its group. Groups with related games are merged,
/// unless they are openings.
fn merged_groups(records: &[Record]) -> BTreeMap<&Vec<u16>, usize> {
    let groups = grouped(records);
    let games: Vec<_> = groups.keys().copied().collect();
    // The number of the set of each game. Games that are related, directly or through other games, are in one set.
    let mut sets: Vec<_> = (0..games.len()).collect();
    for (at, one) in games.iter().enumerate() {
        for (other_at, other) in games.iter().enumerate() {
            if has_input_error(one, other) || is_transposed(one, other) {
                let (set, others) = (sets[at], sets[other_at]);
                sets.iter_mut()
                    .filter(|number| **number == others)
                    .for_each(|number| *number = set);
            }
        }
    }
    let is_opening = |number: usize| number >= records.len();
    let mut numbers: Vec<_> = games.iter().map(|game| groups[game]).collect();
    for at in 0..games.len() {
        for other_at in 0..games.len() {
            let (number, others) = (numbers[at], numbers[other_at]);
            if sets[at] == sets[other_at] && !is_opening(number) && !is_opening(others) {
                numbers
                    .iter_mut()
                    .filter(|number| **number == others)
                    .for_each(|current| *current = number);
            }
        }
    }
    games.into_iter().zip(numbers).collect()
}

/// Returns the summaries of the rows that the definition requires.
fn expected_rows(records: &[Record]) -> Vec<(u64, u64, &'static str, usize)> {
    let numbers = merged_groups(records);
    let group_of = |at: usize| numbers.get(&records[at].0).copied();
    let mut rows = Vec::new();
    let mut group = 0;
    for first in 0..records.len() {
        let members: Vec<_> = (0..records.len())
            .filter(|&at| group_of(at).is_some() && group_of(at) == group_of(first))
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
                let ends_differ = !end.is_empty() && !other_end.is_empty() && end != other_end;
                if ends_differ { "other-end" } else { "same" }
            } else if one.starts_with(two) {
                "prefix"
            } else if two.starts_with(one) {
                "longer"
            } else if all_near(&[one, two]) {
                "other-last-moves"
            } else if has_input_error(one, two) {
                "one-move-differs"
            } else if is_transposed(one, two) {
                "transposed"
            } else {
                "indirect"
            };
            rows.push((group, at as u64, relation, shared(one, two)));
        }
    }
    rows
}

/// Generates records whose games are near, or almost near, each other. Some games have up to two changed plies.
fn any_record() -> impl Strategy<Value = Record> {
    let prefix = prop::sample::select(vec![0, 1, 37, 39, 40, 43, 46]);
    let rest = prop::collection::vec(1_u16..3, 0..9);
    let wrong_plies = prop::collection::vec((0_usize..44, 1_u16..4), 0..3);
    let end = prop::sample::select(vec!["", "resign", "timeout"]);
    (prefix, rest, wrong_plies, end).prop_map(|(prefix, rest, wrong_plies, end)| {
        let mut plies = [vec![1; prefix], rest].concat();
        for (at, ply) in wrong_plies {
            if let Some(wrong_ply) = plies.get_mut(at) {
                *wrong_ply = ply;
            }
        }
        (plies, end)
    })
}

proptest! {
    #[test]
    fn all_duplicates_are_found(
        records in prop::collection::vec(any_record(), 0..40),
        memory in prop::sample::select(vec![0, 1 << 20]),
    ) {
        prop_assert_eq!(row_summaries(&find_duplicates(&records, memory)), expected_rows(&records));
    }
}
