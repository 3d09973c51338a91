//! The appearance of the HTML report: dark and light, narrow and wide, on paper, in both languages.

use kifu::finding::Language;
use serde_json::json;

use super::{Browser, CLEAN, NIFU, ReportFile};
use crate::support::page::decode_base64;

/// A game that White wins.
const RESIGNED: &str = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n";

/// JavaScript that computes the WCAG contrast ratio of each pair of foreground and background colours of the page.
const CONTRASTS: &str = "(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (name) => {
    canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    canvas.fillRect(0, 0, 1, 1);
    const part = (it) => (it / 255 <= 0.04045 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map(part);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  // The marks of the last move on the board, and of the current row in lists.
  const pairs = [['--came', '--paper', 3], ['--came', '--raised', 3], ['--came', '--moved', 3]];
  for (const ground of ['--paper', '--raised', '--hover']) {
    for (const ink of ['--ink', '--muted', '--error', '--warning', '--note', '--focus']) pairs.push([ink, ground]);
  }
  pairs.push(['--ink', '--moved'], ['--error', '--moved'], ['--ink', '--ground']);
  return pairs.map(([one, two, least = 4.5]) => {
    const [low, high] = [light(one), light(two)].sort((a, b) => a - b);
    return [`${one} on ${two}`, (high + 0.05) / (low + 0.05), least];
  });
})()";

#[test]
fn both_colour_schemes_have_contrast() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU), ("b.kifu", CLEAN)], Language::Japanese);
    for scheme in ["light", "dark"] {
        browser.set_color_scheme(scheme);
        browser.open(&report.file);
        for pair in browser.js(CONTRASTS).as_array().unwrap() {
            assert!(pair[1].as_f64() >= pair[2].as_f64(), "{scheme}: {pair}");
        }
        browser.save_screenshot(scheme);
    }
    let background_script = "getComputedStyle(document.documentElement).backgroundColor";
    let dark_background = browser.js(background_script);
    browser.set_color_scheme("light");
    assert_ne!(browser.js(background_script), dark_background);
}

#[test]
fn black_is_filled_and_white_is_hollow() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU), ("b.kifu", RESIGNED)], Language::English);
    let style_script =
        |selector: &str, name: &str| format!("getComputedStyle(document.querySelector('{selector}')).{name}");
    for scheme in ["light", "dark"] {
        browser.set_color_scheme(scheme);
        browser.open(&report.file);
        browser.show_tab("charts");
        browser.open_game("game=1");
        browser.wait_for_viewer();
        let ink = browser.js(&style_script("html", "color"));
        let paper = browser.js(&style_script("html", "backgroundColor"));
        // The bars are filled with the colour of the text, and with that of the page.
        for (bar, colour) in [("black", &ink), ("white", &paper)] {
            let fill = browser.js(&style_script(&format!(".chart rect.{bar}"), "fill"));
            assert_eq!(&fill, colour, "{scheme}: {bar}");
        }
        // The marks are filled with the colour of the text, and empty.
        let text_colour = browser.js(&style_script(".player", "color"));
        let fill = browser.js(&style_script(".player .mark.sente > svg", "fill"));
        assert_eq!(fill, text_colour, "{scheme}");
        let fill = browser.js(&style_script(".player .mark.gote > svg", "fill"));
        assert_eq!(fill, "none", "{scheme}");
        // The character remains as text.
        assert_eq!(browser.text(".player .mark.gote"), "☖");
    }
}

/// In Japanese, the players of a handicap game are called 下手 and 上手 in the labels of the hands and in the text for
/// screen readers.
#[test]
fn handicap_players_are_shitate_and_uwate() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let handicap =
        "手合割：香落ち\n下手：甲\n上手：乙\n1 ３四歩(33)\n2 ７六歩(77)\n3 ３五歩(33)\n4 反則勝ち\n";
    let report = ReportFile::new(&[("a.kifu", handicap), ("b.kifu", NIFU)], Language::Japanese);
    browser.open(&report.file);
    browser.show_tab("games");
    for (index, [black, white]) in [["下手", "上手"], ["先手", "後手"]].iter().enumerate() {
        browser.js(&format!(
            "document.querySelectorAll('#games tbody tr')[{index}].click()"
        ));
        browser.wait_for_viewer();
        for (hand, name) in [("b", format!("☗ {black}")), ("w", format!("☖ {white}"))] {
            let text = browser.text(&format!("[data-hand={hand}]"));
            assert!(text.starts_with(&name), "{index}: {text}");
        }
        let spoken_text = browser.text(".spoken");
        assert!(
            spoken_text.starts_with(&format!("{black}：")) && spoken_text.ends_with("番"),
            "{spoken_text}"
        );
        browser.js("document.querySelector('#viewer [data-do=close]').click()");
        browser.wait("!document.getElementById('viewer').open");
    }
}

/// At the widths of tablets (768 to 1,280 pixels), the cells of the result, the findings and the file are visible, and
/// no table is cut off.
#[test]
fn a_tablet_shows_result_findings_and_file() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    // The record states a draw by 千日手, but no position occurred four times.
    let contradiction = CLEAN
        .replace("投了", "千日手")
        .replace("まで2手で後手の勝ち", "まで2手で千日手");
    let report = ReportFile::new(
        &[("spring/a.kifu", &contradiction), ("b.kifu", CLEAN)],
        Language::English,
    );
    for width in [768, 1024, 1280] {
        browser.set_size(width, 1024);
        browser.open(&report.file);
        browser.show_tab("games");
        for cell in ["result", "count", "file"] {
            let cell_box = browser.js(&format!(
                "(() => {{ const it = document.querySelector('#games tbody td.{cell}').getBoundingClientRect(); return [it.left, it.right, it.width]; }})()"
            ));
            let [left, right, cell_width] = [0, 1, 2].map(|index| cell_box[index].as_f64().unwrap());
            assert!(
                left >= 0.0 && right <= f64::from(width) && cell_width > 40.0,
                "{width}, {cell}: {cell_box}"
            );
        }
        let overflow_script =
            "[...document.querySelectorAll('.frame')].some((it) => it.scrollWidth > it.clientWidth)";
        assert_eq!(browser.js(overflow_script), false, "{width}");
        browser.save_screenshot(&format!("width-{width}"));
    }
    let results_script = "[...document.querySelectorAll('#games td.result')].map((it) => it.innerText)";
    assert_eq!(
        browser.js(results_script),
        json!(["no result\nstated: draw", "☖ won"])
    );
    browser.js("document.querySelector('#games tbody tr').click()");
    assert!(browser.text(".facts").contains("no result · stated: draw"));
}

#[test]
fn the_page_fits_a_narrow_screen() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU), ("b.kifu", CLEAN)], Language::English);
    browser.set_size(360, 740);
    browser.open(&report.file);
    let width_script = "Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('.frame')].map((it) => it.scrollWidth))";
    assert!(browser.js(width_script).as_u64().unwrap() <= 360);
    browser.save_screenshot("narrow");
    browser.js("document.querySelector('#findings tbody tr').click()");
    browser.wait_for_viewer();
    assert!(
        browser
            .js("document.getElementById('viewer').scrollWidth")
            .as_u64()
            .unwrap()
            <= 360
    );
    let board = browser.js("document.querySelector('.board svg').getBoundingClientRect().width");
    assert!((250.0..=360.0).contains(&board.as_f64().unwrap()), "{board}");
    browser.save_screenshot("narrow-viewer");
}

#[test]
fn the_page_is_in_japanese() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::Japanese);
    browser.open(&report.file);
    assert_eq!(browser.js("document.documentElement.lang"), "ja");
    assert_eq!(browser.text("#findings-head"), "指摘");
    browser.js("document.querySelector('#findings tbody tr').click()");
    browser.wait_for_viewer();
    assert_eq!(browser.text(".now"), "9手目  ☗９五歩");
    assert!(browser.text(".finding .message").contains("９筋"));
    assert!(
        browser.text(".spoken").starts_with("先手：５九玉"),
        "{}",
        browser.text(".spoken")
    );
}

#[test]
fn the_page_can_be_printed() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let records = NIFU.repeat(50);
    let report = ReportFile::new(&[("a.kifu", &records), ("b.kifu", CLEAN)], Language::English);
    browser.open(&report.file);
    let page = browser.call("Page.printToPDF", json!({"printBackground": false}));
    let pdf = decode_base64(page["data"].as_str().unwrap());
    assert!(pdf.starts_with(b"%PDF"));
    assert!(pdf.len() > 20_000, "{}", pdf.len());
    // The page is brought into the state that it has during printing.
    browser.js("dispatchEvent(new Event('beforeprint'))");
    browser.call("Emulation.setEmulatedMedia", json!({"media": "print"}));
    let notice = browser.text("#findings .printed");
    assert!(notice.starts_with("First 40 of 50"), "{notice}");
    assert_eq!(
        browser.js("document.querySelectorAll('#findings tbody tr[data-at]').length"),
        40
    );
    let hidden_script = "['.controls', '.selection', '#games', '#openings', '#players', 'footer button'].every((it) => getComputedStyle(document.querySelector(it)).display === 'none')";
    assert_eq!(browser.js(hidden_script), true);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
