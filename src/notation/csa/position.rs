//! The start position: `PI`, the ranks `P1` to `P9`, the pieces of `P+` and `P-`, and whose turn it is.

use super::list::{Group, PiecePlace};
use super::rank;
use crate::finding::Span;
use crate::record::gap::BoardGap;
use crate::record::{Gap, GapKind, Gaps, Start};
use crate::shogi::{Color, Handicap, Piece, PieceKind, Position, Square};

/// How the board is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Board {
    /// Not at all: the even start.
    Unsaid,
    /// By `PI`.
    Even,
    /// Rank by rank or piece by piece.
    Listed,
}

/// The start position while it is read.
#[derive(Debug)]
pub(super) struct Setup {
    position: Position,
    board: Board,
    /// The ranks that were drawn, a bit for each.
    drawn: u16,
    /// Who gets the pieces that are not on the board.
    rest: Option<Color>,
    king_in_hand: Option<(Color, Span)>,
    span: Option<Span>,
    turn: Option<(Color, Span)>,
    gaps: Gaps,
}

impl Setup {
    /// Nothing is said yet.
    pub(super) fn new() -> Self {
        Self {
            position: Position::empty(),
            board: Board::Unsaid,
            drawn: 0,
            rest: None,
            king_in_hand: None,
            span: None,
            turn: None,
            gaps: Gaps::default(),
        }
    }

    /// Who moves first, as far as that is said.
    pub(super) fn turn(&self) -> Option<Color> {
        self.turn.map(|(color, _)| color)
    }

    /// Where the board stands.
    pub(super) fn span(&self) -> Option<Span> {
        self.span
    }

    /// Takes a line that says whose turn it is; the other side, if another line has said otherwise before.
    pub(super) fn set_turn(&mut self, color: Color, span: Span) -> Option<Color> {
        let before = self.turn.replace((color, span));
        before.map(|(before, _)| before).filter(|&before| before != color)
    }

    /// Takes a line `P…` without its end, which stands at `start` in the file.
    pub(super) fn take(&mut self, line: &str, start: u32) {
        let span = Span {
            start,
            end: start + line.trim_end().len() as u32,
        };
        let Some((head, rest)) = line.split_at_checked(2) else {
            return;
        };
        match head.as_bytes()[1] {
            b'I' => self.even(rest, span),
            b'+' => self.pieces(Color::Black, rest, span),
            b'-' => self.pieces(Color::White, rest, span),
            digit => self.rank(digit.wrapping_sub(b'0'), rest, span),
        }
    }

    /// `PI`: the even start without the pieces listed.
    fn even(&mut self, list: &str, span: Span) {
        if self.board != Board::Unsaid {
            self.odd(span, BoardGap::EvenBeside);
        }
        self.board = Board::Even;
        self.drawn = 0;
        self.cover(span);
        self.position = Position::startpos();
        for group in Group::all(list, span.start + 2) {
            match (group.place, group.kind()) {
                (Some(PiecePlace::Board(square)), Some(kind)) => self.remove(square, kind, group),
                _ => return self.odd(group.span(), BoardGap::NotRemoved),
            }
        }
    }

    fn remove(&mut self, square: Square, kind: PieceKind, group: Group<'_>) {
        let there = self.position.piece_at(square);
        self.position.put(square, None);
        if there.is_none_or(|there| there.kind != kind) {
            let kind = GapKind::RemovalMismatch {
                square,
                named: kind,
                there: there.map(|there| there.kind),
            };
            self.gaps.push(Gap::of_start(group.span(), kind));
        }
    }

    /// `P1` to `P9`: a rank.
    fn rank(&mut self, number: u8, squares: &str, span: Span) {
        if self.board == Board::Even {
            self.odd(span, BoardGap::DrawnBeside);
            self.position = Position::empty();
        }
        let bit = 1 << number;
        if self.drawn & bit != 0 {
            self.odd(span, BoardGap::DrawnTwice(number));
        }
        self.board = Board::Listed;
        self.drawn |= bit;
        self.cover(span);

        let rank = rank::read(squares);
        for (file, piece) in (1..=9).rev().zip(rank.squares) {
            if let Some(square) = Square::new(file, number) {
                self.position.put(square, piece);
            }
        }
        if let Some(odd) = rank.odd {
            let start = span.start as usize + 2;
            let span = Span::new(start + odd.start, start + odd.end);
            self.odd(span, BoardGap::RankSquare(number));
        }
        if rank.count != 9 {
            let count = rank.count;
            self.odd(span, BoardGap::Squares { rank: number, count });
        }
    }

    /// `P+` and `P-`: a list of pieces on the board and in hand. An empty list says nothing.
    fn pieces(&mut self, color: Color, list: &str, span: Span) {
        if list.trim().is_empty() {
            return;
        }
        if self.board == Board::Even {
            self.odd(span, BoardGap::ListedBeside);
        } else {
            self.board = Board::Listed;
        }
        self.cover(span);
        for group in Group::all(list, span.start + 2) {
            match (group.place, group.kind()) {
                (Some(PiecePlace::Board(square)), Some(kind)) => {
                    self.put(square, Piece { color, kind }, group);
                }
                (Some(PiecePlace::Hand), Some(kind)) => self.hold(color, kind, group),
                (Some(PiecePlace::Hand), None) if group.code == *b"AL" => self.give_rest(color, group),
                _ => return self.odd(group.span(), BoardGap::NotPlaced),
            }
        }
    }

    fn put(&mut self, square: Square, piece: Piece, group: Group<'_>) {
        if self.position.piece_at(square).is_some() {
            self.odd(group.span(), BoardGap::TwoPieces(square));
        }
        self.position.put(square, Some(piece));
    }

    fn hold(&mut self, color: Color, kind: PieceKind, group: Group<'_>) {
        if kind == PieceKind::King {
            // For the referee to say: no position can hold it.
            self.king_in_hand = Some((color, group.span()));
            return;
        }
        if kind.is_promoted() {
            self.odd(group.span(), BoardGap::PromotedInHand(kind));
        }
        let held = self.position.hand(color).get(kind).saturating_add(1);
        self.position.set_hand_count(color, kind.base(), held);
    }

    fn give_rest(&mut self, color: Color, group: Group<'_>) {
        if self.rest.replace(color).is_some_and(|before| before != color) {
            self.odd(group.span(), BoardGap::RestToBoth);
        }
    }

    fn odd(&mut self, span: Span, gap: BoardGap) {
        let kind = GapKind::UnreadableBoard(gap);
        self.gaps.push(Gap::of_start(span, kind));
    }

    fn cover(&mut self, span: Span) {
        let start = self.span.map_or(span.start, |before| before.start);
        self.span = Some(Span { start, end: span.end });
    }

    /// The start, when `turn` has been found out, and what is wrong with it.
    pub(super) fn finish<'t>(mut self, turn: Color) -> (Start<'t>, Gaps) {
        if self.board == Board::Unsaid {
            self.position = Position::startpos();
        }
        if let Some(color) = self.rest {
            self.position.give_rest(color);
        }
        self.position.set_side_to_move(turn);
        let start = Start {
            handicap: Handicap::of(&self.position),
            position: self.position,
            diagram: self.span,
            turn: self.turn.map(|(_, span)| span),
            king_in_hand: self.king_in_hand,
            ..Start::default()
        };
        (start, self.gaps)
    }
}
