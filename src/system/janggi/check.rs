//! Check, and what can be done against it.

use super::board::Board;
use crate::notation::gib::{Kind, Point};

impl Board {
    /// The pieces of the other side that could take the general of a seat.
    pub(super) fn checkers(&self, seat: usize) -> Vec<Point> {
        let Some((general, _)) = self.general(seat) else {
            return Vec::new();
        };
        let others = self.men(1 - seat).map(|(from, _)| from);
        others
            .filter(|&from| self.reach(from).contains(&general))
            .collect()
    }

    /// Whether the general of a seat could be taken.
    pub(super) fn in_check(&self, seat: usize) -> bool {
        !self.checkers(seat).is_empty()
    }

    /// The moves of a seat by how its pieces move: nothing is said of check.
    pub(super) fn moves(&self, seat: usize) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.men(seat).flat_map(move |(from, _)| {
            let free = move |to: &Point| self.at(*to).is_none_or(|man| man.owner != seat);
            let reached = self.reach(from).into_iter().filter(free);
            reached.map(move |to| (from, to))
        })
    }

    /// Whether the general of a seat could not be taken after a move of it.
    pub(super) fn is_safe(&self, seat: usize, (from, to): (Point, Point)) -> bool {
        let mut after = self.clone();
        let taken = after.shift(from, to);
        taken.is_some_and(|man| man.kind == Kind::General) || !after.in_check(seat)
    }

    /// Whether a seat is in check, and every move leaves it so.
    pub(super) fn is_mated(&self, seat: usize) -> bool {
        self.in_check(seat) && !self.moves(seat).any(|step| self.is_safe(seat, step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::janggi::board::Man;
    use crate::system::janggi::{position, setup};

    /// The points that the piece on one can go to.
    fn reach(board: &Board, from: &str) -> String {
        let from: Point = from.parse().unwrap();
        let owner = board.at(from).map_or(0, |it| it.owner);
        let to = board.moves(owner).filter(|it| it.0 == from).map(|it| it.1);
        let mut names: Vec<_> = to.map(|it| it.to_string()).collect();
        names.sort();
        names.join(" ")
    }

    fn board(fen: &str) -> Board {
        position::read(fen).unwrap().0
    }

    #[test]
    fn blue_has_31_first_moves() {
        let board = setup::usual();
        assert_eq!(board.moves(0).filter(|&it| board.is_safe(0, it)).count(), 31);
    }

    #[test]
    fn soldiers_go_as_the_palace_lines_do() {
        let alone = |at: &str| {
            let mut board = board("9/9/9/9/9/9/9/9/4K4/9 w");
            let owner = 0;
            let kind = Kind::Soldier;
            board.put(
                at.parse().unwrap(),
                Some(Man {
                    owner,
                    kind,
                    promoted: false,
                }),
            );
            reach(&board, at)
        };
        assert_eq!(alone("34"), "24 25 33 35");
        assert_eq!(alone("25"), "14 15 16 24 26");
        assert_eq!(alone("35"), "25 34 36");
        assert_eq!(alone("27"), "17 26 28");
    }

    #[test]
    fn cannons_need_a_screen_that_is_no_cannon() {
        // Blue's cannons on 82 and 88, a chariot on 85.
        let board = board("9/9/9/9/9/9/9/1C2R2C1/4K4/9 w");
        assert_eq!(reach(&board, "88"), "83 84");
        assert_eq!(reach(&board, "82"), "86 87");
    }
}
