//! The causes of findings in words.

use crate::finding::{Cause, CauseKind, Count, Finding, Group, Language, Message, both, message};

/// Returns the causes of a finding, each with its label: one certain cause, or several possible ones with their numbers.
fn labelled_causes(finding: &Finding) -> impl Iterator<Item = (Message, &Cause)> {
    let is_certain = finding.causes.len() == 1;
    (1_u64..).zip(&finding.causes).map(move |(number, cause)| {
        let label = if is_certain {
            both("cause", "原因").into()
        } else {
            message!("possible cause {number}", "考えられる原因{number}", number)
        };
        (label, cause)
    })
}

/// Returns the headline of a finding: its message, or the contradiction if the finding has a cause. Then it is not certain that a
/// player made the move, and the rule is about the record as written.
///
/// A message about text states the contradiction itself.
pub(crate) fn headline(finding: &Finding) -> Message {
    match finding.ply.filter(|_| is_contradiction(finding)) {
        Some(ply) => message!(
            "the record does not fit the board at ply {ply}",
            "{ply}手目の記載が盤面と合わない",
            ply
        ),
        None => finding.message.clone(),
    }
}

/// Returns whether a finding on a move has a cause, so that no player is to be blamed for it.
pub(super) fn is_contradiction(finding: &Finding) -> bool {
    let is_about_player = matches!(finding.rule.group, Group::Fouls | Group::Starts | Group::Results);
    is_about_player && finding.moved.is_some() && !finding.causes.is_empty()
}

/// Returns the kinds of the changes of all causes of a finding, each once.
pub(super) fn kinds_of(finding: &Finding) -> Vec<CauseKind> {
    let mut kinds = Vec::new();
    for kind in finding.causes.iter().flat_map(Cause::changes).map(|it| it.kind) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// Returns the changes of all causes of a finding, each with its label: `cause (1 of 2)`, or `possible cause 1 (1 of 2)`.
pub(super) fn causes_of(finding: &Finding) -> impl Iterator<Item = (Message, &Cause)> {
    labelled_causes(finding).flat_map(|(label, cause)| {
        let all = cause.with.len() as u64 + 1;
        (1_u64..).zip(cause.changes()).map(move |(number, change)| {
            let label = label.clone();
            let counted = label.clone().followed_by(message!(
                " ({number} of {all})",
                "（{all}件中{number}）",
                number,
                all
            ));
            (if all == 1 { label } else { counted }, change)
        })
    })
}

/// Returns the headline of a finding on one line, followed by its causes and the number of findings that follow from them.
///
/// `hidden` is the number of findings that the output leaves out because they follow from the cause.
pub(crate) fn message_with_causes(finding: &Finding, hidden: usize, language: Language) -> String {
    let mut line = headline(finding).in_language(language).into_owned();
    for (label, cause) in labelled_causes(finding) {
        let (separator, colon) = language.either(("; ", ": "), ("。", ": "));
        line.extend([
            separator,
            &label.in_language(language),
            colon,
            &cause.all_in_words().in_language(language),
        ]);
    }
    if hidden > 0 && !finding.causes.is_empty() {
        let follows = findings_that_follow(hidden);
        line.extend([language.either("; ", "。"), &follows.in_language(language)]);
    }
    line
}

/// Returns the number of findings that follow from a cause, in words.
pub(super) fn findings_that_follow(number: usize) -> Message {
    if number == 1 {
        return message!(
            "1 finding that follows from it is not shown",
            "この原因による指摘1件は省略"
        );
    }
    message!(
        "{findings} that follow from it are not shown",
        "この原因による指摘{number}件は省略",
        number,
        findings = Count(number as u64, "finding")
    )
}
