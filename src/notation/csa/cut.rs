//! Where one record of a text ends.

use memchr::{memchr2, memchr2_iter, memmem, memrchr, memrchr2};

use crate::notation::stretch::{STRETCH, stretch};

/// Length of the first record: up to and with the line `/` after it, or up to a version line after moves, as it is
/// left by joining files without that line. What follows without starting another record belongs to it.
pub(super) fn first_record(text: &str) -> usize {
    let bytes = text.as_bytes();
    let begin = skip(bytes, 0, is_empty_or_separator);
    // Up to here there is no move.
    let mut searched = begin;
    for at in memchr2_iter(b'/', b'V', &bytes[begin..]).map(|at| begin + at) {
        if bytes[at] == b'/' {
            if is_separator(bytes, at) {
                return closing(bytes, skip(bytes, at, is_empty_or_separator));
            }
        } else if is_version(bytes, at) {
            searched = skip(bytes, searched, |line| !is_move(line));
            if searched < at {
                return at;
            }
        }
    }
    bytes.len()
}

/// The first lines of a text, as [`stretch`] has them; but a line of statements that crosses the end is cut after a
/// comma, for whole games stand on one line. Comments, names and the like have commas of their own.
pub(super) fn statements(text: &str) -> &str {
    let lines = stretch(text);
    let Some(head) = lines.as_bytes().get(..STRETCH) else {
        return lines;
    };
    let line = memrchr2(b'\n', b'\r', head).map_or(0, |newline| newline + 1);
    let head = &head[line..];
    let has_commas_of_its_own = memchr2(b'\'', b'$', head).is_some()
        || [b"N+", b"N-"]
            .iter()
            .any(|name| memmem::find(head, *name).is_some());
    match memrchr(b',', head) {
        Some(comma) if !has_commas_of_its_own && lines.len() > STRETCH => &lines[..=line + comma],
        _ => lines,
    }
}

/// The end of a record whose last line ends at `end`: a comment after the last `/` starts no other.
fn closing(bytes: &[u8], end: usize) -> usize {
    let behind = skip(bytes, end, is_empty_or_comment);
    if behind == bytes.len() { behind } else { end }
}

/// The start of the first line, from `at` on, that is not as wanted.
fn skip(bytes: &[u8], mut at: usize, wanted: fn(&[u8]) -> bool) -> usize {
    while at < bytes.len() {
        let line = line(bytes, at);
        if !wanted(line) {
            break;
        }
        at += line.len() + 1;
    }
    at.min(bytes.len())
}

/// The line from `at` on, without its end.
fn line(bytes: &[u8], at: usize) -> &[u8] {
    let rest = &bytes[at..];
    &rest[..memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())]
}

fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Whether a `/` is alone on its line.
fn is_separator(bytes: &[u8], slash: usize) -> bool {
    let before = bytes[..slash].iter().rev().find(|&&byte| !is_blank(byte));
    before.is_none_or(|&byte| is_line_end(byte)) && line(bytes, slash).trim_ascii() == b"/"
}

/// Whether a `V` begins a version line; a byte order mark may stand before it.
fn is_version(bytes: &[u8], letter: usize) -> bool {
    let before = &bytes[..letter];
    let before = before.strip_suffix("\u{feff}".as_bytes()).unwrap_or(before);
    before.last().copied().is_none_or(is_line_end) && bytes.get(letter + 1).is_some_and(u8::is_ascii_digit)
}

fn is_empty_or_separator(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), b"" | b"/")
}

fn is_empty_or_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), [] | [b'\'', ..])
}

fn is_move(line: &[u8]) -> bool {
    matches!(line, [b'+' | b'-', b'0'..=b'9', ..])
}

#[cfg(test)]
mod tests {
    use super::{STRETCH, first_record, statements};

    #[test]
    fn records_are_cut_at_lone_slashes() {
        for (text, first) in [
            ("", ""),
            ("PI\n+\n", "PI\n+\n"),
            ("PI\n/\nPI\n", "PI\n/\n"),
            ("PI\r\n/ \t\r\nPI\r\n", "PI\r\n/ \t\r\n"),
            ("PI\r/\rPI\r", "PI\r/\r"),
            ("PI\n  /\nPI\n", "PI\n  /\n"),
            ("PI\n/", "PI\n/"),
            ("PI\n/\n/\n\n/\nPI\n", "PI\n/\n/\n\n/\n"),
            ("\n/\n/\nPI\n/\nP1\n", "\n/\n/\nPI\n/\n"),
            (
                "$START_TIME:2024/05/05\nPI\n/x\n'/\n//\n",
                "$START_TIME:2024/05/05\nPI\n/x\n'/\n//\n",
            ),
            ("PI\n/\n'done\n\n'really\n", "PI\n/\n'done\n\n'really\n"),
            ("PI\n/\n'next\nPI\n", "PI\n/\n"),
            ("/", "/"),
        ] {
            assert_eq!(&text[..first_record(text)], first, "{text:?}");
        }
    }

    #[test]
    fn a_long_line_is_cut_behind_commas_where_they_stand_between_statements() {
        let moves = "+7776FU,T12,".repeat(20_000);
        let lengths = |text: &str| {
            let (mut at, mut lengths) = (0, Vec::new());
            while at < text.len() {
                let part = statements(&text[at..]);
                assert!(part.ends_with(',') || at + part.len() == text.len(), "{part:?}");
                at += part.len();
                lengths.push(part.len());
            }
            lengths
        };
        assert_eq!(lengths(&moves).len(), moves.len() / STRETCH + 1);
        for own in ["'", "$EVENT:", "N+", "+7776FU,'"] {
            assert_eq!(lengths(&format!("{own}{moves}")).len(), 1, "{own}");
        }
    }

    #[test]
    fn records_are_cut_at_a_version_behind_moves() {
        for (text, first) in [
            ("V2.2\nPI\n+\n+7776FU\nV2.2\nPI\n", "V2.2\nPI\n+\n+7776FU\n"),
            ("N+V2\nPI\n+7776FU\n%TORYO\nV2\n", "N+V2\nPI\n+7776FU\n%TORYO\n"),
            ("V2\nV3.0\nPI\n+\n+7776FU\n", "V2\nV3.0\nPI\n+\n+7776FU\n"),
            (
                "V2\n+\n+7776FU\n'V2\n%TORYO\nVV\n",
                "V2\n+\n+7776FU\n'V2\n%TORYO\nVV\n",
            ),
            ("V2\nV2\n+7776FU\nV2\n/\nV2\n", "V2\nV2\n+7776FU\n"),
        ] {
            assert_eq!(&text[..first_record(text)], first, "{text:?}");
        }
    }
}
