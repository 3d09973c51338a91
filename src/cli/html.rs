//! `--html`: the page that a run is written to, beside its usual output.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::{Builder, TempPath};

use super::output::{about, may_create};
use crate::archive::Request;
use crate::page::{Cards, Heading, Left, Page, Summary};

/// The page of a run. Its file comes into being when the page is whole; dropped before, it leaves nothing behind.
pub(super) struct Html {
    page: Page<BufWriter<File>>,
    place: Place,
    /// How it is named where it cannot be written.
    name: String,
}

/// Where the page goes.
enum Place {
    /// A file of another name, which gets its own when it is whole.
    Pending(TempPath, PathBuf),
    /// A device or a pipe, written as it comes.
    Device,
}

/// Whether moves are still wanted. Once a page has no room for them there never is any, so that what is written does
/// not depend on which thread hears of it first.
#[derive(Debug, Default)]
pub(super) struct Room(AtomicBool);

impl Room {
    /// Whether there may be room.
    pub(super) fn is_left(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

impl Html {
    /// Begins the page.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or would overwrite a game record.
    pub(super) fn open(path: &Path, heading: &Heading, request: &Request) -> io::Result<Self> {
        let name = path.display().to_string();
        let begin = || {
            may_create(path, request)?;
            let (file, place) = begin(path)?;
            Ok((Page::open(BufWriter::new(file), heading)?, place))
        };
        let (page, place) = begin().map_err(|error| about(&name, &error))?;
        Ok(Self { page, place, name })
    }

    /// Adds a stretch of cards.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn add(&mut self, cards: &Cards, room: &Room) -> io::Result<()> {
        self.page.add(cards).map_err(|error| about(&self.name, &error))?;
        if !self.page.has_room_for_moves() {
            room.0.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Ends the page and brings its file into being; what it has no room for.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn close(self, summary: &Summary) -> io::Result<Left> {
        let Self { page, place, name } = self;
        let close = || {
            let (mut out, left) = page.close(summary)?;
            out.flush()?;
            // Windows renames no file that is open.
            drop(out);
            if let Place::Pending(pending, path) = place {
                pending.persist(path).map_err(|failed| failed.error)?;
            }
            Ok(left)
        };
        close().map_err(|error| about(&name, &error))
    }
}

/// A file of another name beside the one that is meant; a link stays one. What is no file is written to as it is.
fn begin(path: &Path) -> io::Result<(File, Place)> {
    let path = match fs::canonicalize(path) {
        Ok(real) if real.is_dir() => {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "a directory; name a file",
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
