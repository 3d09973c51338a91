//! A ply of janggi.

use std::fmt;

use pest::Parser;

use super::grammar::{GibParser, Rule};
use super::kind::Kind;
use super::point::Point;

/// What is moved, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move; `None` for a pass.
    pub step: Option<Step>,
    /// The letter of what it is said to take.
    pub takes: Option<char>,
    /// 장군: it is said to give check.
    pub checks: bool,
    /// 빅: the generals are said to face each other.
    pub bikjang: bool,
    /// 진: something is said to be promoted.
    pub promotes: bool,
}

/// A piece that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// From there.
    pub from: Point,
    /// To there.
    pub to: Point,
    /// The letter that names it.
    pub letter: char,
}

impl Step {
    /// The kind that is named.
    pub fn kind(self) -> Option<Kind> {
        Kind::of_letter(self.letter)
    }
}

impl Ply {
    /// Reads a ply. `None` where the text is none.
    ///
    /// ```
    /// use kifu::notation::gib::Ply;
    /// let ply = Ply::of("55차51 빅장").unwrap();
    /// assert_eq!(ply.to_string(), "55차51 빅");
    /// assert_eq!(Ply::of("79楚卒78").unwrap().to_string(), "79卒78");
    /// assert_eq!(Ply::of("79졸7"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        let parsed = GibParser::parse(Rule::step, text).or_else(|_| GibParser::parse(Rule::pass, text));
        let pair = parsed.ok()?.next()?;
        if pair.as_str().len() != text.len() {
            return None;
        }
        let mut ply = Self {
            step: None,
            takes: None,
            checks: false,
            bikjang: false,
            promotes: false,
        };
        let (mut points, mut letter) = (Vec::new(), None);
        for part in pair.into_inner() {
            let first = part.as_str().chars().next();
            match part.as_rule() {
                Rule::square => points.push(part.as_str().parse().ok()?),
                Rule::piece => letter = first,
                Rule::taken => ply.takes = first,
                Rule::checks => ply.checks = true,
                Rule::bikjang => ply.bikjang = true,
                Rule::promoted => ply.promotes = true,
                _ => {}
            }
        }
        if let ([from, to], Some(letter)) = (points.as_slice(), letter) {
            let (from, to) = (*from, *to);
            ply.step = Some(Step { from, to, letter });
        }
        Some(ply)
    }
}

/// As it is written: `55차51 빅`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(Step { from, to, letter }) => write!(f, "{from}{letter}{to}")?,
            None => f.write_str("한수쉼")?,
        }
        if let Some(takes) = self.takes {
            write!(f, "{takes}")?;
        }
        let said = [(self.checks, "장군"), (self.bikjang, "빅"), (self.promotes, "진")];
        said.iter()
            .filter(|it| it.0)
            .try_for_each(|(_, word)| write!(f, " {word}"))
    }
}
