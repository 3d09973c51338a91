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

/// The sizes of the chart (pixels): its width, and the height of a row. The names are on the left, and the times on the right.
const WIDTH: u32 = 700;
const ROW: u32 = 30;
const NAMES: u32 = 150;
const TIMES: u32 = 80;

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
    let mut rows = String::new();
    let mut top = 5;
    for (name, seconds) in &readers {
        let bar = (seconds / longest * f64::from(WIDTH - NAMES - TIMES)).max(2.0);
        let class = if name == "kifu" { " class=\"kifu\"" } else { "" };
        let digits = if *seconds < 1.0 { 2 } else { 1 };
        let (right, height, base) = (NAMES - 10, ROW - 8, top + 17);
        let time = f64::from(NAMES) + bar + 8.0;
        writeln!(
            rows,
            "<text x=\"{right}\" y=\"{base}\" text-anchor=\"end\">{name}</text>\
             <rect{class} x=\"{NAMES}\" y=\"{top}\" width=\"{bar:.1}\" height=\"{height}\"/>\
             <text x=\"{time:.1}\" y=\"{base}\">{seconds:.digits$} s</text>"
        )
        .unwrap();
        top += ROW;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {0}\" width=\"{WIDTH}\" role=\"img\">\n\
         <title>Seconds to read and check 10,000 games in KIF</title>\n\
         <style>text {{ font: 14px sans-serif; fill: #1f2328 }} rect {{ fill: #8c959f }} .kifu {{ fill: #b45309 }}\n\
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e6edf3 }} .kifu {{ fill: #f59e0b }} }}</style>\n\
         {rows}</svg>\n",
        top + 5
    )
}

#[test]
fn the_chart_has_the_measurements() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/performance.md");
    let readers = seconds(&fs::read_to_string(page).unwrap());
    assert!(readers.iter().any(|(name, _)| name == "kifu") && readers.len() >= 4);
    compare("docs/speed.svg", chart(readers));
}

#[test]
fn the_best_measurement_counts() {
    let page = format!(
        "{HEAD} CSA |\n|---|---|---|\n| kifu, with all findings | 29 | 21 |\n| a 1.0 | 1,649 (288) | 2 |\n\nend"
    );
    let expected = [("kifu".to_owned(), 0.29), ("a 1.0".to_owned(), 2.88)];
    assert_eq!(seconds(&page), expected);
}
