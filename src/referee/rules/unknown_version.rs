//! `unknown-version`: unknown CSA version.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "unknown-version",
    class: Notice,
    group: Notation,
    title: "unknown version", "不明なバージョン",
    what:
        "The version line of CSA, or the first line of a record of yonin or gunjin shogi, names a version that did not exist when this tool was made. It is read as the newest known one.",
        "CSAのバージョンの行か、四人将棋・軍人将棋の棋譜の最初の行が、本ソフトの作成時になかったバージョンを示している。知られた最新のものとして読む。",
    why:
        "A newer version may give a line another meaning.",
        "新しいバージョンでは行の意味が変わっているかもしれない。",
    remedy: "Nothing, if the game looks right.", "棋譜が正しく読めていれば何もしなくてよい。",
    source: "CSA V1 to V3.0.",
    bad: Record { text: "V9.9\nPI\n+\n+7776FU\n%TORYO\n" },
        "version 9.9", "バージョン9.9",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n" },
        "version 2.2", "バージョン2.2",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::UnknownVersion {
        let text = case.quoted();
        report.say(if case.record.is_shogi() {
            message!(
                "{text} is no known version of CSA; it was read like V3.0",
                "{text}はCSAの知られたバージョンでない。V3.0として読む",
                text
            )
        } else {
            message!(
                "{text} names no known version; it was read like version 1",
                "{text}は知られたバージョンでない。バージョン1として読む",
                text
            )
        });
    }
}
