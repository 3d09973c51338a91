//! The time control that a record states in its headers, in the name of a server's game, and in comments.

use crate::notation::header::byoyomi;
use crate::notation::time_words::{HeaderControl, control_of_phrase};
use crate::notation::times::{ColonLimit, TimeLimit};
use crate::record::{Header, HeaderKey, NodeId, Record, Remark, RemarkKind};
use crate::shogi::Color;

pub use crate::notation::time_words::{Charging, TimeControl};

/// The evidence for the way in which moves are charged, the most reliable first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// The running totals fit only one way of charging.
    Totals,
    /// A header, or the words of the time control, state the way of charging.
    Header,
    /// The rules of the event allow only one way of charging.
    Profile,
    /// There is no evidence; charging by seconds is the default.
    #[default]
    Default,
}

// Sources of the time control: headers, the name of a server's game, and a server's comments.

/// The headers with the time limit of each side.
pub(super) const SIDE_LIMIT_HEADERS: [HeaderKey; 2] = [HeaderKey::BlackTimeLimit, HeaderKey::WhiteTimeLimit];

/// The headers with time charged to each side for something other than a move, such as being late.
const CHARGED_BEFORE_HEADERS: [HeaderKey; 2] = [HeaderKey::BlackTimeCharged, HeaderKey::WhiteTimeCharged];

/// The statements of a record about its clocks.
#[derive(Debug, Default)]
pub(super) struct ClockStatements {
    /// The time control of each side, Black first; `None` if the record does not state a limit that can be
    /// read.
    pub controls: [Option<TimeControl>; 2],
    /// The way moves are charged, as stated by 計時方式 or in the words of the time control; `None` if it is not stated.
    pub charging: Option<Charging>,
    /// Minimum time charged per move (seconds); `None` if the record does not state one.
    pub least_seconds: Option<u32>,
    /// `true` for a side that was charged before the game for something other than a move.
    pub charged_before: [bool; 2],
}

impl ClockStatements {
    /// Returns whether a time limit may be either hours and minutes or minutes and seconds.
    pub(super) fn has_two_readings(&self) -> bool {
        self.controls
            .iter()
            .flatten()
            .any(|control| control.minutes.is_some())
    }

    /// Replaces the control of each side by the result of `reading`, which selects one of the readings of a
    /// control.
    pub(super) fn with(self, reading: fn(TimeControl) -> TimeControl) -> Self {
        let controls = self.controls.map(|control| control.map(reading));
        Self { controls, ..self }
    }

    pub(super) fn from_record(record: &Record<'_>) -> Self {
        let comments = CommentSettings::from_record(record);
        let controls = controls(record, &comments).map(|control| control.filter(TimeControl::limits));
        let header = last_header(record, HeaderKey::Timing);
        let header_charging = header.and_then(|header| charging(&header.value));
        let control_charging = controls.iter().flatten().find_map(|control| control.charging);
        Self {
            controls,
            charging: header_charging.or(control_charging),
            least_seconds: comments.least_seconds,
            charged_before: CHARGED_BEFORE_HEADERS.map(|key| {
                let is_zero = |value: &str| {
                    value
                        .trim()
                        .trim_start_matches(['0', '０', ':', '：', '分', '秒'])
                        .is_empty()
                };
                last_header(record, key).is_some_and(|header| !is_zero(&header.value))
            }),
        }
    }
}

/// Returns the time control of each side. Controls without a limit are included.
pub(super) fn controls(record: &Record<'_>, comments: &CommentSettings) -> [Option<TimeControl>; 2] {
    let game_control = control_from_event(record);
    Color::ALL.map(|side| {
        let header_control = control_from_headers(record, side);
        let control = match (header_control, game_control) {
            (Some(header_control), Some(game_control)) => Some(header_control.combined_with(game_control)),
            _ => header_control.or(game_control).or(comments.control),
        };
        control.map(|control| comments.add_to(control))
    })
}

pub(super) fn last_header<'r, 't>(record: &'r Record<'t>, key: HeaderKey) -> Option<&'r Header<'t>> {
    record.headers.last_with_key(&[key])
}

/// Returns the time control of a side: that of its own header, or else that of both sides. A record with 秒読み alone
/// has a control, too.
fn control_from_headers(record: &Record<'_>, side: Color) -> Option<TimeControl> {
    let keys = [SIDE_LIMIT_HEADERS[side.index()], HeaderKey::TimeLimit];
    let headers = keys.into_iter().filter_map(|key| last_header(record, key));
    let mut readable = headers
        .clone()
        .filter_map(|header| control_from_header(record, header));
    let only_byoyomi = || {
        let byoyomi = last_header(record, HeaderKey::Byoyomi)?;
        let is_stated = headers.clone().any(|header| !header.is_blank());
        let control = HeaderControl::new(None, Some(&byoyomi.value))
            .filter(|_| !is_stated)?
            .control();
        Some(TimeControl {
            span: Some(byoyomi.span),
            ..control
        })
    };
    readable.next().or_else(only_byoyomi)
}

fn control_from_header(record: &Record<'_>, header: &Header<'_>) -> Option<TimeControl> {
    let from_words = || header_control(record, header).map(HeaderControl::control);
    let control = control_from_csa(header).or_else(from_words)?;
    Some(TimeControl {
        span: Some(header.span),
        ..control
    })
}

/// Returns the control in the words of a header and of 秒読み. If 秒読み cannot be read, the control is that of the header
/// alone.
pub(super) fn header_control(record: &Record<'_>, header: &Header<'_>) -> Option<HeaderControl> {
    control_with_byoyomi(record, header).or_else(|| HeaderControl::new(Some(&header.value), None))
}

/// Returns the control in the words of a header and of 秒読み; `None` if there is no 秒読み, or one that cannot be read.
pub(super) fn control_with_byoyomi(record: &Record<'_>, header: &Header<'_>) -> Option<HeaderControl> {
    HeaderControl::new(Some(&header.value), Some(byoyomi(record)?))
}

/// Returns the control in a CSA header, if the value follows the CSA standard.
fn control_from_csa(header: &Header<'_>) -> Option<TimeControl> {
    let value = header.value.trim();
    let limit = if header.name == "$TIME_LIMIT" {
        match ColonLimit::read(value, true)? {
            // CSA defines these values as main time and byoyomi.
            ColonLimit::Hours(limit) => limit,
            limit => return Some(TimeControl::from_colon(limit)),
        }
    } else if header.name.starts_with('$') {
        TimeLimit::from_csa_3(value)?
    } else {
        return None;
    };
    // `T` in CSA is the time that the server charged, so the times are exact.
    Some(TimeControl {
        exact: true,
        ..TimeControl::exact(limit)
    })
}

fn charging(method: &str) -> Option<Charging> {
    if method.contains("ストップウ") {
        Some(Charging::WholeMinutes)
    } else if method.contains("チェスクロック") {
        Some(Charging::Seconds)
    } else {
        None
    }
}

/// Returns the control in the name that shogi-server gives a game, if a header contains such a name:
/// `wdoor+floodgate-300-10F+A+B+20210628015959`.
fn control_from_event(record: &Record<'_>) -> Option<TimeControl> {
    let headers = record.headers.iter();
    let mut name_headers = headers.filter(|header| matches!(header.key, HeaderKey::Event | HeaderKey::Title));
    name_headers.find_map(|header| {
        let control = control_from_game_name(header.value.trim())?;
        Some(TimeControl {
            span: Some(header.span),
            ..control
        })
    })
}

fn control_from_game_name(name: &str) -> Option<TimeControl> {
    let parts: Vec<_> = name.split('+').collect();
    let [_, game, _, .., date] = parts.as_slice() else {
        return None;
    };
    if parts.len() < 5 || date.len() != 14 || !date.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let (rest, each_text) = game.rsplit_once('-')?;
    let (_, base) = rest.rsplit_once('-')?;
    let (seconds, is_fischer) = each_text
        .strip_suffix('F')
        .map_or((each_text, false), |rest| (rest, true));
    let [base, seconds_each] = [base, seconds].map(milliseconds);
    let (base, each) = (base?, seconds_each?);
    let limit = TimeLimit {
        base,
        byoyomi: if is_fischer { 0 } else { each },
        increment: if is_fischer { each } else { 0 },
    };
    // The server treats a byoyomi of `060` as a stop-watch.
    let charging = (seconds == "060").then_some(Charging::WholeMinutes);
    Some(TimeControl {
        exact: charging.is_none(),
        charging,
        ..TimeControl::exact(limit)
    })
}

fn milliseconds(seconds: &str) -> Option<u32> {
    let has_only_digits = !seconds.is_empty() && seconds.bytes().all(|it| it.is_ascii_digit());
    seconds
        .parse::<u32>()
        .ok()
        .filter(|_| has_only_digits)?
        .checked_mul(1000)
}

/// Returns the time limit in the `Game_Summary` of a CSA server.
///
/// The lines are `Total_Time:1500`, `Byoyomi:30` and `Increment:10`, in the unit of the line `Time_Unit:1sec`.
/// Returns `None` if the total time is missing, a value cannot be read, or the sides have different times.
#[cfg(feature = "stats")]
pub(super) fn limit_from_summary(record: &Record<'_>) -> Option<TimeLimit> {
    let (mut unit, mut total, mut byoyomi, mut increment) = (1000, None, 0, 0);
    let remarks = record
        .remarks
        .iter()
        .take_while(|remark| remark.node == NodeId::START);
    for remark in remarks.filter(|remark| remark.kind == RemarkKind::Tool) {
        if matches!(remark.text.trim(), "BEGIN Time+" | "BEGIN Time-") {
            return None;
        }
        let Some((key, value)) = remark.text.split_once(':') else {
            continue;
        };
        let number = || value.trim().parse::<u32>().ok();
        match key {
            "Time_Unit" => unit = unit_of_time(value.trim())?,
            "Total_Time" => total = Some(number()?),
            "Byoyomi" => byoyomi = number()?,
            "Increment" => increment = number()?,
            _ => {}
        }
    }
    let in_ms = |time: u32| time.checked_mul(unit);
    Some(TimeLimit {
        base: in_ms(total?)?,
        byoyomi: in_ms(byoyomi)?,
        increment: in_ms(increment)?,
    })
}

/// Returns the length of a time unit (milliseconds): `1sec`, `1min`, `1msec`. `None` for any other unit.
#[cfg(feature = "stats")]
fn unit_of_time(text: &str) -> Option<u32> {
    let digit_count = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digit_count);
    let unit = match unit.trim() {
        "msec" => 1,
        "sec" => 1_000,
        "min" => 60_000,
        _ => return None,
    };
    number.parse::<u32>().ok()?.checked_mul(unit)
}

/// Time settings in comments before the first move: `'Increment:10`, `'Least_Time_Per_Move:0`,
/// `'持ち時間:25分、切れ負け`.
#[derive(Default)]
pub(super) struct CommentSettings {
    control: Option<TimeControl>,
    /// The increment (milliseconds); 0 if no comment states a readable increment.
    increment: u32,
    least_seconds: Option<u32>,
}

impl CommentSettings {
    pub(super) fn from_record(record: &Record<'_>) -> Self {
        let mut settings = Self::default();
        let is_of_tool =
            |remark: &&Remark<'_>| remark.node == NodeId::START && remark.kind == RemarkKind::Tool;
        for remark in record.remarks.iter().filter(is_of_tool) {
            let Some((key, value)) = remark.text.split_once(':') else {
                continue;
            };
            match key.trim() {
                "Increment" => settings.increment = milliseconds(value.trim()).unwrap_or(0),
                "Least_Time_Per_Move" => {
                    settings.least_seconds = milliseconds(value.trim()).map(|time| time / 1000);
                }
                "持ち時間" => settings.control = control_of_phrase(value),
                _ => {}
            }
        }
        settings
    }

    /// Sets the increment of the most generous limit to that in the comments of a server, unless the limit has
    /// a larger increment.
    ///
    /// Some notations of a time limit cannot express an increment, so that only the comment states it.
    fn add_to(&self, control: TimeControl) -> TimeControl {
        let mut control = control;
        control.max_limit.increment = control.max_limit.increment.max(self.increment);
        control
    }
}
