//! Colours, kinds and pieces.

use std::fmt;

/// A side. Black (先手, 下手) moves towards rank a, White (後手, 上手) towards rank i.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Color {
    /// 先手, in handicap games 下手.
    Black,
    /// 後手, in handicap games 上手.
    White,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// Returns the other side.
    #[must_use]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// Returns 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The kind of a piece. A promoted piece has its own kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩, the pawn.
    Pawn,
    /// 香, the lance.
    Lance,
    /// 桂, the knight.
    Knight,
    /// 銀, the silver general.
    Silver,
    /// 金, the gold general.
    Gold,
    /// 角, the bishop.
    Bishop,
    /// 飛, the rook.
    Rook,
    /// 玉 or 王, the king.
    King,
    /// と, the promoted pawn.
    Tokin,
    /// 成香, the promoted lance.
    PromotedLance,
    /// 成桂, the promoted knight.
    PromotedKnight,
    /// 成銀, the promoted silver.
    PromotedSilver,
    /// 馬, the promoted bishop.
    Horse,
    /// 龍, the promoted rook.
    Dragon,
}

/// The USI letters of the unpromoted kinds, in the order of [`PieceKind::ALL`].
const LETTERS: [u8; 8] = *b"PLNSGBRK";

impl PieceKind {
    /// All kinds; `ALL[kind.index()] == kind`. The eight unpromoted kinds come first.
    pub const ALL: [PieceKind; 14] = [
        PieceKind::Pawn,
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::King,
        PieceKind::Tokin,
        PieceKind::PromotedLance,
        PieceKind::PromotedKnight,
        PieceKind::PromotedSilver,
        PieceKind::Horse,
        PieceKind::Dragon,
    ];

    /// The kinds that a hand can hold, in the order of SFEN.
    pub const HAND: [PieceKind; 7] = [
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Gold,
        PieceKind::Silver,
        PieceKind::Knight,
        PieceKind::Lance,
        PieceKind::Pawn,
    ];

    /// Returns the index in [`PieceKind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the promoted kind; `None` for gold, king and promoted kinds.
    pub const fn promoted(self) -> Option<PieceKind> {
        match self {
            PieceKind::Pawn => Some(PieceKind::Tokin),
            PieceKind::Lance => Some(PieceKind::PromotedLance),
            PieceKind::Knight => Some(PieceKind::PromotedKnight),
            PieceKind::Silver => Some(PieceKind::PromotedSilver),
            PieceKind::Bishop => Some(PieceKind::Horse),
            PieceKind::Rook => Some(PieceKind::Dragon),
            _ => None,
        }
    }

    /// Returns the promoted kind if `promotes` is `true` and the kind can promote, otherwise the kind itself.
    #[must_use]
    pub(crate) fn promoted_if(self, promotes: bool) -> PieceKind {
        let kind = if promotes { self.promoted() } else { None };
        kind.unwrap_or(self)
    }

    /// Returns the kind without promotion. An unpromoted kind is returned unchanged.
    #[must_use]
    pub const fn base(self) -> PieceKind {
        match self {
            PieceKind::Tokin => PieceKind::Pawn,
            PieceKind::PromotedLance => PieceKind::Lance,
            PieceKind::PromotedKnight => PieceKind::Knight,
            PieceKind::PromotedSilver => PieceKind::Silver,
            PieceKind::Horse => PieceKind::Bishop,
            PieceKind::Dragon => PieceKind::Rook,
            unpromoted => unpromoted,
        }
    }

    /// Returns whether the kind is one of the six promoted kinds.
    pub const fn is_promoted(self) -> bool {
        self.index() >= PieceKind::Tokin.index()
    }

    /// Returns the capital letter of the unpromoted kind in USI and SFEN: `R` for both rook and dragon.
    pub const fn letter(self) -> char {
        LETTERS[self.base().index()] as char
    }

    /// Returns the SFEN symbol: a capital letter, with `+` before it if the kind is promoted.
    pub(crate) const fn symbol(self) -> &'static str {
        const SYMBOLS: [&str; 14] = [
            "P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "+B", "+R",
        ];
        SYMBOLS[self.index()]
    }

    /// Returns the unpromoted kind with this USI letter, which may be in either case; `None` for any other letter.
    pub(crate) fn from_letter(letter: char) -> Option<PieceKind> {
        let capital = letter.to_ascii_uppercase();
        let index = LETTERS.iter().position(|&letter| char::from(letter) == capital)?;
        Some(PieceKind::ALL[index])
    }

    /// Returns the English name in lower case, for use in a sentence.
    pub const fn english(self) -> &'static str {
        match self {
            PieceKind::Pawn => "pawn",
            PieceKind::Lance => "lance",
            PieceKind::Knight => "knight",
            PieceKind::Silver => "silver",
            PieceKind::Gold => "gold",
            PieceKind::Bishop => "bishop",
            PieceKind::Rook => "rook",
            PieceKind::King => "king",
            PieceKind::Tokin => "tokin",
            PieceKind::PromotedLance => "promoted lance",
            PieceKind::PromotedKnight => "promoted knight",
            PieceKind::PromotedSilver => "promoted silver",
            PieceKind::Horse => "horse",
            PieceKind::Dragon => "dragon",
        }
    }
}

/// A piece on the board. A piece is displayed as in SFEN: `P`, `+r`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The side that owns the piece.
    pub color: Color,
    /// The kind of the piece, including promotion.
    pub kind: PieceKind,
}

impl Piece {
    /// Creates a piece of this colour and kind.
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece { color, kind }
    }

    /// Returns the unpromoted piece with this SFEN letter: a capital letter for Black, a lower-case one for White.
    /// Returns `None` for any other letter.
    pub(crate) fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        PieceKind::from_letter(letter).map(|kind| Piece { color, kind })
    }

    /// Returns the SFEN letter without the plus sign: a capital letter for Black, a lower-case one for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::Black => self.kind.letter(),
            Color::White => self.kind.letter().to_ascii_lowercase(),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = if self.kind.is_promoted() { "+" } else { "" };
        write!(f, "{plus}{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Piece, PieceKind};

    #[test]
    fn promotion_and_its_reverse_agree() {
        for (index, kind) in PieceKind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), index);
            assert_eq!(kind.is_promoted(), kind.base() != kind);
            assert!(kind.promoted().is_none_or(|promoted| promoted.base() == kind));
        }
        assert_eq!(
            PieceKind::ALL.into_iter().filter_map(PieceKind::promoted).count(),
            6
        );
    }

    #[test]
    fn symbols_are_letters_with_a_promotion_sign() {
        for kind in PieceKind::ALL {
            assert_eq!(kind.symbol(), Piece::new(Color::Black, kind).to_string());
        }
    }

    #[test]
    fn pieces_are_restored_unpromoted_from_their_letters() {
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!(
                    Piece::from_letter(piece.letter()),
                    Some(Piece::new(color, kind.base()))
                );
            }
        }
        assert_eq!(Piece::new(Color::White, PieceKind::Dragon).to_string(), "+r");
        assert_eq!(Piece::from_letter('x'), None);
    }
}
