//! Headers converted to the keys of other formats, and time limits in all their forms.

use kifu::notation::RecordText;
use kifu::notation::csa;
use kifu::notation::header;
use kifu::notation::header::Version;
use kifu::notation::jkf;
use kifu::notation::kif;
use kifu::notation::times::TimeLimit;
use kifu::record::Record;
use proptest::prelude::*;

fn read_kif(text: &str) -> Record<'_> {
    (kif::NOTATION.read)(RecordText { text, offset: 0 })
}

fn read_csa(text: &str) -> Record<'_> {
    (csa::NOTATION.read)(RecordText { text, offset: 0 })
}

fn japanese_headers(record: &Record<'_>) -> String {
    let entries = header::japanese(record).map(|(key, value)| format!("{key}={value}"));
    entries.collect::<Vec<_>>().join(" ")
}

/// Returns the headers with CSA keys and, after a bar, the names of the lost headers.
fn as_csa(record: &Record<'_>, version: Version) -> String {
    let headers = header::csa(record, version);
    let entries = headers
        .entries
        .iter()
        .map(|(key, value)| format!("{key}={value}"));
    let lost_names = headers.lost.iter().map(|it| it.name.to_string());
    let entries: Vec<_> = entries.collect();
    format!(
        "{} | {}",
        entries.join(" "),
        lost_names.collect::<Vec<_>>().join(" ")
    )
}

/// A line with both players gives two headers if a blank or a slash separates the players. As a single header, the line
/// would lose the second player without a message.
#[test]
fn both_players_may_be_on_one_line() {
    let table = [
        ("先手：甲　後手：乙\n", "先手=甲 後手=乙"),
        ("先手: 甲 後手: 乙\n", "先手=甲 後手=乙"),
        ("先手: 甲\n", "先手= 甲"),
        ("上手：甲  下手：乙\n", "上手=甲 下手=乙"),
        ("先手: 甲 / 後手: 乙\n", "先手=甲 後手=乙"),
        ("先手：甲／後手：乙\n", "先手=甲 後手=乙"),
        ("先手：甲/乙\n", "先手=甲/乙"),
        ("先手：甲 後手乙\n", "先手=甲 後手乙"),
        ("先手：甲後手：乙\n", "先手=甲後手：乙"),
        ("先手：甲 先手：乙\n", "先手=甲 先手：乙"),
        ("棋戦：甲　後手：乙\n", "棋戦=甲　後手：乙"),
    ];
    for (line, headers) in table {
        let text = format!("{line}1 ７六歩(77)\n");
        assert_eq!(japanese_headers(&read_kif(&text)), headers, "{line}");
    }
}

#[test]
fn headers_of_csa_have_japanese_keys_in_the_order_of_kif() {
    let text =
        "N+甲\nN-乙\n$EVENT:見本\n$X:1\n$NOTE:a\\nb\n$TIME_LIMIT:00:15+60\n$START_TIME:2024/05/05\nPI\n+\n";
    assert_eq!(
        japanese_headers(&read_csa(text)),
        "開始日時=2024/05/05 棋戦=見本 持ち時間=15分+60秒 備考=a\\nb $X=1 先手=甲 後手=乙"
    );
    assert_eq!(
        japanese_headers(&read_csa("N+甲\nN-乙\n$TIME:900+0+5\n$TIME+:60+0+0\nPI11KY\n-\n")),
        "持ち時間=900+0+5 先手持ち時間=1分 下手=甲 上手=乙"
    );
    assert_eq!(
        japanese_headers(&read_csa("N-\n$TIME_LIMIT:4時間\nPI\n+\n")),
        "持ち時間=4時間 後手="
    );
    // `05:00` may mean hours or minutes, so the text is kept.
    assert_eq!(
        japanese_headers(&read_csa("N-\n$TIME_LIMIT:05:00+10\nPI\n+\n")),
        "持ち時間=05:00+10 後手="
    );
}

#[test]
fn headers_of_other_formats_are_unchanged() {
    let text = "後手：乙\n棋戦：見本\n先手：甲\n先手：丙\n持ち時間：各５時間\n$X：1\n";
    assert_eq!(
        japanese_headers(&read_kif(text)),
        "後手=乙 棋戦=見本 先手=甲 持ち時間=各５時間 $X=1"
    );
    let text = "$EVENT:b\nN+甲\n$TIME:1+2\nN+\nPI\n+\n";
    assert_eq!(
        as_csa(&read_csa(text), Version::Two),
        "N+=甲 $EVENT=b $TIME=1+2 | "
    );
}

#[test]
fn headers_of_kif_have_keys_of_csa_or_are_lost() {
    let text = "開始日時：2024/05/05 10:00\n対局日：2024/05/05\n棋戦：見本\n手合割：平手\n持ち時間：各５時間\n備考：x\n戦型：矢倉\n記録係：丁\n$ANSWER：1\n先手：甲\n後手：\n";
    let record = read_kif(text);
    assert_eq!(
        as_csa(&record, Version::Two),
        "N+=甲 $EVENT=見本 $START_TIME=2024/05/05 10:00 $TIME_LIMIT=05:00+00 $OPENING=矢倉 $ANSWER=1 | 備考 記録係"
    );
    assert_eq!(
        as_csa(&record, Version::Three),
        "N+=甲 $EVENT=見本 $START_TIME=2024/05/05 10:00 $TIME=18000+0+0 $OPENING=矢倉 $NOTE=x $ANSWER=1 | 記録係"
    );
}

#[test]
fn dates_have_the_form_of_csa() {
    for (date, expected) in [
        ("1999/07/15(木) 19:07:12", "$START_TIME=1999/07/15 19:07:12 | "),
        ("2023/01/21 9:00", "$START_TIME=2023/01/21 09:00 | "),
        ("2000-01-02", "$START_TIME=2000/01/02 | "),
        ("2000年01月02日", "$START_TIME=2000/01/02 | "),
        ("令和元年5月1日", "$START_TIME=2019/05/01 | "),
        ("2024/03", " | 開始日時"),
        ("2024/13/45", " | 開始日時"),
        ("不明", " | 開始日時"),
        ("17:13:24", " | 開始日時"),
        ("", " | "),
    ] {
        let kif_text = format!("開始日時：{date}\n");
        let csa_text = format!("$START_TIME:{date}\nPI\n+\n");
        for version in [Version::Two, Version::Three] {
            assert_eq!(as_csa(&read_kif(&kif_text), version), expected, "{date}");
            let expected = expected.replace("開始日時", "$START_TIME");
            assert_eq!(as_csa(&read_csa(&csa_text), version), expected, "{date}");
        }
    }
}

#[test]
fn dates_are_truncated_for_csa() {
    for (date, is_truncated) in [
        ("2019年4月10～11日", true),
        ("2024-03-05T10:00:00Z", true),
        ("2024/03/05(火) 10:00:00", false),
    ] {
        let text = format!("開始日時：{date}\n");
        let record = read_kif(&text);
        let headers = header::csa(&record, Version::Two);
        assert_eq!(
            (headers.cut.len() == 1, headers.lost.len()),
            (is_truncated, 0),
            "{date}"
        );
    }
}

#[test]
fn one_of_several_equivalent_headers_is_used() {
    for (text, expected) in [
        (
            "対局日：2024/05/05\n開始日：2024/05/06\n",
            "$START_TIME=2024/05/05 | 開始日",
        ),
        (
            "日時：2024/05/05 10:00\n開始日時：2024/05/05\n",
            "$START_TIME=2024/05/05 | 日時",
        ),
        (
            "開始日時：2024年5月5日(日) 10:00\n対局日：2024/05/05\n",
            "$START_TIME=2024/05/05 10:00 | ",
        ),
        ("先手：甲\n先手：乙\n", "N+=甲 | "),
        ("先手：甲\n先手：甲\n", "N+=甲 | "),
        ("下手：甲\n上手：乙\n", "N+=甲 N-=乙 | "),
        ("持ち時間：10分切れ負け\n", "$TIME_LIMIT=00:10+00 | "),
        ("持ち時間：300+0+5\n", "$TIME_LIMIT=300+0+5 | "),
        ("持ち時間：10分+30秒加算\n", "$TIME_LIMIT=600+0+30 | "),
        ("持ち時間：05:00+10\n", "$TIME_LIMIT=05:00+10 | "),
        ("持ち時間：00:10+30\n", "$TIME_LIMIT=00:10+30 | "),
        ("持ち時間：30:00+10\n", "$TIME_LIMIT=00:30+10 | "),
        ("持ち時間：6時間\n", "$TIME_LIMIT=06:00+00 | "),
        ("$x：1\n場所：z\n", "$SITE=z | $x"),
    ] {
        assert_eq!(as_csa(&read_kif(text), Version::Two), expected, "{text}");
    }
    let text = r#"{"header":{"手番":"先手","先手の持駒":"なし","棋戦":"a"},"moves":[{}]}"#;
    let record = (jkf::NOTATION.read)(RecordText { text, offset: 0 });
    assert_eq!(as_csa(&record, Version::Two), "$EVENT=a | ");
}

#[test]
fn every_key_of_the_table_is_for_one_name() {
    let mut keys: Vec<_> = header::NAMES
        .iter()
        .flat_map(|name| {
            let csa_keys = name.csa.iter().map(|&(key, _)| key);
            std::iter::once(name.japanese)
                .chain(name.aliases.iter().copied())
                .chain(csa_keys)
        })
        .collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn time_limits_are_read_or_kept_as_text() {
    for (text, expected) in [
        ("6時間", "21600+0+0"),
        ("６時間", "21600+0+0"),
        ("各５時間", "18000+0+0"),
        ("10分", "600+0+0"),
        ("1時間30分", "5400+0+0"),
        ("15分+60秒", "900+60+0"),
        ("15分＋30秒", "900+30+0"),
        ("30分60秒", "1800+60+0"),
        ("1時間+30秒", "3600+30+0"),
        ("30+0+5", "30+0+5"),
        ("0.5+0+1.25", "0.5+0+1.25"),
        (" 0:00+10", "0+10+0"),
        ("10分+5秒追加", "600+0+5"),
        ("3分切れ負け、1手2秒加算", "180+0+2"),
        ("なし（初手より１手30秒未満）", "0+30+0"),
        ("30:00+10", "1800+10+0"),
        ("10分切れ負け", "600+0+0"),
        ("３分切れ負け", "180+0+0"),
        ("0秒+10秒", "0+10+0"),
    ] {
        let limit = TimeLimit::from_japanese(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(limit.to_csa_3(), expected, "{text}");
    }
    for text in [
        "",
        "各",
        "30秒",
        "なし",
        "00:10+00",
        "05:00+10",
        "15分+",
        "15分+30",
        "15分＋30秒＋（考慮時間10分）",
        "15分＋30秒＋10回",
        "1+2",
        "1+2+3+4",
        "1+-2+3",
        "1.0000+0+0",
        "1.+0+0",
        "00:60+00",
        "99999999時間",
        "4294968+0+0",
        "一億年",
    ] {
        assert_eq!(TimeLimit::from_japanese(text), None, "{text}");
    }
}

#[test]
fn canonical_time_limits_are_unchanged() {
    for text in [
        "6時間",
        "10分",
        "1時間30分",
        "15分+60秒",
        "2時間+30秒",
        "0分",
        "0分+30秒",
        "900+0+5",
        "0.5+0+0",
    ] {
        let limit = TimeLimit::from_japanese(text).expect(text);
        assert_eq!(limit.to_japanese(), text);
    }
    for text in ["00:15+60", "00:59+00", "00:00+10"] {
        assert_eq!(
            TimeLimit::from_csa_2(text)
                .and_then(TimeLimit::to_csa_2)
                .as_deref(),
            Some(text)
        );
    }
    for text in ["900+0+5", "0+30+0", "1500.25+0.001+10"] {
        assert_eq!(
            TimeLimit::from_csa_3(text).map(TimeLimit::to_csa_3).as_deref(),
            Some(text)
        );
    }
}

proptest! {
    #[test]
    fn any_time_limit_survives_every_form(base in any::<u32>(), byoyomi in any::<u32>(), increment in any::<u32>()) {
        let limit = TimeLimit { base, byoyomi, increment };
        prop_assert_eq!(TimeLimit::from_csa_3(&limit.to_csa_3()), Some(limit));
        prop_assert_eq!(TimeLimit::from_japanese(&limit.to_japanese()), Some(limit));
    }

    #[test]
    fn common_time_limits_survive_every_form(minutes in 0..70_000_u32, seconds in 0..4_000_000_u32) {
        let limit = TimeLimit { base: minutes * 60_000, byoyomi: seconds * 1_000, increment: 0 };
        prop_assert_eq!(TimeLimit::from_csa_3(&limit.to_csa_3()), Some(limit));
        prop_assert_eq!(TimeLimit::from_japanese(&limit.to_japanese()), Some(limit));
        // From one hour on, the text in CSA V2.2 may also mean minutes and seconds, so the text is not read. From 25
        // hours on, `to_csa_2` writes no text.
        let read_back = limit.to_csa_2().map(|it| TimeLimit::from_csa_2(&it));
        let expected = match minutes {
            0..60 => Some(Some(limit)),
            60..1500 => Some(None),
            _ => None,
        };
        prop_assert_eq!(read_back, expected);
    }

    #[test]
    fn any_text_can_be_parsed_as_a_limit(text in "\\PC*|[0-9:+.時間分秒各]*") {
        for limit in [TimeLimit::from_japanese(&text), TimeLimit::from_csa_2(&text), TimeLimit::from_csa_3(&text)].into_iter().flatten() {
            prop_assert_eq!(TimeLimit::from_japanese(&limit.to_japanese()), Some(limit));
        }
    }
}

#[test]
fn only_comments_before_the_moves_are_headers_of_csa() {
    let head = "V2.2\n'棋戦：甲\nPI\n+\n+7776FU\n";
    let text = format!("{head}'棋戦：乙\n'場所：丙\n'$SITE:丁\n-3334FU\n%TORYO\n'$END_TIME:2024/01/02\n");
    assert_eq!(
        as_csa(&read_csa(&text), Version::Two),
        "$EVENT=甲 $END_TIME=2024/01/02 | "
    );
}
