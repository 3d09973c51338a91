//! Positions in SFEN.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

impl Position {
    /// Returns the start position of the even game (平手).
    pub fn startpos() -> Position {
        static START: LazyLock<Position> = LazyLock::new(|| {
            let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
            Position::from_sfen(sfen).unwrap_or_else(|_| Position::empty())
        });
        START.clone()
    }

    /// Parses SFEN: the board, the side to move, the hands and optionally the number of the next move, which is
    /// ignored.
    ///
    /// Also accepts a prefix `sfen`, several blanks or `_` between fields, adjacent digits in a rank, and hands in any
    /// order, with repeated letters or an explicit count of 1.
    ///
    /// # Errors
    ///
    /// Returns an error for the first field or rank that is not valid SFEN. The legality of the position is not
    /// checked.
    pub fn from_sfen(text: &str) -> Result<Position, SfenError> {
        let mut fields = fields(text);
        let mut position = Position::empty();
        position.read_board(fields.next().ok_or(SfenError::Fields)?)?;
        position.set_side_to_move(match fields.next().ok_or(SfenError::Fields)? {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(SfenError::Turn),
        });
        position.read_hands(fields.next().ok_or(SfenError::Fields)?)?;
        if fields
            .next()
            .is_some_and(|counter| !counter.bytes().all(|byte| byte.is_ascii_digit()))
        {
            return Err(SfenError::Counter);
        }
        if fields.next().is_some() {
            return Err(SfenError::Fields);
        }
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), SfenError> {
        let mut ranks = text.split('/');
        for rank in 1..=9 {
            self.read_rank(rank, ranks.next().ok_or(SfenError::Ranks)?)?;
        }
        if ranks.next().is_some() {
            return Err(SfenError::Ranks);
        }
        self.find_kings();
        Ok(())
    }

    fn read_rank(&mut self, rank: u8, text: &str) -> Result<(), SfenError> {
        let mut file = 9;
        let mut has_plus = false;
        for letter in text.chars() {
            match letter {
                '1'..='9' if !has_plus => {
                    file = u8::checked_sub(file, letter as u8 - b'0').ok_or(SfenError::Width(rank))?;
                }
                '+' if !has_plus => has_plus = true,
                _ => {
                    let mut piece = Piece::from_letter(letter).ok_or(SfenError::Piece(rank))?;
                    if std::mem::take(&mut has_plus) {
                        piece.kind = piece.kind.promoted().ok_or(SfenError::Piece(rank))?;
                    }
                    let square = Square::new(file, rank).ok_or(SfenError::Width(rank))?;
                    self.set(square, Some(piece));
                    file -= 1;
                }
            }
        }
        if has_plus {
            return Err(SfenError::Piece(rank));
        }
        if file == 0 {
            Ok(())
        } else {
            Err(SfenError::Width(rank))
        }
    }

    fn read_hands(&mut self, text: &str) -> Result<(), SfenError> {
        if text == "-" {
            return Ok(());
        }
        let mut count: Option<u8> = None;
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                let tens = count.unwrap_or(0).checked_mul(10);
                let new_count = tens.and_then(|tens| tens.checked_add(digit as u8));
                count = Some(new_count.filter(|&count| count > 0).ok_or(SfenError::Hands)?);
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(SfenError::Hands)?;
            if piece.kind == PieceKind::King {
                return Err(SfenError::Hands);
            }
            let held = self.hand(piece.color).get(piece.kind);
            let added = count.take().unwrap_or(1);
            self.set_hand_count(piece.color, piece.kind, held.saturating_add(added));
        }
        count.map_or(Ok(()), |_| Err(SfenError::Hands))
    }

    /// Writes the position in canonical SFEN. `ply_counter` is the number of the next move, 1 for a start position.
    ///
    /// ```
    /// use kifu::shogi::Position;
    /// let position = Position::from_sfen("sfen 4k4/9/9/9/9/9/9/9/4K4 w ppPR2p")?;
    /// assert_eq!(position.to_sfen(7), "4k4/9/9/9/9/9/9/9/4K4 w RP4p 7");
    /// # Ok::<(), kifu::shogi::SfenError>(())
    /// ```
    pub fn to_sfen(&self, ply_counter: u32) -> String {
        /// Length that the SFEN of a position rarely exceeds (bytes).
        const TYPICAL_BYTES: usize = 96;
        let mut text = String::with_capacity(TYPICAL_BYTES);
        self.write_sfen(ply_counter, &mut text);
        text
    }

    /// Appends the position to `text` in the form of [`to_sfen`](Position::to_sfen).
    pub(crate) fn write_sfen(&self, ply_counter: u32, text: &mut String) {
        let mut sfen = SfenBuffer::default();
        for rank in 0..9 {
            if rank > 0 {
                sfen.push(b'/');
            }
            self.write_rank(rank, &mut sfen);
        }
        sfen.push_side(self.side);
        let start = sfen.length;
        for color in Color::ALL {
            self.write_hand(color, &mut sfen);
        }
        if sfen.length == start {
            sfen.push(b'-');
        }
        sfen.push(b' ');
        sfen.push_number(ply_counter);
        text.push_str(sfen.as_str());
    }

    /// Adds a rank, which is counted from 0, from file 9 to file 1.
    pub(super) fn write_rank<const N: usize>(&self, rank: usize, text: &mut AsciiText<N>) {
        let mut empty_count = 0;
        for file in (0..9).rev() {
            let Some(piece) = self.board[9 * file + rank] else {
                empty_count += 1;
                continue;
            };
            if empty_count > 0 {
                text.push(b'0' + std::mem::take(&mut empty_count));
            }
            if piece.kind.is_promoted() {
                text.push(b'+');
            }
            text.push(LETTERS[piece.color.index()][piece.kind.index()]);
        }
        if empty_count > 0 {
            text.push(b'0' + empty_count);
        }
    }

    /// Adds the pieces in hand of a side; nothing if the hand is empty.
    pub(super) fn write_hand<const N: usize>(&self, color: Color, text: &mut AsciiText<N>) {
        let hand = self.hand(color);
        if hand.is_empty() {
            return;
        }
        for (kind, count) in hand.iter() {
            if count > 1 {
                text.push_number(count.into());
            }
            text.push(LETTERS[color.index()][kind.index()]);
        }
    }
}

/// Returns the fields of a position in SFEN, without the word `sfen` before them. Web addresses have `_` in place of a blank.
pub(crate) fn fields(text: &str) -> impl Iterator<Item = &str> {
    let fields = text.split(|letter: char| letter.is_ascii_whitespace() || letter == '_');
    let mut fields = fields.filter(|field| !field.is_empty()).peekable();
    fields.next_if_eq(&"sfen");
    fields
}

/// The letter of each kind of piece, by colour.
static LETTERS: [[u8; 14]; 2] = {
    let mut letters = [[0; 14]; 2];
    let mut index = 0;
    while index < 14 {
        let letter = PieceKind::ALL[index].letter() as u8;
        letters[Color::Black.index()][index] = letter;
        letters[Color::White.index()][index] = letter.to_ascii_lowercase();
        index += 1;
    }
    letters
};

/// Maximum length of a rank: a promoted piece on every square (bytes).
pub(super) const MAX_RANK_BYTES: usize = 2 * 9;

/// Maximum length of the pieces in hand of a side: a count of three digits and a letter for each kind (bytes).
pub(super) const MAX_HAND_BYTES: usize = 4 * 7;

/// A text in ASCII of at most `N` bytes. It is built on the stack, because a position is written for every row of some
/// tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct AsciiText<const N: usize> {
    pub(super) bytes: [u8; N],
    pub(super) length: usize,
}

/// The text of a position: ranks and their separators, the side to move between two blanks, hands, a blank and a number.
pub(super) type SfenBuffer = AsciiText<{ 9 * MAX_RANK_BYTES + 8 + 3 + 2 * MAX_HAND_BYTES + 1 + 10 }>;

impl<const N: usize> Default for AsciiText<N> {
    fn default() -> Self {
        Self {
            bytes: [0; N],
            length: 0,
        }
    }
}

impl<const N: usize> AsciiText<N> {
    pub(super) fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// Adds the side to move between two blanks.
    pub(super) fn push_side(&mut self, side: Color) {
        self.push(b' ');
        self.push(match side {
            Color::Black => b'b',
            Color::White => b'w',
        });
        self.push(b' ');
    }

    pub(super) fn push_number(&mut self, number: u32) {
        for &digit in itoa::Buffer::new().format(number).as_bytes() {
            self.push(digit);
        }
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// The default position is the start position of the even game.
impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}

/// Displays the position in SFEN, with 1 as the number of the next move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_sfen(1))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Position {
    type Err = SfenError;

    fn from_str(sfen: &str) -> Result<Self, SfenError> {
        Self::from_sfen(sfen)
    }
}

/// The reason why a text is not valid SFEN. Ranks are counted from 1, which is rank `a`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SfenError {
    /// The text has fewer than three fields or more than four.
    Fields,
    /// The board does not have nine ranks.
    Ranks,
    /// The rank with this number is not nine squares wide.
    Width(u8),
    /// The rank with this number has an unknown character, or a promotion sign that is not followed by a piece that can
    /// promote.
    Piece(u8),
    /// The side to move is neither `b` nor `w`.
    Turn,
    /// The pieces in hand cannot be read.
    Hands,
    /// The number of the next move contains a character that is not a digit.
    Counter,
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SfenError::Fields => f.write_str("SFEN requires three or four fields"),
            SfenError::Ranks => f.write_str("the board of SFEN requires nine ranks"),
            SfenError::Width(rank) => write!(
                f,
                "rank {} of the board does not have nine squares",
                char::from(b'`' + rank)
            ),
            SfenError::Piece(rank) => write!(
                f,
                "rank {} of the board has an unknown piece",
                char::from(b'`' + rank)
            ),
            SfenError::Turn => f.write_str("the side to move is neither b nor w"),
            SfenError::Hands => f.write_str("the pieces in hand cannot be read"),
            SfenError::Counter => f.write_str("the move counter is not a number"),
        }
    }
}

impl Error for SfenError {}

#[cfg(test)]
mod tests {
    use super::{Position, SfenError};

    fn canonical(text: &str) -> Result<String, SfenError> {
        Position::from_sfen(text).map(|position| position.to_sfen(1))
    }

    #[test]
    fn canonical_text_is_written_as_read() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "+R+B+S+N+L+P3/9/9/9/kkkkkkkkk/9/9/9/3+r+b+s+n+l+p w 2R2B4G4S4N4L255P2r2b4g4s4n4l18p 1",
        ] {
            assert_eq!(canonical(sfen).as_deref(), Ok(sfen));
        }
    }

    #[test]
    fn unusual_spellings_are_read() {
        let expected = "4k4/9/9/9/9/9/9/9/4K4 b RP3p 1";
        for sfen in [
            "4k4/9/9/9/9/9/9/9/4K4 b RP3p",
            "  sfen  4k4/9/9/9/9/9/9/9/4K4  b  pR1P2p  99 ",
            "22k4/54/9/9/9/9/9/9/4K1111 b pppPR 1",
            "4k4/9/9/9/9/9/9/9/4K4_b_RP3p_1",
            "sfen_4k4/9/9/9/9/9/9/9/4K4_b_RP3p",
        ] {
            assert_eq!(canonical(sfen).as_deref(), Ok(expected), "{sfen}");
        }
        assert_eq!(
            canonical("9/9/9/9/9/9/9/9/9 b 18P 0").as_deref(),
            Ok("9/9/9/9/9/9/9/9/9 b 18P 1")
        );
    }

    #[test]
    fn invalid_sfen_is_refused_with_its_reason() {
        let kings = "4k4/9/9/9/9/9/9/9/4K4";
        for (sfen, error) in [
            (String::new(), SfenError::Fields),
            (format!("{kings} b"), SfenError::Fields),
            (format!("{kings} b - 1 2"), SfenError::Fields),
            (format!("{kings} x - 1"), SfenError::Turn),
            (format!("{kings} b - x"), SfenError::Counter),
            (format!("{kings} b - -1"), SfenError::Counter),
            (format!("{kings}_b_-_1_2"), SfenError::Fields),
            (format!("{kings}+b+-+1"), SfenError::Width(9)),
            (format!("{kings}%20b%20-%201"), SfenError::Piece(9)),
            (format!("{kings}/9 b - 1"), SfenError::Ranks),
            ("9/9/9/9/9/9/9/9 b - 1".to_string(), SfenError::Ranks),
            ("55/9/9/9/9/9/9/9/9 b - 1".to_string(), SfenError::Width(1)),
            ("9/9/8/9/9/9/9/9/9 b - 1".to_string(), SfenError::Width(3)),
            ("9/9/9P/9/9/9/9/9/9 b - 1".to_string(), SfenError::Width(3)),
            ("9/9//9/9/9/9/9/9 b - 1".to_string(), SfenError::Width(3)),
            ("9/9/9/9/9/9/9/9/8x b - 1".to_string(), SfenError::Piece(9)),
            ("9/9/9/9/9/9/9/9/8+K b - 1".to_string(), SfenError::Piece(9)),
            ("9/9/9/9/9/9/9/9/8+g b - 1".to_string(), SfenError::Piece(9)),
            ("9/9/9/9/9/9/9/9/++P8 b - 1".to_string(), SfenError::Piece(9)),
            ("9/9/9/9/9/9/9/9/+9 b - 1".to_string(), SfenError::Piece(9)),
            ("9/9/9/9/9/9/9/9/9+ b - 1".to_string(), SfenError::Piece(9)),
            ("9/9/9/9/9/9/9/9/09 b - 1".to_string(), SfenError::Piece(9)),
        ] {
            assert_eq!(canonical(&sfen), Err(error), "{sfen}");
        }
        for hands in ["K", "k", "P2", "0P", "256P", "+P", "P-", "2 P", "×"] {
            assert!(canonical(&format!("{kings} b {hands}")).is_err(), "{hands}");
        }
    }
}
