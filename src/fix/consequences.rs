//! The findings that a cause explains.

use std::collections::HashMap;

use super::line::LinePath;
use crate::finding::{Applicability, Cause, CauseKind, Finding, Fix};

/// A possible cause, and the findings of the record after its changes. If it is the only one, these are the findings after
/// the first change, after the first two, and so on.
pub(super) struct Explanation {
    pub cause: Cause,
    pub after: Vec<Vec<Finding>>,
}

/// Gives the causes to the first finding that is gone after all changes, and marks the others as consequences.
///
/// It is the first of those with the highest severity, so that it is shown whenever one of the others would be. A single cause is
/// also its fix if `is_fixable`. If it has several changes, each of the others gets the change that explains it.
///
/// The changes are in the line with this path. Those of a variation explain only findings of the variation.
pub(super) fn mark(
    findings: &mut [Finding],
    explanations: &[Explanation],
    path: &LinePath,
    is_fixable: bool,
) {
    let mut gone = gone_after_all(findings, explanations, path);
    for (gone, finding) in gone.iter_mut().zip(&*findings) {
        *gone &= finding.causes.is_empty() && !finding.consequence;
    }
    let change_of = |finding: usize| match explanations {
        [only] if !only.cause.with.is_empty() => {
            let changes = 1..=only.after.len();
            let mut gone = changes.map(|changes| gone_after(findings, only, path, changes)[finding]);
            let change = gone.position(|is_gone| is_gone)?;
            only.cause.changes().nth(change).cloned()
        }
        _ => None,
    };
    let changes: Vec<Option<Cause>> = (0..findings.len()).map(change_of).collect();
    let gone_findings = (0..findings.len()).filter(|&at| gone[at]);
    let highest = gone_findings.clone().map(|at| findings[at].severity).max();
    let first = gone_findings
        .clone()
        .find(|&at| Some(findings[at].severity) == highest);
    for at in gone_findings {
        let finding = &mut findings[at];
        finding.consequence = Some(at) != first;
        if finding.consequence {
            finding.causes.extend(changes[at].clone().map(|change| Cause {
                with: Vec::new(),
                margin: None,
                ..change
            }));
            continue;
        }
        finding.causes = explanations.iter().map(|it| it.cause.clone()).collect();
        if let [cause] = &finding.causes[..]
            && is_fixable
        {
            finding.fix = Some(Fix {
                applicability: Applicability::Unsafe,
                message: cause.all_in_words(),
                edits: cause.edits.clone(),
            });
        }
    }
}

/// Returns, for each finding, whether it is gone after all changes of each of these causes.
fn gone_after_all(findings: &[Finding], explanations: &[Explanation], path: &LinePath) -> Vec<bool> {
    let mut gone = vec![!explanations.is_empty(); findings.len()];
    for explanation in explanations {
        let with_this = gone_after(findings, explanation, path, explanation.after.len());
        for (all, this) in gone.iter_mut().zip(with_this) {
            *all &= this;
        }
    }
    gone
}

/// Returns, for each finding, whether it is gone after this number of the changes that were checked.
fn gone_after(findings: &[Finding], explanation: &Explanation, path: &LinePath, checked: usize) -> Vec<bool> {
    let is_of_line = |finding: &&Finding| finding.variation.starts_with(path);
    let mut left: HashMap<(&str, Option<i64>), usize> = HashMap::new();
    for finding in explanation.after[checked - 1].iter().filter(is_of_line) {
        *left
            .entry((finding.rule.name, finding.ply.map(i64::from)))
            .or_default() += 1;
    }
    let unchecked = explanation.after.len() - checked;
    let changes = explanation.cause.with.len() + 1 - unchecked;
    let mut is_gone = |finding: &Finding| {
        let ply = finding.ply.map(|ply| {
            let changes = explanation.cause.changes().take(changes);
            changes.fold(i64::from(ply), ply_after)
        });
        match left
            .get_mut(&(finding.rule.name, ply))
            .filter(|count| **count > 0)
        {
            Some(count) => {
                *count -= 1;
                false
            }
            None => true,
        }
    };
    findings
        .iter()
        .map(|finding| is_of_line(&finding) && is_gone(finding))
        .collect()
}

/// Returns the ply that a ply has after a change.
fn ply_after(ply: i64, change: &Cause) -> i64 {
    let shift = match change.kind {
        CauseKind::Extra => -1,
        CauseKind::Missing => 1,
        _ => 0,
    };
    let is_renumbered = ply >= i64::from(change.ply) && change.ply > 0;
    ply + if is_renumbered { shift } else { 0 }
}
