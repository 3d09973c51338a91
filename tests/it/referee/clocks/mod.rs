//! Clocks: the cases of the block `clocks`, and the history of the clocks.

mod limits;
mod random;

use std::fmt::Write as _;

use kifu::notation;
use kifu::profile::ClockMethod;
use kifu::profile::Profile;
use kifu::referee::clock::Basis;
use kifu::referee::clock::Charging;
use kifu::referee::clock::ClockHistory;
use kifu::shogi::Color;
use kifu::text;

use crate::support::checking::check_one_by;
use crate::support::findings::finding_text;
use crate::support::table::{assert_cases, counted_block};

/// Returns a record in which the rooks move to and fro, with one ply for each time. `end` is the word for the end,
/// with or without a time after a blank; `-` means that the end is missing.
fn record(notation: &str, headers: &[&str], times: &[String], end: &str) -> String {
    let is_csa = notation == "csa";
    let mut text = String::from(if is_csa { "V3.0\n" } else { "" });
    for header in headers {
        let _ = writeln!(text, "{header}");
    }
    text += if is_csa { "PI\n+\n" } else { "手合割：平手\n" };
    let time_suffix = |time: &str| match time {
        "" | "-" => "\n".to_owned(),
        time if is_csa => format!("\nT{time}\n"),
        time => format!(" ({time})\n"),
    };
    let number_prefix = |ply: usize| if is_csa { String::new() } else { format!("{ply} ") };
    let moves = if is_csa {
        ["+2838HI", "-8272HI", "+3828HI", "-7282HI"]
    } else {
        ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"]
    };
    for (ply, (spent, mv)) in times.iter().zip(moves.iter().cycle()).enumerate() {
        text += &number_prefix(ply + 1);
        text += mv;
        text += &time_suffix(spent);
    }
    let (word, spent) = end.split_once(' ').unwrap_or((end, ""));
    if word != "-" {
        text += &number_prefix(times.len() + 1);
        text += word;
        text += &time_suffix(spent);
    }
    text
}

/// Returns the findings about clocks: name, ply and side. Asserts that their messages differ in English and Japanese.
fn findings(text: &str, profile: &Profile) -> Vec<String> {
    let findings = check_one_by(profile, text).findings.into_iter();
    let about_clocks = findings
        .filter(|finding| finding.rule.name.starts_with("clock-") || finding.rule.name.starts_with("time-"));
    about_clocks
        .map(|finding| {
            assert!(
                !finding.message.japanese().is_empty()
                    && finding.message.japanese() != finding.message.english()
            );
            finding_text(0, &finding)
        })
        .collect()
}

fn profile(name: Option<&str>) -> Profile {
    let default_profile = Profile::default();
    match name {
        None => default_profile,
        Some("stop-watch") => Profile {
            clock: vec![ClockMethod::StopWatch],
            ..default_profile
        },
        Some("least-1") => Profile {
            least_seconds: 1,
            ..default_profile
        },
        Some(other) => panic!("{other}"),
    }
}

/// Splits times at blanks and expands repetitions: `0:01 0:59x3` means `0:01 0:59 0:01 0:59 0:01 0:59`.
fn times(words: &str) -> Vec<String> {
    let mut times: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        let (time, count) = word.split_once('x').unwrap_or((word, "1"));
        let preceding = times.last().cloned().unwrap_or_else(|| time.to_owned());
        for round in 0..count.parse().expect("a number") {
            times.extend((round > 0).then(|| preceding.clone()));
            times.push(time.to_owned());
        }
    }
    times
}

#[test]
fn clock_cases_have_the_expected_findings() {
    let cases = counted_block("clocks", 110);
    assert_cases(cases, |&[_, notation, headers, spent, end, expected, _]| {
        let (notation, profile_name) = notation
            .split_once(' ')
            .map_or((notation, None), |(it, profile_name)| (it, Some(profile_name)));
        let headers: Vec<_> = headers.split(" / ").filter(|header| *header != "-").collect();
        let clock_findings = findings(
            &record(notation, &headers, &times(spent), end),
            &profile(profile_name),
        );
        let clock_findings = if clock_findings.is_empty() {
            "legal".to_owned()
        } else {
            clock_findings.join(" + ")
        };
        (expected, clock_findings)
    });
}

/// Returns the history of the clocks in the first record of a text, under the default rules.
fn clock_history(text: &str) -> ClockHistory {
    let text = text::decode(text.as_bytes(), None);
    let records: Vec<_> = notation::records(&text, notation::detect(&text, None)).collect();
    ClockHistory::new(&records[0], &Profile::default())
}

#[test]
fn missing_totals_are_the_sum_of_charged_times() {
    for (method, expected) in [
        ("チェスクロック", [40_000, 99_000, 219_000]),
        ("ストップウォッチ", [0, 0, 120_000]),
    ] {
        let headers = [&*format!("計時方式：{method}")];
        let times = times("0:40 - 0:59 - 2:00 0:01");
        let clock_history = clock_history(&record("kif", &headers, &times, "中断"));
        let black = clock_history
            .entries
            .iter()
            .filter(|entry| entry.side == Color::Black);
        let totals: Vec<_> = black.map(|it| it.total).collect();
        assert_eq!(totals, expected.map(Some), "{method}");
    }
}

#[test]
fn the_overrun_is_the_difference_of_the_shown_times() {
    for first_time in ["T48.5", "T48"] {
        let text = format!(
            "V3.0\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\n{first_time}\n-3334FU\nT1\n+2726FU\nT20\n-8384FU\nT1\n%CHUDAN\n"
        );
        let findings = check_one_by(&Profile::default(), &text).findings;
        let overrun = findings
            .iter()
            .find(|finding| finding.rule.name == "clock-overrun");
        let message = &overrun
            .unwrap_or_else(|| panic!("{findings:?}"))
            .message
            .english();
        let expected = "took 0:20 for this move, with at most 0:12 available (0:08 over)";
        assert!(message.contains(expected), "{message}");
    }
}

/// Returns the remaining time after each move (in seconds; `-` if it is unknown), with the charging and the basis of
/// the history.
fn remaining_times(headers: &[&str], spent: &str) -> (String, Charging, Basis) {
    let history = clock_history(&record("kif", headers, &times(spent), "-"));
    let entries = history.entries.iter();
    let remaining = entries.map(|it| {
        it.left
            .map_or("-".to_owned(), |remaining| (remaining / 1000).to_string())
    });
    (
        remaining.collect::<Vec<_>>().join(" "),
        history.charging,
        history.basis,
    )
}

#[test]
fn the_history_has_remaining_time_and_charging() {
    use {Basis::*, Charging::*};
    for (headers, spent, expected, charging, basis) in [
        (
            &["持ち時間：10分+30秒"][..],
            "9:50 1:00 0:30 - 0:10",
            "10 540 0 - 0",
            Seconds,
            Default,
        ),
        (
            &["持ち時間：10分"],
            "0:59/0:00:00 2:30/0:02:00",
            "600 480",
            WholeMinutes,
            Totals,
        ),
        (
            &["持ち時間：10分（ストップウォッチ使用）"],
            "0:59 2:30",
            "600 480",
            WholeMinutes,
            Header,
        ),
        (
            &["先手消費時間加算：5", "持ち時間：1時間"],
            "0:30/0:05:30 1:00/0:01:00",
            "3270 3540",
            Seconds,
            Default,
        ),
    ] {
        assert_eq!(
            remaining_times(headers, spent),
            (expected.to_owned(), charging, basis),
            "{headers:?}"
        );
    }
    let untimed = record("kif", &[], &times("- -"), "投了");
    assert!(clock_history(&untimed).entries.is_empty());
    let handicap = "手合割：香落ち\n持ち時間：60+0+0\n1 ３四歩(33) (0:10)\n2 ７六歩(77) (0:20)\n";
    let sides = clock_history(handicap).entries.into_iter().map(|it| it.side);
    assert_eq!(sides.collect::<Vec<_>>(), [Color::White, Color::Black]);
}
