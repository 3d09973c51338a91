//! What has been seen in a game.

use std::cmp::Reverse;

use super::opening_book::OpeningBook;
use super::pattern::{Kind, Pattern};
use crate::shogi::Color;

/// What has been seen in a game, and after which ply it was seen first.
///
/// Which of several names is *the* name follows one rule: the most telling one; of those that tell as much the most
/// special one; of those the one that was seen first; and of those that of the side which began.
///
/// The lists are in the order of first sight. A pattern is left out where a special case of it was seen at the same ply
/// or before.
#[derive(Clone, Debug, Default)]
pub struct Sighting<'b> {
    /// The name of the game, of all strategies and games that were seen.
    pub opening: Option<&'b Pattern>,
    /// How Black and White played.
    pub strategies: [Vec<(u32, &'b Pattern)>; 2],
    /// Where Black and White kept their kings.
    pub castles: [Vec<(u32, &'b Pattern)>; 2],
    /// What the game of both sides was.
    pub games: Vec<(u32, &'b Pattern)>,
    /// The name of Black's and of White's play.
    pub strategy: [Option<&'b Pattern>; 2],
    /// Where Black and White kept their kings in the end: the last castle, but none of which a special case was seen.
    pub castle: [Option<&'b Pattern>; 2],
}

impl<'b> Sighting<'b> {
    /// Of the views that were seen, in the order of sight.
    pub(super) fn of(book: &'b OpeningBook, beginner: Color, sights: &[(u32, usize)]) -> Self {
        let mut sighting = Self::default();
        let (mut game, mut plays) = (Naming::default(), [Naming::default(); 2]);
        for &(ply, number) in sights {
            let Some((pattern, color)) = book.viewed(number) else {
                continue;
            };
            let list = match pattern.kind {
                Kind::Castle => &mut sighting.castles[color.index()],
                Kind::Strategy => &mut sighting.strategies[color.index()],
                Kind::Game => &mut sighting.games,
            };
            list.push((ply, pattern));
            let telling = (pattern.telling, pattern.depth, Reverse(ply), color == beginner);
            if pattern.kind != Kind::Castle {
                game.offer(telling, pattern);
            }
            if pattern.kind == Kind::Strategy {
                plays[color.index()].offer(telling, pattern);
            }
        }
        sighting.opening = game.pattern();
        sighting.strategy = plays.map(Naming::pattern);
        sighting.castle = sighting.castles.each_ref().map(|list| last(book, list));
        let lists = sighting.strategies.iter_mut().chain(&mut sighting.castles);
        for list in lists.chain([&mut sighting.games]) {
            leave_out_the_general(book, list);
        }
        sighting
    }
}

/// How telling a name is, how special, when it was seen, and whether of the side which began.
type Disambiguation = (u8, u8, Reverse<u32>, bool);

/// The search for the most telling name.
#[derive(Clone, Copy, Default)]
struct Naming<'b>(Option<(Disambiguation, &'b Pattern)>);

impl<'b> Naming<'b> {
    fn offer(&mut self, telling: Disambiguation, pattern: &'b Pattern) {
        if self.0.is_none_or(|(most, _)| telling > most) {
            self.0 = Some((telling, pattern));
        }
    }

    fn pattern(self) -> Option<&'b Pattern> {
        self.0.map(|(_, pattern)| pattern)
    }
}

/// The last one of which no special case was seen; of several at once the most special one.
fn last<'b>(book: &OpeningBook, list: &[(u32, &'b Pattern)]) -> Option<&'b Pattern> {
    let special = |pattern| list.iter().all(|(_, other)| !book.is_special(other, pattern));
    let ends = list.iter().filter(|(_, pattern)| special(pattern));
    ends.max_by_key(|(ply, pattern)| (*ply, pattern.depth))
        .map(|&(_, pattern)| pattern)
}

fn leave_out_the_general(book: &OpeningBook, list: &mut Vec<(u32, &Pattern)>) {
    let all = list.clone();
    list.retain(|&(ply, pattern)| {
        all.iter()
            .all(|&(earlier, other)| earlier > ply || !book.is_special(other, pattern))
    });
}
