//! Rules about headers that cannot be read or that contradict each other.

use crate::finding::{Message, in_quotes, message, rules};
use crate::notation::header;
use crate::notation::time_words::HeaderControl;
use crate::record::{Date, Header, HeaderKey};
use crate::referee::clock::Time;
use crate::referee::game::Game;
use crate::referee::rule_hit::RuleHit;
use crate::referee::time_control;

rules! {
    UNREADABLE_TIME_LIMIT = "unreadable-time-limit", Doubt, Clocks,
        "a time limit that cannot be read", "読めない持ち時間";
    HEADER_CONTRADICTION = "header-contradiction", Doubt, Notation,
        "headers that contradict each other", "矛盾するヘッダー";
    UNLIKELY_DATE = "unlikely-date", Doubt, Notation, "a date after the year 2100", "2100年より後の日付";
    SAME_PLAYER = "same-player", Notice, Notation, "the same player on both sides", "先手と後手が同じ名前";
}

/// The last year in which a game may have been played.
const LAST_YEAR: u32 = 2100;

const LIMIT_KEYS: [HeaderKey; 3] = [
    HeaderKey::TimeLimit,
    HeaderKey::BlackTimeLimit,
    HeaderKey::WhiteTimeLimit,
];

fn hit(game: &Game<'_>, header: &Header<'_>, message: Message) -> RuleHit {
    RuleHit::from(message).at_ply(0, game.record.value_span(header))
}

/// Reports time limits of numbers and signs that have no meaning. Words are free text and not reported.
pub(super) fn unreadable_time_limit(game: &Game<'_>) -> impl Iterator<Item = RuleHit> {
    let headers = game.record.headers.iter();
    let unreadable = headers.filter(|header| {
        let is_limit = LIMIT_KEYS.contains(&header.key);
        is_limit
            && has_only_numbers(&header.value)
            && time_control::header_control(game.record, header).is_none()
    });
    unreadable.map(|header| {
        let expected = match &*header.name {
            "$TIME_LIMIT" => "HH:MM+SS",
            name if name.starts_with('$') => "900+30+0",
            _ => "10分+30秒",
        };
        let message = message!(
            "the time limit {value} cannot be read, so the times were not compared with it; expected the form {expected}",
            "持ち時間{value}を読めないため、消費時間と比べていない。{expected}の形で書く",
            value = in_quotes(header.value.trim()),
            expected
        );
        hit(game, header, message)
    })
}

/// Returns whether a text has digits above zero, and otherwise only signs of time limits.
fn has_only_numbers(text: &str) -> bool {
    let is_digit = |it: char| matches!(it, '1'..='9' | '１'..='９');
    let is_sign = |it: char| matches!(it, '0' | '０' | ':' | '：' | '+' | '＋' | '.' | '-' | ' ');
    text.contains(is_digit) && text.chars().all(|it| is_digit(it) || is_sign(it))
}

pub(super) fn header_contradiction(game: &Game<'_>) -> impl Iterator<Item = RuleHit> {
    date_contradiction(game)
        .into_iter()
        .chain(byoyomi_contradiction(game))
}

/// Reports a game that ends before it starts, or whose moves took longer than the game.
fn date_contradiction(game: &Game<'_>) -> Option<RuleHit> {
    let [start, end] =
        [HeaderKey::Start, HeaderKey::End].map(|key| game.record.headers.last_with_key(&[key]));
    let (start, header) = (start?, end?);
    let (start, end) = (Date::read(&start.value).ok()?, Date::read(&header.value).ok()?);
    if start.year > LAST_YEAR || end.year > LAST_YEAR {
        return None;
    }
    if end.is_before(&start) {
        let message = message!(
            "the game ends on {end}, before its start on {start}",
            "終了日時{end}が開始日時{start}より前である",
            end = end.to_string(),
            start = start.to_string()
        );
        return Some(hit(game, header, message));
    }
    let duration = start.seconds_until(&end)? * 1000;
    let times = game
        .record
        .tree
        .main_line()
        .filter_map(|(_, node)| node.clock.spent);
    // Servers charge at least a second for a move, and the seconds of a date may be left out.
    let (used, moves) = times.fold((0, 0), |(sum, count), spent| (sum + u64::from(spent), count + 1));
    (used > duration + 1000 * moves + 60_000).then(|| {
        let message = message!(
            "the moves took {used}, but the game lasted only {duration} (from {start} to {end})",
            "消費時間の合計は{used}だが、{start}から{end}までは{duration}しかない",
            used = Time::from_millis(used),
            duration = Time::from_millis(duration),
            start = start.to_string(),
            end = end.to_string()
        );
        hit(game, header, message)
    })
}

/// Reports 秒読み that is not the byoyomi of 持ち時間.
fn byoyomi_contradiction(game: &Game<'_>) -> Option<RuleHit> {
    let byoyomi = header::byoyomi(game.record)?;
    let mut limits = game
        .record
        .headers
        .iter()
        .filter(|header| LIMIT_KEYS.contains(&header.key));
    let header = limits.find(|header| {
        let control = time_control::header_control(game.record, header);
        matches!(control, Some(HeaderControl::Contradictory(_)))
    })?;
    let message = message!(
        "the time limit is {limit}, but 秒読み is {byoyomi}; a time is too long only if it exceeds both",
        "持ち時間は{limit}だが、秒読みは{byoyomi}である。時間切れは両方を超えたときだけとする",
        limit = in_quotes(header.value.trim()),
        byoyomi = in_quotes(byoyomi)
    );
    Some(hit(game, header, message))
}

pub(super) fn unlikely_date(game: &Game<'_>) -> impl Iterator<Item = RuleHit> {
    let headers = [HeaderKey::Start, HeaderKey::End].map(|key| game.record.headers.last_with_key(&[key]));
    headers.into_iter().flatten().filter_map(|header| {
        // Almost all dates begin with such a year, so that they are not read.
        if header.value.starts_with("19") || header.value.starts_with("20") {
            return None;
        }
        let year = Date::read(&header.value).ok()?.year;
        let message = message!(
            "the year {year} is after {LAST_YEAR}",
            "{year}年は{LAST_YEAR}年より後である",
            year
        );
        (year > LAST_YEAR).then(|| hit(game, header, message))
    })
}

/// Words for a player whose name is not known.
const UNNAMED: [&str; 9] = [
    "不明",
    "匿名",
    "名無し",
    "ゲスト",
    "先手",
    "後手",
    "player",
    "guest",
    "anonymous",
];

pub(super) fn same_player(game: &Game<'_>) -> Option<RuleHit> {
    let [black, white] =
        [HeaderKey::Black, HeaderKey::White].map(|key| game.record.headers.last_with_key(&[key]));
    let (black, header) = (black?, white?);
    let name = black.value.trim();
    let is_name = || {
        name.chars().any(char::is_alphanumeric)
            && !UNNAMED.iter().any(|unnamed| unnamed.eq_ignore_ascii_case(name))
    };
    if name != header.value.trim() || !is_name() {
        return None;
    }
    let message = message!(
        "both players have the same name, {name}",
        "先手も後手も{name}である",
        name = in_quotes(name)
    );
    Some(hit(game, header, message))
}
