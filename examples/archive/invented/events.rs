//! Events of invented games, with planted faults between records and cases that resemble such faults.
//!
//! An event has ten rounds of 25 games by 50 players. The records of an event are in a folder for each round, under names with
//! the table and the players.

use std::fmt::Write as _;

use kifu::finding::Span;
use kifu::notation::header::header;
use kifu::notation::{self, Writer};
use kifu::played::Played;
use kifu::record::{Clock, Ending, NodeId, Record, Step, Terminal, WrittenMove};
use kifu::shogi::Move;
use serde::Serialize;

use super::File;
use super::dice::Dice;
use super::people::Player;
use super::play::GameInProgress;

/// Games of an event.
pub const GAMES_OF_EVENT: u64 = ROUNDS as u64 * TABLES as u64;

const ROUNDS: u32 = 10;
const TABLES: u32 = 25;

/// A planted fault: the rule that must report it, and the records that it concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Planted {
    /// The rule.
    pub rule: &'static str,
    /// The paths of the records, the changed or added one first.
    pub paths: Vec<String>,
}

/// The rules whose faults are planted, in turn.
pub const PLANTED_RULES: [&str; 12] = [
    "same-game-other-players",
    "same-game-other-result",
    "same-game-other-date",
    "same-game-again",
    "record-cut-short",
    "two-games-at-once",
    "pairing-again",
    "player-name-once",
    "date-outside-event",
    "file-under-other-name",
    "clock-other-than-event",
    "handicap-other-than-event",
];

/// A game of an event.
#[derive(Clone, Debug)]
pub struct EventGame {
    pub path: String,
    pub event: String,
    pub round: u32,
    pub table: u32,
    pub players: [String; 2],
    /// Days since the first of January of the year.
    pub day: u32,
    pub year: u32,
    /// The start and the end in minutes of the day.
    pub start: u32,
    pub end: u32,
    pub moves: Vec<Move>,
    /// The end of the game; `None` if the record ends without one.
    pub terminal: Option<Terminal>,
    pub clock: &'static str,
    pub handicap: &'static str,
}

/// Creates the games of events, and plants this number of faults in them.
pub fn make_events(seed: u64, events: u64, faults: usize) -> (Vec<File>, Vec<Planted>) {
    let mut games: Vec<Vec<EventGame>> = (0..events).map(|number| event(seed, number)).collect();
    let mut dice = Dice::for_subject(seed, "faults", 0);
    let mut planted = Vec::new();
    for number in 0..faults {
        let rule = PLANTED_RULES[number % PLANTED_RULES.len()];
        let event = &mut games[number / PLANTED_RULES.len() % events as usize];
        planted.extend(plant(rule, number, event, &mut dice));
    }
    let files = games.iter().flatten().map(|game| File {
        path: game.path.clone(),
        bytes: write(game),
    });
    (files.collect(), planted)
}

/// The players of an event: 50 different ones of the 400 humans.
fn players(seed: u64, event: u64) -> Vec<String> {
    let first = (event as usize * 53) % 400;
    let numbers = (0..2 * TABLES as usize).map(|at| (first + 7 * at) % 400);
    numbers
        .map(|number| Player::new(seed, number).name_with_blank())
        .collect()
}

fn event(seed: u64, number: u64) -> Vec<EventGame> {
    let names = players(seed, number);
    let mut dice = Dice::for_subject(seed, "event", number);
    let (name, folder) = (format!("第{}回風見杯", number + 1), format!("{:02}", number + 1));
    let (year, first_day) = (2015 + (number % 9) as u32, 10 + dice.below(300));
    let mut games = Vec::new();
    for round in 1..=ROUNDS {
        for table in 1..=TABLES {
            // The circle method: the first player stays, the others move on by one place in each round.
            let place = |at: u32| match at {
                0 => 0,
                at => (1 + (at - 1 + round - 1) % (2 * TABLES - 1)) as usize,
            };
            let mut pair = [place(table - 1), place(2 * TABLES - table)].map(|at| names[at].clone());
            if (round + table) % 2 == 0 {
                pair.reverse();
            }
            let game_number = number * GAMES_OF_EVENT + u64::from(round * TABLES + table);
            let start = 9 * 60 + 120 * ((round - 1) % 4);
            let mut game = EventGame {
                path: String::new(),
                event: format!("{name} {round}回戦"),
                round,
                table,
                players: pair,
                day: first_day + (round - 1) / 4,
                year,
                start,
                end: start + 35 + dice.below(60),
                moves: play(seed, game_number, 50 + 2 * dice.below(40)),
                terminal: Some(Terminal::Resign),
                clock: "30分",
                handicap: "平手",
            };
            game.path = path(&folder, &game);
            if dice.chance(8) {
                games.push(drawn_and_replayed(seed, game_number, &mut game, &folder));
            }
            games.push(game);
        }
    }
    games
}

/// Makes the game a draw, and returns the game that replays it.
fn drawn_and_replayed(seed: u64, number: u64, game: &mut EventGame, folder: &str) -> EventGame {
    game.terminal = Some(Terminal::Repetition);
    let mut replay = game.clone();
    replay.players.reverse();
    replay.moves = play(seed, number + (1 << 40), 70);
    replay.terminal = Some(Terminal::Resign);
    (replay.start, replay.end) = (game.end + 5, game.end + 15);
    replay.path = path(folder, &replay).replace(".kif", "_指し直し.kif");
    replay
}

/// Returns the path of a record: a folder for the event and the round, then the table and the players.
fn path(folder: &str, game: &EventGame) -> String {
    let [black, white] = game.players.each_ref().map(|name| name.replace(' ', ""));
    let (round, table) = (game.round, game.table);
    format!("{folder}/{round}回戦/t{table:02}_{black}_{white}.kif")
}

/// Plays the first moves of a game. Games of engines are not needed here, so every game is different.
fn play(seed: u64, number: u64, plies: u32) -> Vec<Move> {
    let mut game = GameInProgress::new(Dice::for_subject(seed, "event game", number));
    while (game.moves.len() as u32) < plies && game.play_one() {}
    game.moves
}

/// Plants a fault in an event. Returns `None` if the event has no game for it.
fn plant(rule: &'static str, number: usize, games: &mut Vec<EventGame>, dice: &mut Dice) -> Option<Planted> {
    let at = (0..50).map(|_| dice.index(games.len())).find(|&at| {
        let game = &games[at];
        game.terminal == Some(Terminal::Resign)
            && game.round > 1
            && !game.path.contains("指し直し")
            && !game.path.contains("x-")
            && (rule != "player-name-once" || game.players.iter().any(|name| slip(name).is_some()))
    })?;
    let mut copy = games[at].clone();
    let original = copy.path.clone();
    let added = format!(
        "{}/x-{number:03}.kif",
        original.split('/').next().unwrap_or_default()
    );
    let planted = |paths: Vec<String>| Some(Planted { rule, paths });
    match rule {
        "same-game-other-players" => {
            let other = games[(at + 3) % games.len()].players.clone();
            copy.players = other;
            (copy.start, copy.end) = (20 * 60, 21 * 60);
            copy.event = copy.event.replace(&format!(" {}回戦", copy.round), "");
        }
        "same-game-other-result" => copy.terminal = Some(Terminal::FoulWin),
        "same-game-other-date" => copy.day += 20,
        "same-game-again" => {}
        "record-cut-short" => {
            copy.moves.truncate(20 + dice.index(20));
            copy.terminal = None;
        }
        "two-games-at-once" => {
            // A player of another table of the same round.
            let round = games[at].round;
            let other = games.iter().find(|game| {
                game.round == round
                    && game.table != copy.table
                    && game.table % 3 == (number % 3) as u32
                    && game.terminal == Some(Terminal::Resign)
            })?;
            let (name, path) = (other.players[0].clone(), other.path.clone());
            games[at].players[1] = name;
            return planted(vec![original, path]);
        }
        "pairing-again" => {
            let round = games[at].round;
            let other = games.iter().find(|game| {
                game.round == round && game.table != copy.table && game.terminal == Some(Terminal::Resign)
            })?;
            let (pair, path) = (other.players.clone(), other.path.clone());
            (games[at].start, games[at].end) = (games[at].start + 110, games[at].start + 119);
            games[at].players = [pair[1].clone(), pair[0].clone()];
            return planted(vec![original, path]);
        }
        "player-name-once" => {
            let seat = copy.players.iter().position(|name| slip(name).is_some())?;
            games[at].players[seat] = slip(&copy.players[seat])?;
            return planted(vec![original]);
        }
        "date-outside-event" => {
            games[at].year += 1;
            return planted(vec![original]);
        }
        "file-under-other-name" => {
            let round = games[at].round;
            let other = games.iter().position(|game| {
                game.round == round && game.table != copy.table && !game.path.contains("指し直し")
            })?;
            let path = std::mem::take(&mut games[other].path);
            games[at].path.clone_from(&path);
            games[other].path.clone_from(&original);
            return planted(vec![original, path]);
        }
        "clock-other-than-event" => {
            games[at].clock = "3時間";
            return planted(vec![original]);
        }
        _ => {
            // The game must be legal with the handicap, so only White's first move remains.
            games[at].handicap = "香落ち";
            return planted(vec![original]);
        }
    }
    copy.path.clone_from(&added);
    games.push(copy);
    planted(vec![added, original])
}

/// Returns a name with a look-alike or same-reading character, or with exchanged parts; `None` if it has no such character.
fn slip(name: &str) -> Option<String> {
    const SLIPS: [(&str, &str); 8] = [
        ("太郎", "太朗"),
        ("一郎", "一朗"),
        ("斎藤", "斉藤"),
        ("坂本", "阪本"),
        ("中島", "中嶋"),
        ("正夫", "正雄"),
        ("浩", "博"),
        ("和也", "一也"),
    ];
    let (from, to) = SLIPS.into_iter().find(|(from, _)| name.contains(from))?;
    Some(name.replacen(from, to, 1))
}

/// Writes a game as KIF.
fn write(game: &EventGame) -> Vec<u8> {
    let mut record = Record::new(notation::kif::NOTATION.format);
    let time = |minutes: u32| {
        let (month, day) = month_and_day(game.day);
        format!(
            "{}/{month:02}/{day:02} {:02}:{:02}:00",
            game.year,
            minutes / 60,
            minutes % 60
        )
    };
    let headers = [
        ("開始日時", time(game.start)),
        ("終了日時", time(game.end)),
        ("棋戦", game.event.clone()),
        ("持ち時間", game.clock.to_owned()),
        ("先手", game.players[0].clone()),
        ("後手", game.players[1].clone()),
    ];
    let headers = headers.into_iter();
    record
        .headers
        .extend(headers.map(|(key, value)| header(key, value, Span::default())));
    let mut node = NodeId::START;
    for &mv in &game.moves {
        let step = Step::Move(WrittenMove::new(mv, Span::default()));
        node = record.tree.add(node, step, Clock::default());
    }
    if let Some(terminal) = game.terminal {
        let ending = Ending {
            terminal,
            offender: None,
            word: notation::japanese_terminal(terminal).unwrap_or_default().into(),
            span: Span::default(),
        };
        record.tree.add(node, Step::End(ending), Clock::default());
    }
    let writer = Writer::new(notation::target("kifu").expect("a target of the crate"));
    let page = writer
        .write(&Played::new(&record))
        .expect("every move can be played");
    if game.handicap == "平手" {
        return page.bytes;
    }
    // A handicap game in which White, who gives the lance, resigns after one move.
    let text = String::from_utf8(page.bytes).expect("KIF in UTF-8");
    let head = text.lines().take_while(|line| !line.starts_with("手数"));
    let mut text = head.fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{}", line.replace("手合割：平手", "手合割：香落ち"));
        text
    });
    text.push_str("手数----指手---------消費時間--\n   1 ３四歩(33)\n   2 投了\n");
    text.into_bytes()
}

/// Returns the month and the day of a day of the year, in months of 28 days.
fn month_and_day(day: u32) -> (u32, u32) {
    (day / 28 % 12 + 1, day % 28 + 1)
}
