//! The names of the players of events, and slips in names.

use super::super::people::Player;

/// Names with characters that are often confused. Each event has these players, too.
const CONFUSABLE_NAMES: [&str; 14] = [
    "太田 光一",
    "斉藤 達也",
    "マリー 恵",
    "土屋 治",
    "伊東 淳",
    "河野 実",
    "安部 敬",
    "渡部 稔",
    "ローズ 明",
    "中嶋 大介",
    "大野 祐二",
    "柿沢 晋",
    "松原 哲也",
    "犬塚 孝",
];

/// Returns the names of the players of an event: the confusable ones, and some of the 400 humans.
pub(super) fn roster(seed: u64, event: u64, count: usize) -> Vec<String> {
    let first = (event as usize * 53) % 400;
    let humans = (0..).map(|at| (first + 7 * at) % 400);
    let humans = humans.map(|number| Player::new(seed, number).name_with_blank());
    let confusable = CONFUSABLE_NAMES.map(str::to_owned);
    // The confusable names are spread over the tables.
    let mut names: Vec<String> = humans.take(count - confusable.len()).collect();
    for (at, name) in confusable.into_iter().enumerate() {
        names.insert(3 * at + 1, name);
    }
    names
}

/// The names of persons who are in no event.
pub(super) const OUTSIDERS: [&str; 8] = [
    "飛入 三吉",
    "桂馬 とし",
    "角頭 歩",
    "門松 ゆき",
    "鏡 みつる",
    "雪村 千景",
    "神楽 勇",
    "風早 翠",
];

/// Characters that look alike, in both directions.
const LOOK_ALIKE: [(&str, &str); 10] = [
    ("太", "大"),
    ("斎", "斉"),
    ("ー", "一"),
    ("土", "士"),
    ("柿", "枾"),
    ("犬", "大"),
    ("島", "嶋"),
    ("崎", "埼"),
    ("藤", "籐"),
    ("己", "巳"),
];

/// Characters that are read alike in names, in both directions.
const SAME_READING: [(&str, &str); 26] = [
    ("郎", "朗"),
    ("浩", "博"),
    ("夫", "雄"),
    ("義", "良"),
    ("二", "次"),
    ("東", "藤"),
    ("河", "川"),
    ("阿部", "安部"),
    ("辺", "部"),
    ("坂", "阪"),
    ("沢", "澤"),
    ("達也", "達哉"),
    ("拓也", "拓哉"),
    ("大輔", "大介"),
    ("健", "賢"),
    ("直樹", "直木"),
    ("実", "稔"),
    ("茂", "繁"),
    ("清", "潔"),
    ("進", "晋"),
    ("隆", "孝"),
    ("聡", "智"),
    ("恵", "慶"),
    ("美", "実"),
    ("祐", "裕"),
    ("淳", "純"),
];

/// The forms of slips in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slip {
    LookAlike,
    SameReading,
    ExchangedParts,
}

impl Slip {
    /// Returns all names with such a slip; those of look-alike characters that are one character for comparison are left out.
    pub(super) fn of(self, name: &str) -> Vec<String> {
        let pairs: &[(&str, &str)] = match self {
            Self::LookAlike => &LOOK_ALIKE,
            Self::SameReading => &SAME_READING,
            Self::ExchangedParts => {
                let parts = name.split_once(' ').filter(|(one, other)| one != other);
                return parts
                    .map(|(one, other)| format!("{other} {one}"))
                    .into_iter()
                    .collect();
            }
        };
        let both = pairs
            .iter()
            .flat_map(|&(one, other)| [(one, other), (other, one)]);
        let slips = both
            .filter(|(from, _)| name.contains(from))
            .map(|(from, to)| name.replacen(from, to, 1));
        slips
            .filter(|slip| kifu::stats::normalize_name(slip) != kifu::stats::normalize_name(name))
            .collect()
    }
}
