//! The rules of an event, as far as events differ: a [`Profile`].
//!
//! The laws of the moves are the same everywhere. What follows from a fourth repetition, from a declaration
//! or from a foul that nobody saw is not. What the rules of known events are stands in `data`, a file of TOML for each
//! ([`Profile::named`]); those of another event are read from a file of the same form ([`Profile::read`]).

mod built_in;
mod choice;
mod field;
mod fields;
mod game_fields;
mod gunjin;
mod janggi;
mod reading;
mod yonin;

pub use choice::{
    BothPerpetual, ClockMethod, Declaration, DeclarationFailure, FoulVerdict, HandicapPoints,
    ImpasseAgreement, NoLegalMove, PerpetualWindow, Repeated, RepetitionResult, ResignPriority,
    ThirdPartyClaim,
};
pub use gunjin::{Battle, Gate, GunjinRules, KINDS as GUNJIN_KINDS, NoOfficers, Stuck, TwoCells};
pub use janggi::{
    Bikjang, BikjangIgnored, DoublePass, GungJanggiRules, JanggiRepeated, JanggiRules, RedSetup,
};
pub use yonin::{AfterMate, PiecesLeft, YoninRules};

pub use field::{Choice, Field, Takes};

use serde::{Deserialize, Serialize};

use crate::finding::Bilingual;

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
    #[serde(with = "choice::number_or_none")]
    pub impasse_free_before: Option<u32>,
    /// How a declared entering-king win is judged.
    pub declaration: Declaration,
    /// What follows from a declaration whose conditions are not met.
    pub declaration_failure: DeclarationFailure,
    /// The ply at which a game without decision is drawn.
    #[serde(with = "choice::number_or_none")]
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
