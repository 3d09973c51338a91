//! `extension-mismatch` 拡張子違い: a file named like one notation and written in another.

use crate::finding::{message, rule};
use crate::notation::notation;
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "extension-mismatch",
    Notice,
    Notation,
    "a file extension of another format",
    "拡張子違い"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::ExtensionMismatch {
        extension,
        named,
        found,
    } = case.kind()
    else {
        return;
    };
    let title = |format| notation(format).map(|row| row.title);
    report.say(message!(
        "the extension .{extension} means {named}, but the content is {found}; the content is used",
        "拡張子.{extension}は{named}のものだが、内容は{found}である。内容に従う",
        extension,
        named = title(*named),
        found = title(*found)
    ));
}
