//! JSON as it may stand in a page of HTML.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// Adds a value as JSON in which no `<` stands, so that nothing in it ends a script or begins markup.
pub(super) fn push(value: &impl Serialize, out: &mut Vec<u8>) {
    let inside = |it| matches!(it, '<' | '\u{2028}' | '\u{2029}');
    // Neither writing to memory nor strings and numbers can fail.
    let _ = value.serialize(&mut Serializer::with_formatter(out, Escaping(inside)));
}

/// The same in ASCII: a browser keeps such a text in half the memory.
pub(super) fn push_ascii(value: &impl Serialize, out: &mut Vec<u8>) {
    let inside = |it: char| it == '<' || !it.is_ascii();
    let _ = value.serialize(&mut Serializer::with_formatter(out, Escaping(inside)));
}

/// Writes the characters that are meant as `\uXXXX`; all of them stand in strings.
struct Escaping(fn(char) -> bool);

impl Formatter for Escaping {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(self.0) {
            let (plain, behind) = rest.split_at(at);
            out.write_all(plain.as_bytes())?;
            let mut characters = behind.chars();
            for unit in characters
                .next()
                .map(|it| it.encode_utf16(&mut [0; 2]).to_vec())
                .unwrap_or_default()
            {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = characters.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pushed: impl Fn(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        pushed(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_ends_the_script() {
        let hostile = "</script><!--\u{2028}\u{2029}\"\\\n歩";
        let pushed = text(|out| push(&hostile, out));
        assert_eq!(pushed, r#""\u003c/script>\u003c!--\u2028\u2029\"\\\n歩""#);
        assert_eq!(serde_json::from_str::<String>(&pushed).unwrap(), hostile);
    }

    #[test]
    fn ascii_reads_back() {
        let pushed = text(|out| push_ascii(&["歩<𠮷"], out));
        assert_eq!(pushed, r#"["\u6b69\u003c\ud842\udfb7"]"#);
        assert_eq!(serde_json::from_str::<[String; 1]>(&pushed).unwrap(), ["歩<𠮷"]);
    }
}
