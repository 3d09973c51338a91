//! A board of another game than shogi.

use super::super::{escaped, put};
use super::fonts::FONTS;
use super::halves::halves;
use super::sizes::{BAR, CELL, EDGE};
use crate::finding::Language;
use crate::record::Record;
use crate::report::show::game_title;
use crate::system::{Drawing, DrawnPiece, Ground};

/// The way that the first player looks, and the colours of round pieces of the first and of the second.
const FIRST: char = '↑';
const COLOURS: [&str; 2] = ["#036", "#a00"];

/// The board after this ply.
pub fn drawn_svg(record: &Record<'_>, ply: u32, drawing: &Drawing, language: Language) -> String {
    let (columns, rows) = (drawing.columns.len(), drawing.rows.len());
    let width = 2 * EDGE + CELL * columns;
    let below = top(drawing, rows);
    let height = below + EDGE + 26 * (drawing.beside.len() + 1);
    let mut out = Vec::new();
    put!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" lang=\"ja\" xml:lang=\"ja\" font-family=\"{FONTS}\">\n"
    );
    let title = game_title(ply);
    let title = title.in_language(language);
    let game = record.game.words.in_language(language);
    put!(
        out,
        "<title lang=\"{code}\" xml:lang=\"{code}\">{}: {}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        escaped(game),
        escaped(&title),
        code = language.code()
    );
    bare(drawing, &mut out);
    for (row, (_, cells)) in drawing.rows.iter().enumerate() {
        for (column, piece) in cells.iter().enumerate() {
            if let Some(piece) = piece {
                place(piece, drawing.ground, corner(drawing, row, column), &mut out);
            }
        }
    }
    let lines = drawing
        .beside
        .iter()
        .map(|it| it.in_language(language).into_owned());
    for (line, words) in std::iter::once(title.into_owned()).chain(lines).enumerate() {
        let y = below + EDGE + 26 * line;
        text(&words, (width / 2, y), 18, &mut out);
    }
    put!(out, "</svg>\n");
    String::from_utf8_lossy(&out).into_owned()
}

/// The board of a game without its pieces, as a picture of its own: it says nothing that stands in a record.
pub fn bare_board(drawing: &Drawing) -> String {
    let width = 2 * EDGE + CELL * drawing.columns.len();
    let height = top(drawing, drawing.rows.len()) + EDGE / 2;
    let mut out = Vec::new();
    put!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" lang=\"ja\" font-family=\"{FONTS}\">"
    );
    bare(drawing, &mut out);
    put!(out, "</svg>");
    String::from_utf8_lossy(&out).into_owned()
}

/// A piece of a game as a picture of its own; its cell has its upper left corner at 0.
pub fn lone_piece(piece: &DrawnPiece, ground: Ground) -> String {
    let mut out = Vec::new();
    put!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\">");
    place(piece, ground, (0, 0), &mut out);
    put!(out, "</svg>");
    String::from_utf8_lossy(&out).into_owned()
}

/// Where a piece stands on the picture of a board: the upper left corner of its cell.
pub fn corner(drawing: &Drawing, row: usize, column: usize) -> (usize, usize) {
    let is_wide = match drawing.ground {
        Ground::Halves(halves) => halves.is_wide(column, row, drawing.rows.len()),
        Ground::Squares | Ground::Points(_) => false,
    };
    let left = EDGE + CELL * column + if is_wide { CELL / 2 } else { 0 };
    (left, top(drawing, row))
}

fn place(piece: &DrawnPiece, ground: Ground, corner: (usize, usize), out: &mut Vec<u8>) {
    match ground {
        Ground::Squares | Ground::Halves(_) => draw(piece, corner, out),
        Ground::Points(_) => draw_round(piece, corner, out),
    }
}

/// The lines and the names.
fn bare(drawing: &Drawing, out: &mut Vec<u8>) {
    let size = (drawing.columns.len(), drawing.rows.len());
    match drawing.ground {
        Ground::Squares => grid(size, out),
        Ground::Points(across) => points(size, across, out),
        Ground::Halves(it) => halves(size, &it, out),
    }
    labels(drawing, out);
}

/// The upper edge of a row; that of the row after the last is the lower edge of the board.
fn top(drawing: &Drawing, row: usize) -> usize {
    let bar = match drawing.ground {
        Ground::Halves(halves) if row >= halves.above => BAR,
        _ => 0,
    };
    EDGE + CELL * row + bar
}

fn grid((columns, rows): (usize, usize), out: &mut Vec<u8>) {
    let (right, bottom) = (EDGE + CELL * columns, EDGE + CELL * rows);
    put!(out, "<path fill=\"none\" stroke=\"#000\" d=\"");
    for column in 0..=columns {
        put!(out, "M{x} {EDGE}V{bottom}", x = EDGE + CELL * column);
    }
    for row in 0..=rows {
        put!(out, "M{EDGE} {y}H{right}", y = EDGE + CELL * row);
    }
    put!(out, "\"/>\n");
}

/// Lines through the middles of the cells, and those that run across.
fn points((columns, rows): (usize, usize), across: &[[(usize, usize); 2]], out: &mut Vec<u8>) {
    let middle = |at: usize| EDGE + CELL * at + CELL / 2;
    let (right, bottom) = (middle(columns.saturating_sub(1)), middle(rows.saturating_sub(1)));
    put!(out, "<path fill=\"none\" stroke=\"#000\" d=\"");
    for column in 0..columns {
        put!(out, "M{x} {top}V{bottom}", x = middle(column), top = middle(0));
    }
    for row in 0..rows {
        put!(out, "M{left} {y}H{right}", left = middle(0), y = middle(row));
    }
    for [from, to] in across {
        let [from, to] = [from, to].map(|&(column, row)| (middle(column), middle(row)));
        put!(out, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
    }
    put!(out, "\"/>\n");
}

fn labels(drawing: &Drawing, out: &mut Vec<u8>) {
    for (column, name) in drawing.columns.iter().enumerate() {
        text(name, (EDGE + CELL * column + CELL / 2, EDGE - 12), 16, out);
    }
    let right = EDGE + CELL * drawing.columns.len() + 16;
    for (row, (name, _)) in drawing.rows.iter().enumerate() {
        text(name, (right, top(drawing, row) + CELL / 2 + 6), 16, out);
    }
}

/// A piece as its player sees it: the others are turned.
fn draw(piece: &DrawnPiece, (x, y): (usize, usize), out: &mut Vec<u8>) {
    let (x, y) = (x + CELL / 2, y + CELL / 2);
    let fill = if piece.faded { "#999" } else { "#000" };
    put!(
        out,
        "<g transform=\"rotate({degrees} {x} {y})\" fill=\"{fill}\"><path fill=\"{ground}\" stroke=\"{fill}\" \
         d=\"M{x} {top}l18 9 4 37h-44l4-37z\"/>",
        // A piece that lies face down.
        ground = if piece.label.is_empty() { "#ccc" } else { "none" },
        degrees = 90 * u32::from(piece.quarters),
        top = y - 25
    );
    // Two letters are as wide as a character.
    let (below, size) = if piece.label.is_ascii() {
        (12, 22)
    } else {
        (15, 30)
    };
    text(&piece.label, (x, y + below), size, out);
    put!(out, "</g>\n");
}

/// A round piece in the colour of its player.
fn draw_round(piece: &DrawnPiece, (x, y): (usize, usize), out: &mut Vec<u8>) {
    let (x, y) = (x + CELL / 2, y + CELL / 2);
    let colour = COLOURS[usize::from(piece.mark != FIRST)];
    put!(
        out,
        "<g fill=\"{colour}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"25\" fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"2\"/>"
    );
    text(&piece.label, (x, y + 11), 32, out);
    put!(out, "</g>\n");
}

fn text(words: &str, (x, y): (usize, usize), size: u32, out: &mut Vec<u8>) {
    put!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\">{}</text>\n",
        escaped(words)
    );
}
