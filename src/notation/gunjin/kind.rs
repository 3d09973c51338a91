//! The pieces of gunjin shogi.

use std::fmt;

use crate::finding::{Language, Speak, Words, both};
use crate::profile::GUNJIN_KINDS;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 大将.
    General,
    /// 中将.
    LieutenantGeneral,
    /// 少将.
    MajorGeneral,
    /// 大佐.
    Colonel,
    /// 中佐.
    LieutenantColonel,
    /// 少佐.
    Major,
    /// 大尉.
    Captain,
    /// 中尉.
    FirstLieutenant,
    /// 少尉.
    SecondLieutenant,
    /// 飛行機.
    Aeroplane,
    /// タンク.
    Tank,
    /// 騎兵.
    Cavalry,
    /// 工兵.
    Engineer,
    /// スパイ.
    Spy,
    /// 地雷.
    Mine,
    /// 軍旗.
    Flag,
}

const NAMES: [Words; Kind::COUNT] = [
    both("general", "大将"),
    both("lieutenant general", "中将"),
    both("major general", "少将"),
    both("colonel", "大佐"),
    both("lieutenant colonel", "中佐"),
    both("major", "少佐"),
    both("captain", "大尉"),
    both("first lieutenant", "中尉"),
    both("second lieutenant", "少尉"),
    both("aeroplane", "飛行機"),
    both("tank", "タンク"),
    both("cavalry", "騎兵"),
    both("engineer", "工兵"),
    both("spy", "スパイ"),
    both("mine", "地雷"),
    both("flag", "軍旗"),
];

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 16;

    /// All of them.
    pub const ALL: [Self; Self::COUNT] = [
        Self::General,
        Self::LieutenantGeneral,
        Self::MajorGeneral,
        Self::Colonel,
        Self::LieutenantColonel,
        Self::Major,
        Self::Captain,
        Self::FirstLieutenant,
        Self::SecondLieutenant,
        Self::Aeroplane,
        Self::Tank,
        Self::Cavalry,
        Self::Engineer,
        Self::Spy,
        Self::Mine,
        Self::Flag,
    ];

    /// Its place among all.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letters in a record.
    pub const fn code(self) -> &'static str {
        GUNJIN_KINDS[self as usize]
    }

    /// The kind of these letters.
    ///
    /// ```
    /// use kifu::notation::gunjin::Kind;
    /// assert_eq!(Kind::of("LG"), Some(Kind::LieutenantGeneral));
    /// assert_eq!(Kind::of("XX"), None);
    /// ```
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.code() == code)
    }

    /// Whether it takes headquarters: a general or a field officer.
    pub(crate) const fn takes_headquarters(self) -> bool {
        self.index() <= Self::Major.index()
    }

    /// Whether it ever moves.
    pub(crate) const fn is_mobile(self) -> bool {
        !matches!(self, Self::Mine | Self::Flag)
    }
}

impl Speak for Kind {
    fn speak(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        NAMES[self.index()].speak(language, f)
    }
}
