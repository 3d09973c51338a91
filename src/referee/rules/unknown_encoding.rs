//! `unknown-encoding`: unknown encoding declared.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "unknown-encoding",
    class: Doubt,
    group: Notation,
    title: "unknown encoding declared", "不明な文字コードの宣言",
    what:
        "The record declares an encoding that nobody knows. The bytes decide.",
        "棋譜の宣言する文字コードが知られていない。実際のバイトに従って読む。",
    why:
        "Most likely a misspelling; a program that trusts it cannot read the file.",
        "おそらく綴りの誤りである。宣言を信じるソフトではファイルを読めない。",
    remedy: "Write `UTF-8` or `Shift_JIS`.", "「UTF-8」か「Shift_JIS」と書く。",
    source: "KIF: `#KIF version=2.0 encoding=…`; CSA V3.0: `'CSA encoding=…`.",
    bad: Record { text: "#KIF version=2.0 encoding=UTF-88\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a misspelt name", "綴りの誤り",
    good: Record { text: "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "the name that is meant", "正しい名前",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnknownEncoding { declared, actual } = case.kind() else {
        return;
    };
    report.say(message!(
        "{declared} is no encoding of game records; read as {actual}",
        "{declared}は棋譜の文字コードでない。{actual}として読む",
        declared = in_quotes(declared),
        actual
    ));
}
