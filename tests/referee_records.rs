//! Whole records, each with what is said of it and who won: damage, gaps, and results that contradict
//! each other or the board.

#[path = "referee_support/judging.rs"]
mod judging;

use kifu::record::Outcome;
use kifu::referee::Judgement;

const TWO: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";

/// What is said, as `rule@ply`, and the two winners.
fn said(judgement: &Judgement) -> String {
    let findings = judgement
        .findings
        .iter()
        .map(|it| format!("{}@{}", it.rule.name, it.ply.unwrap_or(0)));
    let winner = |it: Option<Outcome>| it.map_or("null", Outcome::name);
    let (stated, verdict) = (winner(judgement.stated), winner(judgement.verdict));
    format!("{} | {stated} {verdict}", findings.collect::<Vec<_>>().join(" "))
        .trim_start()
        .to_owned()
}

fn judged(bytes: &[u8]) -> String {
    judging::judge_file(bytes)
        .iter()
        .map(said)
        .collect::<Vec<_>>()
        .join(" / ")
}

#[test]
fn records_are_judged_as_a_whole() {
    let table = [
        // A number is skipped: a move is missing, and nobody is accused of moving twice.
        ("   4 ８四歩(83)\n   5 投了\n", "ply-gap@3 | white white"),
        // The number is wrong, but no move is missing.
        ("   4 ２六歩(27)\n   5 投了\n", "ply-gap@3 | black black"),
        // A drop behind a gap is that of the side that has the piece.
        (
            "   3 ２二角成(88)\n   5 ４五角打\n   6 中断\n",
            "ply-gap@4 | none none",
        ),
        // Without a gap it is a foul.
        (
            "   3 ８四歩(83)\n   4 投了\n",
            "double-move@3 foul-unnoticed@3 resign-while-winning@4 | white white",
        ),
        // A second result with another winner; one that names none is no contradiction.
        ("   3 投了\n   4 千日手\n", "result-line-mismatch@4 | white white"),
        ("   3 投了\n   4 中断\n", " | white white"),
        (
            "   3 投了\nまで2手で後手の勝ち\nまで2手で先手の勝ち\n",
            "result-line-mismatch@3 | white white",
        ),
        (
            "   3 投了\nまで2手にて先手の勝ち\n",
            "result-line-mismatch@3 | white white",
        ),
        (
            "   3 投了\nまで二手で後手の快勝\n",
            "unreadable-result@3 | white white",
        ),
        // A foul that ended the game may be counted, though it is not written down.
        (
            "   3 反則負け\nまで3手で先手の反則負け\n",
            "foul-result-without-foul@3 | white white",
        ),
        (
            "   3 反則負け\nまで4手で先手の反則負け\n",
            "result-line-mismatch@3 foul-result-without-foul@3 | white white",
        ),
        // Behind a move that cannot be read the numbers say who resigns.
        (
            "   3 ２六府(27)\n   4 投了\nまで3手で先手の勝ち\n",
            "bad-token@3 | black black",
        ),
        // The king is taken: that ends the game, whatever word follows.
        (
            "   3 ３三角成(88)\n   4 ５二金(61)\n   5 ５一馬(33)\n   6 ６二銀(71)\n   7 投了\n",
            "own-king-in-check@4 foul-unnoticed@4 king-captured@5 moves-after-end@6 result-overturned@7 | white black",
        ),
        // Broken off at the foul: nobody has played on.
        ("   3 ２三飛(28)\n   4 中断\n", "blocked-path@3 | none none"),
    ];
    let mut wrong = Vec::new();
    for (rest, expected) in table {
        let got = judged(format!("{TWO}{rest}").as_bytes());
        if got.trim() != expected.trim() {
            wrong.push(format!("{rest}  got      {got}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn padding_behind_a_text_is_no_damage() {
    let clean = judged(format!("{TWO}   3 投了\n").as_bytes());
    assert_eq!(clean, "| white white");
    for padding in [
        &b"\x1a"[..],
        b"\0",
        b"\0\0\0\0\0\0\0\0\0\0\0\0",
        b"\r\n\x1a\0\0\0",
    ] {
        let text = format!("{TWO}   3 投了\n");
        assert_eq!(judged(&[text.as_bytes(), padding].concat()), clean, "{padding:?}");
    }
    let zeros = judging::judge_file(&[0; 500]);
    assert_eq!(
        zeros[0].findings[0].message.english,
        "this is no text: no record can be read from it"
    );
}

#[test]
fn a_time_that_is_not_said_is_not_zero() {
    let game = |middle: &str| {
        let text = format!(
            "手合割：平手\n 1 ７六歩(77) (0:10/00:00:10)\n 2 ３四歩(33)\n 3 ２六歩(27){middle}\n 4 ８四歩(83)\n 5 ２五歩(26) (0:05/00:00:20)\n 6 中断\n"
        );
        judged(text.as_bytes())
    };
    assert_eq!(game(""), "| none none");
    assert_eq!(game(" (0:05/00:00:15)"), "| none none");
    assert_eq!(
        game(" (0:03/00:00:13)"),
        "clock-cumulative-mismatch@5 | none none"
    );
}
