//! `yonin-mate-credit` 詰ませた人の誤り: a mate is credited to somebody who did not give it.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;
use crate::system::yonin::position::letter;

rule! {
    name: "yonin-mate-credit",
    class: RecordError,
    group: Results,
    title: "a mate is credited to the wrong player", "詰ませた人の誤り",
    what:
        "`#mate X by Y` names another player than the one whose move has mated X. Whoever has moved last has mated, and gets the pieces in hand of the one who is out.",
        "`#mate X by Y` の Y が、X を詰ませた手を指した人と異なる。最後に指した人が詰ませたことになり、脱落した人の持駒を得る。",
    why: "The pieces in hand are counted for the wrong player.", "持駒が別の人のものになってしまう。",
    remedy: "Correct the name, or compare the last moves with the score sheet.", "名前を直すか、最後の数手を棋譜用紙と照合する。",
    source: "Published rules of yonin shogi: whoever mates takes the pieces in hand of the one who is out.",
    bad: Record { text: "Yonin: 1\nPosition: 8 Kn / 6 Rs 2 / 8 Gs / 9 / 9 / 9 / 9 / 9 / 4 Ks 4 S S:- W:- N:- E:- SN\n1 S 1c1b\n#mate N by W\n" },
        "South has mated", "詰ませたのは南",
    good: Record { text: "Yonin: 1\nPosition: 8 Kn / 6 Rs 2 / 8 Gs / 9 / 9 / 9 / 9 / 9 / 4 Ks 4 S S:- W:- N:- E:- SN\n1 S 1c1b\n#mate N by S\n" },
        "South is named", "南と書かれている",
}

/// The check.
pub(super) fn check(case: &WordCase<Yonin>, report: &mut Report) {
    if case.word.name != "mate" {
        return;
    }
    let named = |at: usize| case.word.rest.get(at).and_then(|it| letter(it));
    let (Some(loser), Some(credited)) = (named(0), named(2)) else {
        return;
    };
    if let Some(mover) = case.before.mated_by[loser].filter(|&it| it != credited) {
        let [loser, credited, mover] = [loser, credited, mover].map(seat);
        report
            .say(message!(
                "the record credits the mate of {loser} to {credited}, but {mover} has mated {loser}",
                "{loser}を詰ませたのは{credited}とあるが、詰ませたのは{mover}である",
                loser,
                credited,
                mover
            ))
            .of_seat(mover);
    }
}
