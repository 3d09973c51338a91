//! `--table endings`: how games ended.

use super::cell::{Cell, Kind};
use super::column::Column;
use super::game::Game;
use super::groups::{Group, Grouping};
use super::shared;
use super::sums::Sums;
use crate::finding::both;
use crate::record::Terminal;

use Kind::{Number, Text};

/// The grouping.
pub(super) static GROUPING: Grouping = Grouping {
    entries,
    of_records: false,
    columns: COLUMNS,
};

fn entries(game: &Game, count: &mut dyn FnMut(String, Sums)) {
    let end = game.end.map_or("", Terminal::name);
    count(end.to_owned(), Sums::of(game, None));
}

const COLUMNS: &[Column<Group>] = &[
    Column::new(
        "end",
        Text,
        both("end of the game as stated in the record", "棋譜に書かれた終局"),
        |group| Cell::known((!group.name.is_empty()).then_some(&*group.name)),
    ),
    shared::GAMES,
    shared::SHARE,
    shared::SHARE_LOW,
    shared::SHARE_HIGH,
    shared::BLACK_WINS,
    shared::WHITE_WINS,
    shared::DRAWS,
    shared::NO_RESULT,
    shared::BLACK_WIN_RATE,
    shared::BLACK_WIN_RATE_LOW,
    shared::BLACK_WIN_RATE_HIGH,
    shared::MEAN_PLIES,
    shared::SHORTEST,
    shared::LONGEST,
    shared::TIMED,
    shared::MEAN_SECONDS,
    shared::SECONDS_PER_MOVE,
    Column::new(
        "third_wins",
        Number,
        both(
            "games won by the third player of a game for four",
            "四人の競技の3人目の勝ち",
        ),
        |group| Cell::count(group.sums.won[2]),
    ),
    Column::new(
        "fourth_wins",
        Number,
        both("games won by the fourth player", "同4人目の勝ち"),
        |group| Cell::count(group.sums.won[3]),
    ),
];

/// How many of them a table has when nobody asks for others.
pub(super) const USUAL: usize = COLUMNS.len() - 2;
