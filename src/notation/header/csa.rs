//! Headers as CSA has them.

use std::borrow::Cow;

use super::line::{HeaderLine, limit};
use super::name::Version::{Three, Two};
use super::name::{NAMES, Name, ValueKind, Version, best_headers};
use super::start::{is_of_the_start, is_told_by_start, says_something};
use crate::notation::formats;
use crate::notation::time_limit::TimeLimit;
use crate::record::{Date, Header, Record};

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

/// The headers of a record under the keys of CSA.
#[derive(Debug)]
pub struct CsaHeaders<'r, 't> {
    /// Keys (`N+`, `$EVENT`) and values.
    pub entries: Vec<HeaderLine<'r>>,
    /// Headers for which this version of CSA has no key.
    pub lost: Vec<&'r Header<'t>>,
    /// Dates that say more than CSA can.
    pub cut: Vec<&'r Header<'t>>,
}

/// The headers of a record under the keys of a version of CSA; those without a value say nothing and have no line there.
/// Those of a CSA record are in the order of the file, the names first, others in that of CSA, unknown `$KEY`s last. Of several headers
/// with one meaning the one with the better key counts, and the last of the same key.
pub fn csa<'r, 't>(record: &'r Record<'t>, version: Version) -> CsaHeaders<'r, 't> {
    let mut headers = CsaHeaders {
        entries: Vec::new(),
        lost: Vec::new(),
        cut: Vec::new(),
    };
    let said = record.headers.iter().filter(|it| says_something(it));
    if record.format == formats::CSA {
        said.for_each(|header| headers.of_version(header, version));
        // Readers that go by the specification refuse names after other headers.
        headers.entries.sort_by_key(|(key, _)| key.starts_with('$'));
        return headers;
    }
    let best = best_headers(record);
    let folded = folded(record);
    for header in said {
        if is_of_the_start(&header.name) {
            let is_lost = header.name == "手合割" && !is_told_by_start(&header.name, &header.value, record);
            headers.lost.extend(is_lost.then_some(header));
            continue;
        }
        let Some(at) = NAMES.iter().position(|name| name.rank(&header.name).is_some()) else {
            if header.name == BYOYOMI && folded.is_some() {
                continue;
            }
            if is_csa_key(&header.name) {
                headers.add(&header.name, &*header.value);
            } else {
                headers.lost.push(header);
            }
            continue;
        };
        match (NAMES[at].csa_key(version), best[at]) {
            (Some(key), Some(best)) if std::ptr::eq(best, header) => match NAMES[at].value {
                ValueKind::Text => headers.add(key, &*header.value),
                ValueKind::Date => headers.date(key, header),
                ValueKind::TimeLimit => {
                    let limit = folded.filter(|_| NAMES[at].japanese == LIMIT);
                    let limit = limit.or_else(|| TimeLimit::from_japanese(&header.value));
                    headers
                        .entries
                        .push(time_entry(key, &header.value, limit, version));
                }
            },
            (Some(_), Some(best)) if says_as_much(best, header) => {}
            _ => headers.lost.push(header),
        }
    }
    headers.entries.sort_by_key(|(key, _)| {
        let known = CSA_ORDER.iter().position(|known| known == key);
        known.unwrap_or(CSA_ORDER.len())
    });
    headers
}

/// Whether one header says all that another with the same meaning says: a date beside the same date with the time of day
/// is no loss.
fn says_as_much(one: &Header<'_>, other: &Header<'_>) -> bool {
    let dates = [one, other].map(|header| Date::read(&header.value));
    let is_same = one.value.trim() == other.value.trim();
    is_same || matches!(dates, [Ok(one), Ok(other)] if one.says(&other))
}

impl<'r, 't> CsaHeaders<'r, 't> {
    fn add(&mut self, key: &'r str, value: impl Into<Cow<'r, str>>) {
        self.entries.push((key.into(), value.into()));
    }

    /// Adds a date in the form of CSA.
    fn date(&mut self, key: &'r str, header: &'r Header<'t>) {
        let date = Date::read(&header.value).ok();
        match date.and_then(|date| Some((date, date.to_csa()?))) {
            Some((date, written)) => {
                self.add(key, written);
                self.cut.extend((!date.fits_csa()).then_some(header));
            }
            None => self.lost.push(header),
        }
    }

    /// Adds a header of CSA in another version: the limit for both sides has a key and a form of its own in each. Keys
    /// that the version does not have are written rather than lost, and so is a limit that has no room in its form.
    fn of_version(&mut self, header: &'r Header<'t>, version: Version) {
        let name = Name::of(&header.name);
        match name.map_or(ValueKind::Text, |name| name.value) {
            ValueKind::Text => self.add(&header.name, &*header.value),
            ValueKind::Date => self.date(&header.name, header),
            ValueKind::TimeLimit => {
                let key = name.and_then(|name| name.csa_key(version));
                let limit = limit(&header.value);
                let value = limit.and_then(|limit| match version {
                    Two => limit.to_csa_2(),
                    Three => Some(limit.to_csa_3()),
                });
                match key.filter(|&key| key != header.name).zip(value) {
                    Some((key, value)) => self.add(key, value),
                    None => self.add(&header.name, &*header.value),
                }
            }
        }
    }
}

/// Whether CSA can write a key that it does not know.
fn is_csa_key(key: &str) -> bool {
    let rest = key.strip_prefix('$').unwrap_or_default();
    let allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_+-".contains(&byte);
    rest.starts_with(|it: char| it.is_ascii_uppercase()) && rest.bytes().all(allowed)
}

/// 持ち時間 with the 秒読み that stands in a header of its own: CSA has one key for both, and the one without the other
/// would mean sudden death.
fn folded(record: &Record<'_>) -> Option<TimeLimit> {
    let byoyomi = record.headers.named(BYOYOMI)?;
    TimeLimit::from_japanese(record.headers.named(LIMIT)?)?.with_byoyomi(byoyomi)
}

/// A time limit as a version of CSA writes it; the text itself where it cannot be read or does not fit. V3.0 has three
/// numbers after `$TIME`, so that any text for both sides goes after the key of the versions before.
fn time_entry<'r>(
    key: &'static str,
    value: &'r str,
    limit: Option<TimeLimit>,
    version: Version,
) -> HeaderLine<'r> {
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
