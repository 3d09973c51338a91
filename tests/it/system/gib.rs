//! Reading and writing of janggi records.

use std::path::Path;

use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::profile::Profile;
use kifu::referee::Judgement;
use kifu::system::Referees;
use kifu::text;

use super::{check_text, findings_of, write_as};

#[test]
fn a_missing_setup_is_inferred_from_the_first_moves() {
    let text = "1. 02상74\n2. 17마36\n3. 08상76\n#interrupt\n";
    assert_eq!(findings_of(&check_text(&format!("[대회명 \"-\"]\n{text}"))), "-");
}

#[test]
fn a_diagram_is_the_start_position() {
    let board =
        "1마상사1사상마차/4장4/1포5포1/졸1졸1졸1졸1졸/9/9/兵1兵1兵1兵1兵/1包5包1/4將4/車馬象士1士象馬車 한";
    let text = format!("[판 \"{board}\"]\n1. 41병42 2. 79졸78\n#interrupt\n");
    assert_eq!(findings_of(&check_text(&text)), "-");
    let text = text.replace("2. 79졸78", "2. 01차02");
    assert_eq!(findings_of(&check_text(&text)), "empty-source@2");
    let text = text.replace("車馬", "?");
    assert_eq!(findings_of(&check_text(&text)), "unreadable-board@0 not-judged@1");
    // A finding about the start marks the piece in the header.
    let text = format!("[판 \"{}\"]\n#interrupt\n", board.replace("4장4", "장8"));
    let judgement = check_text(&text);
    assert_eq!(findings_of(&judgement), "start-dead-piece@0");
    let span = judgement.findings[0].span.expect("a place");
    assert_eq!(&text[span.start as usize..span.end as usize], "장");
}

#[test]
fn a_stray_byte_is_a_warning() {
    let text = "[초대국자 \"가\"]\n[한대국자 \"나\"]\n1. 79졸78  2. 41병42\n[대국결과 \"초 기권승\"]\n";
    let (bytes, _, _) = text::EUC_KR.encode(text);
    let offset_after = |part: &str| {
        let (part, _, _) = text::EUC_KR.encode(part);
        let offset = bytes.windows(part.len()).position(|window| window == &*part);
        offset.expect("a part") + part.len()
    };
    for (offset, byte, expected) in [
        (0, 0xFF, "warning damaged-bytes"),
        (offset_after("79졸78"), 0xFF, "warning damaged-bytes"),
        (offset_after("79졸78 "), 0xFF, "warning damaged-bytes"),
        (offset_after("초대국자 \""), 0xFF, "warning damaged-bytes"),
        (bytes.len(), 0xFF, "warning damaged-bytes"),
        // Damage within a move makes the move unreadable. Half a character at the end of the file is an error.
        (
            offset_after("79졸"),
            0xFF,
            "error bad-token, warning damaged-bytes, note not-judged",
        ),
        (bytes.len(), 0xB0, "error damaged-bytes"),
    ] {
        let mut damaged = bytes.to_vec();
        damaged.insert(offset, byte);
        let text = text::decode(&damaged, None);
        let mut records = notation::records(&text, notation::detect(&text, Some("gib")));
        let record = records.next().expect("a record");
        assert!(records.next().is_none(), "{offset}");
        let judgement = Referees::with_profile(Profile::default()).check(&record);
        let findings = judgement.findings.iter();
        let findings: Vec<_> = findings
            .map(|finding| format!("{} {}", finding.severity.name(), finding.rule.name))
            .collect();
        assert_eq!(findings.join(", "), expected, "{offset}");
        assert_eq!(judgement.plies, 2);
    }
}

#[test]
fn a_start_position_may_be_called_fen() {
    let text = |fen: &str, ply: &str| format!("[초대국자 \"가\"]\n[FEN \"{fen}\"]\n1. {ply}\n#interrupt\n");
    let chariot = "9/4k4/9/9/4R4/9/9/9/4K4/9 w - - 0 1";
    for (fen, ply, expected) in [
        (chariot, "55차54", "-"),
        ("9/4k4", "55차54", "unreadable-board@0 not-judged@1"),
        ("", "55차54", "empty-source@1"),
        ("", "79졸78", "-"),
    ] {
        assert_eq!(findings_of(&check_text(&text(fen, ply))), expected, "{fen}");
    }
    // A FEN header begins the next record, as a 국면 header does.
    let two_records = format!(
        "{}[FEN \"{chariot}\"]\n1. 55차54\n#interrupt\n",
        text(chariot, "55차54")
    );
    let two_records = text::decode(two_records.as_bytes(), None);
    let records = notation::records(&two_records, notation::detect(&two_records, None));
    assert_eq!(records.count(), 2);
}

#[test]
fn the_fixtures_are_written_and_read_again() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders =
        ["gung_janggi", "janggi"].map(|word| std::fs::read_dir(fixtures.join(word)).expect("the fixtures"));
    let mut records = 0;
    for entry in folders.into_iter().flatten() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let text = text::decode(&bytes, None);
        for record in notation::records(&text, notation::detect(&text, None)) {
            let target = notation::target("gib").expect("a target");
            let Ok(output) = Writer::new(target).write(&Played::new(&record)) else {
                continue;
            };
            let written_text = String::from_utf8(output.bytes).unwrap();
            assert_eq!(write_as(&written_text, "gib"), written_text);
            let (original, reread) = (
                Referees::with_profile(Profile::default()).check(&record),
                check_text(&written_text),
            );
            let reading_rules = ["unreadable-line", "unreadable-clock", "text-after-move"];
            let rules_and_plies = |judgement: &Judgement| -> Vec<_> {
                let all_findings = judgement
                    .findings
                    .iter()
                    .map(|finding| (finding.rule.name, finding.ply));
                all_findings
                    .filter(|(rule, _)| !reading_rules.contains(rule))
                    .collect()
            };
            assert_eq!(
                rules_and_plies(&reread),
                rules_and_plies(&original),
                "{written_text}"
            );
            assert_eq!(
                (reread.end, reread.verdict),
                (original.end, original.verdict),
                "{written_text}"
            );
            records += 1;
        }
    }
    assert_eq!(records, 14);
}

#[test]
fn headers_are_read_in_any_spelling() {
    let text = "[ 대국 일자  \"2024-05-01\"]\n[회전 1]\n[초차림 \"마상마상\"] [한차림 \"마상마상\"]\n1. 79졸78\n#interrupt\n";
    assert_eq!(findings_of(&check_text(text)), "-");
    let canonical = write_as(text, "gib");
    assert!(
        canonical.starts_with("[대국 일자 \"2024-05-01\"]\n[회전 \"1\"]\n[초차림 \"마상마상\"]\n[한차림"),
        "{canonical}"
    );
}

#[test]
fn records_are_written_unchanged() {
    let text = "[규칙 \"궁장기\"]\n[대회명 \"왕중왕전 \"예선\"\"]\n[홍대국자 \"김\"]\n[청대국자 \"이\"]\n[대국결과 \"청 기권승\"]\n\
                # before\n1. 79졸78 (0:05/00:00:05)  2. 41병42\n{좋은 수}\n{}\n3. 02마83  4. 12마33  5. 한수쉼\n#take-back\n\
                6. 19차18 장군 빅 진\n";
    assert_eq!(write_as(text, "gib"), text);
}

#[test]
fn unreadable_text_is_reported() {
    for (text, expected) in [
        (
            "[대국결과 \"글쎄\"]\n1. 79졸78\n",
            "end-token-missing@1 unreadable-result@0",
        ),
        ("[대국결과 \"\"]\n1. 79졸78\n", "end-token-missing@1"),
        ("[초차림 \"마상마상\"]\n1. 79졸\n#interrupt\n", "bad-token@1"),
        (
            "[초차림 \"마상마상\"]\n1. 79졸78 글\n#interrupt\n",
            "text-after-move@1",
        ),
        (
            "[초차림 \"마상마상\"]\n1. 79졸78 3.\n#interrupt\n",
            "unreadable-line@1",
        ),
        ("[초차림 \"마상마상\"]\n2. 79졸78\n#interrupt\n", "ply-gap@0"),
        (
            "[초차림 \"마상마상\"]\n1. 79졸78 (0:5x)\n#interrupt\n",
            "unreadable-clock@1",
        ),
        ("\\HS\n\\[GAMEBLACKNAME=a\\]\nSTO 0 2 1 15 15\n", "other-game@0"),
    ] {
        let judgement = check_text(text);
        let mut names: Vec<_> = findings_of(&judgement).split(' ').map(str::to_owned).collect();
        names.sort();
        assert_eq!(names.join(" "), expected, "{text}");
    }
}
