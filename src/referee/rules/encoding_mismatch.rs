//! `encoding-mismatch`: declared in another encoding.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "encoding-mismatch",
    class: Doubt,
    group: Notation,
    title: "declared in another encoding", "文字コードの宣言違い",
    what:
        "The record declares one encoding, or the file begins with the byte order mark of UTF-8, and is in another. The bytes decide.",
        "棋譜が宣言する文字コードと実際の文字コードが違う。または、ファイルの初めにUTF-8の印（BOM）があるのにUTF-8でない。実際のバイトに従って読む。",
    why:
        "Programs that believe the declaration read the names wrongly or see no move at all.",
        "宣言を信じるソフトでは、名前が化けるか、指し手が一つも読めない。",
    remedy:
        "Correct the declaration, or save the file in the encoding it declares.",
        "宣言を直すか、宣言どおりの文字コードで保存し直す。",
    source: "KIF: `#KIF version=2.0 encoding=…`; CSA V3.0: `'CSA encoding=…`.",
    bad: Record { text: "#KIF version=2.0 encoding=Shift_JIS\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "says Shift_JIS, is UTF-8", "Shift_JISと宣言しているがUTF-8である",
    good: Record { text: "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "says what it is", "宣言どおりである",
}

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
