//! Whole records, each with what is said of it and who won: damage, gaps, and results that contradict
//! each other or the board.

use crate::support::judging;
use kifu::finding::Seat;
use kifu::profile::Profile;
use kifu::record::Outcome;
use kifu::referee::Judgement;

const TWO: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";

/// What is said, as `rule@ply`, and the two winners.
fn said(judgement: &Judgement) -> String {
    let findings = judgement
        .findings
        .iter()
        .map(|it| format!("{}@{}", it.rule.name, it.ply.unwrap_or(0)));
    let winner = |it: Option<Outcome<Seat>>| it.map_or("null", Outcome::name);
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
        // A drop after a gap is that of the side that has the piece.
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
        // After a move that cannot be read the numbers say who resigns.
        (
            "   3 ２六府(27)\n   4 投了\nまで3手で先手の勝ち\n",
            "bad-token@3 | black black",
        ),
        // The king is taken: that ends the game, whatever word follows.
        (
            "   3 ３三角成(88)\n   4 ５二金(61)\n   5 ５一馬(33)\n   6 ６二銀(71)\n   7 投了\n",
            "own-king-in-check@4 foul-unnoticed@4 king-captured@5 moves-after-end@6 result-overturned@7 | white black",
        ),
        // Broken off at the foul: nobody has claimed it.
        (
            "   3 ２三飛(28)\n   4 中断\n",
            "blocked-path@3 foul-unnoticed@3 | none none",
        ),
        // The side that made the last move has lost, and nobody says how.
        ("まで2手で先手の勝ち\n", "result-line-mismatch@2 | black black"),
        ("まで2手で後手の勝ち\n", "| white white"),
        ("まで2手で時間切れにより先手の勝ち\n", "| black black"),
        (
            "   3 ２三飛(28)\nまで3手で後手の勝ち\n",
            "blocked-path@3 | white white",
        ),
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
fn nobody_is_out_of_turn_where_a_move_may_be_missing() {
    let csa = |moves: &str| format!("V2.2\nPI\n+\n{moves}%TORYO\n");
    let ki2 = |moves: &str| format!("手合割：平手\n\n{moves}\n");
    let kif = |moves: &str| format!("手合割：平手\n{moves}   9 中断\n");
    let jkf = |between: &str| {
        let play = |color, file, from, to| {
            format!(
                r#"{{"move":{{"color":{color},"from":{{"x":{file},"y":{from}}},"to":{{"x":{file},"y":{to}}},"piece":"FU"}}}}"#
            )
        };
        let (first, third) = (play(0, 7, 7, 6), play(0, 2, 7, 6));
        format!(r#"{{"header":{{}},"moves":[{{}},{first},{between}{third},{{"special":"CHUDAN"}}]}}"#)
    };
    let table = [
        // A line that cannot be read may have been the move of the other side.
        (csa("+7776FU\n[3334FU\n+2726FU\n"), "unreadable-line@1"),
        (csa("+7776FU\n-3334FU\n[2726FU\n-8384FU\n"), "unreadable-line@2"),
        (csa("[7776FU\n-3334FU\n"), "unreadable-line@0"),
        (csa("+7776FU,?334FU,+2726FU\n"), "text-after-move@1"),
        // And if it was none, all is in order.
        (csa("+7776FU\n[something\n-3334FU\n"), "unreadable-line@1"),
        // What stands before the turn is no move.
        (
            format!("[7776FU\n{}", csa("-3334FU\n")),
            "unreadable-line@0 gote-moves-first@1 foul-unnoticed@1 resign-while-winning@2",
        ),
        (
            csa("+7776FU\n'[3334FU\n+2726FU\n"),
            "double-move@2 foul-unnoticed@2 resign-while-winning@3",
        ),
        // Two moves after it nothing is missing any more.
        (
            csa("+7776FU\n[3334FU\n+2726FU\n+2625FU\n"),
            "unreadable-line@1 double-move@3 foul-unnoticed@3",
        ),
        (ki2("▲７六歩 ???? ▲２六歩 △８四歩 ▲投了"), "text-after-move@1"),
        (
            ki2("▲７六歩 ▲２六歩 △８四歩 ▲投了"),
            "double-move@2 foul-unnoticed@2",
        ),
        // The numbers leave a gap, at the beginning too.
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
    let mut wrong = Vec::new();
    for (text, expected) in table {
        let got = judged(text.as_bytes());
        if got.split(" |").next() != Some(expected) {
            wrong.push(format!("{text}  got      {got}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn findings_about_the_start_mark_the_row_or_the_hand() {
    // Black: two pawns on file 7, a pawn on 1一, and what is in hand.
    let drawn = |hand: &str, first: &str| {
        format!(
            "後手の持駒：なし\n|{first}|一\n{}| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六\n| ・ ・ 歩 ・ ・ ・ ・ ・ ・|七\n{}先手の持駒：{hand}\n先手番\n",
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(4),
            "| ・ ・ ・ ・ ・ ・ ・ ・ 玉|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n",
        )
    };
    let king = "v玉 ・ ・ ・ ・ ・ ・ ・ 歩";
    let row = format!("|{king}|一");
    let csa = |ranks: &str| format!("V2.2\n{ranks}+\n%CHUDAN\n");
    let jkf = |hands: &str| {
        let columns = (1..=9).map(|file| {
            let cell = |rank| match (file, rank) {
                (7, 6 | 7) => r#"{"color":0,"kind":"FU"}"#,
                (1, 8) => r#"{"color":0,"kind":"OU"}"#,
                (9, 1) => r#"{"color":1,"kind":"OU"}"#,
                _ => "{}",
            };
            format!("[{}]", (1..=9).map(cell).collect::<Vec<_>>().join(","))
        });
        let board = columns.collect::<Vec<_>>().join(",");
        format!(
            r#"{{"header":{{}},"initial":{{"preset":"OTHER","data":{{"color":0,"board":[{board}],"hands":[{hands},{{"KY":1}}]}}}},"moves":[{{}},{{"special":"CHUDAN"}}]}}"#
        )
    };
    let usi = |hands: &str| format!("position sfen k7P/9/9/9/9/2P6/2P6/8K/9 b {hands} 1 moves\n");
    let table = [
        (
            drawn("なし", king),
            "start-nifu",
            "| ・ ・ 歩 ・ ・ ・ ・ ・ ・|七",
        ),
        (drawn("なし", king), "start-dead-piece", &row),
        (drawn("歩十九", king), "start-piece-count", "先手の持駒：歩十九"),
        (
            csa("P1-OU\nP6 *  * +FU\nP7 *  * +FU\nP+18OU\n"),
            "start-nifu",
            "P7 *  * +FU",
        ),
        (csa("P-91OU\nP+18OU76FU\nP+77FU\n"), "start-nifu", "77FU"),
        (
            csa("P-91OU\nP+18OU\nP+00HI00HI00HI\n"),
            "start-piece-count",
            "P+00HI00HI00HI",
        ),
        (jkf("{}"), "start-nifu", r#"{"color":0,"kind":"FU"}"#),
        (jkf(r#"{"HI":3}"#), "start-piece-count", r#"{"HI":3}"#),
        (usi("-"), "start-nifu", "2P6"),
        (usi("-"), "start-dead-piece", "k7P"),
        (usi("3R"), "start-piece-count", "3R"),
    ];
    for (text, rule, place) in table {
        let decoded = kifu::text::decode(text.as_bytes(), None);
        let records = kifu::notation::records(&decoded, kifu::notation::detect(&decoded, None));
        let record = records.into_iter().next().expect("a record");
        let findings = judging::judge_file(text.as_bytes()).remove(0).findings;
        let found = findings.iter().find(|it| it.rule.name == rule);
        let span = found
            .and_then(|it| it.span)
            .unwrap_or_else(|| panic!("{rule}: {text}\n{findings:?}"));
        assert_eq!(record.text_at(span), place, "{rule}: {text}");
        if rule == "start-nifu" {
            // The second pawn, not the first.
            assert!(!text[span.end as usize..].contains(place), "{text}");
        }
    }
    // An even board has nothing to mark.
    assert_eq!(judged(csa("PI\n").as_bytes()), "| none none");
}

/// How a record says that the game ended, what is said of that, and the two winners.
fn ended(text: &str) -> String {
    let judgements = judging::judge_file(text.as_bytes());
    let end = judgements[0].end.map_or("null", |end| end.name());
    format!("{end}: {}", said(&judgements[0]))
}

#[test]
fn words_for_the_end_may_name_a_side() {
    for (rest, expected) in [
        ("   3 裁定引分\n", "draw: | draw draw"),
        ("   3 引分\n", "draw: agreed-draw@3 | draw draw"),
        ("   3 棄権\n", "lose-by-default: | white white"),
        ("   3 先手の時間切れ\n", "timeout: | white white"),
        // White's clock ran out, though it is Black's turn.
        ("   3 後手の時間切れ\n", "timeout: | black black"),
        ("   3 後手の投了\n", "resign: | black black"),
        ("   3 後手の勝ち\n", "other: | white white"),
        (
            "   3 後手の反則勝ち\n",
            "foul-loss: foul-result-without-foul@3 | white white",
        ),
        (
            "   3 後手の反則負け\n",
            "foul-win: foul-result-without-foul@3 | black black",
        ),
        ("   3 後手の不戦敗\n", "win-by-default: | black black"),
        ("まで2手で後手の時間切れ\n", "timeout: | black black"),
        (
            "まで2手で後手の反則により先手の勝ち\n",
            "foul-win: foul-result-without-foul@2 | black black",
        ),
        ("   3 両者反則負け\n", "foul-loss: | none none"),
        ("   3 後手の勝手\n", "other: unknown-terminal@3 | null null"),
        // Comments that programs write instead.
        ("*時間切れにて終局\n", "timeout: | white white"),
        ("*接続切れにて終局\n", "resign: | white white"),
        (
            "   3 ２三飛(28)\n*反則手にて終局\n",
            "foul-win: blocked-path@3 | white white",
        ),
        (
            "   3 ２三飛(28)\n*反則手にて終局\nまで3手で後手の勝ち\n",
            "foul-win: blocked-path@3 | white white",
        ),
        (
            "*時間切れにて終局と思われる\n",
            "null: end-token-missing@2 | null null",
        ),
        ("   3 中断\n*時間切れにて終局\n", "interrupt: | none none"),
    ] {
        assert_eq!(ended(&format!("{TWO}{rest}")), expected, "{rest}");
    }
    let jishogi = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%JISHOGI\n";
    assert_eq!(
        ended(&format!("{jishogi}'Win by entering king declaration.\n")),
        "declare-win: declaration-invalid@3 result-overturned@3 | black white"
    );
}

#[test]
fn the_board_says_what_a_win_in_usi_means() {
    let line = |start: &str, rest: &str| ended(&format!("position sfen {start} moves {rest}\n"));
    for (start, rest, expected) in [
        // Mate: the side that has moved has won.
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b win", "mate: | black black"),
        ("4k4/9/9/9/9/9/4p4/9/4K4 w g 1", "G*5h win", "mate: | white white"),
        // A declaration that holds: 28 points.
        (
            "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 w 2s4n2l16p 1",
            "1f1g win",
            "declare-win: | black black",
        ),
        // Neither.
        (
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "7g7f 3c3d win",
            "other: declaration-unjudged@3 | black black",
        ),
        (
            "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
            "5i4i chudan",
            "interrupt: | none none",
        ),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "5i4i none", "other: | null null"),
        (
            "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
            "G*5b (none)",
            "other: | null black",
        ),
    ] {
        assert_eq!(line(start, rest), expected, "{start} {rest}");
    }
}

#[test]
fn a_win_in_usi_that_is_a_draw_by_24_points_is_a_declaration() {
    let line = "position sfen 2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3s4n2l16p 1 moves win\n";
    let profile = Profile::named("jsa-pro").expect("a known profile");
    let judgements = judging::judge_file_by(profile, line.as_bytes());
    assert_eq!(
        said(&judgements[0]),
        "declaration-only-draw@1 result-overturned@1 | black draw"
    );
    // By the other rule the conditions are not met, and the word claims no more than a win.
    assert_eq!(ended(line), "other: declaration-unjudged@1 | black black");
}

#[test]
fn a_move_that_is_taken_back_does_not_count() {
    let csa = |moves: &str| ended(&format!("V2.2\nPI\n+\n{}\n", moves.replace(' ', "\n")));
    for (moves, expected) in [
        // Another move of the same side, the same piece again, and the same move again.
        (
            "+7776FU %MATTA +2726FU -3334FU %TORYO",
            "resign: take-back@2 | white white",
        ),
        (
            "+5958OU %MATTA +5968OU -3334FU %CHUDAN",
            "interrupt: take-back@2 | none none",
        ),
        (
            "+7776FU -3334FU %MATTA +7776FU -8384FU %TORYO",
            "resign: take-back@3 | white white",
        ),
        // White's.
        (
            "+7776FU -3334FU %MATTA -8384FU +2726FU %TORYO",
            "resign: take-back@3 | black black",
        ),
        // What is made instead is judged, too.
        (
            "+7776FU %MATTA +2725FU %CHUDAN",
            "interrupt: take-back@2 illegal-piece-movement@3 foul-unnoticed@3 | none none",
        ),
        // Nothing is made instead; nothing was taken back.
        (
            "+7776FU %MATTA -3334FU %TORYO",
            "resign: take-back@2 | white white",
        ),
        (
            "+7776FU +2726FU %CHUDAN",
            "interrupt: double-move@2 foul-unnoticed@2 | none none",
        ),
    ] {
        assert_eq!(csa(moves), expected, "{moves}");
    }
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 待った\n   3 ２六歩(27)\n   4 ３四歩(33)\n   5 投了\n\n変化：4手\n   4 ８四歩(83)\n\n変化：1手\n   1 ２六歩(27)\n   2 ３四歩(33)\n";
    assert_eq!(ended(kif), "resign: take-back@2 | white white");
    // What is taken back is no occurrence of its position.
    let shuffle = "+2838HI -8272HI +3828HI -7282HI ".repeat(2);
    let back = csa(&format!(
        "{shuffle}+2838HI -8272HI +3828HI -7282HI %MATTA -3334FU %CHUDAN"
    ));
    assert_eq!(back, "interrupt: sennichite@12 take-back@13 | none none");
    let again = csa(&format!(
        "{shuffle}+2838HI %MATTA +2838HI -8272HI +3828HI -7282HI %SENNICHITE"
    ));
    assert_eq!(again, "repetition: take-back@10 | draw draw");
}

/// What is said, with its weight; `true` after it where the record itself has said so.
fn graded(text: &str) -> String {
    let judgements = judging::judge_file(text.as_bytes());
    let findings = judgements[0].findings.iter().map(|it| {
        let acknowledged = if it.acknowledged { " true" } else { "" };
        format!("{} {}{acknowledged}", it.rule.name, it.severity.name())
    });
    findings.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_foul_that_the_record_names_and_punishes_is_a_note() {
    let nifu = "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩\n   1 ５五歩打\n";
    let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2823HI\n";
    let white = format!("{TWO}   3 ２六歩(27)\n   4 ８五歩(83)\n");
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
            format!("{white}   5 反則勝ち\n"),
            "illegal-piece-movement note true",
        ),
        // The wrong side, another reason, another ply, no reason, no result.
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
        assert_eq!(graded(&text), expected, "{text}");
    }
}

#[test]
fn a_result_speaks_of_the_side_that_it_names() {
    // By the number of moves it is another's turn than by the board.
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
            assert_eq!(graded(&text), expected, "{text}");
        }
    }
    // Who declares is who is named, whoever is to move.
    for text in [
        "手合割：平手\n▲７六歩 △３四歩 ▲２六歩\nまで3手で先手の入玉勝ち\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\nまで3手で先手の宣言勝ち\n",
    ] {
        assert_eq!(
            graded(text),
            "declaration-invalid error, result-overturned note",
            "{text}"
        );
    }
    // A piece that is moved out of turn may have been moved by its owner.
    for (line, expected) in [
        ("下手の反則負け", "opponent-piece-moved note true"),
        ("上手の反則負け", "opponent-piece-moved note true"),
        ("下手の勝ち", "opponent-piece-moved error"),
    ] {
        let text = format!("手合割：二枚落ち\n   1 ７六歩(77)\nまで1手で{line}\n");
        assert_eq!(graded(&text), expected, "{text}");
    }
    // The foul may stand in the line itself.
    let two = format!("{TWO}   3 ２三飛(28)\n");
    for (line, expected) in [
        ("先手の二歩により後手の勝ち", "blocked-path note true"),
        ("反則負けにより後手の勝ち", "blocked-path note true"),
        (
            "先手の長考により後手の勝ち",
            "unreadable-result warning, blocked-path error, end-token-missing note",
        ),
    ] {
        let text = format!("{two}まで3手で{line}\n");
        assert_eq!(graded(&text), expected, "{text}");
    }
    assert_eq!(
        graded(&format!("{TWO}*反則手にて終局\n")),
        "foul-result-without-foul warning"
    );
}

#[test]
fn behind_mate_a_move_has_one_error() {
    let mate = "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\n";
    let behind = graded(&format!("{mate}   2 ４一玉(51)\n   3 ４九玉(59)\n   4 投了\n"));
    assert_eq!(behind, "own-king-in-check error, moves-after-end note");
    // After a word for the end a move is no error by itself.
    let legal = graded(&format!("{TWO}   3 投了\n   4 ２六歩(27)\n"));
    assert_eq!(legal, "moves-after-end error");
}

#[test]
fn a_foul_was_played_on_only_where_a_foul_was_made() {
    let after_foul = |rest: &str| {
        let judgements = judging::judge_file(format!("{TWO}{rest}").as_bytes());
        let last = judgements[0]
            .findings
            .iter()
            .rfind(|it| it.rule.name != "end-token-missing");
        let last = last.expect("a finding");
        (last.rule.name, last.after_foul)
    };
    assert_eq!(
        after_foul("   3 ２三飛(28)\n   4 ８四歩(83)\n   5 ５五角打\n"),
        ("drop-not-in-hand", true)
    );
    // Two golds can go there; a token that is no move; a piece that is misnamed: the record is wrong, and nobody fouled.
    assert_eq!(
        after_foul("   3 ５八金\n   4 ８四歩(83)\n"),
        ("not-judged", false)
    );
    assert_eq!(
        after_foul("   3 ２六府(27)\n   4 ８四歩(83)\n"),
        ("not-judged", false)
    );
    assert_eq!(
        after_foul("   3 ２六香(27)\n   4 ８四歩(83)\n   5 ５五角打\n"),
        ("drop-not-in-hand", false)
    );
}

#[test]
fn padding_behind_a_text_is_told_once_and_changes_no_result() {
    let text = format!("{TWO}   3 投了\n");
    let told = "control-character@3 | white white";
    for (padding, expected) in [
        (&b""[..], "| white white"),
        (b"\x1a", "| white white"),
        (b"\0", told),
        (b"\0\0\0\0\0\0\0\0\0\0\0\0", told),
        (b"\r\n\x1a\0\0\0", told),
    ] {
        assert_eq!(
            judged(&[text.as_bytes(), padding].concat()),
            expected,
            "{padding:?}"
        );
    }
    let zeros = judging::judge_file(&[0; 500]);
    assert_eq!(
        zeros[0].findings[0].message.english(),
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

#[test]
fn a_misnamed_file_is_told_what_it_is() {
    for (extension, text, expected) in [
        (
            "kif",
            r#"{"name": "foreign"}"#,
            "the file is named .kif like KIF (Kakinoki Shogi), and is JKF (JSON Kifu Format 1.0); the content counts",
        ),
        (
            "kif",
            "startpos moves 7g7f",
            "the file is named .kif like KIF (Kakinoki Shogi), and is USI game lines; the content counts",
        ),
        ("json", r#"{"name": "foreign"}"#, ""),
    ] {
        let judgements = judging::judge_named(text.as_bytes(), Some(extension));
        let of_name = judgements
            .iter()
            .flat_map(|it| it.findings.iter())
            .filter(|it| it.rule.name == "extension-mismatch")
            .map(|it| it.message.english());
        assert_eq!(of_name.collect::<String>(), expected, "{text}");
    }
}
