//! Changes that the writers make to texts: characters that an encoding does not have, and line breaks.

use kifu::notation::Target;

/// Replaces every character that the encoding of a target does not have with 〓.
pub fn with_marks_for_missing(text: &str, target: &Target) -> String {
    let is_encodable = |c: char| {
        let text = c.to_string();
        let (bytes, ..) = target.encoding.encode(&text);
        c.is_ascii() || target.encoding.decode_without_bom_handling(&bytes).0 == text
    };
    text.chars()
        .map(|c| if is_encodable(c) { c } else { '〓' })
        .collect()
}

/// Replaces each line break by a backslash and the letter n, as in headers.
pub fn in_one_line(text: &str) -> String {
    text.replace("\r\n", "\n").replace(['\n', '\r'], "\\n")
}
