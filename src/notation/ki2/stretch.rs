//! How much of a text the parser is given at a time.

use memchr::memrchr2;

use crate::notation::kakinoki::words;
use crate::notation::kakinoki::words::is_blank;
use crate::notation::stretch;

/// The first lines of a text, as [`stretch::stretch`] has them; but a line of moves that crosses the end is cut before a
/// move, for whole games stand on one line.
pub(super) fn stretch(text: &str) -> &str {
    let stretch = stretch::stretch(text);
    let Some(head) = stretch.as_bytes().get(..stretch::STRETCH) else {
        return stretch;
    };
    let line = memrchr2(b'\n', b'\r', head).map_or(0, |newline| newline + 1);
    let is_play = stretch[line..]
        .trim_start_matches(is_blank)
        .starts_with(words::is_mark);
    let next = (stretch::STRETCH..stretch.len())
        .find(|&at| stretch.is_char_boundary(at))
        .filter(|_| is_play)
        .and_then(|from| Some(from + stretch[from..].find(words::is_mark)?));
    next.map_or(stretch, |next| &stretch[..next])
}

#[cfg(test)]
mod tests {
    use super::super::parser::{Ki2Parser, Rule};
    use super::stretch;
    use pest::Parser as _;

    /// The lengths of the stretches of a text.
    fn lengths(mut text: &str) -> Vec<usize> {
        let mut lengths = Vec::new();
        while !text.is_empty() {
            let length = stretch(text).len();
            lengths.push(length);
            text = &text[length..];
        }
        lengths
    }

    #[test]
    fn only_a_line_of_moves_is_cut_inside() {
        let moves = "▲７六歩".repeat(20_000);
        let cut = lengths(&moves);
        assert!(
            cut.len() > 3 && cut.iter().all(|it| it % "▲７六歩".len() == 0),
            "{cut:?}"
        );
        assert!(lengths(&format!("\n　{moves}\n\n")).len() > 3);

        let comment = format!("*{moves}\n");
        assert_eq!(lengths(&format!("{comment}*")), [comment.len(), 1]);
    }

    #[test]
    fn every_text_is_a_row_of_tokens_without_gaps() {
        let pieces = [
            "▲７六歩",
            "△",
            "☗",
            " ",
            "　",
            "\n",
            "\r",
            "\r\n",
            "*",
            "#",
            "&",
            "|",
            "+-",
            "手数＝",
            "手数--",
            "---",
            "変化：",
            "まで",
            "：",
            ":",
            "先手番",
            "盤面回転",
            "９ ８",
            "\u{feff}",
            "あ",
            "\0",
        ];
        // All texts of three pieces.
        for a in pieces {
            for b in pieces {
                for text in pieces.map(|c| [a, b, c].concat()) {
                    let mut pairs = Ki2Parser::parse(Rule::file, &text).expect("every text parses");
                    let mut at = 0;
                    for token in pairs
                        .next()
                        .into_iter()
                        .flat_map(pest::iterators::Pair::into_inner)
                    {
                        let span = token.as_span();
                        assert_eq!(span.start(), at, "{text:?}");
                        assert!(token.as_rule() == Rule::EOI || span.end() > at, "{text:?}");
                        at = span.end();
                    }
                    assert_eq!(at, text.len(), "{text:?}");
                }
            }
        }
    }
}
