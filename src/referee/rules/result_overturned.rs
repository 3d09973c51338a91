//! `result-overturned` 勝敗の変更: by the rules somebody else won than the record states.

use crate::finding::{Message, Seat, message, rule};
use crate::record::Outcome;
use crate::referee::report::Report;
use crate::referee::verdict::Verdict;

rule! {
    name: "result-overturned",
    class: Notice,
    group: Results,
    title: "by the rules somebody else won than the record states", "勝敗の変更",
    what:
        "What the board or the rules of the event say overrules the stated result. The message says who won by the record and who by the rules, and names the rule whose finding gives the reason; `kifu show` gives the whole chain.",
        "盤面または大会の規定により、棋譜に記された勝敗が覆る。棋譜による勝敗と規定による勝敗を示し、理由となる指摘の名を添える。判断の順序は `kifu show` が示す。",
    why:
        "A table of results that is made from the record would be wrong.",
        "棋譜から成績表を作ると誤りになる。",
    remedy:
        "Let the arbiter decide, and correct the result. Where the event has other rules, choose its profile.",
        "審判の判断を仰ぎ、結果を訂正する。大会の規定が異なる場合は、そのプロファイルを選ぶ。",
    source: "The rules of each profile; “쇼기/규칙”.",
    bad: Record { text: "V2.2\nP1 *  *  *  *  *  *  * -KE-OU\nP3 *  *  *  *  *  *  *  * +KI\nP9 *  *  *  * +OU *  *  *  * \nP+00FU\n+\n+0012FU\n%TSUMI\n" },
        "mate by a pawn drop: White won, not Black", "打ち歩詰め。勝ちは先手ではなく後手",
    good: Record { text: "V2.2\nP1 *  *  *  *  *  *  * -KE-OU\nP3 *  *  *  *  *  *  *  * +KI\nP9 *  *  *  * +OU *  *  *  * \nP+00KY\n+\n+0012KY\n%TSUMI\n" },
        "a lance may mate", "香なら詰ませてよい",
}

/// The check, where the verdict is another than what the record states. The rule that decides has said why.
pub(in crate::referee) fn check(verdict: &Verdict<'_>, report: &mut Report) {
    let game = verdict.game;
    if let Some(stated) = game.stated()
        && let (Some(outcome), Some(rule)) = (verdict.outcome, verdict.rule)
        && outcome != stated
    {
        let why = message!("{rule}", "{rule}", rule);
        let complaint = report.say(words(stated.of_seats(), outcome.of_seats(), &why));
        complaint.at_ply(game.result_ply(), game.result_span());
    }
}

/// That the record says one thing, and by the rules it is another, for this reason.
pub(crate) fn words(stated: Outcome<Seat>, verdict: Outcome<Seat>, why: &Message) -> Message {
    message!(
        "the record says: {stated}; by the rules: {verdict} ({why})",
        "棋譜の記載は{stated}、規定による判定は{verdict}（{why}）",
        stated,
        verdict,
        why
    )
}
