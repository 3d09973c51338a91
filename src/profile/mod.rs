//! The rules of an event, as far as events differ: a [`Profile`].
//!
//! The laws of the moves are the same everywhere. What follows from a fourth repetition, from a declaration
//! or from a foul that nobody saw is not. What the rules of known events are stands in `data`, a file of TOML for each
//! ([`Profile::named`]); those of another event are read from a file of the same form ([`Profile::read`]).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::finding::Bilingual;

mod fields;
mod games;
mod reading;

pub use fields::{Choice, Field, Takes};
pub use games::{
    AfterMate, Battle, Bikjang, BikjangIgnored, DoublePass, Gate, GungJanggiRules, GunjinRules,
    JanggiRepeated, JanggiRules, KINDS as GUNJIN_KINDS, NoOfficers, PiecesLeft, RedSetup, Stuck, TwoCells,
    YoninRules,
};

/// The rules by which games are judged: a field for every point in which events differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a table of independent yes-or-no rules"
)]
pub struct Profile {
    /// The name that `--profile` knows.
    pub name: String,
    /// Whose rules these are.
    pub title: Bilingual<String>,
    /// How often the same position ends a game.
    pub repetition_count: u32,
    /// Whether the players may agree on 千日手 before that.
    pub repetition_agree_below: bool,
    /// Whether the start position is an occurrence.
    pub count_start_position: bool,
    /// What follows from 千日手.
    pub repetition_result: RepetitionResult,
    /// Which moves must have given check for perpetual check.
    pub perpetual_window: PerpetualWindow,
    /// What follows where both sides gave perpetual check.
    pub both_perpetual: BothPerpetual,
    /// What follows for a player who has no legal move and is not in check.
    pub no_legal_move: NoLegalMove,
    /// How an impasse that the players agree on is decided.
    pub impasse_agreement: ImpasseAgreement,
    /// How many kings must have entered the enemy camp for that: 1 or 2.
    pub impasse_entered_kings: u8,
    /// The year before which an agreed impasse stands, whatever the points and kings.
    #[serde(with = "number_or_none")]
    pub impasse_free_before: Option<u32>,
    /// How a declared entering-king win is judged.
    pub declaration: Declaration,
    /// What follows from a declaration whose conditions are not met.
    pub declaration_failure: DeclarationFailure,
    /// The ply at which a game without decision is drawn.
    #[serde(with = "number_or_none")]
    pub max_moves: Option<u32>,
    /// Whether the game goes on at that ply until checks are over.
    pub max_moves_delayed_by_check: bool,
    /// Whether the limit holds only where a king has entered the enemy camp.
    pub max_moves_needs_entered_king: bool,
    /// When a foul loses.
    pub foul_verdict: FoulVerdict,
    /// Whether a resignation stands where a foul is found after the end.
    pub resign_priority: ResignPriority,
    /// Whether others than the players may point out a foul.
    pub third_party_claim: ThirdPartyClaim,
    /// Whether a piece that was touched must be moved.
    pub touch_move: bool,
    /// How time may be charged.
    pub clock: Vec<ClockMethod>,
    /// Seconds that a move is charged at least.
    pub least_seconds: u32,
    /// Whether two kings without any other piece are a draw.
    pub bare_kings_draw: bool,
    /// Whether White is credited with the pieces of a handicap when points are counted.
    pub handicap_points: HandicapPoints,
    /// Whether bishop, rook and pawn must promote where they can.
    pub ban_pointless_nonpromotion: bool,
    /// What events of yonin shogi decide.
    #[serde(default)]
    pub yonin: YoninRules,
    /// What events of gunjin shogi decide.
    #[serde(default)]
    pub gunjin: GunjinRules,
    /// What events of gung-janggi decide.
    #[serde(default, rename = "gung-janggi")]
    pub gung_janggi: GungJanggiRules,
    /// What events of janggi decide.
    #[serde(default)]
    pub janggi: JanggiRules,
}

// The rules of events that are known: a file of `data` each.

/// The texts, in the order in which the profiles are listed.
const TEXTS: [&str; 8] = [
    include_str!("data/textbook.toml"),
    include_str!("data/jsa-pro.toml"),
    include_str!("data/jsa-pro-2013.toml"),
    USUAL_TEXT,
    include_str!("data/csa.toml"),
    include_str!("data/floodgate.toml"),
    include_str!("data/lishogi.toml"),
    include_str!("data/fesa.toml"),
];

/// What judges where nobody names another.
const USUAL_TEXT: &str = include_str!("data/jsa-amateur.toml");

static USUAL: LazyLock<Profile> = LazyLock::new(|| parsed(USUAL_TEXT));
static ALL: LazyLock<Vec<Profile>> = LazyLock::new(|| TEXTS.map(parsed).into());

fn parsed(text: &str) -> Profile {
    // These texts are part of the program: a test reads them all.
    toml::from_str(text).unwrap_or_else(|error| panic!("a built-in profile: {error}"))
}

impl Profile {
    /// All that are built in.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// The one that is built in under this name.
    ///
    /// ```
    /// use kifu::profile::Profile;
    /// assert_eq!(Profile::named("jsa-pro").unwrap().max_moves, Some(500));
    /// assert_eq!(Profile::named("jsa-prof"), None);
    /// ```
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|profile| profile.name == name)
    }
}

/// The rules of amateur tournaments: what most games are played by.
impl Default for Profile {
    fn default() -> Self {
        USUAL.clone()
    }
}

/// The text of a profile that is built in.
#[cfg(test)]
fn text_of(profile: &Profile) -> &'static str {
    TEXTS[Profile::all().iter().position(|it| it == profile).unwrap()]
}

// The choices that the fields of a profile have.

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
mod number_or_none {
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
    pub(super) fn serialize<S: Serializer>(number: &Option<u32>, to: S) -> Result<S::Ok, S::Error> {
        number
            .map_or(Limit::Word(Word::None), Limit::Number)
            .serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<u32>, D::Error> {
        Ok(match Limit::deserialize(from)? {
            Limit::Number(number) => Some(number),
            Limit::Word(Word::None) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_a_profile_of_its_own() {
        let names: Vec<_> = Profile::all().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "textbook",
                "jsa-pro",
                "jsa-pro-2013",
                "jsa-amateur",
                "csa",
                "floodgate",
                "lishogi",
                "fesa"
            ]
        );
        assert_eq!(Profile::named("jsa-amateur"), Some(&Profile::default()));
    }
}
