//! Lines along something that has an order.

use super::canvas::{Anchor, Canvas, LINE, WIDTH};
use super::columns::{named, place};
use super::figures::Series;

const TOP: f64 = 18.0;
const HEIGHT: f64 = 150.0;
const LEGEND: f64 = 22.0;

/// How lines look, told apart by more than colour.
const CLASSES: [&str; 3] = ["first", "second", "third"];

pub(super) fn draw(unit: &str, places: &[String], series: &[Series]) -> Canvas {
    let top = TOP + LEGEND;
    let bottom = top + HEIGHT;
    let mut canvas = Canvas::new(bottom + LINE + 4.0);
    let values = series.iter().flat_map(|it| it.values.iter().flatten().copied());
    let most = values.filter(|it| it.is_finite()).fold(0.0, f64::max);
    let step = WIDTH / places.len().max(1) as f64;
    canvas.line("faint", (0.0, top), (WIDTH, top));
    let scale = if most > 0.0 {
        format!("{most:.1} {unit}")
    } else {
        unit.to_owned()
    };
    canvas.text("value", (0.0, top - 5.0), Anchor::Start, &scale, 30);
    let mut left = 0.0;
    for (line, class) in series.iter().zip(CLASSES.into_iter().cycle()) {
        canvas.line(&["line ", class].concat(), (left, 9.0), (left + 24.0, 9.0));
        canvas.text("value", (left + 30.0, 13.0), Anchor::Start, &line.name, 20);
        left += 130.0;
        for points in stretches(line, places.len()) {
            let points: Vec<_> = points
                .iter()
                .map(|&(at, value)| {
                    (
                        (at as f64 + 0.5) * step,
                        bottom - value / most.max(f64::MIN_POSITIVE) * HEIGHT,
                    )
                })
                .collect();
            match points[..] {
                [point] => canvas.dot(class, point, 2.0),
                _ => canvas.path(&["line ", class].concat(), &points),
            }
        }
    }
    for at in named(places.iter().map(String::as_str)) {
        let middle = (at as f64 + 0.5) * step;
        place(&mut canvas, middle, bottom + LINE - 3.0, &places[at]);
    }
    canvas.line("axis", (0.0, bottom), (WIDTH, bottom));
    canvas
}

/// The values of a line that stand beside each other, with their places.
fn stretches(line: &Series, places: usize) -> Vec<Vec<(usize, f64)>> {
    let mut all = vec![Vec::new()];
    for (at, value) in line.values.iter().take(places).enumerate() {
        match (value.filter(|it| it.is_finite()), all.last_mut()) {
            (Some(value), Some(stretch)) => stretch.push((at, value)),
            _ => all.push(Vec::new()),
        }
    }
    all.retain(|it| !it.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_breaks_where_nothing_is_known() {
        let line = Series {
            name: String::new(),
            values: vec![Some(1.0), Some(2.0), None, Some(3.0), Some(4.0)],
        };
        assert_eq!(stretches(&line, 4), [vec![(0, 1.0), (1, 2.0)], vec![(3, 3.0)]]);
    }
}
