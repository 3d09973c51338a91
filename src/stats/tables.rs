//! The tables of games in groups: by end, by opening, by player, by rule; and their columns.

use Kind::{Date, Number, Text, Word};

use super::cell::{Cell, Kind, wilson};
use super::groups::{Group, Grouping, Sums};
use super::records::games;
use super::{Column, column};
use crate::opening::OpeningBook;
use crate::record::Terminal;

/// What parts the name of a player from the game: who plays several games is counted in each. No name has it.
const APART: char = '\t';

/// Games by their end.
pub(super) static BY_END: Grouping = Grouping {
    entries: |game, count| {
        let end = game.end.map_or("", Terminal::name);
        count(end.to_owned(), Sums::of(game, None));
    },
    of_records: false,
};

/// Games by their opening.
pub(super) static BY_OPENING: Grouping = Grouping {
    entries: |game, count| {
        let name = game.opening.name.unwrap_or_default();
        let mut sums = Sums::of(game, None);
        if let Some(stated) = &game.stated_opening {
            sums = sums.spelt(stated);
        }
        count(name.to_owned(), sums);
    },
    of_records: false,
};

/// Records by the rules of their findings.
pub(super) static BY_RULE: Grouping = Grouping {
    entries: |game, count| {
        for name in game.rules() {
            let of_rule = game.findings.iter().filter(|found| found.rule.name == name);
            let sums = Sums::of(game, None).with_findings(of_rule.map(|found| found.severity));
            count(name.to_owned(), sums);
        }
    },
    of_records: true,
};

/// Games by their players, under their names without titles. A game against oneself counts once for each seat. Who has
/// no name is no player.
pub(super) static BY_PLAYER: Grouping = Grouping {
    entries: |game, count| {
        for (&seat, written) in game.kind.seats.iter().zip(&game.players) {
            let Some((name, written)) = game.normal(seat).zip(written.as_deref()) else {
                continue;
            };
            let own = game.findings.iter().filter(|found| found.seat == Some(seat));
            let sums = Sums::of(game, Some(seat)).with_findings(own.map(|found| found.severity));
            count(format!("{name}{APART}{}", game.kind.name), sums.spelt(written));
        }
    },
    of_records: false,
};

/// The columns by end.
pub(super) const ENDINGS: &[Column<Group>] = &[
    column("end", Text, |group| Cell::filled(&group.name)),
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
    column("third_wins", Number, |group| Cell::count(group.sums.won[2])),
    column("fourth_wins", Number, |group| Cell::count(group.sums.won[3])),
];

/// The columns by opening.
pub(super) const OPENINGS: &[Column<Group>] = &[
    column("opening", Text, |group| Cell::filled(&group.name)),
    column("stated", Text, |group| Cell::filled(group.spellings.list())),
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
    column("opening_english", Text, |group| {
        let opening = OpeningBook::built_in().named(&group.name);
        Cell::known(opening.map(|it| &*it.name.english))
    }),
];

/// The columns by rule.
pub(super) const RULES: &[Column<Group>] = &[
    column("rule", Text, |group| Cell::filled(&group.name)),
    column("findings", Number, |group| {
        Cell::count(group.sums.findings.iter().sum::<u64>())
    }),
    ERRORS,
    WARNINGS,
    NOTES,
    column("records", Number, |group| Cell::count(group.sums.games)),
    SHARE,
    SHARE_LOW,
    SHARE_HIGH,
    FIRST_DATE,
    LAST_DATE,
];

/// The columns by player.
pub(super) const PLAYERS: &[Column<Group>] = &[
    column("player", Text, |group| Cell::filled(player_and_game(group).0)),
    column("name", Text, |group| Cell::filled(group.spellings.most())),
    column("spellings", Text, |group| Cell::filled(group.spellings.list())),
    column("game", Word(games), |group| Cell::text(player_and_game(group).1)),
    GAMES,
    column("black_games", Number, |group| Cell::count(group.sums.played[0])),
    column("white_games", Number, |group| Cell::count(group.sums.played[1])),
    column("wins", Number, |group| Cell::count(group.sums.wins())),
    column("losses", Number, |group| Cell::count(group.sums.losses())),
    DRAWS,
    NO_RESULT,
    column("win_rate", Number, |group| won(group).rate()),
    column("win_rate_low", Number, |group| won(group).low()),
    column("win_rate_high", Number, |group| won(group).high()),
    BLACK_WIN_RATE,
    BLACK_WIN_RATE_LOW,
    BLACK_WIN_RATE_HIGH,
    column("white_win_rate", Number, |group| won_from(group, 1).rate()),
    column("white_win_rate_low", Number, |group| won_from(group, 1).low()),
    column("white_win_rate_high", Number, |group| won_from(group, 1).high()),
    MEAN_PLIES,
    SHORTEST,
    LONGEST,
    TIMED,
    MEAN_SECONDS,
    SECONDS_PER_MOVE,
    ERRORS,
    WARNINGS,
    NOTES,
    FIRST_DATE,
    LAST_DATE,
];

/// The name and the game of a group of [`BY_PLAYER`].
fn player_and_game(group: &Group) -> (&str, &str) {
    group.name.split_once(APART).unwrap_or((&group.name, ""))
}

// Columns that several tables have.

const GAMES: Column<Group> = column("games", Number, |group| Cell::count(group.sums.games));
const SHARE: Column<Group> = column("share", Number, |group| share(group).rate());
const SHARE_LOW: Column<Group> = column("share_low", Number, |group| share(group).low());
const SHARE_HIGH: Column<Group> = column("share_high", Number, |group| share(group).high());
const BLACK_WINS: Column<Group> = column("black_wins", Number, |group| Cell::count(group.sums.won[0]));
const WHITE_WINS: Column<Group> = column("white_wins", Number, |group| Cell::count(group.sums.won[1]));
const DRAWS: Column<Group> = column("draws", Number, |group| Cell::count(group.sums.drawn));
const NO_RESULT: Column<Group> = column("no_result", Number, |group| Cell::count(group.sums.open()));
const BLACK_WIN_RATE: Column<Group> = column("black_win_rate", Number, |group| won_from(group, 0).rate());
const BLACK_WIN_RATE_LOW: Column<Group> =
    column("black_win_rate_low", Number, |group| won_from(group, 0).low());
const BLACK_WIN_RATE_HIGH: Column<Group> =
    column("black_win_rate_high", Number, |group| won_from(group, 0).high());
const MEAN_PLIES: Column<Group> = column("mean_plies", Number, |group| {
    Cell::ratio(group.sums.plies, group.sums.games, 2)
});
const SHORTEST: Column<Group> = column("shortest", Number, |group| {
    group.sums.shortest.map_or(Cell::Empty, Cell::count)
});
const LONGEST: Column<Group> = column("longest", Number, |group| Cell::count(group.sums.longest));
const TIMED: Column<Group> = column("timed", Number, |group| Cell::count(group.sums.timed));
const MEAN_SECONDS: Column<Group> = column("mean_seconds", Number, |group| {
    seconds_per(group, group.sums.timed)
});
const SECONDS_PER_MOVE: Column<Group> = column("seconds_per_move", Number, |group| {
    seconds_per(group, group.sums.timed_moves)
});
const ERRORS: Column<Group> = column("errors", Number, |group| Cell::count(group.sums.findings[0]));
const WARNINGS: Column<Group> = column("warnings", Number, |group| Cell::count(group.sums.findings[1]));
const NOTES: Column<Group> = column("notes", Number, |group| Cell::count(group.sums.findings[2]));
const FIRST_DATE: Column<Group> = column("first_date", Date, |group| {
    Cell::known(group.sums.since.as_deref())
});
const LAST_DATE: Column<Group> = column("last_date", Date, |group| {
    Cell::known(group.sums.until.as_deref())
});

/// Seconds that were used, by a number of seats or of moves.
fn seconds_per(group: &Group, number: u64) -> Cell<'static> {
    // In milliseconds, so that the average is rounded once.
    Cell::ratio(group.sums.milliseconds, number.saturating_mul(1000), 2)
}

/// A part of a number of games.
struct Share {
    part: u64,
    whole: u64,
}

/// The games of the group among those of all groups.
const fn share(group: &Group) -> Share {
    Share {
        part: group.sums.games,
        whole: group.total,
    }
}

/// The games won among those that were decided.
fn won(group: &Group) -> Share {
    Share {
        part: group.sums.wins(),
        whole: group.sums.wins() + group.sums.losses(),
    }
}

/// The same for the games from one seat.
const fn won_from(group: &Group, seat: usize) -> Share {
    Share {
        part: group.sums.won[seat],
        whole: group.sums.won[seat] + group.sums.lost[seat],
    }
}

/// Digits of a share after the point.
const DIGITS: i32 = 4;

impl Share {
    fn rate(&self) -> Cell<'static> {
        Cell::ratio(self.part, self.whole, DIGITS)
    }

    /// The low end of the 95 % interval.
    fn low(&self) -> Cell<'static> {
        let interval = wilson(self.part, self.whole);
        interval.map_or(Cell::Empty, |(low, _)| Cell::rounded(low, DIGITS))
    }

    /// The high end of it.
    fn high(&self) -> Cell<'static> {
        let interval = wilson(self.part, self.whole);
        interval.map_or(Cell::Empty, |(_, high)| Cell::rounded(high, DIGITS))
    }
}
