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
            "this is a record of {game}, not of shogi; it was not checked",
            "{game}の棋譜で、将棋（本将棋）でないため、判定しなかった",
            game = in_quotes(name)
        ),
        &OddGame::InFileOfOther(game) => message!(
            "a record of {game} begins here, in a file of another game; it was not checked",
            "別の競技のファイルの途中から{game}の棋譜が始まるため、判定しなかった",
            game
        ),
        OddGame::Board { files, ranks } => message!(
            "the board has {files} files and {ranks} ranks, so this is not shogi; it was not checked",
            "盤が{files}筋×{ranks}段で、将棋（本将棋）でないため、判定しなかった",
            files,
            ranks
        ),
    });
}
