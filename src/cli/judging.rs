//! Judging a record, whatever comes.

use crate::batch::{guarded, internal_error};
use crate::record::Record;
use crate::referee::{Judgement, Nobody, Referee, Witness};

/// Judges a record; where the referee fails over it, a finding says so.
pub(super) fn judge(referee: &mut Referee, record: &Record<'_>) -> Judgement {
    judge_before(&mut Nobody, referee, record)
}

/// The same while somebody looks on.
pub(super) fn judge_before(
    witness: &mut dyn Witness,
    referee: &mut Referee,
    record: &Record<'_>,
) -> Judgement {
    guarded(|| referee.judge_before(witness, record)).unwrap_or_else(|panic| {
        // This one stopped in the middle of something.
        *referee = Referee::by(referee.profile().clone());
        Judgement {
            findings: vec![internal_error(record.span, &panic)],
            ..Judgement::default()
        }
    })
}
