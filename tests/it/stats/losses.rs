//! The losses of moves in the tables `games` and `players` are equal to those computed from the evaluations in the table
//! `moves`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use kifu::notation::{self, Writer};
use kifu::played::Played;
use kifu::text::decode;
use serde_json::{Value, json};

use super::{Row, add, file_slices, number, query, table, table_rows, tournament};
use kifu::stats::{Answer, Part};

/// Returns the games of the tournament in CSA, each with evaluations like those of floodgate after most of its moves.
fn evaluated_games() -> Vec<(String, Vec<u8>)> {
    let mut rng = fastrand::Rng::with_seed(6);
    let mut games = Vec::new();
    for (path, bytes) in tournament() {
        let text = decode(&bytes, None);
        for record in notation::records(&text, notation::detect(&text, None)) {
            let target = notation::target("csa").expect("a target");
            let Ok(written) = Writer::new(target).write(&Played::new(&record)) else {
                continue;
            };
            let csa = String::from_utf8(written.bytes).expect("UTF-8");
            let path = format!("{path}-{}.csa", games.len());
            games.push((path, with_evaluations(&csa, &mut rng).into_bytes()));
        }
    }
    games
}

/// Returns a game in CSA with an evaluation after most of its moves.
fn with_evaluations(csa: &str, rng: &mut fastrand::Rng) -> String {
    let (mut out, mut moves, mut score) = (String::new(), 0, 0);
    for line in csa.lines() {
        let is_move = line.len() == 7 && line.starts_with(['+', '-']);
        if (is_move || line.starts_with('%')) && moves > 0 && rng.usize(..8) > 0 {
            let stated = match rng.usize(..40) {
                0 => 31_993,
                1 => -30_000,
                2 => 4000,
                _ => score,
            };
            // Some moves have a second evaluation, which is ignored.
            let second = if rng.bool() { "" } else { "'** -77\n" };
            write!(out, "'** {stated} +7776FU\n{second}").expect("memory");
        }
        score += rng.i32(-400..=400);
        moves += usize::from(is_move);
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The losses of one game or player, computed from the table `moves`.
#[derive(Default)]
struct Expected {
    losses: BTreeMap<String, Vec<i64>>,
    biggest: Option<(i64, i64)>,
    leads: Vec<&'static str>,
    evaluated_sides: BTreeSet<String>,
}

impl Expected {
    fn from_moves(moves: &[&Row]) -> Self {
        let mut expected = Self::default();
        let mut before: Option<i64> = None;
        for row in moves {
            let side = row["side"].as_str().expect("a side").to_owned();
            let after = row["eval"].as_i64().map(|it| it.clamp(-3000, 3000));
            if let (Some(before), Some(after)) = (before, after) {
                let sign = if side == "black" { 1 } else { -1 };
                let loss = (sign * before - sign * after).max(0);
                expected.losses.entry(side.clone()).or_default().push(loss);
                if expected.biggest.is_none_or(|(biggest, _)| loss > biggest) {
                    expected.biggest = Some((loss, row["ply"].as_i64().expect("a ply")));
                }
            }
            if let Some(score) = after {
                expected.evaluated_sides.insert(side);
                expected.leads.extend((score >= 500).then_some("black"));
                expected.leads.extend((score <= -500).then_some("white"));
            }
            before = after;
        }
        expected
    }

    fn turned(&self, verdict: &str) -> Value {
        let mut leads = self.leads.iter().rev();
        let side = match verdict {
            "black" | "white" => leads.find(|side| **side != verdict),
            "draw" => leads.next(),
            _ => None,
        };
        json!(side)
    }

    fn evaluators(&self) -> Value {
        json!([None, Some("one"), Some("two")][self.evaluated_sides.len()])
    }
}

/// Returns the mean of losses and the number of blunders, as in a row.
fn mean_and_blunders(losses: &[i64], blunder: i64) -> [Value; 2] {
    if losses.is_empty() {
        return [Value::Null, Value::Null];
    }
    let mean = losses.iter().sum::<i64>() as f64 / losses.len() as f64;
    let blunders = losses.iter().filter(|loss| **loss >= blunder).count();
    [json!((mean * 100.0).round() / 100.0), json!(blunders)]
}

fn moves_by_path(moves: &[Row]) -> BTreeMap<&str, Vec<&Row>> {
    let mut by_path: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in moves {
        by_path
            .entry(row["path"].as_str().expect("a path"))
            .or_default()
            .push(row);
    }
    by_path
}

fn assert_cells(row: &Row, names: [&str; 2], expected: &[Value; 2]) {
    for (name, expected) in names.iter().zip(expected) {
        match (row[*name].as_f64(), expected.as_f64()) {
            (Some(actual), Some(expected)) => {
                assert!((actual - expected).abs() < 1e-9, "{name}: {actual}, {expected}");
            }
            _ => assert_eq!(row[*name], *expected, "{name}"),
        }
    }
}

#[test]
fn losses_are_those_of_the_table_of_moves() {
    let files = evaluated_games();
    let [games, moves, players] =
        ["games", "moves", "players"].map(|name| table_rows(table(name), file_slices(&files)));
    let moves = moves_by_path(&moves);
    let mut by_player: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    let mut turned_games = 0;
    for row in &games {
        let rows = moves
            .get(row["path"].as_str().unwrap())
            .map_or(&[][..], Vec::as_slice);
        let expected = Expected::from_moves(rows);
        for side in ["black", "white"] {
            let losses = expected.losses.get(side).map_or(&[][..], Vec::as_slice);
            let names = [format!("{side}_mean_loss"), format!("{side}_blunders")];
            assert_cells(row, [&names[0], &names[1]], &mean_and_blunders(losses, 300));
            if let Some(player) = row[&format!("{side}_player")].as_str() {
                by_player.entry(player.to_owned()).or_default().extend(losses);
            }
        }
        let (biggest, ply) = expected.biggest.unzip();
        let count: usize = expected.losses.values().map(Vec::len).sum();
        for (name, expected) in [
            ("biggest_swing", json!(biggest)),
            ("swing_ply", json!(ply)),
            ("evaluated_plies", json!(count)),
            ("evaluators", expected.evaluators()),
            (
                "turned",
                expected.turned(row["verdict"].as_str().unwrap_or_default()),
            ),
        ] {
            assert_eq!(row[name], expected, "{}: {name}", row["path"]);
        }
        turned_games += usize::from(!row["turned"].is_null());
    }
    assert!(games.len() > 40 && turned_games > 20, "{turned_games}");
    for row in &players {
        let losses = &by_player[row["player"].as_str().expect("a name")];
        assert_cells(row, ["mean_loss", "blunders"], &mean_and_blunders(losses, 300));
    }
}

#[test]
fn the_threshold_of_blunders_can_be_chosen() {
    let files = evaluated_games();
    let [low, usual, high] = [Some(1), None, Some(6000)].map(|blunder| {
        let mut query = query(table("players"));
        query.blunder = blunder;
        let (mut output, mut part) = (Vec::new(), Part::default());
        let mut answer = Answer::begin(&query, &mut output).expect("memory");
        for (path, bytes) in file_slices(&files) {
            add(&query, path, bytes, &mut part);
        }
        answer.push(part).expect("memory");
        answer.finish().expect("memory");
        let lines = String::from_utf8(output).expect("UTF-8");
        let rows = lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("an object"));
        rows.map(|row: Row| number(&row, "blunders")).sum::<f64>()
    });
    assert!(low > usual && usual > high && high >= 1.0, "{low} {usual} {high}");
}

#[test]
fn evaluations_of_each_players_program_have_two_evaluators() {
    for (file, evaluators) in [
        ("floodgate.csa", "two"),
        ("shogihome.kifu", "one"),
        ("shogigui.kifu", "two"),
        ("shogigui-unmarked.kifu", "one"),
        ("shogidokoro.kifu", "two"),
        ("kifu-for-windows.kifu", "one"),
        ("kifu-for-windows-unmarked.kifu", "one"),
        ("aobazero.csa", "one"),
        ("kishin-analytics.kifu", "one"),
    ] {
        let bytes = fs::read(format!("fixtures/evaluations/{file}")).expect("a fixture");
        let rows = table_rows(table("games"), [(file, &*bytes)]);
        assert_eq!(rows[0]["evaluators"], evaluators, "{file}");
    }
}
