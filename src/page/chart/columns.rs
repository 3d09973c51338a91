//! Columns side by side, for what has an order.

use super::canvas::{Anchor, Canvas, LINE, WIDTH};
use super::{Bar, Look, grouped, part};

const TOP: f64 = 18.0;
const HEIGHT: f64 = 150.0;

/// So many columns of text fit below a chart.
const LABELS: usize = 56;

pub(super) fn draw(rows: &[Bar]) -> Canvas {
    let bottom = TOP + HEIGHT;
    let mut canvas = Canvas::new(bottom + LINE + 4.0);
    let most = rows.iter().map(|it| it.count).max().unwrap_or(0);
    let step = WIDTH / rows.len().max(1) as f64;
    let gap = if step > 6.0 { 2.0 } else { 0.0 };
    let every = every(rows.iter().map(|it| &*it.name), rows.len());
    canvas.line("faint", (0.0, TOP), (WIDTH, TOP));
    canvas.text("value", (0.0, TOP - 5.0), Anchor::Start, &grouped(most), 16);
    for (at, row) in rows.iter().enumerate() {
        let left = at as f64 * step;
        let height = part(row.count, most) * HEIGHT;
        let height = if row.count > 0 { height.max(1.0) } else { 0.0 };
        let class = if row.look == Look::Strong {
            "strong"
        } else {
            "solid"
        };
        canvas.rect(class, (left + gap / 2.0, bottom - height), (step - gap, height));
        if at.is_multiple_of(every) {
            place(&mut canvas, left + step / 2.0, bottom + LINE - 3.0, &row.name);
        }
    }
    canvas.line("axis", (0.0, bottom), (WIDTH, bottom));
    canvas
}

/// The name of a place below the axis, inside the drawing.
pub(super) fn place(canvas: &mut Canvas, x: f64, y: f64, name: &str) {
    let half = name.len() as f64 * 4.0;
    let (x, anchor) = if x < half {
        (0.0, Anchor::Start)
    } else if x > WIDTH - half {
        (WIDTH, Anchor::End)
    } else {
        (x, Anchor::Middle)
    };
    canvas.text("value", (x, y), anchor, name, 16);
}

/// Of how many places one can be named, so that no name stands on another.
pub(super) fn every<'n>(names: impl Iterator<Item = &'n str>, count: usize) -> usize {
    let widest = names.map(|it| it.chars().count()).max().unwrap_or(1) + 2;
    (count * widest).div_ceil(LABELS).max(1)
}
