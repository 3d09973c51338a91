//! Judging a record, whatever comes.

use crate::batch::guarded;
use crate::played::PlayedMove;
use crate::record::Record;
use crate::referee::rules::internal_error;
use crate::referee::{Judgement, Referee};

/// Judges a record; where the referee fails over it, a finding says so.
pub(super) fn judge(referee: &mut Referee, record: &Record<'_>) -> Judgement {
    judge_watched(referee, record, |_| {})
}

/// The same before somebody who sees every move that is made on the board.
pub(super) fn judge_watched(
    referee: &mut Referee,
    record: &Record<'_>,
    mut watch: impl FnMut(&PlayedMove<'_>),
) -> Judgement {
    guarded(|| referee.judge_watched(record, &mut watch)).unwrap_or_else(|panic| {
        // This one stopped in the middle of something.
        *referee = Referee::by(referee.profile().clone());
        Judgement {
            findings: vec![internal_error::finding(record.span, &panic)],
            ..Judgement::default()
        }
    })
}
