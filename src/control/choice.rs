//! Which rules are told, and how much they weigh.

use std::collections::{HashMap, HashSet};

use super::level::Level;
use super::selector::{Rank, Selector};
use crate::finding::{Finding, Rule, Severity};
use crate::system::ALL_RULES;

/// What is said in one place of which rules are told, such as on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// Only these are told; where there are none, that is left open.
    pub select: Vec<Selector>,
    /// These are not told.
    pub ignore: Vec<Selector>,
    /// These weigh so much.
    pub set: Vec<(Selector, Level)>,
}

impl Layer {
    /// The level of a rule and how closely it is named. Of two that name it as closely, the later counts.
    fn level(&self, rule: &Rule) -> Option<(Rank, Level)> {
        let ranked = |(selector, level): &(Selector, Level)| Some((selector.rank_of(rule)?, *level));
        self.set.iter().filter_map(ranked).max_by_key(|&(rank, _)| rank)
    }

    /// Whether a rule is selected, or given a weight.
    fn asks_for(&self, rule: &Rule) -> bool {
        let set = self.set.iter().map(|(selector, _)| selector);
        self.select.iter().chain(set).any(|it| it.rank_of(rule).is_some())
    }

    /// Whether a rule is told, where that is said. A level of `off` is `ignored`, too.
    fn tells(&self, rule: &Rule, off: Option<Rank>) -> Option<bool> {
        let closest = |selectors: &[Selector]| selectors.iter().filter_map(|it| it.rank_of(rule)).max();
        let (selected, ignored) = (closest(&self.select), closest(&self.ignore).max(off));
        match (selected, ignored) {
            (None, None) if self.select.is_empty() => None,
            (selected, None) => Some(selected.is_some()),
            (selected, ignored) => Some(selected > ignored),
        }
    }
}

/// Which rules are told, and how much they weigh: worked out once for a run.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The rules that are dealt with otherwise than usual, by their names.
    levels: HashMap<&'static str, Level>,
    /// The rules that somebody asks for, and so for what is quiet, too.
    asked_for: HashSet<&'static str>,
}

impl Choice {
    /// What layers come to, the one that counts most first.
    pub fn of(layers: &[&Layer]) -> Self {
        // The table of all rules takes longer to make than a small file to judge.
        if layers.iter().all(|layer| **layer == Layer::default()) {
            return Self::default();
        }
        let rules = || ALL_RULES.iter().copied();
        let is_asked_for = |rule: &&Rule| layers.iter().any(|layer| layer.asks_for(rule));
        Self {
            levels: rules()
                .filter_map(|rule| Some((rule.name, level(rule, layers)?)))
                .collect(),
            asked_for: rules().filter(is_asked_for).map(|rule| rule.name).collect(),
        }
    }

    /// The level of a rule that is dealt with otherwise than usual.
    pub fn level_of(&self, rule: &str) -> Option<Level> {
        self.levels.get(rule).copied()
    }

    /// Leaves out what is quiet, unless somebody asks for its rule.
    pub fn hush(&self, findings: &mut Vec<Finding>) {
        findings.retain(|finding| !finding.quiet || self.asked_for.contains(finding.rule.name));
    }

    /// Leaves out what is not told, and gives the rest its weight.
    ///
    /// What weighs less than its rule because it stands in a variation, or because the record itself names the foul,
    /// is never raised by that.
    pub fn apply(&self, findings: &mut Vec<Finding>) {
        if self.levels.is_empty() || findings.is_empty() {
            return;
        }
        findings.retain_mut(|finding| match self.levels.get(finding.rule.name) {
            Some(Level::Off) => false,
            Some(&Level::On(severity)) => {
                finding.severity = weighed(finding, severity);
                true
            }
            None => true,
        });
    }
}

fn weighed(finding: &Finding, severity: Severity) -> Severity {
    if finding.acknowledged || !finding.variation.is_empty() {
        severity.min(finding.severity)
    } else {
        severity
    }
}

/// What layers make of a rule; nothing where it is told as usual.
fn level(rule: &Rule, layers: &[&Layer]) -> Option<Level> {
    let mut level = None;
    let mut told = None;
    for layer in layers {
        // A layer sets the level only where none above it has.
        let own = layer.level(rule).filter(|_| level.is_none());
        level = level.or(own.map(|(_, level)| level));
        let off = own
            .filter(|(_, level)| *level == Level::Off)
            .map(|(rank, _)| rank);
        told = told.or_else(|| layer.tells(rule, off));
    }
    match (told, level) {
        (Some(false), _) => Some(Level::Off),
        // It is selected more closely than it is switched off.
        (_, Some(Level::Off)) => None,
        (_, level) => level,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selectors(list: &str) -> Vec<Selector> {
        list.split_whitespace()
            .map(|it| Selector::read(it).unwrap())
            .collect()
    }

    /// A layer written as `select | ignore | set`.
    fn layer(text: &str) -> Layer {
        let parts: Vec<_> = text.split('|').collect();
        let set = parts[2].split_whitespace().map(|it| {
            let (selector, level) = it.split_once('=').unwrap();
            (Selector::read(selector).unwrap(), Level::named(level).unwrap())
        });
        Layer {
            select: selectors(parts[0]),
            ignore: selectors(parts[1]),
            set: set.collect(),
        }
    }

    /// The names of the rules `nifu`, `uchifuzume`, `clock-negative`, `clock-overrun` with their levels.
    fn levels(layers: &[&str]) -> [&'static str; 4] {
        let layers: Vec<_> = layers.iter().map(|it| layer(it)).collect();
        let choice = Choice::of(&layers.iter().collect::<Vec<_>>());
        ["nifu", "uchifuzume", "clock-negative", "clock-overrun"]
            .map(|name| choice.levels.get(name).map_or("-", |level| level.name()))
    }

    #[test]
    fn the_more_specific_wins_and_of_equals_the_one_that_ignores() {
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
    fn what_stands_above_counts_whatever_is_below() {
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
    fn what_is_light_for_its_place_is_not_raised() {
        let rule = &crate::referee::rules::nifu::RULE;
        let choice = |level| Choice::of(&[&layer(&format!("||nifu={level}"))]);
        for (level, expected) in [
            ("error", [Severity::Error, Severity::Note, Severity::Note]),
            ("warning", [Severity::Warning, Severity::Note, Severity::Note]),
            ("note", [Severity::Note; 3]),
        ] {
            let plain = Finding::new(rule, None, crate::finding::say("", ""));
            let mut aside = plain.clone();
            (aside.severity, aside.variation) = (Severity::Note, vec![(3, 1)]);
            let mut known = plain.clone();
            (known.severity, known.acknowledged) = (Severity::Note, true);
            let mut findings = vec![plain, aside, known];
            choice(level).apply(&mut findings);
            let severities: Vec<_> = findings.iter().map(|it| it.severity).collect();
            assert_eq!(severities, expected, "{level}");
        }
    }
}
