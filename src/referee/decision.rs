//! What decides a game.

use crate::finding::{Message, Rule};
use crate::record::Outcome;

/// What a rule says of who won.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// The ply at which the game was decided.
    pub ply: u32,
    /// Who won.
    pub outcome: Outcome,
    /// The rule that says so in a finding.
    pub rule: &'static Rule,
    /// The reason in words.
    pub message: Message,
}
