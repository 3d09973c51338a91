//! Reading values of `kifu.toml`, and telling what is wrong with them at their places.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::level::Level;
use super::selector::Selector;
use crate::finding::{Fault, Message, Span, did_you_mean, message, say};
use crate::text::similar;

/// A value and where it stands.
pub(super) type Item<'t> = Spanned<DeValue<'t>>;

/// Reads values, and finds what is wrong.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) faults: Vec<Fault>,
}

/// Where something stands.
pub(super) fn span_of<T>(of: &Spanned<T>) -> Span {
    let span = of.span();
    Span::new(span.start, span.end)
}

impl Reader {
    pub(super) fn fault(&mut self, span: Span, message: Message, help: impl Into<Option<Message>>) {
        self.faults.push(Fault {
            span: Some(span),
            message,
            help: help.into(),
        });
    }

    /// A key that there is not among these.
    pub(super) fn unknown(
        &mut self,
        word: &Spanned<Cow<'_, str>>,
        keys: impl Iterator<Item = &'static str> + Clone,
    ) {
        let key = word.get_ref().as_ref();
        let help = similar(key, keys.clone()).map_or_else(
            || {
                let keys = keys.collect::<Vec<_>>().join(", ");
                message!("the keys are {keys}", "使えるキー: {keys}", keys)
            },
            |meant| did_you_mean(&format!("`{meant}`")),
        );
        let message = message!("unknown key `{key}`", "`{key}` というキーはない", key);
        self.fault(span_of(word), message, help);
    }

    /// A value of the wrong kind.
    fn wrong(&mut self, key: &str, item: &Item<'_>, wanted: Message) {
        let message = message!("invalid value for `{key}`", "`{key}` の値が正しくない", key);
        self.fault(span_of(item), message, wanted);
    }

    /// A text.
    pub(super) fn text<'i>(&mut self, key: &str, item: &'i Item<'_>) -> Option<&'i str> {
        let text = item.get_ref().as_str().filter(|it| !it.trim().is_empty());
        if text.is_none() {
            self.wrong(
                key,
                item,
                say("expected a string in quotes", "引用符で囲んだ文字列を書く"),
            );
        }
        text
    }

    /// One of some words.
    pub(super) fn word<T>(
        &mut self,
        key: &str,
        item: &Item<'_>,
        words: &[&str],
        named: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(key, item)?;
        let found = named(text);
        if found.is_none() {
            let help = similar(text, words.iter().copied()).map_or_else(
                || {
                    let words = words.join("\", \"");
                    message!(
                        "expected one of \"{words}\"",
                        "次のいずれかを書く: \"{words}\"",
                        words
                    )
                },
                |meant| did_you_mean(&format!("\"{meant}\"")),
            );
            let message = message!(
                "invalid value \"{text}\" for `{key}`",
                "`{key}` に「{text}」は使えない",
                key,
                text
            );
            self.fault(span_of(item), message, help);
        }
        found
    }

    /// A list of texts, each with its place.
    pub(super) fn texts<'i>(&mut self, key: &str, item: &'i Item<'_>) -> Vec<(&'i str, Span)> {
        let Some(list) = item.get_ref().as_array() else {
            let wanted = say(
                "expected a list of strings: [\"…\", \"…\"]",
                "文字列のリストを書く: [\"…\", \"…\"]",
            );
            self.wrong(key, item, wanted);
            return Vec::new();
        };
        let texts = list
            .iter()
            .filter_map(|it| Some((self.text(key, it)?, span_of(it))));
        texts.collect()
    }

    /// A list of selectors.
    pub(super) fn selectors(&mut self, key: &str, item: &Item<'_>) -> Vec<Selector> {
        let texts = self.texts(key, item).into_iter();
        texts
            .filter_map(|(text, span)| self.selector(text, span))
            .collect()
    }

    fn selector(&mut self, text: &str, span: Span) -> Option<Selector> {
        match Selector::read(text) {
            Ok(selector) => Some(selector),
            Err(fault) => {
                self.fault(span, fault.message, fault.help);
                None
            }
        }
    }

    /// A table of selectors and their levels.
    pub(super) fn levels(&mut self, key: &str, item: &Item<'_>) -> Vec<(Selector, Level)> {
        let words = Level::ALL.map(Level::name);
        let mut levels = Vec::new();
        for (selector, level) in self.entries(key, item) {
            let text = selector.get_ref().as_ref();
            let selector = self.selector(text, span_of(selector));
            let level = self.word(text, level, &words, Level::named);
            levels.extend(selector.zip(level));
        }
        levels
    }

    /// The entries of a value that is a table, in the order of the text.
    pub(super) fn entries<'i, 't>(
        &mut self,
        key: &str,
        item: &'i Item<'t>,
    ) -> Vec<(&'i Spanned<Cow<'t, str>>, &'i Item<'t>)> {
        let Some(table) = item.get_ref().as_table() else {
            let wanted = message!(
                "expected a table: write `[{key}]`, followed by its entries",
                "`[{key}]` と書き、その下に項目を書く",
                key
            );
            self.wrong(key, item, wanted);
            return Vec::new();
        };
        in_order(table)
    }
}

/// The entries of a table in the order of the text.
pub(super) fn in_order<'i, 't>(table: &'i DeTable<'t>) -> Vec<(&'i Spanned<Cow<'t, str>>, &'i Item<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
