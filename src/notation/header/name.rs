//! What each header is called in each notation: the table, and looking things up in it.

use std::borrow::Cow;

use crate::finding::Span;
use crate::record::{Header, HeaderKey, Record};

/// A version of CSA, as far as headers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// V2 to V2.2.
    Two,
    /// V3.0.
    Three,
}

/// What the value of a header is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Any text.
    Text,
    /// A time limit.
    TimeLimit,
    /// A date, perhaps with the time of day.
    Date,
}

/// What a header is called in each notation.
#[derive(Debug)]
pub struct Name {
    /// What it is about.
    pub key: HeaderKey,
    /// The key of KIF, KI2 and JKF.
    pub japanese: &'static str,
    /// Other Japanese keys for it, the usual one first.
    pub aliases: &'static [&'static str],
    /// The keys of CSA, each since a version; none where CSA has no word for it.
    pub csa: &'static [(&'static str, Version)],
    /// What its value is.
    pub value: ValueKind,
}

const fn name(
    key: HeaderKey,
    japanese: &'static str,
    aliases: &'static [&'static str],
    csa: &'static [(&'static str, Version)],
) -> Name {
    Name {
        key,
        japanese,
        aliases,
        csa,
        value: ValueKind::Text,
    }
}

const fn time(key: HeaderKey, japanese: &'static str, csa: &'static [(&'static str, Version)]) -> Name {
    Name {
        value: ValueKind::TimeLimit,
        ..name(key, japanese, &[], csa)
    }
}

const fn date(
    key: HeaderKey,
    japanese: &'static str,
    aliases: &'static [&'static str],
    csa: &'static [(&'static str, Version)],
) -> Name {
    Name {
        value: ValueKind::Date,
        ..name(key, japanese, aliases, csa)
    }
}

use Version::{Three, Two};

/// All of them, in the order in which KIF has them: the names of the players last.
pub static NAMES: [Name; 13] = [
    date(
        HeaderKey::Start,
        "開始日時",
        &["対局日", "開始日", "日時"],
        &[("$START_TIME", Two)],
    ),
    date(HeaderKey::End, "終了日時", &["終了日"], &[("$END_TIME", Two)]),
    name(HeaderKey::Event, "棋戦", &[], &[("$EVENT", Two)]),
    name(HeaderKey::Site, "場所", &[], &[("$SITE", Two)]),
    time(
        HeaderKey::TimeLimit,
        "持ち時間",
        &[("$TIME_LIMIT", Two), ("$TIME", Three)],
    ),
    // The text of V3.0 spells the next two with another T in one place.
    time(
        HeaderKey::BlackTimeLimit,
        "先手持ち時間",
        &[("$TIME+", Three), ("$TIMET+", Three)],
    ),
    time(
        HeaderKey::WhiteTimeLimit,
        "後手持ち時間",
        &[("$TIME-", Three), ("$TIMET-", Three)],
    ),
    name(HeaderKey::Opening, "戦型", &[], &[("$OPENING", Two)]),
    name(HeaderKey::MaxMoves, "最大手数", &[], &[("$MAX_MOVES", Three)]),
    name(HeaderKey::Impasse, "持将棋", &[], &[("$JISHOGI", Three)]),
    name(HeaderKey::Note, "備考", &[], &[("$NOTE", Three)]),
    name(HeaderKey::Black, "先手", &["下手"], &[("N+", Two)]),
    name(HeaderKey::White, "後手", &["上手"], &[("N-", Two)]),
];

/// What else is known of what stands in headers of KIF, KI2 and JKF.
const OTHERS: [(&str, HeaderKey); 20] = [
    ("手合割", HeaderKey::Handicap),
    ("下手持ち時間", HeaderKey::BlackTimeLimit),
    ("上手持ち時間", HeaderKey::WhiteTimeLimit),
    ("秒読み", HeaderKey::Byoyomi),
    ("計時方式", HeaderKey::Timing),
    ("計測時方式", HeaderKey::Timing),
    ("消費時間", HeaderKey::TimeUsed),
    ("先手消費時間加算", HeaderKey::BlackTimeCharged),
    ("下手消費時間加算", HeaderKey::BlackTimeCharged),
    ("後手消費時間加算", HeaderKey::WhiteTimeCharged),
    ("上手消費時間加算", HeaderKey::WhiteTimeCharged),
    ("表題", HeaderKey::Title),
    ("分類", HeaderKey::Category),
    ("作品名", HeaderKey::ProblemTitle),
    // What else only problems have, as the KIF definition lists it.
    ("作品番号", HeaderKey::Problem),
    ("完全性", HeaderKey::Problem),
    ("作者", HeaderKey::Problem),
    ("発表誌", HeaderKey::Problem),
    ("発表年月", HeaderKey::Problem),
    ("受賞", HeaderKey::Problem),
];

/// A header of this name and value.
pub fn header<'t>(name: impl Into<Cow<'t, str>>, value: impl Into<Cow<'t, str>>, span: Span) -> Header<'t> {
    let name = name.into();
    Header {
        key: key(&name),
        name,
        value: value.into(),
        span,
    }
}

/// What a header of this name is about.
fn key(name: &str) -> HeaderKey {
    let other = || OTHERS.iter().find(|(other, _)| *other == name);
    let known = Name::of(name).map(|name| name.key);
    known
        .or_else(|| other().map(|(_, key)| *key))
        .unwrap_or(HeaderKey::Other)
}

impl Name {
    /// The name that a key of any notation is for.
    pub fn of(key: &str) -> Option<&'static Name> {
        NAMES.iter().find(|name| name.rank(key).is_some())
    }

    /// The names of what is about this, if the table has it.
    pub fn about(key: HeaderKey) -> Option<&'static Name> {
        NAMES.iter().find(|name| name.key == key)
    }

    /// Whether KIF, KI2 and JKF call it so.
    pub fn is_japanese(&self, key: &str) -> bool {
        self.japanese == key || self.aliases.contains(&key)
    }

    /// How good a key is for this header: 0 is the best.
    pub(super) fn rank(&self, key: &str) -> Option<usize> {
        let japanese = std::iter::once(&self.japanese).chain(self.aliases);
        let csa = self.csa.iter().rev().map(|(key, _)| key);
        japanese.chain(csa).position(|known| *known == key)
    }

    /// The key in a version of CSA: the newest that it has.
    pub(crate) fn csa_key(&self, version: Version) -> Option<&'static str> {
        let newest = self
            .csa
            .iter()
            .map(|&(_, since)| since)
            .filter(|&since| since <= version)
            .max()?;
        let mut keys = self.csa.iter().filter(|&&(_, since)| since == newest);
        keys.next().map(|&(key, _)| key)
    }
}

/// For every name of the table, the header that counts.
pub(super) fn best_headers<'r, 't>(record: &'r Record<'t>) -> [Option<&'r Header<'t>>; NAMES.len()] {
    let mut best: [Option<(usize, &Header<'_>)>; NAMES.len()] = [None; NAMES.len()];
    for header in &record.headers {
        for (name, best) in NAMES.iter().zip(&mut best) {
            if let Some(rank) = name.rank(&header.name)
                && best.is_none_or(|(other, _)| rank <= other)
            {
                *best = Some((rank, header));
            }
        }
    }
    best.map(|best| best.map(|(_, header)| header))
}

/// What a record says of this, under whatever name: the value of the header that counts.
pub fn value<'r>(record: &'r Record<'_>, key: HeaderKey) -> Option<&'r str> {
    if !record.is_shogi() {
        let last = record.headers.last_of(&[key])?;
        return Some(last.value.trim()).filter(|value| !value.is_empty());
    }
    let name = Name::about(key)?;
    let mut best: Option<(usize, &str)> = None;
    for header in &record.headers {
        let value = header.value.trim();
        if let Some(rank) = name.rank(&header.name)
            && !value.is_empty()
            && best.is_none_or(|(other, _)| rank <= other)
        {
            best = Some((rank, value));
        }
    }
    best.map(|(_, value)| value)
}
