//! The board diagram (BOD) that gives the start position of a record.

use super::cursor::{Cursor, digit, is_blank};
use super::words;
use crate::finding::{Finding, Span};
use crate::notation::rules::unreadable_board;
use crate::shogi::{Color, Kind, Piece, Position, Square};

/// A diagram as it is collected line by line.
#[derive(Debug)]
pub(super) struct Diagram {
    position: Position,
    rows: u8,
    /// From the first line of the diagram to the last.
    pub span: Option<Span>,
    /// The side to move as a 手番 line says it.
    pub turn: Option<(Color, Span)>,
    /// A king listed in a hand.
    pub king_in_hand: Option<(Color, Span)>,
    /// The number of plies played, from the 手数＝ line.
    pub plies_before: Option<u32>,
}

impl Diagram {
    pub fn new() -> Self {
        Self {
            position: Position::empty(),
            rows: 0,
            span: None,
            turn: None,
            king_in_hand: None,
            plies_before: None,
        }
    }

    /// Whether rows of a board have been seen.
    pub const fn has_board(&self) -> bool {
        self.rows > 0
    }

    /// The position, with Black to move where no line says otherwise.
    pub fn position(&self) -> Position {
        let mut position = self.position.clone();
        position.set_side_to_move(self.turn.map_or(Color::Black, |(side, _)| side));
        position
    }

    /// What is wrong with the number of rows.
    pub fn trouble(&self) -> Option<Finding> {
        (self.has_board() && self.rows != 9).then(|| {
            let message = format!(
                "the board has {} of 9 rows; the squares of the others are taken as empty",
                self.rows
            );
            Finding::new(&unreadable_board::RULE, self.span, message).at_ply(0)
        })
    }

    /// Reads `|v香v桂 ・ … |一`.
    pub fn row(&mut self, line: &str, span: Span) -> Option<Finding> {
        self.extend(span);
        self.rows += 1;
        if self.rows > 9 {
            self.rows = 10;
            return Some(complaint(
                span,
                "the board has more than nine rows; this one is not used",
            ));
        }
        let mut cursor = Cursor::new(line.trim_end());
        cursor.eat('|');
        for file in (1..=9).rev() {
            match cell(&mut cursor) {
                Ok(piece) => {
                    if let Some(square) = Square::new(file, self.rows) {
                        self.position.put(square, piece);
                    }
                }
                Err(what) => {
                    let message = format!(
                        "row {} of the board: {what} on file {file}; what could be read is used",
                        self.rows
                    );
                    return Some(complaint(span, message));
                }
            }
        }
        cursor.eat('|');
        let label = cursor.take(words::rank);
        (label.is_some_and(|label| label != self.rows)).then(|| {
            complaint(
                span,
                format!(
                    "row {} of the board is labelled with another rank; the order counts",
                    self.rows
                ),
            )
        })
    }

    /// Reads a hand: pieces with counts in kanji, in any order, with or without blanks between.
    pub fn hand(&mut self, color: Color, hand: &str, span: Span) -> Option<Finding> {
        self.extend(span);
        let mut cursor = Cursor::new(hand);
        cursor.skip_blanks();
        if cursor.eat_str("なし") {
            return None;
        }
        while let Some(kind) = cursor.take(|c| words::piece(c).filter(|kind| !kind.is_promoted())) {
            let count = count(&mut cursor).unwrap_or(1);
            if kind == Kind::King {
                self.king_in_hand = Some((color, span));
                cursor.skip_blanks();
                continue;
            }
            let before = self.position.hand(color).get(kind);
            self.position
                .set_hand_count(color, kind, before.saturating_add(count));
            cursor.skip_blanks();
        }
        let rest = cursor.rest().trim_end();
        (!rest.is_empty()).then(|| {
            complaint(
                span,
                format!("\"{rest}\" in this hand is no piece and no number; the rest is used"),
            )
        })
    }

    /// Reads `手数＝26  △２二銀(31)  まで`: only the number matters.
    pub fn status(&mut self, line: &str) {
        let mut cursor = Cursor::new(line);
        while cursor.peek().is_some_and(|c| digit(c).is_none()) {
            cursor.take(Some);
        }
        self.plies_before = cursor.number();
    }

    fn extend(&mut self, span: Span) {
        let start = self.span.map_or(span.start, |before| before.start);
        self.span = Some(Span { start, end: span.end });
    }
}

fn complaint(span: Span, message: impl Into<String>) -> Finding {
    Finding::new(&unreadable_board::RULE, span, message).at_ply(0)
}

/// A mark and a glyph. `v` is White; a blank, `^` or `+` is Black.
fn cell(cursor: &mut Cursor<'_>) -> Result<Option<Piece>, String> {
    let mark = cursor.take(|c| matches!(c, ' ' | 'v' | 'V' | '^' | '+').then_some(c));
    let color = if matches!(mark, Some('v' | 'V')) {
        Color::White
    } else {
        Color::Black
    };
    if cursor
        .take(|c| matches!(c, '・' | '.' | '･').then_some(()))
        .is_some()
    {
        return Ok(None);
    }
    match cursor.take(words::piece) {
        Some(kind) => Ok(Some(Piece { color, kind })),
        None => Err(cursor
            .peek()
            .map_or("the row ends".to_owned(), |c| format!("\"{c}\" is no piece"))),
    }
}

/// 二 to 十八, or digits.
fn count(cursor: &mut Cursor<'_>) -> Option<u8> {
    if cursor.eat('十') {
        return Some(10 + cursor.take(words::kanji_digit).unwrap_or(0));
    }
    if let Some(units) = cursor.take(words::kanji_digit) {
        return Some(units);
    }
    cursor.number().map(|n| n.min(255) as u8)
}

/// The side whose hand a header key names: 先手の持駒, 上手の持駒, and the home-made 先手持駒.
pub(super) fn hand_owner(key: &str) -> Option<Color> {
    let key = key.trim_matches(is_blank);
    let (side, rest) = words::side(key)?;
    matches!(rest, "の持駒" | "持駒" | "の持ち駒" | "持ち駒").then_some(side)
}
