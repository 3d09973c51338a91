//! `--table players`: who played, under their names without titles.

use std::collections::HashMap;
use std::mem::take;
use std::sync::Arc;

use Kind::{Number, Text};

use super::cell::{Cell, Kind};
use super::game::Game;
use super::games::GAMES;
use super::groups::{Group, Grouping, Sums};
use super::name::normal;
use super::tables::End::{High, Low};
use super::{Column, tables};
use crate::finding::both;

/// The grouping.
pub(super) static GROUPING: Grouping = Grouping {
    entries,
    of_records: false,
    columns: COLUMNS,
};

/// A game against oneself counts once for each seat. Who has no name is no player.
fn entries(game: &Game, count: &mut dyn FnMut(String, Sums)) {
    for (&seat, written) in game.kind.seats.iter().zip(&game.players) {
        let Some((name, written)) = game.normal(seat).zip(written.as_deref()) else {
            continue;
        };
        let own = game.findings.iter().filter(|found| found.seat == Some(seat));
        let sums = Sums::of(game, Some(seat)).with_findings(own.map(|found| found.severity));
        count(format!("{name}{APART}{}", game.kind.name), sums.spelt(written));
    }
}

/// What parts a name from the game: who plays several games is counted in each. No name has it.
const APART: char = '\t';

/// The name and the game of a group.
fn parts(group: &Group) -> (&str, &str) {
    group.name.split_once(APART).unwrap_or((&group.name, ""))
}

/// The spelling that is met with most often.
fn usual(group: &Group) -> Cell<'_> {
    Cell::known(Some(group.spellings.most()).filter(|name| !name.is_empty()))
}

const COLUMNS: &[Column<Group>] = &[
    Column::new(
        "player",
        Text,
        both(
            "name without ranks, titles, ratings and differences of width",
            "段位・称号・レーティングや全半角の違いを除いた名前",
        ),
        |group| Cell::known(Some(parts(group).0).filter(|name| !name.is_empty())),
    ),
    Column::new(
        "name",
        Text,
        both("most frequent spelling of the name", "最も多い表記"),
        usual,
    ),
    Column::new(
        "spellings",
        Text,
        both("all spellings of the name", "すべての表記"),
        tables::written,
    ),
    Column::new(
        "game",
        Kind::Word(GAMES),
        both("game that was played", "対局した競技"),
        |group| Cell::text(parts(group).1),
    ),
    tables::GAMES,
    Column::new(
        "black_games",
        Number,
        both(
            "number of games as Black, or in the first seat of another game",
            "先手番（他の競技では1番目の席）の対局数",
        ),
        |group| Cell::count(group.sums.played[0]),
    ),
    Column::new(
        "white_games",
        Number,
        both(
            "number of games as White, or in the second seat",
            "後手番（2番目の席）の対局数",
        ),
        |group| Cell::count(group.sums.played[1]),
    ),
    Column::new("wins", Number, both("games won", "勝ち"), |group| {
        Cell::count(group.sums.wins())
    }),
    Column::new("losses", Number, both("games lost", "負け"), |group| {
        Cell::count(group.sums.losses())
    }),
    tables::DRAWS,
    tables::NO_RESULT,
    Column::new(
        "win_rate",
        Number,
        both(
            "share of the decided games that the player won",
            "決着した対局のうち勝った割合",
        ),
        |group| tables::rate(group.sums.wins(), group.sums.wins() + group.sums.losses()),
    ),
    Column::new(
        "win_rate_low",
        Number,
        both(
            "lower end of its 95 % confidence interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| tables::bound(Low, group.sums.wins(), group.sums.wins() + group.sums.losses()),
    ),
    Column::new(
        "win_rate_high",
        Number,
        both("upper end of this interval", "その95%信頼区間の上限"),
        |group| tables::bound(High, group.sums.wins(), group.sums.wins() + group.sums.losses()),
    ),
    Column::new(
        "black_win_rate",
        Number,
        both("the same share for games as Black", "先手番での同じ割合"),
        |group| tables::rate(group.sums.won[0], group.sums.won[0] + group.sums.lost[0]),
    ),
    Column::new(
        "black_win_rate_low",
        Number,
        both(
            "lower end of its 95 % confidence interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| tables::bound(Low, group.sums.won[0], group.sums.won[0] + group.sums.lost[0]),
    ),
    Column::new(
        "black_win_rate_high",
        Number,
        both("upper end of this interval", "その95%信頼区間の上限"),
        |group| tables::bound(High, group.sums.won[0], group.sums.won[0] + group.sums.lost[0]),
    ),
    Column::new(
        "white_win_rate",
        Number,
        both("the same share for games as White", "後手番での同じ割合"),
        |group| tables::rate(group.sums.won[1], group.sums.won[1] + group.sums.lost[1]),
    ),
    Column::new(
        "white_win_rate_low",
        Number,
        both(
            "lower end of its 95 % confidence interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| tables::bound(Low, group.sums.won[1], group.sums.won[1] + group.sums.lost[1]),
    ),
    Column::new(
        "white_win_rate_high",
        Number,
        both("upper end of this interval", "その95%信頼区間の上限"),
        |group| tables::bound(High, group.sums.won[1], group.sums.won[1] + group.sums.lost[1]),
    ),
    tables::MEAN_PLIES,
    tables::SHORTEST,
    tables::LONGEST,
    tables::TIMED,
    tables::MEAN_SECONDS,
    tables::SECONDS_PER_MOVE,
    Column::new(
        "errors",
        Number,
        both(
            "number of errors about the actions of this player",
            "この対局者の行為についてのエラーの数",
        ),
        |group| Cell::count(group.sums.findings[0]),
    ),
    Column::new(
        "warnings",
        Number,
        both(
            "number of warnings about the actions of this player",
            "この対局者の行為についての警告の数",
        ),
        |group| Cell::count(group.sums.findings[1]),
    ),
    Column::new(
        "notes",
        Number,
        both(
            "number of notes about the actions of this player",
            "この対局者の行為についての注記の数",
        ),
        |group| Cell::count(group.sums.findings[2]),
    ),
    tables::FIRST_DATE,
    tables::LAST_DATE,
];

// The ways in which one name is written.

/// So many bytes of them are listed at most.
const LISTED: usize = 64 << 10;

/// The ways in which one name is written, taken in their order: the one met with most often, and a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spellings {
    most: (String, u64),
    list: String,
    count: u64,
    /// Whether the list leaves some out.
    cut: bool,
    /// The last one, which may come once more.
    last: Option<(String, u64)>,
}

impl Spellings {
    /// Takes the next one and how often it was met with.
    pub fn push(&mut self, spelling: String, times: u64) {
        match &mut self.last {
            Some((last, sum)) if *last == spelling => *sum += times,
            _ => {
                self.settle();
                self.last = Some((spelling, times));
            }
        }
    }

    /// All have been taken.
    #[must_use]
    pub fn finish(mut self) -> Self {
        self.settle();
        self
    }

    fn settle(&mut self) {
        let Some((spelling, times)) = take(&mut self.last) else {
            return;
        };
        self.count += 1;
        if self.list.len() + spelling.len() > LISTED && self.count > 1 {
            self.cut = true;
        } else if !self.cut {
            let between = if self.count > 1 { " / " } else { "" };
            self.list += between;
            self.list += &spelling;
        }
        // Of equal ones the first in their order.
        if times > self.most.1 {
            self.most = (spelling, times);
        }
    }

    /// The one met with most often.
    pub fn most(&self) -> &str {
        &self.most.0
    }

    /// All of them; very many end with `…`.
    pub fn list(&self) -> String {
        let rest = if self.cut { " / …" } else { "" };
        format!("{}{rest}", self.list)
    }
}

impl FromIterator<(String, u64)> for Spellings {
    fn from_iter<I: IntoIterator<Item = (String, u64)>>(spellings: I) -> Self {
        let mut all = Self::default();
        for (spelling, times) in spellings {
            all.push(spelling, times);
        }
        all.finish()
    }
}

// The names of players that a user wants to be one.

/// Other writings of the names of players, and the names to keep. A writing is told by what it is grouped by: 甲野 太郎六段
/// and 甲野太郎 are one.
#[derive(Debug, Default)]
pub struct Names {
    kept: HashMap<String, String>,
}

impl Names {
    /// Names to keep, each with its other writings.
    ///
    /// ```
    /// use kifu::stats::Names;
    ///
    /// let names = Names::of(&[("甲野太郎".to_owned(), vec!["Kono Taro".to_owned()])]);
    /// assert_eq!(names.kept("KONO Taro 4 dan"), "甲野太郎");
    /// assert_eq!(names.kept("乙川 六段"), "乙川 六段");
    /// ```
    pub fn of(names: &[(String, Vec<String>)]) -> Arc<Self> {
        let writings = names.iter().flat_map(|(name, others)| {
            others
                .iter()
                .map(|other| (normal(other), name.clone()))
                .filter(|(other, name)| !other.is_empty() && *other != normal(name))
        });
        Arc::new(Self {
            kept: writings.collect(),
        })
    }

    /// The name to keep of one that is written so.
    pub fn kept<'n>(&'n self, written: &'n str) -> &'n str {
        if self.kept.is_empty() {
            return written;
        }
        self.kept.get(&normal(written)).map_or(written, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(spellings: &[(&str, u64)]) -> Spellings {
        spellings
            .iter()
            .map(|&(it, times)| (it.to_owned(), times))
            .collect()
    }

    #[test]
    fn the_most_frequent_and_all_are_told() {
        for (spellings, most, list) in [
            (&[][..], "", ""),
            (&[("甲", 1)], "甲", "甲"),
            (&[("甲", 1), ("甲四段", 1)], "甲", "甲 / 甲四段"),
            (&[("甲", 1), ("甲四段", 2)], "甲四段", "甲 / 甲四段"),
            (&[("甲", 2), ("甲", 2), ("甲四段", 3)], "甲", "甲 / 甲四段"),
            (&[("", 1), ("甲", 1)], "", " / 甲"),
        ] {
            let spellings = of(spellings);
            assert_eq!((spellings.most(), &*spellings.list()), (most, list));
        }
    }

    #[test]
    fn a_long_list_is_cut_and_the_most_frequent_is_found_all_the_same() {
        let many = (0..100_000).map(|at| (format!("甲{at:06}"), 1 + u64::from(at == 99_999)));
        let spellings: Spellings = many.collect();
        assert_eq!(spellings.most(), "甲099999");
        let list = spellings.list();
        assert!(
            list.len() < LISTED + 10 && list.starts_with("甲000000 / 甲000001 / "),
            "{}",
            list.len()
        );
        assert!(list.ends_with(" / …"));
        // One that is longer than the list is told alone.
        let long = "甲".repeat(LISTED);
        assert_eq!(of(&[(&long, 1)]).list(), long);
    }
}
