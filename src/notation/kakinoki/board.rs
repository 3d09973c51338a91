//! The board diagram (BOD) that gives the start position of a record.

use super::cursor::{Cursor, is_blank};
use super::words;
use crate::finding::Span;
use crate::record::gap::BoardGap;
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// A diagram as it is collected line by line.
#[derive(Debug)]
pub(crate) struct Diagram<'t> {
    position: Position,
    rows: u32,
    /// From the first line of the diagram to the last.
    pub span: Option<Span>,
    /// The side to move as a 手番 line says it.
    pub turn: Option<(Color, Span)>,
    /// The side that holds all pieces which stand nowhere else.
    rest: Option<Color>,
    /// A king listed in a hand.
    pub king_in_hand: Option<(Color, Span)>,
    /// The number of plies played, from the 手数＝ line.
    pub plies_before: Option<u32>,
    /// The line that says so.
    status: Option<Span>,
    /// The last of these plies, from the same line.
    pub last_move: Option<&'t str>,
}

impl<'t> Diagram<'t> {
    /// No line has been read.
    pub(crate) fn new() -> Self {
        Self {
            position: Position::empty(),
            rows: 0,
            span: None,
            turn: None,
            rest: None,
            king_in_hand: None,
            plies_before: None,
            status: None,
            last_move: None,
        }
    }

    /// Whether rows of a board have been seen.
    pub(crate) const fn has_board(&self) -> bool {
        self.rows > 0
    }

    /// The position, with Black to move where no line says otherwise.
    pub(crate) fn position(&self) -> Position {
        let mut position = self.position.clone();
        if let Some(side) = self.rest {
            position.give_rest(side);
        }
        position.set_side_to_move(self.turn.map_or(Color::Black, |(side, _)| side));
        position
    }

    /// What is wrong with the diagram as a whole, where the game starts with `side` to move.
    pub(crate) fn gap(&self, side: Color) -> Option<(Option<Span>, BoardGap)> {
        match self.rows {
            0 => self.without_board(side),
            9 => None,
            rows => Some((self.span, BoardGap::Rows(rows))),
        }
    }

    /// Pieces in hand and a turn mean nothing where no board is drawn.
    fn without_board(&self, side: Color) -> Option<(Option<Span>, BoardGap)> {
        let holds = |color| !self.position.hand(color).is_empty();
        if self.king_in_hand.is_some() || self.rest.is_some() || Color::ALL.into_iter().any(holds) {
            return Some((self.span, BoardGap::HandsAlone));
        }
        if let Some(span) = self
            .status
            .filter(|_| self.plies_before.is_some_and(|plies| plies > 0))
        {
            return Some((Some(span), BoardGap::PliesAlone));
        }
        let (turn, span) = self.turn?;
        (turn != side).then_some((Some(span), BoardGap::TurnAlone))
    }

    /// Reads `|v香v桂 ・ … |一`. The order of the rows counts, not their labels.
    pub(crate) fn row(&mut self, line: &str, span: Span) -> Option<BoardGap> {
        self.extend(span);
        self.rows = self.rows.saturating_add(1);
        // One gap for all of these: `gap`.
        if self.rows > 9 {
            return None;
        }
        let row = self.rows as u8;
        let mut cursor = Cursor::new(line.trim_end());
        cursor.eat('|');
        let mut disputed = false;
        for file in (1..=9).rev() {
            match cell(&mut cursor) {
                Ok((mark, piece)) => {
                    disputed |= mark == Some('^') && piece.is_some();
                    if let Some(square) = Square::new(file, row) {
                        self.position.put(square, piece);
                    }
                }
                Err(found) => return Some(BoardGap::RowSquare { row, file, found }),
            }
        }
        let closed = cursor.eat('|');
        let label = cursor.take(words::rank);
        if label.is_some_and(|label| label != row) {
            Some(BoardGap::OtherLabel(row))
        } else if !closed && label.is_none() && !cursor.rest().is_empty() {
            Some(BoardGap::LongRow(row))
        } else {
            disputed.then_some(BoardGap::Disputed(row))
        }
    }

    /// Reads a hand: pieces with counts in kanji, in any order, with or without blanks between; or 残り全部, with which
    /// problems give White all that is left, after them or alone.
    pub(crate) fn hand(&mut self, color: Color, hand: &str, span: Span) -> Option<BoardGap> {
        self.extend(span);
        let mut cursor = Cursor::new(hand.trim_end());
        let mut unread = String::new();
        cursor.skip_blanks();
        cursor.eat_str("なし");
        let mut disputed = false;
        loop {
            cursor.skip_blanks();
            if words::is_rest(cursor.rest()) {
                let before = self.rest.replace(color);
                disputed = before.is_some_and(|before| before != color);
                break;
            } else if let Some(kind) = cursor.take(|c| words::piece(c).filter(|kind| !kind.is_promoted())) {
                let count = count(&mut cursor).unwrap_or(1);
                if kind == PieceKind::King {
                    self.king_in_hand = Some((color, span));
                }
                let held = self.position.hand(color).get(kind).saturating_add(count);
                self.position.set_hand_count(color, kind, held);
            } else if let Some(c) = cursor.take(Some) {
                unread.push(c);
            } else {
                break;
            }
        }
        if disputed {
            return Some(BoardGap::RestToBoth);
        }
        (!unread.is_empty()).then_some(BoardGap::Hand(unread))
    }

    /// Reads `手数＝26  △２二銀(31)  まで`: how many plies were played, and the last of them.
    pub(crate) fn status(&mut self, line: &'t str, span: Span) -> Option<BoardGap> {
        let mut cursor = Cursor::new(line);
        cursor.skip_until(|c| matches!(c, '＝' | '='));
        cursor.take(Some);
        cursor.skip_blanks();
        self.status = Some(span);
        self.plies_before = cursor.number();
        cursor.eat('手');
        let rest = cursor.rest().trim();
        let last_move = rest.strip_suffix("まで").unwrap_or(rest).trim_end();
        self.last_move = Some(last_move).filter(|text| !text.is_empty());
        self.plies_before.is_none().then_some(BoardGap::NoPlies)
    }

    fn extend(&mut self, span: Span) {
        let start = self.span.map_or(span.start, |before| before.start);
        self.span = Some(Span { start, end: span.end });
    }
}

/// A mark and what stands after it, or the character that can be neither. `v` is White; a blank, `^` or `+` is Black.
fn cell(cursor: &mut Cursor<'_>) -> Result<(Option<char>, Option<Piece>), Option<char>> {
    let mark = cursor.take(|c| matches!(c, ' ' | 'v' | 'V' | '^' | '+').then_some(c));
    let color = if matches!(mark, Some('v' | 'V')) {
        Color::White
    } else {
        Color::Black
    };
    let empty = cursor.take(|c| matches!(c, '・' | '.' | '･').then_some(()));
    if empty.is_some() {
        return Ok((mark, None));
    }
    match cursor.take(words::piece) {
        Some(kind) => Ok((mark, Some(Piece { color, kind }))),
        None => Err(cursor.peek()),
    }
}

/// 二 to 十八, and up to 九十九 in a hand that holds more than a set has; or digits.
fn count(cursor: &mut Cursor<'_>) -> Option<u8> {
    let digit = cursor.take(words::kanji_digit);
    if cursor.eat('十') {
        let units = cursor.take(words::kanji_digit).unwrap_or(0);
        return Some(10 * digit.unwrap_or(1) + units);
    }
    digit.or_else(|| cursor.number().map(|n| n.min(255) as u8))
}

/// The side whose hand a header key names: 先手の持駒, 上手の持駒, and the home-made 先手持駒.
pub(crate) fn hand_owner(key: &str) -> Option<Color> {
    let key = key.trim_matches(is_blank);
    let (side, rest) = words::side(key)?;
    matches!(rest, "の持駒" | "持駒" | "の持ち駒" | "持ち駒").then_some(side)
}
