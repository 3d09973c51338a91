//! The data of one game in the HTML report.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::frame::{sanitize, sanitize_path, to_ascii_json, to_json};
use super::moves::Lines;
use crate::finding::{Finding, Language, Severity, message};
use crate::notation::side_names;
use crate::record::{HeaderKey, Outcome, Record, Terminal};
use crate::shogi::{Color, Handicap};
use crate::stats::Game;
use crate::text::Text;

/// Maximum length of a name or an event (characters).
const MAX_NAME_CHARACTERS: usize = 200;

/// A checked record, to be added to the HTML report.
#[derive(Clone, Copy, Debug)]
pub struct Card<'c, 't> {
    /// The game of the record.
    pub game: &'c Game,
    /// The text of the file, which the places of the findings refer to.
    pub text: &'c Text<'c>,
    /// The record.
    pub record: &'c Record<'t>,
    /// The findings that are shown.
    pub findings: &'c [&'c Finding],
    /// The language in which findings are worded.
    pub language: Language,
}

/// A JSON object without the entries whose value is `null`.
struct NonNullObject(Vec<(&'static str, Value)>);

impl Serialize for NonNullObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let known = self.0.iter().filter(|(_, value)| !value.is_null());
        serializer.collect_map(known.map(|(name, value)| (name, value)))
    }
}

/// Returns the row of a game in the table of games.
fn row(card: &Card<'_, '_>) -> NonNullObject {
    let Card { game, language, .. } = *card;
    let text = |text: &str| sanitize(text, MAX_NAME_CHARACTERS);
    // Dates that can be sorted are preferred; other texts are copied. A time of day alone is not a date.
    let date = game.date().or_else(|| game.start_time());
    let is_title = |key| [HeaderKey::Title, HeaderKey::ProblemTitle].contains(&key);
    let headers = card.record.headers.iter();
    let mut titles = headers.filter(|header| is_title(header.key) && !header.is_blank());
    let is_other = !card.record.is_shogi();
    let player = |at: usize| game.players[at].as_deref().filter(|_| !is_other).map(text);
    // The players of a game other than shogi, each with the seat.
    let seats = game.kind.seats.iter().zip(&game.players);
    let seats = seats.filter_map(|(&seat, name)| {
        let name = text(name.as_deref().filter(|_| is_other)?);
        let seated = message!("{name} ({seat})", "{name}（{seat}）", name, seat);
        Some(seated.in_language(language).into_owned())
    });
    let seats: Vec<_> = seats.collect();
    let winner = game.winner().filter(|_| is_other);
    let stated_winner = match game.stated {
        Some(Outcome::Win(seat)) if is_other => Some(seat),
        _ => None,
    };
    let handicap = Some(&*game.handicap).filter(|name| *name != Handicap::ALL[0].name);
    let seconds = game
        .milliseconds(Color::Black)
        .zip(game.milliseconds(Color::White));
    let count = |severity| {
        card.findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    };
    let findings = Severity::ALL.map(count);
    let japanese = game.opening_name().filter(|_| language == Language::English);
    NonNullObject(vec![
        ("path", sanitize_path(&game.path).into()),
        ("n", Some(game.record).filter(|number| *number != 1).into()),
        ("date", date.as_deref().map(text).into()),
        ("event", game.event.as_deref().map(text).into()),
        // The title that the record states.
        ("title", titles.next().map(|it| text(&it.value)).into()),
        ("black", player(0).into()),
        ("white", player(1).into()),
        ("seats", Some(seats).filter(|it| !it.is_empty()).into()),
        // The game, if it is not shogi.
        ("kind", is_other.then_some(game.kind.name).into()),
        // The seat of the winner, in the words of that game.
        ("won", winner.map(|seat| *seat.words.in_language(language)).into()),
        // The seat of the winner that the record states, in such a game.
        (
            "stated_won",
            stated_winner.map(|seat| *seat.words.in_language(language)).into(),
        ),
        ("start", handicap.map(text).into()),
        // Set if the players have the names used in handicap games.
        (
            "handicap",
            side_names(card.record).handicap.then_some(true).into(),
        ),
        (
            "opening",
            game.opening
                .opening
                .map(|it| &**it.name.in_language(language))
                .into(),
        ),
        // The Japanese name, so that it can be searched on an English page, too.
        ("opening_ja", japanese.into()),
        ("plies", game.plies.len().into()),
        ("end", game.end.map(Terminal::name).into()),
        ("stated", game.stated.map(Outcome::name).into()),
        ("verdict", game.verdict.map(Outcome::name).into()),
        (
            "seconds",
            seconds.map(|(black, white)| (black + white) / 1000).into(),
        ),
        // The numbers of errors, warnings and notes.
        (
            "f",
            Some(findings)
                .filter(|counts| *counts != [0; 3])
                .map(Vec::from)
                .into(),
        ),
    ])
}

// Cards of several records, serialized by the threads that check the records.

/// The cards of consecutive records.
#[derive(Clone, Debug, Default)]
pub struct Cards(pub(super) Vec<WrittenCard>);

/// A card as three lines of JSON.
///
/// A line is empty if there is nothing to write.
#[derive(Clone, Debug)]
pub(super) struct WrittenCard {
    /// The row in the table of games.
    pub(super) row: Vec<u8>,
    pub(super) findings: Vec<u8>,
    /// The number of findings.
    pub(super) count: usize,
    pub(super) moves: Vec<u8>,
}

impl Cards {
    /// Adds a card.
    ///
    /// The moves take most of the time and of the bytes. Without them the page shows only the position of each finding.
    pub fn add(&mut self, card: &Card<'_, '_>, with_moves: bool) {
        let findings: Vec<_> = card
            .findings
            .iter()
            .map(|finding| finding_object(finding, card))
            .collect();
        let moves = with_moves.then(|| to_ascii_json(&Lines::new(card)));
        self.0.push(WrittenCard {
            row: to_json(&row(card)),
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

// The findings of a game on the page.

/// Maximum length of a message (characters).
const MAX_MESSAGE_CHARACTERS: usize = 1000;

/// Returns the JSON object of a finding.
fn finding_object(finding: &Finding, card: &Card<'_, '_>) -> NonNullObject {
    let text = |text: &str| sanitize(text, MAX_MESSAGE_CHARACTERS);
    let squares: String = finding.cells.iter().map(ToString::to_string).collect();
    NonNullObject(vec![
        ("rule", finding.rule.name.into()),
        ("s", finding.severity.name().into()),
        ("ply", finding.ply.into()),
        // Set if the finding is on a variation.
        ("var", (!finding.variation.is_empty()).then_some(true).into()),
        ("side", finding.seat.map(|seat| seat.name).into()),
        ("move", finding.moved.as_deref().map(text).into()),
        // The line and the column in the file.
        (
            "at",
            finding
                .place(card.text)
                .map(|(line, column)| vec![line, column])
                .into(),
        ),
        ("msg", text(&finding.message.in_language(card.language)).into()),
        ("sq", Some(squares).filter(|it| !it.is_empty()).into()),
        // The position before the move, for use if the page has no moves of the game.
        ("sfen", finding.position.as_deref().into()),
    ])
}
