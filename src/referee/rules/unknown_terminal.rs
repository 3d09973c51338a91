//! `unknown-terminal`: an unknown word for the result.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::record::gap::WordGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unknown-terminal",
    Doubt,
    Reading,
    "an unknown word for the result",
    "不明な終局語句"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnknownTerminal(gap) = case.kind() else {
        return;
    };
    let text = case.quoted();
    report.say(match gap {
        WordGap::Word(word) => message!(
            "{word} is not a known result; the line ends here",
            "{word}は不明な終局語句である。手順はここで終わる",
            word = in_quotes(word)
        ),
        WordGap::Code => message!(
            "{text} is not a result of CSA; kept as the end of the game",
            "{text}はCSAの終局語句でない。終局として残した",
            text
        ),
        WordGap::Letter => message!(
            "{text} is not a result of USEN; kept as the end of the line",
            "{text}はUSENの終局の文字でない。手順の終わりとして残した",
            text
        ),
        WordGap::Value(value) => case.value(value),
    });
}
