//! The figures of a chart as a table.

use super::figures::{Bar, Look, Rate, Results, Series, grouped, percent};
use super::results::{self, PARTS};
use crate::finding::{Language, Message, Severity, Words, both};
use crate::report::escaped;

/// The first column names the rows; the others are numbers.
pub(super) struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(first: &Message, others: &[Words], language: Language) -> Self {
        let first = first.in_language(language).to_string();
        let others = others.iter().map(|it| (*it.in_language(language)).to_owned());
        Self {
            heads: std::iter::once(first).chain(others).collect(),
            rows: Vec::new(),
        }
    }

    pub(super) fn markup(&self, title: &str) -> String {
        let mut out = format!("<table><caption class=\"unseen\">{title}</caption>\n<thead><tr>");
        for head in &self.heads {
            out.push_str(&["<th scope=\"col\">", &escaped(head), "</th>"].concat());
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for (at, cell) in row.iter().enumerate() {
                let cell = escaped(cell);
                out.push_str(&if at == 0 {
                    ["<th scope=\"row\">", &cell, "</th>"].concat()
                } else {
                    ["<td>", &cell, "</td>"].concat()
                });
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table>\n");
        out
    }
}

const COUNT: Words = both("Number", "件数");
const GAMES: Words = both("Decided games", "決着局数");

pub(super) fn counts(head: &Message, rows: &[Bar], language: Language) -> Table {
    let is_graded = rows.iter().any(|it| matches!(it.look, Look::Graded(_)));
    let mut heads = vec![COUNT];
    if is_graded {
        heads.extend(Severity::ALL.map(Severity::words));
    }
    let mut table = Table::new(head, &heads, language);
    let row = |bar: &Bar| {
        let mut cells = vec![bar.name.clone(), grouped(bar.count)];
        match bar.look {
            Look::Graded(counts) => cells.extend(counts.map(grouped)),
            Look::Plain | Look::Rest if is_graded => cells.extend([const { String::new() }; 3]),
            Look::Plain | Look::Rest => {}
        }
        cells
    };
    table.rows = rows.iter().map(row).collect();
    table
}

pub(super) fn results(head: &Message, rows: &[Results], language: Language) -> Table {
    let mut table = Table::new(head, &PARTS, language);
    let row = |group: &Results| {
        let cell = |(&count, rate): (&u64, Option<String>)| match rate {
            Some(rate) => format!("{} ({rate})", grouped(count)),
            None => grouped(count),
        };
        let cells = group.counts.iter().zip(results::rates(group)).map(cell);
        std::iter::once(group.name.clone()).chain(cells).collect()
    };
    table.rows = rows.iter().map(row).collect();
    table
}

pub(super) fn lines(head: &Message, places: &[String], series: &[Series], language: Language) -> Table {
    let mut table = Table::new(head, &[], language);
    table.heads.extend(series.iter().map(|it| it.name.clone()));
    let cell = |line: &Series, at: usize| match line.values.get(at) {
        Some(Some(value)) if value.is_finite() => format!("{value:.1}"),
        _ => "–".to_owned(),
    };
    let row = |(at, place): (usize, &String)| {
        std::iter::once(place.clone())
            .chain(series.iter().map(|line| cell(line, at)))
            .collect()
    };
    table.rows = places.iter().enumerate().map(row).collect();
    table
}

pub(super) fn rates(head: &Message, rows: &[Rate], language: Language) -> Table {
    const RATE: Words = both("Rate", "率");
    const INTERVAL: Words = both("95% interval", "95%信頼区間");
    let mut table = Table::new(head, &[GAMES, RATE, INTERVAL], language);
    let row = |rate: &Rate| {
        let (low, high) = rate.interval;
        vec![
            rate.name.clone(),
            grouped(rate.games),
            percent(rate.rate),
            format!("{}–{}", percent(low), percent(high)),
        ]
    };
    table.rows = rows.iter().map(row).collect();
    table
}
