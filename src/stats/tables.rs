//! The tables of games in groups: by end, by opening, by rule; and the columns that they share.

use Kind::{Number, Text};

use self::End::{High, Low};
use super::Column;
use super::cell::{Cell, Kind, wilson};
use super::game::Game;
use super::groups::{Group, Grouping, Sums};
use crate::finding::both;
use crate::opening::OpeningBook;
use crate::record::Terminal;

/// The grouping.
pub(super) static ENDINGS_GROUPING: Grouping = Grouping {
    entries: entries_endings,
    of_records: false,
    columns: ENDINGS_COLUMNS,
};

fn entries_endings(game: &Game, count: &mut dyn FnMut(String, Sums)) {
    let end = game.end.map_or("", Terminal::name);
    count(end.to_owned(), Sums::of(game, None));
}

const ENDINGS_COLUMNS: &[Column<Group>] = &[
    Column::new(
        "end",
        Text,
        both("end of the game as stated in the record", "棋譜に書かれた終局"),
        |group| Cell::known((!group.name.is_empty()).then_some(&*group.name)),
    ),
    GAMES,
    SHARE,
    SHARE_LOW,
    SHARE_HIGH,
    BLACK_WINS,
    WHITE_WINS,
    DRAWS,
    NO_RESULT,
    BLACK_WIN_RATE,
    BLACK_WIN_RATE_LOW,
    BLACK_WIN_RATE_HIGH,
    MEAN_PLIES,
    SHORTEST,
    LONGEST,
    TIMED,
    MEAN_SECONDS,
    SECONDS_PER_MOVE,
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
pub(super) const ENDINGS_USUAL: usize = ENDINGS_COLUMNS.len() - 2;

// `--table openings`: what was played.

/// The grouping.
pub(super) static OPENINGS_GROUPING: Grouping = Grouping {
    entries: entries_openings,
    of_records: false,
    columns: OPENINGS_COLUMNS,
};

fn entries_openings(game: &Game, count: &mut dyn FnMut(String, Sums)) {
    let name = game.opening.name.unwrap_or_default();
    let mut sums = Sums::of(game, None);
    if let Some(stated) = &game.stated_opening {
        sums = sums.spelt(stated);
    }
    count(name.to_owned(), sums);
}

const OPENINGS_COLUMNS: &[Column<Group>] = &[
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
        written,
    ),
    GAMES,
    SHARE,
    SHARE_LOW,
    SHARE_HIGH,
    BLACK_WINS,
    WHITE_WINS,
    DRAWS,
    NO_RESULT,
    BLACK_WIN_RATE,
    BLACK_WIN_RATE_LOW,
    BLACK_WIN_RATE_HIGH,
    MEAN_PLIES,
    SHORTEST,
    LONGEST,
    TIMED,
    MEAN_SECONDS,
    SECONDS_PER_MOVE,
    FIRST_DATE,
    LAST_DATE,
    Column::new(
        "opening_english",
        Text,
        both("opening, in English", "戦型の英語名"),
        |group| Cell::known(english(&group.name)),
    ),
];

/// How many of them the table has when nobody asks for others.
pub(super) const OPENINGS_USUAL: usize = OPENINGS_COLUMNS.len() - 1;

/// The English name of an opening.
fn english(name: &str) -> Option<&'static str> {
    let opening = OpeningBook::built_in().named(name)?;
    Some(&*opening.name.english)
}

// `--table rules`: which rules games break.

/// The grouping.
pub(super) static RULES_GROUPING: Grouping = Grouping {
    entries: entries_rules,
    of_records: true,
    columns: RULES_COLUMNS,
};

fn entries_rules(game: &Game, count: &mut dyn FnMut(String, Sums)) {
    for name in game.rules() {
        let of_rule = game.findings.iter().filter(|found| found.rule.name == name);
        let sums = Sums::of(game, None).with_findings(of_rule.map(|found| found.severity));
        count(name.to_owned(), sums);
    }
}

const RULES_COLUMNS: &[Column<Group>] = &[
    Column::new(
        "rule",
        Text,
        both(
            "name of the rule; `kifu rules NAME` explains it",
            "規則名（`kifu rules 規則名` で説明を表示）",
        ),
        |group| Cell::known((!group.name.is_empty()).then_some(&*group.name)),
    ),
    Column::new(
        "findings",
        Number,
        both("number of findings", "指摘の数"),
        |group| Cell::count(group.sums.findings.iter().sum::<u64>()),
    ),
    Column::new(
        "errors",
        Number,
        both("number of errors", "エラーの数"),
        |group| Cell::count(group.sums.findings[0]),
    ),
    Column::new(
        "warnings",
        Number,
        both("number of warnings", "警告の数"),
        |group| Cell::count(group.sums.findings[1]),
    ),
    Column::new("notes", Number, both("number of notes", "注記の数"), |group| {
        Cell::count(group.sums.findings[2])
    }),
    Column::new(
        "records",
        Number,
        both("number of records with findings of the rule", "該当する棋譜の数"),
        |group| Cell::count(group.sums.games),
    ),
    Column::new(
        "share",
        Number,
        both("share of all records", "全棋譜に占める割合"),
        |group| rate(group.sums.games, group.total),
    ),
    SHARE_LOW,
    SHARE_HIGH,
    FIRST_DATE,
    LAST_DATE,
];

// Columns that several tables of groups have.

pub(super) const GAMES: Column<Group> =
    Column::new("games", Number, both("number of games", "対局数"), |group| {
        Cell::count(group.sums.games)
    });

pub(super) const SHARE: Column<Group> = Column::new(
    "share",
    Number,
    both("share of all games", "全対局に占める割合"),
    |group| rate(group.sums.games, group.total),
);

pub(super) const SHARE_LOW: Column<Group> = Column::new(
    "share_low",
    Number,
    both(
        "lower end of its 95 % confidence interval (Wilson)",
        "その95%信頼区間の下限（Wilson）",
    ),
    |group| bound(Low, group.sums.games, group.total),
);

pub(super) const SHARE_HIGH: Column<Group> = Column::new(
    "share_high",
    Number,
    both("upper end of this interval", "その95%信頼区間の上限"),
    |group| bound(High, group.sums.games, group.total),
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
    |group| rate(group.sums.won[0], group.sums.wins()),
);

pub(super) const BLACK_WIN_RATE_LOW: Column<Group> = Column::new(
    "black_win_rate_low",
    Number,
    both(
        "lower end of its 95 % confidence interval (Wilson)",
        "その95%信頼区間の下限（Wilson）",
    ),
    |group| bound(Low, group.sums.won[0], group.sums.wins()),
);

pub(super) const BLACK_WIN_RATE_HIGH: Column<Group> = Column::new(
    "black_win_rate_high",
    Number,
    both("upper end of this interval", "その95%信頼区間の上限"),
    |group| bound(High, group.sums.won[0], group.sums.wins()),
);

pub(super) const MEAN_PLIES: Column<Group> = Column::new(
    "mean_plies",
    Number,
    both("mean number of moves per game", "平均手数"),
    mean_plies,
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
    mean_seconds,
);

pub(super) const SECONDS_PER_MOVE: Column<Group> = Column::new(
    "seconds_per_move",
    Number,
    both("mean time per move, in seconds", "1手の平均消費時間（秒）"),
    seconds_per_move,
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

// Cells that several tables of groups have.

/// An end of an interval.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Low,
    High,
}

/// Digits of a rate after the point.
const DIGITS: i32 = 4;

pub(super) fn rate(hits: u64, trials: u64) -> Cell<'static> {
    Cell::ratio(hits, trials, DIGITS)
}

/// An end of the 95 % interval of a rate.
pub(super) fn bound(end: End, hits: u64, trials: u64) -> Cell<'static> {
    match (wilson(hits, trials), end) {
        (None, _) => Cell::Empty,
        (Some((low, _)), End::Low) => Cell::rounded(low, DIGITS),
        (Some((_, high)), End::High) => Cell::rounded(high, DIGITS),
    }
}

/// Moves of a game, on the average.
pub(super) fn mean_plies(group: &Group) -> Cell<'static> {
    Cell::ratio(group.sums.plies, group.sums.games, 2)
}

/// Seconds of a side in a game, on the average.
pub(super) fn mean_seconds(group: &Group) -> Cell<'static> {
    // In milliseconds, so that the average is rounded once.
    Cell::ratio(group.sums.milliseconds, group.sums.timed.saturating_mul(1000), 2)
}

/// Seconds of a move, on the average.
pub(super) fn seconds_per_move(group: &Group) -> Cell<'static> {
    Cell::ratio(
        group.sums.milliseconds,
        group.sums.timed_moves.saturating_mul(1000),
        2,
    )
}

/// All ways in which a name is written.
pub(super) fn written(group: &Group) -> Cell<'_> {
    Cell::known(Some(group.spellings.list()).filter(|it| !it.is_empty()))
}
