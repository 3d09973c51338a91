//! Rates with the interval in which they may lie, on an axis from 0 to 100 %.

use super::canvas::{Anchor, Canvas, LINE, WIDTH};
use super::figures::{Rate, grouped, percent};

const ROW: f64 = LINE + 18.0;

pub(super) fn draw(rows: &[Rate]) -> Canvas {
    let height = rows.len() as f64 * ROW;
    let mut canvas = Canvas::new(height + LINE);
    for quarter in 0..=4 {
        let mark = f64::from(quarter) / 4.0;
        let x = (mark * WIDTH).clamp(0.5, WIDTH - 0.5);
        canvas.line(if quarter == 2 { "axis" } else { "faint" }, (x, 0.0), (x, height));
        let anchor = match quarter {
            0 => Anchor::Start,
            4 => Anchor::End,
            _ => Anchor::Middle,
        };
        canvas.text("value", (mark * WIDTH, height + 14.0), anchor, &percent(mark), 8);
    }
    let mut top = 0.0;
    for row in rows {
        let told = format!("{} ({})", percent(row.rate), grouped(row.games));
        canvas.text("name over", (0.0, top + 13.0), Anchor::Start, &row.name, 36);
        canvas.text("value over", (WIDTH, top + 13.0), Anchor::End, &told, 24);
        let (low, high) = row.interval;
        let (y, at) = (top + LINE + 6.0, |rate: f64| rate.clamp(0.0, 1.0) * WIDTH);
        canvas.line("whisker", (at(low), y), (at(high), y));
        // The dot is as wide as that.
        if at(high) - at(low) > 10.0 {
            for end in [low, high] {
                canvas.line("whisker", (at(end), y - 4.0), (at(end), y + 4.0));
            }
        }
        canvas.dot("solid", (at(row.rate), y), 4.5);
        top += ROW;
    }
    canvas
}
