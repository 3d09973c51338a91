//! `--table openings`: what was played.

use super::cell::{Cell, Kind};
use super::column::Column;
use super::game::Game;
use super::groups::{Group, Grouping};
use super::rates;
use super::shared;
use super::sums::Sums;
use crate::finding::both;
use crate::opening::OpeningBook;

use Kind::Text;

/// The grouping.
pub(super) static GROUPING: Grouping = Grouping {
    entries,
    of_records: false,
    columns: COLUMNS,
};

fn entries(game: &Game, count: &mut dyn FnMut(String, Sums)) {
    let name = game.opening.name.unwrap_or_default();
    let mut sums = Sums::of(game, None);
    if let Some(stated) = &game.stated_opening {
        sums = sums.spelt(stated);
    }
    count(name.to_owned(), sums);
}

const COLUMNS: &[Column<Group>] = &[
    Column::new(
        "opening",
        Text,
        both("opening, as detected on the board", "盤上から判定した戦型"),
        |group| Cell::known((!group.name.is_empty()).then_some(&*group.name)),
    ),
    Column::new(
        "stated",
        Text,
        both(
            "names of the opening in the records, if stated",
            "棋譜に書かれた戦型名",
        ),
        rates::written,
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
    shared::FIRST_DATE,
    shared::LAST_DATE,
    Column::new(
        "opening_english",
        Text,
        both("opening, in English", "戦型の英語名"),
        |group| Cell::known(english(&group.name)),
    ),
];

/// How many of them the table has when nobody asks for others.
pub(super) const USUAL: usize = COLUMNS.len() - 1;

/// The English name of an opening.
fn english(name: &str) -> Option<&'static str> {
    let opening = OpeningBook::built_in().named(name)?;
    Some(&*opening.name.english)
}
