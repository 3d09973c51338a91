//! The cards of games as lines of JSON: the row in the table of games, the findings, the moves, the details and the
//! comments.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::card::{Card, GameLimits};
use super::details::{Comments, Details, comment_characters, has_places};
use super::moves::{Lines, Replay};
use super::sanitize::{sanitize, sanitize_path, without_code_marks};
use crate::finding::{Finding, Language, Severity, message};
use crate::notation::side_names;
use crate::played::Played;
use crate::proof::Proof;
use crate::record::{HeaderKey, Outcome, Record, SHOGI, Terminal};
use crate::report::{headline, message_with_causes, proof_lines, proof_steps};
use crate::shogi::{Color, Handicap};
use crate::stats::Game;
use crate::stats::pairing::event_name;
use crate::text::Text;

/// Maximum length of a name or an event (characters).
const MAX_NAME_CHARACTERS: usize = 200;

/// A JSON object without the entries whose value is `null`.
pub(super) struct NonNullObject(Vec<(&'static str, Value)>);

impl NonNullObject {
    /// Returns the text of an entry, or `None` if there is no such text.
    fn text(&self, name: &str) -> Option<&str> {
        let entry = self.0.iter().find(|(it, _)| *it == name);
        entry?.1.as_str()
    }
}

impl Serialize for NonNullObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = self.0.iter().filter(|(_, value)| !value.is_null());
        serializer.collect_map(entries.map(|(name, value)| (name, value)))
    }
}

/// Returns the row of a game in the table of games. Unknown values are left out.
fn row(card: &Card<'_, '_>) -> NonNullObject {
    let Card { game, language, .. } = *card;
    let clean = |text: &str| sanitize(text, MAX_NAME_CHARACTERS);
    // A date in ISO 8601 is preferred, because the table can sort these dates. If the date cannot be read, it is as
    // written in the record.
    let date = game.date().or_else(|| game.start_time());
    let is_title = |key| [HeaderKey::Title, HeaderKey::ProblemTitle].contains(&key);
    let headers = card.record.headers.iter();
    let mut titles = headers.filter(|header| is_title(header.key) && !header.is_blank());
    let is_other = !card.record.is_shogi();
    let player = |at: usize| game.players[at].as_deref().filter(|_| !is_other).map(clean);
    let winner = game.winner().filter(|_| is_other);
    let stated_winner = match game.stated {
        Some(Outcome::Win(seat)) if is_other => Some(seat),
        _ => None,
    };
    let handicap = Some(&*game.handicap).filter(|name| *name != Handicap::ALL[0].name);
    let seconds = game
        .milliseconds(Color::Black)
        .zip(game.milliseconds(Color::White));
    let japanese_opening = game.opening_name().filter(|_| language == Language::English);
    NonNullObject(vec![
        ("path", sanitize_path(&game.path).into()),
        ("n", Some(game.record).filter(|number| *number != 1).into()),
        ("date", date.as_deref().map(clean).into()),
        ("event", game.event.as_deref().map(clean).into()),
        // The event without its rounds, by which the games of an event are found, if it differs from the event.
        ("ev", event_without_round(game).as_deref().map(clean).into()),
        // The number of the round.
        ("round", game.pairing.round.into()),
        // The beginning of the identifier of start position and moves, by which copies of a game are recognized.
        (
            "gid",
            game.event.as_ref().map(|_| game.id()[..8].to_owned()).into(),
        ),
        // The title that the record states.
        ("title", titles.next().map(|it| clean(&it.value)).into()),
        ("black", player(0).into()),
        ("white", player(1).into()),
        ("seats", seated_players(game, language).into()),
        // The name of the game, if it is not shogi.
        ("kind", is_other.then_some(game.kind.name).into()),
        // The name of the winner's seat in a game other than shogi.
        ("won", winner.map(|seat| *seat.words.in_language(language)).into()),
        // The name of the seat that wins according to the record, in a game other than shogi.
        (
            "stated_won",
            stated_winner.map(|seat| *seat.words.in_language(language)).into(),
        ),
        ("start", handicap.map(clean).into()),
        // Present if the players have the names used in handicap games (上手, 下手).
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
        // The Japanese name of the opening, so that an English page can be searched for it, too.
        ("opening_ja", japanese_opening.into()),
        // The names of Black and White without ranks and titles, by which the page groups the games of a player. Present
        // if a name differs from the written one.
        ("pl", normalized_players(game).into()),
        // Present if the game cannot be replayed. The charts of lengths and ends leave it out.
        ("unplayed", (!game.is_played).then_some(true).into()),
        ("plies", game.plies.len().into()),
        ("end", game.end.map(Terminal::name).into()),
        ("stated", game.stated.map(Outcome::name).into()),
        ("verdict", game.verdict.map(Outcome::name).into()),
        (
            "seconds",
            seconds.map(|(black, white)| (black + white) / 1000).into(),
        ),
        // The numbers of errors, warnings and notes.
        ("f", finding_counts(card).into()),
    ])
}

/// Returns the event without its rounds; `None` if this is the event as written.
fn event_without_round(game: &Game) -> Option<String> {
    let event = game.event.as_deref()?;
    Some(event_name(event)).filter(|name| name != event)
}

/// Returns the players of a game other than shogi, each with the name of the seat, or `None` if no player is named.
fn seated_players(game: &Game, language: Language) -> Option<Vec<String>> {
    if *game.kind == SHOGI {
        return None;
    }
    let players = game.kind.seats.iter().zip(&game.players);
    let players = players.filter_map(|(&seat, name)| {
        let name = sanitize(name.as_deref()?, MAX_NAME_CHARACTERS);
        let player = message!("{name} ({seat})", "{name}（{seat}）", name, seat);
        Some(player.in_language(language).into_owned())
    });
    let players: Vec<_> = players.collect();
    (!players.is_empty()).then_some(players)
}

/// Returns the numbers of errors, warnings and notes, or `None` if the card has no findings.
fn finding_counts(card: &Card<'_, '_>) -> Option<Vec<usize>> {
    let count = |severity| {
        let findings = card.findings.iter();
        findings.filter(|finding| finding.severity == severity).count()
    };
    (!card.findings.is_empty()).then(|| Severity::ALL.map(count).into())
}

/// Returns the normalized names of Black and White in a game of shogi, or `None` if both names equal the written ones.
fn normalized_players(game: &Game) -> Option<Vec<Option<String>>> {
    if *game.kind != SHOGI {
        return None;
    }
    let names = Color::ALL.map(|side| game.normalized_name(side));
    let written = game.players.iter().map(Option::as_deref);
    let is_same = names.iter().map(Option::as_deref).eq(written.take(2));
    let clean = |name: Option<String>| name.map(|name| sanitize(&name, MAX_NAME_CHARACTERS));
    (!is_same).then(|| names.map(clean).into())
}

// Cards of several records, serialized by the threads that check the records.

/// The cards of consecutive records.
#[derive(Clone, Debug, Default)]
pub struct Cards(pub(super) Vec<WrittenCard>);

/// A card as lines of JSON.
///
/// A line is empty if there is nothing to write, and `moves` also if the moves are left out.
#[derive(Clone, Debug)]
pub(super) struct WrittenCard {
    /// The row in the table of games.
    pub(super) row: Vec<u8>,
    /// The array of findings that are shown.
    pub(super) findings: Vec<u8>,
    /// The number of findings that are shown.
    pub(super) count: usize,
    /// The moves in all lines of the game, unless they are left out.
    pub(super) moves: Vec<u8>,
    /// The headers, the time control and the evaluations.
    pub(super) details: Vec<u8>,
    pub(super) comments: CommentLine,
}

/// The comments and bookmarks of a card.
#[derive(Clone, Debug, Default)]
pub(super) struct CommentLine {
    /// The comments and bookmarks as a line of JSON, unless they are left out.
    pub(super) line: Vec<u8>,
    /// Number of characters that are left out of the line because of the limits of a game.
    pub(super) left_out: usize,
    /// Number of characters of all comments and bookmarks of the record.
    pub(super) characters: usize,
}

/// The kinds of data for which a page has room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// `true` if moves are added.
    pub(crate) moves: bool,
    /// `true` if comments are added.
    pub(crate) comments: bool,
}

impl Cards {
    /// Adds the card of a record.
    ///
    /// If `with_moves` is `true`, the moves are added, so that the page can replay the game. Without the moves, which
    /// take most of the space, the page shows only the position of each finding.
    pub fn add(&mut self, card: &Card<'_, '_>, with_moves: bool) {
        let room = Room {
            moves: with_moves,
            comments: true,
        };
        self.add_replayed(card, None, room);
    }

    /// Adds the row and the findings of a record, without the data that are shown when the game is opened.
    #[cfg(feature = "application")]
    pub(super) fn add_row(&mut self, card: &Card<'_, '_>) {
        let findings = card.findings.iter();
        let findings: Vec<_> = findings
            .map(|finding| finding_object(finding, (card.record, card.text), card.hidden, card.language))
            .collect();
        self.0.push(WrittenCard {
            row: line_unless(false, &row(card)),
            count: findings.len(),
            findings: line_unless(findings.is_empty(), &findings),
            moves: Vec::new(),
            details: Vec::new(),
            comments: CommentLine::default(),
        });
    }

    /// Adds the card of a record, with the data for which the page has room. `played` is the replay of the record if
    /// all its moves are legal; without it, the record is replayed if necessary.
    pub(crate) fn add_replayed<'r, 't>(
        &mut self,
        card: &Card<'r, 't>,
        played: Option<Played<'r, 't>>,
        room: Room,
    ) {
        let record = card.record;
        // The details and comments of a game do not depend on whether its moves are added.
        let score = (room.moves || has_places(record)).then(|| {
            let limits = GameLimits::REPORT;
            let replay = played.map_or_else(
                || Replay::new(record, limits),
                |played| Replay::of_legal_moves(played, limits),
            );
            let lines = Lines::new(card, &replay);
            (replay, lines)
        });
        let score = score.as_ref().map(|(replay, lines)| (replay, lines));
        let findings = card.findings.iter();
        let findings: Vec<_> = findings
            .map(|finding| finding_object(finding, (card.record, card.text), card.hidden, card.language))
            .collect();
        let row = row(card);
        let row_values = ROW_FIELDS_OF_HEADERS.map(|name| row.text(name));
        let lines = score.filter(|_| room.moves).map(|(_, lines)| lines);
        self.0.push(WrittenCard {
            row: line_unless(false, &row),
            count: findings.len(),
            findings: line_unless(findings.is_empty(), &findings),
            moves: lines.map_or_else(Vec::new, |lines| line_unless(false, lines)),
            details: details_line(&Details::new(card, score, &row_values, GameLimits::REPORT)),
            comments: CommentLine::new(card, score.map(|(_, lines)| lines), room),
        });
    }
}

/// Returns the data of a game that are shown when it is opened, as a JSON object: `moves`, `details` and `comments`. No lines, moves
/// and comments are left out.
#[cfg(feature = "application")]
pub(super) fn whole_game(card: &Card<'_, '_>) -> Vec<u8> {
    let record = card.record;
    let replay = Replay::new(record, GameLimits::NONE);
    let lines = Lines::new(card, &replay);
    let row = row(card);
    let row_values = ROW_FIELDS_OF_HEADERS.map(|name| row.text(name));
    let details = Details::new(card, Some((&replay, &lines)), &row_values, GameLimits::NONE);
    let comments = Comments::new(record, &lines, GameLimits::NONE);
    let parts = [
        ("moves", line_unless(false, &lines)),
        ("details", line_unless(false, &details)),
        ("comments", line_unless(false, &comments)),
    ];
    let mut json = Vec::new();
    for (name, part) in parts {
        json.push(if json.is_empty() { b'{' } else { b',' });
        json.extend(format!("\"{name}\":").bytes());
        json.extend(part);
    }
    json.push(b'}');
    json
}

/// The fields of a row that often have the value of a header, in the order of their numbers.
const ROW_FIELDS_OF_HEADERS: [&str; 4] = ["black", "white", "event", "title"];

/// Serializes a value as JSON, or returns an empty line if `is_empty` is `true`.
fn line_unless(is_empty: bool, value: &impl Serialize) -> Vec<u8> {
    if is_empty {
        return Vec::new();
    }
    // The serialization of strings and numbers cannot fail. The line is compressed, so that no character of it can be
    // markup.
    serde_json::to_vec(value).unwrap_or_default()
}

fn details_line(details: &Details) -> Vec<u8> {
    let line = line_unless(false, details);
    if line == b"{}" { Vec::new() } else { line }
}

impl CommentLine {
    fn new(card: &Card<'_, '_>, lines: Option<&Lines>, room: Room) -> Self {
        let Some(lines) = lines.filter(|_| has_places(card.record)) else {
            return Self::default();
        };
        let characters = comment_characters(card.record);
        if !room.comments {
            return Self {
                characters,
                ..Self::default()
            };
        }
        let comments = Comments::new(card.record, lines, GameLimits::REPORT);
        Self {
            line: line_unless(comments.is_empty(), &comments),
            left_out: comments.left_out,
            characters,
        }
    }

    /// Returns the line of a game whose comments are left out because the page has no room.
    pub(super) fn omitted(&self) -> Vec<u8> {
        line_unless(self.characters == 0, &Comments::omitted(self.characters))
    }
}

// The findings of a game on the page.

/// Maximum length of a message, or of the text of a move, in a finding (characters).
const MAX_MESSAGE_CHARACTERS: usize = 1000;

/// Returns the JSON object of a finding of a record in a text. Unknown values are left out. `hidden` findings of the record follow from the
/// cause of another one and are not shown.
pub(super) fn finding_object(
    finding: &Finding,
    (record, text): (&Record<'_>, &Text<'_>),
    hidden: usize,
    language: Language,
) -> NonNullObject {
    let clean = |text: &str| sanitize(&without_code_marks(text), MAX_MESSAGE_CHARACTERS);
    let causes = finding.causes.iter();
    let causes: Vec<_> = causes
        .map(|cause| clean(&cause.all_in_words().in_language(language)))
        .collect();
    let has_causes = !causes.is_empty();
    let page = finding.causes.first().map(|cause| cause.kind.page());
    let related = finding.related.iter().map(|related| {
        let (record, line) = (
            related.record.unwrap_or_default(),
            related.line.unwrap_or_default(),
        );
        json!([sanitize_path(&related.path), record, line])
    });
    let related: Vec<Value> = related.collect();
    let squares: String = finding.cells.iter().map(ToString::to_string).collect();
    NonNullObject(vec![
        ("rule", finding.rule.name.into()),
        ("s", finding.severity.name().into()),
        ("ply", finding.ply.into()),
        // Present if the finding is on a variation.
        ("var", (!finding.variation.is_empty()).then_some(true).into()),
        ("side", finding.seat.map(|seat| seat.name).into()),
        ("move", finding.moved.as_deref().map(clean).into()),
        // The line and the column in the file.
        (
            "at",
            finding
                .place(text)
                .map(|(line, column)| vec![line, column])
                .into(),
        ),
        (
            "msg",
            clean(&message_with_causes(finding, hidden, language)).into(),
        ),
        // The headline without the causes, if the finding has causes.
        (
            "reason",
            has_causes
                .then(|| clean(&headline(finding).in_language(language)))
                .into(),
        ),
        ("slip", slip_object(finding)),
        // The reason and the remedy of the cause, instead of those of the rule.
        (
            "why",
            page.map(|page| without_code_marks(page.why.in_language(language)))
                .into(),
        ),
        (
            "do",
            page.map(|page| without_code_marks(page.remedy.in_language(language)))
                .into(),
        ),
        ("causes", Some(causes).filter(|it| !it.is_empty()).into()),
        // The move, if it was misheard.
        (
            "misheard",
            finding.misheard.as_ref().map(|it| clean(it.to.trim())).into(),
        ),
        // The number of findings that follow from the cause and are not shown.
        ("hidden", Some(hidden).filter(|&it| has_causes && it > 0).into()),
        // Present if the finding follows from the cause of another one.
        ("follows", finding.consequence.then_some(true).into()),
        (
            "fix",
            finding
                .fix
                .as_ref()
                .map(|fix| clean(&fix.message.in_language(language)))
                .into(),
        ),
        // The other places that the finding is about: the path, the number of the record, and the line; 0 if unknown.
        ("with", Some(related).filter(|it| !it.is_empty()).into()),
        (
            "proof",
            finding
                .proof
                .as_deref()
                .map(|proof| proof_object(proof, record, language))
                .into(),
        ),
        ("sq", Some(squares).filter(|it| !it.is_empty()).into()),
        // The position before the move that the finding is about, for use if the page has no moves of the game.
        ("sfen", finding.position.as_deref().into()),
    ])
}

/// Returns the JSON object of the move that the only possible change of a finding concerns: the ply before it, and the squares of the
/// move as written and as it was probably meant. Null if there is no such move.
fn slip_object(finding: &Finding) -> Value {
    let [cause] = finding.possible_changes() else {
        return Value::Null;
    };
    let Some(ply) = cause.ply.checked_sub(1) else {
        return Value::Null;
    };
    let [written, meant] = cause
        .squares
        .each_ref()
        .map(|squares| squares.iter().map(ToString::to_string).collect::<String>());
    json!({"ply": ply, "written": written, "meant": meant})
}

/// Returns the JSON object of a proof: its lines, its position, and its steps, each with its words and the squares to mark or the
/// ply to show.
fn proof_object(proof: &Proof, record: &Record<'_>, language: Language) -> Value {
    let lines = proof_lines(proof, record).map(|line| line.in_language(language).into_owned());
    let steps = proof_steps(proof).into_iter().map(|step| {
        let words = step.words.in_language(language);
        match step.ply {
            Some(ply) => json!({"words": words, "ply": ply}),
            None => json!({"words": words, "sq": step.squares.iter().map(ToString::to_string).collect::<String>()}),
        }
    });
    json!({"lines": lines, "sfen": proof.sfen(), "steps": steps.collect::<Vec<_>>()})
}
