//! Names that a file can have on every system.

use std::ffi::{OsStr, OsString};

/// What stands in the place of a character that a name cannot have everywhere.
const INSTEAD: char = '_';

/// Names of devices on Windows, which are those of no file there, whatever extension follows.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Names of devices on Windows where a digit follows, be it a raised one.
const PORTS: [&str; 2] = ["com", "lpt"];

/// The name of an input as one that an output can have.
pub(super) fn portable(name: &OsStr) -> OsString {
    let Some(text) = name.to_str() else {
        return without_control_bytes(name);
    };
    let end = text.trim_end_matches(['.', ' ']).len();
    let mut clean = String::with_capacity(text.len() + 1);
    if is_device(text) {
        clean.push(INSTEAD);
    }
    for (at, c) in text.char_indices() {
        clean.push(if at >= end || is_trouble(c) { INSTEAD } else { c });
    }
    clean.into()
}

/// Characters that give orders to a terminal, and those that mean something else on Windows.
fn is_trouble(c: char) -> bool {
    c.is_control() || matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*' | '\\')
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ');
    let stem = stem.to_lowercase();
    let mut characters = stem.chars();
    let last = characters.next_back();
    DEVICES.contains(&&*stem)
        || PORTS.contains(&characters.as_str())
            && last.is_some_and(|it| matches!(it, '0'..='9' | '¹' | '²' | '³'))
}

/// A name in an unknown encoding. No Windows has such, and a byte that looks like `\` may be half a kanji: only what is
/// an order to a terminal in any encoding goes.
#[cfg(unix)]
fn without_control_bytes(name: &OsStr) -> OsString {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let clean = |&byte: &u8| if byte.is_ascii_control() { b'_' } else { byte };
    OsString::from_vec(name.as_bytes().iter().map(clean).collect())
}

/// A name in an unknown encoding.
#[cfg(not(unix))]
fn without_control_bytes(name: &OsStr) -> OsString {
    portable(OsStr::new(&*name.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_system_minds_stays() {
        for name in [
            "a.kif",
            ".a",
            "a b.kif",
            "棋譜.kif",
            "console.kif",
            "com.kif",
            "com10.kif",
            "xcon",
            "a.con",
            "コン",
            "wow!",
            "a'&;$().kif",
            "COMx",
        ] {
            assert_eq!(portable(name.as_ref()), name);
        }
    }

    #[test]
    fn what_some_system_minds_is_replaced() {
        for (name, expected) in [
            ("a\u{1b}[31m\u{7}\n\r\0\u{7f}\u{9b}.kif", "a_[31m______.kif"),
            (r#"<a>:"b"|c?*\d"#, "_a___b__c___d"),
            ("a. .", "a___"),
            ("...", "___"),
            ("con", "_con"),
            ("CON.kif", "_CON.kif"),
            ("Aux .tar.gz", "_Aux .tar.gz"),
            ("nul.", "_nul_"),
            ("com1.kif", "_com1.kif"),
            ("LPT¹", "_LPT¹"),
            ("CONIN$", "_CONIN$"),
        ] {
            assert_eq!(portable(name.as_ref()), expected, "{name:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn of_a_name_in_an_unknown_encoding_only_control_bytes_go() {
        use std::os::unix::ffi::OsStrExt;
        let clean = portable(OsStr::from_bytes(b"\x83\\\x1b\n\x7f\x95|.kif"));
        assert_eq!(clean, OsStr::from_bytes(b"\x83\\___\x95|.kif"));
    }
}
