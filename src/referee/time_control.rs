//! A time control as far as a record states it: its headers, the name of a server's game, and 持ち時間 in words.

use crate::finding::Span;
use crate::notation::times::TimeLimit;
use crate::record::{Header, HeaderKey, NodeId, Record, Remark, RemarkKind};
use crate::shogi::Color;

/// How a move is charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charging {
    /// チェスクロック: the seconds that it took.
    #[default]
    Seconds,
    /// ストップウォッチ: whole minutes, a fraction being free.
    WholeMinutes,
}

impl Charging {
    /// What a move that took so many milliseconds is charged.
    pub(crate) const fn charge(self, spent: u64) -> u64 {
        match self {
            Self::Seconds => spent,
            Self::WholeMinutes => spent / 60_000 * 60_000,
        }
    }
}

/// How it is known how moves are charged, the best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// The running totals fit no other way.
    Totals,
    /// A header says so.
    Header,
    /// The rules of the event know no other way.
    Profile,
    /// Nothing tells: seconds are the usual way.
    #[default]
    Usual,
}

/// The time that a record gives to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// What its words say, read in the likeliest way.
    pub limit: TimeLimit,
    /// The least that they may mean.
    pub least: TimeLimit,
    /// The most that they may mean.
    pub most: TimeLimit,
    /// Whether the clock of a game server ran: times are to the second, and who reaches the limit has lost.
    pub exact: bool,
    /// How moves are charged, where the words tell.
    pub charging: Option<Charging>,
    /// Where it stands.
    pub span: Option<Span>,
}

/// What a byoyomi that nobody names is at the most: the longest that is in use, in milliseconds.
const LONGEST_BYOYOMI: u32 = 600_000;

impl Control {
    /// A control whose words can mean but one thing.
    pub(crate) const fn of(limit: TimeLimit) -> Self {
        Self {
            limit,
            least: limit,
            most: limit,
            exact: false,
            charging: None,
            span: None,
        }
    }

    /// A control of which only the main time is told: what comes after it may have gone without saying.
    pub(super) const fn main_time(base: u32) -> Self {
        let limit = TimeLimit {
            base,
            byoyomi: 0,
            increment: 0,
        };
        let most = TimeLimit {
            byoyomi: LONGEST_BYOYOMI,
            ..limit
        };
        Self {
            most,
            ..Self::of(limit)
        }
    }

    /// The same control, in which seconds that are named after the main time may be byoyomi, or added by every move.
    /// The second is more: what can be played with byoyomi can be played with that.
    pub(super) const fn or_increment(self) -> Self {
        let most = TimeLimit {
            base: self.most.base,
            byoyomi: 0,
            increment: self.most.byoyomi,
        };
        Self { most, ..self }
    }

    /// Whether the words can mean but one thing.
    pub fn is_certain(&self) -> bool {
        self.least == self.most
    }

    /// Two statements about the same game. Where they differ, either may be right.
    pub(super) fn beside(self, other: Self) -> Self {
        let differ = self.limit != other.limit;
        Self {
            least: each(self.least, other.least, u32::min),
            most: each(self.most, other.most, u32::max),
            exact: (self.exact || other.exact) && !differ,
            charging: self.charging.or(other.charging),
            ..self
        }
    }

    /// Whether any time is limited.
    pub(super) fn limits(&self) -> bool {
        let TimeLimit {
            base,
            byoyomi,
            increment,
        } = self.limit;
        base > 0 || byoyomi > 0 || increment > 0
    }
}

fn each(one: TimeLimit, other: TimeLimit, choose: fn(u32, u32) -> u32) -> TimeLimit {
    TimeLimit {
        base: choose(one.base, other.base),
        byoyomi: choose(one.byoyomi, other.byoyomi),
        increment: choose(one.increment, other.increment),
    }
}

// Where a record says what time there was: its headers, the name of a server's game, a server's comments.

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
        let comments = Comments::of(record);
        let controls = controls(record, &comments).map(|told| told.filter(Control::limits));
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

/// The time of each side, of whom no time may be limited.
fn controls(record: &Record<'_>, comments: &Comments) -> [Option<Control>; 2] {
    let game = of_game(record);
    Color::ALL.map(|side| {
        let header = last_of(record, SIDES[side.index()]).and_then(|header| of_header(record, header));
        let header = header.or_else(|| of_header(record, last_of(record, HeaderKey::TimeLimit)?));
        let told = match (header, game) {
            (Some(header), Some(game)) => Some(header.beside(game)),
            (header, game) => header.or(game).or(comments.control),
        };
        told.map(|control| comments.add_to(control))
    })
}

/// The time control that a record states, in one form for all formats: seconds for the game, byoyomi and increment as in
/// `$TIME` of CSA (`1800+30+0`), with `/` between the sides if they differ. Words that cannot be read are as written.
#[cfg(feature = "stats")]
pub(crate) fn time_control(record: &Record<'_>) -> Option<String> {
    let [black, white] = controls(record, &Comments::of(record)).map(|it| Some(it?.limit.to_csa_3()));
    if black == white {
        let as_written = || last_of(record, HeaderKey::TimeLimit).map(|it| it.value.trim().to_owned());
        return black.or_else(as_written).filter(|it| !it.is_empty());
    }
    Some([black, white].map(Option::unwrap_or_default).join("/"))
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
            control_of_phrase(&format!("{value}+秒読み{byoyomi}"))
        }),
    };
    let control = control.or_else(|| control_of_phrase(value))?;
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
                "持ち時間" => comments.control = control_of_phrase(value),
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

// 持ち時間 in words: free text, of which every word must be known.

const SECOND: u32 = 1_000;
const MINUTE: u32 = 60 * SECOND;
const HOUR: u32 = 60 * MINUTE;

/// What stands after a time that is for a single move, between blanks.
const OF_A_MOVE: &str = "秒読み 未満 以内 将棋 の秒読み で指す";

/// What stands after a time that every move adds.
const ADDED: &str = "追加 加算 の追加 の加算 ずつ加算";

/// Takes note of what a word tells.
type Tell = fn(&mut Phrase);

/// Words between blanks, and what they tell.
const WORDS: [(&str, Tell); 6] = [
    ("切れ負け 切負け 切負", |it| it.end = End::Sudden),
    ("フィッシャー", |it| it.end = End::Fischer),
    ("チェスクロック", |it| {
        it.charging = Some(Charging::Seconds);
    }),
    ("ストップウォッチ ストップウオッチ", |it| {
        it.charging = Some(Charging::WholeMinutes);
    }),
    (
        "1手ごとに 1手毎に 1手につき 1手あたり 1手 一手 毎手 秒読み",
        |it| it.for_a_move = true,
    ),
    // Those that say nothing of their own.
    (
        "持ち時間 持時間 それぞれ 各自 各 ずつ づつ 初手より 初手から 使い切ったら 使い切ると 使い切った後 切れたら 切れると \
         その後 以後 以降 のち 後は は ルール 方式 使用 + 、 , ・ / ( ) 。",
        |_| {},
    ),
];

/// Reads 持ち時間. `None` where a word of it is not known, or its words contradict each other.
pub(super) fn control_of_phrase(text: &str) -> Option<Control> {
    let text: String = text.chars().filter_map(plain).collect();
    if let Some(limit) = TimeLimit::from_csa_3(&text) {
        return Some(Control::of(limit));
    }
    if let Some(limit) = TimeLimit::from_csa_2(&text) {
        return Some(hours_or_minutes(limit));
    }
    let mut phrase = Phrase::default();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        rest = phrase.word(rest)?;
    }
    phrase.meaning()
}

/// `00:10+30`: by the definition of CSA hours and minutes, but some take it for minutes and seconds; and programs that
/// add time by the move have no other place for it.
fn hours_or_minutes(limit: TimeLimit) -> Control {
    let least = TimeLimit {
        base: limit.base / 60,
        ..limit
    };
    Control {
        least,
        ..Control::of(limit).or_increment()
    }
}

/// A character in half width; none for a blank.
fn plain(letter: char) -> Option<char> {
    Some(match letter {
        blank if blank.is_whitespace() => return None,
        '０'..='９' => char::from_digit(letter as u32 - '０' as u32, 10)?,
        '＋' => '+',
        '：' => ':',
        '，' => ',',
        '／' => '/',
        '（' => '(',
        '）' => ')',
        other => other,
    })
}

/// What comes after the main time.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum End {
    #[default]
    Unsaid,
    /// 切れ負け: nothing.
    Sudden,
    /// フィッシャー: the seconds named are added by every move.
    Fischer,
}

/// What was understood so far, in milliseconds.
#[derive(Default)]
struct Phrase {
    main: Option<u32>,
    byoyomi: Option<u32>,
    increment: Option<u32>,
    /// 考慮時間: minutes that may be taken one by one.
    reserve: u32,
    end: End,
    /// The time that comes next is for a move.
    for_a_move: bool,
    /// It is clear that the seconds named are for a move.
    clear: bool,
    charging: Option<Charging>,
}

impl Phrase {
    /// Takes what stands at the beginning, and gives back what follows.
    fn word<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        if let Some(rest) = text.strip_prefix("考慮時間") {
            return self.reserve(rest);
        }
        if let Some(rest) = text.strip_prefix("なし") {
            self.main = Some(0).filter(|_| self.main.is_none());
            return self.main.map(|_| rest);
        }
        let mut known = WORDS.iter();
        if let Some((rest, tell)) = known.find_map(|(words, tell)| Some((first_of(text, words)?, tell))) {
            tell(self);
            return Some(rest);
        }
        self.time(text)
    }

    /// A time, and what stands after it and says what it is for.
    fn time<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let (time, unit, rest) = time(text)?;
        if let Some(rest) = first_of(rest, ADDED) {
            return set(&mut self.increment, time).map(|()| rest);
        }
        // `15分 秒読み30秒`: before a number, the word is about what follows.
        let behind = first_of(rest, OF_A_MOVE).filter(|it| number(it).is_none());
        if self.for_a_move || behind.is_some() {
            self.for_a_move = false;
            self.clear = true;
            set(&mut self.byoyomi, time)?;
        } else if self.main.is_none() && unit > SECOND {
            self.main = Some(time);
        } else {
            // Seconds alone may be for the game or for a move.
            self.main.filter(|_| unit < HOUR)?;
            set(&mut self.byoyomi, time)?;
        }
        Some(behind.unwrap_or(rest))
    }

    /// `考慮時間10分`, `考慮時間1分10回`.
    fn reserve<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let (time, _, rest) = time(text)?;
        let times = rest.strip_prefix('×').unwrap_or(rest);
        let (times, rest) = match number(times) {
            Some((times, behind)) => (times, behind.strip_prefix('回')?),
            None => (1, rest),
        };
        self.reserve = self.reserve.checked_add(time.checked_mul(times)?)?;
        Some(rest)
    }

    fn meaning(self) -> Option<Control> {
        let (mut byoyomi, mut increment) = (self.byoyomi.unwrap_or(0), self.increment.unwrap_or(0));
        let fischer = self.end == End::Fischer;
        let sudden = self.end == End::Sudden;
        if fischer && increment == 0 && !self.clear {
            (byoyomi, increment) = (0, byoyomi);
        }
        // 切れ負け is the end of the main time; with time added, that of all.
        if sudden && byoyomi > 0 || fischer && increment == 0 || self.for_a_move {
            return None;
        }
        let main = match self.main {
            Some(main) => main,
            None if self.clear => 0,
            None => return None,
        };
        let limit = TimeLimit {
            base: main.checked_add(self.reserve)?,
            byoyomi,
            increment,
        };
        let told = Control::of(limit);
        let control = if byoyomi == 0 && increment == 0 && !sudden {
            Control::main_time(limit.base)
        } else if byoyomi > 0 && increment == 0 && !self.clear {
            told.or_increment()
        } else {
            told
        };
        let least = TimeLimit { base: main, ..limit };
        Some(Control {
            least,
            charging: self.charging,
            ..control
        })
    }
}

/// Puts a time where there is none; `None` where there is one.
fn set(place: &mut Option<u32>, time: u32) -> Option<()> {
    place.replace(time).is_none().then_some(())
}

/// `1時間30分`, `15分`, `30秒`: in milliseconds, the unit it begins with, and what follows. Seconds after minutes are
/// a time of their own.
fn time(text: &str) -> Option<(u32, u32, &str)> {
    let (count, rest) = number(text)?;
    if let Some(rest) = rest.strip_prefix("時間") {
        let hours = count.checked_mul(HOUR)?;
        if let Some(rest) = rest.strip_prefix('半') {
            return Some((hours.checked_add(HOUR / 2)?, HOUR, rest));
        }
        let minutes = number(rest).and_then(|(count, rest)| Some((count, rest.strip_prefix('分')?)));
        return match minutes {
            Some((minutes, rest)) => {
                let minutes = minutes.checked_mul(MINUTE)?;
                Some((hours.checked_add(minutes)?, HOUR, rest))
            }
            None => Some((hours, HOUR, rest)),
        };
    }
    let (unit, rest) = match rest.strip_prefix('分') {
        Some(rest) => (MINUTE, rest),
        None => (SECOND, rest.strip_prefix('秒')?),
    };
    Some((count.checked_mul(unit)?, unit, rest))
}

fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// What follows the first of these words, between blanks, that the text begins with.
fn first_of<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    words.split(' ').find_map(|word| text.strip_prefix(word))
}
