//! The filters of the HTML report: charts, chips, the address, the tables of openings and players, and CSV.

use std::fs;
use std::path::Path;
use std::process::Command;

use kifu::finding::Language;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Browser, CLEAN, NIFU, ReportFile};

/// JavaScript that waits until the charts and the tables of groups have been counted again, and the address is written.
pub(super) const SETTLE: &str =
    "new Promise((done) => setTimeout(() => requestIdleCallback(() => requestIdleCallback(done)), 400))";

const ARCHIVE: &str = "fixtures/tournament";

/// Runs `kifu` in the directory of the crate and returns its standard output.
fn kifu(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Writes the report of the tournament, and returns its directory. Returns `None` if the tournament is not part of the
/// published crate.
pub(super) fn tournament_report(language: &str) -> Option<TempDir> {
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join(ARCHIVE).exists() {
        return None;
    }
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("page.html");
    let page = page.to_str().unwrap();
    let arguments = [
        "validate",
        "-q",
        "--severity",
        "note",
        "--lang",
        language,
        ARCHIVE,
        "--html",
        page,
    ];
    kifu(&arguments);
    Some(directory)
}

/// Writes the report of one event with the findings between its records and its sheet of results, and returns its directory. Returns
/// `None` if the tournament is not part of the published crate.
pub(super) fn event_report(language: &str) -> Option<TempDir> {
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join(ARCHIVE).exists() {
        return None;
    }
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("page.html");
    let options = ["audit", "-q", "--all", "--lang", language];
    let sheet = ["--sheet", "fixtures/sheets/2023-spring.csv"];
    let input = [
        "--html",
        page.to_str().unwrap(),
        "fixtures/tournament/2023-spring",
    ];
    kifu(&[&options[..], &sheet, &input].concat());
    Some(directory)
}

/// Returns the paths of the games that `kifu stats --where` selects.
fn selected_paths(condition: &str) -> Vec<String> {
    let output = kifu(&[
        "stats",
        "-q",
        "--where",
        condition,
        "--columns",
        "path,record",
        ARCHIVE,
    ]);
    output.lines().skip(1).map(str::to_owned).collect()
}

/// JavaScript that returns the path and the record of each game that the table shows, by reading the CSV of the table.
const SHOWN_GAMES: &str = "(async () => {
  const create = URL.createObjectURL;
  let blob;
  URL.createObjectURL = (it) => { blob = it; return 'blob:none'; };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = () => {};
  document.querySelector('[data-export=games]').click();
  URL.createObjectURL = create;
  HTMLAnchorElement.prototype.click = click;
  return (await blob.text()).split('\\r\\n').slice(1, -1).map((line) => line.split(',').slice(0, 2).join(','));
})()";

/// Each filter selects the games that `kifu stats --where` selects.
#[test]
fn filters_select_the_games_of_where() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let Some(directory) = tournament_report("en") else {
        return;
    };
    browser.open(&directory.path().join("page.html"));
    let filters = [
        ("opening=四間飛車", "opening = \"四間飛車\""),
        ("year=2024", "year = 2024"),
        ("end=timeout", "end = timeout"),
        ("result=black", "verdict = black"),
        ("length=90", "plies >= 90 and plies < 100"),
        ("rule=nifu", "rules ~ \"(^| )nifu( |$)\""),
        ("s=error", "errors > 0"),
        ("found=clean", "errors = 0 and warnings = 0 and notes = 0"),
        (
            "folder=2023-spring",
            "path ~ \"^fixtures/tournament/2023-spring/\"",
        ),
        (
            "opening=四間飛車&result=white&found=findings",
            "opening = \"四間飛車\" and verdict = white and (errors > 0 or warnings > 0 or notes > 0)",
        ),
    ];
    for (filter, condition) in filters {
        browser.js(&format!("location.hash = {}", json!(format!("#{filter}"))));
        let count = filter.split('&').count();
        browser.wait(&format!(
            "document.querySelectorAll('.chip[data-facet]').length === {count} && document.querySelector('.chip').textContent.length > 0"
        ));
        browser.js(SETTLE);
        let shown: Vec<String> = serde_json::from_value(browser.js(SHOWN_GAMES)).unwrap();
        let expected = selected_paths(condition);
        assert!(!expected.is_empty(), "{condition}");
        assert_eq!(shown, expected, "{filter}");
        browser.js("location.hash = '#'");
        browser.wait("document.querySelector('.chips').hidden");
    }
    // The players of the table are those of `kifu stats`.
    let output = kifu(&[
        "stats",
        "-q",
        "--table",
        "players",
        "--columns",
        "name,games,wins,losses,draws",
        ARCHIVE,
    ]);
    let expected: Vec<&str> = output.lines().skip(1).collect();
    let players = browser.js(&SHOWN_GAMES
        .replace("data-export=games", "data-export=players")
        .replace(
            "line.split(',').slice(0, 2).join(',')",
            "[0, 1, 2, 5, 6].map((at) => line.split(',')[at]).join(',')",
        ));
    assert_eq!(players, json!(expected));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The charts that the page draws for a filter equal those that the program draws for the selected games.
#[test]
fn counts_of_a_filter_equal_those_of_the_program() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let Some(directory) = tournament_report("en") else {
        return;
    };
    let selected = directory.path().join("selected.html");
    let selected_path = selected.to_str().unwrap();
    kifu(&[
        "stats",
        "-q",
        "--lang",
        "en",
        "--where",
        "end = resign",
        "--html",
        selected_path,
        ARCHIVE,
    ]);
    // The chart of endings shows all endings, and the chart of times is hidden by a filter.
    let numbers = "[...document.querySelectorAll('.chart:not([hidden], [data-chart=times], [data-chart=endings])')].map((chart) =>
      [chart.dataset.chart, ...[...chart.querySelectorAll('tbody tr')].map((row) => [...row.children].map((it) => it.textContent).join('|'))])";
    browser.open(&selected);
    browser.js(SETTLE);
    let of_program = browser.js(numbers);
    assert_eq!(of_program.as_array().unwrap().len(), 6, "{of_program}");
    browser.open(&directory.path().join("page.html"));
    browser.js("location.hash = '#end=resign'");
    browser.wait("document.querySelector('.chip')");
    browser.js(SETTLE);
    assert_eq!(browser.js(numbers), of_program);
}

#[test]
fn a_bar_filters_both_tables() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(
        &[("x/a.kifu", NIFU), ("x/b.kifu", CLEAN), ("y/c.kifu", NIFU)],
        Language::English,
    );
    browser.open(&report.file);
    browser.js(SETTLE);
    assert_eq!(browser.text("#findings output"), "2");
    // The years have one tab stop, and the arrow keys move between them.
    let stops = "document.querySelectorAll('[data-chart=years] [tabindex=\"0\"]').length";
    assert_eq!(browser.js(stops), 1);
    browser.show_tab("charts");
    browser.js("document.querySelector('[data-chart=years] [tabindex=\"0\"]').focus()");
    browser.press_key("ArrowRight");
    browser.press_key("Enter");
    assert_eq!(browser.text(".chip"), "Year: 2024×");
    assert_eq!(browser.text("#games output"), "2 of 3");
    browser.js(SETTLE);
    assert_eq!(browser.js("location.hash"), "#year=2024&tab=charts");
    assert_eq!(
        browser.js("document.activeElement.getAttribute('aria-pressed')"),
        "true"
    );
    // The rates are those of the selection.
    assert_eq!(browser.text(".rates"), "2 decided games: ☗ 0% (0%–65.8%), ☖ 100%");
    // A second filter: the folder.
    browser.js("document.querySelector('[data-chart=folders] [data-key=x]').dispatchEvent(new MouseEvent('click', { bubbles: true }))");
    assert_eq!(browser.text("#games output"), "1 of 3");
    browser.show_tab("games");
    browser.js(SETTLE);
    // The address restores both.
    let address = browser.js("location.hash");
    browser.open(&report.file);
    browser.js(&format!("location.hash = {address}"));
    browser.wait("document.querySelector('#games output').textContent === '1 of 3'");
    // A game opens and closes without a change of the filters.
    browser.js("document.querySelector('#games tbody tr').click()");
    browser.wait("document.getElementById('viewer').open && location.hash.includes('game=1')");
    browser.js("document.querySelector('#viewer [data-do=close]').click()");
    browser.wait(&format!(
        "!document.getElementById('viewer').open && location.hash === {address}"
    ));
    // A chip removes its filter.
    browser.js("document.querySelector('.chip[data-facet=year]').click()");
    assert_eq!(browser.text("#games output"), "2 of 3");
    browser.js("document.querySelector('.chip').click()");
    assert_eq!(browser.text("#games output"), "3");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn categories_separate_illegal_moves_from_other_findings() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let Some(directory) = tournament_report("en") else {
        return;
    };
    browser.open(&directory.path().join("page.html"));
    let counts = browser.js(
        "[...document.querySelectorAll('.categories button')].map((it) => [it.dataset.category, Number(it.querySelector('b').textContent)])",
    );
    let counts: Vec<(String, u64)> = serde_json::from_value(counts).unwrap();
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    assert_eq!(browser.text("#findings output"), total.to_string());
    browser.js("document.querySelector('.categories [data-category=illegal]').click()");
    assert_eq!(
        browser.text("#findings output"),
        format!("{} of {total}", counts[0].1)
    );
    let other_rules = "(() => {
      const { rules } = JSON.parse(document.getElementById('frame').textContent);
      const names = [...document.querySelectorAll('#findings tbody .rule span')].map((it) => it.title.replace(/.*\\((.*)\\)$/, '$1'));
      return names.filter((name) => rules[name].kind !== 'foul');
    })()";
    assert_eq!(browser.js(other_rules), json!([]));
    assert_eq!(
        browser
            .js("document.querySelector('.categories [data-category=illegal]').getAttribute('aria-pressed')"),
        "true"
    );
}

/// A game with nifu in a variation.
const NIFU_IN_VARIATION: &str = "手合割：平手\n先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ８四歩(83)\n   5 投了\n変化：3手\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ７七歩打\n";

/// An illegal move that is explained by a slip of the pen is a fault of the record, and one in a variation is not one of the game.
#[test]
fn only_illegal_moves_of_games_are_in_their_category() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let slip = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fix/slip.kif");
    if !slip.exists() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    fs::copy(slip, directory.path().join("slip.kif")).unwrap();
    fs::write(directory.path().join("nifu.kifu"), NIFU).unwrap();
    fs::write(directory.path().join("variation.kifu"), NIFU_IN_VARIATION).unwrap();
    let page = directory.path().join("page.html");
    let [input, page_path] = [directory.path(), page.as_path()].map(|path| path.to_str().unwrap());
    let options = ["validate", "-q", "--severity", "note", "--lang", "en"];
    kifu(&[&options[..], &[input, "--html", page_path]].concat());
    browser.open(&page);
    let rules_of = |browser: &mut Browser, category: &str| {
        browser.js(&format!(
            "document.querySelector('.categories [data-category={category}]').click()"
        ));
        browser.js("[...document.querySelectorAll('#findings tbody .rule .value')].map((it) => it.title.replace(/.*\\((.*)\\)$/, '$1'))")
    };
    assert_eq!(rules_of(&mut browser, "illegal"), json!(["nifu"]));
    assert_eq!(browser.text(".verdict [data-value=illegal] b"), "1");
    let of_slip = rules_of(&mut browser, "damaged").to_string();
    assert!(of_slip.contains("double-move"), "{of_slip}");
    assert_eq!(rules_of(&mut browser, "variation"), json!(["nifu"]));
    assert_eq!(browser.text("#findings tbody .of-variation"), "Variation");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The numbers of the verdict add up to those of the summary of the report, and each of them is the number of rows that its button
/// shows.
#[test]
fn the_verdict_counts_and_filters() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let Some(directory) = tournament_report("en") else {
        return;
    };
    browser.open(&directory.path().join("page.html"));
    let numbers = "Object.fromEntries([...document.querySelectorAll('.verdict button')].map((it) => [it.dataset.value, Number(it.querySelector('b').textContent)]))";
    let numbers = browser.js(numbers);
    let number = |name: &str| numbers[name].as_u64().unwrap_or(0);
    let figures = browser.js(
        "[...document.querySelectorAll('.figures dd')].map((it) => Number(it.textContent.replace(',', '')))",
    );
    let figure = |at: usize| figures[at].as_u64().unwrap();
    let found = ["illegal", "error", "warning", "note", "all"];
    assert_eq!(
        found.iter().map(|name| number(name)).sum::<u64>(),
        figure(3) + figure(4) + figure(5),
        "{numbers}"
    );
    assert_eq!(number("clean"), figure(0) - figure(2), "{numbers}");
    let press = |browser: &mut Browser, value: &str| {
        browser.js(&format!(
            "document.querySelector('.verdict [data-value={value}]').click()"
        ));
    };
    // The filters and the search before do not change what a button shows.
    browser.search_table("findings", "nifu");
    browser.js("document.querySelector('.categories [data-category=results]').click()");
    for value in ["illegal", "error", "warning", "note"] {
        if number(value) == 0 {
            continue;
        }
        press(&mut browser, value);
        let shown = browser.text("#findings output");
        assert!(
            shown.starts_with(&format!("{} of ", number(value))),
            "{value}: {shown}"
        );
    }
    // Illegal moves of all severities have one number.
    press(&mut browser, "illegal");
    assert_eq!(
        browser.js("Number(document.querySelector('.categories [data-category=illegal] b').textContent)"),
        numbers["illegal"]
    );
    press(&mut browser, "clean");
    let shown = browser.text("#games output");
    assert!(shown.starts_with(&format!("{} of ", number("clean"))), "{shown}");
    assert_eq!(
        browser.js("document.querySelector('.verdict [data-value=illegal]').getAttribute('aria-pressed')"),
        "false"
    );
    press(&mut browser, "clean");
    assert_eq!(browser.text("#games output"), figure(0).to_string());

    // Games without errors and warnings have a verdict in words.
    let report = ReportFile::new(&[("a.kifu", CLEAN), ("b.kifu", CLEAN)], Language::Japanese);
    browser.open(&report.file);
    let verdict = browser.text(".verdict .total");
    assert_eq!(verdict, "2局を検査しました。問題は見つかりませんでした。");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// A table without rows has a button that removes the filters.
#[test]
fn filters_that_select_nothing_can_be_removed() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU), ("b.kifu", CLEAN)], Language::English);
    browser.open(&report.file);
    let is_empty = "!document.querySelector('#games .none').hidden";
    assert_eq!(browser.js(is_empty), false);
    browser.js("location.hash = '#event=none&tab=games'");
    browser.wait(is_empty);
    browser.js("document.querySelector('#games .none button').click()");
    browser.wait("document.querySelector('#games output').textContent === '2'");
    assert_eq!(browser.js("document.querySelector('.chips').hidden"), true);
    assert_eq!(browser.js(is_empty), false);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The address holds the tab, Back returns to the tab before, and the arrow keys move between the tabs.
#[test]
fn tabs_are_in_the_address() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("x/a.kifu", NIFU), ("y/b.kifu", CLEAN)], Language::English);
    browser.open(&report.file);
    let current = "document.querySelector('.sections [aria-selected=true]').dataset.section";
    let visible = "[...document.querySelectorAll('main > .panelled')].filter((it) => it.offsetParent).map((it) => it.id)";
    browser.js(SETTLE);
    assert_eq!(browser.js(current), "findings");
    assert_eq!(browser.js(visible), json!(["findings"]));
    browser.show_tab("games");
    assert_eq!(browser.js("location.hash"), "#tab=games");
    assert_eq!(browser.js(visible), json!(["games"]));
    browser.show_tab("players");
    browser.js("history.back()");
    browser.wait(&format!("{current} === 'games'"));
    browser.js("history.forward()");
    browser.wait(&format!("{current} === 'players'"));
    browser.js("document.getElementById('section-players').focus()");
    browser.press_key("Home");
    assert_eq!(browser.js(current), "findings");
    browser.press_key("ArrowRight");
    assert_eq!(browser.js(current), "games");
    assert_eq!(browser.js("document.activeElement.id"), "section-games");
    // A tab without content is not shown.
    assert_eq!(
        browser.js("document.getElementById('section-archive').hidden"),
        true
    );
    browser.wait("location.hash === '#tab=games'");
    browser.open(&report.file);
    browser.js("location.hash = '#tab=games'");
    browser.wait(&format!("{current} === 'games'"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// A name that a spreadsheet would evaluate, and one with a quotation mark and a comma.
const FORMULA: &str = "手合割：平手\n先手：=1+1\n後手：\"乙\", 山\n   1 ７六歩(77)\n   2 投了\n";

#[test]
fn csv_is_safe_for_spreadsheets() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", FORMULA)], Language::English);
    browser.open(&report.file);
    let downloads = tempfile::tempdir().unwrap();
    browser.call(
        "Page.setDownloadBehavior",
        json!({"behavior": "allow", "downloadPath": downloads.path()}),
    );
    browser.js("document.querySelector('[data-export=games]').click()");
    let file = downloads.path().join("kifu-games.csv");
    let begin = std::time::Instant::now();
    while !file.exists() && begin.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("\u{feff}File,Record,Date,"), "{text}");
    assert!(text.ends_with("\r\n"), "{text}");
    assert!(text.contains(",'=1+1,\"\"\"乙\"\", 山\","), "{text}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The tables show the most frequent spelling of a player. The filter uses the key, so that it finds all spellings.
#[test]
fn players_have_their_most_frequent_spelling() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let game = |black: &str, white: &str| CLEAN.replace("丙川", black).replace("甲野", white);
    let games = [
        game("髙橋 德一", "乙"),
        game("丙", "髙橋 德一"),
        game("高橋徳一五段", "丙"),
        game("乙", ""),
    ];
    let files: Vec<_> = ["a.kifu", "b.kifu", "c.kifu", "d.kifu"]
        .into_iter()
        .zip(games.iter().map(|it| &**it))
        .collect();
    let report = ReportFile::new(&files, Language::Japanese);
    browser.open(&report.file);
    browser.js(SETTLE);
    browser.show_tab("players");
    let names = "[...document.querySelectorAll('#players tbody td.group')].map((it) => it.textContent)";
    assert_eq!(browser.js(names), json!(["髙橋 德一", "丙", "乙", "不明"]));
    let heads = "[...document.querySelectorAll('.cross tbody th')].map((it) => it.textContent).sort()";
    assert_eq!(browser.js(heads), json!(["1 乙", "2 髙橋 德一", "3 丙"]));
    assert_eq!(
        browser.text("#cross .about"),
        "冬の会 · 対局者の名前がそろわないため除いた対局：1局"
    );
    browser.js("document.querySelector('#players tbody tr').click()");
    browser.wait("document.querySelector('.chip')");
    assert_eq!(browser.text(".chip"), "対局者: 髙橋 德一×");
    assert_eq!(browser.text("#games output"), "4件中3件");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn an_event_has_a_cross_table() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let game = |black: &str, white: &str| CLEAN.replace("丙川", black).replace("甲野", white);
    let games = [game("甲", "乙"), game("乙", "丙"), game("丙", "甲")];
    let report = ReportFile::new(
        &[
            ("a.kifu", &games[0]),
            ("b.kifu", &games[1]),
            ("c.kifu", &games[2]),
        ],
        Language::English,
    );
    browser.open(&report.file);
    browser.js(SETTLE);
    let cells = "[...document.querySelectorAll('.cross tbody tr')].map((row) => [...row.children].map((it) => it.textContent).join('|'))";
    let cells: Value = browser.js(cells);
    assert_eq!(cells, json!(["1 丙||○|●|1", "2 乙|●||○|1", "3 甲|○|●||1"]));
    browser.js("document.querySelector('.cross td button').click()");
    browser.wait("document.getElementById('viewer').open");
    assert_eq!(browser.text("#viewer-title"), "乙 – 丙");
    // A table of 41 players would be too wide.
    let games: Vec<_> = (0..41)
        .map(|at| {
            (
                format!("{at}.kifu"),
                game(&format!("甲{at}"), &format!("甲{}", (at + 1) % 41)),
            )
        })
        .collect();
    let files: Vec<_> = games.iter().map(|(name, game)| (&**name, &**game)).collect();
    let report = ReportFile::new(&files, Language::English);
    browser.open(&report.file);
    browser.js(SETTLE);
    assert!(
        browser
            .text("#cross .about")
            .contains("There is no cross table for more than 40 players.")
    );
    assert_eq!(
        browser.js("document.querySelectorAll('.cross table').length"),
        json!(0)
    );
}
