//! A game that the crate does not contain, on a board of 3 × 3, is read, checked, reported and counted like shogi.

mod game;
mod notation;

use std::sync::Arc;

use kifu::check::{Checked, Suppressed};
use kifu::finding::Language;
use kifu::finding::Seat;
use kifu::finding::Severity;
use kifu::profile::Profile;
use kifu::record::Outcome;
use kifu::report::FORMS;
use kifu::report::RenderOptions;
use kifu::report::RenderState;
use kifu::report::RenderedEntries;
use kifu::report::ReportEntry;
use kifu::report::TableForm;
use kifu::stats::Answer;
use kifu::stats::Layout;
use kifu::stats::Part;
use kifu::stats::Query;
use kifu::stats::TABLES;
use kifu::stats::{GameCollector, Needs};
use kifu::system::Referees;
use kifu::system::SHOGI;
use kifu::system::SYSTEMS;
use kifu::system::System;
use serde_json::{Value, json};

use crate::support::checking;

/// A correct game, a game with an illegal move and moves after the end, and a game with an unreadable line.
const FILES: [(&str, &str); 3] = [
    ("a.xo", "X: Ada\nO: Ben\nb2\na1\nc1\na2\na3\n"),
    ("b.xo", "X: Cyd\nO: Dan\na1\na1\nb1\nc3\nc1\nb3\n"),
    ("c.xo", "b2\nz9\na1\nresign\n"),
];

/// The games that the referees know: shogi, and noughts and crosses.
static GAMES: [&System; 2] = [&SHOGI, &game::SYSTEM];

/// Checks `FILES`. Returns the report in the given form, and the rows of a statistics table as JSON Lines.
fn report_and_rows(form_name: &'static str, language: Language, table_name: &str) -> (String, String) {
    let table = TABLES
        .iter()
        .find(|candidate| candidate.name == table_name)
        .expect("a table");
    let columns = table.headings().into_iter().map(|it| it.name).enumerate();
    let layout = Layout {
        headings: None,
        form: TableForm::named("jsonl").unwrap(),
        columns: columns.collect(),
    };
    let query = Query::new(table, layout);
    let options = RenderOptions {
        language,
        ..RenderOptions::default()
    };
    let form = FORMS
        .iter()
        .find(|candidate| candidate.name == form_name)
        .expect("a form");
    let profile = Arc::new(Profile {
        name: "usual".to_owned(),
        ..Profile::default()
    });
    let (mut referees, mut collector) = (
        Referees::new(&GAMES, Profile::default()),
        GameCollector::new(Needs::OPENINGS),
    );
    let (mut report, mut render_state) = (Vec::new(), RenderState::default());
    let mut answer = Answer::begin(&query, Vec::new()).unwrap();
    for (path, text) in FILES {
        let text = kifu::text::decode(text.as_bytes(), None);
        let (mut entries, mut part) = (RenderedEntries::default(), Part::default());
        for record in kifu::notation::records(&text, Some(&notation::NOTATION)) {
            collector.begin(&record);
            let judgement = referees.check_watched(&record, &mut |played| collector.observe(played));
            let game = Checked {
                judgement,
                suppressed: Suppressed::default(),
                profile: Arc::clone(&profile),
                path,
                text: &text,
                record,
            };
            let entry = ReportEntry {
                game: &game,
                findings: &game.judgement.shown(Severity::Note),
                date: None,
                highest: None,
                show: None,
            };
            form.add(&entry, &options, &mut entries);
            let figures = collector.finish_game(&Arc::from(path), "UTF-8", &game.record, &game.judgement);
            query.add(figures, &mut part);
        }
        report.extend_from_slice(&render_state.render(&entries, &options));
        answer.push(part).unwrap();
    }
    let rows = String::from_utf8(answer.finish().unwrap()).unwrap();
    (String::from_utf8(report).unwrap(), rows)
}

#[test]
fn findings_use_the_seats_and_cells_of_the_game() {
    for (form, language) in [("concise", Language::English), ("text", Language::Japanese)] {
        let (report, _) = report_and_rows(form, language, "games");
        insta::assert_snapshot!(form, report);
    }
}

#[test]
fn json_has_the_keys_of_shogi() {
    let (report, _) = report_and_rows("jsonl", Language::English, "games");
    let objects: Vec<Value> = report
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let value = |index: usize, key: &str| objects[index][key].clone();
    assert_eq!(value(0, "game"), "noughts-and-crosses");
    assert_eq!(
        (value(0, "verdict"), value(0, "stated")),
        (json!("crosses"), Value::Null)
    );
    assert_eq!(
        (value(2, "end"), value(2, "stated")),
        (json!("resign"), json!("crosses"))
    );
    let finding = &objects[1]["findings"][0];
    assert_eq!(
        [
            &finding["rule"],
            &finding["side"],
            &finding["move"],
            &finding["position"],
            &finding["sfen"]
        ],
        [
            &json!("cell-taken"),
            &json!("noughts"),
            &json!("a1"),
            &json!("x........"),
            &Value::Null
        ]
    );
}

#[test]
fn statistics_include_the_game() {
    for (table, columns) in [
        (
            "games",
            "path format handicap plies end verdict winner captures opening findings rules",
        ),
        ("moves", "path ply side usi piece"),
        ("endings", "end games black_wins white_wins"),
        ("rules", "rule findings"),
    ] {
        let (_, rows) = report_and_rows("concise", Language::English, table);
        let rows: Vec<Value> = rows
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let cell_texts = |row: &Value| {
            columns
                .split(' ')
                .map(|column| row[column].to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let rows: Vec<_> = rows.iter().map(cell_texts).collect();
        insta::assert_snapshot!(table, rows.join("\n"));
    }
}

#[test]
fn without_the_game_its_records_are_unreadable() {
    let text = kifu::text::decode(FILES[2].1.as_bytes(), None);
    let record = kifu::notation::records(&text, Some(&notation::NOTATION))
        .next()
        .unwrap();
    let judgement = Referees::with_profile(Profile::default()).check(&record);
    let rules: Vec<_> = judgement.findings.iter().map(|it| it.rule.name).collect();
    assert_eq!((rules, judgement.verdict), (vec!["bad-token"], None));
}

#[test]
fn shogi_is_checked_by_the_same_referees() {
    let bytes = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n".as_bytes();
    let text = kifu::text::decode(bytes, None);
    let record = kifu::notation::records(&text, kifu::notation::detect(&text, None))
        .next()
        .unwrap();
    let judgement = Referees::new(&GAMES, Profile::default()).check(&record);
    assert_eq!(judgement.verdict, Some(Outcome::Win(Seat::BLACK)));
    assert_eq!(judgement.verdict, checking::check_file(bytes)[0].verdict);
    assert!(SYSTEMS.iter().any(|system| system.game == record.game));
}
