//! `other-game`: a record of another game.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::record::gap::OddGame;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "other-game",
    RecordError,
    Reading,
    "a record of another game",
    "将棋（本将棋）でない棋譜"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::OtherGame(game) = case.kind() else {
        return;
    };
    report.say(match game {
        OddGame::Named(name) => message!(
            "not checked: this is a record of {game}, not of shogi",
            "判定しなかった：{game}の棋譜で、将棋（本将棋）でない",
            game = in_quotes(name)
        ),
        &OddGame::InFileOfOther(game) => message!(
            "not checked: a record of {game} begins here, in a file of another game",
            "判定しなかった：別の競技のファイルの途中から{game}の棋譜が始まる",
            game
        ),
        OddGame::Board { files, ranks } => message!(
            "not checked: the board has {files} files and {ranks} ranks, so this is not shogi",
            "判定しなかった：盤が{files}筋×{ranks}段で、将棋（本将棋）でない",
            files,
            ranks
        ),
    });
}
