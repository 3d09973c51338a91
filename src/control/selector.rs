//! Rules by their name, by a pattern, by their group, or all.

use crate::finding::{Fault, Group, Message, Rule, message, say};
use crate::system::ALL_RULES;
use crate::text::similar;

/// What stands for every rule.
const ALL: &str = "all";

/// What stands for any letters in a pattern.
const ANY: char = '*';

/// Some of the rules, as users name them.
///
/// ```
/// use kifu::control::Selector;
///
/// let clocks = Selector::read("clock-*").unwrap();
/// let of_clocks = |name: &str| clocks.rank_of(kifu::cli::catalogue().find(|it| it.name == name).unwrap());
/// assert!(of_clocks("clock-negative").is_some() && of_clocks("nifu").is_none());
/// assert!(Selector::read("clok-*").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Name(&'static Rule),
    Pattern(String),
    Group(Group),
    All,
}

/// How closely a selector names a rule: of two that do, the greater decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// By saying `all`.
    All,
    /// By its group.
    Group,
    /// By a pattern of so many letters.
    Pattern(usize),
    /// By its name.
    Name,
}

impl Selector {
    /// The selector that is written so.
    ///
    /// # Errors
    ///
    /// When no rule is meant by it.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let text = text.trim();
        if text == ALL {
            return Ok(Self(Kind::All));
        }
        if let Some(rule) = ALL_RULES.iter().copied().find(|rule| rule.name == text) {
            return Ok(Self(Kind::Name(rule)));
        }
        if let Some(group) = Group::ALL.into_iter().find(|group| group.name() == text) {
            return Ok(Self(Kind::Group(group)));
        }
        if text.contains(ANY) && ALL_RULES.iter().any(|rule| fits(text, rule.name)) {
            return Ok(Self(Kind::Pattern(text.to_owned())));
        }
        Err(nothing(text))
    }

    /// All words that select something, patterns apart: the rules, the groups, `all`.
    pub fn words() -> impl Iterator<Item = &'static str> {
        let groups = Group::ALL.into_iter().map(Group::name);
        ALL_RULES.iter().map(|rule| rule.name).chain(groups).chain([ALL])
    }

    /// The word or pattern that somebody may have meant who wrote this.
    pub fn meant(text: &str) -> Option<String> {
        if !text.contains(ANY) {
            return similar(text, Self::words()).map(str::to_owned);
        }
        let mut patterns: Vec<_> = ALL_RULES.iter().flat_map(|rule| beginnings(rule.name)).collect();
        patterns.dedup();
        similar(text, patterns.iter().map(String::as_str)).map(str::to_owned)
    }

    /// The name of the rule, where it is one rule by its name.
    pub fn named(&self) -> Option<&'static str> {
        match self.0 {
            Kind::Name(rule) => Some(rule.name),
            Kind::Pattern(_) | Kind::Group(_) | Kind::All => None,
        }
    }

    /// How closely it names this rule; `None` where it does not.
    pub fn rank_of(&self, rule: &Rule) -> Option<Rank> {
        let (fits, rank) = match &self.0 {
            Kind::Name(named) => (*named == rule, Rank::Name),
            Kind::Pattern(pattern) => (
                fits(pattern, rule.name),
                Rank::Pattern(pattern.chars().filter(|&it| it != ANY).count()),
            ),
            Kind::Group(group) => (*group == rule.group, Rank::Group),
            Kind::All => (true, Rank::All),
        };
        fits.then_some(rank)
    }

    /// How it is written.
    pub fn text(&self) -> &str {
        match &self.0 {
            Kind::Name(rule) => rule.name,
            Kind::Pattern(pattern) => pattern,
            Kind::Group(group) => group.name(),
            Kind::All => ALL,
        }
    }
}

/// The patterns that name a rule by its first words: `clock-*`.
fn beginnings(name: &str) -> impl Iterator<Item = String> {
    name.match_indices('-')
        .map(|(at, _)| format!("{}{ANY}", &name[..=at]))
}

/// Whether a name is that of a pattern, in which `*` is any number of letters.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, others)) = pattern.split_once(ANY) else {
        return pattern == name;
    };
    let Some(rest) = name.strip_prefix(first) else {
        return false;
    };
    // What stands between two `*` is looked for as early as it comes; the last part has to end the name.
    let (middle, last) = others.rsplit_once(ANY).unwrap_or(("", others));
    let mut rest = Some(rest);
    for part in middle.split(ANY) {
        rest = rest.and_then(|it| it.split_once(part)).map(|(_, after)| after);
    }
    rest.is_some_and(|it| it.ends_with(last))
}

fn nothing(text: &str) -> Fault {
    let message = if text.contains(ANY) {
        message!("no rule matches `{text}`", "`{text}` に一致する規則がない", text)
    } else {
        message!(
            "unknown rule or group `{text}`",
            "`{text}` という規則やグループはない",
            text
        )
    };
    Fault {
        span: None,
        message,
        help: Some(help(text)),
    }
}

fn help(text: &str) -> Message {
    if let Some(rule) = ALL_RULES.iter().find(|rule| rule.japanese == text) {
        let name = rule.name;
        return message!(
            "the name of {text} is `{name}`",
            "{text}の規則名は `{name}`",
            text,
            name
        );
    }
    let titles = ALL_RULES.iter().map(|rule| rule.japanese);
    if let Some(title) = similar(text, titles).filter(|_| !text.is_ascii()) {
        return crate::finding::did_you_mean(&format!("`{title}`"));
    }
    Selector::meant(text).map_or_else(
        || {
            say(
                "`kifu rules` lists the rules and their groups",
                "規則とグループの一覧は `kifu rules` で表示する",
            )
        },
        |meant| crate::finding::did_you_mean(&format!("`{meant}`")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_fits_names() {
        for (pattern, fit, other) in [
            ("clock-*", "clock-negative clock-", "clock stray-clock"),
            ("*clock", "stray-clock clock", "clock-negative"),
            ("*clock*", "stray-clock clock-negative", "nifu"),
            (
                "start-*-count",
                "start-king-count start-piece-count",
                "start-nifu count",
            ),
            ("*-*-*", "own-king-in-check", "king-drop nifu"),
            ("a*a", "aa aba", "a ab"),
            ("*", "nifu", ""),
            ("**", "nifu", ""),
            ("nifu*", "nifu", "nif"),
        ] {
            for (names, expected) in [(fit, true), (other, false)] {
                for name in names.split_whitespace() {
                    assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
                }
            }
        }
    }

    #[test]
    fn what_selects_nothing_is_told_with_what_may_be_meant() {
        for (text, help) in [
            ("clok-*", "did you mean `clock-*`?"),
            ("clock_*", "did you mean `clock-*`?"),
            ("foulz", "did you mean `fouls`?"),
            ("nihu", "did you mean `nifu`?"),
            ("二歩", "the name of 二歩 is `nifu`"),
            ("打ち歩詰", "did you mean `打ち歩詰め`?"),
            ("xyz-*", "`kifu rules` lists the rules and their groups"),
            ("", "`kifu rules` lists the rules and their groups"),
        ] {
            let fault = Selector::read(text).unwrap_err();
            assert_eq!(fault.help.unwrap().english(), help, "{text}");
        }
    }

    #[test]
    fn every_word_selects_something_and_is_written_as_it_was() {
        for word in Selector::words().chain(["clock-*"]) {
            let selector = Selector::read(word).unwrap();
            assert_eq!(selector.text(), word);
            assert!(
                ALL_RULES.iter().any(|rule| selector.rank_of(rule).is_some()),
                "{word}"
            );
        }
    }

    #[test]
    fn every_group_has_rules_and_no_rule_has_the_name_of_a_group() {
        for group in Group::ALL {
            assert!(ALL_RULES.iter().any(|rule| rule.group == group), "{group:?}");
            assert!(ALL_RULES.iter().all(|rule| rule.name != group.name()));
        }
    }
}
