//! Formats of game records that are not supported, but recognized so that messages can state the format.

use crate::text::Text;

/// The extensions of unsupported formats, with the names of these formats.
const EXTENSIONS: [(&str, &str); 6] = [
    ("psn", PSN),
    ("pgn", PGN),
    ("hcpe3", "hcpe3"),
    ("hcp", "hcp"),
    ("jpsn", "JPSN"),
    ("sgf", "SGF"),
];

const PSN: &str = "PSN";
const PGN: &str = "PGN";

/// Returns the name of the unsupported format of a file, by its extension or else by its headers; `None` if neither
/// is known.
pub(super) fn format(text: &Text<'_>, extension: Option<&str>) -> Option<&'static str> {
    by_extension(extension).or_else(|| by_content(text.as_str()))
}

/// Returns the name of the unsupported format for an extension; `None` for other extensions.
pub(super) fn by_extension(extension: Option<&str>) -> Option<&'static str> {
    let extension = extension?;
    let entry = EXTENSIONS
        .iter()
        .find(|(it, _)| extension.eq_ignore_ascii_case(it));
    entry.map(|&(_, format)| format)
}

/// Recognizes PSN and PGN by the headers at the beginning of the text: `[Sente "甲"]`, `[Event "?"]`. A header that only
/// PSN has means PSN, and any other headers mean PGN. Returns `None` without headers.
fn by_content(text: &str) -> Option<&'static str> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let mut tags = lines.skip_while(|line| line.is_empty()).map_while(tag).peekable();
    tags.peek()?;
    let is_psn = tags.any(|tag| matches!(tag, "Sente" | "Gote" | "Black_grade" | "White_grade"));
    Some(if is_psn { PSN } else { PGN })
}

/// Returns the name of a header `[Name "value"]`; `None` for other lines.
fn tag(line: &str) -> Option<&str> {
    let (name, value) = line.strip_prefix('[')?.split_once(' ')?;
    let is_name = name.starts_with(|it: char| it.is_ascii_uppercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let value = value.trim_start();
    (is_name && value.starts_with('"') && value.ends_with("\"]")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{by_content, by_extension};

    #[test]
    fn foreign_formats_are_detected_by_extension_or_headers() {
        assert_eq!(by_extension(Some("HCPE3")), Some("hcpe3"));
        assert_eq!(by_extension(Some("kif")), None);
        for (text, format) in [
            ("[Event \"x\"]\n[White \"a\"]\n\n1. e4 e5\n", Some("PGN")),
            ("\u{feff}\n[Sente \"a\"]\n1.P7g-7f\n", Some("PSN")),
            ("[memo]\n", None),
            ("[event \"x\"]\n", None),
            ("[Event \"x\n", None),
            ("", None),
        ] {
            assert_eq!(by_content(text), format, "{text}");
        }
    }
}
