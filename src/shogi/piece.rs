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
pub enum Kind {
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

impl Kind {
    /// All kinds; `ALL[kind.index()] == kind`. The eight unpromoted ones come first.
    pub const ALL: [Kind; 14] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::Bishop,
        Kind::Rook,
        Kind::King,
        Kind::Tokin,
        Kind::PromotedLance,
        Kind::PromotedKnight,
        Kind::PromotedSilver,
        Kind::Horse,
        Kind::Dragon,
    ];

    /// The kinds a hand can hold, in the order in which SFEN writes them.
    pub const HAND: [Kind; 7] = [
        Kind::Rook,
        Kind::Bishop,
        Kind::Gold,
        Kind::Silver,
        Kind::Knight,
        Kind::Lance,
        Kind::Pawn,
    ];

    /// The place in [`Kind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What the kind becomes by promotion; `None` for gold, king and whatever is promoted already.
    pub const fn promoted(self) -> Option<Kind> {
        match self {
            Kind::Pawn => Some(Kind::Tokin),
            Kind::Lance => Some(Kind::PromotedLance),
            Kind::Knight => Some(Kind::PromotedKnight),
            Kind::Silver => Some(Kind::PromotedSilver),
            Kind::Bishop => Some(Kind::Horse),
            Kind::Rook => Some(Kind::Dragon),
            _ => None,
        }
    }

    /// The unpromoted side of the piece.
    #[must_use]
    pub const fn base(self) -> Kind {
        match self {
            Kind::Tokin => Kind::Pawn,
            Kind::PromotedLance => Kind::Lance,
            Kind::PromotedKnight => Kind::Knight,
            Kind::PromotedSilver => Kind::Silver,
            Kind::Horse => Kind::Bishop,
            Kind::Dragon => Kind::Rook,
            unpromoted => unpromoted,
        }
    }

    /// Whether the promoted side is up.
    pub const fn is_promoted(self) -> bool {
        self.index() >= Kind::Tokin.index()
    }

    /// The capital letter USI and SFEN use for the unpromoted side: `R` for rook and dragon alike.
    pub const fn letter(self) -> char {
        match self.base() {
            Kind::Lance => 'L',
            Kind::Knight => 'N',
            Kind::Silver => 'S',
            Kind::Gold => 'G',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::King => 'K',
            _ => 'P',
        }
    }

    /// The unpromoted kind of a USI letter, of either case.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        match letter.to_ascii_uppercase() {
            'P' => Some(Kind::Pawn),
            'L' => Some(Kind::Lance),
            'N' => Some(Kind::Knight),
            'S' => Some(Kind::Silver),
            'G' => Some(Kind::Gold),
            'B' => Some(Kind::Bishop),
            'R' => Some(Kind::Rook),
            'K' => Some(Kind::King),
            _ => None,
        }
    }

    /// The English name in lower case, as it stands in a sentence.
    pub const fn english(self) -> &'static str {
        match self {
            Kind::Pawn => "pawn",
            Kind::Lance => "lance",
            Kind::Knight => "knight",
            Kind::Silver => "silver",
            Kind::Gold => "gold",
            Kind::Bishop => "bishop",
            Kind::Rook => "rook",
            Kind::King => "king",
            Kind::Tokin => "tokin",
            Kind::PromotedLance => "promoted lance",
            Kind::PromotedKnight => "promoted knight",
            Kind::PromotedSilver => "promoted silver",
            Kind::Horse => "horse",
            Kind::Dragon => "dragon",
        }
    }
}

/// A piece on the board. Displayed as SFEN writes it: `P`, `+r`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// A piece of a colour and a kind.
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece { color, kind }
    }

    /// The unpromoted piece of an SFEN letter: capital letters are Black's.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Piece { color, kind }),
            None => None,
        }
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
    use super::{Color, Kind, Piece};

    #[test]
    fn promotion_and_its_reverse_agree() {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), index);
            assert_eq!(kind.is_promoted(), kind.base() != kind);
            assert!(kind.promoted().is_none_or(|promoted| promoted.base() == kind));
        }
        assert_eq!(Kind::ALL.into_iter().filter_map(Kind::promoted).count(), 6);
    }

    #[test]
    fn letters_read_back() {
        for color in Color::ALL {
            for kind in Kind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!(
                    Piece::from_letter(piece.letter()),
                    Some(Piece::new(color, kind.base()))
                );
            }
        }
        assert_eq!(Piece::new(Color::White, Kind::Dragon).to_string(), "+r");
        assert_eq!(Piece::from_letter('x'), None);
    }
}
