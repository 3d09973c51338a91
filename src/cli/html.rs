//! `--html`: the page that a run is written to, beside its usual output.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::console::Files;
use super::job::{Job, RunStats};
use super::output::{Place, file, is_same_place, is_stdout, protect};
use crate::batch::{Request, Source};
use crate::check::Checked;
use crate::finding::{Finding, Language, Message, Reason, message, say};
use crate::output::Target;
use crate::page::{Card, Cards, Heading, Page, Summary, Survey};
use crate::profile::Profile;
use crate::stats::Game;
use crate::text::{Payload, spelled};

/// The page of a run, if one was asked for. Its file comes into being when the page is whole; dropped before, it leaves
/// nothing after.
pub(super) struct Html(Option<Begun>);

struct Begun {
    page: Page<Target>,
    survey: Survey,
    /// The path as it was typed.
    name: String,
    builder: PageBuilder,
}

/// What makes parts of the page, on any thread.
#[derive(Clone, Debug)]
pub(super) struct PageBuilder {
    language: Language,
    /// Whether no moves are wanted any more. Once a page has no room for them there never is any, so that what is written
    /// does not depend on which thread hears of it first.
    is_full: Arc<AtomicBool>,
}

/// What a stretch of records adds to the page.
#[derive(Debug, Default)]
pub(super) struct PagePart {
    cards: Cards,
    survey: Survey,
}

impl PageBuilder {
    /// Adds a game to a part of the page, with these of its findings.
    pub(super) fn add(&self, game: &Checked<'_>, findings: &[&Finding], figures: &Game, part: &mut PagePart) {
        let card = Card {
            game: figures,
            text: game.text,
            record: &game.record,
            findings,
            language: self.language,
        };
        part.cards.add(&card, !self.is_full.load(Ordering::Relaxed));
        part.survey.add(figures, findings);
    }
}

impl Html {
    /// Begins the page of this path.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or would replace a game record or another file that is read.
    pub(super) fn open(path: Option<&Path>, job: &Job, profile: &Profile) -> io::Result<Self> {
        let Some(path) = path else {
            return Ok(Self(None));
        };
        let name = spelled(path);
        if is_stdout(path) {
            return Err(Reason::about(&Message::same(name), &stdout_is_taken()));
        }
        let target = file(path, Payload::Data, &job.protected)?;
        let Request { paths, list, .. } = &job.request;
        let mut inputs: Vec<_> = paths.iter().map(|it| spelled(it)).collect();
        inputs.extend(list.iter().map(|it| spelled(&it.path)));
        let heading = Heading::of(inputs, profile, job.language);
        Ok(Self(Some(Begun {
            page: Page::open(target, &heading)?,
            survey: Survey::default(),
            name,
            builder: PageBuilder {
                language: job.language,
                is_full: Arc::default(),
            },
        })))
    }

    /// What makes its parts.
    pub(super) fn builder(&self) -> Option<PageBuilder> {
        self.0.as_ref().map(|it| it.builder.clone())
    }

    /// Whether there is one.
    pub(super) const fn is_wanted(&self) -> bool {
        self.0.is_some()
    }

    /// Refuses to replace an input that is met.
    ///
    /// # Errors
    ///
    /// When this is the file that is written.
    pub(super) fn protect(&self, read: &Source) -> io::Result<()> {
        self.0
            .as_ref()
            .map_or(Ok(()), |it| protect(it.page.get_ref(), read))
    }

    /// Adds what a stretch of records comes to.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn add(&mut self, part: PagePart) -> io::Result<()> {
        let Some(Begun {
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
        if !page.has_room_for_moves() {
            builder.is_full.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl Begun {
    /// Ends the page. It is whole then, and has not got its name.
    fn close(self, files: Files) -> io::Result<Target> {
        let summary = Summary::of(&self.survey, files.failed, self.builder.language);
        let mut target = self.page.close(&summary)?;
        target.settle()?;
        Ok(target)
    }
}

/// Gives the files of a run their names, once all of them are whole. Of an interrupted run none comes into being: half of
/// one would pass for the whole.
///
/// # Errors
///
/// When one cannot be written; none has got its name then, or the page alone.
pub(super) fn land(outputs: impl IntoIterator<Item = Place>, html: Html, run: &RunStats) -> io::Result<()> {
    let mut outputs = outputs.into_iter();
    if run.interrupted {
        for output in outputs {
            match output {
                Place::Target(target) if target.target().is_file() => {
                    run.unwritten(&target.target().name().english());
                }
                Place::Target(_) => {}
                Place::Shards(shards) => shards.land(run)?,
            }
        }
        if let Some(page) = html.0 {
            run.unwritten(&page.name);
        }
        return Ok(());
    }
    if let Some(page) = html.0 {
        page.close(run.files)?.land()?;
    }
    outputs.try_for_each(|output| match output {
        Place::Target(target) => target.into_target().land(),
        Place::Shards(shards) => shards.land(run),
    })
}

pub(super) fn stdout_is_taken() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidInput,
        say(
            "standard output is already in use; specify a file",
            "標準出力は別の出力に使われている。ファイルを指定する",
        ),
    )
}

/// Says so where two outputs, each with its option, would overwrite each other.
pub(super) fn same_file(outputs: &[(&'static str, Option<&Path>)]) -> Option<Message> {
    let named: Vec<_> = outputs
        .iter()
        .filter_map(|&(option, path)| Some((option, path?)))
        .collect();
    let pairs = named.iter().enumerate().flat_map(|(at, one)| {
        let others = named[at + 1..].iter();
        others.map(move |other| (one, other))
    });
    let mut same = pairs.filter(|((_, one), (_, other))| is_same_place(one, other));
    let (&(one, _), &(other, _)) = same.next()?;
    Some(message!(
        "{one} and {other} are the same file",
        "`{one}` と `{other}` が同じファイルを指している",
    ))
}
