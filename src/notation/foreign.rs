//! Formats of game records that are not supported, but recognized so that messages can state the format.

use crate::finding::Words;
use crate::record::gap::NoRecord;
use crate::shogi::Packing;
use crate::text::Text;

/// The extensions of unsupported formats, with the names of these formats.
const EXTENSIONS: [(&str, &str); 5] = [
    ("pgn", PGN),
    ("hcpe3", "hcpe3"),
    ("hcp", "hcp"),
    ("jpsn", "JPSN"),
    ("sgf", "SGF"),
];

/// The extension of opening books of `ShogiGUI`.
const SHOGIGUI_EXTENSION: &str = "sbk";

/// The extension of opening books of Apery, which other binary files also have.
const APERY_EXTENSION: &str = "bin";

/// Length of a record of an opening book of Apery (bytes).
const APERY_RECORD_BYTES: usize = 16;

/// Maximum number of records that are tested in an opening book of Apery.
const MAX_TESTED_RECORDS: usize = 4_096;

/// The beginnings of documents of other programs, with the names of their formats.
const DOCUMENTS: [(&str, &str); 3] = [("%PDF-", "PDF"), ("%!PS", "PostScript"), ("{\\rtf", "RTF")];

const PGN: &str = "PGN";

/// Returns the reason why a file has no record, if it is an opening book, a document or in an unsupported format: by its content
/// or its extension. Returns `None` for other files.
pub(super) fn reason(text: &Text<'_>, extension: Option<&str>) -> Option<NoRecord> {
    if let Some(format) = document(text.as_str()) {
        return Some(NoRecord::Document(format));
    }
    let has_extension = |it: &str| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(it));
    if has_extension(APERY_EXTENSION) && is_apery_book(text.source()) {
        return Some(NoRecord::Book(Words::untranslated("Apery")));
    }
    if has_extension(SHOGIGUI_EXTENSION) {
        return Some(NoRecord::Book(Words::untranslated("ShogiGUI")));
    }
    let format = by_extension(extension).or_else(|| by_content(text.as_str()));
    format.map(NoRecord::Foreign)
}

/// Returns whether a text is a document or a game of chess, which have no records, although their lines may be like those of a
/// record.
pub(super) fn has_no_records(text: &str) -> bool {
    document(text).is_some() || is_chess(text)
}

/// Minimum number of moves of chess in a game of chess.
const MIN_CHESS_MOVES: usize = 2;

/// Number of words in which moves of chess are searched.
const CHESS_WORDS: usize = 200;

/// Returns whether a text begins with a header of PGN and has moves of chess.
fn is_chess(text: &str) -> bool {
    if by_content(text).is_none() {
        return false;
    }
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('['));
    let words = lines.flat_map(str::split_whitespace).take(CHESS_WORDS);
    words.filter(|word| is_chess_move(word)).count() >= MIN_CHESS_MOVES
}

/// Returns whether a word is a move of chess, with or without a number: `1.e4`, `Nf3`, `Bxb5+`, `O-O`.
fn is_chess_move(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    if matches!(word, "O-O" | "O-O-O") {
        return true;
    }
    let word = word.strip_prefix(['K', 'Q', 'R', 'B', 'N']).unwrap_or(word);
    let [origin @ .., b'a'..=b'h', b'1'..=b'8'] = word.as_bytes() else {
        return false;
    };
    let is_origin_part = |byte: &u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x');
    origin.len() <= 3 && origin.iter().all(is_origin_part)
}

/// Returns the name of the format of a document, such as PDF; `None` for other texts.
fn document(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}');
    let mut documents = DOCUMENTS.iter();
    let (_, format) = documents.find(|(head, _)| text.starts_with(head))?;
    Some(format)
}

/// Returns whether bytes are those of an opening book of Apery, or the beginning of one: records in the order of their keys, each
/// with a possible move.
fn is_apery_book(bytes: &[u8]) -> bool {
    let records = bytes.as_chunks::<APERY_RECORD_BYTES>().0;
    let records = &records[..records.len().min(MAX_TESTED_RECORDS)];
    let key = |record: &[u8; APERY_RECORD_BYTES]| record.first_chunk().map(|it| u64::from_le_bytes(*it));
    let has_move = |record: &[u8; APERY_RECORD_BYTES]| {
        let packed = u16::from_le_bytes([record[8], record[9]]);
        Packing::APERY.unpack_move(packed).is_some()
    };
    !records.is_empty() && records.iter().is_sorted_by_key(key) && records.iter().all(has_move)
}

/// Returns the name of the unsupported format for an extension; `None` for other extensions.
pub(super) fn by_extension(extension: Option<&str>) -> Option<&'static str> {
    let extension = extension?;
    let entry = EXTENSIONS
        .iter()
        .find(|(it, _)| extension.eq_ignore_ascii_case(it));
    entry.map(|&(_, format)| format)
}

/// Recognizes PGN by a header at the beginning of the text: `[Event "?"]`. Returns `None` without headers.
fn by_content(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    // The first line of a text in another format may be long, so it is not searched for its end.
    let is_tag = text.starts_with('[') && text.lines().next().is_some_and(|line| is_tag(line.trim_end()));
    is_tag.then_some(PGN)
}

/// Returns whether a line is a header `[Name "value"]`.
fn is_tag(line: &str) -> bool {
    let Some((name, value)) = line.strip_prefix('[').and_then(|it| it.split_once(' ')) else {
        return false;
    };
    let is_name = name.starts_with(|it: char| it.is_ascii_uppercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let value = value.trim_start();
    is_name && value.starts_with('"') && value.ends_with("\"]")
}

#[cfg(test)]
mod tests {
    use super::{by_content, by_extension, document, is_apery_book};

    #[test]
    fn opening_books_of_apery_are_detected() {
        // The key of the start position, 7g7f, a count and a score.
        let first = *b"\x15\x7e\xad\xe1\xe7\x8e\xbe\xee\x3b\x1e\x64\0\x1e\0\0\0";
        let (mut later, mut no_square) = (first, first);
        later[7] = 0xff;
        no_square[8] = 0x7f;
        for (records, expected) in [
            (&[first][..], true),
            (&[first, first, later], true),
            (&[later, first], false),
            (&[first, no_square], false),
            (&[], false),
        ] {
            assert_eq!(is_apery_book(records.as_flattened()), expected, "{records:x?}");
        }
    }

    #[test]
    fn documents_are_detected_by_their_beginning() {
        for (text, format) in [
            ("%PDF-1.4\n1 0 obj\n", Some("PDF")),
            ("\u{feff}%!PS-Adobe-3.0\n", Some("PostScript")),
            ("{\\rtf1\\ansi\n+7776FU\\par\n", Some("RTF")),
            ("%TORYO\n", None),
            ("{\"header\":{}}", None),
            ("\n%PDF-1.4\n", None),
        ] {
            assert_eq!(document(text), format, "{text}");
        }
    }

    #[test]
    fn foreign_formats_are_detected_by_extension_or_headers() {
        assert_eq!(by_extension(Some("HCPE3")), Some("hcpe3"));
        assert_eq!(by_extension(Some("kif")), None);
        for (text, format) in [
            ("[Event \"x\"]\n[White \"a\"]\n\n1. e4 e5\n", Some("PGN")),
            ("\u{feff}\n[Event \"x\"]\n", Some("PGN")),
            ("[memo]\n", None),
            ("[event \"x\"]\n", None),
            ("[Event \"x\n", None),
            ("", None),
        ] {
            assert_eq!(by_content(text), format, "{text}");
        }
    }
}
