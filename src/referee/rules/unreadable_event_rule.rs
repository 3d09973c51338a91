//! `unreadable-event-rule` 読めない対局規定: a rule of the event that cannot be read.

use crate::finding::{message, rule};
use crate::referee::event::statement::Statement;
use crate::referee::report::Report;

rule! {
    name: "unreadable-event-rule",
    class: Doubt,
    group: Reading,
    title: "a rule of the event that cannot be read", "読めない対局規定",
    what:
        "A header such as 最大手数 or `$JISHOGI` says by which rule the game was played, and its value is none that is known: a number of moves, なし or 無制限 for the limit, 24 or 27 for 持将棋. It is judged by the profile. A header without a value says nothing.",
        "最大手数や `$JISHOGI` など対局の規定を示すヘッダーの値が読めない。手数制限は手数・なし・無制限、持将棋は24・27のいずれかでなければならない。判定はプロファイルによる。値のないヘッダーは何も示さない。",
    why:
        "The game may have been played by another rule than it is judged by.",
        "実際とは異なる規定で判定している可能性がある。",
    remedy:
        "Write the number alone, or choose a profile or file of rules that has the rule.",
        "数だけを書くか、その規定をもつプロファイルまたは規定ファイルを選ぶ。",
    source: "CSA V3.0: `$MAX_MOVES` is an integer, `$JISHOGI` 24 or 27.",
    bad: Record { text: "手合割：平手\n最大手数：長い\n   1 ７六歩(77)\n   2 投了\n" },
        "a word that is no number", "数でない値",
    good: Record { text: "手合割：平手\n最大手数：０\n持将棋：27点法\n   1 ７六歩(77)\n   2 投了\n" },
        "no limit, and the rule of 27 points", "無制限と27点法",
}

/// The check.
pub(in crate::referee) fn check(statement: &Statement<'_>, report: &mut Report) {
    if statement.named.is_none() {
        let value = statement.value;
        let complaint = report.say(message!(
            "the record says {key} {quoted}, which is {what}: judged by the rules of {profile}",
            "「{key} {value}」は{what}として読めないため、{profile}の規定で判定する",
            key = statement.key,
            value,
            quoted = format!("{value:?}"),
            what = statement.unread,
            profile = &statement.event.name
        ));
        complaint.at_ply(0, statement.span);
    }
}
