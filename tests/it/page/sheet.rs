//! Printing: the sheet of findings and the score sheet of a game.

use std::path::Path;
use std::process::Command;

use kifu::finding::Language;
use serde_json::json;

use super::filters::event_report;
use super::{Browser, CLEAN, NIFU, ReportFile};
use crate::support::page::{decode_base64, page_lines};

/// JavaScript that prints the findings, `per_page` on a page, without a dialog of the browser. The sheet remains, because
/// the event `afterprint` does not happen.
fn print_findings(browser: &mut Browser, per_page: u32) {
    browser.js("window.print = () => { window.printed = true; }");
    browser.js("document.querySelector('[data-print=findings]').click()");
    assert_eq!(browser.js("document.getElementById('print').open"), true);
    browser.js(&format!(
        "document.querySelector('#print [value=\"{per_page}\"]').click()"
    ));
    browser.js("document.querySelector('#print form').requestSubmit()");
    browser.wait("window.printed");
}

/// Each finding with a position has a diagram, and each other finding has a line of text.
#[test]
fn every_finding_is_on_the_sheet() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join("fixtures/tournament").exists() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("page.html");
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["validate", "-q", "--lang", "ja", "fixtures/tournament"])
        .args(["--title", "春季<大会>", "--date", "2024年5月12日", "--html"])
        .arg(&page)
        .current_dir(root)
        .output()
        .unwrap();
    let findings = findings_of_page(&page);
    browser.open(&page);
    assert_eq!(browser.text(".masthead h1"), "春季<大会>");
    assert_eq!(browser.text(".dated"), "2024年5月12日");
    print_findings(&mut browser, 4);
    let entries = browser.js("document.querySelectorAll('#sheet .entry').length");
    assert_eq!(entries, findings.len());
    let pages = browser.js("document.querySelectorAll('#sheet .page').length");
    assert_eq!(pages, findings.len().div_ceil(4));
    let with_position = findings
        .iter()
        .filter(|finding| finding.get("sfen").is_some())
        .count();
    let with_ply = findings
        .iter()
        .filter(|finding| finding.get("ply").is_some())
        .count();
    assert!(with_position > 0);
    let diagrams = browser.js("document.querySelectorAll('#sheet .diagram > svg').length");
    let diagrams = usize::try_from(diagrams.as_u64().unwrap()).unwrap();
    assert!(
        (with_position..=with_ply.max(with_position)).contains(&diagrams),
        "{diagrams}"
    );
    // An entry has either a diagram or a line of text.
    let incomplete = "[...document.querySelectorAll('#sheet .entry')].filter((it) => it.querySelectorAll('.diagram, .line').length !== 1 || !it.querySelector('.message').textContent).length";
    assert_eq!(browser.js(incomplete), 0);
    let head = browser.text("#sheet header");
    assert!(
        head.contains("春季<大会>") && head.contains("2024年5月12日"),
        "{head}"
    );
    assert!(browser.text("#sheet").contains("反則負け"));
    // An illegal move that was not claimed has the reason why it changes nothing.
    let judgements = browser.js("[...document.querySelectorAll('#sheet dt')].filter((it) => it.textContent === '判定').map((it) => it.nextElementSibling.textContent)");
    let judgements: Vec<String> = serde_json::from_value(judgements).unwrap();
    assert!(
        judgements.iter().any(|it| it.contains("結果は変わらない")),
        "{judgements:?}"
    );
    // On paper, there is only the sheet.
    browser.call("Emulation.setEmulatedMedia", json!({"media": "print"}));
    let shown = "[...document.body.children].filter((it) => getComputedStyle(it).display !== 'none').map((it) => it.id)";
    assert_eq!(browser.js(shown), json!(["sheet"]));
    // A hand is one line next to the board, and moves are in the notation of the viewer.
    let tall =
        "[...document.querySelectorAll('#sheet .diagram > p')].filter((it) => it.offsetHeight > 30).length";
    assert_eq!(browser.js(tall), 0);
    assert!(browser.text("#sheet").contains("50手目 ☖９八歩"));
    // The position is the one after the move: the dropped pawn is on the square of the move.
    let dropped = "(() => { const entry = [...document.querySelectorAll('#sheet .entry')].find((it) => it.textContent.includes('50手目 ☖９八歩')); const moved = entry.querySelector('.moved'); const at = (it, name) => Number(it.getAttribute(name)); const piece = [...entry.querySelectorAll('.diagram text:not(.name)')].find((it) => at(it, 'x') === at(moved, 'x') + 10 && Math.abs(at(it, 'y') - at(moved, 'y') - 15.4) < 1); return [piece?.textContent, entry.querySelector('.after').textContent]; })()";
    assert_eq!(browser.js(dropped), json!(["歩", "50手目までの局面"]));
    browser.save_screenshot("sheet");
    browser.call("Emulation.setEmulatedMedia", json!({"media": ""}));
    browser.js("dispatchEvent(new Event('afterprint'))");
    assert_eq!(
        browser.js("document.querySelector('#sheet').childElementCount"),
        0
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Returns the findings in the data of a page.
fn findings_of_page(page: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(page).unwrap();
    let lines = page_lines(&text, "findings").into_iter();
    let lists = lines.filter(|line| !line.is_empty());
    lists
        .flat_map(|line| serde_json::from_str::<Vec<serde_json::Value>>(&line).unwrap())
        .collect()
}

/// The dialog has the title of the report, and the sheet has the title of the dialog.
#[test]
fn the_title_of_a_sheet_can_be_changed() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::English);
    browser.open(&report.file);
    browser.js("document.querySelector('[data-print=findings]').click()");
    let title = "document.querySelector('#print [name=title]').value";
    assert_eq!(browser.js(title), json!(browser.text(".masthead h1")));
    browser.js("(() => { const it = document.querySelector('#print [name=title]'); it.value = 'Spring <event>'; it.dispatchEvent(new Event('input')); document.getElementById('print').close(); })()");
    print_findings(&mut browser, 2);
    assert_eq!(browser.text("#sheet h1"), "Spring <event>");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_sheet_has_at_most_a_thousand_findings() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let records = NIFU.repeat(1003);
    let report = ReportFile::new(&[("a.kifu", &records)], Language::English);
    browser.open(&report.file);
    browser.js("document.querySelector('.categories [data-category=illegal]').click()");
    assert_eq!(browser.text("#findings output"), "1,003");
    print_findings(&mut browser, 2);
    assert_eq!(
        browser.js("document.querySelectorAll('#sheet .diagram > svg').length"),
        1000
    );
    assert_eq!(
        browser.text("#sheet header p"),
        "The first 1,000 of 1,003 findings. Filter the findings to print the others."
    );
    // The two pawns are marked in each diagram.
    assert_eq!(
        browser.js("document.querySelectorAll('#sheet .ring').length"),
        2000
    );
}

/// While a game is open, its score sheet is printed.
#[test]
fn the_open_game_is_printed_as_a_score_sheet() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU), ("b.kifu", CLEAN)], Language::English);
    browser.open(&report.file);
    browser.open_game("game=1");
    browser.js("dispatchEvent(new Event('beforeprint'))");
    let moves = "[...document.querySelectorAll('#sheet .columns li')].map((it) => it.textContent)";
    let moves: Vec<String> = serde_json::from_value(browser.js(moves)).unwrap();
    assert_eq!(moves.len(), 9, "{moves:?}");
    assert_eq!(moves[0], "1P-2f  ☗２六歩0:03");
    let sheet = browser.text("#sheet");
    for words in ["甲野 – 乙山", "春の会", "Result by the rules", "9", "a.kifu"] {
        assert!(sheet.contains(words), "{words}: {sheet}");
    }
    browser.js("dispatchEvent(new Event('afterprint'))");
    // The browser prints the sheet, although the dialog of the game is open.
    let paper = browser.call("Page.printToPDF", json!({"printBackground": false}));
    assert!(decode_base64(paper["data"].as_str().unwrap()).starts_with(b"%PDF"));
    assert_eq!(
        browser.js("document.querySelector('#sheet').childElementCount"),
        0
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// In the tab of the standings, only the standings and the cross table are printed. A cross table has text in place of its buttons.
#[test]
fn standings_are_printed_alone() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let Some(directory) = event_report("ja") else {
        return;
    };
    browser.open(&directory.path().join("page.html"));
    browser.js("window.print = () => dispatchEvent(new Event('beforeprint'))");
    browser.show_tab("standings");
    browser.js("document.querySelector('[data-print=standings]').click()");
    let texts = |rows: &str, cells: &str| {
        format!(
            "[...document.querySelectorAll('{rows}')].map((row) => [...row.querySelectorAll('{cells}')].map((it) => it.textContent))"
        )
    };
    let printed = browser.js(&texts("#sheet > table tbody tr", "td"));
    assert!(printed.as_array().unwrap().len() > 3, "{printed}");
    assert_eq!(printed, browser.js(&texts("#standings tbody tr", "td .value")));
    let crossed = browser.js(&texts("#sheet .crossing tbody tr", "th, td"));
    assert_eq!(crossed, browser.js(&texts("#cross tbody tr", "th, td")));
    assert_eq!(browser.js("document.querySelectorAll('#sheet button').length"), 0);
    browser.js("dispatchEvent(new Event('afterprint'))");
    // In any other tab, the page itself is printed.
    browser.show_tab("findings");
    browser.js("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(
        browser.js("document.querySelector('#sheet').childElementCount"),
        0
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
