//! The application page in a real browser. The tests of the page itself replace the worker by `fake_worker.js`. The tests
//! that compare with the command need a build with the module of the library, and are skipped without it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use kifu::finding::Language;
use kifu::page::{application_page, application_page_with};
use serde_json::json;
use tempfile::TempDir;

use super::browser::Browser;
use super::filters::SETTLE;
use super::tables::{CUT_TEXTS, WIDTHS};
use crate::support::page::decode_base64;

mod edit;

const FAKE_WORKER: &str = include_str!("application/fake_worker.js");

/// The address of the published application.
const ADDRESS: &str = "https://example.org/kifu.html";

/// The expression that is true when all chosen files have been checked.
const IS_CHECKED: &str =
    "document.querySelector('.outcome').textContent && document.querySelector('.running').hidden";

/// An application page and files for it, in a directory that is deleted after the test.
struct ApplicationFile {
    file: PathBuf,
    directory: TempDir,
}

impl ApplicationFile {
    fn new(page: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("kifu.html");
        fs::write(&file, page).unwrap();
        Self { file, directory }
    }

    /// Makes a page whose worker is `fake_worker.js`.
    fn with_fake_worker(language: Language) -> Self {
        let page = application_page_with(b"not used", language);
        let (before, rest) = page.split_once("id=\"worker\">").unwrap();
        let (_, after) = rest.split_once("</script>").unwrap();
        Self::new(&[before, "id=\"worker\">", FAKE_WORKER, "</script>", after].concat())
    }

    /// Returns the page with the library; prints a message and returns `None` if this build does not contain the module.
    fn with_library(language: Language) -> Option<Self> {
        let page = application_page(language);
        if page.is_none() {
            println!("skipped: this build has no module; KIFU_APP can name one");
        }
        // The data of the page are not part of its policy, so the address can be set afterwards.
        page.map(|page| Self::new(&page.replacen("\"url\":\"\"", &format!("\"url\":\"{ADDRESS}\""), 1)))
    }

    /// Writes a file, and returns its path.
    fn add(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// Opens the page. Blobs that the page offers to save are kept in `window.saved`.
    fn open(&self, browser: &mut Browser) {
        browser.open(&self.file);
        browser.js("window.saved = [];
             window.createAddress = URL.createObjectURL;
             URL.createObjectURL = (blob) => {
               if (blob.type !== 'text/javascript') window.saved.push(blob);
               return window.createAddress.call(URL, blob);
             };
             undefined");
    }
}

fn choose_and_check(browser: &mut Browser, selector: &str, paths: &[&Path]) {
    browser.js("document.querySelector('.outcome').textContent = ''");
    browser.choose_files(selector, paths);
    browser.wait(IS_CHECKED);
}

/// Returns the content of the file that was saved last.
fn saved(browser: &mut Browser) -> Vec<u8> {
    let content = browser.js("new Promise((done) => {
           const reader = new FileReader();
           reader.onload = () => done(reader.result.split(',')[1] ?? '');
           reader.readAsDataURL(window.saved.at(-1));
         })");
    decode_base64(content.as_str().unwrap())
}

/// Clicks on a button of the application.
fn press(browser: &mut Browser, name: &str) {
    browser.js(&format!("document.querySelector('[data-app={name}]').click()"));
}

/// Checks that the page requested nothing but itself and the scripts of its workers.
fn check_requests(browser: &mut Browser) {
    let foreign = browser.requests().into_iter();
    let foreign: Vec<_> = foreign
        .filter(|url| !url.starts_with("file:") && !url.starts_with("blob:"))
        .collect();
    assert_eq!(foreign, Vec::<String>::new());
}

#[test]
fn a_record_that_breaks_the_module_is_named_and_the_others_are_checked() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = ApplicationFile::with_fake_worker(Language::English);
    let one = page.add("one.kif", b"a\nb\nc\nbad1\ntrap\nd\ne\ntrap\nf\n");
    let two = page.add("two.kif", b"x\ny\n");
    page.open(&mut browser);
    choose_and_check(&mut browser, "#choose-files", &[&one, &two]);
    assert_eq!(
        browser.text(".outcome"),
        "Checked. Files: 2, games: 9, findings: 1."
    );
    let notes = browser.js("[...document.querySelectorAll('.app-notes li')].map((it) => it.textContent)");
    let note = |record: u32| {
        format!(
            "one.kif, record {record}: the program failed at this record (panicked at <b>record</b>). The check continued after it."
        )
    };
    assert_eq!(notes, json!([note(5), note(8)]));
    let names =
        browser.js("[...document.querySelectorAll('#games tbody td.black')].map((it) => it.textContent)");
    assert_eq!(names, json!(["a", "b", "c", "bad1", "d", "e", "f", "x", "y"]));

    // A file whose check never ends is stopped, and continued after its last listed game.
    let three = page.add("three.kif", b"p\nq\nr\nwait\n");
    browser.choose_files("#choose-files", &[&three]);
    browser.wait("document.querySelector('#games output').textContent === '12'");
    press(&mut browser, "stop");
    browser.wait(IS_CHECKED);
    assert!(browser.text(".outcome").starts_with("Stopped. "));
    let can_continue = "!document.querySelector('[data-app=again]').hidden";
    assert_eq!(browser.js(can_continue), true);
    press(&mut browser, "clear");
    browser.wait("document.querySelector('.app-actions').hidden");
    check_requests(&mut browser);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The formats and rules of other games are offered only if such a game is open. Losses of a conversion are grouped by kind.
#[test]
fn formats_and_rules_are_those_of_the_open_games() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = ApplicationFile::with_fake_worker(Language::English);
    let shogi = page.add("shogi.kif", b"a\nb\n");
    let janggi = page.add("other.gib", b"janggi\n");
    page.open(&mut browser);
    let offered = |browser: &mut Browser| {
        press(browser, "convert");
        browser.wait("!document.querySelector('[data-app=save-converted]').disabled");
        let formats = browser.js(
            "[...document.querySelector('#app-convert [name=target]').options].map((it) => it.textContent)",
        );
        let losses = browser.text("#app-convert .result ul");
        browser.js("document.getElementById('app-convert').close()");
        press(browser, "rules");
        let rules = browser.js(
            "[...document.querySelectorAll('#app-rules legend')].filter((it) => it.checkVisibility()).at(-1).textContent",
        );
        browser.js("document.getElementById('app-rules').close()");
        (formats.to_string(), losses, rules)
    };
    choose_and_check(&mut browser, "#choose-files", &[&shogi]);
    let (formats, losses, rules) = offered(&mut browser);
    assert!(
        formats.contains("\"KIF (Windows)\"") && !formats.contains("janggi"),
        "{formats}"
    );
    assert!(
        losses.starts_with("result lines (games: 2) (for example: one)"),
        "{losses}"
    );
    assert_ne!(rules, "Rules of other games");
    choose_and_check(&mut browser, "#choose-files", &[&janggi]);
    let (formats, _, rules) = offered(&mut browser);
    assert!(
        formats.contains("\"KIF (Windows)\"") && formats.contains("\"GIB (janggi)\""),
        "{formats}"
    );
    assert_eq!(rules, "Rules of other games");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The list of rules has the explanation of each rule, which the search finds. The names of rules are shown with the text of a
/// configuration file, which needs them.
#[test]
fn rules_have_explanations() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = ApplicationFile::with_fake_worker(Language::English);
    page.open(&mut browser);
    press(&mut browser, "rules");
    let without = "[...document.querySelectorAll('#app-rules .rule small')].filter((it) => it.textContent.trim() === '').length";
    assert_eq!(browser.js(without), 0);
    let shows_name = "document.querySelector('#app-rules [value=nifu] + span code').checkVisibility()";
    assert_eq!(browser.js(shows_name), false);
    browser.js("document.querySelector('#app-rules details').open = true");
    assert_eq!(browser.js(shows_name), true);
    browser.js(
        "{ const field = document.querySelector('#app-rules [type=search]');
           field.value = document.querySelector('#app-rules [value=nifu] + span small').textContent.slice(0, 20);
           field.dispatchEvent(new Event('input')); }",
    );
    let found = browser
        .js("[...document.querySelectorAll('#app-rules .rule:not([hidden]) input')].map((it) => it.value)");
    assert!(found.as_array().unwrap().contains(&json!("nifu")), "{found}");
    assert!(found.as_array().unwrap().len() < 20, "{found}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Files of the same name in several folders have different paths, so that each game remains with its file. The table of players is
/// drawn to its end when its tab is first shown.
#[test]
fn files_of_the_same_name_are_distinct() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = ApplicationFile::with_fake_worker(Language::English);
    let paths: Vec<_> = (1..=15)
        .map(|round| {
            page.add(
                &format!("round{round}/table.1.kif"),
                format!("player {round}\n").as_bytes(),
            )
        })
        .collect();
    page.open(&mut browser);
    let paths: Vec<_> = paths.iter().map(|it| &**it).collect();
    choose_and_check(&mut browser, "#choose-files", &paths[..3]);
    choose_and_check(&mut browser, "#choose-files", &paths[3..]);
    browser.show_tab("games");
    let files = "[...document.querySelectorAll('#games tbody tr')].map((it) => [(it.querySelector('.black .value') ?? it.querySelector('.black')).textContent, it.querySelector('.file .path').textContent].join(': '))";
    let files = browser.js(files);
    let files: Vec<_> = files.as_array().unwrap().iter().collect();
    assert_eq!(files[0], "player 1: table.1.kif");
    assert_eq!(files[1], "player 2: table (2).1.kif");
    browser.show_tab("players");
    browser.wait("document.querySelectorAll('#players tbody tr').length >= 12");
    check_requests(&mut browser);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn bounds_settings_and_links_have_messages() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = ApplicationFile::with_fake_worker(Language::English);
    page.open(&mut browser);
    let large = page.add("large.kif", b"");
    fs::File::options()
        .write(true)
        .open(&large)
        .and_then(|file| file.set_len(101 << 20))
        .unwrap();
    browser.choose_files("#choose-files", &[&large]);
    let has_note = |words: &str| {
        format!(
            "document.querySelector('.app-notes').textContent.includes({})",
            json!(words)
        )
    };
    browser.wait(&has_note(
        "all files together would have 101 MiB; this page checks up to 100 MiB",
    ));

    // A folder: only records and archives are read.
    let folder = page.directory.path().join("event");
    page.add("event/round1/a.kif", b"n1\nn2\n");
    page.add("event/readme.txt", b"n3\n");
    browser.drop_files(&[&folder]);
    browser.wait(IS_CHECKED);
    browser.wait(&has_note("Other files in the folders, which were not read: 1."));
    let path = "document.querySelector('#games tbody td.file .path').title";
    assert!(browser.js(path).as_str().unwrap().ends_with("a.kif"));

    // Pasted text is a file, and its game is opened.
    browser.js("{ const clipboardData = new DataTransfer();
           clipboardData.setData('text/plain', 'pasted game');
           document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })); }");
    browser.wait("document.getElementById('viewer').open");
    assert!(browser.text("#viewer-title").starts_with("pasted game"));
    browser.js("document.getElementById('viewer').close()");

    // An error in the settings stays in their dialog.
    press(&mut browser, "rules");
    browser.js("document.getElementById('app-toml').value = '!'");
    press(&mut browser, "apply-rules");
    browser.wait("document.querySelector('#app-rules .problem').textContent === 'an unknown key'");
    // A value of the configuration file cannot be chosen. Without the file, the choice of the user applies again.
    for (toml, shown) in [("severity = 'error'", "true error"), ("", "false note")] {
        browser.js(&format!("document.getElementById('app-toml').value = \"{toml}\""));
        press(&mut browser, "rules");
        press(&mut browser, "apply-rules");
        browser.wait("!document.getElementById('app-rules').open");
        browser.wait(IS_CHECKED);
        let severity =
            "(({ disabled, value }) => `${disabled} ${value}`)(document.getElementById('app-severity'))";
        assert_eq!(browser.js(severity), shown, "{toml}");
    }

    let pack = "async (text) => {
        const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
        const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
        let binary = '';
        for (const byte of bytes) binary += String.fromCharCode(byte);
        location.hash = `#g=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
    }";
    browser.js(&format!("({pack})('<b>linked</b>\\n')"));
    browser.wait("document.getElementById('viewer').open");
    assert!(browser.text("#viewer-title").starts_with("<b>linked</b>"));
    // The address holds the game while it is open, so that it can be loaded again.
    browser.wait("location.hash.startsWith('#g=') && location.hash.includes('&ply=')");
    browser.js("document.getElementById('viewer').close()");
    browser.js(&format!("({pack})('x'.repeat((1 << 20) + 1))"));
    browser.wait(&has_note("is larger than 1 MiB"));
    browser.js("location.hash = '#g=AAAA'");
    browser.wait(&has_note("the link is damaged"));
    check_requests(&mut browser);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The licences of the packages in the module are shown, as text.
#[test]
fn licences_are_shown() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    for (language, title) in [
        (Language::English, "Licences"),
        (Language::Japanese, "ライセンス"),
    ] {
        let page = ApplicationFile::with_fake_worker(language);
        page.open(&mut browser);
        assert_eq!(browser.text("footer [data-app=licences]"), title);
        press(&mut browser, "licences");
        browser.wait("document.querySelector('#app-licences[open] pre').textContent !== ''");
        assert_eq!(browser.text("#app-licences pre"), "a 1.0: <b>MIT</b>");
        check_requests(&mut browser);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
    }
}

/// A reload keeps the settings of the check.
#[test]
fn a_reload_keeps_the_settings() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = ApplicationFile::with_fake_worker(Language::English);
    page.open(&mut browser);
    browser.set_field("#app-severity", "warning");
    browser.wait("localStorage.getItem('kifu-check')");
    page.open(&mut browser);
    assert_eq!(
        browser.js("document.getElementById('app-severity').value"),
        "warning"
    );
    // Before files are opened, there is a board with an illegal move, and afterwards one line of controls.
    let board = "document.querySelector('.example-board').offsetParent !== null";
    assert_eq!(browser.js(board), true);
    assert_eq!(
        browser.js("document.querySelectorAll('.example-board [data-piece]').length"),
        40
    );
    let file = page.add("one.kif", b"a\nb\n");
    choose_and_check(&mut browser, "#choose-files", &[&file]);
    assert_eq!(browser.js(board), false);
    let drop_zone = "document.querySelector('.drop').offsetParent !== null";
    assert_eq!(browser.js(drop_zone), false);
    press(&mut browser, "add");
    assert_eq!(browser.js(drop_zone), true);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The folder with the records of a tournament.
fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// Returns the output of the command, which is run in a directory.
fn command(directory: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(directory)
        .args(arguments)
        .output()
        .unwrap();
    output.stdout
}

/// Saves the results as JSON Lines, and returns them.
fn saved_lines(browser: &mut Browser) -> String {
    press(browser, "report");
    browser.js("window.saved.length = 0;
         document.querySelector('#app-report [name=form]').value = 'jsonl';
         document.querySelector('[data-app=save-report]').click()");
    browser.wait("!document.getElementById('app-report').open && window.saved.length");
    String::from_utf8(saved(browser)).unwrap()
}

/// Returns the names and contents of the files in a ZIP archive without compression.
fn stored_files(zip: &[u8]) -> Vec<(String, Vec<u8>)> {
    let number = |at: usize, length: usize| {
        zip[at..at + length]
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | usize::from(byte))
    };
    let mut files = Vec::new();
    let mut at = 0;
    while zip[at..].starts_with(b"PK\x03\x04") {
        let (size, name_length) = (number(at + 18, 4), number(at + 26, 2));
        let name_start = at + 30;
        let start = name_start + name_length + number(at + 28, 2);
        let name = String::from_utf8(zip[name_start..name_start + name_length].to_vec()).unwrap();
        files.push((name, zip[start..start + size].to_vec()));
        at = start + size;
    }
    files.sort();
    files
}

#[test]
fn results_and_conversions_equal_those_of_the_command() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    page.open(&mut browser);
    choose_and_check(&mut browser, "#choose-folder", &[&fixtures().join("tournament")]);
    let options = [
        "validate",
        "--format",
        "jsonl",
        "--fail-on",
        "never",
        "--isolated",
    ];
    let of_command = |directory: &Path, input: &str| {
        String::from_utf8(command(directory, &[&options[..], &[input]].concat())).unwrap()
    };
    assert_eq!(saved_lines(&mut browser), of_command(&fixtures(), "tournament"));

    press(&mut browser, "convert");
    browser.set_field("#app-convert [name=target]", "csa");
    browser.wait("!document.querySelector('[data-app=save-converted]').disabled");
    press(&mut browser, "save-converted");
    assert!(browser.text("#app-convert [role=status]").starts_with("Saved: "));
    let files = stored_files(&saved(&mut browser));
    let out = page.directory.path().join("out");
    command(
        &fixtures(),
        &[
            "convert",
            "--to",
            "csa",
            "--isolated",
            "-o",
            out.to_str().unwrap(),
            "tournament",
        ],
    );
    assert!(files.len() > 30, "{}", files.len());
    for (name, content) in &files {
        let path = [&out, out.parent().unwrap()]
            .into_iter()
            .flat_map(|root| [root.join(name), root.join(name.trim_start_matches("tournament/"))])
            .find(|path| path.is_file())
            .unwrap_or_else(|| panic!("{name} is not a file of the command"));
        assert_eq!(&fs::read(path).unwrap(), content, "{name}");
    }

    press(&mut browser, "clear");
    browser.wait("document.querySelector('.app-actions').hidden");
    let archive = page.add("tournament.tgz", &packed_tournament());
    choose_and_check(&mut browser, "#choose-files", &[&archive]);
    assert_eq!(
        saved_lines(&mut browser),
        of_command(page.directory.path(), "tournament.tgz")
    );
    check_requests(&mut browser);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// At every width, no text of a table of the application is cut, also in the standings and in the findings between records.
#[test]
fn no_text_of_the_application_is_wider_than_its_box() {
    let Some(page) = ApplicationFile::with_library(Language::Japanese) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    page.open(&mut browser);
    choose_and_check(
        &mut browser,
        "#choose-folder",
        &[&fixtures().join("tournament/2023-spring")],
    );
    choose_and_check(
        &mut browser,
        "#choose-files",
        &[&fixtures().join("sheets/2023-spring.csv")],
    );
    browser.wait("document.querySelectorAll('#archive tbody tr').length > 1");
    for width in WIDTHS {
        browser.set_size(width, 900);
        for tab in ["findings", "games", "openings", "players", "standings", "archive"] {
            browser.show_tab(tab);
            browser.js(SETTLE);
            assert_eq!(browser.js(CUT_TEXTS), json!([]), "{width}, {tab}");
        }
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The button of the dialog of fixes has the name of the files that it saves, and a text reports that there is nothing to fix.
#[test]
fn the_dialog_of_fixes_says_if_there_is_nothing_to_fix() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    page.open(&mut browser);
    let record = "手合割：平手\n先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let file = page.add("table.kif", record.as_bytes());
    choose_and_check(&mut browser, "#choose-files", &[&file]);
    press(&mut browser, "fix");
    browser.wait("document.querySelector('#app-fix .result').textContent.startsWith('There is nothing')");
    assert_eq!(
        browser.js("document.querySelector('[data-app=save-fixed]').disabled"),
        true
    );
    assert_eq!(browser.text("[data-app=save-fixed]"), "Save the fixed files");
}

/// A file that was changed after it was opened is named, and neither the other files nor the settings are affected.
#[test]
fn records_are_compared_with_a_sheet_that_is_opened_with_them() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    page.open(&mut browser);
    let names = [
        "round1/table1.kif",
        "round2/table1.kif",
        "round3/table1.kif",
        "round3/table2.kif",
    ];
    let folder = fixtures().join("tournament/2023-spring");
    let paths: Vec<_> = names
        .iter()
        .map(|name| page.add(&name.replace('/', "-"), &fs::read(folder.join(name)).unwrap()))
        .collect();
    let sheet = page.add(
        "results.csv",
        &fs::read(fixtures().join("sheets/2023-spring.csv")).unwrap(),
    );
    let wrong = page.add("other.csv", b"a,b\n1,2\n");
    let mut opened: Vec<&Path> = paths.iter().map(|path| &**path).collect();
    opened.extend([&*sheet, &*wrong]);
    choose_and_check(&mut browser, "#choose-files", &opened);
    browser.wait("document.querySelectorAll('#archive tbody tr').length > 0");
    let shown = browser
        .js("[...document.querySelectorAll('#archive tbody td.message')].map((it) => it.textContent).sort()");
    let mut arguments = vec!["audit", "--format", "jsonl", "--sheet", "results.csv"];
    arguments.extend([
        "round1-table1.kif",
        "round2-table1.kif",
        "round3-table1.kif",
        "round3-table2.kif",
    ]);
    let lines = String::from_utf8(command(page.directory.path(), &arguments)).unwrap();
    let objects = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut messages: Vec<_> = objects
        .flat_map(|object| object["findings"].as_array().unwrap().clone())
        .map(|finding| finding["message"].as_str().unwrap().to_owned())
        .collect();
    messages.sort();
    assert!(messages.len() > 3, "{messages:?}");
    assert_eq!(shown, json!(messages));
    let notes = browser.js("[...document.querySelectorAll('.app-notes li')].map((it) => it.textContent)");
    let notes = notes.to_string();
    assert!(
        notes.contains("other.csv: cannot be read: no columns for the players"),
        "{notes}"
    );
    browser.js("document.querySelector('#archive tbody tr').click()");
    browser.wait("document.getElementById('viewer').open");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    check_requests(&mut browser);
}

/// A record with a comment and a variation, so that the viewer has all its tabs, and with 60 moves before a move that is damaged.
fn record_with_all_tabs() -> String {
    let moves = ["２八飛(18)", "８二飛(92)", "１八飛(28)", "９二飛(82)"];
    let first = "   1 １八飛(28)\n*note\n   2 ９二飛(82)\n";
    let others = (3..61).map(|ply| format!("{ply:>4} {}\n", moves[(ply + 1) % 4]));
    let moves: String = others.collect();
    format!("手合割：平手\n先手：甲\n後手：乙\n{first}{moves}  61 ？？\n\n変化：3手\n   3 ７六歩(77)\n")
}

/// No tab of the record is cut, and the text is as wide as the viewer on a tablet and begins at the line of the finding.
#[test]
fn the_tabs_and_the_text_of_a_record_fit() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let path = page.add("a.kif", record_with_all_tabs().as_bytes());
    page.open(&mut browser);
    browser.set_size(1280, 800);
    choose_and_check(&mut browser, "#choose-files", &[&path]);
    browser.wait_for_viewer();
    let shown = "[...document.querySelectorAll('#viewer .tabs button')].filter((it) => it.offsetParent)";
    assert_eq!(browser.js(&format!("{shown}.length")), 8);
    let outside = format!("{shown}.filter((it) => it.getBoundingClientRect().right > innerWidth).length");
    assert_eq!(browser.js(&outside), 0);
    browser.set_size(820, 1100);
    browser.js("document.getElementById('tab-source').click()");
    browser.wait("document.querySelector('.source textarea').scrollTop > 100");
    let size = "(({ clientWidth, clientHeight }) => clientWidth > 700 && clientHeight > 160)(document.querySelector('.source textarea'))";
    assert_eq!(browser.js(size), true);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// A sheet without records is named, and its games are compared with the records that are added.
#[test]
fn a_sheet_can_be_opened_before_its_records() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    page.open(&mut browser);
    let sheet = fs::read(fixtures().join("sheets/2023-spring.csv")).unwrap();
    let sheet = page.add("results.csv", &sheet);
    choose_and_check(&mut browser, "#choose-files", &[&sheet]);
    browser.wait("document.querySelector('.outcome').textContent === 'The sheet of results was read: results.csv. Add the records.'");
    assert_eq!(
        browser.js("document.getElementById('app-drop').offsetParent !== null"),
        true
    );
    let record = fixtures().join("tournament/2023-spring/round1/table1.kif");
    choose_and_check(&mut browser, "#choose-files", &[&record]);
    browser.wait("document.querySelectorAll('#archive tbody tr').length > 1");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Files from which no record was read are counted apart from games, and have no board.
#[test]
fn unreadable_files_are_no_games() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    page.open(&mut browser);
    let empty = page.add("empty.kif", b"");
    let broken = page.add("broken.zip", b"PK\x03\x04\x14\0");
    let record = page.add("a.kif", super::CLEAN.as_bytes());
    choose_and_check(&mut browser, "#choose-files", &[&empty, &broken, &record]);
    browser.wait("document.querySelector('.verdict [data-value=unread] b')?.textContent === '2'");
    assert_eq!(browser.text(".verdict .total"), "Games: 1");
    browser.show_tab("games");
    assert_eq!(browser.text("#games output"), "1");
    browser.js("document.querySelector('.verdict [data-value=unread]').click()");
    browser.wait("document.querySelector('#games output').textContent === '2'");
    browser.js("document.querySelector('#games tbody tr').click()");
    browser.wait_for_viewer();
    assert_eq!(
        browser.js("document.querySelector('#viewer .stand').offsetParent"),
        serde_json::Value::Null
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn a_changed_file_is_named_and_the_next_request_is_answered() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let paths = ["a.kif", "b.kif", "c.kif"].map(|name| page.add(name, super::NIFU.as_bytes()));
    page.open(&mut browser);
    choose_and_check(&mut browser, "#choose-files", &[&paths[0], &paths[1], &paths[2]]);
    assert_eq!(
        browser.text(".outcome"),
        "Checked. Files: 3, games: 3, findings: 3."
    );
    fs::remove_file(&paths[1]).unwrap();
    browser.js("document.querySelector('.outcome').textContent = ''");
    browser.set_field("#app-profile", "textbook");
    browser.wait(IS_CHECKED);
    assert_eq!(
        browser.text(".outcome"),
        "Checked. Files: 3, games: 2, findings: 2."
    );
    let note = browser.text(".app-notes");
    assert!(
        note.starts_with("b.kif: cannot be read: the browser cannot read it (Not"),
        "{note}"
    );
    let lines = saved_lines(&mut browser);
    let records: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let read: Vec<_> = records.iter().map(|it| it["path"].as_str().unwrap()).collect();
    assert_eq!(read, ["a.kif", "c.kif"]);
}

/// CSA and USI have the line that is shown.
#[test]
fn a_variation_is_copied() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n\n変化：1手\n1 ２六歩(27)\n2 ８四歩(83)\n";
    let path = page.add("a.kif", text.as_bytes());
    page.open(&mut browser);
    choose_and_check(&mut browser, "#choose-files", &[&path]);
    browser.js(
        "Object.defineProperty(navigator.clipboard, 'writeText', { value: async (text) => { window.copied = text; } })",
    );
    // A file with one game opens the board.
    browser.wait_for_viewer();
    browser.js("document.getElementById('viewer').close()");
    browser.wait("!location.hash.includes('game=')");
    for (line, moves) in [(0, "7g7f 3c3d"), (1, "2g2f 8c8d")] {
        browser.js(&format!("location.hash = '#game=1&line={line}&ply=2&from=test'"));
        browser.wait("document.getElementById('viewer').open && !document.getElementById('viewer').ariaBusy");
        browser.js("document.querySelector('[data-tool=share]').click()");
        browser.wait("document.querySelector('[data-share=USI] button')");
        browser.js("window.copied = undefined; document.querySelector('[data-share=USI] button').click()");
        browser.wait("window.copied");
        let copied = browser.js("window.copied");
        let copied = copied.as_str().unwrap();
        assert!(copied.trim_end().ends_with(moves), "{line}: {copied}");
        browser.js("document.getElementById('viewer').close()");
        browser.wait("!location.hash.includes('game=')");
    }
}

/// Returns the records of the tournament as a compressed TAR archive.
fn packed_tournament() -> Vec<u8> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    archive
        .append_dir_all("tournament", fixtures().join("tournament"))
        .unwrap();
    archive.into_inner().unwrap().finish().unwrap()
}

#[test]
fn an_edited_text_is_checked_at_once_and_a_link_holds_the_game() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let path = page.add("a.kif", super::NIFU.as_bytes());
    page.open(&mut browser);
    choose_and_check(&mut browser, "#choose-files", &[&path]);
    browser.wait_for_viewer();
    browser.js("document.getElementById('tab-source').click()");
    browser.wait("document.querySelector('.source textarea').value.includes('９五歩打')");
    assert_eq!(browser.text(".source .under mark"), "９五歩打");
    let edit = |text: &str, other: &str| {
        format!(
            "{{ const area = document.querySelector('.source textarea');
                area.value = area.value.replace({}, {});
                area.dispatchEvent(new Event('input')); }}",
            json!(text),
            json!(other)
        )
    };
    browser.js(&edit("９五歩打  ", "９六歩(97)"));
    browser.wait("![...document.querySelectorAll('.source .under mark')].some((it) => it.textContent.includes('９五'))");
    browser.wait("!document.querySelector('.source .buttons button').disabled");
    browser.js("document.querySelector('.source .buttons button').click()");
    let text = String::from_utf8(saved(&mut browser)).unwrap();
    assert_eq!(text, super::NIFU.replace("９五歩打  ", "９六歩(97)"));

    // A character that the encoding does not have keeps the text as a draft, which is not saved.
    browser.js("{ const pane = document.querySelector('.source textarea');
        pane.value = pane.value.replace('手合割', '棋戦：\u{1f600}\\n手合割'); pane.dispatchEvent(new Event('input')); }");
    browser.js(&edit("棋戦：", "場所："));
    browser.js("document.getElementById('viewer').close()");
    browser.wait("!location.hash.includes('game=')");
    browser.js("document.querySelector('#games tbody tr').click()");
    browser.wait("document.getElementById('viewer').open && !document.getElementById('viewer').ariaBusy");
    browser.wait("document.querySelector('.source textarea').value.includes('場所：')");
    browser.wait("!document.querySelectorAll('.source .buttons button')[1].disabled");
    browser.js("document.querySelectorAll('.source .buttons button')[1].click()");
    browser.wait("document.querySelector('.source textarea').value.includes('９五歩打')");
    browser.wait("!document.querySelector('.source .buttons button').disabled");

    // The link holds the game, and opens it.
    browser.js(
        "Object.defineProperty(navigator.clipboard, 'writeText', { value: async (text) => { window.copied = text; } });
         [...document.querySelectorAll('#viewer .tools button')].find((it) => (it.title + it.ariaLabel).includes('Share')).click()",
    );
    browser.wait("document.querySelector('[data-share=link] button')");
    browser.js("document.querySelector('[data-share=link] button').click()");
    browser.wait("window.copied");
    let link = browser.js("window.copied");
    let packed = link.as_str().unwrap().strip_prefix(ADDRESS).unwrap();
    assert!(packed.starts_with("#g="), "{packed}");
    browser.js("window.copied = undefined; document.querySelector('[data-share=embed] button').click()");
    browser.wait("window.copied");
    let code = browser.js("window.copied");
    let frame = format!("<iframe src=\"{}\"", link.as_str().unwrap().replace('&', "&#38;"));
    assert!(code.as_str().unwrap().starts_with(&frame), "{code}");
    browser.js("window.saved = []; document.querySelector('[data-share=code] button').click()");
    browser.wait("window.saved.length");
    let code = String::from_utf8(saved(&mut browser)).unwrap();
    assert!(
        code.starts_with("<svg") && code.contains("M4 4h1v1h-1z"),
        "{code}"
    );
    browser.js("document.getElementById('viewer').close()");
    browser.wait("!location.hash.includes('game=')");
    browser.js(&format!("location.hash = {}", json!(packed)));
    browser.wait("document.querySelector('#games output').textContent === '2'");
    browser.wait("document.getElementById('viewer').open && !document.getElementById('viewer').ariaBusy");
    assert!(browser.text(".facts").contains("shared game"));
    check_requests(&mut browser);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn positions_are_searched_next_to_the_board_and_in_the_editor() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    page.open(&mut browser);
    choose_and_check(&mut browser, "#choose-folder", &[&fixtures().join("tournament")]);
    browser.js("document.querySelector('#games tbody tr').click()");
    browser.wait_for_viewer();
    browser.js("document.querySelector('#tab-search').click(); document.querySelector('#viewer [data-do=first]').click()");

    // The next moves are those of the command.
    browser.wait("document.querySelector('#panel-search .found').textContent.includes('of 50')");
    browser.wait("document.querySelector('#viewer .now').textContent.includes('Start')");
    browser.wait("document.querySelector('#panel-search tbody [data-move=\"7g7f\"]')");
    let shown = browser.js(
        "[...document.querySelectorAll('#panel-search tbody tr')].map((row) =>
           [row.querySelector('button').dataset.move, ...[...row.cells].slice(1, 5).map((it) => it.textContent)].join())",
    );
    let options = [
        "find",
        "--sfen",
        "startpos",
        "--next",
        "--isolated",
        "--format",
        "csv",
    ];
    let columns = [
        "--columns",
        "move,games,black_wins,white_wins,draws",
        "tournament",
    ];
    let expected = String::from_utf8(command(&fixtures(), &[&options[..], &columns].concat())).unwrap();
    let expected: Vec<_> = expected.lines().skip(1).collect();
    assert_eq!(shown, json!(expected));

    // A move leads to the position after it, and a game opens at the position.
    browser.js("document.querySelector('#panel-search tbody [data-move=\"7g7f\"]').click()");
    browser.wait("document.querySelector('#viewer .now').textContent.startsWith('Ply 1')");
    browser.wait("document.querySelector('#panel-search tbody [data-move=\"3c3d\"]')");
    browser.js("document.querySelector('#panel-search [role=option]:nth-child(2)').click()");
    browser.wait("document.querySelector('#viewer .now').textContent.startsWith('Ply 1')");

    // In the editor, a pawn is moved with the keyboard and the mouse, and the position after 7g7f is found again.
    browser.js("document.querySelector('#panel-search .of button').click()");
    browser.js("[...document.querySelectorAll('#app-search .buttons button')][0].click()");
    let use_square =
        |square: u32| format!("document.querySelector('#app-search [data-square=\"{square}\"]').click()");
    browser.js(&use_square(56));
    browser.js(&use_square(47));
    browser.set_field("#app-search .tools-of-editor select", "w");
    browser.js("document.querySelector('#app-search [type=submit]').click()");
    browser.wait("document.querySelector('#app-search tbody [data-move=\"3c3d\"]')");
    let same = browser.js("document.querySelector('#app-search .found').textContent === document.querySelector('#panel-search .found').textContent");
    assert_eq!(same, json!(true));

    // A position is found by its moves as a person writes them, and by its SFEN. Any other text changes nothing.
    let enter = |browser: &mut Browser, text: &str| {
        browser.js(&format!(
            "{{ document.querySelectorAll('#app-search .buttons button')[0].click();
               document.querySelector('#app-search .found').textContent = '';
               document.querySelector('#app-search .entry input').value = {};
               document.querySelector('#app-search [type=submit]').click(); }}",
            json!(text)
        ));
        browser.wait("/^(Positions|Move)/.test(document.querySelector('#app-search .found').textContent)");
        browser.text("#app-search .found")
    };
    let expected = browser.text("#panel-search .found");
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
    for text in ["76歩", "7g7f", "P-7f", "position startpos moves 7g7f", sfen] {
        assert_eq!(enter(&mut browser, text), expected, "{text}");
    }
    let refused = enter(&mut browser, "76歩 55歩");
    assert!(refused.starts_with("Move 2 (55歩): "), "{refused}");
    assert_eq!(enter(&mut browser, "7g7f"), expected);

    // Pieces of an area: the only piece on a marked square.
    browser.js("const how = document.querySelectorAll('#app-search select')[1]; how.value = 'area'; how.dispatchEvent(new Event('change'))");
    browser.js("document.querySelector('#app-search [value=mark]').click()");
    browser.js(&use_square(47));
    browser.js("document.querySelector('#app-search [type=submit]').click()");
    browser.wait("document.querySelector('#app-search .found').textContent !== document.querySelector('#panel-search .found').textContent");
    let shown = browser.text("#app-search .found");
    let found = command(
        &fixtures(),
        &[
            "find",
            "--pieces",
            "▲７六歩",
            "--isolated",
            "--format",
            "jsonl",
            "tournament",
        ],
    );
    let hits = String::from_utf8(found).unwrap().lines().count();
    assert!(shown.starts_with(&format!("Positions found: {hits},")), "{shown}");
    check_requests(&mut browser);
}
