//! `gunjin-piece-revived` 取られた駒の移動: a piece that was removed moves.

use super::step::step;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-piece-revived",
    class: RecordError,
    group: Fouls,
    title: "a piece that was removed moves", "取られた駒の移動",
    what:
        "No piece of the mover stands on the cell that is moved from, and the last that fell there was his.",
        "動かす駒のますに自分の駒がなく、最後にそこで取られたのは自分の駒である。",
    why: "A piece that was removed does not come back; one of the battles may have ended otherwise.", "取られた駒は戻らない。戦いの結果の誤記かもしれない。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: captured pieces are not used again.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . TGn . . . . . / . . COs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c4xc5 <\n2 N a8-b8\n3 S c5-c6\n#interrupt\n" },
        "the colonel has fallen on c5", "大佐はc5で取られた",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . LCn . . . . . / . . COs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c4xc5 >\n2 N a8-b8\n3 S c5-c6\n#interrupt\n" },
        "it has won", "勝っている",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some(step) = step(case) else { return };
    let from = step.from;
    let men = &case.before.men;
    let is_own = men.at(from).is_some_and(|it| it.owner == case.mover);
    if !is_own && men.was_removed(from, case.mover) {
        let mover = seat(case.mover);
        report
            .say(message!(
                "the piece of {mover} on {from} has fallen before",
                "{from}の{mover}の駒はすでに取られている",
                mover,
                from
            ))
            .stopping();
    }
}
