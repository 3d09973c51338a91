//! Results of KIF: words that end the game, and lines with the winner.

use kifu::record::Step;

use super::rendering::{map_record, rules};

#[test]
fn a_result_may_count_from_zero_as_the_moves_do() {
    for (first_number, second_number, end_number, stated, plies) in [
        (0, 1, 2, 1, 2),
        (0, 1, 2, 2, 2),
        (0, 1, 2, 5, 5),
        // If the moves are counted from 1, the stated number is kept, even a wrong number.
        (1, 2, 3, 1, 1),
        (1, 2, 3, 2, 2),
    ] {
        let text = format!(
            "手合割：平手\n{first_number} ７六歩(77)\n{second_number} ３四歩(33)\n{end_number} 投了\nまで{stated}手で後手の勝ち\n"
        );
        assert_eq!(
            map_record(&text, |record| record.claims[0].plies),
            Some(plies),
            "{text}"
        );
    }
}

#[test]
fn result_lines_are_read() {
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
        let actual = map_record(&text, |record| {
            let claim = &record.claims[0];
            assert_eq!(record.tree.node(claim.node).ply, 2);
            format!("{:?} {:?} {:?}", claim.plies, claim.terminal, claim.winner)
        });
        assert_eq!(actual, expected, "{line}");
    }
}

/// Result lines of a game between 山田太郎四段 and 鈴木次郎, each with its plies, terminal, winner and comments, and the
/// findings.
const LINES_WITH_NAMES: &[(&str, &str, &str)] = &[
    ("まで2手で山田四段の勝ち", "Some(2) None Some(Black) []", ""),
    ("まで2手で鈴木の勝利", "Some(2) None Some(White) []", ""),
    ("まで2手で先手勝利", "Some(2) None Some(Black) []", ""),
    ("まで2手で山田太郎の敗北", "Some(2) None Some(White) []", ""),
    (
        "まで2手で鈴木の反則負け",
        "Some(2) Some(FoulLoss) Some(Black) []",
        "",
    ),
    (
        "まで2手で時間切れにより鈴木の勝ち",
        "Some(2) Some(Timeout) Some(White) []",
        "",
    ),
    (
        "まで2手で山田の反則により鈴木の勝ち",
        "Some(2) Some(FoulLoss) Some(White) []",
        "",
    ),
    ("にて2手で次郎の勝ち", "Some(2) None Some(White) []", ""),
    ("まで、にて2手で次郎の勝ち", "Some(2) None Some(White) []", ""),
    (
        "まで2手で後手の反則勝ち（二歩）",
        "Some(2) Some(FoulWin) Some(White) [\"二歩\"]",
        "",
    ),
    (
        "まで2手で先手の勝ち (時間切れ)。",
        "Some(2) None Some(Black) [\"時間切れ\"]",
        "",
    ),
    ("まで2手", "Some(2) None None []", ""),
    ("まで2手で後手の鈴木次郎の勝ち", "Some(2) None Some(White) []", ""),
    ("まで2手で先手の山田四段の負け", "Some(2) None Some(White) []", ""),
    // The name of the other player, and a name that is not in the record.
    (
        "まで2手で先手の鈴木次郎の勝ち",
        "Some(2) None None []",
        "unreadable-result",
    ),
    (
        "まで2手で後手の佐藤の勝ち",
        "Some(2) None None []",
        "unreadable-result",
    ),
    // 佐藤 matches neither player, and 郎 matches both.
    ("まで2手で佐藤の勝ち", "Some(2) None None []", "unreadable-result"),
    ("まで2手で郎の勝ち", "Some(2) None None []", "unreadable-result"),
    (
        "まで2手で何か（二歩）",
        "Some(2) None None []",
        "unreadable-result",
    ),
    ("まで", "None None None []", "unreadable-result"),
];

#[test]
fn result_lines_with_names_and_other_words_are_read() {
    for (line, expected, findings) in LINES_WITH_NAMES {
        let text =
            format!("手合割：平手\n先手：山田太郎四段\n後手：鈴木次郎\n1 ７六歩(77)\n2 ３四歩(33)\n{line}\n");
        let actual = map_record(&text, |record| {
            let claim = &record.claims[0];
            let comments: Vec<_> = record.remarks.iter().map(|it| it.text.clone()).collect();
            let claim_text = format!(
                "{:?} {:?} {:?} {comments:?}",
                claim.plies, claim.terminal, claim.winner
            );
            (claim_text, rules(&record))
        });
        assert_eq!(actual, ((*expected).to_owned(), (*findings).to_owned()), "{line}");
    }
}

#[test]
fn a_word_that_ends_the_game_is_kept_as_written() {
    let word = map_record("手合割：平手\n1 時間切 ( 0:01/)\n", |record| {
        let (_, node) = record.tree.main_line().next().expect("an end");
        match &node.step {
            Step::End(ending) => ending.word.clone().into_owned(),
            _ => String::new(),
        }
    });
    assert_eq!(word, "時間切");
}
