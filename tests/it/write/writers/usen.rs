//! Writing of USEN.

use super::{kif, refused, written};

fn usen_line(record: &str) -> String {
    let (text, _) = written(record, "usen");
    text.strip_suffix('\n').expect("one line").to_owned()
}

#[test]
fn starts_and_offsets_are_written() {
    for (record, expected) in [
        ("position startpos", "~0.."),
        ("手合割：平手\n1 投了\n", "~0..r"),
        (
            "手合割：二枚落ち\n1 ６二玉(51)\n2 ７六歩(77)\n",
            "lnsgkgsnl_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-~0.0is7ku.",
        ),
        (
            "position sfen 4k4/9/4P4/9/4+R4/9/9/9/4K4 b G 41 moves G*5b",
            "4k4_9_4P4_9_4zR4_9_9_9_4K4.b.G~40.b9q.",
        ),
    ] {
        assert_eq!(usen_line(record), expected, "{record}");
    }
}

#[test]
fn moves_have_three_characters() {
    for (moves, codes) in [
        ("7g7f", "7ku"),
        ("2g2f", "6y2"),
        ("8h2b+", "8rl"),
        ("9i1a+", "a01"),
        ("P*5e", "bfq"),
        ("L*8b", "biw"),
        ("N*5e", "boq"),
        ("S*5e", "bt8"),
        ("G*5b", "b9q"),
        ("B*5e", "bxq"),
        ("R*9i", "c4g"),
    ] {
        let record = format!("position startpos moves {moves}");
        assert_eq!(usen_line(&record), format!("~0.{codes}."), "{moves}");
    }
}

#[test]
fn results_are_written_as_letters() {
    for (word, letter, expected_losses) in [
        ("投了", "r", ""),
        ("切れ負け", "t", ""),
        ("中断", "p", ""),
        // The letter j does not distinguish these draws, so the result is reported as lost. Other results have no
        // letter.
        ("持将棋", "j", "1 result (持将棋)"),
        ("引き分け", "j", "1 result (引き分け)"),
        ("最大手数", "j", "1 result (最大手数)"),
        ("千日手", "", "1 result (千日手)"),
        ("入玉勝ち", "", "1 result (入玉勝ち)"),
        ("反則負け", "", "1 result (反則負け)"),
        ("詰み", "", "1 result (詰み)"),
        ("封じ手", "", "1 result (封じ手)"),
    ] {
        let (text, losses) = written(&kif(&format!("1 ７六歩(77)\n2 {word}\n")), "usen");
        assert_eq!(
            (text, losses.as_str()),
            (format!("~0.7ku.{letter}\n"), expected_losses),
            "{word}"
        );
    }
    assert_eq!(usen_line(&kif("1 ７六歩(77)\nまで1手で先手の勝ち\n")), "~0.7ku.r");
}

#[test]
fn a_final_illegal_move_follows_its_letter() {
    let illegal_move = kif("1 ７六歩(77)\n2 ３五歩(33)\n3 反則勝ち\n");
    assert_eq!(
        written(&illegal_move, "usen"),
        ("~0.7ku.i2k4\n".to_owned(), String::new())
    );
    let with_result_line = kif("1 ７六歩(77)\n2 ３五歩(33)\nまで2手で先手の反則勝ち\n");
    assert_eq!(usen_line(&with_result_line), "~0.7ku.i2k4");
    // The move is legal, so the statement of an illegal move is lost.
    let legal_move = kif("1 ７六歩(77)\n2 反則勝ち\n");
    assert_eq!(
        written(&legal_move, "usen"),
        ("~0.7ku.\n".to_owned(), "1 result (反則勝ち)".to_owned())
    );
    // The letter for an illegal move cannot be written if another line leaves after this move. Without the letter, the
    // other line would become the main line, so the other line is lost, too.
    let with_variation = kif("1 ７六歩(77)\n2 ３五歩(33)\n3 反則勝ち\n\n変化：3手\n3 ２六歩(27)\n");
    assert_eq!(
        written(&with_variation, "usen"),
        (
            "~0.7ku2k4.\n".to_owned(),
            "1 variation; 1 result (反則勝ち)".to_owned()
        )
    );
}

#[test]
fn variations_are_distinguished_from_the_main_line() {
    let nested_variations = kif(
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 中断\n\n変化：3手\n3 ６六歩(67)\n4 投了\n\n\
         変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n4 ８五歩(84)\n5 中断\n\n変化：4手\n4 ３四歩(33)\n5 投了\n\n\
         変化：3手\n3 ７八金(69)\n",
    );
    let text = "~0.7ku2jm6y2.p~2.7ga.r~1.36e6y24be.p~1.36e6y22jm.r~1.36e9qc.";
    assert_eq!(usen_line(&nested_variations), text);
    assert_eq!(usen_line(text), text, "and read again");
}

#[test]
fn unsupported_records_are_refused_by_usen() {
    for (record, ply) in [
        ("position startpos moves 7g7f 0000", 2),
        ("position startpos moves P*5e+", 1),
        ("position startpos moves 7g7f 3c3d K*5e", 3),
    ] {
        assert_eq!(refused(record, "usen").0, Some(ply), "{record}");
    }
}

#[test]
fn alternatives_of_an_end_without_a_letter_are_lost() {
    let record = |word| {
        kif(&format!(
            "1 ７六歩(77)\n2 {word}\n\n変化：2手\n2 ３四歩(33)\n3 中断\n\n変化：1手\n1 ２六歩(27)\n"
        ))
    };
    assert_eq!(
        written(&record("投了"), "usen"),
        ("~0.7ku.r~1.2jm.p~0.6y2.\n".to_owned(), String::new())
    );
    assert_eq!(
        written(&record("千日手"), "usen"),
        (
            "~0.7ku.~0.6y2.\n".to_owned(),
            "1 variation; 1 result (千日手)".to_owned()
        )
    );
}

#[test]
fn equal_variations_are_merged_with_their_ends() {
    let usen_record = "~0.7ku2jm8rl.r~2.7ga36e.p~2.7ga36e.p";
    let (text, losses) = super::written(usen_record, "kifu");
    let variation_block =
        "変化：3手\n   3 ６六歩(67)  \n   4 ８四歩(83)  \n   5 中断        \nまで4手で中断\n\n";
    assert!(
        text.ends_with(variation_block) && text.matches("変化").count() == 1,
        "{text}"
    );
    assert_eq!(losses, "");
    // A different end makes a different variation.
    let (text, _) = super::written("~0.7ku2jm8rl.r~2.7ga36e.p~2.7ga36e.r", "kifu");
    assert_eq!(text.matches("変化").count(), 2, "{text}");
    assert_eq!(super::written(&text, "kifu").0, text);
}
