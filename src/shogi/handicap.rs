//! The named start positions: the even game and the handicaps.

use std::sync::LazyLock;

use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

/// A named start position: the even start position, or one where some of White's pieces are removed or moved to a hand.
///
/// ```
/// use kifu::shogi::Handicap;
/// let two = Handicap::by_name("二枚落ち　　").expect("an official name");
/// assert_eq!(two.position().to_sfen(1), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
/// assert_eq!(Handicap::from_position(two.position()), Some(two));
/// assert_eq!(Handicap::by_name("２枚落"), Some(two));
/// ```
#[derive(PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The name as in the KIF header 手合割.
    pub name: &'static str,
    /// `true` if the name is part of the KIF format. Other names are only read; a writer writes a diagram instead.
    pub official: bool,
    /// The squares from which the piece of the even start position is removed, as two-digit numbers of file and rank.
    ///
    /// The squares are in the order in which CSA lists them after `PI`.
    removed: &'static [u8],
    /// `true` if the removed pieces are in Black's hand.
    gained: bool,
    /// Number of pawns in White's hand.
    pawns: u8,
}

impl Handicap {
    /// Returns the start position with this name, in any usual spelling: 二枚落ち, 二枚落 or 2枚落ち; 飛車落ち or 飛落ち. Returns `None`
    /// if the name is unknown.
    ///
    /// White space is ignored, including ideographic spaces, because programs pad the name. A remark in brackets is
    /// ignored, but if it is the name of another start position, the result is `None`.
    ///
    /// ```
    /// use kifu::shogi::Handicap;
    /// assert_eq!(Handicap::by_name("二枚落ち（指導）"), Handicap::by_name("二枚落ち"));
    /// assert_eq!(Handicap::by_name("平手（角落ち）"), None);
    /// ```
    pub fn by_name(name: &str) -> Option<&'static Handicap> {
        let name = name.trim_end();
        if let Some(start) = STARTS.iter().find(|start| start.handicap.name == name) {
            return Some(&start.handicap);
        }
        let (outside, inside) = without_brackets(name);
        let start = Self::by_plain_name(&outside)?;
        let mut bracketed = inside.into_iter().filter_map(Self::by_plain_name);
        bracketed.all(|named| named == start).then_some(start)
    }

    fn by_plain_name(name: &str) -> Option<&'static Handicap> {
        let normalised = normalised(name);
        let start = STARTS.iter().find(|start| start.plain_name == normalised);
        start.map(|start| &start.handicap)
    }

    /// Returns whether a name has a remark in brackets that is not blank: 二枚落ち（指導）.
    pub(crate) fn has_remark(name: &str) -> bool {
        let (_, inside) = without_brackets(name);
        inside.into_iter().any(|remark| !remark.trim().is_empty())
    }

    /// Returns whether a name, known or not, clearly means a start position with pieces missing or added: 銀落ち, 青空将棋.
    pub(crate) fn is_uneven(name: &str) -> bool {
        let (outside, inside) = without_brackets(name);
        let is_uneven = |name: &str| is_uneven(&normalised(name));
        is_uneven(&outside) || inside.into_iter().any(is_uneven)
    }

    /// Returns the named start position equal to a position; `None` if no named start position is equal. If several
    /// names fit, an official name is preferred.
    pub fn from_position(position: &Position) -> Option<&'static Handicap> {
        STARTS
            .iter()
            .find(|start| start.position == *position)
            .map(|start| &start.handicap)
    }

    /// Returns the named start position with the board and the hands of a position, whichever side is to move; `None`
    /// if no named start position has this board and these hands.
    ///
    /// ```
    /// use kifu::shogi::{Color, Handicap};
    /// let mut position = Handicap::by_name("角落ち").expect("an official name").position().clone();
    /// position.set_side_to_move(Color::Black);
    /// assert_eq!(Handicap::from_position(&position), None);
    /// assert_eq!(Handicap::of_board(&position), Handicap::by_name("角落ち"));
    /// ```
    pub fn of_board(position: &Position) -> Option<&'static Handicap> {
        Self::from_position(position).or_else(|| {
            let mut with_other_turn = position.clone();
            with_other_turn.set_side_to_move(position.side_to_move().opponent());
            Self::from_position(&with_other_turn)
        })
    }

    /// Returns the pieces in hand in the start position, each kind with its owner and count.
    pub(crate) fn held(&self) -> Vec<(Color, PieceKind, u8)> {
        let mut held =
            Vec::from_iter((self.pawns > 0).then_some((Color::White, PieceKind::Pawn, self.pawns)));
        for (_, piece) in self.removed().filter(|_| self.gained) {
            match held.last_mut() {
                Some((_, kind, count)) if *kind == piece.kind => *count += 1,
                _ => held.push((Color::Black, piece.kind, 1)),
            }
        }
        held
    }

    /// Returns whether the start position is that of the even game.
    pub(crate) const fn is_even(&self) -> bool {
        self.removed.is_empty()
    }

    /// Returns the start position. White moves first, except in the even game.
    pub fn position(&self) -> &'static Position {
        let start = STARTS.iter().find(|start| start.handicap == *self);
        // All values of `Handicap` are in `STARTS`, so the search succeeds.
        &start.unwrap_or(&STARTS[0]).position
    }

    /// Returns the pieces removed from the even start position with their squares, in the order in which CSA lists them
    /// after `PI`.
    pub(crate) fn removed(&self) -> impl Iterator<Item = (Square, Piece)> {
        let even = Position::startpos();
        self.empty_squares()
            .filter_map(move |square| even.piece_at(square).map(|piece| (square, piece)))
    }

    fn empty_squares(&self) -> impl Iterator<Item = Square> {
        let square = |&number: &u8| Square::new(number / 10, number % 10);
        self.removed.iter().filter_map(square)
    }
}

/// A named start position with its position and its normalised name, which are computed only once.
struct Start {
    handicap: Handicap,
    /// The name in normalised spelling; see [`normalised`].
    plain_name: String,
    position: Position,
}

static STARTS: LazyLock<Vec<Start>> = LazyLock::new(|| {
    let start = |handicap: Handicap| {
        let mut position = Position::startpos();
        for square in handicap.empty_squares() {
            position.put(square, None);
        }
        for (side, kind, count) in handicap.held() {
            position.set_hand_count(side, kind, count);
        }
        if !handicap.removed.is_empty() {
            position.set_side_to_move(Color::White);
        }
        Start {
            plain_name: normalised(handicap.name),
            handicap,
            position,
        }
    };
    Handicap::ALL.into_iter().map(start).collect()
});

// Spellings of handicap names.

/// Replacements that normalise a name, applied in this order: digits, old, long and other variant forms, okurigana.
const NORMALISATIONS: [(&str, &str); 16] = [
    ("19", "十九"),
    ("10", "十"),
    ("2", "二"),
    ("3", "三"),
    ("4", "四"),
    ("5", "五"),
    ("6", "六"),
    ("7", "七"),
    ("8", "八"),
    ("9", "九"),
    ("兩", "両"),
    ("車", ""),
    ("角行", "角"),
    ("裸王", "裸玉"),
    ("とんぼ", "トンボ"),
    ("落ち", "落"),
];

/// Other names of start positions, each with the usual name that replaces the other name. Both names are in the
/// spelling of [`normalised`].
const SYNONYMS: [(&str, &str); 7] = [
    ("左香落", "香落"),
    ("香飛落", "飛香落"),
    ("飛角落", "二枚落"),
    ("角飛落", "二枚落"),
    ("右五枚落", "五枚落"),
    ("十九枚落", "裸玉"),
    ("玉一枚", "裸玉"),
];

/// The opening and closing brackets around a remark in a name.
const BRACKETS: [(char, char); 6] = [
    ('(', ')'),
    ('（', '）'),
    ('[', ']'),
    ('［', '］'),
    ('〔', '〕'),
    ('【', '】'),
];

/// Splits a name into the text outside brackets and the texts inside: 二枚落ち and 指導 for 二枚落ち（指導）.
///
/// A bracket without a closing bracket extends to the end of the name.
fn without_brackets(name: &str) -> (String, Vec<&str>) {
    let (mut outside, mut inside, mut rest) = (String::new(), Vec::new(), name);
    while let Some((start, opening)) = rest
        .char_indices()
        .find(|(_, letter)| BRACKETS.iter().any(|(open, _)| open == letter))
    {
        let closing = BRACKETS.iter().find(|(open, _)| *open == opening);
        let after_opening = &rest[start + opening.len_utf8()..];
        let parts = closing.and_then(|(_, close)| after_opening.split_once(*close));
        let (remark, after_closing) = parts.unwrap_or((after_opening, ""));
        outside.push_str(&rest[..start]);
        inside.push(remark);
        rest = after_closing;
    }
    outside.push_str(rest);
    (outside, inside)
}

/// Returns a name in normalised spelling, without white space.
///
/// For example, 飛落ち, 飛車落 and 飛車落ち have one normalised spelling, as have 2枚落ち, ２枚落 and 二枚落ち.
fn normalised(name: &str) -> String {
    let letters = name.chars().filter(|letter| !letter.is_whitespace());
    let mut spelling: String = letters.map(narrow).collect();
    for (variant, usual) in NORMALISATIONS {
        if spelling.contains(variant) {
            spelling = spelling.replace(variant, usual);
        }
    }
    let synonym = SYNONYMS.iter().find(|(name, _)| *name == spelling);
    synonym.map_or(spelling, |(_, usual)| (*usual).to_owned())
}

/// Replaces a full-width digit or plus sign by its ASCII form.
fn narrow(letter: char) -> char {
    match letter {
        '０'..='９' => char::from(b'0' + (letter as u32 - '０' as u32) as u8),
        '＋' => '+',
        _ => letter,
    }
}

/// Names for games with unequal forces that do not identify a position: two names used by the program bioshogi, and the
/// English word `handicap`.
const UNEVEN_NAMES: [&str; 3] = ["青空将棋", "バリケード将棋", "handicap"];

/// Returns whether a name in the spelling of [`normalised`] means that pieces are missing (落) or in a hand (得), or is
/// one of `UNEVEN_NAMES`.
///
/// Returns `false` for a half handicap (半香落ち), because its games are alternately with and without the handicap.
fn is_uneven(normalised: &str) -> bool {
    normalised.contains('落') && !normalised.starts_with('半')
        || normalised.ends_with('得')
        || UNEVEN_NAMES.contains(&normalised.to_lowercase().as_str())
}

// The table of named start positions: the official names, and the additional names of lishogi.

impl Handicap {
    /// All named start positions.
    ///
    /// The even game is first. The official names are followed by the additional names that lishogi uses: first for
    /// handicaps without a name in KIF, then for handicaps whose removed pieces are in Black's hand.
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
        extension("裸玉", ALL_BUT_THE_KING),
        Handicap {
            pawns: 3,
            ..extension("歩三兵", ALL_BUT_THE_KING)
        },
        gained("香得", &[11]),
        gained("両香得", &[11, 91]),
        gained("角得", &[22]),
        gained("飛車得", &[82]),
        gained("飛香得", &[82, 11]),
        gained("二枚得", &[82, 22]),
        gained("三枚得", &[82, 22, 91]),
        gained("四枚得", &[82, 22, 11, 91]),
        gained("五枚得", &[82, 22, 11, 91, 81]),
        gained("六枚得", &[82, 22, 11, 91, 21, 81]),
        gained("七枚得", &[82, 22, 11, 91, 21, 81, 71]),
        gained("八枚得", &[82, 22, 11, 91, 21, 81, 31, 71]),
        gained("九枚得", &[82, 22, 11, 91, 21, 81, 31, 71, 61]),
    ];
}

/// The squares of White's pieces other than the king.
const ALL_BUT_THE_KING: &[u8] = &[
    82, 22, 11, 91, 21, 81, 31, 71, 41, 61, 13, 23, 33, 43, 53, 63, 73, 83, 93,
];

const fn extension(name: &'static str, removed: &'static [u8]) -> Handicap {
    Handicap {
        name,
        official: false,
        removed,
        gained: false,
        pawns: 0,
    }
}

const fn official(name: &'static str, removed: &'static [u8]) -> Handicap {
    Handicap {
        official: true,
        ..extension(name, removed)
    }
}

const fn gained(name: &'static str, removed: &'static [u8]) -> Handicap {
    Handicap {
        gained: true,
        ..extension(name, removed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Handicap, Position};

    /// Names and start positions of lishogi, from its `handicaps.ts`.
    const LISHOGI_STARTS: [(&str, &str); 17] = [
        ("歩三兵", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1"),
        ("裸玉", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        (
            "トンボ＋桂香",
            "ln2k2nl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "トンボ＋香",
            "l3k3l/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "太閤落ち",
            "lnsgkgsnl/1r5b1/p1ppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "香得",
            "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w L 1",
        ),
        (
            "兩香得",
            "1nsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 2L 1",
        ),
        (
            "角得",
            "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w B 1",
        ),
        (
            "飛車得",
            "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w R 1",
        ),
        (
            "飛香得",
            "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RL 1",
        ),
        (
            "二枚得",
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB 1",
        ),
        (
            "三枚得",
            "1nsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RBL 1",
        ),
        (
            "四枚得",
            "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2L 1",
        ),
        (
            "五枚得",
            "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RBN2L 1",
        ),
        (
            "六枚得",
            "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2N2L 1",
        ),
        (
            "八枚得",
            "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2S2N2L 1",
        ),
        (
            "九枚得",
            "4kg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RBG2S2N2L 1",
        ),
    ];

    #[test]
    fn start_positions_equal_those_of_lishogi() {
        for (name, sfen) in LISHOGI_STARTS {
            let handicap = Handicap::by_name(name).expect(name);
            assert_eq!(
                Some(handicap.position()),
                Position::from_sfen(sfen).ok().as_ref(),
                "{name}"
            );
        }
    }

    #[test]
    fn spellings_of_a_name_lead_to_one_start_position() {
        for (names, expected) in [
            ("2枚落ち ２枚落ち 二枚落 飛角落ち 飛車角落ち", "二枚落ち"),
            ("飛落ち 飛車落 飛落", "飛車落ち"),
            ("香車落ち 左香落ち", "香落ち"),
            ("角行落ち 角落", "角落ち"),
            ("右五枚落ち 5枚落ち", "五枚落ち"),
            ("３枚落ち", "三枚落ち"),
            ("10枚落ち １０枚落", "十枚落ち"),
            ("裸王 19枚落ち 十九枚落ち", "裸玉"),
            ("トンボ+香", "トンボ＋香"),
            ("飛車香落ち", "飛香落ち"),
            ("とんぼ トンボ(指導)", "トンボ"),
            (
                "二枚落ち（指導） 【指導】2枚落ち 二枚落ち[飛角落ち] 二枚落ち（）",
                "二枚落ち",
            ),
            ("平手(レート) 平手（大会 平手〔1局目〕（早指し）", "平手"),
        ] {
            for name in names.split(' ') {
                assert_eq!(
                    Handicap::by_name(name).map(|handicap| handicap.name),
                    Some(expected),
                    "{name}"
                );
            }
        }
        for name in [
            "一枚落ち",
            "飛",
            "2枚",
            "詰将棋",
            "5五将棋",
            "金落ち",
            "handicap",
            "枚落ち",
            "（二枚落ち）",
            "平手（角落ち）",
            "銀落ち（大会）",
        ] {
            assert_eq!(Handicap::by_name(name), None, "{name}");
        }
    }

    #[test]
    fn names_of_unknown_handicaps_are_recognised() {
        for name in [
            "銀落ち",
            "飛銀落",
            "駒落ち戦",
            "角金得",
            "Handicap",
            "青空将棋",
            "バリケード 将棋",
        ] {
            assert!(Handicap::is_uneven(name), "{name}");
        }
        for name in ["指導対局", "半香落ち", "その他", "先生の将棋", "謎", "得点戦", ""] {
            assert!(!Handicap::is_uneven(name), "{name}");
        }
    }

    /// The names with the first two ranks of White's camp in SFEN.
    const CAMPS: [(&str, &str); 20] = [
        ("平手", "lnsgkgsnl/1r5b1"),
        ("香落ち", "lnsgkgsn1/1r5b1"),
        ("右香落ち", "1nsgkgsnl/1r5b1"),
        ("角落ち", "lnsgkgsnl/1r7"),
        ("飛車落ち", "lnsgkgsnl/7b1"),
        ("飛香落ち", "lnsgkgsn1/7b1"),
        ("二枚落ち", "lnsgkgsnl/9"),
        ("三枚落ち", "lnsgkgsn1/9"),
        ("四枚落ち", "1nsgkgsn1/9"),
        ("五枚落ち", "2sgkgsn1/9"),
        ("左五枚落ち", "1nsgkgs2/9"),
        ("六枚落ち", "2sgkgs2/9"),
        ("左七枚落ち", "2sgkg3/9"),
        ("右七枚落ち", "3gkgs2/9"),
        ("八枚落ち", "3gkg3/9"),
        ("十枚落ち", "4k4/9"),
        ("両香落ち", "1nsgkgsn1/1r5b1"),
        ("七枚落ち", "3gkgs2/9"),
        ("九枚落ち", "4kg3/9"),
        ("トンボ", "4k4/1r5b1"),
    ];

    #[test]
    fn named_start_positions_have_the_expected_pieces() {
        assert_eq!(
            CAMPS.map(|(name, _)| name)[..],
            Handicap::ALL.map(|handicap| handicap.name)[..CAMPS.len()]
        );
        for (name, camp) in CAMPS {
            let side = if name == "平手" { 'b' } else { 'w' };
            let sfen = format!("{camp}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1");
            let handicap = Handicap::by_name(name).unwrap();
            assert_eq!(handicap.position().to_sfen(1), sfen, "{name}");
            let from_position = Handicap::from_position(&Position::from_sfen(&sfen).unwrap()).unwrap();
            assert_eq!(from_position.position(), handicap.position());
            assert!(from_position.official || from_position == handicap, "{name}");
            let missing = 40 - handicap.position().piece_counts().iter().sum::<u16>();
            assert_eq!(handicap.removed().count(), usize::from(missing));
        }
    }

    #[test]
    fn white_space_in_names_is_ignored() {
        assert_eq!(
            Handicap::by_name(" 平　手　\r").map(|handicap| handicap.name),
            Some("平手")
        );
        assert_eq!(Handicap::by_name("その他"), None);
        assert_eq!(Handicap::by_name(""), None);
    }

    #[test]
    fn the_even_board_with_white_to_move_has_no_name() {
        let mut position = Position::startpos();
        position.set_side_to_move(super::Color::White);
        assert_eq!(Handicap::from_position(&position), None);
    }
}
