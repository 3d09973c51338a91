//! How the games of each group ended: Black's part from the left, White's from the right. The bars are all games, the
//! rates are of those that somebody won.

use super::canvas::{Anchor, Canvas, LINE, WIDTH};
use super::figures::{Results, part, percent};
use crate::finding::{Language, Words, both};

const ROW: f64 = LINE + 24.0;
const THICK: f64 = 15.0;

/// How a part looks, in the order of [`Results::counts`].
const CLASSES: [&str; 4] = ["black", "draw", "white", "none"];

/// What the parts are called, in the same order.
pub(super) const PARTS: [Words; 4] = [
    both("☗ Black wins", "☗ 先手勝ち"),
    both("draw", "引き分け"),
    both("☖ White wins", "☖ 後手勝ち"),
    both("no result", "勝敗なし"),
];

pub(super) fn draw(rows: &[Results], language: Language) -> Canvas {
    let mut canvas = Canvas::new(LINE + 10.0 + rows.len() as f64 * ROW);
    legend(&mut canvas, language);
    let mut top = LINE + 10.0;
    for row in rows {
        let all: u64 = row.counts.iter().sum();
        canvas.text("name", (0.0, top + 13.0), Anchor::Start, &row.name, 34);
        canvas.text("value", (WIDTH, top + 13.0), Anchor::End, &told(row), 30);
        let mut left = 0.0;
        for (count, class) in row.counts.iter().zip(CLASSES) {
            let width = part(*count, all) * WIDTH;
            if *count > 0 {
                // The outline stays inside.
                canvas.rect(
                    class,
                    (left + 0.75, top + LINE + 0.75),
                    (width - 1.5, THICK - 1.5),
                );
            }
            left += width;
        }
        top += ROW;
    }
    canvas
}

fn told(row: &Results) -> String {
    let [black, _, white, _] = rates(row);
    let told = [
        black.map(|it| format!("☗ {it}")),
        white.map(|it| format!("☖ {it}")),
    ];
    told.into_iter().flatten().collect::<Vec<_>>().join("  ")
}

/// How often each side won of the decided games, in the order of [`Results::counts`].
pub(super) fn rates(row: &Results) -> [Option<String>; 4] {
    let [black, _, white, _] = row.counts;
    let decided = black + white;
    let rate = |wins| (decided > 0).then(|| percent(part(wins, decided)));
    [rate(black), None, rate(white), None]
}

fn legend(canvas: &mut Canvas, language: Language) {
    let mut left = 0.0;
    for (words, class) in PARTS.iter().zip(CLASSES) {
        let words = words.in_language(language);
        canvas.rect(class, (left + 0.75, 3.0), (10.5, 10.5));
        canvas.text("value", (left + 16.0, 13.0), Anchor::Start, words, 20);
        left += 104.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_of_decided_games() {
        let results = |counts| Results {
            name: String::new(),
            counts,
        };
        assert_eq!(told(&results([3, 5, 1, 90])), "☗ 75%  ☖ 25%");
        assert_eq!(told(&results([0, 5, 0, 90])), "");
    }
}
