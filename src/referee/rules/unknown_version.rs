//! `unknown-version`: unknown CSA version.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "unknown-version",
    class: Notice,
    title: "unknown CSA version", "不明なCSAのバージョン",
    what:
        "The version line names a version that did not exist when this tool was made. It is read as the newest known one.",
        "バージョンの行が、本ソフトの作成時になかったバージョンを示している。知られた最新のものとして読む。",
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
        report.say(message!(
            "{text} is no known version of CSA; it was read like V3.0",
            "{text}はCSAの知られたバージョンでない。V3.0として読む",
            text = case.quoted()
        ));
    }
}
