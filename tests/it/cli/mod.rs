//! The built program as users run it: arguments, output and exit status.

mod application;
pub mod archives;
mod audit;
mod baseline;
mod book;
mod convert;
mod diff;
mod events;
mod find;
mod fix;
mod formats;
mod html;
#[cfg(unix)]
mod injection;
mod inputs;
mod inputs_not_replaced;
mod japanese;
mod languages;
mod lists;
mod memory;
#[cfg(unix)]
mod names;
mod notations;
mod novelties;
mod output_dir;
mod outputs;
mod pages;
mod pipes_and_signals;
mod profiles;
mod programs;
mod questions;
mod readme;
mod record_filters;
mod rule_levels;
mod sarif;
mod services;
mod settings;
mod sheets;
mod show;
#[cfg(unix)]
mod stats;
mod status;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod terminal;
mod text_output;
mod typed_tables;
mod walking;
mod workbook;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const CLEAN: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n";

/// A record in which Black plays nifu and loses. The record does not state the reason.
const NIFU: &str = "手合割：平手
   1 ２六歩(27)
   2 ８四歩(83)
   3 ２五歩(26)
   4 ８五歩(84)
   5 ２四歩(25)
   6 同　歩(23)
   7 同　飛(28)
   8 ８六歩(85)
   9 ９五歩打
まで9手で後手の勝ち
";

/// A record whose only findings are a warning and notes.
const NO_MOVES: &str = "手合割：平手\n先手：甲\n後手：乙\n";

const CSA: &str = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";

const PNG: &[u8] =
    b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1F\xF3\xFFa\0\0\0\0\0\0\0\0";

/// A directory of files that is deleted after the test.
struct Archive(TempDir);

impl Archive {
    fn new(files: &[(&str, &[u8])]) -> Self {
        let archive = Self(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            let path = archive.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        archive
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the `kifu` command with these arguments, in the C locale. The working directory is the directory of the
    /// archive.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("NO_COLOR")
            .env("LC_ALL", "C")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs the command with arguments separated by spaces.
    fn run_line(&self, arguments: &str) -> Outcome {
        self.run(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs a line of shell script in the directory of the archive. The word `kifu` in the line runs the built program.
    #[cfg(unix)]
    fn shell(&self, line: &str) -> Outcome {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("kifu() {{ \"$KIFU\" \"$@\"; }}\n{line}")])
            .current_dir(self.0.path())
            .env("KIFU", env!("CARGO_BIN_EXE_kifu"))
            .env_remove("NO_COLOR")
            .env("LC_ALL", "C")
            .stdin(Stdio::null());
        shell.output().unwrap().into()
    }

    fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Outcome {
        let mut command = self.command(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // If the arguments are wrong, the process does not read its input.
        if let Err(error) = child.stdin.take().unwrap().write_all(input) {
            assert_eq!(error.kind(), ErrorKind::BrokenPipe);
        }
        child.wait_with_output().unwrap().into()
    }
}

/// Sends a signal to a process. The signal is an option of `kill`, such as `-INT`.
#[cfg(unix)]
fn signal(child: &Child, signal: &str) {
    let process = child.id().to_string();
    let kill_status = Command::new("kill").args([signal, &process]).status();
    assert!(kill_status.unwrap().success());
}

#[derive(Debug)]
struct Outcome {
    status: i32,
    stdout: String,
    stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Outcome {
    fn objects(&self) -> Vec<Value> {
        self.stdout
            .lines()
            .map(|line| serde_json::from_str(line).expect(line))
            .collect()
    }

    /// Returns the rules of all findings in the output of `--format jsonl`.
    fn rules(&self) -> Vec<String> {
        let findings = |object: Value| object["findings"].as_array().unwrap().clone();
        let rule = |finding: Value| finding["rule"].as_str().unwrap().to_owned();
        self.objects().into_iter().flat_map(findings).map(rule).collect()
    }
}

fn large_csa(records: usize) -> String {
    let games = [CSA, "V2.2\nPI\n+\n+7775FU\n%CHUDAN\n"];
    (0..records)
        .map(|record| games[usize::from(record % 10 == 9)])
        .collect::<Vec<_>>()
        .join("/\n")
}
