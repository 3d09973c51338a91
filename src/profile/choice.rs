//! The choices that the fields of a profile have.

use serde::{Deserialize, Serialize};

/// What follows from 千日手.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// The game is drawn.
    Draw,
    /// Another game is played, with colours exchanged.
    Replay,
}

/// What follows in yonin shogi and gunjin shogi from a position that comes about again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repeated {
    /// A note.
    Note,
    /// The game is drawn.
    Draw,
}

/// Which moves must have given check for perpetual check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PerpetualWindow {
    /// All of one side between the first and the last occurrence, whoever completes it.
    FirstToLast,
    /// Those of the unbroken run of checks that is still going on: all occurrences must lie in it; where the side that
    /// escapes completes the repetition, all but the first (game servers).
    UnbrokenChecks,
}

/// What follows where both sides gave perpetual check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BothPerpetual {
    /// The game is drawn.
    Draw,
    /// The side to move after the repetition loses.
    SideToMoveLoses,
    /// Black loses.
    BlackLoses,
    /// The side that completes the repetition loses.
    MoverLoses,
}

/// What follows for a player who has no legal move and is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoLegalMove {
    /// The player loses.
    Loses,
    /// It is not tested.
    Untested,
}

/// How an impasse that the players agree on is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImpasseAgreement {
    /// It is unknown there.
    #[serde(rename = "none")]
    None,
    /// A side with fewer than 24 points loses, else the game is drawn.
    #[serde(rename = "24-points")]
    Points24,
    /// The side with 27 points or more wins, White where both have 27.
    #[serde(rename = "27-points")]
    Points27,
}

/// How a declared entering-king win is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Declaration {
    /// There is none.
    #[serde(rename = "none")]
    None,
    /// 31 points win, 24 to 30 draw.
    #[serde(rename = "24-points")]
    Points24,
    /// Black wins with 28 points, White with 27.
    #[serde(rename = "27-points")]
    Points27,
    /// As with 27 points, but without a declaration: the game ends when the conditions are met.
    #[serde(rename = "27-points-automatic")]
    Automatic27,
}

/// What follows from a declaration whose conditions are not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeclarationFailure {
    /// The declarer loses.
    Loses,
    /// It cannot be made.
    NotApplicable,
}

/// When a foul loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoulVerdict {
    /// At once.
    Immediate,
    /// When it is pointed out.
    WhenClaimed,
    /// The server refuses the move, and the mover loses.
    Refused,
    /// The server does not let anybody make an illegal move.
    Impossible,
}

/// Whether a resignation stands where a foul is found after the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResignPriority {
    /// It stands.
    Yes,
    /// The side that fouled first loses.
    No,
    /// No foul can be found later.
    NotApplicable,
}

/// Whether others than the players may point out a foul.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThirdPartyClaim {
    /// Anybody may.
    Yes,
    /// Only an arbiter may.
    Arbiter,
    /// Only the players may.
    No,
    /// Nobody has to.
    NotApplicable,
}

/// How time may be charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockMethod {
    /// チェスクロック: whole seconds.
    ChessClock,
    /// ストップウォッチ: whole minutes a move, a fraction being free.
    StopWatch,
    /// Every move adds to the time.
    Fischer,
    /// A time for every move when the main time is used up.
    Byoyomi,
}

/// Whether White is credited with the pieces of a handicap when points are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandicapPoints {
    /// Yes.
    ToUwate,
    /// No.
    NotCredited,
}

/// A number that may be missing: TOML has no word for that, so it is `"none"`.
pub(super) mod number_or_none {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged, expecting = "a number or \"none\"")]
    enum Limit {
        Number(u32),
        Word(Word),
    }

    #[derive(Serialize, Deserialize)]
    enum Word {
        #[serde(rename = "none")]
        None,
    }

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde calls it so"
    )]
    pub(in crate::profile) fn serialize<S: Serializer>(
        number: &Option<u32>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        number
            .map_or(Limit::Word(Word::None), Limit::Number)
            .serialize(to)
    }

    pub(in crate::profile) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<u32>, D::Error> {
        Ok(match Limit::deserialize(from)? {
            Limit::Number(number) => Some(number),
            Limit::Word(Word::None) => None,
        })
    }
}
