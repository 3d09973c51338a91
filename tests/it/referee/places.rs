//! Locations of findings about the start position and about clocks.

use kifu::notation;
use kifu::text;

use super::summary::summaries;
use crate::support::checking::check_file;

/// Returns the text marked by the first finding of a rule in the first record, and the end of the marked text (bytes).
fn marked_text(file: &str, rule: &str) -> (String, usize) {
    let decoded = text::decode(file.as_bytes(), None);
    let mut records = notation::records(&decoded, notation::detect(&decoded, None));
    let record = records.next().expect("a record");
    let findings = check_file(file.as_bytes()).remove(0).findings;
    let first_finding = findings.iter().find(|finding| finding.rule.name == rule);
    let span = first_finding.and_then(|it| it.span);
    let span = span.unwrap_or_else(|| panic!("{rule}: {file}\n{findings:?}"));
    (record.text_at(span).to_owned(), span.end as usize)
}

#[test]
fn findings_about_the_start_mark_the_row_or_the_hand() {
    // A board with two black pawns on file 7, and with these pieces in Black's hand. In `king_and_pawn`, a black pawn
    // is on 1一.
    let kif_board = |hand: &str, first_row: &str| {
        format!(
            "後手の持駒：なし\n|{first_row}|一\n{}| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六\n| ・ ・ 歩 ・ ・ ・ ・ ・ ・|七\n{}先手の持駒：{hand}\n先手番\n",
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(4),
            "| ・ ・ ・ ・ ・ ・ ・ ・ 玉|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n",
        )
    };
    let king_and_pawn = "v玉 ・ ・ ・ ・ ・ ・ ・ 歩";
    let row = format!("|{king_and_pawn}|一");
    let csa = |ranks: &str| format!("V2.2\n{ranks}+\n%CHUDAN\n");
    let jkf = |hands: &str| {
        let columns = (1..=9).map(|file| {
            let cell = |rank| match (file, rank) {
                (7, 6 | 7) => r#"{"color":0,"kind":"FU"}"#,
                (1, 8) => r#"{"color":0,"kind":"OU"}"#,
                (9, 1) => r#"{"color":1,"kind":"OU"}"#,
                _ => "{}",
            };
            format!("[{}]", (1..=9).map(cell).collect::<Vec<_>>().join(","))
        });
        let board = columns.collect::<Vec<_>>().join(",");
        format!(
            r#"{{"header":{{}},"initial":{{"preset":"OTHER","data":{{"color":0,"board":[{board}],"hands":[{hands},{{"KY":1}}]}}}},"moves":[{{}},{{"special":"CHUDAN"}}]}}"#
        )
    };
    let usi = |hands: &str| format!("position sfen k7P/9/9/9/9/2P6/2P6/8K/9 b {hands} 1 moves\n");
    let table = [
        (
            kif_board("なし", king_and_pawn),
            "start-nifu",
            "| ・ ・ 歩 ・ ・ ・ ・ ・ ・|七",
        ),
        (kif_board("なし", king_and_pawn), "start-dead-piece", &row),
        (
            kif_board("歩十九", king_and_pawn),
            "start-piece-count",
            "先手の持駒：歩十九",
        ),
        (
            csa("P1-OU\nP6 *  * +FU\nP7 *  * +FU\nP+18OU\n"),
            "start-nifu",
            "P7 *  * +FU",
        ),
        (csa("P-91OU\nP+18OU76FU\nP+77FU\n"), "start-nifu", "77FU"),
        (
            csa("P-91OU\nP+18OU\nP+00HI00HI00HI\n"),
            "start-piece-count",
            "P+00HI00HI00HI",
        ),
        (jkf("{}"), "start-nifu", r#"{"color":0,"kind":"FU"}"#),
        (jkf(r#"{"HI":3}"#), "start-piece-count", r#"{"HI":3}"#),
        (usi("-"), "start-nifu", "2P6"),
        (usi("-"), "start-dead-piece", "k7P"),
        (usi("3R"), "start-piece-count", "3R"),
    ];
    for (text, rule, expected) in table {
        let (marked, end) = marked_text(&text, rule);
        assert_eq!(marked, expected, "{rule}: {text}");
        if rule == "start-nifu" {
            // The second pawn is marked, not the first.
            assert!(!text[end..].contains(expected), "{text}");
        }
    }
    // The even start position has no findings.
    assert_eq!(summaries(csa("PI\n").as_bytes()), "- | none none");
}

#[test]
fn findings_about_clocks_mark_the_time() {
    let kif = "手合割：平手\n   1 ３八飛(28) ( 0:32/00:00:32)\n   2 ７二飛(82) ( 0:01/00:00:01)\n";
    let csa = "V3.0\n$TIME:60+0+0\nPI\n+\n+2838HI\nT30\n-8272HI,T1\n";
    let stopwatch = "計時方式：ストップウォッチ\n";
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
        // Cumulative times after a taken-back move are compared with each other.
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
            format!("{stopwatch}{kif}   3 中断\n"),
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
    for (rule, text, expected) in table {
        assert_eq!(marked_text(&text, rule).0, expected, "{rule}");
    }
    // A correct cumulative time gives no finding.
    assert!(!summaries(jkf(5).as_bytes()).contains("clock-"));
}
