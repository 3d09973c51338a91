//! Results: words that end the game, and lines that say who has won.

use kifu::record::Step;

use super::look::one;

#[test]
fn a_result_may_count_from_zero_as_the_moves_do() {
    for (first, second, end, said, plies) in [
        (0, 1, 2, 1, 2),
        (0, 1, 2, 2, 2),
        (0, 1, 2, 5, 5),
        // A wrong number stays one where the moves are counted from 1.
        (1, 2, 3, 1, 1),
        (1, 2, 3, 2, 2),
    ] {
        let text = format!(
            "手合割：平手\n{first} ７六歩(77)\n{second} ３四歩(33)\n{end} 投了\nまで{said}手で後手の勝ち\n"
        );
        assert_eq!(one(&text, |record| record.claims[0].plies), Some(plies), "{text}");
    }
}

#[test]
fn results_in_words() {
    let table = [
        ("まで2手で先手の勝ち", "Some(2) None Some(Black)"),
        ("まで2手で下手の勝ち", "Some(2) None Some(Black)"),
        ("まで2手で後手の勝ち　", "Some(2) None Some(White)"),
        ("　まで２手で上手の勝ち", "Some(2) None Some(White)"),
        ("まで、2手で中断", "Some(2) Some(Interrupt) None"),
        (
            "まで2手で時間切れにより先手の勝ち",
            "Some(2) Some(Timeout) Some(Black)",
        ),
        ("まで2手で先手の反則勝ち", "Some(2) Some(FoulWin) Some(Black)"),
        ("まで2手で先手の反則負け", "Some(2) Some(FoulLoss) Some(White)"),
        ("まで2手で先手の入玉勝ち", "Some(2) Some(DeclareWin) Some(Black)"),
        ("まで2手詰", "Some(2) Some(Mate) None"),
        ("まで2手で詰", "Some(2) Some(Mate) None"),
        ("まで2手で詰み", "Some(2) Some(Mate) None"),
        ("まで2手で不詰", "Some(2) Some(NoMate) None"),
        ("まで2手で千日手", "Some(2) Some(Repetition) None"),
        ("まで2手で持将棋", "Some(2) Some(Impasse) None"),
        ("まで2手で封じ手", "Some(2) Some(Sealed) None"),
        ("まで2手で不戦勝", "Some(2) Some(WinByDefault) None"),
        ("まで2手で不戦敗", "Some(2) Some(LoseByDefault) None"),
        ("まで2手で引き分け", "Some(2) Some(Draw) None"),
        ("まで2手で最大手数", "Some(2) Some(MaxMoves) None"),
        ("まで2手で対局終了", "Some(2) Some(Other) None"),
        ("まで先手の勝ち", "None None Some(Black)"),
    ];
    for (line, expected) in table {
        let text = format!("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n{line}\n");
        let read = one(&text, |record| {
            let claim = &record.claims[0];
            assert_eq!(record.tree.node(claim.node).ply, 2);
            format!("{:?} {:?} {:?}", claim.plies, claim.terminal, claim.winner)
        });
        assert_eq!(read, expected, "{line}");
    }
}

#[test]
fn a_word_that_ends_the_game_is_kept_as_written() {
    let word = one("手合割：平手\n1 時間切 ( 0:01/)\n", |record| {
        let (_, node) = record.tree.main_line().next().expect("an end");
        match &node.step {
            Step::End(ending) => ending.word.clone().into_owned(),
            _ => String::new(),
        }
    });
    assert_eq!(word, "時間切");
}
