//! The tables are consistent with each other.

use std::collections::{BTreeMap, BTreeSet};

use super::{Row, file_slices, number, table, table_rows, tournament};

fn sum(rows: &[Row], column: &str) -> f64 {
    rows.iter().map(|row| number(row, column)).sum()
}

fn assert_close(left: f64, right: f64, label: &str) {
    assert!((left - right).abs() < 1e-6, "{label}: {left} and {right}");
}

#[test]
fn the_tables_agree() {
    let files = tournament();
    let [games, moves, players, openings, endings, rules] =
        ["games", "moves", "players", "openings", "endings", "rules"]
            .map(|name| table_rows(table(name), file_slices(&files)));
    assert!(games.len() >= 50);
    let game_count = games.len() as f64;

    assert_close(sum(&games, "plies"), moves.len() as f64, "moves");
    let count_true = |column: &str| moves.iter().filter(|row| row[column] == true).count() as f64;
    assert_close(sum(&games, "captures"), count_true("capture"), "captures");
    assert_close(sum(&games, "drops"), count_true("drop"), "drops");
    assert_close(sum(&games, "promotions"), count_true("promote"), "promotions");
    assert_close(sum(&games, "checks"), count_true("check"), "checks");
    let findings = sum(&games, "findings");
    let severity_counts = ["errors", "warnings", "notes"].map(|column| sum(&games, column));
    assert_close(findings, severity_counts.iter().sum(), "severities");

    for (groups, seats) in [(&openings, 1.0), (&endings, 1.0), (&players, 2.0)] {
        assert_close(sum(groups, "games"), seats * game_count, "games of groups");
        assert_close(
            sum(groups, "draws"),
            seats * count(&games, "verdict", "draw"),
            "draws",
        );
    }
    for groups in [&openings, &endings] {
        assert_close(
            sum(groups, "black_wins"),
            count(&games, "verdict", "black"),
            "won by Black",
        );
        assert_close(
            sum(groups, "white_wins"),
            count(&games, "verdict", "white"),
            "won by White",
        );
        for row in groups {
            let result_counts =
                ["black_wins", "white_wins", "draws", "no_result"].map(|column| number(row, column));
            assert_close(
                result_counts.iter().sum(),
                number(row, "games"),
                "parts of a group",
            );
        }
    }
    assert_close(sum(&players, "wins"), sum(&players, "losses"), "wins and losses");
    assert_close(
        sum(&players, "wins"),
        sum(&endings, "black_wins") + sum(&endings, "white_wins"),
        "wins",
    );
    for row in &players {
        let result_counts = ["wins", "losses", "draws", "no_result"].map(|column| number(row, column));
        assert_close(
            result_counts.iter().sum(),
            number(row, "games"),
            "parts of a player",
        );
    }
    assert_close(sum(&rules, "findings"), findings, "findings");
    for row in &rules {
        let name = row["rule"].as_str().expect("a rule");
        let games_with_rule = games.iter().filter(|game| has_rule(game, name)).count() as f64;
        assert_close(number(row, "records"), games_with_rule, name);
    }
}

/// The times of a side in `moves` add up to the sum of this side in `games`, if all these times are known. Otherwise
/// the sum is empty.
#[test]
fn seconds_add_up() {
    let files = tournament();
    let games = table_rows(table("games"), file_slices(&files));
    let moves = table_rows(table("moves"), file_slices(&files));
    let mut compared = 0;
    for game in &games {
        for side in ["black", "white"] {
            let is_of_side = |row: &&Row| {
                row["path"] == game["path"] && row["record"] == game["record"] && row["side"] == side
            };
            let side_moves: Vec<_> = moves.iter().filter(is_of_side).collect();
            let stated_sum = &game[&format!("{side}_seconds")];
            if side_moves.is_empty() || side_moves.iter().any(|row| row["seconds"].is_null()) {
                assert!(stated_sum.is_null(), "{game:?}");
                continue;
            }
            compared += 1;
            let sum: f64 = side_moves.iter().map(|row| number(row, "seconds")).sum();
            assert_close(sum, stated_sum.as_f64().expect("a time"), "seconds");
        }
    }
    assert!(compared >= 50, "{compared}");
}

fn count(rows: &[Row], column: &str, value: &str) -> f64 {
    rows.iter().filter(|row| row[column] == value).count() as f64
}

fn has_rule(game: &Row, rule: &str) -> bool {
    let rules = game["rules"].as_str().unwrap_or_default();
    rules.split(' ').any(|word| word == rule)
}

/// Each rate agrees with its counts and lies in its interval. The averages agree with the totals of `games`.
#[test]
fn rates_and_averages_agree_with_the_counts() {
    let files = tournament();
    let games = table_rows(table("games"), file_slices(&files));
    for name in ["endings", "openings", "players"] {
        let rows = table_rows(table(name), file_slices(&files));
        let (mut rate_count, mut seconds, mut plies) = (0, 0.0, 0.0);
        for row in &rows {
            let (rate_column, hits, misses) = match name {
                "players" => ("win_rate", "wins", "losses"),
                _ => ("black_win_rate", "black_wins", "white_wins"),
            };
            let (hits, misses) = (number(row, hits), number(row, misses));
            if hits + misses > 0.0 {
                let [low, rate, high] =
                    ["_low", "", "_high"].map(|suffix| number(row, &format!("{rate_column}{suffix}")));
                assert!((rate - hits / (hits + misses)).abs() < 1e-4, "{name}: {row:?}");
                assert!(low <= rate && rate <= high && high - low > 0.1, "{name}: {row:?}");
                rate_count += 1;
            } else {
                assert!(row[rate_column].is_null(), "{name}: {row:?}");
            }
            let [shortest, mean, longest] =
                ["shortest", "mean_plies", "longest"].map(|column| number(row, column));
            assert!(shortest <= mean && mean <= longest, "{name}: {row:?}");
            plies += mean * number(row, "games");
            seconds += number(row, "mean_seconds") * number(row, "timed");
        }
        assert!(rate_count > 3, "{name}");
        let seats = if name == "players" { 2.0 } else { 1.0 };
        let total_plies = seats * sum(&games, "plies");
        assert!(
            (plies - total_plies).abs() < 1.0,
            "{name}: {plies} of {total_plies}"
        );
        let total_seconds = sum(&games, "black_seconds") + sum(&games, "white_seconds");
        assert!(
            (seconds - total_seconds).abs() < 1.0,
            "{name}: {seconds} of {total_seconds}"
        );
    }
}

/// Counts of wins of Black, wins of White, draws and games without a result. For a side or a player, the first two
/// are wins and losses.
type Results = [u32; 4];

/// Results of games, by the cells that the games have in common, such as names.
type Recount = BTreeMap<Vec<String>, Results>;

fn add_result(recount: &mut Recount, names: &[&str], verdict: &str) {
    let results = recount
        .entry(names.iter().map(|&it| it.to_owned()).collect())
        .or_default();
    let index = ["black", "white", "draw"]
        .iter()
        .position(|word| *word == verdict);
    results[index.unwrap_or(3)] += 1;
}

/// Returns the results in a table by the cells of the columns `names`. Asserts that the results of each row add up to
/// the number of games.
fn recount_of(rows: &[Row], names: &[&str], results: [&str; 4]) -> Recount {
    let entry = |row: &Row| {
        let names = names
            .iter()
            .map(|name| row[*name].as_str().unwrap_or_default().to_owned());
        let results = results.map(|column| number(row, column) as u32);
        assert_eq!(
            results.iter().sum::<u32>(),
            number(row, "games") as u32,
            "{row:?}"
        );
        (names.collect(), results)
    };
    rows.iter().map(entry).collect()
}

const GAME_COUNTS: [&str; 4] = ["black_wins", "white_wins", "draws", "no_result"];
const SIDE_COUNTS: [&str; 4] = ["wins", "losses", "draws", "no_result"];

/// Tables about many games agree with a recount of the tables of games and moves.
#[test]
fn aggregate_tables_agree_with_a_recount() {
    let files = tournament();
    let [games, moves] = ["games", "moves"].map(|name| table_rows(table(name), file_slices(&files)));
    let text = |row: &Row, column: &str| row[column].as_str().unwrap_or_default().to_owned();
    let mut recounts: BTreeMap<&str, Recount> = BTreeMap::new();
    let mut verdicts = BTreeMap::new();
    for game in &games {
        let verdict = text(game, "verdict");
        verdicts.insert(
            (text(game, "path"), number(game, "record") as u32),
            verdict.clone(),
        );
        let mut add = |name, names: &[&str], verdict: &str| {
            add_result(recounts.entry(name).or_default(), names, verdict);
        };
        if number(game, "plies") == 0.0 && text(game, "handicap") == "平手" {
            add(
                "positions",
                &["lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"],
                &verdict,
            );
        }
        let month = text(game, "date").get(..7).unwrap_or_default().to_owned();
        add("by-month", &[&month], &verdict);
        for (table, column) in [
            ("strategies", "strategy"),
            ("castles", "castle"),
            ("styles", "style"),
        ] {
            for side in ["black", "white"] {
                let label = text(game, &format!("{side}_{column}"));
                let result_of_side = match &*verdict {
                    "black" | "white" if verdict == side => "black",
                    "black" | "white" => "white",
                    other => other,
                };
                if !label.is_empty() {
                    add(table, &[&label], result_of_side);
                }
            }
        }
        let strategies = ["black_strategy", "white_strategy"].map(|column| text(game, column));
        if strategies.iter().all(|it| !it.is_empty()) {
            add("matchups", &[&strategies[0], &strategies[1]], &verdict);
        }
        let [black, white] = ["black_player", "white_player"].map(|column| text(game, column));
        let exchanged_verdict = match &*verdict {
            "black" => "white",
            "white" => "black",
            other => other,
        };
        match () {
            () if black.is_empty() || white.is_empty() => {}
            () if black <= white => add("head-to-head", &[&black, &white], &verdict),
            () => add("head-to-head", &[&white, &black], exchanged_verdict),
        }
    }
    // The positions after up to twelve plies are counted, and also the moves made in these positions, each once per
    // game.
    let mut counted = BTreeSet::new();
    for row in &moves {
        let (game, ply) = (
            (text(row, "path"), number(row, "record") as u32),
            number(row, "ply") as u32,
        );
        let sfen = text(row, "sfen");
        let position = sfen.rsplit_once(' ').map_or("", |it| it.0);
        let (usi, verdict) = (text(row, "usi"), &verdicts[&game]);
        if ply <= 13 && counted.insert((game.clone(), position.to_owned(), String::new())) {
            add_result(recounts.entry("positions").or_default(), &[position], verdict);
        }
        if ply <= 13 && counted.insert((game, position.to_owned(), usi.clone())) {
            add_result(
                recounts.entry("next-moves").or_default(),
                &[position, &usi],
                verdict,
            );
        }
    }
    for (name, names, results) in [
        ("by-month", &["month"][..], GAME_COUNTS),
        ("strategies", &["strategy"], SIDE_COUNTS),
        ("castles", &["castle"], SIDE_COUNTS),
        ("styles", &["style"], SIDE_COUNTS),
        ("matchups", &["black_strategy", "white_strategy"], GAME_COUNTS),
        ("head-to-head", &["player", "opponent"], SIDE_COUNTS),
        ("positions", &["sfen"], GAME_COUNTS),
        ("next-moves", &["sfen", "move"], GAME_COUNTS),
    ] {
        let mut table_recount = recount_of(&table_rows(table(name), file_slices(&files)), names, results);
        let recount = recounts.remove(name).unwrap_or_default();
        assert!(recount.len() > 1, "{name}");
        if name == "positions" {
            // The table of moves has no row for the last position of a short game, so the recount lacks such
            // positions.
            table_recount.retain(|position, _| recount.contains_key(position));
        }
        for (names, results) in &table_recount {
            assert_eq!(Some(results), recount.get(names), "{name}: {names:?}");
        }
        assert_eq!(table_recount.len(), recount.len(), "{name}");
    }
}

/// The last position of a game is counted, and a repeated position is counted once.
#[test]
fn every_position_is_counted_once_a_game() {
    let kif = "手合割：平手\n1 ５八金(49)\n2 ５二金(41)\n3 ４九金(58)\n4 ４一金(52)\n5 ７六歩(77)\n6 投了\n";
    let rows = table_rows(table("positions"), [("a.kif", kif.as_bytes())]);
    let positions: Vec<_> = rows.iter().map(|row| row["sfen"].as_str().unwrap()).collect();
    assert_eq!(positions.len(), 5, "{positions:?}");
    let last_position = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
    assert!(positions.contains(&last_position), "{positions:?}");
    assert!(rows.iter().all(|row| row["games"] == 1));
    let moves = table_rows(table("next-moves"), [("a.kif", kif.as_bytes())]);
    assert_eq!(moves.len(), 5);
}
