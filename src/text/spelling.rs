//! Paths as text, and the way back to the file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// An escaped byte that no name has: it says nothing but that there is something escaped.
const NOTHING: &str = "%00";

/// A path as text that leads back to it ([`found`]).
///
/// What is UTF-8 stays as it is. In the name of a file or a directory that is not, every byte that belongs to no
/// character is written as `%8F`, and a `%` as `%25`. Where another file bears the very name that comes of this, `%00` stands
/// before it.
pub(crate) fn spelled(path: &Path) -> String {
    if let Some(text) = path.to_str() {
        return text.to_owned();
    }
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut text = String::with_capacity(bytes.len() + 16);
    let mut start = 0;
    for name in names(bytes) {
        match std::str::from_utf8(name) {
            Ok(name) => text.push_str(name),
            Err(_) => text.push_str(&unmistakable(&bytes[..start], name)),
        }
        start += name.len();
    }
    text
}

/// The path that is meant by one that may have been [`spelled`]: a file that is really called so comes first.
pub(crate) fn found(path: PathBuf) -> PathBuf {
    if !path.as_os_str().as_encoded_bytes().contains(&b'%') || path.symlink_metadata().is_ok() {
        return path;
    }
    there(&path)
}

/// The names in a path, each with the separator after it.
fn names(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split_inclusive(|&byte| std::path::is_separator(byte.into()))
}

/// A name as it is spelled, such that no other file in the directory `before` is called so.
fn unmistakable(before: &[u8], name: &[u8]) -> String {
    let mut spelling = escaped(name);
    while is_there(before, spelling.as_bytes()) {
        spelling.insert_str(0, NOTHING);
    }
    spelling
}

/// A name with the bytes that are no UTF-8 escaped.
fn escaped(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len() * 3);
    for chunk in name.utf8_chunks() {
        text.push_str(&chunk.valid().replace('%', "%25"));
        for byte in chunk.invalid() {
            // Writing into a string cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// The bytes of a name that was escaped; `None` where they are UTF-8, whose names are never escaped.
#[cfg(unix)]
fn unescaped(name: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16);
    let mut bytes = Vec::with_capacity(name.len());
    let mut at = 0;
    while let Some(&byte) = name.get(at) {
        let digits = (digit(name.get(at + 1)), digit(name.get(at + 2)));
        if let (b'%', (Some(high), Some(low))) = (byte, digits) {
            bytes.extend(u8::try_from(high * 16 + low).ok().filter(|&it| it != 0));
            at += 3;
        } else {
            bytes.push(byte);
            at += 1;
        }
    }
    std::str::from_utf8(&bytes).is_err().then_some(bytes)
}

/// The path with every name unescaped that is not there as it is, and is there unescaped.
#[cfg(unix)]
fn there(path: &Path) -> PathBuf {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let mut real = Vec::new();
    for name in names(path.as_os_str().as_encoded_bytes()) {
        let meant = unescaped(name).filter(|it| !is_there(&real, name) && is_there(&real, it));
        real.extend_from_slice(meant.as_deref().unwrap_or(name));
    }
    OsString::from_vec(real).into()
}

/// The path with every name unescaped: here no name can be made of any bytes.
#[cfg(not(unix))]
fn there(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Whether something has this name in the directory `before`.
#[cfg(unix)]
fn is_there(before: &[u8], name: &[u8]) -> bool {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let path = [before, name].concat();
    Path::new(OsStr::from_bytes(&path)).symlink_metadata().is_ok()
}

/// Whether something has this name in the directory `before`.
#[cfg(not(unix))]
fn is_there(_: &[u8], _: &[u8]) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    fn path(bytes: &[u8]) -> &Path {
        Path::new(OsStr::from_bytes(bytes))
    }

    #[test]
    fn what_is_no_utf8_is_escaped_name_by_name() {
        for (bytes, expected) in [
            (&b"a/b.kif"[..], "a/b.kif"),
            (b"100%/%8F.kif", "100%/%8F.kif"),
            (b"\x8F\xAC.kif", "%8F%AC.kif"),
            (b"./100%//\x8F%.kif/", "./100%//%8F%25.kif/"),
            ("棋\u{1b}".as_bytes(), "棋\u{1b}"),
            (b"\xE6\xA3/\xFF", "%E6%A3/%FF"),
        ] {
            assert_eq!(spelled(path(bytes)), expected);
        }
    }

    /// Files whose names are mistaken for each other easily: each is found by what is said of it, and by its own name.
    #[test]
    fn every_file_is_found_by_its_spelling() {
        let top = tempfile::tempdir().unwrap();
        let names: &[&[u8]] = &[
            b"%8F.kif",
            b"\x8F.kif",
            b"%258F.kif",
            b"%\x8F.kif",
            b"%25%8F.kif",
            b"%00%8F.kif",
            b"%00\x8F.kif",
            b"\x8F",
            b"%8F",
            b"%25\x8F.kif",
            b"%8F%2Ekif",
            b"\x8Fa\x8F",
            b"%8Fa\x8F",
            b"%8Fa%8F",
            b"100%.kif",
            b"%41.kif",
            b"A.kif",
        ];
        let folders: &[&[u8]] = &[b"plain", b"\x95\x88", b"%95%88", b"50%95", b"50\x95"];
        let mut spellings = std::collections::HashSet::new();
        for folder in folders {
            let folder = top.path().join(path(folder));
            fs::create_dir(&folder).unwrap();
            for name in names {
                fs::write(folder.join(path(name)), "").unwrap();
            }
        }
        for folder in folders {
            for name in names {
                let file = top.path().join(path(folder)).join(path(name));
                let spelling = spelled(&file);
                assert_eq!(found(PathBuf::from(&spelling)), file, "{spelling}");
                assert_eq!(found(file.clone()), file);
                assert!(spellings.insert(spelling));
            }
        }
    }

    #[test]
    fn what_is_not_there_stays_as_it_is() {
        let gone = PathBuf::from("/nowhere/%8F.kif");
        assert_eq!(found(gone.clone()), gone);
    }
}
