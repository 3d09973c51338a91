//! Time limits in words, in headers and in the names of games.

use kifu::notation::times::TimeLimit;
use kifu::referee::clock::Control;
use kifu::shogi::Color;

use super::{clock_history, record, times};
use crate::support::table::{hold, rows};

fn control(header: &str) -> Option<Control> {
    let notation = if header.starts_with('$') { "csa" } else { "kif" };
    let times = times(if notation == "csa" { "1" } else { "0:01" });
    let history = clock_history(&record(notation, &[header], &times, "-"));
    history.side(Color::Black).control
}

#[test]
fn time_limits_in_words_are_understood_as_far_as_they_go() {
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
    hold(rows(LIMITS), |&[text, likely, least, most]| {
        let control = control(&format!("持ち時間：{text}"));
        let control = control.unwrap_or_else(|| panic!("{text} is not understood"));
        let limits = [control.limit, control.least, control.most].map(TimeLimit::to_csa_3);
        let due = [likely, least, most].map(str::to_owned);
        ((due, least == most), (limits, control.is_certain()))
    });
}

#[test]
fn what_may_mean_anything_is_no_limit() {
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
    ] {
        assert_eq!(control(&format!("持ち時間：{text}")), None, "{text}");
    }
}

#[test]
fn csa_tells_exactly() {
    const HEADERS: &str = "
        $TIME:900+0+5 | exact | 900+0+5
        $TIME+:60.5+0+0 | exact | 60.5+0+0
        $TIME_LIMIT:00:25+30 | exact | 1500+30+0
        $TIME_LIMIT:4時間 | likely | 14400+0+0
        $TIME_LIMIT:00:00+30 | exact | 0+30+0
        $EVENT:wdoor+floodgate-300-10F+A+B+20210405160009 | exact | 300+0+10
        $EVENT:wdoor+floodgate-600-10+A+B+20151225013004 | exact | 600+10+0
        $EVENT:x+buoy_x-900-0+a+b+20151225013004 | exact | 900+0+0
        $EVENT:wdoor+test-900-060+A+B+20151225013004 | likely | 900+60+0
    ";
    hold(rows(HEADERS), |&[header, exact, likely]| {
        let control = control(header).unwrap_or_else(|| panic!("{header} is not understood"));
        let due = (exact == "exact", likely.to_owned());
        (due, (control.exact, control.limit.to_csa_3()))
    });
    // By definition main time and byoyomi; in a header of KIF the seconds may be added.
    assert!(control("$TIME_LIMIT:00:10+30").expect("a limit").is_certain());
    assert!(!control("持ち時間：10分＋30秒").expect("a limit").is_certain());
    assert!(!control("持ち時間：00:10+30").expect("a limit").is_certain());
    assert_eq!(control("$EVENT:wdoor+floodgate-300+A+B+20210405160009"), None);
    assert_eq!(control("$EVENT:夏の大会-300-10+A+B"), None);
}
