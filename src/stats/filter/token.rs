//! The words of a filter.

use std::borrow::Cow;

use pest::iterators::Pair;

use super::grammar::Rule;
use crate::finding::Span;

/// A word, a sign or a text in quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub rule: Rule,
    /// As it is written.
    pub text: &'t str,
    pub span: Span,
}

impl<'t> From<Pair<'t, Rule>> for Token<'t> {
    fn from(pair: Pair<'t, Rule>) -> Self {
        Self {
            rule: pair.as_rule(),
            text: pair.as_str(),
            span: Span::new(pair.as_span().start(), pair.as_span().end()),
        }
    }
}

impl<'t> Token<'t> {
    /// Whether this is the word, in capitals or small letters.
    pub(super) fn is_word(self, word: &str) -> bool {
        self.rule == Rule::word && self.text.eq_ignore_ascii_case(word)
    }

    /// What the token says: of a text, what stands between the quotes.
    pub(super) fn content(self) -> Cow<'t, str> {
        if self.rule != Rule::text {
            return Cow::Borrowed(self.text);
        }
        let quoted = self.text.get(1..self.text.len() - 1).unwrap_or_default();
        if quoted.contains('\\') {
            Cow::Owned(without_escapes(quoted))
        } else {
            Cow::Borrowed(quoted)
        }
    }
}

/// A backslash is left out before a quote or another backslash, and stays before anything else.
fn without_escapes(quoted: &str) -> String {
    let mut text = String::with_capacity(quoted.len());
    let mut characters = quoted.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|it| character == '\\' && matches!(it, '\\' | '"' | '\''));
        text.push(escaped.unwrap_or(character));
    }
    text
}

/// A text in quotes, so that it is read as it is.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}
