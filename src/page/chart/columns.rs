//! Columns side by side, for what has an order.

use unicode_width::UnicodeWidthStr;

use super::canvas::{Anchor, Canvas, LINE, WIDTH};
use super::figures::{Bar, grouped, part};

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
    canvas.line("faint", (0.0, TOP), (WIDTH, TOP));
    canvas.text("value", (0.0, TOP - 5.0), Anchor::Start, &grouped(most), 16);
    for (at, row) in rows.iter().enumerate() {
        let left = at as f64 * step;
        let height = part(row.count, most) * HEIGHT;
        let height = if row.count > 0 { height.max(1.0) } else { 0.0 };
        canvas.rect("solid", (left + gap / 2.0, bottom - height), (step - gap, height));
    }
    for at in named(rows.iter().map(|it| &*it.name)) {
        let middle = (at as f64 + 0.5) * step;
        place(&mut canvas, middle, bottom + LINE - 3.0, &rows[at].name);
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

/// The places that are named, so that no name stands on another: those of round numbers, where the names are numbers at
/// equal distances, or else each of so many.
pub(super) fn named<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<usize> {
    let widest = names.clone().map(UnicodeWidthStr::width).max().unwrap_or(1) + 2;
    let count = names.clone().count();
    let least = (count * widest).div_ceil(LABELS);
    let every = [1, 2, 5, 10, 20, 25, 50, 100]
        .into_iter()
        .find(|it| *it >= least)
        .unwrap_or(least);
    let mut numbers = names.map_while(|it| it.parse().ok());
    let (first, second): (Option<usize>, Option<usize>) = (numbers.next(), numbers.next());
    let step = first
        .zip(second)
        .and_then(|(first, second)| second.checked_sub(first))
        .filter(|&it| it > 0);
    let offset = first
        .zip(step)
        .map_or(0, |(first, step)| (every - first / step % every) % every);
    (offset..count).step_by(every).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_are_named() {
        let of = |numbers: std::ops::Range<usize>, step: usize| {
            let names: Vec<_> = numbers.step_by(step).map(|it| it.to_string()).collect();
            let places = named(names.iter().map(String::as_str));
            places
                .into_iter()
                .map(|at| names[at].clone())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(of(1..121, 1), "20 40 60 80 100 120");
        assert_eq!(of(1950..2025, 1), "1950 1960 1970 1980 1990 2000 2010 2020");
        assert_eq!(of(0..160, 10), "0 20 40 60 80 100 120 140");
        assert_eq!(of(7..10, 1), "7 8 9");
        assert_eq!(named(["甲", "乙"].into_iter()), [0, 1]);
        assert_eq!(named(["1", "1"].into_iter()), [0, 1]);
        assert_eq!(named([].into_iter()), [0; 0]);
    }
}
