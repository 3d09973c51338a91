//! The board, the hands, and the squares that pieces attack.

use std::ops::Range;

use crate::finding::{Message, Seat, message};
use crate::notation::yonin::GAME;
use crate::profile::PiecesLeft;
use crate::shogi::{PieceKind, Square};
use crate::system::drawing::{Drawing, DrawnPiece, Grid};
use crate::system::placement::{Row, cell_range, row_text, rows, words, written_cells};

/// Number of players.
pub(super) const SEATS: usize = 4;

/// The kinds that can be held in hand, in the order in which they are written.
pub(super) const HAND_KINDS: [PieceKind; 4] = [
    PieceKind::Rook,
    PieceKind::Gold,
    PieceKind::Silver,
    PieceKind::Pawn,
];

/// Returns the seat with this number: 0 for South, then clockwise.
pub(super) fn seat(number: usize) -> Seat {
    GAME.seats[number]
}

/// A piece and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The seat of the owner.
    pub owner: usize,
    pub kind: PieceKind,
}

/// The pieces on the board and in the hands. The pieces of an eliminated player attack nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    squares: [Option<Piece>; 81],
    /// By seat, the counts of the kinds in [`HAND_KINDS`].
    pub hands: [[u8; HAND_KINDS.len()]; SEATS],
    /// By seat, `true` if the player is still in the game.
    pub alive: [bool; SEATS],
    /// The treatment of the pieces of an eliminated player.
    pub pieces_left: PiecesLeft,
}

impl Board {
    /// Returns an empty board with all players in the game.
    pub(super) const fn empty() -> Self {
        Self {
            squares: [None; 81],
            hands: [[0; HAND_KINDS.len()]; SEATS],
            alive: [true; SEATS],
            pieces_left: PiecesLeft::Capturable,
        }
    }

    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    pub(super) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.index()] = piece;
    }

    /// Returns whether a piece can never be captured or moved.
    ///
    /// This applies to the king of an eliminated player and, under [`PiecesLeft::Fixed`], to the player's other pieces.
    pub(super) fn is_fixed(&self, piece: Piece) -> bool {
        !self.alive[piece.owner] && (piece.kind == PieceKind::King || self.pieces_left == PiecesLeft::Fixed)
    }

    /// Eliminates a player. Under [`PiecesLeft::Removed`], all pieces of the player except the king are removed.
    pub(super) fn retire(&mut self, seat: usize) {
        self.alive[seat] = false;
        if self.pieces_left == PiecesLeft::Removed {
            for piece in &mut self.squares {
                *piece = piece.filter(|piece| piece.owner != seat || piece.kind == PieceKind::King);
            }
        }
    }

    /// Returns the pieces of a seat, with their squares.
    pub(super) fn pieces_of(&self, seat: usize) -> impl Iterator<Item = (Square, PieceKind)> + '_ {
        squares().filter_map(move |square| {
            let piece = self.at(square).filter(|piece| piece.owner == seat)?;
            Some((square, piece.kind))
        })
    }

    pub(super) fn king(&self, seat: usize) -> Option<Square> {
        let mut kings = self.pieces_of(seat).filter(|&(_, kind)| kind == PieceKind::King);
        kings.next().map(|(square, _)| square)
    }

    /// Returns the squares that the piece on a square can reach, including occupied ones.
    pub(super) fn destinations(&self, from: Square) -> Vec<Square> {
        let Some(piece) = self.at(from) else {
            return Vec::new();
        };
        destinations(from, piece.kind, piece.owner, |square| self.at(square).is_some())
    }

    /// Returns the pieces of living players other than `seat` that attack a square.
    pub(super) fn attackers(&self, square: Square, seat: usize) -> Vec<Square> {
        let opponents = (0..SEATS).filter(|&opponent| opponent != seat && self.alive[opponent]);
        opponents
            .flat_map(|opponent| self.pieces_of(opponent))
            .map(|(from, _)| from)
            .filter(|&from| self.destinations(from).contains(&square))
            .collect()
    }

    /// Returns whether the king of a seat is attacked.
    pub(super) fn in_check(&self, seat: usize) -> bool {
        self.king(seat)
            .is_some_and(|king| !self.attackers(king, seat).is_empty())
    }

    /// Returns whether a seat has an unpromoted pawn on the line that leads through a square in the seat's direction of
    /// play (for nifu).
    pub(super) fn has_pawn_on_line(&self, square: Square, seat: usize) -> bool {
        let line = relative_square(square, seat).lateral;
        self.pieces_of(seat).any(|(pawn_square, kind)| {
            kind == PieceKind::Pawn && relative_square(pawn_square, seat).lateral == line
        })
    }

    /// Returns the number of pieces of a kind in the hand of a seat.
    pub(super) fn count_in_hand(&self, seat: usize, kind: PieceKind) -> u8 {
        let index = HAND_KINDS.iter().position(|&hand_kind| hand_kind == kind);
        index.map_or(0, |index| self.hands[seat][index])
    }

    /// Adds a captured piece to a hand, unpromoted. A king is not added.
    pub(super) fn hold(&mut self, seat: usize, kind: PieceKind) {
        if let Some(index) = HAND_KINDS.iter().position(|&hand_kind| hand_kind == kind.base()) {
            self.hands[seat][index] += 1;
        }
    }

    /// Moves the piece on `from`, regardless of its owner. A piece of another seat on `to` goes to the hand of
    /// `seat`; a piece of `seat` on `to` disappears.
    pub(super) fn move_piece(&mut self, seat: usize, from: Square, to: Square, promotes: bool) {
        let Some(piece) = self.at(from) else { return };
        if let Some(captured) = self.at(to).filter(|piece| piece.owner != seat) {
            self.hold(seat, captured.kind);
        }
        let kind = piece.kind.promoted().filter(|_| promotes).unwrap_or(piece.kind);
        self.put(from, None);
        self.put(to, Some(Piece { kind, ..piece }));
    }

    /// Drops a piece, and takes it from the hand if the hand has a piece of this kind.
    pub(super) fn drop(&mut self, seat: usize, kind: PieceKind, to: Square) {
        if let Some(index) = HAND_KINDS.iter().position(|&hand_kind| hand_kind == kind.base()) {
            self.hands[seat][index] = self.hands[seat][index].saturating_sub(1);
        }
        self.put(to, Some(Piece { owner: seat, kind }));
    }
}

/// Returns all squares of the board.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    (0..81).filter_map(Square::from_index)
}

// Squares from the point of view of each seat, and the moves of the pieces.

/// A square from the point of view of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RelativeSquare {
    /// Number of the line in the seat's direction of play: 1 at the seat's right hand, 9 at its left.
    pub lateral: i8,
    /// Distance from the far edge: 1 at the far edge, 9 at the seat's own edge.
    pub depth: i8,
}

/// Returns a square from the point of view of a seat. South sees the board as drawn; for the other seats, the
/// board is rotated.
pub(super) fn relative_square(square: Square, seat: usize) -> RelativeSquare {
    let (file, rank) = (square.file().cast_signed(), square.rank().cast_signed());
    let (lateral, depth) = match seat {
        0 => (file, rank),
        1 => (10 - rank, file),
        2 => (10 - file, 10 - rank),
        _ => (rank, 10 - file),
    };
    RelativeSquare { lateral, depth }
}

/// Returns the square at these coordinates of a seat; `None` outside the board.
pub(super) fn absolute_square(relative_square: RelativeSquare, seat: usize) -> Option<Square> {
    let RelativeSquare { lateral, depth } = relative_square;
    let (file, rank) = match seat {
        0 => (lateral, depth),
        1 => (depth, 10 - lateral),
        2 => (10 - lateral, 10 - depth),
        _ => (10 - depth, lateral),
    };
    let fits = |coordinate: i8| {
        u8::try_from(coordinate)
            .ok()
            .filter(|number| (1..=9).contains(number))
    };
    Square::new(fits(file)?, fits(rank)?)
}

/// Returns whether a square is in the three ranks of the camp opposite a seat.
pub(super) fn in_zone(square: Square, seat: usize) -> bool {
    relative_square(square, seat).depth <= 3
}

/// A step as (lateral, depth). Positive numbers lead to the left, and away from the far edge.
type Step = (i8, i8);

const FORWARD: Step = (0, -1);
const ORTHOGONALS: [Step; 4] = [FORWARD, (1, 0), (-1, 0), (0, 1)];
const DIAGONALS: [Step; 4] = [(1, -1), (-1, -1), (1, 1), (-1, 1)];

/// Returns the single steps of a kind.
fn steps(kind: PieceKind) -> Vec<Step> {
    match kind {
        PieceKind::King => [ORTHOGONALS, DIAGONALS].concat(),
        PieceKind::Silver => [&[FORWARD], &DIAGONALS[..]].concat(),
        PieceKind::Pawn => vec![FORWARD],
        PieceKind::Dragon => DIAGONALS.to_vec(),
        PieceKind::Gold | PieceKind::Tokin | PieceKind::PromotedSilver => {
            [&ORTHOGONALS[..], &DIAGONALS[..2]].concat()
        }
        _ => Vec::new(),
    }
}

/// Returns the directions in which a kind slides.
fn slides(kind: PieceKind) -> &'static [Step] {
    match kind {
        PieceKind::Rook | PieceKind::Dragon => &ORTHOGONALS,
        _ => &[],
    }
}

/// Returns the squares that a piece of a seat can reach from a square, including occupied ones. A slide ends at the
/// first piece.
pub(super) fn destinations(
    from: Square,
    kind: PieceKind,
    seat: usize,
    is_occupied: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let after_step = |square: Square, (lateral, depth): Step| {
        let start = relative_square(square, seat);
        absolute_square(
            RelativeSquare {
                lateral: start.lateral + lateral,
                depth: start.depth + depth,
            },
            seat,
        )
    };
    let mut reached: Vec<Square> = steps(kind)
        .into_iter()
        .filter_map(|step| after_step(from, step))
        .collect();
    for &step in slides(kind) {
        for to in std::iter::successors(after_step(from, step), |&square| after_step(square, step)) {
            reached.push(to);
            if is_occupied(to) {
                break;
            }
        }
    }
    reached
}

// The position as text: the ranks from a to i, the side to move, the hands, and the players still in the game:
// `2 Sn Gn Kn Gn Sn 2 / … / 2 Ss Gs Ks Gs Ss 2 S S:- W:- N:- E:- SWNE`.

/// The letters of the seats.
pub(super) const SEAT_LETTERS: [char; SEATS] = ['S', 'W', 'N', 'E'];

/// Returns the text of a position with this seat to move.
pub(super) fn text(board: &Board, side_to_move: usize) -> String {
    let piece = |file, rank| Square::new(file, rank).and_then(|square| board.at(square));
    let rank = |rank| row_text((1..=9).rev().map(|file| piece(file, rank).map(piece_text)), " ");
    let ranks: Vec<String> = (1..=9).map(rank).collect();
    let hands: Vec<String> = (0..SEATS)
        .map(|seat| format!("{}:{}", SEAT_LETTERS[seat], hand_text(board, seat)))
        .collect();
    let alive: String = (0..SEATS)
        .filter(|&seat| board.alive[seat])
        .map(|seat| SEAT_LETTERS[seat])
        .collect();
    format!(
        "{} {} {} {alive}",
        ranks.join(" / "),
        SEAT_LETTERS[side_to_move],
        hands.join(" ")
    )
}

fn piece_text(piece: Piece) -> String {
    let seat = SEAT_LETTERS[piece.owner].to_ascii_lowercase();
    format!("{}{seat}", kind_text(piece.kind))
}

/// Returns a kind as positions write it: `P`, `+P`.
pub(super) fn kind_text(kind: PieceKind) -> String {
    let plus = if kind.is_promoted() { "+" } else { "" };
    format!("{plus}{}", kind.base().letter())
}

fn hand_text(board: &Board, seat: usize) -> String {
    let pieces: String = HAND_KINDS
        .iter()
        .zip(board.hands[seat])
        .map(|(kind, count)| match count {
            0 => String::new(),
            1 => kind.letter().to_string(),
            _ => format!("{count}{}", kind.letter()),
        })
        .collect();
    if pieces.is_empty() { "-".to_owned() } else { pieces }
}

/// Parses a position and the side to move. Returns `None` if the text is not a position.
pub(super) fn read(text: &str) -> Option<(Board, usize)> {
    let mut rows = ranks(text);
    // The last rank is followed by the side to move, the hands and the players.
    let rest = rows.last_mut().filter(|row| row.len() > 9)?.split_off(9);
    let has_all_squares = rows.len() == 9 && rows.iter().all(|rank| rank.len() == 9);
    let mut board = has_all_squares.then(Board::empty)?;
    for (rank, file, word) in written_cells(&rows) {
        board.put(Square::new(9 - file, rank + 1)?, Some(read_piece(word)?));
    }
    let mut words = rest.into_iter().map(|cell| cell.map(|(_, word)| word));
    let side_to_move = seat_from_letter(words.next()??)?;
    for seat in 0..SEATS {
        let (letter, hand) = words.next()??.split_once(':')?;
        (seat_from_letter(letter)? == seat).then_some(())?;
        read_hand(&mut board, seat, hand)?;
    }
    let alive = words.next()??;
    for (seat, letter) in SEAT_LETTERS.iter().enumerate() {
        board.alive[seat] = alive.contains(*letter);
    }
    let are_letters_valid = alive.chars().all(|letter| SEAT_LETTERS.contains(&letter));
    (are_letters_valid && words.next().is_none() && board.alive[side_to_move])
        .then_some((board, side_to_move))
}

/// Splits a position into its ranks, from the first.
fn ranks(text: &str) -> Vec<Row<'_>> {
    rows(words(text), |word| word.parse().ok().filter(|&number| number > 0))
}

/// Returns the byte range of the piece on a square in the text of a position; `None` for an empty square.
pub(super) fn piece_range(text: &str, square: Square) -> Option<Range<usize>> {
    cell_range(&ranks(text), square.rank() - 1, 9 - square.file())
}

/// Returns the seat with this letter; `None` if the word is not the letter of a seat.
pub(super) fn seat_from_letter(word: &str) -> Option<usize> {
    SEAT_LETTERS
        .iter()
        .position(|seat_letter| word.len() == 1 && word.starts_with(*seat_letter))
}

fn read_piece(word: &str) -> Option<Piece> {
    let (is_promoted, letters) = match word.strip_prefix('+') {
        Some(letters) => (true, letters),
        None => (false, word),
    };
    let mut letters = letters.chars();
    let base = PieceKind::from_letter(letters.next()?)?;
    let owner = seat_from_letter(&letters.next()?.to_ascii_uppercase().to_string())?;
    let kind = if is_promoted { base.promoted()? } else { base };
    let is_yonin_piece = base == PieceKind::King || HAND_KINDS.contains(&base);
    (is_yonin_piece && letters.next().is_none()).then_some(Piece { owner, kind })
}

fn read_hand(board: &mut Board, seat: usize, hand: &str) -> Option<()> {
    let mut count = None;
    for letter in hand.chars().filter(|_| hand != "-") {
        if let Some(digit) = letter.to_digit(10) {
            // A hand never has a hundred pieces, so a larger number is not a hand.
            let number = u32::from(count.unwrap_or(0)) * 10 + digit;
            count = Some(u8::try_from(number).ok().filter(|&count| count < 100)?);
        } else {
            let kind = PieceKind::from_letter(letter)?;
            let index = HAND_KINDS.iter().position(|&hand_kind| hand_kind == kind)?;
            board.hands[seat][index] = count.take().unwrap_or(1);
        }
    }
    count.is_none().then_some(())
}

// The board as it is drawn.

/// The direction mark of each seat.
const MARKS: [char; SEATS] = ['↑', '→', '↓', '←'];

/// Returns the drawing of the board, with the hands of the players in the game and the side to move.
pub(super) fn drawing(board: &Board, side_to_move: usize) -> Drawing {
    let piece = |file: u8, rank: u8| {
        let piece = Square::new(file, rank).and_then(|square| board.at(square))?;
        Some(DrawnPiece {
            label: kanji(piece.kind).to_string(),
            mark: MARKS[piece.owner],
            quarter_turns: piece.owner as u8,
            faded: !board.alive[piece.owner],
        })
    };
    let row = |rank: u8| {
        let name = char::from(b'a' - 1 + rank).to_string();
        (name, (1..=9).rev().map(|file| piece(file, rank)).collect())
    };
    let hands = (0..SEATS)
        .filter(|&player| board.alive[player])
        .map(|player| hand_message(board, player));
    let turn = seat(side_to_move);
    Drawing {
        columns: (1..=9).rev().map(|file| file.to_string()).collect(),
        rows: (1..=9).map(row).collect(),
        notes: hands
            .chain([message!("{turn} to move", "{turn}の番", turn)])
            .collect(),
        grid: Grid::Squares,
    }
}

fn hand_message(board: &Board, player: usize) -> Message {
    let pieces: String = HAND_KINDS
        .iter()
        .zip(board.hands[player])
        .filter(|&(_, count)| count > 0)
        .map(|(&kind, count)| match count {
            1 => kanji(kind).to_string(),
            _ => format!("{}{count}", kanji(kind)),
        })
        .collect();
    let (mark, seat) = (MARKS[player].to_string(), seat(player));
    if pieces.is_empty() {
        message!(
            "{mark} {seat}: nothing in hand",
            "{mark} {seat}：持駒なし",
            mark,
            seat
        )
    } else {
        message!(
            "{mark} {seat}: {pieces}",
            "{mark} {seat}：{pieces}",
            mark,
            seat,
            pieces
        )
    }
}

/// Returns the character that the drawing shows for a piece.
const fn kanji(kind: PieceKind) -> char {
    match kind {
        PieceKind::King => '玉',
        PieceKind::Rook => '飛',
        PieceKind::Dragon => '龍',
        PieceKind::Gold => '金',
        PieceKind::Silver => '銀',
        PieceKind::PromotedSilver => '全',
        PieceKind::Tokin => 'と',
        _ => '歩',
    }
}

// Legal moves, for the detection of mate and of pawn drops that give mate.

impl Board {
    /// Returns whether a seat has a legal move.
    pub(super) fn has_move(&self, seat: usize) -> bool {
        let gives_mate = |(kind, to)| kind == PieceKind::Pawn && self.mated_by_pawn(seat, to).is_some();
        self.has_board_move(seat) || self.safe_drops(seat).any(|drop| !gives_mate(drop))
    }

    /// Returns whether a seat has a move, counting pawn drops that give mate as legal.
    fn has_any_move(&self, seat: usize) -> bool {
        self.has_board_move(seat) || self.safe_drops(seat).next().is_some()
    }

    fn has_board_move(&self, seat: usize) -> bool {
        let mut pieces = self.pieces_of(seat);
        pieces.any(|(from, _)| {
            self.destinations(from)
                .into_iter()
                .any(|to| self.is_safe(seat, from, to))
        })
    }

    /// Returns whether a piece of a seat may move to a square that the piece can reach.
    ///
    /// The square must not hold a piece of the same seat, a king or a fixed piece. The king of the seat must be safe
    /// after the move.
    pub(super) fn is_safe(&self, seat: usize, from: Square, to: Square) -> bool {
        let is_blocked = |square| {
            self.at(square).is_some_and(|piece| {
                piece.owner == seat || piece.kind == PieceKind::King || self.is_fixed(piece)
            })
        };
        if is_blocked(to) {
            return false;
        }
        let mut after = self.clone();
        after.move_piece(seat, from, to, false);
        !after.in_check(seat)
    }

    fn safe_drops(&self, seat: usize) -> impl Iterator<Item = (PieceKind, Square)> + '_ {
        let held_kinds = HAND_KINDS
            .into_iter()
            .filter(move |&kind| self.count_in_hand(seat, kind) > 0);
        let drops = held_kinds.flat_map(|kind| squares().map(move |to| (kind, to)));
        drops.filter(move |&(kind, to)| self.is_safe_drop(seat, kind, to))
    }

    fn is_safe_drop(&self, seat: usize, kind: PieceKind, to: Square) -> bool {
        let is_pawn = kind == PieceKind::Pawn;
        if self.at(to).is_some()
            || is_pawn && (self.has_pawn_on_line(to, seat) || relative_square(to, seat).depth == 1)
        {
            return false;
        }
        let mut after = self.clone();
        after.drop(seat, kind, to);
        !after.in_check(seat)
    }

    /// Returns the seat that is mated by dropping a pawn on a square; `None` if the drop does not mate.
    pub(super) fn mated_by_pawn(&self, seat: usize, to: Square) -> Option<usize> {
        let mut after = self.clone();
        after.drop(seat, PieceKind::Pawn, to);
        let ahead = *after.destinations(to).first()?;
        let king = after.at(ahead).filter(|piece| piece.kind == PieceKind::King)?;
        let is_mated = king.owner != seat && self.alive[king.owner] && !after.has_any_move(king.owner);
        is_mated.then_some(king.owner)
    }

    /// Returns whether a piece could never move from a square. In yonin shogi only pawns have such squares.
    pub(super) fn is_dead(kind: PieceKind, to: Square, seat: usize) -> bool {
        kind == PieceKind::Pawn && relative_square(to, seat).depth == 1
    }

    /// Returns whether a move begins or ends in the camp opposite the seat, so that the piece may promote.
    pub(super) fn may_promote(from: Square, to: Square, seat: usize) -> bool {
        in_zone(from, seat) || in_zone(to, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::{SEATS, *};
    use crate::system::yonin::game::start;

    fn moves(board: &Board, seat: usize) -> Vec<String> {
        let pieces = board.pieces_of(seat);
        let pairs =
            pieces.flat_map(|(from, _)| board.destinations(from).into_iter().map(move |to| (from, to)));
        let mut moves: Vec<String> = pairs
            .filter(|&(from, to)| board.is_safe(seat, from, to))
            .map(|(from, to)| format!("{from}{to}"))
            .collect();
        moves.sort();
        moves
    }

    #[test]
    fn each_seat_has_nine_first_moves() {
        let board = start();
        assert_eq!(
            moves(&board, 0).join(" "),
            "3i2h 3i3h 4h4g 4i3h 5g5f 6h6g 6i7h 7i7h 7i8h"
        );
        for seat in 0..SEATS {
            assert_eq!(moves(&board, seat).len(), 9, "{seat}");
        }
    }
}
