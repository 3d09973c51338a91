//! The figures of the page: counts over checked games, and the data of the charts that show these counts.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::words::{end_words, word, word_with_value};
use crate::finding::{Finding, Language, Message, bilingual};
use crate::opening::OpeningBook;
use crate::record::{SHOGI, Terminal};
use crate::stats::{Game, Group, Groups, Sums, wilson};
use crate::system::ALL_RULES;
use crate::text::printable;

/// The data of a chart of the page.
///
/// A script of the page draws the chart, with a table of its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// The prefix of three keys in `words.toml`, which end in `-title`, `-about` (the explanation) and `-head` (a table heading).
    pub name: &'static str,
    /// The kind of the chart, with the values that are drawn.
    #[serde(flatten)]
    pub drawing: Drawing,
    /// The numbers of games or moves that the chart cannot show, with the reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Bar>,
}

/// The kinds of charts, with their values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", content = "rows", rename_all = "lowercase")]
pub enum Drawing {
    /// Counts without an order, for example findings per rule, as bars.
    Bars(Vec<Bar>),
    /// Counts along an axis (lengths of games, years), as columns.
    Columns(Vec<Bar>),
    /// Results of games, for several groups of games.
    Results(Vec<Results>),
    /// Average thinking time per move at each stage of the games (seconds), as a line for each side.
    Lines(Vec<Seconds>),
    /// Rates with their confidence intervals.
    Rates(Vec<Rate>),
}

/// A named count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// The name, in the language of the page.
    #[serde(serialize_with = "as_printable")]
    pub name: String,
    /// The number of occurrences.
    pub count: u64,
    /// The appearance of the bar.
    pub look: BarStyle,
}

/// The appearance of a bar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BarStyle {
    /// The default appearance.
    #[default]
    Plain,
    /// The bar has a part for errors, warnings and notes, each in its colour, and the sign of the highest severity. The
    /// value contains the three numbers.
    Graded([u64; 3]),
    /// A number without a bar, for the sum of all items that are not listed. A bar for the sum could be the longest of
    /// the chart.
    Rest,
}

/// The results of the games of a group, such as a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Results {
    /// The name of the group of games.
    #[serde(serialize_with = "as_printable")]
    pub name: String,
    /// The numbers of wins by Black, draws, wins by White, and games without a known result.
    pub counts: [u64; 4],
}

/// Average thinking time per move at a stage of the games (seconds).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seconds {
    /// The number of plies before the stage, such as 0 for plies 1 to 10. A `+` follows for the stage without an upper
    /// bound.
    pub name: String,
    /// The averages of Black and of White, if known.
    pub values: [Option<f64>; 2],
}

/// A rate from 0 to 1: the share of the decided games that Black won.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// The name of the group of games.
    #[serde(serialize_with = "as_printable")]
    pub name: String,
    /// The number of decided games from which the rate is computed.
    pub games: u64,
    /// The observed rate; `None` if no game was decided.
    pub rate: Option<f64>,
    /// The 95 % confidence interval; `None` if no game was decided.
    pub interval: Option<(f64, f64)>,
}

/// Serializes text from a path or a record, with visible symbols for control characters and characters that change the
/// writing direction.
fn as_printable<S: Serializer>(words: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&printable(words))
}

impl Chart {
    /// Returns whether the chart has nothing to show.
    ///
    /// Bars and results are empty if all counts are zero, and rates if there is no row. Columns need two positive
    /// counts. Lines need a side with two known values, at least one of which is positive.
    pub(crate) fn is_empty(&self) -> bool {
        let has_line = |values: Vec<f64>| values.len() > 1 && values.iter().any(|&value| value > 0.0);
        match &self.drawing {
            Drawing::Bars(rows) => rows.iter().all(|row| row.count == 0),
            Drawing::Columns(rows) => rows.iter().filter(|row| row.count > 0).count() < 2,
            Drawing::Results(rows) => rows.iter().all(|row| row.counts == [0; 4]),
            Drawing::Lines(rows) => ![0, 1].into_iter().any(|side| {
                let values = rows.iter().filter_map(|row| row.values[side]);
                has_line(values.filter(|it| it.is_finite()).collect())
            }),
            Drawing::Rates(rows) => rows.is_empty(),
        }
    }
}

// The counts over games.

/// Length of a game (plies) from which all longer games are counted together. Shorter games are grouped by tens of
/// plies.
const LONGEST_BIN_PLIES: usize = 300;

/// Number of groups of games by length: 0 to 9 plies, 10 to 19 plies, …, [`LONGEST_BIN_PLIES`] and more.
const BIN_COUNT: usize = LONGEST_BIN_PLIES / 10 + 1;

/// Counts over checked games, from which the figures and charts are created.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// All records, with the findings that are shown, by directory.
    directories: Groups,
    /// The records with findings that are shown, by rule.
    rules: Groups,
    /// The shogi games, by directory.
    shogi: Groups,
    endings: Groups,
    openings: Groups,
    years: BTreeMap<u32, u64>,
    /// The number of games without a readable date.
    undated: u64,
    /// The number of games that cannot be replayed.
    unplayed: u64,
    /// The number of games in each group of games by length.
    lengths: [u64; BIN_COUNT],
    /// The thinking times of Black and White in each stage of ten plies, in games of shogi.
    times: [[Time; 2]; BIN_COUNT],
    /// The number of moves without a known time, in games of shogi.
    untimed: u64,
}

/// The sum of the known thinking times of a side, and the number of moves with a known time.
#[derive(Clone, Copy, Debug, Default)]
struct Time {
    milliseconds: u64,
    moves: u64,
}

impl Survey {
    /// Counts a game and the findings that are shown. Results, openings and times are counted only for shogi, and lengths
    /// and endings only for games that can be replayed.
    pub fn add(&mut self, game: &Game, findings: &[&Finding]) {
        let sums = Sums::from_game(game, None);
        let directory = game.path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let severities = findings.iter().map(|it| it.severity);
        let sums_with_findings = sums.clone().with_findings(severities);
        self.directories.count_copy(directory, &sums_with_findings);
        for (at, first) in findings.iter().enumerate() {
            if findings[..at].iter().any(|finding| finding.rule == first.rule) {
                continue;
            }
            let findings_of_rule = findings[at..].iter().filter(|finding| finding.rule == first.rule);
            let severities = findings_of_rule.map(|it| it.severity);
            let sums = sums.clone().with_findings(severities);
            self.rules.count_copy(first.rule.name, &sums);
        }
        if *game.kind == SHOGI {
            self.shogi.count_copy(directory, &sums);
            self.openings
                .count_copy(game.opening_name().unwrap_or_default(), &sums);
            self.add_times(game);
        }
        match game.year() {
            Some(year) => *self.years.entry(year).or_default() += 1,
            None => self.undated += 1,
        }
        if game.is_played {
            self.lengths[game.plies.len().min(LONGEST_BIN_PLIES) / 10] += 1;
            let end = game.end.map_or("", Terminal::name);
            self.endings.count_copy(end, &sums);
        } else {
            self.unplayed += 1;
        }
    }

    fn add_times(&mut self, game: &Game) {
        for ply in &game.plies {
            let stage = ply.number.saturating_sub(1).min(LONGEST_BIN_PLIES as u32) / 10;
            let time = self.times[stage as usize].get_mut(ply.seat.index());
            if let Some((time, milliseconds)) = time.zip(ply.milliseconds) {
                time.milliseconds += milliseconds;
                time.moves += 1;
            } else {
                self.untimed += 1;
            }
        }
    }

    /// Adds the counts of another survey.
    pub(crate) fn merge(&mut self, other: Self) {
        self.directories.merge(other.directories);
        self.rules.merge(other.rules);
        self.shogi.merge(other.shogi);
        self.endings.merge(other.endings);
        self.openings.merge(other.openings);
        for (year, more) in other.years {
            *self.years.entry(year).or_default() += more;
        }
        self.undated += other.undated;
        self.unplayed += other.unplayed;
        self.untimed += other.untimed;
        for (games, more) in self.lengths.iter_mut().zip(other.lengths) {
            *games += more;
        }
        let times = self.times.iter_mut().flatten();
        for (time, more) in times.zip(other.times.iter().flatten()) {
            time.milliseconds += more.milliseconds;
            time.moves += more.moves;
        }
    }

    /// Returns the totals at the top of a page, with their names.
    pub fn figures(&self) -> Vec<(Message, u64)> {
        let total = total(&self.directories.clone().rows());
        let [errors, warnings, notes] = total.findings;
        vec![
            (bilingual("games", "棋譜"), total.games),
            (bilingual("plies", "手数の合計"), total.plies),
            (bilingual("games with findings", "指摘のある棋譜"), total.found),
            (bilingual("errors", "エラー"), errors),
            (bilingual("warnings", "警告"), warnings),
            (bilingual("notes", "注記"), notes),
        ]
    }

    /// Returns all charts of the page, including charts without data, with names in `language`.
    pub fn charts(&self, language: Language) -> Vec<Chart> {
        let chart = |name, drawing| Chart {
            left_out: self.left_out(name, language),
            name,
            drawing,
        };
        let findings_bar = |name: &str, sums: &Sums| Bar {
            name: name.to_owned(),
            count: sums.findings.iter().sum(),
            look: BarStyle::Graded(sums.findings),
        };
        let rules = self.rules.clone().rows();
        let rules = rules
            .iter()
            .map(|rule| findings_bar(rule_title(&rule.name, language), &rule.sums));
        let folders = by_folder(&self.directories, common_components(&self.directories));
        let folders = folders
            .iter()
            .map(|folder| findings_bar(&folder.name, &folder.sums));
        let endings = self.endings.clone().rows();
        let endings = endings
            .iter()
            .map(|group| plain_bar(ending_name(&group.name, language), group.sums.games));
        vec![
            chart("results", Drawing::Results(self.results(language))),
            chart("openings", Drawing::Rates(self.openings(language))),
            chart("years", Drawing::Columns(self.years())),
            chart("lengths", Drawing::Columns(self.lengths())),
            chart("endings", top_bars(endings, "others", language)),
            chart("times", Drawing::Lines(self.times())),
            chart("rules", top_bars(rules, "others", language)),
            chart("folders", top_bars(folders, "other-folders", language)),
        ]
    }

    /// Returns the numbers of games or moves that the chart with this name cannot show.
    fn left_out(&self, name: &str, language: Language) -> Vec<Bar> {
        let (reason, count) = match name {
            "years" => ("without-date", self.undated),
            "lengths" | "endings" => ("not-replayed", self.unplayed),
            "times" => ("moves-without-time", self.untimed),
            _ => return Vec::new(),
        };
        let left_out = (count > 0).then(|| rest(word(reason, language).to_owned(), count));
        left_out.into_iter().collect()
    }

    fn results(&self, language: Language) -> Vec<Results> {
        let results = |name: &str, sums: &Sums| Results {
            name: name.to_owned(),
            counts: [sums.won[0], sums.drawn, sums.won[1], sums.undecided()],
        };
        let folders = by_folder(&self.shogi, common_components(&self.directories));
        let mut groups = vec![results(word("all-games", language), &total(&folders))];
        if folders.len() > 1 {
            let (shown, others) = folders.split_at(shown_count(folders.len(), MAX_BARS - 1));
            groups.extend(shown.iter().map(|folder| results(&folder.name, &folder.sums)));
            if !others.is_empty() {
                let name = word_with_value("other-folders", &others.len().to_string(), language);
                groups.push(results(&name, &total(others)));
            }
        }
        groups
    }

    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    fn openings(&self, language: Language) -> Vec<Rate> {
        let rate = |name: String, sums: &Sums| {
            let (black_wins, decided_games) = (sums.won[0], sums.wins());
            let interval = wilson(black_wins, decided_games);
            Rate {
                name,
                games: decided_games,
                rate: interval.map(|_| black_wins as f64 / decided_games as f64),
                interval,
            }
        };
        let name = |row: &Group| {
            let opening = OpeningBook::built_in().named(&row.name);
            opening.map_or_else(|| row.name.clone(), |it| it.name.in_language(language).clone())
        };
        let mut rows = self.openings.clone().rows();
        let unnamed = rows.pop_if(|row| row.name.is_empty());
        if rows.is_empty() {
            return Vec::new();
        }
        let (shown, others) = rows.split_at(shown_count(rows.len(), MAX_RATES));
        let mut rates: Vec<_> = shown.iter().map(|row| rate(name(row), &row.sums)).collect();
        if !others.is_empty() {
            let name = word_with_value("other-openings", &others.len().to_string(), language);
            rates.push(rate(name, &total(others)));
        }
        rates.extend(unnamed.map(|row| rate(word("no-opening", language).to_owned(), &row.sums)));
        rates
    }

    fn years(&self) -> Vec<Bar> {
        let bounds = self.years.keys().next().zip(self.years.keys().next_back());
        let years = bounds.map(|(&first, &last)| first..=last).into_iter().flatten();
        let games = |year| self.years.get(&year).copied().unwrap_or(0);
        years
            .map(|year| plain_bar(year.to_string(), games(year)))
            .collect()
    }

    fn lengths(&self) -> Vec<Bar> {
        let last_bin = self.lengths.iter().rposition(|&games| games > 0).unwrap_or(0);
        let bins = self.lengths.iter().take(last_bin + 1).enumerate();
        bins.map(|(bin, &games)| plain_bar(bin_label(bin), games))
            .collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "times stay far below 2^53")]
    fn times(&self) -> Vec<Seconds> {
        let average =
            |time: Time| (time.moves > 0).then(|| time.milliseconds as f64 / 1000.0 / time.moves as f64);
        let has_moves = |times: &[Time; 2]| times.iter().any(|time| time.moves > 0);
        let stage_count = self.times.iter().rposition(has_moves).map_or(0, |last| last + 1);
        let seconds = |(stage, times): (usize, &[Time; 2])| Seconds {
            name: bin_label(stage),
            values: times.map(average),
        };
        self.times
            .iter()
            .take(stage_count)
            .enumerate()
            .map(seconds)
            .collect()
    }
}

fn total(groups: &[Group]) -> Sums {
    let mut total = Sums::default();
    for group in groups {
        total.merge(&group.sums);
    }
    total
}

/// Returns the number of path components that all directories have in common.
fn common_components(directories: &Groups) -> usize {
    let directories = directories.clone().rows();
    let components = |group: &Group| group.name.split('/').map(str::to_owned).collect::<Vec<_>>();
    let first_components = directories.first().map(components).unwrap_or_default();
    directories.iter().fold(first_components.len(), |least, group| {
        let common = group
            .name
            .split('/')
            .zip(&first_components)
            .take_while(|(a, b)| a == b);
        common.count().min(least)
    })
}

/// Groups the sums by the path component after the first `common_count` ones. Directories without this component are
/// grouped by their last component, or as `.`.
///
/// The folders are in descending order of the number of games.
fn by_folder(directories: &Groups, common_count: usize) -> Vec<Group> {
    let directories = directories.clone().rows();
    let mut folders = Groups::default();
    for Group { name, sums, .. } in directories {
        let mut parts = name.split('/').skip(common_count);
        let folder = parts.find(|it| !it.is_empty()).or(name.rsplit('/').next());
        let folder = folder.filter(|it| !it.is_empty()).unwrap_or(".");
        folders.count(folder.to_owned(), sums);
    }
    folders.rows()
}

/// Maximum number of bars in a chart, without the entry for the remaining items.
const MAX_BARS: usize = 10;

/// Maximum number of rates in a chart.
const MAX_RATES: usize = 15;

/// Returns the label of a group of games or a stage: its lower bound in plies, with a `+` if it has no upper bound.
fn bin_label(bin: usize) -> String {
    let suffix = if bin * 10 == LONGEST_BIN_PLIES { "+" } else { "" };
    format!("{}{suffix}", bin * 10)
}

fn rule_title(name: &str, language: Language) -> &str {
    let rule = ALL_RULES.iter().find(|rule| rule.name == name);
    rule.map_or(name, |rule| *rule.title().in_language(language))
}

fn ending_name(name: &str, language: Language) -> &'static str {
    let terminal = Terminal::ALL.iter().find(|terminal| terminal.name() == name);
    terminal.map_or_else(
        || word("end-unknown", language),
        |&terminal| end_words(terminal, language),
    )
}

fn plain_bar(name: impl Into<String>, count: u64) -> Bar {
    Bar {
        name: name.into(),
        count,
        look: BarStyle::Plain,
    }
}

/// Returns the entry for a number of items that are not listed.
fn rest(name: String, count: u64) -> Bar {
    Bar {
        name,
        count,
        look: BarStyle::Rest,
    }
}

/// Returns the number of rows that are shown of `all`. A single remaining row takes no more space than the row for the
/// remaining ones, so it is shown.
const fn shown_count(all: usize, max: usize) -> usize {
    if all <= max + 1 { all } else { max }
}

/// Returns the first [`MAX_BARS`] bars with a count above 0, and one entry for the remaining items. Graded bars are
/// sorted by the number of errors, then of warnings, then of notes; all other bars by count. The greatest numbers are
/// first. `others` is the key of the name of the remaining items in `words.toml`.
fn top_bars(bars: impl Iterator<Item = Bar>, others: &'static str, language: Language) -> Drawing {
    let mut bars: Vec<_> = bars.filter(|bar| bar.count > 0).collect();
    let sort_key = |bar: &Bar| match bar.look {
        BarStyle::Graded(counts) => counts,
        BarStyle::Plain | BarStyle::Rest => [0, 0, bar.count],
    };
    // The sort is stable, so bars with equal keys stay in the order in which they were given.
    bars.sort_by_key(|bar| std::cmp::Reverse(sort_key(bar)));
    let remaining = bars.split_off(shown_count(bars.len(), MAX_BARS));
    if !remaining.is_empty() {
        let name = word_with_value(others, &remaining.len().to_string(), language);
        bars.push(rest(name, remaining.iter().map(|it| it.count).sum()));
    }
    Drawing::Bars(bars)
}
