//! The languages of options and settings: `--where`, `--columns`, `--sort`, profiles and opening books.

use std::sync::{Arc, LazyLock};

use kifu::finding::{InputError, Language};
use kifu::notation;
use kifu::opening::{OpeningBook, OpeningMatcher};
use kifu::profile::Profile;
use kifu::referee::Referee;
use kifu::report::{Paint, fault};
use kifu::shogi::Position;
use kifu::stats::{self, Game, GameCollector, Needs, Query, TABLES};
use kifu::text::{self, UTF_8};

/// Games for the queries: one with all properties, one with almost none.
const RECORDS: [&str; 2] = [
    "開始日時：2024/05/05 10:00\n棋戦：例会\n戦型：矢倉\n手合割：平手\n先手：甲\n後手：乙 六段\n\
     1 ７六歩(77) ( 0:10/00:00:10)\n2 ３四歩(33) ( 0:05/00:00:05)\n3 ２二角成(88) ( 0:01/00:00:11)\n\
     4 同　銀(31) ( 0:02/00:00:07)\n5 投了\n",
    "1 ７六歩(77)\n2 ５五歩打\n",
];

/// Parses an input as a text of each language, and evaluates the parsed text. An input that is not UTF-8 is ignored.
///
/// # Panics
///
/// If an invalid text has no error, or if an error does not point at whole characters of the text.
pub fn run(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    run_filter(text);
    run_column_lists(text);
    run_profile(text);
    run_opening_book(text);
}

fn run_filter(text: &str) {
    static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| RECORDS.map(game).into());
    match Query::filter(text) {
        Ok(filter) => {
            for game in GAMES.iter() {
                filter.matches(game);
            }
        }
        Err(fault) => assert_error_messages(text, &[fault]),
    }
}

fn game(record: &str) -> Game {
    let text = text::decode(record.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None)).next();
    let record = record.expect("a record");
    let mut collector = GameCollector::new(Needs::OPENINGS | Needs::positions(u32::MAX));
    collector.begin(&record);
    let judgement = Referee::new().check_watched(&record, &mut |played| collector.observe(played));
    collector.finish_game(&Arc::from("a/b.kif"), "UTF-8", &record, &judgement)
}

fn run_column_lists(text: &str) {
    let names: Vec<_> = TABLES[0].headings().iter().map(|it| it.name).collect();
    if let Err(fault) = stats::columns(text, &names, TABLES[0].default_column_count()) {
        assert_error_messages(text, &[fault]);
    }
    if let Err(fault) = stats::orders(text, &names) {
        assert_error_messages(text, &[fault]);
    }
}

fn run_profile(text: &str) {
    match Profile::read(text, "fuzz") {
        Ok(profile) => {
            let text = text::decode(RECORDS[1].as_bytes(), None);
            let mut referee = Referee::with_profile(profile);
            for record in notation::records(&text, notation::detect(&text, None)) {
                referee.check(&record);
            }
        }
        Err(faults) => assert_error_messages(text, &faults),
    }
}

fn run_opening_book(text: &str) {
    match OpeningBook::read(text) {
        Ok(book) => OpeningMatcher::new(&book).begin(&Position::startpos()),
        Err(faults) => assert!(!faults.is_empty()),
    }
}

/// Asserts that there are errors, that their spans, if any, are whole characters of the text, and that their description
/// does not panic.
fn assert_error_messages(text: &str, faults: &[InputError]) {
    assert!(!faults.is_empty(), "something is wrong, and nobody says what");
    for fault in faults {
        let Some(span) = fault.span else { continue };
        let marked = text.get(span.start as usize..span.end as usize);
        assert!(marked.is_some(), "{fault:?}");
    }
    let text = text::decode(text.as_bytes(), Some(UTF_8));
    for language in [Language::English, Language::Japanese] {
        fault::describe("fuzz", &text, faults, &Paint::coloured(), language);
    }
}
