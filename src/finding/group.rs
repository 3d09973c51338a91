//! What rules are about, for those who choose many at once.

use super::language::{Words, both};

/// What a rule is about. Users choose rules by it: `--ignore clocks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// What is done on the board: 二歩 and its kin.
    Fouls,
    /// How the game ended, and what the record says of that.
    Results,
    /// Times and time limits.
    Clocks,
    /// Where the game began.
    Starts,
    /// What could not be read.
    Reading,
    /// How it is written.
    Notation,
}

impl Group {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Fouls,
        Self::Results,
        Self::Clocks,
        Self::Starts,
        Self::Reading,
        Self::Notation,
    ];

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        self.about().0
    }

    /// What its rules are about, in a few words.
    pub const fn words(self) -> Words {
        self.about().1
    }

    const fn about(self) -> (&'static str, Words) {
        match self {
            Self::Fouls => ("fouls", both("actions on the board", "盤上の行為")),
            Self::Results => ("results", both("end and result", "終局と結果")),
            Self::Clocks => ("clocks", both("times", "消費時間")),
            Self::Starts => ("starts", both("start position", "開始局面")),
            Self::Reading => ("reading", both("unreadable input", "読み取り")),
            Self::Notation => ("notation", both("form of the record", "書き方")),
        }
    }
}
