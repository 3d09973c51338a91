//! Records that differ from all others of their event: by a name, a date, a time limit or a handicap.

use std::collections::{HashMap, HashSet};
use std::io;

use super::Report;
use super::facts::{Facts, hash_of};
use super::names::{differ_by_slip, slip_keys};
use super::store::{FactsStore, Handle};
use crate::check::{ArchiveFinding, Statement};
use crate::finding::archive::{
    CLOCK_OTHER_THAN_EVENT, DATE_OUTSIDE_EVENT, HANDICAP_OTHER_THAN_EVENT, PLAYER_NAME_ONCE,
};
use crate::finding::{Rule, message};
use crate::stats::Sorted;

/// Minimum number of other records with a date.
const MIN_DATED: usize = 8;

/// Minimum number of days outside of the dates of an event.
const MIN_DAYS: u64 = 7;

/// Minimum number of records of an event whose time limit or handicap all other records share.
const MIN_UNIFORM: usize = 20;

/// Number of games from which a name is frequent.
const FREQUENT_GAMES: usize = 3;

/// Returns the key of a record for [`compare_events`].
pub(super) fn event_key(facts: &Facts) -> Vec<u8> {
    hash_of(&facts.event_key).to_be_bytes().to_vec()
}

/// Compares the records of each event. The keys of `sorted` are those of [`event_key`]; the items are handles in the order of
/// the inputs.
///
/// # Errors
///
/// Returns an error if a temporary file cannot be read.
pub(super) fn compare_events(sorted: Sorted, facts: &mut FactsStore, report: &mut Report) -> io::Result<()> {
    let mut current = Vec::new();
    let mut event = Event::default();
    for item in sorted {
        let (key, item) = item?;
        if key != current {
            std::mem::take(&mut event).report(report);
            current = key;
        }
        event.add(&facts.get(Handle::from_bytes(&item)?)?);
    }
    event.report(report);
    Ok(())
}

/// The records of an event so far, as far as they may differ from the others.
#[derive(Default)]
struct Event {
    /// Number of records with a date.
    dated: usize,
    /// The two earliest records and the two latest ones, each with its day; the outermost first.
    earliest: Vec<(u64, Facts)>,
    latest: Vec<(u64, Facts)>,
    names: HashMap<String, Name>,
    clocks: Values,
    handicaps: Values,
}

/// The games under one name.
struct Name {
    games: usize,
    /// The name as first written.
    written: String,
    /// The only record; `None` if there are several.
    record: Option<Box<Facts>>,
    rounds: HashSet<u32>,
    /// The times of start, with the time of the day (seconds).
    starts: HashSet<u64>,
    opponents: HashSet<u128>,
}

/// The values of one item in the records of an event: at most three, because only a single other value matters.
#[derive(Default)]
struct Values {
    records: usize,
    values: Vec<(String, usize, Facts)>,
}

impl Values {
    fn add(&mut self, value: &str, facts: &Facts) {
        self.records += 1;
        if let Some((_, count, _)) = self.values.iter_mut().find(|(known, ..)| known == value) {
            *count += 1;
        } else if self.values.len() < 3 {
            self.values.push((value.to_owned(), 1, facts.clone()));
        }
    }

    /// Returns the only record with another value, this value, and that of all others.
    fn only_other(self) -> Option<(Facts, String, String)> {
        if self.records < MIN_UNIFORM || self.values.len() != 2 {
            return None;
        }
        let mut values = self.values;
        values.sort_by_key(|(_, count, _)| *count);
        let mut values = values.into_iter();
        let ((value, 1, facts), (usual, ..)) = (values.next()?, values.next()?) else {
            return None;
        };
        Some((facts, value, usual))
    }
}

impl Event {
    fn add(&mut self, facts: &Facts) {
        // A folder of records without an event may be any collection.
        if facts.event.is_some() || facts.pairing.round.is_some() {
            self.add_values(facts);
        }
        for seat in [0, 1] {
            let Some(player) = facts.players.get(seat).filter(|name| !name.is_empty()) else {
                continue;
            };
            let name = self.names.entry(player.clone()).or_insert_with(|| Name {
                games: 0,
                written: facts.names[seat].as_deref().unwrap_or_default().trim().to_owned(),
                record: None,
                rounds: HashSet::new(),
                starts: HashSet::new(),
                opponents: HashSet::new(),
            });
            name.games += 1;
            name.record = (name.games == 1).then(|| Box::new(facts.clone()));
            name.rounds.extend(facts.pairing.round);
            name.starts.extend(facts.start_seconds());
            name.opponents.insert(hash_of(&facts.players[1 - seat]));
        }
    }

    /// Adds the date, the time limit and the handicap of a record.
    fn add_values(&mut self, facts: &Facts) {
        if let Some(day) = facts.day() {
            self.dated += 1;
            insert_outermost(&mut self.earliest, day, facts, |one, other| one < other);
            insert_outermost(&mut self.latest, day, facts, |one, other| one > other);
        }
        if let Some(clock) = &facts.time_control {
            self.clocks.add(clock, facts);
        }
        if !facts.handicap.is_empty() {
            self.handicaps.add(&facts.handicap, facts);
        }
    }

    fn report(self, report: &mut Report) {
        self.report_dates(report);
        let (names, clocks, handicaps) = (self.names, self.clocks, self.handicaps);
        report_names(&names, report);
        report_value(&CLOCK_OTHER_THAN_EVENT, Statement::TimeLimit, clocks, report);
        report_value(&HANDICAP_OTHER_THAN_EVENT, Statement::Start, handicaps, report);
    }

    /// Reports the first and the last record of the event if its date is far from those of all others.
    fn report_dates(&self, report: &mut Report) {
        let ([(first, first_record), (second, _)], [(last, last_record), (before_last, _)]) =
            (&self.earliest[..], &self.latest[..])
        else {
            return;
        };
        if self.dated <= MIN_DATED {
            return;
        }
        for (facts, distance, span, [from, to]) in [
            (
                first_record,
                second - first,
                last - second,
                [&self.earliest[1], &self.latest[0]],
            ),
            (
                last_record,
                last - before_last,
                before_last - first,
                [&self.earliest[0], &self.latest[1]],
            ),
        ] {
            if distance > MIN_DAYS && distance > span {
                let [date, from, to] = [facts, &from.1, &to.1].map(Facts::date_text);
                let message = message!(
                    "{date} is {distance} days away from all other games of the event ({from} to {to})",
                    "{date}は棋戦のほかのすべての対局（{from}～{to}）から{distance}日離れている",
                );
                report.add(
                    ArchiveFinding::new(&DATE_OUTSIDE_EVENT, Statement::Date, message),
                    [facts],
                );
            }
        }
    }
}

/// Keeps the two outermost records of an event.
fn insert_outermost(
    records: &mut Vec<(u64, Facts)>,
    day: u64,
    facts: &Facts,
    is_outer: fn(u64, u64) -> bool,
) {
    let at = records
        .iter()
        .position(|(other, _)| is_outer(day, *other))
        .unwrap_or(records.len());
    if at < 2 {
        records.insert(at, (day, facts.clone()));
        records.truncate(2);
    }
}

impl Name {
    /// Returns whether two names certainly belong to two players: both play in one round, or begin a game at the same time.
    fn is_elsewhere(&self, other: &Self) -> bool {
        !self.rounds.is_disjoint(&other.rounds) || !self.starts.is_disjoint(&other.starts)
    }
}

/// Reports names that occur once and differ from a frequent name by a slip, unless the two are certainly two players: they play
/// each other, or both play at one time.
fn report_names(names: &HashMap<String, Name>, report: &mut Report) {
    if names.values().all(|name| name.record.is_none()) {
        return;
    }
    let mut by_key: HashMap<String, Vec<&str>> = HashMap::new();
    let frequent = names.iter().filter(|(_, name)| name.games >= FREQUENT_GAMES);
    for (player, _) in frequent {
        for key in slip_keys(player) {
            by_key.entry(key).or_default().push(player);
        }
    }
    let mut found: Vec<_> = names
        .iter()
        .filter_map(|(player, name)| {
            let record = name.record.as_deref()?;
            let is_meant = |other: &&str| {
                differ_by_slip(player, other)
                    && !name.opponents.contains(&hash_of(&(*other).to_owned()))
                    && !name.is_elsewhere(&names[*other])
            };
            let keys = slip_keys(player);
            let candidates = keys.iter().filter_map(|key| by_key.get(key)).flatten();
            let mut meant: Vec<&str> = candidates.copied().filter(is_meant).collect();
            meant.sort_unstable();
            meant.dedup();
            let [meant] = meant[..] else { return None };
            Some((record, player, name, &names[meant]))
        })
        .collect();
    found.sort_by_key(|(record, player, ..)| (record.sequence, *player));
    for (record, player, name, meant) in found {
        let seat = usize::from(record.players[0] != **player);
        let (written, meant, games) = (&name.written, &meant.written, meant.games);
        let message = message!(
            "{written} occurs only here in the event; probably {meant}, who has {games} games",
            "「{written}」は棋戦の中でここにしか出ない。「{meant}」（{games}局）のことと思われる",
        );
        let statement = [Statement::Black, Statement::White][seat];
        report.add(
            ArchiveFinding::new(&PLAYER_NAME_ONCE, statement, message),
            [record],
        );
    }
}

/// Reports the only record with another value than all others of the event.
fn report_value(rule: &'static Rule, statement: Statement, values: Values, report: &mut Report) {
    let Some((facts, value, usual)) = values.only_other() else {
        return;
    };
    let message = message!(
        "{value}, while all other games of the event have {usual}",
        "{value}だが、棋戦のほかの対局はすべて{usual}である",
    );
    report.add(ArchiveFinding::new(rule, statement, message), [&facts]);
}
