//! Several slips in one game: the cause has a change for each of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use kifu::Checker;
use kifu::finding::{Cause, Class, Finding, Severity};

use super::slips::{FORMATS, Slip, SlipFormat, plant};
use super::{checker, findings, fixtures, games, restores};
use crate::support::dice::Dice;
use crate::support::files::shared_folder;

/// The results of games with several slips in one format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Results {
    pub planted: usize,
    /// The cause has all slips.
    pub right: usize,
    pub wrong: usize,
    /// The cause has fewer changes than there are slips.
    pub some: usize,
    /// Several possible causes, with the right one among them.
    pub listed: usize,
    pub listed_wrong: usize,
    pub nothing: usize,
}

/// Returns whether a record has an error that is more than one illegal move.
fn is_broken(findings: &[Finding]) -> bool {
    let mut errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error && finding.moved.is_some());
    let first = errors.clone().next().and_then(|finding| finding.ply);
    errors.any(|finding| finding.rule.class != Class::Foul || finding.ply != first)
}

/// Returns a game with slips in moves, and their kinds. Each slip alone would be an error.
fn planted(format: &SlipFormat, slips: usize, game: &str, dice: &mut Dice) -> Option<(String, Vec<Slip>)> {
    let plain = Checker::default();
    let mut text = game.to_owned();
    let mut planted = Vec::new();
    for _ in 0..slips {
        let slip = dice.one_of(format.slips);
        let alone = plant(format, slip, game, &mut dice.clone())?;
        if !is_broken(&findings(&plain, &alone)) {
            return None;
        }
        text = plant(format, slip, &text, dice)?;
        planted.push(slip);
    }
    Some((text, planted))
}

/// Plants slips in games and counts the results by format. Also returns the times of the checks.
pub fn count(
    folders: &[&Path],
    slips: usize,
    number: usize,
    seed: u64,
) -> (BTreeMap<&'static str, Results>, Vec<Duration>) {
    let checker = checker();
    let mut dice = Dice::new(seed);
    let mut table: BTreeMap<_, Results> = BTreeMap::new();
    let mut times = Vec::new();
    for format in FORMATS {
        let games = games(folders, format.target);
        let results = table.entry(format.target).or_default();
        for _ in 0..number * 100 {
            let game = &games[dice.below(games.len())];
            let Some((text, planted)) = planted(format, slips, game, &mut dice) else {
                continue;
            };
            results.planted += 1;
            let began = Instant::now();
            let found = findings(&checker, &text);
            times.push(began.elapsed());
            results.add(&found, &planted, game, &text);
            if results.planted == number {
                break;
            }
        }
    }
    times.sort();
    (table, times)
}

impl Results {
    fn add(&mut self, findings: &[Finding], planted: &[Slip], game: &str, text: &str) {
        let first = findings.iter().filter(|finding| !finding.consequence);
        let causes: Vec<&Cause> = first.flat_map(|finding| &finding.causes).collect();
        let is_missing = |slip: &&Slip| matches!(slip, Slip::Missing | Slip::MissingNumber);
        let slip = planted.iter().find(is_missing).unwrap_or(&planted[0]);
        let is_right = |cause: &&Cause| restores(cause, text, game, *slip);
        let result = match causes[..] {
            [cause] if is_right(&cause) => &mut self.right,
            [cause] if cause.changes().count() < planted.len() => &mut self.some,
            [cause] => {
                for change in cause.changes() {
                    println!("{planted:?}: {}", change.message.english());
                }
                &mut self.wrong
            }
            [] => &mut self.nothing,
            _ if causes.iter().any(is_right) => &mut self.listed,
            _ => &mut self.listed_wrong,
        };
        *result += 1;
    }
}

/// Asserts the share of right causes, and that at most 1 % of the claims are wrong.
fn check_shares(table: &BTreeMap<&'static str, Results>, right_percent: usize) {
    let sum = |part: fn(&Results) -> usize| table.values().map(part).sum::<usize>();
    let (planted, right, wrong) = (sum(|it| it.planted), sum(|it| it.right), sum(|it| it.wrong));
    assert!(
        right * 100 >= planted * right_percent,
        "{right} right of {planted}"
    );
    assert!(wrong * 100 <= right + wrong, "{wrong} wrong, {right} right");
}

#[test]
fn two_planted_slips_are_found() {
    let folders = ["tournament", "same", "show"].map(|name| fixtures().join(name));
    let folders: Vec<&Path> = folders.iter().map(|folder| &**folder).collect();
    check_shares(&count(&folders, 2, 15, 1).0, 70);
}

#[test]
#[ignore = "prints the table of docs/testing.md"]
fn table_of_several_slips() {
    let Some(corpus) = shared_folder("corpus") else {
        return;
    };
    println!(
        "| slips | format | the cause | another cause | some of the slips | possible causes, the slips among them | possible causes, all others | no cause |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (slips, right_percent) in [(2, 75), (3, 50)] {
        let (table, times) = count(&[&corpus], slips, 150, 20_261_129);
        for (format, results) in &table {
            let Results {
                right,
                wrong,
                some,
                listed,
                listed_wrong,
                nothing,
                ..
            } = results;
            println!(
                "| {slips} | {format} | {right} | {wrong} | {some} | {listed} | {listed_wrong} | {nothing} |"
            );
        }
        let percentile = |percent: usize| times[(times.len() - 1) * percent / 100];
        println!(
            "{slips} slips: median {:?}, 99 % {:?}, longest {:?}",
            percentile(50),
            percentile(99),
            percentile(100)
        );
        check_shares(&table, right_percent);
    }
}
