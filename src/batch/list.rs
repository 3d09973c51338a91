//! A list of paths in a file: `--files-from`.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, stdin};
use std::path::{Path, PathBuf};

use super::input::STDIN;
use crate::finding::{Reason, say};
use crate::output::flows;
use crate::text::found;

/// No path is longer: what has so many bytes without an end is no list.
const LONGEST: u64 = 64 << 10;

fn too_long() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidData,
        say(
            "not a list of paths: a line is too long for a path",
            "パスの一覧ではない。パスとしては長すぎる行がある",
        ),
    )
}

fn in_utf16() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidData,
        say(
            "this list is in UTF-16 (the default of PowerShell); save it as UTF-8 (`| Out-File -Encoding utf8`)",
            "この一覧はUTF-16である（PowerShellの既定）。UTF-8で保存する（`| Out-File -Encoding utf8`）",
        ),
    )
}

/// Where a list of paths stands and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The file with the list; `-` is standard input.
    pub path: PathBuf,
    /// NUL stands between the paths; otherwise the end of a line does.
    pub null: bool,
}

impl List {
    /// Whether the list is read from standard input.
    pub fn is_stdin(&self) -> bool {
        self.path == Path::new(STDIN)
    }

    /// Whether it comes through a pipe, and so only once.
    pub(crate) fn flows(&self) -> bool {
        self.is_stdin() || fs::metadata(&self.path).is_ok_and(|it| flows(it.file_type()))
    }

    /// Opens the list, to read it path by path.
    ///
    /// # Errors
    ///
    /// When the file with the list cannot be opened.
    pub(super) fn open(&self) -> io::Result<Entries> {
        let reader: Box<dyn BufRead + Send> = if self.is_stdin() {
            Box::new(BufReader::new(stdin()))
        } else {
            Box::new(BufReader::new(File::open(&self.path)?))
        };
        Ok(Entries {
            reader,
            null: self.null,
            is_at_start: true,
        })
    }
}

/// The paths of an open list, one at a time.
pub(super) struct Entries {
    reader: Box<dyn BufRead + Send>,
    null: bool,
    /// Whether nothing has been read.
    is_at_start: bool,
}

impl Iterator for Entries {
    type Item = io::Result<PathBuf>;

    fn next(&mut self) -> Option<io::Result<PathBuf>> {
        let end = if self.null { b'\0' } else { b'\n' };
        loop {
            let mut entry = Vec::new();
            match (&mut self.reader).take(LONGEST + 1).read_until(end, &mut entry) {
                Ok(0) => return None,
                Ok(length) if length as u64 > LONGEST => return Some(Err(too_long())),
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
            if std::mem::take(&mut self.is_at_start) {
                match &entry[..] {
                    [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => return Some(Err(in_utf16())),
                    // Editors on Windows put a byte order mark there.
                    [0xEF, 0xBB, 0xBF, ..] => drop(entry.drain(..3)),
                    _ => {}
                }
            }
            if entry.last() == Some(&end) {
                entry.pop();
            }
            if !self.null && entry.last() == Some(&b'\r') {
                entry.pop();
            }
            let is_blank = !self.null && entry.trim_ascii().is_empty();
            if !entry.is_empty() && !is_blank {
                return Some(path(entry).map(found));
            }
        }
    }
}

#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "on other systems not every name is a path"
)]
fn path(bytes: Vec<u8>) -> io::Result<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Ok(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn path(bytes: Vec<u8>) -> io::Result<PathBuf> {
    String::from_utf8(bytes)
        .map(PathBuf::from)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(list: &'static [u8], null: bool) -> Vec<PathBuf> {
        Entries {
            reader: Box::new(list),
            null,
            is_at_start: true,
        }
        .map(Result::unwrap)
        .collect()
    }

    #[test]
    fn a_path_is_a_line_or_ends_with_nul() {
        assert_eq!(
            read(b"a b.kif\r\n\n./c.csa", false),
            ["a b.kif", "./c.csa"].map(PathBuf::from)
        );
        assert_eq!(
            read(b"a\nb.kif\0c.csa\0", true),
            ["a\nb.kif", "c.csa"].map(PathBuf::from)
        );
        assert_eq!(read(b"", false), <[PathBuf; 0]>::default());
        assert_eq!(
            read(b"\xEF\xBB\xBFa.kif\r\n  \r\n\t\n b.kif\n", false),
            ["a.kif", " b.kif"].map(PathBuf::from)
        );
        assert_eq!(read(b" \0a.kif", true), [" ", "a.kif"].map(PathBuf::from));
    }

    #[test]
    fn what_has_no_line_end_is_no_list() {
        for (length, is_path) in [(LONGEST, true), (LONGEST + 1, false)] {
            let path = io::repeat(b'x').take(length);
            let mut entries = Entries {
                reader: Box::new(BufReader::new(path)),
                null: false,
                is_at_start: true,
            };
            assert_eq!(entries.next().unwrap().is_ok(), is_path, "{length}");
        }
    }
}
