//! What judged records come to, as figures and charts.

use std::collections::BTreeMap;

use super::card::Card;
use super::chart::{Bar, Chart, Drawing, Share};
use super::frame::Figure;
use super::words;
use crate::finding::{Language, Rule, Severity, both, say};
use crate::record::{Outcome, Terminal};
use crate::referee::RULES;
use crate::shogi::Color;

/// So many directories are told apart; what lies in others is counted together.
const DIRECTORIES: usize = 10_000;

/// So many bars are drawn.
const BARS: usize = 12;

/// Games of this length or more are counted together, in tens.
const LONGEST: u32 = 300;

/// Counts over judged records.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    games: u64,
    plies: u64,
    faulty: u64,
    severities: [u64; 3],
    /// By the name of the rule.
    rules: BTreeMap<&'static str, u64>,
    /// By directory: games that ended for Black, in a draw, for White, without a result; and findings.
    sources: BTreeMap<String, Source>,
    ends: BTreeMap<&'static str, (Option<Terminal>, u64)>,
    /// By tens of plies.
    lengths: BTreeMap<u32, u64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Source {
    outcomes: [u64; 4],
    findings: u64,
}

impl Source {
    fn add(&mut self, more: Self) {
        for (sum, count) in self.outcomes.iter_mut().zip(more.outcomes) {
            *sum += count;
        }
        self.findings += more.findings;
    }
}

impl Survey {
    /// Counts a record.
    pub fn add(&mut self, card: &Card<'_, '_>) {
        let judgement = card.judgement;
        self.games += 1;
        self.plies += u64::from(judgement.plies);
        self.faulty += u64::from(!judgement.findings.is_empty());
        for finding in &judgement.findings {
            *self.rules.entry(finding.rule.name).or_default() += 1;
            let place = Severity::ALL.iter().position(|it| *it == finding.severity);
            self.severities[place.unwrap_or_default()] += 1;
        }
        let end = judgement.end;
        self.ends
            .entry(end.map_or("", Terminal::name))
            .or_insert((end, 0))
            .1 += 1;
        *self.lengths.entry(judgement.plies.min(LONGEST) / 10).or_default() += 1;
        let mut source = Source {
            findings: judgement.findings.len() as u64,
            ..Source::default()
        };
        source.outcomes[place(judgement.verdict)] += 1;
        self.add_source(directory(card.path), source);
    }

    fn add_source(&mut self, directory: &str, source: Source) {
        if let Some(sum) = self.sources.get_mut(directory) {
            sum.add(source);
        } else {
            let known = self.sources.len() < DIRECTORIES;
            let key = if known { directory } else { "…" };
            self.sources.entry(key.to_owned()).or_default().add(source);
        }
    }

    /// Adds the counts of another stretch.
    pub fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.faulty += other.faulty;
        for (sum, count) in self.severities.iter_mut().zip(other.severities) {
            *sum += count;
        }
        for (rule, count) in other.rules {
            *self.rules.entry(rule).or_default() += count;
        }
        for (directory, source) in other.sources {
            self.add_source(&directory, source);
        }
        for (name, (end, count)) in other.ends {
            self.ends.entry(name).or_insert((end, 0)).1 += count;
        }
        for (length, count) in other.lengths {
            *self.lengths.entry(length).or_default() += count;
        }
    }

    /// The figures at the top of a page.
    pub fn figures(&self) -> Vec<Figure> {
        let [errors, warnings, notes] = self.severities;
        vec![
            Figure::count(say("games", "棋譜"), self.games),
            Figure::count(say("plies", "手数の合計"), self.plies),
            Figure::count(say("games with findings", "指摘のある棋譜"), self.faulty),
            Figure::count(say("errors", "エラー"), errors),
            Figure::count(say("warnings", "警告"), warnings),
            Figure::count(say("notes", "注記"), notes),
        ]
    }

    /// The charts that can be drawn from judgements alone.
    pub fn charts(&self, language: Language) -> Vec<Chart> {
        let sources = self.by_source();
        vec![
            self.rules_chart(language),
            findings_by_source(&sources, language),
            results(&sources, language),
            self.ends_chart(language),
            self.lengths_chart(),
        ]
    }

    fn rules_chart(&self, language: Language) -> Chart {
        let bar = |(name, &count): (&&str, &u64)| {
            let rule: Option<&&Rule> = RULES.iter().find(|it| it.name == *name);
            Bar {
                name: rule
                    .map_or(*name, |it| it.title().in_language(language))
                    .to_owned(),
                count,
                strong: rule.is_some_and(|it| it.class.severity() == Severity::Error),
            }
        };
        let bars = most(self.rules.iter().map(bar).collect(), language);
        Chart {
            title: say("Findings by rule", "規則別の指摘"),
            about: say(
                "How often each rule spoke; what can decide a game is dark.",
                "規則ごとの指摘の件数。エラーになる規則は濃い色で示す。",
            ),
            drawing: Drawing::Bars(say("Rule", "規則"), bars),
        }
    }

    fn ends_chart(&self, language: Language) -> Chart {
        let unknown = both("no end written", "終局の記載なし");
        let bar = |&(end, count): &(Option<Terminal>, u64)| Bar {
            name: end.map_or_else(
                || (*unknown.in_language(language)).to_owned(),
                |it| words::end(it, language),
            ),
            count,
            strong: false,
        };
        let bars = most(self.ends.values().map(bar).collect(), language);
        Chart {
            title: say("Endings", "終局の理由"),
            about: say(
                "How the records say that the games ended.",
                "棋譜に書かれた終局の理由。",
            ),
            drawing: Drawing::Bars(say("Ending", "終局"), bars),
        }
    }

    fn lengths_chart(&self) -> Chart {
        let last = self.lengths.keys().next_back().copied().unwrap_or(0);
        let bar = |tens: u32| Bar {
            name: if tens * 10 == LONGEST {
                format!("{LONGEST}+")
            } else {
                (tens * 10).to_string()
            },
            count: self.lengths.get(&tens).copied().unwrap_or(0),
            strong: false,
        };
        Chart {
            title: say("Lengths", "手数の分布"),
            about: say(
                "Games by their number of plies, in steps of ten.",
                "手数ごとの局数（10手刻み）。",
            ),
            drawing: Drawing::Columns(say("Plies, from", "手数（以上）"), (0..=last).map(bar).collect()),
        }
    }

    /// The counts by the first directory in which paths differ.
    fn by_source(&self) -> Vec<(String, Source)> {
        let mut directories = self.sources.keys().filter(|it| *it != "…");
        let first: Vec<&str> = directories
            .next()
            .map(|it| it.split('/').collect())
            .unwrap_or_default();
        let common = directories.fold(first.len(), |most, it| {
            let same = it.split('/').zip(&first).take_while(|(a, b)| a == *b);
            same.count().min(most)
        });
        let mut sources: BTreeMap<&str, Source> = BTreeMap::new();
        for (directory, source) in &self.sources {
            let name = directory.split('/').nth(common);
            let name = name.or(directory.rsplit('/').next()).unwrap_or_default();
            let name = if name.is_empty() { "." } else { name };
            sources.entry(name).or_default().add(*source);
        }
        sources
            .into_iter()
            .map(|(name, source)| (name.to_owned(), source))
            .collect()
    }
}

/// The directory of a path, as it is written.
fn directory(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// The place of an outcome in the counts of a [`Share`].
const fn place(outcome: Option<Outcome>) -> usize {
    match outcome {
        Some(Outcome::Win(Color::Black)) => 0,
        Some(Outcome::Draw) => 1,
        Some(Outcome::Win(Color::White)) => 2,
        Some(Outcome::None) | None => 3,
    }
}

/// The longest bars, and one for the others.
fn most(mut bars: Vec<Bar>, language: Language) -> Vec<Bar> {
    // Stable: equal counts stay in the order of their names.
    bars.sort_by_key(|it| std::cmp::Reverse(it.count));
    let others = bars.split_off(BARS.min(bars.len()));
    if !others.is_empty() {
        let number = others.len();
        let words = say(format!("{number} others"), format!("その他{number}種"));
        bars.push(Bar {
            name: words.in_language(language).to_string(),
            count: others.iter().map(|it| it.count).sum(),
            strong: false,
        });
    }
    bars
}

fn findings_by_source(sources: &[(String, Source)], language: Language) -> Chart {
    let bar = |(name, source): &(String, Source)| Bar {
        name: name.clone(),
        count: source.findings,
        strong: false,
    };
    let bars = sources
        .iter()
        .filter(|(_, it)| it.findings > 0)
        .map(bar)
        .collect();
    Chart {
        title: say("Findings by source", "出所別の指摘"),
        about: say(
            "The findings below each directory.",
            "ディレクトリごとの指摘の件数。",
        ),
        drawing: Drawing::Bars(say("Source", "出所"), most(bars, language)),
    }
}

fn results(sources: &[(String, Source)], language: Language) -> Chart {
    let all = sources.iter().fold(Source::default(), |mut sum, (_, it)| {
        sum.add(*it);
        sum
    });
    let share = |name: &str, source: &Source| Share {
        name: name.to_owned(),
        counts: source.outcomes,
    };
    let everything = both("all games", "全体");
    let mut shares = vec![share(everything.in_language(language), &all)];
    let mut parts: Vec<_> = sources.iter().collect();
    parts.sort_by_key(|(_, it)| std::cmp::Reverse(it.outcomes.iter().sum::<u64>()));
    if parts.len() > 1 {
        shares.extend(parts.iter().take(BARS - 1).map(|(name, it)| share(name, it)));
    }
    Chart {
        title: say("Results", "勝敗"),
        about: say("Who won by the rules.", "規則に照らした勝敗。"),
        drawing: Drawing::Shares(say("Source", "出所"), shares),
    }
}
