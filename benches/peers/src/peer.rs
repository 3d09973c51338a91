//! A reader in a child process, and its measurements.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Number of passes over all peers. Every peer starts once in each pass, so that a change of the speed of the machine
/// affects all peers.
pub const PASSES: u32 = 3;

/// Number of rounds of a peer in each pass.
const ROUNDS: usize = 6;

/// Number of first rounds in each pass that do not count if a later one ends in time: node compiles the reader in them.
const WARM_UP: usize = 3;

/// Time for the start of an interpreter, for reading the files, and for the game during which the limit is reached.
const GRACE: Duration = Duration::from_secs(10);

/// The way to start a peer.
#[derive(Clone, Copy)]
pub enum Host {
    /// This program.
    Rust,
    /// A script for Python, which needs these packages of PyPI.
    Python(&'static str),
    /// A script for node, which needs this package of npm.
    Node(&'static str),
}

impl Host {
    /// Returns the command of the interpreter.
    fn interpreter(self) -> OsString {
        match self {
            Self::Python(_) => env::var_os("KIFU_PEERS_PYTHON").unwrap_or_else(|| "python3".into()),
            Self::Node(_) => "node".into(),
            Self::Rust => OsString::new(),
        }
    }

    /// Returns the command that installs the library.
    fn install_command(self) -> String {
        match self {
            Self::Python(packages) => {
                format!(
                    "{} -m pip install {packages}",
                    self.interpreter().to_string_lossy()
                )
            }
            Self::Node(package) => format!("npm install {package}"),
            Self::Rust => String::new(),
        }
    }

    /// Returns the command that starts a peer, without its arguments.
    fn command(self) -> io::Result<Command> {
        let (program, first_arg) = match self {
            Self::Rust => (env::current_exe()?.into_os_string(), "--peer"),
            Self::Python(_) => (
                self.interpreter(),
                concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/python_peer.py"),
            ),
            Self::Node(_) => (
                self.interpreter(),
                concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/node_peer.mjs"),
            ),
        };
        let mut command = Command::new(program);
        command.arg(first_arg);
        Ok(command)
    }
}

/// One round over the games.
struct Round {
    tried: usize,
    read: usize,
    plies: usize,
    seconds: f64,
}

/// A reader in one mode, with its measurements.
pub struct Peer {
    pub name: &'static str,
    pub mode: &'static str,
    host: Host,
    version: String,
    rounds: Vec<Round>,
    /// The first error of a game.
    error: Option<String>,
    /// The reason why the library or its interpreter cannot be loaded.
    missing: Option<String>,
    /// The reason why the peer stopped before the end.
    stop: Option<String>,
    /// `true` if the peer has no such mode for the format of the games.
    is_unsupported: bool,
}

/// The results of a peer that read at least one game.
pub struct Row {
    pub label: String,
    pub tried: usize,
    pub read: usize,
    pub plies: usize,
    /// Microseconds for each game that the peer tried: the median, the least, and the most.
    pub micros: [f64; 3],
}

impl Peer {
    pub fn new(name: &'static str, host: Host, mode: &'static str) -> Self {
        Self {
            name,
            mode,
            host,
            version: String::new(),
            rounds: Vec::new(),
            error: None,
            missing: None,
            stop: None,
            is_unsupported: false,
        }
    }

    /// Runs the peer once, unless an earlier run showed that it cannot run or is too slow.
    pub fn run(&mut self, format: &str, list: &str, game_count: usize, limit: Duration) {
        if self.is_done() {
            return;
        }
        let first = self.rounds.len();
        match self.start(format, limit) {
            Ok(child) => self.follow(child, list, limit + GRACE),
            Err(error) => {
                self.missing = Some(format!("{}: {error}", self.host.interpreter().to_string_lossy()));
            }
        }
        let complete = self.rounds[first..]
            .iter()
            .filter(|round| round.tried == game_count)
            .count();
        self.rounds
            .drain(first..first + WARM_UP.min(complete.saturating_sub(1)));
        if !self.is_done() && self.complete_rounds(game_count).next().is_none() {
            self.stop = Some("too slow: the time limit ended the first round".to_owned());
        }
    }

    /// Returns whether another run of the peer would be of no use.
    fn is_done(&self) -> bool {
        self.missing.is_some() || self.stop.is_some() || self.is_unsupported
    }

    fn start(&self, format: &str, limit: Duration) -> io::Result<Child> {
        let seconds = limit.as_secs_f64().to_string();
        let mut command = self.host.command()?;
        command.args([self.name, format, self.mode, &ROUNDS.to_string(), &seconds]);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn()
    }

    /// Reads the output of the child process until it ends. Kills the process at the end of the time.
    fn follow(&mut self, mut child: Child, list: &str, time: Duration) {
        let end = Instant::now() + time;
        let (sender, lines) = mpsc::channel();
        let (mut stdin, stdout, mut stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let list = list.to_owned();
        thread::spawn(move || {
            // The process may end before it reads the list.
            let _ = stdin.take().map(|mut stdin| stdin.write_all(list.as_bytes()));
        });
        thread::spawn(move || {
            for line in stdout
                .into_iter()
                .flat_map(|stdout| BufReader::new(stdout).lines())
                .map_while(Result::ok)
            {
                let _ = sender.send(line);
            }
        });
        let messages = thread::spawn(move || {
            let mut messages = Vec::new();
            let _ = stderr.as_mut().map(|stderr| stderr.read_to_end(&mut messages));
            String::from_utf8_lossy(&messages).into_owned()
        });
        loop {
            match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => self.take(&line),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    let _ = child.kill();
                    self.stop = Some("too slow: stopped within a game".to_owned());
                    break;
                }
            }
        }
        let status = child.wait();
        if self.stop.is_none() && !status.as_ref().is_ok_and(|status| status.success()) {
            let messages = messages.join().unwrap_or_default();
            let last = messages
                .lines()
                .rfind(|line| !line.trim().is_empty())
                .unwrap_or_default();
            let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
            self.stop = Some(format!("failed: {status}: {last}"));
        }
    }

    /// Takes one line of the output of the child process.
    fn take(&mut self, line: &str) {
        let fields: Vec<_> = line.split('\t').collect();
        match fields[..] {
            ["version", version] => version.clone_into(&mut self.version),
            ["missing", reason] => self.missing = Some(reason.to_owned()),
            ["unsupported"] => self.is_unsupported = true,
            ["error", message] => self.error = Some(message.to_owned()),
            ["round", tried, read, plies, seconds] => self.rounds.push(Round {
                tried: tried.parse().unwrap_or_default(),
                read: read.parse().unwrap_or_default(),
                plies: plies.parse().unwrap_or_default(),
                seconds: seconds.parse().unwrap_or_default(),
            }),
            _ => {}
        }
    }

    /// Returns the rounds that tried all games.
    fn complete_rounds(&self, game_count: usize) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(move |round| round.tried == game_count)
    }

    /// Returns the row of the table: the median over all rounds that tried all games, or else the round that tried
    /// the most games.
    pub fn row(&self, game_count: usize) -> Option<Row> {
        let mut rounds: Vec<_> = self.complete_rounds(game_count).collect();
        if rounds.is_empty() {
            rounds.extend(self.rounds.iter().max_by_key(|round| round.tried));
        }
        rounds.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let (first, last) = (rounds.first()?, rounds.last()?);
        let median = rounds[rounds.len() / 2];
        let micros = |round: &Round| round.seconds * 1e6 / round.tried as f64;
        Some(Row {
            label: format!("{} {}", self.name, self.version).trim_end().to_owned(),
            tried: median.tried,
            read: median.read,
            plies: median.plies,
            micros: [micros(median), micros(first), micros(last)],
        })
    }

    /// Returns what the table cannot show: why the peer did not run to the end, and the first error.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let missing = self.missing.as_ref().map(|reason| {
            format!(
                "{}: not installed ({reason}); install: {}",
                self.name,
                self.host.install_command()
            )
        });
        let stop = self
            .stop
            .as_ref()
            .map(|reason| format!("{}, {}: {reason}", self.name, self.mode));
        let error = self
            .error
            .as_ref()
            .map(|error| format!("{}, {}: first error: {error}", self.name, self.mode));
        missing.into_iter().chain(stop).chain(error)
    }
}
