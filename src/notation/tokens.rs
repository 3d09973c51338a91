//! Parsing of a text into tokens in sections, because tokens take several times as much memory as their text.

use memchr::{memchr_iter, memchr2};
use pest::iterators::Pair;
use pest::{Parser, RuleType};

/// Approximate size of a section, the part of a text that is parsed at once (bytes).
pub(super) const SECTION_BYTES: usize = 1 << 16;

/// Returns the first lines of a text: those that fit into [`SECTION_BYTES`] bytes, and the line that crosses this limit.
pub(super) fn section(text: &str) -> &str {
    let bytes = text.as_bytes();
    let Some(end) = bytes
        .get(SECTION_BYTES..)
        .and_then(|rest| memchr2(b'\n', b'\r', rest))
    else {
        return text;
    };
    let end = SECTION_BYTES + end;
    let is_crlf = bytes[end..].starts_with(b"\r\n");
    &text[..=end + usize::from(is_crlf)]
}

/// Returns the first lines of a text as [`section`] does, in a format with comments in braces.
///
/// If a comment is open at the end of these lines, the lines up to the one with its closing brace are included. A text
/// that has reached twice [`SECTION_BYTES`] is not extended further.
pub(super) fn section_with_comment(text: &str) -> &str {
    let mut section = section(text);
    loop {
        let rest = &text[section.len()..];
        let is_open = section
            .rfind(['{', '}'])
            .is_some_and(|at| section[at..].starts_with('{'));
        let close = rest.find(['{', '}']).filter(|&at| rest[at..].starts_with('}'));
        let Some(close) = close.filter(|_| is_open && section.len() < 2 * SECTION_BYTES) else {
            return section;
        };
        let added_length = rest[close..].find('\n').map_or(rest.len(), |at| close + at + 1);
        section = &text[..section.len() + added_length];
    }
}

/// Returns the first line of a text and the lines after it, up to the next common line. `is_common` is called with the
/// text from the beginning of a line on.
pub(super) fn uncommon_lines(text: &str, is_common: impl Fn(&str) -> bool) -> &str {
    let mut lines = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    lines
        .find(|&start| is_common(&text[start..]))
        .map_or(text, |end| &text[..end])
}

/// Parses a text section by section, and passes each token and its offset to `take`.
///
/// The grammars accept every text. If one ever rejected a section, the section would be passed without a rule.
pub(super) fn each_token<'t, R: RuleType, P: Parser<R>>(
    text: &'t str,
    file: R,
    section: fn(&str) -> &str,
    mut take: impl FnMut(Option<R>, usize, &'t str),
) {
    each_pair::<_, P>(text, file, section, |token, at| match token {
        Ok(token) => take(
            Some(token.as_rule()),
            at + token.as_span().start(),
            token.as_str(),
        ),
        Err(section_text) => take(None, at, section_text),
    });
}

/// Parses a text section by section, and passes each token with its inner pairs and the offset of its section to
/// `take`. If the grammar rejects a section, passes the text of the section instead.
pub(super) fn each_pair<'t, R: RuleType, P: Parser<R>>(
    text: &'t str,
    file: R,
    section: fn(&str) -> &str,
    mut take: impl FnMut(Result<Pair<'t, R>, &'t str>, usize),
) {
    let mut at = 0;
    loop {
        let length = section(&text[at..]).len();
        let section_text = &text[at..at + length];
        match P::parse(file, section_text) {
            Ok(pairs) => pairs
                .flat_map(Pair::into_inner)
                .for_each(|token| take(Ok(token), at)),
            Err(_) => take(Err(section_text), at),
        }
        at += length;
        if at == text.len() {
            return;
        }
    }
}

/// Maximum length of a move that is searched for inside other text (bytes).
const MAX_MOVE_BYTES: usize = 128;

/// Returns the text from byte `at` on, cut to the maximum length of a move.
///
/// The limit keeps a search for moves at every position of a long text linear in its length.
pub(super) fn move_window(text: &str, at: usize) -> &str {
    &text[at..text.floor_char_boundary(at + MAX_MOVE_BYTES)]
}

#[cfg(test)]
mod tests {
    use super::{SECTION_BYTES, section_with_comment};

    #[test]
    fn a_comment_is_not_cut() {
        let text = format!("{{{}}}\n1. 79졸78\n", "가\n".repeat(SECTION_BYTES / 3));
        assert!(section_with_comment(&text).trim_end().ends_with('}'));
    }
}
