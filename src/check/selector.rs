//! Selection of rules by name, by pattern, by group or as a whole, and the levels that users set for rules.

use std::collections::{HashMap, HashSet};

use crate::finding::{
    Finding, Group, InputError, Message, Rule, Severity, Words, bilingual, both, did_you_mean, message,
};
use crate::record::{Record, RemarkKind};
use crate::system::ALL_RULES;
use crate::text::similar;

/// The word that selects every rule.
const ALL: &str = "all";

/// Wildcard for any characters in a pattern.
const ANY: char = '*';

/// A selector of rules, as users write it.
///
/// ```
/// use kifu::check::Selector;
///
/// assert!(Selector::read("clock-*").is_ok());
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

/// The precision with which a selector matches a rule. Of two selectors that match a
/// rule, the selector of the greater rank takes precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// By `all`.
    All,
    /// By the group of the rule.
    Group,
    /// By a pattern with this number of characters other than `*`.
    Pattern(usize),
    /// By the name of the rule.
    Name,
}

impl Selector {
    /// The selector of every rule.
    pub const ALL_RULES: Self = Self(Kind::All);

    /// Reads a selector.
    ///
    /// # Errors
    ///
    /// Returns an error if the text matches no rule.
    pub fn read(text: &str) -> Result<Self, InputError> {
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
        Err(no_match_error(text))
    }

    /// Returns all words that are selectors, except patterns: the rules, the groups, `all`.
    pub(crate) fn words() -> impl Iterator<Item = &'static str> {
        let groups = Group::ALL.into_iter().map(Group::name);
        ALL_RULES.iter().map(|rule| rule.name).chain(groups).chain([ALL])
    }

    /// Returns the word or pattern that is most similar to a misspelt one; `None` if no word or pattern is similar enough.
    pub(crate) fn most_similar(text: &str) -> Option<String> {
        if !text.contains(ANY) {
            return similar(text, Self::words()).map(str::to_owned);
        }
        let mut patterns: Vec<_> = ALL_RULES
            .iter()
            .flat_map(|rule| prefix_patterns(rule.name))
            .collect();
        patterns.dedup();
        similar(text, patterns.iter().map(String::as_str)).map(str::to_owned)
    }

    /// Returns the name of the rule, if the selector selects one rule by its name, or by a pattern that matches no other rule.
    pub(crate) fn named(&self) -> Option<&'static str> {
        match &self.0 {
            Kind::Name(rule) => Some(rule.name),
            Kind::Pattern(pattern) => {
                let names = ALL_RULES.iter().map(|rule| rule.name);
                let mut matching = names.filter(|name| fits(pattern, name));
                matching.next().filter(|_| matching.next().is_none())
            }
            Kind::Group(_) | Kind::All => None,
        }
    }

    /// Returns the precision with which the selector matches a rule; `None` if the selector does not match.
    pub(crate) fn rank_of(&self, rule: &Rule) -> Option<Rank> {
        let (is_match, rank) = match &self.0 {
            Kind::Name(named_rule) => (*named_rule == rule, Rank::Name),
            Kind::Pattern(pattern) => (
                fits(pattern, rule.name),
                Rank::Pattern(pattern.chars().filter(|&character| character != ANY).count()),
            ),
            Kind::Group(group) => (*group == rule.group, Rank::Group),
            Kind::All => (true, Rank::All),
        };
        is_match.then_some(rank)
    }

    /// Returns the selector as it is written.
    pub(crate) fn text(&self) -> &str {
        match &self.0 {
            Kind::Name(rule) => rule.name,
            Kind::Pattern(pattern) => pattern,
            Kind::Group(group) => group.name(),
            Kind::All => ALL,
        }
    }
}

/// Returns the patterns that match a rule by its first words: `clock-*`.
fn prefix_patterns(name: &str) -> impl Iterator<Item = String> {
    name.match_indices('-')
        .map(|(index, _)| format!("{}{ANY}", &name[..=index]))
}

/// Returns whether a name matches a pattern, in which `*` is any number of characters.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((prefix, tail)) = pattern.split_once(ANY) else {
        return pattern == name;
    };
    let Some(rest) = name.strip_prefix(prefix) else {
        return false;
    };
    // The text between two `*` is matched at its first occurrence. The text after the last `*` has to end the name.
    let (middle, suffix) = tail.rsplit_once(ANY).unwrap_or(("", tail));
    let mut rest = Some(rest);
    for part in middle.split(ANY) {
        rest = rest.and_then(|it| it.split_once(part)).map(|(_, after)| after);
    }
    rest.is_some_and(|it| it.ends_with(suffix))
}

fn no_match_error(text: &str) -> InputError {
    let message = if text.contains(ANY) {
        message!("no rule matches `{text}`", "`{text}` に一致する規則がない")
    } else {
        message!(
            "unknown rule or group `{text}`",
            "`{text}` という規則やグループはない",
        )
    };
    InputError::new(message, help(text))
}

/// Returns a message with the name of the rule that has this Japanese title; `None` if no rule has the title.
pub(crate) fn name_of_title(title: &str) -> Option<Message> {
    let name = ALL_RULES.iter().find(|rule| rule.japanese == title)?.name;
    Some(message!(
        "the name of {title} is `{name}`",
        "{title}の規則名は `{name}`",
    ))
}

fn help(text: &str) -> Message {
    if let Some(name) = name_of_title(text) {
        return name;
    }
    let titles = ALL_RULES.iter().map(|rule| rule.japanese);
    if let Some(title) = similar(text, titles).filter(|_| !text.is_ascii()) {
        return did_you_mean(&format!("`{title}`"));
    }
    Selector::most_similar(text).map_or_else(
        || {
            bilingual(
                "`kifu rules` lists the rules and their groups",
                "規則とグループの一覧は `kifu rules` で表示する",
            )
        },
        |meant| did_you_mean(&format!("`{meant}`")),
    )
}

// The reported rules, and their severity.

/// The settings of rules from one source, such as the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The rules to report; no other rules are reported. If the list is empty, it does not limit the rules.
    pub select: Vec<Selector>,
    /// The rules that are not reported.
    pub ignore: Vec<Selector>,
    /// The levels that selectors set for rules.
    pub set: Vec<(Selector, Level)>,
}

impl Layer {
    /// Returns the level that the most precise matching selector of `set` gives a rule, with the precision of this selector.
    ///
    /// Returns `None` if no selector matches. Of two selectors of equal precision, the later takes precedence.
    fn level(&self, rule: &Rule) -> Option<(Rank, Level)> {
        let ranked = |(selector, level): &(Selector, Level)| Some((selector.rank_of(rule)?, *level));
        self.set.iter().filter_map(ranked).max_by_key(|&(rank, _)| rank)
    }

    /// Returns whether this layer selects a rule or sets its level.
    fn asks_for(&self, rule: &Rule) -> bool {
        self.selectors().any(|selector| selector.rank_of(rule).is_some())
    }

    /// Returns the selectors of the rules that this layer selects, or whose level it sets.
    fn selectors(&self) -> impl Iterator<Item = &Selector> {
        let set = self.set.iter().map(|(selector, _)| selector);
        self.select.iter().chain(set)
    }

    /// Returns whether a rule is reported; `None` if this layer does not decide this.
    ///
    /// `off` is the rank of a selector that sets the level `off`, which has the effect of `ignore`.
    fn decides(&self, rule: &Rule, off: Option<Rank>) -> Option<bool> {
        let closest = |selectors: &[Selector]| selectors.iter().filter_map(|it| it.rank_of(rule)).max();
        let (selected, ignored) = (closest(&self.select), closest(&self.ignore).max(off));
        match (selected, ignored) {
            (None, None) if self.select.is_empty() => None,
            (selected, None) => Some(selected.is_some()),
            (selected, ignored) => Some(selected > ignored),
        }
    }
}

/// The reported rules and their levels, computed once for a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleLevels {
    /// The levels of the rules that do not have their default level, by the name of the rule.
    levels: HashMap<&'static str, Level>,
    /// The rules that are selected or have a level, so that their quiet findings are reported too.
    asked_for: HashSet<&'static str>,
    /// The rules that are selected, or have a level other than `off`, by their names or by patterns that match no other rule.
    named: HashSet<&'static str>,
}

impl RuleLevels {
    /// Combines layers, of which the first has the highest precedence.
    pub(crate) fn from_layers(layers: &[&Layer]) -> Self {
        // Building the table of all rules takes longer than checking a small file.
        if layers.iter().all(|layer| **layer == Layer::default()) {
            return Self::default();
        }
        let rules = || ALL_RULES.iter().copied();
        let is_asked_for = |rule: &&Rule| layers.iter().any(|layer| layer.asks_for(rule));
        let levels: HashMap<_, _> = rules()
            .filter_map(|rule| Some((rule.name, level(rule, layers)?)))
            .collect();
        let selectors = layers.iter().flat_map(|layer| layer.selectors());
        let is_on = |name: &&str| levels.get(name) != Some(&Level::Off);
        Self {
            asked_for: rules().filter(is_asked_for).map(|rule| rule.name).collect(),
            named: selectors.filter_map(Selector::named).filter(is_on).collect(),
            levels,
        }
    }

    /// Returns whether a rule is selected, or has a level other than `off`, by its name or by a pattern that matches no other rule.
    pub(crate) fn is_named(&self, rule: &Rule) -> bool {
        self.named.contains(rule.name)
    }

    /// Returns whether the quiet findings of a rule are reported: it is selected or has a level, and the level is not `off`.
    pub(crate) fn is_requested(&self, rule: &Rule) -> bool {
        self.asked_for.contains(rule.name) && self.levels.get(rule.name) != Some(&Level::Off)
    }

    /// Returns the level of a rule; `None` if the rule has its default level.
    pub(crate) fn level_of(&self, rule: &str) -> Option<Level> {
        self.levels.get(rule).copied()
    }

    /// Removes quiet findings, unless their rule is selected or has a level.
    pub(crate) fn suppress(&self, findings: &mut Vec<Finding>) {
        findings.retain(|finding| !finding.quiet || self.asked_for.contains(finding.rule.name));
    }

    /// Removes the findings that are not reported, and sets the severity of the findings that are kept.
    ///
    /// A finding may have a lower severity than its rule because the finding is in a variation, or because the
    /// record itself states the illegal move. The severity of such a finding is never raised.
    pub(crate) fn apply(&self, findings: &mut Vec<Finding>) {
        if self.levels.is_empty() || findings.is_empty() {
            return;
        }
        findings.retain_mut(|finding| match self.levels.get(finding.rule.name) {
            Some(Level::Off) => false,
            Some(&Level::On(severity)) => {
                finding.severity = effective_severity(finding, severity);
                true
            }
            None => true,
        });
    }
}

fn effective_severity(finding: &Finding, severity: Severity) -> Severity {
    if finding.acknowledged || !finding.variation.is_empty() {
        severity.min(finding.severity)
    } else {
        severity
    }
}

/// Returns the level of a rule under these layers; `None` if the rule has its default level.
fn level(rule: &Rule, layers: &[&Layer]) -> Option<Level> {
    let mut level = None;
    let mut is_reported = None;
    for layer in layers {
        // A layer sets the level only if no layer before it has set one.
        let layer_level = layer.level(rule).filter(|_| level.is_none());
        level = level.or(layer_level.map(|(_, level)| level));
        let off = layer_level
            .filter(|(_, level)| *level == Level::Off)
            .map(|(rank, _)| rank);
        is_reported = is_reported.or_else(|| layer.decides(rule, off));
    }
    match (is_reported, level) {
        (Some(false), _) => Some(Level::Off),
        // The rule is switched off, but a more precise selector or a higher layer selects it, so it has its
        // default level.
        (_, Some(Level::Off)) => None,
        (_, level) => level,
    }
}

// Severities as users write them.

/// The level that a user sets for the findings of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The findings are not reported.
    Off,
    /// The findings have this severity.
    On(Severity),
}

impl Level {
    /// All levels, the lowest first.
    pub(crate) const ALL: [Self; 4] = [
        Self::Off,
        Self::On(Severity::Note),
        Self::On(Severity::Warning),
        Self::On(Severity::Error),
    ];

    /// Returns the word that users type.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On(severity) => severity.name(),
        }
    }

    /// Returns the level of this name; `None` if no level has the name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// The lowest severity that makes a run fail; `None` if no finding does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailOn(pub Option<Severity>);

impl Default for FailOn {
    fn default() -> Self {
        Self(Some(Severity::Error))
    }
}

impl FailOn {
    /// All values: `error`, `warning`, `note`, `never`.
    pub(crate) const ALL: [Self; 4] = [
        Self(Some(Severity::Error)),
        Self(Some(Severity::Warning)),
        Self(Some(Severity::Note)),
        Self(None),
    ];

    /// Returns the word that users type.
    pub(crate) const fn name(self) -> &'static str {
        match self.0 {
            Some(severity) => severity.name(),
            None => "never",
        }
    }

    /// Returns a description of the findings that make a run fail.
    pub(crate) const fn about(self) -> Words {
        match self.0 {
            Some(Severity::Error) => both(
                "An illegal move or a contradictory record",
                "反則、または棋譜自体の矛盾",
            ),
            Some(Severity::Warning) => both(
                "Also findings that a recorder should check",
                "記録係が確かめるべきものも含む",
            ),
            Some(Severity::Note) => both("Any finding", "すべての指摘"),
            None => both("No finding", "どの指摘でも失敗としない"),
        }
    }

    /// Returns whether a run fails if `highest` is the highest severity of its findings. `None` means that
    /// there are no findings.
    pub(crate) fn is_reached_by(self, highest: Option<Severity>) -> bool {
        self.0.is_some_and(|min| highest >= Some(min))
    }
}

// Known and suppressed findings of a record.

/// The findings of a record that are accepted and therefore not reported.
#[derive(Clone, Debug, Default)]
pub struct Suppressed {
    /// The findings that are in the baseline.
    pub known: Vec<Finding>,
    /// The findings whose rules an ignore comment in the record lists.
    pub marked: Vec<Finding>,
    /// The items of ignore comments with a word that selects no rule, each with a hint if there is one. An item
    /// is the text between two commas.
    pub unknown: Vec<(String, Option<Message>)>,
    /// `true` if findings have fixes that are left out because the text of the file cannot be edited.
    pub(crate) has_withheld_fixes: bool,
}

impl Suppressed {
    /// Removes the known findings, and the findings that the record itself ignores. `take_known` removes and returns
    /// the known findings.
    pub(super) fn split_off(
        record: &Record<'_>,
        findings: &mut Vec<Finding>,
        take_known: impl FnOnce(&mut Vec<Finding>) -> Vec<Finding>,
    ) -> Self {
        let mut suppressed = Self::default();
        if findings.is_empty() {
            return suppressed;
        }
        suppressed.known = take_known(findings);
        let (selectors, unknown) = ignore_comments(record);
        suppressed.unknown = unknown;
        let is_marked = |finding: &mut Finding| {
            selectors
                .iter()
                .any(|selector| selector.rank_of(finding.rule).is_some())
        };
        suppressed.marked = findings.extract_if(.., is_marked).collect();
        suppressed
    }
}

// Findings that a record itself ignores: `*kifu: ignore nifu, clock-*` as a comment of its own.

/// Returns the selectors that the ignore comments of a record list, and the items with an unknown word, each
/// with a hint.
///
/// An item, which is the text between two commas, has one selector or several. If one of its words is unknown,
/// the whole item is ignored. A word of a sentence is thus not taken for a group.
fn ignore_comments(record: &Record<'_>) -> (Vec<Selector>, Vec<(String, Option<Message>)>) {
    let comments = record
        .remarks
        .iter()
        .filter(|remark| remark.kind != RemarkKind::Bookmark);
    let lists = comments.filter_map(|comment| ignore_list(&comment.text));
    let (mut selectors, mut unknown) = (Vec::new(), Vec::new());
    for item in lists
        .flat_map(|list| list.split([',', '、', '，']))
        .map(str::trim)
    {
        let item_selectors: Result<Vec<_>, _> = item.split_whitespace().map(Selector::read).collect();
        match item_selectors {
            Ok(item_selectors) => selectors.extend(item_selectors),
            Err(error) => unknown.push((item.to_owned(), error.help)),
        }
    }
    (selectors, unknown)
}

/// Returns the list of rules in an ignore comment; `None` for any other comment. In CSA, a `*` before the text marks a
/// comment for readers.
fn ignore_list(comment: &str) -> Option<&str> {
    let comment = comment.trim_start().trim_start_matches('*').trim_start();
    let directive = comment.strip_prefix("kifu:")?.trim_start();
    let list = directive.strip_prefix("ignore")?;
    list.starts_with(char::is_whitespace).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{notation, text};

    #[test]
    fn selectors_match_rules() {
        let clocks = Selector::read("clock-*").unwrap();
        let of_clocks = |name: &str| clocks.rank_of(ALL_RULES.iter().find(|rule| rule.name == name).unwrap());
        assert!(of_clocks("clock-negative").is_some() && of_clocks("nifu").is_none());
    }

    #[test]
    fn a_pattern_matches_names() {
        for (pattern, matching, not_matching) in [
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
            for (names, expected) in [(matching, true), (not_matching, false)] {
                for name in names.split_whitespace() {
                    assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
                }
            }
        }
    }

    #[test]
    fn unmatched_selectors_have_suggestions() {
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
            let error = Selector::read(text).unwrap_err();
            assert_eq!(error.help.unwrap().english(), help, "{text}");
        }
    }

    #[test]
    fn every_selector_matches_and_prints_as_read() {
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

    fn selectors(list: &str) -> Vec<Selector> {
        list.split_whitespace()
            .map(|word| Selector::read(word).unwrap())
            .collect()
    }

    /// Reads a layer written as `select | ignore | set`.
    fn layer(text: &str) -> Layer {
        let parts: Vec<_> = text.split('|').collect();
        let set = parts[2].split_whitespace().map(|word| {
            let (selector, level) = word.split_once('=').unwrap();
            (Selector::read(selector).unwrap(), Level::named(level).unwrap())
        });
        Layer {
            select: selectors(parts[0]),
            ignore: selectors(parts[1]),
            set: set.collect(),
        }
    }

    /// Returns the levels of the rules `nifu`, `uchifuzume`, `clock-negative` and `clock-overrun`.
    fn levels(layers: &[&str]) -> [&'static str; 4] {
        let layers: Vec<_> = layers.iter().map(|it| layer(it)).collect();
        let levels = RuleLevels::from_layers(&layers.iter().collect::<Vec<_>>());
        ["nifu", "uchifuzume", "clock-negative", "clock-overrun"]
            .map(|name| levels.levels.get(name).map_or("-", |level| level.name()))
    }

    #[test]
    fn the_most_specific_selector_wins_and_ignore_wins_ties() {
        for (layers, expected) in [
            (&["||"][..], ["-", "-", "-", "-"]),
            (&["nifu||"], ["-", "off", "off", "off"]),
            (&["all|fouls|"], ["off", "off", "-", "-"]),
            (&["fouls|all|"], ["-", "-", "off", "off"]),
            (&["fouls|nifu|"], ["off", "-", "off", "off"]),
            (&["nifu|fouls|"], ["-", "off", "off", "off"]),
            (&["nifu|nifu|"], ["off", "off", "off", "off"]),
            (&["clock-*|clocks|"], ["off", "off", "-", "-"]),
            (&["clock-*|clock-over*|"], ["off", "off", "-", "off"]),
            (&["clock-over*|clock-*|"], ["off", "off", "off", "-"]),
            (&["|all|"], ["off", "off", "off", "off"]),
            (&["||all=note nifu=error"], ["error", "note", "note", "note"]),
            (&["||nifu=error all=note"], ["error", "note", "note", "note"]),
            (&["||fouls=note fouls=warning"], ["warning", "warning", "-", "-"]),
            (&["||all=off nifu=error"], ["error", "off", "off", "off"]),
            (&["nifu||fouls=off"], ["-", "off", "off", "off"]),
            (&["fouls||nifu=off"], ["off", "-", "off", "off"]),
            (&["nifu||nifu=off"], ["off", "off", "off", "off"]),
            (&["|nifu|nifu=error"], ["off", "-", "-", "-"]),
        ] {
            assert_eq!(levels(layers), expected, "{layers:?}");
        }
    }

    #[test]
    fn higher_layers_take_precedence() {
        for (layers, expected) in [
            (&["nifu||", "|nifu|"][..], ["-", "off", "off", "off"]),
            (&["|fouls|", "nifu||"], ["off", "off", "off", "off"]),
            (&["|nifu|", "fouls||"], ["off", "-", "off", "off"]),
            (
                &["||all=error", "||nifu=note"],
                ["error", "error", "error", "error"],
            ),
            (
                &["||nifu=note", "||all=error"],
                ["note", "error", "error", "error"],
            ),
            (&["||nifu=error", "||nifu=off"], ["error", "-", "-", "-"]),
            (&["||nifu=error", "|nifu|"], ["off", "-", "-", "-"]),
            (&["nifu||", "||nifu=off"], ["-", "off", "off", "off"]),
            (
                &["||", "|clocks|", "clock-negative||"],
                ["off", "off", "off", "off"],
            ),
        ] {
            assert_eq!(levels(layers), expected, "{layers:?}");
        }
    }

    #[test]
    fn reduced_severities_are_not_raised() {
        let rule = &crate::referee::rules::moves::NIFU;
        let levels = |level| RuleLevels::from_layers(&[&layer(&format!("||nifu={level}"))]);
        for (level, expected) in [
            ("error", [Severity::Error, Severity::Note, Severity::Note]),
            ("warning", [Severity::Warning, Severity::Note, Severity::Note]),
            ("note", [Severity::Note; 3]),
        ] {
            let on_main_line = Finding::new(rule, None, crate::finding::bilingual("", ""));
            let mut in_variation = on_main_line.clone();
            (in_variation.severity, in_variation.variation) = (Severity::Note, vec![(3, 1)]);
            let mut acknowledged = on_main_line.clone();
            (acknowledged.severity, acknowledged.acknowledged) = (Severity::Note, true);
            let mut findings = vec![on_main_line, in_variation, acknowledged];
            levels(level).apply(&mut findings);
            let severities: Vec<_> = findings.iter().map(|it| it.severity).collect();
            assert_eq!(severities, expected, "{level}");
        }
    }

    fn ignored_rules(record: &str) -> Vec<String> {
        let text = text::decode(record.as_bytes(), None);
        let mut records = notation::records(&text, notation::detect(&text, None));
        let (selectors, _) = ignore_comments(&records.next().unwrap());
        selectors
            .iter()
            .map(|selector| selector.text().to_owned())
            .collect()
    }

    #[test]
    fn ignore_marks_are_read_in_every_format() {
        for record in [
            "手合割：平手\n*kifu: ignore nifu, clock-*\n   1 ７六歩(77)\n",
            "手合割：平手\n   1 ７六歩(77)\n* kifu:ignore  nifu clock-*\n",
            "手合割：平手\n#kifu: ignore nifu、clock-*\n   1 ７六歩(77)\n",
            "手合割：平手\n▲７六歩\n*kifu: ignore nifu,clock-*\n",
            "V2.2\n'kifu: ignore nifu, clock-*\nPI\n+\n+7776FU\n",
            "V2.2\nPI\n+\n+7776FU\n'*kifu: ignore nifu, clock-*\n",
            "# kifu: ignore nifu, clock-*\nposition startpos moves 7g7f\n",
            r#"{"header":{},"moves":[{"comments":["kifu: ignore nifu, clock-*"]},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#,
            "Yonin: 1\n# kifu: ignore nifu, clock-*\n1 S 5g5f\n",
        ] {
            assert_eq!(ignored_rules(record), ["nifu", "clock-*"], "{record}");
        }
    }

    #[test]
    fn other_comments_are_not_ignore_marks() {
        for comment in [
            "kifu ignore nifu",
            "kifu: ignored nifu",
            "see kifu: ignore nifu",
            "kifu: ignore",
            "kifu: ignore nihu",
            "kifu: ignore all other rules hold",
            "kifu: ignore because the fouls were seen",
            "Kifu: ignore nifu",
        ] {
            let record = format!("手合割：平手\n*{comment}\n   1 ７六歩(77)\n");
            assert!(ignored_rules(&record).is_empty(), "{comment}");
        }
        assert!(ignored_rules("手合割：平手\n   1 ７六歩(77)\n&kifu: ignore nifu\n").is_empty());
    }
}
