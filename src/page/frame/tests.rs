//! Tests of the HTML text, the omitted data and the charts of a page.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::finding::{Severity, bilingual};
use crate::notation;
use crate::page::block::lines_of;
use crate::page::cards::Cards;
use crate::page::compose::APPLICATION_SCRIPTS;
use crate::page::{Bar, BarStyle, Card, Drawing, Rate, Results, Seconds, Survey};
use crate::record::Record;
use crate::referee::{Judgement, Referee};
use crate::stats::{Game, GameCollector, Needs};
use crate::text::decode;

const ILLEGAL: &str = "手合割：平手\n先手：</script><b>\n   1 ７六歩(77)\n   2 ５五歩打\n";
const CLEAN: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";

fn heading_with_markup() -> Heading {
    Heading {
        title: bilingual("A <title>", "題"),
        about: "{{style}} & <b>".to_owned(),
        profile: bilingual("spring <rules>", "春"),
        date: None,
        notation: None,
        language: Language::English,
    }
}

fn cards(texts: &[&str], with_moves: bool) -> Cards {
    let room = Room {
        moves: with_moves,
        comments: true,
    };
    cards_with_room(texts, room)
}

fn cards_with_room(texts: &[&str], room: Room) -> Cards {
    let mut cards = Cards::default();
    for text in texts {
        let text = decode(text.as_bytes(), None);
        for record in notation::records(&text, notation::detect(&text, None)) {
            let (judgement, game) = check("a/<b>.kif", &record);
            let findings: Vec<_> = judgement.findings.iter().collect();
            let card = Card {
                game: &game,
                text: &text,
                record: &record,
                findings: &findings,
                hidden: 0,
                language: Language::English,
            };
            cards.add_replayed(&card, None, room);
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

/// Checks a record, and returns the judgement and the data of its game.
fn check(path: &str, record: &Record<'_>) -> (Judgement, Game) {
    let mut collector = GameCollector::new(Needs::OPENINGS);
    collector.begin(record);
    let judgement = Referee::new().check_watched(record, &mut |played| collector.observe(played));
    let game = collector.finish_game(&Arc::from(path), "UTF-8", record, &judgement);
    (judgement, game)
}

fn page(limits: Limits, batches: &[Cards]) -> String {
    let mut page = Page::open(Vec::new(), &heading_with_markup()).unwrap();
    page.limits = limits;
    for batch in batches {
        page.add(batch).unwrap();
    }
    String::from_utf8(page.close(&Summary::default()).unwrap()).unwrap()
}

#[test]
fn every_placeholder_has_a_text_and_every_text_a_placeholder() {
    let filled_by_code = [
        "lang",
        "tab",
        "title",
        "date",
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
        "example",
        "worker",
        "module",
    ];
    let defined: BTreeSet<&str> = WORDS.keys().copied().collect();
    let placeholders: BTreeSet<&str> = placeholders(PAGE_TEMPLATE)
        .into_iter()
        .chain(placeholders(BODY))
        .chain(placeholders(include_str!("../app/app.html")))
        .collect();
    let scripts = [SCRIPTS.concat(), APPLICATION_SCRIPTS.concat()].concat();
    let script_words: BTreeSet<&str> = scripts
        .split("say(\"")
        .skip(1)
        .filter_map(|part| part.split('"').next())
        .collect();
    let charts = Survey::default().charts(Language::English);
    let chart_words = charts.iter().map(|it| it.name);
    let chart_words: BTreeSet<String> = chart_words
        .flat_map(|name| ["title", "about", "head"].map(|part| format!("{name}-{part}")))
        .collect();
    let chart_words: BTreeSet<&str> = chart_words.iter().map(String::as_str).collect();
    let template_words = placeholders
        .iter()
        .filter(|placeholder| !filled_by_code.contains(placeholder));
    for name in template_words.chain(&script_words).chain(&chart_words) {
        assert!(defined.contains(name), "{name}");
    }
    for name in filled_by_code {
        assert!(placeholders.contains(name), "{name}");
    }
    // Some names of words are in variables or cards, so only the quoted name occurs in the code of scripts and of the
    // page.
    let code = [
        &scripts,
        include_str!("../frame.rs"),
        include_str!("../survey.rs"),
    ]
    .concat();
    let is_named_in_code =
        |name: &&&str| code.contains(&format!("\"{name}\"")) || ["error", "warning", "note"].contains(name);
    let unused: Vec<_> = defined
        .iter()
        .filter(|name| {
            !placeholders.contains(*name) && !chart_words.contains(*name) && !is_named_in_code(name)
        })
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn rules_have_a_group_and_a_class() {
    let rules = rules(Language::English);
    assert_eq!(rules["nifu"]["group"], "fouls");
    assert_eq!(rules["nifu"]["kind"], "foul");
    assert_eq!(rules["result-line-mismatch"]["group"], "results");
    let is_known = |rule: &Value| CLASS_NAMES.contains(&rule["kind"].as_str().unwrap());
    assert!(rules.values().all(is_known));
}

/// The names of classes that the script `filters.js` knows.
const CLASS_NAMES: [&str; 4] = ["foul", "record error", "doubt", "notice"];

#[test]
fn a_title_and_a_date_replace_the_default_title() {
    let heading = heading_with_markup();
    let unchanged = heading.clone().with_title_and_date(None, None);
    assert_eq!(unchanged.title, heading.title);
    let heading = heading.with_title_and_date(Some("春 & <夏>".to_owned()), Some("1 <May>".to_owned()));
    let page = Page::open(Vec::new(), &heading).unwrap();
    let page = String::from_utf8(page.close(&Summary::default()).unwrap()).unwrap();
    assert!(page.contains("<h1>春 &amp; &lt;夏&gt;</h1>"), "{page}");
    assert!(page.contains("<bdi>1 &lt;May&gt;</bdi>"), "{page}");
}

#[test]
fn names_without_ranks_are_in_the_row() {
    let row = |players: &str| {
        let text = format!("手合割：平手\n{players}   1 ７六歩(77)\n");
        String::from_utf8(cards(&[&text], false).0.remove(0).row).unwrap()
    };
    let ranked = row("先手：甲野太郎 六段\n後手：乙山\n");
    assert!(ranked.contains(r#""pl":["甲野太郎","乙山"]"#), "{ranked}");
    let plain = row("先手：甲野太郎\n後手：乙山\n");
    assert!(!plain.contains("\"pl\""), "{plain}");
}

#[test]
fn text_of_records_is_never_markup() {
    let page = page(LIMITS, &[cards(&[ILLEGAL], true)]);
    let games = lines_of(&page, "games").concat();
    assert!(games.contains("</script><b>"), "{games}");
    assert!(!page.contains("<b>"));
    assert!(page.contains("<title>{{style}} &amp; &lt;b&gt; – A &lt;title&gt;</title>"));
    assert!(page.contains("Profile: spring &lt;rules&gt;</p>"));
    assert!(page.contains("<bdi>{{style}} &amp; &lt;b&gt;</bdi>"));
    let unfilled: Vec<_> = placeholders(&page.replace("{{style}}", ""))
        .into_iter()
        .map(str::to_owned)
        .collect();
    assert!(unfilled.is_empty(), "{unfilled:?}");
    for forbidden in ["http://", "https://", "url(", "@import", "eval(", "innerHTML"] {
        let harmless = ["http://www.w3.org/2000/svg", "url(#hatch)", "url(#grain)"];
        let other_text = harmless
            .iter()
            .fold(page.clone(), |page, it| page.replace(it, ""));
        assert!(!other_text.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn pages_do_not_depend_on_the_batches() {
    let texts = [CLEAN, ILLEGAL, CLEAN, CLEAN, ILLEGAL];
    let page_of_one_batch = page(LIMITS, &[cards(&texts, true)]);
    let single_cards: Vec<Cards> = texts.iter().map(|text| cards(&[text], true)).collect();
    assert_eq!(page(LIMITS, &single_cards), page_of_one_batch);
}

#[test]
fn omitted_games_are_reported() {
    let texts = [CLEAN, ILLEGAL, CLEAN, ILLEGAL, CLEAN];
    let row_limits = Limits { rows: 3, ..LIMITS };
    let html = page(row_limits, &[cards(&texts, true)]);
    assert!(html.contains(">2 games are in the figures"), "{html}");
    assert_eq!(lines_of(&html, "games").len(), 3);

    // All the space for moves is reserved for games with findings.
    let move_limits = Limits {
        unreserved_bytes: 0,
        ..LIMITS
    };
    let html = page(move_limits, &[cards(&texts, true)]);
    assert!(html.contains(">3 games are listed without their moves"), "{html}");
    // The page does not change if a card beyond the limit does not include its moves.
    let last_card_without_moves: Vec<Cards> = texts
        .iter()
        .enumerate()
        .map(|(at, it)| cards(&[it], at < 4))
        .collect();
    assert_eq!(page(move_limits, &last_card_without_moves), html);

    let size_limits = Limits {
        table_bytes: 300,
        ..LIMITS
    };
    let html = page(size_limits, &[cards(&texts[..2], true)]);
    assert!(
        html.contains("findings are in the figures, but not in the table"),
        "{html}"
    );
}

const COMMENTED: &str = "手合割：平手\n先手：甲\n*あいうえお\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";

#[test]
fn omitted_comments_are_reported() {
    let illegal = ["*かきく\n", ILLEGAL].concat();
    let texts = [COMMENTED, &illegal, COMMENTED];
    let all = page(LIMITS, &[cards(&texts, true)]);
    assert_eq!(lines_of(&all, "comments").len(), 3);
    assert!(!all.contains("or read the files.</p>"), "{all}");
    // All the space for comments is reserved for games with findings.
    let comment_limits = Limits {
        unreserved_comment_bytes: 0,
        ..LIMITS
    };
    let html = page(comment_limits, &[cards(&texts, true)]);
    assert!(html.contains(">10 characters of comments are not in"), "{html}");
    let lines = lines_of(&html, "comments");
    assert_eq!((&*lines[0], &*lines[2]), (r#"{"lc":5}"#, r#"{"lc":5}"#));
    assert!(lines[1].contains("かきく"), "{}", lines[1]);
    // The comments do not displace moves, and the page does not change if a card does not include its comments.
    assert_eq!(lines_of(&html, "moves"), lines_of(&all, "moves"));
    let room = Room {
        moves: true,
        comments: false,
    };
    let single_cards = texts.iter().enumerate().map(|(at, it)| {
        if at < 2 {
            cards(&[it], true)
        } else {
            cards_with_room(&[it], room)
        }
    });
    assert_eq!(page(comment_limits, &single_cards.collect::<Vec<_>>()), html);
}

#[test]
fn omitted_details_are_reported() {
    let detail_limits = Limits {
        detail_bytes: 1,
        ..LIMITS
    };
    let html = page(detail_limits, &[cards(&[COMMENTED], true)]);
    assert!(
        html.contains(">1 games are listed without their headers"),
        "{html}"
    );
    assert!(lines_of(&html, "details").is_empty());
}

#[test]
fn merged_surveys_equal_a_survey_of_all_games() {
    let text = decode(ILLEGAL.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None))
        .next()
        .unwrap();
    let count = |paths: &[&str]| {
        let mut survey = Survey::default();
        for path in paths {
            let (judgement, game) = check(path, &record);
            survey.add(&game, &judgement.shown(Severity::Note));
        }
        survey
    };
    let mut merged_survey = count(&["x/y/a/1.kif"]);
    merged_survey.merge(count(&["x/y/b/1.kif", "x/y/b/c/2.kif"]));
    let direct_survey = count(&["x/y/a/1.kif", "x/y/b/1.kif", "x/y/b/c/2.kif"]);
    for language in Language::ALL {
        assert_eq!(merged_survey.charts(language), direct_survey.charts(language));
    }
    assert_eq!(merged_survey.figures()[0].1, 3);
    // Each of the three games breaks two rules with the severity error and one with the severity note.
    let charts = direct_survey.charts(Language::English);
    let rules = charts.iter().find(|chart| chart.name == "rules").unwrap();
    let Drawing::Bars(bars) = &rules.drawing else {
        panic!("{rules:?}");
    };
    let looks: Vec<_> = bars.iter().map(|it| it.look).collect();
    let [errors, notes] = [BarStyle::Graded([3, 0, 0]), BarStyle::Graded([0, 0, 3])];
    assert_eq!(looks, [errors, errors, notes]);
    // The results are grouped by the first directory in which the paths differ.
    let charts = merged_survey.charts(Language::English);
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
                left_out: Vec::new(),
            },
            Chart {
                name: "years",
                drawing: Drawing::Columns(Vec::new()),
                left_out: Vec::new(),
            },
            Chart {
                name: "times",
                drawing: Drawing::Lines([1.5, 2.0, f64::NAN].map(seconds).to_vec()),
                left_out: Vec::new(),
            },
        ],
        ..Summary::default()
    };
    let page = Page::open(Vec::new(), &heading_with_markup()).unwrap();
    let page = String::from_utf8(page.close(&summary).unwrap()).unwrap();
    for figures in [
        r#"{"kind":"bars","name":"rules","rows":[{"count":3,"look":{"graded":[1,2,0]},"name":"\u003c/script>"}]}"#,
        r#"{"name":"0","values":[1.5,null]}"#,
        r#"{"name":"0","values":[null,null]}"#,
    ] {
        assert!(page.contains(figures), "{figures}\n{page}");
    }
    assert!(!page.contains("\"kind\":\"columns\""), "{page}");
}

/// Returns drawings of each kind, with the expected result of `is_empty` for their charts.
fn chart_cases() -> Vec<(Drawing, bool)> {
    let results = |counts| Results {
        name: "<".to_owned(),
        counts,
    };
    let rate = Rate {
        name: "中飛車<".to_owned(),
        games: 9,
        rate: Some(0.5),
        interval: Some((0.2, 0.8)),
    };
    let bars = |counts: &[u64]| {
        let bar = |&count: &u64| Bar {
            name: "飛".to_owned(),
            count,
            look: BarStyle::Plain,
        };
        counts.iter().map(bar).collect::<Vec<_>>()
    };
    let lines = |values: &[Option<f64>], black: Option<f64>| {
        let seconds = |&white: &Option<f64>| Seconds {
            name: String::new(),
            values: [black, white],
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
    for (drawing, is_empty) in chart_cases() {
        let chart = Chart {
            name: "",
            drawing,
            left_out: Vec::new(),
        };
        assert_eq!(chart.is_empty(), is_empty, "{chart:?}");
    }
}
