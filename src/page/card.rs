//! One game as the page knows it.

use serde::Serialize;

use super::frame::{shown, shown_path, to_ascii_json, to_json};
use super::moves::Lines;
use crate::finding::{Finding, Language, Severity, message};
use crate::record::{HeaderKey, Outcome, Record, Terminal};
use crate::referee::Judgement;
use crate::shogi::{Color, Handicap};
use crate::stats::Game;
use crate::text::Text;

/// No name and no event needs more characters.
const LONGEST: usize = 200;

/// A judged record, for the page.
#[derive(Clone, Copy, Debug)]
pub struct Card<'c, 't> {
    /// The game that it holds.
    pub game: &'c Game,
    /// The text of the file; the places of the findings are in it.
    pub text: &'c Text<'c>,
    /// The record.
    pub record: &'c Record<'t>,
    /// What the referee says of it.
    pub judgement: &'c Judgement,
    /// The language in which findings are worded.
    pub language: Language,
}

/// What stands in the table of games. What is not known is left out.
#[derive(Serialize)]
struct Row {
    path: String,
    #[serde(rename = "n", skip_serializing_if = "is_one")]
    index: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    /// What the record calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    /// The players of a game other than shogi, each with the seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<String>,
    /// The game, where it is not shogi.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// What the winner's seat is called in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<String>,
    /// The handicap, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    /// Its Japanese name, by which it is found on an English page, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening_ja: Option<&'static str>,
    plies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stated: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u64>,
    /// Errors, warnings, notes.
    #[serde(rename = "f", skip_serializing_if = "is_nothing")]
    findings: [usize; 3],
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serializer asks so")]
const fn is_one(index: &u32) -> bool {
    *index == 1
}

fn is_nothing(counts: &[usize; 3]) -> bool {
    *counts == [0; 3]
}

impl Row {
    fn of(card: &Card<'_, '_>) -> Self {
        let Card { game, .. } = *card;
        let known = |text: Option<&str>| text.map(|it| shown(it, LONGEST));
        // Days can be sorted, other texts stay as they are; a time of day alone is no date.
        let date = game.date().or_else(|| game.start_time());
        let is_title = |key| [HeaderKey::Title, HeaderKey::ProblemTitle].contains(&key);
        let headers = card.record.headers.iter();
        let mut titles = headers.filter(|it| is_title(it.key) && !it.is_blank());
        let title = titles.next().map(|it| &*it.value);
        let is_other = !card.record.is_shogi();
        let winner = game.winner().filter(|_| is_other);
        let seats = game.kind.seats.iter().filter(|_| is_other);
        let players = seats.zip(&game.players);
        let seated = players.filter_map(|(&seat, name)| Some((known(name.as_deref())?, seat)));
        let opening = game.opening_name();
        let seconds = Color::ALL.map(|side| game.milliseconds(side));
        Self {
            path: shown_path(&game.path),
            index: game.record,
            date: known(date.as_deref()),
            event: known(game.event.as_deref()),
            title: known(title),
            black: known(game.players[0].as_deref().filter(|_| !is_other)),
            white: known(game.players[1].as_deref().filter(|_| !is_other)),
            seats: seated
                .map(|(name, seat)| {
                    message!("{name} ({seat})", "{name}（{seat}）", name, seat)
                        .in_language(card.language)
                        .to_string()
                })
                .collect(),
            kind: is_other.then_some(game.kind.name),
            won: winner.map(|seat| seat.words.in_language(card.language).to_string()),
            start: (game.handicap != Handicap::ALL[0].name).then(|| shown(&game.handicap, LONGEST)),
            opening: game
                .opening
                .opening
                .map(|it| &**it.name.in_language(card.language)),
            opening_ja: opening.filter(|_| card.language == Language::English),
            plies: game.plies.len(),
            end: game.end.map(Terminal::name),
            stated: game.stated.map(Outcome::name),
            verdict: game.verdict.map(Outcome::name),
            seconds: seconds[0]
                .zip(seconds[1])
                .map(|(black, white)| (black + white) / 1000),
            findings: Severity::ALL.map(|it| game.findings_of(it)),
        }
    }
}

// A stretch of cards, written where the records are checked.

/// The cards of a stretch of records.
#[derive(Clone, Debug, Default)]
pub struct Cards(pub(super) Vec<WrittenCard>);

/// A card as three lines of JSON. A line is empty if there is nothing to write.
#[derive(Clone, Debug)]
pub(super) struct WrittenCard {
    /// What is in the table of games.
    pub(super) row: Vec<u8>,
    pub(super) findings: Vec<u8>,
    /// The number of findings.
    pub(super) count: usize,
    pub(super) moves: Vec<u8>,
}

impl Cards {
    /// Adds a card. Its moves cost most of the time and of the room; without them the page shows of each finding
    /// the position alone.
    pub fn add(&mut self, card: &Card<'_, '_>, with_moves: bool) {
        let findings = card.judgement.findings.iter();
        let findings: Vec<_> = findings.map(|it| Item::of(it, card)).collect();
        let moves = with_moves.then(|| to_ascii_json(&Lines::of(card)));
        self.0.push(WrittenCard {
            row: to_json(&Row::of(card)),
            count: findings.len(),
            findings: if findings.is_empty() {
                Vec::new()
            } else {
                to_json(&findings)
            },
            moves: moves.unwrap_or_default(),
        });
    }
}

// The findings of a game as the page knows them.

/// No message needs more characters.
const FOUND_LONGEST: usize = 1000;

/// A finding. What is not known is left out.
#[derive(Serialize)]
struct Item {
    rule: &'static str,
    #[serde(rename = "s")]
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    /// Whether it is about a variation.
    #[serde(rename = "var", skip_serializing_if = "std::ops::Not::not")]
    in_variation: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    moved: Option<String>,
    /// Line and column in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(u64, u64)>,
    #[serde(rename = "msg")]
    message: String,
    #[serde(rename = "sq", skip_serializing_if = "String::is_empty")]
    squares: String,
    /// The position before the move, for when the page has no moves of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    sfen: Option<String>,
}

impl Item {
    fn of(finding: &Finding, card: &Card<'_, '_>) -> Self {
        Self {
            rule: finding.rule.name,
            severity: finding.severity.name(),
            ply: finding.ply,
            in_variation: !finding.variation.is_empty(),
            side: finding.seat.map(|seat| seat.name),
            moved: finding.moved.as_deref().map(|it| shown(it, FOUND_LONGEST)),
            at: finding.place(card.text),
            message: shown(&finding.message.in_language(card.language), FOUND_LONGEST),
            squares: finding.cells.iter().map(ToString::to_string).collect(),
            sfen: finding.position.clone(),
        }
    }
}
