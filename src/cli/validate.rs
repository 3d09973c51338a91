//! `kifu validate`.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ValueEnum, ValueHint};

use super::html::{self, GamePage, Html, PagePart, land};
use super::job::{Consumer, Setup};
use super::judging::{judge, judge_before};
use super::output::Output;
use super::reading::Reading;
use super::ruling::Ruling;
use super::run_stats::RunStats;
use super::status::Status;
use super::summary::Figures;
use super::{locale, values};
use crate::batch::{ChunkResult, SourceFile, Work};
use crate::finding::{Finding, Language, Rule, Severity};
use crate::notation::header;
use crate::profile::Profile;
use crate::record::{Date, Record};
use crate::referee::Referee;
use crate::report::{Entry, Form, Manner, Tally};
use crate::stats::GameCollector;

const AFTER_HELP: &str = "\
Examples:
  kifu validate games/                              judge every game below a directory
  kifu validate --format csv -o report.csv games/   a row per finding, for a spreadsheet
  kifu validate --select nifu,uchifuzume games/     look for these only
  kifu validate -v --lang ja game.kif               in Japanese (日本語), with boards
  kifu validate --html report.html games/           a page with charts, tables and boards besides
  kifu validate --profile jsa-pro games/            judge by the rules of professional games
  kifu validate --rules spring.toml games/          judge by the rules of an event of one's own
  find . -name '*.kif' -print0 | kifu validate --files-from - --null
  curl -s https://example.com/game.csa | kifu validate

Exit status:
  0    no finding as grave as --fail-on says
  1    there is one
  2    something could not be read or written, or the arguments are wrong
  130  Ctrl-C (143 after SIGTERM, 129 after SIGHUP); what went to standard output ends at
       a whole record, files are as they were";

/// Judge every record and report every violation
///
/// Reads the records under the paths, replays them on a board, and reports what is wrong with them. The
/// output depends on nothing but the records and the options, and on the language of the locale where people
/// read it: it comes in the order of the paths, however many threads are at work.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    ruling: Ruling,

    /// Form of the output
    #[arg(long, value_name = "FORM", default_value = "text", value_parser = values::form(), help_heading = "Output")]
    format: &'static Form,

    /// The language: en or ja [default: text and concise, that of the locale; json, jsonl and csv, en]
    ///
    /// The locale is what `LC_ALL`, `LC_MESSAGES` or `LANG` says, or else the setting of the system. What programs
    /// read does not depend on it: there, only the messages are worded in the language, and in English unless
    /// it is given here.
    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    lang: Option<Language>,

    /// Report only these rules; see `kifu rules`
    #[arg(
        long, value_name = "RULE,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = values::rule(), help_heading = "Output"
    )]
    select: Vec<&'static Rule>,

    /// Do not report these rules
    #[arg(
        long, value_name = "RULE,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = values::rule(), help_heading = "Output"
    )]
    ignore: Vec<&'static Rule>,

    /// The least severity of a finding that makes the exit status 1
    #[arg(
        long,
        value_name = "SEVERITY",
        default_value = "error",
        help_heading = "Output"
    )]
    fail_on: FailOn,

    /// Count the findings of each rule
    ///
    /// The table follows the findings where people read them (text, concise), and goes to standard error
    /// otherwise, so that the output stays what it is.
    #[arg(long, help_heading = "Output")]
    statistics: bool,

    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    output: Option<PathBuf>,

    /// Write a page to look at besides: summary, charts, all findings and games, and a board to step through them
    ///
    /// One file of HTML that needs no network. It is worded in the language of --lang or else of the locale. It comes
    /// into being when it is whole: an interrupted run leaves none, and an older page as it was.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    html: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// A foul, or a record that contradicts itself
    Error,
    /// Also what a recorder should look at
    Warning,
    /// Any finding
    Note,
    /// No finding
    Never,
}

impl FailOn {
    const fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Never => None,
        }
    }

    fn is_reached_by(self, tally: &Tally) -> bool {
        self.severity().is_some_and(|severity| tally.reaches(severity))
    }
}

impl Args {
    /// The language of what people are told.
    pub(super) fn spoken(&self) -> Language {
        locale::spoken(self.lang)
    }
}

/// Judges and reports.
///
/// # Errors
///
/// When the output cannot be written.
pub(super) fn run(args: Args) -> io::Result<Status> {
    let spoken = args.spoken();
    let (page, output) = (args.html.as_deref(), args.output.as_deref());
    let wrong = html::same_file(page, output);
    let Setup { job, kept, profile } =
        match Setup::of::<Args>("validate", &args.reading, &args.ruling, spoken, wrong)? {
            ControlFlow::Continue(setup) => setup,
            ControlFlow::Break(status) => return Ok(status),
        };
    let output = Output::open(output, args.format, args.reading.color, &kept)?;
    let html = Html::open(page, &job, &profile, &kept)?;
    let judging = Judging {
        profile,
        form: args.format,
        manner: Manner {
            // No locale changes what programs read.
            language: if args.format.is_for_people() {
                spoken
            } else {
                args.lang.unwrap_or_default()
            },
            paint: output.paint,
            boards: args.reading.verbose,
            columns: output.columns,
        },
        select: args.select,
        ignore: args.ignore,
        page: html.games(),
    };
    let outputs = Outputs {
        output,
        html,
        tally: Tally::default(),
        statistics: args.statistics,
        for_people: args.format.is_for_people(),
        fail_on: args.fail_on,
    };
    let console = job.console();
    job.run(console, &judging, outputs)
}

/// Where the judgements go.
struct Outputs {
    output: Output,
    html: Html,
    tally: Tally,
    /// Whether the table of the rules is wanted.
    statistics: bool,
    /// Whether people read the output.
    for_people: bool,
    fail_on: FailOn,
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
            self.output.spare(&result.source)?;
            self.html.spare(&result.source)?;
        }
        let judged = result.output;
        run.console.advance(result.bytes, judged.tally.records);
        self.tally.merge(judged.tally);
        self.html.add(judged.page)?;
        self.output.stretch(&judged.entries)?;
        Ok(ControlFlow::Continue(()))
    }

    fn close(self, run: &RunStats) -> io::Result<(Figures, Status)> {
        let table = self.table(run);
        land(self.output.close(&table)?, self.html, run)?;
        let status = if self.fail_on.is_reached_by(&self.tally) {
            Status::Findings
        } else {
            Status::Clean
        };
        Ok((Figures::Judged(self.tally), status))
    }
}

/// Judging as the work of a run.
struct Judging {
    profile: Profile,
    form: &'static Form,
    manner: Manner,
    select: Vec<&'static Rule>,
    ignore: Vec<&'static Rule>,
    /// The page, if one is made.
    page: Option<GamePage>,
}

/// What a stretch of records comes to.
#[derive(Default)]
struct Judged {
    entries: Vec<u8>,
    tally: Tally,
    page: PagePart,
}

impl Judging {
    fn is_wanted(&self, finding: &Finding) -> bool {
        (self.select.is_empty() || self.select.contains(&finding.rule))
            && !self.ignore.contains(&finding.rule)
    }
}

impl Work for Judging {
    type Worker = (Referee, GameCollector);
    type Output = Judged;

    fn worker(&self) -> (Referee, GameCollector) {
        (Referee::by(self.profile.clone()), GameCollector::new(false))
    }

    fn record(
        &self,
        (referee, collector): &mut (Referee, GameCollector),
        file: &SourceFile<'_>,
        record: &Record<'_>,
        output: &mut Judged,
    ) {
        let mut judgement = if self.page.is_some() {
            collector.begin(record);
            judge_before(collector, referee, record)
        } else {
            judge(referee, record)
        };
        judgement.findings.retain(|finding| self.is_wanted(finding));
        output.tally.add(&judgement);
        let date = begun(record);
        let entry = Entry {
            path: file.path,
            text: file.text,
            record,
            date: date.as_deref(),
            profile: &self.profile.name,
            judgement: &judgement,
        };
        self.form.add(&entry, &self.manner, &mut output.entries);
        if let Some(page) = &self.page {
            let (path, encoding) = (Arc::from(file.path), file.text.encoding().name());
            let game = collector.game(&path, encoding, record, &judgement);
            page.add(file, record, &judgement, &game, &mut output.page);
        }
    }
}

/// When a record says that it began: as the tables of figures have it where that can be read, else as written.
fn begun<'r>(record: &'r Record<'_>) -> Option<Cow<'r, str>> {
    Date::in_tables(header::value(record, "開始日時")?)
}
