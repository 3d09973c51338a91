//! The tables are consistent with each other.

use std::collections::{BTreeMap, BTreeSet};

use super::{Row, borrowed, number, table, table_rows, tournament};

fn sum(rows: &[Row], column: &str) -> f64 {
    rows.iter().map(|row| number(row, column)).sum()
}

fn equal(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-6, "{what}: {one} and {other}");
}

#[test]
fn the_tables_agree() {
    let files = tournament();
    let [games, moves, players, openings, endings, rules] =
        ["games", "moves", "players", "openings", "endings", "rules"]
            .map(|name| table_rows(table(name), borrowed(&files)));
    assert!(games.len() >= 50);
    let all = games.len() as f64;

    equal(sum(&games, "plies"), moves.len() as f64, "moves");
    let truths = |column: &str| moves.iter().filter(|row| row[column] == true).count() as f64;
    equal(sum(&games, "captures"), truths("capture"), "captures");
    equal(sum(&games, "drops"), truths("drop"), "drops");
    equal(sum(&games, "promotions"), truths("promote"), "promotions");
    equal(sum(&games, "checks"), truths("check"), "checks");
    let findings = sum(&games, "findings");
    let of_severities = ["errors", "warnings", "notes"].map(|column| sum(&games, column));
    equal(findings, of_severities.iter().sum(), "severities");

    for (groups, seats) in [(&openings, 1.0), (&endings, 1.0), (&players, 2.0)] {
        equal(sum(groups, "games"), seats * all, "games of groups");
        equal(
            sum(groups, "draws"),
            seats * count(&games, "verdict", "draw"),
            "draws",
        );
    }
    for groups in [&openings, &endings] {
        equal(
            sum(groups, "black_wins"),
            count(&games, "verdict", "black"),
            "won by Black",
        );
        equal(
            sum(groups, "white_wins"),
            count(&games, "verdict", "white"),
            "won by White",
        );
        for row in groups {
            let parts = ["black_wins", "white_wins", "draws", "no_result"].map(|column| number(row, column));
            equal(parts.iter().sum(), number(row, "games"), "parts of a group");
        }
    }
    equal(sum(&players, "wins"), sum(&players, "losses"), "wins and losses");
    equal(
        sum(&players, "wins"),
        sum(&endings, "black_wins") + sum(&endings, "white_wins"),
        "wins",
    );
    for row in &players {
        let parts = ["wins", "losses", "draws", "no_result"].map(|column| number(row, column));
        equal(parts.iter().sum(), number(row, "games"), "parts of a player");
    }
    equal(sum(&rules, "findings"), findings, "findings");
    for row in &rules {
        let name = row["rule"].as_str().expect("a rule");
        let with = games.iter().filter(|game| has(game, name)).count() as f64;
        equal(number(row, "records"), with, name);
    }
}

/// The times in `moves` add up to the sum of their side in `games`, if all times are known.
#[test]
fn seconds_add_up() {
    let files = tournament();
    let games = table_rows(table("games"), borrowed(&files));
    let moves = table_rows(table("moves"), borrowed(&files));
    let mut known = 0;
    for game in &games {
        for side in ["black", "white"] {
            let own = |row: &&Row| {
                row["path"] == game["path"] && row["record"] == game["record"] && row["side"] == side
            };
            let own: Vec<_> = moves.iter().filter(own).collect();
            let stated = &game[&format!("{side}_seconds")];
            if own.is_empty() || own.iter().any(|row| row["seconds"].is_null()) {
                assert!(stated.is_null(), "{game:?}");
                continue;
            }
            known += 1;
            let sum: f64 = own.iter().map(|row| number(row, "seconds")).sum();
            equal(sum, stated.as_f64().expect("a time"), "seconds");
        }
    }
    assert!(known >= 50, "{known}");
}

fn count(rows: &[Row], column: &str, value: &str) -> f64 {
    rows.iter().filter(|row| row[column] == value).count() as f64
}

fn has(game: &Row, rule: &str) -> bool {
    let rules = game["rules"].as_str().unwrap_or_default();
    rules.split(' ').any(|part| part == rule)
}

/// Rates agree with their counts and are in their interval. Averages agree with those of the games.
#[test]
fn rates_and_averages_agree_with_the_counts() {
    let files = tournament();
    let games = table_rows(table("games"), borrowed(&files));
    for name in ["endings", "openings", "players"] {
        let rows = table_rows(table(name), borrowed(&files));
        let (mut rates, mut seconds, mut plies) = (0, 0.0, 0.0);
        for row in &rows {
            let (rate, hits, misses) = match name {
                "players" => ("win_rate", "wins", "losses"),
                _ => ("black_win_rate", "black_wins", "white_wins"),
            };
            let (hits, misses) = (number(row, hits), number(row, misses));
            if hits + misses > 0.0 {
                let [low, at, high] = ["_low", "", "_high"].map(|end| number(row, &format!("{rate}{end}")));
                assert!((at - hits / (hits + misses)).abs() < 1e-4, "{name}: {row:?}");
                assert!(low <= at && at <= high && high - low > 0.1, "{name}: {row:?}");
                rates += 1;
            } else {
                assert!(row[rate].is_null(), "{name}: {row:?}");
            }
            let [shortest, mean, longest] =
                ["shortest", "mean_plies", "longest"].map(|column| number(row, column));
            assert!(shortest <= mean && mean <= longest, "{name}: {row:?}");
            plies += mean * number(row, "games");
            seconds += number(row, "mean_seconds") * number(row, "timed");
        }
        assert!(rates > 3, "{name}");
        let seats = if name == "players" { 2.0 } else { 1.0 };
        let all = seats * sum(&games, "plies");
        assert!((plies - all).abs() < 1.0, "{name}: {plies} of {all}");
        let all = sum(&games, "black_seconds") + sum(&games, "white_seconds");
        assert!((seconds - all).abs() < 1.0, "{name}: {seconds} of {all}");
    }
}

/// Counts of wins of Black, wins of White, draws and games without a result. For a player: wins and losses instead.
type Results = [u32; 4];

/// Results of games, grouped by common values.
type Recount = BTreeMap<Vec<String>, Results>;

fn note(recount: &mut Recount, names: &[&str], verdict: &str) {
    let results = recount
        .entry(names.iter().map(|&it| it.to_owned()).collect())
        .or_default();
    let at = ["black", "white", "draw"]
        .iter()
        .position(|word| *word == verdict);
    results[at.unwrap_or(3)] += 1;
}

/// Converts a table to a recount: names and results.
fn recount_of(rows: &[Row], names: &[&str], results: [&str; 4]) -> Recount {
    let of_row = |row: &Row| {
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
    rows.iter().map(of_row).collect()
}

const OF_GAMES: [&str; 4] = ["black_wins", "white_wins", "draws", "no_result"];
const OF_SIDES: [&str; 4] = ["wins", "losses", "draws", "no_result"];

/// Tables about many games agree with a recount of the tables of games and moves.
#[test]
fn aggregate_tables_agree_with_a_recount() {
    let files = tournament();
    let [games, moves] = ["games", "moves"].map(|name| table_rows(table(name), borrowed(&files)));
    let text = |row: &Row, column: &str| row[column].as_str().unwrap_or_default().to_owned();
    let mut recounts: BTreeMap<&str, Recount> = BTreeMap::new();
    let mut verdicts = BTreeMap::new();
    for game in &games {
        let verdict = text(game, "verdict");
        verdicts.insert(
            (text(game, "path"), number(game, "record") as u32),
            verdict.clone(),
        );
        let mut of = |name, names: &[&str], verdict: &str| {
            note(recounts.entry(name).or_default(), names, verdict);
        };
        if number(game, "plies") == 0.0 && text(game, "handicap") == "平手" {
            of(
                "positions",
                &["lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"],
                &verdict,
            );
        }
        let month = text(game, "date").get(..7).unwrap_or_default().to_owned();
        of("by-month", &[&month], &verdict);
        for (table, column) in [
            ("strategies", "strategy"),
            ("castles", "castle"),
            ("styles", "style"),
        ] {
            for side in ["black", "white"] {
                let plan = text(game, &format!("{side}_{column}"));
                let result = match &*verdict {
                    "black" | "white" if verdict == side => "black",
                    "black" | "white" => "white",
                    other => other,
                };
                if !plan.is_empty() {
                    of(table, &[&plan], result);
                }
            }
        }
        let plans = ["black_strategy", "white_strategy"].map(|column| text(game, column));
        if plans.iter().all(|it| !it.is_empty()) {
            of("matchups", &[&plans[0], &plans[1]], &verdict);
        }
        let [black, white] = ["black_player", "white_player"].map(|column| text(game, column));
        let turned = match &*verdict {
            "black" => "white",
            "white" => "black",
            other => other,
        };
        match () {
            () if black.is_empty() || white.is_empty() => {}
            () if black <= white => of("head-to-head", &[&black, &white], &verdict),
            () => of("head-to-head", &[&white, &black], turned),
        }
    }
    // The first twelve moves are counted, each position once per game.
    let mut seen = BTreeSet::new();
    for row in &moves {
        let (game, ply) = (
            (text(row, "path"), number(row, "record") as u32),
            number(row, "ply") as u32,
        );
        let before = text(row, "sfen");
        let position = before.rsplit_once(' ').map_or("", |it| it.0);
        let (usi, verdict) = (text(row, "usi"), &verdicts[&game]);
        if ply <= 13 && seen.insert((game.clone(), position.to_owned(), String::new())) {
            note(recounts.entry("positions").or_default(), &[position], verdict);
        }
        if ply <= 13 && seen.insert((game, position.to_owned(), usi.clone())) {
            note(
                recounts.entry("next-moves").or_default(),
                &[position, &usi],
                verdict,
            );
        }
    }
    for (name, names, results) in [
        ("by-month", &["month"][..], OF_GAMES),
        ("strategies", &["strategy"], OF_SIDES),
        ("castles", &["castle"], OF_SIDES),
        ("styles", &["style"], OF_SIDES),
        ("matchups", &["black_strategy", "white_strategy"], OF_GAMES),
        ("head-to-head", &["player", "opponent"], OF_SIDES),
        ("positions", &["sfen"], OF_GAMES),
        ("next-moves", &["sfen", "move"], OF_GAMES),
    ] {
        let mut found = recount_of(&table_rows(table(name), borrowed(&files)), names, results);
        let recount = recounts.remove(name).unwrap_or_default();
        assert!(recount.len() > 1, "{name}");
        if name == "positions" {
            // The table of moves has no row for the last position of a short game.
            found.retain(|position, _| recount.contains_key(position));
        }
        for (names, results) in &found {
            assert_eq!(Some(results), recount.get(names), "{name}: {names:?}");
        }
        assert_eq!(found.len(), recount.len(), "{name}");
    }
}

/// The last position of a game is counted, and a repeated position is counted once.
#[test]
fn every_position_is_counted_once_a_game() {
    let kif = "手合割：平手\n1 ５八金(49)\n2 ５二金(41)\n3 ４九金(58)\n4 ４一金(52)\n5 ７六歩(77)\n6 投了\n";
    let rows = table_rows(table("positions"), [("a.kif", kif.as_bytes())]);
    let positions: Vec<_> = rows.iter().map(|row| row["sfen"].as_str().unwrap()).collect();
    assert_eq!(positions.len(), 5, "{positions:?}");
    let last = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
    assert!(positions.contains(&last), "{positions:?}");
    assert!(rows.iter().all(|row| row["games"] == 1));
    let moves = table_rows(table("next-moves"), [("a.kif", kif.as_bytes())]);
    assert_eq!(moves.len(), 5);
}
