//! Positions and moves in the packed formats of engine training data.
//!
//! A packed position has 256 bits, starting with the lowest bit of each byte. The bits hold the side to move, the
//! squares of the kings, the contents of all other squares, the hands, and the unused pieces, in this order. Unused
//! pieces are those of a full set that are neither on the board nor in hand, as in handicap games. Each piece other
//! than a king has a prefix code. The codes are chosen so that a full set of pieces always fills the 256 bits.

use std::error::Error;
use std::fmt;

use super::moves::Move;
use super::piece::{Color, Piece, PieceKind};
use super::position::{FULL_SET, Position};
use super::square::Square;

/// Length of a packed position (bytes).
pub const PACKED_BYTES: usize = 32;

/// Length of a packed position (bits).
const PACKED_BITS: usize = PACKED_BYTES * 8;

/// A packed format for positions and moves.
#[derive(Debug, PartialEq, Eq)]
pub struct Packing {
    /// The codes of the seven unpromoted kinds without the king, in the order of [`PieceKind::ALL`].
    codes: [Codes; 7],
    /// `true` if the bit for the side precedes the bit for the promotion.
    side_first: bool,
    moves: MoveLayout,
}

/// The codes of a kind on the board, in hand and unused.
#[derive(Debug, PartialEq, Eq)]
struct Codes {
    /// The code on the board, followed by the bits for promotion and side. Gold has no bit for promotion.
    board: Code,
    /// The code in hand, followed by the bit for the side.
    hand: Code,
    /// The code of a piece that is neither on the board nor in hand.
    unused: Code,
}

/// A prefix code: its bits, the first one lowest, and its length (bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Code(u8, u8);

/// The layout of the bits of a move. The lowest seven are the destination.
#[derive(Debug, PartialEq, Eq)]
struct MoveLayout {
    /// The bit that is set for a promotion.
    promotion: u16,
    /// The bits of a drop, to which the destination and the number of the kind (from bit 7) are added.
    drop: u16,
    /// The kinds that can be dropped, in the order of their numbers. The first has number 1.
    kinds: [PieceKind; 7],
}

/// The kinds that can be dropped, in the order of their numbers in engines: gold is the last.
const ENGINE_ORDER: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Gold,
];

const fn codes(board: (u8, u8), hand: (u8, u8), unused: (u8, u8)) -> Codes {
    Codes {
        board: Code(board.0, board.1),
        hand: Code(hand.0, hand.1),
        unused: Code(unused.0, unused.1),
    }
}

impl Packing {
    /// `PackedSfen` of `YaneuraOu`.
    pub const YANEURAOU: Self = Self {
        codes: [
            codes((0b01, 2), (0b00, 2), (0b010, 3)),
            codes((0b0011, 4), (0b0001, 4), (0b01001, 5)),
            codes((0b1011, 4), (0b0101, 4), (0b01101, 5)),
            codes((0b0111, 4), (0b0011, 4), (0b01011, 5)),
            codes((0b01111, 5), (0b0111, 4), (0b11011, 5)),
            codes((0b01_1111, 6), (0b00_1111, 6), (0b010_1111, 7)),
            codes((0b11_1111, 6), (0b01_1111, 6), (0b011_1111, 7)),
        ],
        side_first: false,
        moves: MoveLayout {
            promotion: 1 << 15,
            drop: 1 << 14,
            kinds: ENGINE_ORDER,
        },
    };

    /// `HuffmanCodedPos` of Apery, also used by dlshogi.
    pub const APERY: Self = Self {
        codes: [
            codes((0b01, 2), (0b00, 2), (0b010, 3)),
            codes((0b0011, 4), (0b0001, 4), (0b01001, 5)),
            codes((0b0111, 4), (0b0011, 4), (0b01011, 5)),
            codes((0b1011, 4), (0b0101, 4), (0b01101, 5)),
            codes((0b01111, 5), (0b0111, 4), (0b11101, 5)),
            codes((0b01_1111, 6), (0b01_1111, 6), (0b000_1111, 7)),
            codes((0b11_1111, 6), (0b11_1111, 6), (0b010_1111, 7)),
        ],
        side_first: true,
        moves: MoveLayout {
            promotion: 1 << 14,
            // The origin field holds a square (0 to 80) or, for a drop, 80 plus the number of the kind.
            drop: (Square::COUNT as u16 - 1) << 7,
            kinds: ENGINE_ORDER,
        },
    };

    /// Packs a position.
    ///
    /// Returns `None` unless each side has one king and no kind has more pieces than a full set.
    pub fn pack(&self, position: &Position) -> Option<[u8; PACKED_BYTES]> {
        let mut bits = Bits::default();
        bits.push(Code(position.side_to_move().index() as u8, 1));
        for color in Color::ALL {
            bits.push(Code(position.king(color)?.index() as u8, 7));
        }
        let mut unused = FULL_SET.map(|count| count as u8);
        for square in Square::ALL {
            match position.piece_at(square) {
                None => bits.push(Code(0, 1)),
                Some(piece) => {
                    take(&mut unused, piece.kind, 1)?;
                    if piece.kind != PieceKind::King {
                        bits.push(self.on_board(piece));
                    }
                }
            }
        }
        for color in Color::ALL {
            for (kind, codes) in self.kinds() {
                let count = position.hand(color).get(kind);
                take(&mut unused, kind, count)?;
                let Code(bits_of_kind, length) = codes.hand;
                let code = Code(bits_of_kind | (color.index() as u8) << length, length + 1);
                (0..count).for_each(|_| bits.push(code));
            }
        }
        for (kind, codes) in self.kinds() {
            (0..unused[kind.index()]).for_each(|_| bits.push(codes.unused));
        }
        Some(bits.bytes())
    }

    /// Unpacks a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a packed position of a full set.
    pub fn unpack(&self, bytes: &[u8; PACKED_BYTES]) -> Result<Position, PackedError> {
        let mut bits = Bits::new(bytes);
        let mut position = Position::empty();
        let mut unused = FULL_SET.map(|count| count as u8);
        if bits.next(1) == 1 {
            position.set_side_to_move(Color::White);
        }
        for color in Color::ALL {
            let square = Square::from_index(usize::from(bits.next(7)));
            let free = square.filter(|&square| position.piece_at(square).is_none());
            let square = free.ok_or(PackedError::King(color))?;
            position.set(square, Some(Piece::new(color, PieceKind::King)));
        }
        for square in Square::ALL {
            if position.piece_at(square).is_some() {
                continue;
            }
            if let Some(piece) = self.next_on_board(&mut bits)? {
                take(&mut unused, piece.kind, 1).ok_or(PackedError::TooMany(piece.kind.base()))?;
                position.set(square, Some(piece));
            }
        }
        while bits.at < PACKED_BITS {
            let (kind, holder) = self.next_off_board(&mut bits)?;
            take(&mut unused, kind, 1).ok_or(PackedError::TooMany(kind))?;
            if let Some(color) = holder {
                position.set_hand_count(color, kind, position.hand(color).get(kind) + 1);
            }
        }
        let missing = self.kinds().find(|(kind, _)| unused[kind.index()] > 0);
        if let Some((kind, _)) = missing {
            return Err(PackedError::Missing(kind));
        }
        position.find_kings();
        Ok(position)
    }

    fn kinds(&self) -> impl Iterator<Item = (PieceKind, &Codes)> {
        PieceKind::ALL.into_iter().zip(&self.codes)
    }

    /// Returns the code of a piece on the board other than a king.
    fn on_board(&self, piece: Piece) -> Code {
        let base = piece.kind.base();
        // The king has no code: it is the only kind whose index is not in `codes`.
        let Some(Codes { board, .. }) = self.codes.get(base.index()) else {
            return Code(0, 0);
        };
        let Code(code, length) = *board;
        let (promoted, white) = (u8::from(piece.kind.is_promoted()), piece.color.index() as u8);
        if base == PieceKind::Gold {
            return Code(code | white << length, length + 1);
        }
        let (first, second) = if self.side_first {
            (white, promoted)
        } else {
            (promoted, white)
        };
        Code(code | first << length | second << (length + 1), length + 2)
    }

    /// Reads the contents of the next square: a piece, or `None` if the square is empty. Returns an error if no
    /// complete code follows.
    fn next_on_board(&self, bits: &mut Bits) -> Result<Option<Piece>, PackedError> {
        let start = bits.at;
        if bits.peek() & 1 == 0 {
            bits.skip(1, start)?;
            return Ok(None);
        }
        let mut kinds = self.kinds();
        let (kind, codes) = kinds
            .find(|(_, codes)| bits.begins_with(codes.board))
            .ok_or(PackedError::Code(start))?;
        bits.skip(codes.board.1, start)?;
        let has_promotion = kind != PieceKind::Gold;
        let (first, second) = (bits.next(1), if has_promotion { bits.next(1) } else { 0 });
        let (white, promoted) = match (has_promotion, self.side_first) {
            (true, false) => (second, first),
            _ => (first, second),
        };
        let color = Color::ALL[usize::from(white)];
        bits.skip(0, start)?;
        Ok(Some(Piece::new(color, kind.promoted_if(promoted == 1))))
    }

    /// Reads the next piece outside the board and the side that has this piece in hand. The side is `None` if the piece
    /// is unused. Returns an error if no complete code follows.
    fn next_off_board(&self, bits: &mut Bits) -> Result<(PieceKind, Option<Color>), PackedError> {
        let start = bits.at;
        if let Some((kind, codes)) = self.kinds().find(|(_, codes)| bits.begins_with(codes.unused)) {
            bits.skip(codes.unused.1, start)?;
            return Ok((kind, None));
        }
        let entry = self.kinds().find(|(_, codes)| bits.begins_with(codes.hand));
        let (kind, codes) = entry.ok_or(PackedError::Code(start))?;
        bits.skip(codes.hand.1, start)?;
        let color = Color::ALL[usize::from(bits.next(1))];
        bits.skip(0, start)?;
        Ok((kind, Some(color)))
    }
}

/// Subtracts `count` pieces of a kind from the remaining ones. Returns `None` if fewer remain.
fn take(remaining: &mut [u8; 8], kind: PieceKind, count: u8) -> Option<()> {
    let remaining_of_kind = &mut remaining[kind.base().index()];
    *remaining_of_kind = remaining_of_kind.checked_sub(count)?;
    Some(())
}

// Moves packed in two bytes.

impl Packing {
    /// Packs a move. A dropped kind that is promoted is packed as its unpromoted kind. The drop of a king cannot be
    /// packed: the returned bits do not represent it.
    pub fn pack_move(&self, mv: Move) -> u16 {
        let to = mv.to().index() as u16;
        match mv {
            Move::Board { from, promote, .. } => {
                let promotion = if promote { self.moves.promotion } else { 0 };
                to | (from.index() as u16) << 7 | promotion
            }
            Move::Drop { kind, .. } => {
                let numbers = (1_u16..).zip(self.moves.kinds);
                let number = numbers.into_iter().find(|&(_, it)| it == kind.base());
                let number = number.map_or(0, |(number, _)| number);
                to | (self.moves.drop + (number << 7))
            }
        }
    }

    /// Unpacks a move. Returns `None` if the bits are not a packed move.
    pub fn unpack_move(&self, bits: u16) -> Option<Move> {
        let to = Square::from_index(usize::from(bits & 0x7f))?;
        let number = (bits >> 7).checked_sub(self.moves.drop >> 7);
        let drop_number = number.filter(|number| (1..=7).contains(number));
        if let Some(number) = drop_number {
            let kind = self.moves.kinds[usize::from(number) - 1];
            return Some(Move::Drop { kind, to });
        }
        let promote = bits & self.moves.promotion != 0;
        let from = Square::from_index(usize::from((bits & !self.moves.promotion) >> 7))?;
        Some(Move::Board { from, to, promote })
    }
}

/// A cursor over 256 bits, the lowest bit of each byte first. Bits read after the end are zeros, and bits written there
/// are discarded.
#[derive(Default)]
struct Bits {
    words: [u64; PACKED_BYTES / 8],
    /// Index of the next bit.
    at: usize,
}

impl Bits {
    fn new(bytes: &[u8; PACKED_BYTES]) -> Self {
        let mut bits = Self::default();
        for (word, bytes) in bits.words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        bits
    }

    fn bytes(&self) -> [u8; PACKED_BYTES] {
        let mut bytes = [0; PACKED_BYTES];
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(self.words) {
            *bytes = word.to_le_bytes();
        }
        bytes
    }

    /// Appends the bits of a code. Bits after the end are discarded.
    fn push(&mut self, Code(code, length): Code) {
        let (first_word, shift) = (self.at / 64, self.at % 64);
        let shifted = u128::from(code) << shift;
        for (word, half) in self
            .words
            .iter_mut()
            .skip(first_word)
            .zip([shifted, shifted >> 64])
        {
            *word |= half as u64;
        }
        self.at += usize::from(length);
    }

    /// Returns the next eight bits without consuming them.
    fn peek(&self) -> u8 {
        let word = |index: usize| u128::from(self.words.get(index).copied().unwrap_or(0));
        let two_words = word(self.at / 64) | word(self.at / 64 + 1) << 64;
        (two_words >> (self.at % 64)) as u8
    }

    /// Consumes and returns the next `length` bits, at most eight.
    fn next(&mut self, length: u8) -> u8 {
        let bits = self.peek() & ((1_u16 << length) - 1) as u8;
        self.at += usize::from(length);
        bits
    }

    /// Returns whether the next bits are this code, without consuming them.
    fn begins_with(&self, Code(code, length): Code) -> bool {
        self.peek() & ((1_u16 << length) - 1) as u8 == code
    }

    /// Consumes `length` bits.
    ///
    /// # Errors
    ///
    /// Returns an error if the cursor is after the end of the 256 bits afterwards. The error contains `start`, the bit
    /// at which the code begins.
    fn skip(&mut self, length: u8, start: usize) -> Result<(), PackedError> {
        self.at += usize::from(length);
        if self.at > PACKED_BITS {
            return Err(PackedError::Code(start));
        }
        Ok(())
    }
}

// Errors of packed positions.

/// The reason why 32 bytes are not a packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedError {
    /// The code for the king of this side is not a square of the board, or is the square of the other king.
    King(Color),
    /// No complete code begins at this bit, counted from 0.
    Code(usize),
    /// There are more pieces of this kind than in a full set.
    TooMany(PieceKind),
    /// There are fewer pieces of this kind than in a full set.
    Missing(PieceKind),
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |kind: PieceKind| FULL_SET[kind.index()];
        match *self {
            Self::King(color) => write!(f, "the square of the {color:?} king is invalid"),
            Self::Code(bit) => write!(f, "bit {bit} does not begin a code of a piece"),
            Self::TooMany(kind) => write!(f, "more than {} pieces of the kind {kind:?}", count(kind)),
            Self::Missing(kind) => write!(f, "fewer than {} pieces of the kind {kind:?}", count(kind)),
        }
    }
}

impl Error for PackedError {}
