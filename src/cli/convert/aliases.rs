//! Aliases that replace the names of players (`--anonymise`).
//!
//! All inputs are read in advance for the names, so that an alias does not depend on the threads, and a comment may contain the
//! name of a player of a later record.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;
use std::sync::Arc;

use aho_corasick::AhoCorasick;

use crate::batch::Work;
use crate::check::{SourceFile, UnreadRecord};
use crate::finding::{CommaList, Count, Language, Message, Words, both, message};
use crate::guard::catch_panic;
use crate::notation::{Capabilities, Headers, declares_encoding, header};
use crate::record::{Header, HeaderKey, Record, Step};
use crate::stats::NameAliases;

/// The headers with names of players, in the order of the seats.
const PLAYERS: [HeaderKey; 4] = [
    HeaderKey::Black,
    HeaderKey::White,
    HeaderKey::Third,
    HeaderKey::Fourth,
];

/// The headers with short names of players, each with the header of the name.
const SHORT_NAMES: [(&str, HeaderKey); 4] = [
    ("先手省略名", HeaderKey::Black),
    ("下手省略名", HeaderKey::Black),
    ("後手省略名", HeaderKey::White),
    ("上手省略名", HeaderKey::White),
];

/// Words that some programs write instead of a name. They are replaced in the headers of the players only, because they are
/// also words of comments and result lines.
const GENERAL_WORDS: [&str; 16] = [
    "先手",
    "後手",
    "下手",
    "上手",
    "black",
    "white",
    "sente",
    "gote",
    "player",
    "you",
    "human",
    "cpu",
    "computer",
    "人間",
    "あなた",
    "対局者",
];

/// The kind of a text in which names are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    /// A header, or the name of a file or folder. Two names may be joined by `vs`.
    Label,
    /// A comment or a line about the result. A single Latin letter in it is not a name.
    Prose,
}

/// The aliases of all players of a run.
#[derive(Debug)]
pub(super) struct PlayerAliases {
    language: Language,
    /// The spellings of `[names]` in kifu.toml.
    spellings: Arc<NameAliases>,
    /// The number of each player, by the key of the name.
    numbers: HashMap<String, u32>,
    /// Finds the names in a text without blanks.
    matcher: AhoCorasick,
    /// The patterns of the matcher.
    patterns: Vec<Pattern>,
}

/// A name to search for, without its blanks.
#[derive(Clone, Debug)]
struct Pattern {
    /// The number of the player.
    player: u32,
    /// The number of bytes before each blank of the name.
    blanks: BTreeSet<usize>,
}

/// A name that was found in a text, as a range of bytes.
#[derive(Clone, Copy, Debug)]
struct FoundName {
    start: usize,
    end: usize,
    player: u32,
}

impl PlayerAliases {
    /// Returns the alias of the player with this number.
    fn alias(&self, number: u32) -> String {
        match self.language {
            Language::English => format!("Player {number}"),
            Language::Japanese => format!("対局者{number}"),
        }
    }

    /// Returns the alias of the player with this name. Returns `None` for a placeholder of an unknown name, such as `-`.
    fn alias_of(&self, name: &str) -> Option<String> {
        let number = self.numbers.get(&key(&self.spellings, name))?;
        Some(self.alias(*number))
    }

    /// Returns a text in which aliases replace the names of players.
    pub(super) fn replace<'t>(&self, text: &'t str, kind: TextKind) -> Cow<'t, str> {
        let found = self.find(text, kind);
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        let (mut replaced, mut copied) = (String::new(), 0);
        for name in found {
            if name.start < copied {
                continue;
            }
            replaced.push_str(&text[copied..name.start]);
            replaced.push_str(&self.alias(name.player));
            copied = name.end;
        }
        replaced.push_str(&text[copied..]);
        Cow::Owned(replaced)
    }

    /// Returns the names in a text, in their order. Of names that begin at the same place, the longest is the first.
    fn find(&self, text: &str, kind: TextKind) -> Vec<FoundName> {
        let (squeezed, places) = squeeze(text);
        let mut candidates = Vec::new();
        for found in self.matcher.find_overlapping_iter(&squeezed) {
            let pattern = &self.patterns[found.pattern().as_usize()];
            let is_joined = |at: usize| {
                let has_blank = places[at] != places[at - 1] + 1;
                !has_blank
                    || pattern.blanks.contains(&(at - found.start()))
                    || is_between_kanji(&squeezed, at)
            };
            let inner = found.start() + 1..found.end();
            if !inner.filter(|&at| squeezed.is_char_boundary(at)).all(is_joined) {
                continue;
            }
            candidates.push(FoundName {
                start: places[found.start()],
                end: places[found.end() - 1] + 1,
                player: pattern.player,
            });
        }
        let joined = if kind == TextKind::Label {
            JoinedNames::new(text, &candidates)
        } else {
            JoinedNames::default()
        };
        candidates.retain(|name| {
            let is_latin_letter = name.end - name.start == 1;
            let (is_first, is_last) = is_whole_name(text, name.start, name.end);
            !(kind == TextKind::Prose && is_latin_letter)
                && (is_first || joined.starts.contains(&name.start))
                && (is_last || joined.ends.contains(&name.end))
        });
        candidates.sort_by_key(|name| (name.start, Reverse(name.end)));
        candidates
    }

    /// Replaces the names of players in the headers, comments, result lines and words for results of a record.
    pub(super) fn apply(&self, record: &mut Record<'_>) {
        let replace = |text: &mut Cow<'_, str>, kind| {
            if let Cow::Owned(replaced) = self.replace(text, kind) {
                *text = Cow::Owned(replaced);
            }
        };
        let players: Vec<_> = record
            .headers
            .iter()
            .map(|header| full_name(record, header))
            .collect();
        let aliases = players.into_iter().map(|name| self.alias_of(&name?));
        let aliases: Vec<Option<String>> = aliases.collect();
        for (header, alias) in record.headers.iter_mut().zip(aliases) {
            match alias {
                Some(alias) => header.value = Cow::Owned(alias),
                None => replace(&mut header.value, TextKind::Label),
            }
        }
        record
            .remarks
            .iter_mut()
            .for_each(|remark| replace(&mut remark.text, TextKind::Prose));
        record
            .claims
            .iter_mut()
            .for_each(|claim| replace(&mut claim.text, TextKind::Prose));
        for id in record.tree.ids() {
            if let Step::End(ending) = &mut record.tree.node_mut(id).step {
                replace(&mut ending.word, TextKind::Prose);
            }
        }
    }
}

/// Returns the name of the player in a header with a name or a short name; `None` for other headers. Without a name of the same
/// side, a short name is the name.
fn full_name(record: &Record<'_>, header: &Header<'_>) -> Option<String> {
    if PLAYERS.contains(&header.key) {
        return Some(header.value.to_string());
    }
    let (_, key) = short_name(header)?;
    let name = header::value(record, key).filter(|name| !name.trim().is_empty());
    Some(name.unwrap_or(&header.value).to_owned())
}

/// Returns the entry of a header with a short name; `None` for other headers and for an empty name.
fn short_name(header: &Header<'_>) -> Option<(&'static str, HeaderKey)> {
    let entry = SHORT_NAMES.into_iter().find(|(name, _)| header.name == *name);
    entry.filter(|_| !header.value.trim().is_empty())
}

/// Returns the key of a player: the normalized name without underscores, which some programs write in place of blanks.
fn key(spellings: &NameAliases, name: &str) -> String {
    squeeze(&spellings.normalized(name)).0
}

const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '_' | '\u{a0}' | '\u{3000}')
}

/// Returns a text without its blanks and underscores, and the place of each of its bytes in the text.
fn squeeze(text: &str) -> (String, Vec<usize>) {
    let (mut squeezed, mut places) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
    for (at, character) in text.char_indices().filter(|(_, character)| !is_blank(*character)) {
        squeezed.push(character);
        places.extend(at..at + character.len_utf8());
    }
    (squeezed, places)
}

/// Returns whether the characters before and after a place are not ASCII. Blanks between such characters do not separate words.
fn is_between_kanji(text: &str, at: usize) -> bool {
    let (before, after) = (text[..at].chars().next_back(), text[at..].chars().next());
    before
        .zip(after)
        .is_some_and(|(before, after)| !before.is_ascii() && !after.is_ascii())
}

/// The names that are joined by `vs`, as in `AvsB.kif`: the places where they start and end.
#[derive(Debug, Default)]
struct JoinedNames {
    starts: HashSet<usize>,
    ends: HashSet<usize>,
}

impl JoinedNames {
    fn new(text: &str, candidates: &[FoundName]) -> Self {
        const WORD: &str = "vs";
        let starts: HashSet<usize> = candidates.iter().map(|name| name.start).collect();
        let ends = candidates.iter().map(|name| name.end).filter(|&end| {
            let word = text.get(end..end + WORD.len());
            word.is_some_and(|word| word.eq_ignore_ascii_case(WORD)) && starts.contains(&(end + WORD.len()))
        });
        let ends: HashSet<usize> = ends.collect();
        Self {
            starts: ends.iter().map(|end| end + WORD.len()).collect(),
            ends,
        }
    }
}

/// Returns whether a name at this place of a text begins a word, and whether it ends one.
///
/// Latin letters and digits next to each other belong to one word. Japanese has no blanks between words, so only names of a
/// single character are compared with other neighbours.
fn is_whole_name(text: &str, start: usize, end: usize) -> (bool, bool) {
    let name = &text[start..end];
    let is_single = name.chars().nth(1).is_none();
    let is_latin =
        |it: char| it.is_alphanumeric() && (it < '\u{2e80}' || matches!(it, '\u{ff10}'..='\u{ff5a}'));
    let is_kana = |it: char| matches!(it, '\u{3040}'..='\u{30ff}');
    let is_one_word = |inner: char, outer: char| match (is_latin(inner), is_single) {
        (true, true) => outer.is_alphanumeric(),
        (true, false) => is_latin(outer),
        (false, true) => {
            inner.is_alphabetic()
                && outer.is_alphabetic()
                && !is_latin(outer)
                && is_kana(inner) == is_kana(outer)
        }
        (false, false) => false,
    };
    let (first, last) = (name.chars().next(), name.chars().next_back());
    let (before, after) = (text[..start].chars().next_back(), text[end..].chars().next());
    let continues = |pair: Option<(char, char)>| pair.is_some_and(|(inner, outer)| is_one_word(inner, outer));
    (!continues(first.zip(before)), !continues(last.zip(after)))
}

/// Collects the names of players, in the order of the inputs.
pub(super) struct AliasBuilder {
    language: Language,
    spellings: Arc<NameAliases>,
    numbers: HashMap<String, u32>,
    /// The names to search for, each without blanks and in lower case.
    patterns: BTreeMap<String, Pattern>,
    /// The short names, each with its player; `None` if several players have it.
    short_names: BTreeMap<String, (Option<u32>, BTreeSet<usize>)>,
}

impl AliasBuilder {
    /// Creates the builder of aliases in this language. `spellings` are those of `[names]` in kifu.toml.
    pub(super) fn new(language: Language, spellings: Arc<NameAliases>) -> Self {
        Self {
            language,
            spellings,
            numbers: HashMap::new(),
            patterns: BTreeMap::new(),
            short_names: BTreeMap::new(),
        }
    }

    /// Adds a name as written. A placeholder of an unknown name is ignored.
    pub(super) fn add(&mut self, name: &CollectedName) {
        let Some(number) = self.number(&name.player) else {
            return;
        };
        let written = name.written.trim();
        if name.written != name.player {
            if let Some((text, blanks)) = pattern(written) {
                let entry = self
                    .short_names
                    .entry(text)
                    .or_insert((Some(number), BTreeSet::new()));
                entry.0 = entry.0.filter(|&player| player == number);
                entry.1.extend(blanks);
            }
            return;
        }
        for (text, blanks) in [written, &self.spellings.normalized(written)]
            .into_iter()
            .filter_map(pattern)
        {
            let player = number;
            let entry = self.patterns.entry(text).or_insert(Pattern {
                player,
                blanks: BTreeSet::new(),
            });
            entry.blanks.extend(blanks);
        }
    }

    /// Returns the number of the player with this name. Returns `None` for a placeholder of an unknown name.
    fn number(&mut self, name: &str) -> Option<u32> {
        let key = key(&self.spellings, name);
        let next = self.numbers.len() as u32 + 1;
        (!key.is_empty()).then(|| *self.numbers.entry(key).or_insert(next))
    }

    /// Returns the aliases of the names.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many names to search for.
    pub(super) fn finish(mut self) -> io::Result<PlayerAliases> {
        for (text, (player, blanks)) in self.short_names {
            if let Some(player) = player {
                self.patterns.entry(text).or_insert(Pattern { player, blanks });
            }
        }
        let matcher = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(self.patterns.keys())
            .map_err(io::Error::other)?;
        Ok(PlayerAliases {
            language: self.language,
            spellings: self.spellings,
            numbers: self.numbers,
            matcher,
            patterns: self.patterns.into_values().collect(),
        })
    }
}

/// Returns a name as a text to search for, and the places of its blanks. Returns `None` for a word that is not a name.
fn pattern(name: &str) -> Option<(String, BTreeSet<usize>)> {
    let is_general = GENERAL_WORDS.iter().any(|word| name.eq_ignore_ascii_case(word));
    let (squeezed, places) = squeeze(name);
    let has_blank = |&at: &usize| places[at] != places[at - 1] + 1;
    let blanks = (1..places.len()).filter(has_blank).collect();
    (!is_general && !squeezed.is_empty()).then(|| (squeezed.to_ascii_lowercase(), blanks))
}

/// The work of reading all inputs in advance, which collects the names of players.
pub(super) struct NameCollector;

/// A name or a short name of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CollectedName {
    /// The name as written.
    written: String,
    /// The name of the player; for a name that is not short, the same as written.
    player: String,
}

/// The names of players in consecutive records, each spelling once, in the order of the records.
#[derive(Default)]
pub(super) struct CollectedNames {
    pub(super) names: Vec<CollectedName>,
    seen: HashSet<CollectedName>,
    /// The number of records that were read.
    pub(super) records: u64,
}

impl Work for NameCollector {
    type Worker = ();
    type Output = CollectedNames;

    fn worker(&self) {}

    fn record(
        &self,
        (): &mut (),
        _: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut CollectedNames,
    ) {
        output.records += 1;
        // A record that cannot be processed is reported when it is converted.
        let names = catch_panic(|| names_of(&record.read())).unwrap_or_default();
        for name in names {
            if output.seen.insert(name.clone()) {
                output.names.push(name);
            }
        }
    }
}

/// Returns the names of the players of a record, in the order of the seats, then their short names.
fn names_of(record: &Record<'_>) -> Vec<CollectedName> {
    let of_seat = |key| record.headers.iter().filter(move |header| header.key == key);
    let headers = PLAYERS.into_iter().flat_map(of_seat);
    let short = record
        .headers
        .iter()
        .filter(|header| short_name(header).is_some());
    let collect = |header: &Header<'_>| {
        Some(CollectedName {
            written: header.value.to_string(),
            player: full_name(record, header)?,
        })
    };
    headers.chain(short).filter_map(collect).collect()
}

// The parts of the written records from which a player may still be recognised.

/// A part of a record from which a player may be recognised, in words, and whether a header belongs to it.
type IdentifyingPart = (Words, fn(&Header<'_>) -> bool);

const IDENTIFYING_HEADERS: [IdentifyingPart; 6] = [
    (both("event", "棋戦"), |header| header.key == HeaderKey::Event),
    (both("site", "場所"), |header| header.key == HeaderKey::Site),
    (both("date", "日時"), |header| {
        matches!(header.key, HeaderKey::Start | HeaderKey::End)
    }),
    (both("title", "表題"), |header| {
        matches!(header.key, HeaderKey::Title | HeaderKey::ProblemTitle)
    }),
    (both("note", "備考"), |header| header.key == HeaderKey::Note),
    (both("other headers", "その他のヘッダー"), |header| {
        matches!(header.key, HeaderKey::Other | HeaderKey::Problem) && !header::is_start_key(&header.name)
    }),
];

/// The numbers of records with each part from which a player may be recognised: the headers, then the comments.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IdentifyingParts {
    headers: [u64; IDENTIFYING_HEADERS.len()],
    comments: u64,
    file_names: u64,
}

impl IdentifyingParts {
    /// Returns the parts of a record that a target with these capabilities holds.
    pub(super) fn of(record: &Record<'_>, holds: &Capabilities) -> Self {
        let has_comments = record.remarks.iter().any(|it| !declares_encoding(it));
        let mut parts = Self {
            comments: u64::from(holds.comments && has_comments),
            ..Self::default()
        };
        if holds.headers != Headers::None {
            for (count, (_, belongs)) in parts.headers.iter_mut().zip(IDENTIFYING_HEADERS) {
                let is_there = record.headers.iter().any(|it| !it.is_blank() && belongs(it));
                *count = u64::from(is_there);
            }
        }
        parts
    }

    /// Adds the numbers of another record.
    pub(super) fn merge(&mut self, other: Self) {
        for (sum, count) in self.headers.iter_mut().zip(other.headers) {
            *sum += count;
        }
        self.comments += other.comments;
        self.file_names += other.file_names;
    }

    /// Counts a record that is in a file with the name of its input.
    pub(super) const fn add_file_name(&mut self) {
        self.file_names += 1;
    }

    /// Returns the note that lists the parts, or `None` if there are none.
    pub(super) fn note(self) -> Option<Message> {
        let headers = IDENTIFYING_HEADERS.iter().map(|(words, _)| *words);
        let counts = headers.zip(self.headers);
        let counts = counts.chain([
            (both("comments", "コメント"), self.comments),
            (both("file names", "ファイル名"), self.file_names),
        ]);
        let parts: Vec<_> = counts
            .filter(|(_, count)| *count > 0)
            .map(|(words, count)| {
                message!(
                    "{words} ({records})",
                    "{words}（{count}件）",
                    words,
                    count,
                    records = Count(count as usize, "record")
                )
            })
            .collect();
        let list = CommaList(parts);
        (!list.0.is_empty()).then(|| {
            message!(
                "players may still be recognised from: {list}; --strip leaves parts out, and --name names files",
                "対局者がまだ分かりうるもの: {list}。`--strip` で省け、`--name` でファイルに名前を付けられる",
                list
            )
        })
    }
}
