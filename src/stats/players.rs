//! `--table players`: who played, under their names without titles.

use super::cell::{Cell, Kind};
use super::column::Column;
use super::game::Game;
use super::groups::{Group, Grouping};
use super::rates;
use super::rates::End::{High, Low};
use super::sums::Sums;
use crate::finding::both;
use crate::shogi::Color;

use Kind::{Number, Text};

/// The grouping.
pub(super) static GROUPING: Grouping = Grouping {
    entries,
    columns: &COLUMNS,
};

/// A game against oneself counts once for each seat.
fn entries(game: &Game, count: &mut dyn FnMut(String, Sums)) {
    for side in Color::ALL {
        let written = game.players[side as usize].as_deref().unwrap_or_default();
        let own = game.findings.iter().filter(|found| found.side == Some(side));
        let sums = Sums::of(game, Some(side)).with_findings(own.map(|found| found.severity));
        count(game.normal(side).unwrap_or_default(), sums.spelt(written));
    }
}

/// The spelling that is met with most often.
fn usual(group: &Group) -> Cell<'_> {
    let spellings = group.sums.spellings.iter();
    let most = spellings.max_by_key(|&(name, times)| (*times, std::cmp::Reverse(name)));
    Cell::known(most.map(|(name, _)| &**name).filter(|name| !name.is_empty()))
}

/// All spellings.
fn written(group: &Group) -> Cell<'_> {
    let names: Vec<_> = group.sums.spellings.keys().map(|name| &**name).collect();
    Cell::known((!group.name.is_empty()).then(|| names.join(" / ")))
}

static COLUMNS: [Column<Group>; 30] = [
    Column::new(
        "player",
        Text,
        both(
            "the name without titles and width",
            "段位や全半角の違いを除いた名前",
        ),
        |group| Cell::known((!group.name.is_empty()).then_some(&*group.name)),
    ),
    Column::new(
        "name",
        Text,
        both("the name as it is written most often", "最も多い表記"),
        usual,
    ),
    Column::new(
        "spellings",
        Text,
        both("all ways in which it is written", "すべての表記"),
        written,
    ),
    Column::new("games", Number, both("games", "対局数"), |group| {
        Cell::count(group.sums.games)
    }),
    Column::new(
        "black_games",
        Number,
        both("games as Black", "先手番の対局数"),
        |group| Cell::count(group.sums.played[0]),
    ),
    Column::new(
        "white_games",
        Number,
        both("games as White", "後手番の対局数"),
        |group| Cell::count(group.sums.played[1]),
    ),
    Column::new("wins", Number, both("won", "勝ち"), |group| {
        Cell::count(group.sums.wins())
    }),
    Column::new("losses", Number, both("lost", "負け"), |group| {
        Cell::count(group.sums.losses())
    }),
    Column::new("draws", Number, both("drawn", "引き分け"), |group| {
        Cell::count(group.sums.drawn)
    }),
    Column::new(
        "no_result",
        Number,
        both("without a result", "勝敗なし"),
        |group| Cell::count(group.sums.open()),
    ),
    Column::new(
        "win_rate",
        Number,
        both(
            "part of the decided games that were won",
            "決着した対局のうち勝った割合",
        ),
        |group| rates::rate(group.sums.wins(), group.sums.wins() + group.sums.losses()),
    ),
    Column::new(
        "win_rate_low",
        Number,
        both(
            "low end of its 95 % interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| rates::bound(Low, group.sums.wins(), group.sums.wins() + group.sums.losses()),
    ),
    Column::new("win_rate_high", Number, both("high end", "同上限"), |group| {
        rates::bound(High, group.sums.wins(), group.sums.wins() + group.sums.losses())
    }),
    Column::new(
        "black_win_rate",
        Number,
        both("the same as Black", "先手番での同じ割合"),
        |group| rates::rate(group.sums.won[0], group.sums.won[0] + group.sums.lost[0]),
    ),
    Column::new(
        "black_win_rate_low",
        Number,
        both(
            "low end of its 95 % interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| rates::bound(Low, group.sums.won[0], group.sums.won[0] + group.sums.lost[0]),
    ),
    Column::new(
        "black_win_rate_high",
        Number,
        both("high end", "同上限"),
        |group| rates::bound(High, group.sums.won[0], group.sums.won[0] + group.sums.lost[0]),
    ),
    Column::new(
        "white_win_rate",
        Number,
        both("the same as White", "後手番での同じ割合"),
        |group| rates::rate(group.sums.won[1], group.sums.won[1] + group.sums.lost[1]),
    ),
    Column::new(
        "white_win_rate_low",
        Number,
        both(
            "low end of its 95 % interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| rates::bound(Low, group.sums.won[1], group.sums.won[1] + group.sums.lost[1]),
    ),
    Column::new(
        "white_win_rate_high",
        Number,
        both("high end", "同上限"),
        |group| rates::bound(High, group.sums.won[1], group.sums.won[1] + group.sums.lost[1]),
    ),
    Column::new(
        "mean_plies",
        Number,
        both("moves of a game, on the average", "平均手数"),
        rates::mean_plies,
    ),
    Column::new(
        "shortest",
        Number,
        both("moves of the shortest game", "最短手数"),
        |group| group.sums.shortest.map_or(Cell::Empty, Cell::count),
    ),
    Column::new(
        "longest",
        Number,
        both("moves of the longest game", "最長手数"),
        |group| Cell::count(group.sums.longest),
    ),
    Column::new(
        "timed",
        Number,
        both(
            "sides of games whose times are known",
            "消費時間のわかる対局数（先後別々に数える）",
        ),
        |group| Cell::count(group.sums.timed),
    ),
    Column::new(
        "mean_seconds",
        Number,
        both(
            "seconds of a side in a game, on the average",
            "1局の平均消費時間（秒、片側）",
        ),
        rates::mean_seconds,
    ),
    Column::new(
        "seconds_per_move",
        Number,
        both("seconds of a move, on the average", "1手の平均消費時間（秒）"),
        rates::seconds_per_move,
    ),
    Column::new(
        "errors",
        Number,
        both("findings that are errors", "エラーの数"),
        |group| Cell::count(group.sums.findings[0]),
    ),
    Column::new(
        "warnings",
        Number,
        both("findings that are warnings", "警告の数"),
        |group| Cell::count(group.sums.findings[1]),
    ),
    Column::new(
        "notes",
        Number,
        both("findings that are notes", "注記の数"),
        |group| Cell::count(group.sums.findings[2]),
    ),
    Column::new(
        "first_date",
        Text,
        both("the first day", "最初の日付"),
        |group| Cell::known(group.sums.since.as_deref()),
    ),
    Column::new(
        "last_date",
        Text,
        both("the last day", "最後の日付"),
        |group| Cell::known(group.sums.until.as_deref()),
    ),
];
