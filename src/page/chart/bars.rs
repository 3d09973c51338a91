//! Bars from left to right, each below its name.

use super::canvas::{Anchor, Canvas, LINE, WIDTH};
use super::{Bar, Look, grouped, part};

/// So much room has a bar with its name.
const ROW: f64 = LINE + 16.0;

/// So thick is a bar.
const THICK: f64 = 8.0;

pub(super) fn draw(rows: &[Bar]) -> Canvas {
    let mut canvas = Canvas::new(rows.len().max(1) as f64 * ROW);
    let bars = rows.iter().filter(|it| it.look != Look::Rest);
    let most = bars.map(|it| it.count).max().unwrap_or(0);
    for (row, at) in rows.iter().zip(0..) {
        let top = f64::from(at) * ROW;
        let (class, mark) = match row.look {
            Look::Strong => ("strong", "● "),
            Look::Plain | Look::Rest => ("solid", ""),
        };
        let (name, count) = ([mark, &row.name].concat(), grouped(row.count));
        canvas.text("name", (0.0, top + 13.0), Anchor::Start, &name, 44);
        canvas.text("value", (WIDTH, top + 13.0), Anchor::End, &count, 16);
        if row.look != Look::Rest {
            canvas.rect("ground", (0.0, top + LINE), (WIDTH, THICK));
            let width = part(row.count, most) * WIDTH;
            // What is there can be seen.
            let width = if row.count > 0 { width.max(2.0) } else { 0.0 };
            canvas.rect(class, (0.0, top + LINE), (width, THICK));
        }
    }
    canvas
}
