//! Time limits in words, in headers and in the names of games.

use kifu::notation::times::TimeLimit;
use kifu::profile::Profile;
use kifu::referee::clock::TimeControl;
use kifu::shogi::Color;

use super::{clock_history, findings, record, times};
use crate::support::checking::check_one_by;
use crate::support::table::{assert_cases, rows};

fn time_control(header: &str) -> Option<TimeControl> {
    let notation = if header.starts_with('$') { "csa" } else { "kif" };
    let times = times(if notation == "csa" { "1" } else { "0:01" });
    let history = clock_history(&record(notation, &[header], &times, "-"));
    history.side(Color::Black).control
}

#[test]
fn time_limits_in_words_are_read_as_far_as_possible() {
    const LIMITS: &str = "
        15分+60秒 | 900+60+0 | 900+60+0 | 900+0+60
        10分 | 600+0+0 | 600+0+0 | 600+600+0
        30+0+5 | 30+0+5 | 30+0+5 | 30+0+5
        6時間 | 21600+0+0 | 21600+0+0 | 21600+600+0
        ５時間 | 18000+0+0 | 18000+0+0 | 18000+600+0
        各５時間 | 18000+0+0 | 18000+0+0 | 18000+600+0
        1時間30分 | 5400+0+0 | 5400+0+0 | 5400+600+0
        １時間半 | 5400+0+0 | 5400+0+0 | 5400+600+0
        00:10+00 | 600+0+0 | 10+0+0 | 600+0+0
        00:10+30 | 600+30+0 | 10+30+0 | 600+0+30
        05:00+10 | 18000+10+0 | 300+10+0 | 18000+0+10
        ２４：００ | 86400+0+0 | 1440+0+0 | 86400+0+0
        25:00+10 | 1500+10+0 | 1500+10+0 | 1500+0+10
        30:30 | 1830+0+0 | 1830+0+0 | 1830+0+0
        00:00+30 | 0+30+0 | 0+30+0 | 0+0+30
        0秒+10秒 | 0+10+0 | 0+10+0 | 0+0+10
        30秒+10秒 | 30+10+0 | 30+10+0 | 30+0+10
        3分切れ負け、1手2秒加算 | 180+0+2 | 180+0+2 | 180+0+2
        10分+30秒加算 | 600+0+30 | 600+0+30 | 600+0+30
        15分＋30秒＋10回 | 1500+30+0 | 900+30+0 | 1500+0+30
        各８時間（ストップウォッチ形式） | 28800+0+0 | 28800+0+0 | 28800+600+0
        各４時間（1分未満切り捨て） | 14400+0+0 | 14400+0+0 | 14400+600+0
        初手から30秒 | 0+30+0 | 0+30+0 | 0+30+0
        4 hrs each | 14400+0+0 | 14400+0+0 | 14400+600+0
        1 Hour 30 Minutes | 5400+0+0 | 5400+0+0 | 5400+600+0
        10 min + 30 sec byoyomi | 600+30+0 | 600+30+0 | 600+30+0
        10 min, 5 sec increment per move | 600+0+5 | 600+0+5 | 600+0+5
        15 minutes sudden death | 900+0+0 | 900+0+0 | 900+0+0
        30分60秒 | 1800+60+0 | 1800+60+0 | 1800+0+60
        10分切れ負け | 600+0+0 | 600+0+0 | 600+0+0
        25分、切れ負け | 1500+0+0 | 1500+0+0 | 1500+0+0
        10分+5秒追加 | 600+0+5 | 600+0+5 | 600+0+5
        10分 フィッシャー 5秒 | 600+0+5 | 600+0+5 | 600+0+5
        １５分＋30秒＋（考慮時間10分） | 1500+30+0 | 900+30+0 | 1500+0+30
        10分+30秒+考慮時間1分×10回 | 1200+30+0 | 600+30+0 | 1200+0+30
        なし（初手より１手30秒未満） | 0+30+0 | 0+30+0 | 0+30+0
        60分 切れたら1分将棋 | 3600+60+0 | 3600+60+0 | 3600+60+0
        各30分、切れたら1手30秒 | 1800+30+0 | 1800+30+0 | 1800+30+0
        4時間（チェスクロック方式） | 14400+0+0 | 14400+0+0 | 14400+600+0
        10秒将棋 | 0+10+0 | 0+10+0 | 0+10+0
        １手30秒 | 0+30+0 | 0+30+0 | 0+30+0
        15分 秒読み30秒 | 900+30+0 | 900+30+0 | 900+30+0
        15分 30秒秒読み | 900+30+0 | 900+30+0 | 900+30+0
    ";
    assert_cases(rows(LIMITS), |&[text, likely, least, most]| {
        let time_control = time_control(&format!("持ち時間：{text}"));
        let time_control = time_control.unwrap_or_else(|| panic!("{text} is not understood"));
        let limits =
            [time_control.limit, time_control.min_limit, time_control.max_limit].map(TimeLimit::to_csa_3);
        let expected = [likely, least, most].map(str::to_owned);
        ((expected, least == most), (limits, time_control.is_certain()))
    });
}

#[test]
fn a_separate_byoyomi_belongs_to_the_limit() {
    const CASES: &str = "
        10分 | 30秒 | 600+30+0 | 600+30+0
        10分 | 30 | 600+30+0 | 600+30+0
        10分 | ６０ | 600+60+0 | 600+60+0
        10分 | 30 秒 | 600+30+0 | 600+30+0
        10分 | 1分30秒 | 600+90+0 | 600+90+0
        10分 | 60秒（最後の10秒から） | 600+60+0 | 600+60+0
        10分 | 30秒加算 | 600+0+30 | 600+0+30
        10分 | なし | 600+0+0 | 600+0+0
        10分 | 適宜 | 600+0+0 | 600+600+0
        10分 | 1 | 600+0+0 | 600+600+0
        10分切れたら | 30秒 | 600+30+0 | 600+30+0
        10分+30秒 | 30秒 | 600+30+0 | 600+30+0
        10分+30秒加算 | 30秒 | 600+0+30 | 600+0+30
        10分+30秒 | 60秒 | 600+30+0 | 600+60+30
        10分切れ負け | 30秒 | 600+0+0 | 600+30+0
        なし | 60秒 | 0+60+0 | 0+60+0
        15分 | 30秒+考慮時間1分10回 | 1500+30+0 | 1500+30+0
        30:00 | 30 | 1800+30+0 | 1800+30+0
        05:00 | 10秒 | 18000+10+0 | 18000+10+0
        | 30秒 | 0+30+0 | 4294967.295+30+0
    ";
    assert_cases(rows(CASES), |&[limit, byoyomi, likely, most]| {
        let times = times("0:01");
        let text = record(
            "kif",
            &[&format!("持ち時間：{limit}"), &format!("秒読み：{byoyomi}")],
            &times,
            "-",
        );
        let control = clock_history(&text).side(Color::Black).control.expect(byoyomi);
        let limits = [control.limit, control.max_limit].map(TimeLimit::to_csa_3);
        ([likely, most].map(str::to_owned), limits)
    });
}

#[test]
fn ambiguous_words_are_not_a_limit() {
    for text in [
        "",
        "一億年",
        "なし",
        "不明",
        "30秒",
        "10分たっぷり",
        "10分切れ負け+30秒",
        "10分20分30分",
        "フィッシャー10分",
        "99999999999時間",
        "1日",
        "前半10分",
        "分",
        "+",
        "0+0+0",
        "1手",
        "考慮時間10分",
        "0秒",
        "10回",
        "10分10回",
        "24:60+10",
        "05:00:00+10",
        "4 hrs or so",
        "10 moves",
    ] {
        assert_eq!(time_control(&format!("持ち時間：{text}")), None, "{text}");
    }
}

#[test]
fn csa_limits_are_certain() {
    const HEADERS: &str = "
        $TIME:900+0+5 | exact | 900+0+5
        $TIME+:60.5+0+0 | exact | 60.5+0+0
        $TIME_LIMIT:00:25+30 | exact | 1500+30+0
        $TIME_LIMIT:4時間 | likely | 14400+0+0
        $TIME_LIMIT:00:00+30 | exact | 0+30+0
        $TIME_LIMIT:05:00+10 | likely | 18000+10+0
        $TIME_LIMIT:24:00+00 | likely | 86400+0+0
        $TIME_LIMIT:25:00+10 | likely | 1500+10+0
        $EVENT:wdoor+floodgate-300-10F+A+B+20210405160009 | exact | 300+0+10
        $EVENT:wdoor+floodgate-600-10+A+B+20151225013004 | exact | 600+10+0
        $EVENT:x+buoy_x-900-0+a+b+20151225013004 | exact | 900+0+0
        $EVENT:wdoor+test-900-060+A+B+20151225013004 | likely | 900+60+0
    ";
    assert_cases(rows(HEADERS), |&[header, exact, likely]| {
        let time_control = time_control(header).unwrap_or_else(|| panic!("{header} is not understood"));
        let expected = (exact == "exact", likely.to_owned());
        (expected, (time_control.exact, time_control.limit.to_csa_3()))
    });
    // The CSA definition has main time and byoyomi. In a header of KIF, the seconds may be an increment.
    assert!(
        time_control("$TIME_LIMIT:00:10+30")
            .expect("a limit")
            .is_certain()
    );
    assert!(
        !time_control("持ち時間：10分＋30秒")
            .expect("a limit")
            .is_certain()
    );
    assert!(!time_control("持ち時間：00:10+30").expect("a limit").is_certain());
    assert_eq!(
        time_control("$EVENT:wdoor+floodgate-300+A+B+20210405160009"),
        None
    );
    assert_eq!(time_control("$EVENT:夏の大会-300-10+A+B"), None);
}

/// The limit in a header may mean hours and minutes or minutes and seconds, unless the times of the moves rule out one
/// of these readings. The last two fields of a case are the time control (`none` if it is uncertain) and the findings
/// about clocks.
#[test]
fn an_ambiguous_limit_is_exceeded_only_in_both_readings() {
    const CASES: &str = "
        kif | 持ち時間：05:00+10 | 2:00 0:05 2:30 0:05 1:30 | 投了 0:30 | none | legal
        kif | 持ち時間：05:00+10 | 2:00 0:05 2:30 0:05 1:30 0:05 0:05 | 投了 0:30 | 18000+10+0 | legal
        kif | 持ち時間：05:00+10 | 2:00 0:05 2:30 0:05 0:30 | 投了 0:30 | none | legal
        kif | 持ち時間：01:00+00 | 61:00 0:05 0:10 | 投了 | 3600+0+0 | clock-overrun @1 black
        csa | $TIME_LIMIT:05:00+00 | 120 5 150 5 | %TIME_UP 30 | none | legal
        csa | $TIME_LIMIT:05:00+00 | 120 5 150 5 | %TIME_UP 20 | none | time-up-without-time @5 black
        csa | $TIME_LIMIT:05:00+00 | 120 5 250 5 1 5 | %TIME_UP 30 | 18000+0+0 | time-up-without-time @7 black
        csa | $TIME_LIMIT:00:05+00 | 120 5 150 5 | %TIME_UP 20 | 300+0+0 | time-up-without-time @5 black
        csa | $TIME_LIMIT:01:00+00 | 3601 5 10 | %TORYO | 3600+0+0 | clock-overrun @1 black
        csa | $TIME_LIMIT:30:00+00 | 1801 5 10 | %TORYO | 1800+0+0 | clock-overrun @1 black
    ";
    assert_cases(
        rows(CASES),
        |&[notation, header, spent, end, time_control, expected_findings]| {
            let text = record(notation, &[header], &times(spent), end);
            let black_control = clock_history(&text).side(Color::Black).control.expect("a limit");
            let control_text = match black_control.minutes {
                Some(_) => "none".to_owned(),
                None => black_control.limit.to_csa_3(),
            };
            let clock_findings = findings(&text, &Profile::default());
            let clock_findings = if clock_findings.is_empty() {
                "legal".to_owned()
            } else {
                clock_findings.join(" ")
            };
            (
                (time_control.to_owned(), expected_findings.to_owned()),
                (control_text, clock_findings),
            )
        },
    );
}

#[test]
fn fractions_of_a_second_are_charged_if_the_limit_has_them() {
    const CASES: &str = "
        $TIME:0.5+0.1+0 | 0.9 0.1 0.1 | clock-overrun @1 black
        $TIME:0.5+0.1+0 | 0.6 0.1 0.1 | legal
        $TIME:0.5+0.1+0 | 0.5 0.1 0.2 0.1 | clock-overrun @3 black
        $TIME:1.5+0+0 | 0.7 0.1 0.7 0.1 | legal
        $TIME:1.5+0+0 | 0.7 0.1 0.9 0.1 0.1 | clock-overrun @3 black
        $TIME:60+10+0 | 69.9 1 9.9 1 | legal
        $TIME:0+10+0 | 10.0 1 1 | clock-overrun @1 black
    ";
    assert_cases(rows(CASES), |&[header, spent, expected_findings]| {
        let text = record("csa", &[header], &times(spent), "-");
        let clock_findings = findings(&text, &Profile::default());
        let clock_findings = if clock_findings.is_empty() {
            "legal".to_owned()
        } else {
            clock_findings.join(" ")
        };
        (expected_findings.to_owned(), clock_findings)
    });
    let text = record(
        "csa",
        &["$TIME:0.5+0.1+0"],
        &["0.9".to_owned(), "0.1".to_owned()],
        "%CHUDAN",
    );
    let judgement = check_one_by(&Profile::default(), &text);
    let overrun = judgement
        .findings
        .iter()
        .find(|finding| finding.rule.name == "clock-overrun");
    let message = &overrun.expect("an overrun").message;
    assert_eq!(
        message.english(),
        "Black took 0:00.9 for this move, with at most 0:00.6 available (0:00.3 over)"
    );
    assert_eq!(
        message.japanese(),
        "先手はこの手に0.9秒使ったが、使えるのは最大0.6秒である（0.3秒超過）"
    );
}
