//! The names of headers: one table of what KIF, KI2 and JKF call them and what CSA calls them.
//!
//! Values are copied as they stand, except for time limits, which have a form of their own in each notation.

use std::borrow::Cow;

use super::csa;
use super::time_limit::TimeLimit;
use crate::record::{Header, Record};

/// A version of CSA, as far as headers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// V2 to V2.2.
    Two,
    /// V3.0.
    Three,
}

/// What a header is called in each notation.
#[derive(Debug)]
pub struct Name {
    /// The key of KIF, KI2 and JKF.
    pub japanese: &'static str,
    /// Other Japanese keys for it, the usual one first.
    pub aliases: &'static [&'static str],
    /// The keys of CSA, each since a version; none where CSA has no word for it.
    pub csa: &'static [(&'static str, Version)],
    /// Whether the value is a time limit.
    pub is_time_limit: bool,
}

const fn name(
    japanese: &'static str,
    aliases: &'static [&'static str],
    csa: &'static [(&'static str, Version)],
) -> Name {
    Name {
        japanese,
        aliases,
        csa,
        is_time_limit: false,
    }
}

const fn time(japanese: &'static str, csa: &'static [(&'static str, Version)]) -> Name {
    Name {
        is_time_limit: true,
        ..name(japanese, &[], csa)
    }
}

use Version::{Three, Two};

/// All of them, in the order in which KIF has them: the names of the players last.
pub static NAMES: [Name; 13] = [
    name("開始日時", &["対局日", "開始日", "日時"], &[("$START_TIME", Two)]),
    name("終了日時", &["終了日"], &[("$END_TIME", Two)]),
    name("棋戦", &[], &[("$EVENT", Two)]),
    name("場所", &[], &[("$SITE", Two)]),
    time("持ち時間", &[("$TIME_LIMIT", Two), ("$TIME", Three)]),
    // The text of V3.0 spells the next two with another T in one place.
    time("先手持ち時間", &[("$TIME+", Three), ("$TIMET+", Three)]),
    time("後手持ち時間", &[("$TIME-", Three), ("$TIMET-", Three)]),
    name("戦型", &[], &[("$OPENING", Two)]),
    name("最大手数", &[], &[("$MAX_MOVES", Three)]),
    name("持将棋", &[], &[("$JISHOGI", Three)]),
    name("備考", &[], &[("$NOTE", Three)]),
    name("先手", &["下手"], &[("N+", Two)]),
    name("後手", &["上手"], &[("N-", Two)]),
];

/// The limit of both sides, and the part of it that may stand apart.
const LIMIT: &str = "持ち時間";
const BYOYOMI: &str = "秒読み";

/// The keys of CSA in the order in which it has them.
const CSA_ORDER: [&str; 14] = [
    "N+",
    "N-",
    "$EVENT",
    "$SITE",
    "$START_TIME",
    "$END_TIME",
    "$TIME_LIMIT",
    "$TIME",
    "$TIME+",
    "$TIME-",
    "$OPENING",
    "$MAX_MOVES",
    "$JISHOGI",
    "$NOTE",
];

/// Keys that speak of the start position: a writer gives that in its own way.
const OF_THE_START: [&str; 6] = [
    "手合割",
    "手番",
    "先手の持駒",
    "後手の持駒",
    "下手の持駒",
    "上手の持駒",
];

/// Whether anything is lost with a header: one without a value says nothing, unless it is a wish for how to show the
/// board.
pub fn says_something(header: &Header<'_>) -> bool {
    !header.value.trim().is_empty() || is_flag(&header.key)
}

/// Whether a key stands without a value: a wish to show the board turned round.
pub fn is_flag(key: &str) -> bool {
    matches!(key, "盤面回転" | "盤面反転")
}

/// Whether a key speaks of the start position.
pub fn is_of_the_start(key: &str) -> bool {
    OF_THE_START.contains(&key)
}

/// Whether the start position says all that a header says: the name of a start that is known, or that it has none.
pub fn is_told_by_start(key: &str, record: &Record<'_>) -> bool {
    let start = &record.start;
    let is_nameless = || {
        let name = start.name.as_ref().map(|(name, _)| name.trim());
        name == Some("その他") && start.diagram.is_some()
    };
    key == "手合割" && (start.handicap.is_some() || is_nameless())
}

impl Name {
    /// The name that a key of any notation is for.
    pub fn of(key: &str) -> Option<&'static Name> {
        NAMES.iter().find(|name| name.rank(key).is_some())
    }

    /// How good a key is for this header: 0 is the best.
    fn rank(&self, key: &str) -> Option<usize> {
        let japanese = std::iter::once(&self.japanese).chain(self.aliases);
        let csa = self.csa.iter().rev().map(|(key, _)| key);
        japanese.chain(csa).position(|known| *known == key)
    }

    /// The key in a version of CSA: the newest that it has.
    pub fn csa_key(&self, version: Version) -> Option<&'static str> {
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

/// A key and its value.
pub type Entry<'r> = (Cow<'r, str>, Cow<'r, str>);

/// The headers of a record under the keys of KIF, KI2 and JKF. Those of records in these notations are as they stand
/// in the file; those of CSA come in the order of [`NAMES`], with `$KEY`s that nobody knows before the players.
pub fn japanese<'r>(record: &'r Record<'_>) -> impl Iterator<Item = Entry<'r>> {
    let mut entries: Vec<_> = record.headers.iter().collect();
    let is_csa = record.format == csa::NOTATION.format;
    if is_csa {
        let players = NAMES.len() - 2;
        let place = |header: &&Header<'_>| {
            let known = NAMES.iter().position(|name| name.rank(&header.key).is_some());
            // Behind everything but the players.
            known.map_or(2 * players - 1, |at| 2 * at)
        };
        entries.sort_by_key(place);
    }
    let handicap = record
        .start
        .handicap
        .is_some_and(|it| it.removed().next().is_some());
    entries.into_iter().map(move |header| {
        let known = Name::of(&header.key).filter(|_| is_csa);
        let Some(name) = known else {
            return (Cow::Borrowed(&*header.key), Cow::Borrowed(&*header.value));
        };
        let of_handicap = name
            .aliases
            .first()
            .filter(|_| handicap && name.csa_key(Two).is_some_and(|it| it.starts_with('N')));
        let key = of_handicap.copied().unwrap_or(name.japanese);
        let limit = if name.is_time_limit {
            limit(&header.value)
        } else {
            None
        };
        let value = limit.map_or(Cow::Borrowed(&*header.value), |it| Cow::Owned(it.to_japanese()));
        (Cow::Borrowed(key), value)
    })
}

/// The headers of a record under the keys of CSA.
#[derive(Debug)]
pub struct CsaHeaders<'r, 't> {
    /// Keys (`N+`, `$EVENT`) and values.
    pub entries: Vec<Entry<'r>>,
    /// Headers for which this version of CSA has no key.
    pub lost: Vec<&'r Header<'t>>,
}

/// The headers of a record under the keys of a version of CSA. Those of a CSA record are as they stand in the file;
/// others come in the order of CSA, unknown `$KEY`s last. Of several headers with one meaning the one with the better
/// key counts, and the last of the same key.
pub fn csa<'r, 't>(record: &'r Record<'t>, version: Version) -> CsaHeaders<'r, 't> {
    let mut entries = Vec::new();
    let mut lost = Vec::new();
    if record.format == csa::NOTATION.format {
        entries.extend(record.headers.iter().map(|header| of_version(header, version)));
        return CsaHeaders { entries, lost };
    }
    let best = best_headers(record);
    let folded = folded(record);
    for header in &record.headers {
        if is_of_the_start(&header.key) {
            let is_lost = header.key == "手合割" && !is_told_by_start(&header.key, record);
            lost.extend(is_lost.then_some(header));
            continue;
        }
        let value = Cow::Borrowed(&*header.value);
        let Some(at) = NAMES.iter().position(|name| name.rank(&header.key).is_some()) else {
            if header.key == BYOYOMI && folded.is_some() {
                continue;
            }
            if is_csa_key(&header.key) {
                entries.push((Cow::Borrowed(&*header.key), value));
            } else {
                lost.push(header);
            }
            continue;
        };
        match (NAMES[at].csa_key(version), best[at]) {
            (Some(key), Some(best)) if std::ptr::eq(best, header) => {
                let entry = if NAMES[at].is_time_limit {
                    let limit = folded.filter(|_| NAMES[at].japanese == LIMIT);
                    let limit = limit.or_else(|| TimeLimit::from_japanese(&header.value));
                    time_entry(key, &header.value, limit, version)
                } else {
                    (Cow::Borrowed(key), value)
                };
                entries.push(entry);
            }
            // A date beside the same date with the time of day is no loss.
            (Some(_), Some(best)) if best.value.trim().starts_with(header.value.trim()) => {}
            _ => lost.push(header),
        }
    }
    entries.sort_by_key(|(key, _)| {
        let known = CSA_ORDER.iter().position(|known| known == key);
        known.unwrap_or(CSA_ORDER.len())
    });
    CsaHeaders { entries, lost }
}

/// A header of CSA in another version: the limit for both sides has a key and a form of its own in each. Keys that the
/// version does not have are written rather than lost, and so is a limit that has no room in its form.
fn of_version<'r>(header: &'r Header<'_>, version: Version) -> Entry<'r> {
    let name = Name::of(&header.key).filter(|name| name.is_time_limit);
    let converted = name.and_then(|name| name.csa_key(version)).and_then(|key| {
        let limit = limit(&header.value)?;
        let value = match version {
            Two => limit.to_csa_2()?,
            Three => limit.to_csa_3(),
        };
        (key != header.key).then_some((key, value))
    });
    match converted {
        Some((key, value)) => (key.into(), value.into()),
        None => (Cow::Borrowed(&*header.key), Cow::Borrowed(&*header.value)),
    }
}

/// For every name of the table, the header that counts.
fn best_headers<'r, 't>(record: &'r Record<'t>) -> [Option<&'r Header<'t>>; NAMES.len()] {
    let mut best: [Option<(usize, &Header<'_>)>; NAMES.len()] = [None; NAMES.len()];
    for header in &record.headers {
        for (name, best) in NAMES.iter().zip(&mut best) {
            if let Some(rank) = name.rank(&header.key)
                && best.is_none_or(|(other, _)| rank <= other)
            {
                *best = Some((rank, header));
            }
        }
    }
    best.map(|best| best.map(|(_, header)| header))
}

/// What a record says under a key of KIF, or under what other notations call it: the value of the header that counts.
pub fn value<'r>(record: &'r Record<'_>, japanese: &str) -> Option<&'r str> {
    let at = NAMES.iter().position(|name| name.japanese == japanese)?;
    let mut best: Option<(usize, &str)> = None;
    for header in &record.headers {
        let value = header.value.trim();
        if let Some(rank) = NAMES[at].rank(&header.key)
            && !value.is_empty()
            && best.is_none_or(|(other, _)| rank <= other)
        {
            best = Some((rank, value));
        }
    }
    best.map(|(_, value)| value)
}

/// Whether CSA can write a key that it does not know.
fn is_csa_key(key: &str) -> bool {
    let rest = key.strip_prefix('$').unwrap_or_default();
    let allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_+-".contains(&byte);
    rest.starts_with(|it: char| it.is_ascii_uppercase()) && rest.bytes().all(allowed)
}

fn limit(value: &str) -> Option<TimeLimit> {
    TimeLimit::from_csa_3(value).or_else(|| TimeLimit::from_csa_2(value))
}

/// 持ち時間 with the 秒読み that stands in a header of its own: CSA has one key for both, and the one without the other
/// would mean sudden death.
fn folded(record: &Record<'_>) -> Option<TimeLimit> {
    let byoyomi = record.header(BYOYOMI)?;
    TimeLimit::from_japanese(record.header(LIMIT)?)?.with_byoyomi(byoyomi)
}

/// A time limit as a version of CSA writes it; the text itself where it cannot be read or does not fit. V3.0 has three
/// numbers behind `$TIME`, so that any text for both sides goes behind the key of the versions before.
fn time_entry<'r>(
    key: &'static str,
    value: &'r str,
    limit: Option<TimeLimit>,
    version: Version,
) -> Entry<'r> {
    let written = limit.and_then(|limit| match version {
        Two => limit.to_csa_2(),
        Three => Some(limit.to_csa_3()),
    });
    match written {
        Some(written) => (key.into(), written.into()),
        None if key == "$TIME" => ("$TIME_LIMIT".into(), value.into()),
        None => (key.into(), value.into()),
    }
}
