//! What charts are drawn on.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

use crate::report::escaped;

/// The width of every chart; it shrinks and grows with its column.
pub(super) const WIDTH: f64 = 400.0;

/// The height of a line of text.
pub(super) const LINE: f64 = 18.0;

/// The end of a text that stands at its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in the making. What it looks like in light, in dark and on paper is said by the style sheet.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    marks: String,
    height: f64,
}

// Writing into a string cannot fail.
impl Canvas {
    /// An empty drawing of a height.
    pub(super) fn new(height: f64) -> Self {
        Self {
            marks: String::new(),
            height,
        }
    }

    /// A rectangle from its upper left corner.
    pub(super) fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let _ = writeln!(
            self.marks,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            N(x),
            N(y),
            N(width.max(0.0)),
            N(height.max(0.0))
        );
    }

    /// A line.
    pub(super) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = writeln!(
            self.marks,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            N(x1),
            N(y1),
            N(x2),
            N(y2)
        );
    }

    /// A line through points.
    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let mut way = String::new();
        for (at, &(x, y)) in points.iter().enumerate() {
            let _ = write!(way, "{}{} {}", if at == 0 { 'M' } else { 'L' }, N(x), N(y));
        }
        let _ = writeln!(self.marks, "<path class=\"{class}\" d=\"{way}\"/>");
    }

    /// A dot.
    pub(super) fn dot(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let _ = writeln!(
            self.marks,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            N(x),
            N(y),
            N(radius)
        );
    }

    /// Text, cut to so many columns.
    pub(super) fn text(
        &mut self,
        class: &str,
        (x, y): (f64, f64),
        anchor: Anchor,
        words: &str,
        columns: usize,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.marks,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            N(x),
            N(y),
            escaped(&cut(words, columns))
        );
    }

    /// The drawing as SVG, with what a screen reader says of it.
    pub(super) fn finish(self, number: usize, title: &str, about: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"c{number}t c{number}d\">\n\
             <title id=\"c{number}t\">{title}</title>\n<desc id=\"c{number}d\">{about}</desc>\n{}</svg>\n",
            N(WIDTH),
            N(self.height),
            self.marks
        )
    }
}

/// A number without digits that nobody sees.
struct N(f64);

impl std::fmt::Display for N {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = if self.0.is_finite() { self.0 } else { 0.0 };
        let text = format!("{number:.1}");
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

/// As much of a text as fits into so many columns. It is cut in the middle: files and directories often differ at the
/// end.
fn cut(words: &str, columns: usize) -> String {
    let whole = beginning(words.chars(), columns);
    if whole.chars().count() == words.chars().count() {
        return whole;
    }
    let room = columns.saturating_sub(1);
    let behind = beginning(words.chars().rev(), room / 2);
    let before = beginning(words.chars(), room - room / 2);
    before.chars().chain(['…']).chain(behind.chars().rev()).collect()
}

/// The characters that fit into so many columns. Those without width do not fill a line.
fn beginning(characters: impl Iterator<Item = char>, columns: usize) -> String {
    let mut room = columns;
    let fits = |character: &char| {
        let width = character.width().unwrap_or(0);
        let fits = width <= room;
        room = room.saturating_sub(width);
        fits
    };
    characters.take(2 * columns + 1).take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(cut("甲乙丙", 6), "甲乙丙");
        assert_eq!(cut("甲乙丙丁", 6), "甲…丁");
        assert_eq!(
            cut("archive/2024/spring/table-17.kif", 20),
            "archive/20…le-17.kif"
        );
        assert!(cut(&"か\u{3099}".repeat(1000), 10).chars().count() < 30);
    }
}
