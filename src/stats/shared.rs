//! Columns that several tables of groups have.

use super::cell::{Cell, Kind};
use super::column::Column;
use super::groups::Group;
use super::rates;
use super::rates::End::{High, Low};
use crate::finding::both;

use Kind::Number;

pub(super) const GAMES: Column<Group> =
    Column::new("games", Number, both("number of games", "対局数"), |group| {
        Cell::count(group.sums.games)
    });

pub(super) const SHARE: Column<Group> = Column::new(
    "share",
    Number,
    both("share of all games", "全対局に占める割合"),
    |group| rates::rate(group.sums.games, group.total),
);

pub(super) const SHARE_LOW: Column<Group> = Column::new(
    "share_low",
    Number,
    both(
        "lower end of its 95 % confidence interval (Wilson)",
        "その95%信頼区間の下限（Wilson）",
    ),
    |group| rates::bound(Low, group.sums.games, group.total),
);

pub(super) const SHARE_HIGH: Column<Group> = Column::new(
    "share_high",
    Number,
    both("upper end of this interval", "その95%信頼区間の上限"),
    |group| rates::bound(High, group.sums.games, group.total),
);

pub(super) const BLACK_WINS: Column<Group> = Column::new(
    "black_wins",
    Number,
    both("games won by Black, by the rules", "先手勝ち（規定による）"),
    |group| Cell::count(group.sums.won[0]),
);

pub(super) const WHITE_WINS: Column<Group> = Column::new(
    "white_wins",
    Number,
    both("games won by White, by the rules", "後手勝ち（規定による）"),
    |group| Cell::count(group.sums.won[1]),
);

pub(super) const DRAWS: Column<Group> =
    Column::new("draws", Number, both("games drawn", "引き分け"), |group| {
        Cell::count(group.sums.drawn)
    });

pub(super) const NO_RESULT: Column<Group> = Column::new(
    "no_result",
    Number,
    both("games without a result", "勝敗なし"),
    |group| Cell::count(group.sums.open()),
);

pub(super) const BLACK_WIN_RATE: Column<Group> = Column::new(
    "black_win_rate",
    Number,
    both(
        "share of the decided games that Black won",
        "決着した対局のうち先手が勝った割合",
    ),
    |group| rates::rate(group.sums.won[0], group.sums.wins()),
);

pub(super) const BLACK_WIN_RATE_LOW: Column<Group> = Column::new(
    "black_win_rate_low",
    Number,
    both(
        "lower end of its 95 % confidence interval (Wilson)",
        "その95%信頼区間の下限（Wilson）",
    ),
    |group| rates::bound(Low, group.sums.won[0], group.sums.wins()),
);

pub(super) const BLACK_WIN_RATE_HIGH: Column<Group> = Column::new(
    "black_win_rate_high",
    Number,
    both("upper end of this interval", "その95%信頼区間の上限"),
    |group| rates::bound(High, group.sums.won[0], group.sums.wins()),
);

pub(super) const MEAN_PLIES: Column<Group> = Column::new(
    "mean_plies",
    Number,
    both("mean number of moves per game", "平均手数"),
    rates::mean_plies,
);

pub(super) const SHORTEST: Column<Group> = Column::new(
    "shortest",
    Number,
    both("number of moves of the shortest game", "最短手数"),
    |group| group.sums.shortest.map_or(Cell::Empty, Cell::count),
);

pub(super) const LONGEST: Column<Group> = Column::new(
    "longest",
    Number,
    both("number of moves of the longest game", "最長手数"),
    |group| Cell::count(group.sums.longest),
);

pub(super) const TIMED: Column<Group> = Column::new(
    "timed",
    Number,
    both(
        "number of sides with known times; Black and White are counted separately",
        "消費時間の分かる対局数（先手と後手を別々に数える）",
    ),
    |group| Cell::count(group.sums.timed),
);

pub(super) const MEAN_SECONDS: Column<Group> = Column::new(
    "mean_seconds",
    Number,
    both(
        "mean time of a side per game, in seconds",
        "1局の平均消費時間（秒、片側）",
    ),
    rates::mean_seconds,
);

pub(super) const SECONDS_PER_MOVE: Column<Group> = Column::new(
    "seconds_per_move",
    Number,
    both("mean time per move, in seconds", "1手の平均消費時間（秒）"),
    rates::seconds_per_move,
);

pub(super) const FIRST_DATE: Column<Group> = Column::new(
    "first_date",
    Kind::Date,
    both("earliest date of the games", "最初の日付"),
    |group| Cell::known(group.sums.since.as_deref()),
);

pub(super) const LAST_DATE: Column<Group> = Column::new(
    "last_date",
    Kind::Date,
    both("latest date of the games", "最後の日付"),
    |group| Cell::known(group.sums.until.as_deref()),
);
