//! Statistics of games other than shogi.

use super::{Row, table, table_rows};
use kifu::finding::Language;
use kifu::notation;
use kifu::page::{Drawing, Survey};
use kifu::profile::Profile;
use kifu::record::Record;
use kifu::stats::{GameCollector, Needs};
use kifu::system::Referees;
use kifu::text;
use std::sync::Arc;

/// Returns the move properties of a record: `piece capture captured drop promote check`, with a dot for an empty
/// cell.
fn move_properties(name: &str, text: &str) -> Vec<String> {
    let rows = table_rows(table("moves"), [(name, text.as_bytes())]);
    let cell = |row: &Row, column: &str| match &row[column] {
        serde_json::Value::Null => ".".to_owned(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let columns = ["piece", "capture", "captured", "drop", "promote", "check"];
    let row_text = |row| columns.map(|column| cell(row, column)).join(" ");
    rows.iter().map(row_text).collect()
}

#[test]
fn moves_of_four_players_have_pieces_captures_and_checks() {
    let start = "4 Kn 4 / 9 / 5 Pw 3 / 4 Rs 4 / Kw 7 Ke / 9 / 9 / 9 / 4 Ks 4 S S:P W:- N:- E:- SWNE";
    let text = format!(
        "Yonin: 1\nPosition: {start}\n1 S 5d5c+\n2 N 5a4a\n3 E 1e1d\n4 S P*5g\n5 W pass\n#interrupt\n"
    );
    assert_eq!(
        move_properties("a.yonin", &text),
        [
            "R false . false true true",
            "K false . false false false",
            "K false . false false false",
            "P false . true false false",
            ". . . . . ."
        ]
    );
    let text = format!(
        "Yonin: 1\nPosition: {start}\n1 S 5d4d\n2 W 9e8e\n3 N 5a5b\n4 E 1e1d\n5 S 4d4c+\n#interrupt\n"
    );
    assert_eq!(move_properties("a.yonin", &text)[4], "R true P false true true");
}

#[test]
fn moves_of_hidden_pieces_have_known_values_only() {
    let rows = "TGn . . . . . . / . . . . . . . . / . . . . . . . . / . LCn ?n . . . . . / . COs COs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S";
    let plies = "1 S b4xb5 >\n2 N c5xc4 <\n3 S c4-c3\n4 N a8-a7\n";
    let text = format!("Gunjin: 1\nPosition: {rows}\n{plies}#interrupt\n");
    assert_eq!(
        move_properties("a.gunjin", &text),
        [
            "CO true LC . . .",
            // The hidden piece was lost by its own move, so its kind is unknown.
            ". false . . . .",
            "CO false . . . .",
            "TG false . . . ."
        ]
    );
}

#[test]
fn moves_of_janggi_have_pieces_captures_and_checks() {
    let plies = "1. 56차55\n2. 41병51\n3. 55차25\n#interrupt\n";
    let position = "[국면 \"3a5/4k4/9/p8/5R3/9/P8/9/4KA3/9 w\"]\n";
    assert_eq!(
        move_properties("a.gib", &format!("[규칙 \"궁장기\"]\n{position}{plies}")),
        [
            "R false . . false true",
            "P false . . false false",
            "R true K . false false"
        ]
    );
    let plies = "1. 56차55\n2. 한수쉼\n#interrupt\n";
    assert_eq!(
        move_properties("a.gib", &format!("{position}{plies}")),
        ["R false . . . true", ". . . . . ."]
    );
}

/// Charts of Black and White contain only games of shogi, but the chart of endings contains all games.
#[test]
fn charts_of_black_and_white_are_of_shogi() {
    let shogi = "手合割：平手\n   1 ７六歩(77) ( 0:03/00:00:03)\n   2 投了\n";
    let janggi = "1. 79졸78 (0:05/00:00:05)\n[대국결과 \"초 기권승\"]\n";
    let charts_of = |files: &[(&str, &str)]| {
        let mut survey = Survey::default();
        for (path, content) in files {
            let text = text::decode(content.as_bytes(), None);
            for record in notation::records(&text, notation::detect(&text, None)) {
                survey.add(&collect_game(path, &record), &[]);
            }
        }
        let charts = survey.charts(Language::English);
        let drawing_of = |name: &str| {
            let chart = charts.iter().find(|chart| chart.name == name);
            chart.map(|chart| format!("{:?}", chart.drawing))
        };
        ["results", "times", "endings"].map(|word| drawing_of(word).expect("a chart"))
    };
    let (shogi_charts, mixed_charts) = (
        charts_of(&[("a.kif", shogi)]),
        charts_of(&[("a.kif", shogi), ("b.gib", janggi)]),
    );
    assert_eq!(shogi_charts[..2], mixed_charts[..2]);
    assert_ne!(shogi_charts[2], mixed_charts[2]);
}

/// The rows of the results add up to all games, and games that a chart cannot show are in a row of their own.
#[test]
fn charts_leave_nothing_out_without_a_row() {
    let dated = "開始日時：2024/05/05\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n";
    let later = "開始日時：2025/05/05\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n";
    let undated = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n";
    let charts_of = |folders: usize, texts: &[&str]| {
        let mut survey = Survey::default();
        for folder in 0..folders {
            for (at, content) in texts.iter().enumerate() {
                let text = text::decode(content.as_bytes(), None);
                for record in notation::records(&text, notation::detect(&text, None)) {
                    let path = format!("x/{folder:02}/{at}.kif");
                    survey.add(&collect_game(&path, &record), &[]);
                }
            }
        }
        survey.charts(Language::Japanese)
    };
    for (folders, last, games) in [
        (1, "全体", 1),
        (9, "08", 1),
        (10, "09", 1),
        (11, "その他2フォルダ", 2),
        (40, "その他31フォルダ", 31),
    ] {
        let charts = charts_of(folders, &[dated]);
        let Drawing::Results(rows) = &charts[0].drawing else {
            panic!("{charts:?}");
        };
        let counts: Vec<u64> = rows.iter().map(|row| row.counts.iter().sum()).collect();
        assert_eq!(
            (&*rows[rows.len() - 1].name, counts[rows.len() - 1]),
            (last, games)
        );
        let sum: u64 = counts[1..].iter().sum();
        assert!(folders == 1 || sum == counts[0], "{counts:?}");
    }
    let left_out = |name: &str, texts: &[&str]| {
        let charts = charts_of(1, texts);
        let chart = charts.iter().find(|chart| chart.name == name).unwrap();
        let rows: Vec<_> = chart
            .left_out
            .iter()
            .map(|row| (row.name.clone(), row.count))
            .collect();
        rows
    };
    let row = |name: &str, count| vec![(name.to_owned(), count)];
    assert_eq!(left_out("years", &[dated, later]), []);
    assert_eq!(
        left_out("years", &[dated, undated, undated]),
        row("日付のない対局", 2)
    );
    assert_eq!(left_out("times", &[dated]), row("消費時間のない手", 1));
    assert_eq!(left_out("lengths", &[dated]), []);
    assert_eq!(
        left_out("lengths", &[dated, "手合割：その他\n   1 ４四金(34)\n"]),
        row("再現できない対局", 1)
    );
}

fn collect_game(path: &str, record: &Record<'_>) -> kifu::stats::Game {
    let mut collector = GameCollector::new(Needs::OPENINGS);
    collector.begin(record);
    let judgement = Referees::with_profile(Profile::default())
        .check_watched(record, &mut |played| collector.observe(played));
    collector.finish_game(&Arc::from(path), "UTF-8", record, &judgement)
}
