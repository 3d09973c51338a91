//! Runs the command under `strace`, which logs the writing calls, makes one of them fail, or sends a signal.

use std::collections::HashMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The system calls that create and write files.
const CALLS: &str = "openat,write,fchmod,fsync,syncfs,mkdir,rename,renameat,renameat2";

/// A writing system call.
#[derive(Debug)]
pub struct Call {
    pub name: String,
    /// The temporary file of the call, if it has one.
    pub temporary: Option<String>,
    /// The position among the calls of this name in its thread, from 1.
    number: usize,
    /// Set if the fault was injected into this call.
    is_hit: bool,
}

/// A fault to be injected into a call.
#[derive(Clone, Copy, Debug)]
pub enum InjectedFault<'c> {
    None,
    /// The call fails because there is no space left on the disk.
    Fails(&'c Call),
    /// The process receives this signal at the call.
    Signal(&'c Call, &'c str),
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// Exit status as in a shell: 128 plus the signal number after a signal.
    pub status: i32,
    /// Standard error.
    pub stderr: String,
    /// Set if the fault was injected. Threads do not make the same calls in every run, so the call may not have occurred.
    pub is_hit: bool,
    /// The writing calls.
    pub calls: Vec<Call>,
}

/// Returns `true` if `strace` works here. Otherwise prints a message once.
pub fn is_available() -> bool {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-o", "/dev/null", "true"]);
        let works = command.status().is_ok_and(|it| it.success());
        if !works {
            println!("skipped: strace cannot be used here");
        }
        works
    })
}

/// Runs `kifu` with the arguments `command` in a folder, and injects a fault.
pub fn run(command: &str, folder: &Path, fault: InjectedFault) -> Outcome {
    let log_file = tempfile::NamedTempFile::new().unwrap();
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-y", "-e", "signal=none", "-e"]);
    strace.arg(format!("trace={CALLS}"));
    match fault {
        InjectedFault::None => {}
        InjectedFault::Fails(Call { name, number, .. }) => {
            strace.args(["-e", &format!("inject={name}:error=ENOSPC:when={number}")]);
        }
        InjectedFault::Signal(Call { name, number, .. }, signal) => {
            strace.args(["-e", &format!("inject={name}:signal={signal}:when={number}")]);
        }
    }
    let output = strace
        .arg("-o")
        .arg(log_file.path())
        .arg(env!("CARGO_BIN_EXE_kifu"))
        .args(command.split(' '))
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let status = output.status;
    let log = fs::read_to_string(log_file.path()).unwrap();
    Outcome {
        status: status
            .code()
            .or(status.signal().map(|signal| 128 + signal))
            .unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        is_hit: parse_calls(&log).iter().any(|it| it.is_hit),
        calls: parse_calls(&log),
    }
}

/// Returns the calls in the log of `strace` that write to a temporary file or to standard output, make a folder, or
/// sync.
///
/// Lines are like `25281 write(3</tmp/x/.kifu-Ab3d5f.tmp>, "V2.2"..., 893) = 893`.
fn parse_calls(log: &str) -> Vec<Call> {
    let mut numbers = HashMap::new();
    let mut calls = Vec::new();
    for line in log.lines() {
        let (process, call) = line.split_once(' ').unwrap();
        let Some((name, arguments)) = call.trim_start().split_once('(') else {
            continue;
        };
        let number: &mut usize = numbers.entry((process.to_owned(), name.to_owned())).or_default();
        *number += 1;
        let temporary = arguments
            .split_once(".kifu-")
            .map(|(_, rest)| rest[..6].to_owned());
        let is_to_stdout = name == "write" && arguments.starts_with("1<");
        if temporary.is_some() || is_to_stdout || ["mkdir", "syncfs"].contains(&name) {
            calls.push(Call {
                name: name.to_owned(),
                temporary,
                number: *number,
                is_hit: arguments.ends_with("(INJECTED)"),
            });
        }
    }
    calls
}
