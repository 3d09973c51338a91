//! `--html`: the page that a run is written to, beside its usual output.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::{Builder, TempPath};

use super::console::Console;
use super::output::{is_stdout, may_create};
use super::summary::Files;
use crate::archive::{Request, Sheet};
use crate::finding::{Language, Message, Reason, say};
use crate::page::{Card, Cards, Heading, Page, Summary, Survey};
use crate::profile::Profile;
use crate::record::Record;
use crate::referee::Judgement;
use crate::stats::Game;

/// The page of a run. Its file comes into being when the page is whole; dropped before, it leaves nothing behind.
pub(super) struct Html {
    page: Page<BufWriter<File>>,
    survey: Survey,
    place: Place,
    /// How it is named where it cannot be written.
    name: Message,
}

/// Where the page goes.
enum Place {
    /// A file of another name, which gets its own when it is whole.
    Pending(TempPath, PathBuf),
    /// A device or a pipe, written as it comes.
    Device,
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
        sheet: &Sheet<'_>,
        record: &Record<'_>,
        judgement: &Judgement,
        game: &Game,
        stretch: &mut Stretch,
    ) {
        let card = Card {
            game,
            text: sheet.text,
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
    /// When it cannot be written, or would overwrite a game record.
    pub(super) fn open(
        path: &Path,
        language: Language,
        request: &Request,
        profile: &Profile,
    ) -> io::Result<Self> {
        let heading = heading(request, profile, language);
        let name = Message::same(path.display().to_string());
        let begin = || {
            may_create(path, request)?;
            let (file, place) = begin(path)?;
            Ok((Page::open(BufWriter::new(file), &heading)?, place))
        };
        let (page, place) = begin().map_err(|error| Reason::about(&name, &error))?;
        Ok(Self {
            page,
            survey: Survey::default(),
            place,
            name,
        })
    }

    /// Adds what a stretch of records comes to.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn add(&mut self, stretch: Stretch, wanted: &Wanted) -> io::Result<()> {
        self.survey.merge(stretch.survey);
        self.page
            .add(&stretch.cards)
            .map_err(|error| Reason::about(&self.name, &error))?;
        if !self.page.has_room_for_moves() {
            wanted.room.0.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Leaves no page, and says so: half of one would pass for a whole.
    pub(super) fn give_up(self, console: &Console) {
        console.error(&self.name.english, &interrupted());
    }

    /// Ends the page and brings its file into being.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn close(self, files: Files, language: Language) -> io::Result<()> {
        let Self {
            page,
            survey,
            place,
            name,
        } = self;
        let summary = Summary {
            figures: survey.figures(),
            charts: survey.charts(language),
            notes: unread(files),
        };
        let close = || {
            // Windows renames no file that is open.
            drop(page.close(&summary)?);
            if let Place::Pending(pending, path) = place {
                pending.persist(path).map_err(|failed| failed.error)?;
            }
            Ok(())
        };
        close().map_err(|error| Reason::about(&name, &error))
    }
}

/// A file of another name beside the one that is meant; a link stays one. What is no file is written to as it is.
fn begin(path: &Path) -> io::Result<(File, Place)> {
    if is_stdout(path) {
        return Err(Reason::error(
            io::ErrorKind::InvalidInput,
            say(
                "standard output is taken; name a file",
                "標準出力は使われている。ファイルを指定する",
            ),
        ));
    }
    let path = match fs::canonicalize(path) {
        Ok(real) if real.is_dir() => {
            return Err(Reason::error(
                io::ErrorKind::IsADirectory,
                say(
                    "a directory; name a file",
                    "ディレクトリである。ファイルを指定する",
                ),
            ));
        }
        Ok(real) if !real.is_file() => return Ok((File::create(real)?, Place::Device)),
        Ok(real) => real,
        Err(_) => path.to_owned(),
    };
    let directory = path.parent().filter(|it| !it.as_os_str().is_empty());
    // Not the way of temporary files, which nobody else may read: this becomes a file like any other.
    let pending = Builder::new()
        .prefix(".kifu-")
        .suffix(".tmp")
        .make_in(directory.unwrap_or(Path::new(".")), |path| File::create_new(path))?;
    let (file, temporary) = pending.into_parts();
    Ok((file, Place::Pending(temporary, path)))
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
    let mut names: Vec<_> = request.paths.iter().map(|it| it.display().to_string()).collect();
    names.extend(request.list.iter().map(|it| it.path.display().to_string()));
    let others = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let mut about = names.join(", ");
    if others > 0 {
        let more = say(format!(" and {others} more"), format!(" ほか{others}件"));
        about += more.in_language(language);
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
    let words = say(
        format!("Files that could not be read and are not in this page: {failed}."),
        format!("読めないファイルが{failed}個あり、このページには含まれない。"),
    );
    if failed > 0 { vec![words] } else { Vec::new() }
}
