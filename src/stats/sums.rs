//! What games of one kind come to together.
//!
//! All sums are of whole numbers, so that they do not depend on the order in which they are made.

use std::collections::BTreeMap;

use super::game::{Game, SEATS};
use crate::finding::{Seat, Severity};
use crate::record::Outcome;

/// Sums over games. Where they are about one player, the seats are those that he sat on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Games.
    pub games: u64,
    /// Games in each seat, in the order of play: Black first.
    pub played: [u64; SEATS],
    /// Games won from each seat.
    pub won: [u64; SEATS],
    /// Games lost from each seat.
    pub lost: [u64; SEATS],
    /// Games drawn.
    pub drawn: u64,
    /// Moves of all games.
    pub plies: u64,
    /// The moves of the shortest and of the longest game.
    pub shortest: Option<u64>,
    /// The moves of the longest game.
    pub longest: u64,
    /// The time that was used, in milliseconds, in those seats where it is known.
    pub milliseconds: u64,
    /// Seats of games whose time is known.
    pub timed: u64,
    /// Moves made from those seats.
    pub timed_moves: u64,
    /// Games that have such findings.
    pub found: u64,
    /// Findings by severity, in the order of [`Severity::ALL`].
    pub findings: [u64; 3],
    /// The first day.
    pub since: Option<String>,
    /// The last day.
    pub until: Option<String>,
    /// How a name was written, and how often.
    pub spellings: BTreeMap<String, u64>,
}

/// So many whole numbers there are in sums.
pub(super) const NUMBERS: usize = 12 + 3 * SEATS;

impl Sums {
    /// All whole numbers, to be stored.
    pub(super) fn numbers(&self) -> [u64; NUMBERS] {
        let [errors, warnings, notes] = self.findings;
        let others = [
            self.games,
            self.drawn,
            self.plies,
            self.shortest.map_or(0, |shortest| shortest.saturating_add(1)),
            self.longest,
            self.milliseconds,
            self.timed,
            self.timed_moves,
            self.found,
            errors,
            warnings,
            notes,
        ];
        let mut of_seats = self
            .played
            .into_iter()
            .chain(self.won)
            .chain(self.lost)
            .chain(others);
        std::array::from_fn(|_| of_seats.next().unwrap_or_default())
    }

    /// The sums that have these numbers, and were made between two days.
    pub(super) fn of_numbers(numbers: [u64; NUMBERS], since: Option<String>, until: Option<String>) -> Self {
        let mut numbers = numbers.into_iter();
        let mut of_seats = || std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let (played, won, lost) = (of_seats(), of_seats(), of_seats());
        let mut next = || numbers.next().unwrap_or_default();
        Self {
            played,
            won,
            lost,
            games: next(),
            drawn: next(),
            plies: next(),
            shortest: next().checked_sub(1),
            longest: next(),
            milliseconds: next(),
            timed: next(),
            timed_moves: next(),
            found: next(),
            findings: std::array::from_fn(|_| next()),
            since,
            until,
            spellings: BTreeMap::new(),
        }
    }

    /// A game seen from a seat, or from all.
    pub fn of(game: &Game, seat: Option<Seat>) -> Self {
        let plies = game.plies.len() as u64;
        let date = game.date();
        let mut sums = Self {
            games: 1,
            drawn: u64::from(game.verdict == Some(Outcome::Draw)),
            plies,
            shortest: Some(plies),
            longest: plies,
            since: date.clone(),
            until: date,
            ..Self::default()
        };
        for one in game.kind.seats.iter().take(SEATS) {
            if seat.is_none_or(|seat| seat == *one) {
                sums.sit(game, *one);
            }
        }
        sums
    }

    /// Adds what the game was from a seat.
    fn sit(&mut self, game: &Game, seat: Seat) {
        let at = seat.index();
        let winner = game.winner();
        self.played[at] = 1;
        self.won[at] = u64::from(winner == Some(seat));
        self.lost[at] = u64::from(winner.is_some_and(|winner| winner != seat));
        if let Some(used) = game.milliseconds(seat) {
            self.milliseconds += used;
            self.timed += 1;
            self.timed_moves += game.plies.iter().filter(|ply| ply.seat == seat).count() as u64;
        }
    }

    /// The same with the findings that the game has of some kind.
    #[must_use]
    pub(crate) fn with_findings(mut self, severities: impl Iterator<Item = Severity>) -> Self {
        for severity in severities {
            let at = Severity::ALL.iter().position(|it| *it == severity);
            self.findings[at.unwrap_or(0)] += 1;
            self.found = 1;
        }
        self
    }

    /// The same under a name as it is written.
    pub(super) fn spelt(mut self, name: &str) -> Self {
        self.spellings.insert(name.to_owned(), 1);
        self
    }

    /// Adds the sums over other games.
    pub fn merge(&mut self, other: Self) {
        self.games += other.games;
        for seat in 0..SEATS {
            self.played[seat] += other.played[seat];
            self.won[seat] += other.won[seat];
            self.lost[seat] += other.lost[seat];
        }
        self.drawn += other.drawn;
        self.plies += other.plies;
        self.shortest = self.shortest.into_iter().chain(other.shortest).min();
        self.longest = self.longest.max(other.longest);
        self.milliseconds += other.milliseconds;
        self.timed += other.timed;
        self.timed_moves += other.timed_moves;
        self.found += other.found;
        for (sum, more) in self.findings.iter_mut().zip(other.findings) {
            *sum += more;
        }
        self.since = self.since.take().into_iter().chain(other.since).min();
        self.until = self.until.take().max(other.until);
        for (name, times) in other.spellings {
            *self.spellings.entry(name).or_default() += times;
        }
    }

    /// Games won from any seat.
    pub fn wins(&self) -> u64 {
        self.won.iter().sum()
    }

    /// Games lost from any seat.
    pub fn losses(&self) -> u64 {
        self.lost.iter().sum()
    }

    /// Games that nobody won and that are no draws.
    pub fn open(&self) -> u64 {
        let [first, second, ..] = self.played;
        // Seen from all seats, every win is a loss too.
        let of_all = first == self.games && second == self.games;
        let decided = if of_all {
            self.wins()
        } else {
            self.wins() + self.losses()
        };
        self.games.saturating_sub(decided + self.drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_comes_back() {
        let mut numbers = std::array::from_fn(|at| at as u64 + 1);
        let sums = Sums::of_numbers(numbers, Some("2024".to_owned()), None);
        assert_eq!(sums.numbers(), numbers);
        assert_eq!((sums.shortest, sums.findings), (Some(15), [22, 23, 24]));
        // No game is no shortest game.
        numbers[15] = 0;
        assert_eq!(Sums::of_numbers(numbers, None, None).numbers(), numbers);
        assert_eq!(Sums::of_numbers([0; NUMBERS], None, None), Sums::default());
    }
}
