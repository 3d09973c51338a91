//! Mate problems (詰将棋): intentionally missing pieces are accepted, and real errors are reported.

use super::summary::with_severities;
use crate::support::checking;
use kifu::finding::Language;
use kifu::record::Outcome;
use kifu::shogi::Color;

/// The attacker has a gold in hand. Only its own knight is next to the king.
const BOARD: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ と|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金 歩
";

/// The position as a CSA piece list, with all other pieces in White's hand.
const LIST: &str = "P1 *  *  *  *  *  *  * -KE-OU
P2 *  *  *  *  *  *  *  *  *
P3 *  *  *  *  *  *  *  * +TO
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7 *  *  *  *  *  *  *  *  *
P8 *  *  *  *  *  *  *  *  *
P9 *  *  *  *  *  *  *  *  *
P+00KI00FU
P-00AL
+
";

fn rules(text: &str) -> String {
    let judgement = checking::check_file(text.as_bytes()).remove(0);
    let names: Vec<_> = judgement
        .findings
        .iter()
        .map(|finding| finding.rule.name)
        .collect();
    names.join(" ")
}

#[test]
fn a_problem_is_recognised() {
    let table = [
        ("手合割：詰将棋\n", "   1 １二金打\n", "mate-unstated"),
        ("手合割：詰将棋\n", "   1 ３三金打\n", ""),
        ("手合割：詰将棋\n", "   1 １二金打\n   2 詰み\n", ""),
        ("手合割：詰将棋\n", "   1 １二金打\nまで1手詰\n", ""),
        ("手合割：詰将棋\n", "", ""),
        ("作品番号：7\n作者：甲\n", "   1 １二金打\n", "mate-unstated"),
        (
            "手合割：その他\n",
            "   1 １二金打\n   2 詰み\n",
            "start-king-count",
        ),
        ("", "   1 １二金打\n", "start-king-count mate-unstated"),
        // Errors of a game are also errors of a problem.
        (
            "手合割：詰将棋\n",
            "   1 ３三金打\n   2 詰み\n",
            "mate-claimed-not-mate result-overturned",
        ),
        ("手合割：詰将棋\n", "   1 １二歩打\n", "uchifuzume"),
        ("手合割：詰将棋\n", "   1 １二銀打\n", "drop-not-in-hand"),
    ];
    for (head, moves, expected) in table {
        assert_eq!(rules(&format!("{head}{BOARD}{moves}")), expected, "{head}{moves}");
    }
}

/// The mating rook is far away, and White has pieces to interpose.
const DISTANT_CHECK: &str = "後手の持駒：歩 香
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ 銀 ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ 金 ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛
";

#[test]
fn mate_with_futile_interpositions_is_mate() {
    let check = |board: &str| {
        let text = format!("手合割：詰将棋\n{board}   1 ９一飛打\n   2 詰み\n");
        let judgement = checking::check_file(text.as_bytes()).remove(0);
        let findings: Vec<_> = judgement
            .findings
            .iter()
            .map(|finding| format!("{} {}", finding.rule.name, finding.severity.name()))
            .collect();
        (findings.join(", "), judgement.verdict)
    };
    let black = Some(Outcome::Win(Color::Black.into()));
    assert_eq!(
        check(DISTANT_CHECK),
        ("mate-claimed-not-mate note".to_owned(), black)
    );
    // The rook next to the king is unprotected.
    let open = DISTANT_CHECK.replace("銀 ・ ・|二", "・ ・ ・|二");
    let (found, verdict) = check(&open);
    assert!(found.starts_with("mate-claimed-not-mate error"), "{found}");
    assert_eq!(verdict, Some(Outcome::None));
    // In a game, an interposition is a legal reply.
    let game = DISTANT_CHECK.replace(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九",
        "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九",
    );
    let text = format!("手合割：その他\n{game}   1 ９一飛打\n   2 詰み\n");
    let found = rules(&text);
    assert_eq!(found, "mate-claimed-not-mate result-overturned");
    // With no pieces in hand it is mate.
    let bare = DISTANT_CHECK.replace("歩 香", "なし");
    assert_eq!(check(&bare), (String::new(), black));
}

#[test]
fn a_csa_piece_list_problem_is_recognised() {
    for (moves, expected) in [
        ("+0012KI\n%TSUMI\n", "start-king-count"),
        ("+0012KI\n", "start-king-count mate-unstated"),
        ("%FUZUMI\n", "start-king-count"),
        (
            "+0012FU\n%TSUMI\n",
            "start-king-count uchifuzume mate-by-foul result-overturned",
        ),
    ] {
        assert_eq!(rules(&format!("V2.2\n{LIST}{moves}")), expected, "{moves}");
    }
}

/// Returns a rotated problem: White attacks, and Black has only the king and its knight.
fn rotated_problem(to_move: &str) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let rest =
        "|vと ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| 玉 桂 ・ ・ ・ ・ ・ ・ ・|\n";
    format!(
        "後手の持駒：金\n{}{rest}先手の持駒：なし\n{to_move}\n",
        empty.repeat(6)
    )
}

#[test]
fn white_may_be_the_attacker_of_a_problem() {
    for (head, to_move, moves, expected) in [
        ("手合割：詰将棋\n", "後手番", "   1 ９八金打\n   2 詰み\n", ""),
        (
            "手合割：その他\n",
            "後手番",
            "   1 ９八金打\n   2 詰み\n",
            "start-king-count note",
        ),
        // The defender's king is missing.
        (
            "手合割：詰将棋\n",
            "先手番",
            "   1 ７七桂(89)\n   2 中断\n",
            "start-king-count error",
        ),
        // Without moves this is a note, and a problem has no finding.
        ("手合割：詰将棋\n", "先手番", "", ""),
    ] {
        let text = format!("{head}{}{moves}", rotated_problem(to_move));
        assert_eq!(with_severities(&text), expected, "{text}");
    }
}

#[test]
fn a_problem_stopped_before_mate_is_not_an_error() {
    let attacker = BOARD.to_owned();
    let both_kings = BOARD.replace("・ ・ ・ ・ ・ ・ ・ ・ ・|九", "・ ・ ・ ・ 玉 ・ ・ ・ ・|九");
    let broken_off = "result-against-mate note, result-overturned note";
    let mismatch = "result-against-mate note, result-line-mismatch note, result-overturned note";
    let game = "result-against-mate error, result-overturned note";
    let table = [
        (format!("手合割：詰将棋\n{attacker}"), "   2 中断\n", broken_off),
        (
            format!("手合割：詰将棋\n{attacker}"),
            "まで1手で中断\n",
            broken_off,
        ),
        (
            format!("手合割：詰将棋\n{attacker}"),
            "   2 中断\nまで1手詰\n",
            mismatch,
        ),
        (
            format!("表題：詰棋第1番\n{both_kings}"),
            "   2 中断\n",
            broken_off,
        ),
        (format!("手合割：詰将棋\n{attacker}"), "   2 引き分け\n", game),
        (format!("手合割：その他\n{both_kings}"), "   2 中断\n", game),
        // A wrong number of moves is still an error.
        (
            format!("手合割：詰将棋\n{attacker}"),
            "   2 中断\nまで3手で中断\n",
            "result-against-mate note, result-line-mismatch error, result-overturned note",
        ),
    ];
    for (start, end, expected) in table {
        let text = format!("{start}   1 １二金打\n{end}");
        assert_eq!(with_severities(&text), expected, "{text}");
    }
    let white = format!(
        "手合割：その他\n{}   1 ９八金打\n   2 中断\n",
        rotated_problem("後手番")
    );
    assert_eq!(
        with_severities(&white),
        format!("start-king-count note, {broken_off}")
    );
}

#[test]
fn a_game_is_not_a_problem() {
    assert_eq!(rules("手合割：平手\n   1 ７六歩(77)\n"), "end-token-missing");
    // White's king is required.
    let board = BOARD.replace("v玉|一", " ・|一");
    assert!(rules(&format!("手合割：詰将棋\n{board}   1 １二金打\n")).starts_with("start-king-count"));
}

/// A study position may omit a king. A game may not.
#[test]
fn a_king_missing_in_a_position_without_moves_is_a_note() {
    let white_alone = BOARD.replace("v玉|一", " ・|一");
    let black_alone = white_alone.replace("・|九", "玉|九");
    let two_kings = black_alone.replace("・|八", "玉|八");
    for (board, moves, expected) in [
        (&*black_alone, "", "White note"),
        (&*black_alone, "   1 中断\n", "White note"),
        (&*white_alone, "", "Black note, White note"),
        (&*black_alone, "   1 １八金打\n", "White error"),
        (&*two_kings, "", "Black error, White note"),
    ] {
        let judgement = checking::check_file(format!("{board}{moves}").as_bytes()).remove(0);
        let kings = judgement
            .findings
            .iter()
            .filter(|finding| finding.rule.name == "start-king-count");
        let found: Vec<_> = kings
            .map(|king| {
                let side = king.message.in_language(Language::English);
                let (side, _) = side.split_once(' ').expect("a side");
                format!("{side} {}", king.severity.name())
            })
            .collect();
        assert_eq!(found.join(", "), expected, "{board}{moves}");
    }
}
