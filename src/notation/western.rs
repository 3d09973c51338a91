//! Western notation of single moves: `P-7f`, `P76`, `歩-76`.
//!
//! The forms are those of Hodges (the magazine Shogi), of Hosking (The Art of Shogi), and of Kitao and Kawasaki.

use super::japanese;
use crate::finding::{Words, both};
use crate::played::Ply;
use crate::shogi::{PieceKind, Square};

/// The notation in which moves are shown to people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveNotation {
    /// Japanese: ▲７六歩.
    #[default]
    Japanese,
    /// The form of Hodges: `P-7f`, `Bx2b+`, `P*5e`, `G6i-5h`.
    Western,
    /// The form of Hosking: `P76`, `Bx22+`, `P'55`, `G69-58`.
    Hosking,
    /// The form of Kitao and Kawasaki: `歩-76`, `角x22+`, `歩*55`, `金(69)-58`, and `銀x` on the square of the previous move.
    Kitao,
}

impl MoveNotation {
    /// All notations, with their names and examples.
    pub(crate) const ALL: [(&str, Words, Self); 4] = [
        (
            "japanese",
            both("▲７六歩, ▲５八金左", "▲７六歩、▲５八金左"),
            Self::Japanese,
        ),
        (
            "western",
            both("P-7f, G6i-5h, Bx2b+, P*5e", "P-7f、G6i-5h、Bx2b+、P*5e"),
            Self::Western,
        ),
        (
            "hosking",
            both("P76, G69-58, Bx22+, P'55", "P76、G69-58、Bx22+、P'55"),
            Self::Hosking,
        ),
        (
            "kitao",
            both(
                "歩-76, 金(69)-58, 角x22+, 歩*55",
                "歩-76、金(69)-58、角x22+、歩*55",
            ),
            Self::Kitao,
        ),
    ];

    /// Returns the name of the notation, as in the options of the command line.
    pub(crate) fn name(self) -> &'static str {
        let mut entries = Self::ALL.into_iter();
        entries
            .find(|(_, _, notation)| *notation == self)
            .map_or("", |(name, ..)| name)
    }

    /// Returns a move in this notation. Returns `None` for Japanese, and if the kind of the piece is unknown.
    ///
    /// `=` means that the piece could have been promoted.
    pub(crate) fn western(self, ply: &Ply) -> Option<String> {
        let kind = ply.kind?;
        let (piece, drop) = match self {
            Self::Japanese => return None,
            Self::Western => (kind.symbol(), '*'),
            Self::Hosking => (kind.symbol(), '\''),
            Self::Kitao => (kanji(kind), '*'),
        };
        let to = self.square(ply.to);
        let Some(from) = ply.from else {
            return Some(format!("{piece}{drop}{to}"));
        };
        let origin = match self {
            _ if !ply.has_rival => String::new(),
            Self::Kitao => format!("({})", self.square(from)),
            _ => self.square(from),
        };
        let separator = match self {
            _ if ply.captured.is_some() => "x",
            Self::Hosking if !ply.has_rival => "",
            _ => "-",
        };
        let is_recapture = self == Self::Kitao && ply.same && ply.captured.is_some();
        let to = if is_recapture { "" } else { &to };
        let promotion = match ply {
            Ply { promotes: true, .. } => "+",
            Ply {
                may_promote: true, ..
            } => "=",
            _ => "",
        };
        Some(format!("{piece}{origin}{separator}{to}{promotion}"))
    }

    /// Returns a square: `7f` in the form of Hodges, `76` in the others.
    fn square(self, square: Square) -> String {
        match self {
            Self::Western => square.name().to_owned(),
            _ => format!("{}{}", square.file(), square.rank()),
        }
    }
}

/// Returns the name of a kind of pieces in the form of Kitao and Kawasaki, with one character and `+` for promoted pieces without
/// such a name.
fn kanji(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::PromotedLance => "+香",
        PieceKind::PromotedKnight => "+桂",
        PieceKind::PromotedSilver => "+銀",
        _ => japanese::piece(kind),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::MoveNotation::{Hosking, Kitao, Western};
    use crate::played::Ply;
    use crate::shogi::{Move, Position, Square};

    #[test]
    fn moves_are_in_the_forms_of_the_books() {
        let start = Position::startpos().to_sfen(1);
        let start = start.as_str();
        let two_golds = "4k4/9/9/9/9/9/9/9/3G1GK2 b - 1";
        // The gold on 5i is pinned in the second position, but can move in the first one.
        let [free, pinned] = [
            "4k4/9/9/9/9/9/9/5G3/4GK3 b - 1",
            "4k4/9/9/9/9/9/9/5G3/r3GK3 b - 1",
        ];
        let knights = "4k4/9/9/4N4/9/9/9/9/4K4 b - 1";
        let recapture = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4";
        let rook = "4k4/9/+R8/9/9/9/9/9/4K4 b P 1";
        let silvers = "4k4/9/9/9/9/5p3/4S1S2/9/4K4 b - 1";
        for (sfen, mv, [western, hosking, kitao]) in [
            (start, "7g7f", ["P-7f", "P76", "歩-76"]),
            (start, "6i5h", ["G6i-5h", "G69-58", "金(69)-58"]),
            (start, "5i5h", ["K-5h", "K58", "玉-58"]),
            (recapture, "3a2b", ["Sx2b", "Sx22", "銀x"]),
            (two_golds, "6i5h", ["G6i-5h", "G69-58", "金(69)-58"]),
            (two_golds, "6i7h", ["G-7h", "G78", "金-78"]),
            (free, "4h5h", ["G4h-5h", "G48-58", "金(48)-58"]),
            (pinned, "4h5h", ["G-5h", "G58", "金-58"]),
            (knights, "5d4b+", ["N-4b+", "N42+", "桂-42+"]),
            (
                "4k4/9/9/9/3N5/9/9/9/4K4 b - 1",
                "6e7c",
                ["N-7c=", "N73=", "桂-73="],
            ),
            (silvers, "5g4f", ["S5gx4f", "S57x46", "銀(57)x46"]),
            (rook, "9c9b", ["+R-9b", "+R92", "龍-92"]),
            (rook, "P*5e", ["P*5e", "P'55", "歩*55"]),
            (
                "4k4/9/+S8/9/9/9/9/9/4K4 b - 1",
                "9c9b",
                ["+S-9b", "+S92", "+銀-92"],
            ),
        ] {
            let position: Position = sfen.parse().unwrap();
            let previous: Option<Square> = (sfen == recapture).then(|| "2b".parse().unwrap());
            let mv: Move = mv.parse().unwrap();
            let ply = Ply::of_move(&position, mv, previous).unwrap();
            let texts = [Western, Hosking, Kitao].map(|notation| notation.western(&ply).unwrap());
            assert_eq!(texts, [western, hosking, kitao], "{sfen}");
        }
    }
    /// Every legal move has its own text, and the origin is only written if the text would be that of another move without it.
    #[test]
    fn texts_identify_the_moves_of_a_position() {
        let mut position = Position::startpos();
        for step in 0..1500_usize {
            let moves = position.legal_moves();
            if moves.is_empty() || step % 150 == 149 {
                position = Position::startpos();
                continue;
            }
            let plies: Vec<_> = moves
                .iter()
                .map(|&mv| Ply::of_move(&position, mv, None).unwrap())
                .collect();
            for notation in [Western, Hosking, Kitao] {
                let texts: HashSet<_> = plies.iter().map(|ply| notation.western(ply)).collect();
                assert_eq!(texts.len(), plies.len(), "{notation:?}: {}", position.to_sfen(1));
            }
            for ply in &plies {
                let is_rival =
                    |other: &&Ply| (other.kind, other.to) == (ply.kind, ply.to) && other.from.is_some();
                let origins: HashSet<_> = plies.iter().filter(is_rival).map(|other| other.from).collect();
                assert_eq!(ply.has_rival, ply.from.is_some() && origins.len() > 1, "{ply:?}");
            }
            position.play(moves[step * step % moves.len()]);
        }
    }
}
