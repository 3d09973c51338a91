//! The board, its pieces and the hands.

use super::super::diagram::number;
use super::super::put;
use super::marks::Marks;
use crate::finding::{Language, Seat, both};
use crate::notation::japanese;
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// A square: a little higher than wide, as on real boards.
const CELL: (u32, u32) = (48, 52);

/// The board.
pub(super) const BOARD: (u32, u32) = (9 * CELL.0, 9 * CELL.1);

/// Where it begins; as much room is on its right.
pub(super) const LEFT: u32 = 132;
pub(super) const TOP: u32 = 84;

/// The size of the pieces, and of those in hand.
const PIECE: u32 = 38;
const HELD: u32 = 30;

/// Promoted pieces are red; that they have another sign tells them in black and white.
const PROMOTED: &str = "#b00000";

/// Draws the board.
pub(super) fn draw(position: &Position, marks: &Marks, language: Language, out: &mut Vec<u8>) {
    if let Some(from) = marks.from {
        let ((x, y), (width, height)) = (corner(from), CELL);
        put!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#fff3d0\"/>\n"
        );
    }
    if let Some(to) = marks.to {
        let (x, y) = corner(to);
        let (width, height) = (CELL.0 - 6, CELL.1 - 6);
        put!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"#ffe08a\" stroke=\"#000\" stroke-width=\"2\"/>\n",
            x + 3,
            y + 3
        );
    }
    grid(out);
    coordinates(out);
    put!(out, "<g font-size=\"{PIECE}\" text-anchor=\"middle\">\n");
    for square in Square::ALL {
        if let Some(piece) = position.piece_at(square) {
            draw_piece(piece, square, out);
        }
    }
    put!(out, "</g>\n");
    rings(&marks.rings, out);
    hand(position, Color::White, language, out);
    hand(position, Color::Black, language, out);
}

/// The upper left corner of a square.
const fn corner(square: Square) -> (u32, u32) {
    let column = 9 - square.file() as u32;
    let row = square.rank() as u32 - 1;
    (LEFT + column * CELL.0, TOP + row * CELL.1)
}

fn grid(out: &mut Vec<u8>) {
    let (right, bottom) = (LEFT + BOARD.0, TOP + BOARD.1);
    put!(out, "<g stroke=\"#000\" fill=\"none\">\n");
    put!(
        out,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" stroke-width=\"3\"/>\n",
        BOARD.0,
        BOARD.1
    );
    put!(out, "<path stroke-width=\"1\" d=\"");
    for line in 1..9 {
        let (x, y) = (LEFT + line * CELL.0, TOP + line * CELL.1);
        put!(out, "M{x} {TOP}V{bottom}M{LEFT} {y}H{right}");
    }
    put!(out, "\"/>\n</g>\n");
    for (column, row) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
        let (x, y) = (LEFT + column * CELL.0, TOP + row * CELL.1);
        put!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>\n");
    }
}

fn coordinates(out: &mut Vec<u8>) {
    put!(out, "<g font-size=\"18\" text-anchor=\"middle\">\n");
    for place in 1..=9_u8 {
        let at = u32::from(place);
        let x = LEFT + (9 - at) * CELL.0 + CELL.0 / 2;
        put!(
            out,
            "<text x=\"{x}\" y=\"{}\">{}</text>\n",
            TOP - 10,
            japanese::file(place)
        );
        let y = TOP + at * CELL.1 - CELL.1 / 2 + 7;
        put!(
            out,
            "<text x=\"{}\" y=\"{y}\">{}</text>\n",
            LEFT + BOARD.0 + 16,
            japanese::rank(place)
        );
    }
    put!(out, "</g>\n");
}

/// A piece in the middle of its square, White's upside down.
fn draw_piece(piece: Piece, square: Square, out: &mut Vec<u8>) {
    let (x, y) = corner(square);
    let (x, y) = (x + CELL.0 / 2, y + CELL.1 / 2);
    // The middle of a kanji is so far above the line it stands on.
    let base = y + PIECE * 9 / 25;
    let red = if piece.kind.is_promoted() {
        format!(" fill=\"{PROMOTED}\"")
    } else {
        String::new()
    };
    let turned = match piece.color {
        Color::Black => String::new(),
        Color::White => format!(" transform=\"rotate(180 {x} {y})\""),
    };
    put!(
        out,
        "<text x=\"{x}\" y=\"{base}\"{red}{turned}>{}</text>\n",
        japanese::glyph(piece.kind)
    );
}

fn rings(squares: &[Square], out: &mut Vec<u8>) {
    for &square in squares {
        let (x, y) = corner(square);
        let (x, y) = (x + CELL.0 / 2, y + CELL.1 / 2);
        put!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"22\" fill=\"none\" stroke=\"#c00000\" stroke-width=\"3\"/>\n"
        );
    }
}

/// A hand: White's from the top on the left, Black's to the bottom on the right; a line for each kind.
fn hand(position: &Position, color: Color, language: Language, out: &mut Vec<u8>) {
    /// The height of a line.
    const LINE: u32 = 38;
    let held: Vec<_> = position.hand(color).iter().collect();
    let lines = 1 + held.len().max(1) as u32;
    let (x, top) = match color {
        Color::White => (LEFT / 2, TOP),
        Color::Black => (
            LEFT + BOARD.0 + 28 + (LEFT - 28) / 2,
            TOP + BOARD.1 - lines * LINE,
        ),
    };
    put!(out, "<g text-anchor=\"middle\">\n");
    let name = Seat::from(color).words.in_language(language);
    let mark = japanese::mark(color);
    put!(
        out,
        "<text x=\"{x}\" y=\"{}\" font-size=\"20\">{mark}{name}</text>\n",
        top + 22
    );
    let mut base = top + LINE + 28;
    for (kind, count) in held.iter().copied() {
        held_pieces(kind, count, (x, base), language, out);
        base += LINE;
    }
    if held.is_empty() {
        let nothing = both("none", "なし");
        let nothing = nothing.in_language(language);
        put!(
            out,
            "<text x=\"{x}\" y=\"{base}\" font-size=\"20\">{nothing}</text>\n"
        );
    }
    put!(out, "</g>\n");
}

/// A kind and its number, under the beginning of the name of the side.
fn held_pieces(kind: PieceKind, count: u8, (x, base): (u32, u32), language: Language, out: &mut Vec<u8>) {
    let (glyph, x) = (japanese::glyph(kind), x - 30);
    put!(
        out,
        "<text x=\"{x}\" y=\"{base}\" font-size=\"{HELD}\" text-anchor=\"start\">{glyph}"
    );
    if count > 1 {
        let number = number(count, language);
        put!(out, "<tspan dx=\"4\" font-size=\"22\">{number}</tspan>");
    }
    put!(out, "</text>\n");
}
