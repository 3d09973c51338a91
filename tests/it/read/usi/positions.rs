//! Lists of SFEN positions.

use crate::support::findings::ReadFindings;
use kifu::notation::sfen::NOTATION;
use kifu::record::RemarkKind;
use kifu::referee::Referee;
use kifu::shogi::Color;
use kifu::shogi::PieceKind;
use kifu::text::decode;

use super::{EVEN, records, rules, start};

#[test]
fn every_spelling_of_a_position_is_read() {
    let full_hands = "4k4/9/9/9/9/9/9/9/4K4 b RB2P18p";
    for (text, expected, remark) in [
        (format!("{EVEN} 1"), EVEN, None),
        (format!("sfen {EVEN} 1"), EVEN, None),
        (format!("  sfen  {EVEN}"), EVEN, None),
        (format!("{EVEN} 1 the even start"), EVEN, Some("the even start")),
        (format!("{EVEN} the even start"), EVEN, Some("the even start")),
        (format!("{EVEN} 1 # start"), EVEN, Some("# start")),
        (format!("{EVEN} 1 bm 7g7f;"), EVEN, Some("bm 7g7f;")),
        ("4k4/9/9/9/9/9/9/9/4K4 b 18pPPBR 1".to_owned(), full_hands, None),
        ("4k4/9/54/9/9/9/9/9/4K4 b 1R1B2P18p".to_owned(), full_hands, None),
        (EVEN.replace(' ', "_"), EVEN, None),
        (format!("sfen {}_1", EVEN.replace(' ', "_")), EVEN, None),
        (
            format!("sfen_{}_1 the even start", EVEN.replace(' ', "_")),
            EVEN,
            Some("the even start"),
        ),
        (format!("{EVEN} # start"), EVEN, Some("# start")),
    ] {
        let text = decode(text.as_bytes(), None);
        let positions = records(&text, &NOTATION);
        assert_eq!(
            (positions.len(), start(&positions[0]).as_str()),
            (1, expected),
            "{}",
            text.as_str()
        );
        let remarks: Vec<_> = positions[0]
            .remarks
            .iter()
            .map(|remark| (remark.kind, remark.text.as_ref()))
            .collect();
        let expected: Vec<_> = remark
            .into_iter()
            .map(|comment| (RemarkKind::Comment, comment))
            .collect();
        assert_eq!(remarks, expected);
        assert_eq!(rules(&positions[0]), [""; 0], "{}", text.as_str());
    }
}

#[test]
fn many_pieces_in_hand_are_counted() {
    let text = decode(b"4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18P 1\n", None);
    let positions = records(&text, &NOTATION);
    assert_eq!(
        positions[0]
            .start
            .position
            .hand(Color::Black)
            .get(PieceKind::Pawn),
        18
    );
}

#[test]
fn unreadable_positions_have_a_reason() {
    for (line, rule, reason) in [
        ("4k4/9/9/9/9/9/9/4K4 b - 1", "unreadable-board", "nine ranks"),
        ("4k4/9/9/9/9/9/9/9/4K3 b - 1", "unreadable-board", "rank i"),
        ("4k4/9/9/9/9/9/9/9/4K3x b - 1", "unreadable-board", "rank i"),
        ("4k4/9/9/9/9/9/9/9/4K4 b P2 1", "unreadable-board", "hand"),
        ("sfen x", "unreadable-board", "rank a"),
        ("sfen startpos", "unreadable-board", "rank a"),
        (
            "sfen 4k4/9/9/9/9/9/9/9/4K4 B - 1",
            "unreadable-board",
            "side to move",
        ),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 w -0 1", "unreadable-board", "hand"),
        (
            "sfen 4k4/9/9/9/9/9/9/9/4K4%20b%20-%201",
            "unreadable-board",
            "rank i",
        ),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4+b+-+1", "unreadable-board", "rank i"),
        (
            "dhamut3/9/9/9/9/9/9/9/DHAMUT3 b - 1",
            "unreadable-board",
            "rank a",
        ),
        ("4k4/9/9/9/9/9/9/9/4K4 b - -5", "text-after-move", "-5"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 2.5 name", "text-after-move", "2.5"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - abc", "text-after-move", "abc"),
        ("a name", "unreadable-line", "a name"),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h",
            "unreadable-line",
            "moves",
        ),
    ] {
        let text = format!("{EVEN} 1\n{line}\n");
        let text = decode(text.as_bytes(), None);
        let positions = records(&text, &NOTATION);
        let record = positions.last().expect("a record");
        assert_eq!(rules(record), [rule], "{line}");
        assert!(
            record.findings()[0].message.english().contains(reason),
            "{}",
            record.findings()[0].message.english()
        );
        assert_eq!(record.is_playable(), rule != "unreadable-board", "{line}");
    }
}

#[test]
fn positions_without_moves_have_no_finding() {
    let text = format!("{EVEN} 1\n4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1\n");
    let text = decode(text.as_bytes(), None);
    for record in records(&text, &NOTATION) {
        assert!(Referee::new().check(&record).findings.is_empty());
    }
}
