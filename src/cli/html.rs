//! `--html`: the HTML page of a run, in addition to its main output.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueHint;

use super::console::FileCounts;
use super::job::{Job, RunStats};
use super::output::{ReportTarget, file, is_same_place, is_stdout, protect};
use crate::batch::{Request, Source};
use crate::check::Checked;
use crate::finding::{Finding, Language, Message, Reason, bilingual, message};
use crate::output::Target;
use crate::page::{Card, Cards, Heading, Page, Room, Summary, Survey};
use crate::played::{PlayedBuilder, PlayedMove};
use crate::profile::Profile;
use crate::record::Record;
use crate::stats::Game;
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
}

impl HtmlArgs {
    /// Returns the path of the page, if one was requested.
    pub(super) fn path(&self) -> Option<&Path> {
        self.html.as_deref()
    }
}

/// The HTML page of a run, if one was requested. The page has a temporary name until it is complete.
pub(super) struct Html(Option<OpenPage>);

struct OpenPage {
    page: Page<Target>,
    survey: Survey,
    /// The path as it was typed.
    name: String,
    builder: PageBuilder,
}

/// A builder of [`PagePart`]s. Any thread can use the builder.
#[derive(Clone, Debug)]
pub(super) struct PageBuilder {
    language: Language,
    /// `true` if the page also shows the findings that follow from the cause of another finding.
    all_findings: bool,
    /// `true` if the page has no more room for moves.
    ///
    /// A page without room never has room again and ignores further moves, so the output does not depend on when a
    /// thread reads the flag. The same applies to `has_no_comments`.
    has_no_moves: Arc<AtomicBool>,
    /// `true` if the page has no more room for comments.
    has_no_comments: Arc<AtomicBool>,
}

/// The replay of the records of one thread for the page. Without a page, nothing is collected.
#[derive(Debug, Default)]
pub(super) struct PageReplay(Option<PlayedBuilder>);

impl PageReplay {
    /// Creates the replay for a page, if there is one.
    pub(super) fn new(page: Option<&PageBuilder>) -> Self {
        Self(page.map(|_| PlayedBuilder::default()))
    }

    /// Begins a record that is going to be checked.
    pub(super) fn begin(&mut self, record: &Record<'_>) {
        if let Some(builder) = &mut self.0 {
            builder.begin(record);
        }
    }

    /// Adds a move that the referee made.
    pub(super) fn push(&mut self, played: &PlayedMove<'_>) {
        if let Some(builder) = &mut self.0 {
            builder.push(played);
        }
    }
}

/// The contribution of consecutive records to the page.
#[derive(Debug, Default)]
pub(super) struct PagePart {
    cards: Cards,
    survey: Survey,
}

impl PageBuilder {
    /// Adds a game with these findings to a part of the page. Moves and comments are left out if the page has no more
    /// room for them.
    pub(super) fn add(
        &self,
        (game, figures): (&Checked<'_>, &Game),
        findings: &[&Finding],
        replay: &mut PageReplay,
        part: &mut PagePart,
    ) {
        let shown = findings.iter().copied();
        let shown: Vec<_> = shown
            .filter(|finding| self.all_findings || !finding.consequence)
            .collect();
        let card = Card {
            game: figures,
            text: game.text,
            record: &game.record,
            findings: &shown,
            hidden: findings.len() - shown.len(),
            language: self.language,
        };
        let room = Room {
            moves: !self.has_no_moves.load(Ordering::Relaxed),
            comments: !self.has_no_comments.load(Ordering::Relaxed),
        };
        let played = replay.0.as_mut().and_then(|it| it.build_legal(&game.record));
        part.cards.add_replayed(&card, played, room);
        part.survey.add(figures, &shown);
    }
}

impl Html {
    /// Begins the page that the options request. Without options, or without a path in them, the run has no page.
    ///
    /// # Errors
    ///
    /// Returns an error if the page cannot be written, or if it would replace a file that is read. Also returns an
    /// error if the path has the extension of game records or is standard output.
    pub(super) fn open(
        args: Option<&HtmlArgs>,
        job: &Job,
        profile: &Profile,
        all_findings: bool,
    ) -> io::Result<Self> {
        let Some((args, path)) = args.and_then(|args| Some((args, args.path()?))) else {
            return Ok(Self(None));
        };
        let name = path_to_text(path);
        if is_stdout(path) {
            return Err(Reason::with_subject(
                &Message::untranslated(name),
                &stdout_is_taken(),
            ));
        }
        let target = file(path, Payload::Data, &job.protected)?;
        let Request { paths, list, .. } = &job.request;
        let mut inputs: Vec<_> = paths.iter().map(|it| path_to_text(it)).collect();
        inputs.extend(list.iter().map(|it| path_to_text(&it.path)));
        let heading = Heading::new(inputs, profile, job.language)
            .with_title_and_date(args.title.clone(), args.date.clone());
        Ok(Self(Some(OpenPage {
            page: Page::open(target, &heading)?,
            survey: Survey::default(),
            name,
            builder: PageBuilder {
                language: job.language,
                all_findings,
                has_no_moves: Arc::default(),
                has_no_comments: Arc::default(),
            },
        })))
    }

    /// Returns a copy of the builder of parts of the page, or `None` if no page was requested.
    pub(super) fn builder(&self) -> Option<PageBuilder> {
        self.0.as_ref().map(|it| it.builder.clone())
    }

    /// Returns whether a page was requested.
    pub(super) const fn is_wanted(&self) -> bool {
        self.0.is_some()
    }

    /// Checks that an input found during the run is not the file of the page, if a page was requested.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is the file of the page.
    pub(super) fn protect(&self, input: &Source) -> io::Result<()> {
        self.0
            .as_ref()
            .map_or(Ok(()), |report| protect(report.page.get_ref(), input))
    }

    /// Adds the contribution of consecutive records to the page, if a page was requested.
    ///
    /// # Errors
    ///
    /// Returns an error if the page cannot be written.
    pub(super) fn add(&mut self, part: PagePart) -> io::Result<()> {
        let Some(OpenPage {
            page,
            survey,
            builder,
            ..
        }) = &mut self.0
        else {
            return Ok(());
        };
        survey.merge(part.survey);
        page.add(&part.cards)?;
        let room = page.room();
        builder.has_no_moves.store(!room.moves, Ordering::Relaxed);
        builder.has_no_comments.store(!room.comments, Ordering::Relaxed);
        Ok(())
    }
}

impl OpenPage {
    /// Completes the page and returns its file, which still has its temporary name.
    fn close(self, files: FileCounts) -> io::Result<Target> {
        let summary = Summary::new(&self.survey, files.failed, self.builder.language);
        let mut target = self.page.close(&summary)?;
        target.sync()?;
        Ok(target)
    }
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
    html: Html,
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
        if let Some(page) = html.0 {
            run.unwritten(&page.name);
        }
        return Ok(());
    }
    if let Some(page) = html.0 {
        page.close(run.files)?.persist()?;
    }
    outputs.try_for_each(|output| match output {
        ReportTarget::Target(target) => target.into_target().persist(),
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
