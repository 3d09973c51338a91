//! The names of members.

use std::fmt::Write as _;

use crate::text::encoding_for_label;

/// A name as it stands in an archive: UTF-8, or `Shift_JIS` as programs of Japan wrote it for decades. A byte of neither is
/// written as `%8F`. Backslashes part it as slashes do.
pub(super) fn name(bytes: &[u8]) -> String {
    let name = match std::str::from_utf8(bytes) {
        Ok(name) => name.to_owned(),
        Err(_) => shift_jis(bytes).unwrap_or_else(|| escaped(bytes)),
    };
    plain(&name)
}

/// The same of a name that is a text.
pub(super) fn plain(name: &str) -> String {
    let name = name.replace('\\', "/");
    name.strip_prefix("./").map(str::to_owned).unwrap_or(name)
}

fn shift_jis(bytes: &[u8]) -> Option<String> {
    let encoding = encoding_for_label("shift_jis")?;
    let name = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(name.into_owned())
}

fn escaped(bytes: &[u8]) -> String {
    let mut name = String::new();
    for chunk in bytes.utf8_chunks() {
        name.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing into a string cannot fail.
            let _ = write!(name, "%{byte:02X}");
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_both_encodings() {
        for (bytes, expected) in [
            (&b"a/b.kif"[..], "a/b.kif"),
            (b"a\\b.kif", "a/b.kif"),
            (b"./a.kif", "a.kif"),
            ("棋譜/一局.kif".as_bytes(), "棋譜/一局.kif"),
            // 表 has a backslash as its second byte.
            (b"\x8a\xfb\x95\x88\x5c\x95\x5c.kif", "棋譜/表.kif"),
            (b"\xff\xfea.kif", "%FF%FEa.kif"),
        ] {
            assert_eq!(name(bytes), expected);
        }
    }
}
