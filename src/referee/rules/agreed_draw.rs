//! `agreed-draw` 合意の引き分け: a draw by agreement.

use crate::finding::{message, rule};
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::shogi::{Color, in_camp};

rule! {
    name: "agreed-draw",
    class: Notice,
    group: Results,
    title: "a draw by agreement", "合意の引き分け",
    what:
        "The result is a draw (引き分け, `%HIKIWAKE`), and neither repetition nor impasse nor a limit of moves nor a ruling (裁定) explains it: no position came about often enough, and no king has entered the enemy camp.",
        "結果は引き分け（`%HIKIWAKE`）だが、千日手でも持将棋でも最大手数でも裁定でもない。同一局面の回数は足りず、どちらの玉も敵陣に入っていない。",
    why:
        "Shogi knows no draw by agreement; it is against the spirit of the game.",
        "将棋に合意の引き分けはなく、対局の精神に反する。",
    remedy:
        "Ask how the game ended; write 千日手, 持将棋 or 中断 if it was that.",
        "終局の経緯を確かめ、千日手、持将棋、中断のいずれかであればそう書く。",
    source: "“将棋”: players do not agree on draws.",
    bad: Record { text: "V2.2\nPI\n+\n+7776FU\n-3334FU\n%HIKIWAKE\n" },
        "a draw after two moves", "2手で引き分け",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\n-3334FU\n%CHUDAN\n" },
        "broken off", "中断",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if game.terminal() != Some(Terminal::Draw) || !game.certain || is_explained(game) {
        return;
    }
    report.say(message!(
        "the game was drawn, though no position came about often enough and no king has entered: the players agreed on it",
        "千日手でも入玉でもないのに引き分け。両者の合意によるものである",
    ));
}

/// Whether repetition, entered kings or the limit of moves led to the draw.
fn is_explained(game: &Game<'_>) -> bool {
    let entered = |side| game.end.king(side).is_some_and(|king| in_camp(side, king));
    let repeated =
        game.repetition.is_some() || game.profile.repetition_agree_below && game.most_occurrences >= 2;
    let limit = game.profile.max_moves.is_some_and(|limit| game.plies >= limit);
    repeated || limit || is_ruled(game) || Color::ALL.into_iter().any(entered)
}

/// Whether the record says that an arbiter has ruled so (裁定引分).
fn is_ruled(game: &Game<'_>) -> bool {
    let written = game.ending.map(|(_, ending)| &ending.word);
    let words = written.into_iter().chain(game.claim.map(|claim| &claim.text));
    words.into_iter().any(|word| word.contains("裁定"))
}
