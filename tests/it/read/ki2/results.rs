//! Results of KI2: まで lines, and words that end the game.

use kifu::record::Outcome;
use kifu::record::Step;
use kifu::referee::Referee;
use kifu::shogi::Color;

use super::map_record;
use crate::support::rendering::{rules, shape};

/// Text after an even start, with the tree, the claims (plies, terminal, winner), and the findings.
const RESULTS: &[(&str, &str, &str, &str)] = &[
    ("▲７六歩\nまで1手で先手の勝ち", "▲P-76 resign", "1 - black", ""),
    (
        "▲７六歩 △３四歩\nまで2手で後手の勝ち",
        "▲P-76 △P-34 resign",
        "2 - white",
        "",
    ),
    (
        "▲７六歩 △３四歩\nまで2手で先手の勝ち",
        "▲P-76 △P-34",
        "2 - black",
        "",
    ),
    (
        "先手：甲\n後手：乙\n▲７六歩\nまで1手で甲の勝ち",
        "▲P-76 resign",
        "1 - black",
        "",
    ),
    (
        "先手：甲\n後手：乙\n▲７六歩 △３四歩\nまで2手で後手の乙の勝ち",
        "▲P-76 △P-34 resign",
        "2 - white",
        "",
    ),
    // Without the name in a header, the side is that of the word before the name, unless another side follows.
    (
        "▲７六歩 △３四歩\nまで2手で後手の乙の勝ち",
        "▲P-76 △P-34 resign",
        "2 - white",
        "",
    ),
    (
        "▲７六歩 △３四歩\nまで2手で後手の反則による先手の勝ち",
        "▲P-76 △P-34 other",
        "2 - -",
        "unknown-terminal",
    ),
    // The side and the player's name; in the second record, the name is that of the other player.
    (
        "先手：甲\n後手：乙\n▲７六歩\nまで1手で先手甲の勝ち",
        "▲P-76 resign",
        "1 - black",
        "",
    ),
    (
        "先手：甲\n後手：乙\n▲７六歩\nまで1手で先手乙の勝ち",
        "▲P-76 other",
        "1 - -",
        "unknown-terminal",
    ),
    (
        "▲７六歩\nまで1手で先手の反則勝ち（二歩）",
        "▲P-76 foul-loss",
        "1 foul-win black",
        "",
    ),
    ("▲７六歩\nまで1手", "▲P-76", "1 - -", ""),
    ("▲７六歩\nまで、1手で中断", "▲P-76 interrupt", "1 interrupt -", ""),
    (
        "▲７六歩\nまで1手で千日手\n",
        "▲P-76 repetition",
        "1 repetition -",
        "",
    ),
    ("▲７六歩\nまで1手で持将棋\n", "▲P-76 impasse", "1 impasse -", ""),
    ("▲７六歩\nまで1手詰\n", "▲P-76 mate", "1 mate -", ""),
    ("▲７六歩\nまで1手で不詰", "▲P-76 no-mate", "1 no-mate -", ""),
    ("▲７六歩\nまで1手で封じ手", "▲P-76 sealed", "1 sealed -", ""),
    (
        "▲７六歩\nまで1手で時間切れにより先手の勝ち",
        "▲P-76 timeout",
        "1 timeout black",
        "",
    ),
    (
        "▲７六歩\nまで1手で後手の入玉勝ち",
        "▲P-76 declare-win",
        "1 declare-win white",
        "",
    ),
    (
        "▲７六歩\nまで1手で後手の反則勝ち",
        "▲P-76 foul-win",
        "1 foul-win white",
        "",
    ),
    (
        "▲７六歩\nまで1手で後手の反則負け",
        "▲P-76 foul-loss",
        "1 foul-loss black",
        "",
    ),
    // The side that has just moved made the illegal move, so the side to move wins.
    (
        "▲７六歩\nまで1手で先手の反則負け",
        "▲P-76 foul-win",
        "1 foul-loss white",
        "",
    ),
    (
        "▲７六歩 △投了\nまで1手で先手の勝ち",
        "▲P-76 resign",
        "1 - black",
        "",
    ),
    (
        "▲７六歩\nまで1手で先手の勝ち\nまで1手で先手の勝ち",
        "▲P-76 resign",
        "1 - black, 1 - black",
        "",
    ),
    (
        "▲７六歩\nまで1手で先手の勝ち\n△３四歩",
        "▲P-76 resign △P-34",
        "1 - black",
        "",
    ),
    ("まで0手で中断", "interrupt", "0 interrupt -", ""),
    // An unknown word ends the game, too.
    (
        "▲７六歩\nまで1手で飽きた",
        "▲P-76 other",
        "1 - -",
        "unknown-terminal",
    ),
    ("▲７六歩\nまで", "▲P-76", "- - -", "unreadable-result"),
];

#[test]
fn every_result_has_its_meaning() {
    for (moves, tree, claims, findings) in RESULTS {
        let actual = map_record(&format!("手合割：平手\n{moves}"), |record| {
            let show = |claim: &kifu::record::Claim<'_>| {
                let plies = claim.plies.map_or("-".to_owned(), |plies| plies.to_string());
                let terminal = claim.terminal.map_or("-", kifu::record::Terminal::name);
                let winner = claim.winner.map_or("-", |side| Outcome::Win(side).name());
                format!("{plies} {terminal} {winner}")
            };
            let claims: Vec<_> = record.claims.iter().map(show).collect();
            (shape(&record), claims.join(", "), rules(&record))
        });
        let expected = [*tree, claims, findings].map(str::to_owned);
        assert_eq!(<[String; 3]>::from(actual), expected, "{moves}");
    }
}

#[test]
fn the_end_of_a_handicap_game_is_counted_from_its_start() {
    let text = "手合割：香落ち\n△３四歩\nまで1手で上手の勝ち\n";
    assert_eq!(map_record(text, |record| shape(&record)), "△P-34 resign");
    let text = "手合割：香落ち\n△３四歩\nまで1手で下手の勝ち\n";
    assert_eq!(map_record(text, |record| shape(&record)), "△P-34");
}

#[test]
fn the_result_word_and_its_side_are_kept() {
    let end = |text: &str| {
        map_record(text, |record| {
            let last_node = record.tree.ids().next_back().expect("the start");
            match &record.tree.node(last_node).step {
                Step::End(ending) => (
                    ending.word.to_string(),
                    ending.offender,
                    record.text_at(ending.span).to_owned(),
                ),
                step => panic!("{step:?} is no end"),
            }
        })
    };
    assert_eq!(
        end("▲７六歩\nまで1手で先手の反則負け\n"),
        (
            "先手の反則負け".to_owned(),
            Some(Color::Black),
            "まで1手で先手の反則負け".to_owned()
        )
    );
    assert_eq!(
        end("▲７六歩 まで1手詰"),
        ("詰".to_owned(), None, "まで1手詰".to_owned())
    );
}

/// The origins of the moves are written, so the test does not depend on KI2 suffixes.
#[test]
fn a_result_that_fits_gives_no_finding() {
    let table = [
        ("まで2手で後手の勝ち", "", Outcome::Win(Color::White)),
        ("まで2手で中断", "", Outcome::None),
        (
            "まで2手で千日手",
            "sennichite-claimed-not-4 result-overturned",
            Outcome::Draw,
        ),
        // White made the last move, and the record has no reason for White's loss.
        (
            "まで2手で先手の勝ち",
            "result-line-mismatch",
            Outcome::Win(Color::Black),
        ),
        (
            "まで2手で時間切れにより先手の勝ち",
            "",
            Outcome::Win(Color::Black),
        ),
        (
            "まで3手で後手の勝ち",
            "result-line-mismatch",
            Outcome::Win(Color::White),
        ),
        ("▲投了\nまで2手で後手の勝ち", "", Outcome::Win(Color::White)),
        (
            "▲投了\n先手時間切れ",
            "result-line-mismatch",
            Outcome::Win(Color::White),
        ),
        (
            "▲投了\n後手時間切れ",
            "result-line-mismatch",
            Outcome::Win(Color::White),
        ),
    ];
    for (result, findings, outcome) in table {
        let text = format!("手合割：平手\n▲７六歩(77) △３四歩(33)\n{result}\n");
        let actual = map_record(&text, |record| {
            let judgement = Referee::new().check(&record);
            let names: Vec<_> = judgement.findings.iter().map(|it| it.rule.name).collect();
            (names.join(" "), judgement.stated)
        });
        assert_eq!(
            actual,
            (findings.to_owned(), Some(outcome.to_seats())),
            "{result}"
        );
    }
}
