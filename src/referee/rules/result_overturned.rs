//! `result-overturned` 勝敗の変更: by the rules somebody else won than the record states.

use crate::finding::{Class, Example, Finding, Message, Page, Rule, both, say};
use crate::record::Outcome;
use crate::referee::game::Game;

/// 勝敗の変更: by the rules somebody else won than the record states.
pub static RULE: Rule = Rule {
    name: "result-overturned",
    class: Class::Notice,
    english: "by the rules somebody else won than the record states",
    japanese: "勝敗の変更",
    page: Page {
        what: both(
            "What the board or the rules of the event say overrules the stated result. The message gives the whole chain: what the record states, what stands against it, and who won. The finding that is the reason is listed beside it.",
            "盤面または大会の規定により、棋譜に記された勝敗が覆る。棋譜の記載、それに反する事実、勝敗を順に示す。理由となる指摘は別に示す。",
        ),
        why: both(
            "A table of results that is made from the record would be wrong.",
            "棋譜から成績表を作ると誤りになる。",
        ),
        remedy: both(
            "Let the arbiter decide, and correct the result. Where the event has other rules, choose its profile.",
            "審判の判断を仰ぎ、結果を訂正する。大会の規定が異なる場合は、そのプロファイルを選ぶ。",
        ),
        source: "The rules of each profile; S0:347, S0:355, S0:363-364, S0:372-373.",
        bad: Example::Record {
            text: "V2.2\nP1 *  *  *  *  *  *  * -KE-OU\nP3 *  *  *  *  *  *  *  * +KI\nP9 *  *  *  * +OU *  *  *  * \nP+00FU\n+\n+0012FU\n%TSUMI\n",
            note: both(
                "mate by a pawn drop: White won, not Black",
                "打ち歩詰め。勝ちは先手ではなく後手",
            ),
        },
        good: Example::Record {
            text: "V2.2\nP1 *  *  *  *  *  *  * -KE-OU\nP3 *  *  *  *  *  *  *  * +KI\nP9 *  *  *  * +OU *  *  *  * \nP+00KY\n+\n+0012KY\n%TSUMI\n",
            note: both("a lance may mate", "香なら詰ませてよい"),
        },
    },
};

/// The finding, where the verdict is another than what the record states.
pub(in crate::referee) fn finding(
    game: &Game<'_>,
    verdict: Option<Outcome>,
    because: &[Message],
) -> Option<Finding> {
    let stated = game.stated()?;
    let [statement, reasons @ .., conclusion] = because else {
        return None;
    };
    let joined = |words: fn(&Message) -> &str, between: &str| {
        let reasons: Vec<_> = reasons.iter().map(words).collect();
        reasons.join(between)
    };
    let english = joined(|it| &it.english, ", and ");
    let japanese = joined(|it| &it.japanese, "。また、");
    let message = say(
        format!("{}, but {english}: {}", statement.english, conclusion.english),
        format!(
            "{}。しかし、{japanese}。よって{}",
            statement.japanese, conclusion.japanese
        ),
    );
    let finding = Finding::new(&RULE, game.result_span(), message).at_ply(game.result_ply());
    (verdict != Some(stated)).then_some(finding)
}
