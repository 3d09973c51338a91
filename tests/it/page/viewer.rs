//! The viewer of the HTML report: the record next to the board, its layouts, and its use with the keyboard and with screen
//! readers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kifu::finding::Language;
use serde_json::json;

use super::{Browser, CLEAN, NIFU, ReportFile};

/// A game with comments, a bookmark, times, evaluations, variations within variations, and a まで line with the wrong winner.
const ANNOTATED: &str = "\
開始日時：2024/05/12 10:00:00
棋戦：駒音会
場所：集会所
手合割：平手
持ち時間：1分
秒読み：30秒
先手：春日 一歩 三段
後手：夏目 桂
後手段位：二段
*三回戦の最終局。
   1 ７六歩(77)   ( 0:12/00:00:12)
   2 ３四歩(33)   ( 0:08/00:00:08)
   3 ２六歩(27)   ( 0:55/00:01:07)
   4 ４四歩(43)   ( 0:31/00:00:39)
*#評価値=-60
   5 ４八銀(39)   ( 0:09/00:01:16)
   6 ４二飛(82)   ( 0:14/00:00:53)
*ここで四間飛車。
*<b>次</b>は玉。
&四間飛車
   7 投了         ( 0:01/00:01:17)
まで6手で先手の勝ち

変化：5手
   5 ２五歩(26)
   6 ３三角(22)
*変化のコメント

変化：6手
   6 ４二飛(82)

変化：3手
   3 ６六歩(67)
";

const DIAGRAM: &str = "\
作品名：小品
後手の持駒：飛二　角　金三　銀四　桂四　香四　歩十七　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ 馬 ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　
先手番
";

/// A game that states a draw by repetition, although no position occurred four times.
const DISPUTED: &str = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 千日手\n";

/// JavaScript that returns whether an element is visible.
const IS_VISIBLE: &str = "((selector) => Boolean(document.querySelector(selector)?.offsetParent))";

fn is_visible(browser: &mut Browser, selector: &str) -> bool {
    browser.js(&format!("{IS_VISIBLE}({})", json!(selector))) == json!(true)
}

#[test]
fn the_record_is_next_to_the_board() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let files = [("a.kifu", ANNOTATED), ("b.bod", DIAGRAM), ("c.kifu", DISPUTED)];
    let report = ReportFile::new(&files, Language::Japanese);
    browser.open(&report.file);
    // The comment before the first move, and the names with the ranks.
    browser.open_game("game=1&ply=0");
    assert_eq!(browser.text(".comment"), "三回戦の最終局。");
    assert_eq!(browser.text(".seat:first-child .player"), "☖ 後手 夏目 桂 二段");
    assert_eq!(browser.text(".board ~ .seat .player"), "☗ 先手 春日 一歩 三段");
    // Black has used the main time after three plies, and White has not.
    browser.open_game("game=1&ply=4");
    assert_eq!(browser.text(".board ~ .seat .clock"), "1:07  秒読み30秒");
    assert_eq!(browser.text(".seat:first-child .clock"), "0:39  残り 0:21");
    let value_text = browser.js("document.querySelector('.strip').getAttribute('aria-valuetext')");
    assert_eq!(value_text, "4手目  ☖４四歩, 評価値 −60, 0:31");
    // Markup in a comment is text, and line breaks are kept.
    browser.open_game("game=1&ply=6");
    assert_eq!(
        browser.text(".comment"),
        "⚑ 四間飛車ここで四間飛車。\n<b>次</b>は玉。"
    );
    browser.press_key("ArrowRight");
    assert_eq!(browser.js("document.querySelector('.comment').hidden"), true);
    // The stated result is that of the last ply. The line with the wrong winner is a finding on this ply.
    assert!(!is_visible(&mut browser, ".dispute"));
    assert_eq!(
        browser.text(".finding .message"),
        "「まで6手で先手の勝ち」は先手の勝ちだが、「投了」は後手の勝ち"
    );
    // All headers are in the information.
    let information = browser.text(".information");
    for header in ["場所集会所", "持ち時間1分", "後手段位二段", "まで6手で先手の勝ち"]
    {
        assert!(information.contains(header), "{header}: {information}");
    }
    // The tree has the lines in the order of their plies, each below the line that it leaves.
    browser.js("document.querySelector('[data-tab=tree]').click()");
    let outline = browser.js("(() => {
           const outline = (list) => [...list.children].map((item) => {
             const button = item.querySelector('button');
             return [button.dataset.ply, ...[...item.querySelectorAll(':scope > ul')].map(outline)];
           });
           return outline(document.querySelector('.tree'));
         })()");
    assert_eq!(outline, json!([["0", [["3"], ["5", [["6"]]]]]]));
    browser.js("document.querySelectorAll('.tree button')[2].click()");
    assert_eq!(browser.text(".now"), "5手目  ☗２五歩");
    browser.press_key("ArrowRight");
    assert_eq!(browser.text(".comment"), "変化のコメント");
    browser.press_key("b");
    assert_eq!(browser.text(".now"), "5手目  ☗４八銀");
    // The comments of the line can be read one after the other.
    browser.js("document.querySelector('[data-tab=comments]').click()");
    let comments = browser.js(
        "[...document.querySelectorAll('.remarks li')].map((it) => [it.querySelector('button').textContent, it.querySelector('.words').textContent])",
    );
    let expected_comments = json!([
        ["開始局面", "三回戦の最終局。"],
        ["4手目  ☖４四歩", "#評価値=-60"],
        ["6手目  ☖４二飛", "ここで四間飛車。\n<b>次</b>は玉。"],
    ]);
    assert_eq!(comments, expected_comments);
    // A diagram has no moves, no buttons of moves and no clocks.
    browser.press_key("j");
    browser.wait_for_viewer();
    assert_eq!(browser.text("#viewer-title"), "小品");
    for hidden in [
        ".steps",
        ".strip",
        ".clock",
        "[data-tab=moves]",
        "[data-tab=tree]",
    ] {
        assert!(!is_visible(&mut browser, hidden), "{hidden}");
    }
    assert!(is_visible(&mut browser, ".board"));
    assert!(browser.text(".information").contains("小品"));
    // If the results differ, both are above the record.
    browser.press_key("j");
    browser.wait_for_viewer();
    assert!(is_visible(&mut browser, ".dispute"));
    assert_eq!(
        browser.text(".dispute"),
        "結果の食い違い　判定 勝敗なし、記載 引き分け"
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn the_viewer_can_be_used_with_the_keyboard() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(
        &[("a.kifu", NIFU), ("b.kifu", CLEAN), ("c.kifu", ANNOTATED)],
        Language::English,
    );
    browser.open(&report.file);
    // The first tab stop of the page skips the charts.
    browser.press_key("Tab");
    assert_eq!(browser.text(":focus"), "Skip to the findings");
    browser.press_key("Enter");
    browser.press_key("Tab");
    assert_eq!(
        browser.js("document.activeElement.closest('section').id"),
        "findings"
    );
    // Games follow each other in the order of the table.
    browser.show_tab("games");
    browser.js("document.querySelector('#games th.date button').click()");
    browser.js("document.querySelector('#games tbody tr').click()");
    browser.wait_for_viewer();
    let title = |browser: &mut Browser| browser.text("#viewer-title");
    assert_eq!(title(&mut browser), "丙川 – 甲野");
    let order = browser.js("[...document.querySelectorAll('.rows .name')].map((it) => it.textContent)");
    assert_eq!(
        order,
        json!(["丙川 – 甲野", "甲野 – 乙山", "春日 一歩 三段 – 夏目 桂"])
    );
    browser.press_key("j");
    browser.wait_for_viewer();
    assert_eq!(title(&mut browser), "甲野 – 乙山");
    browser.press_key("k");
    browser.press_key("k");
    browser.wait_for_viewer();
    assert_eq!(title(&mut browser), "丙川 – 甲野");

    // The list of moves is one tab stop, and the arrow keys move in it.
    browser.open_game("game=1&ply=6");
    let tab_stops =
        "[...document.querySelectorAll('.moves button')].filter((it) => it.tabIndex === 0).length";
    assert_eq!(browser.js(tab_stops), 1);
    browser.js("document.querySelector('.moves [aria-current]').focus()");
    browser.press_key("ArrowDown");
    assert_eq!(browser.text(".now"), "Ply 7  Rx2d  ☗同　飛");
    assert_eq!(browser.text(".moves :focus .number"), "7");
    // The variation at this ply is next, and Enter enters it.
    browser.press_key("ArrowDown");
    assert_eq!(browser.text(".now"), "Ply 7  Rx2d  ☗同　飛");
    browser.press_key("Enter");
    assert_eq!(browser.text(".now"), "Ply 7  P-7f  ☗７六歩");
    assert_eq!(browser.js(tab_stops), 1);

    // The strip is a slider.
    browser.js("document.querySelector('.strip').focus()");
    browser.press_key("Home");
    browser.press_key("ArrowUp");
    browser.press_key("ArrowRight");
    let value = "document.querySelector('.strip').getAttribute('aria-valuenow')";
    assert_eq!(browser.js(value), "2");
    let middle = browser.js(
        "(() => { const it = document.querySelector('.strip').getBoundingClientRect(); return [it.left + it.width * 4 / 9, it.top + it.height / 2]; })()",
    );
    for kind in ["mousePressed", "mouseReleased"] {
        browser.call(
            "Input.dispatchMouseEvent",
            json!({"type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1}),
        );
    }
    assert_eq!(browser.js(value), "4");

    // The tabs follow the arrow keys, and the notation is a setting.
    browser.js("document.querySelector('[data-tab=moves]').focus()");
    browser.press_key("ArrowRight");
    assert_eq!(
        browser.js("document.querySelector('#viewer [aria-selected=true][role=tab]').dataset.tab"),
        "tree"
    );
    browser.set_field(".notation", "western");
    assert_eq!(browser.text(".now"), "Ply 4  P-8e");

    // The position is spoken on request.
    assert_eq!(browser.text(".said"), "");
    browser.press_key("s");
    browser.wait("document.querySelector('.said').textContent !== ''");
    let spoken = browser.text(".said");
    assert!(
        spoken.starts_with("Ply 4  P-8e. Black: ") && spoken.ends_with("Black to move"),
        "{spoken}"
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// JavaScript that returns the visible buttons and links of the viewer that are smaller than 24 by 24 pixels.
const SMALL_TARGETS: &str = "[...document.querySelectorAll('#viewer :is(button, select, [role=slider], [role=option])')]
  .filter((it) => it.offsetParent)
  .map((it) => [it.outerHTML.slice(0, 80), it.getBoundingClientRect().width, it.getBoundingClientRect().height])
  .filter(([, width, height]) => width < 24 || height < 24)";

/// JavaScript that returns the names of those parts of the viewer that are not completely within the window.
const OUTSIDE: &str = "['.board svg', '.steps [data-do=first]', '.steps [data-do=last]', '.tabs', '.turns [data-do=close]'].filter((name) => {
  const { left, top, right, bottom, width } = document.querySelector(name).getBoundingClientRect();
  return width === 0 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
})";

#[test]
fn every_screen_shows_the_board_and_the_buttons() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", ANNOTATED), ("b.kifu", NIFU)], Language::Japanese);
    browser.open(&report.file);
    // For each size: the smallest width of the board, and whether the list is visible.
    let sizes = [
        (360, 740, 300.0, false),
        (740, 360, 260.0, false),
        (640, 450, 340.0, false),
        (768, 1024, 420.0, false),
        (1280, 900, 560.0, true),
        (1920, 1080, 700.0, true),
    ];
    for (width, height, board_width, has_list) in sizes {
        browser.set_size(width, height);
        browser.open_game("game=2&finding=1");
        assert_eq!(browser.js(OUTSIDE), json!([]), "{width}×{height}");
        assert_eq!(browser.js(SMALL_TARGETS), json!([]), "{width}×{height}");
        let board = browser.js("document.querySelector('.board svg').getBoundingClientRect().width");
        assert!(
            board.as_f64().unwrap() >= board_width,
            "{width}×{height}: {board}"
        );
        assert_eq!(is_visible(&mut browser, ".rows"), has_list, "{width}×{height}");
        let panel_height = browser.js("document.querySelector('.panel:not([hidden])').clientHeight");
        assert!(
            panel_height.as_f64().unwrap() >= 60.0,
            "{width}×{height}: {panel_height}"
        );
        let scrolls = "['html', '#viewer'].some((it) => document.querySelector(it).scrollWidth > innerWidth)";
        assert_eq!(browser.js(scrolls), false, "{width}×{height}");
        browser.save_screenshot(&format!("viewer-{width}x{height}"));
    }
    // On a telephone, the record scrolls alone, and the finding is in its tab.
    browser.set_size(360, 740);
    assert!(!is_visible(&mut browser, ".finding"));
    browser.js("document.querySelector('[data-tab=findings]').click()");
    assert!(is_visible(&mut browser, ".finding"));
    assert_eq!(browser.js(OUTSIDE), json!([]));
    // The tab is remembered.
    browser.open(&report.file);
    browser.open_game("game=2&finding=1");
    assert!(is_visible(&mut browser, ".finding"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// A game other than shogi is shown with its pictures, comments and headers.
#[test]
fn other_games_have_their_comments() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/club/four-players.yonin");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: {} is not there", path.display());
        return;
    };
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.yonin", &text)], Language::Japanese);
    browser.open(&report.file);
    browser.open_game("game=1&ply=8");
    assert!(is_visible(&mut browser, ".picture"));
    let pieces = "document.querySelectorAll('.picture svg > g:last-child > g').length";
    assert_eq!(browser.js(pieces), 36);
    assert_eq!(browser.text(".comment"), "leaves the king alone");
    assert!(!is_visible(&mut browser, ".board") && !is_visible(&mut browser, ".seat"));
    let information = browser.text(".information");
    for header in ["Eventclub evening", "W佐藤"] {
        assert!(information.contains(header), "{header}: {information}");
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Writes a report of files with the command, which looks for the causes of findings. Returns its folder and its path.
fn report_of_command(files: &[(&str, &[u8])]) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("page.html");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command
        .args(["validate", "-q", "--lang", "en", "--html"])
        .arg(&page);
    for (name, text) in files {
        let file = directory.path().join(name);
        fs::write(&file, text).unwrap();
        command.arg(file);
    }
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    (directory, page)
}

/// The board before the slip has the move as written and as it was probably meant. A finding without a cause has neither.
#[test]
fn a_slip_is_drawn_on_the_board_before_it() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let slip = include_bytes!("../../../fixtures/fix/slip.kif");
    let (_directory, page) = report_of_command(&[("slip.kif", slip), ("z.kif", NIFU.as_bytes())]);
    browser.open(&page);
    browser.open_game("game=1&ply=0");
    browser.press_key("n");
    browser.save_screenshot("slip");
    let drawn =
        "['written', 'meant'].map((name) => document.querySelectorAll(`.board .rings .${name}`).length)";
    assert_eq!(browser.js(drawn), json!([1, 1]));
    assert_eq!(
        browser.text(".finding .message"),
        "the record does not fit the board at ply 30"
    );
    assert!(
        browser.text(".now").starts_with("Ply 29"),
        "the ply before the slip"
    );
    let why = browser.text(".finding .why");
    assert!(why.starts_with("A digit of the origin is wrong."), "{why}");
    let legend = browser.text(".legend");
    assert!(
        legend.contains("as written") && legend.contains("as probably meant"),
        "{legend}"
    );
    browser.press_key("ArrowRight");
    assert_eq!(browser.js(drawn), json!([0, 0]));
    browser.open_game("game=2&ply=0");
    browser.press_key("n");
    assert_eq!(browser.text(".finding code"), "nifu");
    assert_eq!(browser.js(drawn), json!([0, 0]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// An illegal move that may be misheard is shown itself, and its step has both moves. A move with no such change has neither.
#[test]
fn a_misheard_move_is_a_step_of_its_finding() {
    let misheard = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６八金(49)\n   4 ８四歩(83)\n   5 ２六歩(27)\n   6 ８五歩(84)\n";
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let (_directory, page) =
        report_of_command(&[("a.kifu", misheard.as_bytes()), ("b.kifu", NIFU.as_bytes())]);
    browser.open(&page);
    browser.open_game("game=1&ply=0");
    browser.press_key("n");
    let drawn =
        "['written', 'meant'].map((name) => document.querySelectorAll(`.board .rings .${name}`).length)";
    assert_eq!(browser.js(drawn), json!([0, 0]));
    let rows = browser.text(".finding dl");
    assert!(rows.contains("If it was misheard５八金(49)"), "{rows}");
    browser.js("document.querySelector('.finding .steps button').click()");
    assert_eq!(browser.js(drawn), json!([1, 1]));
    browser.open_game("game=2&ply=0");
    browser.press_key("n");
    assert_eq!(browser.text(".finding code"), "nifu");
    let rows = browser.text(".finding dl");
    assert!(!rows.contains("misheard"), "{rows}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// A game in which White leaves the king on 5a in check by the horse on 3c.
const CHECK_IGNORED: &str =
    "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ３三角成(88)\n4 ８四歩(83)\nまで4手で先手の反則勝ち\n";

/// An arrow leads from the piece that gives check to the king.
#[test]
fn a_check_is_drawn_as_an_arrow() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", CHECK_IGNORED)], Language::English);
    browser.open(&report.file);
    browser.open_game("game=1&ply=3");
    let arrows = "[...document.querySelectorAll('.board .rings .arrow.attack')].map((it) => it.getAttribute('transform').split(' rotate')[0])";
    assert_eq!(browser.js(arrows), json!([]));
    browser.press_key("n");
    assert_eq!(browser.text(".finding code"), "own-king-in-check");
    assert_eq!(browser.js(arrows), json!(["translate(260 100)"]));
    assert!(browser.text(".legend").contains("attack"));
    // On the turned board, the arrow begins on the same square.
    browser.press_key("f");
    assert_eq!(browser.js(arrows), json!(["translate(100 260)"]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// A まで line of a variation is marked as such in the information.
#[test]
fn statements_of_variations_are_marked() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\nまで2手で後手の勝ち\n\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\nまで3手で中断\n";
    let report = ReportFile::new(&[("a.kifu", text)], Language::Japanese);
    browser.open(&report.file);
    browser.open_game("game=1&ply=0");
    let information = browser.text(".information");
    for row in ["記載まで2手で後手の勝ち", "記載（2手目からの変化）まで3手で中断"]
    {
        assert!(information.contains(row), "{row}: {information}");
    }
    // Without times and evaluations, there is no strip.
    assert!(!is_visible(&mut browser, ".strip"));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
