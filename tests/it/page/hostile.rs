//! Names with HTML markup are shown as text.

use kifu::finding::Language;
use serde_json::json;

use super::{Browser, ReportFile};

/// Names with HTML markup or special characters. Each is used for the players, events, comments and file of one game.
const NAMES: [&str; 8] = [
    "<script>window.taken = 1</script>",
    "\"><img src=x onerror=\"window.taken = 1\">",
    "'><svg onload='window.taken = 1'>",
    "</script><script>window.taken = 1</script>",
    "<!--<script>",
    "]]>{{title}}{0}${1}&lt;b&gt;",
    "a\u{202E}b\u{2066}c",
    "\u{2028}</title>\\u003c/script>",
];

#[test]
fn names_are_text() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let files: Vec<_> = NAMES
        .iter()
        .map(|name| {
            let header_value = name.replace('\u{2028}', " ");
            let text = format!(
                "手合割：{header_value}\n先手：{header_value}\n後手：乙\n棋戦：{header_value}\n{header_value}：{header_value}\n*{header_value}\n   1 ７六歩(77)\n*{header_value}\n   2 {header_value}\n"
            );
            (format!("{name}/{name}.kifu"), text)
        })
        .collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    for language in Language::ALL {
        let report = ReportFile::new(&files, language);
        browser.open(&report.file);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        assert_eq!(
            browser.text("#games output").replace('件', ""),
            NAMES.len().to_string()
        );
        for game in 1..=NAMES.len() {
            browser.open_game(&format!("game={game}&ply=1"));
            assert_eq!(
                browser.text(".comment").contains('<'),
                NAMES[game - 1].contains('<')
            );
            assert_eq!(
                browser.text(".information").contains('<'),
                NAMES[game - 1].contains('<')
            );
            for _ in 0..5 {
                browser.press_key("n");
            }
            let title = browser.text("#viewer-title");
            assert_eq!(title.contains('<'), NAMES[game - 1].contains('<'), "{title}");
        }
        assert_eq!(browser.js("window.taken"), json!(null));
        assert_eq!(browser.js("document.images.length"), 0);
        let count_script = "[...document.scripts].filter((it) => it.type === '').length";
        assert_eq!(browser.js(count_script), 2);
        let bidi_script = "/[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.documentElement.textContent)";
        assert_eq!(browser.js(bidi_script), false);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
    }
}
