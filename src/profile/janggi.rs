//! What events of janggi and of gung-janggi decide.

use serde::{Deserialize, Serialize};

/// The points of gung-janggi that its document leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GungJanggiRules {
    /// How often the same move to and fro, or the same check, is one too many.
    pub repeat_limit: u32,
    /// Which pass of a player in a row is one too many.
    pub pass_limit: u32,
    /// What follows where generals that face each other are left so.
    pub bikjang_ignored: BikjangIgnored,
    /// From where the order of Red's horses and elephants is read.
    pub red_setup: RedSetup,
}

/// The points of janggi on which events differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JanggiRules {
    /// How often the same position is worth a note.
    pub repeat_limit: u32,
    /// What follows when a position has occurred so often.
    pub repeated: JanggiRepeated,
    /// What follows when both sides pass, one after the other.
    pub double_pass: DoublePass,
    /// What follows where generals that face each other are left so.
    pub bikjang: Bikjang,
    /// From where the order of Red's horses and elephants is read.
    pub red_setup: RedSetup,
}

/// What follows in gung-janggi where generals that face each other are left so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BikjangIgnored {
    /// The game ends, and the pieces are counted.
    Count,
    /// It goes on.
    Continue,
}

/// What follows in janggi where generals that face each other are left so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bikjang {
    /// The game is drawn.
    Draw,
    /// The game ends, and whoever has more points wins.
    Points,
    /// It goes on.
    Continue,
}

/// What follows in janggi when both sides pass, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoublePass {
    /// The game ends, and the side with more points wins.
    Points,
    /// The game is drawn.
    Draw,
    /// It goes on.
    Continue,
}

/// What follows in janggi when a position has occurred `repeat_limit` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JanggiRepeated {
    /// It is worth a note.
    Note,
    /// The game is drawn.
    Draw,
    /// The side that has repeated it loses.
    RepeaterLoses,
}

/// From where the order of Red's horses and elephants is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RedSetup {
    /// From the left of Blue, as that of Blue is.
    FromBlue,
    /// From the left of Red.
    FromRed,
}

impl Default for GungJanggiRules {
    fn default() -> Self {
        Self {
            repeat_limit: 3,
            pass_limit: 3,
            bikjang_ignored: BikjangIgnored::Count,
            red_setup: RedSetup::FromBlue,
        }
    }
}

impl Default for JanggiRules {
    fn default() -> Self {
        Self {
            repeat_limit: 3,
            repeated: JanggiRepeated::Note,
            double_pass: DoublePass::Points,
            bikjang: Bikjang::Continue,
            red_setup: RedSetup::FromBlue,
        }
    }
}
