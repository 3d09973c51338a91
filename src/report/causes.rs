//! The causes of findings in words.

use crate::finding::{Count, Finding, Language, Message, Words, both, message};

/// Returns the causes of a finding, each with its label: one certain cause, or several possible ones.
pub(super) fn causes_of(finding: &Finding) -> impl Iterator<Item = (Words, &Message)> {
    let label = if finding.causes.len() == 1 {
        both("cause", "原因")
    } else {
        both("possible cause", "考えられる原因")
    };
    finding.causes.iter().map(move |cause| (label, &cause.message))
}

/// Returns the message of a finding on one line, followed by its causes and the number of findings that follow from them.
///
/// `hidden` is the number of findings that the output leaves out because they follow from the cause.
pub(crate) fn message_with_causes(finding: &Finding, hidden: usize, language: Language) -> String {
    let mut line = finding.message.in_language(language).into_owned();
    for (label, message) in causes_of(finding) {
        let (separator, colon) = language.either(("; ", ": "), ("。", ": "));
        line.extend([
            separator,
            label.in_language(language),
            colon,
            &message.in_language(language),
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
