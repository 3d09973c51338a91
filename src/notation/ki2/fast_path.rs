//! The fast path for the lines that make up almost all of an archive, in the form in which programs write them.
//!
//! Examples are `▲７六歩    △３四歩    ▲５八金右  △同　歩`, `*a comment`, `手合割：平手` and `まで98手で後手の勝ち`.
//!
//! These lines are recognized before the grammar is used: lines of moves move by move, other lines as a whole. The
//! grammar reads everything else, in sections. Tests verify that the fast path and the grammar return the same content
//! for the same text.

use super::grammar::Rule;
use super::play::{Body, Play};
use crate::notation::kakinoki::fast_path::{Bytes, CommonLine};
use crate::notation::kakinoki::words::{self, MoveText, PieceWords};
use crate::record::{Origin, Promotion};
use crate::shogi::Suffix;

/// Returns whether a text begins with a move or a line in a common form.
pub(super) fn is_common(text: &str) -> bool {
    play(text).is_some() || other_line(text).is_some()
}

/// Returns the rule of the first line of a text, and its length with the line end (bytes), if the line has a common form
/// without moves; returns `None` for any other line.
pub(super) fn other_line(text: &str) -> Option<(Rule, usize)> {
    let (line, length) = CommonLine::parse(text)?;
    let rule = match line {
        CommonLine::Comment => Rule::comment,
        CommonLine::Tool => Rule::tool,
        CommonLine::Blank => Rule::blank,
        CommonLine::Separator => Rule::separator,
        CommonLine::Variation => Rule::variation,
        CommonLine::Result => Rule::result,
        CommonLine::Header => Rule::header,
    };
    Some((rule, length))
}

/// Reads a mark with a move at the beginning of a text. Returns the move, and the length of the text up to the next mark or
/// with the line end (bytes); `None` if the text has no common form.
///
/// The move has a mark, a square or 同, a piece and words after the piece. Only blanks follow the move.
#[inline]
pub(super) fn play(text: &str) -> Option<(Play<'static>, usize)> {
    let mut bytes = Bytes(text.as_bytes());
    let mark = bytes.mark()?;
    let (to, kind) = bytes.destination_and_piece()?;
    let (mut promotion, mut from) = (Promotion::Omitted, Origin::Words(Suffix::NONE));
    let mut end = bytes.offset(text);
    let mut next = next_token(bytes);
    // Few moves have words after the piece.
    if next.is_none() {
        bytes.skip_piece_words()?;
        let mut piece_words = PieceWords::default();
        piece_words.add(&text[end..bytes.offset(text)]).ok()?;
        promotion = piece_words.promotion.unwrap_or(Promotion::Omitted);
        from = piece_words.origin(None).ok()?;
        end = bytes.offset(text);
        next = next_token(bytes);
    }
    let move_text = MoveText {
        mark: words::marked_side(mark),
        to,
        kind,
        promotion,
        from,
    };
    let play = Play {
        body: Body::Move(move_text),
        start: 0,
        end,
    };
    Some((play, next?.offset(text)))
}

/// Returns the bytes from the mark on that follows the blanks at the cursor, or the bytes after the line end there; `None`
/// before any other text.
#[inline]
fn next_token(mut bytes: Bytes<'_>) -> Option<Bytes<'_>> {
    bytes.skip_blanks();
    let mut after_mark = bytes;
    let is_before_mark = after_mark.mark().is_some();
    (is_before_mark || bytes.line_end()).then_some(bytes)
}

impl Bytes<'_> {
    /// Skips the usual words after a piece. Returns `None` if 不 is not followed by 成.
    fn skip_piece_words(&mut self) -> Option<()> {
        const WORDS: [u32; 11] = {
            let words = ['右', '左', '直', '上', '寄', '引', '行', '入', '成', '生', '打'];
            let mut bytes = [0; 11];
            let mut at = 0;
            while at < words.len() {
                bytes[at] = words::wide_bytes(words[at]);
                at += 1;
            }
            bytes
        };
        loop {
            if self.eat_wide(words::wide_bytes('不')) {
                self.eat_wide(words::wide_bytes('成')).then_some(())?;
            } else if !WORDS.iter().any(|&word| self.eat_wide(word)) {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::play;
    use crate::notation::RecordText;
    use crate::notation::ki2::play::parse_token_at_start;
    use crate::notation::ki2::read::{read, read_by_grammar};
    use proptest::collection::vec;
    use proptest::prelude::{ProptestConfig, proptest};
    use proptest::sample::select;

    /// Returns whether the fast path accepts the move at the beginning of a text.
    ///
    /// # Panics
    ///
    /// If the fast path accepts the move and the grammar returns different content.
    fn is_read_by_fast_path(text: &str) -> bool {
        let quick = play(text);
        if quick.is_some() {
            assert_eq!(quick, parse_token_at_start(text), "{text}");
        }
        quick.is_some()
    }

    #[test]
    fn common_moves_are_read_by_the_fast_path() {
        for text in [
            "▲７六歩    △３四歩    ▲２六歩\n",
            "△同　銀直\r\n",
            "▲同銀成▲",
            "☗５三成銀引",
            "▽４二金打  ☗",
            "▲４五桂不成  ",
            "▲２二角右上成\n\n",
            "▼３三桂生",
        ] {
            assert!(is_read_by_fast_path(text), "{text}");
        }
    }

    #[test]
    fn other_texts_are_left_to_the_grammar() {
        for text in [
            "７六歩",
            " ▲７六歩",
            "▲ ７六歩",
            "▲76歩",
            "▲７六歩(77)",
            "▲７六歩 打",
            "▲７六歩不",
            "▲７六歩打右",
            "▲７六金右左",
            "▲５二と金",
            "▲７六歩　△３四歩",
            "▲７六歩 投了",
            "▲７六歩\r",
            "▲投了",
            "▲７六",
            "▲同",
            "▲２二同銀",
            "▲同２二銀",
        ] {
            assert!(!is_read_by_fast_path(text), "{text}");
        }
    }

    /// Asserts that the reader with the fast path and the reader without it return the same record.
    fn assert_read_alike(text: &str) {
        let source = RecordText { text, offset: 3 };
        // `Record` does not implement `Eq`, but its debug output contains all its data.
        let (fast, slow) = (read(source), read_by_grammar(source));
        assert_eq!(format!("{fast:?}"), format!("{slow:?}"), "{text:?}");
    }

    /// Lines and parts of lines that are common, nearly common or unusual.
    const FRAGMENTS: &[&str] = &[
        "▲７六歩",
        "△３四歩    ",
        "▲同　銀直",
        "△２二同銀",
        "▲同３四歩",
        "▲５八金右成△",
        "▲",
        "△投了",
        "７六歩",
        "不成",
        "打",
        "(77)",
        " ",
        "　",
        "\n",
        "\n▲２六歩    △８四歩\n",
        "\r\n",
        "\r",
        "投了",
        "*注\n",
        "#",
        "&",
        "まで",
        "\nまで2手で先手の勝ち\n",
        "\n変化：2手\n",
        "手数--",
        "手合割：平手\n",
        "先手：甲\n",
        "：",
        "第二局\n",
        "後手番\n",
        "\u{feff}",
        "あ",
    ];

    #[test]
    fn an_end_that_is_replaced_in_a_variation_is_read_alike() {
        assert_read_alike(
            "△\n▲同　銀まで*\nまで2手で先手の勝ち\n\n変化：2手\n５五\nまで2手で先手の勝ち\n▲７六歩",
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2048, ..ProptestConfig::default() })]

        #[test]
        fn records_are_read_alike(fragments in vec(select(FRAGMENTS), 0..40)) {
            assert_read_alike(&fragments.concat());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn fast_path_and_grammar_agree(
            text in "[▲△▼☗]{1,2}([１-９0-9][一二九三３]同?|同[ 　]?|仝|同２二)[歩成銀と角金王]{1,2}([右左直上寄引行入成不生打立])*(\\([0-9]{2}\\)|)[ 　\t]{0,3}(△|\r?\n|\r|x|)(３四歩|\n|)"
        ) {
            is_read_by_fast_path(&text);
        }
    }
}
