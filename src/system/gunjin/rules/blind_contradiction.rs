//! `blind-contradiction` 伏せた駒の矛盾: hidden pieces contradict themselves.

use crate::finding::{message, rule};
use crate::notation::gunjin::Place;
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::contradiction::Contradiction;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "blind-contradiction",
    class: RecordError,
    group: Fouls,
    title: "hidden pieces contradict themselves", "伏せた駒の矛盾",
    what:
        "In a record that shows one side only, the moves and battles of the other leave nothing that a hidden piece can be, or too few of a kind. Said once; nothing is concluded about hidden pieces after it. Nothing that can be true is reported, but not all that cannot be true is found.",
        "片側だけを記した棋譜で、相手の動きと戦いの結果から、伏せた駒がどの種類でもありえないか、ある種類の枚数が足りない。一度だけ指摘し、その後は推定しない。ありうることは指摘しないが、ありえないことをすべて見つけるわけではない。",
    why: "One of the moves or results before is wrong.", "それまでの手か戦いの結果のどれかが誤っている。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: how pieces move, the table of strengths, and the numbers of pieces.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . ?n . . . . . / . . . . . . . . / . . MJs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a1-a2\n2 N c6xc4 =\n3 S a2-a1\n#interrupt\n" },
        "a tank, cavalry, an engineer or an aeroplane goes two cells so, and none of them falls together with a major", "2ます進めるのはタンク・騎兵・工兵・飛行機だけで、どれも少佐と相打ちにはならない",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . ?n . . . . . / . . . . . . . . / . . MJs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a1-a2\n2 N c6xc4 <\n3 S a2-a1\n#interrupt\n" },
        "cavalry loses to a major", "騎兵なら少佐に負ける",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let (before, after) = (&case.before, &case.after);
    let Some(contradiction) = after.contradiction.filter(|_| before.contradiction.is_none()) else {
        return;
    };
    let (owner, place) = match contradiction {
        Contradiction::Piece(piece) => {
            let place = Place::all().find(|&it| before.men.number(it) == Some(piece));
            (before.men.known.pieces[piece].owner, place)
        }
        Contradiction::Roster(owner) => (owner, None),
    };
    let owner = seat(owner);
    match place {
        Some(place) => report.say(message!(
            "by what is written up to here the hidden piece of {owner} on {place} can be nothing",
            "ここまでの記載では、{place}にある{owner}の伏せた駒はどの駒でもありえない",
            owner,
            place
        )),
        None => report.say(message!(
            "the hidden pieces of {owner} cannot all be what they must be by what is written up to here",
            "ここまでの記載では、{owner}の伏せた駒の組み合わせがありえない",
            owner
        )),
    };
}
