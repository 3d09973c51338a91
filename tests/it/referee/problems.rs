//! Mate problems (詰将棋): intentionally missing pieces are accepted, and real errors are reported.

use super::summary::with_severities;
use crate::support::checking;
use kifu::finding::Language;
use kifu::record::Outcome;
use kifu::shogi::Color;

/// A problem in which Black attacks with a tokin on the board, and a gold and a pawn in hand. White has only the king
/// and a knight next to the king.
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

/// The position of [`BOARD`] in CSA, with all other pieces in White's hand.
const PIECE_LIST: &str = "P1 *  *  *  *  *  *  * -KE-OU
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

fn rule_names(text: &str) -> String {
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
    for (headers, moves, expected) in table {
        assert_eq!(
            rule_names(&format!("{headers}{BOARD}{moves}")),
            expected,
            "{headers}{moves}"
        );
    }
}

/// A problem in which Black can mate with a rook dropped far from the king. White has pieces in hand that can be
/// dropped in between.
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
    let findings_and_verdict = |board: &str| {
        let text = format!("手合割：詰将棋\n{board}   1 ９一飛打\n   2 詰み\n");
        let judgement = checking::check_file(text.as_bytes()).remove(0);
        let findings: Vec<_> = judgement
            .findings
            .iter()
            .map(|finding| format!("{} {}", finding.rule.name, finding.severity.name()))
            .collect();
        (findings.join(", "), judgement.verdict)
    };
    let black_wins = Some(Outcome::Win(Color::Black.into()));
    assert_eq!(
        findings_and_verdict(DISTANT_CHECK),
        ("mate-claimed-not-mate note".to_owned(), black_wins)
    );
    // Without the silver, the rook is unprotected when it captures next to the king.
    let without_silver = DISTANT_CHECK.replace("銀 ・ ・|二", "・ ・ ・|二");
    let (findings, verdict) = findings_and_verdict(&without_silver);
    assert!(findings.starts_with("mate-claimed-not-mate error"), "{findings}");
    assert_eq!(verdict, Some(Outcome::None));
    // In a game, an interposition is a legal reply.
    let game = DISTANT_CHECK.replace(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九",
        "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九",
    );
    let text = format!("手合割：その他\n{game}   1 ９一飛打\n   2 詰み\n");
    let rules = rule_names(&text);
    assert_eq!(rules, "mate-claimed-not-mate result-overturned");
    // If White has no pieces in hand, the check is mate.
    let without_hand = DISTANT_CHECK.replace("歩 香", "なし");
    assert_eq!(findings_and_verdict(&without_hand), (String::new(), black_wins));
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
        assert_eq!(
            rule_names(&format!("V2.2\n{PIECE_LIST}{moves}")),
            expected,
            "{moves}"
        );
    }
}

/// Returns a rotated problem: White attacks, and Black has only the king and a knight.
fn rotated_problem(to_move: &str) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let last_rows =
        "|vと ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| 玉 桂 ・ ・ ・ ・ ・ ・ ・|\n";
    format!(
        "後手の持駒：金\n{}{last_rows}先手の持駒：なし\n{to_move}\n",
        empty.repeat(6)
    )
}

#[test]
fn white_may_be_the_attacker_of_a_problem() {
    for (headers, to_move, moves, expected) in [
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
        // Without moves, a missing king is only a note. If the header states a problem, the missing king is not
        // reported.
        ("手合割：詰将棋\n", "先手番", "", ""),
    ] {
        let text = format!("{headers}{}{moves}", rotated_problem(to_move));
        assert_eq!(with_severities(&text), expected, "{text}");
    }
}

#[test]
fn a_problem_stopped_before_mate_is_not_an_error() {
    let one_king = BOARD.to_owned();
    let both_kings = BOARD.replace("・ ・ ・ ・ ・ ・ ・ ・ ・|九", "・ ・ ・ ・ 玉 ・ ・ ・ ・|九");
    let problem_findings = "result-against-mate note, result-overturned note";
    let mismatch_findings = "result-against-mate note, result-line-mismatch note, result-overturned note";
    let game_findings = "result-against-mate error, result-overturned note";
    let table = [
        (
            format!("手合割：詰将棋\n{one_king}"),
            "   2 中断\n",
            problem_findings,
        ),
        (
            format!("手合割：詰将棋\n{one_king}"),
            "まで1手で中断\n",
            problem_findings,
        ),
        (
            format!("手合割：詰将棋\n{one_king}"),
            "   2 中断\nまで1手詰\n",
            mismatch_findings,
        ),
        (
            format!("表題：詰棋第1番\n{both_kings}"),
            "   2 中断\n",
            problem_findings,
        ),
        (
            format!("手合割：詰将棋\n{one_king}"),
            "   2 引き分け\n",
            game_findings,
        ),
        (
            format!("手合割：その他\n{both_kings}"),
            "   2 中断\n",
            game_findings,
        ),
        // A result line with a wrong number of moves is still an error.
        (
            format!("手合割：詰将棋\n{one_king}"),
            "   2 中断\nまで3手で中断\n",
            "result-against-mate note, result-line-mismatch error, result-overturned note",
        ),
    ];
    for (start, end, expected) in table {
        let text = format!("{start}   1 １二金打\n{end}");
        assert_eq!(with_severities(&text), expected, "{text}");
    }
    let white_attacks = format!(
        "手合割：その他\n{}   1 ９八金打\n   2 中断\n",
        rotated_problem("後手番")
    );
    assert_eq!(
        with_severities(&white_attacks),
        format!("start-king-count note, {problem_findings}")
    );
}

#[test]
fn a_game_is_not_a_problem() {
    assert_eq!(rule_names("手合割：平手\n   1 ７六歩(77)\n"), "end-token-missing");
    // Without White's king, even a record with the header 詰将棋 has a finding about the kings.
    let board = BOARD.replace("v玉|一", " ・|一");
    assert!(rule_names(&format!("手合割：詰将棋\n{board}   1 １二金打\n")).starts_with("start-king-count"));
}

/// A study position may omit a king. A game may not.
#[test]
fn a_king_missing_in_a_position_without_moves_is_a_note() {
    let no_king = BOARD.replace("v玉|一", " ・|一");
    let black_king = no_king.replace("・|九", "玉|九");
    let two_black_kings = black_king.replace("・|八", "玉|八");
    for (board, moves, expected) in [
        (&*black_king, "", "White note"),
        (&*black_king, "   1 中断\n", "White note"),
        (&*no_king, "", "Black note, White note"),
        (&*black_king, "   1 １八金打\n", "White error"),
        (&*two_black_kings, "", "Black error, White note"),
    ] {
        let judgement = checking::check_file(format!("{board}{moves}").as_bytes()).remove(0);
        let king_findings = judgement
            .findings
            .iter()
            .filter(|finding| finding.rule.name == "start-king-count");
        let sides_and_severities: Vec<_> = king_findings
            .map(|king_finding| {
                let side = king_finding.message.in_language(Language::English);
                let (side, _) = side.split_once(' ').expect("a side");
                format!("{side} {}", king_finding.severity.name())
            })
            .collect();
        assert_eq!(sides_and_severities.join(", "), expected, "{board}{moves}");
    }
}
