//! What the named starts are: the official names, and what programs know beyond them.

use super::super::piece::{Color, PieceKind};
use super::Handicap;

impl Handicap {
    /// All named starts. The even game comes first. After the official names stand those of lishogi: handicaps that KIF does not name, and those whose pieces
    /// are in the hand of Black.
    pub const ALL: [Self; 38] = [
        official("平手", &[]),
        official("香落ち", &[(1, 1)]),
        official("右香落ち", &[(9, 1)]),
        official("角落ち", &[(2, 2)]),
        official("飛車落ち", &[(8, 2)]),
        official("飛香落ち", &[(8, 2), (1, 1)]),
        official("二枚落ち", &[(8, 2), (2, 2)]),
        official("三枚落ち", &[(8, 2), (2, 2), (1, 1)]),
        official("四枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
        official("五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)]),
        official("左五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)]),
        official("六枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)]),
        official(
            "左七枚落ち",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)],
        ),
        official(
            "右七枚落ち",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)],
        ),
        official(
            "八枚落ち",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)],
        ),
        official(
            "十枚落ち",
            &[
                (8, 2),
                (2, 2),
                (1, 1),
                (9, 1),
                (2, 1),
                (8, 1),
                (3, 1),
                (7, 1),
                (4, 1),
                (6, 1),
            ],
        ),
        extension("両香落ち", &[(1, 1), (9, 1)]),
        extension(
            "七枚落ち",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)],
        ),
        extension(
            "九枚落ち",
            &[
                (8, 2),
                (2, 2),
                (1, 1),
                (9, 1),
                (2, 1),
                (8, 1),
                (3, 1),
                (7, 1),
                (6, 1),
            ],
        ),
        extension(
            "トンボ",
            &[(1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)],
        ),
        extension("トンボ＋香", &[(2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)]),
        extension("トンボ＋桂香", &[(3, 1), (7, 1), (4, 1), (6, 1)]),
        extension("太閤落ち", &[(8, 3)]),
        extension(
            "裸玉",
            &[
                (8, 2),
                (2, 2),
                (1, 1),
                (9, 1),
                (2, 1),
                (8, 1),
                (3, 1),
                (7, 1),
                (4, 1),
                (6, 1),
                (1, 3),
                (2, 3),
                (3, 3),
                (4, 3),
                (5, 3),
                (6, 3),
                (7, 3),
                (8, 3),
                (9, 3),
            ],
        ),
        with_hands(
            "歩三兵",
            &[
                (8, 2),
                (2, 2),
                (1, 1),
                (9, 1),
                (2, 1),
                (8, 1),
                (3, 1),
                (7, 1),
                (4, 1),
                (6, 1),
                (1, 3),
                (2, 3),
                (3, 3),
                (4, 3),
                (5, 3),
                (6, 3),
                (7, 3),
                (8, 3),
                (9, 3),
            ],
            &[(Color::White, PieceKind::Pawn, 3)],
        ),
        with_hands("香得", &[(1, 1)], &[(Color::Black, PieceKind::Lance, 1)]),
        with_hands(
            "両香得",
            &[(1, 1), (9, 1)],
            &[(Color::Black, PieceKind::Lance, 2)],
        ),
        with_hands("角得", &[(2, 2)], &[(Color::Black, PieceKind::Bishop, 1)]),
        with_hands("飛車得", &[(8, 2)], &[(Color::Black, PieceKind::Rook, 1)]),
        with_hands(
            "飛香得",
            &[(8, 2), (1, 1)],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Lance, 1),
            ],
        ),
        with_hands(
            "二枚得",
            &[(8, 2), (2, 2)],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
            ],
        ),
        with_hands(
            "三枚得",
            &[(8, 2), (2, 2), (9, 1)],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 1),
            ],
        ),
        with_hands(
            "四枚得",
            &[(8, 2), (2, 2), (1, 1), (9, 1)],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 2),
            ],
        ),
        with_hands(
            "五枚得",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 2),
                (Color::Black, PieceKind::Knight, 1),
            ],
        ),
        with_hands(
            "六枚得",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)],
            &[
                (Color::Black, PieceKind::Rook, 1),
                (Color::Black, PieceKind::Bishop, 1),
                (Color::Black, PieceKind::Lance, 2),
                (Color::Black, PieceKind::Knight, 2),
            ],
        ),
        with_hands(
            "七枚得",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)],
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
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)],
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
            &[
                (8, 2),
                (2, 2),
                (1, 1),
                (9, 1),
                (2, 1),
                (8, 1),
                (3, 1),
                (7, 1),
                (6, 1),
            ],
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

const fn official(name: &'static str, removed: &'static [(u8, u8)]) -> Handicap {
    Handicap {
        name,
        official: true,
        removed,
        held: &[],
    }
}

const fn extension(name: &'static str, removed: &'static [(u8, u8)]) -> Handicap {
    Handicap {
        name,
        official: false,
        removed,
        held: &[],
    }
}

const fn with_hands(
    name: &'static str,
    removed: &'static [(u8, u8)],
    held: &'static [(Color, PieceKind, u8)],
) -> Handicap {
    Handicap {
        held,
        ..extension(name, removed)
    }
}
