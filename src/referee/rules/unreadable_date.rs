//! `unreadable-date`: a date that cannot be read.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::record::gap::DateGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "unreadable-date",
    class: Doubt,
    group: Reading,
    title: "a date that cannot be read", "読めない日付",
    what:
        "The value of a header for a date is a time of day without a date (17:13:24), numbers in an order that nobody can be sure of (05/03/24), or a word without a number (soon, 平成). Understood are year, month and day in this order, the year in four digits or in an era, also 20240305, R6.3.5 and Mar 5, 2024, with or without the time of day. Where something beside the day is not understood, the day is read and the rest is told. A day or a month of zeros is not known (1942/05/00). Nothing is said of words without a day (不明, 2024年春).",
        "日付のヘッダーの値が、日付のない時刻（17:13:24）か、どれが年月日か定まらない数字の並び（05/03/24）か、数字のない言葉（soon、平成）である。読めるのは年・月・日の順で、年は4桁か元号。20240305、R6.3.5、Mar 5, 2024も読める。時刻はあってもなくてもよい。日付のほかに読めないものがあれば、日付だけを読み、残りを示す。00の月や日（1942/05/00）は不明とみなす。日の分からない言葉（不明、2024年春）については何も言わない。",
    why:
        "Tables and other programs cannot tell when the game was played.",
        "集計でもほかのソフトでも、いつの対局か分からない。",
    remedy:
        "Write the date as 2024/03/05 or 2024/03/05 10:00:00.",
        "2024/03/05か2024/03/05 10:00:00のように書く。",
    source: "CSA V2.2, $START_TIME: YYYY/MM/DD HH:MM:SS; KIF definition: dates as YYYY/MM/DD.",
    bad: Record { text: "V2.2\n$START_TIME:17:13:24\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n" },
        "the date is missing", "日付がない",
    good: Record { text: "V2.2\n$START_TIME:2024/03/05 17:13:24\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n" },
        "date and time", "日付と時刻",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnreadableDate(date, why) = case.kind() else {
        return;
    };
    let date = in_quotes(date);
    report.say(match *why {
        DateGap::TimeAlone => message!(
            "{date} is a time of day; the date is missing",
            "{date}は時刻だけで、日付がない",
            date
        ),
        DateGap::Unclear => message!(
            "{date} cannot be read as a date; the year needs four digits or an era, and month and day come after it",
            "{date}は日付として読めない。4桁か元号の年、月、日の順に書く",
            date
        ),
        DateGap::InPart(read) => message!(
            "of {date} only {read} is understood",
            "{date}のうち、読めるのは{read}だけである",
            date,
            read = read.to_string()
        ),
    });
}
