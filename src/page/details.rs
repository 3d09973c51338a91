//! The data of a game that the page shows next to the moves: headers, the time control, evaluations, comments and
//! bookmarks.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::card::{Card, GameLimits};
use super::moves::{Lines, Replay};
use super::sanitize::sanitize;
use crate::notation::evaluation;
use crate::notation::times::TimeLimit;
use crate::record::{Record, Remark, RemarkKind};
use crate::referee::time_limits;
use crate::text::printable;

/// Maximum length of the name of a header (characters).
const MAX_HEADER_NAME_CHARACTERS: usize = 100;

/// The headers, the time control and the evaluations of a game.
#[derive(Serialize)]
pub(super) struct Details {
    /// The names and values of the headers in the order of the record.
    #[serde(rename = "h", skip_serializing_if = "Vec::is_empty")]
    headers: Vec<(String, HeaderValue)>,
    /// The time control of both sides, or of Black if the sides have different ones.
    #[serde(rename = "tc", skip_serializing_if = "Option::is_none")]
    time_control: Option<TimeControl>,
    /// The time control of White, if it is different.
    #[serde(rename = "tcw", skip_serializing_if = "Option::is_none")]
    time_control_of_white: Option<TimeControl>,
    /// The scores of positions by engines: a line, a ply, and the score from the view of Black (centipawns).
    #[serde(rename = "ev", skip_serializing_if = "Vec::is_empty")]
    evaluations: Vec<(usize, u32, i32)>,
    /// The number of plies before the start position, if the record states it.
    #[serde(rename = "pb", skip_serializing_if = "Option::is_none")]
    plies_before: Option<u32>,
    /// The last ply before the start position as written, if the record states it.
    #[serde(rename = "lm", skip_serializing_if = "Option::is_none")]
    last_move: Option<String>,
    /// The statements about the result, such as まで lines.
    #[serde(rename = "cl", skip_serializing_if = "Vec::is_empty")]
    claims: Vec<Statement>,
}

/// A statement about the result as written, and the first ply of its variation, if it is about a variation.
struct Statement(String, Option<u32>);

impl Serialize for Statement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self(text, None) => text.serialize(serializer),
            Self(text, Some(ply)) => (text, ply).serialize(serializer),
        }
    }
}

/// The value of a header.
#[derive(Serialize)]
#[serde(untagged)]
enum HeaderValue {
    Text(String),
    /// The number of the field of the game's row that contains the value: Black, White, the event, the title.
    InRow(usize),
}

/// A time control (seconds).
#[derive(Clone, Copy, PartialEq, Serialize)]
struct TimeControl {
    #[serde(serialize_with = "as_seconds")]
    main: u32,
    #[serde(serialize_with = "as_seconds", skip_serializing_if = "is_zero")]
    byoyomi: u32,
    #[serde(serialize_with = "as_seconds", skip_serializing_if = "is_zero")]
    increment: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
const fn is_zero(milliseconds: &u32) -> bool {
    *milliseconds == 0
}

/// Serializes milliseconds as seconds, as an integer if possible.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
fn as_seconds<S: Serializer>(milliseconds: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    if milliseconds.is_multiple_of(1000) {
        serializer.serialize_u32(milliseconds / 1000)
    } else {
        serializer.serialize_f64(f64::from(*milliseconds) / 1000.0)
    }
}

impl From<TimeLimit> for TimeControl {
    fn from(limit: TimeLimit) -> Self {
        Self {
            main: limit.base,
            byoyomi: limit.byoyomi,
            increment: limit.increment,
        }
    }
}

impl Details {
    /// Returns the details of a game. `score` contains its replay and its lines, if they are needed for the record
    /// (see [`has_places`]).
    ///
    /// `row_values` are the values of the fields of the game's row that a header may refer to.
    pub(super) fn new(
        card: &Card<'_, '_>,
        score: Option<(&Replay<'_, '_>, &Lines)>,
        row_values: &[Option<&str>],
        limits: GameLimits,
    ) -> Self {
        let record = card.record;
        let value = |text: &str| {
            let text = sanitize(text, limits.value_characters);
            let in_row = row_values.iter().position(|value| *value == Some(&*text));
            in_row.map_or(HeaderValue::Text(text), HeaderValue::InRow)
        };
        let headers = record.headers.iter().take(limits.headers);
        let headers = headers.map(|header| {
            let name = sanitize(&header.name, MAX_HEADER_NAME_CHARACTERS);
            (name, value(&header.value))
        });
        let [black, white] = time_limits(record).map(|limit| limit.map(TimeControl::from));
        let tree = &record.tree;
        let claims = record.claims.iter().take(MAX_CLAIMS);
        let claims = claims.map(|claim| {
            let is_in_variation = !tree.is_main_line(claim.node);
            let first_ply = is_in_variation.then(|| tree.node(tree.line_of(claim.node)).ply);
            Statement(sanitize(&claim.text, MAX_HEADER_NAME_CHARACTERS), first_ply)
        });
        let last_move = record.start.last_move.as_deref();
        Self {
            headers: headers.collect(),
            time_control: black.or(white),
            time_control_of_white: white.filter(|_| black != white),
            evaluations: score.map_or_else(Vec::new, |(replay, lines)| evaluations(record, replay, lines)),
            plies_before: record.start.plies_before,
            last_move: last_move.map(|text| sanitize(text, MAX_HEADER_NAME_CHARACTERS)),
            claims: claims.collect(),
        }
    }
}

/// Maximum number of statements about the result of a game on the page.
const MAX_CLAIMS: usize = 10;

/// Returns whether a record has comments, bookmarks or evaluations, which have places in the lines of the game.
pub(super) fn has_places(record: &Record<'_>) -> bool {
    !record.remarks.is_empty()
}

fn evaluations(record: &Record<'_>, replay: &Replay<'_, '_>, lines: &Lines) -> Vec<(usize, u32, i32)> {
    let mut scores = BTreeMap::new();
    for (id, evaluation) in evaluation::evaluations(record) {
        let score = replay.played.ply(id).and_then(|ply| evaluation.score(ply.mover));
        if let Some((place, score)) = lines.place_of(id, record).zip(score) {
            scores.insert(place, score.centipawns());
        }
    }
    let scores = scores.into_iter();
    scores.map(|((line, ply), score)| (line, ply, score)).collect()
}

// Comments and bookmarks.

/// The comments and bookmarks of a game.
#[derive(Default, Serialize)]
pub(super) struct Comments {
    #[serde(rename = "c", skip_serializing_if = "Vec::is_empty")]
    of_plies: Vec<Comment>,
    /// A line, a ply and the name of the bookmark.
    #[serde(rename = "b", skip_serializing_if = "Vec::is_empty")]
    bookmarks: Vec<(usize, u32, String)>,
    /// Number of characters of comments that are left out.
    #[serde(rename = "lc", skip_serializing_if = "is_none_left")]
    pub(super) left_out: usize,
}

/// The comment on a ply: a line, a ply, a text, and the number of characters that are left out of the text.
struct Comment((usize, u32), String, usize);

impl Serialize for Comment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self((line, ply), text, left_out) = self;
        if *left_out == 0 {
            (line, ply, text).serialize(serializer)
        } else {
            (line, ply, text, left_out).serialize(serializer)
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
const fn is_none_left(characters: &usize) -> bool {
    *characters == 0
}

impl Comments {
    /// Returns the comments and bookmarks of a record whose lines are on the page.
    pub(super) fn new(record: &Record<'_>, lines: &Lines, limits: GameLimits) -> Self {
        let mut all = Self::default();
        let mut texts: BTreeMap<(usize, u32), String> = BTreeMap::new();
        for remark in &record.remarks {
            if !is_shown(remark, record) {
                continue;
            }
            let place = lines.place_of(remark.node, record);
            match (remark.kind, place) {
                (RemarkKind::Bookmark, Some((line, ply))) if all.bookmarks.len() < limits.bookmarks => {
                    let name = sanitize(&remark.text, MAX_HEADER_NAME_CHARACTERS);
                    all.bookmarks.push((line, ply, name));
                }
                (RemarkKind::Comment, Some(place)) => {
                    append_lines(
                        texts.entry(place).or_default(),
                        remark.text.trim_start_matches(' '),
                    );
                }
                // In these remarks, a blank follows the mark `#`.
                (RemarkKind::Tool, Some(place)) => {
                    let text = remark.text.strip_prefix(' ').unwrap_or(&remark.text);
                    append_lines(texts.entry(place).or_default(), text);
                }
                _ => all.left_out += remark.text.chars().count(),
            }
        }
        let mut remaining_characters = limits.all_comment_characters;
        for (place, mut text) in texts {
            text.truncate(text.trim_end().len());
            let comment = Comment::new(place, text, remaining_characters.min(limits.comment_characters));
            let Comment(_, shown, left_out) = &comment;
            remaining_characters -= shown.chars().count().min(remaining_characters);
            all.left_out += left_out;
            all.of_plies.push(comment);
        }
        all
    }

    /// Creates the comments of a game of which all `characters` are left out.
    pub(super) fn omitted(characters: usize) -> Self {
        Self {
            left_out: characters,
            ..Self::default()
        }
    }

    /// Returns whether the game has no comments and no bookmarks.
    pub(super) fn is_empty(&self) -> bool {
        self.of_plies.is_empty() && self.bookmarks.is_empty() && self.left_out == 0
    }
}

impl Comment {
    /// Creates a comment that is cut after `max_characters`.
    fn new(place: (usize, u32), mut text: String, max_characters: usize) -> Self {
        let Some((end, _)) = text.char_indices().nth(max_characters) else {
            return Self(place, text, 0);
        };
        let left_out = text[end..].chars().count();
        text.truncate(end);
        Self(place, text, left_out)
    }
}

/// Appends the lines of a remark to a text, in a form that is safe to show. Line feeds separate the lines.
fn append_lines(text: &mut String, remark: &str) {
    for line in remark.split('\n') {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&printable(line.trim_end()));
    }
}

/// Returns whether a remark is a comment or a bookmark. The formats of games other than shogi have only remarks of the kind
/// [`RemarkKind::Tool`].
fn is_shown(remark: &Remark<'_>, record: &Record<'_>) -> bool {
    remark.kind != RemarkKind::Tool || !record.is_shogi()
}

/// Returns the number of characters of the comments and bookmarks of a record.
pub(super) fn comment_characters(record: &Record<'_>) -> usize {
    let remarks = record.remarks.iter().filter(|remark| is_shown(remark, record));
    remarks.map(|remark| remark.text.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::finding::Language;
    use crate::notation;
    use crate::page::card::{
        Card, MAX_BOOKMARKS, MAX_COMMENT_CHARACTERS, MAX_GAME_CHARACTERS, MAX_HEADERS, MAX_VALUE_CHARACTERS,
    };
    use crate::page::cards::Cards;
    use crate::referee::Referee;
    use crate::stats::{GameCollector, Needs};
    use crate::text::decode;

    /// Returns the details and the comments of the first record of a text, as the JSON in a page.
    fn card_json(text: &str) -> [Value; 2] {
        let text = decode(text.as_bytes(), None);
        let record = notation::records(&text, notation::detect(&text, None))
            .next()
            .unwrap();
        let mut collector = GameCollector::new(Needs::OPENINGS);
        collector.begin(&record);
        let judgement = Referee::new().check_watched(&record, &mut |played| collector.observe(played));
        let card = Card {
            game: &collector.finish_game(&"".into(), "", &record, &judgement),
            text: &text,
            record: &record,
            findings: &judgement.findings.iter().collect::<Vec<_>>(),
            hidden: 0,
            language: Language::Japanese,
        };
        let mut cards = Cards::default();
        cards.add(&card, true);
        let card = &cards.0[0];
        [&card.details, &card.comments.line].map(|line| serde_json::from_slice(line).unwrap_or_default())
    }

    #[test]
    fn headers_of_the_row_are_numbers() {
        let text = "開始日時：2024/05/12\n棋戦：春の会\n先手：甲野\n後手：乙山\n場所：風見町\n持ち時間：各15分、秒読み30秒\n手合割：平手\n1 ７六歩(77)\n";
        let [details, comments] = card_json(text);
        let headers = details["h"].as_array().unwrap();
        for header in [
            json!(["開始日時", "2024/05/12"]),
            json!(["棋戦", 2]),
            json!(["先手", 0]),
            json!(["後手", 1]),
            json!(["場所", "風見町"]),
        ] {
            assert!(headers.contains(&header), "{header}: {details}");
        }
        assert_eq!(details["tc"], json!({"main": 900, "byoyomi": 30}), "{details}");
        assert!(comments.is_null(), "{comments}");
    }

    #[test]
    fn comments_and_bookmarks_have_the_line_and_the_ply() {
        let text = "手合割：平手\n*始まる前\n1 ７六歩(77)\n*一行目\n*\n*<三行目>\n2 ３四歩(33)\n&要所\n3 ２二角成(88)\n\n変化：2手\n2 ８四歩(83)\n*変化の\u{202e}コメント\n";
        let [_, comments] = card_json(text);
        let expected = json!({
            "c": [[0, 0, "始まる前"], [0, 1, "一行目\n\n<三行目>"], [1, 2, "変化の\u{fffd}コメント"]],
            "b": [[0, 2, "要所"]],
        });
        assert_eq!(comments, expected);
    }

    #[test]
    fn a_comment_on_moves_that_are_not_shown_is_at_the_last_shown_ply() {
        let text = "手合割：平手\n1 ７六歩(77)\n2 ？？\n3 ２六歩(27)\n*後で\n";
        let [_, comments] = card_json(text);
        assert_eq!(comments["c"], json!([[0, 2, "後で"]]), "{comments}");
    }

    #[test]
    fn records_without_moves_have_comments() {
        let [_, comments] = card_json("手合割：平手\n先手：甲\n*図面の説明\n");
        assert_eq!(comments["c"], json!([[0, 0, "図面の説明"]]));
    }

    #[test]
    fn comments_of_other_games_are_kept() {
        let [_, comments] = card_json("Yonin: 1\nFirst: S\n1 S 5g5f # at once\n2 W 8d7d\n");
        assert_eq!(comments["c"], json!([[0, 1, "at once"]]));
        // In records of shogi, such lines are from programs.
        let [_, comments] = card_json("手合割：平手\n1 ７六歩(77)\n# program\n");
        assert!(comments.is_null(), "{comments}");
    }

    #[test]
    fn evaluations_are_from_the_view_of_black() {
        let text = "手合割：平手\n1 ７六歩(77)\n*評価値=123\n2 ３四歩(33)\n** 0 読み筋\n";
        let [details, _] = card_json(text);
        assert_eq!(details["ev"], json!([[0, 1, 123], [0, 2, 0]]), "{details}");
    }

    #[test]
    fn long_comments_are_cut_and_the_cut_is_counted() {
        let long = "あ".repeat(MAX_COMMENT_CHARACTERS + 5);
        let [_, comments] = card_json(&format!("手合割：平手\n*{long}\n1 ７六歩(77)\n*短い\n"));
        let first = &comments["c"][0];
        assert_eq!(first[2].as_str().unwrap().chars().count(), MAX_COMMENT_CHARACTERS);
        assert_eq!((&first[3], &comments["lc"]), (&json!(5), &json!(5)));
        assert_eq!(comments["c"][1], json!([0, 1, "短い"]));
        // All comments of a game together are also limited.
        let kings = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
        let plies = MAX_GAME_CHARACTERS / MAX_COMMENT_CHARACTERS + 1;
        let line = "い".repeat(MAX_COMMENT_CHARACTERS);
        let moves = (0..plies).map(|at| format!("{} {}\n*{line}\n", at + 1, kings[at % 4]));
        let [_, comments] = card_json(&format!("手合割：平手\n{}", moves.collect::<String>()));
        assert_eq!(comments["lc"], json!(MAX_COMMENT_CHARACTERS));
        assert_eq!(
            comments["c"][plies - 1],
            json!([0, plies, "", MAX_COMMENT_CHARACTERS])
        );
    }

    #[test]
    fn long_header_lists_are_cut() {
        let long = "あ".repeat(MAX_VALUE_CHARACTERS + 1);
        let headers = (0..MAX_HEADERS + 5).map(|at| format!("見出し{at}：値"));
        let headers = headers.collect::<Vec<_>>().join("\n");
        let [details, _] = card_json(&format!("備考：{long}\n{headers}\n手合割：平手\n1 ７六歩(77)\n"));
        let headers = details["h"].as_array().unwrap();
        assert_eq!(headers.len(), MAX_HEADERS);
        let note = headers[0][1].as_str().unwrap();
        assert!(note.ends_with('…') && note.chars().count() == MAX_VALUE_CHARACTERS + 1);
    }

    #[test]
    fn bookmarks_are_limited() {
        let bookmarks = "&しおり\n".repeat(MAX_BOOKMARKS + 2);
        let [_, comments] = card_json(&format!("手合割：平手\n1 ７六歩(77)\n{bookmarks}"));
        assert_eq!(comments["b"].as_array().unwrap().len(), MAX_BOOKMARKS);
        assert_eq!(comments["lc"], json!(6));
    }
}
