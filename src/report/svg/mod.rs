//! A diagram as shogi books print it, in SVG: the board with the traditional pieces, White's upside down, the hands
//! beside it, names, last move and side to move around it.
//!
//! It stands alone: no style sheet, no font, no script, nothing that depends on where it is shown. Its ground is
//! white wherever it stands.

mod board;
mod drawing;
mod fonts;
mod halves;
mod marks;
mod sizes;
mod spoken;

pub use drawing::{bare_board, lone_piece};
pub use drawing::{corner, drawn_svg};

use unicode_width::UnicodeWidthChar;

use super::escaped;
use super::put;
use super::show::{View, player, title};
use crate::finding::{Language, Seat};
use crate::notation::japanese;
use crate::record::HeaderKey;
use crate::shogi::Color;
use board::{BOARD, LEFT, TOP};
use fonts::FONTS;
use marks::Marks;

/// The size of the picture.
const WIDTH: u32 = LEFT + BOARD.0 + LEFT;
const HEIGHT: u32 = TOP + BOARD.1 + 122;

/// So many columns of text fit beside each other.
const COLUMNS: usize = 72;

/// The diagram of the ply that is looked at.
pub fn svg(view: &View<'_, '_>, language: Language) -> String {
    let mut out = Vec::new();
    // The pieces are Japanese in any language: the same characters look otherwise in Chinese fonts.
    put!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\" lang=\"ja\" xml:lang=\"ja\" font-family=\"{FONTS}\">\n"
    );
    let names = Color::ALL.map(|side| name(view, side, language));
    let caption = title(view, language);
    put!(
        out,
        "<title lang=\"{code}\" xml:lang=\"{code}\">{}, {}: {}</title>\n\
         <desc lang=\"{code}\" xml:lang=\"{code}\">{}</desc>\n",
        escaped(&names[Color::Black.index()]),
        escaped(&names[Color::White.index()]),
        escaped(&caption),
        escaped(&spoken::description(view, language)),
        code = language.code()
    );
    put!(
        out,
        "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    board::draw(&view.position, &Marks::of(view), language, &mut out);
    let middle = LEFT + BOARD.0 / 2;
    let below = TOP + BOARD.1;
    line(&names[Color::White.index()], (middle, 36), 20, &mut out);
    line(&names[Color::Black.index()], (middle, below + 34), 20, &mut out);
    line(&caption, (middle, below + 64), 18, &mut out);
    line(&spoken::turn(view, language), (middle, below + 88), 18, &mut out);
    if let Some(legend) = legend(view, language) {
        line(&legend, (middle, below + 110), 15, &mut out);
    }
    put!(out, "</svg>\n");
    String::from_utf8_lossy(&out).into_owned()
}

/// `▲ Black: 甲野太郎`.
fn name(view: &View<'_, '_>, color: Color, language: Language) -> String {
    let key = match color {
        Color::Black => HeaderKey::Black,
        Color::White => HeaderKey::White,
    };
    let mark = japanese::mark(color);
    let side = Seat::from(color).words.in_language(language);
    match (player(view, key), language) {
        (None, _) => format!("{mark} {side}"),
        (Some(name), Language::English) => format!("{mark} {side}: {name}"),
        (Some(name), Language::Japanese) => format!("{mark} {side}：{name}"),
    }
}

/// What the rings are about.
fn legend(view: &View<'_, '_>, language: Language) -> Option<String> {
    let mut rules: Vec<_> = view
        .concerns()
        .filter(|finding| !finding.cells.is_empty())
        .map(|finding| match language {
            Language::English => finding.rule.english,
            Language::Japanese => finding.rule.japanese,
        })
        .collect();
    rules.dedup();
    (!rules.is_empty()).then(|| format!("○ {}", rules.join(", ")))
}

/// Writes a line of text around a point, cut where it is too long.
fn line(words: &str, (x, y): (u32, u32), size: u32, out: &mut Vec<u8>) {
    let words = cut(words);
    put!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\">{}</text>\n",
        escaped(&words)
    );
}

fn cut(words: &str) -> String {
    let mut columns = 0;
    let mut out = String::new();
    for (count, character) in words.chars().enumerate() {
        columns += character.width().unwrap_or(0);
        // Characters without width do not fill a line.
        if columns > COLUMNS || count > 2 * COLUMNS {
            out.push('…');
            break;
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(cut("甲"), "甲");
        assert_eq!(cut(&"甲".repeat(1000)), format!("{}…", "甲".repeat(36)));
        assert!(cut(&"か\u{3099}".repeat(1000)).chars().count() < 200);
    }
}
