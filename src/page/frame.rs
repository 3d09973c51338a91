//! The HTML page: the head, the cards, the body with the summary, and the data for the scripts.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Map, Serializer, Value, json};
use sha2::{Digest, Sha256};

use super::card::{Cards, WrittenCard};
use super::survey::{Chart, Survey};
use crate::finding::{Language, Message, Rule, Words, bilingual, both, built_in, message};
use crate::notation::{japanese, japanese_terminal};
use crate::profile::Profile;
use crate::record::Terminal;
use crate::report::escape_xml;
use crate::shogi::{Color, Piece, PieceKind};
use crate::system::ALL_RULES;
use crate::text::printable;

const PAGE_TEMPLATE: &str = include_str!("page.html");
const BODY: &str = include_str!("body.html");
const STYLE: &str = concat!(include_str!("page.css"), include_str!("style/table.css"));

/// The scripts, concatenated in the order of their dependencies.
const SCRIPTS: [&str; 15] = [
    include_str!("script/words.js"),
    include_str!("script/data.js"),
    include_str!("script/filters.js"),
    include_str!("script/survey.js"),
    include_str!("script/chart.js"),
    include_str!("script/table.js"),
    include_str!("script/groups.js"),
    include_str!("script/export.js"),
    include_str!("script/position.js"),
    include_str!("script/board.js"),
    include_str!("script/picture.js"),
    include_str!("script/viewer.js"),
    include_str!("script/sheet.js"),
    include_str!("script/listings.js"),
    include_str!("script/page.js"),
];

/// The script that shows the notice that the page is loading. This script runs before the data are parsed.
const FIRST_SCRIPT: &str = "document.getElementById(\"wait\").hidden = false;";

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
fn policy_hash(source: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(source.as_bytes())))
}

/// Encodes bytes in Base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |group: &[u8]| {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = move |at: usize| char::from(DIGITS[(bits >> (18 - 6 * at)) as usize & 63]);
        let digit_count = group.len() + 1;
        (0..4).map(move |at| if at < digit_count { digit(at) } else { '=' })
    };
    bytes.chunks(3).flat_map(digits).collect()
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
}

/// The limits up to which browsers remain usable.
const LIMITS: Limits = Limits {
    rows: 200_000,
    table_bytes: 100 << 20,
    move_bytes: 60 << 20,
    unreserved_bytes: 40 << 20,
};

/// Size at which a block of data is written (bytes). A browser parses a block of this size without a noticeable pause.
const BLOCK_BYTES: usize = 1 << 20;

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
            profile: profile_in_words(profile),
            date: None,
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

/// Returns the name of the profile, followed by its title in parentheses if the title differs.
fn profile_in_words(profile: &Profile) -> Message {
    let (name, title) = (&profile.name, &profile.title);
    let name_and_title = |title: &str, [open, close]: [&str; 2]| {
        if title == name {
            name.clone()
        } else {
            [name, open, title, close].concat()
        }
    };
    bilingual(
        name_and_title(&title.english, [" (", ")"]),
        name_and_title(&title.japanese, ["（", "）"]),
    )
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
}

/// A page that is being written.
#[derive(Debug)]
pub struct Page<W> {
    out: W,
    language: Language,
    games: Block,
    findings: Block,
    moves: Block,
    omitted: Omitted,
    limits: Limits,
}

/// A buffer for the lines of JSON of one kind of data, which are written one block at a time.
#[derive(Debug)]
struct Block {
    kind: &'static str,
    lines: Vec<u8>,
    /// The total size of all lines added so far (bytes).
    bytes: usize,
    rows: usize,
}

impl Block {
    const fn new(kind: &'static str) -> Self {
        Self {
            kind,
            lines: Vec::new(),
            bytes: 0,
            rows: 0,
        }
    }

    fn add(&mut self, line: &[u8], rows: usize, out: &mut impl Write) -> io::Result<()> {
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
        self.bytes += line.len();
        self.rows += rows;
        if self.lines.len() >= BLOCK_BYTES {
            return self.write(out);
        }
        Ok(())
    }

    fn write(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.lines.is_empty() {
            return Ok(());
        }
        writeln!(out, "<script type=\"application/json\" class=\"{}\">", self.kind)?;
        out.write_all(&self.lines)?;
        out.write_all(b"</script>\n")?;
        self.lines.clear();
        Ok(())
    }
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
            games: Block::new("games"),
            findings: Block::new("findings"),
            moves: Block::new("moves"),
            omitted: Omitted::default(),
            limits: LIMITS,
        })
    }

    /// Returns whether the page has space for the moves of more games.
    ///
    /// After `false`, this function never returns `true` again.
    pub(crate) const fn has_room_for_moves(&self) -> bool {
        self.moves.bytes < self.limits.move_bytes && self.games.rows < self.limits.rows
    }

    /// Returns the writer of the page.
    pub(crate) const fn get_ref(&self) -> &W {
        &self.out
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
        let WrittenCard {
            row,
            findings,
            count,
            moves,
        } = card;
        let limits = self.limits;
        if self.games.rows >= limits.rows || self.games.bytes + row.len() > limits.table_bytes {
            self.omitted.games += 1;
            self.omitted.findings += *count as u64;
            return Ok(());
        }
        let findings_fit = self.findings.rows + count <= limits.rows
            && self.findings.bytes + findings.len() <= limits.table_bytes;
        if !findings_fit {
            self.omitted.findings += *count as u64;
        }
        let move_bytes_limit = if *count > 0 {
            limits.move_bytes
        } else {
            limits.unreserved_bytes
        };
        // A thread that does not know yet that the limit is reached still adds moves to its cards. These moves are
        // omitted here, so that the page does not depend on the number of threads.
        let has_moves = !moves.is_empty() && self.moves.bytes < move_bytes_limit;
        if !has_moves {
            self.omitted.moves += 1;
        }
        self.games.add(row, 1, &mut self.out)?;
        let (findings, count) = if findings_fit {
            (&**findings, *count)
        } else {
            (&[][..], 0)
        };
        self.findings.add(findings, count, &mut self.out)?;
        let moves = if has_moves { moves } else { &[][..] };
        self.moves.add(moves, usize::from(has_moves), &mut self.out)
    }

    /// Writes the cards that are still in memory and the body of the page, with the summary and notes about omitted
    /// data. Returns the writer.
    ///
    /// # Errors
    ///
    /// Returns an error if the page cannot be written.
    pub fn close(mut self, summary: &Summary) -> io::Result<W> {
        for block in [&mut self.games, &mut self.findings, &mut self.moves] {
            block.write(&mut self.out)?;
        }
        let language = self.language;
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
                ("frame", frame(&summary.charts, language)),
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

/// Returns the data that the scripts need in addition to the cards, as JSON: the language, the words, the rules and the
/// charts that are not empty.
fn frame(charts: &[Chart], language: Language) -> String {
    let words = WORDS.keys().map(|&name| (name, word(name, language)));
    let frame = json!({
        "language": language.code(),
        "words": words.collect::<BTreeMap<_, _>>(),
        "rules": rules(language),
        "ends": ends(language),
        "pieces": pieces(language),
        "charts": charts.iter().filter(|it| !it.is_empty()).collect::<Vec<_>>(),
    });
    String::from_utf8_lossy(&to_json(&frame)).into_owned()
}

// Templates of the page.

/// Returns a template with its placeholders `{{name}}` filled with `values`, or else with the words of this name.
///
/// Inserted text is not searched for placeholders again.
fn fill_template(page: &str, language: Language, values: &[(&str, String)]) -> String {
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
    escaped_json(value, |character| {
        matches!(character, '<' | '\u{2028}' | '\u{2029}')
    })
}

/// Serializes a value as JSON in which `<` and all characters other than ASCII are escaped.
///
/// Browsers store a string of ASCII characters in half the memory of other strings.
pub(super) fn to_ascii_json(value: &impl Serialize) -> Vec<u8> {
    escaped_json(value, |character| character == '<' || !character.is_ascii())
}

fn escaped_json(value: &impl Serialize, is_escaped: fn(char) -> bool) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to memory cannot fail, nor can the serialization of strings and numbers.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut out, Escaping(is_escaped)));
    out
}

/// A JSON formatter that writes the selected characters as `\uXXXX`.
///
/// In JSON, the selected characters occur only in strings, where this escape is allowed.
struct Escaping(fn(char) -> bool);

impl Formatter for Escaping {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let bytes = fragment.as_bytes();
        let mut unwritten_start = 0;
        for (at, character) in fragment.match_indices(self.0) {
            out.write_all(&bytes[unwritten_start..at])?;
            for unit in character.encode_utf16() {
                write!(out, "\\u{unit:04x}")?;
            }
            unwritten_start = at + character.len();
        }
        out.write_all(&bytes[unwritten_start..])
    }
}

// Text as the page shows it.

/// Returns untrusted text in a form that is safe to show.
///
/// Surrounding blanks are removed. Control characters and characters that change the writing direction are replaced by
/// visible symbols. Text of more than `max_characters` characters is truncated and then ends with `…`.
pub(super) fn sanitize(words: &str, max_characters: usize) -> String {
    let words = words.trim();
    let Some((at, _)) = words.char_indices().nth(max_characters) else {
        return printable(words).into_owned();
    };
    let mut truncated = printable(&words[..at]).into_owned();
    truncated.push('…');
    truncated
}

/// Returns a path in a form that is safe to show.
///
/// Control characters and characters that change the writing direction are replaced by visible symbols. In a long path,
/// the middle is replaced by `…`, so that the file name is still shown.
pub(super) fn sanitize_path(path: &str) -> String {
    /// Maximum length of a path (characters).
    const MAX_PATH_CHARACTERS: usize = 1000;
    let head_end = path.char_indices().nth(MAX_PATH_CHARACTERS / 2);
    let tail_start = path.char_indices().nth_back(MAX_PATH_CHARACTERS / 2 - 1);
    match head_end.zip(tail_start) {
        Some(((head_end, _), (tail_start, _))) if head_end < tail_start => [
            &printable(&path[..head_end]),
            "…",
            &printable(&path[tail_start..]),
        ]
        .concat(),
        _ => printable(path).into_owned(),
    }
}

// The words of the page, and the names of rules, ends and pieces that its scripts look up.

/// The texts of the page, by the names that the templates and scripts use.
///
/// In a text, `{0}`, `{1}` etc. are placeholders for values.
static WORDS: LazyLock<BTreeMap<&str, Words>> = LazyLock::new(|| built_in(include_str!("words.toml")));

/// Returns the words with this name in `language`, or an empty string if there are none.
pub(super) fn word(name: &str, language: Language) -> &'static str {
    WORDS.get(name).map_or("", |words| words.in_language(language))
}

/// Returns the words with this name in `language`, with a value inserted for `{0}`.
pub(super) fn word_with_value(name: &str, value: &str, language: Language) -> String {
    word(name, language).replace("{0}", value)
}

/// Returns the title, group, class, reason and remedy of every rule, by the name of the rule. In English, the Japanese
/// title is included.
fn rules(language: Language) -> Map<String, Value> {
    let rule = |rule: &&Rule| {
        let title = rule.title();
        let words = json!({
            "title": title.in_language(language),
            "japanese": (language == Language::English).then_some(title.japanese),
            "group": rule.group.name(),
            "kind": rule.class.name(),
            "why": rule.page().why.in_language(language),
            "do": rule.page().remedy.in_language(language),
        });
        (rule.name.to_owned(), words)
    };
    ALL_RULES.iter().map(rule).collect()
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

/// Returns the words for a kind of end of a game, which are 「その他」 in Japanese if the kind has no Japanese name.
pub(super) fn end_words(terminal: Terminal, language: Language) -> &'static str {
    let japanese = japanese_terminal(terminal).filter(|_| terminal.name() != "other");
    let japanese = japanese.or(terminal.japanese()).unwrap_or("その他");
    language.either(terminal.english(), japanese)
}

/// Returns for each kind of piece: its SFEN letters for Black, its character on the board, its Japanese name in moves,
/// and its name in prose in `language`.
fn pieces(language: Language) -> Vec<Value> {
    let piece = |kind: PieceKind| {
        json!({
            "letters": Piece::new(Color::Black, kind).to_string(),
            "glyph": japanese::glyph(kind),
            "moved": japanese::piece(kind),
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
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("fooba", "Zm9vYmE="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
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
    fn ascii_json_can_be_read_back() {
        let json = String::from_utf8(to_ascii_json(&["歩<𠮷"])).unwrap();
        assert_eq!(json, r#"["\u6b69\u003c\ud842\udfb7"]"#);
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), ["歩<𠮷"]);
    }

    #[test]
    fn groups_of_three_digits_are_separated() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(with_thousands_separators),
            ["0", "999", "1,000", "1,234,567"]
        );
    }

    #[test]
    fn long_paths_are_truncated_in_the_middle() {
        assert_eq!(sanitize_path("甲/乙.kif"), "甲/乙.kif");
        let long = format!("甲/{}/乙.kif", "x".repeat(2000));
        let truncated = sanitize_path(&long);
        assert!(
            truncated.starts_with("甲/x") && truncated.contains('…') && truncated.ends_with("x/乙.kif"),
            "{truncated}"
        );
        assert_eq!(truncated.chars().count(), 1001);
    }

    #[test]
    fn long_text_is_truncated() {
        assert_eq!(sanitize(" 甲野 ", 2), "甲野");
        assert_eq!(sanitize("甲\u{202E}野太郎", 3), "甲\u{FFFD}野…");
    }
}
