//! The positions that occurred in a game, for sennichite (千日手) and perpetual check, and the Zobrist keys of positions.

use super::piece::{Color, Piece, PieceKind};
use super::square::Square;

/// The keys of all positions of a game, with the data needed for the rule of repetition.
///
/// Positions are identified by [`Position::zobrist`](super::Position::zobrist) alone. Different positions can have the
/// same key. Before reporting a repetition, the caller must therefore compare the positions at
/// [`occurrences`](History::occurrences).
///
/// The start position is ply 0, and the first move is ply 1. A `History` can be reused for any number of games.
///
/// ```
/// use kifu::shogi::{History, Move, Position};
///
/// let mut position = Position::startpos();
/// let mut history = History::new();
/// history.start(position.zobrist(), true);
/// for text in ["2h3h", "8b7b", "3h2h", "7b8b"].repeat(3) {
///     let undo = position.play(text.parse::<Move>()?).expect("a rook stands there");
///     history.push(position.zobrist(), undo.mover(), position.is_check());
/// }
/// assert_eq!(history.count(), 4);
/// assert_eq!(history.occurrences().collect::<Vec<_>>(), [12, 8, 4, 0]);
/// # Ok::<(), kifu::shogi::UsiError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct History {
    plies: Vec<Ply>,
    /// A hash table with open addressing. A slot has the number of the latest ply with its key plus 1, or 0 if the slot
    /// is free.
    ///
    /// The length of the table is a power of two and at least twice the number of plies.
    heads: Vec<u32>,
}

/// A ply and the position after it.
#[derive(Clone, Copy, Debug)]
struct Ply {
    /// The Zobrist key of the position.
    key: u64,
    /// The index of the position's key in `heads`; `UNCOUNTED` if the position is not counted.
    slot: usize,
    /// The ply of the previous occurrence plus 1; 0 if this is the first occurrence.
    previous: u32,
    /// The ply of the position's first occurrence.
    first: u32,
    /// Number of occurrences of the position, including this one.
    count: u32,
    /// The highest number of occurrences of any position so far.
    most: u32,
    /// Number of moves so far, by colour.
    moves: [u32; 2],
    /// Number of these moves that gave check, by colour.
    checks: [u32; 2],
}

/// The slot of a position that does not count as an occurrence.
const UNCOUNTED: usize = usize::MAX;

impl History {
    /// Creates an empty history, without a start position.
    pub fn new() -> History {
        History::default()
    }

    /// Removes all plies and the start position, for reuse of the memory.
    pub(crate) fn clear(&mut self) {
        for ply in self.plies.drain(..) {
            if let Some(head) = self.heads.get_mut(ply.slot) {
                *head = 0;
            }
        }
    }

    /// Removes all plies and begins a new game with the start position `key`.
    ///
    /// `counted` is `true` if the start position counts as an occurrence. The official rules count the start position,
    /// some servers do not.
    pub fn start(&mut self, key: u64, counted: bool) {
        self.clear();
        self.add(key, [0; 2], [0; 2], counted);
    }

    /// Adds the position after a move and returns the number of occurrences of this position.
    ///
    /// `is_check` is `true` if the move gave check.
    #[inline]
    pub fn push(&mut self, key: u64, mover: Color, is_check: bool) -> u32 {
        let (mut move_counts, mut check_counts) = self
            .plies
            .last()
            .map_or(([0; 2], [0; 2]), |last| (last.moves, last.checks));
        move_counts[mover.index()] += 1;
        check_counts[mover.index()] += u32::from(is_check);
        self.add(key, move_counts, check_counts, true)
    }

    /// Removes the last ply, or the start position if no ply has been played.
    pub fn pop(&mut self) {
        // Slots are freed in the reverse order of their use, so a probe sequence never has a gap.
        if let Some(ply) = self.plies.pop()
            && let Some(head) = self.heads.get_mut(ply.slot)
        {
            *head = ply.previous;
        }
    }

    /// Returns the number of plies played, without the start position.
    pub fn len(&self) -> usize {
        self.plies.len().saturating_sub(1)
    }

    /// Returns whether no ply has been played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of occurrences of the current position, including the current one; 0 if the position is not
    /// counted.
    #[inline]
    pub fn count(&self) -> u32 {
        self.plies.last().map_or(0, |ply| ply.count)
    }

    /// Returns the number of occurrences of the most frequent position of the game so far.
    pub(crate) fn most(&self) -> u32 {
        self.plies.last().map_or(0, |ply| ply.most)
    }

    /// Returns the plies after which the current position occurred, beginning with the current ply. Returns no plies if
    /// the position is not counted.
    pub fn occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let latest = if self.count() == 0 {
            None
        } else {
            self.plies.len().checked_sub(1)
        };
        std::iter::successors(latest, |&ply| {
            self.plies[ply].previous.checked_sub(1).map(|ply| ply as usize)
        })
    }

    /// Returns whether all moves of this side since the first occurrence of the current position gave check.
    ///
    /// Returns `false` if the side made no move since this first occurrence.
    pub fn always_gave_check(&self, color: Color) -> bool {
        let Some(current) = self.plies.last() else {
            return false;
        };
        let first_occurrence = &self.plies[current.first as usize];
        let moves = current.moves[color.index()] - first_occurrence.moves[color.index()];
        moves > 0 && moves == current.checks[color.index()] - first_occurrence.checks[color.index()]
    }

    /// Returns the ply of the first move of a side that did not give check, since the first occurrence of the current
    /// position; `None` if the side made no such move.
    pub(crate) fn first_non_check(&self, color: Color) -> Option<usize> {
        let first_occurrence = self.plies.last()?.first as usize;
        (first_occurrence + 1..self.plies.len()).find(|&ply| self.gave_check_at(ply, color) == Some(false))
    }

    /// Returns the plies of a side, each with whether it gave check.
    pub(crate) fn moves_of(&self, color: Color) -> impl Iterator<Item = (usize, bool)> + '_ {
        (1..self.plies.len()).filter_map(move |ply| Some((ply, self.gave_check_at(ply, color)?)))
    }

    /// Returns how often the current position occurred during the latest unbroken series of checks by this side.
    ///
    /// The position after the first check of the series is included, the position before this check is not. Returns 0
    /// if the latest move of the side gave no check.
    pub(crate) fn occurrences_while_checking(&self, color: Color) -> usize {
        let moves = (1..self.plies.len()).rev();
        let checks = moves
            .filter_map(|ply| Some((ply, self.gave_check_at(ply, color)?)))
            .take_while(|&(_, is_check)| is_check);
        let Some((first_check, _)) = checks.last() else {
            return 0;
        };
        self.occurrences().take_while(|&ply| ply >= first_check).count()
    }

    /// Returns whether the move at a ply gave check; `None` if this side did not make the move.
    fn gave_check_at(&self, ply: usize, color: Color) -> Option<bool> {
        let (side, previous) = (color.index(), &self.plies[ply - 1]);
        let ply = &self.plies[ply];
        (ply.moves[side] > previous.moves[side]).then(|| ply.checks[side] > previous.checks[side])
    }

    fn add(&mut self, key: u64, moves: [u32; 2], checks: [u32; 2], counted: bool) -> u32 {
        if self.heads.len() < 2 * (self.plies.len() + 1) {
            self.grow_table();
        }
        let number = self.plies.len() as u32;
        let most = self.most();
        let mut ply = Ply {
            key,
            slot: UNCOUNTED,
            previous: 0,
            first: number,
            count: 0,
            most,
            moves,
            checks,
        };
        if counted {
            ply.slot = self.slot(key);
            ply.previous = std::mem::replace(&mut self.heads[ply.slot], number + 1);
            let previous = ply
                .previous
                .checked_sub(1)
                .map(|index| &self.plies[index as usize]);
            (ply.first, ply.count) =
                previous.map_or((number, 1), |previous| (previous.first, previous.count + 1));
            ply.most = most.max(ply.count);
        }
        self.plies.push(ply);
        ply.count
    }

    /// Returns the slot of a key in the hash table, or the free slot in which the key would be inserted.
    fn slot(&self, key: u64) -> usize {
        let mask = self.heads.len() - 1;
        let mut slot = key as usize & mask;
        while let Some(latest) = self.heads[slot].checked_sub(1)
            && self.plies[latest as usize].key != key
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Creates the hash table, or doubles its size.
    fn grow_table(&mut self) {
        let size = (2 * self.heads.len()).max(1024);
        self.heads.clear();
        self.heads.resize(size, 0);
        for number in 0..self.plies.len() {
            if self.plies[number].slot != UNCOUNTED {
                let slot = self.slot(self.plies[number].key);
                self.plies[number].slot = slot;
                self.heads[slot] = number as u32 + 1;
            }
        }
    }
}

// The random numbers whose sum is the key of a position.
//
// The usual operation is an exclusive or. With addition, a kind in hand contributes its count times one random number, so
// no table with a number for each count is needed.

/// A random number for each kind and square.
type Board = [[u64; Square::COUNT]; 14];

static BOARDS: [Board; 2] = [board_keys(0), board_keys(1 << 16)];
static HANDS: [[u64; 8]; 2] = [keys(2 << 16), keys(3 << 16)];

/// The term of the key for White to move.
pub(super) const WHITE_TO_MOVE: u64 = splitmix64(4 << 16);

/// Returns the term of the key for a piece on a square.
pub(super) fn on_board(piece: Piece, square: Square) -> u64 {
    BOARDS[piece.color.index()][piece.kind.index()][square.index()]
}

/// Returns the term of the key for `count` pieces of a kind in hand.
pub(super) fn in_hand(color: Color, kind: PieceKind, count: u8) -> u64 {
    HANDS[color.index()][kind.base().index()].wrapping_mul(u64::from(count))
}

const fn board_keys(seed: u64) -> Board {
    let mut board_keys = [[0; Square::COUNT]; 14];
    let mut kind = 0;
    while kind < 14 {
        board_keys[kind] = keys(seed + ((kind as u64) << 8));
        kind += 1;
    }
    board_keys
}

const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut index = 0;
    while index < N {
        keys[index] = splitmix64(seed + index as u64);
        index += 1;
    }
    keys
}

/// Returns the `n`-th output, counted from 0, of the generator `SplitMix64` with seed 0.
const fn splitmix64(n: u64) -> u64 {
    let z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Color, History};

    /// Returns the history of a game that starts with key 0 and continues with these keys, Black first. A plus sign marks
    /// a check.
    fn history_of(plies: &str) -> History {
        let mut history = History::new();
        history.start(0, true);
        let mut mover = Color::Black;
        for ply in plies.split(' ') {
            let key = ply.trim_end_matches('+').parse().unwrap();
            history.push(key, mover, ply.ends_with('+'));
            mover = mover.opponent();
        }
        history
    }

    #[test]
    fn the_start_position_is_counted_on_request() {
        let mut history = history_of("1 2 3 0 1 2 3 0 1 2 3 0");
        assert_eq!((history.count(), history.most(), history.len()), (4, 4, 12));
        history.start(0, false);
        assert_eq!(history.count(), 0);
        assert_eq!(history.occurrences().count(), 0);
        assert_eq!(history.push(1, Color::Black, false), 1);
        assert_eq!(history.push(0, Color::White, false), 1);
        assert_eq!(history.occurrences().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn perpetual_check_requires_every_move_since_the_first_occurrence() {
        let history = history_of("1+ 2 3+ 0 1+ 2 3+ 0 1+ 2 3+ 0");
        assert!(history.always_gave_check(Color::Black));
        assert!(!history.always_gave_check(Color::White));
        let history = history_of("9 8 1+ 2 3+ 8 1+ 2 3+ 8 1+ 2 3+ 8");
        assert_eq!((history.count(), history.occurrences().last()), (4, Some(2)));
        assert!(history.always_gave_check(Color::Black));
        let history = history_of("1 2 3+ 0 1+ 2 3+ 0 1+ 2 3+ 0");
        assert!(!history.always_gave_check(Color::Black));
        let history = history_of("1+ 2+ 3+ 0+ 1+ 2+ 3+ 0+ 1+ 2+ 3+ 0+");
        assert!(history.always_gave_check(Color::Black) && history.always_gave_check(Color::White));
    }

    #[test]
    fn series_of_checks_end_at_the_first_non_check() {
        let history = history_of("1+ 2 3+ 0 1+ 2 3+ 0 1+ 2 3+ 0");
        assert_eq!(history.first_non_check(Color::Black), None);
        assert_eq!(history.first_non_check(Color::White), Some(2));
        // The start position precedes the first check.
        assert_eq!(history.occurrences_while_checking(Color::Black), 3);
        assert_eq!(history.occurrences_while_checking(Color::White), 0);
        let history = history_of("1+ 2 3+ 0 1+ 2 3+ 0 1+ 2 3+ 0 1+");
        assert_eq!(history.occurrences_while_checking(Color::Black), 4);
        let history = history_of("1+ 2 3 0 1+ 2 3+ 0 1+ 2 3+ 0");
        assert_eq!(history.first_non_check(Color::Black), Some(3));
        assert_eq!(history.occurrences_while_checking(Color::Black), 2);
        assert_eq!(History::new().first_non_check(Color::Black), None);
        assert_eq!(History::new().occurrences_while_checking(Color::Black), 0);
    }

    #[test]
    fn perpetual_check_requires_a_move() {
        let history = history_of("1+");
        assert!(!history.always_gave_check(Color::Black));
        assert!(!History::new().always_gave_check(Color::Black));
    }

    #[test]
    fn popping_plies_restores_the_counts_in_a_long_game() {
        let mut history = History::new();
        // The low bits have only three values, so the keys collide in the hash table at each of its sizes.
        let key = |ply: u64| ((ply * 7919) % 5000) << 32 | (ply % 3);
        for _ in 0..2 {
            history.start(key(0), true);
            let mut counts = vec![(history.count(), history.most())];
            for ply in 1..20_000 {
                let expected = (0..=ply).rev().step_by(15_000).count() as u32;
                assert_eq!(history.push(key(ply), Color::Black, false), expected);
                counts.push((history.count(), history.most()));
            }
            while let Some(expected) = counts.pop() {
                assert_eq!((history.count(), history.most()), expected);
                history.pop();
                // The remaining plies still count: key 0 can be added as a repetition, and is then removed.
                if counts.len() % 1000 == 999 {
                    assert_eq!(
                        history.push(key(0), Color::Black, false),
                        if counts.len() > 15_000 { 3 } else { 2 }
                    );
                    history.pop();
                }
            }
            assert_eq!(history.count(), 0);
            assert!(history.heads.iter().all(|&head| head == 0));
        }
    }
}
