//! Where the output goes.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::WhenArg;
use super::job::RunStats;
use crate::batch::{Failure, Source};
use crate::finding::{Language, Message, Reason, message, say};
use crate::notation::{self, NOTATIONS};
use crate::output::{Identity, Kept, Store, Target, columns};
use crate::record::{GapKind, Record};
use crate::report::{Explained, Paint, RenderOptions, ReportForm, RunEnd, Stretch};
use crate::text::{self, Payload, spelled};

/// The file that is named, or standard output, which `-` is too, for this content, which has this usual extension.
///
/// # Errors
///
/// When it cannot be written, or would replace a game record or another file that is read.
pub(super) fn target(path: Option<&Path>, usual: &str, content: Payload, kept: &Kept) -> io::Result<Target> {
    match path.filter(|it| !is_stdout(it)) {
        Some(path) => file(path, usual, content, kept),
        // Words were given their colours, or none, when they were put together.
        None => Target::stdout(content, ColorChoice::Always, kept),
    }
}

/// The file that is named, for this content, which has this usual extension.
///
/// # Errors
///
/// When it cannot be written, or would replace a game record or another file that is read, or has a name that promises
/// something else.
pub(super) fn file(path: &Path, usual: &str, content: Payload, kept: &Kept) -> io::Result<Target> {
    let refused = |error| Err(Reason::about(&Message::same(spelled(path)), &error));
    if holds_record(path) {
        return refused(is_record());
    }
    if promises_other(path, usual) {
        return refused(wrong_kind(path, usual));
    }
    Target::open(path, content, kept)
}

/// Whether files of this extension are game records. Any program writes `.json`, this one too.
fn is_of_records(extension: &str) -> bool {
    !extension.eq_ignore_ascii_case("json") && notation::by_extension(extension).is_some()
}

/// A name that promises something else than what is written.
fn wrong_kind(path: &Path, usual: &str) -> io::Error {
    let why = if extension(path).is_some_and(is_of_records) {
        say(
            "this output is not a game record, but other programs would read it as one; choose another extension",
            "出力は棋譜ではないが、この拡張子では他のソフトが棋譜とみなす。別の拡張子を指定する",
        )
    } else {
        message!(
            "the output has the format .{usual}; choose a name with this extension",
            "出力の形式は .{usual} である。この拡張子の名前を指定する",
            usual
        )
    };
    Reason::error(io::ErrorKind::InvalidInput, why)
}

/// Standard output by the names that systems give it. It may be redirected to a file, which is not to be replaced.
const DEVICES: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Whether a name is that of standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    DEVICES.iter().any(|device| path == Path::new(device))
}

/// What some records that follow each other come to. They stay together in one shard.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub(super) entries: Stretch,
    pub(super) records: u64,
    /// By severity, in the order of their weight.
    pub(super) findings: [u64; 3],
}

/// The output of a run: a file or standard output, and the colours for it.
pub(super) struct Output {
    place: Place,
    pub(super) paint: Paint,
    /// The columns of the terminal that it goes to, if it goes to one.
    pub(super) columns: Option<usize>,
    form: &'static ReportForm,
    /// What was shown.
    explained: Explained,
    empty: bool,
    /// What the run has come to.
    end: RunEnd,
}

/// Where the output goes.
pub(super) enum Place {
    /// A file or standard output.
    Target(Target),
    /// Many files.
    Shards(Box<Shards>),
}

impl Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Target(target) => target.write_all(bytes),
            Self::Shards(shards) => {
                shards.add(bytes);
                Ok(())
            }
        }
    }
}

impl Output {
    /// Opens the output and writes what it begins with.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or would replace a game record or another file that is read.
    pub(super) fn open(
        path: Option<&Path>,
        form: &'static ReportForm,
        color: WhenArg,
        kept: &Kept,
    ) -> io::Result<Self> {
        let path = path.filter(|it| !is_stdout(it));
        let colourful = match color {
            WhenArg::Auto => path.is_none() && color.on_stdout() != ColorChoice::Never,
            WhenArg::Always | WhenArg::Never => color == WhenArg::Always,
        };
        let target = target(path, form.extension, form.content, kept)?;
        let paint = if colourful && form.is_for_people() {
            Paint::colourful()
        } else {
            Paint::plain()
        };
        let columns = if path.is_none() { columns() } else { None };
        Self::begin(Place::Target(target), form, paint, columns)
    }

    /// The output that goes to shards.
    ///
    /// # Errors
    ///
    /// When the directory cannot be written to.
    pub(super) fn in_shards(directory: &Path, form: &'static ReportForm, kept: Kept) -> io::Result<Self> {
        let shards = Box::new(Shards::open(directory, form, kept)?);
        Self::begin(Place::Shards(shards), form, Paint::plain(), None)
    }

    fn begin(
        place: Place,
        form: &'static ReportForm,
        paint: Paint,
        columns: Option<usize>,
    ) -> io::Result<Self> {
        let mut output = Self {
            place,
            paint,
            columns,
            form,
            explained: Explained::default(),
            empty: true,
            end: RunEnd::default(),
        };
        output.place.write((form.open)().as_bytes())?;
        Ok(output)
    }

    /// The same in which findings that repeat are folded, but those of these rules.
    pub(super) fn folding(self, unfolded: Vec<&'static str>) -> Self {
        Self {
            explained: Explained::folding(unfolded),
            ..self
        }
    }

    /// The directory of the shards, if it goes there.
    pub(super) fn directory(&self) -> Option<PathBuf> {
        match &self.place {
            Place::Target(_) => None,
            Place::Shards(shards) => Some(shards.root()),
        }
    }

    /// Refuses to replace an input that is met.
    ///
    /// # Errors
    ///
    /// When this is the file that is written.
    pub(super) fn spare(&self, read: &Source) -> io::Result<()> {
        match &self.place {
            Place::Target(target) => spare(target, read),
            // They are in a directory of their own.
            Place::Shards(_) => Ok(()),
        }
    }

    /// Adds a stretch of entries.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn piece(&mut self, piece: &Piece, options: &RenderOptions) -> io::Result<()> {
        if let Place::Shards(shards) = &mut self.place {
            shards.make_room(piece.records)?;
            shards.count(piece.records, piece.findings.iter().sum());
        }
        for (sum, count) in self.end.findings.iter_mut().zip(piece.findings) {
            *sum += count;
        }
        if piece.entries.is_empty() {
            return Ok(());
        }
        let entries = self.explained.whole(&piece.entries, options);
        self.entry(&entries)
    }

    /// Adds a path that could not be read.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn fail(&mut self, failure: &Failure, language: Language) -> io::Result<()> {
        let why = Reason::of(&failure.error);
        let why = why.in_language(language);
        self.end.fail(&failure.shown, &why);
        let entry = (self.form.unread)(&failure.shown, &why);
        if entry.is_empty() {
            return Ok(());
        }
        self.entry(entry.as_bytes())
    }

    fn entry(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.empty {
            self.place.write(self.form.between.as_bytes())?;
        }
        self.empty = false;
        self.place.write(bytes)
    }

    /// Shows what was written so far, where it goes to a stream.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn show(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Target(target) => target.flush(),
            Place::Shards(_) => Ok(()),
        }
    }

    /// The number of findings that were written.
    pub(super) fn findings(&self) -> u64 {
        self.end.findings.iter().sum()
    }

    /// Writes what the output ends with, then `more`. A file is whole then, and has not got its name.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn close(mut self, run: &RunStats, options: &RenderOptions, more: &[u8]) -> io::Result<Place> {
        self.end.whole = run.has_read_all() && !run.files.is_nothing();
        self.place
            .write((self.form.close)(&self.end, options).as_bytes())?;
        self.place
            .write(self.explained.folded(options.language).as_bytes())?;
        self.place.write(more)?;
        if let Place::Target(target) = &mut self.place {
            target.settle()?;
        }
        Ok(self.place)
    }
}

/// Whether two paths, of which neither need lead to a file yet, are of one place.
pub(super) fn is_same_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
        Some((folder.ok()?, path.file_name()?.to_owned()))
    };
    let is_same = |one: Option<_>, other: Option<_>| one.is_some() && one == other;
    one == other
        || is_same(place(one), place(other))
        || Identity::of(one).is_some_and(|it| Identity::of(other) == Some(it))
}

/// Refuses to replace an input that is met.
///
/// # Errors
///
/// When this is the file that is written.
pub(super) fn spare(target: &Target, read: &Source) -> io::Result<()> {
    read.file().map_or(Ok(()), |path| target.spare(path))
}

/// So much of a file tells whether it holds a record; no record in JSON is larger.
const HEAD: u64 = 16 << 20;

/// Whether a file that is there is a game record: by its name, or, where its name says nothing, by what is in it. No
/// such file is replaced, an input or not: that would be a slip of the hand.
fn holds_record(path: &Path) -> bool {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if !real.is_file() {
        return false;
    }
    extension(&real).is_some_and(is_of_records) || looks_like_record(&real)
}

/// What cannot be read is none that could be lost by it.
fn looks_like_record(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let text = text::decode(&head, None);
    let is_one = |record: Record<'_>| {
        !record.gaps.iter().any(|gap| {
            matches!(
                gap.kind,
                GapKind::UnreadableRecord(_) | GapKind::UnreadableJson(_)
            )
        })
    };
    read.is_ok() && notation::records(&text, notation::detect(&text, None)).any(is_one)
}

fn is_record() -> io::Error {
    Reason::error(
        io::ErrorKind::AlreadyExists,
        say(
            "this file is a game record and is not overwritten",
            "棋譜のファイルであり、上書きしない",
        ),
    )
}

/// Writes all of a small output of this content, which is made of no file, to standard output.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn print(bytes: &[u8], content: Payload) -> io::Result<()> {
    print_beside(bytes, content, &Kept::begin())
}

/// Writes all of a small output of this content to standard output, which must go to no file that is kept.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn print_beside(bytes: &[u8], content: Payload, kept: &Kept) -> io::Result<()> {
    // Words were given their colours, or none, when they were put together.
    let mut stdout = Target::stdout(content, ColorChoice::Always, kept)?;
    stdout.write_all(bytes)?;
    stdout.land()
}

// Which kind of file a name promises.

/// The extensions by which files are known, those of one kind together and the usual one first; those of game records
/// stand with their notations. Any other is nobody's.
const KINDS: &[&[&str]] = &[
    &["csv"],
    // A line of JSON Lines is JSON, and people call both by either name.
    &["json", "jsonl", "ndjson"],
    // SARIF is JSON, too.
    &["sarif", "json"],
    &["xml"],
    &["html", "htm", "xhtml"],
    &["svg"],
    &["toml"],
    // Archives and what is compressed.
    &[
        "zip", "tar", "gz", "tgz", "bz2", "tbz2", "xz", "txz", "zst", "7z", "rar", "lzh", "lha",
    ],
    // Other pictures.
    &["png", "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "ico"],
    // Documents and sheets of office programs.
    &[
        "pdf", "ps", "doc", "docx", "odt", "rtf", "xls", "xlsx", "xlsm", "ods",
    ],
];

/// What programs open by its extension alone, so that it has one of its own or none.
const OPENED_BY_NAME: [&str; 2] = ["html", "svg"];

/// The extension of a path.
pub(super) fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|it| it.to_str())
}

/// Whether a file of this name would be taken for something else than what is written, of which this is the usual
/// extension.
pub(super) fn promises_other(path: &Path, usual: &str) -> bool {
    let Some(extension) = extension(path) else {
        return false;
    };
    let is_known_by = |kind: &[&str]| kind.iter().any(|it| it.eq_ignore_ascii_case(extension));
    let own = kinds().find(|kind| kind.contains(&usual));
    !own.is_some_and(is_known_by) && (OPENED_BY_NAME.contains(&usual) || kinds().any(is_known_by))
}

/// All kinds. What is no record comes first: not all JSON is JKF.
fn kinds() -> impl Iterator<Item = &'static [&'static str]> {
    let records = NOTATIONS.iter().map(|notation| notation.extensions);
    KINDS.iter().copied().chain(records)
}

// `--output-dir`: the output in many files, which put together are the output.

/// A shard has so many records at most.
const RECORDS: u64 = 1_000;

/// What tells of all shards.
const INDEX: &str = "index.json";

/// The shards of an output.
pub(super) struct Shards {
    store: Store,
    /// The directory as it was typed.
    name: String,
    form: &'static ReportForm,
    /// What the next one holds so far.
    bytes: Vec<u8>,
    records: u64,
    findings: u64,
    index: Index,
    /// Whether all of it is on the disk.
    landed: bool,
}

/// What `index.json` says.
#[derive(Serialize)]
struct Index {
    schema: u32,
    format: &'static str,
    records: u64,
    findings: u64,
    shards: Vec<Shard>,
}

#[derive(Serialize)]
struct Shard {
    name: String,
    records: u64,
    findings: u64,
    bytes: usize,
    sha256: String,
}

impl Shards {
    /// Opens a directory that is not there yet, or empty.
    ///
    /// # Errors
    ///
    /// When something is in it, or it cannot be made.
    pub(super) fn open(directory: &Path, form: &'static ReportForm, kept: Kept) -> io::Result<Self> {
        let name = spelled(directory);
        let about = |error: io::Error| Reason::about(&Message::same(name.clone()), &error);
        if fs::read_dir(directory).is_ok_and(|mut it| it.next().is_some()) {
            let first = directory.join(shard_name(1, form));
            let why = if first.exists() && !directory.join(INDEX).exists() {
                say(
                    "this directory contains files of a run that was killed; delete them, or specify a new directory",
                    "強制終了した実行のファイルがこのフォルダに残っている。それらを削除するか、新しいフォルダを指定する",
                )
            } else {
                say(
                    "this directory is not empty; specify a new one, or delete its contents",
                    "フォルダが空でない。新しいフォルダを指定するか、中身を削除する",
                )
            };
            return Err(about(Reason::error(io::ErrorKind::AlreadyExists, why)));
        }
        Ok(Self {
            store: Store::open(directory, false, kept).map_err(about)?,
            name,
            form,
            bytes: Vec::new(),
            records: 0,
            findings: 0,
            index: Index {
                schema: 1,
                format: form.name,
                records: 0,
                findings: 0,
                shards: Vec::new(),
            },
            landed: false,
        })
    }

    /// The directory, with no link left in it.
    pub(super) fn root(&self) -> PathBuf {
        self.store.root().to_owned()
    }

    /// Makes room for so many more records, which stand together.
    ///
    /// # Errors
    ///
    /// When a shard cannot be written.
    pub(super) fn make_room(&mut self, records: u64) -> io::Result<()> {
        if self.records > 0 && self.records + records > RECORDS {
            self.write()?;
        }
        Ok(())
    }

    /// Adds to the shard what so many records came to.
    pub(super) fn count(&mut self, records: u64, findings: u64) {
        self.records += records;
        self.findings += findings;
    }

    /// Adds output to the shard.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes the shard.
    fn write(&mut self) -> io::Result<()> {
        let name = shard_name(self.index.shards.len() + 1, self.form);
        let bytes = std::mem::take(&mut self.bytes);
        self.file(&name, &bytes, self.records)?;
        self.index.records += self.records;
        self.index.findings += self.findings;
        self.index.shards.push(Shard {
            name,
            records: std::mem::take(&mut self.records),
            findings: std::mem::take(&mut self.findings),
            bytes: bytes.len(),
            sha256: hexadecimal(&Sha256::digest(&bytes)),
        });
        Ok(())
    }

    fn file(&mut self, name: &str, bytes: &[u8], records: u64) -> io::Result<()> {
        let mut file = self.store.begin(Path::new(name))?;
        file.write_all(bytes)?;
        self.store.finish(file, records)
    }

    /// Writes the last shard and, when all are on the disk, what tells of them. A run that was interrupted leaves nothing.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub(super) fn land(mut self, run: &RunStats) -> io::Result<()> {
        if run.interrupted {
            run.unwritten(&self.name);
            return Ok(());
        }
        self.write()?;
        self.store.land()?;
        let mut index = serde_json::to_vec_pretty(&self.index).map_err(io::Error::other)?;
        index.push(b'\n');
        self.file(INDEX, &index, 0)?;
        self.store.land()?;
        self.landed = true;
        Ok(())
    }
}

/// Without all shards and the index, what was written is of no use, and would be in the way of the next run.
impl Drop for Shards {
    fn drop(&mut self) {
        if self.landed {
            return;
        }
        for shard in &self.index.shards {
            // What cannot be removed is told by the next run that is to write here.
            let _ = self.store.remove(Path::new(&shard.name));
        }
    }
}

/// The name of a shard, with so many digits that names sort in order up to the archives that there are.
fn shard_name(number: usize, form: &ReportForm) -> String {
    format!("part-{number:08}.{}", form.extension)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('0');
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_promises_what_its_extension_says() {
        for (usual, fits, promises_another) in [
            (
                "txt",
                "a a.txt a.log .html a.csv.bak 棋譜.表",
                "a.csv a.json a.HTML a.kif a.gz a.png a.toml a.pdf",
            ),
            (
                "csv",
                "a a.csv A.CSV a.tsv a.txt a.kif.csv",
                "a.csv.gz a.xhtml a.svg a.json a.kifu a.jpeg a.xlsx",
            ),
            ("json", "a.json a.jsonl", "a.csv a.jkf"),
            ("html", "a a.html a.htm a.XHTML", "a.txt a.csv a.foo a.svg"),
            ("svg", "a a.svg", "a.png a.html a.foo"),
            (
                "csa",
                "a a.csa a.txt a.CSA",
                "a.kif a.html a.svg a.png a.csv a.csa.gz a.json a.toml",
            ),
            ("kif", "a.kif a.kifu", "a.ki2 a.csa"),
            ("jkf", "a.jkf a.json", "a.jsonl"),
            ("usi", "a.usi a.sfen", "a.usen"),
        ] {
            for (names, expected) in [(fits, false), (promises_another, true)] {
                for name in names.split(' ') {
                    assert_eq!(
                        promises_other(Path::new(name), usual),
                        expected,
                        "{usual}: {name}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_notation_may_have_its_own_extensions() {
        for target in crate::notation::targets() {
            let name = format!("a.{}", target.extension);
            assert!(!promises_other(Path::new(&name), target.extension), "{name}");
        }
    }
}
