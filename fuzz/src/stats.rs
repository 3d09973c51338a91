//! Every table and the HTML report can be created from any records.

use std::cell::RefCell;
use std::sync::Arc;

use kifu::finding::{Language, Message, Severity};
use kifu::notation;
use kifu::page::{Card, Cards, Heading, Page, Summary, Survey};
use kifu::report::TableForm;
use kifu::stats::{Answer, GameCollector, Layout, Needs, Order, Part, Query, TABLES, Table};

use super::choices::{Choices, MAX_RECORDS};
use super::judge::LANGUAGES;

/// Adds the first records of an input to a random table and to an HTML report. The report is written only for about one
/// input in eight.
///
/// # Panics
///
/// If the table or the report cannot be written, or is not UTF-8.
pub fn run(data: &[u8]) {
    thread_local! {
        static COLLECTOR: RefCell<GameCollector> = RefCell::new(GameCollector::new(Needs::OPENINGS | Needs::positions(u32::MAX)));
    }
    COLLECTOR.with_borrow_mut(|collector| run_with_collector(data, collector));
}

fn run_with_collector(data: &[u8], collector: &mut GameCollector) {
    let mut choices = Choices::from_bytes(data);
    let text = choices.text(data);
    let notation = choices.notation(&text);
    let query = random_query(&mut choices);
    let language = *choices.one_of(&LANGUAGES);
    let (mut part, mut cards, mut survey) = (Part::default(), Cards::default(), Survey::default());
    for record in notation::records(&text, notation).take(MAX_RECORDS) {
        collector.begin(&record);
        let judgement = choices
            .with_referee(|referee| referee.check_watched(&record, &mut |played| collector.observe(played)));
        let game = collector.finish_game(&Arc::from("a/b"), text.encoding().name(), &record, &judgement);
        let card = Card {
            game: &game,
            text: &text,
            record: &record,
            findings: &judgement.shown(Severity::Note),
            hidden: 0,
            language,
        };
        cards.add(&card, true);
        survey.add(&game, card.findings);
        query.add(game, &mut part);
    }
    assert_table(&query, part);
    // Creating the page is slow, and most of the page is the same for every input.
    if choices.below(8) == 0 {
        assert_page(&cards, &survey, language);
    }
}

/// Returns a random table with all of its columns, in a random format, sorted or not.
fn random_query(choices: &mut Choices) -> Query {
    let table: &'static Table = choices.one_of(TABLES);
    let names: Vec<_> = table.headings().iter().map(|it| it.name).collect();
    let order = Order {
        column: choices.below(names.len()),
        descending: choices.below(2) == 0,
    };
    let layout = Layout {
        headings: None,
        form: TableForm::named(choices.one_of::<&str>(&["csv", "jsonl"])).expect("a form of tables"),
        columns: names.into_iter().enumerate().collect(),
    };
    Query {
        order: if choices.below(2) == 0 {
            vec![order]
        } else {
            Vec::new()
        },
        ..Query::new(table, layout)
    }
}

fn assert_table(query: &Query, part: Part) {
    let mut out = Vec::new();
    let mut answer = Answer::begin(query, &mut out).expect("memory takes everything");
    answer.push(part).expect("memory takes everything");
    answer.finish().expect("memory takes everything");
    assert!(str::from_utf8(&out).is_ok(), "a table is UTF-8");
}

fn assert_page(cards: &Cards, survey: &Survey, language: Language) {
    let heading = Heading {
        title: Message::untranslated("title"),
        about: "input".to_owned(),
        profile: Message::untranslated("profile"),
        date: None,
        notation: None,
        language,
    };
    let summary = Summary {
        figures: survey.figures(),
        charts: survey.charts(language),
        notes: Vec::new(),
        ..Summary::default()
    };
    let mut page = Page::open(Vec::new(), &heading).expect("memory takes everything");
    page.add(cards).expect("memory takes everything");
    let out = page.close(&summary).expect("memory takes everything");
    let out = str::from_utf8(&out).expect("a page is UTF-8");
    assert!(out.trim_end().ends_with("</html>"));
}
