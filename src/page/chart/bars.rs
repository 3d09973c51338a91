//! Bars from left to right, each below its name.

use super::canvas::{Anchor, Canvas, LINE, WIDTH};
use super::figures::{Bar, Look, grouped, part};

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
        let parts: &[(&str, u64)] = match row.look {
            Look::Graded(counts) => &std::array::from_fn::<_, 3, _>(|it| (GRADES[it].0, counts[it])),
            Look::Plain | Look::Rest => &[("solid", row.count)],
        };
        let (name, count) = ([mark(row.look), &row.name].concat(), grouped(row.count));
        canvas.text("name", (0.0, top + 13.0), Anchor::Start, &name, 44);
        canvas.text("value", (WIDTH, top + 13.0), Anchor::End, &count, 16);
        if row.look != Look::Rest {
            canvas.rect("ground", (0.0, top + LINE), (WIDTH, THICK));
            let mut left = 0.0;
            for &(class, count) in parts.iter().filter(|(_, count)| *count > 0) {
                // What is there can be seen.
                let width = (part(count, most) * WIDTH).max(2.0);
                canvas.rect(class, (left, top + LINE), (width, THICK));
                left += width;
            }
        }
    }
    canvas
}

/// How errors, warnings and notes look, in bars and in front of names.
const GRADES: [(&str, &str); 3] = [("error", "● "), ("warning", "▲ "), ("note", "○ ")];

/// The sign of the gravest.
fn mark(look: Look) -> &'static str {
    let Look::Graded(counts) = look else {
        return "";
    };
    let gravest = counts.iter().position(|&count| count > 0);
    gravest.map_or("", |it| GRADES[it].1)
}
