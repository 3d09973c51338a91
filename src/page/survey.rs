//! What judged games come to, as figures and charts.

use std::collections::BTreeMap;

use super::chart::{Bar, Chart, Drawing, Look, Rate, Results, Series};
use super::frame::{self, Figure};
use crate::finding::{Language, Rule, Words, both, message, say};
use crate::opening::OpeningBook;
use crate::record::{SHOGI, Terminal};
use crate::shogi::Color;
use crate::stats::{Game, Group, Grouping, Groups, Sums, wilson};
use crate::system::ALL_RULES;

/// Counts over judged games.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    all: Groups,
    rules: Groups,
    directories: Groups,
    shogi: Groups,
    shogi_directories: Groups,
    endings: Groups,
    openings: Groups,
    lengths: Groups,
    years: Groups,
    /// By tens of plies.
    paces: BTreeMap<u32, [Pace; 2]>,
}

/// Everything in one group.
static ALL: Grouping = of_records(|game, count| count(String::new(), whole(game)));

static RULES: Grouping = of_records(|game, count| {
    for name in game.rules() {
        let of_rule = game.findings.iter().filter(|found| found.rule.name == name);
        let severities = of_rule.map(|found| found.severity);
        count(name.to_owned(), Sums::of(game, None).with_findings(severities));
    }
});

static DIRECTORIES: Grouping = of_records(|game, count| count(directory(game), whole(game)));

/// The games that Black and White play.
static OF_SHOGI: Grouping = of_records(|game, count| {
    if *game.kind == SHOGI {
        count(String::new(), Sums::of(game, None));
    }
});

static SHOGI_DIRECTORIES: Grouping = of_records(|game, count| {
    if *game.kind == SHOGI {
        count(directory(game), Sums::of(game, None));
    }
});

fn directory(game: &Game) -> String {
    let parts = game.path.rsplit_once('/');
    parts.map_or_else(String::new, |(directory, _)| directory.to_owned())
}

static ENDINGS: Grouping = by(|game, count| {
    count(
        game.end.map_or("", Terminal::name).to_owned(),
        Sums::of(game, None),
    );
});

static OPENINGS: Grouping = by(|game, count| {
    if let Some(name) = game.opening.name {
        count(name.to_owned(), Sums::of(game, None));
    }
});

/// By the number of tens, so wide that the order of the words is that of the numbers.
static LENGTHS: Grouping = by(|game, count| {
    let tens = game.plies.len().min(LONGEST) / 10;
    count(format!("{tens:02}"), Sums::of(game, None));
});

static YEARS: Grouping = by(|game, count| {
    if let Some(year) = game.year() {
        count(format!("{year:04}"), Sums::of(game, None));
    }
});

const fn by(entries: fn(&Game, &mut dyn FnMut(String, Sums))) -> Grouping {
    Grouping {
        entries,
        of_records: false,
    }
}

/// The same for every record, played out or not.
const fn of_records(entries: fn(&Game, &mut dyn FnMut(String, Sums))) -> Grouping {
    Grouping {
        of_records: true,
        ..by(entries)
    }
}

/// A game with all of its findings.
fn whole(game: &Game) -> Sums {
    let severities = game.findings.iter().map(|found| found.severity);
    Sums::of(game, None).with_findings(severities)
}

impl Survey {
    /// Counts a game.
    pub fn add(&mut self, game: &Game) {
        for (groups, grouping) in self.groups() {
            groups.add(grouping, game);
        }
        for ply in game.plies.iter().filter(|_| *game.kind == SHOGI) {
            if let Some(milliseconds) = ply.milliseconds {
                let tens = ply.number.saturating_sub(1).min(LONGEST as u32) / 10;
                let paces = self.paces.entry(tens).or_default();
                if let Some(pace) = paces.get_mut(ply.seat.index()) {
                    pace.milliseconds += milliseconds;
                    pace.moves += 1;
                }
            }
        }
    }

    /// Adds the counts of another stretch.
    pub fn merge(&mut self, mut other: Self) {
        for ((groups, _), (more, _)) in self.groups().into_iter().zip(other.groups()) {
            groups.merge(std::mem::take(more));
        }
        for (tens, more) in other.paces {
            let paces = self.paces.entry(tens).or_default();
            for (pace, more) in paces.iter_mut().zip(more) {
                pace.milliseconds += more.milliseconds;
                pace.moves += more.moves;
            }
        }
    }

    fn groups(&mut self) -> [(&mut Groups, &'static Grouping); 9] {
        [
            (&mut self.all, &ALL),
            (&mut self.rules, &RULES),
            (&mut self.directories, &DIRECTORIES),
            (&mut self.shogi, &OF_SHOGI),
            (&mut self.shogi_directories, &SHOGI_DIRECTORIES),
            (&mut self.endings, &ENDINGS),
            (&mut self.openings, &OPENINGS),
            (&mut self.lengths, &LENGTHS),
            (&mut self.years, &YEARS),
        ]
    }

    /// The sums over all games.
    fn total(&self) -> Sums {
        only(&self.all)
    }

    /// The figures at the top of a page.
    pub fn figures(&self) -> Vec<Figure> {
        let total = self.total();
        let [errors, warnings, notes] = total.findings;
        vec![
            Figure::count(say("games", "棋譜"), total.games),
            Figure::count(say("plies", "手数の合計"), total.plies),
            Figure::count(say("games with findings", "指摘のある棋譜"), total.found),
            Figure::count(say("errors", "エラー"), errors),
            Figure::count(say("warnings", "警告"), warnings),
            Figure::count(say("notes", "注記"), notes),
        ]
    }

    /// The charts.
    pub fn charts(&self, language: Language) -> Vec<Chart> {
        let sources = by_source(&self.directories);
        let of_shogi = by_source(&self.shogi_directories);
        vec![
            results(&only(&self.shogi), &of_shogi, language),
            openings(&self.openings.clone().rows(), language),
            years(&self.years.clone().rows()),
            lengths(&self.lengths.clone().rows()),
            endings(&self.endings.clone().rows(), language),
            paces(&self.paces, language),
            rules(&self.rules.clone().rows(), language),
            findings_by_source(&sources, language),
        ]
    }
}

/// The sums of the only group.
fn only(groups: &Groups) -> Sums {
    let rows = groups.clone().rows();
    rows.into_iter().next().map(|row| row.sums).unwrap_or_default()
}

/// The sums by the first directory in which paths differ, the most games first.
fn by_source(directories: &Groups) -> Vec<Group> {
    let directories = directories.clone().rows();
    let parts = |group: &Group| group.name.split('/').map(str::to_owned).collect::<Vec<_>>();
    let first = directories.first().map(parts).unwrap_or_default();
    let common = directories.iter().fold(first.len(), |most, group| {
        let same = group.name.split('/').zip(&first).take_while(|(a, b)| a == b);
        same.count().min(most)
    });
    let mut sources = Groups::default();
    for Group { name, sums, .. } in directories {
        let part = name.split('/').nth(common).or(name.rsplit('/').next());
        let part = part.filter(|it| !it.is_empty()).unwrap_or(".");
        sources.count(part.to_owned(), sums);
    }
    sources.rows()
}

// The charts of a survey.

/// So many bars are drawn.
const BARS: usize = 10;

/// So many groups make the rates of groups comparable at a glance.
const RATES: usize = 15;

fn results(total: &Sums, sources: &[Group], language: Language) -> Chart {
    let of = |name: &str, sums: &Sums| Results {
        name: name.to_owned(),
        counts: [sums.won[0], sums.drawn, sums.won[1], sums.open()],
    };
    let everything = both("all games", "全体");
    let mut groups = vec![of(everything.in_language(language), total)];
    if sources.len() > 1 {
        groups.extend(sources.iter().take(BARS - 1).map(|it| of(&it.name, &it.sums)));
    }
    Chart {
        title: say("Results", "勝敗"),
        about: say(
            "Verdicts of shogi games. The bars show all games. The percentages exclude draws and unfinished games.",
            "規定による将棋の勝敗。帯は全局の内訳、勝率は引き分けと勝敗のない局を除く。",
        ),
        drawing: Drawing::Results(say("Folder", "フォルダ"), groups),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn openings(rows: &[Group], language: Language) -> Chart {
    let rate = |row: &Group| {
        let decided = row.sums.wins();
        Some(Rate {
            name: OpeningBook::built_in()
                .named(&row.name)
                .map_or(&row.name, |it| it.name.in_language(language))
                .clone(),
            games: decided,
            rate: row.sums.won[0] as f64 / decided as f64,
            interval: wilson(row.sums.won[0], decided)?,
        })
    };
    Chart {
        title: say("Openings", "戦型と先手勝率"),
        about: say(
            "Share of decided games that Black won, with the 95% interval, for the openings with the most games. Openings are \
             detected on the board.",
            "盤上から判定した戦型ごとの先手勝率と95%信頼区間（引き分けと勝敗のない局を除く）。対局数の多い順。",
        ),
        drawing: Drawing::Rates(
            say("Opening", "戦型"),
            rows.iter().filter_map(rate).take(RATES).collect(),
        ),
    }
}

fn years(rows: &[Group]) -> Chart {
    let games: BTreeMap<u32, u64> = rows
        .iter()
        .filter_map(|row| Some((row.name.parse().ok()?, row.sums.games)))
        .collect();
    let span = games.keys().next().zip(games.keys().next_back());
    let years = span.map(|(&first, &last)| first..=last).into_iter().flatten();
    let bar = |year: u32| Bar {
        name: year.to_string(),
        count: games.get(&year).copied().unwrap_or(0),
        look: Look::Plain,
    };
    Chart {
        title: say("Games by year", "年別の対局数"),
        about: say("Dates are those in the records.", "棋譜に書かれた日付による。"),
        drawing: Drawing::Columns(say("Year", "年"), years.map(bar).collect()),
    }
}

fn lengths(rows: &[Group]) -> Chart {
    let games: BTreeMap<usize, u64> = rows
        .iter()
        .filter_map(|row| Some((row.name.parse().ok()?, row.sums.games)))
        .collect();
    let last = games.keys().next_back().copied().unwrap_or(0);
    let bar = |tens: usize| Bar {
        name: place(tens),
        count: games.get(&tens).copied().unwrap_or(0),
        look: Look::Plain,
    };
    Chart {
        title: say("Game length", "手数の分布"),
        about: say(
            "Number of games by plies, in steps of ten.",
            "手数ごとの局数（10手刻み）。",
        ),
        drawing: Drawing::Columns(
            say("Plies (at least)", "手数（以上）"),
            (0..=last).map(bar).collect(),
        ),
    }
}

/// The first ply of a step of ten.
fn place(tens: usize) -> String {
    let plus = if tens * 10 == LONGEST { "+" } else { "" };
    format!("{}{plus}", tens * 10)
}

fn endings(rows: &[Group], language: Language) -> Chart {
    let unknown = both("not stated", "終局の記載なし");
    let name = |row: &Group| match Terminal::ALL.iter().find(|it| it.name() == row.name) {
        Some(&end) => frame::end(end, language),
        None => (*unknown.in_language(language)).to_owned(),
    };
    let bar = |row| Bar {
        name: name(row),
        count: row.sums.games,
        look: Look::Plain,
    };
    Chart {
        title: say("Endings", "終局の理由"),
        about: say(
            "Ends of games as stated in the records.",
            "棋譜に書かれた終局の理由。",
        ),
        drawing: Drawing::Bars(
            say("Ending", "終局"),
            most(rows.iter().map(bar).collect(), language),
        ),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn paces(paces: &BTreeMap<u32, [Pace; 2]>, language: Language) -> Chart {
    const NAMES: [Words; 2] = [both("Black", "先手"), both("White", "後手")];
    let last = paces.keys().next_back().copied();
    let tens = || 0..last.map_or(0, |last| last + 1);
    let value = |side: Color, tens: u32| {
        let pace = paces.get(&tens)?[side.index()];
        (pace.moves > 0).then(|| pace.milliseconds as f64 / 1000.0 / pace.moves as f64)
    };
    let series = |side: Color| Series {
        name: (*NAMES[side.index()].in_language(language)).to_owned(),
        values: tens().map(|tens| value(side, tens)).collect(),
    };
    Chart {
        title: say("Time use", "消費時間"),
        about: say(
            "Average seconds per move over the course of a shogi game.",
            "将棋の1手あたりの平均消費時間（秒）の推移。",
        ),
        drawing: Drawing::Lines(
            say("Plies (at least)", "手数（以上）"),
            say("seconds", "秒"),
            tens().map(|tens| place(tens as usize)).collect(),
            Color::ALL.map(series).into(),
        ),
    }
}

fn rules(rows: &[Group], language: Language) -> Chart {
    let bar = |row: &Group| {
        let rule: Option<&&Rule> = ALL_RULES.iter().find(|it| it.name == row.name);
        let name = rule.map_or(&*row.name, |it| it.title().in_language(language));
        found(name, row.sums.findings)
    };
    Chart {
        title: say("Findings by rule", "規則別の指摘"),
        about: say(
            "Number of findings per rule: errors ●, warnings ▲, notes ○. Rules with the most errors first.",
            "規則ごとの指摘の件数（エラー●、警告▲、注記○）。エラーの多い順。",
        ),
        drawing: Drawing::Bars(
            say("Rule", "規則"),
            most(rows.iter().map(bar).collect(), language),
        ),
    }
}

fn findings_by_source(sources: &[Group], language: Language) -> Chart {
    let bar = |row: &Group| found(&row.name, row.sums.findings);
    let bars = sources.iter().map(bar).filter(|it| it.count > 0).collect();
    Chart {
        title: say("Findings by folder", "フォルダ別の指摘"),
        about: say(
            "Number of findings per folder: errors ●, warnings ▲, notes ○. Folders with the most errors first.",
            "フォルダごとの指摘の件数（エラー●、警告▲、注記○）。エラーの多い順。",
        ),
        drawing: Drawing::Bars(say("Folder", "フォルダ"), most(bars, language)),
    }
}

/// A bar of findings: so many errors, warnings and notes.
fn found(name: &str, counts: [u64; 3]) -> Bar {
    Bar {
        name: name.to_owned(),
        count: counts.iter().sum(),
        look: Look::Graded(counts),
    }
}

/// The gravest or else the longest bars, and one for the others.
fn most(mut bars: Vec<Bar>, language: Language) -> Vec<Bar> {
    let weight = |bar: &Bar| match bar.look {
        Look::Graded(counts) => counts,
        Look::Plain | Look::Rest => [0, 0, bar.count],
    };
    // Stable: equal counts stay in the order of their names.
    bars.sort_by_key(|it| std::cmp::Reverse(weight(it)));
    // One bar takes no more room than the word for it.
    let shown = if bars.len() <= BARS + 1 { bars.len() } else { BARS };
    let others = bars.split_off(shown);
    if !others.is_empty() {
        let number = others.len();
        let words = message!("{number} others", "その他{number}種", number);
        bars.push(Bar {
            name: words.in_language(language).to_string(),
            count: others.iter().map(|it| it.count).sum(),
            look: Look::Rest,
        });
    }
    bars
}

// How fast is played as a game goes on.

/// Games of this length or more are counted together; the others in tens.
const LONGEST: usize = 300;

/// The time of some moves of a side.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    pub milliseconds: u64,
    pub moves: u64,
}
