//! `kifu validate`.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufReader, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::choice::{Choice, ChoosingRecords, LeftOut};
use super::config::Complaint;
use super::console::{self, Figures};
use super::html::{self, Html, PageBuilder, PagePart, land, stdout_is_taken};
use super::job::{Choosing, Consumer, Reading, Ruling, RunStats, Setup};
use super::output::{Output, Piece, file, is_stdout, protect};
use super::sheet::wrong_place;
use super::values::{self, not_for_spreadsheets};
use super::{Status, WhenArg};
use crate::batch::{ChunkResult, Failure, Source, Work, of_stdin};
use crate::check::baseline::{self, Baseline, Entry, write_entries};
use crate::check::{Checked, Checker, ConfigFile, FailOn, Layer, Selector, Session, SourceFile};
use crate::finding::{
    Finding, Language, Message, Reason, Severity, Span, in_quotes, message, say, shortened,
};
use crate::notation::header;
use crate::output::{ProtectedFiles, Target, flows};
use crate::record::{Date, HeaderKey, Record};
use crate::report::{
    CSV, GITHUB_RESULTS, RenderOptions, ReportEntry, ReportForm, SARIF, Tally, WORKBOOK, spreadsheet,
};
use crate::stats::{GameCollector, Names};
use crate::text::{Payload, printable, shell_word, spelled};

/// So many records stay together in a shard.
const PIECE: u64 = 50;

/// Judges and reports.
///
/// # Errors
///
/// When the output cannot be written.
pub(super) fn run(args: &ValidateArgs) -> io::Result<Status> {
    let spoken = args.spoken();
    if args.records.help(spoken)? {
        return Ok(Status::Clean);
    }
    let (page, output) = (args.html.as_deref(), args.output.as_deref());
    let accepting = &args.accepting;
    let wrong = html::same_file(&[
        ("--html", page),
        ("--sarif", args.sarif.as_deref()),
        ("--output", output),
        ("--write-baseline", accepting.write_baseline.as_deref()),
        ("--valid-list", accepting.valid_list.as_deref()),
        ("--invalid-list", accepting.invalid_list.as_deref()),
    ]);
    let (form, wrong) = match args.form() {
        Ok(form) => (form, wrong),
        Err(message) => (args.format, Some(message)),
    };
    let layer = args.choosing.layer();
    let wrong = wrong.or_else(|| wrong_place(form, output, args.output_dir.is_some()));
    let wrong = wrong.or_else(|| args.records.wrong(&args.reading));
    let Setup {
        mut job,
        mut protected,
        mut settings,
        file,
    } = match Setup::of::<ValidateArgs>("validate", &args.reading, &args.ruling, layer, spoken, wrong)? {
        ControlFlow::Continue(setup) => setup,
        ControlFlow::Break(status) => return Ok(status),
    };
    args.records.protect(&mut protected);
    let fail_on = args.fail_on(&file);
    let mut choice = match args.choice(&file) {
        Ok(choice) => choice,
        Err(complaint) => return Ok(complaint.tell(args.reading.color)),
    };
    let known = args.known(&mut protected)?;
    settings.baseline = known.as_ref().map(|it| Arc::clone(&it.baseline));
    let checker = Checker::new(settings);
    let names = Names::of(&file.names);
    let side = SideOutputs::open(accepting, fail_on, &protected)?;
    let output = match &args.output_dir {
        Some(directory) => Output::in_shards(directory, form)?,
        None => Output::open(output, form, args.reading.color, spoken, &protected)?,
    };
    let selected = if args.choosing.select.is_empty() {
        &file.layer.select
    } else {
        &args.choosing.select
    };
    let unfolded = selected.iter().filter_map(Selector::named).collect();
    let output = if args.all_notes {
        output
    } else {
        output.folding(unfolded)
    };
    job.request.except = output.directory();
    let sarif = args
        .sarif
        .as_deref()
        .map(|path| open_sarif(path, &protected))
        .transpose()?;
    let html = Html::open(page, &job, checker.profile(), &protected)?;
    let rules = checker.profile_names();
    let console = job.console();
    job.find_copies(&mut choice, &checker, &names, &console)?;
    let judging = Judging {
        checker,
        choice,
        form,
        options: args.options(form, &output, fail_on),
        severity: args.severity(&file),
        names,
        show: form.is_for_people().then(|| args.options_of_show()),
        accepts: side.accepts(),
        page: html.builder(),
        sarif: sarif.as_ref().map(|it| args.options(SARIF, it, fail_on)),
        verbose: args.reading.verbose,
        piece: if args.output_dir.is_some() {
            PIECE
        } else {
            u64::MAX
        },
    };
    let outputs = Outputs {
        output,
        options: judging.options,
        sarif: sarif.zip(judging.sarif),
        html,
        tally: Tally::default(),
        left_out: LeftOut::default(),
        rules,
        statistics: args.statistics,
        for_people: form.is_for_people(),
        fail_on,
        side,
        known,
    };
    job.run(console, &judging, outputs)
}

/// Where the judgements go.
struct Outputs {
    output: Output,
    options: RenderOptions,
    /// The file of SARIF, if one is written too.
    sarif: Option<(Output, RenderOptions)>,
    html: Html,
    tally: Tally,
    left_out: LeftOut,
    /// The rules that judge, by their names.
    rules: String,
    /// Whether the table of the rules is wanted.
    statistics: bool,
    /// Whether people read the output.
    for_people: bool,
    fail_on: FailOn,
    /// What is written beside the report.
    side: SideOutputs,
    /// What is known.
    known: Option<Known>,
}

impl Outputs {
    /// The table of the rules where it belongs, of which the output gets this part.
    fn table(&self, run: &RunStats) -> Vec<u8> {
        if !self.statistics {
            return Vec::new();
        }
        let table = self.tally.statistics(run.language, &self.output.paint);
        if self.for_people {
            return table;
        }
        run.console.table(&table);
        Vec::new()
    }
}

impl Consumer<Judged> for Outputs {
    fn take(&mut self, result: ChunkResult<Judged>, run: &mut RunStats) -> io::Result<ControlFlow<()>> {
        if result.first {
            run.begin_input(&result);
            self.output.protect(&result.source)?;
            self.html.protect(&result.source)?;
            if let Some((sarif, _)) = &self.sarif {
                sarif.protect(&result.source)?;
            }
            self.side.begin(&result.path, &result.source)?;
        }
        let judged = result.output;
        run.console.advance(result.bytes, judged.tally.records);
        self.side.add(&judged)?;
        for note in &judged.notes {
            run.console.note(&note.in_language(run.language));
        }
        self.tally.merge(judged.tally);
        self.left_out.merge(judged.left_out);
        self.html.add(judged.page)?;
        for piece in &judged.pieces {
            self.output.piece(piece, &self.options)?;
        }
        if let Some((sarif, options)) = &mut self.sarif {
            sarif.piece(&judged.sarif, options)?;
        }
        if run.console.is_verbose() {
            // What is said of the next file stands after this.
            self.output.show()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end_input(&mut self, whole: bool, _: &RunStats) -> io::Result<()> {
        self.side.end_file(whole)
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        if let Some((sarif, options)) = &mut self.sarif {
            sarif.fail(failure, options.language)?;
        }
        self.output.fail(failure, self.options.language)
    }

    fn close(self, run: &RunStats) -> io::Result<(Figures, Status)> {
        let table = self.table(run);
        let accepts = self.side.accepts();
        let sarif = self.sarif.as_ref().map(|(sarif, _)| sarif);
        let sarif = sarif.or(Some(&self.output).filter(|it| it.form().name == SARIF.name));
        let too_many = sarif.map_or(0, |it| it.findings().saturating_sub(GITHUB_RESULTS));
        if too_many > 0 {
            let note = message!(
                "GitHub code scanning will reject this file: it has {too_many} more results than the limit of {GITHUB_RESULTS} per run",
                "GitHubのコードスキャンはこのファイルを受け付けない。結果が上限の{GITHUB_RESULTS}件を{too_many}件超えている",
            );
            run.console.note(&note.in_language(run.language));
        }
        let output = self.output.close(run, &self.options, &table)?;
        let sarif = self.sarif.map(|(sarif, options)| sarif.close(run, &options, &[]));
        let sarif = sarif.transpose()?;
        self.side.land(run)?;
        land([output].into_iter().chain(sarif), self.html, run)?;
        // What is known of records that were left out may still be there.
        let is_complete = run.has_read_all() && self.left_out.is_none();
        if let Some(known) = self.known.filter(|_| is_complete) {
            known.tell_unmet(run)?;
        }
        let status = if !accepts && self.fail_on.is_reached_by(self.tally.highest()) {
            Status::Findings
        } else {
            Status::Clean
        };
        let figures = Figures::Judged {
            tally: self.tally,
            rules: self.rules,
            left_out: self.left_out,
        };
        Ok((figures, status))
    }
}

// The options of `kifu validate`.

#[derive(clap::Args, Debug)]
pub(super) struct ValidateArgs {
    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    ruling: Ruling,

    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = values::form(), help_heading = "Output")]
    format: &'static ReportForm,

    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    lang: Option<Language>,

    #[arg(long, help_heading = "Output")]
    bom: bool,

    #[command(flatten)]
    choosing: Choosing,

    #[command(flatten)]
    records: ChoosingRecords,

    #[arg(long, help_heading = "Output")]
    all_notes: bool,

    #[arg(long, help_heading = "Output")]
    statistics: bool,

    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    output: Option<PathBuf>,

    #[arg(
        long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "output", help_heading = "Output"
    )]
    output_dir: Option<PathBuf>,

    #[command(flatten)]
    accepting: Accepting,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    html: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    sarif: Option<PathBuf>,
}

impl ValidateArgs {
    /// What to read, and by what it is checked.
    pub(super) fn basis(&self) -> (&Reading, &Ruling, Layer) {
        (&self.reading, &self.ruling, self.choosing.layer())
    }

    /// From which weight on findings are reported.
    pub(super) fn severity(&self, file: &ConfigFile) -> Severity {
        self.choosing.severity.or(file.severity).unwrap_or(Severity::Note)
    }

    /// From which weight on findings make the run fail.
    fn fail_on(&self, file: &ConfigFile) -> FailOn {
        self.choosing.fail_on.or(file.fail_on).unwrap_or_default()
    }

    /// The records that are taken.
    ///
    /// # Errors
    ///
    /// What is wrong with `--where`.
    pub(super) fn choice(&self, file: &ConfigFile) -> Result<Choice, Complaint> {
        self.records.choice(self.fail_on(file), self.spoken())
    }

    /// The options with which `kifu show` reads and checks a record as this command does, each after a blank.
    fn options_of_show(&self) -> String {
        let words = [self.reading.options_of_show(), self.ruling.words()].concat();
        let lang = self.lang.map(|it| format!("--lang={}", it.code()));
        let words = words.into_iter().chain(lang);
        words
            .flat_map(|it| [" ".to_owned(), shell_word(&printable(&it)).into_owned()])
            .collect()
    }

    /// The findings that are known.
    ///
    /// # Errors
    ///
    /// When the baseline cannot be read.
    pub(super) fn known(&self, protected: &mut ProtectedFiles) -> io::Result<Option<Known>> {
        let path = self.accepting.baseline.as_deref();
        path.map(|path| Known::read(path, protected)).transpose()
    }

    /// The form of the output, or what is wrong about it.
    fn form(&self) -> Result<&'static ReportForm, Message> {
        match self.format.name {
            _ if !self.bom => Ok(self.format),
            CSV => Ok(spreadsheet(self.spoken())),
            _ => Err(not_for_spreadsheets()),
        }
    }

    /// How an output of this form is written.
    fn options(&self, form: &ReportForm, output: &Output, fail_on: FailOn) -> RenderOptions {
        RenderOptions {
            // No locale changes what programs read.
            language: if form.is_for_people() || form.name == WORKBOOK || self.bom && form.name == CSV {
                self.spoken()
            } else {
                self.lang.unwrap_or_default()
            },
            paint: output.paint,
            boards: self.reading.verbose,
            fail_on: fail_on.0,
            columns: output.columns,
        }
    }

    /// The language of what people are told.
    pub(super) fn spoken(&self) -> Language {
        console::spoken(self.lang)
    }
}

// Accepting what is known, and telling good files from bad ones.

/// So many entries that no longer occur are named, unless somebody wants to know more.
const NAMED: usize = 10;

/// What is known, and the lists of files.
#[derive(Args, Debug)]
#[command(next_help_heading = "Baseline")]
struct Accepting {
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    baseline: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    valid_list: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    invalid_list: Option<PathBuf>,
}

/// The findings that are known, and the file that says so.
pub(super) struct Known {
    path: PathBuf,
    pub(super) baseline: Arc<Baseline>,
}

impl Known {
    /// Those in a file, which is kept.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn read(path: &Path, protected: &mut ProtectedFiles) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|it| flows(it.file_type())) {
            // What is in it and was not met is only known when it is read again.
            let error = Reason::error(
                io::ErrorKind::InvalidInput,
                say(
                    "a baseline must be a file, not a pipe, because it is read twice",
                    "ベースラインは2回読むため、パイプではなくファイルを指定する",
                ),
            );
            return Err(about(path, &error));
        }
        let file = protected.open(path);
        let baseline = file.and_then(|file| Baseline::read(BufReader::new(file)));
        Ok(Self {
            path: path.to_owned(),
            baseline: Arc::new(baseline.map_err(|error| about(path, &error))?),
        })
    }

    /// Says which entries were not met in a run that has read everything.
    ///
    /// # Errors
    ///
    /// When the file cannot be read again.
    fn tell_unmet(&self, run: &RunStats) -> io::Result<()> {
        let (mut count, mut named) = (0_usize, String::new());
        let most = if run.console.is_verbose() {
            usize::MAX
        } else {
            NAMED
        };
        let file = ProtectedFiles::begin().open(&self.path).map(BufReader::new);
        let told = file.and_then(|file| {
            self.baseline.unmet(file, |entry| {
                count += 1;
                if count <= most {
                    // Writing into a string cannot fail.
                    let _ = write!(named, "\n{}", place(entry).in_language(run.language));
                }
            })
        });
        told.map_err(|error| about(&self.path, &error))?;
        if count == 0 {
            return Ok(());
        }
        let file = printable(&spelled(&self.path)).into_owned();
        let head = message!(
            "known findings that did not occur in this run: {count} in {file}; if everything was checked, --write-baseline removes them",
            "今回は見つからなかった既知の指摘: {count}件（{file}）。`--write-baseline` で作り直すと削除される",
        );
        let rest = count.saturating_sub(most);
        let more = message!(
            "\n  and {rest} more; -v lists all",
            "\n  ほか{rest}件（-v ですべて表示）",
        );
        let more = if rest > 0 { more } else { Message::default() };
        let [head, more] = [&head, &more].map(|it| it.in_language(run.language));
        run.console.note(&format!("{head}{named}{more}"));
        Ok(())
    }
}

/// Where an entry was found when it was written down.
fn place(entry: &Entry<'_>) -> Message {
    let [rule, path] = [&entry.rule, &entry.path].map(|it| printable(it).into_owned());
    let record = entry.record;
    let place = message!(
        "  {rule}: {path}, record {record}",
        "  {rule}: {path}、棋譜{record}",
    );
    let ply = entry.ply.map(|ply| message!(", ply {ply}", "、{ply}手目"));
    place.followed_by(ply.unwrap_or_default())
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    Reason::about(&Message::same(spelled(path)), error)
}

// What is written beside the report: the baseline, and the lists of good and of bad files.

/// The files beside the report, those that are asked for. They come into being when they are whole.
struct SideOutputs {
    baseline: Option<Target>,
    /// So many findings are in it.
    accepted: usize,
    /// The lists of good files and of bad ones.
    lists: [Option<Target>; 2],
    fail_on: FailOn,
    /// The file that is being read, so far.
    reading: Option<FileRead>,
}

/// What the records of a file come to.
struct FileRead {
    path: String,
    records: u64,
    left_out: LeftOut,
    highest: Option<Severity>,
}

impl SideOutputs {
    /// Opens them.
    ///
    /// # Errors
    ///
    /// When one cannot be written, or would replace a game record or another file that is read.
    fn open(asked: &Accepting, fail_on: FailOn, protected: &ProtectedFiles) -> io::Result<Self> {
        let mut baseline = open(asked.write_baseline.as_deref(), protected)?;
        if let Some(target) = &mut baseline {
            writeln!(target, "{}", baseline::HEAD)?;
        }
        Ok(Self {
            baseline,
            accepted: 0,
            lists: [
                open(asked.valid_list.as_deref(), protected)?,
                open(asked.invalid_list.as_deref(), protected)?,
            ],
            fail_on,
            reading: None,
        })
    }

    /// Whether what is found is accepted.
    const fn accepts(&self) -> bool {
        self.baseline.is_some()
    }

    fn targets(&self) -> impl Iterator<Item = &Target> {
        self.baseline.iter().chain(self.lists.iter().flatten())
    }

    /// Begins with a file, which none of them may replace.
    ///
    /// # Errors
    ///
    /// When one would.
    fn begin(&mut self, path: &str, source: &Source) -> io::Result<()> {
        self.reading = Some(FileRead {
            path: path.to_owned(),
            records: 0,
            left_out: LeftOut::default(),
            highest: None,
        });
        self.targets().try_for_each(|target| protect(target, source))
    }

    /// Adds what records of it come to.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn add(&mut self, judged: &Judged) -> io::Result<()> {
        if let Some(file) = &mut self.reading {
            file.records += judged.tally.records;
            file.left_out.merge(judged.left_out);
            file.highest = judged.tally.highest().max(file.highest);
        }
        self.accepted += judged.accepted_findings;
        match &mut self.baseline {
            Some(target) => target.write_all(&judged.accepted),
            None => Ok(()),
        }
    }

    /// The file is at its end; one that broke off is not known to be good.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn end_file(&mut self, whole: bool) -> io::Result<()> {
        let Some(file) = self.reading.take() else {
            return Ok(());
        };
        // A file of which all records were left out is in no list.
        if file.records == 0 && !file.left_out.is_none() {
            return Ok(());
        }
        let is_bad = self.fail_on.is_reached_by(file.highest);
        match &mut self.lists[usize::from(is_bad)] {
            Some(list) if whole || is_bad => writeln!(list, "{}", file.path),
            _ => Ok(()),
        }
    }

    /// Gives the files their names, once all of them are whole. Of an interrupted run none comes into being.
    ///
    /// # Errors
    ///
    /// When one cannot be written.
    fn land(self, run: &RunStats) -> io::Result<()> {
        if run.interrupted {
            for target in self.targets().filter(|it| it.is_file()) {
                run.unwritten(&target.name().english());
            }
            return Ok(());
        }
        if let Some(baseline) = &self.baseline {
            let (count, name) = (self.accepted, baseline.name().english());
            let name = printable(&name).into_owned();
            let accepted = message!(
                "findings written to the baseline {name}: {count}",
                "ベースライン{name}に書き出した指摘: {count}件",
            );
            run.console.note(&accepted.in_language(run.language));
        }
        let lists = self.lists.into_iter().flatten();
        let mut targets: Vec<_> = self.baseline.into_iter().chain(lists).collect();
        targets.iter_mut().try_for_each(Target::settle)?;
        targets.into_iter().try_for_each(Target::land)
    }
}

fn open(path: Option<&Path>, protected: &ProtectedFiles) -> io::Result<Option<Target>> {
    let Some(path) = path else { return Ok(None) };
    if is_stdout(path) {
        return Err(Reason::about(&Message::same(spelled(path)), &stdout_is_taken()));
    }
    file(path, Payload::Data, protected).map(Some)
}

/// Opens the file of SARIF that is written beside the report.
///
/// # Errors
///
/// When it cannot be written, or would replace a game record or another file that is read.
fn open_sarif(path: &Path, protected: &ProtectedFiles) -> io::Result<Output> {
    if is_stdout(path) {
        return Err(Reason::about(&Message::same(spelled(path)), &stdout_is_taken()));
    }
    Output::open(Some(path), SARIF, WhenArg::Never, Language::default(), protected)
}

// Judging as the work of a run.

/// How every record is judged.
struct Judging {
    checker: Checker,
    choice: Choice,
    form: &'static ReportForm,
    options: RenderOptions,
    /// Those that count are shown if they weigh so much.
    severity: Severity,
    /// Whether what is shown is written down as known.
    accepts: bool,
    /// The page, if one is made.
    page: Option<PageBuilder>,
    /// How the file of SARIF is written, if there is one.
    sarif: Option<RenderOptions>,
    /// Whether the lines of a log that are no part of a record are listed.
    verbose: bool,
    /// So many records stay together in the output.
    piece: u64,
    /// Whose names are written otherwise, too.
    names: Arc<Names>,
    /// The options of `kifu show`, if people read the output.
    show: Option<String>,
}

/// What a stretch of records comes to.
#[derive(Default)]
struct Judged {
    pieces: Vec<Piece>,
    /// The same in the file of SARIF.
    sarif: Piece,
    tally: Tally,
    left_out: LeftOut,
    /// What is written down as known.
    accepted: Vec<u8>,
    /// How many findings that are.
    accepted_findings: usize,
    /// What is to be said of their marks.
    notes: Vec<Message>,
    page: PagePart,
}

impl Judging {
    /// The piece of the output that the next record belongs to.
    fn piece<'p>(&self, pieces: &'p mut Vec<Piece>) -> &'p mut Piece {
        if pieces.last().is_none_or(|it| it.records >= self.piece) {
            pieces.push(Piece::default());
        }
        let last = pieces.len() - 1;
        &mut pieces[last]
    }

    /// Adds a record and its findings to the output, and to those that are known.
    fn render(&self, game: &Checked<'_>, findings: &[&Finding], output: &mut Judged) {
        if self.accepts {
            let place = (&game.record, game.text);
            write_entries(game.path, place, findings, &mut output.accepted);
            output.accepted_findings += findings.len();
        }
        let date = begun(&game.record);
        let entry = ReportEntry {
            game,
            findings,
            date: date.as_deref(),
            highest: game.judgement.findings.iter().map(|it| it.severity).max(),
            show: self
                .show
                .as_deref()
                .filter(|_| of_stdin(Path::new(game.path)).is_none()),
        };
        let piece = self.piece(&mut output.pieces);
        add(self.form, &entry, &self.options, piece);
        if let Some(options) = &self.sarif {
            add(SARIF, &entry, options, &mut output.sarif);
        }
    }
}

/// Adds a record to a piece of an output of this form.
fn add(form: &ReportForm, entry: &ReportEntry<'_>, options: &RenderOptions, piece: &mut Piece) {
    form.add(entry, options, &mut piece.entries);
    piece.records += 1;
    for finding in entry.findings {
        piece.findings[finding.severity as usize] += 1;
    }
}

impl Work for Judging {
    /// The collector is there where a page is made, or records are chosen by what it collects.
    type Worker = (Session, Option<GameCollector>);
    type Output = Judged;

    fn worker(&self) -> Self::Worker {
        let of_page = || Some(GameCollector::new(0).calling(&self.names));
        let of_choice = self.choice.collector(&self.names);
        let collector = if self.page.is_some() { of_page() } else { of_choice };
        (self.checker.session(), collector)
    }

    fn record(
        &self,
        (session, collector): &mut Self::Worker,
        file: &SourceFile<'_>,
        record: Record<'_>,
        output: &mut Judged,
    ) {
        let left_out = &mut output.left_out;
        let checked = self
            .choice
            .check(session, collector, file, record, left_out, |_| {});
        let Some((game, mut figures)) = checked else {
            return;
        };
        output.tally.add(&game.judgement);
        let unknown = game.suppressed.unknown.iter();
        let place = (game.path, game.record.index);
        let notes = unknown.map(|(word, help)| no_rule(place, word, help.as_ref()));
        output.notes.extend(notes);
        if self.verbose {
            let lines = game.record.log_lines.iter();
            output.notes.extend(lines.map(|&line| log_line(&game, line)));
        }
        output.tally.add_known(&game.suppressed.known);
        output.tally.add_marked(&game.suppressed.marked);
        let findings = game.judgement.shown(self.severity);
        self.render(&game, &findings, output);
        if let (Some(page), Some(figures)) = (&self.page, &mut figures) {
            figures.findings.retain(|it| it.severity >= self.severity);
            page.add(&game, &findings, figures, &mut output.page);
        }
    }
}

/// A note about a line of the log of a program.
fn log_line(game: &Checked<'_>, span: Span) -> Message {
    let (line, _) = game.text.line_column(span.start as usize);
    let text = in_quotes(&shortened(game.record.text_at(span)));
    message!(
        "{path}:{line}: skipped, because the line of the log is not a position: {text}",
        "{path}:{line}: ログの行で、局面でないため対象外: {text}",
        path = game.path,
        line,
        text
    )
}

/// What is said of a word in a mark that is no rule.
fn no_rule((path, number): (&str, u32), word: &str, help: Option<&Message>) -> Message {
    let said = message!(
        "{path}, record {number}: unknown rule `{word}` in the ignore mark",
        "{path}、棋譜{number}: 無視の指定に未知の規則 `{word}` がある",
    );
    match help {
        Some(help) => message!("{said} ({help})", "{said}（{help}）", said, help),
        None => said,
    }
}

/// The day on which a record says that it began, or the month or the year where no more is known.
fn begun(record: &Record<'_>) -> Option<String> {
    let date = Date::read(header::value(record, HeaderKey::Start)?).ok()?;
    Some(date.without_time().to_string())
}
