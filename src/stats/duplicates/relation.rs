//! Relations between two records of a group, and the games as keys for comparing and sorting.

use serde::{Deserialize, Serialize};

use super::Facts;
use super::players::is_other_game;
use crate::record::Date;
use crate::shogi::{Move, PieceKind, Square};
use crate::stats::normalize_name;

/// Minimum number of first plies that two different games must share to be near.
///
/// Thousands of games follow opening theory for that many plies, so this number alone is not evidence of duplicates. It
/// only excludes games that are too short to compare.
pub(super) const MIN_SHARED_PLIES: usize = 40;

/// Minimum share of the plies of the longest game that games with different ends must have in common (tenths).
///
/// For example, of 115 plies, all but the last eleven must be equal. Known openings are much shorter than that.
pub(super) const MIN_SHARED_TENTHS: usize = 9;

/// The relation of a record to the first record of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Relation {
    /// The first record of the group.
    First,
    /// Equal moves, and the stated ends and winners do not contradict each other.
    Same,
    /// Equal moves of a short game, but other players: another game.
    OtherPlayers,
    /// Equal moves, but another end or winner is stated.
    OtherEnd,
    /// A truncated game: its moves are a prefix of those of the first record.
    Prefix,
    /// A longer game: the moves of the first record are a prefix of its moves.
    Longer,
    /// The games begin with the same plies, but their last moves differ.
    OtherLastMoves,
    /// One ply differs, before the last moves.
    OneMoveDiffers,
    /// Equal moves in another order, which lead to the same position.
    Transposed,
    /// No direct relation to the first record: the record belongs to the group through another record.
    Indirect,
}

impl Relation {
    /// All relations.
    pub(crate) const ALL: [Self; 10] = [
        Self::First,
        Self::Same,
        Self::OtherPlayers,
        Self::OtherEnd,
        Self::Prefix,
        Self::Longer,
        Self::OtherLastMoves,
        Self::OneMoveDiffers,
        Self::Transposed,
        Self::Indirect,
    ];

    /// Returns the Japanese name of this relation in worksheets.
    #[cfg(feature = "xlsx")]
    pub(crate) const fn japanese(self) -> &'static str {
        match self {
            Self::First => "最初の棋譜",
            Self::Same => "同じ指し手",
            Self::OtherPlayers => "別の対局者",
            Self::OtherEnd => "終局が異なる",
            Self::Prefix => "途中まで",
            Self::Longer => "続きがある",
            Self::OtherLastMoves => "最後の数手が異なる",
            Self::OneMoveDiffers => "1手だけ異なる",
            Self::Transposed => "順序が異なる",
            Self::Indirect => "別の棋譜を介する",
        }
    }

    /// Returns the word for this relation in the output.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Same => "same",
            Self::OtherPlayers => "other-players",
            Self::OtherEnd => "other-end",
            Self::Prefix => "prefix",
            Self::Longer => "longer",
            Self::OtherLastMoves => "other-last-moves",
            Self::OneMoveDiffers => "one-move-differs",
            Self::Transposed => "transposed",
            Self::Indirect => "indirect",
        }
    }

    /// Returns whether a record with this relation and the first record both have the whole game, so that their players
    /// and start times should agree.
    const fn is_of_one_game(self) -> bool {
        matches!(
            self,
            Self::Same | Self::OtherEnd | Self::OneMoveDiffers | Self::Transposed
        )
    }
}

/// Returns whether games differ only in their last moves: at least [`MIN_SHARED_PLIES`] plies and nine tenths of the
/// longest game are equal.
///
/// All games begin with the same `shared` plies, and the longest game has `longest` plies.
pub(super) const fn is_near(shared: usize, longest: usize) -> bool {
    shared >= MIN_SHARED_PLIES && shared * 10 >= longest * MIN_SHARED_TENTHS
}

/// Returns whether two games of `plies` plies are related if only the ply with index `at` differs.
///
/// The games must have at least [`MIN_SHARED_PLIES`] plies, and the ply must be before the last tenth. Differences in
/// the last tenth are the concern of [`is_near`].
pub(super) const fn is_single_difference(at: usize, plies: usize) -> bool {
    plies >= MIN_SHARED_PLIES && at * 10 < plies * MIN_SHARED_TENTHS
}

/// Returns the index of the only ply in which two games of equal length differ. Each ply has two bytes.
///
/// Returns `None` if the lengths differ, or if no ply or more than one ply differs.
pub(super) fn only_difference(one: &[u8], other: &[u8]) -> Option<usize> {
    let pairs = one.chunks_exact(2).zip(other.chunks_exact(2)).enumerate();
    let mut differences = pairs.filter(|(_, (one, other))| one != other);
    let (index, _) = differences.next()?;
    (one.len() == other.len() && differences.next().is_none()).then_some(index)
}

/// Returns the relation of a record to the first record of its group, which is another record. Both games begin with
/// the same `shared` plies.
///
/// If several relations apply, the first in the order of this function is returned.
pub(super) fn relation(first: (&GameKey, &Facts), other: (&GameKey, &Facts), shared: usize) -> Relation {
    let plies = [first, other].map(|(game, _)| game.plies());
    match plies.map(|ply| ply == shared) {
        [true, true] if is_other_game(shared, first.1.players(), other.1.players()) => Relation::OtherPlayers,
        [true, true] if have_consistent_ends(first.1, other.1) => Relation::Same,
        [true, true] => Relation::OtherEnd,
        [false, true] => Relation::Prefix,
        [true, false] => Relation::Longer,
        [false, false] if is_near(shared, plies[0].max(plies[1])) => Relation::OtherLastMoves,
        [false, false] if has_single_difference(first.0, other.0) => Relation::OneMoveDiffers,
        [false, false] if is_transposed(first, other) => Relation::Transposed,
        [false, false] => Relation::Indirect,
    }
}

/// Returns whether two games have the same number of plies, at least [`MIN_SHARED_PLIES`], and differ in exactly one
/// ply, which is before the last tenth.
fn has_single_difference(one: &GameKey, other: &GameKey) -> bool {
    only_difference(one.moves(), other.moves()).is_some_and(|at| is_single_difference(at, one.plies()))
}

/// Returns whether two games have the same moves, in any order, and both end with the same position, which is known.
fn is_transposed(one: (&GameKey, &Facts), other: (&GameKey, &Facts)) -> bool {
    let sorted_plies = |game: &GameKey| {
        let (plies, _) = game.moves().as_chunks::<2>();
        let mut plies = plies.to_vec();
        plies.sort_unstable();
        plies
    };
    let (last, other_last) = (one.1.last_position, other.1.last_position);
    last.is_some() && last == other_last && sorted_plies(one.0) == sorted_plies(other.0)
}

/// Returns the names of the columns in which a record contradicts the first record of its group, separated by spaces.
///
/// The text is empty unless both records have the whole game. Unknown names and unreadable dates contradict nothing.
pub(super) fn contradicting_columns(relation: Relation, first: &Facts, other: &Facts) -> String {
    if !relation.is_of_one_game() {
        return String::new();
    }
    let columns = [
        ("black", are_different_names(&first.black, &other.black)),
        ("white", are_different_names(&first.white, &other.white)),
        (
            "start_time",
            are_different_dates(&first.start_time, &other.start_time),
        ),
    ];
    let names = columns.into_iter().filter(|(_, differ)| *differ);
    names.map(|(name, _)| name).collect::<Vec<_>>().join(" ")
}

/// Returns whether both names are known, and are not spellings of the same name.
fn are_different_names(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(normalize_name);
    !one.is_empty() && !other.is_empty() && one != other
}

/// Returns whether both texts are dates, and the dates differ in the year, or in a month or day that both have.
fn are_different_dates(one: &str, other: &str) -> bool {
    let (Ok(one), Ok(other)) = (Date::read(one), Date::read(other)) else {
        return false;
    };
    let [one, other] = [one, other].map(|date| [Some(date.year), date.month, date.day]);
    let mut components = one.into_iter().zip(other);
    components.any(|component| matches!(component, (Some(one), Some(other)) if one != other))
}

/// Returns whether the stated ends and outcomes of two records do not contradict each other.
///
/// Some formats cannot express the end or the outcome, so a missing end or outcome is not a contradiction.
fn have_consistent_ends(one: &Facts, two: &Facts) -> bool {
    let fields = [(&one.end, &two.end), (&one.stated, &two.stated)];
    let are_contradictory = |(one, two): (&str, &str)| !one.is_empty() && !two.is_empty() && one != two;
    !fields.into_iter().any(|(one, two)| are_contradictory((one, two)))
}

// Moves as codes of 16 bits, which are compact and fast to compare.

/// First code of a drop. A move on the board has a smaller code, which depends on both squares and the promotion.
const FIRST_DROP_CODE: usize = 2 * Square::COUNT * Square::COUNT;

/// First code of a text in place of a move.
const FIRST_TEXT_CODE: u16 = 1 << 15;

/// Returns the code of a move, which is less than [`FIRST_TEXT_CODE`].
pub(crate) fn ply_code(mv: Move) -> u16 {
    let to = mv.to().index();
    let code = match mv {
        Move::Board { from, promote, .. } => (from.index() * Square::COUNT + to) * 2 + usize::from(promote),
        Move::Drop { kind, .. } => FIRST_DROP_CODE + kind.index() * Square::COUNT + to,
    };
    code as u16
}

/// Returns the move of a code; `None` for the code of a text.
pub(crate) fn move_of_code(code: u16) -> Option<Move> {
    let code = usize::from(code);
    let to = |index| Square::from_index(index % Square::COUNT);
    if let Some(drop) = code.checked_sub(FIRST_DROP_CODE) {
        let kind = *PieceKind::ALL.get(drop / Square::COUNT)?;
        return Some(Move::Drop { kind, to: to(drop)? });
    }
    Some(Move::Board {
        from: Square::from_index(code / 2 / Square::COUNT)?,
        to: to(code / 2)?,
        promote: code % 2 == 1,
    })
}

/// Returns the code of a text in place of a move.
///
/// The code differs from the code of every move, and almost always from the codes of other texts.
pub(crate) fn text_code(text: &str) -> u16 {
    // FNV-1a. The greatest code is reserved for `KEY_END`.
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    FIRST_TEXT_CODE + (hash % u32::from(FIRST_TEXT_CODE - 1)) as u16
}

// The moves of a game as a sort key.

/// The end of a key.
///
/// This code is greater than the code of every ply, so a game is sorted after all games that continue it.
const KEY_END: [u8; 2] = u16::MAX.to_be_bytes();

/// Number of bytes for the length of the start position in a key.
const LENGTH_BYTES: usize = size_of::<u32>();

/// A game as its start position and its plies.
///
/// Keys are compared as bytes. In this order, games from the same start position are adjacent, and among them games
/// with the same first plies. A game comes after all games of which it is a prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameKey {
    key: Vec<u8>,
    /// The length of the start position in the key, including its length field (bytes).
    start: usize,
}

impl GameKey {
    /// Creates a game from a start position and plies.
    pub(super) fn new(start: &[u8], plies: &[u16]) -> Self {
        let mut key = Vec::with_capacity(LENGTH_BYTES + start.len() + 2 * plies.len() + KEY_END.len());
        key.extend((start.len() as u32).to_be_bytes());
        key.extend(start);
        let start = key.len();
        key.extend(plies.iter().flat_map(|ply| ply.to_be_bytes()));
        key.extend(KEY_END);
        Self { key, start }
    }

    /// Creates a game from its key. A damaged key becomes a game with fewer plies or another start position.
    pub(super) fn from_key(key: Vec<u8>) -> Self {
        let length = key
            .first_chunk()
            .map_or(0, |bytes| u32::from_be_bytes(*bytes) as usize);
        let start = (LENGTH_BYTES + length).min(key.len());
        Self { key, start }
    }

    pub(super) fn key(&self) -> &[u8] {
        &self.key
    }

    /// Returns the number of plies of the game.
    pub(super) fn plies(&self) -> usize {
        (self.key.len() - self.start).saturating_sub(KEY_END.len()) / 2
    }

    /// Returns the text of the start position.
    pub(super) fn start(&self) -> &[u8] {
        self.key.get(LENGTH_BYTES..self.start).unwrap_or_default()
    }

    /// Returns the codes of the plies, each as two bytes.
    pub(super) fn moves(&self) -> &[u8] {
        let end = self.start + 2 * self.plies();
        self.key.get(self.start..end).unwrap_or_default()
    }

    /// Returns the number of plies at the start that two games share, which is 0 if their start positions differ.
    pub(super) fn shared_prefix_plies(&self, other: &Self) -> usize {
        let lengths = |game: &'_ Self| (game.start, game.plies());
        let ((start, plies), (other_start, other_plies)) = (lengths(self), lengths(other));
        if self.key.get(..start) != other.key.get(..other_start) {
            return 0;
        }
        let pairs = self.key.iter().zip(&other.key).skip(start);
        let shared = pairs.take_while(|(one, two)| one == two).count() / 2;
        shared.min(plies).min(other_plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_move_has_a_unique_code() {
        let mut codes = BTreeSet::new();
        for to in Square::ALL {
            for from in Square::ALL {
                for promote in [false, true] {
                    let mv = Move::Board { from, to, promote };
                    assert!(codes.insert(ply_code(mv)));
                    assert_eq!(move_of_code(ply_code(mv)), Some(mv));
                }
            }
            for kind in PieceKind::ALL {
                let mv = Move::Drop { kind, to };
                assert!(codes.insert(ply_code(mv)));
                assert_eq!(move_of_code(ply_code(mv)), Some(mv));
            }
        }
        for text in ["", "？", "７六歩", "pass"] {
            assert!(codes.insert(text_code(text)), "{text}");
            assert_eq!(move_of_code(text_code(text)), None, "{text}");
        }
        assert!(codes.last() < Some(&u16::MAX));
    }

    fn game(start: &str, plies: &[u16]) -> GameKey {
        let game = GameKey::new(start.as_bytes(), plies);
        assert_eq!(game, GameKey::from_key(game.key().to_vec()));
        game
    }

    #[test]
    fn games_share_their_common_prefix() {
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
                (one.shared_prefix_plies(&two), two.shared_prefix_plies(&one)),
                (shared, shared),
                "{one:?} {two:?}"
            );
        }
        assert_eq!(game("a", &[1]).shared_prefix_plies(&game("b", &[1])), 0);
        assert_eq!(game("a", &[1]).shared_prefix_plies(&game("ab", &[1])), 0);
        assert_eq!(game("a", &[1, 2]).plies(), 2);
    }

    #[test]
    fn a_game_sorts_after_its_continuations() {
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
