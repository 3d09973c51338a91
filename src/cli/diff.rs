//! The command `kifu diff`, which compares the records of two files.

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use clap::{ValueEnum, ValueHint};

use super::args::SingleFileArgs;
use super::show::{self, ShowError};
use super::stop::Stop;
use super::{Signals, Status, console};
use crate::batch::{Input, Opened, Request, Run, Window, Windows};
use crate::check::{Checked, Checker, Session};
use crate::finding::{Language, Message, Reason, bilingual};
use crate::output::{ProtectedFiles, Target, is_stdout};
use crate::record::GapKind;
use crate::record::gap::{GapCase, NoRecord};
use crate::report::comparison::{self, Difference, MoveForm};
use crate::run::{self, Effective, OutputNeeds};
use crate::text::{Payload, path_from_text, path_to_text};

/// Compares the records of two files, and prints their differences. The status is that of `diff`: 1 if there are any.
///
/// # Errors
///
/// Returns an error if the options cannot be used, if a file cannot be read, or if the output cannot be written.
pub(super) fn run(args: &DiffArgs) -> Result<Status, Stop> {
    let paths = [&args.first, &args.second].map(|path| path_from_text(path.clone()));
    if paths.iter().all(|path| is_stdout(path)) {
        return Err(Stop::Usage(bilingual(
            "standard input can be only one of the two files",
            "標準入力にできるのは、2個のファイルの一方だけである",
        )));
    }
    let mut protected = request(paths.to_vec()).protected();
    let options = args.files.options();
    let effective = Effective::load(&options, |path| protected.open(path))?;
    let signals = Signals::listen()?;
    let cancel = signals.cancel();
    let run = run::run_settings(&options, cancel.clone());
    match args.compare(&paths, &effective, &protected, &run) {
        Ok(_) | Err(_) if cancel.is_set() => Ok(signals.status()),
        result => Ok(result?),
    }
}

/// Returns the request that reads only these paths.
fn request(paths: Vec<PathBuf>) -> Request {
    Request {
        paths,
        ..Request::default()
    }
}

impl DiffArgs {
    /// Compares the files, and prints their differences.
    fn compare(
        &self,
        paths: &[PathBuf; 2],
        effective: &Effective,
        protected: &ProtectedFiles,
        run: &Run,
    ) -> io::Result<Status> {
        let inputs = [input(&paths[0], run)?, input(&paths[1], run)?];
        let opened = [open(&inputs[0], run)?, open(&inputs[1], run)?];
        let checker = Checker::new(effective.settings_for(&OutputNeeds::default()));
        let mut session = checker.session();
        let mut a = Records::new(&inputs[0], &opened[0])?;
        let mut b = Records::new(&inputs[1], &opened[1])?;
        let mut out = Target::stdout(Payload::Words, ColorChoice::Never, protected)?;
        let mut status = Status::Clean;
        loop {
            let (has_a, has_b) = (a.advance()?, b.advance()?);
            if !has_a && !has_b || run.cancel.is_set() {
                break;
            }
            let pair = [a.read(&mut session)?, b.read(&mut session)?];
            let differences = match &pair {
                [Some(a), Some(b)] => comparison::differences(a, b, self.format.moves()),
                [Some(game), None] => vec![comparison::only_record(&game.record, true)],
                [None, Some(game)] => vec![comparison::only_record(&game.record, false)],
                [None, None] => Vec::new(),
            };
            if !differences.is_empty() {
                status = Status::Findings;
                let names = [&*inputs[0].shown, &*inputs[1].shown];
                out.write_all(self.format.text(&differences, names, self.language()).as_bytes())?;
            }
        }
        out.persist()?;
        Ok(status)
    }

    /// Returns the language of the output: that of `--lang`, or else that of the locale.
    pub(super) fn language(&self) -> Language {
        self.lang.language()
    }
}

/// Returns the input at a path.
fn input(path: &Path, run: &Run) -> io::Result<Input> {
    show::input(path, request(vec![path.to_owned()]), &run.cancel).map_err(|error| match error {
        ShowError::Failed(error) => error,
        ShowError::Message(words) => failure(&path_to_text(path), words),
    })
}

/// Opens an input.
fn open<'i>(input: &'i Input, run: &'i Run) -> io::Result<Opened<'i>> {
    let opened = run.on_threads(|| Opened::open(input, run)).flatten();
    opened.map_err(|error| failure(&input.shown, Reason::from_io_error(&error)))
}

/// Returns the error that a file cannot be compared, with its name.
fn failure(shown: &str, words: Message) -> io::Error {
    let error = Reason::error(io::ErrorKind::InvalidData, words);
    Reason::with_subject(&Message::untranslated(shown.to_owned()), &error)
}

/// The records of a file, of which one at a time is read.
struct Records<'o> {
    input: &'o Input,
    /// The path of the input for the settings that apply to it.
    place: Option<Cow<'o, Path>>,
    windows: Windows<'o>,
    window: Option<Window<'o>>,
    /// The index of the record in the window.
    index: usize,
}

impl<'o> Records<'o> {
    fn new(input: &'o Input, opened: &'o Opened<'_>) -> io::Result<Self> {
        let windows = opened.windows();
        Ok(Self {
            input,
            place: input.source.place(),
            windows: windows.map_err(|error| failure(&input.shown, Reason::from_io_error(&error)))?,
            window: None,
            index: 0,
        })
    }

    /// Goes to the next record. Returns `false` after the last one.
    fn advance(&mut self) -> io::Result<bool> {
        self.index += 1;
        while self
            .window
            .as_ref()
            .is_none_or(|window| self.index >= window.records())
        {
            let next = self.windows.advance();
            self.window = next.map_err(|error| failure(&self.input.shown, Reason::from_io_error(&error)))?;
            self.index = 0;
            if self.window.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads and checks the record. Returns `None` after the last record, and for an empty file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has no record.
    fn read(&self, session: &mut Session) -> io::Result<Option<Checked<'_>>> {
        let Some(window) = &self.window else {
            return Ok(None);
        };
        let Some(slice) = window.slice(self.index) else {
            return Ok(None);
        };
        let record = slice.read();
        for gap in record.gaps.iter() {
            match &gap.kind {
                GapKind::UnreadableRecord(NoRecord::Empty) => return Ok(None),
                GapKind::UnreadableRecord(_) => {
                    let case = GapCase { record: &record, gap };
                    return Err(failure(&self.input.shown, case.message()));
                }
                _ => {}
            }
        }
        let file = self
            .input
            .source
            .file_in(&self.input.shown, self.place.as_deref(), window.text());
        Ok(Some(session.check(&file, record)))
    }
}

// The options of `kifu diff`.

#[derive(clap::Args, Debug)]
pub(super) struct DiffArgs {
    #[arg(value_name = "A", value_hint = ValueHint::FilePath)]
    first: PathBuf,

    #[arg(value_name = "B", value_hint = ValueHint::FilePath)]
    second: PathBuf,

    #[command(flatten)]
    files: SingleFileArgs,

    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: FormArg,

    #[command(flatten)]
    lang: console::LangArg,
}

/// The value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    Text,
    Jsonl,
}

impl FormArg {
    const fn moves(self) -> MoveForm {
        match self {
            Self::Text => MoveForm::Kif,
            Self::Jsonl => MoveForm::Usi,
        }
    }

    /// Returns the differences of a pair of records in this format.
    fn text(self, differences: &[Difference], names: [&str; 2], language: Language) -> String {
        match self {
            Self::Text => comparison::text(differences, names, language),
            Self::Jsonl => comparison::json_lines(differences),
        }
    }
}
