//! What one table says is what another says.

use super::{Row, borrowed, drawn, number, table, tournament};

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
            .map(|name| drawn(table(name), borrowed(&files)));
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

/// Every time in `moves` belongs to a side whose sum stands in `games`, where all of its times are known.
#[test]
fn times_add_up() {
    let files = tournament();
    let games = drawn(table("games"), borrowed(&files));
    let moves = drawn(table("moves"), borrowed(&files));
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
    rules.split(' ').any(|it| it == rule)
}

/// Rates are those of the counts beside them and lie in their interval; averages are those of the games.
#[test]
fn rates_and_averages_are_those_of_the_counts() {
    let files = tournament();
    let games = drawn(table("games"), borrowed(&files));
    for name in ["endings", "openings", "players"] {
        let rows = drawn(table(name), borrowed(&files));
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
