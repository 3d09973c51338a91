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

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What a piece is, promotion included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn,
    /// 香
    Lance,
    /// 桂
    Knight,
    /// 銀
    Silver,
    /// 金
    Gold,
    /// 角
    Bishop,
    /// 飛
    Rook,
    /// 玉, 王
    King,
    /// と
    Tokin,
    /// 成香
    PromotedLance,
    /// 成桂
    PromotedKnight,
    /// 成銀
    PromotedSilver,
    /// 馬
    Horse,
    /// 龍
    Dragon,
}

/// The letters of the kinds that are not promoted.
const LETTERS: [u8; 8] = *b"PLNSGBRK";

impl PieceKind {
    /// All kinds; `ALL[kind.index()] == kind`. The eight unpromoted ones come first.
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

    /// The kinds a hand can hold, in the order in which SFEN writes them.
    pub const HAND: [PieceKind; 7] = [
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Gold,
        PieceKind::Silver,
        PieceKind::Knight,
        PieceKind::Lance,
        PieceKind::Pawn,
    ];

    /// The place in [`PieceKind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What the kind becomes by promotion; `None` for gold, king and whatever is promoted already.
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

    /// This kind, or what it promotes to if it does and can.
    #[must_use]
    pub(crate) fn turned(self, promotes: bool) -> PieceKind {
        let kind = if promotes { self.promoted() } else { None };
        kind.unwrap_or(self)
    }

    /// The unpromoted side of the piece.
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

    /// Whether the promoted side is up.
    pub const fn is_promoted(self) -> bool {
        self.index() >= PieceKind::Tokin.index()
    }

    /// The capital letter USI and SFEN use for the unpromoted side: `R` for rook and dragon alike.
    pub const fn letter(self) -> char {
        LETTERS[self.base().index()] as char
    }

    /// What SFEN writes for it, a capital with `+` before it where the promoted side is up.
    pub(crate) const fn symbol(self) -> &'static str {
        const SYMBOLS: [&str; 14] = [
            "P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "+B", "+R",
        ];
        SYMBOLS[self.index()]
    }

    /// The unpromoted kind of a USI letter, of either case.
    pub(crate) fn from_letter(letter: char) -> Option<PieceKind> {
        let capital = letter.to_ascii_uppercase();
        let at = LETTERS.iter().position(|&it| char::from(it) == capital)?;
        Some(PieceKind::ALL[at])
    }

    /// The English name in lower case, as it stands in a sentence.
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

/// A piece on the board. Displayed as SFEN writes it: `P`, `+r`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// A piece of a colour and a kind.
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece { color, kind }
    }

    /// The unpromoted piece of an SFEN letter: capital letters are Black's.
    pub(crate) fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        PieceKind::from_letter(letter).map(|kind| Piece { color, kind })
    }

    /// The SFEN letter without the plus sign: a capital for Black.
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
    fn symbols_are_letters_with_a_sign() {
        for kind in PieceKind::ALL {
            assert_eq!(kind.symbol(), Piece::new(Color::Black, kind).to_string());
        }
    }

    #[test]
    fn letters_read_back() {
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
