//! Writing of USI and SFEN.

use super::{kif, written};

#[test]
fn games_are_written_as_position_commands() {
    for (record, line, expected_losses) in [
        ("position startpos", "position startpos", ""),
        (
            "手合割：角落ち\n1 ８四歩(83)\n",
            "position sfen lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 8c8d",
            "",
        ),
        // The even board after some moves is not the beginning of the game.
        (
            "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 5 moves 7g7f",
            "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 5 moves 7g7f",
            "",
        ),
        (
            "position startpos moves 7g7f 0000 8h2b+ resign",
            "position startpos moves 7g7f 0000 8h2b+",
            "1 result (resign)",
        ),
    ] {
        let (text, losses) = written(record, "usi");
        assert_eq!(
            (text, losses.as_str()),
            (format!("{line}\n"), expected_losses),
            "{record}"
        );
    }
}

#[test]
fn training_data_are_positions_before_moves_or_the_start() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let after_one_move = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
    for (record, lines, expected_losses) in [
        ("position startpos".to_owned(), format!("{start} 1\n"), ""),
        (format!("{after_one_move} 2"), format!("{after_one_move} 2\n"), ""),
        (
            format!("position sfen {start} 5 moves 7g7f"),
            format!("{start} 5\n"),
            "1 move",
        ),
        (
            "position startpos moves 7g7f 3c3d".to_owned(),
            format!("{start} 1\n{after_one_move} 2\n"),
            "2 moves",
        ),
    ] {
        assert_eq!(
            written(&record, "sfens"),
            (lines, expected_losses.to_owned()),
            "{record}"
        );
    }
}

#[test]
fn illegal_moves_are_written_unchanged() {
    for moves in [
        "7g7d",
        "3c3d",
        "P*5e",
        "P*5e+",
        "K*5e",
        "5e5d",
        "7g7f 2g2f",
        "2g2f+",
    ] {
        let line = format!("position startpos moves {moves}\n");
        assert_eq!(written(&line, "usi"), (line.clone(), String::new()));
    }
    let (text, losses) = written(&kif("1 ５五と打\n"), "usi");
    assert_eq!(
        (text.as_str(), losses.as_str()),
        ("position startpos moves P*5e+\n", "")
    );
}

#[test]
fn piece_names_and_side_marks_are_lost() {
    let record = "V2.2\nPI\n+\n-0055FU\n+7776FU\n";
    let expected = "position startpos moves P*5e 7g7f\n";
    assert_eq!(
        written(record, "usi"),
        (expected.to_owned(), "1 wrong side mark".to_owned())
    );
    assert_eq!(written(&kif("1 ７六銀(77)\n"), "usi").1, "1 wrong piece name");
}

#[test]
fn moves_after_the_end_are_lost() {
    let (text, losses) = written(&kif("1 ７六歩(77)\n2 投了\n3 ２六歩(27)\n"), "usi");
    assert_eq!(text, "position startpos moves 7g7f\n");
    assert_eq!(losses, "1 move after the end of the game; 1 result (投了)");
}

#[test]
fn positions_have_move_counters() {
    for (record, line) in [
        (
            "手合割：平手\n1 投了\n",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ),
        (
            "position startpos moves 7g7f 0000",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3",
        ),
        (
            "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 41 moves G*5b",
            "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 42",
        ),
    ] {
        assert_eq!(written(record, "sfen").0, format!("{line}\n"), "{record}");
    }
}
