//! Tests of the HTML text of a page.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::finding::{Severity, bilingual};
use crate::notation;
use crate::page::card::Cards;
use crate::page::{Bar, BarStyle, Card, Drawing, Rate, Results, Seconds, Survey};
use crate::record::Record;
use crate::referee::{Judgement, Referee};
use crate::stats::{Game, GameCollector, Needs};
use crate::text::decode;

const FOUL: &str = "手合割：平手\n先手：</script><b>\n   1 ７六歩(77)\n   2 ５五歩打\n";
const CLEAN: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";

fn heading() -> Heading {
    Heading {
        title: bilingual("A <title>", "題"),
        about: "{{style}} & <b>".to_owned(),
        profile: bilingual("spring <rules>", "春"),
        language: Language::English,
    }
}

fn cards(texts: &[&str], with_moves: bool) -> Cards {
    let mut cards = Cards::default();
    for text in texts {
        let text = decode(text.as_bytes(), None);
        for record in notation::records(&text, notation::detect(&text, None)) {
            let (judgement, game) = judged("a/<b>.kif", &record);
            let findings: Vec<_> = judgement.findings.iter().collect();
            let card = Card {
                game: &game,
                text: &text,
                record: &record,
                findings: &findings,
                language: Language::English,
            };
            cards.add(&card, with_moves);
        }
    }
    cards
}

/// Returns the names of the placeholders of a template.
fn placeholders(page: &str) -> Vec<&str> {
    page.split("{{")
        .skip(1)
        .filter_map(|part| Some(part.split_once("}}")?.0))
        .collect()
}

/// Checks a record and collects the data of its game.
fn judged(path: &str, record: &Record<'_>) -> (Judgement, Game) {
    let mut collector = GameCollector::new(Needs::OPENINGS);
    collector.begin(record);
    let judgement = Referee::new().check_watched(record, &mut |played| collector.observe(played));
    let game = collector.finish_game(&Arc::from(path), "UTF-8", record, &judgement);
    (judgement, game)
}

fn page(limits: Limits, stretches: &[Cards]) -> String {
    let mut page = Page::open(Vec::new(), &heading()).unwrap();
    page.limits = limits;
    for stretch in stretches {
        page.add(stretch).unwrap();
    }
    String::from_utf8(page.close(&Summary::default()).unwrap()).unwrap()
}

#[test]
fn every_placeholder_has_a_text_and_every_text_a_placeholder() {
    let given = [
        "lang",
        "tab",
        "title",
        "about",
        "profile",
        "style",
        "style-hash",
        "script-hashes",
        "first-script",
        "figures",
        "notes",
        "version",
        "frame",
        "script",
    ];
    let known: BTreeSet<&str> = WORDS.keys().copied().collect();
    let placeholders: BTreeSet<&str> = placeholders(PAGE_TEMPLATE)
        .into_iter()
        .chain(placeholders(BODY))
        .collect();
    let scripts = SCRIPTS.concat();
    let said: BTreeSet<&str> = scripts
        .split("say(\"")
        .skip(1)
        .filter_map(|part| part.split('"').next())
        .collect();
    let charts = Survey::default().charts(Language::English);
    let of_charts = charts.iter().map(|it| it.name);
    let of_charts: BTreeSet<String> = of_charts
        .flat_map(|name| ["title", "about", "head"].map(|part| format!("{name}-{part}")))
        .collect();
    let of_charts: BTreeSet<&str> = of_charts.iter().map(String::as_str).collect();
    let written = placeholders
        .iter()
        .filter(|placeholder| !given.contains(placeholder));
    for name in written.chain(&said).chain(&of_charts) {
        assert!(known.contains(name), "{name}");
    }
    for name in given {
        assert!(placeholders.contains(name), "{name}");
    }
    // Scripts choose between some words and refer to them by the names used in cards.
    let code = [
        &scripts,
        include_str!("../frame.rs"),
        include_str!("../survey.rs"),
    ]
    .concat();
    let chosen =
        |name: &&&str| code.contains(&format!("\"{name}\"")) || ["error", "warning", "note"].contains(name);
    let idle: Vec<_> = known
        .iter()
        .filter(|name| !placeholders.contains(*name) && !of_charts.contains(*name) && !chosen(name))
        .collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn text_of_records_is_never_markup() {
    let page = page(LIMITS, &[cards(&[FOUL], true)]);
    assert!(page.contains(r"\u003c/script>\u003cb>"), "{page}");
    assert!(!page.contains("<b>"));
    assert!(page.contains("<title>{{style}} &amp; &lt;b&gt; – A &lt;title&gt;</title>"));
    assert!(page.contains("Profile: spring &lt;rules&gt;</p>"));
    assert!(page.contains("<bdi>{{style}} &amp; &lt;b&gt;</bdi>"));
    let unfilled: Vec<_> = placeholders(&page.replace("{{style}}", ""))
        .into_iter()
        .map(str::to_owned)
        .collect();
    assert!(unfilled.is_empty(), "{unfilled:?}");
    for asked in ["http://", "https://", "url(", "@import", "eval(", "innerHTML"] {
        let harmless = ["http://www.w3.org/2000/svg", "url(#hatch)"];
        let rest = harmless
            .iter()
            .fold(page.clone(), |page, it| page.replace(it, ""));
        assert!(!rest.contains(asked), "{asked}");
    }
}

#[test]
fn pages_do_not_depend_on_the_parts() {
    let texts = [CLEAN, FOUL, CLEAN, CLEAN, FOUL];
    let whole = page(LIMITS, &[cards(&texts, true)]);
    let pieces: Vec<Cards> = texts.iter().map(|text| cards(&[text], true)).collect();
    assert_eq!(page(LIMITS, &pieces), whole);
}

#[test]
fn omitted_games_are_reported() {
    let texts = [CLEAN, FOUL, CLEAN, FOUL, CLEAN];
    let rows = Limits { rows: 3, ..LIMITS };
    let told = page(rows, &[cards(&texts, true)]);
    assert!(told.contains(">2 games are in the figures"), "{told}");
    assert_eq!(told.matches("\"path\":").count(), 3);

    // Space is reserved for games with findings.
    let moves = Limits {
        unreserved_bytes: 0,
        ..LIMITS
    };
    let told = page(moves, &[cards(&texts, true)]);
    assert!(told.contains(">3 games are listed without their moves"), "{told}");
    // The output is equal whether or not a card that exceeds the limit includes its moves.
    let some: Vec<Cards> = texts
        .iter()
        .enumerate()
        .map(|(at, it)| cards(&[it], at < 4))
        .collect();
    assert_eq!(page(moves, &some), told);

    let findings = Limits {
        table_bytes: 300,
        ..LIMITS
    };
    let told = page(findings, &[cards(&texts[..2], true)]);
    assert!(
        told.contains("findings are in the figures, but not in the table"),
        "{told}"
    );
}

#[test]
fn survey_parts_add_up() {
    let text = decode(FOUL.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None))
        .next()
        .unwrap();
    let count = |paths: &[&str]| {
        let mut survey = Survey::default();
        for path in paths {
            let (judgement, game) = judged(path, &record);
            survey.add(&game, &judgement.shown(Severity::Note));
        }
        survey
    };
    let mut sum = count(&["x/y/a/1.kif"]);
    sum.merge(count(&["x/y/b/1.kif", "x/y/b/c/2.kif"]));
    let whole = count(&["x/y/a/1.kif", "x/y/b/1.kif", "x/y/b/c/2.kif"]);
    for language in Language::ALL {
        assert_eq!(sum.charts(language), whole.charts(language));
    }
    assert_eq!(sum.figures()[0].1, 3);
    // A drop of a piece that is not in hand is an error, the missing result a note. The chart has the colours of this
    // run.
    let charts = whole.charts(Language::English);
    let rules = charts.iter().find(|chart| chart.name == "rules").unwrap();
    let Drawing::Bars(bars) = &rules.drawing else {
        panic!("{rules:?}");
    };
    let looks: Vec<_> = bars.iter().map(|it| it.look).collect();
    let [errors, notes] = [BarStyle::Graded([3, 0, 0]), BarStyle::Graded([0, 0, 3])];
    assert_eq!(looks, [errors, errors, notes]);
    // Sources are distinguished by the first directory in which their paths differ.
    let charts = sum.charts(Language::English);
    let results = format!("{charts:?}");
    assert!(
        results.contains("name: \"a\"") && results.contains("name: \"b\""),
        "{results}"
    );
}

#[test]
fn empty_charts_are_omitted() {
    let bar = Bar {
        name: "</script>".to_owned(),
        count: 3,
        look: BarStyle::Graded([1, 2, 0]),
    };
    let seconds = |value| Seconds {
        name: "0".to_owned(),
        values: [Some(value), None],
    };
    let summary = Summary {
        charts: vec![
            Chart {
                name: "rules",
                drawing: Drawing::Bars(vec![bar]),
            },
            Chart {
                name: "years",
                drawing: Drawing::Columns(Vec::new()),
            },
            Chart {
                name: "times",
                drawing: Drawing::Lines([1.5, 2.0, f64::NAN].map(seconds).to_vec()),
            },
        ],
        ..Summary::default()
    };
    let page = Page::open(Vec::new(), &heading()).unwrap();
    let page = String::from_utf8(page.close(&summary).unwrap()).unwrap();
    for figures in [
        r#"{"kind":"bars","name":"rules","rows":[{"count":3,"look":{"graded":[1,2,0]},"name":"\u003c/script>"}]}"#,
        r#"{"name":"0","values":[1.5,null]}"#,
        r#"{"name":"0","values":[null,null]}"#,
    ] {
        assert!(page.contains(figures), "{figures}\n{page}");
    }
    assert!(!page.contains("\"columns\""), "{page}");
}

/// Returns one chart of each kind with data and one without.
fn all() -> Vec<(Drawing, bool)> {
    let results = |counts| Results {
        name: "<".to_owned(),
        counts,
    };
    let rate = Rate {
        name: "中飛車<".to_owned(),
        games: 9,
        rate: 0.5,
        interval: (0.2, 0.8),
    };
    let bars = |counts: &[u64]| {
        let bar = |&count: &u64| Bar {
            name: "飛".to_owned(),
            count,
            look: BarStyle::Plain,
        };
        counts.iter().map(bar).collect::<Vec<_>>()
    };
    let lines = |values: &[Option<f64>], other: Option<f64>| {
        let seconds = |&value: &Option<f64>| Seconds {
            name: String::new(),
            values: [other, value],
        };
        Drawing::Lines(values.iter().map(seconds).collect())
    };
    vec![
        (Drawing::Bars(bars(&[1200, 1, 0])), false),
        (Drawing::Bars(bars(&[0])), true),
        (Drawing::Bars(Vec::new()), true),
        (Drawing::Columns(bars(&[1200, 1, 0])), false),
        (Drawing::Columns(Vec::new()), true),
        (Drawing::Columns(bars(&[9])), true),
        (Drawing::Columns(bars(&[0, 9])), true),
        (Drawing::Columns(bars(&[1, 0, 9])), false),
        (
            Drawing::Results(vec![results([1, 2, 3, 4]), results([0; 4])]),
            false,
        ),
        (Drawing::Results(vec![results([0; 4])]), true),
        (lines(&[Some(1.0), None, Some(3.5)], None), false),
        (lines(&[Some(f64::NAN), Some(f64::NAN)], None), true),
        (lines(&[], None), true),
        (lines(&[None, None], None), true),
        (lines(&[Some(0.0), Some(0.0)], Some(0.0)), true),
        (lines(&[Some(3.0)], None), true),
        (lines(&[Some(0.0), Some(3.0)], None), false),
        (lines(&[None, None], Some(1.0)), false),
        (Drawing::Rates(vec![rate]), false),
        (Drawing::Rates(Vec::new()), true),
    ]
}

#[test]
fn a_chart_without_data_is_empty() {
    for (drawing, is_empty) in all() {
        let chart = Chart { name: "", drawing };
        assert_eq!(chart.is_empty(), is_empty, "{chart:?}");
    }
}
