//! The command `kifu show`, which prints or draws one record.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use clap::{ValueEnum, ValueHint};
use encoding_rs::Encoding;

use super::args::{EventArgs, SingleFileArgs};
use super::output::{file, print_protected, target};
use super::stop::Stop;
use super::{Signals, Status, WhenArg, console, values};
use crate::batch::{Cancel, Content, Input, InputEvent, Inputs, Opened, Request, Run, Source, Window};
use crate::check::{Checked, Checker, Settings};
use crate::finding::{Count, Finding, Language, Message, Reason, Severity, bilingual, message};
use crate::notation::{self, MoveNotation, Refusal, Writer, unplayable_reason};
use crate::opening::{OpeningBook, OpeningMatcher};
use crate::output::{ProtectedFiles, columns, is_stdout, stderr, stdin_is_terminal};
use crate::played::{Played, PlayedMove};
use crate::record::{NodeId, Record, VariationPath};
use crate::report::show::{self, RecordSource, View};
use crate::report::{self, Paint, RenderOptions, svg};
use crate::run::{self, Effective, OutputNeeds};
use crate::system;
use crate::text::{Payload, path_from_text, path_to_text, printable};

/// The reason why nothing is shown.
pub(super) enum ShowError {
    /// An error with this message.
    Message(Message),
    /// No path was given and standard input is empty, or the output cannot be written.
    Failed(io::Error),
}

impl From<io::Error> for ShowError {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// Reads and checks one record, and prints or draws it. If the record cannot be shown, prints the reason.
///
/// # Errors
///
/// Returns an error if the options cannot be used, or if the output cannot be written.
pub(super) fn run(args: &ShowArgs) -> Result<Status, Stop> {
    let path = path_from_text(args.path.clone().unwrap_or_else(|| "-".into()));
    if args.path.is_none() && stdin_is_terminal() {
        return Err(Stop::Usage(bilingual(
            "specify a file to read, or `-` for standard input",
            "読み込むファイル、または標準入力を表す `-` を指定する",
        )));
    }
    let mut protected = args.request(&path).protected();
    let options = args.event.add_to(args.file.options());
    let mut effective = Effective::load(&options, |path| protected.open(path))?;
    // The findings on one record are shown in full, including those of rules that are off by default.
    effective.select_all_by_default();
    // Signals are handled only to remove temporary files; the command itself ends soon.
    let signals = Signals::listen()?;
    let cancel = signals.cancel();
    let run = run::run_settings(&options, cancel.clone());
    match args.show(&path, &effective, &protected, &run) {
        Ok(_) | Err(_) if cancel.is_set() => Ok(signals.status()),
        Ok(status) => Ok(status),
        Err(ShowError::Failed(error)) => Err(error.into()),
        Err(ShowError::Message(words)) => {
            args.print_problem(Severity::Error, &path_to_text(&path), &words)?;
            Ok(Status::Failed)
        }
    }
}

impl ShowArgs {
    /// Returns the request that reads only `path`.
    fn request(&self, path: &Path) -> Request {
        Request {
            paths: vec![path.to_owned()],
            has_no_paths: self.path.is_none(),
            ..Request::default()
        }
    }

    fn show(
        &self,
        path: &Path,
        effective: &Effective,
        protected: &ProtectedFiles,
        run: &Run,
    ) -> Result<Status, ShowError> {
        let cancel = &run.cancel;
        let input = input(path, self.request(path), cancel)?;
        let opened = run.on_threads(|| Opened::open(&input, run)).flatten();
        let opened = opened.map_err(|error| to_show_error(&error))?;
        let index = self.record as usize;
        let (window, records) = window_of(&opened, index).map_err(|error| to_show_error(&error))?;
        let slice_and_text = window
            .as_ref()
            .map(|(window, index)| (window.slice(*index), window.text()));
        let (slice, text) = slice_and_text.ok_or_else(|| no_such_record(index, records))?;
        let record = slice.ok_or_else(|| no_such_record(index, records))?.read();

        let mut matcher = OpeningMatcher::new(OpeningBook::built_in());
        matcher.begin(&record.start.position);
        let observe = |played: &PlayedMove<'_>| matcher.advance(played.ply, played.after, played.undo);
        let place = input.source.place();
        let file = input.source.file_in(&input.shown, place.as_deref(), text);
        let needs = OutputNeeds {
            causes: true,
            ..OutputNeeds::default()
        };
        let checker = Checker::new(Settings {
            proofs: self.proof,
            ..effective.settings_for(&needs)
        });
        let game = checker.session().check_watched(&file, record, observe);
        let Checked {
            record, judgement, ..
        } = &game;
        let findings = game.shown(effective.severity.value);
        let error_message = |no_ply: show::NoSuchPly| unplayable(record).unwrap_or_else(|| no_ply.words());
        let line = self.line(record)?;
        if !record.is_shogi() {
            let source = RecordSource {
                path: &input.shown,
                records,
                encoding: text.encoding().name(),
            };
            return self.write_game(&game, &findings, &source, protected, cancel);
        }
        let mut view = View::on_line(record, judgement, line, self.ply)
            .map_err(|reason| ShowError::Message(error_message(reason)))?;
        view.matches = matcher.matches();
        view.notation = self.notation;
        view.findings = findings;
        let source = RecordSource {
            path: &input.shown,
            records,
            encoding: text.encoding().name(),
        };
        self.write(&view, &source, protected, cancel)
    }

    /// Returns the first node of the variation to show, or the start for the main line.
    fn line(&self, record: &Record<'_>) -> Result<NodeId, ShowError> {
        let Some(path) = &self.variation else {
            return Ok(NodeId::START);
        };
        let line = record.tree.variation(path);
        line.map_err(|error| ShowError::Message(unplayable(record).unwrap_or_else(|| error.message())))
    }

    /// Shows a record of a game other than shogi, or writes the picture of a position. Returns an error for BOD, and if
    /// the ply cannot be shown.
    fn write_game(
        &self,
        Checked {
            record, judgement, ..
        }: &Checked<'_>,
        findings: &[&Finding],
        source: &RecordSource<'_>,
        protected: &ProtectedFiles,
        cancel: &Cancel,
    ) -> Result<Status, ShowError> {
        if self.svg.is_none() && self.format != FormArg::Text {
            return Err(ShowError::Message(bilingual(
                "BOD is available only for shogi; use --svg",
                "BODは将棋専用の形式である。`--svg` を使う",
            )));
        }
        let ply = self.ply.unwrap_or(judgement.plies);
        let drawing = system::drawing(record, ply);
        let Some(drawing) = drawing else {
            return Err(ShowError::Message(message!(
                "cannot show ply {ply}: it does not exist, or a move before it cannot be read",
                "{ply}手目は表示できない。その手がないか、それより前に読めない手がある",
            )));
        };
        if let Some(to) = self.svg.as_deref() {
            let picture = report::drawing_svg(record, ply, &drawing, self.language());
            Self::write_picture(&picture, to, protected, cancel)?;
            return Ok(Status::Clean);
        }
        let page = show::game_page(
            record,
            (judgement, findings),
            (ply, &drawing),
            source,
            &self.render_options(),
        );
        print_protected(&page, Payload::Words, protected)?;
        Ok(Status::Clean)
    }

    fn write(
        &self,
        view: &View<'_, '_>,
        source: &RecordSource<'_>,
        protected: &ProtectedFiles,
        cancel: &Cancel,
    ) -> Result<Status, ShowError> {
        let is_readable = view.record.is_playable();
        if self.svg.is_none() && self.format == FormArg::Text {
            let options = self.render_options();
            print_protected(&show::page(view, source, &options), Payload::Words, protected)?;
            return Ok(if is_readable {
                Status::Clean
            } else {
                Status::Failed
            });
        }
        if let Some(reason) = unplayable(view.record) {
            return Err(ShowError::Message(reason));
        }
        if let Some(first_unplayable_ply) = view.first_unplayable_ply().filter(|_| self.ply.is_none()) {
            let ply = view.ply();
            let words = message!(
                "position after ply {ply}; the moves from ply {first_unplayable_ply} on cannot be made on the board",
                "{ply}手目の局面を表示する。{first_unplayable_ply}手目以降は盤上で再現できない",
            );
            self.print_problem(Severity::Warning, source.path, &words)?;
        }
        let Some(to) = self.svg.as_deref() else {
            let (bytes, encoding) = diagram(view)?;
            print_protected(&bytes, Payload::Encoded(encoding), protected)?;
            return Ok(Status::Clean);
        };
        let picture = svg(view, self.language());
        Self::write_picture(&picture, to, protected, cancel)?;
        Ok(Status::Clean)
    }

    /// Writes a picture to the path `to`. If the run was interrupted, no file is created.
    fn write_picture(
        picture: &str,
        to: &Path,
        protected: &ProtectedFiles,
        cancel: &Cancel,
    ) -> Result<(), ShowError> {
        let target = if is_stdout(to) {
            target(None, Payload::Data, protected)
        } else {
            file(to, Payload::Data, protected)
        };
        let result = target.and_then(|mut target| {
            target.write_all(picture.as_bytes())?;
            target.sync()?;
            if cancel.is_set() { Ok(()) } else { target.persist() }
        });
        result.map_err(|error| {
            if is_stdout(to) {
                error.into()
            } else {
                to_show_error(&error)
            }
        })
    }

    /// Prints an error or a warning about the record at `path` to standard error.
    fn print_problem(&self, severity: Severity, path: &str, words: &Message) -> io::Result<()> {
        let bold = anstyle::Style::new().bold();
        let language = self.language();
        let (head, words) = (severity.words(), words.in_language(language));
        writeln!(
            stderr(Payload::Words, self.color.on_stderr()),
            "{bold}{}:{bold:#} {}: {words}",
            head.in_language(language),
            printable(path),
            words = printable(&words)
        )
    }
}

/// Returns the file at `path` as an input. A directory, an archive with several files, a file without a record, and a
/// file that cannot be read are errors.
pub(super) fn input(path: &Path, request: Request, cancel: &Cancel) -> Result<Input, ShowError> {
    if path.is_dir() {
        return Err(ShowError::Message(bilingual(
            "this is a directory; specify one file",
            "フォルダである。ファイルを1個指定する",
        )));
    }
    let inputs = Inputs::new(request).with_cancel(cancel.clone());
    let mut events = inputs.filter(|input| !matches!(input, InputEvent::Skipped(_)));
    // After the only file of an archive, an entry about damage to the whole archive may follow. This entry is not a
    // second file.
    let is_archive_entry = |input_event: &InputEvent| {
        let InputEvent::Input(input) = input_event else {
            return false;
        };
        let Source::Member { name, content, .. } = &input.source else {
            return false;
        };
        name.is_empty() && matches!(content, Content::Gap(_))
    };
    match (events.next(), events.find(|event| !is_archive_entry(event))) {
        (Some(InputEvent::Input(first)), Some(second)) => {
            let has_same_name = |input_event: &InputEvent| matches!(input_event, InputEvent::Input(input_event) if input_event.shown == first.shown);
            if has_same_name(&second) && events.all(|it| has_same_name(&it)) {
                return Err(ShowError::Message(bilingual(
                    "this archive has several files of this name; extract them to show one of them",
                    "アーカイブに同じ名前のファイルが複数ある。展開してから1個を指定する",
                )));
            }
            // Without `--`, a name that begins with `-`, such as that of a member of standard input, would be parsed as
            // an option.
            let dashes = if first.shown.starts_with('-') { "-- " } else { "" };
            let name = dashes.to_owned() + &first.shown;
            Err(ShowError::Message(message!(
                "this archive contains several files; specify one of them, for example {name}",
                "アーカイブに複数のファイルがある。「{name}」のように、その中の1個を指定する",
            )))
        }
        (Some(InputEvent::Input(input)), None) => Ok(input),
        (Some(InputEvent::Failed(failure)), _) if failure.is_no_path() => {
            Err(ShowError::Failed(failure.error))
        }
        (Some(InputEvent::Failed(failure)), _) => Err(to_show_error(&failure.error)),
        (Some(InputEvent::Skipped(_)) | None, _) => Err(ShowError::Message(bilingual(
            "the file contains no record",
            "棋譜がない",
        ))),
    }
}

/// Returns the window that contains the record `number` (from 1) and the index of the record in this window, then the
/// total number of records. The window is `None` if there is no such record.
fn window_of<'o>(opened: &'o Opened<'_>, number: usize) -> io::Result<(Option<(Window<'o>, usize)>, usize)> {
    let (mut window_and_index, mut records) = (None, 0);
    let mut windows = opened.windows()?;
    while let Some(window) = windows.advance()? {
        let previous_records = records;
        records += window.records();
        if (previous_records + 1..=records).contains(&number) {
            window_and_index = Some((window, number - previous_records - 1));
        }
    }
    Ok((window_and_index, records))
}

/// Returns the reason why a record cannot be shown on a board, or `None` if it can.
fn unplayable(record: &Record<'_>) -> Option<Message> {
    unplayable_reason(record).map(|why| Refusal { ply: None, why }.message())
}

/// Returns the position as BOD, and the encoding of the text. Returns an error if BOD cannot hold the position.
fn diagram(view: &View<'_, '_>) -> Result<(Vec<u8>, &'static Encoding), ShowError> {
    let target = notation::target("bod")
        .ok_or_else(|| ShowError::Message(bilingual("BOD cannot be written", "BODでは書き出せない")))?;
    let record = view.record.up_to(view.node);
    let writer = Writer::new(target);
    let page = writer.write(&Played::new(&record)).map_err(|refusal| {
        let head = bilingual("cannot write a diagram: ", "局面図を書き出せない。");
        ShowError::Message(head.followed_by(refusal.message()))
    })?;
    Ok((page.bytes, writer.encoding))
}

fn no_such_record(asked: usize, records: usize) -> ShowError {
    ShowError::Message(message!(
        "record {asked} does not exist: the file contains {count}",
        "{asked}局目はない。ファイルの棋譜は{records}件である",
        asked,
        count = Count(records, "record"),
        records
    ))
}

fn to_show_error(error: &io::Error) -> ShowError {
    ShowError::Message(Reason::from_io_error(error))
}

// The options of `kifu show`.

#[derive(clap::Args, Debug)]
pub(super) struct ShowArgs {
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    path: Option<PathBuf>,

    #[command(flatten)]
    file: SingleFileArgs,

    #[command(flatten)]
    event: EventArgs,

    #[arg(long, value_name = "N", value_parser = values::number(0..=u32::MAX), help_heading = "Output")]
    ply: Option<u32>,

    #[arg(long, value_name = "PATH", value_parser = values::variation, help_heading = "Output")]
    variation: Option<VariationPath>,

    #[arg(long, value_name = "K", default_value = "1", value_parser = values::number(1..=u32::MAX), help_heading = "Output")]
    record: u32,

    #[arg(long, help_heading = "Output")]
    proof: bool,

    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: FormArg,

    #[arg(long, value_name = "NOTATION", value_parser = values::move_notation(), default_value = "japanese", help_heading = "Output")]
    notation: MoveNotation,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "format", help_heading = "Output")]
    svg: Option<PathBuf>,

    #[arg(long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true, help_heading = "Output")]
    lang: Option<Language>,

    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    color: WhenArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    Text,
    KifDiagram,
}

impl ShowArgs {
    /// Returns the language of the output: that of `--lang`, or else that of the locale.
    pub(super) fn language(&self) -> Language {
        console::message_language(self.lang)
    }

    /// Returns the rendering options, with boards. If the output goes to a terminal, the options contain the width of
    /// the terminal.
    fn render_options(&self) -> RenderOptions {
        let is_coloured = self.color.on_stdout() != ColorChoice::Never;
        RenderOptions {
            language: self.language(),
            paint: if is_coloured {
                Paint::coloured()
            } else {
                Paint::plain()
            },
            boards: true,
            columns: columns(),
            ..RenderOptions::default()
        }
    }
}
