//! What judged games come to, as figures and charts.

mod charts;
mod pace;

use std::collections::BTreeMap;

use pace::{LONGEST, Pace};

use super::chart::Chart;
use super::frame::Figure;
use crate::finding::{Language, say};
use crate::record::{SHOGI, Terminal};
use crate::stats::{Game, Group, Grouping, Groups, Sums};

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
        columns: &[],
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
            charts::results(&only(&self.shogi), &of_shogi, language),
            charts::openings(&self.openings.clone().rows(), language),
            charts::years(&self.years.clone().rows()),
            charts::lengths(&self.lengths.clone().rows()),
            charts::endings(&self.endings.clone().rows(), language),
            charts::paces(&self.paces, language),
            charts::rules(&self.rules.clone().rows(), language),
            charts::findings_by_source(&sources, language),
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
