//! Changes of a record in forms and on the board.

use super::*;

/// A record of three moves.
const RECORD: &str = "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n";

/// Opens a page with one record, and shows its form.
fn open_form(browser: &mut Browser, page: &ApplicationFile, record: &str) {
    let path = page.add("a.kifu", record.as_bytes());
    page.open(browser);
    choose_and_check(browser, "#choose-files", &[&path]);
    browser.wait_for_viewer();
    browser.js("document.querySelector('#viewer [data-tool=edit]').click()");
    browser.wait("document.querySelector('#panel-edit [name=black]').value === '甲'");
}

/// Waits until the text of the record is this one.
fn wait_for_text(browser: &mut Browser, text: &str) {
    browser.wait(&format!(
        "document.querySelector('.source textarea').value === {}",
        json!(text)
    ));
}

/// Types a move, and waits until the board is at a ply.
fn play(browser: &mut Browser, text: &str, ply: u32) {
    type_move(browser, text);
    browser.wait(&format!(
        "document.querySelector('#viewer .now').textContent.startsWith('Ply {ply}') && !document.querySelector('#panel-edit [name=move]').value"
    ));
}

fn type_move(browser: &mut Browser, text: &str) {
    browser.js(&format!(
        "{{ const field = document.querySelector('#panel-edit [name=move]');
            field.focus(); field.value = {}; field.form.requestSubmit(); }}",
        json!(text)
    ));
}

fn click_square(browser: &mut Browser, square: u32) {
    browser.js(&format!(
        "document.querySelector('#viewer .squares [data-square=\"{square}\"]').click()"
    ));
}

#[test]
fn a_new_record_is_typed_and_saved() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    page.open(&mut browser);
    press(&mut browser, "new-record");
    browser.wait("document.getElementById('viewer').open && document.querySelector('#panel-edit [name=result]').options.length > 5");
    for (ply, text) in (1..).zip(["76歩", "34歩", "8h2b+", "同銀", "B*5e"]) {
        play(&mut browser, text, ply);
    }
    assert_eq!(browser.js("document.activeElement.name"), json!("move"));
    browser.js("document.querySelector('#panel-edit [name=white]').focus()");
    browser.set_field("#panel-edit [name=white]", "Habu");
    browser.wait("document.querySelector('.source textarea').value.includes('後手：Habu')");
    browser.js("document.querySelector('#panel-edit [name=move]').focus()");
    browser.js("document.querySelector('#viewer').dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }))");
    browser.wait("window.saved.length > 0");
    let text = String::from_utf8(saved(&mut browser)).unwrap();
    assert_eq!(
        text,
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：\n後手：Habu\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ５五角打\n"
    );
    assert!(browser.console_errors().is_empty());
    check_requests(&mut browser);
}

/// A new record has no findings, and its handicap can be chosen before the first move.
#[test]
fn a_new_record_can_have_a_handicap() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    page.open(&mut browser);
    press(&mut browser, "new-record");
    browser.wait("document.getElementById('viewer').open && document.querySelector('#panel-edit [name=handicap]').value === '平手'");
    assert_eq!(
        browser.js("document.querySelector('#viewer .finding').hidden"),
        true
    );
    browser.set_field("#panel-edit [name=handicap]", "二枚落ち");
    wait_for_text(
        &mut browser,
        "#KIF version=2.0 encoding=UTF-8\n手合割：二枚落ち\n下手：\n上手：\n手数----指手---------消費時間--\n",
    );
    browser.wait("document.querySelector('#viewer .facts').textContent.includes('.kifu') && !document.querySelector('#panel-edit [name=move]').disabled");
    play(&mut browser, "62銀", 1);
    browser.wait("document.querySelector('#panel-edit [name=handicap]').parentElement.hidden");
    assert!(browser.console_errors().is_empty());
}

#[test]
fn the_form_and_the_board_change_a_record() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    open_form(&mut browser, &page, RECORD);

    // The comment, the result and a header.
    browser.js("document.querySelector('#viewer [data-do=first]').click(); document.querySelector('#viewer [data-do=next]').click()");
    browser.wait("document.querySelector('#viewer .now').textContent.startsWith('Ply 1')");
    let mut text = RECORD.to_owned();
    for (name, value, from, to) in [
        ("comment", "good", "(77)\n", "(77)\n*good\n"),
        ("event", "Cup", "手合割", "棋戦：Cup\n手合割"),
        (
            "result",
            "resign",
            "(27)\n",
            "(27)\n   4 投了\nまで3手で先手の勝ち\n",
        ),
    ] {
        browser.set_field(&format!("#panel-edit [name={name}]"), value);
        text = text.replacen(from, to, 1);
        wait_for_text(&mut browser, &text);
    }

    // A variation with two clicks: the targets of the pawn on 8c are marked.
    browser.wait("document.querySelector('#viewer .facts').textContent.includes('resignation') && !document.querySelector('#panel-edit [data-edit=undo]').disabled");
    click_square(&mut browser, 19);
    browser.wait("document.querySelectorAll('#viewer .squares .target').length === 1");
    click_square(&mut browser, 28);
    let with_variation =
        text.replacen("３四歩(33)\n", "３四歩(33) +\n", 1) + "\n変化：2手\n   2 ８四歩(83)\n";
    wait_for_text(&mut browser, &with_variation);
    browser.wait("document.querySelector('#viewer .now').textContent.startsWith('Ply 2')");

    // Undo and redo.
    browser.js("document.querySelector('#panel-edit [data-edit=undo]').click()");
    wait_for_text(&mut browser, &text);
    browser.wait("!document.querySelector('#panel-edit [data-edit=redo]').disabled");
    browser.js("document.querySelector('#panel-edit [data-edit=redo]').click()");
    wait_for_text(&mut browser, &with_variation);
    assert!(browser.console_errors().is_empty());
}

#[test]
fn an_illegal_move_is_recorded_after_a_question() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    open_form(&mut browser, &page, RECORD);
    browser.js("document.querySelector('#viewer [data-do=last]').click()");
    browser.wait("document.querySelector('#viewer .now').textContent.startsWith('Ply 3')");
    type_move(&mut browser, "8b8e");
    browser.wait("!document.querySelector('#panel-edit .question').hidden");
    assert!(browser.text("#panel-edit .question p").contains("illegal"));
    // Cancel leaves the record as it is.
    browser.js("[...document.querySelectorAll('#panel-edit .question button')].at(-1).click()");
    wait_for_text(&mut browser, RECORD);
    type_move(&mut browser, "8b8e");
    browser.wait("!document.querySelector('#panel-edit .question').hidden");
    browser.js("document.querySelector('#panel-edit .question button').click()");
    wait_for_text(&mut browser, &format!("{RECORD}   4 ８五飛(82)\n"));
    type_move(&mut browser, "nonsense");
    browser.wait("document.querySelector('#panel-edit .status').textContent.includes('not a move')");
}

#[test]
fn fixes_are_made_one_by_one_and_undone() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let moves = "７六歩(77) ８四歩(83) ６八銀(79) ３四歩(33) ７七銀(68) ６二銀(71) ２六歩(27) ４二銀(31) ２四歩(26) \
                 ３三銀(42) ４八銀(39) ３二金(41) ７八金(69) ４二玉(51) ６九玉(59) ５二金(61)";
    let numbered = (1..).zip(moves.split(' '));
    let lines: Vec<_> = numbered
        .map(|(number, text)| format!("{number:>4} {text}\n"))
        .collect();
    let wrong = format!(
        "手合割：平手\n先手:甲\n後手：乙\n手数----指手--\n{}",
        lines.concat()
    );
    open_form(&mut browser, &page, &wrong);
    browser.js("document.querySelector('.source .game-fix').click()");
    browser.wait("document.querySelectorAll('#app-fix .fixes [data-fix]').length >= 2");
    assert_eq!(browser.text("#app-fix .fixes .plus"), "+ 先手：甲");
    browser.js("document.querySelector('#app-fix .fixes [data-fix]').click()");
    wait_for_text(&mut browser, &wrong.replace("先手:", "先手："));
    browser.wait("document.querySelectorAll('#app-fix .fixes figure').length === 2 && !document.querySelector('#app-fix .fixes .of button').disabled");
    browser.js("document.querySelector('#app-fix .fixes .of button').click()");
    wait_for_text(&mut browser, &wrong);
    assert!(browser.console_errors().is_empty());
}

/// The panel of a finding has a button that makes its fix. The edited game has a mark in the list until its text is saved, and the
/// dialog of fixes offers to save the text when nothing else can be fixed.
#[test]
fn a_finding_is_fixed_next_to_the_board() {
    let Some(page) = ApplicationFile::with_library(Language::English) else {
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let wrong = RECORD.replace("先手：", "先手:");
    open_form(&mut browser, &page, &wrong);
    browser.js("document.querySelector('#viewer [data-tab=findings]').click()");
    browser.js("[...document.querySelectorAll('#viewer .findings button')].find((it) => it.textContent.includes('olon')).click()");
    let button = "document.querySelector('#viewer .fix-finding')";
    browser.wait(&format!("!{button}.hidden"));
    assert_eq!(browser.js("document.querySelectorAll('.unsaved').length"), 0);
    browser.js(&format!("{button}.click()"));
    wait_for_text(&mut browser, RECORD);
    browser.wait("!document.querySelector('#viewer .saving').hidden");
    assert_eq!(
        browser.text("#viewer .saving"),
        "Fixed findings: 1. Save the edited text.Save"
    );
    browser.wait("document.querySelectorAll('#viewer .unsaved').length === 1");
    browser.js("document.querySelector('.source .game-fix').click()");
    browser.wait("document.querySelector('#app-fix .result').textContent.includes('No other finding')");
    assert_eq!(browser.text("[data-app=save-fixed]"), "Save the edited text");
    browser.js("document.querySelector('[data-app=save-fixed]').click()");
    browser.wait("window.saved.length > 0");
    assert_eq!(String::from_utf8(saved(&mut browser)).unwrap(), RECORD);
    browser.wait("document.querySelector('#viewer .saving').textContent.startsWith('Saved: a.kif')");
    assert_eq!(browser.js("document.querySelectorAll('.unsaved').length"), 0);
    assert!(browser.console_errors().is_empty());
}
