//! `kifu stats --table novelties`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Archive;
use crate::support::dice::Dice;
use crate::support::table::{assert_cases, rows};

/// The moves of a game, in USI.
const GAME: &str = "7g7f 3c3d 2g2f";

/// Returns a record in CSA with this date, these players and moves in USI. Without a date or a name, the line is missing.
fn record(date: &str, players: &str, moves: &str) -> String {
    let mut lines = vec!["V2.2".to_owned()];
    if let Some((black, white)) = players.split_once('/') {
        lines.extend([format!("N+{black}"), format!("N-{white}")]);
    }
    if !date.is_empty() {
        lines.push(format!("$START_TIME:{date}"));
    }
    lines.extend(["PI", "+"].map(str::to_owned));
    for (index, usi) in moves.split_whitespace().enumerate() {
        let digits: String = usi
            .chars()
            .map(|letter| match letter {
                'a'..='i' => char::from(letter as u8 - b'a' + b'1'),
                digit => digit,
            })
            .collect();
        let piece = match usi {
            "6i7h" | "4a3b" => "KI",
            "3i4h" | "7a6b" => "GI",
            "5i5h" | "5h5i" | "5a5b" | "5b5a" => "OU",
            _ => "FU",
        };
        let side = if index % 2 == 0 { '+' } else { '-' };
        lines.push(format!("{side}{digits}{piece}"));
    }
    lines.push("%CHUDAN\n".to_owned());
    lines.join("\n")
}

/// Each case has the date, players and moves of a reference game, those of a game, and the row of the game: the ply of the first new
/// move, the number of earlier games with the position, and the date of the last of them.
#[test]
fn earlier_games_of_other_players_count() {
    const CASES: &str = "
        2020/01/01 甲/乙 | 2020/01/02 丙/丁 | 3 1 2020-01-01
        2020/01/02 甲/乙 | 2020/01/02 丙/丁 | 1 0 -
        2020/01/03 甲/乙 | 2020/01/02 丙/丁 | 1 0 -
        2019 甲/乙       | 2020/01/02 丙/丁 | 3 1 2019
        2020 甲/乙       | 2020/01/02 丙/丁 | 1 0 -
        2020/01/31 甲/乙 | 2020/02 丙/丁    | 3 1 2020-01-31
        2020/02/01 甲/乙 | 2020/02 丙/丁    | 1 0 -
        2020/02 甲/乙    | 2020/03/01 丙/丁 | 3 1 2020-02
        - 甲/乙          | 2020/01/02 丙/丁 | 3 1 -
        2020/01/03 甲/乙 | - 丙/丁          | 3 1 2020-01-03
    ";
    let field = |text: &str| {
        if text == "-" {
            String::new()
        } else {
            text.to_owned()
        }
    };
    assert_cases(rows(CASES), |[reference, game, expected]| {
        let parts = |text: &str| {
            let (date, players) = text.split_once(' ').unwrap();
            (field(date), players.trim().to_owned())
        };
        let ((date, players), (own_date, own_players)) = (parts(reference), parts(game));
        let earlier = record(&date, &players, GAME);
        let archive = Archive::new(&[
            ("ref/a.csa", earlier.as_bytes()),
            (
                "g.csa",
                record(&own_date, &own_players, "7g7f 3c3d 1g1f").as_bytes(),
            ),
        ]);
        let outcome = archive.run_line(
            "stats -q --table novelties --against ref g.csa --columns ply,games_before,last_before",
        );
        let row = outcome.stdout.lines().nth(1).unwrap_or_default().to_owned();
        let expected: Vec<_> = expected.split(' ').map(field).collect();
        (expected.join(","), row)
    });
}

/// A record of the game itself does not count. The same moves of other players do.
#[test]
fn the_game_itself_does_not_count() {
    let game = record("2020/01/02", "甲/乙 五段", GAME);
    let archive = Archive::new(&[
        ("g.csa", game.as_bytes()),
        ("copy.csa", record("", "甲 三段/乙", GAME).as_bytes()),
        ("others.csa", record("2019", "甲/丙", GAME).as_bytes()),
        ("shorter.csa", record("2019", "甲/乙", "7g7f 3c3d").as_bytes()),
    ]);
    let plies = |against: &str| {
        let outcome = archive.run_line(&format!("stats -q --table novelties {against} g.csa"));
        assert_eq!(outcome.status, 0, "{outcome:?}");
        outcome
            .stdout
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let first = format!("g.csa,1,1,7g7f,{start},0,,2020-01-02");
    assert_eq!(plies("--against g.csa"), [first.as_str()]);
    assert_eq!(plies("--against copy.csa"), [first.as_str()]);
    // A game without a new move has no row.
    assert!(plies("--against others.csa").is_empty());
    assert!(plies("--against copy.csa --against others.csa").is_empty());
    let third = "g.csa,1,3,2g2f,lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3,1,2019,2020-01-02";
    assert_eq!(plies("--against shorter.csa"), [third]);
    // The order of the moves has no effect: this game reaches the position after the first three moves.
    let transposed = record("2018", "丁/戊", "2g2f 3c3d 7g7f 8c8d");
    std::fs::write(archive.path("transposed.csa"), transposed).unwrap();
    std::fs::write(
        archive.path("h.csa"),
        record("2020", "甲/乙", "7g7f 3c3d 2g2f 8c8d 1g1f"),
    )
    .unwrap();
    let outcome =
        archive.run_line("stats -q --table novelties --against transposed.csa --against shorter.csa h.csa");
    let fifth = "lnsgkgsnl/1r5b1/p1pppp1pp/1p4p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL b - 5";
    assert_eq!(
        outcome.stdout.lines().nth(1),
        Some(
            "h.csa,1,3,2g2f,lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3,1,2019,2020"
        )
    );
    std::fs::write(archive.path("rest.csa"), record("2019", "丁/戊", GAME)).unwrap();
    let outcome =
        archive.run_line("stats -q --table novelties --against transposed.csa --against rest.csa h.csa");
    assert_eq!(
        outcome.stdout.lines().nth(1),
        Some(&*format!("h.csa,1,5,1g1f,{fifth},1,2018,2020"))
    );
}

#[test]
fn errors_of_the_reference_are_reported() {
    const CASES: &str = "
        --table novelties g.csa                          | requires --against
        --table games --against g.csa g.csa              | --against is for the table `novelties`
        --table novelties --against nowhere g.csa        | nowhere: No such file
        --table novelties --against - g.csa              | not standard input
        --table novelties --against empty.csa g.csa      | has no game of shogi
        --table novelties --against old.index g.csa      | not an index of this version
        --table novelties --against ref/r.csa -o ref/r.csa g.csa | r.csa
    ";
    let archive = Archive::new(&[
        ("g.csa", record("", "", GAME).as_bytes()),
        ("ref/r.csa", record("", "", GAME).as_bytes()),
        ("empty.csa", b""),
        ("old.index", b"kifu index 0\n"),
    ]);
    assert_cases(rows(CASES), |[options, message]| {
        let outcome = archive.run_line(&format!("stats {options}"));
        let is_reported = outcome.stderr.contains(message) && outcome.stdout.is_empty();
        ((2, true), (outcome.status, is_reported))
    });
    let reference = std::fs::read_to_string(archive.path("ref/r.csa")).unwrap();
    assert_eq!(reference, record("", "", GAME));
}

/// A game of the comparison with the table: its dates, its identity, and its moves with the positions before them.
struct Game {
    earliest: Option<String>,
    latest: Option<String>,
    date: String,
    identity: (String, String),
    moves: Vec<(u64, String, String)>,
    last: Option<String>,
}

/// Returns the games of a folder, from the tables of games and moves.
fn games(archive: &Archive, folder: &str) -> BTreeMap<(String, u64), Game> {
    let table = |options: &str| -> Vec<Value> {
        let outcome = archive.run_line(&format!("stats -q --format jsonl {options} {folder}"));
        outcome
            .stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let text = |row: &Value, column: &str| row[column].as_str().unwrap_or_default().to_owned();
    let place = |row: &Value| (text(row, "path"), row["record"].as_u64().unwrap());
    let mut games = BTreeMap::new();
    for row in table("--table games --columns path,record,start_time,game_id,black,white") {
        let date = text(&row, "start_time");
        let is_dated = !date.is_empty();
        let padded = |rest: [&str; 2]| match date.len() {
            4 => format!("{date}{}", rest[0]),
            7 => format!("{date}{}", rest[1]),
            _ => date.clone(),
        };
        // A day after the last one of a month does not occur in a record, and has no effect on the order.
        let game = Game {
            earliest: is_dated.then(|| padded(["-01-01", "-01"])),
            latest: is_dated.then(|| padded(["-12-31", "-31"])),
            identity: (
                text(&row, "game_id"),
                format!("{}/{}", text(&row, "black"), text(&row, "white")),
            ),
            date,
            moves: Vec::new(),
            last: None,
        };
        games.insert(place(&row), game);
    }
    for row in table("--table moves --columns path,record,ply,usi,sfen") {
        let game = games.get_mut(&place(&row)).unwrap();
        let (usi, sfen) = (text(&row, "usi"), text(&row, "sfen"));
        let mut after = kifu::shogi::Position::from_sfen(&sfen).unwrap();
        after.play(usi.parse().unwrap()).unwrap();
        game.last = Some(key(&after.to_sfen(1)));
        game.moves.push((row["ply"].as_u64().unwrap(), usi, sfen));
    }
    games
}

/// Returns a position without the move number.
fn key(sfen: &str) -> String {
    sfen.rsplit_once(' ').unwrap().0.to_owned()
}

/// Returns the expected rows, found by comparing each game with each game of the reference.
fn expected_rows(
    reference: &BTreeMap<(String, u64), Game>,
    games: &BTreeMap<(String, u64), Game>,
) -> Vec<String> {
    let mut visits: BTreeMap<String, Vec<(&Game, BTreeSet<&str>)>> = BTreeMap::new();
    for game in reference.values() {
        let mut moves: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for (_, usi, sfen) in &game.moves {
            moves.entry(key(sfen)).or_default().insert(usi);
        }
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
        moves
            .entry(game.last.clone().unwrap_or_else(|| start.to_owned()))
            .or_default();
        for (position, moves) in moves {
            visits.entry(position).or_default().push((game, moves));
        }
    }
    let row_of = |(place, game): (&(String, u64), &Game)| {
        game.moves.iter().find_map(|(ply, usi, sfen)| {
            let counted: Vec<_> = visits
                .get(&key(sfen))
                .into_iter()
                .flatten()
                .filter(|(other, _)| {
                    let is_earlier = other
                        .latest
                        .as_ref()
                        .zip(game.earliest.as_ref())
                        .is_none_or(|(one, own)| one < own);
                    is_earlier && other.identity != game.identity
                })
                .collect();
            if counted.iter().any(|(_, moves)| moves.contains(usi.as_str())) {
                return None;
            }
            let last = counted
                .iter()
                .filter_map(|(other, _)| Some((other.latest.as_ref()?, &other.date)))
                .max();
            let last = last.map_or("", |(_, date)| date);
            let (path, record) = place;
            Some(format!(
                "{path},{record},{ply},{usi},{sfen},{},{last},{}",
                counted.len(),
                game.date
            ))
        })
    };
    games.iter().filter_map(row_of).collect()
}

/// Returns random records of few moves, dates and players, so that many have positions, or all moves, in common.
fn random_records(dice: &mut Dice, count: usize) -> String {
    const BLACK: [&str; 6] = ["7g7f", "2g2f", "1g1f", "9g9f", "6i7h", "3i4h"];
    const WHITE: [&str; 6] = ["3c3d", "8c8d", "1c1d", "9c9d", "4a3b", "7a6b"];
    const REPETITION: &str = " 5i5h 5a5b 5h5i 5b5a";
    let mut records = Vec::new();
    for _ in 0..count {
        let mut moves = [BLACK.to_vec(), WHITE.to_vec()];
        let mut line = String::new();
        if dice.below(8) == 0 {
            line += REPETITION;
        }
        for ply in 0..dice.below(11) {
            let choices = &mut moves[ply % 2];
            let chosen = choices.remove(dice.below(choices.len().min(4)));
            line = format!("{line} {chosen}");
        }
        let year = 2018 + dice.below(3);
        let month = 1 + dice.below(3);
        let day = 1 + dice.below(28);
        let date = match dice.below(6) {
            0 => String::new(),
            1 => format!("{year}"),
            2 => format!("{year}/{month:02}"),
            _ => format!("{year}/{month:02}/{day:02}"),
        };
        let players = dice.one_of(&["甲/乙", "甲/乙", "乙/甲", "丙/丁", ""]);
        records.push(record(&date, players, &line));
    }
    records.join("/\n")
}

#[test]
fn novelties_agree_with_a_comparison_of_all_games() {
    let mut dice = Dice::new(63);
    let [one, two, other] = [150, 150, 60].map(|count| random_records(&mut dice, count));
    let archive = Archive::new(&[
        ("ref/a.csa", one.as_bytes()),
        ("ref/b.csa", two.as_bytes()),
        ("games/a.csa", other.as_bytes()),
    ]);
    assert_eq!(archive.run_line("index -q ref -o ref.index").status, 0);
    let reference = games(&archive, "ref");
    assert_eq!(reference.len(), 300);
    for folder in ["games", "ref"] {
        let expected = expected_rows(&reference, &games(&archive, folder));
        assert!(expected.len() > 20, "{}", expected.len());
        assert!(expected.iter().any(|row| !row.contains(",0,,")));
        for options in [
            "--against ref",
            "--against ref -j 1",
            "--against ref.index -j 3",
            "--against ref/b.csa --against ref/a.csa",
        ] {
            let outcome = archive.run_line(&format!("stats -q --table novelties {options} {folder}"));
            let rows: Vec<_> = outcome.stdout.lines().skip(1).collect();
            assert_eq!(rows, expected, "{options} {folder}");
        }
    }
    let third = archive.run(&[
        "stats",
        "-q",
        "--table",
        "novelties",
        "--against",
        "ref",
        "ref",
        "--where",
        "ply = 3",
        "--columns",
        "ply",
    ]);
    let lines: BTreeSet<_> = third.stdout.lines().skip(1).collect();
    assert_eq!(lines, BTreeSet::from(["3"]), "{third:?}");
}
