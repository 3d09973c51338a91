//! In every format, text after a move is an error if the text contains a complete move, and otherwise a warning.

use crate::support::findings::ReadFindings;
use kifu::finding::Severity;
use kifu::notation;
use kifu::text;

/// Returns the severity of the finding about text after a move; `None` without such a finding. Asserts that there is at
/// most one.
fn severity(record_text: &str) -> Option<Severity> {
    let decoded = text::decode(record_text.as_bytes(), None);
    let records: Vec<_> = notation::records(&decoded, notation::detect(&decoded, None)).collect();
    let findings: Vec<_> = records.iter().map(ReadFindings::findings).collect();
    let mut text_findings = findings
        .iter()
        .flat_map(|it| it.iter())
        .filter(|finding| finding.rule.name == "text-after-move");
    let severity = text_findings.next().map(|it| it.severity);
    assert_eq!(text_findings.next().map(|it| it.rule.name), None, "{record_text}");
    severity
}

#[test]
fn text_with_a_complete_move_is_an_error() {
    for text in [
        "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01)   2 ３四歩(33)\n",
        "手合割：平手\n   1 ７六歩(77) ３四歩(33)\n   2 ８四歩(83)\n",
        "手合割：平手\n   1 ７六歩(77) (0:0x) 3 ５五角打\n   2 ８四歩(83)\n",
        "▲７六歩 ３四歩 ▲２六歩 △８四歩\n",
        "▲７六歩 △３四歩 ２六歩\n",
        "PI\n+\n+7776FU-3334FU\n+2726FU\n",
        "PI\n+\n+7776FU,v=12 -3334FU\n+2726FU\n",
        "PI\n+\n+7776FU\n%TORYO 30 -3334FU\n",
        "Yonin: 1\n1 S 6i7h 2 W 9g8g\n3 N 3a3b\n",
        "Gunjin: 1\nSetup-S: hidden\nSetup-N: hidden\n1 S b4xb5 = ok N a5-b5\n",
        "[초대국자 \"가\"]\n1. 79졸78 x41병42\n",
    ] {
        assert_eq!(severity(text), Some(Severity::Error), "{text}");
    }
}

#[test]
fn other_text_is_a_warning() {
    for text in [
        "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01)   ３四歩も有力\n",
        "手合割：平手\n   1 ７六歩(77) #好手(2)\n   2 ８四歩(83)\n",
        "▲７六歩 好手 △３四歩 ▲２六歩\n",
        "▲７六歩 ３四歩だと互角 △３四歩 ▲２六歩\n",
        "PI\n+\n+7776FU good+bad\n-3334FU\n",
        "PI\n+\n+7776FU,+7776XX\n-3334FU\n",
        "Yonin: 1\n1 S 6i7h 2 good\n3 N 3a3b\n",
        "[초대국자 \"가\"]\n1. 79졸78 x41 좋다\n",
    ] {
        assert_ne!(severity(text), Some(Severity::Error), "{text}");
    }
}

/// A move may begin at every position of the text, so a quadratic search would be slow.
#[test]
fn long_text_is_searched_in_time() {
    const WORD_COUNT: usize = 50_000;
    for (begin, word, end) in [
        (
            "手合割：平手\n   1 ７六歩(77) x",
            "５八金　",
            "３四歩(33)\n   2 ８四歩(83)\n",
        ),
        ("▲７六歩 x", " x", " ３四歩 ▲２六歩\n"),
        ("PI\n+\n+7776FU 30", " +77", " -3334FU\n+2726FU\n"),
        ("Yonin: 1\n1 S 6i7h x", " x", " 2 W 9g8g\n3 N 3a3b\n"),
        ("[초대국자 \"가\"]\n1. 79졸78 x", "4", "x41병42\n"),
    ] {
        let text = |end: &str| format!("{begin}{}{end}", word.repeat(WORD_COUNT));
        assert_eq!(severity(&text(end)), Some(Severity::Error), "{begin}");
        let last_line = &end[end.find('\n').expect("a line ends")..];
        assert_ne!(severity(&text(last_line)), Some(Severity::Error), "{begin}");
    }
}
