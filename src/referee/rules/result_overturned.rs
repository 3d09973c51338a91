//! `result-overturned` 勝敗の変更: a stated result that is wrong under the rules.

use crate::finding::{Message, Seat, message, rule};
use crate::record::Outcome;
use crate::referee::report::Report;
use crate::referee::verdict::Verdict;

rule!(
    "result-overturned",
    Notice,
    Results,
    "a stated result that is wrong under the rules",
    "勝敗の変更"
);

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
        "the record states that {stated}, but under the rules {verdict} ({why})",
        "棋譜の記載は{stated}、規定による判定は{verdict}（{why}）",
        stated,
        verdict,
        why
    )
}
