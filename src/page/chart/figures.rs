//! The figures that are drawn, and how they are written.

/// Something that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it is, in the language of the page.
    pub name: String,
    /// How often.
    pub count: u64,
    /// How it looks.
    pub look: Look,
}

/// How a bar looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Like the others.
    #[default]
    Plain,
    /// In the colours of so many errors, warnings and notes, and with the sign of the gravest.
    Graded([u64; 3]),
    /// As a figure without a bar: what is left of other kinds, which would outweigh those that are named.
    Rest,
}

/// How the games of a group ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The group.
    pub name: String,
    /// Black won, a draw, White won, nobody knows or no result.
    pub counts: [u64; 4],
}

/// A line of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// A value for each place, where there is one.
    pub values: Vec<Option<f64>>,
}

impl Series {
    /// Whether it can be seen above the axis, and at more than one place.
    pub(super) fn rises(&self) -> bool {
        let values = || self.values.iter().flatten().filter(|it| it.is_finite());
        values().count() > 1 && values().any(|&value| value > 0.0)
    }
}

/// A rate from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// Of what.
    pub name: String,
    /// How many games it is drawn from.
    pub games: u64,
    /// The rate itself.
    pub rate: f64,
    /// The interval in which the true rate lies with 95 %.
    pub interval: (f64, f64),
}

/// A number with its thousands apart.
pub(in crate::page) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A part of a whole in per cent.
pub(super) fn part(count: u64, all: u64) -> f64 {
    count as f64 / all.max(1) as f64
}

/// `57.3%`; no digit after the point where it says nothing.
pub(super) fn percent(rate: f64) -> String {
    let text = format!("{:.1}", rate * 100.0);
    format!("{}%", text.strip_suffix(".0").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::{grouped, percent};

    #[test]
    fn numbers_are_readable() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!([0.5, 0.573, 1.0].map(percent), ["50%", "57.3%", "100%"]);
    }
}
