//! `--html`: the page that a run is written to, beside its usual output.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::journal::Journal;
use super::output::{file, is_stdout, spare};
use super::summary::Files;
use crate::batch::{Request, Source, SourceFile};
use crate::finding::{Language, Message, Reason, message, say};
use crate::output::{Content, Kept, Target, spelled};
use crate::page::{Card, Cards, Heading, Page, Summary, Survey};
use crate::profile::Profile;
use crate::record::Record;
use crate::referee::Judgement;
use crate::stats::Game;

/// The page of a run. Its file comes into being when the page is whole; dropped before, it leaves nothing after.
pub(super) struct Html {
    page: Page<Target>,
    survey: Survey,
    /// The path as it was typed.
    name: String,
}

/// What those who judge have to know of the page.
#[derive(Debug)]
pub(super) struct Wanted {
    language: Language,
    room: Room,
}

/// What a stretch of records adds to the page.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    cards: Cards,
    survey: Survey,
}

impl Wanted {
    /// A page in this language.
    pub(super) fn new(language: Language) -> Self {
        Self {
            language,
            room: Room::default(),
        }
    }

    /// Adds a game to a stretch.
    pub(super) fn add(
        &self,
        file: &SourceFile<'_>,
        record: &Record<'_>,
        judgement: &Judgement,
        game: &Game,
        stretch: &mut Stretch,
    ) {
        let card = Card {
            game,
            text: file.text,
            record,
            judgement,
            language: self.language,
        };
        stretch.cards.add(&card, self.room.is_left());
        stretch.survey.add(game);
    }
}

/// Whether moves are still wanted. Once a page has no room for them there never is any, so that what is written does
/// not depend on which thread hears of it first.
#[derive(Debug, Default)]
struct Room(AtomicBool);

impl Room {
    /// Whether there may be room.
    fn is_left(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

impl Html {
    /// Begins the page.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or would replace a game record or another file that is read.
    pub(super) fn open(
        path: &Path,
        language: Language,
        request: &Request,
        profile: &Profile,
        kept: &Kept,
    ) -> io::Result<Self> {
        let name = spelled(path);
        if is_stdout(path) {
            return Err(Reason::about(&Message::same(name), &stdout_is_taken()));
        }
        let target = file(path, "html", Content::Data, kept)?;
        Ok(Self {
            page: Page::open(target, &heading(request, profile, language))?,
            survey: Survey::default(),
            name,
        })
    }

    /// Refuses to replace an input that is met.
    ///
    /// # Errors
    ///
    /// When this is the file that is written.
    pub(super) fn spare(&self, read: &Source) -> io::Result<()> {
        spare(self.page.get_ref(), read)
    }

    /// Adds what a stretch of records comes to.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn add(&mut self, stretch: Stretch, wanted: &Wanted) -> io::Result<()> {
        self.survey.merge(stretch.survey);
        self.page.add(&stretch.cards)?;
        if !self.page.has_room_for_moves() {
            wanted.room.0.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Ends the page. It is whole then, and has not got its name.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn close(self, files: Files, language: Language) -> io::Result<Target> {
        let Self { page, survey, .. } = self;
        let summary = Summary {
            figures: survey.figures(),
            charts: survey.charts(language),
            notes: unread(files),
        };
        let mut target = page.close(&summary)?;
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
pub(super) fn land(
    output: Target,
    html: Option<Html>,
    journal: &Journal,
    interrupted: bool,
    language: Language,
) -> io::Result<()> {
    if interrupted {
        let console = &journal.console;
        if output.is_file() {
            console.error(&output.name().english(), &self::interrupted());
        }
        if let Some(html) = html {
            console.error(&html.name, &self::interrupted());
        }
        return Ok(());
    }
    if let Some(html) = html {
        html.close(journal.files, language)?.land()?;
    }
    output.land()
}

fn stdout_is_taken() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidInput,
        say(
            "standard output is taken; name a file",
            "標準出力は使われている。ファイルを指定する",
        ),
    )
}

/// Why there is no output: half of it would pass for the whole.
pub(super) fn interrupted() -> Message {
    say(
        "not written, since the run was interrupted",
        "途中で止められたため、書き出していない",
    )
}

/// Two outputs that would overwrite each other.
pub(super) fn same_file() -> Message {
    say(
        "--html and --output name the same file",
        "`--html` と `--output` が同じファイルを指している",
    )
}

/// What the page of a run begins with.
fn heading(request: &Request, profile: &Profile, language: Language) -> Heading {
    /// So many paths are named.
    const NAMED: usize = 6;
    let mut names: Vec<_> = request.paths.iter().map(|it| spelled(it)).collect();
    names.extend(request.list.iter().map(|it| spelled(&it.path)));
    let others = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let mut about = names.join(", ");
    if others > 0 {
        let more = message!(" and {others} more", " ほか{others}件", others);
        about += &more.in_language(language);
    }
    Heading {
        title: say("Game records under review", "棋譜検査報告"),
        about,
        profile: named(profile),
        language,
    }
}

/// The rules by their name, and whose they are.
fn named(profile: &Profile) -> Message {
    let (name, title) = (&profile.name, &profile.title);
    let with = |title: &str, [open, close]: [&str; 2]| {
        if title == name {
            name.clone()
        } else {
            [name, open, title, close].concat()
        }
    };
    say(
        with(&title.english, [" (", ")"]),
        with(&title.japanese, ["（", "）"]),
    )
}

/// What the page says of files that are not in it.
fn unread(files: Files) -> Vec<Message> {
    let failed = files.failed;
    let words = message!(
        "Files that could not be read and are not in this page: {failed}.",
        "読めないファイルが{failed}個あり、このページには含まれない。",
        failed
    );
    if failed > 0 { vec![words] } else { Vec::new() }
}
