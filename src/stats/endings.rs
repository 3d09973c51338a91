//! `--table endings`: how games ended.

use super::cell::{Cell, Kind};
use super::column::Column;
use super::game::Game;
use super::groups::{Group, Grouping};
use super::shared;
use super::sums::Sums;
use crate::finding::both;
use crate::record::Terminal;

use Kind::Text;

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
        both("how the record says the game ended", "棋譜の述べる終局"),
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
];
