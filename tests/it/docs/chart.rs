//! The chart of speeds in the README is made from the measurements in `docs/performance.md`.
//!
//! `KIFU_UPDATE=1 cargo test --test it docs::chart` writes the chart.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::support::generated::compare;

/// The head of the table of measurements. The first number of each row is microseconds for a game.
const HEAD: &str = "| reading, and a test of every move | KIF, UTF-8 |";

/// Number of games of the chart.
const GAMES: f64 = 10_000.0;

/// The sizes of the chart (pixels): the height of a row, the width of the names, and the width of the longest bar.
const ROW: usize = 30;
const NAMES: usize = 150;
const BARS: f64 = 470.0;

/// Returns the readers in the table, each with the seconds for all games. A row with a second measurement in brackets, which is the
/// best case, has this one.
fn seconds(page: &str) -> Vec<(String, f64)> {
    let (_, table) = page.split_once(HEAD).expect("the table of measurements");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let rows = rows.map(|row| {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let number = cells[2].split(['(', ')']).rev().find(|it| !it.trim().is_empty());
        let number = number.unwrap().trim().replace(',', "");
        let microseconds: f64 = number.parse().expect("a number of microseconds");
        let name = cells[1].split(',').next().unwrap();
        (name.to_owned(), microseconds * GAMES / 1e6)
    });
    rows.collect()
}

/// Returns the chart as SVG: a bar for each reader, the fastest first.
fn chart(mut readers: Vec<(String, f64)>) -> String {
    readers.sort_by(|one, two| one.1.total_cmp(&two.1));
    let longest = readers.last().unwrap().1;
    let (width, height) = (NAMES + BARS as usize + 80, ROW * readers.len() + 10);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\">\n\
         <title>Seconds to read and check 10,000 games in KIF</title>\n\
         <style>text {{ font: 14px sans-serif; fill: #1f2328 }} rect {{ fill: #8c959f }} .kifu {{ fill: #b45309 }}\n\
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e6edf3 }} .kifu {{ fill: #f59e0b }} }}</style>\n"
    );
    for (at, (name, seconds)) in readers.iter().enumerate() {
        let top = at * ROW + 5;
        let bar = (seconds / longest * BARS).max(2.0);
        let class = if name == "kifu" { " class=\"kifu\"" } else { "" };
        let digits = if *seconds < 1.0 { 2 } else { 1 };
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text><rect{class} x=\"{NAMES}\" y=\"{top}\" width=\"{bar:.1}\" height=\"{}\"/><text x=\"{:.1}\" y=\"{}\">{seconds:.digits$} s</text>",
            NAMES - 10,
            top + 17,
            ROW - 8,
            NAMES as f64 + bar + 8.0,
            top + 17,
        )
        .unwrap();
    }
    svg + "</svg>\n"
}

#[test]
fn the_chart_has_the_measurements() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/performance.md");
    let readers = seconds(&fs::read_to_string(page).unwrap());
    assert!(readers.iter().any(|(name, _)| name == "kifu") && readers.len() >= 4);
    compare("docs/speed.svg", &chart(readers));
}

#[test]
fn the_best_measurement_counts() {
    let page = format!(
        "{HEAD} CSA |\n|---|---|---|\n| kifu, with all findings | 29 | 21 |\n| a 1.0 | 1,649 (288) | 2 |\n\nend"
    );
    let expected = [("kifu".to_owned(), 0.29), ("a 1.0".to_owned(), 2.88)];
    assert_eq!(seconds(&page), expected);
}
