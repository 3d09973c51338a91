//! Game results of CSA.

use kifu::record::RemarkKind;
use kifu::record::Step;
use kifu::record::Terminal;
use kifu::shogi::Color;

use super::{game, line, read, rules};

#[test]
fn words_that_only_resemble_a_result_are_unknown() {
    for word in [
        "%FOO_SENNICHITE",
        "%X_TORYO",
        "%FOO_WIN_TORYO",
        "%SENTE_WIN_FOO",
        "%DRAW_FOO",
        "#FOO_BAR",
        "#+FOO",
        "FOO_WIN_TORYO",
    ] {
        let text = game(&format!("+7776FU\n{word}\n"));
        assert_eq!(rules(&read(&text)), ["unknown-terminal"], "{word}");
    }
    for word in [
        "%SENTE_WIN_TORYO",
        "%DRAW_SENNICHI",
        "#TIME_UP",
        "#RESIGN",
        "%OUTE_SENNICHITE",
        "%-ILLEGAL_ACTION",
        "#-ILLEGAL_ACTION",
        "#WIN",
    ] {
        let text = game(&format!("+7776FU\n{word}\n"));
        assert_eq!(rules(&read(&text)), [""; 0], "{word}");
    }
}

#[test]
fn text_lines_are_not_results() {
    for line in [
        "#foo", "# FOO", "#FOO bar", "#FOO1", "#感想", "FOO_WIN_", "FOO_WINS",
    ] {
        let text = game(&format!("+7776FU\n{line}\n"));
        assert_eq!(rules(&read(&text)), ["unreadable-line"], "{line}");
    }
    let text = game("#FOO\n+7776FU\n%TORYO\n");
    assert_eq!(rules(&read(&text)), ["unreadable-line"]);
}

#[test]
fn perpetual_check_is_lost_by_the_side_that_gave_it() {
    let start = "P1 *  *  *  *  *  * -OU *  * \nP9 *  *  *  * +OU *  * +HI * \n+\n";
    for (moves, expected) in [
        ("+2939HI\n-3121OU\n", Terminal::FoulLoss),
        ("+2939HI\n", Terminal::FoulWin),
    ] {
        for word in ["%OUTE_SENNICHITE", "#OUTE_SENNICHITE"] {
            let text = format!("{start}{moves}{word}\n");
            let record = read(&text);
            let (_, node) = record.tree.main_line().last().expect("an end");
            let Step::End(end) = &node.step else {
                panic!("{node:?}")
            };
            assert_eq!(
                (end.terminal, end.offender),
                (expected, Some(Color::Black)),
                "{text}"
            );
        }
    }
}

#[test]
fn server_lines_are_not_times() {
    let text = "BEGIN Game_Summary\nName+:a\nTotal_Time:600\nBEGIN Position\nPI\n+\nEND Position\nEND Game_Summary\n+7776FU,T1\n#RESIGN\n#WIN\n";
    let record = read(text);
    assert_eq!(rules(&record), [""; 0]);
    assert_eq!(line(text, &record), "+7776FU@1000 #RESIGN=resign");
    assert_eq!(record.headers.value_of("N+"), Some("a"));
    let text = "BEGIN Game_Summary\nPI\n+\nEND Game_Summary\nAGREE\nAGREE:g1\nLOGIN:a OK\nSTART:g1\n+7776FU,T1\n#RESIGN\n#WIN\nLOGOUT:completed\n";
    let record = read(text);
    assert_eq!(rules(&record), [""; 0]);
    assert_eq!(line(text, &record), "+7776FU@1000 #RESIGN=resign");
    for unknown_line in ["AGREED", "AGREE to", "LOGIN", "LOGOUT now"] {
        let text = game(&format!("+7776FU\n{unknown_line}\n"));
        assert_eq!(rules(&read(&text)), ["unreadable-line"], "{unknown_line}");
    }
    let text = game("+7776FU\nTotal_Tim:600\n#FOO\n");
    assert_eq!(rules(&read(&text)), ["unreadable-clock", "unknown-terminal"]);
}

#[test]
fn every_result_has_its_meaning() {
    for (word, terminal) in [
        ("%TORYO", Terminal::Resign),
        ("%CHUDAN", Terminal::Interrupt),
        ("%SENNICHITE", Terminal::Repetition),
        ("%TIME_UP", Terminal::Timeout),
        ("%ILLEGAL_MOVE", Terminal::FoulLoss),
        ("%JISHOGI", Terminal::Impasse),
        ("%KACHI", Terminal::DeclareWin),
        ("%HIKIWAKE", Terminal::Draw),
        ("%MAX_MOVES", Terminal::MaxMoves),
        ("%TSUMI", Terminal::Mate),
        ("%FUZUMI", Terminal::NoMate),
        ("%MATTA", Terminal::TakeBack),
        ("%ERROR", Terminal::Error),
    ] {
        let text = game(&format!("+7776FU\n{word}\n"));
        let record = read(&text);
        let last_step = record.tree.main_line().last().map(|(_, node)| node.step.clone());
        let Some(Step::End(ending)) = last_step else {
            panic!("{word}")
        };
        assert_eq!(
            (ending.terminal, ending.offender, &*ending.word),
            (terminal, None, word)
        );
        assert_eq!(ending.span.slice(&text), word);
        assert_eq!(rules(&record), [""; 0], "{word}");
    }
}

/// The result words of Shogi Wars, such as `SENTE_WIN_TORYO`, contain the winner or `DRAW`.
#[test]
fn a_result_may_name_the_winner() {
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (word, terminal, loser, finding) in [
        ("SENTE_WIN_TORYO", Terminal::Resign, white, ""),
        ("%SENTE_WIN_TORYO", Terminal::Resign, white, ""),
        ("GOTE_WIN_TORYO", Terminal::Resign, black, ""),
        ("SENTE_WIN_CHECKMATE", Terminal::Mate, white, ""),
        ("GOTE_WIN_TIMEOUT", Terminal::Timeout, black, ""),
        ("SENTE_WIN_DISCONNECT", Terminal::Disconnect, white, ""),
        ("GOTE_WIN_ENTERINGKING", Terminal::DeclareWin, black, ""),
        ("SENTE_WIN_OUTE_SENNICHI", Terminal::FoulLoss, white, ""),
        ("GOTE_WIN_OUTE_SENNICHI", Terminal::FoulWin, black, ""),
        ("SENTE_WIN_METEOR", Terminal::Other, white, "unknown-terminal"),
        ("DRAW_SENNICHITE", Terminal::Repetition, None, ""),
        ("DRAW_SENNICHI", Terminal::Repetition, None, ""),
        ("DRAW_PLY_LIMIT", Terminal::MaxMoves, None, ""),
        ("DRAW_METEOR", Terminal::Draw, None, "unknown-terminal"),
        ("DRAW_INVALID", Terminal::Draw, None, ""),
        ("SENTE_WIN_TRY", Terminal::Other, white, ""),
    ] {
        let text = game(&format!("+7776FU\n{word}\n"));
        let record = read(&text);
        let last_step = record.tree.main_line().last().map(|(_, node)| node.step.clone());
        let Some(Step::End(ending)) = last_step else {
            panic!("{word}")
        };
        let actual = (ending.terminal, ending.offender, &*ending.word);
        assert_eq!(actual, (terminal, loser, word));
        assert_eq!(rules(&record).join(" "), finding, "{word}");
    }
    for line in ["SENTE_LOSE_TORYO", "GOTE", "DRAW", "sente_win_toryo"] {
        let text = game(&format!("+7776FU\n{line}\n"));
        assert_eq!(rules(&read(&text)), ["unreadable-line"], "{line}");
    }
}

#[test]
fn the_sign_of_an_illegal_action_identifies_the_offender() {
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (text, terminal, offender) in [
        ("PI\n+\n+7776FU\n%+ILLEGAL_ACTION", Terminal::FoulWin, black),
        ("PI\n+\n+7776FU\n%-ILLEGAL_ACTION", Terminal::FoulLoss, white),
        (
            "PI\n+\n+7776FU\n-3334FU\n%-ILLEGAL_ACTION",
            Terminal::FoulWin,
            white,
        ),
        (
            "PI\n+\n+7776FU\n-3334FU\n%+ILLEGAL_ACTION",
            Terminal::FoulLoss,
            black,
        ),
        ("PI\n+\n%+ILLEGAL_ACTION", Terminal::FoulLoss, black),
        ("PI22KA\n-\n%+ILLEGAL_ACTION", Terminal::FoulWin, black),
        (
            "PI\n+\n+7776FU\n-33XXFU\n%-ILLEGAL_ACTION",
            Terminal::FoulWin,
            white,
        ),
        ("PI\n+\n+7776FU\n%+TORYO", Terminal::Other, None),
    ] {
        let record = read(text);
        let last_step = record.tree.main_line().last().map(|(_, node)| node.step.clone());
        let Some(Step::End(ending)) = last_step else {
            panic!("{text}")
        };
        assert_eq!((ending.terminal, ending.offender), (terminal, offender), "{text}");
    }
}

#[test]
fn a_summary_of_a_game_server_is_a_claim() {
    let text = game("+7776FU\n'ILLEGAL_MOVE(-3335FU)\n'summary:illegal move:A B win:C lose\n'$END_TIME:x\n");
    let record = read(&text);
    let [claim] = &record.claims[..] else {
        panic!("{:?}", record.claims)
    };
    assert_eq!(
        (claim.terminal, claim.winner),
        (Some(Terminal::FoulLoss), Some(Color::Black))
    );
    assert_eq!(claim.span.slice(&text), "'summary:illegal move:A B win:C lose");
    assert_eq!(record.tree.node(claim.node).ply, 1);
    assert_eq!(line(&text, &record), "+7776FU", "a claim is no end");
    let tool_remark_count = record
        .remarks
        .iter()
        .filter(|remark| remark.kind == RemarkKind::Tool)
        .count();
    assert_eq!(tool_remark_count, 3);
    assert_eq!(rules(&record), [""; 0]);
}
