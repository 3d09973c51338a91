//! `--table endings`: how games ended.

use super::cell::{Cell, Kind};
use super::column::Column;
use super::game::Game;
use super::groups::{Group, Grouping};
use super::rates;
use super::rates::End::{High, Low};
use super::sums::Sums;
use crate::finding::both;
use crate::record::Terminal;

use Kind::{Number, Text};

/// The grouping.
pub(super) static GROUPING: Grouping = Grouping {
    entries,
    columns: &COLUMNS,
};

fn entries(game: &Game, count: &mut dyn FnMut(String, Sums)) {
    let end = game.end.map_or("", Terminal::name);
    count(end.to_owned(), Sums::of(game, None));
}

static COLUMNS: [Column<Group>; 18] = [
    Column::new(
        "end",
        Text,
        both("how the record says the game ended", "棋譜の述べる終局"),
        |group| Cell::known((!group.name.is_empty()).then_some(&*group.name)),
    ),
    Column::new("games", Number, both("games", "対局数"), |group| {
        Cell::count(group.sums.games)
    }),
    Column::new(
        "share",
        Number,
        both("part of all games", "全対局に占める割合"),
        |group| rates::rate(group.sums.games, group.total),
    ),
    Column::new(
        "share_low",
        Number,
        both(
            "low end of its 95 % interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| rates::bound(Low, group.sums.games, group.total),
    ),
    Column::new("share_high", Number, both("high end", "同上限"), |group| {
        rates::bound(High, group.sums.games, group.total)
    }),
    Column::new(
        "black_wins",
        Number,
        both("won by Black, by the rules", "先手勝ち（規則による）"),
        |group| Cell::count(group.sums.won[0]),
    ),
    Column::new(
        "white_wins",
        Number,
        both("won by White", "後手勝ち"),
        |group| Cell::count(group.sums.won[1]),
    ),
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
        "black_win_rate",
        Number,
        both(
            "part of the decided games that Black won",
            "決着した対局のうち先手が勝った割合",
        ),
        |group| rates::rate(group.sums.won[0], group.sums.wins()),
    ),
    Column::new(
        "black_win_rate_low",
        Number,
        both(
            "low end of its 95 % interval (Wilson)",
            "その95%信頼区間の下限（Wilson）",
        ),
        |group| rates::bound(Low, group.sums.won[0], group.sums.wins()),
    ),
    Column::new(
        "black_win_rate_high",
        Number,
        both("high end", "同上限"),
        |group| rates::bound(High, group.sums.won[0], group.sums.wins()),
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
];
