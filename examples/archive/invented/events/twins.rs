//! Correct records that resemble faults.

use kifu::record::Terminal;

use super::super::dice::Dice;
use super::names::{OUTSIDERS, Slip};
use super::{Event, EventGame, Twin};

/// A finding that is right about a twin: the rule and the severity.
type Allowed = Option<(&'static str, &'static str)>;

/// A kind of twin: the name, a finding that is right, and the function that adds the twin to an event and returns the paths of
/// its records.
type Kind = (
    &'static str,
    Allowed,
    fn(&mut Event, &mut Dice) -> Option<Vec<String>>,
);

const AT_ONCE: Allowed = Some(("two-games-at-once", "note"));
const AGAIN: Allowed = Some(("same-game-again", "note"));

/// The kinds of twins.
const KINDS: [Kind; 16] = [
    ("rematch", None, rematch),
    ("replay after 千日手", None, replay),
    ("exhibition by its name", AT_ONCE, named_exhibition),
    ("exhibition of six games", AT_ONCE, exhibition_of_six),
    ("exhibition of a round", AT_ONCE, exhibition_of_a_round),
    ("monthly league and its final", None, monthly_league),
    ("league with exchanged colours", None, double_league),
    ("engines in two scripts", AGAIN, engines),
    ("an engine in two scripts", AGAIN, engine),
    ("40 equal plies", None, joseki),
    ("40 equal plies of one pair", None, joseki_of_one_pair),
    ("relatives, both frequent", None, relatives),
    ("relative in the same round", None, relative_in_round),
    ("relative as the opponent", None, relative_as_opponent),
    ("names with titles and variants", None, spellings),
    ("short equal games", None, short_games),
];

/// Adds twins to an event: every fourth kind, other ones in the next event.
pub(super) fn add_twins(event: &mut Event) -> Vec<Twin> {
    let mut twins = Vec::new();
    for (number, (kind, allowed, add)) in (0..).zip(KINDS) {
        if !(event.number + number).is_multiple_of(4) {
            continue;
        }
        let mut dice = Dice::for_subject(event.seed, kind, event.number);
        let paths = add(event, &mut dice).expect("every event has games for every kind of twin");
        twins.push(Twin { kind, allowed, paths });
    }
    twins
}

/// Returns a copy of a game for another game of these players in a folder, which begins with `shared` plies of the copied game.
fn another_game(
    event: &mut Event,
    model: &EventGame,
    players: [&str; 2],
    folder: &str,
    shared: usize,
) -> EventGame {
    let moves = event.other_moves(&model.moves[..shared], 70);
    let mut game = EventGame {
        players: players.map(str::to_owned),
        moves,
        terminal: Some(Terminal::Resign),
        ..model.clone()
    };
    game.path = game.path_in(&format!("{}/{folder}", event.folder));
    game
}

/// Returns a copy of a random game as the model of other games.
fn model(event: &mut Event, dice: &mut Dice) -> Option<EventGame> {
    event.take(dice, |_| true).map(|at| event.games[at].clone())
}

/// A pair plays again in the evening of the last day, in an additional round.
fn rematch(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let model = model(event, dice)?;
    let [black, white] = model.players.each_ref().map(String::as_str);
    let mut game = another_game(event, &model, [white, black], "11回戦", 0);
    game.event = format!("{} 11回戦 {}番卓", event.name, game.table);
    game.day += (10 - 1) / 4 - (game.round - 1) / 4;
    (game.start, game.end) = (19 * 60, 20 * 60);
    game.path = game.path_in(&format!("{}/11回戦", event.folder));
    Some(vec![event.add(game), model.path])
}

/// A game is drawn by repetition, and played again with exchanged colours.
fn replay(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let at = event.take(dice, |_| true)?;
    let model = event.games[at].clone();
    event.games[at].terminal = Some(Terminal::Repetition);
    let [black, white] = model.players.each_ref().map(String::as_str);
    let mut game = another_game(event, &model, [white, black], "", 0);
    (game.start, game.end) = (model.end + 5, model.end + 15);
    game.path = model.path.replace(".kif", "_指し直し.kif");
    Some(vec![event.add(game), model.path])
}

/// A master plays several games at one time, a week after the event.
fn exhibition(event: &mut Event, dice: &mut Dice, name: &str, games: u32) -> Option<Vec<String>> {
    let model = model(event, dice)?;
    let master = event.names[0].clone();
    let mut paths = Vec::new();
    for table in 1..=games {
        let guest = event.names[7 + table as usize].clone();
        let mut game = another_game(event, &model, [&guest, &master], name, 0);
        name.clone_into(&mut game.event);
        game.table = table;
        game.day += 7;
        (game.start, game.end) = (13 * 60, 14 * 60 + 3 * table);
        game.path = game.path_in(&format!("{}/{name}", event.folder));
        paths.push(event.add(game));
    }
    Some(paths)
}

fn named_exhibition(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    const NAMES: [&str; 4] = [
        "指導対局",
        "多面指し",
        "Simultaneous Exhibition",
        "プロ棋士による指導対局会",
    ];
    let name = format!("{} {}", event.name, dice.choose(&NAMES));
    exhibition(event, dice, &name, 3)
}

fn exhibition_of_six(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let name = format!("{}記念の集い", event.name);
    exhibition(event, dice, &name, 6)
}

fn exhibition_of_a_round(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let name = format!("{}前夜祭 1回戦", event.name);
    exhibition(event, dice, &name, 5)
}

/// A league of six players, in which every pair plays in one round, and then with exchanged colours in another one. Returns its
/// games.
fn league(event: &mut Event, dice: &mut Dice, name: &str, days: u32, rounds: u32) -> Option<Vec<EventGame>> {
    let model = model(event, dice)?;
    let players: Vec<String> = event.names[20..26].to_vec();
    let mut games = Vec::new();
    for round in 0..rounds {
        for table in 0..3 {
            let place = |at: usize| {
                if at == 0 {
                    0
                } else {
                    1 + (at - 1 + round as usize) % 5
                }
            };
            let (one, other) = (&*players[place(table)], &*players[place(5 - table)]);
            let pair = if round < 5 { [one, other] } else { [other, one] };
            // Every pair begins with its favourite opening.
            let mut game = another_game(event, &model, pair, name, 12);
            game.event = format!("{name} 第{}回戦", round + 1);
            game.day = model.day + 10 + days * round + table as u32;
            game.table = table as u32 + 1;
            game.path = game.path_in(&format!("{}/{name}/{}回戦", event.folder, round + 1));
            games.push(game);
        }
    }
    Some(games)
}

/// The league has a round in each month, and its final is two months later.
fn monthly_league(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let name = format!("{}月例リーグ", event.name);
    let games = league(event, dice, &name, 28, 5)?;
    let players = games[0].players.clone();
    let [one, other] = players.each_ref().map(String::as_str);
    let mut last = another_game(event, &games[0], [other, one], &name, 12);
    last.event = format!("{name} 決勝");
    last.day = games[14].day + 56;
    last.path = last.path_in(&format!("{}/{name}/決勝", event.folder));
    Some(
        games
            .into_iter()
            .chain([last])
            .map(|game| event.add(game))
            .collect(),
    )
}

/// Every pair plays twice, with exchanged colours.
fn double_league(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let name = format!("{}リーグ", event.name);
    let games = league(event, dice, &name, 7, 10)?;
    Some(games.into_iter().map(|game| event.add(game)).collect())
}

/// Adds two records of one game of programs, with these names.
fn programs(event: &mut Event, dice: &mut Dice, names: [[&str; 2]; 2]) -> Option<Vec<String>> {
    let model = model(event, dice)?;
    let mut game = another_game(event, &model, names[0], "programs", 0);
    game.event = format!("第{}回電脳戦 1回戦", event.number + 1);
    let mut copy = game.clone();
    copy.players = names[1].map(str::to_owned);
    for (game, folder) in [(&mut game, "programs"), (&mut copy, "programs/copies")] {
        game.path = game.path_in(&format!("{}/{folder}", event.folder));
    }
    Some(vec![event.add(game), event.add(copy)])
}

fn engines(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    programs(event, dice, [["きふわらべ", "水匠"], ["Kifuwarabe", "Suisho"]])
}

fn engine(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    programs(
        event,
        dice,
        [["きふわらべ", "Asunaro"], ["Kifuwarabe", "Asunaro"]],
    )
}

/// Two games of the event have equal moves up to ply 40.
fn joseki(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let first = model(event, dice)?;
    let at = event.take(dice, |_| true)?;
    event.games[at].moves = event.other_moves(&first.moves[..40], 80);
    Some(vec![event.games[at].path.clone(), first.path])
}

/// A pair plays twice on one day with equal moves up to ply 40.
fn joseki_of_one_pair(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let model = model(event, dice)?;
    let [black, white] = model.players.each_ref().map(String::as_str);
    let mut game = another_game(event, &model, [black, white], "evening", 40);
    game.event = format!("{}夜の部", event.name);
    (game.start, game.end) = (21 * 60, 22 * 60);
    Some(vec![event.add(game), model.path])
}

/// Returns a name with a same-reading character that no player of the event has, and the name of the player whom it resembles.
fn relative(event: &mut Event, dice: &mut Dice) -> (String, String) {
    let slips = |name: &String| {
        let slips = Slip::SameReading.of(name).into_iter();
        let name = name.clone();
        let others = slips.filter(|slip| !event.names.contains(slip));
        others.map(move |slip| (slip, name.clone()))
    };
    let all: Vec<_> = event.names.iter().flat_map(slips).collect();
    let (name, player) = dice.choose(&all).clone();
    event.names.push(name.clone());
    (name, player)
}

/// A player of the event has the name of a relative of another one.
fn relatives(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let (name, player) = relative(event, dice);
    let renamed = event
        .names
        .iter()
        .position(|other| *other != player && !event.is_used(other))?;
    let old = std::mem::replace(&mut event.names[renamed], name.clone());
    for game in &mut event.games {
        game.rename(&old, &name);
    }
    let games = event.games.iter().filter(|game| game.players.contains(&name));
    Some(games.map(|game| game.path.clone()).collect())
}

/// A relative of a player has one game, in a round in which the player has one, too.
fn relative_in_round(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let (name, player) = relative(event, dice);
    let at = event.take(dice, |game| game.players.contains(&player))?;
    let model = event.games[at].clone();
    let folder = format!("{}回戦", model.round);
    let mut game = another_game(event, &model, [&name, OUTSIDERS[3]], &folder, 0);
    game.table = 26;
    game.event = format!("{} {} 26番卓", event.name, folder);
    game.path = game.path_in(&format!("{}/{folder}", event.folder));
    Some(vec![event.add(game), model.path])
}

/// A relative of a player has one game, against the player, after the rounds of a day.
fn relative_as_opponent(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let (name, player) = relative(event, dice);
    let at = event.take(dice, |game| game.players.contains(&player))?;
    let model = event.games[at].clone();
    let mut game = another_game(event, &model, [&name, &player], "extra", 0);
    game.event.clone_from(&event.name);
    (game.start, game.end) = (17 * 60, 18 * 60);
    Some(vec![event.add(game), model.path])
}

/// The names of a game have titles, ranks and variant characters.
fn spellings(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let at = event.take(dice, |game| !game.path.contains("指し直し"))?;
    let game = &mut event.games[at];
    let [black, white] = &mut game.players;
    *black = format!(
        "{} アマ四段",
        black.replace('高', "髙").replace('辺', "邊").replace('崎', "﨑")
    );
    *white = format!("{}さん", white.replace(' ', "　"));
    Some(vec![game.path.clone()])
}

/// Two pairs play the same 24 moves, and resign.
fn short_games(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let [one, other] = [event.take(dice, |_| true)?, event.take(dice, |_| true)?];
    event.games[one].moves.truncate(24);
    event.games[other].moves = event.games[one].moves.clone();
    Some([one, other].map(|at| event.games[at].path.clone()).into())
}
