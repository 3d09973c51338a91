//! The planted faults.

use kifu::record::Terminal;

use super::super::dice::Dice;
use super::names::{OUTSIDERS, Slip};
use super::{Event, EventGame, Planted};

/// A kind of fault.
struct Kind {
    rule: &'static str,
    name: &'static str,
    also: &'static [&'static str],
    /// Plants the fault, and returns the paths of its records. Returns `None` if the event has no game for it.
    plant: fn(&mut Event, &mut Dice) -> Option<Vec<String>>,
}

const fn kind(
    rule: &'static str,
    name: &'static str,
    also: &'static [&'static str],
    plant: fn(&mut Event, &mut Dice) -> Option<Vec<String>>,
) -> Kind {
    Kind {
        rule,
        name,
        also,
        plant,
    }
}

const OTHER_PLAYERS: &str = "same-game-other-players";
const OTHER_RESULT: &str = "same-game-other-result";
const AGAIN: &str = "same-game-again";
const CUT_SHORT: &str = "record-cut-short";
const TWO_GAMES: &str = "two-games-at-once";
const NAME_ONCE: &str = "player-name-once";
const OUTSIDE: &str = "date-outside-event";
const OTHER_NAME: &str = "file-under-other-name";

/// The kinds of faults, which are planted in turn.
const KINDS: [Kind; 24] = [
    kind(OTHER_PLAYERS, "names of another game", &[], names_of_another_game),
    kind(
        OTHER_PLAYERS,
        "names of strangers, same round",
        &[],
        names_of_strangers,
    ),
    kind(OTHER_RESULT, "another winner", &[], |event, dice| {
        add_copy(event, dice, |copy| copy.terminal = Some(Terminal::FoulWin))
    }),
    kind(OTHER_RESULT, "a draw", &[], |event, dice| {
        add_copy(event, dice, |copy| copy.terminal = Some(Terminal::Impasse))
    }),
    kind(
        "same-game-other-date",
        "20 days later",
        &[OUTSIDE],
        |event, dice| add_copy(event, dice, |copy| copy.day += 20),
    ),
    kind(AGAIN, "the same file", &[], |event, dice| {
        add_copy(event, dice, |_| {})
    }),
    kind(AGAIN, "as CSA", &[], |event, dice| {
        add_copy(event, dice, |copy| to_format(copy, "csa"))
    }),
    kind(AGAIN, "as KI2", &[], |event, dice| {
        add_copy(event, dice, |copy| to_format(copy, "ki2"))
    }),
    kind(CUT_SHORT, "without an end", &[], |event, dice| {
        let plies = 20 + dice.index(20);
        add_copy(event, dice, |copy| cut(copy, plies))
    }),
    kind(CUT_SHORT, "without an end, as CSA", &[], |event, dice| {
        let plies = 20 + dice.index(20);
        add_copy(event, dice, |copy| {
            cut(copy, plies);
            to_format(copy, "csa");
        })
    }),
    kind(TWO_GAMES, "in one round", &[OTHER_NAME], two_games_in_one_round),
    kind(TWO_GAMES, "at one time in two events", &[], two_games_at_one_time),
    kind("pairing-again", "in one round", &[OTHER_NAME], pairing_again),
    kind(NAME_ONCE, "look-alike character", &[OTHER_NAME], |event, dice| {
        slip_in_name(event, dice, Slip::LookAlike)
    }),
    kind(
        NAME_ONCE,
        "same-reading character",
        &[OTHER_NAME],
        |event, dice| slip_in_name(event, dice, Slip::SameReading),
    ),
    kind(NAME_ONCE, "exchanged parts", &[OTHER_NAME], |event, dice| {
        slip_in_name(event, dice, Slip::ExchangedParts)
    }),
    kind(OUTSIDE, "another year", &[OTHER_NAME], |event, dice| {
        change(event, dice, |game| game.year += 1)
    }),
    kind(OUTSIDE, "another month", &[OTHER_NAME], |event, dice| {
        change(event, dice, |game| game.day += 2 * 28)
    }),
    kind(OTHER_NAME, "names of another file", &[], exchanged_files),
    kind(OTHER_NAME, "another date", &[], |event, dice| {
        change(event, dice, |game| {
            let (year, month, day) = game.date();
            let (own, other) = (
                format!("{year}{month:02}{day:02}"),
                format!("{year}{month:02}{:02}", 29 - day),
            );
            game.path = game.path.replace(&own, &other);
        })
    }),
    kind(OTHER_NAME, "another table", &[], |event, dice| {
        change(event, dice, |game| {
            let table = format!("_t{:02}_", game.table);
            game.path = game.path.replace(&table, &format!("_t{}_", game.table + 40));
        })
    }),
    kind(
        "clock-other-than-event",
        "6 times the time",
        &[],
        |event, dice| change(event, dice, |game| game.clock = "3時間"),
    ),
    kind("handicap-other-than-event", "lance", &[], |event, dice| {
        change(event, dice, |game| game.handicap = "香落ち")
    }),
    kind(
        "same-game-other-date",
        "a year later",
        &[OUTSIDE],
        |event, dice| add_copy(event, dice, |copy| copy.year += 1),
    ),
];

/// Plants this number of faults, all kinds in turn, at most one of a kind in an event.
pub(super) fn plant_faults(events: &mut [Event], faults: usize) -> Vec<Planted> {
    let mut planted = Vec::new();
    for number in 0..faults {
        let kind = &KINDS[number % KINDS.len()];
        let moves_date = kind.rule == OUTSIDE || kind.also.contains(&OUTSIDE);
        let first = number / KINDS.len() + 3 * (number % KINDS.len());
        let event = (first..first + events.len())
            .map(|at| at % events.len())
            .find(|&at| !(moves_date && events[at].has_wrong_date))
            .expect("at most one wrong date for each event");
        let event = &mut events[event];
        event.has_wrong_date |= moves_date;
        let mut dice = Dice::for_subject(event.seed, "faults", number as u64);
        let paths = (kind.plant)(event, &mut dice).expect("every event has a game for every kind of fault");
        planted.push(Planted {
            rule: kind.rule,
            kind: kind.name,
            also: kind.also,
            paths,
        });
    }
    planted
}

/// Adds a copy of a game with a change, in the folder of the event.
fn add_copy(event: &mut Event, dice: &mut Dice, change: impl FnOnce(&mut EventGame)) -> Option<Vec<String>> {
    let at = event.take(dice, |game| game.round > 1)?;
    Some(copy_of(event, at, change))
}

/// Adds a copy of this game with a change. Returns the paths of both.
fn copy_of(event: &mut Event, at: usize, change: impl FnOnce(&mut EventGame)) -> Vec<String> {
    let mut copy = event.games[at].clone();
    let original = copy.path.clone();
    copy.path = format!("{}/x-{:03}.kif", event.folder, event.games.len());
    change(&mut copy);
    vec![event.add(copy), original]
}

/// Changes a game.
fn change(event: &mut Event, dice: &mut Dice, change: impl FnOnce(&mut EventGame)) -> Option<Vec<String>> {
    let at = event.take(dice, |game| game.round > 1)?;
    let original = event.games[at].path.clone();
    change(&mut event.games[at]);
    let path = event.games[at].path.clone();
    Some(if path == original {
        vec![path]
    } else {
        vec![path, original]
    })
}

fn cut(game: &mut EventGame, plies: usize) {
    game.moves.truncate(plies);
    game.terminal = None;
}

fn to_format(game: &mut EventGame, extension: &str) {
    game.path = game.path.replace(".kif", &format!(".{extension}"));
}

/// A copy in the evening, without a round, has the two other players of another game.
fn names_of_another_game(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let at = event.take(dice, |game| game.round > 1)?;
    let own = event.games[at].players.clone();
    let is_other = |game: &EventGame| !game.players.iter().any(|name| own.contains(name));
    let other = event.take(dice, |game| game.round == 1 && is_other(game))?;
    let (players, name) = (event.games[other].players.clone(), event.name.clone());
    let change = |copy: &mut EventGame| {
        copy.players = players;
        (copy.start, copy.end) = (20 * 60, 21 * 60);
        copy.event = name;
    };
    Some(copy_of(event, at, change))
}

/// A copy has the names of persons who are not in the event.
fn names_of_strangers(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    add_copy(event, dice, |copy| {
        copy.players = [OUTSIDERS[0], OUTSIDERS[1]].map(str::to_owned);
    })
}

/// White of a game is a player of another table of the same round.
fn two_games_in_one_round(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let at = event.take(dice, |game| game.round > 1)?;
    let round = event.games[at].round;
    let other = event.take(dice, |game| game.round == round)?;
    let name = event.games[other].players[0].clone();
    event.games[at].players[1] = name;
    Some([at, other].map(|at| event.games[at].path.clone()).into())
}

/// A player has a game in another event, which begins during the first one.
fn two_games_at_one_time(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let at = event.take(dice, |game| game.round > 1)?;
    let mut game = event.games[at].clone();
    let original = game.path.clone();
    game.players = [OUTSIDERS[2].to_owned(), game.players[0].clone()];
    game.event = format!("第{}回潮見杯", event.number + 1);
    (game.start, game.end) = (game.start + 20, game.start + 80);
    game.moves = event.other_moves(&[], 66);
    game.path = format!("{}/x-{:03}.kif", event.folder, event.games.len());
    Some(vec![event.add(game), original])
}

/// A game has the players of another one of the round, with exchanged colours, and begins after it.
fn pairing_again(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let at = event.take(dice, |game| game.round > 1)?;
    let round = event.games[at].round;
    let other = event.take(dice, |game| game.round == round)?;
    let [black, white] = event.games[other].players.clone();
    let game = &mut event.games[at];
    game.players = [white, black];
    (game.start, game.end) = (game.start + 110, game.start + 119);
    Some([at, other].map(|at| event.games[at].path.clone()).into())
}

/// A name is written with a slip.
fn slip_in_name(event: &mut Event, dice: &mut Dice, slip: Slip) -> Option<Vec<String>> {
    let names = event.names.clone();
    // The name with the slip is not that of another player.
    let slips = |name: &str| {
        let slips = slip.of(name).into_iter();
        slips.filter(|slip| !names.contains(slip)).collect::<Vec<_>>()
    };
    let at = event.take(dice, |game| {
        game.round > 1 && game.players.iter().any(|name| !slips(name).is_empty())
    })?;
    let game = &mut event.games[at];
    let player = game.players.iter_mut().find(|name| !slips(name).is_empty())?;
    player.clone_from(dice.choose(&slips(player)));
    Some(vec![game.path.clone()])
}

/// Two files of a round have each other's name.
fn exchanged_files(event: &mut Event, dice: &mut Dice) -> Option<Vec<String>> {
    let at = event.take(dice, |game| game.round > 1)?;
    let round = event.games[at].round;
    let other = event.take(dice, |game| game.round == round)?;
    let path = std::mem::take(&mut event.games[at].path);
    event.games[at].path = std::mem::replace(&mut event.games[other].path, path);
    Some([at, other].map(|at| event.games[at].path.clone()).into())
}
