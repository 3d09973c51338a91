//! The players and the spellings of their names.

use super::dice::Dice;

const SURNAMES: [&str; 40] = [
    "佐藤",
    "鈴木",
    "高橋",
    "田中",
    "伊藤",
    "渡辺",
    "山本",
    "中村",
    "小林",
    "加藤",
    "吉田",
    "山田",
    "佐々木",
    "山口",
    "松本",
    "井上",
    "木村",
    "林",
    "斎藤",
    "清水",
    "山崎",
    "森",
    "池田",
    "橋本",
    "阿部",
    "石川",
    "山下",
    "中島",
    "石井",
    "小川",
    "前田",
    "岡田",
    "長谷川",
    "藤田",
    "後藤",
    "近藤",
    "村上",
    "遠藤",
    "青木",
    "坂本",
];

const GIVEN_NAMES: [&str; 40] = [
    "太郎",
    "一郎",
    "健二",
    "誠",
    "大輔",
    "翔太",
    "拓也",
    "直樹",
    "健太",
    "和也",
    "達也",
    "亮",
    "悠斗",
    "陽菜",
    "美咲",
    "花子",
    "由美",
    "恵子",
    "真一",
    "浩",
    "隆",
    "聡",
    "学",
    "修",
    "剛",
    "進",
    "豊",
    "実",
    "茂",
    "清",
    "正夫",
    "義男",
    "和子",
    "千代",
    "さくら",
    "ひかり",
    "まこと",
    "めぐみ",
    "みどり",
    "あおい",
];

const ENGINES: [&str; 24] = [
    "Asunaro",
    "BlueRook",
    "Cedar v2",
    "DeepPawn",
    "Endgame9",
    "Fuji Silver",
    "Gold Rush",
    "Hayate",
    "Ibuki",
    "Junco",
    "Kaze 3.1",
    "LanceALot",
    "Minamo",
    "NeuroGin",
    "Oboro",
    "PawnStorm",
    "Quiet Move",
    "Ryusei",
    "Sazanami",
    "Tsubame",
    "Usagi",
    "Vortex",
    "Wakaba",
    "Yamabiko+0a1b2c3d",
];

/// The number of human players. The players with higher numbers are programs.
const HUMAN_COUNT: usize = 400;

/// The number of players.
pub const PLAYERS: usize = HUMAN_COUNT + ENGINES.len();

/// A player: a human or a program.
#[derive(Clone, Debug)]
pub struct Player {
    /// The number of the player, from 0.
    pub number: usize,
    /// The name without rank or title.
    name: String,
    /// The rating (900 to 2300).
    pub rating: u32,
}

impl Player {
    /// Creates the player with this number.
    pub fn new(seed: u64, number: usize) -> Self {
        let mut dice = Dice::for_subject(seed, "player", number as u64);
        let name = match number.checked_sub(HUMAN_COUNT) {
            Some(engine) => ENGINES[engine % ENGINES.len()].to_owned(),
            // No two players have both surname and given name in common.
            None => format!(
                "{} {}",
                SURNAMES[number % 40],
                GIVEN_NAMES[(number / 40 + 7 * (number % 40)) % 40]
            ),
        };
        Self {
            number,
            name,
            rating: dice.near_normal(1600, 700),
        }
    }

    fn is_engine(&self) -> bool {
        self.number >= HUMAN_COUNT
    }

    /// Returns the name as it is usually written, with a blank between its parts.
    pub fn name_with_blank(&self) -> String {
        self.name.clone()
    }

    /// Returns the normalised name: lower case, without spaces.
    pub fn normalized(&self) -> String {
        self.name.replace(' ', "").to_lowercase()
    }

    /// Returns the name in a random spelling: unchanged, or with a rank, a rating or an honorific, with other spaces,
    /// or with variants of characters.
    pub fn spelling(&self, dice: &mut Dice) -> String {
        if self.is_engine() {
            return match dice.below(4) {
                0 => to_full_width(&self.name),
                1 => format!("{}(R{})", self.name, self.rating),
                _ => self.name.clone(),
            };
        }
        let mut name = match dice.below(6) {
            0 => self.name.clone(),
            1 => self.name.replace(' ', "　"),
            _ => self.name.replace(' ', ""),
        };
        if dice.chance(50) {
            name = name
                .replace('高', "髙")
                .replace('崎', "﨑")
                .replace('辺', "邊")
                .replace('斎', "齋");
        }
        match dice.below(10) {
            0 => format!("{name} {}", self.rank()),
            1 => format!("{name}{}", self.rank()),
            2 => format!("{name}アマ{}", self.rank()),
            3 => format!("{name}(R{})", self.rating),
            4 => format!("{name} [{}]", self.rank()),
            5 if dice.chance(300) => format!("{name}さん"),
            _ => name,
        }
    }

    /// Returns a rank that matches the rating.
    fn rank(&self) -> &'static str {
        const RANKS: [&str; 12] = [
            "３級", "2級", "1級", "初段", "二段", "三段", "四段", "五段", "六段", "七段", "八段", "九段",
        ];
        RANKS[((self.rating.saturating_sub(900) / 120) as usize).min(RANKS.len() - 1)]
    }
}

/// Returns the text in full-width characters.
fn to_full_width(text: &str) -> String {
    let to_full_width = |character: char| match character {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(character as u32 + 0xfee0).unwrap_or(character),
        _ => character,
    };
    text.chars().map(to_full_width).collect()
}
