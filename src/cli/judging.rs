//! Judging a record, whatever comes.

use crate::batch::guarded;
use crate::played::PlayedMove;
use crate::record::Record;
use crate::referee::Judgement;
use crate::system::Judge;

/// Judges a record; where that fails, a finding says so.
pub(super) fn judged(judge: &mut Judge, record: &Record<'_>) -> Judgement {
    judged_watched(judge, record, |_| {})
}

/// The same before somebody who sees every move that is made on the board.
pub(super) fn judged_watched(
    judge: &mut Judge,
    record: &Record<'_>,
    mut watch: impl FnMut(&PlayedMove<'_>),
) -> Judgement {
    guarded(|| judge.judge_watched(record, &mut watch)).unwrap_or_else(|panic| judge.failed(record, &panic))
}
