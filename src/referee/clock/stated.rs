//! Where a record says what time there was: its headers, the name of a server's game, a server's comments.

use super::control::{Charging, Control};
use super::phrase;
use crate::notation::time_limit::TimeLimit;
use crate::record::{Header, HeaderKey, NodeId, Record, Remark, RemarkKind};
use crate::shogi::Color;

/// The headers for each side.
const SIDES: [HeaderKey; 2] = [HeaderKey::BlackTimeLimit, HeaderKey::WhiteTimeLimit];

/// Those for time that is charged for something else than a move, such as being late.
const CHARGED_BEFORE: [HeaderKey; 2] = [HeaderKey::BlackTimeCharged, HeaderKey::WhiteTimeCharged];

/// What a record says of its clocks.
#[derive(Debug, Default)]
pub(super) struct Stated {
    /// The time of each side.
    pub controls: [Option<Control>; 2],
    /// How moves are charged, by 計時方式 or in other words.
    pub charging: Option<Charging>,
    /// The least seconds that a move is charged.
    pub least_seconds: Option<u32>,
    /// Whether a side was charged before the game for something else.
    pub charged_before: [bool; 2],
}

impl Stated {
    pub(super) fn of(record: &Record<'_>) -> Self {
        let game = of_game(record);
        let comments = Comments::of(record);
        let controls = Color::ALL.map(|side| {
            let header = last_of(record, SIDES[side.index()]).and_then(|header| of_header(record, header));
            let header = header.or_else(|| of_header(record, last_of(record, HeaderKey::TimeLimit)?));
            let told = match (header, game) {
                (Some(header), Some(game)) => Some(header.beside(game)),
                (header, game) => header.or(game).or(comments.control),
            };
            told.map(|control| comments.add_to(control))
                .filter(Control::limits)
        });
        let method = last_of(record, HeaderKey::Timing);
        let method = method.and_then(|header| charging(&header.value));
        let told = controls.iter().flatten().find_map(|control| control.charging);
        Self {
            controls,
            charging: method.or(told),
            least_seconds: comments.least_seconds,
            charged_before: CHARGED_BEFORE.map(|key| {
                let none = |value: &str| {
                    value
                        .trim()
                        .trim_start_matches(['0', '０', ':', '：', '分', '秒'])
                        .is_empty()
                };
                last_of(record, key).is_some_and(|header| !none(&header.value))
            }),
        }
    }
}

fn last_of<'r, 't>(record: &'r Record<'t>, key: HeaderKey) -> Option<&'r Header<'t>> {
    record.headers.last_of(&[key])
}

fn of_header(record: &Record<'_>, header: &Header<'_>) -> Option<Control> {
    let value = header.value.trim();
    let byoyomi = last_of(record, HeaderKey::Byoyomi).filter(|header| !header.is_blank());
    let control = match TimeLimit::of_csa(header) {
        // `T` of CSA is what the server charged.
        Some(limit) => Some(Control {
            exact: true,
            ..Control::of(limit)
        }),
        None => byoyomi.and_then(|byoyomi| {
            let byoyomi = byoyomi.value.trim();
            phrase::control(&format!("{value}+秒読み{byoyomi}"))
        }),
    };
    let control = control.or_else(|| phrase::control(value))?;
    Some(Control {
        span: Some(header.span),
        ..control
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

/// The control in the name that shogi-server gives a game: `wdoor+floodgate-300-10F+A+B+20210628015959`.
fn of_game(record: &Record<'_>) -> Option<Control> {
    let headers = record.headers.iter();
    let mut named = headers.filter(|header| matches!(header.key, HeaderKey::Event | HeaderKey::Title));
    named.find_map(|header| {
        let control = of_name(header.value.trim())?;
        Some(Control {
            span: Some(header.span),
            ..control
        })
    })
}

fn of_name(name: &str) -> Option<Control> {
    let parts: Vec<_> = name.split('+').collect();
    let [_, game, _, .., date] = parts.as_slice() else {
        return None;
    };
    if parts.len() < 5 || date.len() != 14 || !date.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let (rest, extra) = game.rsplit_once('-')?;
    let (_, base) = rest.rsplit_once('-')?;
    let (seconds, fischer) = extra.strip_suffix('F').map_or((extra, false), |it| (it, true));
    let [base, seconds_each] = [base, seconds].map(milliseconds);
    let (base, each) = (base?, seconds_each?);
    let limit = TimeLimit {
        base,
        byoyomi: if fischer { 0 } else { each },
        increment: if fischer { each } else { 0 },
    };
    // The server takes a byoyomi of 060 for a stop-watch.
    let charging = (seconds == "060").then_some(Charging::WholeMinutes);
    Some(Control {
        exact: charging.is_none(),
        charging,
        ..Control::of(limit)
    })
}

fn milliseconds(seconds: &str) -> Option<u32> {
    let digits = !seconds.is_empty() && seconds.bytes().all(|it| it.is_ascii_digit());
    seconds.parse::<u32>().ok().filter(|_| digits)?.checked_mul(1000)
}

/// What comments before the first move say: `'Increment:10`, `'Least_Time_Per_Move:0`, `'持ち時間:25分、切れ負け`.
#[derive(Default)]
struct Comments {
    control: Option<Control>,
    increment: u32,
    least_seconds: Option<u32>,
}

impl Comments {
    fn of(record: &Record<'_>) -> Self {
        let mut comments = Self::default();
        let is_of_tool =
            |remark: &&Remark<'_>| remark.node == NodeId::START && remark.kind == RemarkKind::Tool;
        for remark in record.remarks.iter().filter(is_of_tool) {
            let Some((key, value)) = remark.text.split_once(':') else {
                continue;
            };
            match key.trim() {
                "Increment" => comments.increment = milliseconds(value.trim()).unwrap_or(0),
                "Least_Time_Per_Move" => {
                    comments.least_seconds = milliseconds(value.trim()).map(|time| time / 1000);
                }
                "持ち時間" => comments.control = phrase::control(value),
                _ => {}
            }
        }
        comments
    }

    /// A server's increment, beside a limit that has no place for it.
    fn add_to(&self, control: Control) -> Control {
        let mut control = control;
        control.most.increment = control.most.increment.max(self.increment);
        control
    }
}
