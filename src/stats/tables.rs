//! The tables of groups of games, such as those by end, opening, player or position, and their columns.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use CellType::{Date, Enumerated, Integer, Number, Text};

use super::Cell;
use super::cell::{CellType, wilson};
use super::game::{Game, styles};
use super::groups::{Group, Grouping, RESULTING_PREFIX, SPELLINGS_PREFIX, Sums};
use super::needs::Needs;
use super::records::{ends, games};
use super::search::Hit;
use super::{Column, column, column_needing};
use crate::opening::{OpeningBook, Pattern};
use crate::record::Terminal;
use crate::shogi::Color;

/// Separator of the parts of a group's name, such as two players. The parts never contain this character.
pub(super) const SEPARATOR: char = '\t';

/// Groups games by the end that the record states. Games without a stated end are in the group without a name.
pub(super) static BY_END: Grouping = Grouping::new(Needs::MOVES, |game, count| {
    let end = game.end.map_or("", Terminal::name);
    count(end.to_owned(), Sums::from_game(game, None));
});

/// Groups games by the opening detected on the board. Games without a detected opening are in the group without a name.
/// The spellings of a group are the names of openings that the records state.
pub(super) static BY_OPENING: Grouping = Grouping::new(Needs::OPENINGS, |game, count| {
    let name = game.opening_name().unwrap_or_default();
    let mut sums = Sums::from_game(game, None);
    if let Some(stated) = &game.stated_opening {
        sums = sums.with_spelling(stated);
    }
    count(name.to_owned(), sums);
});

/// Groups sides by the strategy detected on the board. A side without a detected strategy is not counted.
pub(super) static BY_STRATEGY: Grouping = Grouping::new(Needs::OPENINGS, |game, count| {
    by_plan(game, count, |side| name(game.opening.strategy[side.index()]));
});

/// Groups sides by the castle detected on the board. A side without a detected castle is not counted.
pub(super) static BY_CASTLE: Grouping = Grouping::new(Needs::OPENINGS, |game, count| {
    by_plan(game, count, |side| name(game.opening.castle[side.index()]));
});

/// Groups sides by their style: static rook or ranging rook. A side whose style is unknown is not counted.
pub(super) static BY_STYLE: Grouping = Grouping::new(Needs::OPENINGS, |game, count| {
    by_plan(game, count, |side| game.style(side));
});

/// Groups games by the strategies of both sides. A game is not counted if the strategy of a side is unknown.
pub(super) static BY_MATCHUP: Grouping = Grouping::new(Needs::OPENINGS, |game, count| {
    if let [Some(black), Some(white)] = game.opening.strategy.map(name) {
        count(format!("{black}{SEPARATOR}{white}"), Sums::from_game(game, None));
    }
});

/// Counts each side of a game under its plan (a strategy, a castle or a style), with the result for this side.
///
/// A side whose plan is unknown is not counted.
fn by_plan<'g>(
    game: &'g Game,
    count: &mut dyn FnMut(String, Sums),
    plan_of: impl Fn(Color) -> Option<&'g str>,
) {
    for side in Color::ALL {
        if let Some(plan) = plan_of(side) {
            count(plan.to_owned(), Sums::from_game(game, Some(side.into())));
        }
    }
}

fn name(pattern: Option<&'static Pattern>) -> Option<&'static str> {
    Some(&*pattern?.name.japanese)
}

/// Groups games by the month of their start, in the order of the months. Games whose month is unknown are in the group
/// without a name.
pub(super) static BY_MONTH: Grouping = Grouping {
    by_name: true,
    ..Grouping::new(Needs::MOVES, |game, count| {
        let month = game.year().zip(game.month());
        let month = month.map(|(year, month)| format!("{year:04}-{month:02}"));
        count(month.unwrap_or_default(), Sums::from_game(game, None));
    })
};

/// Groups games of two players by both players and the kind of game, with results for the player whose name is first in
/// sorted order. A game is not counted if a name is missing. The spellings of each player are counted in all games that are.
pub(super) static BY_PAIR: Grouping = Grouping::new(Needs::MOVES, |game, count| {
    let &[first, second] = game.kind.seats else {
        return;
    };
    let Some((first_name, second_name)) = game.normalized_name(first).zip(game.normalized_name(second))
    else {
        return;
    };
    for (key, written) in [&first_name, &second_name].into_iter().zip(&game.players) {
        let spelling = Sums::default().with_spelling(written.as_deref().unwrap_or_default());
        count(format!("{SPELLINGS_PREFIX}{key}"), spelling);
    }
    let (player, opponent, seat) = if first_name <= second_name {
        (first_name, second_name, first)
    } else {
        (second_name, first_name, second)
    };
    let name = format!("{player}{SEPARATOR}{opponent}{SEPARATOR}{}", game.kind.name);
    count(name, Sums::from_game(game, Some(seat)));
});

/// Groups games by the positions that occurred in their main lines. A game counts once for each different position.
pub(super) static BY_POSITION: Grouping = Grouping::new(Needs::positions(u32::MAX), |game, count| {
    if !game.book_moves.is_empty() {
        return count(game.start_sfen().to_owned(), Sums::of_book(game.book_games()));
    }
    for position in distinct(game.positions()) {
        count(position.to_owned(), Sums::from_game(game, None));
    }
});

/// Groups games by each position in the main line and the move played in this position. A game counts once for each
/// such pair, and each move of a position of an opening book as many times as the book states.
pub(super) static BY_NEXT_MOVE: Grouping = Grouping::new(Needs::positions(u32::MAX), |game, count| {
    for (mv, games) in &game.book_moves {
        let name = format!("{}{SEPARATOR}{mv}", game.start_sfen());
        count(name, Sums::of_book(u64::from(*games)));
    }
    let plies = game.plies.iter().filter(|_| game.book_moves.is_empty());
    let moves = plies.filter_map(|ply| Some((game.position_key(ply)?, ply.usi())));
    for (position, mv) in distinct(moves) {
        count(format!("{position}{SEPARATOR}{mv}"), Sums::from_game(game, None));
    }
});

/// Groups games by the moves played in the positions that a search found. A game counts once for each different move.
///
/// If a position was found with the board rotated, the move is rotated back, and the results of Black and White are
/// exchanged. If no move was played in a position, the game is in the group without a name. A game also counts once for
/// each move whose resulting position it reached by any order of moves. A position of an opening book counts as the games with its
/// moves.
pub(super) static BY_MOVE: Grouping = Grouping::new(Needs::MOVES, |game, count| {
    if !game.book_moves.is_empty() {
        for hit in &game.hits {
            let moves = game.book_moves.iter();
            moves.for_each(|&(mv, games)| count(hit.upright(mv).to_string(), Sums::of_book(games.into())));
        }
        for (mv, _) in &game.resulting {
            count(
                format!("{RESULTING_PREFIX}{mv}"),
                Sums::of_book(game.book_games()),
            );
        }
        return;
    }
    for (mv, mirrored) in distinct(game.hits.iter().map(Hit::next)) {
        let sums = Sums::from_game(game, None);
        count(mv, if mirrored { sums.with_sides_swapped() } else { sums });
    }
    let resulting: HashSet<_> = game.resulting.iter().copied().collect();
    for (mv, mirrored) in resulting {
        let sums = Sums::from_game(game, None);
        let sums = if mirrored { sums.with_sides_swapped() } else { sums };
        count(format!("{RESULTING_PREFIX}{mv}"), sums);
    }
});

/// Groups games by the positions that a search found, and by the moves played in each of them. A game counts once for each
/// position, and once for each pair of position and move. A position of an opening book counts as the games with its moves.
pub(super) static BY_TREE_MOVE: Grouping = Grouping::new(Needs::MOVES, |game, count| {
    if !game.book_moves.is_empty() {
        for hit in &game.hits {
            let position = hit.position();
            for (mv, games) in &game.book_moves {
                count(
                    format!("{position}{SEPARATOR}{mv}"),
                    Sums::of_book(u64::from(*games)),
                );
            }
            count(position.to_owned(), Sums::of_book(game.book_games()));
        }
        return;
    }
    let mut names = BTreeSet::new();
    for hit in &game.hits {
        let position = hit.position();
        let (mv, _) = hit.next();
        if !mv.is_empty() {
            names.insert(format!("{position}{SEPARATOR}{mv}"));
        }
        names.insert(position.to_owned());
    }
    for name in names {
        count(name, Sums::from_game(game, None));
    }
});

/// Returns each different item once, in sorted order.
fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> BTreeSet<T> {
    items.collect()
}

/// Groups records by the rules of their findings, including records that cannot be replayed. A record counts once for
/// each rule.
pub(super) static BY_RULE: Grouping = Grouping {
    includes_unplayed: true,
    ..Grouping::new(Needs::MOVES, |game, count| {
        for name in game.rules() {
            let rule_findings = game.findings.iter().filter(|finding| finding.rule.name == name);
            let sums =
                Sums::from_game(game, None).with_findings(rule_findings.map(|finding| finding.severity));
            count(name.to_owned(), sums);
        }
    })
};

/// Groups seats of games by the normalized name of the player and the kind of game.
///
/// A game in which one player has several seats is counted once for each seat. Seats without a name are skipped.
pub(super) static BY_PLAYER: Grouping = Grouping::new(Needs::MOVES, |game, count| {
    for (&seat, written) in game.kind.seats.iter().zip(&game.players) {
        let Some((name, written)) = game.normalized_name(seat).zip(written.as_deref()) else {
            continue;
        };
        let seat_findings = game.findings.iter().filter(|finding| finding.seat == Some(seat));
        let sums =
            Sums::from_game(game, Some(seat)).with_findings(seat_findings.map(|finding| finding.severity));
        count(
            format!("{name}{SEPARATOR}{}", game.kind.name),
            sums.with_spelling(written),
        );
    }
});

// The columns of these tables, by name.

/// The columns of the table `endings`.
pub(super) static ENDINGS: Columns = LazyLock::new(|| {
    columns(
        "end games share share_low share_high black_wins white_wins draws no_result black_win_rate black_win_rate_low \
         black_win_rate_high mean_plies shortest longest timed mean_seconds seconds_per_move third_wins fourth_wins",
    )
});

/// The columns of the table `openings`.
pub(super) static OPENINGS: Columns = LazyLock::new(|| {
    columns(
        "opening stated games share share_low share_high black_wins white_wins draws no_result black_win_rate \
         black_win_rate_low black_win_rate_high mean_plies shortest longest timed mean_seconds seconds_per_move \
         first_date last_date opening_english",
    )
});

/// The columns of the table `rules`.
pub(super) static RULES: Columns = LazyLock::new(|| {
    columns("rule findings errors warnings notes records share share_low share_high first_date last_date")
});

/// The columns of the table `players`.
pub(super) static PLAYERS: Columns = LazyLock::new(|| {
    columns(
        "name player spellings game games black_games white_games wins losses draws no_result win_rate win_rate_low \
         win_rate_high black_win_rate black_win_rate_low black_win_rate_high white_win_rate white_win_rate_low \
         white_win_rate_high mean_plies shortest longest timed mean_seconds seconds_per_move errors warnings notes \
         first_date last_date mean_loss blunders",
    )
});

/// The columns of the table `strategies`. The tables `castles` and `styles` have the same columns, except the first and
/// the English name.
pub(super) static STRATEGIES: Columns = LazyLock::new(|| plan_columns("strategy", "strategy_english"));
pub(super) static CASTLES: Columns = LazyLock::new(|| plan_columns("castle", "castle_english"));
pub(super) static STYLES: Columns = LazyLock::new(|| plan_columns("style", ""));

fn plan_columns(plan: &str, english: &str) -> Vec<Column<Group>> {
    columns(&format!(
        "{plan} games wins losses draws no_result win_rate win_rate_low win_rate_high black_games white_games \
         mean_plies first_date last_date {english}"
    ))
}

/// The columns of the table `matchups`.
pub(super) static MATCHUPS: Columns = LazyLock::new(|| columns_by("black_strategy white_strategy"));

/// The columns of the table `by-month`.
pub(super) static MONTHS: Columns = LazyLock::new(|| columns_by("month"));

/// The columns of the table `positions`.
pub(super) static POSITIONS: Columns = LazyLock::new(|| columns_by("sfen"));

/// The columns of the table `next-moves`.
pub(super) static NEXT_MOVES: Columns = LazyLock::new(|| columns_by("sfen move"));

fn columns_by(names: &str) -> Vec<Column<Group>> {
    columns(&format!(
        "{names} games black_wins white_wins draws no_result black_win_rate black_win_rate_low black_win_rate_high \
         mean_plies first_date last_date"
    ))
}

/// The columns of the table `next`.
pub(super) static MOVES_MADE: Columns = LazyLock::new(|| {
    columns(
        "move games black_wins white_wins draws no_result games_after black_wins_after white_wins_after draws_after",
    )
});

/// The columns of the table `head-to-head`.
pub(super) static PAIRS: Columns = LazyLock::new(|| {
    columns(
        "name opponent_name player opponent games wins losses draws no_result win_rate win_rate_low win_rate_high black_games white_games \
         mean_plies first_date last_date game",
    )
});

/// Columns that are written only on request. These columns are the last of their tables.
pub(super) const ON_REQUEST: [&str; 7] = [
    "opening_english",
    "strategy_english",
    "castle_english",
    "third_wins",
    "fourth_wins",
    "mean_loss",
    "blunders",
];

/// The columns of a table, created on first use.
pub(super) type Columns = LazyLock<Vec<Column<Group>>>;

/// Returns the columns with these names.
///
/// # Panics
///
/// Panics if a column does not exist. A test requests the columns of every table.
fn columns(names: &str) -> Vec<Column<Group>> {
    let column_named = |name| {
        let column = COLUMNS.iter().find(|column| column.name == name);
        column.unwrap_or_else(|| panic!("no column {name}")).clone()
    };
    names.split_whitespace().map(column_named).collect()
}

/// Every column that a table of groups may have.
const COLUMNS: &[Column<Group>] = &[
    column("end", Enumerated(ends), |group| Cell::from_non_empty(&group.name)),
    column("opening", Text, |group| Cell::from_non_empty(&group.name)),
    column("rule", Text, |group| Cell::from_non_empty(&group.name)),
    column("strategy", Text, |group| Cell::from_non_empty(&group.name)),
    column("castle", Text, |group| Cell::from_non_empty(&group.name)),
    column("style", Enumerated(styles), |group| {
        Cell::from_non_empty(&group.name)
    }),
    column("month", Text, |group| Cell::from_non_empty(&group.name)),
    column("player", Text, |group| Cell::from_non_empty(part(group, 0))),
    column("opponent", Text, |group| Cell::from_non_empty(part(group, 1))),
    column("game", Enumerated(games), |group| {
        Cell::from_non_empty(group.name.rsplit(SEPARATOR).next().unwrap_or_default())
    }),
    column("black_strategy", Text, |group| {
        Cell::from_non_empty(part(group, 0))
    }),
    column("white_strategy", Text, |group| {
        Cell::from_non_empty(part(group, 1))
    }),
    column("sfen", Text, |group| Cell::from_non_empty(part(group, 0))),
    column("move", Text, |group| {
        Cell::from_non_empty(group.name.rsplit(SEPARATOR).next().unwrap_or_default())
    }),
    column("name", Text, |group| match group.spellings.most_frequent() {
        "" => spelling(group, 0),
        spelling => Cell::text(spelling),
    }),
    column("opponent_name", Text, |group| spelling(group, 1)),
    column("spellings", Text, |group| {
        Cell::from_non_empty(group.spellings.list())
    }),
    column("stated", Text, |group| {
        Cell::from_non_empty(group.spellings.list())
    }),
    column("opening_english", Text, english),
    column("strategy_english", Text, english),
    column("castle_english", Text, english),
    column("games", Integer, |group| Cell::count(group.sums.games)),
    column("records", Integer, |group| Cell::count(group.sums.games)),
    column("share", Number, |group| share(group).rate()),
    column("share_low", Number, |group| share(group).low()),
    column("share_high", Number, |group| share(group).high()),
    column("black_games", Integer, |group| Cell::count(group.sums.played[0])),
    column("white_games", Integer, |group| Cell::count(group.sums.played[1])),
    column("black_wins", Integer, |group| Cell::count(group.sums.won[0])),
    column("white_wins", Integer, |group| Cell::count(group.sums.won[1])),
    column("third_wins", Integer, |group| Cell::count(group.sums.won[2])),
    column("fourth_wins", Integer, |group| Cell::count(group.sums.won[3])),
    column("wins", Integer, |group| Cell::count(group.sums.wins())),
    column("losses", Integer, |group| Cell::count(group.sums.losses())),
    column("draws", Integer, |group| Cell::count(group.sums.drawn)),
    column("no_result", Integer, |group| Cell::count(group.sums.undecided())),
    column("games_after", Integer, |group| after(group, |sums| sums.games)),
    column("black_wins_after", Integer, |group| {
        after(group, |sums| sums.won[0])
    }),
    column("white_wins_after", Integer, |group| {
        after(group, |sums| sums.won[1])
    }),
    column("draws_after", Integer, |group| after(group, |sums| sums.drawn)),
    column("win_rate", Number, |group| win_share(group).rate()),
    column("win_rate_low", Number, |group| win_share(group).low()),
    column("win_rate_high", Number, |group| win_share(group).high()),
    column("black_win_rate", Number, |group| win_share_from(group, 0).rate()),
    column("black_win_rate_low", Number, |group| {
        win_share_from(group, 0).low()
    }),
    column("black_win_rate_high", Number, |group| {
        win_share_from(group, 0).high()
    }),
    column("white_win_rate", Number, |group| win_share_from(group, 1).rate()),
    column("white_win_rate_low", Number, |group| {
        win_share_from(group, 1).low()
    }),
    column("white_win_rate_high", Number, |group| {
        win_share_from(group, 1).high()
    }),
    column("mean_plies", Number, |group| {
        // The lengths of the games of an opening book are unknown.
        group.sums.shortest.map_or(Cell::Empty, |_| {
            Cell::ratio(group.sums.plies, group.sums.games, 2)
        })
    }),
    column("shortest", Integer, |group| {
        group.sums.shortest.map_or(Cell::Empty, Cell::count)
    }),
    column("longest", Integer, |group| Cell::count(group.sums.longest)),
    column("timed", Integer, |group| Cell::count(group.sums.timed)),
    column("mean_seconds", Number, |group| {
        seconds_per(group, group.sums.timed)
    }),
    column("seconds_per_move", Number, |group| {
        seconds_per(group, group.sums.timed_moves)
    }),
    column("findings", Integer, |group| {
        Cell::count(group.sums.findings.iter().sum::<u64>())
    }),
    column("errors", Integer, |group| Cell::count(group.sums.findings[0])),
    column("warnings", Integer, |group| Cell::count(group.sums.findings[1])),
    column("notes", Integer, |group| Cell::count(group.sums.findings[2])),
    column("first_date", Date, |group| {
        Cell::from_option(group.sums.since.as_deref())
    }),
    column("last_date", Date, |group| {
        Cell::from_option(group.sums.until.as_deref())
    }),
    column_needing(Needs::EVALUATIONS, "mean_loss", Number, |group| {
        Cell::ratio(group.sums.evaluation_loss, group.sums.evaluated_moves, 2)
    }),
    column_needing(Needs::EVALUATIONS, "blunders", Integer, |group| {
        match group.sums.evaluated_moves {
            0 => Cell::Empty,
            _ => Cell::count(group.sums.blunders),
        }
    }),
];

/// Returns a cell with a count of the games that reached the position after the move of a group. The cell is empty if they were
/// not counted.
fn after(group: &Group, count: fn(&Sums) -> u64) -> Cell<'static> {
    group
        .after
        .as_ref()
        .map_or(Cell::Empty, |sums| Cell::count(count(sums)))
}

/// Returns a part of the name of a group, such as one of two players, by its index from 0. Returns an empty text if
/// there is no such part.
fn part(group: &Group, index: usize) -> &str {
    group.name.split(SEPARATOR).nth(index).unwrap_or_default()
}

/// Returns a cell with the most frequent spelling of one of the players in the name of a group, by its index from 0.
fn spelling(group: &Group, index: usize) -> Cell<'_> {
    let key = part(group, index);
    Cell::from_non_empty(group.players.get(key).map_or(key, String::as_str))
}

/// Returns a cell with the English name of the opening, strategy or castle of a group. The cell is empty if the book
/// does not contain the Japanese name.
fn english(group: &Group) -> Cell<'_> {
    let book = group.book.unwrap_or_else(OpeningBook::built_in);
    let pattern = book.named(&group.name);
    Cell::from_option(pattern.map(|it| &*it.name.english))
}

/// Returns a cell with the average number of seconds for `number` seats or moves, or an empty cell if `number` is 0.
fn seconds_per(group: &Group, number: u64) -> Cell<'static> {
    // The division is done in milliseconds, so that the average is rounded only once.
    Cell::ratio(group.sums.milliseconds, number.saturating_mul(1000), 2)
}

/// A part of a number of games, and the whole number.
struct Share {
    part: u64,
    whole: u64,
}

/// Returns the share of the group in the games of all groups.
const fn share(group: &Group) -> Share {
    Share {
        part: group.sums.games,
        whole: group.total,
    }
}

/// Returns the share of the won games in the decided games of the group.
fn win_share(group: &Group) -> Share {
    Share {
        part: group.sums.wins(),
        whole: group.sums.wins() + group.sums.losses(),
    }
}

/// Returns the share of the won games in the decided games from one seat.
const fn win_share_from(group: &Group, seat: usize) -> Share {
    Share {
        part: group.sums.won[seat],
        whole: group.sums.won[seat] + group.sums.lost[seat],
    }
}

/// Number of decimals of a share.
const SHARE_DECIMALS: i32 = 4;

impl Share {
    fn rate(&self) -> Cell<'static> {
        Cell::ratio(self.part, self.whole, SHARE_DECIMALS)
    }

    /// Returns a cell with the lower bound of the 95 % confidence interval. The cell is empty if the whole is 0.
    fn low(&self) -> Cell<'static> {
        let interval = wilson(self.part, self.whole);
        interval.map_or(Cell::Empty, |(low, _)| Cell::rounded(low, SHARE_DECIMALS))
    }

    /// Returns a cell with the upper bound of the 95 % confidence interval. The cell is empty if the whole is 0.
    fn high(&self) -> Cell<'static> {
        let interval = wilson(self.part, self.whole);
        interval.map_or(Cell::Empty, |(_, high)| Cell::rounded(high, SHARE_DECIMALS))
    }
}
