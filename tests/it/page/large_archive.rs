//! The report of a very large archive stays responsive.

use std::time::{Duration, Instant};

use kifu::finding::Language;
use kifu::finding::Severity;
use kifu::notation;
use kifu::page::Card;
use kifu::page::Cards;
use kifu::page::Survey;
use kifu::text;

use super::{Browser, NIFU, ReportFile, check_record};

const GAME_COUNT: u32 = 100_000;

/// The maximum time of a search or another action in the page. Loading may take three times as long. An idle machine
/// takes much less time.
const MAX_TIME: Duration = Duration::from_secs(20);

#[test]
fn a_hundred_thousand_games_do_not_freeze() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = make_report();
    println!("{} MB", report.file.metadata().unwrap().len() >> 20);
    let duration = browser.open(&report.file);
    println!("load {duration:?}");
    assert!(duration < 3 * MAX_TIME, "{duration:?}");
    assert_eq!(browser.text("#games output"), "100,000");
    assert!(
        browser
            .js("document.querySelectorAll('tbody tr').length")
            .as_u64()
            .unwrap()
            < 200
    );

    browser.show_tab("games");
    for column in ["black", "plies", "file", "count"] {
        let sort_script = format!("document.querySelector('#games th.{column} button').click()");
        run_timed(&mut browser, &format!("sort by {column}"), &sort_script);
    }
    for query in ["player 77", "round 3 99", "nobody at all", ""] {
        let duration = browser.search_table("games", query);
        println!("search {query:?} {duration:?}");
        assert!(duration < MAX_TIME, "{query}: {duration:?}");
    }
    for position in ["it.scrollHeight", "it.scrollHeight / 2", "0"] {
        let scroll_script = format!(
            "new Promise((done) => {{ const it = document.querySelector('#games .frame'); it.scrollTop = {position}; requestAnimationFrame(() => requestAnimationFrame(done)); }})"
        );
        run_timed(&mut browser, "scroll", &scroll_script);
    }
    browser.js("document.querySelector('#games table').focus()");
    browser.press_key("End");
    let last_row =
        browser.js("document.querySelector('#games tr[aria-selected=true]').getAttribute('aria-rowindex')");
    assert_eq!(last_row, "100001");
    browser.press_key("Enter");
    browser.wait_for_viewer();
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

fn run_timed(browser: &mut Browser, action: &str, expression: &str) {
    let begin = Instant::now();
    browser.js(expression);
    let duration = begin.elapsed();
    println!("{action} {duration:?}");
    assert!(duration < MAX_TIME, "{action}: {duration:?}");
}

/// Makes a report of `GAME_COUNT` files with one game each. There are 100 different games, one of which has an illegal
/// move.
fn make_report() -> ReportFile {
    let mut cards = Cards::default();
    let mut survey = Survey::default();
    for player in 0..100 {
        let text = if player == 0 {
            NIFU.to_owned()
        } else {
            game(player)
        };
        let text = text::decode(text.as_bytes(), None);
        let Some(record) = notation::records(&text, notation::detect(&text, Some("kifu"))).next() else {
            continue;
        };
        let (judgement, mut game) = check_record("", &record);
        for file in 0..GAME_COUNT / 100 {
            game.path = format!("archive/round {}/{player:03}-{file:06}.kifu", file % 50).into();
            let card = Card {
                game: &game,
                text: &text,
                record: &record,
                findings: &judgement.shown(Severity::Note),
                hidden: 0,
                language: Language::English,
            };
            cards.add(&card, true);
            survey.add(&game, card.findings);
        }
    }
    ReportFile::page(&cards, &survey, Language::English)
}

/// Returns a game in which both sides move their rooks to and fro. The number of the player determines the year and the
/// length.
fn game(player: u32) -> String {
    let moves = [
        "３八飛(28)",
        "７二飛(82)",
        "２八飛(38)",
        "８二飛(72)",
        "４八飛(28)",
        "６二飛(82)",
        "２八飛(48)",
        "８二飛(62)",
    ];
    let mut text = format!(
        "手合割：平手\n開始日時：{}/01/01\n先手：player {player}\n後手：甲野\n",
        1950 + player % 70
    );
    for ply in 0..60 + player as usize {
        text += &[&(ply + 1).to_string(), " ", moves[ply % moves.len()], "\n"].concat();
    }
    text + "     投了\n"
}
