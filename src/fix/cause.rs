//! The cause of findings: the one change of a record under which its line is legal to the end.
//!
//! A slip of the pen makes many later moves illegal. [`explain`] finds the slip in these steps:
//!
//! 1. The line is played up to its first error ([`Line`]).
//! 2. Single [changes](Change) of the line are tried on the board. A change that makes the line legal to its end is a
//!    [`Repair`], and the repairs that the record itself makes likely are kept.
//! 3. Each repair becomes a [`Cause`]: the edits of the text, and the change in words.
//! 4. The edited text is read and checked like any other. A cause after which the record is not better is dropped.
//! 5. The first finding that is gone after all causes gets them. The other findings that are gone are its consequences.
//!
//! A record with too many possible causes has none. A real illegal move is never explained: it is one move, after which the
//! record continues legally.

use std::collections::HashMap;

use super::edit::{apply, cause_of, shared_characters};
use super::line::{Change, Line, states_one_more_ply};
use super::safe::has_undecodable_bytes;
use super::search::{Repair, repairs};
use crate::finding::{Applicability, Cause, CauseKind, Class, Edit, Finding, Fix, Severity, Span};
use crate::notation::{RecordSlice, notation};
use crate::record::{Record, Step};
use crate::referee::Referee;
use crate::referee::rules::fouls::FOUL_RESULT_WITHOUT_FOUL;
use crate::referee::rules::moves::OWN_KING_IN_CHECK;
use crate::text::{Text, UTF_8, decode};

/// Minimum number of plies after the first error that have to be legal with a change.
const MIN_LEGAL_AFTER: usize = 8;

/// Maximum number of plies of a line whose cause is looked for. The longest known game has about a thousand.
const MAX_LINE_PLIES: usize = 2_000;

/// Maximum size of a record whose cause is looked for (bytes). Its text is copied for each change that is checked.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Maximum number of changes that are listed as possible causes.
const MAX_CAUSES: usize = 3;

/// Maximum number of changes whose text is read and checked.
const MAX_CHECKED: usize = 12;

/// Looks for the cause of the findings of a record, and marks the findings that follow from it.
///
/// The record [is broken](is_broken). `findings` are those that are reported.
pub(crate) fn explain(record: &Record<'_>, referee: &mut Referee, findings: &mut [Finding]) {
    let line = Line::new(record);
    let is_too_long = line.steps.len() > MAX_LINE_PLIES || record.text.len() > MAX_TEXT_BYTES;
    if is_too_long || line.steps_after_error() < MIN_LEGAL_AFTER {
        return;
    }
    let text = with_some_move(record, &line).map(String::into_bytes);
    let text = text.as_deref().map(|text| decode(text, Some(UTF_8)));
    let readable = text.as_ref().map(|text| read_again(record, text));
    let readable = readable.as_ref().map(Line::new);
    let line = match readable.and_then(|readable| Line::new(record).with_steps_of(readable)) {
        Some(line) => line,
        None => line,
    };
    if let Some(causes) = causes(record, &line, referee) {
        mark(findings, causes, !has_undecodable_bytes(record));
    }
}

/// Returns the possible causes, each with the findings of the changed record.
///
/// The result is `None` if there are too many, or if one of them cannot be written in the format of the record.
fn causes(record: &Record<'_>, line: &Line<'_>, referee: &mut Referee) -> Option<Vec<(Cause, Vec<Finding>)>> {
    let repairs = preferred(record, line, repairs(record, line)).into_iter();
    let candidates = repairs.map(|repair| Some((cause_of(&repair, record, line)?, repair)));
    let candidates = most_similar(candidates.collect::<Option<_>>()?);
    if candidates.is_empty() || candidates.len() > MAX_CHECKED {
        return None;
    }
    let before = checked_again(record, &[], referee)?;
    let mut causes = Vec::new();
    for (cause, repair) in candidates {
        // The edited text has to mean the moves that were played.
        if game_of(record, &cause.edits) != Some(repair.game) {
            return None;
        }
        let after = checked_again(record, &cause.edits, referee)?;
        if is_better(&before, &after) {
            causes.push((cause, after));
        }
    }
    (causes.len() <= MAX_CAUSES).then_some(causes)
}

/// Gives the causes to the first finding that is gone after all changes, and marks the others as consequences.
///
/// It is the first of those with the highest severity, so that it is shown whenever one of the others would be. A single cause is
/// also its fix if `is_fixable`.
fn mark(findings: &mut [Finding], causes: Vec<(Cause, Vec<Finding>)>, is_fixable: bool) {
    let gone = gone_after_all(findings, &causes);
    let mut gone_findings: Vec<&mut Finding> = findings
        .iter_mut()
        .zip(gone)
        .filter_map(|(finding, is_gone)| is_gone.then_some(finding))
        .collect();
    let highest = gone_findings.iter().map(|finding| finding.severity).max();
    let first = gone_findings
        .iter()
        .position(|finding| Some(finding.severity) == highest);
    for (at, finding) in gone_findings.iter_mut().enumerate() {
        finding.consequence = Some(at) != first;
    }
    if let Some(first) = first {
        if let [(cause, _)] = &causes[..]
            && is_fixable
        {
            gone_findings[first].fix = Some(Fix {
                applicability: Applicability::Unsafe,
                message: cause.message.clone(),
                edits: cause.edits.clone(),
            });
        }
        gone_findings[first].causes = causes.into_iter().map(|(cause, _)| cause).collect();
    }
}

/// Returns whether the main line cannot be played on as written.
///
/// It has a record error on a move, a move that cannot be read, a number that is left out, or several illegal moves that the
/// record does not punish. A king that is left in check ply after ply is one illegal move.
pub(crate) fn is_broken(record: &Record<'_>, findings: &[Finding]) -> bool {
    if findings.is_empty() || !record.is_shogi() || !record.is_playable() {
        return false;
    }
    let on_moves = findings
        .iter()
        .filter(|finding| finding.variation.is_empty() && finding.severity == Severity::Error)
        .filter(|finding| finding.ply.is_some_and(|ply| ply > 0) && finding.moved.is_some());
    let mut illegal: Option<&Finding> = None;
    for finding in on_moves {
        match finding.rule.class {
            Class::RecordError => return true,
            Class::Foul if !finding.acknowledged => {
                let is_same = |first: &Finding| {
                    first.ply == finding.ply
                        || [first, finding].map(|finding| finding.rule.name) == [OWN_KING_IN_CHECK.name; 2]
                            && first.seat == finding.seat
                };
                if illegal.is_some_and(|first| !is_same(first)) {
                    return true;
                }
                illegal.get_or_insert(finding);
            }
            _ => {}
        }
    }
    let mut nodes = record.tree.main_line().map(|(_, node)| node);
    illegal.is_some() && states_one_more_ply(record)
        || nodes.any(|node| node.after_gap || matches!(node.step, Step::Unreadable(_)))
}

/// Returns the repairs that the record itself makes likely, or all of them.
///
/// If a first move by the other side would do, that side begins. If the record has one move less than it states, these are the
/// missing moves, at the number that is left out if there is one.
fn preferred(record: &Record<'_>, line: &Line<'_>, mut repairs: Vec<Repair>) -> Vec<Repair> {
    let is_inserted = |repair: &Repair| matches!(repair.change, Change::Inserted(..));
    let is_at_gap = |repair: &Repair| line.is_after_gap(record, repair.change.first_step());
    let is_first_move = |repair: &Repair| is_inserted(repair) && repair.change.first_step() == 0;
    let is_start = |repair: &Repair| repair.kind == CauseKind::Start;
    if repairs.iter().any(is_start)
        && repairs
            .iter()
            .all(|repair| is_start(repair) || is_first_move(repair))
    {
        repairs.retain(is_start);
    }
    if repairs
        .iter()
        .any(|repair| is_inserted(repair) && is_at_gap(repair))
    {
        repairs.retain(|repair| is_inserted(repair) && is_at_gap(repair));
    } else if states_one_more_ply(record) && repairs.iter().any(is_inserted) {
        repairs.retain(is_inserted);
    }
    repairs
}

/// Returns the causes that replace a token or a line that cannot be read by the text that is most similar to it, or all
/// causes. Each has its repair.
fn most_similar(mut candidates: Vec<(Cause, Repair)>) -> Vec<(Cause, Repair)> {
    let replaces_line = |(cause, repair): &(Cause, Repair)| {
        cause.kind == CauseKind::Line && matches!(repair.change, Change::Inserted(..))
    };
    if candidates.iter().any(replaces_line) {
        candidates.retain(replaces_line);
    }
    if candidates.iter().all(|(cause, _)| cause.kind == CauseKind::Line) {
        let likeness = |(cause, _): &(Cause, Repair)| shared_characters(&cause.from, &cause.to);
        let highest = candidates.iter().map(likeness).max().unwrap_or_default();
        candidates.retain(|candidate| likeness(candidate) == highest);
    }
    candidates
}

/// Reads and checks a record again, with edits of its text.
fn checked_again(record: &Record<'_>, edits: &[Edit], referee: &mut Referee) -> Option<Vec<Finding>> {
    let text = apply(record, edits)?;
    let text = decode(text.as_bytes(), Some(UTF_8));
    Some(referee.check(&read_again(record, &text)).findings)
}

/// Returns the hash value of the game in the edited text of a record, if all of its moves are legal.
fn game_of(record: &Record<'_>, edits: &[Edit]) -> Option<u64> {
    let text = apply(record, edits)?;
    let text = decode(text.as_bytes(), Some(UTF_8));
    Line::new(&read_again(record, &text)).game()
}

/// Reads the edited text of a record.
fn read_again<'t>(record: &Record<'_>, text: &'t Text<'t>) -> Record<'t> {
    let span = Span::new(0, text.as_str().len());
    RecordSlice::new(text, notation(record.format), 1, span).read()
}

/// Returns the text of a record with a legal move in the place of its first error, if that is a token that cannot be read.
fn with_some_move(record: &Record<'_>, line: &Line<'_>) -> Option<String> {
    let at = line.first_error;
    if !matches!(record.tree.node(*line.nodes.get(at)?).step, Step::Unreadable(_)) {
        return None;
    }
    let mv = line.position(at).legal_moves().first().copied()?;
    let repair = Repair {
        kind: CauseKind::Line,
        change: Change::Replaced(at, mv),
        game: 0,
    };
    apply(record, &cause_of(&repair, record, line)?.edits)
}

/// Returns whether a record has fewer errors after a change, or fewer warnings, and no error of another rule.
///
/// New warnings are accepted, because more rules apply to a line that can be played to its end. But an illegal move that the
/// result is about is not a slip.
fn is_better(old: &[Finding], new: &[Finding]) -> bool {
    let lacks_foul = |findings: &[Finding]| {
        let mut warnings = findings.iter().filter(|it| it.severity >= Severity::Warning);
        warnings.any(|it| *it.rule == FOUL_RESULT_WITHOUT_FOUL)
    };
    if lacks_foul(new) && !lacks_foul(old) {
        return false;
    }
    let of_severity = |findings: &[Finding], severity| {
        let mut counts = HashMap::new();
        for finding in findings.iter().filter(|finding| finding.severity == severity) {
            *counts.entry(finding.rule.name).or_insert(0_usize) += 1;
        }
        counts
    };
    let totals = [Severity::Error, Severity::Warning]
        .map(|severity| [old, new].map(|findings| of_severity(findings, severity).values().sum::<usize>()));
    let [before, after] = [old, new].map(|findings| of_severity(findings, Severity::Error));
    let has_new_error = after
        .iter()
        .any(|(rule, &count)| before.get(rule).is_none_or(|&old| count > old));
    let [[old_errors, new_errors], [old_warnings, new_warnings]] = totals;
    !has_new_error && (new_errors, new_warnings) < (old_errors, old_warnings)
}

/// Returns, for each finding, whether it is gone after all of these changes.
fn gone_after_all(findings: &[Finding], causes: &[(Cause, Vec<Finding>)]) -> Vec<bool> {
    let mut gone = vec![!causes.is_empty(); findings.len()];
    for (cause, after) in causes {
        let shift = match cause.kind {
            CauseKind::Extra => -1,
            CauseKind::Missing => 1,
            _ => 0,
        };
        let mut left: HashMap<(&str, Option<i64>), usize> = HashMap::new();
        for finding in after {
            *left
                .entry((finding.rule.name, finding.ply.map(i64::from)))
                .or_default() += 1;
        }
        for (finding, is_gone) in findings.iter().zip(&mut gone) {
            let ply = finding.ply.map(|ply| {
                let is_renumbered = ply >= cause.ply && cause.ply > 0;
                i64::from(ply) + if is_renumbered { shift } else { 0 }
            });
            if let Some(count) = left
                .get_mut(&(finding.rule.name, ply))
                .filter(|count| **count > 0)
            {
                *count -= 1;
                *is_gone = false;
            }
        }
    }
    gone
}
