//! Parts of records that a conversion leaves out on request, such as comments and variations.

use std::fmt;
use std::str::FromStr;

use crate::finding::{CommaList, Message, Words, bilingual, both, message};
use crate::notation::{declares_encoding, header, remove_evaluations};
use crate::record::{Clock, Header, HeaderKey, Record, RemarkKind};
use crate::text::similar;

/// Declares the parts that can be left out, in the order of the summary.
///
/// Each part has a name for options, and an English singular and plural of its items. Japanese has one form for both.
macro_rules! parts {
    ($(#[doc = $doc:literal] $part:ident = $name:literal, $one:literal | $many:literal, $japanese:literal;)*) => {
        /// A part of records that can be left out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum RecordPart {
            $(#[doc = $doc] $part,)*
        }

        const PARTS: &[(RecordPart, &str, Words, Words)] =
            &[$((RecordPart::$part, $name, both($one, $japanese), both($many, $japanese)),)*];
    };
}

parts! {
    /// The comment lines of people and programs, without bookmarks.
    Comments = "comments", "comment line" | "comment lines", "コメント行";
    /// The variations of the main line, and their variations.
    Variations = "variations", "variation" | "variations", "変化";
    /// The times of moves and results.
    Times = "times", "time" | "times", "消費時間";
    /// The comment lines with evaluations of engines.
    Evaluations = "evaluations", "line with an evaluation" | "lines with evaluations", "評価値の行";
    /// The bookmarks.
    Bookmarks = "bookmarks", "bookmark" | "bookmarks", "しおり";
    /// The headers, without those of the start position.
    Headers = "headers", "header" | "headers", "ヘッダー";
}

impl RecordPart {
    /// Returns all parts, in the order of the summary.
    fn all() -> impl Iterator<Item = Self> {
        PARTS.iter().map(|&(part, ..)| part)
    }

    /// Returns the name of the part in options.
    pub(crate) fn name(self) -> &'static str {
        PARTS[self as usize].1
    }

    /// Returns the words for `count` items of the part.
    fn words(self, count: u64) -> Words {
        let (_, _, one, many) = PARTS[self as usize];
        if count == 1 { one } else { many }
    }
}

/// One part to leave out: all items of a part, or the headers with one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StripItem {
    part: RecordPart,
    /// The name of the headers; `None` for all items of the part.
    header: Option<String>,
}

/// The error that a text is not a part that can be left out.
#[derive(Clone, Debug)]
pub(crate) struct InvalidStripItem(Message);

impl InvalidStripItem {
    /// Returns the error in words.
    pub(crate) fn message(self) -> Message {
        self.0
    }
}

impl FromStr for StripItem {
    type Err = InvalidStripItem;

    fn from_str(text: &str) -> Result<Self, InvalidStripItem> {
        let (name, header) = match text.split_once('=') {
            Some((name, header)) => (name.trim(), Some(header.trim())),
            None => (text.trim(), None),
        };
        let Some(part) = RecordPart::all().find(|part| part.name() == name) else {
            return Err(InvalidStripItem(unknown_part(name)));
        };
        match header {
            Some(_) if part != RecordPart::Headers => Err(InvalidStripItem(message!(
                "{name} has no parts with names; use {name} alone, or headers=NAME",
                "{name}に名前は付けられない。{name}だけを指定するか、headers=名前を使う",
                name = part.name()
            ))),
            Some("") => Err(InvalidStripItem(bilingual(
                "headers= requires the name of a header, such as headers=棋戦",
                "headers=には、headers=棋戦のようにヘッダー名を続ける",
            ))),
            _ => Ok(Self {
                part,
                header: header.map(str::to_owned),
            }),
        }
    }
}

/// Returns the error for an unknown part, with a similar name or all names.
fn unknown_part(name: &str) -> Message {
    let names = || RecordPart::all().map(RecordPart::name);
    if let Some(known) = similar(name, names()) {
        return message!(
            "{name} is not a part; did you mean {known}?",
            "{name}という部分はない。{known}のことか",
            name = name.to_owned(),
            known
        );
    }
    message!(
        "expected {names} or headers=NAME, found {name}",
        "{names}、headers=名前のどれかを指定する。{name}という部分はない",
        names = CommaList(names().collect()),
        name = name.to_owned()
    )
}

/// The parts of records to leave out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strip(Vec<StripItem>);

impl Strip {
    /// Creates the choice of these parts.
    pub(crate) const fn new(items: Vec<StripItem>) -> Self {
        Self(items)
    }

    /// Returns whether nothing is left out.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns counts of 0 for the parts that are left out.
    pub(crate) fn no_counts(&self) -> StripCounts {
        let mut counts = StripCounts::default();
        for item in &self.0 {
            counts.0[item.part as usize] = Some(0);
        }
        counts
    }

    /// Removes the parts from a record, and returns the number of items that were removed of each part.
    ///
    /// Comments, bookmarks and times in variations are counted as such before the variations are removed. A line with an
    /// evaluation is not counted as a comment line if both are removed.
    pub(crate) fn apply(&self, record: &mut Record<'_>) -> StripCounts {
        use RecordPart::{Bookmarks, Comments, Evaluations, Headers, Times, Variations};
        let mut counts = self.no_counts();
        for part in [Evaluations, Comments, Bookmarks, Times, Variations, Headers] {
            let Some(count) = &mut counts.0[part as usize] else {
                continue;
            };
            *count = match part {
                Evaluations => remove_evaluations(record),
                Comments => remove_comments(record),
                Bookmarks => remove_remarks(record, |kind| kind == RemarkKind::Bookmark),
                Times => remove_times(record),
                Variations => remove_variations(record),
                Headers => self.remove_headers(record),
            };
        }
        counts
    }

    fn remove_headers(&self, record: &mut Record<'_>) -> u64 {
        let names = || self.0.iter().filter(|item| item.part == RecordPart::Headers);
        let is_chosen = |header: &Header<'_>| {
            names().any(|item| {
                item.header
                    .as_deref()
                    .is_none_or(|name| is_header_named(header, name))
            })
        };
        let is_shogi = record.is_shogi();
        // Headers of other games contain the start position and the version of the format.
        let can_be_removed = |header: &Header<'_>| {
            !header::is_start_key(&header.name) && (is_shogi || header.key != HeaderKey::Other)
        };
        let before = record.headers.len();
        record
            .headers
            .retain(|header| !(can_be_removed(header) && is_chosen(header)));
        (before - record.headers.len()) as u64
    }
}

/// Returns whether a header has this name, or the name of the same header in another format.
fn is_header_named(header: &Header<'_>, name: &str) -> bool {
    let entry = header::Name::for_key(name);
    header.name.eq_ignore_ascii_case(name) || entry.is_some_and(|entry| entry.key == header.key)
}

/// Removes all comment lines, also those of programs. The declaration of the encoding is not a comment.
fn remove_comments(record: &mut Record<'_>) -> u64 {
    let before = record.remarks.len();
    record
        .remarks
        .retain(|remark| remark.kind == RemarkKind::Bookmark || declares_encoding(remark));
    (before - record.remarks.len()) as u64
}

fn remove_remarks(record: &mut Record<'_>, is_removed: impl Fn(RemarkKind) -> bool) -> u64 {
    let before = record.remarks.len();
    record.remarks.retain(|remark| !is_removed(remark.kind));
    (before - record.remarks.len()) as u64
}

/// Removes the times of all moves and results. Returns the number of nodes that had one.
fn remove_times(record: &mut Record<'_>) -> u64 {
    let mut count = 0;
    for id in record.tree.ids() {
        let node = record.tree.node_mut(id);
        count += u64::from(node.clock != Clock::default());
        (node.clock, node.clock_span) = (Clock::default(), None);
    }
    count
}

/// Removes all variations with their comments and results. Returns the number of variations, including those of
/// variations.
fn remove_variations(record: &mut Record<'_>) -> u64 {
    if !record.tree.has_variations() {
        return 0;
    }
    let count = record.tree.lines().count().saturating_sub(1) as u64;
    let (tree, new_ids) = record.tree.without_variations();
    record.replace_tree(tree, |id| new_ids[id.index()]);
    count
}

/// The numbers of items that were left out, by part. Parts that were not to be left out have no number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StripCounts([Option<u64>; PARTS.len()]);

impl StripCounts {
    /// Adds the numbers of another record.
    pub(crate) fn merge(&mut self, other: Self) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            if let Some(count) = count {
                *sum = Some(sum.unwrap_or_default() + count);
            }
        }
    }

    /// Returns the parts with their numbers, and the words for the items.
    pub(crate) fn iter(self) -> impl Iterator<Item = (RecordPart, u64, Words)> {
        let counts = RecordPart::all().zip(self.0);
        counts.filter_map(|(part, count)| Some((part, count?, part.words(count?))))
    }
}

impl fmt::Display for StripItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.part.name())?;
        match &self.header {
            Some(name) => write!(f, "={name}"),
            None => Ok(()),
        }
    }
}
