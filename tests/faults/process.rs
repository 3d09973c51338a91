//! The command as a process of its own, with somebody who looks on while it writes.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::Mutex;

use kifu::cli::{Step, Watch, watch};
use rustix::process::{Signal, getpid, kill_process};

/// What goes wrong, and before which step, counted from 0.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    Nothing,
    Fails(usize),
    Kill(usize),
    Signal(usize, i32),
}

/// How it ended.
#[derive(Debug)]
pub struct Outcome {
    /// As a shell says it: 128 and the signal where one has ended it.
    pub status: i32,
    /// What was said on standard error.
    pub told: String,
    /// The steps to the disk, and what each was about.
    pub steps: Vec<(String, PathBuf)>,
}

/// The words of the command, the fault, and the file that the steps are noted in.
const COMMAND: &str = "KIFU_TEST_COMMAND";
const FAULT: &str = "KIFU_TEST_FAULT";
const STEPS: &str = "KIFU_TEST_STEPS";

/// Runs a command in a folder.
pub fn run(command: &str, folder: &Path, fault: Fault) -> Outcome {
    let notes = tempfile::NamedTempFile::new().unwrap();
    let [kind, number, signal] = match fault {
        Fault::Nothing => [0, 0, 0],
        Fault::Fails(number) => [1, number, 0],
        Fault::Kill(number) => [2, number, 9],
        Fault::Signal(number, signal) => [2, number, signal.unsigned_abs() as usize],
    };
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "process::as_a_process", "--nocapture"])
        .current_dir(folder)
        .env(COMMAND, command)
        .env(FAULT, format!("{kind} {number} {signal}"))
        .env(STEPS, notes.path())
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let status = output.status;
    let top = folder.canonicalize().unwrap();
    let step = |line: &str| {
        let (step, path) = line.split_once(' ').unwrap();
        let path = Path::new(path);
        (
            step.to_owned(),
            path.strip_prefix(&top).unwrap_or(path).to_owned(),
        )
    };
    Outcome {
        status: status.code().or(status.signal().map(|it| 128 + it)).unwrap(),
        told: String::from_utf8(output.stderr).unwrap(),
        steps: fs::read_to_string(notes.path())
            .unwrap()
            .lines()
            .map(step)
            .collect(),
    }
}

/// Notes every step, and makes one fail.
struct Onlooker {
    notes: Mutex<(usize, File)>,
    kind: usize,
    number: usize,
    signal: i32,
}

impl Watch for Onlooker {
    fn before(&self, step: Step, path: &Path) -> io::Result<()> {
        let mut notes = self.notes.lock().unwrap();
        let (at, file) = &mut *notes;
        let path = if path == Path::new("-") {
            path.to_owned()
        } else {
            std::path::absolute(path)?
        };
        writeln!(file, "{step:?} {}", path.display())?;
        *at += 1;
        if *at != self.number + 1 {
            return Ok(());
        }
        match self.kind {
            1 => Err(io::Error::from_raw_os_error(28)),
            2 => Ok(kill_process(
                getpid(),
                Signal::from_named_raw(self.signal).unwrap(),
            )?),
            _ => Ok(()),
        }
    }
}

/// The other side of [`run`]; alone, a test of nothing.
#[test]
fn as_a_process() {
    let Ok(command) = env::var(COMMAND) else {
        return;
    };
    let fault = env::var(FAULT).unwrap();
    let [kind, number, signal] = [0, 1, 2].map(|at| fault.split(' ').nth(at).unwrap().parse().unwrap());
    let notes = File::create(env::var(STEPS).unwrap()).unwrap();
    watch(Box::new(Onlooker {
        notes: Mutex::new((0, notes)),
        kind,
        number,
        signal: i32::try_from(signal).unwrap(),
    }));
    let words = ["kifu"].into_iter().chain(command.split(' '));
    let status = kifu::cli::run(words.map(Into::into));
    process::exit(status.code().into());
}
