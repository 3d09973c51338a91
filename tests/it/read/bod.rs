//! Board diagrams without moves (BOD).

use crate::support::findings::ReadFindings;
use kifu::notation;
use kifu::notation::bod;
use kifu::record::Record;
use kifu::referee::Referee;
use kifu::text;

/// Reads a text as board diagrams and returns the result of `summarize` for each.
fn map_records<T>(text: &str, summarize: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    let text = text::decode(text.as_bytes(), Some(text::UTF_8));
    notation::records(&text, Some(&bod::NOTATION))
        .map(summarize)
        .collect()
}

fn rule_names(record: &Record<'_>) -> String {
    let names: Vec<&str> = record.findings().iter().map(|it| it.rule.name).collect();
    names.join(" ")
}

const PROBLEM: &str = include_str!("../../../fixtures/bod/problem.bod");
const MIDDLEGAME: &str = include_str!("../../../fixtures/bod/middlegame.bod");

/// Returns the start position, the number of plies before it, the last move, and the rules of the findings.
fn start_summary(record: &Record<'_>) -> (String, Option<u32>, Option<String>, String) {
    let start = &record.start;
    let last_move = start.last_move.as_deref().map(str::to_owned);
    (
        start.position.to_sfen(1),
        start.plies_before,
        last_move,
        rule_names(record),
    )
}

#[test]
fn a_diagram_is_a_record_without_moves() {
    assert_eq!(
        map_records(PROBLEM, |record| start_summary(&record)),
        [(
            "7k1/9/7P1/9/9/9/9/9/9 b RBSrb4g3s4n4l17p 1".to_owned(),
            Some(0),
            None,
            String::new()
        )]
    );
    let middlegame = map_records(MIDDLEGAME, |record| {
        let title = record.headers.value_of("表題").map(str::to_owned);
        (
            start_summary(&record),
            title,
            record.remarks.len(),
            record.start.diagram.is_some(),
            record.start.turn.is_some(),
        )
    });
    let position = "ln1gk1snl/6gb1/p1pppp1pp/6p2/9/1rP4R1/P2PPPP1P/1BG6/LNS1KGSNL w 2Pp 1".to_owned();
    let expected = (position, Some(17), Some("▲２六飛(24)".to_owned()), String::new());
    assert_eq!(
        middlegame,
        [(expected, Some("次の一手".to_owned()), 3, true, true)]
    );
}

#[test]
fn the_status_line_names_the_last_move() {
    let table = [
        ("手数＝26  △２二銀(31)  まで", Some(26), Some("△２二銀(31)"), ""),
        ("手数=4　８八角成(22)　まで　", Some(4), Some("８八角成(22)"), ""),
        ("手数＝61  ▲４一銀打  まで", Some(61), Some("▲４一銀打"), ""),
        ("手数＝１２手 同　銀 まで", Some(12), Some("同　銀"), ""),
        ("手数＝5 ▲７六歩まで", Some(5), Some("▲７六歩"), ""),
        ("手数＝0 まで", Some(0), None, ""),
        ("手数＝0", Some(0), None, ""),
        ("手数＝まで", None, None, "unreadable-board"),
    ];
    for (line, expected_plies, expected_move, findings) in table {
        let text = PROBLEM.replace("手数＝0  まで", line);
        let summaries = map_records(&text, |record| start_summary(&record));
        let (_, plies_before, last_move, rule_names) = &summaries[0];
        assert_eq!(
            (*plies_before, last_move.as_deref()),
            (expected_plies, expected_move),
            "{line}"
        );
        assert_eq!(rule_names, findings, "{line}");
    }
}

#[test]
fn several_diagrams_are_several_records() {
    let texts = [
        format!("{PROBLEM}{PROBLEM}"),
        format!("{PROBLEM}\n{PROBLEM}\n\n"),
        format!("{PROBLEM}\n表題：二つ目\n{PROBLEM}").replace('\n', "\r\n"),
    ];
    for text in &texts {
        let records = map_records(text, |record| {
            (record.start.position.to_sfen(1), record.headers.len())
        });
        assert_eq!(records.len(), 2, "{text}");
        assert_eq!(records[0].0, records[1].0);
        assert_eq!(records[0].1, 0);
    }
    // A diagram with White's hand below the board is one record.
    let (hand_line, rest) = PROBLEM.split_once('\n').expect("lines");
    assert_eq!(map_records(&format!("{rest}{hand_line}\n"), |_| ()).len(), 1);
}

#[test]
fn a_diagram_has_only_notes() {
    for text in [PROBLEM, MIDDLEGAME] {
        let severities = map_records(text, |record| {
            let judgement = Referee::new().check(&record);
            judgement
                .findings
                .iter()
                .map(|it| it.severity)
                .collect::<Vec<_>>()
        });
        assert!(
            severities[0]
                .iter()
                .all(|severity| *severity == kifu::finding::Severity::Note),
            "{severities:?}"
        );
    }
}

#[test]
fn moves_in_a_diagram_are_read_as_in_kif() {
    let text = format!("{PROBLEM}1 ２二銀打\n");
    assert_eq!(map_records(&text, |record| record.tree.len()), [2]);
}
