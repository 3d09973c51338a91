//! The text of a start position: the span of a square or a hand in it, and the size of a board of another game.
//!
//! The functions for each format are in the [`TextForm`] of the format.

use super::TextForm;
use crate::finding::Span;
use crate::record::Record;
use crate::shogi::{Color, Square};

// The parts of a start position that findings refer to.

/// A part of a start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartPart {
    /// A square. In a text that does not separate squares, the row of the square represents it.
    Square(Square),
    /// The hand of a side.
    Hand(Color),
}

/// Returns the span of a part in the text of the start position; `None` if the record has no such text, or if this text
/// lacks the part.
///
/// The part is only searched for when a finding refers to it, so that records without findings need not store spans.
pub(crate) fn start_part_span(record: &Record<'_>, part: StartPart) -> Option<Span> {
    let start = record.start.diagram?;
    let text = record.text_at(start);
    let part_text = (TextForm::for_format(record.format).part_of_start)(text, part)?;
    Some(span_within(start, text, part_text))
}

/// Returns the span of a value of a move, or `span`, the span of the move, if the move has no such value.
pub(crate) fn move_value_span(record: &Record<'_>, span: Span, name: &str) -> Span {
    let text = record.text_at(span);
    let value = (TextForm::for_format(record.format).value_of_move)(text, name);
    value.map_or(span, |value| span_within(span, text, value))
}

/// Returns the span of `part`, which is a substring of the text at `span`.
fn span_within(span: Span, text: &str, part: &str) -> Span {
    let start = span.start as usize + (part.as_ptr() as usize - text.as_ptr() as usize);
    Span::new(start, start + part.len())
}

// The size of a board. Rows must be complete and of equal length, so that a damaged shogi board is never taken
// for another board.

/// Minimum number of files and of ranks of a board.
pub(super) const MIN_BOARD_SIZE: usize = 3;

/// Returns the number of squares per line and the number of lines of a complete board.
///
/// Returns `None` for an incomplete board. Also returns `None` if either number is nine, because the text may then be a
/// damaged shogi board.
pub(super) fn size_unless_nine(lines: &[usize]) -> Option<(usize, usize)> {
    uniform_size(lines).filter(|&(squares, lines)| squares != 9 && lines != 9)
}

/// Returns the size of a complete board in a notation that writes every square. Returns `None` for an incomplete board,
/// and if the lines have nine squares.
///
/// In such a notation, nine lines of another length cannot be a damaged shogi board.
pub(super) fn size_unless_nine_wide(lines: &[usize]) -> Option<(usize, usize)> {
    uniform_size(lines).filter(|&(squares, _)| squares != 9)
}

/// Returns the number of squares per line and the number of lines; `None` if the lines have different lengths or the
/// board is too small.
pub(super) fn uniform_size(lines: &[usize]) -> Option<(usize, usize)> {
    let &squares = lines.first()?;
    let is_uniform = lines.iter().all(|&line| line == squares)
        && squares >= MIN_BOARD_SIZE
        && lines.len() >= MIN_BOARD_SIZE;
    is_uniform.then_some((squares, lines.len()))
}

#[cfg(test)]
mod tests {
    use crate::notation::NOTATIONS;

    /// Returns the size of a board of another game, in the first format that finds such a board; `None` if no format
    /// does.
    fn other_board_size(before: &str, text: &str) -> Option<(usize, usize)> {
        let mut notations = NOTATIONS.iter();
        notations.find_map(|notation| (notation.form.other_board_size)(before, text))
    }

    #[test]
    fn boards_of_other_games_are_detected_by_their_shape() {
        let row = "|v飛v角v銀v金v玉|一\n";
        let wide = format!("|{}|\n", "v歩".repeat(12));
        let row_of_nine = format!("|{}|", " ・".repeat(9));
        let janggi = format!("{}{row_of_nine}十\n", format!("{row_of_nine}一\n").repeat(9));
        let csa = |files: usize, ranks: usize| {
            let rank = |rank| format!("P{rank}{}-FU\n", " * ".repeat(files - 1));
            (1..=ranks).map(rank).collect::<Vec<_>>().concat()
        };
        let json = |files: usize, ranks: usize| {
            let file = format!("[{}]", vec!["{}"; ranks].join(","));
            format!(r#"{{"board":[{}]}}"#, vec![file; files].join(","))
        };
        for (text, expected) in [
            (row.repeat(5).as_str(), Some((5, 5))),
            (wide.repeat(12).as_str(), Some((12, 12))),
            (janggi.as_str(), Some((9, 10))),
            (
                "P1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  *\nP4+FU *  *  *  * \nP5+OU+KI+GI+KA+HI\n",
                Some((5, 5)),
            ),
            ("rbsgk/4p/5/P4/KGSBR b - 1", Some((5, 5))),
            ("rbsgk_4p_5_P4_KGSBR.b.-", Some((5, 5))),
            (
                "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1",
                Some((12, 12)),
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                Some((8, 8)),
            ),
            (
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
                Some((9, 10)),
            ),
            (&csa(9, 11), Some((9, 11))),
            (&csa(10, 9), Some((10, 9))),
            (&(["10"; 9].join("/") + " b - 1"), Some((10, 9))),
            (&(["9"; 11].join("/") + " b - 1"), Some((9, 11))),
            (&json(9, 11), Some((9, 11))),
            (&json(10, 9), Some((10, 9))),
            (
                r#"{"board":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#,
                Some((3, 4)),
            ),
        ] {
            assert_eq!(other_board_size("", text), expected, "{text}");
        }
    }

    #[test]
    fn a_damaged_shogi_board_is_not_another_game() {
        let row = "|v香v桂v銀v金v玉v金v銀v桂v香|一\n";
        let narrow = "|v香v桂v銀v金v玉v金v銀v桂|一\n";
        let row_without_end = "|v飛v角v銀v金v玉\n";
        for text in [
            row.repeat(8),
            row.repeat(9),
            row.repeat(10),
            narrow.repeat(9),
            row.repeat(4) + narrow + &row.repeat(3),
            row_without_end.repeat(5),
            "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \n".to_owned(),
            "P1-KY-KE\nP2 * -HI *  *\n".to_owned(),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1 b - 1".to_owned(),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL/9 b - 1".to_owned(),
            "lnsgkgsnl/1r5b/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1".to_owned(),
            r#"{"board":[[{}]]}"#.to_owned(),
            ["9"; 10].join("/") + " b - 1",
            format!("P1{}   \n", " * ".repeat(9)).repeat(9),
            (1..=9)
                .map(|rank| format!("P{rank}{}   \n", " * ".repeat(9)))
                .collect::<Vec<_>>()
                .concat(),
            (1..=8)
                .map(|rank| format!("P{rank}{}\n", " * ".repeat(9)))
                .collect::<Vec<_>>()
                .concat(),
            r#"{"board":{}}"#.to_owned(),
            String::new(),
        ] {
            assert_eq!(other_board_size("", &text), None, "{text}");
        }
    }

    #[test]
    fn rank_numbers_reveal_other_games_with_nine_files_or_ranks() {
        let ranks = [
            "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
        ];
        let board = |files: usize, rows: &[&str], cell: &str| {
            let row = |rank: &&str| format!("  |{}|{rank}\n", cell.repeat(files));
            rows.iter().map(row).collect::<String>()
        };
        let ten_files = "後手の持駒：なし\n  10 ９ ８ ７ ６ ５ ４ ３ ２ １\n";
        let nine_files = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n";
        let eight_files = "８ ７ ６ ５ ４ ３ ２ １\n";
        for (head, board, expected) in [
            (nine_files, board(9, &ranks[..11], " ・"), Some((9, 11))),
            ("", board(9, &ranks[..12], " 歩"), Some((9, 12))),
            (ten_files, board(10, &ranks[..9], "v歩"), Some((10, 9))),
            (eight_files, board(8, &ranks[..9], " ・"), Some((8, 9))),
            ("", board(12, &ranks, "  ・"), Some((12, 12))),
            ("", board(12, &ranks, "v成獅 "), Some((12, 12))),
            // Possibly damaged shogi boards: too many or too few rows, or a wrong number of squares in every
            // row.
            (nine_files, board(9, &ranks[..8], " ・"), None),
            (nine_files, board(9, &["一"; 11], " ・"), None),
            (nine_files, board(10, &ranks[..9], " ・"), None),
            (nine_files, board(8, &ranks[..9], " ・"), None),
            ("", board(8, &ranks[..9], " ・"), None),
            (nine_files, board(9, &ranks[..9], "  ・"), None),
        ] {
            assert_eq!(other_board_size(head, &board), expected, "{head}{board}");
        }
    }
}
