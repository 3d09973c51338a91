//! `--html`: the HTML page of a run, in addition to its main output.

use std::io;
use std::path::{Path, PathBuf};

use clap::ValueHint;

use super::job::Job;
use super::output::{ReportTarget, file, is_same_place};
use super::run_stats::RunStats;
use super::values;
use crate::batch::Request;
use crate::finding::{Message, Reason, bilingual, message};
use crate::notation::MoveNotation;
use crate::output::{Target, is_stdout};
use crate::page::{Heading, PageSink};
use crate::text::{Payload, path_to_text};

/// The options of the HTML page of a run.
#[derive(clap::Args, Debug)]
pub(super) struct HtmlArgs {
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    html: Option<PathBuf>,

    #[arg(long, value_name = "TEXT", requires = "html", help_heading = "Output")]
    title: Option<String>,

    #[arg(long, value_name = "TEXT", requires = "html", help_heading = "Output")]
    date: Option<String>,

    #[arg(long, value_name = "NOTATION", value_parser = values::move_notation(), requires = "html", help_heading = "Output")]
    notation: Option<MoveNotation>,
}

impl HtmlArgs {
    /// Returns the path of the page, if one was requested.
    pub(super) fn path(&self) -> Option<&Path> {
        self.html.as_deref()
    }
}

/// Begins the page that the options request. Returns `None` if they request no page.
///
/// # Errors
///
/// Returns an error if the page cannot be written, or if it would replace a file that is read. Also returns an
/// error if the path has the extension of game records or is standard output.
pub(super) fn open(args: &HtmlArgs, job: &Job) -> io::Result<Option<PageSink<Target>>> {
    let Some(path) = args.path() else { return Ok(None) };
    if is_stdout(path) {
        return Err(Reason::with_subject(
            &Message::untranslated(path_to_text(path)),
            &stdout_is_taken(),
        ));
    }
    let target = file(path, Payload::Data, &job.protected)?;
    let Request { paths, list, .. } = &job.request;
    let mut inputs: Vec<_> = paths.iter().map(|it| path_to_text(it)).collect();
    inputs.extend(list.iter().map(|it| path_to_text(&it.path)));
    let profile = job.effective.settings.usual_profile();
    let heading = Heading {
        notation: args.notation,
        ..Heading::new(inputs, &profile, job.language)
            .with_title_and_date(args.title.clone(), args.date.clone())
    };
    PageSink::open(target, &heading, job.language).map(Some)
}

/// Completes the page, and then renames the files of a run from their temporary names to their paths.
///
/// An interrupted run creates no files, because a partial file would look complete. Instead, an error is printed for
/// each file that was not written.
///
/// # Errors
///
/// Returns an error if a file cannot be written. The page is renamed first, then the `outputs` in order, so the files
/// before the failed one have been renamed.
pub(super) fn persist(
    outputs: impl IntoIterator<Item = ReportTarget>,
    page: Option<PageSink<Target>>,
    run: &RunStats,
) -> io::Result<()> {
    let mut outputs = outputs.into_iter();
    if run.interrupted {
        for output in outputs {
            match output {
                ReportTarget::Target(target) if target.target().is_file() => {
                    run.unwritten(&target.target().name().english());
                }
                ReportTarget::Target(_) => {}
                ReportTarget::Shards(shards) => shards.persist(run)?,
            }
        }
        if let Some(mut page) = page {
            run.unwritten(&page.get_mut().name().english());
        }
        return Ok(());
    }
    if let Some(page) = page {
        let mut target = page.close(run.files.failed)?;
        target.sync()?;
        target.persist()?;
    }
    outputs.try_for_each(|output| match output {
        ReportTarget::Target(target) => target.persist(),
        ReportTarget::Shards(shards) => shards.persist(run),
    })
}

pub(super) fn stdout_is_taken() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidInput,
        bilingual(
            "standard output is already in use; specify a file",
            "標準出力は別の出力に使われている。ファイルを指定する",
        ),
    )
}

/// Returns the error for the first two options whose outputs are one file. Returns `None` if all given outputs are
/// distinct files.
pub(super) fn check_distinct(outputs: &[(&'static str, Option<&Path>)]) -> Option<Message> {
    let given_outputs: Vec<_> = outputs
        .iter()
        .filter_map(|&(option, path)| Some((option, path?)))
        .collect();
    let pairs = given_outputs.iter().enumerate().flat_map(|(at, one)| {
        let following = given_outputs[at + 1..].iter();
        following.map(move |other| (one, other))
    });
    let mut same_pairs = pairs.filter(|((_, one), (_, other))| is_same_place(one, other));
    let (&(one, _), &(other, _)) = same_pairs.next()?;
    Some(message!(
        "{one} and {other} are the same file",
        "`{one}` と `{other}` が同じファイルを指している",
    ))
}
