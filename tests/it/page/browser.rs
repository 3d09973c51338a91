//! A headless browser, controlled through the pipe of its `DevTools` protocol.
//!
//! Messages are JSON and end with NUL. The browser reads messages from descriptor 3 and writes messages to descriptor
//! 4.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::page::decode_base64;

/// Program names of the browser, tried after `KIFU_CHROMIUM`.
const PROGRAM_NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Maximum time for an answer, even on a busy machine.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(3);

const START_SCRIPT: &str = "exec \"$0\" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --disable-quic --disable-ipc-flooding-protection \
    --user-data-dir=\"$1\" --remote-debugging-pipe 3<&0 4>&1 >/dev/null 2>/dev/null";

/// A headless browser with one page.
pub struct Browser {
    child: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    /// Events that were received since the page was opened.
    events: Vec<Value>,
    session: Option<String>,
    calls: u64,
    _profile: TempDir,
}

impl Browser {
    /// Starts the browser; prints a message and returns `None` if there is no browser.
    pub fn start() -> Option<Self> {
        let Some(program) = program() else {
            println!("skipped: no chromium on this machine; KIFU_CHROMIUM can name one");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let mut child = Command::new("sh")
            .args(["-c", START_SCRIPT])
            .arg(program)
            .arg(profile.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, messages) = channel();
        let answers = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            for message in answers.split(0).map_while(Result::ok) {
                if sender.send(serde_json::from_slice(&message).unwrap()).is_err() {
                    break;
                }
            }
        });
        let mut browser = Self {
            commands: child.stdin.take().unwrap(),
            child,
            messages,
            events: Vec::new(),
            session: None,
            calls: 0,
            _profile: profile,
        };
        browser.open_tab();
        Some(browser)
    }

    fn open_tab(&mut self) {
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let id = target["targetId"].clone();
        let tab = self.call("Target.attachToTarget", json!({"targetId": id, "flatten": true}));
        self.session = tab["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.set_size(1280, 900);
    }

    /// Calls a `DevTools` method and returns its result. Messages that arrive before the result are added to the
    /// events.
    #[expect(clippy::needless_pass_by_value, reason = "they are made for the call")]
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut command = json!({"id": self.calls, "method": method, "params": params});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        write!(self.commands, "{command}\0").unwrap();
        self.commands.flush().unwrap();
        loop {
            let message = self
                .messages
                .recv_timeout(ANSWER_TIMEOUT)
                .expect("the browser answers");
            if message["id"] == self.calls {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    /// Opens an HTML report and waits until the script of the page has read all games. Returns the loading time.
    pub fn open(&mut self, file: &Path) -> Duration {
        let begin = Instant::now();
        self.events.clear();
        // Navigates from another page, because a new fragment alone would not reload the file.
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.call(
            "Page.navigate",
            json!({"url": format!("file://{}", file.display())}),
        );
        self.wait("location.protocol === 'file:' && document.readyState === 'complete' && !document.getElementById('wait')");
        begin.elapsed()
    }

    /// Opens a game of the report through the address of the page, for example `game=1&ply=2`, and waits until the viewer
    /// shows it.
    pub fn open_game(&mut self, place: &str) {
        self.calls += 1;
        let hash = json!(format!("#{place}&call={}", self.calls));
        self.js(&format!(
            "new Promise((done) => {{
               const look = () => (document.querySelector('#viewer[aria-busy]') ? setTimeout(look, 5) : done());
               addEventListener('hashchange', look, {{ once: true }});
               location.hash = {hash};
             }})"
        ));
    }

    /// Waits until the viewer shows the game that is opened.
    pub fn wait_for_viewer(&mut self) {
        self.wait("document.querySelector('#viewer[open]:not([aria-busy])')");
    }

    /// Waits until a JavaScript condition is true in the page. Panics after `ANSWER_TIMEOUT`.
    pub fn wait(&mut self, condition: &str) {
        let begin = Instant::now();
        while self.js(&format!("Boolean({condition})")) != json!(true) {
            assert!(
                begin.elapsed() < ANSWER_TIMEOUT,
                "never true: {condition}; {:?}",
                self.console_errors()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Evaluates a JavaScript expression in the page and returns its value. A promise is awaited, and an exception
    /// causes a panic.
    pub fn js(&mut self, expression: &str) -> Value {
        let answer = self.call(
            "Runtime.evaluate",
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true}),
        );
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
        answer["result"]["value"].clone()
    }

    /// Returns the text of the first element that matches a CSS selector.
    pub fn text(&mut self, selector: &str) -> String {
        let text = self.js(&format!(
            "document.querySelector({}).textContent",
            json!(selector)
        ));
        text.as_str().unwrap().to_owned()
    }

    /// Presses and releases the key with this `KeyboardEvent` name.
    pub fn press_key(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "PageDown" => 34,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other => u32::from(other.as_bytes()[0].to_ascii_uppercase()),
        };
        let mut key_down = json!({"type": "keyDown", "key": key, "windowsVirtualKeyCode": code});
        if key.len() == 1 {
            key_down["text"] = json!(key);
        } else if key == "Enter" {
            // Without this text, Enter does not press a button.
            key_down["text"] = json!("\r");
        }
        self.call("Input.dispatchKeyEvent", key_down);
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code}),
        );
    }

    /// Chooses files, or a folder, in a file field.
    pub fn choose_files(&mut self, selector: &str, paths: &[&Path]) {
        let expression = format!("document.querySelector({})", json!(selector));
        let field = self.call("Runtime.evaluate", json!({"expression": expression}));
        let files: Vec<_> = paths.iter().map(|path| path.to_str().unwrap()).collect();
        let object = field["result"]["objectId"].clone();
        self.call(
            "DOM.setFileInputFiles",
            json!({"objectId": object, "files": files}),
        );
    }

    /// Drags files or folders onto the page, and drops them.
    pub fn drop_files(&mut self, paths: &[&Path]) {
        let files: Vec<_> = paths.iter().map(|path| path.to_str().unwrap()).collect();
        let data = json!({"items": [], "files": files, "dragOperationsMask": 1});
        for kind in ["dragEnter", "dragOver", "drop"] {
            let event = json!({"type": kind, "x": 400, "y": 300, "data": data});
            self.call("Input.dispatchDragEvent", event);
        }
    }

    /// Sets the text in the search field of a table, and returns the time until the table is updated.
    pub fn search_table(&mut self, table: &str, query: &str) -> Duration {
        let begin = Instant::now();
        let query = json!(query);
        self.js(&format!(
            "new Promise((done) => {{
               const [field, tally] = document.querySelectorAll('#{table} input, #{table} output');
               const seen = new MutationObserver(() => {{ seen.disconnect(); done(); }});
               seen.observe(tally, {{ childList: true }});
               field.value = {query};
               field.dispatchEvent(new Event('input'));
             }})"
        ));
        begin.elapsed()
    }

    /// Sets the value of a field, as a user does. `selector` matches the field first.
    pub fn set_field(&mut self, selector: &str, value: &str) {
        self.js(&format!(
            "{{ const field = document.querySelector({});
                field.value = {};
                field.dispatchEvent(new Event('change', {{ bubbles: true }})); }}",
            json!(selector),
            json!(value),
        ));
    }

    /// Shows a tab of the page: `findings`, `games`, `openings`, `players`, `standings`, `archive` or `charts`.
    pub fn show_tab(&mut self, name: &str) {
        self.wait(&format!(
            "document.getElementById('section-{name}')?.hidden === false"
        ));
        self.js(&format!("document.getElementById('section-{name}').click()"));
    }

    /// Sets the size of the viewport (CSS pixels).
    pub fn set_size(&mut self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Selects the light or dark colour scheme.
    pub fn set_color_scheme(&mut self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Returns the exceptions, console messages and log entries of the page since it was opened, each as JSON.
    pub fn console_errors(&mut self) -> Vec<String> {
        let methods = [
            "Runtime.exceptionThrown",
            "Runtime.consoleAPICalled",
            "Log.entryAdded",
        ];
        let is_error_event = |event: &&Value| methods.iter().any(|method| event["method"] == *method);
        self.events
            .iter()
            .filter(is_error_event)
            .map(ToString::to_string)
            .collect()
    }

    /// Returns the addresses that were requested since the page was opened, except `about:blank`.
    pub fn requests(&mut self) -> Vec<String> {
        let requests = self
            .events
            .iter()
            .filter(|event| event["method"] == "Network.requestWillBeSent");
        let urls = requests.map(|request| request["params"]["request"]["url"].as_str().unwrap().to_owned());
        urls.filter(|url| url != "about:blank").collect()
    }

    /// Saves a screenshot to the directory in the environment variable `KIFU_PICTURES`, if this variable is set.
    pub fn save_screenshot(&mut self, name: &str) {
        let Some(directory) = std::env::var_os("KIFU_PICTURES") else {
            return;
        };
        let shot = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let png = decode_base64(shot["data"].as_str().unwrap());
        let path = PathBuf::from(directory).join(format!("{name}.png"));
        File::create(path).unwrap().write_all(&png).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        let _ = write!(self.commands, "{}\0", json!({"id": 0, "method": "Browser.close"}));
        let _ = self.commands.flush();
        // The browser writes to its profile until it has ended, so the profile must not be deleted earlier.
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(10) && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the path of the browser: `KIFU_CHROMIUM`, or the first of `PROGRAM_NAMES` in `PATH`; `None` if no browser is
/// found.
fn program() -> Option<PathBuf> {
    if let Some(program) = std::env::var_os("KIFU_CHROMIUM") {
        return Some(program.into());
    }
    let path = std::env::var_os("PATH")?;
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = PROGRAM_NAMES
        .iter()
        .flat_map(|name| directories.iter().map(move |it| it.join(name)));
    candidates.into_iter().find(|it| it.is_file())
}
