//! The comfort of the board in the HTML report: the wheel, taps, held buttons, automatic steps, turning, pieces and
//! colours.

use kifu::finding::Language;
use serde_json::{Value, json};

use super::{Browser, NIFU, ReportFile};

/// Opens the first game of a report at a ply.
fn open_game(browser: &mut Browser, ply: u32) {
    browser.js(&format!("location.hash = '#game=1&ply={ply}&from=test'"));
    browser.wait(&format!(
        "document.querySelector('.moves [aria-current]')?.dataset.ply === '{ply}'"
    ));
}

/// Returns the number of the ply that is shown.
fn ply(browser: &mut Browser) -> String {
    let ply = browser.js("document.querySelector('.moves [aria-current]').dataset.ply");
    ply.as_str().unwrap().to_owned()
}

/// Returns the place of a point of the board, as fractions of its width and height.
fn point(browser: &mut Browser, across: f64, down: f64) -> (f64, f64) {
    let board = browser.js("(() => { const it = document.querySelector('.board').getBoundingClientRect(); return [it.left, it.top, it.width, it.height]; })()");
    let [left, top, width, height] = [0, 1, 2, 3].map(|at| board[at].as_f64().unwrap());
    (left + across * width, top + down * height)
}

fn mouse(browser: &mut Browser, kind: &str, (x, y): (f64, f64)) {
    let event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
    browser.call("Input.dispatchMouseEvent", event);
}

fn wheel(browser: &mut Browser, (x, y): (f64, f64), delta: i32) {
    let event = json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta});
    browser.call("Input.dispatchMouseEvent", event);
}

fn touch(browser: &mut Browser, points: &[(f64, f64)]) {
    let finger = |&(x, y): &(f64, f64)| json!([{"x": x, "y": y}]);
    let call = |browser: &mut Browser, kind: &str, points: Value| {
        browser.call(
            "Input.dispatchTouchEvent",
            json!({"type": kind, "touchPoints": points}),
        );
    };
    call(browser, "touchStart", finger(&points[0]));
    for point in &points[1..] {
        call(browser, "touchMove", finger(point));
    }
    call(browser, "touchEnd", json!([]));
}

#[test]
fn the_board_steps_by_wheel_tap_swipe_and_hold() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::English);
    browser.open(&report.file);
    open_game(&mut browser, 0);
    let (left, right) = (point(&mut browser, 0.2, 0.5), point(&mut browser, 0.8, 0.5));
    wheel(&mut browser, right, 100);
    browser.wait("document.querySelector('.moves [aria-current]').dataset.ply === '1'");
    // A short movement of a touchpad is less than a step.
    wheel(&mut browser, right, 10);
    wheel(&mut browser, right, -100);
    browser.wait("document.querySelector('.moves [aria-current]').dataset.ply === '0'");
    let click = |browser: &mut Browser, at| {
        mouse(browser, "mousePressed", at);
        mouse(browser, "mouseReleased", at);
    };
    click(&mut browser, right);
    click(&mut browser, right);
    assert_eq!(ply(&mut browser), "2");
    click(&mut browser, left);
    assert_eq!(ply(&mut browser), "1");
    // A drag of the mouse to the left is a swipe, a drag downwards is neither a swipe nor a tap.
    mouse(&mut browser, "mousePressed", right);
    mouse(&mut browser, "mouseReleased", left);
    assert_eq!(ply(&mut browser), "2");
    mouse(&mut browser, "mousePressed", right);
    mouse(&mut browser, "mouseReleased", (right.0, right.1 + 60.0));
    assert_eq!(ply(&mut browser), "2");
    touch(
        &mut browser,
        &[left, (f64::midpoint(left.0, right.0), left.1), right],
    );
    assert_eq!(ply(&mut browser), "1");
    touch(&mut browser, &[right]);
    assert_eq!(ply(&mut browser), "2");
    // A held button repeats until the end of the game, and its click is not another step.
    let next = browser.js("(() => { const it = document.querySelector('#viewer .steps [data-do=next]').getBoundingClientRect(); return [it.left + it.width / 2, it.top + it.height / 2]; })()");
    let next = (next[0].as_f64().unwrap(), next[1].as_f64().unwrap());
    mouse(&mut browser, "mousePressed", next);
    browser.wait("Number(document.querySelector('.moves [aria-current]').dataset.ply) >= 5");
    mouse(&mut browser, "mouseReleased", next);
    let stopped = ply(&mut browser);
    browser.js("new Promise((done) => setTimeout(done, 300))");
    assert_eq!(ply(&mut browser), stopped);
    click(&mut browser, next);
    let expected = (stopped.parse::<u32>().unwrap() + 1).min(9);
    assert_eq!(ply(&mut browser), expected.to_string());
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// Numbers in an address that mean nothing are ignored.
#[test]
fn a_broken_address_opens_the_game() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::English);
    browser.open(&report.file);
    for address in [
        "line=-1&ply=8",
        "line=0.5",
        "line=x&ply=y",
        "line=99&ply=9999",
        "finding=0",
    ] {
        browser.js(&format!("location.hash = '#game=1&{address}&from=test'"));
        browser.wait("document.getElementById('viewer').open && !document.getElementById('viewer').ariaBusy");
        assert!(!browser.text(".now").contains("NaN"), "{address}");
    }
    browser.js("location.hash = '#game=9&ply=1'");
    browser.wait("!document.getElementById('viewer').open");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
fn automatic_steps_stop_at_the_end() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::English);
    browser.open(&report.file);
    open_game(&mut browser, 7);
    let pressed = "document.querySelector('[data-tool=autoplay]').getAttribute('aria-pressed')";
    assert_eq!(browser.js(pressed), "false");
    browser.set_field("[data-setting=seconds]", "0.5");
    browser.js("document.querySelector('#viewer-title').focus()");
    browser.press_key(" ");
    assert_eq!(browser.js(pressed), "true");
    browser.wait("document.querySelector('.moves [aria-current]').dataset.ply === '9'");
    browser.wait(&format!("{pressed} === 'false'"));
    // From the end, the steps begin at the start. The key stops them.
    browser.press_key(" ");
    assert_eq!(ply(&mut browser), "0");
    browser.press_key(" ");
    assert_eq!(browser.js(pressed), "false");
    browser.js("new Promise((done) => setTimeout(done, 700))");
    assert_eq!(ply(&mut browser), "0");
}

#[test]
fn the_board_turns_with_its_coordinates_and_hands() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::English);
    browser.open(&report.file);
    open_game(&mut browser, 1);
    let state = "(() => {
      const texts = [...document.querySelectorAll('.board .names text')].map((it) => it.textContent);
      const pawn = [...document.querySelectorAll('.board .pieces > g')].find((it) => it.getAttribute('transform').startsWith(SQUARE));
      const hands = ['b', 'w'].map((it) => document.querySelector(`[data-hand=${it}]`).getBoundingClientRect().top);
      const mark = document.querySelector('.board .to');
      return [texts.slice(0, 2).join(''), hands[0] > hands[1], pawn?.firstElementChild.dataset.piece ?? null, mark.getAttribute('x') + ' ' + mark.getAttribute('y')];
    })()";
    // Black's pawn is on 2f, in the eighth column and the sixth row.
    let state_at = |browser: &mut Browser, square: &str| {
        browser.js(&state.replace("SQUARE", &json!(square).to_string()))
    };
    let upright = json!(["９a", true, "P", "280 200"]);
    assert_eq!(state_at(&mut browser, "translate(300 220)"), upright);
    browser.press_key("f");
    let turned = json!(["１i", false, "P", "40 120"]);
    assert_eq!(state_at(&mut browser, "translate(60 140)"), turned);
    assert_eq!(
        browser.js("document.querySelector('[data-tool=flip-board]').getAttribute('aria-pressed')"),
        "true"
    );
    browser.press_key("f");
    assert_eq!(state_at(&mut browser, "translate(300 220)"), upright);
}

/// On screens, the pieces have one character and lie on wood. The pieces in hand are about as large as those on the board.
#[test]
fn the_board_and_the_hands_are_of_wood() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::Japanese);
    browser.open(&report.file);
    open_game(&mut browser, 8);
    let look = "(() => {
      const board = document.querySelector('.board');
      const hands = [...document.querySelectorAll('.hand')];
      return [board.dataset.colours, board.querySelector('[data-piece=k]').dataset.set, hands.every((it) => getComputedStyle(it).backgroundColor === 'rgb(233, 197, 131)')];
    })()";
    assert_eq!(browser.js(look), json!(["wood", "one-kanji", true]));
    let sizes = "(() => {
      const width = (selector) => document.querySelector(selector).getBoundingClientRect().width;
      return width('.hand .held .outline') / width('.board [data-piece=P] .outline');
    })()";
    for (width, height) in [(360, 740), (820, 1180), (1100, 800), (1280, 800)] {
        browser.set_size(width, height);
        let ratio = browser.js(sizes).as_f64().unwrap();
        assert!((0.8..=1.25).contains(&ratio), "{width}×{height}: {ratio}");
        let label = browser.js("document.querySelector('.hand .label').offsetParent !== null");
        assert_eq!(label, true, "{width}×{height}");
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The settings apply at once, and the browser remembers them.
#[test]
fn pieces_and_colours_are_remembered() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::English);
    browser.open(&report.file);
    open_game(&mut browser, 8);
    browser.js("document.querySelector('[data-tool=board-settings]').click()");
    let select = |browser: &mut Browser, setting: &str, value: &str| {
        browser.set_field(&format!("[data-setting={setting}]"), value);
    };
    let king = "(() => { const it = document.querySelector('#viewer .board [data-piece=k]'); return [it.dataset.set, it.querySelectorAll('text').length, it.querySelectorAll('path').length]; })()";
    // The outline and the characters of a set are paths, so that they do not depend on fonts.
    for (set, texts, paths) in [
        ("one-kanji", 0, 2),
        ("two-kanji", 0, 3),
        ("print", 1, 0),
        ("western", 0, 2),
    ] {
        select(&mut browser, "pieces", set);
        assert_eq!(browser.js(king), json!([set, texts, paths]));
    }
    let hand = browser.text("[data-hand=b]");
    assert!(hand.contains('P'), "{hand}");
    for colours in ["wood", "grey", "dark"] {
        select(&mut browser, "colours", colours);
        browser.save_screenshot(&format!("board-{colours}"));
        let contrast = browser.js(PIECE_CONTRAST).as_f64().unwrap();
        assert!(contrast >= 4.5, "{colours}: {contrast}");
    }
    // Keys in the panel do not step through the game, and Escape closes only the panel.
    browser.js("document.querySelector('[data-setting=coordinates]').focus()");
    browser.press_key("ArrowRight");
    browser.press_key("Escape");
    assert_eq!(
        browser.js("[document.querySelector('.settings').hidden, document.getElementById('viewer').open]"),
        json!([true, true])
    );
    browser.open(&report.file);
    open_game(&mut browser, 8);
    assert_eq!(browser.js(king), json!(["western", 0, 2]));
    assert_eq!(
        browser.js("document.querySelector('#viewer .board').dataset.colours"),
        "dark"
    );
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// JavaScript that returns the WCAG contrast ratio between the characters and the body of a piece.
const PIECE_CONTRAST: &str = "(() => {
  const light = (selector, name) => {
    const part = (it) => (it / 255 <= 0.04045 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4);
    const colour = getComputedStyle(document.querySelector(selector))[name].match(/\\d+/g).map(Number).map(part);
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
  };
  const [low, high] = [light('#viewer .board .brush', 'stroke'), light('#viewer .board .outline', 'fill')].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
})()";

/// A piece glides to its square if the user steps by one ply, in both directions. It does not glide if the user jumps, steps fast or
/// prefers less motion.
#[test]
fn a_piece_glides_to_its_square() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::English);
    browser.open(&report.file);
    open_game(&mut browser, 0);
    browser.js("(() => {
      window.glides = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        window.glides.push([...frames.map((it) => it.transform), options.duration]);
        return animate.call(this, frames, options);
      };
    })()");
    let act = |browser: &mut Browser, name: &str| {
        browser.js("new Promise((done) => setTimeout(done, 300))");
        browser.js(&format!(
            "document.querySelector('#viewer [data-do={name}]').click()"
        ));
        browser.js("window.glides.splice(0)")
    };
    let forward = json!([["translate(300px, 260px)", "translate(300px, 220px)", 120]]);
    assert_eq!(act(&mut browser, "next"), forward);
    let back = json!([["translate(300px, 220px)", "translate(300px, 260px)", 120]]);
    assert_eq!(act(&mut browser, "previous"), back);
    assert_eq!(act(&mut browser, "last"), json!([]));
    // The last move is a drop.
    assert_eq!(act(&mut browser, "previous"), json!([]));
    let fast = "(() => {
      const previous = document.querySelector('#viewer [data-do=previous]');
      previous.click();
      previous.click();
      return window.glides.splice(0).length;
    })()";
    browser.js("new Promise((done) => setTimeout(done, 300))");
    assert_eq!(browser.js(fast), 1);
    let features = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    browser.call("Emulation.setEmulatedMedia", features);
    assert_eq!(act(&mut browser, "previous"), json!([]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// The buttons have icons. From a width of 820 pixels, the tools have names, too, which are parts of their accessible names.
#[test]
fn buttons_have_icons_and_names() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::English);
    browser.open(&report.file);
    open_game(&mut browser, 9);
    let without_icon = "[...document.querySelectorAll('#viewer :is(.steps [data-do], .turns button, .tools button)')].filter((it) => !it.querySelector(':scope > svg.icon path[d]'))";
    assert_eq!(browser.js(&format!("{without_icon}.length")), 0);
    let names = "[...document.querySelectorAll('.tools .name')].filter((it) => it.offsetParent).map((it) => it.textContent)";
    for (width, height, expected) in [
        (820, 1180, json!(["Flip", "Play", "Share", "Settings"])),
        (1000, 800, json!(["Flip", "Play", "Share", "Settings"])),
        (360, 740, json!([])),
    ] {
        browser.set_size(width, height);
        assert_eq!(browser.js(names), expected, "{width}×{height}");
    }
    let mismatches = "[...document.querySelectorAll('#viewer button[aria-label]')].filter((it) => !it.getAttribute('aria-label').toLowerCase().includes(it.textContent.toLowerCase())).length";
    assert_eq!(browser.js(mismatches), 0);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
