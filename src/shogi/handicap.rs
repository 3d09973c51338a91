//! The named starts: the even game and the handicaps.

use std::sync::LazyLock;

use super::piece::{Color, Piece};
use super::position::Position;
use super::square::Square;

/// A named start: the even one with some of White's pieces removed.
///
/// ```
/// use kifu::shogi::Handicap;
/// let two = Handicap::by_name("二枚落ち　　").expect("an official name");
/// assert_eq!(two.position().to_sfen(1), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
/// assert_eq!(Handicap::of(two.position()), Some(two));
/// ```
#[derive(PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The name as the KIF header 手合割 gives it.
    pub name: &'static str,
    /// What JKF calls it; `None` for what JKF has no word for.
    pub preset: Option<&'static str>,
    /// Whether KIF knows the name. The others are read, but a writer gives a diagram instead.
    pub official: bool,
    /// The squares of the even start that are empty, as file and rank, in the order in which CSA
    /// lists them after `PI`.
    removed: &'static [(u8, u8)],
}

impl Handicap {
    /// All named starts. The even game comes first, names that are not official last.
    pub const ALL: [Handicap; 19] = [
        official("平手", "HIRATE", &[]),
        official("香落ち", "KY", &[(1, 1)]),
        official("右香落ち", "KY_R", &[(9, 1)]),
        official("角落ち", "KA", &[(2, 2)]),
        official("飛車落ち", "HI", &[(8, 2)]),
        official("飛香落ち", "HIKY", &[(8, 2), (1, 1)]),
        official("二枚落ち", "2", &[(8, 2), (2, 2)]),
        official("三枚落ち", "3", &[(8, 2), (2, 2), (1, 1)]),
        official("四枚落ち", "4", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
        official("五枚落ち", "5", &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)]),
        official("左五枚落ち", "5_L", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)]),
        official("六枚落ち", "6", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)]),
        official(
            "左七枚落ち",
            "7_L",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)],
        ),
        official(
            "右七枚落ち",
            "7_R",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)],
        ),
        official(
            "八枚落ち",
            "8",
            &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)],
        ),
        official(
            "十枚落ち",
            "10",
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
    ];

    /// The start of a name. White space in it is skipped, the wide one too: programs pad the name.
    pub fn by_name(name: &str) -> Option<&'static Handicap> {
        let letters = || name.chars().filter(|letter| !letter.is_whitespace());
        STARTS
            .iter()
            .map(|start| &start.handicap)
            .find(|handicap| handicap.name.chars().eq(letters()))
    }

    /// The start of a JKF preset.
    pub fn by_preset(preset: &str) -> Option<&'static Handicap> {
        STARTS
            .iter()
            .map(|start| &start.handicap)
            .find(|handicap| handicap.preset == Some(preset))
    }

    /// The named start a position is, an official one if possible.
    pub fn of(position: &Position) -> Option<&'static Handicap> {
        STARTS
            .iter()
            .find(|start| start.position == *position)
            .map(|start| &start.handicap)
    }

    /// The named start whose board this is, whoever is to move.
    ///
    /// ```
    /// use kifu::shogi::{Color, Handicap};
    /// let mut position = Handicap::by_name("角落ち").expect("an official name").position().clone();
    /// position.set_side_to_move(Color::Black);
    /// assert_eq!(Handicap::of(&position), None);
    /// assert_eq!(Handicap::of_board(&position), Handicap::by_name("角落ち"));
    /// ```
    pub fn of_board(position: &Position) -> Option<&'static Handicap> {
        Self::of(position).or_else(|| {
            let mut turned = position.clone();
            turned.set_side_to_move(position.side_to_move().opponent());
            Self::of(&turned)
        })
    }

    /// Whether nothing is removed.
    pub const fn is_even(&self) -> bool {
        self.removed.is_empty()
    }

    /// The position. White moves first, except in the even game.
    pub fn position(&self) -> &'static Position {
        let start = STARTS.iter().find(|start| start.handicap == *self);
        // Every value of the type comes from the table, so something is found.
        &start.unwrap_or(&STARTS[0]).position
    }

    /// What is missing, in the order in which CSA lists it after `PI`.
    pub fn removed(&self) -> impl Iterator<Item = (Square, Piece)> {
        let even = &STARTS[0].position;
        let squares = self
            .removed
            .iter()
            .filter_map(|&(file, rank)| Square::new(file, rank));
        squares.filter_map(|square| even.piece_at(square).map(|piece| (square, piece)))
    }
}

const fn official(name: &'static str, preset: &'static str, removed: &'static [(u8, u8)]) -> Handicap {
    Handicap {
        name,
        preset: Some(preset),
        official: true,
        removed,
    }
}

const fn extension(name: &'static str, removed: &'static [(u8, u8)]) -> Handicap {
    Handicap {
        name,
        preset: None,
        official: false,
        removed,
    }
}

struct Start {
    handicap: Handicap,
    position: Position,
}

static STARTS: LazyLock<[Start; 19]> = LazyLock::new(|| {
    Handicap::ALL.map(|handicap| {
        let mut position = Position::startpos();
        for square in handicap
            .removed
            .iter()
            .filter_map(|&(file, rank)| Square::new(file, rank))
        {
            position.put(square, None);
        }
        if !handicap.removed.is_empty() {
            position.set_side_to_move(Color::White);
        }
        Start { handicap, position }
    })
});

#[cfg(test)]
mod tests {
    use super::{Handicap, Position};

    /// The first two ranks of White's camp.
    const CAMPS: [(&str, &str); 19] = [
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
    ];

    #[test]
    fn every_start_is_the_expected_position() {
        assert_eq!(
            CAMPS.map(|(name, _)| name),
            Handicap::ALL.map(|handicap| handicap.name)
        );
        for (name, camp) in CAMPS {
            let side = if name == "平手" { 'b' } else { 'w' };
            let sfen = format!("{camp}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1");
            let handicap = Handicap::by_name(name).unwrap();
            assert_eq!(handicap.position().to_sfen(1), sfen, "{name}");
            let found = Handicap::of(&Position::from_sfen(&sfen).unwrap()).unwrap();
            assert_eq!(found.position(), handicap.position());
            assert!(found.official || found == handicap, "{name}");
            let missing = 40 - handicap.position().piece_counts().iter().sum::<u16>();
            assert_eq!(handicap.removed().count(), usize::from(missing));
        }
    }

    #[test]
    fn names_are_found_however_padded() {
        assert_eq!(
            Handicap::by_name(" 平　手　\r").map(|handicap| handicap.preset),
            Some(Some("HIRATE"))
        );
        assert_eq!(Handicap::by_name("その他"), None);
        assert_eq!(Handicap::by_name(""), None);
        assert_eq!(
            Handicap::by_preset("7_R").map(|handicap| handicap.name),
            Some("右七枚落ち")
        );
        assert_eq!(Handicap::by_preset("OTHER"), None);
    }

    #[test]
    fn the_even_board_with_white_to_move_has_no_name() {
        let mut position = Position::startpos();
        position.set_side_to_move(super::Color::White);
        assert_eq!(Handicap::of(&position), None);
    }
}
