//! 持ち時間 in words: the time of one side, how its moves are charged, and what its words may mean.

use super::times::{ColonLimit, HOUR, MINUTE, SECOND, TimeLimit};
use crate::finding::Span;

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
    /// The limit in minutes and seconds, if the words mean either that or hours and minutes, as `limit` has it.
    pub minutes: Option<TimeLimit>,
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
            minutes: None,
            charging: None,
            span: None,
        }
    }

    /// A control of which only the main time is told: what comes after it may have gone without saying.
    const fn main_time(base: u32) -> Self {
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
    const fn or_increment(self) -> Self {
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

    /// A control of the form `00:10+30`. Programs that add time by the move have no other place for it than the last
    /// number.
    pub(crate) fn of_colon(limit: ColonLimit) -> Self {
        match limit {
            ColonLimit::Hours(limit) | ColonLimit::Minutes(limit) => Self::of(limit).or_increment(),
            ColonLimit::Either { hours, minutes } => Self {
                least: minutes,
                minutes: Some(minutes),
                ..Self::of(hours).or_increment()
            },
        }
    }

    /// The same control in hours and minutes only.
    pub(crate) fn in_hours(self) -> Self {
        let least = self.minutes.map_or(self.least, |_| self.limit);
        Self {
            least,
            minutes: None,
            ..self
        }
    }

    /// The same control in minutes and seconds only, if the words may mean that.
    pub(crate) fn in_minutes(self) -> Self {
        let Some(limit) = self.minutes else {
            return self;
        };
        let most = TimeLimit {
            base: limit.base,
            ..self.most
        };
        Self {
            limit,
            least: limit,
            most,
            minutes: None,
            ..self
        }
    }

    /// Two statements about the same game. Where they differ, either may be right.
    pub(crate) fn beside(self, other: Self) -> Self {
        if self.minutes == Some(other.limit) {
            return self.in_minutes().beside(other);
        }
        if self.minutes.is_some() && self.limit == other.limit {
            return self.in_hours().beside(other);
        }
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
    pub(crate) fn limits(&self) -> bool {
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
// 持ち時間 in words: free text, of which every word must be known.

/// Words after a time that is for a single move, separated by blanks.
const OF_A_MOVE: &str = "秒読み 未満 以内 将棋 の秒読み で指す byoyomi permove eachmove amove /move";

/// Words after a time that every move adds.
const ADDED: &str = "追加 加算 の追加 の加算 ずつ加算 incrementpermove increment";

/// Words after the time of a unit, the longest first, with the unit.
const UNITS: [(&str, u32); 3] = [
    ("時間 hours hour hrs hr h", HOUR),
    ("分 minutes minute mins min m", MINUTE),
    ("秒 seconds second secs sec s", SECOND),
];

/// Takes note of what a word tells.
type Tell = fn(&mut Phrase);

/// Words between blanks, and what they tell.
const WORDS: [(&str, Tell); 6] = [
    ("切れ負け 切負け 切負 suddendeath", |it| {
        it.end = End::Sudden;
    }),
    ("フィッシャー fischer", |it| {
        it.end = End::Fischer;
    }),
    ("チェスクロック", |it| {
        it.charging = Some(Charging::Seconds);
    }),
    (
        "ストップウォッチ ストップウオッチ 1分未満切り捨て 1分未満切捨て 1分未満切捨 1分未満は切り捨て",
        |it| {
            it.charging = Some(Charging::WholeMinutes);
        },
    ),
    (
        "1手ごとに 1手毎に 1手につき 1手あたり 1手 一手 毎手 秒読み 初手より 初手から byoyomi",
        |it| {
            it.for_a_move = true;
        },
    ),
    // Those that say nothing of their own.
    (
        "持ち時間 持時間 それぞれ 各自 各 ずつ づつ 使い切ったら 使い切ると 使い切った後 切れたら 切れると \
         その後 以後 以降 のち 後は は ルール 方式 形式 使用 + 、 , ・ / ( ) 。 eachplayer eachside each perplayer perside",
        |_| {},
    ),
];

/// Reads 持ち時間. `None` where a word of it is not known, or its words contradict each other.
pub(crate) fn control_of_phrase(text: &str) -> Option<Control> {
    let text: String = text.chars().filter_map(plain).collect();
    if let Some(limit) = TimeLimit::from_csa_3(&text) {
        return Some(Control::of(limit));
    }
    if let Some(limit) = ColonLimit::read(&text, false) {
        return Some(Control::of_colon(limit));
    }
    let mut phrase = Phrase::default();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        rest = phrase.word(rest)?;
    }
    phrase.meaning()
}

/// The limit in words that can mean but one thing, with byoyomi or an increment. The end of a game without them, and
/// how moves are charged, have words of their own, which a limit does not keep.
pub(super) fn certain_limit(text: &str) -> Option<TimeLimit> {
    let control = control_of_phrase(text)?;
    let is_whole = control.is_certain() && control.charging.is_none();
    let limit = control.limit;
    (is_whole && (limit.byoyomi > 0 || limit.increment > 0)).then_some(limit)
}

/// A character in half width and lower case; none for a blank.
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
        other => other.to_ascii_lowercase(),
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
        if let Some((minutes, rest)) =
            number(text).and_then(|(it, rest)| Some((it, rest.strip_prefix('回')?)))
        {
            return self.minutes_of_thought(minutes).map(|()| rest);
        }
        let (time, unit, rest) = time(text)?;
        if let Some(rest) = first_of(rest, ADDED) {
            self.for_a_move = false;
            return set(&mut self.increment, time).map(|()| rest);
        }
        // `15分 秒読み30秒`: before a number, the word is about what follows.
        let behind = first_of(rest, OF_A_MOVE).filter(|it| number(it).is_none());
        if self.for_a_move || behind.is_some() {
            self.for_a_move = false;
            self.clear = true;
            set(&mut self.byoyomi, time)?;
        } else if self.main.is_none() && (unit > SECOND || is_main_time(time, rest)) {
            self.main = Some(time);
        } else {
            // Seconds alone may be for the game or for a move.
            self.main.filter(|_| unit < HOUR)?;
            set(&mut self.byoyomi, time)?;
        }
        Some(behind.unwrap_or(rest))
    }

    /// `15分+30秒+10回`: ten times a minute of thought, after byoyomi.
    fn minutes_of_thought(&mut self, minutes: u32) -> Option<()> {
        self.main.and(self.byoyomi)?;
        self.reserve = self.reserve.checked_add(minutes.checked_mul(MINUTE)?)?;
        Some(())
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

/// Whether a time in seconds is the main time, as in `0秒+10秒`: the time for a move follows.
fn is_main_time(seconds: u32, rest: &str) -> bool {
    let next = rest.strip_prefix('+').and_then(time);
    seconds == 0 && next.is_some() || next.is_some_and(|(_, unit, _)| unit == SECOND)
}

/// `1時間30分`, `15分`, `30秒`, `4hrs`: in milliseconds, the unit it begins with, and what follows. Seconds after minutes
/// are a time of their own.
fn time(text: &str) -> Option<(u32, u32, &str)> {
    let (count, unit, rest) = count_of_unit(text)?;
    let time = count.checked_mul(unit)?;
    if unit < HOUR {
        return Some((time, unit, rest));
    }
    if let Some(rest) = rest.strip_prefix('半') {
        return Some((time.checked_add(HOUR / 2)?, HOUR, rest));
    }
    match count_of_unit(rest).filter(|&(_, unit, _)| unit == MINUTE) {
        Some((minutes, _, rest)) => Some((time.checked_add(minutes.checked_mul(MINUTE)?)?, HOUR, rest)),
        None => Some((time, HOUR, rest)),
    }
}

/// A number, the unit after it in milliseconds, and what follows.
fn count_of_unit(text: &str) -> Option<(u32, u32, &str)> {
    let (count, rest) = number(text)?;
    let mut units = UNITS.iter();
    let (unit, rest) = units.find_map(|(names, unit)| Some((*unit, first_of(rest, names)?)))?;
    Some((count, unit, rest))
}

fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// What follows the first of these words, between blanks, that the text begins with.
fn first_of<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    words.split(' ').find_map(|word| text.strip_prefix(word))
}
