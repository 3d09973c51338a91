//! Clocks: the cases of `fixtures/rules/cases.txt`, time limits in words, and time used at random.

use std::fmt::Write as _;

use crate::support::dice::Dice;
use kifu::notation;
use kifu::notation::time_limit::TimeLimit;
use kifu::profile::{ClockMethod, Profile};
use kifu::referee::Referee;
use kifu::referee::clock::{Basis, Charging, ClockHistory, Control};
use kifu::shogi::Color;
use kifu::text;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

const CASES: &str = include_str!("../../../fixtures/rules/cases.txt");

/// A record in which the rooks go to and fro. Times are by ply; the end comes with its own.
fn record(notation: &str, headers: &[&str], times: &[String], end: &str) -> String {
    let is_csa = notation == "csa";
    let mut text = String::from(if is_csa { "V3.0\n" } else { "" });
    for header in headers {
        let _ = writeln!(text, "{header}");
    }
    text += if is_csa { "PI\n+\n" } else { "手合割：平手\n" };
    let time = |time: &str| match time {
        "" | "-" => "\n".to_owned(),
        time if is_csa => format!("\nT{time}\n"),
        time => format!(" ({time})\n"),
    };
    let number = |ply: usize| if is_csa { String::new() } else { format!("{ply} ") };
    let moves = if is_csa {
        ["+2838HI", "-8272HI", "+3828HI", "-7282HI"]
    } else {
        ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"]
    };
    for (ply, (spent, mv)) in times.iter().zip(moves.iter().cycle()).enumerate() {
        text += &number(ply + 1);
        text += mv;
        text += &time(spent);
    }
    let (word, spent) = end.split_once(' ').unwrap_or((end, ""));
    if word != "-" {
        text += &number(times.len() + 1);
        text += word;
        text += &time(spent);
    }
    text
}

/// The findings about clocks: name, ply and side.
fn findings(text: &str, profile: Profile) -> Vec<String> {
    let text = text::decode(text.as_bytes(), None);
    let mut referee = Referee::by(profile);
    let records = notation::records(&text, notation::detect(&text, None));
    let judged = records.flat_map(|record| referee.judge(&record).findings);
    let about_clocks =
        judged.filter(|it| it.rule.name.starts_with("clock-") || it.rule.name.starts_with("time-"));
    about_clocks
        .map(|finding| {
            assert!(
                !finding.message.japanese().is_empty()
                    && finding.message.japanese() != finding.message.english()
            );
            let ply = finding.ply.map_or("?".to_owned(), |ply| ply.to_string());
            let seat = finding
                .seat
                .map_or_else(String::new, |it| format!(" {}", it.name));
            format!("{} @{ply}{seat}", finding.rule.name)
        })
        .collect()
}

fn profile(words: Option<&str>) -> Profile {
    let usual = Profile::default();
    match words {
        None => usual,
        Some("stop-watch") => Profile {
            clock: vec![ClockMethod::StopWatch],
            ..usual
        },
        Some("least-1") => Profile {
            least_seconds: 1,
            ..usual
        },
        Some(other) => panic!("{other}"),
    }
}

/// `0:59x4`: the time and the one before it, four times in all.
fn times(words: &str) -> Vec<String> {
    let mut times: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        let (time, count) = word.split_once('x').unwrap_or((word, "1"));
        let other = times.last().cloned().unwrap_or_else(|| time.to_owned());
        for round in 0..count.parse().expect("a number") {
            times.extend((round > 0).then(|| other.clone()));
            times.push(time.to_owned());
        }
    }
    times
}

#[test]
fn clocks_are_judged_as_the_rules_say() {
    let lines = CASES.lines().skip_while(|line| *line != "[clocks]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let cases: Vec<_> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    assert_eq!(cases.len(), 107);
    let mut failures = String::new();
    for case in cases {
        let fields: Vec<_> = case.split(" | ").collect();
        let [_, notation, headers, spent, end, expected, _] = fields.as_slice() else {
            panic!("{case}");
        };
        let (notation, rules) = notation
            .split_once(' ')
            .map_or((*notation, None), |(it, rules)| (it, Some(rules)));
        let headers: Vec<_> = headers.split(" / ").filter(|header| *header != "-").collect();
        let found = findings(&record(notation, &headers, &times(spent), end), profile(rules));
        let found = if found.is_empty() {
            "legal".to_owned()
        } else {
            found.join(" + ")
        };
        if found != *expected {
            let _ = writeln!(failures, "{case}\n  got {found}");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// The history of the clocks of a record.
fn clock_history(text: &str) -> ClockHistory {
    let text = text::decode(text.as_bytes(), None);
    let records: Vec<_> = notation::records(&text, notation::detect(&text, None)).collect();
    ClockHistory::of(&records[0], &Profile::default())
}

#[test]
fn totals_that_are_not_written_add_up_what_was_charged() {
    for (method, expected) in [
        ("チェスクロック", [40_000, 99_000, 219_000]),
        ("ストップウォッチ", [0, 0, 120_000]),
    ] {
        let headers = [&*format!("計時方式：{method}")];
        let times = times("0:40 - 0:59 - 2:00 0:01");
        let clock_history = clock_history(&record("kif", &headers, &times, "中断"));
        let black = clock_history.entries.iter().filter(|it| it.side == Color::Black);
        let totals: Vec<_> = black.map(|it| it.total).collect();
        assert_eq!(totals, expected.map(Some), "{method}");
    }
}

fn control(header: &str) -> Option<Control> {
    let notation = if header.starts_with('$') { "csa" } else { "kif" };
    clock_history(&record(
        notation,
        &[header],
        &times(if notation == "csa" { "1" } else { "0:01" }),
        "-",
    ))
    .side(Color::Black)
    .control
}

#[test]
fn time_limits_in_words_are_understood_as_far_as_they_go() {
    let words = |limit: TimeLimit| limit.to_csa_3();
    for (text, likely, least, most) in [
        ("15分+60秒", "900+60+0", "900+60+0", "900+0+60"),
        ("10分", "600+0+0", "600+0+0", "600+600+0"),
        ("30+0+5", "30+0+5", "30+0+5", "30+0+5"),
        ("6時間", "21600+0+0", "21600+0+0", "21600+600+0"),
        ("５時間", "18000+0+0", "18000+0+0", "18000+600+0"),
        ("各５時間", "18000+0+0", "18000+0+0", "18000+600+0"),
        ("1時間30分", "5400+0+0", "5400+0+0", "5400+600+0"),
        ("１時間半", "5400+0+0", "5400+0+0", "5400+600+0"),
        ("00:10+00", "600+0+0", "10+0+0", "600+0+0"),
        ("00:10+30", "600+30+0", "10+30+0", "600+0+30"),
        ("30分60秒", "1800+60+0", "1800+60+0", "1800+0+60"),
        ("10分切れ負け", "600+0+0", "600+0+0", "600+0+0"),
        ("25分、切れ負け", "1500+0+0", "1500+0+0", "1500+0+0"),
        ("10分+5秒追加", "600+0+5", "600+0+5", "600+0+5"),
        ("10分 フィッシャー 5秒", "600+0+5", "600+0+5", "600+0+5"),
        (
            "１５分＋30秒＋（考慮時間10分）",
            "1500+30+0",
            "900+30+0",
            "1500+0+30",
        ),
        ("10分+30秒+考慮時間1分×10回", "1200+30+0", "600+30+0", "1200+0+30"),
        ("なし（初手より１手30秒未満）", "0+30+0", "0+30+0", "0+30+0"),
        ("60分 切れたら1分将棋", "3600+60+0", "3600+60+0", "3600+60+0"),
        ("各30分、切れたら1手30秒", "1800+30+0", "1800+30+0", "1800+30+0"),
        (
            "4時間（チェスクロック方式）",
            "14400+0+0",
            "14400+0+0",
            "14400+600+0",
        ),
        ("10秒将棋", "0+10+0", "0+10+0", "0+10+0"),
        ("１手30秒", "0+30+0", "0+30+0", "0+30+0"),
    ] {
        let control =
            control(&format!("持ち時間：{text}")).unwrap_or_else(|| panic!("{text} is not understood"));
        let got = [control.limit, control.least, control.most].map(words);
        assert_eq!(got, [likely, least, most], "{text}");
        assert_eq!(control.is_certain(), least == most, "{text}");
    }
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
    for (header, exact, likely) in [
        ("$TIME:900+0+5", true, "900+0+5"),
        ("$TIME+:60.5+0+0", true, "60.5+0+0"),
        ("$TIME_LIMIT:00:25+30", false, "1500+30+0"),
        ("$TIME_LIMIT:4時間", false, "14400+0+0"),
        ("$TIME_LIMIT:00:00+30", false, "0+30+0"),
        (
            "$EVENT:wdoor+floodgate-300-10F+A+B+20210405160009",
            true,
            "300+0+10",
        ),
        (
            "$EVENT:wdoor+floodgate-600-10+A+B+20151225013004",
            true,
            "600+10+0",
        ),
        ("$EVENT:x+buoy_x-900-0+a+b+20151225013004", true, "900+0+0"),
        ("$EVENT:wdoor+test-900-060+A+B+20151225013004", false, "900+60+0"),
    ] {
        let control = control(header).unwrap_or_else(|| panic!("{header} is not understood"));
        assert_eq!(
            (control.exact, control.limit.to_csa_3().as_str()),
            (exact, likely),
            "{header}"
        );
    }
    // By definition main time and byoyomi; in a header of KIF the seconds may be added.
    assert!(control("$TIME_LIMIT:00:10+30").expect("a limit").is_certain());
    assert!(!control("持ち時間：10分＋30秒").expect("a limit").is_certain());
    assert!(!control("持ち時間：00:10+30").expect("a limit").is_certain());
    assert_eq!(control("$EVENT:wdoor+floodgate-300+A+B+20210405160009"), None);
    assert_eq!(control("$EVENT:夏の大会-300-10+A+B"), None);
}

#[test]
fn findings_about_clocks_mark_the_time() {
    let kif = "手合割：平手\n   1 ３八飛(28) ( 0:32/00:00:32)\n   2 ７二飛(82) ( 0:01/00:00:01)\n";
    let csa = "V3.0\n$TIME:60+0+0\nPI\n+\n+2838HI\nT30\n-8272HI,T1\n";
    let watch = "計時方式：ストップウォッチ\n";
    let jkf = |total: u32| {
        format!(
            r#"{{"header":{{}},"moves":[{{}},{{"move":{{"color":0,"from":{{"x":2,"y":8}},"to":{{"x":3,"y":8}},"piece":"HI"}},"time":{{"now":{{"m":0,"s":5}},"total":{{"h":0,"m":0,"s":{total}}}}}}},{{"special":"CHUDAN"}}]}}"#
        )
    };
    let table = [
        (
            "clock-cumulative-mismatch",
            format!("{kif}   3 ２八飛(38) ( 1:20/00:01:50)+\n   4 中断\n"),
            "( 1:20/00:01:50)",
        ),
        (
            "clock-cumulative-mismatch",
            format!("{kif}３ ▲２八飛(38)　（１：２０／０：０１：５０）\n   4 中断\n"),
            "（１：２０／０：０１：５０）",
        ),
        // The moves after one that was taken back are held to each other.
        (
            "clock-cumulative-mismatch",
            format!(
                "{kif}   3 待った\n   4 ２八飛(38) ( 0:05/00:00:37)\n   5 ８二飛(72) ( 0:05/00:00:06)\n   6 ３八飛(28) ( 0:05/00:09:37)\n   7 中断\n"
            ),
            "( 0:05/00:09:37)",
        ),
        (
            "clock-negative",
            format!("{kif}   3 ２八飛(38) ( 0:20/00:00:12)\n   4 中断\n"),
            "( 0:20/00:00:12)",
        ),
        (
            "clock-negative",
            format!("{kif}   3 ２八飛(38) (-0:20/00:00:12)\n   4 中断\n"),
            "(-0:20/00:00:12)",
        ),
        (
            "clock-unit-violation",
            format!("{watch}{kif}   3 中断\n"),
            "( 0:32/00:00:32)",
        ),
        ("clock-cumulative-mismatch", jkf(7), r#"{"h":0,"m":0,"s":7}"#),
        (
            "clock-overrun",
            format!("{csa}+3828HI\nT40\n-7282HI\nT1\n%CHUDAN\n"),
            "T40",
        ),
        (
            "clock-overrun",
            format!("{csa}+3828HI,T40\n-7282HI,T1\n%CHUDAN\n"),
            "T40",
        ),
        ("clock-negative", format!("{csa}+3828HI,T-4\n%CHUDAN\n"), "T-4"),
        (
            "unreadable-clock",
            format!("{csa}+3828HI\nTabc\n%CHUDAN\n"),
            "Tabc",
        ),
        ("time-forfeit", format!("{csa}%TORYO\nT40\n"), "T40"),
    ];
    for (rule, text, place) in table {
        let text = text::decode(text.as_bytes(), None);
        let record = notation::records(&text, notation::detect(&text, None))
            .next()
            .expect("a record");
        let findings = Referee::by(Profile::default()).judge(&record).findings;
        let found = findings.iter().find(|it| it.rule.name == rule);
        let span = found
            .and_then(|it| it.span)
            .unwrap_or_else(|| panic!("{rule}: {findings:?}"));
        assert_eq!(record.text_at(span), place, "{rule}");
    }
    // A total that fits is no finding.
    assert_eq!(findings(&jkf(5), Profile::default()), Vec::<String>::new());
}

#[test]
fn how_much_was_too_much_is_the_difference_of_what_is_shown() {
    for (first, spent, shown) in [
        (
            "T48.5",
            "T20",
            "at most 0:13 for this move and took 0:20, 0:07 more",
        ),
        (
            "T48",
            "T20",
            "at most 0:13 for this move and took 0:20, 0:07 more",
        ),
    ] {
        let text = format!(
            "V3.0\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\n{first}\n-3334FU\nT1\n+2726FU\n{spent}\n-8384FU\nT1\n%CHUDAN\n"
        );
        let text = text::decode(text.as_bytes(), None);
        let mut records = notation::records(&text, notation::detect(&text, None));
        let record = records.next().expect("a record");
        let findings = Referee::by(Profile::default()).judge(&record).findings;
        let found = findings.iter().find(|it| it.rule.name == "clock-overrun");
        let message = &found.unwrap_or_else(|| panic!("{findings:?}")).message.english();
        assert!(message.contains(shown), "{message}");
    }
}

#[test]
fn the_ledger_says_what_is_left_and_how_it_was_charged() {
    let left = |text: &str| {
        let clock_history = clock_history(text);
        let left: Vec<_> = clock_history
            .entries
            .iter()
            .map(|it| it.left.map(|left| left / 1000))
            .collect();
        (left, clock_history.charging, clock_history.basis)
    };
    let times = |words: &str| times(words);
    let kif = |header: &str, words: &str| record("kif", &[header], &times(words), "-");
    assert_eq!(
        left(&kif("持ち時間：10分+30秒", "9:50 1:00 0:30 - 0:10")),
        (
            vec![Some(10), Some(540), Some(0), None, Some(0)],
            Charging::Seconds,
            Basis::Usual
        )
    );
    assert_eq!(
        left(&kif("持ち時間：10分", "0:59/0:00:00 2:30/0:02:00")),
        (vec![Some(600), Some(480)], Charging::WholeMinutes, Basis::Totals)
    );
    assert_eq!(
        left(&kif("持ち時間：10分（ストップウォッチ使用）", "0:59 2:30")),
        (vec![Some(600), Some(480)], Charging::WholeMinutes, Basis::Header)
    );
    assert_eq!(
        left(&kif(
            "先手消費時間加算：5 / 持ち時間：1時間"
                .replace(" / ", "\n")
                .as_str(),
            "0:30/0:05:30 1:00/0:01:00"
        )),
        (
            vec![Some(3600 - 330), Some(3540)],
            Charging::Seconds,
            Basis::Usual
        )
    );
    assert!(
        clock_history(&record("kif", &[], &times("- -"), "投了"))
            .entries
            .is_empty()
    );
    let handicap = "手合割：香落ち\n持ち時間：60+0+0\n1 ３四歩(33) (0:10)\n2 ７六歩(77) (0:20)\n";
    let entries = clock_history(handicap).entries;
    assert_eq!(
        entries.iter().map(|it| it.side).collect::<Vec<_>>(),
        [Color::White, Color::Black]
    );
}

/// A limit, the header that says it, and whether a server's clock runs.
fn any_limit(dice: &mut Dice) -> (TimeLimit, &'static str, String) {
    let (minutes, seconds) = (dice.below(15) as u32 + 2, dice.below(60) as u32 + 1);
    let limit = |byoyomi, increment| TimeLimit {
        base: minutes * 60,
        byoyomi,
        increment,
    };
    match dice.below(6) {
        0 => (limit(0, 0), "csa", format!("$TIME:{}+0+0", minutes * 60)),
        1 => (
            limit(seconds, 0),
            "csa",
            format!("$TIME:{}+{seconds}+0", minutes * 60),
        ),
        2 => (
            limit(0, seconds),
            "csa",
            format!("$EVENT:x+y-{}-{seconds}F+a+b+20200101000000", minutes * 60),
        ),
        3 => (limit(0, 0), "kif", format!("持ち時間：{minutes}分切れ負け")),
        4 => (
            limit(seconds, 0),
            "kif",
            format!("持ち時間：各{minutes}分、切れたら１手{seconds}秒"),
        ),
        _ => (
            limit(0, seconds),
            "kif",
            format!("持ち時間：{minutes}分+{seconds}秒加算"),
        ),
    }
}

/// Time used at random, in seconds; at ply `late` more than there is. All are legal up to the second.
fn usage(dice: &mut Dice, limit: TimeLimit, plies: usize, late: Option<usize>) -> Vec<u32> {
    let mut left = [limit.base; 2];
    (0..plies)
        .map(|ply| {
            let left = &mut left[ply % 2];
            let allowed = *left + limit.byoyomi + limit.increment;
            let spent = if late == Some(ply) {
                // Elsewhere than on a server, a second of every move is in doubt.
                allowed + plies as u32 + dice.below(20) as u32
            } else if dice.below(4) == 0 {
                allowed.saturating_sub(1)
            } else {
                dice.below(allowed.clamp(1, 40) as usize) as u32
            };
            *left = (*left + limit.increment).saturating_sub(spent);
            spent
        })
        .collect()
}

fn text_of(notation: &str, header: &str, usage: &[u32]) -> String {
    let times: Vec<_> = usage
        .iter()
        .map(|spent| match notation {
            "csa" => spent.to_string(),
            _ => format!("{:2}:{:02}", spent / 60, spent % 60),
        })
        .collect();
    record(
        notation,
        &[header],
        &times,
        if notation == "csa" { "%TORYO" } else { "投了" },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn legal_use_of_time_is_no_finding(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let (limit, notation, header) = any_limit(&mut dice);
        let plies = dice.below(60);
        let usage = usage(&mut dice, limit, plies, None);
        prop_assert_eq!(findings(&text_of(notation, &header, &usage), Profile::default()), Vec::<String>::new());
    }

    #[test]
    fn a_single_overrun_is_one_finding(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let (limit, notation, header) = any_limit(&mut dice);
        let plies = 2 + dice.below(40);
        let late = dice.below(plies - 1);
        let usage = usage(&mut dice, limit, plies, Some(late));
        let side = if late.is_multiple_of(2) { "black" } else { "white" };
        let expected = vec![format!("clock-overrun @{} {side}", late + 1)];
        prop_assert_eq!(findings(&text_of(notation, &header, &usage), Profile::default()), expected);
    }
}
