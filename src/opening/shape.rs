//! From the words of a shape to its conditions.

use std::ops::Range;

use super::condition::{Clause, Fact};
use super::words::{self, Word};
use crate::shogi::Color;
use crate::text::similar;

/// A word that nobody understands: where it stands in its text, what is wrong with it and what may help.
pub(super) struct Misread {
    pub at: Range<usize>,
    pub message: String,
    pub help: String,
}

/// Reads the words of `board`: each must hold.
pub(super) fn wanted(text: &str, names: &[&str]) -> (Vec<Clause>, Vec<Misread>) {
    read(text, names, true)
}

/// Reads the words of `not`: none may hold.
pub(super) fn unwanted(text: &str, names: &[&str]) -> (Vec<Clause>, Vec<Misread>) {
    read(text, names, false)
}

fn read(text: &str, names: &[&str], wanted: bool) -> (Vec<Clause>, Vec<Misread>) {
    let (mut clauses, mut misread) = (Vec::new(), Vec::new());
    for word in text.split_whitespace() {
        let mut facts = Vec::new();
        for choice in word.split(words::OR) {
            match fact(choice, names) {
                Ok(fact) => facts.push(fact),
                Err((message, help)) => {
                    let start = choice.as_ptr() as usize - text.as_ptr() as usize;
                    let at = start..start + choice.len();
                    misread.push(Misread { at, message, help });
                }
            }
        }
        clauses.push(Clause { facts, wanted });
    }
    (clauses, misread)
}

/// What a word says, or what is wrong with it and what may help.
fn fact(word: &str, names: &[&str]) -> Result<Fact, (String, String)> {
    match words::read(word) {
        Some(Word::Stands(square, piece)) => Ok(Fact::Stands(square, piece)),
        Some(Word::Slid(square, piece)) => Ok(Fact::Slid(square, piece)),
        Some(Word::OnFile(file, piece)) => Ok(Fact::OnFile(file, piece)),
        Some(Word::Holds(color, kind)) => Ok(Fact::Holds(color, kind)),
        Some(Word::Exchanged(by, on)) => Ok(Fact::Exchanged(by, on)),
        Some(Word::Unmoved(color)) => Ok(Fact::Unmoved(color)),
        Some(Word::Nameless) => Ok(Fact::Nameless),
        Some(Word::Seen(color, name)) => number(name, names).map(|number| Fact::Seen(color, number as u32)),
        None => Err((
            format!("`{word}` is not a known word"),
            "expected a word such as ２八玉, △８四歩, ７筋飛, 持角, 角交換 or 「四間飛車」; separate alternatives with |"
                .to_owned(),
        )),
    }
}

/// The number of a pattern by its name.
pub(super) fn number(name: &str, names: &[&str]) -> Result<usize, (String, String)> {
    names.iter().position(|it| *it == name).ok_or_else(|| {
        let help = similar(name, names.iter().copied()).map_or_else(
            || "expected the `name` of another entry".to_owned(),
            |meant| format!("did you mean {meant}?"),
        );
        (format!("there is no entry {name}"), help)
    })
}

/// The same conditions, seen by the other side where it is White that shows them.
pub(super) fn seen_by(color: Color, clauses: &[Clause]) -> Vec<Clause> {
    match color {
        Color::Black => clauses.to_vec(),
        Color::White => clauses.iter().map(Clause::turned).collect(),
    }
}
