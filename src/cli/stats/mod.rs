//! `kifu stats`.

mod args;
mod work;

use std::io::{self, Write};
use std::ops::ControlFlow;

pub(super) use self::args::Args;
use self::work::{Counted, Counting};
use super::html::{self, Html, land};
use super::job::{Consumer, Setup};
use super::output::{Place, print, spare, target};
use super::run_stats::RunStats;
use super::status::Status;
use super::summary::Figures;
use crate::batch::ChunkResult;
use crate::control::Layer;
use crate::output::{Target, stderr};
use crate::report::Tally;
use crate::stats::{Answer, Names};
use crate::text::Payload;

/// Reads, judges and counts.
///
/// # Errors
///
/// When the output cannot be written.
pub(super) fn run(args: &Args) -> io::Result<Status> {
    let spoken = args.spoken();
    if let Some(help) = args.help(spoken) {
        print(help.as_bytes(), Payload::Data)?;
        return Ok(Status::Clean);
    }
    let query = match args.query() {
        Ok(query) => query,
        Err(told) => {
            stderr(Payload::Words, args.reading.color.on_stderr()).write_all(&told)?;
            return Ok(Status::Trouble);
        }
    };
    let (page, output) = (args.html.as_deref(), args.output.as_deref());
    let wrong = html::same_file(&[("--html", page), ("--output", output)]).or_else(|| args.wrong());
    let Setup {
        job,
        kept,
        settings,
        file,
    } = match Setup::of::<Args>(
        "stats",
        &args.reading,
        &args.ruling,
        Layer::default(),
        spoken,
        wrong,
    )? {
        ControlFlow::Continue(setup) => setup,
        ControlFlow::Break(status) => return Ok(status),
    };
    let target = target(output, args.format.extension(), args.format.content(), &kept)?;
    let html = Html::open(page, &job, &settings.usual().profile, &kept)?;
    let rules = settings.profile_names();
    let counting = Counting {
        settings,
        names: Names::of(&file.names),
        query: &query,
        page: html.builder(),
    };
    let outputs = Outputs {
        answer: Answer::begin(&query, target)?,
        html,
        tally: Tally::default(),
        rules,
        matched: query.filter.is_some().then_some(0),
    };
    let console = job.console();
    job.run(console, &counting, outputs)
}

/// Where the figures go.
struct Outputs<'q> {
    answer: Answer<'q, Target>,
    html: Html,
    tally: Tally,
    /// The rules that judge, by their names.
    rules: String,
    /// The number of games that match `--where`, if that is given.
    matched: Option<u64>,
}

impl Consumer<Counted> for Outputs<'_> {
    fn take(&mut self, result: ChunkResult<Counted>, run: &mut RunStats) -> io::Result<ControlFlow<()>> {
        if result.first {
            run.begin_input(&result);
            spare(self.answer.get_ref(), &result.source)?;
            self.html.spare(&result.source)?;
        }
        let counted = result.output;
        run.console.advance(result.bytes, counted.tally.records);
        self.tally.merge(counted.tally);
        if let Some(matched) = &mut self.matched {
            *matched += counted.matched;
        }
        self.answer.take(counted.part)?;
        self.html.add(counted.page)?;
        Ok(if self.answer.is_full() && !self.html.is_wanted() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn close(self, run: &RunStats) -> io::Result<(Figures, Status)> {
        let mut target = if run.interrupted {
            let (target, is_true) = self.answer.break_off()?;
            if !is_true && !target.is_file() {
                // Of a file, that is said of any.
                let name = target.name().in_language(run.language);
                run.unwritten(&name);
            }
            target
        } else {
            self.answer.finish()?
        };
        target.settle()?;
        land(Place::Target(target), self.html, run)?;
        Ok((
            Figures::Judged(self.tally, self.rules, self.matched),
            Status::Clean,
        ))
    }
}
