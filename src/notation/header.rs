//! Header keys: one table that maps the keys of KIF, KI2 and JKF to those of CSA.
//!
//! Values are copied unchanged, except time limits, which each notation writes in its own form, and dates in
//! CSA.

use std::borrow::Cow;

use self::Version::{Three, Two};
use super::time_budget::TimeBudget;
use super::time_words::{Charging, HeaderControl};
use super::times::{ColonLimit, MINUTE_MS, TimeLimit};
use super::{TextForm, meaning};
use crate::finding::Span;
use crate::record::gap::DateGap;
use crate::record::{
    Date, DateError, Gap, GapKind, Header, HeaderKey, LineSummary, Record, Step, Terminal, Times,
};
use crate::shogi::Handicap;

// A header as a writer outputs it.

/// A header key and its value.
pub(crate) type HeaderLine<'r> = (Cow<'r, str>, Cow<'r, str>);

/// Returns the time limit of a header with a CSA key, or `None` if the value cannot be read.
///
/// A value that may mean hours or minutes is read as hours if the times of a CSA record exceed the limit in minutes.
/// In all other cases, the function returns `None` for such a value.
fn limit(value: &str, record: &Record<'_>) -> Option<TimeLimit> {
    let unambiguous = TimeLimit::from_csa_3(value).or_else(|| TimeLimit::from_csa_2(value));
    let is_csa = TextForm::for_format(record.format).has_csa_keys;
    unambiguous.or_else(|| in_hours(value, record).filter(|_| is_csa))
}

/// Returns a limit `NN:NN` in hours and minutes if the times of the moves exclude minutes and seconds.
fn in_hours(value: &str, record: &Record<'_>) -> Option<TimeLimit> {
    match ColonLimit::read(value, true)? {
        ColonLimit::Either { hours, minutes } => is_exceeded(minutes, record).then_some(hours),
        _ => None,
    }
}

// Header keys in each notation: the table and its lookup functions.

/// A CSA version, as far as header keys and values differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// CSA V2, V2.1 and V2.2.
    Two,
    /// CSA V3.0.
    Three,
}

impl Version {
    /// Formats a time limit for this version; returns `None` if the version cannot express the limit.
    fn limit(self, limit: TimeLimit) -> Option<String> {
        match self {
            Two => limit.to_csa_2(),
            Three => Some(limit.to_csa_3()),
        }
    }
}

/// The type of a header's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Free text.
    Text,
    /// A time limit.
    TimeLimit,
    /// A date, optionally with the time of day.
    Date,
}

/// The keys of one header in each notation.
#[derive(Debug)]
pub struct Name {
    /// The meaning of the header.
    pub key: HeaderKey,
    /// The key in KIF, KI2 and JKF.
    pub japanese: &'static str,
    /// Alternative Japanese keys, the most common one first.
    pub aliases: &'static [&'static str],
    /// The CSA keys, each with the first version that has it; empty if CSA has no key for this header.
    pub csa: &'static [(&'static str, Version)],
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
    }
}

/// All header keys, in the order in which KIF writes them: the players' names are last.
pub static NAMES: [Name; 13] = [
    name(
        HeaderKey::Start,
        "開始日時",
        &["対局日", "開始日", "日時"],
        &[("$START_TIME", Two)],
    ),
    name(HeaderKey::End, "終了日時", &["終了日"], &[("$END_TIME", Two)]),
    name(HeaderKey::Event, "棋戦", &[], &[("$EVENT", Two)]),
    name(HeaderKey::Site, "場所", &[], &[("$SITE", Two)]),
    name(
        HeaderKey::TimeLimit,
        "持ち時間",
        &[],
        &[("$TIME_LIMIT", Two), ("$TIME", Three)],
    ),
    // The specification of V3.0 spells the next two keys with an additional `T` in one place (`$TIMET+`,
    // `$TIMET-`).
    name(
        HeaderKey::BlackTimeLimit,
        "先手持ち時間",
        &[],
        &[("$TIME+", Three), ("$TIMET+", Three)],
    ),
    name(
        HeaderKey::WhiteTimeLimit,
        "後手持ち時間",
        &[],
        &[("$TIME-", Three), ("$TIMET-", Three)],
    ),
    name(HeaderKey::Opening, "戦型", &[], &[("$OPENING", Two)]),
    name(HeaderKey::MaxMoves, "最大手数", &[], &[("$MAX_MOVES", Three)]),
    name(HeaderKey::Impasse, "持将棋", &[], &[("$JISHOGI", Three)]),
    name(HeaderKey::Note, "備考", &[], &[("$NOTE", Three)]),
    name(HeaderKey::Black, "先手", &["下手"], &[("N+", Two)]),
    name(HeaderKey::White, "後手", &["上手"], &[("N-", Two)]),
];

/// Further Japanese keys whose meaning is known, but which are not converted to CSA keys.
const FURTHER_KEYS: [(&str, HeaderKey); 20] = [
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
    // The other keys of mate problems, as listed in the KIF definition.
    ("作品番号", HeaderKey::Problem),
    ("完全性", HeaderKey::Problem),
    ("作者", HeaderKey::Problem),
    ("発表誌", HeaderKey::Problem),
    ("発表年月", HeaderKey::Problem),
    ("受賞", HeaderKey::Problem),
];

/// Further Japanese keys that programs and broadcasts of games use, and whose meaning does not matter here.
const OTHER_KEYS: [&str; 23] = [
    "記録係",
    "立会人",
    "副立会人",
    "解説",
    "聞き手",
    "観戦記者",
    "主催",
    "会場",
    "対局場",
    "出典",
    "詰手数",
    "図",
    "対局ID",
    "記録ID",
    "振り駒",
    "昼食休憩",
    "夕食休憩",
    "昼休前消費時間",
    "封じ手手数",
    "リーグ成績",
    "棋戦詳細",
    "コンピュータの持ち時間",
    "思考時間制限",
];

/// Creates a header with this key and value. The key determines the meaning of the header.
pub fn header<'t>(name: impl Into<Cow<'t, str>>, value: impl Into<Cow<'t, str>>, span: Span) -> Header<'t> {
    let name = name.into();
    Header {
        key: key(&name),
        name,
        value: value.into(),
        span,
    }
}

/// Returns the meaning of a header with this key; [`HeaderKey::Other`] for an unknown key.
pub(crate) fn key(name: &str) -> HeaderKey {
    let from_table = Name::for_key(name).map(|name| name.key);
    from_table
        .or_else(|| meaning(&FURTHER_KEYS, name))
        .unwrap_or(HeaderKey::Other)
}

impl Name {
    /// Returns the table entry that contains this key, in any notation; `None` if no entry contains it.
    pub fn for_key(key: &str) -> Option<&'static Name> {
        NAMES.iter().find(|name| name.rank(key).is_some())
    }

    /// Returns the table entry for this meaning; `None` if the table has no such entry.
    pub(crate) fn for_meaning(key: HeaderKey) -> Option<&'static Name> {
        NAMES.iter().find(|name| name.key == key)
    }

    /// Returns the type of this header's value.
    pub const fn value(&self) -> ValueKind {
        match self.key {
            HeaderKey::Start | HeaderKey::End => ValueKind::Date,
            HeaderKey::TimeLimit | HeaderKey::BlackTimeLimit | HeaderKey::WhiteTimeLimit => {
                ValueKind::TimeLimit
            }
            _ => ValueKind::Text,
        }
    }

    /// Returns whether KIF, KI2 and JKF use this key for the header.
    pub(crate) fn is_japanese(&self, key: &str) -> bool {
        self.japanese == key || self.aliases.contains(&key)
    }

    /// Returns the rank of a key within this entry: 0 is the best. Japanese keys precede CSA keys, newer CSA keys
    /// precede older ones. Returns `None` if this entry does not contain the key.
    fn rank(&self, key: &str) -> Option<usize> {
        let japanese = std::iter::once(&self.japanese).chain(self.aliases);
        let csa = self.csa.iter().rev().map(|(key, _)| key);
        japanese.chain(csa).position(|entry_key| *entry_key == key)
    }

    /// Returns the key in a version of CSA: the newest one that the version has. Returns `None` if the version has no
    /// key for the header.
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

/// Returns the header that takes precedence for a table entry among those that satisfy `is_wanted`; `None` if the
/// record has no such header.
///
/// If several headers have the best key, the last of them takes precedence.
fn best<'r, 't>(
    record: &'r Record<'t>,
    name: &Name,
    is_wanted: fn(&Header<'_>) -> bool,
) -> Option<&'r Header<'t>> {
    let candidates = record.headers.iter().filter(|it| is_wanted(it));
    let candidates = candidates.filter_map(|header| Some((name.rank(&header.name)?, header)));
    candidates.rev().min_by_key(|(rank, _)| *rank).map(|(_, it)| it)
}

/// Returns the header of this meaning that takes precedence; if all of them are blank, the first one. Returns `None` if the record
/// has no such header.
#[cfg(feature = "application")]
pub(crate) fn preferred<'r, 't>(record: &'r Record<'t>, key: HeaderKey) -> Option<&'r Header<'t>> {
    let with_value = Name::for_meaning(key).and_then(|name| best(record, name, |it| !it.is_blank()));
    with_value.or_else(|| record.headers.iter().find(|header| header.key == key))
}

/// Returns the rank of a header of this meaning in the order in which the format of a record writes headers; `None` if it has no
/// place there.
#[cfg(feature = "application")]
pub(crate) fn rank_in(record: &Record<'_>, key: HeaderKey) -> Option<usize> {
    if TextForm::for_format(record.format).has_csa_keys {
        let key = Name::for_meaning(key)?.csa_key(Two)?;
        return CSA_ORDER.iter().position(|csa_key| *csa_key == key);
    }
    // The name of the start position is before the players.
    let place = |key: HeaderKey| NAMES.iter().position(|name| name.key == key);
    match key {
        HeaderKey::Handicap => place(HeaderKey::Black).map(|at| 2 * at - 1),
        key => place(key).map(|at| 2 * at),
    }
}

/// Returns the value that a record has for this meaning, without blanks around it. Returns `None` if there is no value,
/// or only a blank one. In shogi, also returns `None` for a meaning that is not in [`NAMES`].
///
/// If several headers have this meaning, the function returns the value of the one that takes precedence; in games
/// other than shogi, the last header takes precedence.
pub(crate) fn value<'r>(record: &'r Record<'_>, key: HeaderKey) -> Option<&'r str> {
    let header = if record.is_shogi() {
        best(record, Name::for_meaning(key)?, |it| !it.is_blank())
    } else {
        record.headers.last_with_key(&[key])
    };
    let value = header?.value.trim();
    Some(value).filter(|value| !value.is_empty())
}

// Headers under CSA keys.

/// The CSA keys in the order of the specification.
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

/// The headers of a record under CSA keys.
#[derive(Debug, Default)]
pub struct CsaHeaders<'r, 't> {
    /// CSA keys (`N+`, `$EVENT`) and their values.
    pub entries: Vec<HeaderLine<'r>>,
    /// Headers that are not written, and whose information is lost: this version of CSA has no key for them, their date
    /// has no CSA form, or the start position does not imply their 手合割. A header is also lost if another one with
    /// the same meaning takes precedence and does not include its information.
    pub lost: Vec<&'r Header<'t>>,
    /// Headers with dates that are more detailed than a CSA date can be.
    pub cut: Vec<&'r Header<'t>>,
    /// Headers with time limits that are ambiguous (hours or minutes) either in the record or in CSA, but not in both.
    pub ambiguous_limits: Vec<&'r Header<'t>>,
}

/// Converts the headers of a record to the keys of a version of CSA. Headers without content are left out; see
/// `has_content`. Headers of other formats about the start position are left out, too; a 手合割 that the position does
/// not imply is counted as lost.
///
/// Headers of a CSA record keep the order of the file, but the players' names come first. Headers of other records
/// are in the order of the CSA specification, with unknown `$KEY`s last. If several headers of such a record have the
/// same meaning, the one with the best key takes precedence. Among headers with the same key, the last one takes
/// precedence.
pub fn csa<'r, 't>(record: &'r Record<'t>, version: Version) -> CsaHeaders<'r, 't> {
    let mut headers = CsaHeaders::default();
    let headers_with_content = record.headers.iter().filter(|it| has_content(it));
    if TextForm::for_format(record.format).has_csa_keys {
        headers_with_content.for_each(|header| headers.add_in_version(record, header, version));
        // Some readers follow the specification strictly and reject players' names after other headers.
        headers.entries.sort_by_key(|(key, _)| key.starts_with('$'));
        return headers;
    }
    for header in headers_with_content {
        if is_start_key(&header.name) {
            let is_lost =
                header.name == "手合割" && !is_implied_by_start(&header.name, &header.value, record);
            headers.lost.extend(is_lost.then_some(header));
            continue;
        }
        let Some(name) = Name::for_key(&header.name) else {
            if header.key == HeaderKey::Byoyomi {
                headers.add_byoyomi(record, header, version);
            } else if is_csa_key(&header.name) {
                headers.add(&header.name, &*header.value);
            } else {
                headers.lost.push(header);
            }
            continue;
        };
        match (name.csa_key(version), best(record, name, |_| true)) {
            (Some(key), Some(best)) if std::ptr::eq(best, header) => match name.value() {
                ValueKind::Text => headers.add(key, &*header.value),
                ValueKind::Date => headers.date(key, header),
                ValueKind::TimeLimit => headers.time_limit(key, record, header, version),
            },
            (Some(_), Some(best)) if includes(best, header) => {}
            _ => headers.lost.push(header),
        }
    }
    headers.entries.sort_by_key(|(key, _)| {
        let index = CSA_ORDER.iter().position(|csa_key| csa_key == key);
        index.unwrap_or(CSA_ORDER.len())
    });
    headers
}

/// Returns whether the value of `one` contains all the information of `other`, which has the same meaning.
///
/// Example: a date with a time of day includes the same date alone.
fn includes(one: &Header<'_>, other: &Header<'_>) -> bool {
    let dates = [one, other].map(|header| Date::read(&header.value));
    let is_same = one.value.trim() == other.value.trim();
    is_same || matches!(dates, [Ok(one), Ok(other)] if one.includes(&other))
}

impl<'r, 't> CsaHeaders<'r, 't> {
    fn add(&mut self, key: &'r str, value: impl Into<Cow<'r, str>>) {
        self.entries.push((key.into(), value.into()));
    }

    /// Adds a date in CSA form. A date that has no such form is lost. A date with details that CSA cannot express is
    /// also added to `cut`.
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

    /// Adds a time limit together with 秒読み, for which CSA has no key of its own.
    ///
    /// A limit under a CSA key is exact, but its words may have left out a byoyomi, or may mean an increment by it. Words
    /// that the times of the moves do not fit are therefore kept as words.
    fn time_limit(
        &mut self,
        key: &'static str,
        record: &'r Record<'t>,
        header: &'r Header<'t>,
        version: Version,
    ) {
        let value = &*header.value;
        let limit_in_csa = loses_ambiguity(value).then(|| limit(value, record)).flatten();
        let stated_limit = stated_limit(record, header).filter(|&limit| fits_times(limit, record));
        let words = limit_in_words(record, header);
        let entry = time_entry(key, words, stated_limit.or(limit_in_csa), version);
        let may_differ = limit_in_csa.is_some() || stated_limit.is_some() && is_ambiguous(&entry.1, record);
        self.ambiguous_limits.extend(may_differ.then_some(header));
        self.entries.push(entry);
    }

    /// Adds 秒読み of a record without a time limit. If the record has a time limit, 秒読み is written with it; 秒読み is lost
    /// if the limit is lost, or if a move took longer, because the main time is then unknown.
    fn add_byoyomi(&mut self, record: &'r Record<'t>, header: &'r Header<'t>, version: Version) {
        let is_limit = |name: &Name| name.value() == ValueKind::TimeLimit;
        let with_content = record.headers.iter().filter(|it| has_content(it));
        let mut limits = with_content.filter_map(|it| Name::for_key(&it.name).filter(|name| is_limit(name)));
        let is_written = limits.clone().any(|name| name.csa_key(version).is_some());
        let control = HeaderControl::new(None, Some(&header.value));
        let limit = control.and_then(|it| it.control().stated_limit());
        let key = Name::for_meaning(HeaderKey::TimeLimit).and_then(|name| name.csa_key(version));
        match (key, limit.filter(|&limit| fits_times(limit, record))) {
            _ if is_written => {}
            (Some(key), Some(limit)) if limits.next().is_none() => {
                self.entries
                    .push(time_entry(key, Cow::default(), Some(limit), version));
            }
            _ => self.lost.push(header),
        }
    }

    /// Adds a header of a CSA record to the headers in any version of CSA.
    ///
    /// The time limit of both sides has its own key and form in each version. A key that the version does not define
    /// is written unchanged rather than lost. A limit that the form of the version cannot express is also written
    /// unchanged.
    fn add_in_version(&mut self, record: &Record<'t>, header: &'r Header<'t>, version: Version) {
        let name = Name::for_key(&header.name);
        match name.map_or(ValueKind::Text, Name::value) {
            ValueKind::Text => self.add(&header.name, &*header.value),
            ValueKind::Date => self.date(&header.name, header),
            ValueKind::TimeLimit => {
                let key = name.and_then(|name| name.csa_key(version));
                let limit = limit(&header.value, record);
                let value = limit.and_then(|limit| version.limit(limit));
                match key.filter(|&key| key != header.name).zip(value) {
                    Some((key, value)) => {
                        self.ambiguous_limits
                            .extend(is_ambiguous(&value, record).then_some(header));
                        self.add(key, value);
                    }
                    None => self.add(&header.name, &*header.value),
                }
            }
        }
    }
}

/// Returns whether a key has the form of a CSA key: `$`, a capital letter, and further capital letters, digits or signs
/// (`_`, `+`, `-`).
fn is_csa_key(key: &str) -> bool {
    let rest = key.strip_prefix('$').unwrap_or_default();
    let is_allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_+-".contains(&byte);
    rest.starts_with(|it: char| it.is_ascii_uppercase()) && rest.bytes().all(is_allowed)
}

/// Returns the value of 秒読み; `None` if the record has none, or only a blank one.
pub(crate) fn byoyomi<'r>(record: &'r Record<'_>) -> Option<&'r str> {
    let header = record.headers.last_with_key(&[HeaderKey::Byoyomi])?;
    Some(header.value.trim()).filter(|value| !value.is_empty())
}

/// Returns the limit that a header and 秒読み state together. Returns `None` if a value cannot be read or has two readings,
/// or if the values contradict each other.
///
/// CSA has one key for the main time and the byoyomi. Under this key, a main time without byoyomi would mean sudden
/// death.
fn stated_limit(record: &Record<'_>, header: &Header<'_>) -> Option<TimeLimit> {
    match byoyomi(record) {
        Some(byoyomi) => TimeLimit::from_headers(&header.value, byoyomi),
        None => TimeLimit::from_japanese(&header.value).or_else(|| in_hours(&header.value, record)),
    }
}

/// Returns the words of a time limit, with those of 秒読み: `10分 秒読み30秒`.
pub(crate) fn limit_in_words<'r>(record: &'r Record<'_>, header: &'r Header<'_>) -> Cow<'r, str> {
    match byoyomi(record) {
        Some(byoyomi) => format!("{} 秒読み{byoyomi}", header.value.trim()).into(),
        None => Cow::Borrowed(&header.value),
    }
}

/// Returns whether all times of the main line are within a limit that is exact to the second.
fn fits_times(limit: TimeLimit, record: &Record<'_>) -> bool {
    let mut budgets = [TimeBudget::new(limit, 0, Charging::Seconds, true, 0); 2];
    record.tree.main_line().all(|(_, node)| {
        let is_time_up = matches!(&node.step, Step::End(ending) if ending.terminal == Terminal::Timeout);
        let budget = &mut budgets[usize::from(node.ply.is_multiple_of(2))];
        let spent = node.clock.spent.filter(|_| !is_time_up).map(u64::from);
        let is_exceeded = spent.and_then(|spent| budget.excess(spent)).is_some();
        budget.spend(spent.unwrap_or(0));
        !is_exceeded
    })
}

/// Returns whether a value such as `00:10+30` is ambiguous (hours or minutes) and loses this ambiguity in CSA.
fn loses_ambiguity(value: &str) -> bool {
    let [limit, limit_in_csa] = [false, true].map(|is_csa| ColonLimit::read(value, is_csa));
    matches!(limit, Some(ColonLimit::Either { .. })) && limit != limit_in_csa
}

/// Returns whether a time limit under a CSA key may mean hours or minutes.
///
/// Example: `06:00+00` in a game in which neither player used more than 6 minutes.
fn is_ambiguous(value: &str, record: &Record<'_>) -> bool {
    match ColonLimit::read(value, true) {
        Some(ColonLimit::Either { minutes, .. }) => !is_exceeded(minutes, record),
        _ => false,
    }
}

/// Returns whether a player certainly used more than a time limit before the last move. For certainty, each time is
/// rounded down to whole minutes, and the byoyomi of all plies is added to the limit.
fn is_exceeded(limit: TimeLimit, record: &Record<'_>) -> bool {
    let times = Times::from_record(record, MINUTE_MS);
    let last_move = LineSummary::new(record).last_move;
    let mut line = record.tree.main_line().take_while(|&(id, _)| id != last_move);
    line.any(|(id, node)| {
        let byoyomi = u64::from(limit.byoyomi) * u64::from(node.ply);
        times.total(id) > u64::from(limit.base) + byoyomi
    })
}

/// Returns the header of a time limit for a version of CSA.
///
/// A limit that does not fit the form of the version is written as three numbers. A limit that cannot be read
/// is written as its original text. V3.0 requires three numbers after `$TIME`, so free text is written
/// under `$TIME_LIMIT`, the key of the older versions.
fn time_entry<'r>(
    key: &'static str,
    value: Cow<'r, str>,
    limit: Option<TimeLimit>,
    version: Version,
) -> HeaderLine<'r> {
    match limit.and_then(|limit| version.limit(limit)) {
        Some(written) => (key.into(), written.into()),
        None if limit.is_some() => (key.into(), limit.unwrap_or_default().to_csa_3().into()),
        None if key == "$TIME" => ("$TIME_LIMIT".into(), value),
        None => (key.into(), value),
    }
}

// Headers under the keys of KIF, KI2 and JKF.

/// Returns the headers of a record under the keys of KIF, KI2 and JKF.
///
/// Headers of records in these notations keep their keys, their values and the order of the file. The headers of CSA
/// records are in the order of [`NAMES`], with unknown `$KEY`s before the players' names. The players' keys of a
/// handicap game are 下手 and 上手, and a time limit that can be read is written in Japanese.
pub fn japanese<'r>(record: &'r Record<'_>) -> impl Iterator<Item = HeaderLine<'r>> {
    let mut entries: Vec<_> = record.headers.iter().collect();
    let is_csa = TextForm::for_format(record.format).has_csa_keys;
    if is_csa {
        let first_player_index = NAMES.len() - 2;
        let sort_key = |header: &&Header<'_>| {
            let index = NAMES.iter().position(|name| name.rank(&header.name).is_some());
            // An unknown key comes after all known headers except the players' names.
            index.map_or(2 * first_player_index - 1, |index| 2 * index)
        };
        entries.sort_by_cached_key(sort_key);
    }
    let is_handicap = record
        .start
        .handicap
        .is_some_and(|handicap| handicap.removed().next().is_some());
    entries.into_iter().map(move |header| {
        let Some(name) = Name::for_key(&header.name).filter(|_| is_csa) else {
            return (Cow::Borrowed(&*header.name), Cow::Borrowed(&*header.value));
        };
        let handicap_key = name
            .aliases
            .first()
            .filter(|_| is_handicap && name.csa_key(Version::Two).is_some_and(|it| it.starts_with('N')));
        let key = handicap_key.copied().unwrap_or(name.japanese);
        let limit = match name.value() {
            ValueKind::TimeLimit => limit(&header.value, record),
            ValueKind::Text | ValueKind::Date => None,
        };
        let value = limit.map_or(Cow::Borrowed(&*header.value), |limit| {
            Cow::Owned(limit.to_japanese())
        });
        (Cow::Borrowed(key), value)
    })
}

// Headers about the start position.

/// Keys that describe the start position, which each writer outputs in its own form.
const START_KEYS: [&str; 6] = [
    "手合割",
    "手番",
    "先手の持駒",
    "後手の持駒",
    "下手の持駒",
    "上手の持駒",
];

/// Returns whether a header carries information that a conversion can lose.
///
/// A header with a value carries information, as does a display option of the board, which has no value.
pub(crate) fn has_content(header: &Header<'_>) -> bool {
    !header.value.trim().is_empty() || is_display_option(&header.name)
}

/// Returns whether KIF and KI2 have a header with this key, or with a key that begins with the name of a side.
pub(crate) fn is_known_key(key: &str) -> bool {
    Name::for_key(key).is_some_and(|name| name.is_japanese(key))
        || meaning(&FURTHER_KEYS, key).is_some()
        || OTHER_KEYS.contains(&key)
        || is_display_option(key)
        || ["先手", "後手", "下手", "上手", "手番"]
            .iter()
            .any(|side| key.starts_with(side))
}

/// Returns whether a key is the option to show the board rotated, which is written without a value.
pub(crate) fn is_display_option(key: &str) -> bool {
    matches!(key, "盤面回転" | "盤面反転")
}

/// Returns the header that declares a record to be a mate problem; `None` for other records.
pub(super) fn mate_problem_header<'r, 't>(record: &'r Record<'t>) -> Option<&'r Header<'t>> {
    let header = record.headers.last_with_key(&[HeaderKey::Handicap]);
    header.filter(|header| is_problem(&header.value))
}

/// Substrings of the names of mate problems: 詰将棋, 詰将棋問題, 実戦詰将棋, 必至問題.
const MATE_PROBLEM_WORDS: [&str; 6] = ["詰将棋", "詰め将棋", "つめ将棋", "詰棋", "必至", "必死"];

/// Returns whether a value of 手合割 declares a mate problem.
pub(crate) fn is_problem(name: &str) -> bool {
    MATE_PROBLEM_WORDS.iter().any(|problem| name.contains(problem))
}

/// Returns whether a key describes the start position.
pub(crate) fn is_start_key(key: &str) -> bool {
    START_KEYS.contains(&key)
}

/// Returns whether the start position already contains all the information of a header.
///
/// Only 手合割 can be implied: if its value is empty, is a known name without a remark, or is その他 in a record with a
/// diagram.
pub(crate) fn is_implied_by_start(key: &str, value: &str, record: &Record<'_>) -> bool {
    let name: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    let has_diagram_without_name = name == "その他" && record.start.diagram.is_some();
    let is_known = Handicap::by_name(&name).is_some() && !Handicap::has_remark(&name);
    key == "手合割" && (name.is_empty() || has_diagram_without_name || is_known)
}

// Dates in headers.

/// Reports the dates of a record that are impossible or cannot be read. Words for an unknown date, such as 不明, are not
/// reported.
pub(super) fn check_dates(record: &mut Record<'_>) {
    let gaps: Vec<_> = record
        .headers
        .iter()
        .filter(|header| matches!(header.key, HeaderKey::Start | HeaderKey::End))
        .filter_map(|header| date_gap(record, header))
        .collect();
    record.gaps.extend(gaps);
}

fn date_gap(record: &Record<'_>, header: &Header<'_>) -> Option<Gap> {
    let date = header.value.trim();
    let unreadable = |why| GapKind::UnreadableDate(date.to_owned(), why);
    let kind = match Date::read(date) {
        Ok(date) if date.unread => unreadable(DateGap::InPart(date)),
        Err(DateError::Impossible) => GapKind::ImpossibleDate(date.to_owned()),
        Err(DateError::TimeAlone) => unreadable(DateGap::TimeAlone),
        Err(DateError::Unclear) => unreadable(DateGap::Unclear),
        Err(DateError::OldCalendar) => unreadable(DateGap::OldCalendar),
        Ok(_) | Err(DateError::Words) => return None,
    };
    Some(Gap::at_start(record.value_span(header), kind))
}

// Records of other games that consist of headers only.

/// Reports a record that has headers, but neither moves nor a result. `positions` lists the keys of the headers
/// that contain a position.
pub(super) fn report_missing_moves(record: &mut Record<'_>, positions: &[&str]) {
    let Some(first) = record.headers.first().map(|header| header.span) else {
        return;
    };
    if record.tree.is_empty() && record.claims.is_empty() {
        let has_position = positions
            .iter()
            .any(|name| record.headers.value_of(name).is_some());
        record
            .gaps
            .push(Gap::new(first, GapKind::NoMoves { has_position }));
    }
}
