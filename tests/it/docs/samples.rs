//! Sample commands in the README and in docs print the output that the page shows.
//!
//! The blocks of a page run in order, in one folder.
//!
//! `KIFU_UPDATE=1 cargo test --test it samples` updates the outputs. Outputs with a `…` must be updated by hand.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use regex::Regex;
use tempfile::TempDir;

use crate::support::files::below;
use crate::support::generated::is_updated;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A code block: the language after the opening fence, and the content.
static BLOCK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?ms)^```(\w+)\n(.*?)^```$").unwrap());
/// The run time and the speed in an output.
static TIME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\([\d.]+ s, [\d,]+ \w+/s\)|（[\d.]+秒、毎秒[\d,]+件）").unwrap());
/// A file name in the text before a block.
static FILE_NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"`([\w.-]+\.(?:toml|kifu?|bat))`").unwrap());

/// The state in which the commands of a page run one after the other: their folder, the locale, and the exit status of
/// the preceding command.
struct Shell {
    folder: TempDir,
    locale: &'static str,
    status: i32,
}

impl Shell {
    fn new(page: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let fixtures = Path::new(ROOT).join("fixtures");
        let copy_status = Command::new("cp")
            .arg("-r")
            .arg(fixtures.join("tournament"))
            .arg(folder.path().join("games"))
            .status();
        assert!(copy_status.unwrap().success());
        std::os::unix::fs::symlink(fixtures, folder.path().join("fixtures")).unwrap();
        let tests = Path::new(ROOT).join("tests");
        std::os::unix::fs::symlink(tests, folder.path().join("tests")).unwrap();
        let locale = if page.contains(".ja.") {
            "ja_JP.UTF-8"
        } else {
            "C.UTF-8"
        };
        Self {
            folder,
            locale,
            status: 0,
        }
    }

    /// Runs a shell line and returns its output; `None` if the program at its beginning is not installed, or if the line
    /// needs the browser application, which only some builds contain.
    fn run_line(&mut self, line: &str) -> Option<String> {
        let program = line.split([' ', '|']).next().unwrap();
        let script = format!(
            "kifu() {{ LC_ALL={} \"$KIFU\" \"$@\"; }}\ncommand -v {program} >/dev/null || exit 127\n(exit {}); {line}",
            self.locale, self.status
        );
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("exec 2>&1\n{script}")]);
        shell
            .current_dir(self.folder.path())
            .env("KIFU", env!("CARGO_BIN_EXE_kifu"));
        shell
            .env_remove("NO_COLOR")
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null());
        let output = shell.output().unwrap();
        self.status = output.status.code().unwrap_or(2);
        let printed = String::from_utf8(output.stdout).unwrap();
        let is_possible =
            self.status != 127 && !(line.starts_with("kifu app ") && printed.contains("KIFU_APP="));
        is_possible.then_some(printed)
    }
}

/// Returns `true` if the printed lines equal the lines on the page, apart from run times. A line `…` on the page
/// matches any number of lines.
fn output_matches(shown: &[&str], printed: &[&str]) -> bool {
    match shown {
        [] => printed.is_empty(),
        [first, rest @ ..] if first.trim() == "…" => {
            (0..=printed.len()).any(|count| output_matches(rest, &printed[count..]))
        }
        [first, rest @ ..] => {
            let without_time = |line: &str| TIME.replace_all(line.trim_end(), "").into_owned();
            let is_same = printed
                .first()
                .is_some_and(|printed| without_time(printed) == without_time(first));
            is_same && output_matches(rest, &printed[1..])
        }
    }
}

/// Returns `true` if the command continues on the next line.
fn continues_on_next_line(command: &str) -> bool {
    let is_open = |quote: char| command.matches(quote).count() % 2 == 1;
    command.ends_with(['|', '\\']) || is_open('\'') || is_open('"')
}

/// Runs the commands of a block that shows no output, and adds the commands that fail to `mismatches`. Commands without
/// a path in `fixtures/` are about the reader's own records and are skipped.
fn run_block(block: &str, shell: &mut Shell, mismatches: &mut Vec<String>) {
    let mut lines = block.lines();
    while let Some(line) = lines.next() {
        let mut command = line.to_owned();
        while continues_on_next_line(&command) {
            command.extend(["\n", lines.next().unwrap_or_default()]);
        }
        if !command.contains("kifu ") || !command.contains(" fixtures/") {
            continue;
        }
        let printed = shell.run_line(&command).unwrap_or_default();
        if shell.status >= 2 && shell.status != 127 {
            mismatches.push(format!("{command}\nstatus {}:\n{printed}", shell.status));
        }
    }
}

/// Returns the block with current outputs, and adds the differences to `mismatches`. If the program of a command is not
/// installed, or if the output on the page has a line `…`, the output on the page is kept.
fn updated_block(block: &str, shell: &mut Shell, mismatches: &mut Vec<String>) -> String {
    let mut updated = String::new();
    let mut lines = block.lines().peekable();
    while let Some(line) = lines.next() {
        updated.extend([line, "\n"]);
        let Some(command) = line.strip_prefix("$ ") else {
            continue;
        };
        let mut command = command.to_owned();
        while let Some(line) = lines.next_if(|_| continues_on_next_line(&command)) {
            command.extend(["\n", line]);
            updated.extend([line, "\n"]);
        }
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|it| !it.starts_with("$ ")) {
            shown.push(line);
        }
        let Some(printed) = shell.run_line(&command) else {
            println!("skipped: {command}");
            updated.extend(shown.iter().flat_map(|line| [line, "\n"]));
            continue;
        };
        let printed: Vec<_> = printed.lines().collect();
        // If the page shows no output, the command only needs an exit status below 2.
        let is_same = output_matches(&shown, &printed) || shown.is_empty() && shell.status < 2;
        if !is_same {
            mismatches.push(format!(
                "{line}\nshown:\n{}\nprinted:\n{}",
                shown.join("\n"),
                printed.join("\n")
            ));
        }
        let keeps_shown = is_same || shown.contains(&"…");
        let output_lines = if keeps_shown { &shown } else { &printed };
        updated.extend(output_lines.iter().flat_map(|line| [line, "\n"]));
    }
    updated
}

#[test]
fn pages_show_what_commands_print() {
    let readmes = ["README.md", "README.ja.md"].map(|name| Path::new(ROOT).join(name));
    let pages = below(&Path::new(ROOT).join("docs")).into_iter().chain(readmes);
    let pages: Vec<PathBuf> = pages
        .filter(|page| page.extension().is_some_and(|extension| extension == "md"))
        .collect();
    let mut failures = Vec::new();
    let mut commands = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        if !text.contains("\n$ kifu ") {
            continue;
        }
        let name = page.strip_prefix(ROOT).unwrap().to_string_lossy().into_owned();
        let mut shell = Shell::new(&name);
        let mut mismatches = Vec::new();
        let (mut updated_text, mut end) = (String::new(), 0);
        for block in BLOCK.captures_iter(&text) {
            let (whole_block, kind, body) = (block.get(0).unwrap(), &block[1], &block[2]);
            let text_before = &text[end..whole_block.start()];
            let last_paragraph = text_before.trim().rsplit("\n\n").next().unwrap_or_default();
            if let Some(file) = FILE_NAME
                .captures_iter(last_paragraph)
                .last()
                .filter(|_| kind != "console")
            {
                fs::write(shell.folder.path().join(&file[1]), body).unwrap();
            }
            commands += body.matches("$ kifu ").count();
            let body = match kind {
                "console" if !body.contains("$ ") => {
                    run_block(body, &mut shell, &mut mismatches);
                    body.to_owned()
                }
                "console" => updated_block(body, &mut shell, &mut mismatches),
                _ => body.to_owned(),
            };
            updated_text.extend([text_before, "```", kind, "\n", &body, "```"]);
            end = whole_block.end();
        }
        updated_text.push_str(&text[end..]);
        if is_updated() {
            fs::write(&page, updated_text).unwrap();
        }
        failures.extend(
            mismatches
                .into_iter()
                .map(|mismatch| format!("{name}: {mismatch}")),
        );
    }
    assert!(commands > 50, "{commands}");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
