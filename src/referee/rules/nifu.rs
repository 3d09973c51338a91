//! `nifu` 二歩: two pawns on a file.

use crate::finding::{File, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "nifu",
    class: Foul,
    group: Fouls,
    title: "two pawns on a file", "二歩",
    what:
        "A pawn is dropped on a file on which the same player already has an unpromoted pawn, wherever on the file it stands. Tokin do not count, nor do enemy pawns. It stays nifu when the drop parries a check, gives check or mates.",
        "成っていない自分の歩がすでにある筋に、歩を打つ。その歩が筋のどこにあっても同じである。と金と相手の歩は数えない。王手を防ぐ手でも、王手や詰みになる手でも、二歩は二歩である。",
    why:
        "It is the commonest foul of all, and often nobody notices at the board.",
        "最も多い反則であり、対局中にだれも気づかないことがよくある。",
    remedy:
        "Make sure that the earlier pawn had not been captured or promoted in a move that is missing.",
        "先にある歩が、記録から抜けた手で取られたり成ったりしていないか確かめる。",
    source: "“쇼기/규칙” and “将棋”: no second unpromoted pawn on a file.",
    bad: Moves { start: "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", moves: "P*5e" },
        "a pawn already stands on 5g", "５七にすでに歩がある",
    good: Moves { start: "4k4/9/4+P4/9/9/9/9/9/4K4 b P 1", moves: "P*5e" },
        "only a tokin on the file", "その筋にはと金だけがある",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let (mover, file) = (attempt.mover, attempt.to.file());
    if attempt.drops_pawn()
        && let Some(pawn) = attempt.before.unpromoted_pawn_on_file(mover, file)
    {
        report
            .say(message!(
                "{mover} already has an unpromoted pawn on file {file}, on {pawn}",
                "{file}筋にはすでに{mover}の歩が{pawn}にある",
                mover,
                file = File(file),
                pawn
            ))
            .marking([pawn]);
    }
}
