//! An identifier of a game that does not depend on the format of the record.

use std::fmt;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::shogi::{Move, Position};

/// Size of an identifier (bytes).
///
/// The probability that at least two of 10^9 different games have the same identifier is less than 10^-20.
const ID_BYTES: usize = 16;

/// The state of the computation of an identifier of a game. The moves are added one by one.
///
/// The identifier depends only on the kind of game, the start position and the moves of the main line, not on names,
/// times or the result. The definition will never change:
///
/// * The text is `position sfen START moves`, followed by a blank and the move in USI for every ply. `START` is the
///   canonical SFEN of the start position: board, side to move and hands, without the move number, for the even start
///   too.
/// * A move that cannot be made on the board is replaced by its text between `<` and `>`: in USI if USI can express the
///   move, `0000` for a pass, and as written for any other text. For other games than shogi, the name of the game, its
///   start position and every move are such texts.
/// * The identifier is the first 32 lowercase hexadecimal digits of the SHA-256 of that text in UTF-8.
///
/// Anyone can compute the identifier:
///
/// ```text
/// $ printf 'position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - moves 7g7f 3c3d' |
///     sha256sum | cut -c 1-32
/// c78df744ddcc12ba5d74e9d3cd0a6928
/// ```
#[derive(Clone, Default)]
pub(crate) struct GameId {
    /// The hash of the text before the moves.
    hash: Sha256,
    moves: String,
}

impl GameId {
    /// Returns the state for a game with this start position and no moves.
    pub(super) fn new(start: &Position) -> Self {
        /// The state for the even start, which is cached because nearly every game begins with it.
        ///
        /// Formatting the SFEN takes longer than adding half of the moves of a typical game.
        static EVEN: LazyLock<(Position, Sha256)> = LazyLock::new(|| {
            let even = Position::startpos();
            let hash = hash_before_moves(&even);
            (even, hash)
        });
        let (even, hash) = &*EVEN;
        Self {
            hash: if start == even {
                hash.clone()
            } else {
                hash_before_moves(start)
            },
            moves: String::new(),
        }
    }

    /// Adds the next move, legal or not.
    pub(super) fn push(&mut self, mv: Move) {
        self.moves.push(' ');
        // Writing to a string cannot fail.
        let _ = mv.write_usi(&mut self.moves);
    }

    /// Adds a text between `<` and `>`: the text in place of a move that cannot be made on a shogi board, or a property
    /// of another game.
    pub(crate) fn push_text(&mut self, text: &str) {
        self.moves.extend([" <", text, ">"]);
    }

    /// Returns the identifier in hexadecimal digits.
    pub(super) fn finish(self) -> String {
        let hash = self.hash.chain_update(self.moves).finalize();
        let number = hash.first_chunk().map_or(0, |it| u128::from_be_bytes(*it));
        format!("{number:0width$x}", width = 2 * ID_BYTES)
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.clone().finish())
    }
}

/// Returns the state of the hash after the text that precedes the first move.
fn hash_before_moves(start: &Position) -> Sha256 {
    let sfen = start.to_sfen(1);
    let start = sfen.strip_suffix(" 1").unwrap_or(&sfen);
    let mut hash = Sha256::new();
    for part in ["position sfen ", start, " moves"] {
        hash.update(part);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::{PieceKind, Square};

    fn id(sfen: Option<&str>, words: &str) -> String {
        let start = sfen.map_or_else(Position::startpos, |sfen| Position::from_sfen(sfen).unwrap());
        let mut id = GameId::new(&start);
        for word in words.split_whitespace() {
            match word.parse() {
                Ok(mv) => id.push(mv),
                Err(_) => id.push_text(word),
            }
        }
        id.finish()
    }

    /// These identifiers were computed with `sha256sum`. Users store them in their tables, so they must never change.
    #[test]
    fn game_ids_are_stable() {
        let kings = Some("4k4/9/9/9/9/9/9/9/4K4 w RP4p 7");
        let table = [
            (None, "", "bae1dc91d1d7d6e5a19c54a51e3ee34f"),
            (None, "7g7f 3c3d", "c78df744ddcc12ba5d74e9d3cd0a6928"),
            (
                None,
                "7g7f 3c3d 8h2b+ 3a2b B*4e",
                "c0b1cfd9243d7b5d441e5e256e4df8f8",
            ),
            (kings, "5a5b", "1abf0e5ec677dc0fba81e8f83f692e3e"),
            (None, "7g7f ３四歩？", "61ba1749b8c76a2ca91ae3a6e7683abc"),
        ];
        for (sfen, words, expected) in table {
            assert_eq!(id(sfen, words), expected, "{sfen:?} {words}");
        }
    }

    #[test]
    fn moves_are_written_in_usi_form() {
        let squares = || Square::ALL.into_iter().step_by(7);
        let board = squares().flat_map(|from| {
            squares().flat_map(move |to| [false, true].map(|promote| Move::Board { from, to, promote }))
        });
        let drops = PieceKind::ALL
            .into_iter()
            .flat_map(|kind| squares().map(move |to| Move::Drop { kind, to }));
        for mv in board.chain(drops) {
            let mut id = GameId::new(&Position::startpos());
            id.push(mv);
            assert_eq!(id.moves, format!(" {mv}"));
        }
    }

    #[test]
    fn different_games_have_different_ids() {
        let games = [
            (None, ""),
            (None, "7g7f"),
            (None, "7g7f 3c3d"),
            (None, "3c3d 7g7f"),
            (None, "8h2b"),
            (None, "8h2b+"),
            (None, "P*5e"),
            (None, "？"),
            (None, "？？"),
            (
                Some("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
                "",
            ),
            (
                Some("lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
                "",
            ),
        ];
        let ids: std::collections::BTreeSet<_> = games.iter().map(|(sfen, words)| id(*sfen, words)).collect();
        assert_eq!(ids.len(), games.len());
        assert!(ids.iter().all(|id| id.len() == 2 * ID_BYTES));
    }
}
