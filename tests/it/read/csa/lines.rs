//! Versions, headers, comments, and unreadable lines of CSA.

use crate::support::findings::ReadFindings;
use kifu::notation;
use kifu::notation::csa::NOTATION;
use kifu::record::RemarkKind;
use kifu::text::decode;

use super::{game, read, rules};

#[test]
fn versions_are_known_or_reported() {
    for version in ["", "V2\n", "V2.1\n", "V2.2\n", "V3.0\n", "V2.2 \r\n", "V3.0,"] {
        assert_eq!(
            rules(&read(&format!("{version}PI\n+\n+7776FU\n"))),
            [""; 0],
            "{version}"
        );
    }
    for version in ["V4.0\n", "V2.3\n", "V2.2a\n", "V9,"] {
        assert_eq!(
            rules(&read(&format!("{version}PI\n+\n+7776FU\n"))),
            ["unknown-version"],
            "{version}"
        );
    }
}

#[test]
fn a_slash_may_end_a_record_within_a_line() {
    let steps_and_rules = |text: &str| {
        let text = decode(text.as_bytes(), None);
        let records = notation::records(&text, Some(&NOTATION));
        records
            .map(|record| (record.tree.main_line().count(), rules(&record).join(" ")))
            .collect::<Vec<_>>()
    };
    let without_findings = |steps| (steps, String::new());
    let two_records = "PI\n+\n+7776FU\n%TORYO,T5,/,PI,+,+2726FU,T3,-3334FU,T4,%TORYO\n";
    assert_eq!(
        steps_and_rules(two_records),
        [without_findings(2), without_findings(3)]
    );
    assert_eq!(
        steps_and_rules("PI\n+\n+7776FU\n%TORYO,/\n"),
        [without_findings(2)]
    );
    // Between moves, a slash does not separate records.
    let slash_between_moves = "PI\n+\n+7776FU,/,-3334FU\n%TORYO\n";
    assert_eq!(
        steps_and_rules(slash_between_moves),
        [(3, "text-after-move".to_owned())]
    );
}

#[test]
fn tabs_divide_statements_after_a_version_and_a_tab() {
    let games = |text: &str| {
        let text = decode(text.as_bytes(), None);
        let records = notation::records(&text, Some(&NOTATION));
        records
            .map(|record| {
                let player = |key| record.headers.value_of(key).unwrap_or_default();
                let names = format!("{}/{}", player("N+"), player("N-"));
                format!(
                    "{names} {} {}",
                    record.tree.main_line().count(),
                    rules(&record).join(" ")
                )
            })
            .collect::<Vec<_>>()
    };
    let game = "V2.2\tN+甲\tN-乙\tPI\t+\t+7776FU\t-3334FU\t%TORYO\n";
    assert_eq!(games(game), ["甲/乙 3 "]);
    assert_eq!(
        games(&format!("'a\tb\n{game}{}", game.replace("V2.2", "V3.0"))),
        ["甲/乙 3 ", "甲/乙 3 "]
    );
    assert_eq!(
        games(&game.replace("-3334FU", "foo")),
        ["甲/乙 2 text-after-move"]
    );
    // If no statement follows the version on its line, tabs do not divide statements, and a name extends to the end of
    // its line.
    assert_eq!(
        games("V2.2\nN+甲\tN-乙\nPI\n+\n+7776FU\n%TORYO\n"),
        ["甲\tN-乙/ 2 "]
    );
    assert_eq!(
        games("V2.2\t\nN+甲\t乙\nPI\n+\n+7776FU\n%TORYO\n"),
        ["甲\t乙/ 2 "]
    );
    assert_eq!(games("V4\tN+甲\tPI\n+\n+7776FU\n"), ["甲/ 1 unknown-version"]);
}

#[test]
fn headers_are_kept_in_order() {
    let text = "N+甲,乙 \r\nN-\r\n$EVENT:a:b,c\n$START_TIME: 22:47:29\n$ANSWER:\nPI\n+\n+7776FU\n$END_TIME:x\nN-丙\n";
    let record = read(text);
    let headers: Vec<_> = record
        .headers
        .iter()
        .map(|header| (&*header.name, &*header.value))
        .collect();
    let expected = [
        ("N+", "甲,乙 "),
        ("N-", ""),
        ("$EVENT", "a:b,c"),
        ("$START_TIME", " 22:47:29"),
        ("$ANSWER", ""),
        ("$END_TIME", "x"),
        ("N-", "丙"),
    ];
    assert_eq!(headers, expected);
    assert_eq!(record.headers.value_of("N-"), Some("丙"));
    assert_eq!(record.headers[2].span.slice(text), "$EVENT:a:b,c");
    assert_eq!(rules(&record), [""; 0]);
}

#[test]
fn comments_belong_to_the_node_before() {
    let text = game("'* start\n'tool\n+7776FU\n'*\n'** 30 -3334FU\nT1\n%TORYO\n'*終局, 感想戦へ\n");
    let record = read(&text);
    let remarks: Vec<_> = record
        .remarks
        .iter()
        .map(|remark| (record.tree.node(remark.node).ply, remark.kind, &*remark.text))
        .collect();
    let expected = [
        (0, RemarkKind::Comment, " start"),
        (0, RemarkKind::Tool, "tool"),
        (1, RemarkKind::Comment, ""),
        (1, RemarkKind::Comment, "* 30 -3334FU"),
        (2, RemarkKind::Comment, "終局, 感想戦へ"),
    ];
    assert_eq!(remarks, expected);
    assert_eq!(rules(&record), [""; 0]);
}

#[test]
fn runs_of_unreadable_lines_are_one_finding() {
    let text = game("one\ntwo\n\n three, with a comma\n+7776FU\nfour\n");
    let record = read(&text);
    assert_eq!(rules(&record), ["unreadable-line", "unreadable-line"]);
    assert!(
        record.findings()[0].message.english().contains('4'),
        "{}",
        record.findings()[0].message.english()
    );
    assert!(
        record.findings()[1].message.english().contains("four"),
        "{}",
        record.findings()[1].message.english()
    );
    assert_eq!(
        record
            .findings()
            .iter()
            .map(|finding| finding.ply)
            .collect::<Vec<_>>(),
        [Some(0), Some(1)]
    );
    let long_line = "x".repeat(100_000) + "\n\0\n";
    let record = read(&long_line);
    assert_eq!(rules(&record), ["unreadable-line"]);
    assert!(record.findings()[0].message.english().len() < 200);
}
