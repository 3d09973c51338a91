//! 持ち時間 in words: free text, of which every word must be known.

use super::control::{Charging, Control};
use crate::notation::time_limit::TimeLimit;

const SECOND: u32 = 1_000;
const MINUTE: u32 = 60 * SECOND;
const HOUR: u32 = 60 * MINUTE;

/// Words that say nothing of their own.
const FILLING: [&str; 31] = [
    "持ち時間",
    "持時間",
    "それぞれ",
    "各自",
    "各",
    "ずつ",
    "づつ",
    "初手より",
    "初手から",
    "使い切ったら",
    "使い切ると",
    "使い切った後",
    "切れたら",
    "切れると",
    "その後",
    "以後",
    "以降",
    "のち",
    "後は",
    "は",
    "ルール",
    "方式",
    "使用",
    "+",
    "、",
    ",",
    "・",
    "/",
    "(",
    ")",
    "。",
];

/// What stands after a time that is for a single move.
const OF_A_MOVE: [&str; 6] = ["秒読み", "未満", "以内", "将棋", "の秒読み", "で指す"];

/// What stands after a time that every move adds.
const ADDED: [&str; 5] = ["追加", "加算", "の追加", "の加算", "ずつ加算"];

/// What stands before one.
const A_MOVE: [&str; 8] = [
    "1手ごとに",
    "1手毎に",
    "1手につき",
    "1手あたり",
    "1手",
    "一手",
    "毎手",
    "秒読み",
];

/// Reads 持ち時間. `None` where a word of it is not known, or its words contradict each other.
pub(super) fn control(text: &str) -> Option<Control> {
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
        if let Some(rest) = first_of(text, &["切れ負け", "切負け", "切負"]) {
            self.end = End::Sudden;
            return Some(rest);
        }
        if let Some(rest) = text.strip_prefix("なし") {
            self.main = Some(0).filter(|_| self.main.is_none());
            return self.main.map(|_| rest);
        }
        if let Some(rest) = text.strip_prefix("フィッシャー") {
            self.end = End::Fischer;
            return Some(rest);
        }
        for (word, charging) in [
            ("チェスクロック", Charging::Seconds),
            ("ストップウォッチ", Charging::WholeMinutes),
            ("ストップウオッチ", Charging::WholeMinutes),
        ] {
            if let Some(rest) = text.strip_prefix(word) {
                self.charging = Some(charging);
                return Some(rest);
            }
        }
        if let Some(rest) = first_of(text, &A_MOVE) {
            self.for_a_move = true;
            return Some(rest);
        }
        if let Some(rest) = first_of(text, &FILLING) {
            return Some(rest);
        }
        self.time(text)
    }

    /// A time, and what stands after it and says what it is for.
    fn time<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let (time, unit, rest) = time(text)?;
        if let Some(rest) = first_of(rest, &ADDED) {
            return set(&mut self.increment, time).map(|()| rest);
        }
        let behind = first_of(rest, &OF_A_MOVE);
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

/// What follows the first of these words that the text begins with.
fn first_of<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| text.strip_prefix(word))
}
