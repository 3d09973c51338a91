//! `encoding-mismatch`: declared in another encoding.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "encoding-mismatch",
    Doubt,
    Notation,
    "declared in another encoding",
    "文字コードの宣言違い"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::EncodingMismatch { declared, actual } = case.kind() else {
        return;
    };
    let message = if let Some(declared) = declared {
        message!(
            "the record says it is in {declared}, but its bytes are {actual}; read as {actual}",
            "棋譜は{declared}と宣言しているが、実際のバイトは{actual}である。{actual}として読む",
            declared,
            actual
        )
    } else {
        message!(
            "the file begins with the byte order mark of UTF-8, but its bytes are {actual}; read as {actual}",
            "ファイルの初めにUTF-8の印（BOM）があるが、実際のバイトは{actual}である。{actual}として読む",
            actual
        )
    };
    report.say(message);
}
