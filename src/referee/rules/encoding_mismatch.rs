//! `encoding-mismatch`: a wrong encoding declaration.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "encoding-mismatch",
    Doubt,
    Notation,
    "a wrong encoding declaration",
    "文字コードの宣言違い"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::EncodingMismatch { declared, actual } = case.kind() else {
        return;
    };
    let message = if let Some(declared) = declared {
        message!(
            "the record declares {declared}, but its bytes are {actual}; read as {actual}",
            "棋譜は{declared}と宣言しているが、実際のバイトは{actual}である。{actual}として読む",
            declared,
            actual
        )
    } else {
        message!(
            "the file begins with a UTF-8 byte order mark, but its bytes are {actual}; read as {actual}",
            "ファイルの先頭にUTF-8のBOMがあるが、実際のバイトは{actual}である。{actual}として読む",
            actual
        )
    };
    report.say(message);
}
