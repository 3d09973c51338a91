//! `other-game`: a record of another game.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::record::gap::OddGame;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "other-game",
    class: RecordError,
    group: Reading,
    title: "a record of another game", "将棋（本将棋）でない棋譜",
    what:
        "The record names another game than shogi (5五将棋, 安南将棋, 京都将棋, 中将棋, どうぶつしょうぎ, 四人将棋 …), or its board has other files and ranks than nine by nine. Nothing of it is judged and it is not converted; this is the only finding about its moves and its board. Handicaps are shogi, also those that few programs know (トンボ, 歩三兵, 裸玉).",
        "棋譜が将棋（本将棋）でないゲームの名前（5五将棋、安南将棋、京都将棋、中将棋、どうぶつしょうぎ、四人将棋など）を挙げているか、盤が9×9でない。何も判定せず、変換もしない。指し手と盤面についての指摘はこれだけである。駒落ちは、知るソフトの少ないもの（トンボ、歩三兵、裸玉）も将棋である。",
    why:
        "On the board and by the rules of shogi its moves mean nothing, and every foul alleged would be false.",
        "将棋の盤と規則では指し手に意味がなく、反則とされるものはすべて誤りになる。",
    remedy:
        "Keep such records apart. Where it is a game of shogi, correct the header or the board.",
        "別に保管する。将棋の棋譜であれば、ヘッダーか盤面を直す。",
    source: "KIF of lishogi and other programs for several games: the header 手合割 names the game.",
    bad: Record { text: "手合割：5五将棋\n   1 ２四銀(35)\n   2 投了\n" },
        "a board of five by five", "5×5の盤の将棋",
    good: Record { text: "手合割：トンボ\n   1 ３四歩(33)\n   2 投了\n" },
        "a handicap", "駒落ち",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::OtherGame(game) = case.kind() else {
        return;
    };
    report.say(match game {
        OddGame::Named(name) => message!(
            "this is a record of {game}, which is another game than shogi; it is not judged",
            "{game}の棋譜であり、将棋（本将棋）ではない。判定しない",
            game = in_quotes(name)
        ),
        &OddGame::InFileOfOther(game) => message!(
            "a record of {game} begins here, in a file of another game; it is not judged: put it into a file of its own",
            "別の競技のファイルの途中から{game}の棋譜が始まる。判定しない。別のファイルに分けること",
            game
        ),
        OddGame::Board { files, ranks } => message!(
            "the board has {files} files and {ranks} ranks: another game than shogi; it is not judged",
            "盤が{files}筋×{ranks}段であり、将棋（本将棋）ではない。判定しない",
            files,
            ranks
        ),
    });
}
