//! What the named starts are: the official names, and what programs know beyond them.

use super::super::piece::{Color, PieceKind};
use super::Handicap;

impl Handicap {
    /// All named starts. The even game comes first. After the official names stand those of lishogi: handicaps that KIF does not name, and those whose pieces
    /// are in the hand of Black.
    pub const ALL: [Self; 38] = [
        official("平手", &[]),
        official("香落ち", &[11]),
        official("右香落ち", &[91]),
        official("角落ち", &[22]),
        official("飛車落ち", &[82]),
        official("飛香落ち", &[82, 11]),
        official("二枚落ち", &[82, 22]),
        official("三枚落ち", &[82, 22, 11]),
        official("四枚落ち", &[82, 22, 11, 91]),
        official("五枚落ち", &[82, 22, 11, 91, 81]),
        official("左五枚落ち", &[82, 22, 11, 91, 21]),
        official("六枚落ち", &[82, 22, 11, 91, 21, 81]),
        official("左七枚落ち", &[82, 22, 11, 91, 21, 81, 31]),
        official("右七枚落ち", &[82, 22, 11, 91, 21, 81, 71]),
        official("八枚落ち", &[82, 22, 11, 91, 21, 81, 31, 71]),
        official("十枚落ち", &[82, 22, 11, 91, 21, 81, 31, 71, 41, 61]),
        extension("両香落ち", &[11, 91]),
        extension("七枚落ち", &[82, 22, 11, 91, 21, 81, 71]),
        extension("九枚落ち", &[82, 22, 11, 91, 21, 81, 31, 71, 61]),
        extension("トンボ", &[11, 91, 21, 81, 31, 71, 41, 61]),
        extension("トンボ＋香", &[21, 81, 31, 71, 41, 61]),
        extension("トンボ＋桂香", &[31, 71, 41, 61]),
        extension("太閤落ち", &[83]),
        extension(
            "裸玉",
            &[
                82, 22, 11, 91, 21, 81, 31, 71, 41, 61, 13, 23, 33, 43, 53, 63, 73, 83, 93,
            ],
        ),
        with_hands(
            "歩三兵",
            &[
                82, 22, 11, 91, 21, 81, 31, 71, 41, 61, 13, 23, 33, 43, 53, 63, 73, 83, 93,
            ],
            &[(Color::White, PieceKind::Pawn, 3)],
        ),
        with_hands("香得", &[11], &[(Color::Black, PieceKind::Lance, 1)]),
        with_hands("両香得", &[11, 91], &[(Color::Black, PieceKind::Lance, 2)]),
        with_hands("角得", &[22], &[(Color::Black, PieceKind::Bishop, 1)]),
        with_hands("飛車得", &[82], &[(Color::Black, PieceKind::Rook, 1)]),
        with_hands(
            "飛香得",
            &[82, 11],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Lance, 1),
            ],
        ),
        with_hands(
            "二枚得",
            &[82, 22],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
            ],
        ),
        with_hands(
            "三枚得",
            &[82, 22, 91],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 1),
            ],
        ),
        with_hands(
            "四枚得",
            &[82, 22, 11, 91],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 2),
            ],
        ),
        with_hands(
            "五枚得",
            &[82, 22, 11, 91, 81],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 2),
                (Color::Black, PieceKind::Knight, 1),
            ],
        ),
        with_hands(
            "六枚得",
            &[82, 22, 11, 91, 21, 81],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 2),
                (Color::Black, PieceKind::Knight, 2),
            ],
        ),
        with_hands(
            "七枚得",
            &[82, 22, 11, 91, 21, 81, 71],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 2),
                (Color::Black, PieceKind::Knight, 2),
                (Color::Black, PieceKind::Silver, 1),
            ],
        ),
        with_hands(
            "八枚得",
            &[82, 22, 11, 91, 21, 81, 31, 71],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 2),
                (Color::Black, PieceKind::Knight, 2),
                (Color::Black, PieceKind::Silver, 2),
            ],
        ),
        with_hands(
            "九枚得",
            &[82, 22, 11, 91, 21, 81, 31, 71, 61],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 2),
                (Color::Black, PieceKind::Knight, 2),
                (Color::Black, PieceKind::Silver, 2),
                (Color::Black, PieceKind::Gold, 1),
            ],
        ),
    ];
}

const fn official(name: &'static str, removed: &'static [u8]) -> Handicap {
    Handicap {
        name,
        official: true,
        removed,
        held: &[],
    }
}

const fn extension(name: &'static str, removed: &'static [u8]) -> Handicap {
    Handicap {
        name,
        official: false,
        removed,
        held: &[],
    }
}

const fn with_hands(
    name: &'static str,
    removed: &'static [u8],
    held: &'static [(Color, PieceKind, u8)],
) -> Handicap {
    Handicap {
        held,
        ..extension(name, removed)
    }
}
