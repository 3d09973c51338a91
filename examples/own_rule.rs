//! Adds a rule of your own to the rules of `kifu`. In this example, a shogi school wants its pupils to move the king to safety by
//! ply 40.
//!
//!     cargo run --example own_rule fixtures/tournament/server/*

use std::error::Error;
use std::io::Write;

use kifu::finding::Class;
use kifu::finding::Example;
use kifu::finding::Finding;
use kifu::finding::Group;
use kifu::finding::Language;
use kifu::finding::Rule;
use kifu::finding::RulePage;
use kifu::finding::both;
use kifu::finding::message;
use kifu::notation;
use kifu::record::Record;
use kifu::referee::Referee;
use kifu::shogi::Color;
use kifu::text;

/// The ply by which the king should have moved.
const DEADLINE_PLY: u32 = 40;

static KING_AT_HOME: Rule = Rule {
    name: "king-at-home",
    class: Class::Notice,
    group: Group::Fouls,
    english: "the king has not moved",
    japanese: "居玉",
    page: Some(&RulePage {
        what: both("The king is on its starting square.", "玉が初めの位置にある。"),
        why: both("It is in danger there.", "危険である。"),
        remedy: both("Build a castle.", "囲いを作る。"),
        page_remedy: None,
        source: both("The first lesson.", "入門の初歩。"),
        bad: Example::Moves {
            start: "startpos",
            moves: "7g7f 3c3d",
            note: both("neither side moves its king", "玉を動かしていない"),
        },
        good: Example::Moves {
            start: "startpos",
            moves: "5i6h 5a4b",
            note: both("both do", "両者とも動かした"),
        },
        fix: None,
    }),
};

/// Checks a record. Returns the findings of the referee, and a finding for each side whose king has not moved by
/// [`DEADLINE_PLY`]. In shorter games, no side is reported.
fn check(referee: &mut Referee, record: &Record<'_>) -> Vec<Finding> {
    let start_squares = Color::ALL.map(|side| record.start.position.king(side));
    let mut is_at_home = [true; 2];
    let mut last_ply = 0;
    // The referee replays the game, and the callback receives the board after each move.
    let judgement = referee.check_watched(record, &mut |played| {
        for side in Color::ALL.into_iter().filter(|_| played.ply <= DEADLINE_PLY) {
            is_at_home[side.index()] &= played.after.king(side) == start_squares[side.index()];
        }
        last_ply = played.ply;
    });
    let mut findings = judgement.findings;
    for side in Color::ALL.into_iter().filter(|_| last_ply >= DEADLINE_PLY) {
        if is_at_home[side.index()] {
            let words = message!(
                "the king of {side} has not moved by ply {DEADLINE_PLY}",
                "{side}の玉が{DEADLINE_PLY}手目まで動いていない",
                side
            );
            let mut finding = Finding::new(&KING_AT_HOME, record.span, words).at_ply(DEADLINE_PLY);
            finding.seat = Some(side.into());
            findings.push(finding);
        }
    }
    findings
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut referee = Referee::new();
    let mut out = std::io::stdout().lock();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let text = text::decode(&bytes, None);
        for record in notation::records(&text, notation::detect(&text, None)) {
            for finding in check(&mut referee, &record) {
                let message = finding.message.in_language(Language::English);
                writeln!(out, "{path}: {} {message}", finding.rule.name)?;
            }
        }
    }
    Ok(())
}
