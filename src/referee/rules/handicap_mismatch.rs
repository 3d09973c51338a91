//! `handicap-mismatch` 手合割と盤面の食い違い: the board is not that of the handicap.

use crate::finding::{Enumeration, List, Message, Severity, both, message, rule};
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Handicap, PieceKind};

rule! {
    name: "handicap-mismatch",
    class: Doubt,
    group: Starts,
    title: "the board is not that of the handicap", "手合割と盤面の食い違い",
    what:
        "手合割 names a handicap, and the board drawn beside it, with the hands, has more or fewer pieces than that handicap leaves, or is the start of another. The board counts. A position from the middle of such a game has the same pieces and is no fault. Many programs write 平手 above whatever board is drawn: that is a note, and only where the board is the start of a handicap. Of names that are no handicap (その他, 詰将棋) nothing is said, nor of which lance, knight or silver is missing where programs disagree (三枚落ち, 五枚落ち, 七枚落ち).",
        "手合割の示す駒落ちで残る駒と、書かれた盤面と持駒の駒の数が違うか、盤面が別の手合の開始局面である。盤面に従う。その手合の途中の局面なら駒の数は同じで、問題としない。平手はどんな盤面にも付けるソフトが多いので、盤面が駒落ちの開始局面であるときに限り注記とする。手合の名前でないもの（その他、詰将棋）や、ソフトによって落とす香・桂・銀が違うもの（三枚落ち、五枚落ち、七枚落ち）の左右は問わない。",
    why:
        "Programs that go by the name play the moves on another board than those that go by the drawing.",
        "名前に従うソフトと盤面に従うソフトとで、指し手が別の盤の上で再現される。",
    remedy:
        "Find out which handicap was played, and correct the name or the board.",
        "実際の手合を確かめ、名前か盤面を直す。",
    source: "KIF definition, list of 手合割 names; a board diagram wins over the name.",
    bad: Record {
        text: "手合割：二枚落ち\n上手の持駒：なし\n| ・v桂v銀v金v玉v金v銀v桂 ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n下手の持駒：なし\n上手番\n   1 ３四歩(33)\n   2 投了\n",
    },
        "both lances are missing too: 四枚落ち", "両方の香もない四枚落ちの盤面",
    good: Record {
        text: "手合割：二枚落ち\n上手の持駒：なし\n|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n下手の持駒：なし\n上手番\n   1 ３四歩(33)\n   2 投了\n",
    },
        "rook and bishop are missing", "飛と角がない",
}

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    let start = case.start;
    let (Some((_, span)), Some(named), Some(_)) = (&start.name, start.handicap, start.diagram) else {
        return;
    };
    let drawn = Handicap::of_board(case.position);
    let difference = difference(case, named);
    let differs = match drawn {
        Some(drawn) if named.is_even() => !drawn.is_even(),
        _ if named.is_even() => false,
        Some(drawn) => !(is_same(named, drawn) || difference.is_empty() && is_disputed(named)),
        None => !difference.is_empty(),
    };
    if !differs {
        return;
    }
    let board = match drawn {
        Some(drawn) => message!("is that of {name}", "は{name}のものである", name = drawn.name),
        None => told(&difference),
    };
    let complaint = report.say(message!(
        "手合割 is {name}, {meaning}, but the board drawn {board}; the board counts",
        "手合割は{name}（{meaning}）だが、盤面{board}。盤面に従う",
        name = named.name,
        meaning = meaning(named),
        board
    ));
    complaint.at(*span);
    if named.is_even() {
        complaint.weighing(Severity::Note);
    }
}

/// Whether two names mean one board: 七枚落ち is 右七枚落ち.
fn is_same(one: &Handicap, other: &Handicap) -> bool {
    one.position() == other.position()
}

/// Whether programs disagree which of two like pieces is missing, as they do where there is one of a pair.
fn is_disputed(handicap: &Handicap) -> bool {
    let count = handicap.removed().count();
    count > 1 && count % 2 == 1
}

/// By kind, how many pieces the board and the hands have more than a handicap leaves.
fn difference(case: &StartCase<'_>, named: &Handicap) -> Vec<(PieceKind, i32)> {
    let left = named.position().piece_counts();
    let more = |kind: PieceKind| i32::from(case.count(kind)) - i32::from(left[kind.index()]);
    let kinds = PieceKind::ALL.into_iter().filter(|kind| !kind.is_promoted());
    kinds
        .map(|kind| (kind, more(kind)))
        .filter(|&(_, more)| more != 0)
        .collect()
}

/// What a board has that it should not have, and what it lacks.
fn told(difference: &[(PieceKind, i32)]) -> Message {
    let told = difference.iter().map(|&(kind, more)| {
        let count = more.unsigned_abs();
        message!(
            "{count} {kind}{s} {than}",
            "{kind}が{count}枚{than}",
            count,
            kind,
            s = if count == 1 { "" } else { "s" },
            than = if more > 0 {
                both("more", "多い")
            } else {
                both("fewer", "少ない")
            }
        )
    });
    message!("has {told}", "では{told}", told = Enumeration(told.collect()))
}

/// What is missing in a handicap, and what is in hand.
fn meaning(handicap: &Handicap) -> Message {
    if handicap.is_even() {
        return message!("a start without a handicap", "駒を落とさない");
    }
    let pieces = handicap
        .removed()
        .map(|(square, piece)| message!("{kind} {square}", "{square}の{kind}", kind = piece.kind, square));
    let missing = message!(
        "a start without White's {pieces}",
        "上手の{pieces}がない",
        pieces = List(pieces.collect())
    );
    if handicap.held().next().is_none() {
        return missing;
    }
    let held = handicap.held().map(|(side, kind, count)| {
        message!(
            "{count} {kind} for {side}",
            "{side}の持駒{kind}{count}枚",
            count,
            kind,
            side
        )
    });
    let held = List(held.collect());
    message!("{missing}, in hand {held}", "{missing}、{held}", missing, held)
}
