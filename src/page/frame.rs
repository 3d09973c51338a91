//! The HTML page: the head, the cards, the body with the summary, and the data for the scripts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::LazyLock;

use base64::prelude::{BASE64_STANDARD as BASE64, Engine as _};
use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Map, Serializer, Value, json};
use sha2::{Digest, Sha256};

use super::block::Block;
use super::cards::{Cards, Room, WrittenCard};
use super::formats::format_names;
use super::sanitize::without_code_marks;
use super::survey::{Chart, Survey};
use super::words::{WORDS, end_words, word, word_with_value};
use crate::finding::{Class, Group, Language, Message, Rule, Words, bilingual, both, message};
use crate::notation::{MoveNotation, csa, japanese};
use crate::profile::Profile;
use crate::record::Terminal;
use crate::report::escape_xml;
use crate::shogi::{Color, Piece, PieceKind};
use crate::system::ALL_RULES;

const PAGE_TEMPLATE: &str = include_str!("page.html");
pub(super) const BODY: &str = include_str!("body.html");

/// The style sheets, concatenated.
pub(super) const STYLE: &str = concat!(
    include_str!("page.css"),
    include_str!("style/table.css"),
    include_str!("style/viewer.css"),
    include_str!("style/board.css"),
);

/// The scripts, concatenated in the order of their dependencies.
pub(super) const SCRIPTS: [&str; 39] = [
    include_str!("script/frame.js"),
    include_str!("script/words.js"),
    include_str!("script/settings.js"),
    include_str!("script/data.js"),
    include_str!("script/filters.js"),
    include_str!("script/survey.js"),
    include_str!("script/chart.js"),
    include_str!("script/table.js"),
    include_str!("script/groups.js"),
    include_str!("script/standings.js"),
    include_str!("script/export.js"),
    include_str!("script/codes.js"),
    include_str!("script/position.js"),
    include_str!("script/attacks.js"),
    include_str!("script/glyphs.js"),
    include_str!("script/pieces.js"),
    include_str!("script/boardsettings.js"),
    include_str!("script/board.js"),
    include_str!("script/picture.js"),
    include_str!("script/seats.js"),
    include_str!("script/strip.js"),
    include_str!("script/rowlist.js"),
    include_str!("script/gamelist.js"),
    include_str!("script/comments.js"),
    include_str!("script/record.js"),
    include_str!("script/viewer.js"),
    include_str!("script/gestures.js"),
    include_str!("script/formats.js"),
    include_str!("script/writers.js"),
    include_str!("script/share.js"),
    include_str!("script/tools.js"),
    include_str!("script/sheet.js"),
    include_str!("script/thumbnail.js"),
    include_str!("script/findinglist.js"),
    include_str!("script/verdict.js"),
    include_str!("script/tabs.js"),
    include_str!("script/listings.js"),
    include_str!("script/archive.js"),
    include_str!("script/page.js"),
];

/// The script that shows the notice that the page is loading. This script runs before the data are parsed.
pub(super) const FIRST_SCRIPT: &str = "document.getElementById(\"wait\").hidden = false;";

/// The style sheet and the script, which are equal on every page, and their hashes for the Content-Security-Policy.
struct Sources {
    style: String,
    script: String,
    style_hash: String,
    script_hashes: String,
}

static SOURCES: LazyLock<Sources> = LazyLock::new(|| {
    let style = ["\n", STYLE].concat();
    let script = ["\n(() => {\n", &SCRIPTS.concat(), "})();\n"].concat();
    Sources {
        style_hash: policy_hash(&style),
        script_hashes: [policy_hash(FIRST_SCRIPT), policy_hash(&script)].join(" "),
        style,
        script,
    }
});

/// Returns the hash of a source in the form used by a Content-Security-Policy: `'sha256-…'`.
pub(super) fn policy_hash(source: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(Sha256::digest(source.as_bytes())))
}

/// The limits on the data of a page.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Maximum number of rows in each of the two tables, games and findings.
    rows: usize,
    /// Maximum size of the data of each of the two tables (bytes).
    table_bytes: usize,
    /// Size of the moves (bytes) after which no more moves are added.
    move_bytes: usize,
    /// Size of the moves (bytes) after which the remaining space is reserved for games with findings.
    unreserved_bytes: usize,
    /// Maximum size of headers, time controls and evaluations (bytes).
    detail_bytes: usize,
    /// Size of the comments (bytes) after which no more comments are added.
    comment_bytes: usize,
    /// Size of the comments (bytes) after which the remaining space is reserved for games with findings.
    unreserved_comment_bytes: usize,
}

/// The limits up to which browsers remain usable.
const LIMITS: Limits = Limits {
    rows: 200_000,
    table_bytes: 100 << 20,
    move_bytes: 60 << 20,
    unreserved_bytes: 40 << 20,
    detail_bytes: 60 << 20,
    comment_bytes: 40 << 20,
    unreserved_comment_bytes: (40 << 20) / 3 * 2,
};

/// The head of a page.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The title of the page.
    pub title: Message,
    /// The inputs, in one line of text.
    pub about: String,
    /// The profile by which the games were checked.
    pub profile: Message,
    /// The date below the title, as it was given. The program reads no clock.
    pub date: Option<String>,
    /// The notation in which moves are first shown; `None` for the usual one of the language.
    pub notation: Option<MoveNotation>,
    /// The language of the page.
    pub language: Language,
}

/// Maximum number of inputs listed in a heading.
const MAX_LISTED_INPUTS: usize = 6;

impl Heading {
    /// Creates the heading of a report on `inputs`. Of more than six inputs, only the first six are listed, with the
    /// number of the remaining ones.
    pub fn new(mut inputs: Vec<String>, profile: &Profile, language: Language) -> Self {
        let unlisted = inputs.len().saturating_sub(MAX_LISTED_INPUTS);
        inputs.truncate(MAX_LISTED_INPUTS);
        let mut about = inputs.join(", ");
        if unlisted > 0 {
            let ending = message!(" and {unlisted} more", " ほか{unlisted}件");
            about += &ending.in_language(language);
        }
        Self {
            title: bilingual("Game record report", "棋譜レポート"),
            about,
            profile: bilingual(profile.title.english.clone(), profile.title.japanese.clone()),
            date: None,
            notation: None,
            language,
        }
    }

    /// Returns the heading with a title of its own and a date, each if it is given.
    #[must_use]
    pub fn with_title_and_date(self, title: Option<String>, date: Option<String>) -> Self {
        Self {
            title: title.map_or(self.title, Message::untranslated),
            date,
            ..self
        }
    }

    /// Returns the title for the browser tab.
    ///
    /// The inputs, if there are any, come before the title, because all pages have the same title.
    fn tab(&self) -> String {
        let title = self.title.in_language(self.language);
        match &*self.about {
            "" => title.to_string(),
            about => format!("{about} – {title}"),
        }
    }
}

/// The parts of a page that are known only after all records have been read.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The totals at the top, with their names.
    pub figures: Vec<(Message, u64)>,
    /// The charts below the totals. Charts without data are omitted.
    pub charts: Vec<Chart>,
    /// Notes about the run, such as the number of files that could not be read.
    pub notes: Vec<Message>,
    /// The sheets of results with findings, as JSON.
    pub sheets: Vec<Value>,
}

impl Summary {
    /// Returns the summary of a run in which `unread` files could not be read.
    pub fn new(survey: &Survey, unread: u64, language: Language) -> Self {
        let note = message!(
            "Unreadable files that this report does not include: {unread}.",
            "このレポートに含まれない、読めなかったファイル: {unread}個。",
        );
        Self {
            figures: survey.figures(),
            charts: survey.charts(language),
            notes: if unread > 0 { vec![note] } else { Vec::new() },
            sheets: Vec::new(),
        }
    }
}

/// The numbers of items that were omitted because a limit was reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Omitted {
    /// Number of games that are in neither table.
    games: u64,
    /// Number of findings that are not in the table of findings.
    findings: u64,
    /// Number of games that are in the table of games, but without their moves.
    moves: u64,
    /// Number of games that are in the table of games, but without their headers, time controls and evaluations.
    details: u64,
    /// Number of characters of comments of games in the table of games.
    comment_characters: u64,
}

/// A page that is being written.
#[derive(Debug)]
pub struct Page<W> {
    out: W,
    language: Language,
    notation: Option<MoveNotation>,
    games: Block,
    findings: Block,
    moves: Block,
    details: Block,
    comments: Block,
    omitted: Omitted,
    limits: Limits,
}

impl<W: Write> Page<W> {
    /// Writes the head of a page, and returns the page for the cards that follow.
    ///
    /// # Errors
    ///
    /// Returns an error if the page cannot be written.
    pub fn open(mut out: W, heading: &Heading) -> io::Result<Self> {
        let language = heading.language;
        let title = heading.title.in_language(language);
        let head = fill_template(
            PAGE_TEMPLATE,
            language,
            &[
                ("lang", language.code().to_owned()),
                ("tab", escape_xml(&heading.tab())),
                ("title", escape_xml(&title)),
                ("about", escape_xml(&heading.about)),
                (
                    "date",
                    heading.date.as_deref().map_or_else(String::new, date_html),
                ),
                ("profile", escape_xml(&heading.profile.in_language(language))),
                ("style", SOURCES.style.clone()),
                ("style-hash", SOURCES.style_hash.clone()),
                ("script-hashes", SOURCES.script_hashes.clone()),
                ("first-script", FIRST_SCRIPT.to_owned()),
            ],
        );
        out.write_all(head.as_bytes())?;
        Ok(Self {
            out,
            language,
            notation: heading.notation,
            games: Block::new("games"),
            findings: Block::new("findings"),
            moves: Block::new("moves"),
            details: Block::new("details"),
            comments: Block::new("comments"),
            omitted: Omitted::default(),
            limits: LIMITS,
        })
    }

    /// Returns the kinds of data for which the page has room.
    ///
    /// A page without room for a kind of data never has room for it again.
    pub(crate) const fn room(&self) -> Room {
        let has_rows = self.games.rows < self.limits.rows;
        Room {
            moves: has_rows && self.moves.bytes < self.limits.move_bytes,
            comments: has_rows && self.comments.bytes < self.limits.comment_bytes,
        }
    }

    /// Returns the writer of the page.
    pub(crate) const fn get_ref(&self) -> &W {
        &self.out
    }

    /// Returns the writer of the page, for access to its bytes.
    pub(crate) const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Adds the cards of consecutive records.
    ///
    /// # Errors
    ///
    /// Returns an error if the page cannot be written.
    pub fn add(&mut self, cards: &Cards) -> io::Result<()> {
        cards.0.iter().try_for_each(|card| self.add_card(card))
    }

    fn add_card(&mut self, card: &WrittenCard) -> io::Result<()> {
        let (row, findings, count) = (&card.row, &card.findings, card.count);
        let limits = self.limits;
        if self.games.rows >= limits.rows || self.games.bytes + row.len() > limits.table_bytes {
            self.omitted.games += 1;
            self.omitted.findings += count as u64;
            return Ok(());
        }
        self.games.add(row, 1, &mut self.out)?;
        let has_findings = self.findings.rows + count <= limits.rows
            && self.findings.bytes + findings.len() <= limits.table_bytes;
        if has_findings {
            self.findings.add(findings, count, &mut self.out)?;
        } else {
            self.omitted.findings += count as u64;
            self.findings.add(&[], 0, &mut self.out)?;
        }
        self.add_moves(card)?;
        self.add_comments(card)?;
        let has_details = self.details.bytes + card.details.len() <= limits.detail_bytes;
        self.omitted.details += u64::from(!has_details);
        let details = if has_details { &*card.details } else { &[] };
        self.details.add(details, 1, &mut self.out)
    }

    /// Adds the moves of a game, unless the page has no room.
    fn add_moves(&mut self, card: &WrittenCard) -> io::Result<()> {
        let max_bytes = if card.count > 0 {
            self.limits.move_bytes
        } else {
            self.limits.unreserved_bytes
        };
        // A thread that does not know yet that the limit is reached still adds moves to its cards. These moves are
        // omitted here, so that the page does not depend on the number of threads.
        let has_moves = !card.moves.is_empty() && self.moves.bytes < max_bytes;
        self.omitted.moves += u64::from(!has_moves);
        let moves = if has_moves { &*card.moves } else { &[] };
        self.moves.add(moves, 1, &mut self.out)
    }

    /// Adds the comments of a game or, if the page has no room, the number of their characters.
    fn add_comments(&mut self, card: &WrittenCard) -> io::Result<()> {
        let max_bytes = if card.count > 0 {
            self.limits.comment_bytes
        } else {
            self.limits.unreserved_comment_bytes
        };
        let comments = &card.comments;
        // As with the moves, the comments that a thread has added may have to be omitted.
        let has_comments = self.comments.bytes < max_bytes;
        let (line, left_out) = if has_comments {
            (Cow::Borrowed(&comments.line), comments.left_out)
        } else {
            (Cow::Owned(comments.omitted()), comments.characters)
        };
        self.omitted.comment_characters += left_out as u64;
        self.comments.add(&line, 1, &mut self.out)
    }

    /// Writes the cards that are still in memory and the body of the page, with the summary and notes about omitted
    /// data. Returns the writer.
    ///
    /// # Errors
    ///
    /// Returns an error if the page cannot be written.
    pub fn close(mut self, summary: &Summary) -> io::Result<W> {
        let tables = [&mut self.games, &mut self.findings];
        let data_of_games = [&mut self.moves, &mut self.details, &mut self.comments];
        for block in tables.into_iter().chain(data_of_games) {
            block.write(&mut self.out)?;
        }
        let language = self.language;
        let mut frame = frame(summary, language);
        if let Some(notation) = self.notation {
            frame["notation"] = notation.name().into();
        }
        let notes = summary.notes.iter();
        let notes = notes.map(|note| note.in_language(language).into_owned());
        let notes = notes.chain(self.omitted.notes(language));
        let figures = summary.figures.iter().map(|figure| figure_html(figure, language));
        let body = fill_template(
            BODY,
            language,
            &[
                ("figures", figures.collect()),
                ("notes", notes.map(|note| note_html(&note)).collect()),
                ("version", env!("CARGO_PKG_VERSION").to_owned()),
                ("frame", to_page_json(&frame)),
                ("script", SOURCES.script.clone()),
            ],
        );
        self.out.write_all(body.as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

impl Omitted {
    /// Returns a note for each kind of omitted data, with the number of items and a remedy.
    fn notes(self, language: Language) -> impl Iterator<Item = String> {
        let counts = [
            ("games-left", self.games),
            ("findings-left", self.findings),
            ("moves-left", self.moves),
            ("details-left", self.details),
            ("comments-left", self.comment_characters),
        ];
        let positive_counts = counts.into_iter().filter(|&(_, count)| count > 0);
        positive_counts
            .map(move |(name, count)| word_with_value(name, &with_thousands_separators(count), language))
    }
}

fn figure_html((name, count): &(Message, u64), language: Language) -> String {
    let (name, count) = (
        escape_xml(&name.in_language(language)),
        with_thousands_separators(*count),
    );
    format!("<div><dt>{name}</dt><dd>{count}</dd></div>\n")
}

fn date_html(date: &str) -> String {
    format!("<p class=\"dated\"><bdi>{}</bdi></p>\n", escape_xml(date))
}

fn note_html(note: &str) -> String {
    format!("<p class=\"remark\">{}</p>\n", escape_xml(note))
}

/// Formats a number with commas between groups of three digits.
fn with_thousands_separators(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns the data that the scripts need in addition to the cards: the language, the words, the rules and the
/// charts that are not empty, and the sheets with findings.
pub(super) fn frame(summary: &Summary, language: Language) -> Value {
    let charts = summary.charts.iter().filter(|it| !it.is_empty());
    let words = WORDS.keys().map(|&name| (name, word(name, language)));
    json!({
        "language": language.code(),
        "words": words.collect::<BTreeMap<_, _>>(),
        "rules": rules(language),
        "groups": words_by_name(Group::ALL.iter().map(|it| (it.name(), it.words())), language),
        "kinds": words_by_name(Class::ALL.iter().map(|it| (it.name(), it.words())), language),
        "ends": ends(language),
        "pieces": pieces(language),
        "formats": format_names(language),
        "charts": charts.collect::<Vec<_>>(),
        "sheets": summary.sheets,
    })
}

// Templates of the page.

/// Returns a template with its placeholders `{{name}}` filled with `values`, or else with the words of this name.
///
/// Inserted text is not searched for placeholders again.
pub(super) fn fill_template(page: &str, language: Language, values: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, (name, after))) = rest
        .split_once("{{")
        .and_then(|(before, tail)| Some((before, tail.split_once("}}")?)))
    {
        out.push_str(before);
        let value = values.iter().find(|(it, _)| *it == name);
        out.push_str(value.map_or_else(|| word(name, language), |(_, value)| value));
        rest = after;
    }
    out.push_str(rest);
    out
}

// JSON that is safe inside an HTML page.

/// Serializes a value as JSON in which `<` and Unicode line separators are escaped, so that no string in the value can
/// end a script or begin markup.
pub(super) fn to_json(value: &impl Serialize) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to memory cannot fail, nor can the serialization of strings and numbers.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut out, Escaping));
    out
}

/// Serializes a value as [`to_json`] does, to a string.
pub(super) fn to_page_json(value: &Value) -> String {
    String::from_utf8_lossy(&to_json(value)).into_owned()
}

/// A JSON formatter that writes `<` and Unicode line separators as `\uXXXX`.
///
/// In JSON, these characters occur only in strings, where this escape is allowed.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let bytes = fragment.as_bytes();
        let mut unwritten_start = 0;
        for (at, character) in fragment.match_indices(['<', '\u{2028}', '\u{2029}']) {
            out.write_all(&bytes[unwritten_start..at])?;
            for unit in character.encode_utf16() {
                write!(out, "\\u{unit:04x}")?;
            }
            unwritten_start = at + character.len();
        }
        out.write_all(&bytes[unwritten_start..])
    }
}

// The names of rules, ends and pieces that the scripts look up.

/// Returns the title, group, class, condition in short, reason and remedy of every rule, by the name of the rule. In English, the
/// Japanese title is included.
fn rules(language: Language) -> Map<String, Value> {
    let rule = |rule: &&Rule| {
        let (title, page) = (rule.title(), rule.page());
        let words = json!({
            "title": title.in_language(language),
            "japanese": (language == Language::English).then_some(title.japanese),
            "group": rule.group.name(),
            "kind": rule.class.name(),
            "what": without_code_marks(first_sentence(page.what.in_language(language))),
            "why": without_code_marks(page.why.in_language(language)),
            "do": without_code_marks(page.page_remedy.unwrap_or(page.remedy).in_language(language)),
        });
        (rule.name.to_owned(), words)
    };
    ALL_RULES.iter().map(rule).collect()
}

/// Returns the first sentence of a text.
fn first_sentence(text: &str) -> &str {
    let ends = [("。", '。'.len_utf8()), (". ", 1)];
    let end = ends
        .iter()
        .filter_map(|(mark, length)| text.find(mark).map(|at| at + length))
        .min();
    &text[..end.unwrap_or(text.len())]
}

/// Returns names with their words in `language`, as pairs in the order of the names.
fn words_by_name(
    names: impl Iterator<Item = (&'static str, Words)>,
    language: Language,
) -> Vec<(&'static str, &'static str)> {
    names
        .map(|(name, words)| (name, *words.in_language(language)))
        .collect()
}

/// Returns the words for each kind of end of a game, by the name of the kind in cards.
fn ends(language: Language) -> Map<String, Value> {
    let word = |&terminal: &Terminal| (terminal.name().to_owned(), end_words(terminal, language).into());
    // In cards, `BothFoul` has the same name as `FoulLoss`, so only the words of `FoulLoss` are returned.
    let terminals = Terminal::ALL
        .iter()
        .filter(|&&terminal| terminal != Terminal::BothFoul);
    terminals.map(word).collect()
}

/// Returns for each kind of piece: its SFEN letters for Black, its character on the board, its Japanese name in moves,
/// and its name in prose in `language`.
fn pieces(language: Language) -> Vec<Value> {
    let piece = |kind: PieceKind| {
        json!({
            "letters": Piece::new(Color::Black, kind).to_string(),
            "glyph": japanese::glyph(kind),
            "moved": japanese::piece(kind),
            "csa": csa::code(kind),
            "name": both(kind.english(), japanese::piece(kind)).in_language(language),
        })
    };
    PieceKind::ALL.into_iter().map(piece).collect()
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod script_tests {
    use super::*;

    #[test]
    fn policy_hash_is_base64_of_sha256() {
        assert_eq!(
            policy_hash("alert('Hello, world.');"),
            "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
        );
    }

    #[test]
    fn json_strings_cannot_end_the_script() {
        let hostile = "</script><!--\u{2028}\u{2029}\"\\\n歩";
        let json = String::from_utf8(to_json(&hostile)).unwrap();
        assert_eq!(json, r#""\u003c/script>\u003c!--\u2028\u2029\"\\\n歩""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), hostile);
    }

    #[test]
    fn groups_of_three_digits_are_separated() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(with_thousands_separators),
            ["0", "999", "1,000", "1,234,567"]
        );
    }
}
