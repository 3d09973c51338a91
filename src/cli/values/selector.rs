//! Values that select rules.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use super::refused;
use crate::control::{Level, Selector};
use crate::finding::{Class, Group, List, Message, Reason, Severity, Words, both, message};
use crate::system::ALL_RULES;

/// Rules by a name, a pattern, a group, or all.
#[derive(Clone, Debug)]
pub(in super::super) struct SelectorValue {
    /// Whether what a rule is called does for its name.
    by_title: bool,
}

impl SelectorValue {
    /// Rules by a name, a pattern, a group, or all.
    pub(in super::super) const fn new() -> Self {
        Self { by_title: false }
    }

    /// The same, or one rule by what it is called: 二歩.
    pub(in super::super) const fn or_title() -> Self {
        Self { by_title: true }
    }

    fn read(&self, text: &str) -> Option<Selector> {
        let titled = ALL_RULES
            .iter()
            .find(|rule| self.by_title && [rule.japanese, rule.english].contains(&text));
        Selector::read(titled.map_or(text, |rule| rule.name)).ok()
    }
}

impl TypedValueParser for SelectorValue {
    type Value = Selector;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Selector, Error> {
        const LISTED: Words = both(
            "`kifu rules` lists the rules",
            "規則の一覧は `kifu rules` で表示する",
        );
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        let text = text.trim();
        self.read(text).ok_or_else(|| {
            let tip = other_than_rule(text);
            let meant = Selector::meant(text).filter(|_| tip.is_none());
            let tip = tip.or_else(|| Some(LISTED.into()));
            refused((command, arg), text.to_owned(), meant.as_deref(), tip, &[])
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let rules = ALL_RULES
            .iter()
            .map(|rule| PossibleValue::new(rule.name).help(rule.english));
        let groups = Group::ALL
            .into_iter()
            .map(|group| PossibleValue::new(group.name()).help(group.words().english));
        let all = PossibleValue::new("all").help("all rules");
        Some(Box::new(rules.chain(groups).chain([all])))
    }
}

/// Rules and the level that they get: `clock-*=note`.
pub(in super::super) fn level_of(text: &str) -> Result<(Selector, Level), Reason> {
    let Some((rules, name)) = text.rsplit_once('=') else {
        return Err(Reason(message!(
            "expected SELECTOR=LEVEL, for example clock-*=note; the severities are {levels}",
            "「clock-*=note」のように書く。使える重大度は{levels}",
            levels = levels()
        )));
    };
    let level = Level::named(name.trim()).ok_or_else(|| {
        Reason(message!(
            "unknown severity `{name}`; the severities are {levels}",
            "`{name}` という重大度はない。使える重大度は{levels}",
            name,
            levels = levels()
        ))
    })?;
    let selector = Selector::read(rules).map_err(|fault| {
        let help = fault.help.unwrap_or_default();
        Reason(message!(
            "{what}; {help}",
            "{what}。{help}",
            what = fault.message,
            help
        ))
    })?;
    Ok((selector, level))
}

fn levels() -> List<Message> {
    List(Level::ALL.map(|it| Message::same(it.name())).to_vec())
}

/// Whoever has read findings may take their severity for the name of a rule, or the class of the rule, or say in
/// Japanese what they are about.
fn other_than_rule(word: &str) -> Option<Message> {
    const LISTED: Words = both(
        "; `kifu rules` lists the rules of each class",
        "。分類ごとの規則は `kifu rules` で表示する",
    );
    if let Some(rule) = ALL_RULES.iter().find(|rule| rule.japanese == word) {
        let name = rule.name;
        return Some(message!(
            "the name of {word} is `{name}`",
            "{word}の規則名は `{name}`",
            word,
            name
        ));
    }
    let one = word.to_lowercase().replace('-', " ");
    let one = one.strip_suffix('s').unwrap_or(&one);
    if Group::ALL
        .iter()
        .any(|group| group.name().strip_suffix('s') == Some(one))
    {
        return None;
    }
    let is_meant = |words: Words| [words.english, words.japanese].contains(&one);
    if Class::ALL.iter().any(|class| is_meant(class.words())) {
        let class = message!(
            "`{word}` is a class of rules, not a rule",
            "`{word}` は規則の分類であり、規則名ではない",
            word
        );
        return Some(class.followed_by(LISTED));
    }
    let severity = Severity::ALL.into_iter().find(|it| is_meant(it.words()))?;
    let classes = Class::ALL.iter().filter(|class| class.severity() == severity);
    let named = classes
        .map(|class| class.words())
        .map(|it| message!("`{it}`", "{it}", it));
    let severity = message!(
        "`{word}` is a severity (class {classes}), not a rule",
        "`{word}` は重大度（分類は{classes}）であり、規則名ではない",
        word,
        classes = List(named.collect())
    );
    Some(severity.followed_by(LISTED))
}
