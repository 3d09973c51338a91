//! `unknown-terminal`: unknown word where a result is due.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::record::gap::WordGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "unknown-terminal",
    class: Doubt,
    group: Reading,
    title: "unknown word where a result is due", "不明な終局の語",
    what:
        "A word stands where a move or a result is due, and no program is known to write it. It is kept and taken for the end of the line.",
        "指し手か終局の語があるべきところに、どのソフトも書かない語がある。そのまま残し、手順の終わりとみなす。",
    why:
        "The result of the game is unknown, and a misspelt 投了 is easily overlooked.",
        "対局の結果が分からない。「投了」の書き誤りは見落としやすい。",
    remedy:
        "Use one of the words of the KIF definition: 投了 中断 千日手 持将棋 詰み 切れ負け 反則勝ち 反則負け 入玉勝ち 不戦勝 不戦敗.",
        "KIFの定める語を使う。投了、中断、千日手、持将棋、詰み、切れ負け、反則勝ち、反則負け、入玉勝ち、不戦勝、不戦敗。",
    source: "KIF definition, list of terminals; CSA V2.2 and V3.0, `%` codes.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投子\n" },
        "投子 for 投了", "「投了」が「投子」になっている",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "投了", "正しく「投了」",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnknownTerminal(gap) = case.kind() else {
        return;
    };
    let text = case.quoted();
    report.say(match gap {
        WordGap::Word(word) => message!(
            "{word} is no word for a result that is known; the line ends here",
            "{word}は知られた終局の語でない。手順はここで終わる",
            word = in_quotes(word)
        ),
        WordGap::Code => message!(
            "{text} is no result that CSA knows; it was kept as the end of the game",
            "{text}はCSAの終局の語でない。終局として残した",
            text
        ),
        WordGap::Letter => message!(
            "{text} is no end that USEN knows; it was kept as the end of the line",
            "{text}はUSENの終局の文字でない。手順の終わりとして残した",
            text
        ),
        WordGap::Value(value) => case.value(value),
    });
}
