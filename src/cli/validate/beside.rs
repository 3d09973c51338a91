//! What is written beside the report: the baseline, and the lists of good and of bad files.

use std::io::{self, Write as _};
use std::path::Path;

use super::super::html::stdout_is_taken;
use super::super::output::{file, is_stdout, spare};
use super::super::run_stats::RunStats;
use super::accepting::Accepting;
use super::work::Judged;
use crate::batch::Source;
use crate::control::{FailOn, baseline};
use crate::finding::{Message, Reason, Severity, message};
use crate::output::{Kept, Target};
use crate::text::{Payload, printable, spelled};

/// The files beside the report, those that are asked for. They come into being when they are whole.
pub(super) struct Beside {
    baseline: Option<Target>,
    /// So many findings are in it.
    accepted: usize,
    /// The lists of good files and of bad ones.
    lists: [Option<Target>; 2],
    fail_on: FailOn,
    /// The file that is being read, and the gravest of its findings so far.
    reading: Option<(String, Option<Severity>)>,
}

impl Beside {
    /// Opens them.
    ///
    /// # Errors
    ///
    /// When one cannot be written, or would replace a game record or another file that is read.
    pub(super) fn open(asked: &Accepting, fail_on: FailOn, kept: &Kept) -> io::Result<Self> {
        let mut baseline = open(asked.write_baseline.as_deref(), "json", kept)?;
        if let Some(target) = &mut baseline {
            writeln!(target, "{}", baseline::HEAD)?;
        }
        Ok(Self {
            baseline,
            accepted: 0,
            lists: [
                open(asked.valid_list.as_deref(), "txt", kept)?,
                open(asked.invalid_list.as_deref(), "txt", kept)?,
            ],
            fail_on,
            reading: None,
        })
    }

    /// Whether what is found is accepted.
    pub(super) const fn accepts(&self) -> bool {
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
    pub(super) fn begin(&mut self, path: &str, source: &Source) -> io::Result<()> {
        self.reading = Some((path.to_owned(), None));
        self.targets().try_for_each(|target| spare(target, source))
    }

    /// Adds what records of it come to.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn add(&mut self, judged: &Judged) -> io::Result<()> {
        if let Some((_, gravest)) = &mut self.reading {
            *gravest = judged.tally.gravest().max(*gravest);
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
    pub(super) fn end_file(&mut self, whole: bool) -> io::Result<()> {
        let Some((path, gravest)) = self.reading.take() else {
            return Ok(());
        };
        let is_bad = self.fail_on.is_reached_by(gravest);
        match &mut self.lists[usize::from(is_bad)] {
            Some(list) if whole || is_bad => writeln!(list, "{path}"),
            _ => Ok(()),
        }
    }

    /// Gives the files their names, once all of them are whole. Of an interrupted run none comes into being.
    ///
    /// # Errors
    ///
    /// When one cannot be written.
    pub(super) fn land(self, run: &RunStats) -> io::Result<()> {
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
                count,
                name
            );
            run.console.note(&accepted.in_language(run.language));
        }
        let lists = self.lists.into_iter().flatten();
        let mut targets: Vec<_> = self.baseline.into_iter().chain(lists).collect();
        targets.iter_mut().try_for_each(Target::settle)?;
        targets.into_iter().try_for_each(Target::land)
    }
}

fn open(path: Option<&Path>, usual: &str, kept: &Kept) -> io::Result<Option<Target>> {
    let Some(path) = path else { return Ok(None) };
    if is_stdout(path) {
        return Err(Reason::about(&Message::same(spelled(path)), &stdout_is_taken()));
    }
    file(path, usual, Payload::Data, kept).map(Some)
}
