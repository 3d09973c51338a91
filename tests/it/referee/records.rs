//! Complete records with findings and winner: damage, gaps, and results that contradict each other or the board.

use super::summary::{TWO_MOVES, after_two, summaries, with_severities};
use crate::support::checking;
use crate::support::table::{assert_cases, rows};

/// The rest of a game, its findings, and the stated and actual winner.
const RECORD_CASES: &str = "
    # A number is skipped: a move is missing, and nobody is accused of moving twice.
    4 ８四歩(83) / 5 投了 | ply-gap@3 | white white
    # The number is wrong, but no move is missing.
    4 ２六歩(27) / 5 投了 | ply-gap@3 | black black
    # A drop after a gap is that of the side that has the piece.
    3 ２二角成(88) / 5 ４五角打 / 6 中断 | ply-gap@4 | none none
    # Without a gap it is a foul.
    3 ８四歩(83) / 4 投了 | double-move@3 foul-unnoticed@3 resign-while-winning@4 | white white
    # A second result, with another winner, and with the same one or none.
    3 投了 / 4 千日手 | result-line-mismatch@4 | white white
    3 投了 / 4 中断 | result-line-mismatch@4 | white white
    3 投了 / まで2手で後手の勝ち / まで2手で先手の勝ち | result-line-mismatch@3 | white white
    3 投了 / まで2手にて先手の勝ち | result-line-mismatch@3 | white white
    # A result of a side may be alone on its line.
    先手時間切れ | - | white white
    3 投了 / 先手時間切れ | result-line-mismatch@4 | white white
    3 投了 / 後手時間切れ | result-line-mismatch@4 | white white
    後手接続切れ | - | black black
    # So may any other word for an end.
    投了 | - | white white
    中断 | - | none none
    時間切れ | - | white white
    3 投了 / 中断 | result-line-mismatch@4 | white white
    3 投了 / 千日手 | result-line-mismatch@4 | white white
    投了図 | unreadable-line@2 end-token-missing@2 | null null
    先手の勝負手 | unreadable-line@2 end-token-missing@2 | null null
    3 投了 / まで二手で後手の快勝 | unreadable-result@3 | white white
    # A foul that ended the game may be counted, though it is not written down.
    3 反則負け / まで3手で先手の反則負け | foul-result-without-foul@3 | white white
    3 反則負け / まで4手で先手の反則負け | result-line-mismatch@3 foul-result-without-foul@3 | white white
    # Of several pieces that fit, the only one with which the rest can be played.
    3 ５八金 / 4 ８四歩(83) / 5 ３八金(49) / 6 投了 | ambiguous-move-resolved@3 | black black
    3 ５八金 / 4 ５二金 / 5 ３八金(49) / 6 ７二金(61) / 7 投了 | ambiguous-move-resolved@3 ambiguous-move-resolved@4 | white white
    3 ５八金 / 4 ５二金 / 5 ３八金(49) / 6 投了 | ambiguous-move-resolved@3 ambiguous-move@4 not-judged@5 | black black
    # With both, or with none.
    3 ５八金 / 4 ８四歩(83) / 5 投了 | ambiguous-move@3 not-judged@4 | white white
    3 ５八金 / 4 ８四歩(83) / 5 ３八金(49) / 6 ８四歩(83) / 7 投了 | ambiguous-move@3 not-judged@4 | white white
    3 ５八金(69) / 4 ８四歩(83) / 5 ３八金(49) / 6 投了 | - | black black
    # After a move that cannot be read the numbers say who resigns.
    3 ２六府(27) / 4 投了 / まで3手で先手の勝ち | bad-token@3 | black black
    # The king is taken: that ends the game, whatever word follows.
    3 ３三角成(88) / 4 ５二金(61) / 5 ５一馬(33) / 6 ６二銀(71) / 7 投了 | own-king-in-check@4 foul-unnoticed@4 king-captured@5 moves-after-end@6 result-overturned@7 | white black
    # Broken off at the foul: nobody has claimed it.
    3 ２三飛(28) / 4 中断 | blocked-path@3 foul-unnoticed@3 | none none
    # The side that made the last move has lost, and nobody says how.
    まで2手で先手の勝ち | result-line-mismatch@2 | black black
    まで2手で後手の勝ち | - | white white
    まで2手で時間切れにより先手の勝ち | - | black black
    3 ２三飛(28) / まで3手で後手の勝ち | blocked-path@3 | white white
";

#[test]
fn records_have_the_expected_findings_and_winners() {
    assert_cases(rows(RECORD_CASES), |[lines, rules, winners]| {
        let got = summaries(after_two(lines).as_bytes());
        (format!("{rules} | {winners}"), got)
    });
}

#[test]
fn turns_are_not_checked_after_a_possibly_missing_move() {
    let csa = |moves: &str| format!("V2.2\nPI\n+\n{moves}%TORYO\n");
    let ki2 = |moves: &str| format!("手合割：平手\n\n{moves}\n");
    let kif = |moves: &str| format!("手合割：平手\n{moves}   9 中断\n");
    let jkf = |entry_between: &str| {
        let move_entry = |color, file, from, to| {
            format!(
                r#"{{"move":{{"color":{color},"from":{{"x":{file},"y":{from}}},"to":{{"x":{file},"y":{to}}},"piece":"FU"}}}}"#
            )
        };
        let (first_move, third_move) = (move_entry(0, 7, 7, 6), move_entry(0, 2, 7, 6));
        format!(
            r#"{{"header":{{}},"moves":[{{}},{first_move},{entry_between}{third_move},{{"special":"CHUDAN"}}]}}"#
        )
    };
    let table = [
        // An unreadable line may have been a move of the other side.
        (csa("+7776FU\n[3334FU\n+2726FU\n"), "unreadable-line@1"),
        (csa("+7776FU\n-3334FU\n[2726FU\n-8384FU\n"), "unreadable-line@2"),
        (csa("[7776FU\n-3334FU\n"), "unreadable-line@0"),
        (csa("+7776FU,?334FU,+2726FU\n"), "text-after-move@1"),
        // The unreadable line was not a move, so the turns are correct.
        (csa("+7776FU\n[something\n-3334FU\n"), "unreadable-line@1"),
        // Neither text before the turn line nor a comment is a move.
        (
            format!("[7776FU\n{}", csa("-3334FU\n")),
            "unreadable-line@0 gote-moves-first@1 foul-unnoticed@1 resign-while-winning@2",
        ),
        (
            csa("+7776FU\n'[3334FU\n+2726FU\n"),
            "double-move@2 foul-unnoticed@2 resign-while-winning@3",
        ),
        // A move may be missing only directly after the unreadable line, not after the next move.
        (
            csa("+7776FU\n[3334FU\n+2726FU\n+2625FU\n"),
            "unreadable-line@1 double-move@3 foul-unnoticed@3",
        ),
        (ki2("▲７六歩 ???? ▲２六歩 △８四歩 ▲投了"), "text-after-move@1"),
        (
            ki2("▲７六歩 ▲２六歩 △８四歩 ▲投了"),
            "double-move@2 foul-unnoticed@2",
        ),
        // A gap in the numbers may be a missing move, also at the beginning.
        (kif("   2 ３四歩(33)\n   3 ７六歩(77)\n"), "ply-gap@1 ply-gap@3"),
        (kif("   2 ７六歩(77)\n   3 ３四歩(33)\n"), "ply-gap@1 ply-gap@3"),
        (kif("   1 ７六歩(77)\n   4 ２六歩(27)\n"), "ply-gap@2 ply-gap@3"),
        (
            kif("   1 ３四歩(33)\n   2 ７六歩(77)\n"),
            "gote-moves-first@1 foul-unnoticed@1 ply-gap@3",
        ),
        (jkf("{},"), "schema-error@1"),
        (jkf("null,"), "schema-error@1"),
        (jkf(""), "double-move@2 foul-unnoticed@2"),
    ];
    assert_cases(table, |(text, expected)| {
        let got = summaries(text.as_bytes());
        (
            Some((*expected).to_owned()),
            got.split(" |").next().map(str::to_owned),
        )
    });
}

#[test]
fn a_move_after_mate_has_one_error() {
    let mate = "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\n";
    let after_mate = with_severities(&format!("{mate}   2 ４一玉(51)\n   3 ４九玉(59)\n   4 投了\n"));
    assert_eq!(after_mate, "own-king-in-check error, moves-after-end note");
    // After a resignation, a legal move is an error only because it follows the end.
    let after_resignation = with_severities(&format!("{TWO_MOVES}   3 投了\n   4 ２六歩(27)\n"));
    assert_eq!(after_resignation, "moves-after-end error");
}

/// KI2 has no move numbers, so illegal moves after the end may belong to another game.
#[test]
fn moves_of_ki2_that_may_belong_to_another_game_are_not_checked() {
    let joined_games = "手合割：香落ち\n△３四歩 ▲７六歩 △４四歩\nまで3手で上手の勝ち\n\n第二局\n△３四歩 ▲７六歩 △８四歩\n\
                 まで3手で下手の勝ち\n";
    let ki2 = |moves: &str| format!("手合割：平手\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n{moves}\n");
    let table = &[
        (joined_games.to_owned(), "moves-after-end@5"),
        (ki2("▲５五歩 △８四歩"), "moves-after-end@4"),
        // Moves that can be played are checked with the game. In KIF, numbers show the game to which a move belongs.
        (
            ki2("▲２六歩\nまで5手で先手の勝ち"),
            "moves-after-end@4 result-line-mismatch@5 result-line-mismatch@5",
        ),
        (
            after_two("3 投了 / 4 ５五歩(57)"),
            "illegal-piece-movement@4 moves-after-end@4",
        ),
    ];
    assert_cases(table, |(text, expected)| {
        let got = summaries(text.as_bytes());
        (
            Some((*expected).to_owned()),
            got.split(" |").next().map(str::to_owned),
        )
    });
}

#[test]
fn padding_after_a_text_is_reported_once() {
    let text = format!("{TWO_MOVES}   3 投了\n");
    let control_character = "control-character@3 | white white";
    for (padding, expected) in [
        (&b""[..], "- | white white"),
        (b"\x1a", "- | white white"),
        (b"\0", control_character),
        (b"\0\0\0\0\0\0\0\0\0\0\0\0", control_character),
        (b"\r\n\x1a\0\0\0", control_character),
    ] {
        assert_eq!(
            summaries(&[text.as_bytes(), padding].concat()),
            expected,
            "{padding:?}"
        );
    }
    let zeros = checking::check_file(&[0; 500]);
    assert_eq!(
        zeros[0].findings[0].message.english(),
        "this is not text, so no record can be read"
    );
}

#[test]
fn a_missing_time_is_not_zero() {
    let game = |time_of_ply_3: &str| {
        let text = format!(
            "手合割：平手\n 1 ７六歩(77) (0:10/00:00:10)\n 2 ３四歩(33)\n 3 ２六歩(27){time_of_ply_3}\n 4 ８四歩(83)\n 5 ２五歩(26) (0:05/00:00:20)\n 6 中断\n"
        );
        summaries(text.as_bytes())
    };
    assert_eq!(game(""), "- | none none");
    assert_eq!(game(" (0:05/00:00:15)"), "- | none none");
    assert_eq!(
        game(" (0:03/00:00:13)"),
        "clock-cumulative-mismatch@5 | none none"
    );
}

#[test]
fn a_misnamed_file_reports_its_format() {
    for (extension, text, expected) in [
        (
            "kif",
            r#"{"name": "foreign"}"#,
            "the extension .kif means KIF (Kakinoki Shogi), but the content is JKF (JSON Kifu Format 1.0); the content is used",
        ),
        (
            "kif",
            "startpos moves 7g7f",
            "the extension .kif means KIF (Kakinoki Shogi), but the content is USI game lines; the content is used",
        ),
        ("json", r#"{"name": "foreign"}"#, ""),
    ] {
        let judgements = checking::check_with_extension(text.as_bytes(), Some(extension));
        let messages = judgements
            .iter()
            .flat_map(|it| it.findings.iter())
            .filter(|finding| finding.rule.name == "extension-mismatch")
            .map(|it| it.message.english());
        assert_eq!(messages.collect::<String>(), expected, "{text}");
    }
}
