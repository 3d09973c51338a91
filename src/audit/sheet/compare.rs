//! The comparison of a sheet with the records of its event.

use std::collections::{HashMap, HashSet};

use super::{Sheet, SheetGame, SheetResult};
use crate::audit::facts::{Facts, GameResult};
use crate::audit::names::differ_by_slip;
use crate::check::{ArchiveFinding, Statement};
use crate::finding::archive::{
    RECORD_NOT_ON_SHEET, SHEET_COLOURS_DIFFER, SHEET_DATE_DIFFERS, SHEET_GAME_MISSING, SHEET_PLAYER_UNKNOWN,
    SHEET_POINTS_DIFFER, SHEET_RESULT_DIFFERS,
};
use crate::finding::{Message, Rule, Severity, message};
use crate::stats::normalize_name;
use crate::stats::pairing::normalize_event;

/// A finding about a sheet.
#[derive(Debug)]
pub(crate) struct SheetFinding {
    pub finding: ArchiveFinding,
    /// The index of the record with the finding; `None` for a finding in the sheet.
    pub record: Option<usize>,
    /// The line of the sheet; `None` for a record that is not on it.
    pub line: Option<u64>,
    /// The text of the cell of this line; empty for the whole line.
    pub cell: String,
}

impl SheetFinding {
    fn in_sheet(rule: &'static Rule, (line, cell): (u64, &str), message: Message) -> Self {
        Self {
            finding: ArchiveFinding::new(rule, Statement::Record, message),
            record: None,
            line: Some(line),
            cell: cell.to_owned(),
        }
    }

    fn on_record(record: usize, line: Option<u64>, finding: ArchiveFinding) -> Self {
        Self {
            finding,
            record: Some(record),
            line,
            cell: String::new(),
        }
    }
}

/// The result of comparing a sheet with the records.
#[derive(Debug, Default)]
pub(crate) struct SheetComparison {
    pub findings: Vec<SheetFinding>,
    /// The indexes of the records that a row of the sheet has.
    pub on_sheet: HashSet<usize>,
}

/// The games of a sheet that are compared with the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completeness {
    /// Some of the games have no record, because only some of the records were chosen.
    Chosen,
    /// A game without a record is probably a fault.
    Usual,
    /// Every game must have a record.
    Complete,
}

impl Completeness {
    /// Returns the completeness for these options: every game must have a record, and only some records are chosen.
    pub(crate) const fn new(is_complete: bool, is_chosen: bool) -> Self {
        match (is_complete, is_chosen) {
            (_, true) => Self::Chosen,
            (true, false) => Self::Complete,
            (false, false) => Self::Usual,
        }
    }
}

/// Compares a sheet with all records.
pub(crate) fn compare(sheet: &Sheet, records: &[Facts], completeness: Completeness) -> SheetComparison {
    let known = known_names(records);
    let sheet = &with_names_in_order_of_records(sheet, &known);
    let names = sheet_names(sheet);
    let unknown: Vec<_> = names
        .iter()
        .filter(|(player, ..)| !known.contains_key(&**player))
        .collect();
    let mut findings = Vec::new();
    if unknown.len() * 2 > names.len() {
        let (count, all) = (names.len() - unknown.len(), names.len());
        let message = message!(
            "the sheet is not of these records: only {count} of its {all} players occur in them",
            "この表は棋譜のものではない。対局者{all}人のうち棋譜にいるのは{count}人だけである",
        );
        return SheetComparison {
            findings: vec![SheetFinding::in_sheet(&SHEET_PLAYER_UNKNOWN, (1, ""), message)],
            ..SheetComparison::default()
        };
    }
    let reported = unknown.iter().filter(|_| completeness != Completeness::Chosen);
    findings.extend(reported.map(|(player, name, line)| {
        let message = unknown_player(player, name, &known);
        SheetFinding::in_sheet(&SHEET_PLAYER_UNKNOWN, (*line, name), message)
    }));
    let of_event = records_of_event(sheet, records);
    let mut matching = Matching::new(records, &of_event);
    for game in &sheet.games {
        if game.players.iter().any(|player| !known.contains_key(&**player)) {
            continue;
        }
        match matching.find(game) {
            Some(at) if game.is_played => findings.extend(contradictions(game, &matching, at)),
            Some(at) => findings.extend(played_anyway(game, records, at)),
            None if game.is_played && completeness != Completeness::Chosen => {
                findings.push(missing(game, &matching, completeness));
            }
            None => {}
        }
    }
    findings.extend(matching.not_on_sheet());
    findings.extend(sheet.players.iter().filter_map(|player| {
        let (points, counted) = (player.points?, player.counted);
        let name = &player.name;
        ((points - counted).abs() > 0.01).then(|| {
            let message = message!(
                "the points of {name} are {points}, but the results in the row make {counted}",
                "{name}の勝点は{points}だが、行の結果の合計は{counted}である",
            );
            SheetFinding::in_sheet(&SHEET_POINTS_DIFFER, (player.line, name), message)
        })
    }));
    SheetComparison {
        findings,
        on_sheet: matching.found.into_keys().collect(),
    }
}

/// The players of the records: the names for comparison, with the names as written.
type KnownNames<'r> = HashMap<&'r str, &'r str>;

fn known_names(records: &[Facts]) -> KnownNames<'_> {
    let names = records
        .iter()
        .flat_map(|facts| facts.players.iter().zip(&facts.names));
    let known = names.filter(|(player, _)| !player.is_empty());
    known
        .map(|(player, name)| (&**player, name.as_deref().unwrap_or_default().trim()))
        .collect()
}

/// Returns the sheet with each unknown name in the other order of its two parts, if this is a player of the records: results may be
/// by last names, and records by first names.
fn with_names_in_order_of_records(sheet: &Sheet, known: &KnownNames<'_>) -> Sheet {
    let mut sheet = sheet.clone();
    let exchange = |player: &mut String, name: &str| {
        if let (false, Some((first, last))) = (known.contains_key(&**player), name.trim().rsplit_once(' ')) {
            let exchanged = normalize_name(&format!("{last} {first}"));
            if known.contains_key(&*exchanged) {
                *player = exchanged;
            }
        }
    };
    for game in &mut sheet.games {
        for (player, name) in game.players.iter_mut().zip(&game.names) {
            exchange(player, name);
        }
    }
    for player in &mut sheet.players {
        exchange(&mut player.player, &player.name);
    }
    sheet
}

/// Returns the players of a sheet who have played a game: for comparison, as written, and the first line with the name.
fn sheet_names(sheet: &Sheet) -> Vec<(String, String, u64)> {
    let played = sheet.games.iter().filter(|game| game.is_played);
    let have_played: HashSet<&String> = played.clone().flat_map(|game| &game.players).collect();
    let of_games = played.flat_map(|game| {
        let names = game.names.iter().zip(&game.players);
        names.map(|(name, player)| (player.clone(), name.clone(), game.line))
    });
    let of_players = sheet
        .players
        .iter()
        .filter(|player| have_played.contains(&player.player))
        .map(|player| (player.player.clone(), player.name.clone(), player.line));
    let mut seen = HashSet::new();
    let mut names: Vec<_> = of_players.chain(of_games).collect();
    names.retain(|(player, ..)| !player.is_empty() && seen.insert(player.clone()));
    names
}

/// Returns the message about a player who occurs in no record, with a similar name if there is one.
fn unknown_player(player: &str, name: &str, known: &KnownNames<'_>) -> Message {
    let is_near = |other: &str| {
        let longer = player.chars().count().max(other.chars().count());
        differ_by_slip(player, other) || longer > 2 && strsim::osa_distance(player, other) <= longer / 3
    };
    let near = known.iter().filter(|(other, _)| is_near(other));
    match near.min_by_key(|(other, _)| (strsim::osa_distance(player, other), **other)) {
        Some((_, meant)) => message!(
            "{name} occurs in no record; perhaps {meant} is meant",
            "{name}はどの棋譜にもいない。{meant}のことかもしれない",
        ),
        None => message!("{name} occurs in no record", "{name}はどの棋譜にもいない"),
    }
}

/// Returns the indexes of the records of the sheet's event: the event that the sheet names or, if no record has this event, the
/// one whose records have most pairs of the sheet.
fn records_of_event(sheet: &Sheet, records: &[Facts]) -> Vec<usize> {
    let stated = sheet
        .event
        .iter()
        .chain(sheet.games.iter().filter_map(|game| game.event.as_ref()));
    let stated: HashSet<String> = stated.map(|event| normalize_event(event)).collect();
    let has_stated = |facts: &Facts| stated.contains(&facts.event_key);
    if records.iter().any(has_stated) {
        return (0..records.len())
            .filter(|&at| has_stated(&records[at]))
            .collect();
    }
    let mut games: HashMap<[&str; 2], Vec<&SheetGame>> = HashMap::new();
    for game in &sheet.games {
        games.entry(sorted(&game.players)).or_default().push(game);
    }
    // Of several events with the same pairs, the one with more of the results and dates is meant.
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for facts in records {
        let Some(of_pair) = games.get(&facts.pair()) else {
            continue;
        };
        let fits = |game: &&&SheetGame| {
            let day = game.date.and_then(|date| date.day_number());
            game.result.is_some() && game.result == result_of_first(game, facts)
                || agrees(day, facts.day()) == Some(true)
        };
        *counts.entry(&facts.event_key).or_default() += 2 + of_pair.iter().filter(fits).count().min(1);
    }
    let event = counts
        .into_iter()
        .max_by_key(|(event, count)| (*count, std::cmp::Reverse(*event)));
    let event = event.map_or("", |(event, _)| event);
    (0..records.len())
        .filter(|&at| records[at].event_key == event)
        .collect()
}

fn sorted([one, other]: &[String; 2]) -> [&str; 2] {
    if one <= other { [one, other] } else { [other, one] }
}

/// The records of an event, and whether a row of the sheet has been found for each.
struct Matching<'r> {
    records: &'r [Facts],
    of_event: &'r [usize],
    by_pair: HashMap<[&'r str; 2], Vec<usize>>,
    /// The line of the sheet for each record that was found.
    found: HashMap<usize, u64>,
}

impl<'r> Matching<'r> {
    fn new(records: &'r [Facts], of_event: &'r [usize]) -> Self {
        let mut by_pair: HashMap<_, Vec<usize>> = HashMap::new();
        for &at in of_event {
            by_pair.entry(records[at].pair()).or_default().push(at);
        }
        Self {
            records,
            of_event,
            by_pair,
            found: HashMap::new(),
        }
    }

    /// Finds the record of a game: by the pair, then by the round, the date and the result.
    fn find(&mut self, game: &SheetGame) -> Option<usize> {
        let records = self.records;
        let mut candidates = self.by_pair.get(&sorted(&game.players))?.clone();
        candidates.retain(|at| !self.found.contains_key(at));
        candidates.retain(|&at| agrees(game.round, records[at].pairing.round) != Some(false));
        let day = game.date.and_then(|date| date.day_number());
        let conditions: [&dyn Fn(&Facts) -> bool; 4] = [
            &|facts| agrees(game.round, facts.pairing.round) == Some(true),
            &|facts| agrees(day, facts.day()) == Some(true),
            // Of a drawn game and the game that replays it, the second one has the result.
            &|facts| facts.is_drawn == (game.result == Some(SheetResult::Draw)),
            &|facts| game.result.is_some() && game.result == result_of_first(game, facts),
        ];
        for condition in conditions {
            if candidates.iter().any(|&at| condition(&records[at])) {
                candidates.retain(|&at| condition(&records[at]));
            }
        }
        let at = *candidates.first()?;
        self.found.insert(at, game.line);
        Some(at)
    }

    /// Returns whether a record replays a drawn game of the same pair and round with the other colours, which the sheet may have.
    fn is_replay_with_other_colours(&self, at: usize) -> bool {
        let facts = &self.records[at];
        let mut others = self.by_pair.get(&facts.pair()).into_iter().flatten();
        others.any(|&other| {
            let drawn = &self.records[other];
            other != at
                && drawn.is_drawn
                && drawn.players != facts.players
                && agrees(drawn.pairing.round, facts.pairing.round) != Some(false)
        })
    }

    /// Returns the line of an earlier row with the same game.
    fn earlier_line(&self, game: &SheetGame) -> Option<u64> {
        let records = self.by_pair.get(&sorted(&game.players))?;
        let mut lines = records.iter().filter_map(|at| Some((*at, *self.found.get(at)?)));
        lines.find_map(|(at, line)| {
            (agrees(game.round, self.records[at].pairing.round) != Some(false)).then_some(line)
        })
    }

    /// Returns the findings about the records of the event that no row has. Copies of a record that a row has, and games that
    /// were drawn and replayed, are not among them.
    fn not_on_sheet(&self) -> Vec<SheetFinding> {
        let moves: HashSet<u128> = self.found.keys().map(|&at| self.records[at].moves).collect();
        let is_of_found = |facts: &Facts| {
            let others = self.by_pair.get(&facts.pair()).into_iter().flatten();
            let mut others = others
                .filter(|at| self.found.contains_key(at))
                .map(|&at| &self.records[at]);
            others.any(|other| {
                agrees(facts.pairing.round, other.pairing.round) != Some(false)
                    && (facts.is_drawn || facts.begins_like(other))
            })
        };
        let left = self.of_event.iter().filter(|&&at| {
            let facts = &self.records[at];
            !self.found.contains_key(&at)
                && facts.has_players()
                && !moves.contains(&facts.moves)
                && !is_of_found(facts)
        });
        left.map(|&at| {
            let names = self.records[at].names_text();
            let message = message!(
                "the game of {names} is not on the sheet",
                "{names}の対局が表にない",
            );
            let finding = ArchiveFinding::new(&RECORD_NOT_ON_SHEET, Statement::Black, message);
            SheetFinding::on_record(at, None, finding)
        })
        .collect()
    }
}

/// Returns whether two values agree; `None` if one is unknown.
fn agrees<T: PartialEq>(one: Option<T>, other: Option<T>) -> Option<bool> {
    Some(one? == other?)
}

/// Returns the result of a record from the view of the first player of a row.
fn result_of_first(game: &SheetGame, facts: &Facts) -> Option<SheetResult> {
    let of_black = match facts.result? {
        GameResult::Black => SheetResult::Win,
        GameResult::White => SheetResult::Loss,
        GameResult::Draw => SheetResult::Draw,
    };
    let is_black = facts.players[0] == game.players[0];
    Some(if is_black { of_black } else { of_black.turned() })
}

/// Returns the findings about a record that its row contradicts.
fn contradictions(game: &SheetGame, matching: &Matching<'_>, at: usize) -> Vec<SheetFinding> {
    let facts = &matching.records[at];
    let mut findings = Vec::new();
    let mut add = |rule: &'static Rule, statement: Statement, message: Message| {
        let finding = ArchiveFinding::new(rule, statement, message);
        findings.push(SheetFinding::on_record(at, Some(game.line), finding));
    };
    let line = game.line;
    if let (Some(stated), Some(of_record)) = (game.result, result_of_first(game, facts))
        && stated != of_record
    {
        let (stated, of_record) = (words(game, stated), words(game, of_record));
        add(
            &SHEET_RESULT_DIFFERS,
            Statement::Result,
            message!(
                "by line {line} of the sheet {stated}; by the record {of_record}",
                "表の{line}行目では{stated}、棋譜では{of_record}である",
                line,
                stated,
                of_record
            ),
        );
    }
    if game.has_colours && facts.players != game.players && !matching.is_replay_with_other_colours(at) {
        let black = &game.names[0];
        add(
            &SHEET_COLOURS_DIFFER,
            Statement::Black,
            message!(
                "by line {line} of the sheet {black} has Black",
                "表の{line}行目では{black}が先手である",
            ),
        );
    }
    let day = game.date.and_then(|date| date.day_number());
    if agrees(day, facts.day()) == Some(false) {
        let date = game
            .date
            .map(|date| date.without_time().to_string())
            .unwrap_or_default();
        let of_record = facts.date_text();
        add(
            &SHEET_DATE_DIFFERS,
            Statement::Date,
            message!(
                "by line {line} of the sheet the date is {date}, not {of_record}",
                "表の{line}行目の日付は{date}で、{of_record}ではない",
            ),
        );
    }
    findings
}

/// Returns a result of a row in words.
fn words(game: &SheetGame, result: SheetResult) -> Message {
    let [first, second] = &game.names;
    match result {
        SheetResult::Win => message!("{first} wins", "{first}の勝ち"),
        SheetResult::Loss => message!("{second} wins", "{second}の勝ち"),
        SheetResult::Draw => message!("the game is a draw", "引き分け"),
    }
}

/// Returns the finding about a game without a record.
fn missing(game: &SheetGame, matching: &Matching<'_>, completeness: Completeness) -> SheetFinding {
    let place = (game.line, &*game.names[0]);
    let message = match matching.earlier_line(game) {
        Some(line) => message!(
            "line {line} has this game, too, and there is one record",
            "{line}行目にも同じ対局があるが、棋譜は1つである",
        ),
        None => missing_game(game),
    };
    let mut missing = SheetFinding::in_sheet(&SHEET_GAME_MISSING, place, message);
    if completeness == Completeness::Complete {
        missing.finding.severity = Severity::Error;
    }
    missing
}

/// Returns the finding about a record with moves of a game that was not played according to the sheet.
fn played_anyway(game: &SheetGame, records: &[Facts], at: usize) -> Option<SheetFinding> {
    let line = game.line;
    (records[at].plies > 0).then(|| {
        let message = message!(
            "by line {line} of the sheet there was no game, but the record has moves",
            "表の{line}行目では対局がなかったことになっているが、棋譜には指し手がある",
        );
        let finding = ArchiveFinding::new(&SHEET_RESULT_DIFFERS, Statement::Result, message);
        SheetFinding::on_record(at, Some(line), finding)
    })
}

fn missing_game(game: &SheetGame) -> Message {
    let [first, second] = &game.names;
    match game.round {
        Some(round) => message!(
            "no record of the game of {first} and {second} in round {round}",
            "{round}回戦の{first}と{second}の対局の棋譜がない",
        ),
        None => message!(
            "no record of the game of {first} and {second}",
            "{first}と{second}の対局の棋譜がない",
        ),
    }
}
