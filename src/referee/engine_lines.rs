//! Checks of the lines of play that engines expect, which comments on moves state.

use std::collections::HashMap;

use super::Referee;
use super::rules::written::ILLEGAL_LINE;
use crate::finding::{Class, Finding, Findings, in_quotes, message};
use crate::notation::evaluation::{Evaluation, IllegalMove, evaluations};
use crate::played::{NextStep, Playback};
use crate::record::{NodeId, Record};

/// Reports the first illegal move of each line of an engine.
///
/// After a move of the record that is not legal, the position is not certain, so the lines after this move are not checked.
pub(super) fn check(record: &Record<'_>, findings: &mut Findings) {
    let mut evaluations = evaluations(record);
    evaluations.retain(|_, evaluation| evaluation.line.is_some());
    if evaluations.is_empty() {
        return;
    }
    let mut playback = Playback::new(record);
    loop {
        check_line_of_record(&mut playback, &evaluations, record, findings);
        if playback.next_line().is_none() {
            return;
        }
    }
}

/// Plays a line of the record up to its first move that is not legal, and checks the lines of engines on the way.
fn check_line_of_record(
    playback: &mut Playback<'_, '_>,
    evaluations: &HashMap<NodeId, Evaluation>,
    record: &Record<'_>,
    findings: &mut Findings,
) {
    while let Some((id, step)) = playback.advance() {
        match step {
            NextStep::Move { legal: Some(mv), .. } => {
                let expected = evaluations.get(&id).and_then(|it| it.line.as_ref());
                let expected = expected.map(|line| (line, playback.position().clone()));
                playback.play(mv);
                if let Some((line, before)) = expected {
                    let finding = line.with_illegal_move(&before, mv, playback.position(), finding_on_line);
                    findings.extend(finding.flatten().map(|it| at_node(it, record, id)));
                }
            }
            NextStep::End(_) => {
                playback.end();
            }
            _ => return,
        }
    }
}

/// Returns the finding with the ply, the variation and, if it has no place, the place of a node.
fn at_node(finding: Finding, record: &Record<'_>, id: NodeId) -> Finding {
    let node = record.tree.node(id);
    Finding {
        span: finding.span.or(node.span()),
        variation: record.tree.path(id),
        ..finding.at_ply(node.ply)
    }
}

/// Returns the finding on an illegal move, with the reason that the rules about moves give; `None` if they give none.
fn finding_on_line(illegal: &IllegalMove<'_, '_>) -> Option<Finding> {
    let judgement = Referee::new().check(illegal.record);
    let reason = judgement.findings.into_iter().find(|finding| {
        finding.ply == Some(illegal.ply) && matches!(finding.rule.class, Class::Foul | Class::RecordError)
    })?;
    let message = message!(
        "move {number} of the engine's line, {written}, is illegal: {reason}",
        "読み筋の{number}手目の{written}は指せない：{reason}",
        number = illegal.ply,
        written = in_quotes(illegal.text),
        reason = reason.message
    );
    Some(Finding {
        quiet: true,
        ..Finding::new(&ILLEGAL_LINE, illegal.span, message)
    })
}
