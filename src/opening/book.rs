//! The book of openings: all named patterns, the parser for its files, and its documentation page.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::ops::Range;
use std::sync::LazyLock;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::index::Index;
use super::pattern::{self, Kind, Names, Pattern, Turn, View};
use crate::finding::{Bilingual, Span};
use crate::shogi::Color;
use crate::text::similar;

/// The text of the built-in book.
const BUILT_IN_TOML: &str = concat!(
    include_str!("data/castles.toml"),
    include_str!("data/strategies.toml"),
    include_str!("data/games.toml"),
);

static BUILT_IN: LazyLock<OpeningBook> = LazyLock::new(|| {
    // The text is part of the program and a test parses it, so it has no errors.
    OpeningBook::read(BUILT_IN_TOML).unwrap_or_else(|errors| panic!("the book of openings: {errors:?}"))
});

/// The patterns that an [`OpeningMatcher`](super::OpeningMatcher) looks for.
#[derive(Debug)]
pub struct OpeningBook {
    patterns: Vec<Pattern>,
    /// Every pattern from the point of view of Black and of White.
    pub(super) views: Vec<View>,
    pub(super) index: Index,
    /// The index of the patterns that are looked for after the openings, which are only a third of all patterns.
    late_index: Index,
    /// The last ply after which any pattern is looked for.
    pub(super) until: u32,
}

/// The name of the most general strategy in which the rook moves to the left half of the board (ranging rook).
const RANGING_ROOK: &str = "振り飛車";

impl OpeningBook {
    /// Returns the built-in book.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Parses a book in the format described in `docs/openings.md`.
    ///
    /// ```
    /// use kifu::opening::OpeningBook;
    ///
    /// let text = "[[castle]]\nname = \"美濃囲い\"\nenglish = \"Mino\"\nbord = \"２八玉\"\n";
    /// let faults: Vec<_> = OpeningBook::read(text).unwrap_err().iter().map(ToString::to_string).collect();
    /// assert_eq!(faults[1], "line 4: unknown key `bord`; did you mean `board`?");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns all errors of the text, in the order of the text.
    pub fn read(text: &str) -> Result<Self, Vec<BookError>> {
        Ok(Self::from_patterns(read(text)?))
    }

    /// Returns the built-in book extended by the entries of a text, which replace entries with the same name.
    ///
    /// # Errors
    ///
    /// Returns all errors of the text, in the order of the text.
    pub fn extended(text: &str) -> Result<Self, Vec<BookError>> {
        Ok(Self::from_patterns(read_extending(text, BUILT_IN_TOML)?))
    }

    fn from_patterns(patterns: Vec<Pattern>) -> Self {
        let mut views = Vec::new();
        for (number, pattern) in patterns.iter().enumerate() {
            views.extend(Color::ALL.map(|color| View::new(number, pattern, color)));
        }
        Self {
            index: Index::new(&views, 0),
            late_index: Index::new(&views, Kind::Strategy.until()),
            until: patterns.iter().map(|it| it.until).max().unwrap_or_default(),
            patterns,
            views,
        }
    }

    /// Returns all patterns, ordered by kind, and within a kind in the order of the text. In an extended book,
    /// the entries of the built-in book come first within a kind. The field `parent` of a pattern is an index
    /// into this slice.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Returns the patterns of a kind, in the order of [`patterns`](Self::patterns).
    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Pattern> {
        self.patterns.iter().filter(move |pattern| pattern.kind == kind)
    }

    /// Returns the pattern with this name, in either language; `None` if no pattern has the name.
    pub fn named(&self, name: &str) -> Option<&Pattern> {
        self.patterns
            .iter()
            .find(|pattern| pattern.name.japanese == name || pattern.name.english == name)
    }

    /// Returns the more general pattern of which a pattern is a special case; `None` if the pattern has no parent.
    pub fn parent(&self, pattern: &Pattern) -> Option<&Pattern> {
        self.patterns.get(pattern.parent?)
    }

    /// Returns a pattern and its chain of parents, from the most specific to the most general.
    fn lineage<'b>(&'b self, pattern: &'b Pattern) -> impl Iterator<Item = &'b Pattern> {
        std::iter::successors(Some(pattern), |pattern| self.parent(pattern))
    }

    /// Returns whether a strategy is a special case of 振り飛車 (ranging rook).
    pub(crate) fn is_ranging(&self, pattern: &Pattern) -> bool {
        self.lineage(pattern)
            .any(|ancestor| &*ancestor.name.japanese == RANGING_ROOK)
    }

    /// Returns the pattern that names the family of a pattern: 四間飛車 for 藤井システム, 矢倉 for 相矢倉.
    ///
    /// This is the most general ancestor below 振り飛車, or the pattern itself if it has no such ancestor. If the
    /// key `family` of that pattern gives another pattern, this other pattern names the family.
    pub(crate) fn family<'b>(&'b self, pattern: &'b Pattern) -> &'b Pattern {
        let below_ranging = self
            .lineage(pattern)
            .take_while(|ancestor| &*ancestor.name.japanese != RANGING_ROOK);
        let most_general = below_ranging.last().unwrap_or(pattern);
        let family = most_general.family.and_then(|number| self.patterns.get(number));
        family.unwrap_or(most_general)
    }

    /// Returns the index of the patterns that are looked for after a ply.
    pub(super) const fn index_at(&self, ply: u32) -> &Index {
        if ply > Kind::Strategy.until() {
            &self.late_index
        } else {
            &self.index
        }
    }

    /// Returns the pattern and the side of the view with this number; `None` if there is no such view.
    pub(super) fn view_target(&self, number: usize) -> Option<(&Pattern, Color)> {
        let view = self.views.get(number)?;
        Some((self.patterns.get(view.pattern)?, view.color))
    }
}

// The parser for files of openings. It reports all errors of a file.

/// The keys that an entry of any kind may have.
const KEYS: [&str; 10] = [
    "name", "english", "parent", "family", "board", "not", "telling", "only", "from", "until",
];

/// Parses the patterns of a file, in the order of castles, strategies and games.
///
/// # Errors
///
/// Returns all errors of the text, in the order of the text.
pub(super) fn read(text: &str) -> Result<Vec<Pattern>, Vec<BookError>> {
    read_extending(text, "")
}

/// Parses the patterns of a file together with those of `base_text`. An entry of the file replaces the entry of
/// `base_text` that has the same name.
fn read_extending(text: &str, base_text: &str) -> Result<Vec<Pattern>, Vec<BookError>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let (base, _) = DeTable::parse_recoverable(base_text);
    let mut reader = BookReader {
        text,
        errors: Vec::new(),
    };
    for error in errors {
        let message = format!("not TOML: {}", error.message());
        reader.add_error(
            error.span().unwrap_or_default(),
            message,
            "check the quotes, the brackets and =",
        );
    }
    if reader.errors.is_empty() {
        let own_entries = reader.entries(table.get_ref());
        let mut entries = reader.entries(base.get_ref());
        entries.retain(|base_entry| own_entries.iter().all(|entry| entry.name() != base_entry.name()));
        entries.extend(own_entries);
        entries.sort_by_key(|entry| entry.kind);
        let patterns = reader.patterns(&entries);
        if reader.errors.is_empty() {
            return Ok(patterns);
        }
    }
    reader.errors.sort_by_key(|error| error.span);
    Err(reader.errors)
}

type Value<'t> = Spanned<DeValue<'t>>;

/// An entry: its kind, its table and its span.
struct Entry<'t> {
    kind: Kind,
    table: &'t DeTable<'t>,
    span: Range<usize>,
}

impl<'t> Entry<'t> {
    fn get(&self, key: &str) -> Option<&'t Value<'t>> {
        self.table.get(key)
    }

    fn name(&self) -> &'t str {
        self.get("name")
            .and_then(|word| word.get_ref().as_str())
            .unwrap_or_default()
    }
}

/// A parser that collects the errors of a file.
struct BookReader<'t> {
    text: &'t str,
    errors: Vec<BookError>,
}

impl BookReader<'_> {
    fn add_error(&mut self, range: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        let text_before = self.text.as_bytes().get(..range.start).unwrap_or_default();
        self.errors.push(BookError {
            span: Span::new(range.start, range.end),
            line: 1 + memchr::memchr_iter(b'\n', text_before).count(),
            message: message.into(),
            help: help.into(),
        });
    }

    fn patterns(&mut self, entries: &[Entry<'_>]) -> Vec<Pattern> {
        let names = Names::new(entries.iter().map(Entry::name).collect());
        for (number, entry) in entries.iter().enumerate() {
            if !names.is_first(number)
                && let Some(value) = entry.get("name")
            {
                let message = format!("{} occurs twice in the book", entry.name());
                self.add_error(value.span(), message, "list several shapes in one `board`");
            }
        }
        let mut patterns: Vec<_> = entries.iter().map(|entry| self.pattern(entry, &names)).collect();
        self.resolve_parents(entries, &mut patterns);
        patterns
    }

    /// Returns the entries, ordered by kind. Adds an error for an unknown kind, and for a kind without entries.
    fn entries<'t>(&mut self, table: &'t DeTable<'t>) -> Vec<Entry<'t>> {
        for (key, _) in table {
            if Kind::ALL.iter().all(|kind| kind.key() != key.get_ref()) {
                let message = format!("`{}` is not a kind of entry", key.get_ref());
                self.add_error(
                    key.span(),
                    message,
                    "expected [[castle]], [[strategy]] or [[game]]",
                );
            }
        }
        let mut entries = Vec::new();
        for kind in Kind::ALL {
            let Some(value) = table.get(kind.key()) else {
                continue;
            };
            let tables = value.get_ref().as_array().into_iter().flatten();
            let count_before = entries.len();
            entries.extend(tables.filter_map(|item| {
                let table = item.get_ref().as_table()?;
                Some(Entry {
                    kind,
                    table,
                    span: item.span(),
                })
            }));
            if entries.len() == count_before {
                let help = format!("start each entry with [[{}]]", kind.key());
                self.add_error(value.span(), format!("`{}` has no entries", kind.key()), help);
            }
        }
        entries
    }

    fn pattern(&mut self, entry: &Entry, names: &Names<'_>) -> Pattern {
        for (key, _) in entry.table {
            let word = key.get_ref().as_ref();
            if !KEYS.contains(&word) {
                let help = similar(word, KEYS).map_or_else(
                    || format!("expected one of {}", KEYS.join(", ")),
                    |meant| format!("did you mean `{meant}`?"),
                );
                self.add_error(key.span(), format!("unknown key `{word}`"), help);
            }
        }
        let name = Bilingual {
            english: self.name_value(entry, "english"),
            japanese: self.name_value(entry, "name"),
        };
        let board = self.board(entry);
        let not = entry.get("not").and_then(|value| self.text(value, "not"));
        let mut unwanted = Vec::new();
        if let Some((text, value)) = not {
            let (clauses, errors) = pattern::read_shape(text, names, false);
            self.add_word_errors(value, errors);
            unwanted = clauses;
        }
        let mut forms = Vec::new();
        for &(text, value) in &board {
            let (mut clauses, errors) = pattern::read_shape(text, names, true);
            self.add_word_errors(value, errors);
            clauses.extend(unwanted.iter().cloned());
            forms.push(clauses);
        }
        Pattern {
            name,
            kind: entry.kind,
            parent: self.named_entry(entry, "parent", names),
            family: self.named_entry(entry, "family", names),
            depth: 0,
            telling: self
                .number(entry, "telling", 100)
                .unwrap_or(entry.kind.telling().into()) as u8,
            only: self.only(entry),
            from: self.number(entry, "from", 1000).unwrap_or(1),
            until: self.number(entry, "until", 1000).unwrap_or(entry.kind.until()),
            board: board.iter().map(|(text, _)| (*text).to_owned()).collect(),
            not: not.map(|(text, _)| text.to_owned()),
            forms,
        }
    }

    fn add_word_errors(&mut self, value: &Value, errors: Vec<pattern::WordError>) {
        for pattern::WordError { range, message, help } in errors {
            // Text in plain quotes has no escapes, so offsets in the value are offsets in the file.
            let start = value.span().start + 1;
            self.add_error(start + range.start..start + range.end, message, help);
        }
    }

    /// Returns the value of a key if the value is a name. For a missing or invalid value, adds an error and
    /// returns an empty name.
    fn name_value(&mut self, entry: &Entry, key: &'static str) -> String {
        let Some(value) = entry.get(key) else {
            let message = format!("the entry has no `{key}`");
            self.add_error(entry.span.clone(), message, format!("write {key} = \"...\""));
            return String::new();
        };
        match value.get_ref().as_str() {
            Some(name) if !name.trim().is_empty() && !name.contains(['「', '」', '|', '\n']) => {
                name.to_owned()
            }
            _ => {
                let help = "expected text in quotes, without 「 」 and |";
                self.add_error(value.span(), format!("`{key}` is not a name"), help);
                String::new()
            }
        }
    }

    /// Returns the words of a shape, with their value in the file. `None` if there are no words, which is reported as an
    /// error.
    fn text<'t>(&mut self, value: &'t Value<'t>, key: &str) -> Option<(&'t str, &'t Value<'t>)> {
        let text = value.get_ref().as_str().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            let help = "expected words in quotes, such as \"２八玉 ３八銀\"";
            self.add_error(value.span(), format!("`{key}` contains no words"), help);
        }
        text.map(|text| (text, value))
    }

    /// Returns the shapes of an entry, each with its value in the file. A missing or empty shape is reported as
    /// an error.
    fn board<'t>(&mut self, entry: &Entry<'t>) -> Vec<(&'t str, &'t Value<'t>)> {
        let Some(value) = entry.get("board") else {
            let help = "write board = \"２八玉 ３八銀\"";
            self.add_error(entry.span.clone(), "the entry has no `board`", help);
            return Vec::new();
        };
        match value.get_ref().as_array() {
            Some(list) if !list.is_empty() => {
                list.iter().filter_map(|word| self.text(word, "board")).collect()
            }
            _ => self.text(value, "board").into_iter().collect(),
        }
    }

    /// Returns the index of the entry to which a key refers by name. `None` if the key is missing, or if no entry has the
    /// name, which is reported as an error.
    fn named_entry(&mut self, entry: &Entry, key: &'static str, names: &Names<'_>) -> Option<usize> {
        let value = entry.get(key)?;
        match names.number(value.get_ref().as_str().unwrap_or_default()) {
            Ok(number) => Some(number),
            Err((message, help)) => {
                self.add_error(value.span(), message, help);
                None
            }
        }
    }

    fn only(&mut self, entry: &Entry) -> Option<Turn> {
        let value = entry.get("only")?;
        let word = value.get_ref().as_str();
        let turn = Turn::ALL.into_iter().find(|turn| Some(turn.word()) == word);
        if turn.is_none() {
            let help = "expected \"first\" (先手) or \"second\" (後手)";
            self.add_error(value.span(), "`only` is not a player", help);
        }
        turn
    }

    fn number(&mut self, entry: &Entry, key: &'static str, max: u32) -> Option<u32> {
        let value = entry.get(key)?;
        let digits = value
            .get_ref()
            .as_integer()
            .filter(|integer| integer.radix() == 10);
        let number = digits
            .and_then(|digit| digit.as_str().parse().ok())
            .filter(|number| (1..=max).contains(number));
        if number.is_none() {
            let help = format!("expected a number from 1 to {max}");
            self.add_error(value.span(), format!("`{key}` is not a valid number"), help);
        }
        number
    }

    /// Follows the chains of parents: computes depths and inherits `telling`. Reports chains that are circular
    /// or too long, and parents of another kind.
    fn resolve_parents(&mut self, entries: &[Entry], patterns: &mut [Pattern]) {
        let has_own_telling: Vec<_> = entries
            .iter()
            .map(|entry| entry.get("telling").is_some())
            .collect();
        for (number, entry) in entries.iter().enumerate() {
            let (mut depth, mut telling) = (0, has_own_telling[number].then_some(patterns[number].telling));
            let mut ancestor = patterns[number].parent;
            while let Some(parent) = ancestor {
                depth += 1;
                if depth > 9 {
                    let value = entry.get("parent").map_or(entry.span.clone(), Spanned::span);
                    self.add_error(
                        value,
                        "the chain of parents is circular or too long",
                        "remove one `parent`",
                    );
                    break;
                }
                telling = telling.or(has_own_telling[parent].then_some(patterns[parent].telling));
                ancestor = patterns[parent].parent;
            }
            if let Some(parent) = patterns[number].parent
                && patterns[parent].kind != entry.kind
            {
                let value = entry.get("parent").map_or(entry.span.clone(), Spanned::span);
                self.add_error(
                    value,
                    "the parent is of a different kind",
                    "the parent of a castle must be a castle, and so on",
                );
            }
            patterns[number].depth = depth;
            patterns[number].telling = telling.unwrap_or(entry.kind.telling());
        }
    }
}

// Errors of files of openings.

/// An error in a file of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError {
    /// The span of the error in the text of the file.
    pub span: Span,
    /// The line of the error, counted from 1.
    pub line: usize,
    /// The error, in English.
    pub message: String,
    /// Advice on correcting the error, in English.
    pub help: String,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.line, self.message, self.help)
    }
}

impl Error for BookError {}

// The documentation page of the openings.

/// The description of the format: the part of the page that is not generated.
const FORMAT: &str = include_str!("data/format.md");

/// Returns the text of `docs/openings.md`: the description of the format, and the list of all entries.
pub fn manual(book: &OpeningBook) -> String {
    let mut page = FORMAT.to_owned();
    for kind in Kind::ALL {
        let title = kind.title();
        let _ = write!(page, "\n### {}: {}\n\n", title.japanese, title.english);
        page.push_str("| 名前 | name | special case of | shape | `not` | plies | `telling` |\n");
        page.push_str("|---|---|---|---|---|---|---|\n");
        for pattern in book.of_kind(kind) {
            row(&mut page, book, pattern);
        }
    }
    page
}

fn row(page: &mut String, book: &OpeningBook, pattern: &Pattern) {
    let parent = book.parent(pattern).map_or("", |it| &it.name.japanese);
    let only = match pattern.only {
        Some(Turn::First) => "先手: ",
        Some(Turn::Second) => "後手: ",
        None => "",
    };
    // A bar would end the cell of the table.
    let board = pattern.board.join("<br>").replace('|', "・");
    let not = pattern.not.as_deref().unwrap_or_default().replace('|', "・");
    let telling = match pattern.kind {
        Kind::Castle => String::new(),
        Kind::Strategy | Kind::JointOpening => pattern.telling.to_string(),
    };
    let _ = writeln!(
        page,
        "| {} | {} | {parent} | {only}{board} | {not} | {}–{} | {telling} |",
        pattern.name.japanese, pattern.name.english, pattern.from, pattern.until,
    );
}
