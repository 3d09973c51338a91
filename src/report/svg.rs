//! Board diagrams in SVG: of shogi, in the style of shogi books, and of the other games.
//!
//! The diagram of shogi shows the board with the traditional pieces, White's upside down, and the hands on the left and
//! on the right. White's name is above the board; Black's name, the last move and the side to move are below it.
//!
//! A file is self-contained: no style sheet, no embedded font, no script. The background is always white.

use std::fmt::Display;

use unicode_width::UnicodeWidthChar;

use super::diagram::number;
use super::show::{View, game_title, player, title};
use super::{Mark, escape_xml, put};
use crate::finding::Language;
use crate::notation::japanese;
use crate::record::{HeaderKey, Record};
use crate::shogi::{Color, Piece, PieceKind, Position, Square};
use crate::system::{Drawing, DrawnPiece, Grid, Halves};

/// Width of a picture of shogi (pixels).
const WIDTH: usize = LEFT_MARGIN + BOARD_SIZE.0 + LEFT_MARGIN;

/// Height of a picture of shogi (pixels).
const HEIGHT: usize = TOP_MARGIN + BOARD_SIZE.1 + 122;

/// Maximum width of a line of text (terminal columns, of which a Japanese character takes two).
const MAX_TEXT_COLUMNS: usize = 72;

/// Returns a picture of the position of a view, with marks for the last move and for the findings on the ply.
pub fn svg(view: &View<'_, '_>, language: Language) -> String {
    let mut out = Vec::new();
    let names = Color::ALL.map(|side| player_label(view, side, language));
    let [black, white] = names.each_ref();
    let caption = title(view, language);
    let size = (WIDTH, HEIGHT);
    begin(size, &format!("{black}, {white}: {caption}"), language, &mut out);
    put!(
        out,
        "<desc lang=\"{code}\" xml:lang=\"{code}\">{}</desc>\n",
        escape_xml(&description(view, language)),
        code = language.code()
    );
    draw_background(size, &mut out);
    draw_board(view, &Marks::new(view), language, &mut out);
    let middle = LEFT_MARGIN + BOARD_SIZE.0 / 2;
    let below = TOP_MARGIN + BOARD_SIZE.1;
    truncated_text(white, (middle, 36), 20, &mut out);
    truncated_text(black, (middle, below + 34), 20, &mut out);
    truncated_text(&caption, (middle, below + 64), 18, &mut out);
    truncated_text(&turn(view, language), (middle, below + 88), 18, &mut out);
    if let Some(legend) = legend(view, language) {
        truncated_text(&legend, (middle, below + 110), 15, &mut out);
    }
    put!(out, "</svg>\n");
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes the start of a picture of this size, with its title.
fn begin((width, height): (usize, usize), title: &str, language: Language, out: &mut Vec<u8>) {
    // The language is Japanese for all pieces, because Chinese fonts have other forms of the same characters.
    put!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" lang=\"ja\" xml:lang=\"ja\" font-family=\"{FONTS}\">\n\
         <title lang=\"{code}\" xml:lang=\"{code}\">{}</title>\n",
        escape_xml(title),
        code = language.code()
    );
}

/// Paints the background of a picture of this size white.
fn draw_background((width, height): (usize, usize), out: &mut Vec<u8>) {
    put!(
        out,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
}

/// Returns the label of a side, such as `▲ Black: 甲野太郎`. The name of the player is omitted if it is unknown.
fn player_label(view: &View<'_, '_>, color: Color, language: Language) -> String {
    let key = match color {
        Color::Black => HeaderKey::Black,
        Color::White => HeaderKey::White,
    };
    let mark = japanese::mark(color);
    let side = view.side(color, language);
    match (player(view, key), language) {
        (None, _) => format!("{mark} {side}"),
        (Some(name), Language::English) => format!("{mark} {side}: {name}"),
        (Some(name), Language::Japanese) => format!("{mark} {side}：{name}"),
    }
}

/// Returns the legend of the rings: the titles of the rules of the findings on the ply that concern squares.
///
/// Returns `None` if there are no such findings.
fn legend(view: &View<'_, '_>, language: Language) -> Option<String> {
    let mut rules: Vec<_> = view
        .findings_on_ply()
        .filter(|finding| !finding.cells.is_empty())
        .map(|finding| *finding.rule.title().in_language(language))
        .collect();
    rules.dedup();
    (!rules.is_empty()).then(|| format!("○ {}", rules.join(", ")))
}

/// Writes a line of text centred at a point, truncated if it is too long.
fn truncated_text(words: &str, middle: (usize, usize), size: u32, out: &mut Vec<u8>) {
    centred_text(&truncate(words), middle, size, out);
}

fn truncate(words: &str) -> String {
    let mut columns = 0;
    let mut out = String::new();
    for (count, character) in words.chars().enumerate() {
        columns += character.width().unwrap_or(0);
        // Characters without width do not fill a line, so the number of characters has a separate limit.
        if columns > MAX_TEXT_COLUMNS || count > 2 * MAX_TEXT_COLUMNS {
            out.push('…');
            break;
        }
        out.push(character);
    }
    out
}

// The board, its pieces and the hands.

/// Width and height of a square (pixels). Squares are slightly higher than wide, as on real boards.
const CELL_SIZE: (usize, usize) = (48, 52);

/// Width and height of the board (pixels).
const BOARD_SIZE: (usize, usize) = (9 * CELL_SIZE.0, 9 * CELL_SIZE.1);

/// Left and right margin of the board (pixels).
const LEFT_MARGIN: usize = 132;

/// Top margin of the board (pixels).
const TOP_MARGIN: usize = 84;

/// Font size of the pieces on the board (pixels).
const PIECE_FONT_SIZE: usize = 38;

/// Font size of the pieces in hand (pixels).
const HAND_FONT_SIZE: usize = 30;

/// Colour of promoted pieces. Their characters distinguish them from other pieces even in print without colours.
const PROMOTED_COLOUR: &str = "#b00000";

/// Draws the board of shogi with its marks, coordinates and pieces, and both hands.
fn draw_board(view: &View<'_, '_>, marks: &Marks, language: Language, out: &mut Vec<u8>) {
    if let Some(from) = marks.from {
        rect(square_corner(from), CELL_SIZE, "fill=\"#fff3d0\"", out);
    }
    if let Some(to) = marks.to {
        let (x, y) = square_corner(to);
        let size = (CELL_SIZE.0 - 6, CELL_SIZE.1 - 6);
        let attributes = "fill=\"#ffe08a\" stroke=\"#000\" stroke-width=\"2\"";
        rect((x + 3, y + 3), size, attributes, out);
    }
    draw_board_grid(out);
    draw_coordinates(out);
    put!(
        out,
        "<g font-size=\"{PIECE_FONT_SIZE}\" text-anchor=\"middle\">\n"
    );
    for square in Square::ALL {
        if let Some(piece) = view.position.piece_at(square) {
            draw_piece(piece, square, out);
        }
    }
    put!(out, "</g>\n");
    draw_rings(&marks.rings, out);
    draw_hand(view, Color::White, language, out);
    draw_hand(view, Color::Black, language, out);
}

fn rect((x, y): (usize, usize), (width, height): (usize, usize), attributes: &str, out: &mut Vec<u8>) {
    put!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {attributes}/>\n"
    );
}

/// Returns the upper left corner of a square (pixels).
const fn square_corner(square: Square) -> (usize, usize) {
    let column = 9 - square.file() as usize;
    let row = square.rank() as usize - 1;
    (LEFT_MARGIN + column * CELL_SIZE.0, TOP_MARGIN + row * CELL_SIZE.1)
}

/// Returns the centre of a square (pixels).
const fn square_center(square: Square) -> (usize, usize) {
    let (x, y) = square_corner(square);
    (x + CELL_SIZE.0 / 2, y + CELL_SIZE.1 / 2)
}

fn draw_board_grid(out: &mut Vec<u8>) {
    let (right, bottom) = (LEFT_MARGIN + BOARD_SIZE.0, TOP_MARGIN + BOARD_SIZE.1);
    put!(out, "<g stroke=\"#000\" fill=\"none\">\n");
    rect((LEFT_MARGIN, TOP_MARGIN), BOARD_SIZE, "stroke-width=\"3\"", out);
    put!(out, "<path stroke-width=\"1\" d=\"");
    for line in 1..9 {
        let (x, y) = (LEFT_MARGIN + line * CELL_SIZE.0, TOP_MARGIN + line * CELL_SIZE.1);
        put!(out, "M{x} {TOP_MARGIN}V{bottom}M{LEFT_MARGIN} {y}H{right}");
    }
    put!(out, "\"/>\n</g>\n");
    for (column, row) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
        let (x, y) = (LEFT_MARGIN + column * CELL_SIZE.0, TOP_MARGIN + row * CELL_SIZE.1);
        put!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>\n");
    }
}

fn draw_coordinates(out: &mut Vec<u8>) {
    put!(out, "<g font-size=\"18\" text-anchor=\"middle\">\n");
    for number in 1..=9_u8 {
        let index = usize::from(number);
        let x = LEFT_MARGIN + (9 - index) * CELL_SIZE.0 + CELL_SIZE.0 / 2;
        words_at((x, TOP_MARGIN - 10), "", japanese::file(number), out);
        let y = TOP_MARGIN + index * CELL_SIZE.1 - CELL_SIZE.1 / 2 + 7;
        words_at(
            (LEFT_MARGIN + BOARD_SIZE.0 + 16, y),
            "",
            japanese::rank(number),
            out,
        );
    }
    put!(out, "</g>\n");
}

/// Draws a piece in the centre of its square, White's upside down.
fn draw_piece(piece: Piece, square: Square, out: &mut Vec<u8>) {
    let (x, y) = square_center(square);
    // The baseline of a kanji is 9/25 of the font size below its middle.
    let base = y + PIECE_FONT_SIZE * 9 / 25;
    let mut attributes = String::new();
    if piece.kind.is_promoted() {
        put!(attributes, " fill=\"{PROMOTED_COLOUR}\"");
    }
    if piece.color == Color::White {
        put!(attributes, " transform=\"rotate(180 {x} {y})\"");
    }
    words_at((x, base), &attributes, japanese::glyph(piece.kind), out);
}

fn draw_rings(squares: &[Square], out: &mut Vec<u8>) {
    for &square in squares {
        let (x, y) = square_center(square);
        put!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"22\" fill=\"none\" stroke=\"#c00000\" stroke-width=\"3\"/>\n"
        );
    }
}

/// Draws a hand, with a line for each kind of piece.
///
/// White's hand is on the left and begins at the top of the board. Black's hand is on the right and ends at the bottom
/// of the board.
fn draw_hand(view: &View<'_, '_>, color: Color, language: Language, out: &mut Vec<u8>) {
    /// Height of a line (pixels).
    const LINE_HEIGHT: usize = 38;
    let pieces: Vec<_> = view.position.hand(color).iter().collect();
    let line_count = 1 + pieces.len().max(1);
    let (x, top) = match color {
        Color::White => (LEFT_MARGIN / 2, TOP_MARGIN),
        Color::Black => (
            LEFT_MARGIN + BOARD_SIZE.0 + 28 + (LEFT_MARGIN - 28) / 2,
            TOP_MARGIN + BOARD_SIZE.1 - line_count * LINE_HEIGHT,
        ),
    };
    put!(out, "<g text-anchor=\"middle\">\n");
    let name = view.side(color, language);
    let mark = japanese::mark(color);
    let words = format!("{mark}{name}");
    words_at((x, top + 22), " font-size=\"20\"", words, out);
    let mut base = top + LINE_HEIGHT + 28;
    for (kind, count) in pieces.iter().copied() {
        draw_held_pieces(kind, count, (x, base), language, out);
        base += LINE_HEIGHT;
    }
    if pieces.is_empty() {
        let no_pieces = language.either("none", "なし");
        words_at((x, base), " font-size=\"20\"", no_pieces, out);
    }
    put!(out, "</g>\n");
}

/// Draws a kind of piece in hand, with the number of pieces if there are several. Each line begins 30 pixels to the
/// left of the middle `x` of the hand.
fn draw_held_pieces(
    kind: PieceKind,
    count: u8,
    (x, base): (usize, usize),
    language: Language,
    out: &mut Vec<u8>,
) {
    let (glyph, x) = (japanese::glyph(kind), x - 30);
    put!(
        out,
        "<text x=\"{x}\" y=\"{base}\" font-size=\"{HAND_FONT_SIZE}\" text-anchor=\"start\">{glyph}"
    );
    if count > 1 {
        let number = number(count, language);
        put!(out, "<tspan dx=\"4\" font-size=\"22\">{number}</tspan>");
    }
    put!(out, "</text>\n");
}

// A board in two halves, and the bar with its gates (gunjin shogi).

/// Draws the cells of both halves of a board, the bar between them, and the lines through the gates of the bar.
fn draw_halves((columns, rows): (usize, usize), halves: &Halves, out: &mut Vec<u8>) {
    let (right, bar) = (
        DRAWING_MARGIN + DRAWING_CELL_SIZE * columns,
        DRAWING_MARGIN + DRAWING_CELL_SIZE * halves.rows_above,
    );
    put!(
        out,
        "<path fill=\"#ddd\" stroke=\"none\" d=\"M{DRAWING_MARGIN} {bar}H{right}v{BAR_HEIGHT}H{DRAWING_MARGIN}z\"/>\n"
    );
    put!(out, "<path fill=\"none\" stroke=\"#000\" d=\"");
    draw_cells_of_halves((columns, rows), (right, bar), halves, out);
    put!(
        out,
        "\"/>\n<path fill=\"none\" stroke=\"#000\" stroke-width=\"4\" d=\""
    );
    draw_gates(columns, bar, halves, out);
    put!(out, "\"/>\n");
}

/// Draws the lines between the cells of both halves, as parts of a path. The bar begins at the height `bar`.
fn draw_cells_of_halves(
    (columns, rows): (usize, usize),
    (right, bar): (usize, usize),
    halves: &Halves,
    out: &mut Vec<u8>,
) {
    let bottom = DRAWING_MARGIN + DRAWING_CELL_SIZE * rows + BAR_HEIGHT;
    for column in 0..=columns {
        // A wide cell spans two columns, so the line between them is omitted.
        let shortening = if column == halves.wide_column + 1 {
            DRAWING_CELL_SIZE
        } else {
            0
        };
        let x = DRAWING_MARGIN + DRAWING_CELL_SIZE * column;
        put!(out, "M{x} {top}V{bar}", top = DRAWING_MARGIN + shortening);
        put!(
            out,
            "M{x} {top}V{bottom}",
            top = bar + BAR_HEIGHT,
            bottom = bottom - shortening
        );
    }
    for row in 0..=halves.rows_above {
        put!(
            out,
            "M{DRAWING_MARGIN} {y}H{right}",
            y = DRAWING_MARGIN + DRAWING_CELL_SIZE * row
        );
    }
    for row in halves.rows_above..=rows {
        put!(
            out,
            "M{DRAWING_MARGIN} {y}H{right}",
            y = DRAWING_MARGIN + DRAWING_CELL_SIZE * row + BAR_HEIGHT
        );
    }
}

/// Draws the lines through the gates of the bar, as parts of a path.
fn draw_gates(columns: usize, bar: usize, halves: &Halves, out: &mut Vec<u8>) {
    let middle = |column: usize| DRAWING_MARGIN + DRAWING_CELL_SIZE * column + DRAWING_CELL_SIZE / 2;
    for gate in &halves.gates {
        let [first, last] = gate.columns;
        // For a gate of one column, `columns` contains this column twice. The gate is drawn only once.
        let columns_below = if first == last {
            &gate.columns[..1]
        } else {
            &gate.columns
        };
        for (&below, joined) in columns_below.iter().zip(gate.joined) {
            for above in (0..columns).filter(|column| joined >> column & 1 != 0) {
                let (from, to) = (middle(below), middle(above));
                put!(out, "M{from} {start}L{to} {bar}", start = bar + BAR_HEIGHT);
            }
        }
    }
}

// The marks on the board.

/// The marked squares of a board of shogi, by the appearance of the mark.
struct Marks {
    /// The destination of the last move, if there is one.
    to: Option<Square>,
    /// The origin of the last move; `None` for a drop, or if there is no last move.
    from: Option<Square>,
    /// The squares that the findings on the ply concern, each once.
    rings: Vec<Square>,
}

impl Marks {
    fn new(view: &View<'_, '_>) -> Self {
        let last_move = view.last_move().map(|(_, ply)| ply);
        let rings = view
            .marks()
            .into_iter()
            .filter(|(_, mark)| *mark == Mark::OfFinding);
        let mut rings: Vec<_> = rings.map(|(square, _)| square).collect();
        rings.sort_by_key(|square| square.index());
        rings.dedup();
        Self {
            to: last_move.map(|ply| ply.to),
            from: last_move.and_then(|ply| ply.from),
            rings,
        }
    }
}

// The fonts of the pieces.

/// Fonts with the characters of the pieces that are common on each operating system.
const FONTS: &str = "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', 'MS Mincho', \
                     IPAMincho, 'Noto Sans CJK JP', serif";

// A description of the position for screen readers.

/// Returns a description of the pieces of both sides on the board and in hand, and of the side to move.
fn description(view: &View<'_, '_>, language: Language) -> String {
    let position = &view.position;
    let (colon, stop) = language.either((": ", ". "), ("：", "。"));
    let mut words = String::new();
    for color in Color::ALL {
        let on_board = on_board(position, color, language);
        let in_hand = in_hand(position, color, language);
        let side = view.side(color, language);
        let hand = language.either("in hand", "持駒");
        words += &[side, colon, &on_board, stop, hand, colon, &in_hand, stop].concat();
    }
    words.push_str(&turn(view, language));
    words.push_str(stop.trim_end());
    words
}

/// Returns the side to move in words, with a note if its king is in check.
fn turn(view: &View<'_, '_>, language: Language) -> String {
    let mover = view.position.side_to_move();
    let is_in_check = view.position.in_check(mover);
    let side = view.side(mover, language);
    let check_note = if is_in_check {
        language.either(", in check", "（王手がかかっている）")
    } else {
        ""
    };
    format!("{side}{}{check_note}", language.either(" to move", "番"))
}

fn on_board(position: &Position, color: Color, language: Language) -> String {
    let mut pieces: Vec<_> = position.pieces(color).collect();
    // Promoted pieces are first, then the king and all other unpromoted pieces, each by descending value: the reverse
    // order of the kinds.
    pieces.sort_by_key(|&(square, kind)| (std::cmp::Reverse(kind.index()), square.index()));
    let words = |(square, kind): (Square, PieceKind)| match language {
        Language::English => format!("{} {square}", kind.english()),
        Language::Japanese => format!("{}{}", japanese::square(square), japanese::piece(kind)),
    };
    list(pieces.into_iter().map(words), language)
}

fn in_hand(position: &Position, color: Color, language: Language) -> String {
    let words = |(kind, count): (PieceKind, u8)| match language {
        Language::English => format!("{} {count}", kind.english()),
        Language::Japanese => format!("{}{count}", japanese::piece(kind)),
    };
    list(position.hand(color).iter().map(words), language)
}

fn list(words: impl Iterator<Item = String>, language: Language) -> String {
    let words: Vec<_> = words.collect();
    let (comma, empty_list) = language.either((", ", "none"), ("、", "なし"));
    if words.is_empty() {
        empty_list.to_owned()
    } else {
        words.join(comma)
    }
}

// The board of a game other than shogi.

/// The direction mark of the first player's pieces.
const FIRST_PLAYER_MARK: char = '↑';

/// The colours of round pieces: of the first player, and of the second player.
const ROUND_PIECE_COLOURS: [&str; 2] = ["#036", "#a00"];

/// Returns a picture of a game other than shogi: `drawing`, the board after `ply`, with a title and the lines of text
/// below it.
pub fn drawing_svg(record: &Record<'_>, ply: u32, drawing: &Drawing, language: Language) -> String {
    let (columns, rows) = (drawing.columns.len(), drawing.rows.len());
    let width = 2 * DRAWING_MARGIN + DRAWING_CELL_SIZE * columns;
    let below = row_top(drawing, rows);
    let height = below + DRAWING_MARGIN + 26 * (drawing.notes.len() + 1);
    let mut out = Vec::new();
    let title = game_title(ply);
    let title = title.in_language(language);
    let game = record.game.words.in_language(language);
    begin((width, height), &format!("{game}: {title}"), language, &mut out);
    draw_background((width, height), &mut out);
    draw_empty_board(drawing, &mut out);
    for (row, (_, cells)) in drawing.rows.iter().enumerate() {
        for (column, piece) in cells.iter().enumerate() {
            if let Some(piece) = piece {
                draw_game_piece(piece, drawing.grid, cell_corner(drawing, row, column), &mut out);
            }
        }
    }
    let lines = drawing
        .notes
        .iter()
        .map(|note| note.in_language(language).into_owned());
    for (line, words) in std::iter::once(title.into_owned()).chain(lines).enumerate() {
        let y = below + DRAWING_MARGIN + 26 * line;
        centred_text(&words, (width / 2, y), 18, &mut out);
    }
    put!(out, "</svg>\n");
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns a picture of the board of a game other than shogi without its pieces.
///
/// The picture contains no text from a record.
pub(crate) fn empty_board(drawing: &Drawing) -> String {
    let width = 2 * DRAWING_MARGIN + DRAWING_CELL_SIZE * drawing.columns.len();
    let height = row_top(drawing, drawing.rows.len()) + DRAWING_MARGIN / 2;
    let mut out = Vec::new();
    put!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" lang=\"ja\" font-family=\"{FONTS}\">"
    );
    draw_empty_board(drawing, &mut out);
    put!(out, "</svg>");
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns a picture of a piece of a game other than shogi. The origin is the upper left corner of the cell of the
/// piece.
pub(crate) fn piece_svg(piece: &DrawnPiece, grid: Grid) -> String {
    let mut out = Vec::new();
    put!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\">");
    draw_game_piece(piece, grid, (0, 0), &mut out);
    put!(out, "</svg>");
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns the upper left corner of a cell in the picture of a board (pixels). A piece in a wide cell is drawn in the
/// middle, so half a cell is added.
pub(crate) fn cell_corner(drawing: &Drawing, row: usize, column: usize) -> (usize, usize) {
    let is_wide = match drawing.grid {
        Grid::Halves(halves) => halves.is_wide(column, row, drawing.rows.len()),
        Grid::Squares | Grid::Points(_) => false,
    };
    let left = DRAWING_MARGIN + DRAWING_CELL_SIZE * column + if is_wide { DRAWING_CELL_SIZE / 2 } else { 0 };
    (left, row_top(drawing, row))
}

fn draw_game_piece(piece: &DrawnPiece, grid: Grid, corner: (usize, usize), out: &mut Vec<u8>) {
    match grid {
        Grid::Squares | Grid::Halves(_) => draw_pentagon_piece(piece, corner, out),
        Grid::Points(_) => draw_round_piece(piece, corner, out),
    }
}

/// Draws a board without pieces: its lines, and the names of its columns and rows.
fn draw_empty_board(drawing: &Drawing, out: &mut Vec<u8>) {
    let size = (drawing.columns.len(), drawing.rows.len());
    match drawing.grid {
        Grid::Squares => draw_cell_grid(size, out),
        Grid::Points(diagonals) => draw_point_grid(size, diagonals, out),
        Grid::Halves(board_halves) => draw_halves(size, &board_halves, out),
    }
    draw_labels(drawing, out);
}

/// Returns the upper edge of a row in the picture of a board (pixels).
///
/// For the number after that of the last row, returns the lower edge of the board.
fn row_top(drawing: &Drawing, row: usize) -> usize {
    let bar = match drawing.grid {
        Grid::Halves(halves) if row >= halves.rows_above => BAR_HEIGHT,
        _ => 0,
    };
    DRAWING_MARGIN + DRAWING_CELL_SIZE * row + bar
}

fn draw_cell_grid((columns, rows): (usize, usize), out: &mut Vec<u8>) {
    put!(out, "<path fill=\"none\" stroke=\"#000\" d=\"");
    grid_path((columns, rows), DRAWING_MARGIN, out);
    put!(out, "\"/>\n");
}

/// Writes the path data of the vertical and horizontal lines around a grid of cells.
///
/// `start` is both the x and the y coordinate of the upper left corner of the grid.
fn grid_path((columns, rows): (usize, usize), start: usize, out: &mut Vec<u8>) {
    let coordinate = |cells: usize| start + DRAWING_CELL_SIZE * cells;
    for column in 0..=columns {
        put!(out, "M{} {start}V{}", coordinate(column), coordinate(rows));
    }
    for row in 0..=rows {
        put!(out, "M{start} {}H{}", coordinate(row), coordinate(columns));
    }
}

/// Draws the lines of a board whose pieces are on the points: lines through the middles of the cells, and diagonal
/// lines.
fn draw_point_grid((columns, rows): (usize, usize), diagonals: &[[(usize, usize); 2]], out: &mut Vec<u8>) {
    let middle = |index: usize| DRAWING_MARGIN + DRAWING_CELL_SIZE * index + DRAWING_CELL_SIZE / 2;
    put!(out, "<path fill=\"none\" stroke=\"#000\" d=\"");
    let intervals = (columns.saturating_sub(1), rows.saturating_sub(1));
    grid_path(intervals, middle(0), out);
    for [from, to] in diagonals {
        let [from, to] = [from, to].map(|&(column, row)| (middle(column), middle(row)));
        put!(out, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
    }
    put!(out, "\"/>\n");
}

fn draw_labels(drawing: &Drawing, out: &mut Vec<u8>) {
    for (column, name) in drawing.columns.iter().enumerate() {
        centred_text(
            name,
            (
                DRAWING_MARGIN + DRAWING_CELL_SIZE * column + DRAWING_CELL_SIZE / 2,
                DRAWING_MARGIN - 12,
            ),
            16,
            out,
        );
    }
    let right = DRAWING_MARGIN + DRAWING_CELL_SIZE * drawing.columns.len() + 16;
    for (row, (name, _)) in drawing.rows.iter().enumerate() {
        centred_text(
            name,
            (right, row_top(drawing, row) + DRAWING_CELL_SIZE / 2 + 6),
            16,
            out,
        );
    }
}

/// Draws a pentagonal piece in the cell with this upper left corner, rotated into the direction of its player.
fn draw_pentagon_piece(piece: &DrawnPiece, (x, y): (usize, usize), out: &mut Vec<u8>) {
    let (x, y) = (x + DRAWING_CELL_SIZE / 2, y + DRAWING_CELL_SIZE / 2);
    let fill = if piece.faded { "#999" } else { "#000" };
    put!(
        out,
        "<g transform=\"rotate({degrees} {x} {y})\" fill=\"{fill}\"><path fill=\"{ground}\" stroke=\"{fill}\" \
         d=\"M{x} {top}l18 9 4 37h-44l4-37z\"/>",
        // Pieces that lie face down are filled.
        ground = if piece.label.is_empty() { "#ccc" } else { "none" },
        degrees = 90 * u32::from(piece.quarter_turns),
        top = y - 25
    );
    // Two Latin letters must fit into the width of one Japanese character.
    let (below, size) = if piece.label.is_ascii() {
        (12, 22)
    } else {
        (15, 30)
    };
    centred_text(&piece.label, (x, y + below), size, out);
    put!(out, "</g>\n");
}

/// Draws a round piece in the cell with this upper left corner, in the colour of its player.
fn draw_round_piece(piece: &DrawnPiece, (x, y): (usize, usize), out: &mut Vec<u8>) {
    let (x, y) = (x + DRAWING_CELL_SIZE / 2, y + DRAWING_CELL_SIZE / 2);
    let colour = ROUND_PIECE_COLOURS[usize::from(piece.mark != FIRST_PLAYER_MARK)];
    put!(
        out,
        "<g fill=\"{colour}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"25\" fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"2\"/>"
    );
    centred_text(&piece.label, (x, y + 11), 32, out);
    put!(out, "</g>\n");
}

/// Writes text, horizontally centred, in a font of this size (pixels). `middle` is the middle of the baseline. The text
/// is escaped.
fn centred_text(words: &str, middle: (usize, usize), size: u32, out: &mut Vec<u8>) {
    let attributes = format!(" font-size=\"{size}\" text-anchor=\"middle\"");
    words_at(middle, &attributes, escape_xml(words), out);
}

/// Writes text whose baseline begins at a point, or is centred on it if the text anchor is `middle`.
///
/// `attributes` are XML attributes, with a blank before each. Neither the attributes nor the words are escaped.
fn words_at((x, y): (usize, usize), attributes: &str, words: impl Display, out: &mut Vec<u8>) {
    put!(out, "<text x=\"{x}\" y=\"{y}\"{attributes}>{words}</text>\n");
}

// Sizes of the boards of other games.

/// Width and height of a cell (pixels).
const DRAWING_CELL_SIZE: usize = 60;
/// Margin around the board of a game other than shogi (pixels).
const DRAWING_MARGIN: usize = 48;
/// Height of the bar between the two halves of a board (pixels).
const BAR_HEIGHT: usize = 30;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_truncated() {
        assert_eq!(truncate("甲"), "甲");
        assert_eq!(truncate(&"甲".repeat(1000)), format!("{}…", "甲".repeat(36)));
        assert!(truncate(&"か\u{3099}".repeat(1000)).chars().count() < 200);
    }
}
