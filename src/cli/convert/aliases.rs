//! Aliases that replace the names of players (`--anonymise`).
//!
//! All inputs are read in advance for the names, so that an alias does not depend on the threads, and a comment may contain the
//! name of a player of a later record.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, Input, MatchKind};

use crate::batch::Work;
use crate::check::{SourceFile, UnreadRecord};
use crate::finding::{CommaList, Count, Language, Message, Words, both, message};
use crate::guard::catch_panic;
use crate::notation::{Capabilities, Headers, header};
use crate::record::{Header, HeaderKey, Record, Step};
use crate::stats::NameAliases;

/// The headers with names of players, in the order of the seats.
const PLAYERS: [HeaderKey; 4] = [
    HeaderKey::Black,
    HeaderKey::White,
    HeaderKey::Third,
    HeaderKey::Fourth,
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

/// The aliases of all players of a run.
#[derive(Debug)]
pub(super) struct PlayerAliases {
    language: Language,
    /// The spellings of `[names]` in kifu.toml.
    spellings: Arc<NameAliases>,
    /// The number of each player, by normalized name.
    numbers: HashMap<String, u32>,
    /// Finds the names in a text.
    matcher: AhoCorasick,
    /// The number of the player of each pattern of the matcher.
    players: Vec<u32>,
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
        let number = self.numbers.get(&self.spellings.normalized(name))?;
        Some(self.alias(*number))
    }

    /// Returns a text in which aliases replace the names of players.
    pub(super) fn replace<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut replaced = String::new();
        let (mut copied, mut at) = (0, 0);
        while let Some(found) = self.matcher.find(Input::new(text).range(at..)) {
            let (start, end) = (found.start(), found.end());
            if !is_whole_name(text, start, end) {
                at = start + text[start..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
            replaced.push_str(&text[copied..start]);
            replaced.push_str(&self.alias(self.players[found.pattern().as_usize()]));
            (copied, at) = (end, end);
        }
        if copied == 0 {
            return Cow::Borrowed(text);
        }
        replaced.push_str(&text[copied..]);
        Cow::Owned(replaced)
    }

    /// Replaces the names of players in the headers, comments, result lines and words for results of a record.
    pub(super) fn apply(&self, record: &mut Record<'_>) {
        let replace = |text: &mut Cow<'_, str>| {
            if let Cow::Owned(replaced) = self.replace(text) {
                *text = Cow::Owned(replaced);
            }
        };
        for header in record.headers.iter_mut() {
            let is_player = PLAYERS.contains(&header.key);
            match self.alias_of(&header.value).filter(|_| is_player) {
                Some(alias) => header.value = Cow::Owned(alias),
                None => replace(&mut header.value),
            }
        }
        record
            .remarks
            .iter_mut()
            .for_each(|remark| replace(&mut remark.text));
        record
            .claims
            .iter_mut()
            .for_each(|claim| replace(&mut claim.text));
        for id in record.tree.ids() {
            if let Step::End(ending) = &mut record.tree.node_mut(id).step {
                replace(&mut ending.word);
            }
        }
    }
}

/// Returns whether a name at this place of a text is not a part of a longer word.
///
/// Letters next to letters, and digits next to digits, belong to one word. Japanese has no blanks between words, so only a name
/// of a single kanji is compared with its neighbours.
fn is_whole_name(text: &str, start: usize, end: usize) -> bool {
    let name = &text[start..end];
    let is_single = name.chars().nth(1).is_none();
    let is_one_word = |inner: char, outer: char| {
        if inner.is_ascii() || is_single {
            let is_kana = |it: char| matches!(it, '\u{3040}'..='\u{30ff}');
            let are_letters = inner.is_alphabetic() && outer.is_alphabetic();
            let is_same_script = inner.is_ascii() == outer.is_ascii() && is_kana(inner) == is_kana(outer);
            let are_digits = inner.is_ascii_digit() && outer.is_ascii_digit();
            let is_latin_letter = is_single && inner.is_ascii();
            are_digits || are_letters && (is_same_script || is_latin_letter)
        } else {
            false
        }
    };
    let (first, last) = (name.chars().next(), name.chars().next_back());
    let (before, after) = (text[..start].chars().next_back(), text[end..].chars().next());
    let continues = |pair: Option<(char, char)>| pair.is_some_and(|(inner, outer)| is_one_word(inner, outer));
    !continues(first.zip(before)) && !continues(last.zip(after))
}

/// Collects the names of players, in the order of the inputs.
pub(super) struct AliasBuilder {
    language: Language,
    spellings: Arc<NameAliases>,
    numbers: HashMap<String, u32>,
    /// The number of the player for each spelling.
    patterns: BTreeMap<String, u32>,
}

impl AliasBuilder {
    /// Creates the builder of aliases in this language. `spellings` are those of `[names]` in kifu.toml.
    pub(super) fn new(language: Language, spellings: Arc<NameAliases>) -> Self {
        Self {
            language,
            spellings,
            numbers: HashMap::new(),
            patterns: BTreeMap::new(),
        }
    }

    /// Adds a name as written. A placeholder of an unknown name is ignored.
    pub(super) fn add(&mut self, written: &str) {
        let normalized = self.spellings.normalized(written);
        if normalized.is_empty() {
            return;
        }
        let next = self.numbers.len() as u32 + 1;
        let number = *self.numbers.entry(normalized.clone()).or_insert(next);
        for pattern in [written.trim(), &normalized] {
            let is_general = GENERAL_WORDS
                .iter()
                .any(|word| pattern.eq_ignore_ascii_case(word));
            if !is_general {
                self.patterns.entry(pattern.to_owned()).or_insert(number);
            }
        }
    }

    /// Returns the aliases of the names.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many names to search for.
    pub(super) fn finish(self) -> io::Result<PlayerAliases> {
        let matcher = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .ascii_case_insensitive(true)
            .build(self.patterns.keys())
            .map_err(io::Error::other)?;
        Ok(PlayerAliases {
            language: self.language,
            spellings: self.spellings,
            numbers: self.numbers,
            matcher,
            players: self.patterns.into_values().collect(),
        })
    }
}

/// The work of reading all inputs in advance, which collects the names of players.
pub(super) struct NameCollector;

/// The names of players in consecutive records, each spelling once, in the order of the records.
#[derive(Default)]
pub(super) struct CollectedNames {
    /// The names as written.
    pub(super) names: Vec<String>,
    seen: HashSet<String>,
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

/// Returns the names of the players of a record, in the order of the seats.
fn names_of(record: &Record<'_>) -> Vec<String> {
    let of_seat = |key| record.headers.iter().filter(move |header| header.key == key);
    let headers = PLAYERS.into_iter().flat_map(of_seat);
    headers.map(|header| header.value.to_string()).collect()
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
}

impl IdentifyingParts {
    /// Returns the parts of a record that a target with these capabilities holds.
    pub(super) fn of(record: &Record<'_>, holds: &Capabilities) -> Self {
        let mut parts = Self {
            comments: u64::from(holds.comments && !record.remarks.is_empty()),
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
    }

    /// Returns the note that lists the parts, or `None` if there are none.
    pub(super) fn note(self) -> Option<Message> {
        let headers = IDENTIFYING_HEADERS.iter().map(|(words, _)| *words);
        let counts = headers.zip(self.headers);
        let counts = counts.chain([(both("comments", "コメント"), self.comments)]);
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
                "players may still be recognised from: {list}; --strip leaves such parts out",
                "対局者がまだ分かりうるもの: {list}。`--strip` で省ける",
                list
            )
        })
    }
}
