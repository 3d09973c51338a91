//! True history: fouls that the record itself names and punishes rightly are no fault of the record.

use super::verdict::Verdict;
use crate::finding::{Class, Finding, Severity, both};
use crate::record::Outcome;

/// Makes notes of the findings about a foul that ended the game, where the result names it.
pub(super) fn acknowledge(verdict: &Verdict<'_>, findings: &mut [Finding]) {
    let Some((foul, offender)) = verdict.game.punished_foul() else {
        return;
    };
    if verdict.outcome != Some(Outcome::Win(offender.opponent())) {
        return;
    }
    let is_it = |it: &&mut Finding| {
        it.rule.class == Class::Foul
            && it.variation.is_empty()
            && it.ply == Some(foul.ply)
            && it.seat == Some(foul.side.into())
    };
    for finding in findings.iter_mut().filter(is_it) {
        finding.severity = Severity::Note;
        finding.acknowledged = true;
        let words = both(" (the record states this illegal move)", "（棋譜にも反則と記載）");
        finding.message = std::mem::take(&mut finding.message).followed_by(words);
    }
}
