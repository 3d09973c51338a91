//! Every kind of chart, with names that are too long and numbers that are too large.

use std::fs::File;
use std::path::Path;

use kifu::finding::Language;
use kifu::finding::bilingual;
use kifu::page::Bar;
use kifu::page::BarStyle;
use kifu::page::Chart;
use kifu::page::Drawing;
use kifu::page::Heading;
use kifu::page::Page;
use kifu::page::Rate;
use kifu::page::Results;
use kifu::page::Seconds;
use kifu::page::Summary;
use serde_json::json;

use super::Browser;

#[test]
fn charts_stay_in_their_frames() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("page.html");
    for (language, scheme, width) in [
        (Language::English, "light", 1280),
        (Language::Japanese, "dark", 360),
    ] {
        write(&file, charts(), language);
        browser.set_color_scheme(scheme);
        browser.set_size(width, 2000);
        browser.open(&file);
        assert_eq!(
            browser.js("document.querySelectorAll('.chart svg[aria-labelledby]').length"),
            6
        );
        // The tolerance is 4 pixels, because fonts differ in width.
        let outside_script = "[...document.querySelectorAll('.chart text')].filter((text) => {
          const [inner, outer] = [text, text.ownerSVGElement].map((it) => it.getBoundingClientRect());
          return inner.left < outer.left - 4 || inner.right > outer.right + 4 || inner.bottom > outer.bottom + 4;
        }).map((it) => it.textContent)";
        assert_eq!(browser.js(outside_script), json!([]));
        assert_eq!(
            browser.js("document.querySelectorAll('.chart details table tbody tr').length > 100"),
            true
        );
        browser.save_screenshot(&format!("charts-{}", language.code()));
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Writes a page with only these charts.
fn write(file: &Path, charts: Vec<Chart>, language: Language) {
    let heading = Heading {
        title: bilingual("Charts", "図"),
        about: String::new(),
        profile: bilingual("spring", "春"),
        date: None,
        notation: None,
        language,
    };
    let page = Page::open(File::create(file).unwrap(), &heading).unwrap();
    let summary = Summary {
        charts,
        ..Summary::default()
    };
    page.close(&summary).unwrap();
}

const LONG_NAME: &str =
    "a name that is as long as nobody would ever make one, in the hope of breaking something";

fn charts() -> Vec<Chart> {
    let bars = vec![
        bar(LONG_NAME, 1_234_567, BarStyle::Graded([234_567, 999_999, 1])),
        bar(
            "長い名前の規則が一つあり、誰もが困るほど長いので途中で切られることになる",
            23,
            BarStyle::Plain,
        ),
        bar("3 others", 2_000_000, BarStyle::Rest),
    ];
    let year_bars =
        (1950..2025).map(|year| bar(&year.to_string(), (year - 1940) * (year % 7), BarStyle::Plain));
    let shares = vec![
        results(LONG_NAME, [50, 2, 45, 3]),
        results("居飛車", [1, 0, 0, 0]),
        results("なし", [0; 4]),
    ];
    let rates = vec![
        rate("四間飛車", 12_345, 0.531, (0.522, 0.54)),
        rate(LONG_NAME, 12, 0.25, (0.09, 0.53)),
        rate("一局のみ", 1, 1.0, (0.2, 1.0)),
    ];
    let wave = |amplitude: f64, index: i32| {
        (index % 50 != 20).then(|| 10.0 + amplitude * (f64::from(index) / 12.0).sin())
    };
    let seconds = (0..120).map(|index| Seconds {
        name: (index + 1).to_string(),
        values: [4.0, 8.0].map(|amplitude| wave(amplitude, index)),
    });
    [
        ("rules", Drawing::Bars(bars.clone())),
        ("years", Drawing::Columns(year_bars.collect())),
        ("lengths", Drawing::Columns(bars[0..2].to_vec())),
        ("results", Drawing::Results(shares)),
        ("times", Drawing::Lines(seconds.collect())),
        ("openings", Drawing::Rates(rates)),
    ]
    .map(|(name, drawing)| Chart {
        name,
        drawing,
        left_out: Vec::new(),
    })
    .to_vec()
}

fn bar(name: &str, count: u64, look: BarStyle) -> Bar {
    Bar {
        name: name.to_owned(),
        count,
        look,
    }
}

fn results(name: &str, counts: [u64; 4]) -> Results {
    Results {
        name: name.to_owned(),
        counts,
    }
}

fn rate(name: &str, games: u64, rate: f64, interval: (f64, f64)) -> Rate {
    Rate {
        name: name.to_owned(),
        games,
        rate: Some(rate),
        interval: Some(interval),
    }
}

/// Opens a page with these charts and returns the texts of a CSS class in each chart. Asserts that the page has no
/// invalid numbers and no errors.
fn texts(browser: &mut Browser, charts: Vec<Drawing>, class: &str) -> Vec<Vec<String>> {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("page.html");
    let chart = |drawing| Chart {
        name: "rules",
        drawing,
        left_out: Vec::new(),
    };
    write(&file, charts.into_iter().map(chart).collect(), Language::English);
    browser.open(&file);
    let texts = browser.js(&format!(
        "[...document.querySelectorAll('.chart')].map((it) => [...it.querySelectorAll('text.{class}')].map((it) => it.textContent))"
    ));
    let invalid_numbers =
        browser.js("/NaN|Infinity|undefined|null/.exec(document.querySelector('.charts').innerHTML)");
    assert!(invalid_numbers.is_null(), "{invalid_numbers}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    serde_json::from_value(texts).unwrap()
}

#[test]
fn names_are_escaped_and_truncated() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let combining = "か\u{3099}".repeat(1000);
    let names = [
        "<b>&amp;",
        &"甲".repeat(22),
        &"甲".repeat(23),
        "archive/2024/spring/first-division/round-3/table-17.kif",
        &combining,
    ];
    let bars = names.map(|name| bar(name, 1, BarStyle::Plain)).to_vec();
    let labels = texts(&mut browser, vec![Drawing::Bars(bars)], "name").concat();
    assert_eq!(labels[0], "<b>&amp;");
    assert_eq!(labels[1], "甲".repeat(22));
    assert_eq!(labels[2], format!("{}…{}", "甲".repeat(11), "甲".repeat(10)));
    assert_eq!(labels[3], "archive/2024/spring/fi…/round-3/table-17.kif");
    assert!(labels[4].chars().count() < 100, "{}", labels[4]);
    assert_eq!(browser.js("document.querySelectorAll('.chart b').length"), 0);
    let cells = browser.js("[...document.querySelectorAll('.chart tbody th')].map((it) => it.textContent)");
    assert_eq!(cells, json!(names));
}

#[test]
fn round_numbers_are_labelled() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let columns =
        |names: &[&str]| Drawing::Columns(names.iter().map(|name| bar(name, 1, BarStyle::Plain)).collect());
    let numbers = |range: std::ops::Range<usize>, step: usize| {
        let names: Vec<_> = range.step_by(step).map(|it| it.to_string()).collect();
        columns(&names.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let charts = vec![
        numbers(1..121, 1),
        numbers(1950..2025, 1),
        numbers(0..160, 10),
        numbers(7..10, 1),
        columns(&["甲", "乙"]),
        columns(&["1", "1"]),
    ];
    let labels: Vec<_> = texts(&mut browser, charts, "value")
        .iter()
        .map(|text| text[1..].join(" "))
        .collect();
    assert_eq!(
        labels,
        [
            "20 40 60 80 100 120",
            "1950 1960 1970 1980 1990 2000 2010 2020",
            "0 20 40 60 80 100 120 140",
            "7 8 9",
            "甲 乙",
            "1 1"
        ]
    );
}

#[test]
fn numbers_are_readable_and_rates_are_of_decided_games() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let counts = [999, 1000, 1_234_567].map(|count| bar("", count, BarStyle::Plain));
    let rates = [0.5, 0.573, 1.0].map(|fraction| rate("", 1000, fraction, (0.0, fraction)));
    let result_bars = [results("", [3, 5, 1, 90]), results("", [0, 5, 0, 90])];
    let charts = vec![
        Drawing::Bars(counts.to_vec()),
        Drawing::Rates(rates.to_vec()),
        Drawing::Results(result_bars.to_vec()),
    ];
    let labels = texts(&mut browser, charts, "value");
    assert_eq!(labels[0], ["999", "1,000", "1,234,567"]);
    // The labels of the axis and of the legend precede the labels of the bars.
    assert_eq!(labels[1][5..], ["50% (1,000)", "57.3% (1,000)", "100% (1,000)"]);
    assert_eq!(labels[2][4..], ["☗ 75%  ☖ 25%", ""]);
    let rows = "[...document.querySelectorAll('.chart:last-child tbody tr')].map((it) => it.textContent)";
    let rows = browser.js(rows);
    assert_eq!(rows, json!(["3 (75%)51 (25%)90", "05090"]));
}

#[test]
fn a_line_has_gaps_for_missing_values() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let black = [Some(1.0), Some(2.0), None, Some(3.0), Some(4.0)];
    let white = [None, Some(4.0), None, Some(f64::NAN), None];
    let rows = black.into_iter().zip(white).zip(0..);
    let rows = rows.map(|((black, white), index)| Seconds {
        name: index.to_string(),
        values: [black, white],
    });
    let labels = texts(&mut browser, vec![Drawing::Lines(rows.collect())], "value").concat();
    assert_eq!(labels[0], "4.0 seconds");
    let line_paths =
        browser.js("[...document.querySelectorAll('.chart path')].map((it) => it.getAttribute('d'))");
    assert_eq!(line_paths, json!(["M40 152.5L120 115", "M280 77.5L360 40"]));
    let dots =
        browser.js("[...document.querySelectorAll('.chart circle')].map((it) => it.getAttribute('cx'))");
    assert_eq!(dots, json!(["120"]));
    let cells = browser.js("document.querySelector('.chart tbody').textContent");
    assert_eq!(cells, "01.0–12.04.02––33.0–44.0–");
}
