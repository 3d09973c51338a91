//! `gung-setup` 차림: an order of horses and elephants that there is not, or pieces that a set does not have.

use super::start::{orders, outside, surplus};
use crate::finding::rule;
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::janggi::game::Janggi;

rule! {
    name: "gung-setup",
    class: RecordError,
    group: Starts,
    title: "a setup (차림) that there is not", "ありえない並び（차림）",
    what:
        "The order of horses and elephants of a side is none of 마상마상, 마상상마, 상마마상, 상마상마; or a position has more pieces of a kind than a set, or a general or an unpromoted guard outside its palace. Where an order cannot be read, the first moves of the side tell it.",
        "馬と象の並びが 마상마상、마상상마、상마마상、상마상마 のいずれでもない。または、局面の駒が一組より多いか、将や昇格していない士が宮の外にある。並びが読めないときは、その側の最初の指し手から判断する。",
    why: "The game cannot have begun so.", "対局はこのようには始まらない。",
    remedy: "Correct the header.", "ヘッダーを直す。",
    source: "“대국규정 및 규칙” (궁장기), article 2; the setup is that of janggi.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[홍차림 \"마마상상\"]\n1. 79졸78\n#interrupt\n" },
        "two horses on one side", "馬が片側に二枚",
    good: Record { text: "[규칙 \"궁장기\"]\n[홍차림 \"마상상마\"]\n1. 79졸78\n#interrupt\n" },
        "one of the four", "四通りの一つ",
}

/// The check.
pub(super) fn check(case: &StartCase<Janggi>, report: &mut Report) {
    orders(case, report);
    surplus(case, report);
    outside(case, report);
}
