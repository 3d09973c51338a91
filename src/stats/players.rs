//! `--table players`: who played, under their names without titles.

use super::cell::{Cell, Kind};
use super::column::Column;
use super::game::Game;
use super::games::GAMES;
use super::groups::{Group, Grouping};
use super::rates;
use super::rates::End::{High, Low};
use super::shared;
use super::sums::Sums;
use crate::finding::both;

use Kind::{Number, Text};

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
        rates::written,
    ),
    Column::new(
        "game",
        Kind::Word(GAMES),
        both("game that was played", "対局した競技"),
        |group| Cell::text(parts(group).1),
    ),
    shared::GAMES,
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
    shared::DRAWS,
    shared::NO_RESULT,
    Column::new(
        "win_rate",
        Number,
        both(
            "share of the decided games that the player won",
            "決着した対局のうち勝った割合",
        ),
        |group| rates::rate(group.sums.wins(), group.sums.wins() + group.sums.losses()),
    ),
    Column::new(
        "win_rate_low",
        Number,
        both(
            "lower end of its 95 % confidence interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| rates::bound(Low, group.sums.wins(), group.sums.wins() + group.sums.losses()),
    ),
    Column::new(
        "win_rate_high",
        Number,
        both("upper end of this interval", "その95%信頼区間の上限"),
        |group| rates::bound(High, group.sums.wins(), group.sums.wins() + group.sums.losses()),
    ),
    Column::new(
        "black_win_rate",
        Number,
        both("the same share for games as Black", "先手番での同じ割合"),
        |group| rates::rate(group.sums.won[0], group.sums.won[0] + group.sums.lost[0]),
    ),
    Column::new(
        "black_win_rate_low",
        Number,
        both(
            "lower end of its 95 % confidence interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| rates::bound(Low, group.sums.won[0], group.sums.won[0] + group.sums.lost[0]),
    ),
    Column::new(
        "black_win_rate_high",
        Number,
        both("upper end of this interval", "その95%信頼区間の上限"),
        |group| rates::bound(High, group.sums.won[0], group.sums.won[0] + group.sums.lost[0]),
    ),
    Column::new(
        "white_win_rate",
        Number,
        both("the same share for games as White", "後手番での同じ割合"),
        |group| rates::rate(group.sums.won[1], group.sums.won[1] + group.sums.lost[1]),
    ),
    Column::new(
        "white_win_rate_low",
        Number,
        both(
            "lower end of its 95 % confidence interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| rates::bound(Low, group.sums.won[1], group.sums.won[1] + group.sums.lost[1]),
    ),
    Column::new(
        "white_win_rate_high",
        Number,
        both("upper end of this interval", "その95%信頼区間の上限"),
        |group| rates::bound(High, group.sums.won[1], group.sums.won[1] + group.sums.lost[1]),
    ),
    shared::MEAN_PLIES,
    shared::SHORTEST,
    shared::LONGEST,
    shared::TIMED,
    shared::MEAN_SECONDS,
    shared::SECONDS_PER_MOVE,
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
    shared::FIRST_DATE,
    shared::LAST_DATE,
];
