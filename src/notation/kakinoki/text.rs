//! Numbers, squares and pieces as Kakinoki Shogi writes them in Japanese.

use crate::shogi::{Color, PieceKind};

/// The kanji digits from 一 to 九.
pub(super) const KANJI: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The files as full-width digits.
const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The pieces in a board diagram, one character each, in the order of [`PieceKind::ALL`].
pub(super) const GLYPHS: [char; 14] = [
    '歩', '香', '桂', '銀', '金', '角', '飛', '玉', 'と', '杏', '圭', '全', '馬', '龍',
];

/// The names of the pieces in moves, in the order of [`PieceKind::ALL`].
const PIECES: [&str; 14] = [
    "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "成香", "成桂", "成銀", "馬", "龍",
];

/// Returns the full-width digit of a file from 1 to 9.
pub(crate) fn file(file: u8) -> char {
    FILES[usize::from(file.clamp(1, 9)) - 1]
}

/// Returns the kanji of a rank from 1 to 9.
pub(crate) fn rank(rank: u8) -> char {
    KANJI[usize::from(rank.clamp(1, 9)) - 1]
}

/// Returns a number in kanji: 七, 十, 十八. The number 0 gives an empty text.
///
/// No set of pieces has a hundred pieces, so numbers above 99 are written in digits.
pub(crate) fn number(number: u8) -> String {
    if number > 99 {
        return number.to_string();
    }
    let (tens, units) = (number / 10, number % 10);
    let mut text = String::new();
    if tens > 1 {
        text.push(rank(tens));
    }
    if tens > 0 {
        text.push('十');
    }
    if units > 0 {
        text.push(rank(units));
    }
    text
}

/// Formats a square: ７六.
#[cfg(feature = "report")]
pub(crate) fn square(square: crate::shogi::Square) -> String {
    [file(square.file()), rank(square.rank())].iter().collect()
}

/// Returns the character of a piece in a board diagram.
pub(crate) const fn glyph(kind: PieceKind) -> char {
    GLYPHS[kind.index()]
}

/// Returns the name of a piece in a move. 成香, 成桂 and 成銀 have two characters.
pub(crate) const fn piece(kind: PieceKind) -> &'static str {
    PIECES[kind.index()]
}

/// Returns the mark of a side before a move: ▲ for Black, △ for White.
pub(crate) const fn mark(color: Color) -> char {
    match color {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// Adds blanks until the text from byte `start` on fills a number of columns.
///
/// Every character outside ASCII counts as two columns. A control character also counts as two columns, because it may
/// later be written as 〓.
pub(crate) fn pad(text: &mut String, start: usize, columns: usize) {
    // The first byte of a character in UTF-8 determines its width. The other bytes count as 0.
    let columns_of = |byte: u8| match byte {
        b' '..=b'~' => 1,
        0x80..=0xBF => 0,
        _ => 2,
    };
    let width: usize = text.as_bytes()[start..]
        .iter()
        .map(|&byte| columns_of(byte))
        .sum();
    for _ in width..columns {
        text.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kakinoki::words;

    #[test]
    fn numbers_above_ninety_nine_are_written_in_digits() {
        let table = [
            (1, "一"),
            (10, "十"),
            (18, "十八"),
            (20, "二十"),
            (99, "九十九"),
            (100, "100"),
            (255, "255"),
        ];
        for (count, words) in table {
            assert_eq!(number(count), words);
        }
    }

    #[test]
    fn written_pieces_and_ranks_are_read_back() {
        for kind in PieceKind::ALL {
            assert_eq!(words::piece(glyph(kind)), Some(kind));
        }
        for n in 1..=9 {
            assert_eq!(words::kanji_digit(rank(n)), Some(n));
        }
        for kind in PieceKind::ALL {
            let has_two_characters = matches!(
                kind,
                PieceKind::PromotedLance | PieceKind::PromotedKnight | PieceKind::PromotedSilver
            );
            let name = if has_two_characters {
                format!("成{}", glyph(kind.base()))
            } else {
                glyph(kind).to_string()
            };
            assert_eq!(piece(kind), name);
        }
        assert_eq!([1, 9, 10, 11, 18].map(number), ["一", "九", "十", "十一", "十八"]);
    }

    #[test]
    fn wide_characters_are_padded_as_two_columns() {
        let mut text = "２二角成(88)".to_owned();
        pad(&mut text, 0, 12);
        assert_eq!(text, "２二角成(88)");
        let mut text = "投了".to_owned();
        pad(&mut text, 0, 6);
        assert_eq!(text, "投了  ");
    }
}
