//! `impossible-date`: a date that does not exist.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "impossible-date",
    class: Doubt,
    group: Notation,
    title: "a date that does not exist", "存在しない日付",
    what:
        "The value of a header for a date (開始日時, 終了日時, 対局日 …, `$START_TIME`, `$END_TIME`) is written as a date, but the calendar has no such day or the clock no such time: 2024/13/45, 2023/02/29, 平成32年. Nothing is said of a blank form (0000/00/00), of a day or a month of zeros, which is not known (1942/05/00), and of old eras, whose calendar was another one.",
        "日付のヘッダー（開始日時・終了日時・対局日など、`$START_TIME`、`$END_TIME`）の値が日付の形をしているが、暦にない日か時計にない時刻である。例: 2024/13/45、2023/02/29、平成32年。記入のない形（0000/00/00）、不明を00で表した月や日（1942/05/00）、暦の異なる古い元号については何も言わない。",
    why:
        "Such a game has no place in any order of time, and other programs refuse the file.",
        "時系列に並べることができず、ほかのソフトではファイルごと読めないことがある。",
    remedy: "Correct the date, or delete it where it is not known.", "日付を直す。分からなければ消す。",
    source: "CSA V2.2, $START_TIME: YYYY/MM/DD HH:MM:SS; KIF definition: dates as YYYY/MM/DD.",
    bad: Record { text: "開始日時：2023/02/29\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "no leap year", "うるう年でない",
    good: Record { text: "開始日時：2024/02/29\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a leap year", "うるう年",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::ImpossibleDate(date) = case.kind() else {
        return;
    };
    report.say(message!(
        "there is no such date or time as {date}",
        "{date}という日付や時刻はない",
        date = in_quotes(date)
    ));
}
