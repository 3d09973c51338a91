//! Wrong move numbers that are planted in games: nothing of the game is lost, and the fix restores the number.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use kifu::check::File;
use kifu::record::Outcome;
use kifu::text::SHIFT_JIS;
use kifu::{Checker, Settings};

const GAMES: [&str; 3] = [
    "tournament/2023-spring/final.kif",
    "tournament/2023-spring/round1/table1.kif",
    "tournament/2023-spring/round3/table1.kif",
];

fn checker() -> Checker {
    Checker::new(Settings {
        fixes: true,
        causes: true,
        ..Settings::default()
    })
}

/// Returns the plies, the winner and the rules of the findings of the only record.
fn summary(file: &File<'_>) -> (u32, Option<Outcome<kifu::finding::Seat>>, Vec<&'static str>) {
    let judgements: Vec<_> = file.records().map(|game| game.judgement).collect();
    let [judgement] = &judgements[..] else {
        panic!("{} records", judgements.len());
    };
    let rules = judgement.findings.iter().map(|finding| finding.rule.name);
    (judgement.plies, judgement.verdict, rules.collect())
}

/// The changes of numbers: the difference, and the count of numbers in a row that get it.
const CHANGES: [(i32, usize); 13] = [
    (1, 1),
    (-1, 1),
    (-2, 1),
    (2, 1),
    (10, 1),
    (100, 1),
    (1, usize::MAX),
    (-1, usize::MAX),
    (1, 2),
    (-1, 3),
    (10, 4),
    (100, 2),
    (-1, 5),
];

/// Adds `difference` to the numbers of `count` lines, beginning with the line `at`, from 1.
fn planted(text: &str, at: usize, (difference, count): (i32, usize)) -> Option<String> {
    let mut numbered = 0;
    let mut planted = String::new();
    for line in text.lines() {
        let blanks = line.len() - line.trim_start().len();
        let digits = line[blanks..].bytes().take_while(u8::is_ascii_digit).count();
        let number = line[blanks..blanks + digits].parse::<i32>();
        match number {
            Ok(number) if line[blanks + digits..].starts_with(' ') => {
                numbered += 1;
                let is_changed = numbered >= at && numbered - at < count;
                let number = number + if is_changed { difference } else { 0 };
                writeln!(planted, "{number:4}{}", &line[blanks + digits..]).expect("a string takes any text");
                if number < 0 {
                    return None;
                }
            }
            _ => planted = planted + line + "\n",
        }
    }
    (numbered >= at).then_some(planted)
}

#[test]
fn wrong_numbers_lose_nothing_and_are_fixed() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let checker = checker();
    for name in GAMES {
        let bytes = fs::read(fixtures.join(name)).expect("a game");
        let text = SHIFT_JIS.decode(&bytes).0.replace("\r\n", "\n");
        let text = text.replace("encoding=Shift_JIS", "encoding=UTF-8");
        let original = checker
            .check("game.kifu", text.as_bytes())
            .next()
            .expect("a file");
        let (plies, winner, rules) = summary(&original);
        for at in [1, 2, 3, 10, 11, plies / 2, plies - 1, plies, plies + 1] {
            for change in CHANGES {
                let (difference, count) = change;
                // The first number decides whether the numbers begin with 1. At least two right numbers follow a run.
                let is_run = (2..100).contains(&count);
                if count > 100 && at == 1 || is_run && at as usize + count > plies as usize {
                    continue;
                }
                let Some(planted) = planted(&text, at as usize, change) else {
                    continue;
                };
                let case = format!("{name}: {difference} at {at}, {count} numbers");
                let file = checker
                    .check("game.kifu", planted.as_bytes())
                    .next()
                    .expect("a file");
                let (new_plies, new_winner, new_rules) = summary(&file);
                assert_eq!((new_plies, new_winner), (plies, winner), "{case}");
                let is_new = |rule: &&&str| matches!(**rule, "ply-number" | "ply-gap" | "ply-repeat");
                let expected = if is_run { count } else { 1 };
                assert_eq!(
                    new_rules.iter().filter(is_new).count(),
                    expected,
                    "{case}: {new_rules:?}"
                );
                assert_eq!(new_rules.len(), rules.len() + expected, "{case}: {new_rules:?}");
                let fixed = file.fix(false).bytes.expect(&case);
                assert_eq!(String::from_utf8(fixed).expect("UTF-8"), text, "{case}");
            }
        }
    }
}
