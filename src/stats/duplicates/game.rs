//! The moves of a game as a key.

/// What stands after the last ply. No ply has so great a number, so a game stands after all that go on from it.
const END: [u8; 2] = u16::MAX.to_be_bytes();

/// So many bytes tell how long the start position is.
const LENGTH: usize = size_of::<u32>();

/// A game as its start position and its plies.
///
/// Keys compare as bytes in this order: games from one position stand together, and among them those that begin with
/// the same plies; a game stands after all that begin with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Game {
    key: Vec<u8>,
    /// So many bytes tell the start position.
    start: usize,
}

impl Game {
    /// A game from this position with these plies.
    pub(super) fn new(start: &[u8], plies: &[u16]) -> Self {
        let mut key = Vec::with_capacity(LENGTH + start.len() + 2 * plies.len() + END.len());
        key.extend((start.len() as u32).to_be_bytes());
        key.extend(start);
        let start = key.len();
        key.extend(plies.iter().flat_map(|ply| ply.to_be_bytes()));
        key.extend(END);
        Self { key, start }
    }

    /// The game that has this key.
    pub(super) fn of(key: Vec<u8>) -> Self {
        let length = key.first_chunk().map_or(0, |it| u32::from_be_bytes(*it) as usize);
        let start = (LENGTH + length).min(key.len());
        Self { key, start }
    }

    pub(super) fn key(&self) -> &[u8] {
        &self.key
    }

    /// How many plies it has.
    pub(super) fn plies(&self) -> usize {
        (self.key.len() - self.start).saturating_sub(END.len()) / 2
    }

    /// With how many of the same plies two games begin.
    pub(super) fn shared(&self, other: &Self) -> usize {
        let parts = |game: &'_ Self| (game.start, game.plies());
        let ((start, mine), (other_start, others)) = (parts(self), parts(other));
        if self.key.get(..start) != other.key.get(..other_start) {
            return 0;
        }
        let pairs = self.key.iter().zip(&other.key).skip(start);
        let same = pairs.take_while(|(one, two)| one == two).count() / 2;
        same.min(mine).min(others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start: &str, plies: &[u16]) -> Game {
        let game = Game::new(start.as_bytes(), plies);
        assert_eq!(game, Game::of(game.key().to_vec()));
        game
    }

    #[test]
    fn games_share_the_plies_that_they_begin_with() {
        let table: [(&[u16], &[u16], usize); 7] = [
            (&[], &[], 0),
            (&[1, 2], &[1, 2], 2),
            (&[1, 2], &[1, 2, 3], 2),
            (&[1, 2, 4], &[1, 2, 3], 2),
            (&[256], &[257], 0),
            (&[1], &[257], 0),
            (&[1, 0xfffe], &[1], 1),
        ];
        for (one, two, shared) in table {
            let (one, two) = (game("a", one), game("a", two));
            assert_eq!(
                (one.shared(&two), two.shared(&one)),
                (shared, shared),
                "{one:?} {two:?}"
            );
        }
        assert_eq!(game("a", &[1]).shared(&game("b", &[1])), 0);
        assert_eq!(game("a", &[1]).shared(&game("ab", &[1])), 0);
        assert_eq!(game("a", &[1, 2]).plies(), 2);
    }

    #[test]
    fn a_game_stands_behind_all_that_begin_with_it() {
        let games = [
            game("a", &[1, 2, 3]),
            game("a", &[1, 2, 0xfffe]),
            game("a", &[1, 2]),
            game("a", &[1, 3]),
            game("a", &[1]),
            game("b", &[1, 2]),
            game("aa", &[1, 2]),
        ];
        assert!(games.is_sorted_by(|one, two| one.key < two.key));
    }
}
