//! USEN lines: their parts, their errors, their ends, and their detection.

use crate::support::findings::ReadFindings;
use kifu::notation;
use kifu::notation::usen;
use kifu::record::Destination;
use kifu::record::NodeId;
use kifu::record::Origin;
use kifu::record::PieceName;
use kifu::record::Promotion;
use kifu::record::RemarkKind;
use kifu::record::Step;
use kifu::referee::Referee;
use kifu::shogi::Handicap;
use kifu::shogi::PieceKind;
use kifu::text::decode;

use super::{lines, records, rules};

#[test]
fn every_part_is_optional() {
    for (text, line) in [
        ("~0.7ku2jm.r", "7g7f 3c3d r=resign"),
        ("~0.7ku2jm.t", "7g7f 3c3d t=timeout"),
        ("~0.7ku2jm.p", "7g7f 3c3d p=interrupt"),
        ("~0.7ku2jm.j", "7g7f 3c3d j=impasse"),
        ("~0.7ku2jm.", "7g7f 3c3d"),
        ("~0.7ku2jm", "7g7f 3c3d"),
        ("~0.7ku2jm8rl09kbxo", "7g7f 3c3d 8h2b+ 3a2b B*4e"),
        ("~0..r", "r=resign"),
        ("~0.7ku2jm.i8rl", "7g7f 3c3d 8h2b+ i=foul-win"),
    ] {
        let text = decode(text.as_bytes(), None);
        let games = records(&text);
        assert_eq!(
            (games.len(), lines(&games[0])),
            (1, vec![line.to_owned()]),
            "{}",
            text.as_str()
        );
        assert_eq!(rules(&games[0]), [""; 0], "{}", text.as_str());
    }
}

#[test]
fn a_move_is_written_without_mark_and_piece() {
    let text = decode(b"~0.8rlb9q.", None);
    let games = records(&text);
    let steps: Vec<_> = games[0]
        .tree
        .main_line()
        .map(|(_, node)| node.step.clone())
        .collect();
    let [Step::Move(promotion), Step::Move(drop)] = &steps[..] else {
        panic!("{steps:?}");
    };
    assert_eq!(promotion.mark, None);
    assert_eq!(promotion.from, Origin::Board("8h".parse().unwrap()));
    assert_eq!(promotion.to, Destination::Square("2b".parse().unwrap()));
    assert_eq!(
        (promotion.named, promotion.promotion),
        (PieceName::Nothing, Promotion::Promote)
    );
    assert_eq!(
        (drop.from, drop.named),
        (Origin::Hand, PieceName::Before(PieceKind::Gold))
    );
    assert_eq!(drop.promotion, Promotion::Unstated);
    assert_eq!(
        (games[0].text_at(promotion.span), games[0].text_at(drop.span)),
        ("8rl", "b9q")
    );
}

#[test]
fn the_start_is_before_the_first_line() {
    let text = "lnsgkgsnl_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-~12.0rs7ku.\n";
    let text = decode(text.as_bytes(), None);
    let games = records(&text);
    assert_eq!(
        games[0].start.handicap.map(|it| it.name),
        Handicap::by_name("二枚落ち").map(|it| it.name)
    );
    assert_eq!(games[0].start.plies_before, Some(12));
    assert_eq!(lines(&games[0]), ["7a6b 7g7f"]);
    let text = decode(b"4k4_9_9_9_9_9_9_9_z8K.b.2P~0.", None);
    let games = records(&text);
    assert_eq!(
        rules(&games[0]),
        ["unreadable-board"],
        "a king cannot be promoted: {:?}",
        games[0].findings()
    );
    let text = decode(b"4k4_9_9_9_9_9_9_9_zP7K.b.2Pr~0.\n", None);
    let games = records(&text);
    assert_eq!(
        games[0].start.position.to_sfen(1),
        "4k4/9/9/9/9/9/9/9/+P7K b 2Pr 1"
    );
    assert_eq!(games[0].start.plies_before, None);
}

#[test]
fn moves_after_an_unreadable_position_are_not_checked() {
    let text = decode(b"4k4_9_9_9.b.-~0.7ku2jm.r~1.2jm.\n", None);
    let games = records(&text);
    assert_eq!(lines(&games[0]), ["?0.7ku2jm.r~1.2jm."]);
    assert_eq!(rules(&games[0]), ["unreadable-board"]);
    let judgement = Referee::new().check(&games[0]);
    assert_eq!(judgement.findings.len(), 1, "{:?}", judgement.findings);
}

#[test]
fn errors_are_reported_and_kept() {
    for (text, expected, findings) in [
        ("~0.7kuzzz2jm.", &["7g7f ?zzz 3c3d"][..], &["bad-token"][..]),
        ("~0.7ku2j.r", &["7g7f ?2j r=resign"], &["bad-token"]),
        ("~0.7kU.", &["?7kU"], &["bad-token"]),
        ("~0.7k歩.", &["?7k歩"], &["bad-token"]),
        ("~0.bfr.", &["?bfr"], &["bad-token"]),
        ("~0.7ku.q", &["7g7f q=other"], &["unknown-terminal"]),
        ("~0.7ku.i", &["7g7f i=other"], &["unknown-terminal"]),
        ("~0.7ku.izzz", &["7g7f ?zzz i=foul-win"], &["bad-token"]),
        ("~0.7ku.r.r", &["7g7f r.r=other"], &["unknown-terminal"]),
        ("~x.7ku.", &["7g7f"], &["bad-token"]),
        ("~-1.7ku.", &["7g7f"], &["bad-token"]),
        ("~0.7ku.~x.2jm.", &["7g7f"], &["bad-token"]),
        ("~0.7ku.~2.2jm.", &["7g7f"], &["variation-without-parent"]),
        ("~0.7ku.~99999999999.2jm.", &["7g7f"], &["bad-token"]),
        ("~5.7ku.~4.2jm.", &["7g7f"], &["variation-without-parent"]),
    ] {
        let text = decode(text.as_bytes(), None);
        let games = records(&text);
        assert_eq!(lines(&games[0]), expected, "{}", text.as_str());
        assert_eq!(rules(&games[0]), findings, "{}", text.as_str());
    }
}

#[test]
fn there_is_one_game_per_line() {
    let text = "# first\n~0.7ku.r a comment\r\n\r\n~0.6y2.\nprose\n# last\n";
    let text = decode(text.as_bytes(), None);
    let games = records(&text);
    assert_eq!(
        games.iter().flat_map(lines).collect::<Vec<_>>(),
        ["7g7f r=resign", "2g2f"]
    );
    assert_eq!(
        games.iter().map(rules).collect::<Vec<_>>(),
        [vec![], vec!["unreadable-line"]]
    );
    let remarks: Vec<_> = games.iter().flat_map(|record| &record.remarks).collect();
    assert_eq!(
        remarks
            .iter()
            .map(|remark| (remark.kind, remark.text.as_ref()))
            .collect::<Vec<_>>(),
        [
            (RemarkKind::Tool, " first"),
            (RemarkKind::Comment, "a comment"),
            (RemarkKind::Tool, " last")
        ]
    );
    assert_eq!(remarks[0].node, NodeId::START);
}

#[test]
fn the_format_is_detected_by_the_lines() {
    for name in ["usen", "txt", "kif"] {
        let text = decode(b"~0.7ku2jm6y236e5t24be9qc", None);
        let notation = notation::detect(&text, Some(name)).expect("a notation");
        assert_eq!(notation.format.name(), "usen");
    }
}

#[test]
fn letters_and_terminals_agree() {
    for (letter, terminal) in usen::RESULT_LETTERS {
        assert_eq!(usen::terminal(letter), Some(terminal));
        assert_eq!(usen::letter(terminal), Some(letter));
    }
}

#[test]
fn a_missing_end_is_not_reported() {
    let text = decode(b"~0.7ku2jm\n", None);
    assert!(Referee::new().check(&records(&text)[0]).findings.is_empty());
}

#[test]
fn an_illegal_last_move_loses() {
    // A drop of a pawn that is not in hand.
    let text = decode("~0.7ku2jm.ibfq\n".as_bytes(), None);
    let games = records(&text);
    let judgement = Referee::new().check(&games[0]);
    assert_eq!(judgement.plies, 3);
    assert_eq!(judgement.end.map(kifu::record::Terminal::name), Some("foul-win"));
    assert_eq!(judgement.stated.map(kifu::record::Outcome::name), Some("white"));
}

#[test]
fn a_game_in_a_web_address_is_read() {
    for address in [
        "https://example.org/?usen=~0.7ku2jm.r&ply=1",
        "http://example.org/view#~0.7ku2jm.r",
        "  https://example.org/a/b?u=~0.7ku2jm.r",
        "https://example.org/?a=1&u=~0.7ku2jm.r comment",
    ] {
        let text = decode(address.as_bytes(), None);
        let notation = notation::detect(&text, None).expect(address);
        let records: Vec<_> = notation::records(&text, Some(notation)).collect();
        let plies: Vec<_> = records
            .iter()
            .map(|record| record.tree.main_line().count())
            .collect();
        assert_eq!((notation.format.name(), plies), ("usen", vec![3]), "{address}");
    }
    for address in [
        "https://example.org/~0/",
        "https://example.org/~user.name",
        "https://example.org/?u=7ku2jm",
    ] {
        let text = decode(address.as_bytes(), None);
        assert!(notation::detect(&text, None).is_none(), "{address}");
    }
}
