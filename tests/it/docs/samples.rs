//! What README and the pages of docs show is what a reader gets who types it.
//!
//! The blocks of a page are typed in their order, in one folder.
//!
//! `KIFU_UPDATE=1 cargo test --test it samples` writes the outputs anew; those with a `…` are left to a person.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use regex::Regex;
use tempfile::TempDir;

use crate::support::files::below;
use crate::support::generated::is_updated;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Lines of a block, and what kind of block it is.
static BLOCK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?ms)^```(\w+)\n(.*?)^```$").unwrap());
/// How long a run took.
static TIME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\([\d.]+ s, [\d,]+ \w+/s\)|（[\d.]+秒、毎秒[\d,]+件）").unwrap());
/// A file that the text before a block gives a name.
static FILE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"`([\w.-]+\.(?:toml|kifu?|bat))`").unwrap());

/// A folder in which the commands of a page are typed, one after the other.
struct Reader {
    folder: TempDir,
    locale: &'static str,
    status: i32,
}

impl Reader {
    fn of(page: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let fixtures = Path::new(ROOT).join("fixtures");
        let copied = Command::new("cp")
            .arg("-r")
            .arg(fixtures.join("tournament"))
            .arg(folder.path().join("games"))
            .status();
        assert!(copied.unwrap().success());
        std::os::unix::fs::symlink(fixtures, folder.path().join("fixtures")).unwrap();
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

    /// What a line of the shell prints; `None` for a program that is not on this machine.
    fn types(&mut self, line: &str) -> Option<String> {
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
        (self.status != 127).then(|| String::from_utf8(output.stdout).unwrap())
    }
}

/// Whether an output is the shown one. `…` is any number of lines.
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown {
        [] => printed.is_empty(),
        [first, rest @ ..] if first.trim() == "…" => {
            (0..=printed.len()).any(|at| fits(rest, &printed[at..]))
        }
        [first, rest @ ..] => {
            let without_time = |line: &str| TIME.replace_all(line.trim_end(), "").into_owned();
            let same = printed
                .first()
                .is_some_and(|it| without_time(it) == without_time(first));
            same && fits(rest, &printed[1..])
        }
    }
}

/// Whether the next line belongs to a command, too.
fn goes_on(command: &str) -> bool {
    let is_open = |quote: char| command.matches(quote).count() % 2 == 1;
    command.ends_with(['|', '\\']) || is_open('\'') || is_open('"')
}

/// Types the commands of a block that shows no output; those about records of the reader are left out.
fn type_all(block: &str, reader: &mut Reader, wrong: &mut Vec<String>) {
    let mut lines = block.lines();
    while let Some(line) = lines.next() {
        let mut command = line.to_owned();
        while goes_on(&command) {
            command.extend(["\n", lines.next().unwrap_or_default()]);
        }
        if !command.contains("kifu ") || !command.contains(" fixtures/") {
            continue;
        }
        let printed = reader.types(&command).unwrap_or_default();
        if reader.status >= 2 && reader.status != 127 {
            wrong.push(format!("{command}\nstatus {}:\n{printed}", reader.status));
        }
    }
}

/// A block as it would be now, and what is wrong with it.
fn typed_again(block: &str, reader: &mut Reader, wrong: &mut Vec<String>) -> String {
    let mut now = String::new();
    let mut lines = block.lines().peekable();
    while let Some(line) = lines.next() {
        now.extend([line, "\n"]);
        let Some(command) = line.strip_prefix("$ ") else {
            continue;
        };
        let mut command = command.to_owned();
        while let Some(line) = lines.next_if(|_| goes_on(&command)) {
            command.extend(["\n", line]);
            now.extend([line, "\n"]);
        }
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|it| !it.starts_with("$ ")) {
            shown.push(line);
        }
        let Some(printed) = reader.types(&command) else {
            println!("skipped: {command}");
            now.extend(shown.iter().flat_map(|it| [it, "\n"]));
            continue;
        };
        let printed: Vec<_> = printed.lines().collect();
        // Without an output, only that the command works is shown.
        let is_same = fits(&shown, &printed) || shown.is_empty() && reader.status < 2;
        if !is_same {
            wrong.push(format!(
                "{line}\nshown:\n{}\nprinted:\n{}",
                shown.join("\n"),
                printed.join("\n")
            ));
        }
        let kept = is_same || shown.contains(&"…");
        let written = if kept { &shown } else { &printed };
        now.extend(written.iter().flat_map(|it| [it, "\n"]));
    }
    now
}

#[test]
fn pages_show_what_commands_print() {
    let english = ["README.md", "README.ja.md"].map(|it| Path::new(ROOT).join(it));
    let pages = below(&Path::new(ROOT).join("docs")).into_iter().chain(english);
    let pages: Vec<PathBuf> = pages
        .filter(|it| it.extension().is_some_and(|it| it == "md"))
        .collect();
    let mut wrong = Vec::new();
    let mut commands = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        if !text.contains("\n$ kifu ") {
            continue;
        }
        let name = page.strip_prefix(ROOT).unwrap().to_string_lossy().into_owned();
        let mut reader = Reader::of(&name);
        let mut found = Vec::new();
        let (mut now, mut end) = (String::new(), 0);
        for block in BLOCK.captures_iter(&text) {
            let (whole, kind, body) = (block.get(0).unwrap(), &block[1], &block[2]);
            let before = &text[end..whole.start()];
            let last = before.trim().rsplit("\n\n").next().unwrap_or_default();
            if let Some(file) = FILE.captures_iter(last).last().filter(|_| kind != "console") {
                fs::write(reader.folder.path().join(&file[1]), body).unwrap();
            }
            commands += body.matches("$ kifu ").count();
            let body = match kind {
                "console" if !body.contains("$ ") => {
                    type_all(body, &mut reader, &mut found);
                    body.to_owned()
                }
                "console" => typed_again(body, &mut reader, &mut found),
                _ => body.to_owned(),
            };
            now.extend([before, "```", kind, "\n", &body, "```"]);
            end = whole.end();
        }
        now.push_str(&text[end..]);
        if is_updated() {
            fs::write(&page, now).unwrap();
        }
        wrong.extend(found.into_iter().map(|it| format!("{name}: {it}")));
    }
    assert!(commands > 50, "{commands}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
