//! Time controls in the words of 持ち時間: the time of one side, how its moves are charged, and the possible
//! meanings.

use super::times::{ColonLimit, HOUR_MS, MINUTE_MS, SECOND_MS, TimeLimit, whole_number};
use crate::finding::Span;

/// The way in which the time of a move is charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charging {
    /// チェスクロック: the seconds that the move took.
    #[default]
    Seconds,
    /// ストップウォッチ: whole minutes, a fraction of a minute is free.
    WholeMinutes,
}

impl Charging {
    /// Returns the time charged for a move (milliseconds), from the time spent on it (milliseconds).
    pub(crate) const fn charge(self, spent: u64) -> u64 {
        match self {
            Self::Seconds => spent,
            Self::WholeMinutes => spent / 60_000 * 60_000,
        }
    }
}

/// The time control of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The most likely meaning of the words.
    pub limit: TimeLimit,
    /// The smallest limit that the words may mean.
    pub min_limit: TimeLimit,
    /// The largest limit that the words may mean.
    pub max_limit: TimeLimit,
    /// `true` if a game server measured the times: they are exact to the second, and reaching the limit loses
    /// the game.
    pub exact: bool,
    /// The limit in minutes and seconds if the words are ambiguous, and `None` if they are not. In an ambiguous
    /// control, `limit` is the limit in hours and minutes.
    pub minutes: Option<TimeLimit>,
    /// The way in which moves are charged; `None` if the words do not specify it.
    pub charging: Option<Charging>,
    /// The span of the words in the file; `None` for words without a known position.
    pub span: Option<Span>,
}

/// Longest byoyomi in use (milliseconds). If the words specify no byoyomi, a byoyomi up to this length may have been
/// omitted.
const MAX_BYOYOMI_MS: u32 = 600_000;

impl TimeControl {
    /// Creates a control with a single possible meaning.
    pub(crate) const fn exact(limit: TimeLimit) -> Self {
        Self {
            limit,
            min_limit: limit,
            max_limit: limit,
            exact: false,
            minutes: None,
            charging: None,
            span: None,
        }
    }

    /// Creates a control with a main time only. The words may have omitted a byoyomi, so `max_limit` has
    /// [`MAX_BYOYOMI_MS`].
    const fn main_time(base: u32) -> Self {
        let limit = TimeLimit {
            base,
            byoyomi: 0,
            increment: 0,
        };
        let max_limit = TimeLimit {
            byoyomi: MAX_BYOYOMI_MS,
            ..limit
        };
        Self {
            max_limit,
            ..Self::exact(limit)
        }
    }

    /// Returns this control with a larger maximum, because its byoyomi may also be an increment.
    ///
    /// The increment becomes the larger limit, because a game that is within the byoyomi is also within the increment.
    const fn or_increment(self) -> Self {
        let max_limit = TimeLimit {
            base: self.max_limit.base,
            byoyomi: 0,
            increment: self.max_limit.byoyomi,
        };
        Self { max_limit, ..self }
    }

    /// Returns whether the words have a single possible meaning.
    pub fn is_certain(&self) -> bool {
        self.min_limit == self.max_limit
    }

    /// Creates a control from a limit such as `00:10+30`.
    ///
    /// The last number may be byoyomi or an increment, because programs write both there.
    pub(crate) fn from_colon(limit: ColonLimit) -> Self {
        match limit {
            ColonLimit::Hours(limit) | ColonLimit::Minutes(limit) => Self::exact(limit).or_increment(),
            ColonLimit::Either { hours, minutes } => Self {
                min_limit: minutes,
                minutes: Some(minutes),
                ..Self::exact(hours).or_increment()
            },
        }
    }

    /// Returns this control without its meaning in minutes and seconds. A control without such a meaning is returned
    /// unchanged.
    pub(crate) fn in_hours(self) -> Self {
        let min_limit = self.minutes.map_or(self.min_limit, |_| self.limit);
        Self {
            min_limit,
            minutes: None,
            ..self
        }
    }

    /// Returns this control with its meaning in minutes and seconds only. A control without such a meaning is returned
    /// unchanged.
    pub(crate) fn in_minutes(self) -> Self {
        let Some(limit) = self.minutes else {
            return self;
        };
        let max_limit = TimeLimit {
            base: limit.base,
            ..self.max_limit
        };
        Self {
            limit,
            min_limit: limit,
            max_limit,
            minutes: None,
            ..self
        }
    }

    /// Combines two statements about the same game. If the limit of `other` equals one of two possible meanings of this
    /// control, only this meaning is used. If the statements differ, either may be right: the range from `min_limit` to
    /// `max_limit` then includes both.
    pub(crate) fn combined_with(self, other: Self) -> Self {
        if self.minutes == Some(other.limit) {
            return self.in_minutes().combined_with(other);
        }
        if self.minutes.is_some() && self.limit == other.limit {
            return self.in_hours().combined_with(other);
        }
        let are_different = self.limit != other.limit;
        Self {
            min_limit: map_times(self.min_limit, other.min_limit, u32::min),
            max_limit: map_times(self.max_limit, other.max_limit, u32::max),
            exact: (self.exact || other.exact) && !are_different,
            charging: self.charging.or(other.charging),
            ..self
        }
    }

    /// Returns whether the control limits the time at all.
    pub(crate) fn limits(&self) -> bool {
        let TimeLimit {
            base,
            byoyomi,
            increment,
        } = self.limit;
        base > 0 || byoyomi > 0 || increment > 0
    }

    /// Returns the limit that the words state, without the byoyomi or the increment that they may have left out. `None`
    /// for words with a part that a limit cannot express: two readings, minutes of thinking time, or the way in which
    /// moves are charged.
    pub(super) fn stated_limit(&self) -> Option<TimeLimit> {
        let is_expressible =
            self.minutes.is_none() && self.min_limit == self.limit && self.charging.is_none();
        (is_expressible && self.limits()).then_some(self.limit)
    }

    /// Returns this control with the time per move and the thinking time of `added`.
    fn plus(self, added: TimeLimit) -> Self {
        let plus = |limit: TimeLimit| TimeLimit {
            base: limit.base.saturating_add(added.base),
            ..added
        };
        let min_limit = TimeLimit {
            base: self.min_limit.base,
            ..added
        };
        Self {
            limit: plus(self.limit),
            min_limit,
            max_limit: plus(self.max_limit),
            minutes: self.minutes.map(plus),
            ..self
        }
    }
}

fn map_times(one: TimeLimit, other: TimeLimit, choose: fn(u32, u32) -> u32) -> TimeLimit {
    TimeLimit {
        base: choose(one.base, other.base),
        byoyomi: choose(one.byoyomi, other.byoyomi),
        increment: choose(one.increment, other.increment),
    }
}

// Limits in words.

impl TimeLimit {
    /// Reads 持ち時間: `6時間`, `各５時間`, `1時間30分`, `15分+60秒`, `30分60秒`.
    ///
    /// The CSA forms of time limits are accepted, too, because some programs copy them. Other words for byoyomi or an
    /// increment are also accepted, such as `10分+30秒加算`. Returns `None` for any other text, and for `05:00+10`, which
    /// may be hours or minutes.
    ///
    /// ```
    /// use kifu::notation::times::TimeLimit;
    /// let limit = TimeLimit::from_japanese("各１５分＋６０秒").expect("a time limit");
    /// assert_eq!(limit.to_csa_3(), "900+60+0");
    /// assert_eq!(limit.to_csa_2().as_deref(), Some("00:15+60"));
    /// assert_eq!(limit.to_japanese(), "15分+60秒");
    /// assert_eq!(TimeLimit::from_japanese("10分切れ負け").map(TimeLimit::to_csa_3).as_deref(), Some("600+0+0"));
    /// assert_eq!(TimeLimit::from_japanese("30秒"), None);
    /// ```
    pub fn from_japanese(text: &str) -> Option<Self> {
        let text: String = text.trim().chars().map(half_width).collect();
        let with_colon = || ColonLimit::read(&text, false)?.certain();
        if let Some(limit) = Self::from_csa_3(&text).or_else(with_colon) {
            return Some(limit);
        }
        Self::from_common_form(&text).or_else(|| control_of_phrase(&text)?.stated_limit())
    }

    /// Reads `6時間`, `各5時間`, `1時間30分`, `15分+60秒`, `30分60秒`. Returns `None` for any other form.
    fn from_common_form(text: &str) -> Option<Self> {
        let rest = text.strip_prefix('各').unwrap_or(text);
        let (hours, rest) = parse_unit(rest, "時間", HOUR_MS);
        let (minutes, rest) = parse_unit(rest, "分", MINUTE_MS);
        if hours.is_none() && minutes.is_none() {
            // Seconds alone may be the time for the whole game or for each move.
            return None;
        }
        let base = hours.unwrap_or(0).checked_add(minutes.unwrap_or(0))?;
        let plus = rest.strip_prefix('+');
        let (seconds, rest) = parse_unit(plus.unwrap_or(rest), "秒", SECOND_MS);
        let byoyomi = if plus.is_some() {
            seconds?
        } else {
            seconds.unwrap_or(0)
        };
        rest.is_empty().then_some(Self {
            base,
            byoyomi,
            increment: 0,
        })
    }

    /// Returns the limit of 持ち時間 and a separate 秒読み, as KIF may have them. `None` if either value cannot be read, or if
    /// they contradict each other.
    pub fn from_headers(time_limit: &str, byoyomi: &str) -> Option<Self> {
        match HeaderControl::new(Some(time_limit), Some(byoyomi))? {
            HeaderControl::Agreed(control) => control.stated_limit(),
            HeaderControl::Contradictory(_) => None,
        }
    }
}

fn half_width(character: char) -> char {
    match character {
        '０'..='９' => char::from_digit(character as u32 - '０' as u32, 10).unwrap_or(character),
        '＋' => '+',
        '：' => ':',
        other => other,
    }
}

/// Parses a number and its unit at the beginning of a text. Returns the time (milliseconds) and the rest of the
/// text.
///
/// If the text does not begin with a number of this unit, returns `None` and the whole text.
fn parse_unit<'t>(text: &'t str, unit: &str, unit_ms: u32) -> (Option<u32>, &'t str) {
    let length = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let number = whole_number(&text[..length]).and_then(|number| number.checked_mul(unit_ms));
    match (number, text[length..].strip_prefix(unit)) {
        (Some(number), Some(rest)) => (Some(number), rest),
        _ => (None, text),
    }
}

// Phrases in 持ち時間: free text, of which every word must be known.

/// Words after a time that applies to a single move, separated by blanks.
const PER_MOVE_WORDS: &str = "秒読み 未満 以内 将棋 の秒読み で指す byoyomi permove eachmove amove /move";

/// Words after a time that is added per move, separated by blanks.
const INCREMENT_WORDS: &str = "追加 加算 の追加 の加算 ずつ加算 incrementpermove increment";

/// Words for the units after a number, with the unit (milliseconds). The longest unit is first, and so is the longest
/// word for a unit.
const UNITS: [(&str, u32); 3] = [
    ("時間 hours hour hrs hr h", HOUR_MS),
    ("分 minutes minute mins min m", MINUTE_MS),
    ("秒 seconds second secs sec s", SECOND_MS),
];

/// A function that records the meaning of a word in a phrase.
type WordAction = fn(&mut Phrase);

/// Words, separated by blanks, with their meaning.
const WORDS: [(&str, WordAction); 6] = [
    ("切れ負け 切負け 切負 suddendeath", |phrase| {
        phrase.end = End::Sudden;
    }),
    ("フィッシャー fischer", |phrase| {
        phrase.end = End::Fischer;
    }),
    ("チェスクロック", |phrase| {
        phrase.charging = Some(Charging::Seconds);
    }),
    (
        "ストップウォッチ ストップウオッチ 1分未満切り捨て 1分未満切捨て 1分未満切捨 1分未満は切り捨て",
        |phrase| {
            phrase.charging = Some(Charging::WholeMinutes);
        },
    ),
    (
        "1手ごとに 1手毎に 1手につき 1手あたり 1手 一手 毎手 秒読み 初手より 初手から byoyomi",
        |phrase| {
            phrase.is_per_move = true;
        },
    ),
    // Words without a meaning of their own.
    (
        "持ち時間 持時間 それぞれ 各自 各 ずつ づつ 使い切ったら 使い切ると 使い切った後 切れたら 切れると \
         その後 以後 以降 のち 後は は ルール 方式 形式 使用 + 、 , ・ / ( ) 。 eachplayer eachside each perplayer perside",
        |_| {},
    ),
];

/// Parses the value of 持ち時間. Returns `None` if a word is unknown, or if words contradict each other.
pub(crate) fn control_of_phrase(text: &str) -> Option<TimeControl> {
    let text: String = text.chars().filter_map(normalized).collect();
    if let Some(limit) = TimeLimit::from_csa_3(&text) {
        return Some(TimeControl::exact(limit));
    }
    if let Some(limit) = ColonLimit::read(&text, false) {
        return Some(TimeControl::from_colon(limit));
    }
    let mut phrase = Phrase::default();
    // After a plus sign a part is missing.
    let mut rest = Some(text.as_str()).filter(|text| !text.ends_with('+'))?;
    while !rest.is_empty() {
        rest = phrase.read_word(rest)?;
    }
    phrase.into_control()
}

/// The time control of the headers 持ち時間 and 秒読み together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeaderControl {
    /// The values agree, or only one of them is stated.
    Agreed(TimeControl),
    /// 秒読み is not the time per move that 持ち時間 states. The control includes both.
    Contradictory(TimeControl),
}

impl HeaderControl {
    /// Returns the control, whether or not the headers agree.
    pub(crate) const fn control(self) -> TimeControl {
        match self {
            Self::Agreed(control) | Self::Contradictory(control) => control,
        }
    }

    /// Combines a limit in words with the value of a separate 秒読み. `None` if either value cannot be read.
    ///
    /// If there is only 秒読み, the main time is unknown: it may have been left out.
    pub(crate) fn new(time_limit: Option<&str>, byoyomi: Option<&str>) -> Option<Self> {
        let Some(byoyomi) = byoyomi else {
            return control_of_phrase(time_limit?).map(Self::Agreed);
        };
        let added = control_of_byoyomi(byoyomi)?;
        let Some(time_limit) = time_limit else {
            let mut control = TimeControl::exact(added);
            control.max_limit.base = u32::MAX;
            return Some(Self::Agreed(control));
        };
        let control = control_of_phrase(time_limit)?;
        let [stated, separate] = [control.limit, added].map(|it| it.byoyomi.saturating_add(it.increment));
        // `30:00` leaves out the byoyomi, but 切れ負け excludes it.
        let is_sudden_death = control.is_certain() && !time_limit.contains([':', '：']);
        Some(if stated == 0 && !is_sudden_death {
            Self::Agreed(control.plus(added))
        } else if stated != separate {
            Self::Contradictory(control.combined_with(control.plus(added)))
        } else if control.is_certain() {
            Self::Agreed(control)
        } else {
            Self::Agreed(control.plus(added))
        })
    }
}

/// Parses the value of 秒読み: `30秒`, `1分30秒`, `60`, `なし`. Returns the time per move, and as `base` any thinking time.
fn control_of_byoyomi(text: &str) -> Option<TimeLimit> {
    let text = text.trim();
    if matches!(text, "なし" | "無し" | "無" | "0" | "０") {
        return Some(TimeLimit::default());
    }
    control_of_phrase(&format!("0分+秒読み{text}")).map(|control| control.limit)
}

/// Returns a character in half width and lower case; `None` for a blank.
fn normalized(letter: char) -> Option<char> {
    Some(match letter {
        blank if blank.is_whitespace() => return None,
        '０'..='９' => char::from_digit(letter as u32 - '０' as u32, 10)?,
        '＋' => '+',
        '：' => ':',
        '，' => ',',
        '／' => '/',
        '（' => '(',
        '）' => ')',
        other => other.to_ascii_lowercase(),
    })
}

/// The rule for the time after the main time.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum End {
    #[default]
    Unstated,
    /// 切れ負け: no further time.
    Sudden,
    /// フィッシャー: the given seconds are added per move.
    Fischer,
}

/// The meaning of the words of a phrase that have been parsed so far. Times are in milliseconds.
#[derive(Default)]
struct Phrase {
    main: Option<u32>,
    byoyomi: Option<u32>,
    increment: Option<u32>,
    /// 考慮時間: minutes of thinking time that may be used one by one.
    reserve: u32,
    end: End,
    /// `true` if the next time is for a single move.
    is_per_move: bool,
    /// `true` if `byoyomi` is certainly for a single move, not an increment.
    is_per_move_certain: bool,
    charging: Option<Charging>,
}

impl Phrase {
    /// Parses the word or time at the beginning of a text. Returns the text after this word or time; `None` if it is
    /// unknown or contradicts an earlier one.
    fn read_word<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        if let Some(rest) = text.strip_prefix("考慮時間") {
            return self.reserve(rest);
        }
        if let Some(rest) = text.strip_prefix("なし") {
            self.main = Some(0).filter(|_| self.main.is_none());
            return self.main.map(|_| rest);
        }
        if let Some(rest) = after_announcement(text) {
            return Some(rest);
        }
        let mut entries = WORDS.iter();
        if let Some((rest, action)) =
            entries.find_map(|(words, action)| Some((strip_any_prefix(text, words)?, action)))
        {
            action(self);
            return Some(rest);
        }
        self.time(text)
    }

    /// Parses a time and the words after it, if any, that specify its purpose, or a number of minutes of thinking time
    /// (`10回`). Returns the rest of the text; `None` without a time, if its purpose is unclear, or if a time for this
    /// purpose was given before.
    fn time<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        if let Some((minutes, rest)) =
            number(text).and_then(|(it, rest)| Some((it, rest.strip_prefix('回')?)))
        {
            return self.add_thinking_minutes(minutes).map(|()| rest);
        }
        let (time, unit, rest) = self.time_or_bare_seconds(text)?;
        if let Some(rest) = strip_any_prefix(rest, INCREMENT_WORDS) {
            self.is_per_move = false;
            return set_once(&mut self.increment, time).map(|()| rest);
        }
        // In `15分 秒読み30秒`, the word precedes a number and therefore refers to that number.
        let after_purpose = strip_any_prefix(rest, PER_MOVE_WORDS).filter(|rest| number(rest).is_none());
        if self.is_per_move || after_purpose.is_some() {
            self.is_per_move = false;
            self.is_per_move_certain = true;
            set_once(&mut self.byoyomi, time)?;
        } else if self.main.is_none() && (unit > SECOND_MS || is_main_time(time, rest)) {
            self.main = Some(time);
        } else {
            // Seconds without a main time before them are ambiguous: for the whole game or for each move.
            self.main.filter(|_| unit < HOUR_MS)?;
            set_once(&mut self.byoyomi, time)?;
        }
        Some(after_purpose.unwrap_or(rest))
    }

    /// Parses a time. Also parses the time after 秒読み as a number without a unit, or as minutes and seconds.
    fn time_or_bare_seconds<'t>(&self, text: &'t str) -> Option<(u32, u32, &'t str)> {
        let Some((read, unit, rest)) = time(text) else {
            // A smaller number may be in minutes.
            let (seconds, rest) = number(text).filter(|&(seconds, _)| seconds >= MIN_BARE_SECONDS)?;
            let is_byoyomi = self.is_per_move && (rest.is_empty() || rest.starts_with('('));
            return is_byoyomi.then_some((seconds.checked_mul(SECOND_MS)?, SECOND_MS, rest));
        };
        let seconds = time(rest)
            .filter(|&(_, next_unit, _)| self.is_per_move && unit == MINUTE_MS && next_unit == SECOND_MS);
        Some(match seconds {
            Some((seconds, _, rest)) => (read.checked_add(seconds)?, unit, rest),
            None => (read, unit, rest),
        })
    }

    /// Adds minutes of thinking time after the byoyomi: `15分+30秒+10回` has ten minutes of thinking time. Returns `None`
    /// without a main time and a byoyomi before these minutes.
    fn add_thinking_minutes(&mut self, minutes: u32) -> Option<()> {
        self.main.and(self.byoyomi)?;
        self.reserve = self.reserve.checked_add(minutes.checked_mul(MINUTE_MS)?)?;
        Some(())
    }

    /// Parses minutes of thinking time: `考慮時間10分`, `考慮時間1分10回`. `text` begins after the word 考慮時間. Returns the rest
    /// of the text; `None` for other text.
    fn reserve<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let (time, _, rest) = time(text)?;
        let after_sign = rest.strip_prefix('×').unwrap_or(rest);
        let (times, rest) = match number(after_sign) {
            Some((times, after_number)) => (times, after_number.strip_prefix('回')?),
            None => (1, rest),
        };
        self.reserve = self.reserve.checked_add(time.checked_mul(times)?)?;
        Some(rest)
    }

    fn into_control(self) -> Option<TimeControl> {
        let (mut byoyomi, mut increment) = (self.byoyomi.unwrap_or(0), self.increment.unwrap_or(0));
        let is_fischer = self.end == End::Fischer;
        let is_sudden = self.end == End::Sudden;
        if is_fischer && increment == 0 && !self.is_per_move_certain {
            (byoyomi, increment) = (0, byoyomi);
        }
        // 切れ負け means the end of the main time, or with an increment, the end of the whole time.
        if is_sudden && byoyomi > 0 || is_fischer && increment == 0 || self.is_per_move {
            return None;
        }
        let main_time = match self.main {
            Some(main_time) => main_time,
            None if self.is_per_move_certain => 0,
            None => return None,
        };
        let limit = TimeLimit {
            base: main_time.checked_add(self.reserve)?,
            byoyomi,
            increment,
        };
        let exact = TimeControl::exact(limit);
        let control = if byoyomi == 0 && increment == 0 && !is_sudden {
            TimeControl::main_time(limit.base)
        } else if byoyomi > 0 && increment == 0 && !self.is_per_move_certain {
            exact.or_increment()
        } else {
            exact
        };
        let min_limit = TimeLimit {
            base: main_time,
            ..limit
        };
        Some(TimeControl {
            min_limit,
            charging: self.charging,
            ..control
        })
    }
}

/// Smallest number after 秒読み that is read as seconds without a unit.
const MIN_BARE_SECONDS: u32 = 5;

/// Returns the text after a remark about the announcement of the seconds, such as `(最後の10秒から)`; `None` without such a
/// remark.
fn after_announcement(text: &str) -> Option<&str> {
    let (remark, rest) = text.strip_prefix('(')?.split_once(')')?;
    (remark.contains('秒') && remark.ends_with("から")).then_some(rest)
}

/// Sets a time that is not yet set; returns `None` if the time was set before.
fn set_once(time_slot: &mut Option<u32>, time: u32) -> Option<()> {
    time_slot.replace(time).is_none().then_some(())
}

/// Returns whether a time in seconds is the main time, because the time for a move follows: `0秒+10秒`.
fn is_main_time(seconds: u32, rest: &str) -> bool {
    let next = rest.strip_prefix('+').and_then(time);
    seconds == 0 && next.is_some() || next.is_some_and(|(_, unit, _)| unit == SECOND_MS)
}

/// Parses `1時間30分`, `15分`, `30秒` or `4hrs`. Returns the time (milliseconds), its first unit and the rest of the text;
/// `None` for other text.
///
/// Seconds after minutes are a separate time.
fn time(text: &str) -> Option<(u32, u32, &str)> {
    let (count, unit, rest) = count_of_unit(text)?;
    let time = count.checked_mul(unit)?;
    if unit < HOUR_MS {
        return Some((time, unit, rest));
    }
    if let Some(rest) = rest.strip_prefix('半') {
        return Some((time.checked_add(HOUR_MS / 2)?, HOUR_MS, rest));
    }
    match count_of_unit(rest).filter(|&(_, unit, _)| unit == MINUTE_MS) {
        Some((minutes, _, rest)) => Some((time.checked_add(minutes.checked_mul(MINUTE_MS)?)?, HOUR_MS, rest)),
        None => Some((time, HOUR_MS, rest)),
    }
}

/// Parses a number and a unit. Returns the number, the unit (milliseconds) and the rest of the text; `None` for other
/// text.
fn count_of_unit(text: &str) -> Option<(u32, u32, &str)> {
    let (count, rest) = number(text)?;
    let mut units = UNITS.iter();
    let (unit, rest) = units.find_map(|(names, unit)| Some((*unit, strip_any_prefix(rest, names)?)))?;
    Some((count, unit, rest))
}

fn number(text: &str) -> Option<(u32, &str)> {
    let length = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..length].parse().ok()?, &text[length..]))
}

/// Returns the rest of a text that begins with one of `words`, which are separated by blanks; `None` if the text begins
/// with none of these words.
fn strip_any_prefix<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    words.split(' ').find_map(|word| text.strip_prefix(word))
}
