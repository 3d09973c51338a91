//! `gunjin-battle-result` 戦いの結果の誤り: a battle that ended otherwise.

use super::step::own;
use crate::finding::{message, rule};
use crate::notation::gunjin::sign;
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-battle-result",
    class: RecordError,
    group: Fouls,
    title: "a battle that ended otherwise", "戦いの結果の誤り",
    what:
        "Both pieces are known, and by the table of strengths the battle ends in another way than it is written. A flag fights with the strength of the own piece right after it; without one, and in the back row, it has none. The game goes on as written.",
        "双方の駒が分かっていて、強弱の表による結果が棋譜と異なる。軍旗は後ろの味方の駒と同じ強さであり、後ろに駒がないときと最後列では何にも勝てない。棋譜の結果のまま続ける。",
    why: "The umpire has erred, the sign is wrong, or one of the pieces is.", "審判の誤りか、記号または駒の誤記である。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: the table of strengths, and the flag. A colonel takes a first lieutenant, for example, whoever moves.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . ENn . . . . . / . . TKs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c4xc5 >\n#interrupt\n" },
        "an engineer beats a tank", "工兵はタンクに勝つ",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . ENn . . . . . / . . TKs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c4xc5 <\n#interrupt\n" },
        "the tank has lost", "タンクの負け",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case) else { return };
    let before = &case.before;
    let fight = before.fight(step).filter(|&it| before.is_told(it));
    let Some((fight, known)) = fight.map(|it| (it, &before.men.known)) else {
        return;
    };
    let (Some(mover), Some(standing)) = (known.told(fight.mover), known.told(fight.standing)) else {
        return;
    };
    let behind = fight.behind.and_then(|it| known.told(it));
    let due = known.terms.battles.outcome(mover, standing, behind);
    if due != fight.how {
        report.say(message!(
            "{mover} into {standing} ends {due}, and {written} is written",
            "{mover}が{standing}に向かえば {due} であり、棋譜の {written} と異なる",
            mover,
            standing,
            due = sign(due),
            written = sign(fight.how)
        ));
    }
}
