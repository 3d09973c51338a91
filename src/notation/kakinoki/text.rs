//! Numbers, squares and pieces as Kakinoki Shogi writes them in Japanese.

use crate::shogi::{Color, PieceKind, Square};

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

/// The words of the squares (７六), by their index.
static SQUARES: [&str; Square::COUNT] = {
    static BYTES: [[u8; 6]; Square::COUNT] = {
        let mut bytes = [[0; 6]; Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::ALL[index];
            let (file, rank) = bytes[index].split_at_mut(3);
            FILES[square.file() as usize - 1].encode_utf8(file);
            KANJI[square.rank() as usize - 1].encode_utf8(rank);
            index += 1;
        }
        bytes
    };
    names(&BYTES)
};

/// The origins in moves, such as `(77)`, by the index of the square.
static ORIGINS: [&str; Square::COUNT] = {
    static BYTES: [[u8; 4]; Square::COUNT] = {
        let mut bytes = [[0; 4]; Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            let [file, rank] = Square::ALL[index].digits();
            bytes[index] = [b'(', file as u8, rank as u8, b')'];
            index += 1;
        }
        bytes
    };
    names(&BYTES)
};

/// Returns texts as strings. A text that is not in UTF-8 would become an empty string.
const fn names<const N: usize>(bytes: &'static [[u8; N]; Square::COUNT]) -> [&'static str; Square::COUNT] {
    let mut names = [""; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        if let Ok(name) = str::from_utf8(&bytes[index]) {
            names[index] = name;
        }
        index += 1;
    }
    names
}

/// Returns the words of a square: ７六.
pub(crate) fn square(square: Square) -> &'static str {
    SQUARES[square.index()]
}

/// Returns the origin of a move in parentheses: `(77)`.
pub(crate) fn origin(square: Square) -> &'static str {
    ORIGINS[square.index()]
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

/// The width of a character by its first byte in UTF-8 (columns). The width of all other bytes is 0.
static WIDTHS: [u8; 256] = {
    let mut widths = [2; 256];
    let mut byte = 0;
    while byte < 256 {
        widths[byte] = match byte as u8 {
            b' '..=b'~' => 1,
            0x80..=0xBF => 0,
            _ => 2,
        };
        byte += 1;
    }
    widths
};

/// Adds blanks until the text from byte `start` on fills a number of columns.
///
/// Every character outside ASCII counts as two columns. A control character also counts as two columns, because it may
/// later be written as 〓.
pub(crate) fn pad(text: &mut String, start: usize, columns: usize) {
    let bytes = text.as_bytes().get(start..).unwrap_or_default();
    let width: usize = bytes
        .iter()
        .map(|&byte| usize::from(WIDTHS[usize::from(byte)]))
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
    fn squares_are_written_by_file_and_rank() {
        for at in Square::ALL {
            assert_eq!(square(at), format!("{}{}", file(at.file()), rank(at.rank())));
            assert_eq!(origin(at), format!("({}{})", at.file(), at.rank()));
        }
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
