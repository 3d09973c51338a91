//! The tables of the HTML report, and the use of the report with the keyboard and with the Back button.

use std::fs;
use std::process::Command;

use kifu::finding::Language;
use serde_json::json;

use super::filters::{SETTLE, event_report, tournament_report};
use super::{Browser, CLEAN, NIFU, ReportFile};

#[test]
fn the_page_makes_no_requests() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("spring")).unwrap();
    fs::write(directory.path().join("spring/a.kifu"), NIFU).unwrap();
    fs::write(directory.path().join("b.kifu"), CLEAN).unwrap();
    let validate = |page: &str, jobs: &str| {
        Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(["validate", ".", "--lang", "en", "--html", page, "--jobs", jobs])
            .current_dir(directory.path())
            .output()
            .unwrap()
    };
    let output = validate("page.html", "1");
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    validate("again.html", "2");
    let read_page = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
    assert_eq!(read_page("page.html"), read_page("again.html"));

    browser.open(&directory.path().join("page.html"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    let requests = browser.requests();
    assert!(
        requests
            .iter()
            .all(|request| request.starts_with("file:") && request.ends_with("/page.html")),
        "{requests:?}"
    );
    assert_eq!(browser.js("document.documentElement.lang"), "en");
    assert!(
        browser
            .js("document.querySelectorAll('.chart').length")
            .as_u64()
            .unwrap()
            >= 5
    );
    let unnamed_count_script = "[...document.querySelectorAll('.chart:not([hidden]) svg[aria-labelledby]')].filter((it) => !document.getElementById(it.getAttribute('aria-labelledby').split(' ')[0])).length";
    assert_eq!(browser.js(unnamed_count_script), 0);
    assert_eq!(browser.text("#games output"), "2");
    browser.save_screenshot("page");
}

#[test]
fn tables_are_sorted_searched_and_filtered() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("x/a.kifu", NIFU), ("x/b.kifu", CLEAN)], Language::English);
    browser.open(&report.file);
    browser.show_tab("games");
    let first_player_script = "document.querySelector('#games tbody .black').textContent";
    let sort_script = |name: &str| format!("document.querySelector('#games th.{name} button').click()");
    assert_eq!(browser.js(first_player_script), "甲野");
    browser.js(&sort_script("date"));
    assert_eq!(browser.js(first_player_script), "丙川");
    assert_eq!(
        browser.js("document.querySelector('#games th.date').getAttribute('aria-sort')"),
        "ascending"
    );
    browser.js(&sort_script("date"));
    assert_eq!(browser.js(first_player_script), "甲野");
    assert_eq!(
        browser.js("document.querySelector('#games th.date').getAttribute('aria-sort')"),
        "descending"
    );
    // The games with the most serious findings come first, so that the order is descending. The second click reverses it.
    browser.js(&sort_script("count"));
    assert_eq!(browser.js(first_player_script), "甲野");
    let order_of =
        |name: &str| format!("document.querySelector('#games th.{name}').getAttribute('aria-sort')");
    assert_eq!(browser.js(&order_of("count")), "descending");
    browser.js(&sort_script("count"));
    assert_eq!(browser.js(&order_of("count")), "ascending");
    browser.js(&sort_script("count"));

    browser.search_table("games", "Ｂ.KIFU 冬");
    assert_eq!(browser.text("#games output"), "1 of 2");
    assert_eq!(browser.js(first_player_script), "丙川");
    assert_eq!(
        browser.js("document.querySelector('#games table').getAttribute('aria-rowcount')"),
        "2"
    );
    browser.search_table("games", "nobody");
    assert_eq!(
        browser.js("document.querySelectorAll('#games tbody tr').length"),
        0
    );

    browser.show_tab("findings");
    browser.search_table("findings", "nifu 乙山");
    let rules_script = "[...new Set([...document.querySelectorAll('#findings tbody .rule span')].map((it) => it.title.replace(/.*\\((.*)\\)$/, '$1')))]";
    assert_eq!(
        browser.js("document.querySelectorAll('#findings tbody tr[data-at]').length"),
        1
    );
    assert_eq!(browser.js(rules_script), json!(["nifu"]));
    browser.search_table("findings", "");
    let filter = |browser: &mut Browser, name: &str, value: &str| {
        browser.set_field(&format!("[data-filter={name}]"), value);
    };
    filter(&mut browser, "s", "error");
    assert_eq!(browser.js("[...document.querySelectorAll('#findings tbody .word')].every((it) => it.textContent === 'error')"), true);
    filter(&mut browser, "rule", "nifu");
    assert_eq!(browser.js(rules_script), json!(["nifu"]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_report_can_be_used_with_the_keyboard_alone() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(
        &[("x/a.kifu", NIFU), ("x/b.kifu", CLEAN), ("x/c.kifu", NIFU)],
        Language::English,
    );
    browser.open(&report.file);
    let current_ply = |browser: &mut Browser| browser.text(".now");
    browser.js("document.querySelector('#findings table').focus()");
    browser.press_key("End");
    browser.press_key("Home");
    browser.press_key("ArrowDown");
    assert_eq!(
        browser.js("document.querySelector('#findings table').getAttribute('aria-activedescendant')"),
        "findings-1"
    );
    browser.press_key("ArrowUp");
    browser.press_key("Enter");
    browser.wait_for_viewer();
    assert_eq!(browser.text("#viewer-title"), "甲野 – 乙山");
    assert_eq!(browser.text(".finding h3 code"), "nifu");
    assert!(
        current_ply(&mut browser).starts_with("Ply 9"),
        "{}",
        current_ply(&mut browser)
    );
    // The two pawns on the same file are marked.
    assert_eq!(browser.js("document.querySelectorAll('.board .ring').length"), 2);
    browser.save_screenshot("viewer");
    browser.press_key("ArrowLeft");
    assert_eq!(current_ply(&mut browser), "Ply 8  P-8f  ☖８六歩");
    assert_eq!(browser.js("document.querySelector('.finding').hidden"), true);
    browser.press_key("n");
    assert_eq!(browser.text(".finding h3 code"), "nifu");
    browser.press_key("Home");
    assert_eq!(current_ply(&mut browser), "Start");
    for _ in 0..3 {
        browser.press_key("ArrowRight");
    }
    assert_eq!(current_ply(&mut browser), "Ply 3  P-2e  ☗２五歩");
    browser.press_key("ArrowDown");
    assert_eq!(current_ply(&mut browser), "Ply 3  P-7f  ☗７六歩");
    assert_eq!(browser.text(".score h3"), "Variation 2, from ply 3");
    browser.wait("location.hash === '#game=1&line=2&ply=3'");
    browser.press_key("ArrowRight");
    browser.press_key("ArrowRight");
    assert_eq!(current_ply(&mut browser), "Ply 4  P-3d  ☖３四歩");
    // A button leads to the line that the variation leaves. Pressing the button removes the list that contains it, and
    // the focus is on the move of the other line. Outside of the list, the arrow keys go to variations.
    browser.js("document.querySelector('.other').focus()");
    browser.press_key("Enter");
    assert_eq!(browser.text(".score h3"), "Main line");
    assert_eq!(
        browser.js("document.activeElement === document.querySelector('.moves [aria-current]')"),
        true
    );
    browser.js("document.getElementById('viewer-title').focus()");
    browser.press_key("ArrowDown");
    assert_eq!(browser.text(".score h3"), "Variation 2, from ply 3");
    browser.js("document.querySelector('[data-do=back]').click()");
    assert_eq!(current_ply(&mut browser), "Ply 3  P-2e  ☗２五歩");
    browser.press_key("End");
    assert_eq!(browser.text(".moves [aria-current] .number"), "9");
    browser.press_key("?");
    assert_eq!(browser.js("document.getElementById('keys').open"), true);
    browser.press_key("Escape");
    browser.press_key("Escape");
    assert_eq!(browser.js("document.getElementById('viewer').open"), false);
    assert_eq!(
        browser.js("document.activeElement.closest('section').id"),
        "findings"
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());

    // An address with a fragment opens the game at that ply.
    browser.open_game("game=1&line=1&ply=8");
    assert_eq!(current_ply(&mut browser), "Ply 8  P-3d  ☖３四歩");
}

/// A record with a title and without players. The header for its date contains only a time of day.
const UNTITLED: &str = "\
手合割：平手
開始日時：13:28:35
表題：夏の一局
   1 ７六歩(77)
   2 ３四歩(33)
";

#[test]
fn errors_come_first_and_games_have_titles() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let long_path = format!("x/{}table-17.kifu", "deep-directory/".repeat(12));
    let report = ReportFile::new(
        &[("x/a.kifu", UNTITLED), (&long_path, NIFU), ("x/b.kifu", CLEAN)],
        Language::English,
    );
    browser.open(&report.file);
    let severities_script =
        "[...document.querySelectorAll('#findings tbody .word')].map((it) => it.textContent)";
    assert_eq!(browser.js(severities_script), json!(["error", "warning", "note"]));
    assert_eq!(
        browser.js("document.querySelector('#findings th.severity').getAttribute('aria-sort')"),
        "descending"
    );
    browser.show_tab("games");
    // A time of day alone is not shown as a date, and a record without players causes no error.
    let dates_script = "[...document.querySelectorAll('#games tbody .date')].map((it) => it.textContent)";
    assert_eq!(browser.js(dates_script), json!(["", "2024-05-12", "2023-01-02"]));
    assert!(browser.text("#games tbody tr .event").contains("夏の一局"));
    // The end of a path is visible, however long the path is.
    let tail_is_visible_script = "(() => {
      const [cell, tail] = ['#games tr:nth-child(2) .path', '#games tr:nth-child(2) .tail'].map((it) => document.querySelector(it).getBoundingClientRect());
      return tail.right <= cell.right + 1 && tail.left >= cell.left;
    })()";
    assert_eq!(browser.js(tail_is_visible_script), true);
    assert_eq!(browser.text("#games tr:nth-child(2) .tail"), "ry/table-17.kifu");
    assert!(browser.text(".ruled").ends_with("spring"));
    assert_eq!(browser.js("document.title"), "a/, b/ – A page");
    browser.js("document.querySelector('#games tbody tr').click()");
    browser.wait_for_viewer();
    assert_eq!(browser.text("#viewer-title"), "夏の一局");
    assert_eq!(browser.js("document.title"), "夏の一局 – a/, b/ – A page");
    browser.js("document.querySelector('#viewer [data-do=close]').click()");
    browser.wait("document.title === 'a/, b/ – A page'");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The Back button closes a game and stays in the report, however the game was opened and closed before.
#[test]
fn back_button_closes_the_game() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU), ("b.kifu", CLEAN)], Language::English);
    browser.open(&report.file);
    browser.show_tab("games");
    let is_open_script = "document.getElementById('viewer').open";
    // The page gets the events of the history and of the dialog after the changes. No user clicks in between, but a script can.
    browser.js("window.moved = 0, addEventListener('popstate', () => { moved += 1; })");
    let wait_until_closed = |browser: &mut Browser, moved: u32| {
        browser.wait(&format!(
            "!{is_open_script} && !location.hash.includes('game=') && moved === {moved}"
        ));
        browser.js("new Promise((done) => setTimeout(done, 100))");
    };
    for round in 0..2 {
        browser.js("document.querySelector('#games tbody tr').click()");
        browser.wait(&format!("{is_open_script} && location.hash.includes('game=1')"));
        browser.wait_for_viewer();
        browser.js("document.querySelector('#viewer [data-do=previous]').click()");
        browser.js("history.back()");
        wait_until_closed(&mut browser, 2 * round + 1);
        browser.js("document.querySelector('#games tbody tr').click()");
        browser.wait_for_viewer();
        browser.js("document.querySelector('#viewer [data-do=close]').click()");
        wait_until_closed(&mut browser, 2 * round + 2);
    }
    // The Forward button opens the game again, and closing the game stays in the report.
    browser.js("history.forward()");
    browser.wait(&format!("{is_open_script} && location.hash.includes('game=1')"));
    browser.wait_for_viewer();
    browser.js("document.querySelector('#viewer [data-do=close]').click()");
    wait_until_closed(&mut browser, 5);
    assert_eq!(browser.text("#games output"), "2");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// JavaScript that returns the texts of the visible table that are wider than their boxes, and the rows that are higher than
/// the space for them. The middle of a path may be hidden.
pub(super) const CUT_TEXTS: &str = "(() => {
  const section = document.querySelector('.listing.shown');
  const cut = [];
  for (const cell of section.querySelectorAll('tbody td, thead:not([inert]) th')) {
    for (const it of [cell, ...cell.querySelectorAll('span, small, b, button')]) {
      if (!it.offsetParent || it.closest('.path, .unseen') || getComputedStyle(it).display === 'inline') continue;
      if (it.scrollWidth > it.clientWidth + 1) cut.push(`${it.textContent}: ${it.scrollWidth} > ${it.clientWidth}`);
    }
  }
  for (const row of section.querySelectorAll('tbody tr')) {
    if (row.scrollHeight > row.clientHeight + 2) cut.push(`${row.textContent}: ${row.scrollHeight} high`);
  }
  const { scrollWidth, clientWidth } = section.querySelector('.frame');
  if (scrollWidth > clientWidth) cut.push(`the table is ${scrollWidth} wide`);
  if (document.documentElement.scrollWidth > innerWidth) cut.push('the page is too wide');
  return cut;
})()";

/// The widths at which tables are tested (CSS pixels). 640 pixels are a window of 1,280 pixels at 200 %.
pub(super) const WIDTHS: [u32; 8] = [360, 640, 700, 768, 820, 1000, 1280, 1440];

/// At every width, no text of a table is cut.
#[test]
fn no_text_is_wider_than_its_box() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    for language in ["ja", "en"] {
        let Some(directory) = tournament_report(language) else {
            return;
        };
        for width in WIDTHS {
            browser.set_size(width, 900);
            browser.open(&directory.path().join("page.html"));
            browser.js(SETTLE);
            for tab in ["findings", "games", "openings", "players"] {
                browser.show_tab(tab);
                browser.js(SETTLE);
                assert_eq!(browser.js(CUT_TEXTS), json!([]), "{language}, {width}, {tab}");
                let is_cards = browser.js(&format!(
                    "document.getElementById('{tab}').classList.contains('cards')"
                ));
                assert!(
                    width >= 1000 || is_cards == json!(true),
                    "{language}, {width}, {tab}"
                );
                assert!(
                    width < 1280 || is_cards == json!(false),
                    "{language}, {width}, {tab}"
                );
            }
        }
    }
}

/// At every width, no text of the standings and of the findings between records is cut.
#[test]
fn no_text_of_an_event_is_wider_than_its_box() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    for language in ["ja", "en"] {
        let Some(directory) = event_report(language) else {
            return;
        };
        for width in WIDTHS {
            browser.set_size(width, 900);
            browser.open(&directory.path().join("page.html"));
            browser.js(SETTLE);
            for tab in ["standings", "archive"] {
                browser.show_tab(tab);
                browser.js(SETTLE);
                let rows = browser.js(&format!("document.querySelectorAll('#{tab} tbody tr').length"));
                assert!(rows.as_u64().unwrap() > 1, "{language}, {width}, {tab}");
                assert_eq!(browser.js(CUT_TEXTS), json!([]), "{language}, {width}, {tab}");
            }
            // The wins of each side are hidden before the rows of the players become cards.
            browser.show_tab("players");
            browser.js(SETTLE);
            assert_eq!(browser.js(CUT_TEXTS), json!([]), "{language}, {width}");
            assert_eq!(
                browser.js("document.getElementById('players').classList.contains('cards')"),
                width < 1000,
                "{language}, {width}"
            );
        }
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// An end that describes one of the players has the mark of this player, who loses by an illegal move or on time. The mark of the
/// stated winner is the other one. The end of a game that was resigned has no mark.
#[test]
fn an_end_has_the_mark_of_its_player() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let Some(directory) = tournament_report("en") else {
        return;
    };
    browser.set_size(1280, 4000);
    browser.open(&directory.path().join("page.html"));
    browser.show_tab("games");
    browser.js(SETTLE);
    let ends = browser.js("[...document.querySelectorAll('#games tbody tr')].map((row) => {
           const result = row.querySelector('.result');
           const winner = (result.querySelector('small') ?? result).textContent.match(/[☗☖]/)?.[0] ?? '';
           return [row.querySelector('.end').textContent, winner];
         })");
    let ends: Vec<(String, String)> = serde_json::from_value(ends).unwrap();
    let of_loser: Vec<_> = ends
        .iter()
        .filter(|(end, _)| end.contains("illegal move") || end.contains("lost on time"))
        .collect();
    assert!(of_loser.len() > 2, "{ends:?}");
    for (end, winner) in of_loser {
        let loser = if winner == "☗" { "☖ " } else { "☗ " };
        assert!(end.starts_with(loser), "{end}: {winner}");
    }
    let of_both: Vec<_> = ends
        .iter()
        .filter(|(end, _)| end.contains("resignation"))
        .collect();
    assert!(of_both.len() > 10, "{ends:?}");
    assert!(of_both.iter().all(|(end, _)| end == "resignation"), "{of_both:?}");
}

/// A selection list sorts the rows that are cards.
#[test]
fn cards_are_sorted_by_a_selection_list() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("x/a.kifu", NIFU), ("x/b.kifu", CLEAN)], Language::English);
    browser.set_size(360, 740);
    browser.open(&report.file);
    browser.show_tab("games");
    let first_player = "document.querySelector('#games tbody .black .value').textContent";
    assert_eq!(browser.js(first_player), "甲野");
    browser.set_field("#games .order select", "date");
    assert_eq!(browser.js(first_player), "丙川");
    browser.js("document.querySelector('#games .order button').click()");
    assert_eq!(browser.js(first_player), "甲野");
    // Each value has its head.
    assert_eq!(browser.text("#games tbody .plies"), "Plies9");
}

/// The findings of a game are below a row with the game. Those of a move have a diagram with the squares of the finding.
#[test]
fn findings_are_grouped_by_game_with_diagrams() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(
        &[("x/a.kifu", NIFU), ("x/b.kifu", CLEAN), ("x/c.kifu", NIFU)],
        Language::English,
    );
    browser.open(&report.file);
    let games = "[...document.querySelectorAll('#findings .of-game b')].map((it) => it.textContent)";
    assert_eq!(browser.js(games), json!(["甲野 – 乙山", "甲野 – 乙山"]));
    browser.wait("document.querySelectorAll('#findings .thumb svg').length >= 2");
    let rings = "document.querySelector('#findings .thumb svg').querySelectorAll('.ring').length";
    assert_eq!(browser.js(rings), 2);
    // The first finding is on the first screen, also on a telephone.
    for (width, height) in [(1280, 800), (360, 740)] {
        browser.set_size(width, height);
        browser.open(&report.file);
        let top = browser.js("document.querySelector('#findings tr[data-at]').getBoundingClientRect().top");
        assert!(top.as_f64().unwrap() < f64::from(height) - 40.0, "{width}: {top}");
    }
    browser.js("document.querySelector('#findings .of-game').click()");
    browser.wait_for_viewer();
    assert_eq!(browser.text("#viewer-title"), "甲野 – 乙山");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
