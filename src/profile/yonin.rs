//! What events of yonin shogi decide.

use serde::{Deserialize, Serialize};

/// The points of yonin shogi that its document leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct YoninRules {
    /// On how many ranks at the far edge a pawn must be promoted: 1 or 2.
    pub pawn_forced_ranks: u8,
}

impl Default for YoninRules {
    fn default() -> Self {
        Self { pawn_forced_ranks: 1 }
    }
}
