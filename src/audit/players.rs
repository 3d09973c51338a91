//! Players in two games at once, and pairs that play twice in one round.

use std::io;

use super::Report;
use super::facts::{Facts, hash_of};
use super::store::{FactsStore, HANDLE_BYTES, Handle};
use crate::check::{ArchiveFinding, Statement};
use crate::finding::archive::{PAIRING_AGAIN, TWO_GAMES_AT_ONCE};
use crate::finding::{Severity, message};
use crate::record::Date;
use crate::stats::Sorted;

/// Time by which two games must overlap (seconds).
const MIN_OVERLAP: u64 = 5 * 60;

/// Maximum time from the start to the end of a game (seconds). A later end is the time at which a program saved the record.
const MAX_DURATION: u64 = 3 * 24 * 60 * 60;

/// Number of games at once from which they are an exhibition.
const EXHIBITION_GAMES: usize = 4;

/// Words in the name of an event whose players play several games at once.
const EXHIBITION_WORDS: [&str; 5] = ["多面指", "指導", "同時対局", "simul", "exhibition"];

/// Maximum number of findings that wait for the end of an exhibition.
const MAX_WAITING: usize = 1_000;

/// The time of a game.
#[derive(Clone, Copy)]
pub(super) struct Hours {
    /// The start in seconds.
    start: u64,
    /// The end in seconds.
    end: u64,
    /// `true` if the end was computed from the used time.
    is_computed: bool,
}

impl Hours {
    /// Returns the time of a game; `None` if its start or end is unknown or incredible.
    pub(super) fn new(facts: &Facts) -> Option<Self> {
        let end = facts.times[1].as_deref().and_then(|text| Date::read(text).ok());
        let start = facts.start_seconds()?;
        let (end, is_computed) = match end.and_then(|end| end.seconds()) {
            Some(end) => (end, false),
            None => (start + facts.used_seconds?, true),
        };
        let is_credible = is_computed || (start..=start + MAX_DURATION).contains(&end);
        is_credible.then_some(Self {
            start,
            end,
            is_computed,
        })
    }

    /// Returns the keys of a record for [`find_overlaps`]: one for each known player, with the start.
    pub(super) fn keys(self, facts: &Facts) -> impl Iterator<Item = Vec<u8>> {
        let players = facts.players.iter().filter(|player| !player.is_empty());
        players.map(move |player| [&hash_of(player).to_be_bytes()[..], &self.start.to_be_bytes()].concat())
    }

    /// Returns the end, and whether it was computed, as a part of an item for [`find_overlaps`].
    pub(super) fn to_bytes(self) -> [u8; 9] {
        let mut bytes = [u8::from(self.is_computed); 9];
        bytes[..8].copy_from_slice(&self.end.to_be_bytes());
        bytes
    }

    /// Returns the time of the game with this key and item.
    fn from_bytes(key: &[u8], item: &[u8]) -> Option<Self> {
        let number = |bytes: &[u8]| Some(u64::from_be_bytes(*bytes.first_chunk()?));
        Some(Self {
            start: number(key.get(16..)?)?,
            end: number(item.get(HANDLE_BYTES..)?)?,
            is_computed: item.get(HANDLE_BYTES + 8) == Some(&1),
        })
    }
}

/// A game that a player plays at the moment.
struct Sitting {
    record: Handle,
    hours: Hours,
}

/// Finds players in games whose times overlap. The keys of `sorted` are those of [`Hours::keys`]; the items are
/// handles and [`Hours::to_bytes`].
///
/// # Errors
///
/// Returns an error if a temporary file cannot be read.
pub(super) fn find_overlaps(sorted: Sorted, facts: &mut FactsStore, report: &mut Report) -> io::Result<()> {
    let mut player = Vec::new();
    let mut games: Vec<Sitting> = Vec::new();
    let mut waiting = Waiting::default();
    for item in sorted {
        let (key, item) = item?;
        let Some(hours) = Hours::from_bytes(&key, &item) else {
            continue;
        };
        let record = Handle::from_bytes(&item)?;
        if key[..16] != player[..] {
            player = key[..16].to_vec();
            games.clear();
        }
        let first_end = hours.start.saturating_add(MIN_OVERLAP);
        games.retain(|game| game.hours.end > first_end);
        if games.is_empty() {
            waiting.report_all(report);
        }
        if let Some(earlier) = games.last().filter(|_| hours.end > first_end) {
            let is_computed = hours.is_computed || earlier.hours.is_computed;
            let [earlier, later] = [facts.get(earlier.record)?, facts.get(record)?];
            if !is_one_game(&earlier, &later) {
                let found = of_overlap(&player, &earlier, &later, is_computed);
                waiting.add(found, [&later, &earlier], report);
            }
        }
        games.push(Sitting { record, hours });
        waiting.is_exhibition |= games.len() >= EXHIBITION_GAMES;
        if games.len() > MAX_WAITING {
            games.remove(0);
        }
    }
    waiting.report_all(report);
    Ok(())
}

/// Findings about games of one player that overlap, until it is known whether they are an exhibition.
#[derive(Default)]
struct Waiting {
    found: Vec<(ArchiveFinding, [Facts; 2])>,
    is_exhibition: bool,
}

impl Waiting {
    fn add(&mut self, found: ArchiveFinding, records: [&Facts; 2], report: &mut Report) {
        self.found.push((found, records.map(Clone::clone)));
        if self.found.len() > MAX_WAITING {
            let is_exhibition = self.is_exhibition;
            self.report_all(report);
            self.is_exhibition = is_exhibition;
        }
    }

    fn report_all(&mut self, report: &mut Report) {
        for (mut found, [one, other]) in self.found.drain(..) {
            if self.is_exhibition || [&one, &other].into_iter().any(is_exhibition) {
                found.severity = Severity::Note;
            }
            report.add(found, [&one, &other]);
        }
        self.is_exhibition = false;
    }
}

/// Returns whether the event is one whose players play several games at once.
fn is_exhibition(facts: &Facts) -> bool {
    let event = facts.event.as_deref().unwrap_or_default().to_lowercase();
    EXHIBITION_WORDS.iter().any(|word| event.contains(word))
}

/// Returns whether two records may be of one game: that of the same players with the same first plies or the same time of start.
/// Other rules are about such records.
fn is_one_game(one: &Facts, other: &Facts) -> bool {
    let start = one.start_seconds();
    if one.pair() == other.pair() && start.is_some() && start == other.start_seconds() {
        return true;
    }
    one.moves == other.moves && one.plies > 0
        || one.pair() == other.pair() && (one.begins_like(other) || one.plies.min(other.plies) == 0)
}

/// Returns the finding about two games of a player at one time. `is_computed` is `true` if the end of one of them was computed.
fn of_overlap(player: &[u8], earlier: &Facts, later: &Facts, is_computed: bool) -> ArchiveFinding {
    let is_player = |name: &&String| hash_of(*name).to_be_bytes() == *player;
    let seat = later
        .players
        .iter()
        .position(|name| is_player(&name))
        .unwrap_or_default();
    let name = later.names[seat].as_deref().unwrap_or_default().trim();
    let (path, start) = (
        &earlier.place.path,
        later.times[0].as_deref().unwrap_or_default().trim(),
    );
    let statement = [Statement::Black, Statement::White][seat];
    let found = ArchiveFinding::new(
        &TWO_GAMES_AT_ONCE,
        statement,
        message!(
            "{name} begins this game at {start}, while the game in {path} goes on",
            "{name}は{path}の対局中に、{start}からこの対局を始めている",
        ),
    );
    // Two players may have one name, but hardly in one event.
    if is_computed || earlier.event_key != later.event_key {
        return ArchiveFinding {
            severity: Severity::Warning,
            ..found
        };
    }
    found
}

/// Returns the keys of a record for [`find_second_games`], one for each player; empty if the round or a player is unknown.
pub(super) fn round_keys(facts: &Facts) -> Vec<Vec<u8>> {
    let Some(round) = facts.pairing.round.filter(|_| facts.has_players()) else {
        return Vec::new();
    };
    let key = |player: &String| hash_of(&(player, round, &facts.event_key)).to_be_bytes().to_vec();
    facts.players.iter().map(key).collect()
}

/// Finds players with two games in one round. `records` has the records that share a key of [`round_keys`]; those of one key are in
/// the order of the inputs.
///
/// # Errors
///
/// Returns an error if a temporary file cannot be read.
pub(super) fn find_second_games(
    records: impl Iterator<Item = io::Result<(Vec<u8>, Facts)>>,
    report: &mut Report,
) -> io::Result<()> {
    let mut player = Vec::new();
    let mut games: Vec<Facts> = Vec::new();
    let mut waiting = Waiting::default();
    for record in records {
        let (key, facts) = record?;
        if key != player {
            player = key;
            games.clear();
            waiting.report_all(report);
        }
        if let Some(earlier) = games.last() {
            if games.iter().any(|earlier| is_one_game(earlier, &facts)) {
                continue;
            }
            if let Some(found) = of_second_game(&player, earlier, &facts) {
                waiting.add(found, [&facts, earlier], report);
            }
        }
        if games.len() < MAX_WAITING {
            games.push(facts);
        }
        waiting.is_exhibition |= games.len() >= EXHIBITION_GAMES;
    }
    waiting.report_all(report);
    Ok(())
}

/// Returns the finding about the second game of a player in a round; `None` if one of two games of a pair was drawn, or if the
/// finding belongs to the key of the other player.
fn of_second_game(key: &[u8], earlier: &Facts, later: &Facts) -> Option<ArchiveFinding> {
    let round = later.pairing.round?;
    // Rounds of two years or stages have one number.
    if matches!((earlier.day(), later.day()), (Some(one), Some(other)) if one != other) {
        return None;
    }
    let path = &earlier.place.path;
    if earlier.pair() == later.pair() {
        let is_first_player = round_keys(later).first().is_some_and(|first| first == key);
        let names = later.names_text();
        return (!earlier.is_drawn && !later.is_drawn && is_first_player).then(|| {
            ArchiveFinding::new(
                &PAIRING_AGAIN,
                Statement::Event,
                message!(
                    "round {round} has another game of {names}, in {path}, and neither was drawn",
                    "{round}回戦には{path}にも{names}の対局があり、どちらも引き分けではない",
                ),
            )
        });
    }
    let keys = round_keys(later);
    let seat = keys.iter().position(|own| own == key)?;
    let name = later.names[seat].as_deref().unwrap_or_default().trim();
    let found = ArchiveFinding::new(
        &TWO_GAMES_AT_ONCE,
        [Statement::Black, Statement::White][seat],
        message!(
            "{name} has another game in round {round}, in {path}",
            "{name}は{round}回戦に別の対局（{path}）がある",
        ),
    );
    let is_stated = |facts: &Facts| facts.stated_pairing.round.is_some();
    // Games of two stages begin at different times, although their rounds have one number.
    let starts = (earlier.start_seconds(), later.start_seconds());
    let is_later = matches!(starts, (Some(one), Some(other)) if one.abs_diff(other) > MIN_OVERLAP);
    if is_stated(earlier) && is_stated(later) && !is_later {
        return Some(found);
    }
    Some(ArchiveFinding {
        severity: Severity::Warning,
        ..found
    })
}
