//! A position drawn with characters.

use super::put;
use crate::finding::{Language, Seat};
use crate::notation::japanese;
use crate::shogi::{Color, Hand, Position, Square};

/// The reason why a square is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The last move began or ended on this square: `(歩)`.
    Moved,
    /// A finding concerns this square: `[歩]`.
    OfFinding,
}

impl Mark {
    /// Returns the characters before and after the square.
    const fn brackets(self) -> [char; 2] {
        match self {
            Self::Moved => ['(', ')'],
            Self::OfFinding => ['[', ']'],
        }
    }
}

/// Returns a drawing of a position in the style of shogi books, with the hands and the side to move, and with `v`
/// before White's pieces.
///
/// The squares `marks`, to which a finding refers, are in `[ ]`. In English, ranks are labelled with letters, as in
/// `7g`.
pub(crate) fn diagram(position: &Position, marks: &[Square], language: Language) -> String {
    let marks: Vec<_> = marks.iter().map(|&square| (square, Mark::OfFinding)).collect();
    let sides = Color::ALL.map(|side| *Seat::from(side).words.in_language(language));
    marked_diagram(position, &marks, sides, language)
}

/// Returns a drawing of a position like that of [`diagram`], with these marks and these names of Black and White.
///
/// If a square has several marks, the last one is drawn.
pub(crate) fn marked_diagram(
    position: &Position,
    marks: &[(Square, Mark)],
    sides: [&'static str; 2],
    language: Language,
) -> String {
    let mut out = Vec::new();
    let board = Board {
        position,
        sides,
        marks: marks_by_square(marks),
        has_marks: !marks.is_empty(),
        language,
    };
    board.draw(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn marks_by_square(marks: &[(Square, Mark)]) -> [Option<Mark>; Square::COUNT] {
    let mut by_square = [None; Square::COUNT];
    for &(square, mark) in marks {
        by_square[square.index()] = Some(mark);
    }
    by_square
}

struct Board<'p> {
    position: &'p Position,
    sides: [&'static str; 2],
    marks: [Option<Mark>; Square::COUNT],
    /// `true` if there is a terminal column for marks between any two files of the board.
    has_marks: bool,
    language: Language,
}

impl Board<'_> {
    fn draw(&self, out: &mut Vec<u8>) {
        let edge = "-".repeat(if self.has_marks { 37 } else { 27 });
        self.draw_hand(Color::White, out);
        put!(out, " ");
        for file in (1..=9).rev() {
            let gap = if self.has_marks { "  " } else { " " };
            put!(out, "{gap}{}", japanese::file(file));
        }
        put!(out, "\n+{edge}+\n");
        for rank in 1..=9 {
            put!(out, "|");
            self.draw_row(rank, out);
            let letter = char::from(b'a' + rank - 1);
            put!(out, "|{}\n", self.language.either(letter, japanese::rank(rank)));
        }
        put!(out, "+{edge}+\n");
        self.draw_hand(Color::Black, out);
        let turn = self.sides[self.position.side_to_move().index()];
        put!(out, "{turn}{}\n", self.language.either(" to move", "番"));
    }

    fn draw_row(&self, rank: u8, out: &mut Vec<u8>) {
        let mut previous_mark = None;
        for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
            let mark = self.marks[square.index()];
            if self.has_marks {
                put!(out, "{}", between(previous_mark, mark));
            }
            previous_mark = mark;
            match self.position.piece_at(square) {
                Some(piece) if piece.color == Color::White => put!(out, "v{}", japanese::glyph(piece.kind)),
                Some(piece) => put!(out, " {}", japanese::glyph(piece.kind)),
                None => put!(out, " ・"),
            }
        }
        if self.has_marks {
            put!(out, "{}", between(previous_mark, None));
        }
    }

    fn draw_hand(&self, side: Color, out: &mut Vec<u8>) {
        let pieces = hand_text(*self.position.hand(side), self.language);
        let side = self.sides[side.index()];
        let holds = self.language.either(" holds ", "の持駒：");
        put!(out, "{side}{holds}{pieces}\n");
    }
}

/// Returns the character between two adjacent squares with these marks, which is `|` if both squares are marked.
const fn between(left: Option<Mark>, right: Option<Mark>) -> char {
    match (left, right) {
        (None, None) => ' ',
        (None, Some(mark)) => mark.brackets()[0],
        (Some(mark), None) => mark.brackets()[1],
        (Some(_), Some(_)) => '|',
    }
}

/// Returns the pieces in a hand as text, with their numbers, or the word for an empty hand.
fn hand_text(hand: Hand, language: Language) -> String {
    let pieces: Vec<String> = hand
        .iter()
        .map(|(kind, count)| {
            let glyph = japanese::glyph(kind);
            match (language, count) {
                (_, 1) => glyph.to_string(),
                (Language::English, _) => format!("{glyph}×{count}"),
                (Language::Japanese, _) => format!("{glyph}{}", number(count, language)),
            }
        })
        .collect();
    if pieces.is_empty() {
        language.either("nothing", "なし").to_owned()
    } else {
        pieces.join(" ")
    }
}

/// Returns a number of pieces in hand as text: in kanji numerals in Japanese, or in Arabic digits in English.
///
/// Numbers from 100 are always in Arabic digits. Only a malformed position contains a number of this size, because a
/// set has fewer pieces.
pub(super) fn number(count: u8, language: Language) -> String {
    if language == Language::Japanese && count < 100 {
        japanese::number(count)
    } else {
        count.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn white_is_at_the_top_and_file_nine_on_the_left() {
        let position = Position::from_sfen("k8/9/9/9/4+P4/9/9/9/8L w R2p 1").unwrap();
        let text = diagram(&position, &[], Language::English);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "White holds 歩×2");
        assert_eq!(lines[3], "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|a");
        assert_eq!(lines[7], "| ・ ・ ・ ・ と ・ ・ ・ ・|e");
        assert_eq!(lines[11], "| ・ ・ ・ ・ ・ ・ ・ ・ 香|i");
        assert_eq!(lines[13..], ["Black holds 飛", "White to move"]);
    }

    #[test]
    fn diagrams_can_be_in_japanese() {
        let position = Position::from_sfen("k8/9/9/9/9/9/9/9/8L w RGg12p 1").unwrap();
        let text = diagram(&position, &[], Language::Japanese);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "後手の持駒：金 歩十二");
        assert_eq!(lines[3], "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一");
        assert_eq!(lines[13..], ["先手の持駒：飛 金", "後手番"]);
    }

    #[test]
    fn marks_surround_the_squares() {
        let position = Position::startpos();
        let marked = [square("9a"), square("8a"), square("5a"), square("1a")];
        let text = diagram(&position, &marked, Language::English);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[3], "|[v香|v桂]v銀 v金[v玉]v金 v銀 v桂[v香]|a");
        assert_eq!(lines[4], "|  ・ v飛  ・  ・  ・  ・  ・ v角  ・ |b");
        let widths: Vec<_> = lines[2..13].iter().map(|line| line.width()).collect();
        assert!(
            widths[1..10].iter().all(|&width| width == widths[0] + 1),
            "{text}"
        );

        let last_move = [(square("7g"), Mark::Moved), (square("7f"), Mark::Moved)];
        let marks = [last_move.as_slice(), &[(square("7g"), Mark::OfFinding)]].concat();
        let text = marked_diagram(&position, &marks, ["先手", "後手"], Language::Japanese);
        assert!(text.contains("|  ・  ・( ・) ・"), "{text}");
        assert!(text.contains("|  歩  歩[ 歩] 歩"), "{text}");
    }
}
