//! Records of one game: equal moves under other players, results or dates, and records that end early.

use std::io;

use super::Report;
use super::facts::Facts;
use super::names::{are_forms, resemble};
use super::store::{FactsStore, HANDLE_BYTES, Handle};
use crate::check::{ArchiveFinding, Statement};
use crate::finding::archive::{
    RECORD_CUT_SHORT, SAME_GAME_AGAIN, SAME_GAME_OTHER_DATE, SAME_GAME_OTHER_PLAYERS, SAME_GAME_OTHER_RESULT,
};
use crate::finding::{Message, Severity, message};
use crate::stats::Sorted;
use crate::stats::duplicates::{MIN_DISTINCTIVE_PLIES, Players};

/// Number of plies from which equal moves of two records that both state the end are of one game, also under the names of other
/// players. Without a stated end, the number is [`MIN_DISTINCTIVE_PLIES`].
const DISTINCTIVE_ENDED_PLIES: u32 = 30;

/// Number of plies from which equal moves of the same two players are of one game.
const SAME_PLAYERS_PLIES: u32 = 20;

/// Number of such plies for two records of one day.
const SAME_DAY_PLIES: u32 = 10;

/// Maximum number of records of a game with which further records are compared.
const MAX_KEPT: usize = 1_000;

/// Compares the records with equal moves. `records` has the records that share the hash of their moves, which is the key; those of
/// one key are in the order of the inputs.
///
/// # Errors
///
/// Returns an error if a temporary file cannot be read.
pub(super) fn compare_equal_games(
    records: impl Iterator<Item = io::Result<(Vec<u8>, Facts)>>,
    report: &mut Report,
) -> io::Result<()> {
    let mut moves = Vec::new();
    let mut kept: Vec<Facts> = Vec::new();
    for record in records {
        let (key, facts) = record?;
        if key != moves {
            kept.clear();
            moves = key;
        }
        let found = kept
            .iter()
            .filter_map(|earlier| Some((relation(earlier, &facts)?, earlier)))
            .min_by_key(|(relation, _)| *relation);
        match found {
            Some((relation, earlier)) => {
                report.add(of_same_game(relation, earlier, &facts), [&facts, earlier]);
            }
            None if kept.len() < MAX_KEPT => kept.push(facts),
            None => {}
        }
    }
    Ok(())
}

/// The relation of the players of two records with equal moves, the closest one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    /// Both players are common, with their colours.
    Same,
    /// Both players are common, with exchanged colours.
    Exchanged,
    /// A name is missing, or both names are probably forms of the same names.
    Partly,
    /// One player is common, and the other one differs.
    One,
    /// No player is common.
    Others,
}

/// Returns the relation of two records with equal moves; `None` if they may be different games.
fn relation(one: &Facts, other: &Facts) -> Option<Relation> {
    let plies = one.plies;
    let is_distinctive = plies as usize >= MIN_DISTINCTIVE_PLIES
        || plies >= DISTINCTIVE_ENDED_PLIES && one.has_end && other.has_end;
    if one.has_players() && other.has_players() && one.pair() == other.pair() {
        let is_same_day = one.day().is_some() && one.day() == other.day();
        let is_one_game = plies >= SAME_PLAYERS_PLIES || plies >= SAME_DAY_PLIES && is_same_day;
        let relation = if one.players == other.players {
            Relation::Same
        } else {
            Relation::Exchanged
        };
        return is_one_game.then_some(relation);
    }
    let players = [one, other].map(|facts| Players::from_normalized(&facts.players));
    let mut seats = one.players.iter().zip(&other.players);
    let has_other_forms = seats.all(|(one, other)| one == other || are_forms(one, other));
    let relation = match players {
        [Some(players), Some(others)] if !has_other_forms && !players.has_common(others) => Relation::Others,
        [Some(_), Some(_)] if has_one_other_player(one, other) => Relation::One,
        _ => Relation::Partly,
    };
    is_distinctive.then_some(relation)
}

/// Returns whether two records have one player in common, and the other players are two who do not resemble each other.
fn has_one_other_player(one: &Facts, other: &Facts) -> bool {
    let only_in = |these: &Facts, those: &Facts| {
        let mut rest = these.players.iter().filter(|name| !those.players.contains(name));
        rest.next().filter(|_| rest.next().is_none()).cloned()
    };
    let rest = only_in(one, other).zip(only_in(other, one));
    rest.is_some_and(|(one, other)| !resemble(&one, &other) && !are_forms(&one, &other))
}

/// Returns the finding about two records of one game.
fn of_same_game(relation: Relation, earlier: &Facts, later: &Facts) -> ArchiveFinding {
    let (place, names) = (&earlier.place, earlier.names_text());
    let path = &place.path;
    if relation == Relation::Exchanged {
        return ArchiveFinding {
            severity: Severity::Warning,
            ..ArchiveFinding::new(
                &SAME_GAME_OTHER_PLAYERS,
                Statement::Black,
                message!(
                    "the moves are those of {names} in {path}, but the colours of the players are exchanged",
                    "{path}の{names}と同じ指し手だが、先手と後手の名前が入れ替わっている",
                ),
            )
        };
    }
    if matches!(relation, Relation::One | Relation::Others) {
        let own_names = later.names_text();
        return ArchiveFinding {
            severity: match relation {
                Relation::One => Severity::Warning,
                _ => severity_of_other_players(earlier, later),
            },
            ..ArchiveFinding::new(
                &SAME_GAME_OTHER_PLAYERS,
                Statement::Black,
                message!(
                    "the moves are those of {names} in {path}, but the players are {own_names}",
                    "{path}の{names}と同じ指し手だが、対局者が{own_names}になっている",
                ),
            )
        };
    }
    if let (Some(one), Some(other)) = (earlier.result, later.result)
        && one != other
        && relation != Relation::Partly
    {
        let (one, other): (Message, Message) = (one.words().into(), other.words().into());
        return ArchiveFinding::new(
            &SAME_GAME_OTHER_RESULT,
            Statement::Result,
            message!(
                "{path} has the same game of {names}, and {one}; here {other}",
                "{path}に同じ対局（{names}）があり、{one}となっているが、ここでは{other}となっている",
                path,
                names,
                one,
                other
            ),
        );
    }
    if let (Some(one), Some(other)) = (earlier.day(), later.day())
        && one.abs_diff(other) > 1
    {
        let (one, other) = (earlier.date_text(), later.date_text());
        return ArchiveFinding::new(
            &SAME_GAME_OTHER_DATE,
            Statement::Date,
            message!(
                "{path} has the same game of {names} on {one}, not on {other}",
                "{path}の同じ対局（{names}）の日付は{one}で、{other}ではない",
            ),
        );
    }
    ArchiveFinding::new(
        &SAME_GAME_AGAIN,
        Statement::Record,
        message!(
            "{path} has the same game of {names}",
            "{path}に同じ対局（{names}）がある",
        ),
    )
}

/// Returns the severity of a game under other players: an error only if both records state the same date, event and round, and
/// no name of one resembles a name of the other.
fn severity_of_other_players(one: &Facts, other: &Facts) -> Severity {
    let is_same_day = one.day().is_some() && one.day() == other.day();
    let is_same_event = one.event.is_some() && other.event.is_some() && one.event_key == other.event_key;
    let round = |facts: &Facts| facts.stated_pairing.round;
    let is_same_round = round(one).is_some() && round(one) == round(other);
    let mut pairs = one
        .players
        .iter()
        .flat_map(|name| other.players.iter().map(move |other| (name, other)));
    if is_same_day && is_same_event && is_same_round && !pairs.any(|(name, other)| resemble(name, other)) {
        Severity::Error
    } else {
        Severity::Warning
    }
}

/// Finds records that are the beginning of another record of the same players and day. The keys of `sorted` are the players and
/// the day, then the start position and the plies ([`cut_key`]); the items are handles, followed by 1 for a record that
/// [is open](is_open) or else 0.
///
/// # Errors
///
/// Returns an error if a temporary file cannot be read.
pub(super) fn find_cut_records(
    sorted: Sorted,
    facts: &mut FactsStore,
    report: &mut Report,
) -> io::Result<()> {
    // The open records whose keys begin the current key, the shortest first.
    let mut open: Vec<(Vec<u8>, Handle)> = Vec::new();
    for item in sorted {
        let (key, item) = item?;
        while open
            .last()
            .is_some_and(|(beginning, _)| !key.starts_with(beginning))
        {
            open.pop();
        }
        let handle = Handle::from_bytes(&item)?;
        // All open records are beginnings of this one.
        let longer = open.iter().position(|(beginning, _)| *beginning == key);
        let cut_count = longer.unwrap_or(open.len());
        for (_, cut) in open.drain(..cut_count) {
            let [cut, whole] = [facts.get(cut)?, facts.get(handle)?];
            if is_of_same_game(&cut, &whole) {
                report.add(of_cut_record(&cut, &whole), [&cut, &whole]);
            }
        }
        if item.get(HANDLE_BYTES) == Some(&1) {
            open.push((key, handle));
        }
    }
    Ok(())
}

/// Returns whether a record states neither a result nor an end.
pub(super) const fn is_open(facts: &Facts) -> bool {
    facts.result.is_none() && !facts.has_end
}

/// Returns whether the beginning of a game is certainly that of another record of the same players and day: it is long enough, or
/// both games began at the same time of the day.
fn is_of_same_game(cut: &Facts, whole: &Facts) -> bool {
    let start = cut.start_seconds();
    let min_plies = match start {
        Some(_) if start == whole.start_seconds() => 0,
        _ if cut.day().is_some() => SAME_DAY_PLIES,
        _ => SAME_PLAYERS_PLIES,
    };
    cut.plies >= min_plies
}

/// Returns the sort key of a record for [`find_cut_records`]; `None` if the record is not compared, because a player is missing.
pub(super) fn cut_key(facts: &Facts, line: &[u16], start: Option<&str>) -> Option<Vec<u8>> {
    if !facts.has_players() {
        return None;
    }
    let mut key = super::facts::hash_of(&(facts.pair(), facts.day(), start))
        .to_be_bytes()
        .to_vec();
    key.extend(line.iter().flat_map(|ply| ply.to_be_bytes()));
    Some(key)
}

/// Returns the finding about a record that is the beginning of another one. It is a finding on the later of both.
fn of_cut_record(cut: &Facts, whole: &Facts) -> ArchiveFinding {
    let (cut_plies, plies) = (cut.plies, whole.plies);
    let message = if cut.sequence > whole.sequence {
        let path = &whole.place.path;
        message!(
            "the record ends after ply {cut_plies} of {plies} without a result; {path} has the whole game",
            "{plies}手のうち{cut_plies}手目で終わり、結果がない。{path}に同じ対局の全体がある",
        )
    } else {
        let path = &cut.place.path;
        message!(
            "{path} is only the beginning of this game: it ends after ply {cut_plies} of {plies} without a result",
            "{path}はこの対局の途中までで、{plies}手のうち{cut_plies}手目で終わり、結果がない",
        )
    };
    ArchiveFinding::new(&RECORD_CUT_SHORT, Statement::Record, message)
}
