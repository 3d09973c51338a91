//! The referee: replays a record on the board and says what is wrong.

use crate::finding::Finding;
use crate::record::{Outcome, Terminal};

/// What the referee says of a record.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// Everything found, trouble in reading included, in order of ply, then of detection.
    pub findings: Vec<Finding>,
    /// Moves of the main line that were read; an illegal one counts.
    pub plies: u32,
    /// How the record says the game ended.
    pub end: Option<Terminal>,
    /// Who it says won.
    pub stated: Option<Outcome>,
    /// Who won by the rules.
    pub verdict: Option<Outcome>,
}
