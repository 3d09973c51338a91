//! The games other than shogi.

mod gib;
mod gunjin;
mod gunjin_small_sets;
mod janggi;
mod janggi_ends;
mod janggi_moves;
mod page;
mod reading;
mod second_janggi;
#[cfg(feature = "report")]
mod shown;
mod statements;
mod statements_gunjin;
mod verdicts;
mod yonin;
mod yonin_model;
mod yonin_play;

use kifu::finding::Example;
use kifu::finding::Finding;
use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::profile::Profile;
use kifu::referee::Judgement;
use kifu::referee::RULES;
use kifu::system::ALL_RULES;
use kifu::system::Referees;
use kifu::text;

/// Returns the number of random games to play: the number in the environment variable `KIFU_GAMES`, or 30.
/// `KIFU_GAMES=3000 cargo test --test it -- random_games` plays more.
fn games_to_play() -> usize {
    let requested = std::env::var("KIFU_GAMES")
        .ok()
        .and_then(|value| value.parse().ok());
    requested.unwrap_or(30)
}

/// Returns the judgement of the only record of a text under the default rules.
fn check_text(text: &str) -> Judgement {
    check_text_by(Profile::default(), text)
}

/// Returns the judgement of the only record of a text under a profile.
fn check_text_by(profile: Profile, text: &str) -> Judgement {
    let text = text::decode(text.as_bytes(), None);
    let mut records = notation::records(&text, notation::detect(&text, None));
    let record = records.next().expect("a record");
    assert!(records.next().is_none(), "one record");
    Referees::with_profile(profile).check(&record)
}

/// Returns the findings as `rule@ply`, separated by blanks, or `-` if the list is empty. A finding without a ply has
/// the ply 0.
fn findings_of(judgement: &Judgement) -> String {
    let name = |finding: &Finding| format!("{}@{}", finding.rule.name, finding.ply.unwrap_or(0));
    match judgement.findings.as_slice() {
        [] => "-".to_owned(),
        findings => findings.iter().map(name).collect::<Vec<_>>().join(" "),
    }
}

/// Returns the first record of a text, written in this format.
fn write_as(text: &str, target: &str) -> String {
    let text = text::decode(text.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None))
        .next()
        .unwrap();
    let target = notation::target(target).expect("a target");
    let output = Writer::new(target)
        .write(&Played::new(&record))
        .expect("it is written");
    String::from_utf8(output.bytes).unwrap()
}

#[test]
fn rule_page_examples_have_the_expected_findings() {
    let game_rules = ALL_RULES.iter().filter(|rule| !RULES.contains(rule));
    let mut failures = Vec::new();
    for rule in game_rules {
        for (example, is_reported) in [(rule.page().bad, true), (rule.page().good, false)] {
            let judgement = match example {
                // `cli::audit` compares the files of these examples.
                Example::Files { .. } => continue,
                Example::Record { text, .. } => check_text(text),
                Example::WithRules { rules, text, .. } => {
                    check_text_by(Profile::read(rules, "example").expect("rules"), text)
                }
                _ => panic!("{}: another kind of example", rule.name),
            };
            if judgement.findings.iter().any(|finding| finding.rule == *rule) != is_reported {
                failures.push(format!("{}: {}, {example:?}", rule.name, findings_of(&judgement)));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
