//! Parsing a text into tokens a stretch at a time, because tokens take several times as much memory as their text.

use memchr::{memchr_iter, memchr2};
use pest::iterators::Pair;
use pest::{Parser, RuleType};

/// How much text a parser is given at a time.
pub(super) const STRETCH: usize = 1 << 16;

/// The first lines of a text, as many as fit into a [`STRETCH`] and the one that crosses its end.
pub(super) fn stretch(text: &str) -> &str {
    let bytes = text.as_bytes();
    let Some(end) = bytes.get(STRETCH..).and_then(|rest| memchr2(b'\n', b'\r', rest)) else {
        return text;
    };
    let end = STRETCH + end;
    let pair = bytes[end..].starts_with(b"\r\n");
    &text[..=end + usize::from(pair)]
}

/// The first line of a text and those after it, up to one that is usual.
pub(super) fn unusual(text: &str, is_usual: impl Fn(&str) -> bool) -> &str {
    let mut lines = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    lines
        .find(|&start| is_usual(&text[start..]))
        .map_or(text, |end| &text[..end])
}

/// Parses a text a stretch at a time and hands over its tokens and where they start. Grammars take every text; should one
/// ever not, the stretch has no rule.
pub(super) fn each_token<'t, R: RuleType, P: Parser<R>>(
    text: &'t str,
    file: R,
    stretch: fn(&str) -> &str,
    mut take: impl FnMut(Option<R>, usize, &'t str),
) {
    each_pair::<_, P>(text, file, stretch, |token, at| match token {
        Ok(token) => take(
            Some(token.as_rule()),
            at + token.as_span().start(),
            token.as_str(),
        ),
        Err(part) => take(None, at, part),
    });
}

/// The same with what is in the tokens, and where the stretch of each starts.
pub(super) fn each_pair<'t, R: RuleType, P: Parser<R>>(
    text: &'t str,
    file: R,
    stretch: fn(&str) -> &str,
    mut take: impl FnMut(Result<Pair<'t, R>, &'t str>, usize),
) {
    let mut at = 0;
    loop {
        let length = stretch(&text[at..]).len();
        let part = &text[at..at + length];
        match P::parse(file, part) {
            Ok(file) => file
                .flat_map(Pair::into_inner)
                .for_each(|token| take(Ok(token), at)),
            Err(_) => take(Err(part), at),
        }
        at += length;
        if at == text.len() {
            return;
        }
    }
}

/// Maximum length of a move that is looked for inside other text (bytes).
const MAX_MOVE_BYTES: usize = 128;

/// Returns the part of a text from `at` on that a move may fill, so that looking for a move at every place of a long text
/// takes time in proportion to it.
pub(super) fn room_for_move(text: &str, at: usize) -> &str {
    &text[at..text.floor_char_boundary(at + MAX_MOVE_BYTES)]
}
