//! Files whose names contradict their records.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::io;
use std::sync::LazyLock;

use regex::Regex;

use super::Report;
use super::facts::{Facts, hash_of};
use super::store::{FactsStore, Handle};
use crate::check::{ArchiveFinding, Statement};
use crate::finding::archive::FILE_UNDER_OTHER_NAME;
use crate::finding::{Message, message};
use crate::record::Date;
use crate::stats::pairing::Pairing;
use crate::stats::{Sorted, normalize_name};

/// Minimum number of files of a folder whose names state an item, before another file is compared with them.
const MIN_FILES: usize = 5;

/// Number of files of a folder from which its form of names is learned.
const MAX_LEARNED: usize = 1_000;

/// Returns the key of a record for [`compare_names`]: that of its folder.
pub(super) fn folder_key(facts: &Facts) -> Vec<u8> {
    hash_of(&folder_and_name(facts).0).to_be_bytes().to_vec()
}

/// Returns the folder and the name of the file.
fn folder_and_name(facts: &Facts) -> (&str, &str) {
    facts
        .place
        .path
        .rsplit_once(['/', '\\', '!'])
        .unwrap_or(("", &facts.place.path))
}

/// Compares the names of the files of each folder with their records. The keys of `sorted` are those of [`folder_key`]; the items
/// are handles in the order of the inputs.
///
/// # Errors
///
/// Returns an error if a temporary file cannot be read.
pub(super) fn compare_names(sorted: Sorted, store: &mut FactsStore, report: &mut Report) -> io::Result<()> {
    let mut key = Vec::new();
    let mut folder = Folder::default();
    // The last file so far, as long as it has only one record.
    let mut file: Option<Facts> = None;
    for item in sorted {
        let (next_key, item) = item?;
        let facts = store.get(Handle::from_bytes(&item)?)?;
        let is_same_file =
            |last: &Facts| (&last.place.path, last.place.member) == (&facts.place.path, facts.place.member);
        if file.as_ref().is_some_and(is_same_file) || facts.place.record > 1 {
            file = None;
            continue;
        }
        if let Some(whole) = file.take() {
            folder.add(whole, report);
        }
        if next_key != key {
            folder.report_learned(report);
            folder = Folder::default();
            key = next_key;
        }
        file = Some(facts);
    }
    if let Some(whole) = file {
        folder.add(whole, report);
    }
    folder.report_learned(report);
    Ok(())
}

/// The files of a folder with one record each.
#[derive(Default)]
struct Folder {
    /// The first files, which show the form of the names.
    learned: Vec<(Facts, FileName)>,
    form: Option<NameForm>,
}

impl Folder {
    fn add(&mut self, facts: Facts, report: &mut Report) {
        let name = FileName::new(&facts);
        if let Some(form) = &self.form {
            form.compare(&facts, &name, report);
            return;
        }
        self.learned.push((facts, name));
        if self.learned.len() == MAX_LEARNED {
            self.report_learned(report);
        }
    }

    /// Compares the files from which the form of the names is learned.
    fn report_learned(&mut self, report: &mut Report) {
        let form = self.form.get_or_insert_with(|| NameForm::new(&self.learned));
        for (facts, name) in self.learned.drain(..) {
            form.compare(&facts, &name, report);
        }
    }
}

/// The items of a record that the names of most files of a folder state.
struct NameForm {
    has_date: bool,
    has_round: bool,
    has_table: bool,
    /// The players of the folder by their names for comparison, if most file names contain their players.
    players: HashMap<String, String>,
}

impl NameForm {
    fn new(files: &[(Facts, FileName)]) -> Self {
        let is_usual = |is_stated: &dyn Fn(&Facts, &FileName) -> Option<bool>| {
            let stated = files.iter().filter_map(|(facts, name)| is_stated(facts, name));
            let stated: Vec<bool> = stated.collect();
            let agreeing = stated.iter().filter(|agrees| **agrees).count();
            agreeing >= MIN_FILES && agreeing * 5 >= stated.len() * 4 && agreeing * 2 >= files.len()
        };
        let has_players = is_usual(&|facts, name| {
            facts
                .has_players()
                .then(|| facts.players.iter().all(|player| name.contains(player)))
        });
        let mut players = HashMap::new();
        for (facts, _) in files.iter().filter(|_| has_players) {
            for (player, name) in facts.players.iter().zip(&facts.names) {
                let written = name.as_deref().unwrap_or_default().trim();
                if player.chars().count() > 1 {
                    players
                        .entry(player.clone())
                        .or_insert_with(|| written.to_owned());
                }
            }
        }
        Self {
            has_date: is_usual(&|facts, name| Some(name.day? == facts.day()?)),
            has_round: is_usual(&|facts, name| Some(name.pairing.round? == facts.stated_pairing.round?)),
            has_table: is_usual(&|facts, name| Some(name.pairing.table? == facts.stated_pairing.table?)),
            players,
        }
    }

    /// Reports the file if its name contradicts its record.
    fn compare(&self, facts: &Facts, name: &FileName, report: &mut Report) {
        if let Some((statement, message)) = self.contradiction(facts, name) {
            report.add(
                ArchiveFinding::new(&FILE_UNDER_OTHER_NAME, statement, message),
                [facts],
            );
        }
    }

    fn contradiction(&self, facts: &Facts, name: &FileName) -> Option<(Statement, Message)> {
        let (_, file) = folder_and_name(facts);
        if let Some(other) = self.other_player(facts, name) {
            let names = facts.names_text();
            let message = message!(
                "the name of the file {file} has {other}, but the players are {names}",
                "ファイル名「{file}」には{other}とあるが、対局者は{names}である",
            );
            return Some((Statement::Black, message));
        }
        if self.has_date
            && let (Some(stated), Some(day)) = (name.day, facts.day())
            && stated != day
        {
            let date = facts.date_text();
            let message = message!(
                "the name of the file {file} has another date than the record ({date})",
                "ファイル名「{file}」の日付が棋譜の日付（{date}）と異なる",
            );
            return Some((Statement::Date, message));
        }
        let (in_name, stated) = (name.pairing, facts.stated_pairing);
        let numbers = [
            (self.has_round, in_name.round, stated.round, ("round", "回戦")),
            (self.has_table, in_name.table, stated.table, ("table", "卓")),
        ];
        let (number, other, (word, japanese)) =
            numbers.into_iter().find_map(|(is_usual, name, stated, words)| {
                let (name, stated) = name.zip(stated)?;
                (is_usual && name != stated).then_some((name, stated, words))
            })?;
        let message = message!(
            "the name of the file {file} has {word} {number}, but the record {word} {other}",
            "ファイル名「{file}」では{number}{japanese}、棋譜では{other}{japanese}である",
            file,
            word,
            number,
            other,
            japanese
        );
        Some((Statement::Event, message))
    }

    /// Returns another player of the folder whose name the file has, if it lacks the name of a player of the record.
    fn other_player(&self, facts: &Facts, name: &FileName) -> Option<&str> {
        if self.players.is_empty() || !facts.has_players() {
            return None;
        }
        if facts.players.iter().all(|player| name.contains(player)) {
            return None;
        }
        let is_own = |player: &String| facts.players.iter().any(|own| own.contains(player.as_str()));
        let mut others = self
            .players
            .iter()
            .filter(|(player, _)| !is_own(player) && name.contains(player));
        // The longest name is the most certain one; of equally long ones, the first by name.
        let first = others.next()?;
        let longest = others.fold(first, |longest, other| {
            let rank = |entry: (&String, &String)| (std::cmp::Reverse(entry.0.len()), entry.0.clone());
            if rank(other) < rank(longest) {
                other
            } else {
                longest
            }
        });
        Some(longest.1)
    }
}

/// The name of a file, for comparison with its record.
struct FileName {
    /// The name without its extension.
    stem: String,
    /// The name without separators and its extension.
    joined: String,
    /// The normalized name, which few files need.
    normalized: OnceCell<NormalizedName>,
    /// The round and table.
    pairing: Pairing,
    /// The number of the day; `None` if the name has no date, or several.
    day: Option<u64>,
}

/// The normalized name of a file.
struct NormalizedName {
    /// The whole name without separators.
    whole: String,
    words: Vec<String>,
}

impl FileName {
    fn new(facts: &Facts) -> Self {
        let (_, file) = folder_and_name(facts);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        Self {
            stem: stem.to_owned(),
            joined: stem.chars().filter(|it| !"_ 　".contains(*it)).collect(),
            normalized: OnceCell::new(),
            pairing: Pairing::in_name(file),
            day: day_in_name(file),
        }
    }

    /// Returns whether the name has this player: as a word, or anywhere for a name of three characters and more.
    fn contains(&self, player: &str) -> bool {
        let min_length = if player.is_ascii() { 3 } else { 2 };
        let is_long = player.chars().count() >= min_length;
        if is_long && self.joined.contains(player) {
            return true;
        }
        let name = self.normalized.get_or_init(|| self.normalize());
        let mut words = name.words.iter();
        let is_word = |word: &String| word == player || word.split('-').any(|part| part == player);
        !player.is_empty() && (words.any(is_word) || is_long && name.whole.contains(player))
    }

    fn normalize(&self) -> NormalizedName {
        let words = self.stem.split(['_', '+', ' ', '　']);
        NormalizedName {
            whole: normalize_name(&self.joined),
            words: words
                .filter(|word| !word.is_empty())
                .map(normalize_name)
                .collect(),
        }
    }
}

/// Returns the day in the name of a file; `None` if the name has no date, or several.
fn day_in_name(file: &str) -> Option<u64> {
    static DATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:^|[^0-9])((?:19|20)[0-9]{2})[-_.年]?([01]?[0-9])[-_.月]?([0-3][0-9])(?:日|[^0-9]|[0-9]{4,6}(?:[^0-9]|$)|$)").ok()
    });
    let mut dates = DATE.as_ref()?.captures_iter(file);
    let first = dates.next().filter(|_| dates.next().is_none())?;
    let text = format!("{}/{}/{}", &first[1], &first[2], &first[3]);
    Date::read(&text).ok()?.day_number()
}
