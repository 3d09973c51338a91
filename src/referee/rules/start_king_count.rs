//! `start-king-count` 玉の数が違う: no king or two kings of a side.

use crate::finding::{Severity, message, rule};
use crate::notation::start_part::Part;
use crate::record::Step;
use crate::referee::problem;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, PieceKind, Square};

rule! {
    name: "start-king-count",
    class: RecordError,
    group: Starts,
    title: "no king or two kings of a side", "玉の数が違う",
    what:
        "A side has no king or more than one in the start position. Mate problems (詰将棋) usually lack the attacker's king: if only Black's king is missing, or only White's with White to move, that is a note for those who ask for this rule; where the record calls itself one (手合割：詰将棋, 作品番号, 作品名), nothing is said. In a position without moves (次の一手, 手筋), a missing king is a note.",
        "開始局面で、一方の玉がないか二枚以上ある。詰将棋では攻方の玉がないのが普通である。先手の玉だけがないとき、または後手番で後手の玉だけがないときは、この規則を指定したときだけ注記として報告する。棋譜が自ら詰将棋と記すとき（手合割：詰将棋、作品番号、作品名）は指摘しない。指し手のない局面（次の一手、手筋など）では、玉がないことは注記である。",
    why:
        "Without a king there is no check and no mate; with two nobody knows which is meant.",
        "玉がなければ王手も詰みもない。二枚あれば、どちらが玉なのか分からない。",
    remedy:
        "Compare the board with the source; a mark before a piece (`v`, `+`, `-`) is easily lost.",
        "盤面を元の資料と照らし合わせる。駒の前の記号（`v`、`+`、`-`）は落ちやすい。",
    source: "Each side has one king.",
    bad: Moves { start: "9/9/9/9/9/9/9/9/4K4 b G 1", moves: "G*5b" },
        "White has no king", "後手に玉がない",
    good: Moves { start: "4k4/9/9/9/9/9/9/9/4K4 b G 1", moves: "G*5b" },
        "one king each", "玉は一枚ずつ",
}

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    let kings = |color| -> Vec<Square> {
        let kings = case.position.pieces(color);
        let kings = kings.filter(|&(_, kind)| kind == PieceKind::King);
        kings.map(|(square, _)| square).collect()
    };
    let [black, white] = Color::ALL.map(kings);
    // Problems leave out the king of the side that mates.
    let is_problem = black.len() + white.len() == 1 && problem::lacks_attackers_king(case.record);
    let has_moves = case
        .record
        .tree
        .main_line()
        .any(|(_, node)| !matches!(node.step, Step::End(_)));
    for (color, kings) in [(Color::Black, black), (Color::White, white)] {
        let message = match kings.len() {
            1 => continue,
            0 => message!(
                "{color} has no king in the start position",
                "開始局面に{color}の玉がない",
                color
            ),
            count => message!(
                "{color} has {count} kings in the start position",
                "開始局面に{color}の玉が{count}枚ある",
                color,
                count
            ),
        };
        let is_note = kings.is_empty() && !has_moves;
        let second = kings.get(1).and_then(|&king| case.place(Part::Square(king)));
        let complaint = report.say(message).of(color).at(second).marking(kings);
        complaint.weighing(is_note.then_some(Severity::Note));
        if is_problem {
            complaint.quietly();
        }
    }
}
