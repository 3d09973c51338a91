//! The lines of play that engines expect, in comments.

use kifu::finding::Language;
use kifu::notation;
use kifu::referee::Referee;
use kifu::text;

/// Returns the findings `illegal-line` of a text: the ply, the text at the place, and the message.
fn illegal_lines(record: &str) -> Vec<String> {
    let text = text::decode(record.as_bytes(), None);
    let mut referee = Referee::new();
    referee.set_engine_lines(true);
    let records = notation::records(&text, notation::detect(&text, None));
    let findings = records.flat_map(|record| referee.check(&record).findings);
    findings
        .filter(|finding| finding.rule.name == "illegal-line")
        .map(|finding| {
            let span = finding.span.expect("a place");
            let place = &text.as_str()[span.start as usize..span.end as usize];
            let message = finding.message.in_language(Language::English);
            format!("{} {place}: {message}", finding.ply.expect("a ply"))
        })
        .collect()
}

/// Returns a CSA record with a comment after ply 2, which is 3c3d.
fn csa(comment: &str) -> String {
    format!("V2.2\nPI\n+\n+7776FU\n-3334FU\n'** 45 {comment}\n+2726FU\n%TORYO\n")
}

/// Returns a KIF record with a comment after ply 2, which is 3c3d.
fn kif(comment: &str) -> String {
    format!("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n*{comment}\n3 ２六歩(27)\n4 投了\n")
}

const PAWN: &str = "is illegal: the pawn on";
const NOT_SO: &str = "a pawn does not move that way";

#[test]
fn the_first_illegal_move_of_a_line_is_reported_at_its_place() {
    for (record, place, message) in [
        (
            csa("+2726FU -8384FU +2624FU -2324FU"),
            "+2624FU",
            format!("move 3 of the engine's line, \"+2624FU\", {PAWN} 2f cannot move to 2d: {NOT_SO}"),
        ),
        (
            csa("2g2f 8c8d 4g2f #300"),
            "4g2f",
            format!("move 3 of the engine's line, \"4g2f\", {PAWN} 4g cannot move to 2f: {NOT_SO}"),
        ),
        (
            csa("+2826FU"),
            "+2826FU",
            "move 1 of the engine's line, \"+2826FU\", is illegal: the record has a pawn, but the piece on 2h is a rook".into(),
        ),
        // This line begins with the move that was played.
        (
            csa("-3334FU +2726FU +2625FU"),
            "+2625FU",
            "move 3 of the engine's line, \"+2625FU\", is illegal: Black moves twice in a row; it is White's turn".into(),
        ),
        (
            kif("対局 評価値 8 読み筋 ▲２六歩(27) △同　歩(83)"),
            "△同　歩(83)",
            format!("move 2 of the engine's line, \"△同　歩(83)\", {PAWN} 8c cannot move to 2f: {NOT_SO}"),
        ),
        // In this line, 同 is the square of the move that was played.
        (
            kif("読み筋=▲同角(88)△８四歩(83)"),
            "▲同角(88)",
            "move 1 of the engine's line, \"▲同角(88)\", is illegal: the bishop on 8h cannot move to 3d: a bishop does not move that way".into(),
        ),
        (
            kif("評価値 8 読み筋 ２六歩(27) ８四歩(84)"),
            "８四歩(84)",
            "move 2 of the engine's line, \"８四歩(84)\", is illegal: there is no piece on 8d to move to 8d".into(),
        ),
        (
            kif("読み筋=▲２六歩△７四飛"),
            "△７四飛",
            "move 2 of the engine's line, \"△７四飛\", is illegal: White has no rook that can move to 7d, and none in hand".into(),
        ),
    ] {
        assert_eq!(illegal_lines(&record), [format!("2 {place}: {message}")], "{record}");
    }
}

#[test]
fn a_line_that_may_be_legal_is_not_reported() {
    for record in [
        csa("+2726FU -8384FU +2625FU"),
        csa("-3334FU +2726FU -8384FU"),
        // Another move instead of the one that was played.
        csa("-8384FU +2726FU -8485FU +7726FU"),
        csa("8c8d 2g2f 8d8e 7g2f"),
        kif("評価値 8 読み筋 同　歩(73) ２六歩(27)"),
        // Words that are not moves. The moves after them may not follow from those before.
        csa("win"),
        csa("+2726FU %TORYO"),
        csa("2g2f resign 9i9a"),
        csa("2g2f rep_draw 9i9a"),
        csa("+2726FU +PASS +2625FU"),
        csa("+2726FU foo +2625FU"),
        // Both golds can go to 5h.
        kif("読み筋=▲５八金△８四歩"),
        kif("読み筋=パス"),
        // The position is not certain after an illegal move of the record.
        csa("+2726FU").replace("-3334FU", "-3335FU"),
    ] {
        assert_eq!(illegal_lines(&record), [""; 0], "{record}");
    }
}

#[test]
fn lines_in_variations_and_in_json_are_checked() {
    let variation = format!(
        "{}変化：1手\n1 ２六歩(27)\n**評価値=8\n**読み筋=△３四歩(34)\n",
        kif("-")
    );
    let message =
        "move 1 of the engine's line, \"△３四歩(34)\", is illegal: there is no piece on 3d to move to 3d";
    assert_eq!(illegal_lines(&variation), [format!("1 △３四歩(34): {message}")]);
    let json = r#"{"header":{"手合割":"平手"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","color":0},"comments":["*評価値=8","*読み筋=△３四歩(34)"]}]}"#;
    let found = illegal_lines(json);
    assert!(found.len() == 1 && found[0].ends_with(message), "{found:?}");
}
