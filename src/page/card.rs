//! One game as the page knows it.

use serde::Serialize;

use super::markup::shown;
use crate::finding::{Language, Severity};
use crate::notation::japanese_headers;
use crate::record::{Outcome, Record, Terminal};
use crate::referee::Judgement;
use crate::shogi::Handicap;
use crate::text::Text;

/// No name and no event needs more characters.
const LONGEST: usize = 200;

/// No path needs more.
const LONGEST_PATH: usize = 1000;

/// A judged record, for the page.
#[derive(Clone, Copy, Debug)]
pub struct Card<'c, 't> {
    /// The path of the file as the user knows it.
    pub path: &'c str,
    /// The text of the file; the places of the findings are in it.
    pub text: &'c Text<'c>,
    /// The record.
    pub record: &'c Record<'t>,
    /// What the referee says of it.
    pub judgement: &'c Judgement,
    /// The name of the opening, where somebody has found it.
    pub opening: Option<&'c str>,
    /// The language in which findings are worded.
    pub language: Language,
}

/// What stands in the table of games. What is not known is left out.
#[derive(Serialize)]
pub(super) struct Row<'c> {
    path: String,
    #[serde(rename = "n", skip_serializing_if = "is_one")]
    index: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    /// The handicap, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'c str>,
    plies: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stated: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u64>,
    /// Errors, warnings, notes.
    #[serde(rename = "f", skip_serializing_if = "is_nothing")]
    findings: [usize; 3],
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serializer asks so")]
const fn is_one(index: &u32) -> bool {
    *index == 1
}

fn is_nothing(counts: &[usize; 3]) -> bool {
    *counts == [0; 3]
}

impl<'c> Row<'c> {
    pub(super) fn of(card: &Card<'c, '_>) -> Self {
        let Card {
            record, judgement, ..
        } = *card;
        let count = |severity: Severity| {
            judgement
                .findings
                .iter()
                .filter(|it| it.severity == severity)
                .count()
        };
        let value = |keys: &[&str]| header(record, keys);
        Self {
            path: shown(card.path, LONGEST_PATH),
            index: record.index,
            date: value(&["開始日時", "対局日", "日時"]).map(|it| shown(&date(&it), LONGEST)),
            event: value(&["棋戦", "表題"]),
            black: value(&["先手", "下手"]),
            white: value(&["後手", "上手"]),
            start: start(record),
            opening: card.opening,
            plies: judgement.plies,
            end: judgement.end.map(Terminal::name),
            stated: judgement.stated.map(Outcome::name),
            verdict: judgement.verdict.map(Outcome::name),
            seconds: seconds(record),
            findings: Severity::ALL.map(count),
        }
    }
}

/// The first header that says something under one of these keys, the keys in their order.
fn header(record: &Record<'_>, keys: &[&str]) -> Option<String> {
    let find = |&key: &&str| {
        let mut all = japanese_headers(record);
        let (_, value) = all.find(|(it, value)| it == key && !value.trim().is_empty())?;
        Some(shown(&value, LONGEST))
    };
    keys.iter().find_map(find)
}

/// The day of a date, with its parts in their order and as wide as those of all others, so that days can be sorted;
/// another text stays as it is.
fn date(text: &str) -> String {
    let parts: Vec<&str> = text
        .split(|it: char| !it.is_ascii_digit())
        .filter(|it| !it.is_empty())
        .take(3)
        .collect();
    match parts[..] {
        [year, month, day]
            if text.starts_with(year) && year.len() == 4 && month.len() <= 2 && day.len() <= 2 =>
        {
            format!("{year}-{month:0>2}-{day:0>2}")
        }
        _ => text.to_owned(),
    }
}

/// The name of a start that is not the even one.
fn start(record: &Record<'_>) -> Option<String> {
    if let Some(handicap) = Handicap::of(&record.start.position) {
        return (!handicap.is_even()).then(|| handicap.name.to_owned());
    }
    let named = record.start.name.as_ref().map(|(name, _)| shown(name, LONGEST));
    Some(named.unwrap_or_default())
}

/// The time of all moves of the main line.
fn seconds(record: &Record<'_>) -> Option<u64> {
    let spent = record.tree.main_line().filter_map(|(_, node)| node.clock.spent);
    let sum = spent.map(u64::from).reduce(|sum, it| sum + it)?;
    Some(sum / 1000)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_can_be_sorted() {
        let table = [
            ("2024/5/1 10:00:00", "2024-05-01"),
            ("2024年05月12日", "2024-05-12"),
            ("2024-05-12", "2024-05-12"),
            ("令和6年5月1日", "令和6年5月1日"),
            ("2024", "2024"),
            ("2024/5", "2024/5"),
        ];
        for (text, day) in table {
            assert_eq!(date(text), day);
        }
    }
}
