//! Illegal moves that the record itself reports, the side that the record blames, and illegal moves that the players
//! did not notice.

use super::summary::{TWO_MOVES, with_severities};
use crate::support::checking;

#[test]
fn an_acknowledged_illegal_move_is_a_note() {
    let nifu = "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩\n   1 ５五歩打\n";
    let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2823HI\n";
    let white_illegal_move = format!("{TWO_MOVES}   3 ２六歩(27)\n   4 ８五歩(83)\n");
    for (text, expected) in [
        (format!("{nifu}   2 反則勝ち\n"), "nifu note true"),
        (format!("{nifu}まで1手で先手の反則負け\n"), "nifu note true"),
        (format!("{nifu}まで1手で後手の反則勝ち\n"), "nifu note true"),
        (format!("{csa}%+ILLEGAL_ACTION\n"), "blocked-path note true"),
        (
            format!("{csa}'summary:illegal move:A lose:B win\n"),
            "blocked-path note true",
        ),
        (
            format!("{white_illegal_move}   5 反則勝ち\n"),
            "illegal-piece-movement note true",
        ),
        // The result does not report the illegal move: it names the wrong side, another reason or another ply, or the
        // reason or the whole result is missing.
        (
            format!("{csa}%-ILLEGAL_ACTION\n"),
            "blocked-path error, foul-result-wrong-side error, result-overturned note",
        ),
        (format!("{nifu}まで1手で後手の勝ち\n"), "nifu error"),
        (
            format!("{nifu}   2 ４一玉(51)\n   3 ４九玉(59)\n   4 反則勝ち\n"),
            "nifu error, foul-token-needs-last-move warning",
        ),
        (
            format!("{nifu}   2 投了\n"),
            "nifu error, foul-unnoticed warning, resign-while-winning note",
        ),
        (nifu.to_owned(), "nifu error, end-token-missing note"),
    ] {
        assert_eq!(with_severities(&text), expected, "{text}");
    }
}

#[test]
fn a_result_applies_to_its_stated_side() {
    // The number of moves and the board imply different sides to move.
    for (line, expected) in [
        ("先手の反則負け", "double-move note true"),
        ("後手の反則勝ち", "double-move note true"),
        (
            "後手の反則負け",
            "double-move error, foul-result-wrong-side error, result-overturned note",
        ),
    ] {
        for text in [
            format!("手合割：平手\n▲７六歩 ▲２六歩\nまで2手で{line}\n"),
            format!("手合割：平手\n   1 ７六歩(77)\n   2 ２六歩(27)\nまで2手で{line}\n"),
        ] {
            assert_eq!(with_severities(&text), expected, "{text}");
        }
    }
    // A declaration belongs to the stated side, whichever side is to move.
    for text in [
        "手合割：平手\n▲７六歩 △３四歩 ▲２六歩\nまで3手で先手の入玉勝ち\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\nまで3手で先手の宣言勝ち\n",
    ] {
        assert_eq!(
            with_severities(text),
            "declaration-invalid error, result-overturned note",
            "{text}"
        );
    }
    // The mover is uncertain: either an opponent's piece was moved, or the owner of the piece moved out of turn. A
    // result may blame either side.
    for (line, expected) in [
        ("下手の反則負け", "opponent-piece-moved note true"),
        ("上手の反則負け", "opponent-piece-moved note true"),
        ("下手の勝ち", "opponent-piece-moved error"),
    ] {
        let text = format!("手合割：二枚落ち\n   1 ７六歩(77)\nまで1手で{line}\n");
        assert_eq!(with_severities(&text), expected, "{text}");
    }
    // The result line itself may report the illegal move.
    let rook_jump = format!("{TWO_MOVES}   3 ２三飛(28)\n");
    for (line, expected) in [
        ("先手の二歩により後手の勝ち", "blocked-path note true"),
        ("反則負けにより後手の勝ち", "blocked-path note true"),
        (
            "先手の長考により後手の勝ち",
            "unreadable-result warning, blocked-path error, end-token-missing note",
        ),
    ] {
        let text = format!("{rook_jump}まで3手で{line}\n");
        assert_eq!(with_severities(&text), expected, "{text}");
    }
    assert_eq!(
        with_severities(&format!("{TWO_MOVES}*反則手にて終局\n")),
        "foul-result-without-foul warning"
    );
}

#[test]
fn an_unnoticed_illegal_move_of_the_loser_is_a_note() {
    // Black's rook jumps at ply 3.
    let findings_after = |rest: &str| with_severities(&format!("{TWO_MOVES}   3 ２三飛(28)\n{rest}"));
    for (rest, expected) in [
        ("   4 ８四歩(83)\n   5 投了\n", "note"),
        ("   4 ８四歩(83)\n   5 切れ負け\n", "note"),
        ("   4 ８四歩(83)\nまで4手で後手の勝ち\n", "note"),
        // Black won, or the game has no winner.
        ("   4 ８四歩(83)\n   5 ７五歩(76)\n   6 投了\n", "warning"),
        ("   4 ８四歩(83)\n   5 中断\n", "warning"),
        ("   4 ８四歩(83)\n   5 引き分け\n", "warning, agreed-draw note"),
    ] {
        assert_eq!(
            findings_after(rest),
            format!("blocked-path error, foul-unnoticed {expected}"),
            "{rest}"
        );
    }
}

#[test]
fn foul_unnoticed_requires_an_illegal_move() {
    let last_finding = |rest: &str| {
        let judgements = checking::check_file(format!("{TWO_MOVES}{rest}").as_bytes());
        let final_finding = judgements[0]
            .findings
            .iter()
            .rfind(|finding| finding.rule.name != "end-token-missing");
        let final_finding = final_finding.expect("a finding");
        (final_finding.rule.name, final_finding.after_foul)
    };
    assert_eq!(
        last_finding("   3 ２三飛(28)\n   4 ８四歩(83)\n   5 ５五角打\n"),
        ("drop-not-in-hand", true)
    );
    // An ambiguous move, an unreadable token, and a wrong piece name are errors of the record, not illegal moves.
    assert_eq!(
        last_finding("   3 ５八金\n   4 ８四歩(83)\n"),
        ("not-judged", false)
    );
    assert_eq!(
        last_finding("   3 ２六府(27)\n   4 ８四歩(83)\n"),
        ("not-judged", false)
    );
    assert_eq!(
        last_finding("   3 ２六香(27)\n   4 ８四歩(83)\n   5 ５五角打\n"),
        ("drop-not-in-hand", false)
    );
}
