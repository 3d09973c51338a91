//! Moves of JKF: each field present, absent, null, and wrong.

use crate::support::findings::ReadFindings;
use kifu::record::Destination;
use kifu::record::Origin;
use kifu::record::PieceName;
use kifu::record::Promotion;
use kifu::record::Step;
use kifu::record::WrittenMove;
use kifu::shogi::Color;
use kifu::shogi::Motion;
use kifu::shogi::PieceKind;
use kifu::shogi::Side;
use kifu::shogi::Suffix;

use super::{FIRST, SECOND, findings, game, lines, read};

/// Reads a game whose third move has these JSON fields. Returns the third move (`None` if it is unreadable) and the
/// findings. Asserts that the span of the move covers its JSON object.
fn third_move(fields: &str) -> (Option<WrittenMove>, Vec<String>) {
    let entry = format!(r#"{{"move":{{{fields}}}}}"#);
    let text = game(&[FIRST, SECOND, &entry]);
    let record = read(&text);
    let third = record.tree.main_line().nth(2).expect("a third ply").1;
    let written = match &third.step {
        Step::Move(written) => Some(*written),
        _ => None,
    };
    if let Some(written) = written {
        assert_eq!(written.span.slice(&text), &entry[8..entry.len() - 1]);
    }
    (written, findings(&record))
}

fn square(text: &str) -> kifu::shogi::Square {
    text.parse().expect("a square")
}

#[test]
fn origin_destination_and_piece_are_read_in_every_form() {
    let silver = PieceName::Before(PieceKind::Silver);
    let to = Destination::Square(square("2b"));
    let same_square = Destination::Same(square("3d"));
    let origin_words = |side, motion| Origin::Words(Suffix { side, motion });
    let board = Origin::Board(square("3a"));
    for (fields, from, destination, named) in [
        (
            r#""from":{"x":3,"y":1},"to":{"x":2,"y":2},"piece":"GI""#,
            board,
            to,
            silver,
        ),
        (
            r#""piece":"GI","to":{"y":2,"x":2},"from":{"y":1,"x":3}"#,
            board,
            to,
            silver,
        ),
        (
            r#""from":{"x":3,"y":1},"to":{"x":2,"y":2}"#,
            board,
            to,
            PieceName::Nothing,
        ),
        (r#""to":{"x":2,"y":2},"piece":"GI""#, Origin::Hand, to, silver),
        (
            r#""from":null,"to":{"x":2,"y":2},"piece":"GI","relative":"H""#,
            Origin::Hand,
            to,
            silver,
        ),
        (
            r#""to":{"x":2,"y":2},"piece":"GI","relative":"RD""#,
            origin_words(Some(Side::Right), Some(Motion::Back)),
            to,
            silver,
        ),
        (
            r#""to":{"x":2,"y":2},"piece":"GI","relative":"C""#,
            origin_words(Some(Side::Straight), None),
            to,
            silver,
        ),
        (
            r#""to":{"x":2,"y":2},"piece":"GI","relative":"M""#,
            origin_words(None, Some(Motion::Level)),
            to,
            silver,
        ),
        (
            r#""from":{"x":3,"y":1},"to":{"x":2,"y":2},"piece":"GI","relative":"LU""#,
            board,
            to,
            silver,
        ),
        (
            r#""from":{"x":3,"y":1},"same":true,"piece":"GI""#,
            board,
            same_square,
            silver,
        ),
        (
            r#""from":{"x":3,"y":1},"same":true,"to":{"x":3,"y":4},"piece":"GI","capture":"FU""#,
            board,
            same_square,
            silver,
        ),
        (
            r#""from":{"x":3,"y":1},"same":false,"to":{"x":2,"y":2},"piece":"GI","promote":null"#,
            board,
            to,
            silver,
        ),
    ] {
        let (written, findings) = third_move(fields);
        let written = written.expect("a move");
        assert_eq!(
            (written.from, written.to, written.named),
            (from, destination, named),
            "{fields}"
        );
        assert_eq!(findings, [""; 0], "{fields}");
    }
}

#[test]
fn the_side_mark_is_kept_if_present() {
    let rest = r#","from":{"x":2,"y":7},"to":{"x":2,"y":6}"#;
    for (color, mark) in [
        ("0", Some(Color::Black)),
        ("1", Some(Color::White)),
        ("null", None),
    ] {
        let (written, findings) = third_move(&format!(r#""color":{color}{rest}"#));
        assert_eq!(written.expect("a move").mark, mark);
        assert_eq!(findings, [""; 0]);
    }
}

const FROM: &str = r#""from":{"x":2,"y":7}"#;
const TO: &str = r#""to":{"x":2,"y":6}"#;

#[test]
fn unreadable_moves_have_a_json_path() {
    for (fields, path) in [
        (format!(r#"{FROM},"to":{{"x":10,"y":6}}"#), "to.x"),
        (format!(r#"{FROM},"to":{{"x":2,"y":0}}"#), "to.y"),
        (format!(r#"{FROM},"to":{{"x":2}}"#), "to.y"),
        (format!(r#"{FROM},"to":[2,6]"#), "to"),
        (format!(r#""from":"27",{TO}"#), "from"),
        (format!(r#"{FROM},"to":{{"x":-2,"y":6}}"#), "to.x"),
        (format!(r#"{FROM},"piece":"FU""#), "to"),
        (TO.to_owned(), "piece"),
        (format!(r#"{TO},"piece":"XX""#), "piece"),
    ] {
        let (written, findings) = third_move(&fields);
        assert_eq!(written, None, "{fields}");
        assert_eq!(
            findings,
            [format!("E bad-token moves[3].move.{path}")],
            "{fields}"
        );
    }
}

#[test]
fn doubtful_moves_have_a_json_path() {
    for (field, expected) in [
        (r#""piece":"fu""#, "W schema-error moves[3].move.piece"),
        (r#""piece":5"#, "W schema-error moves[3].move.piece"),
        (r#""color":2"#, "W schema-error moves[3].move.color"),
        (r#""color":"+""#, "W schema-error moves[3].move.color"),
        (r#""same":[1]"#, "W schema-error moves[3].move.same"),
        (r#""same":true"#, "W schema-error moves[3].move.same"),
        (r#""promote":"yes""#, "W schema-error moves[3].move.promote"),
        (r#""relative":"X""#, "W schema-error moves[3].move.relative"),
        (r#""relative":"LL""#, "W schema-error moves[3].move.relative"),
        (r#""relative":"""#, "W schema-error moves[3].move.relative"),
        (r#""eval":50"#, "N schema-error moves[3].move.eval"),
        (r#""from":{"x":2,"y":7}"#, "W schema-error moves[3].move.from"),
    ] {
        let (written, findings) = third_move(&format!("{FROM},{TO},{field}"));
        let written = written.expect(field);
        assert_eq!(written.to, Destination::Square(square("2f")), "{field}");
        assert_eq!(findings, [expected], "{field}");
    }
}

#[test]
fn numbers_in_quotation_marks_are_read() {
    let (written, findings) = third_move(&format!(r#"{FROM},"to":{{"x":"2","y":6}}"#));
    assert_eq!(written.map(|it| it.to.square()), Some(square("2f")));
    assert_eq!(findings, ["W schema-error moves[3].move.to.x"]);
}

#[test]
fn messages_show_found_and_expected_values() {
    let text = game(&[r#"{"move":{"from":{"x":7,"y":7},"to":{"x":17,"y":6}}}"#]);
    let record = read(&text);
    let finding = &record.findings()[0];
    assert_eq!(
        finding.message.english(),
        "`moves[1].move.to.x` is 17, expected a number from 1 to 9; the move cannot be read"
    );
    assert_eq!(finding.ply, Some(1));
    let text = game(&[r#"{"move":{"color":7,"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}"#]);
    let record = read(&text);
    let span = record.findings()[0].span.expect("a place");
    assert_eq!((span.slice(&text), record.text_at(span)), ("7", "7"));
}

#[test]
fn the_same_square_needs_a_move_before() {
    let text = game(&[
        r#"{"move":{"same":true,"from":{"x":7,"y":7},"piece":"FU"}}"#,
        SECOND,
    ]);
    let record = read(&text);
    assert_eq!(lines(&record), "? 3c3d");
    assert_eq!(findings(&record), ["E bad-token moves[1].move.to"]);
    let text = game(&[r#"{"move":{"same":true,"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}"#]);
    let record = read(&text);
    assert_eq!(lines(&record), "7g7f");
    assert_eq!(findings(&record), ["W schema-error moves[1].move.same"]);
}

#[test]
fn numbers_and_words_are_read_as_booleans() {
    for (value, promotion) in [
        ("true", Promotion::Promote),
        ("1", Promotion::Promote),
        ("2.0", Promotion::Promote),
        ("\"true\"", Promotion::Promote),
        ("\"YES\"", Promotion::Promote),
        ("\"1\"", Promotion::Promote),
        ("false", Promotion::Decline),
        ("0", Promotion::Decline),
        ("\"false\"", Promotion::Decline),
        ("\"\"", Promotion::Decline),
        ("\"0\"", Promotion::Decline),
        ("\"成\"", Promotion::Promote),
        ("\"不成\"", Promotion::Decline),
        ("\"同\"", Promotion::Unstated),
        ("\"maybe\"", Promotion::Unstated),
        ("[]", Promotion::Unstated),
    ] {
        let (written, findings) = third_move(&format!("{FROM},{TO},\"promote\":{value}"));
        assert_eq!(written.expect(value).promotion, promotion, "{value}");
        let expected = if matches!(value, "true" | "false") {
            &[][..]
        } else {
            &["W schema-error moves[3].move.promote"]
        };
        assert_eq!(findings, expected, "{value}");
    }
    let move_with_same = |value: &str| third_move(&format!("{FROM},\"same\":\"{value}\",\"piece\":\"KA\""));
    let (written, findings) = move_with_same("同");
    let to = written.map(|it| it.to);
    assert_eq!(to, Some(Destination::Same("3d".parse().expect("a square"))));
    assert_eq!(findings, ["W schema-error moves[3].move.same"]);
    assert_eq!(move_with_same("成").0, None);
}
