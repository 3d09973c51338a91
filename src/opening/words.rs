//! The words in which shapes are written: `２八玉`, `△８四歩`, `８九飛寄`, `７筋飛`, `持角`, `２二角交換`, `不動玉`,
//! `無名`, `「四間飛車」`.

use crate::shogi::{Color, Piece, PieceKind, Square};

/// What a word says, with names not looked up yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'t> {
    Stands(Square, Piece),
    Slid(Square, Piece),
    OnFile(u8, Piece),
    Holds(Color, PieceKind),
    Exchanged(Color, Option<Square>),
    Unmoved(Color),
    Nameless,
    Seen(Color, &'t str),
}

/// The pieces as shogi players write them, in either way.
const PIECES: [(&str, PieceKind); 16] = [
    ("歩", PieceKind::Pawn),
    ("香", PieceKind::Lance),
    ("桂", PieceKind::Knight),
    ("銀", PieceKind::Silver),
    ("金", PieceKind::Gold),
    ("角", PieceKind::Bishop),
    ("飛", PieceKind::Rook),
    ("玉", PieceKind::King),
    ("王", PieceKind::King),
    ("と", PieceKind::Tokin),
    ("成香", PieceKind::PromotedLance),
    ("成桂", PieceKind::PromotedKnight),
    ("成銀", PieceKind::PromotedSilver),
    ("馬", PieceKind::Horse),
    ("龍", PieceKind::Dragon),
    ("竜", PieceKind::Dragon),
];

/// The digits, in each of the ways in which squares are written.
const DIGITS: [&str; 3] = ["123456789", "１２３４５６７８９", "一二三四五六七八九"];

/// Separates words that will do for each other.
pub(super) const OR: [char; 2] = ['|', '｜'];

/// Reads one word. Without a mark it speaks of the side that shows the pattern, Black; △ speaks of the other.
pub(super) fn read(word: &str) -> Option<Word<'_>> {
    let (color, rest) = match word.strip_prefix(['△', '☖', '▽']) {
        Some(rest) => (Color::White, rest),
        None => (Color::Black, word.strip_prefix(['▲', '☗']).unwrap_or(word)),
    };
    if let Some(name) = rest.strip_prefix('「').and_then(|rest| rest.strip_suffix('」')) {
        return (!name.is_empty()).then_some(Word::Seen(color, name));
    }
    if let Some(kind) = rest.strip_prefix('持').and_then(piece) {
        return PieceKind::HAND
            .contains(&kind)
            .then_some(Word::Holds(color, kind));
    }
    if rest == "不動玉" {
        return Some(Word::Unmoved(color));
    }
    if word == "無名" {
        return Some(Word::Nameless);
    }
    if let Some(place) = rest.strip_suffix("角交換") {
        let square = square(place);
        return match square {
            Some((square, "")) => Some(Word::Exchanged(color, Some(square))),
            _ => place.is_empty().then_some(Word::Exchanged(color, None)),
        };
    }
    if let Some((square, name)) = square(rest) {
        let of = |name| Some(Piece::new(color, piece(name)?));
        return match name.strip_suffix('寄') {
            Some(name) => Some(Word::Slid(square, of(name)?)),
            None => Some(Word::Stands(square, of(name)?)),
        };
    }
    let (file, name) = digit(rest)?;
    let kind = piece(name.strip_prefix('筋')?)?;
    Some(Word::OnFile(file, Piece::new(color, kind)))
}

fn piece(name: &str) -> Option<PieceKind> {
    PIECES.iter().find(|(it, _)| *it == name).map(|&(_, kind)| kind)
}

/// The square at the beginning of a word, and what follows.
fn square(word: &str) -> Option<(Square, &str)> {
    let (file, rest) = digit(word)?;
    let (rank, rest) = digit(rest)?;
    Some((Square::new(file, rank)?, rest))
}

/// The digit at the beginning of a word, and what follows.
fn digit(word: &str) -> Option<(u8, &str)> {
    let mut letters = word.chars();
    let letter = letters.next()?;
    let digits = DIGITS
        .iter()
        .find_map(|digits| digits.chars().position(|it| it == letter))?;
    Some((digits as u8 + 1, letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_word() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let piece = |color, kind| Piece::new(color, kind);
        let table = [
            (
                "２八玉",
                Word::Stands(square("2h"), piece(Color::Black, PieceKind::King)),
            ),
            (
                "28王",
                Word::Stands(square("2h"), piece(Color::Black, PieceKind::King)),
            ),
            (
                "▲７七成銀",
                Word::Stands(square("7g"), piece(Color::Black, PieceKind::PromotedSilver)),
            ),
            (
                "△８四歩",
                Word::Stands(square("8d"), piece(Color::White, PieceKind::Pawn)),
            ),
            (
                "△１一飛寄",
                Word::Slid(square("1a"), piece(Color::White, PieceKind::Rook)),
            ),
            ("７筋飛", Word::OnFile(7, piece(Color::Black, PieceKind::Rook))),
            ("△８筋飛", Word::OnFile(8, piece(Color::White, PieceKind::Rook))),
            ("持角", Word::Holds(Color::Black, PieceKind::Bishop)),
            ("△持角", Word::Holds(Color::White, PieceKind::Bishop)),
            ("角交換", Word::Exchanged(Color::Black, None)),
            ("△８八角交換", Word::Exchanged(Color::White, Some(square("8h")))),
            ("△不動玉", Word::Unmoved(Color::White)),
            ("無名", Word::Nameless),
            ("「四間飛車」", Word::Seen(Color::Black, "四間飛車")),
            ("△「2手目△３二飛」", Word::Seen(Color::White, "2手目△３二飛")),
        ];
        for (text, word) in table {
            assert_eq!(read(text), Some(word), "{text}");
        }
    }

    #[test]
    fn what_is_no_word() {
        for text in [
            "",
            "△",
            "２八",
            "玉",
            "２八仏",
            "０八玉",
            "２八玉玉",
            "２八寄",
            "７筋飛寄",
            "△無名",
            "７筋",
            "筋飛",
            "持",
            "持玉",
            "持馬",
            "９角交換",
            "「」",
            "「矢倉",
            "8hK",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
