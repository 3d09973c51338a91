//! `kifu validate`.

mod accepting;
mod args;
mod beside;
mod work;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use self::accepting::Known;
pub(super) use self::args::Args;
use self::beside::Beside;
use self::work::{Judged, Judging};
use super::html::{self, Html, land};
use super::job::{Consumer, Setup};
use super::output::Output;
use super::run_stats::RunStats;
use super::status::Status;
use super::summary::Figures;
use crate::batch::{ChunkResult, Failure};
use crate::control::{FailOn, Selector};
use crate::finding::{Severity, message};
use crate::report::{GITHUB_RESULTS, RenderOptions, SARIF, Tally};
use crate::stats::Names;

/// So many records stay together in a shard.
const PIECE: u64 = 50;

/// Judges and reports.
///
/// # Errors
///
/// When the output cannot be written.
pub(super) fn run(args: &Args) -> io::Result<Status> {
    let spoken = args.spoken();
    let (page, output) = (args.html.as_deref(), args.output.as_deref());
    let accepting = &args.accepting;
    let wrong = html::same_file(&[
        ("--html", page),
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
    let Setup {
        mut job,
        mut kept,
        settings,
        file,
    } = match Setup::of::<Args>("validate", &args.reading, &args.ruling, layer, spoken, wrong)? {
        ControlFlow::Continue(setup) => setup,
        ControlFlow::Break(status) => return Ok(status),
    };
    let fail_on = args.choosing.fail_on.or(file.fail_on).unwrap_or_default();
    let known = accepting.baseline.as_deref();
    let known = known.map(|path| Known::read(path, &mut kept)).transpose()?;
    let beside = Beside::open(accepting, fail_on, &kept)?;
    let output = match &args.output_dir {
        Some(directory) => Output::in_shards(directory, form, kept.clone())?,
        None => Output::open(output, form, args.reading.color, &kept)?,
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
    let html = Html::open(page, &job, &settings.usual().profile, &kept)?;
    let rules = settings.profile_names();
    let judging = Judging {
        settings,
        form,
        options: RenderOptions {
            // No locale changes what programs read.
            language: if form.is_for_people() {
                spoken
            } else {
                args.lang.unwrap_or_default()
            },
            paint: output.paint,
            boards: args.reading.verbose,
            fail_on: fail_on.severity(),
            columns: output.columns,
        },
        severity: args.choosing.severity.or(file.severity).unwrap_or(Severity::Note),
        names: Names::of(&file.names),
        baseline: known.as_ref().map(|it| Arc::clone(&it.baseline)),
        accepts: beside.accepts(),
        page: html.builder(),
        piece: if args.output_dir.is_some() {
            PIECE
        } else {
            u64::MAX
        },
    };
    let outputs = Outputs {
        output,
        options: judging.options,
        html,
        tally: Tally::default(),
        rules,
        statistics: args.statistics,
        for_people: form.is_for_people(),
        is_sarif: form.name == SARIF.name,
        fail_on,
        beside,
        known,
    };
    let console = job.console();
    job.run(console, &judging, outputs)
}

/// Where the judgements go.
struct Outputs {
    output: Output,
    options: RenderOptions,
    html: Html,
    tally: Tally,
    /// The rules that judge, by their names.
    rules: String,
    /// Whether the table of the rules is wanted.
    statistics: bool,
    /// Whether people read the output.
    for_people: bool,
    is_sarif: bool,
    fail_on: FailOn,
    /// What is written beside the report.
    beside: Beside,
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
            self.output.spare(&result.source)?;
            self.html.spare(&result.source)?;
            self.beside.begin(&result.path, &result.source)?;
        }
        let judged = result.output;
        run.console.advance(result.bytes, judged.tally.records);
        self.beside.add(&judged)?;
        for note in &judged.notes {
            run.console.note(&note.in_language(run.language));
        }
        self.tally.merge(judged.tally);
        self.html.add(judged.page)?;
        for piece in &judged.pieces {
            self.output.piece(piece, &self.options)?;
        }
        if run.console.is_verbose() {
            // What is said of the next file stands after this.
            self.output.show()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end_input(&mut self, whole: bool, _: &RunStats) -> io::Result<()> {
        self.beside.end_file(whole)
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        self.output.fail(failure, self.options.language)
    }

    fn close(self, run: &RunStats) -> io::Result<(Figures, Status)> {
        let table = self.table(run);
        let accepts = self.beside.accepts();
        let too_many = self.output.findings().saturating_sub(GITHUB_RESULTS);
        let target = self.output.close(run, &self.options, &table)?;
        if self.is_sarif && too_many > 0 {
            let note = message!(
                "GitHub code scanning will reject this file: it has {too_many} more results than the limit of {GITHUB_RESULTS} per run",
                "GitHubのコードスキャンはこのファイルを受け付けない。結果が上限の{GITHUB_RESULTS}件を{too_many}件超えている",
                too_many
            );
            run.console.note(&note.in_language(run.language));
        }
        self.beside.land(run)?;
        land(target, self.html, run)?;
        if let Some(known) = self.known.filter(|_| run.has_read_all()) {
            known.tell_unmet(run)?;
        }
        let status = if !accepts && self.fail_on.is_reached_by(self.tally.gravest()) {
            Status::Findings
        } else {
            Status::Clean
        };
        Ok((Figures::Judged(self.tally, self.rules, None), status))
    }
}
