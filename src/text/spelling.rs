//! Conversion of paths to text and back.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The escape of the zero byte, which no file name contains. This escape in front of an escaped name makes the name unique.
const ESCAPE_MARK: &str = "%00";

/// Returns a path as text from which [`path_from_text`] recovers the path.
///
/// A path in UTF-8 is not changed. In a file or directory name that is not UTF-8, each invalid byte is written as `%` with
/// two hexadecimal digits, such as `%8F`, and `%` as `%25`. If a different file has the escaped name, `%00` is put in front.
pub(crate) fn path_to_text(path: &Path) -> String {
    if let Some(text) = path.to_str() {
        return text.to_owned();
    }
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut text = String::with_capacity(bytes.len() + 16);
    let mut start = 0;
    for name in path_components(bytes) {
        match std::str::from_utf8(name) {
            Ok(name) => text.push_str(name),
            Err(_) => text.push_str(&unique_spelling(&bytes[..start], name)),
        }
        start += name.len();
    }
    text
}

/// Returns the path for a text that [`path_to_text`] may have produced. If a file with the unchanged path exists, the path is
/// returned unchanged.
pub(crate) fn path_from_text(path: PathBuf) -> PathBuf {
    if !path.as_os_str().as_encoded_bytes().contains(&b'%') || path.symlink_metadata().is_ok() {
        return path;
    }
    resolve(&path)
}

/// Splits a path into its names, each with the separator after it.
fn path_components(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split_inclusive(|&byte| std::path::is_separator(byte.into()))
}

/// Returns an escaped spelling of a name that is not the name of another file in the directory `before`.
fn unique_spelling(before: &[u8], name: &[u8]) -> String {
    let mut spelling = escaped(name);
    while exists_in(before, spelling.as_bytes()) {
        spelling.insert_str(0, ESCAPE_MARK);
    }
    spelling
}

/// Returns a name with the bytes that are not UTF-8 escaped.
fn escaped(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len() * 3);
    for chunk in name.utf8_chunks() {
        text.push_str(&chunk.valid().replace('%', "%25"));
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// Returns the bytes of an escaped name, without `%00`. Returns `None` if these bytes are valid UTF-8, because such a name
/// is never escaped.
#[cfg(unix)]
fn unescaped(name: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16);
    let mut bytes = Vec::with_capacity(name.len());
    let mut index = 0;
    while let Some(&byte) = name.get(index) {
        let digits = (digit(name.get(index + 1)), digit(name.get(index + 2)));
        if let (b'%', (Some(high), Some(low))) = (byte, digits) {
            bytes.extend(u8::try_from(high * 16 + low).ok().filter(|&decoded| decoded != 0));
            index += 3;
        } else {
            bytes.push(byte);
            index += 1;
        }
    }
    std::str::from_utf8(&bytes).is_err().then_some(bytes)
}

/// Returns the path with names unescaped. A name is unescaped only if no file with the escaped name exists, but one with the
/// unescaped name does.
#[cfg(unix)]
fn resolve(path: &Path) -> PathBuf {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let mut resolved = Vec::new();
    for name in path_components(path.as_os_str().as_encoded_bytes()) {
        let decoded =
            unescaped(name).filter(|decoded| !exists_in(&resolved, name) && exists_in(&resolved, decoded));
        resolved.extend_from_slice(decoded.as_deref().unwrap_or(name));
    }
    OsString::from_vec(resolved).into()
}

/// Returns the path unchanged, because file names on this system cannot have arbitrary bytes.
#[cfg(not(unix))]
fn resolve(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Returns whether a file with this name exists in the directory `before`.
#[cfg(unix)]
fn exists_in(before: &[u8], name: &[u8]) -> bool {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let path = [before, name].concat();
    Path::new(OsStr::from_bytes(&path)).symlink_metadata().is_ok()
}

/// Returns `false`: file names on this system are not escaped, so there is nothing to distinguish.
#[cfg(not(unix))]
fn exists_in(_: &[u8], _: &[u8]) -> bool {
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
    fn components_that_are_not_utf8_are_escaped() {
        for (bytes, expected) in [
            (&b"a/b.kif"[..], "a/b.kif"),
            (b"100%/%8F.kif", "100%/%8F.kif"),
            (b"\x8F\xAC.kif", "%8F%AC.kif"),
            (b"./100%//\x8F%.kif/", "./100%//%8F%25.kif/"),
            ("棋\u{1b}".as_bytes(), "棋\u{1b}"),
            (b"\xE6\xA3/\xFF", "%E6%A3/%FF"),
        ] {
            assert_eq!(path_to_text(path(bytes)), expected);
        }
    }

    #[test]
    fn every_file_is_found_by_its_escaped_path() {
        // The names and their escaped spellings are easily confused with each other.
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
                let spelling = path_to_text(&file);
                assert_eq!(path_from_text(PathBuf::from(&spelling)), file, "{spelling}");
                assert_eq!(path_from_text(file.clone()), file);
                assert!(spellings.insert(spelling));
            }
        }
    }

    #[test]
    fn paths_of_missing_files_are_unchanged() {
        let missing = PathBuf::from("/nowhere/%8F.kif");
        assert_eq!(path_from_text(missing.clone()), missing);
    }
}
