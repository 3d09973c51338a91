//! How games end.

use kifu::record::{RemarkKind, Step, Terminal};
use kifu::shogi::Color;

use super::{game, line, read, rules};

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
        let last = record.tree.main_line().last().map(|(_, node)| node.step.clone());
        let Some(Step::End(ending)) = last else {
            panic!("{word}")
        };
        assert_eq!(
            (ending.terminal, ending.offender, &*ending.word),
            (terminal, None, word)
        );
        assert_eq!(ending.span.of(&text), word);
        assert_eq!(rules(&record), [""; 0], "{word}");
    }
}

#[test]
fn the_sign_of_an_illegal_action_names_the_offender() {
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
        let last = record.tree.main_line().last().map(|(_, node)| node.step.clone());
        let Some(Step::End(ending)) = last else {
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
    assert_eq!(claim.span.of(&text), "'summary:illegal move:A B win:C lose");
    assert_eq!(record.tree.node(claim.node).ply, 1);
    assert_eq!(line(&text, &record), "+7776FU", "a claim is no end");
    let tools = record
        .remarks
        .iter()
        .filter(|remark| remark.kind == RemarkKind::Tool)
        .count();
    assert_eq!(tools, 3);
    assert_eq!(rules(&record), [""; 0]);
}
