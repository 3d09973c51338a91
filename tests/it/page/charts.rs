//! Every kind of chart, with names that are too long and figures that are too large.

use std::fs::File;

use kifu::finding::Language;
use kifu::finding::say;
use kifu::page::Bar;
use kifu::page::Chart;
use kifu::page::Drawing;
use kifu::page::Heading;
use kifu::page::Look;
use kifu::page::Page;
use kifu::page::Rate;
use kifu::page::Results;
use kifu::page::Series;
use kifu::page::Summary;

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
        let heading = Heading {
            title: say("Charts", "図"),
            about: String::new(),
            profile: say("spring", "春"),
            language,
        };
        let page = Page::open(File::create(&file).unwrap(), &heading).unwrap();
        let summary = Summary {
            charts: charts(),
            ..Summary::default()
        };
        page.close(&summary).unwrap();
        browser.scheme(scheme);
        browser.size(width, 2000);
        browser.open(&file);
        assert_eq!(browser.js("document.querySelectorAll('.chart svg').length"), 6);
        // Some pixels are for fonts that are wider than others.
        let outside = "[...document.querySelectorAll('.chart text')].filter((text) => {
          const [inner, outer] = [text, text.ownerSVGElement].map((it) => it.getBoundingClientRect());
          return inner.left < outer.left - 4 || inner.right > outer.right + 4 || inner.bottom > outer.bottom + 4;
        }).map((it) => it.textContent)";
        assert_eq!(browser.js(outside), serde_json::json!([]));
        assert_eq!(
            browser.js("document.querySelectorAll('.chart details table tbody tr').length > 100"),
            true
        );
        browser.picture(&format!("charts-{}", language.code()));
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

fn charts() -> Vec<Chart> {
    let long = "a name that is as long as nobody would ever make one, in the hope of breaking something";
    let bar = |name: &str, count, look| Bar {
        name: name.to_owned(),
        count,
        look,
    };
    let bars = vec![
        bar(long, 1_234_567, Look::Graded([234_567, 999_999, 1])),
        bar(
            "長い名前の規則が一つあり、誰もが困るほど長いので途中で切られることになる",
            23,
            Look::Plain,
        ),
        bar("3 others", 2_000_000, Look::Rest),
    ];
    let years = (1950..2025).map(|year| bar(&year.to_string(), (year - 1940) * (year % 7), Look::Plain));
    let results = |name: &str, counts| Results {
        name: name.to_owned(),
        counts,
    };
    let shares = vec![
        results(long, [50, 2, 45, 3]),
        results("居飛車", [1, 0, 0, 0]),
        results("なし", [0; 4]),
    ];
    let rate = |name: &str, games, rate, interval| Rate {
        name: name.to_owned(),
        games,
        rate,
        interval,
    };
    let rates = vec![
        rate("四間飛車", 12_345, 0.531, (0.522, 0.54)),
        rate(long, 12, 0.25, (0.09, 0.53)),
        rate("一局のみ", 1, 1.0, (0.2, 1.0)),
    ];
    let series = |name: &str, by: f64| Series {
        name: name.to_owned(),
        values: (0..120)
            .map(|at| (at % 50 != 20).then(|| 10.0 + by * (f64::from(at) / 12.0).sin()))
            .collect(),
    };
    let plies = (1..=120).map(|ply| ply.to_string()).collect();
    let head = || say("What", "項目");
    let drawings = vec![
        Drawing::Bars(head(), bars.clone()),
        Drawing::Columns(head(), years.collect()),
        Drawing::Columns(head(), bars[0..2].to_vec()),
        Drawing::Results(head(), shares),
        Drawing::Lines(
            head(),
            say("seconds", "秒"),
            plies,
            vec![series("☗ Black", 4.0), series("☖ White", 8.0)],
        ),
        Drawing::Rates(head(), rates),
    ];
    let chart = |drawing| Chart {
        title: say("What the chart shows", "図の題"),
        about: say("How it is read, in a sentence.", "図の読み方。"),
        drawing,
    };
    drawings.into_iter().map(chart).collect()
}
