//! `profile-overridden` 棋譜の規定を優先: the record names another rule than the profile.

use crate::finding::rule;

rule! {
    name: "profile-overridden",
    class: Notice,
    title: "the record names another rule than the profile", "棋譜の規定を優先",
    what:
        "The record itself says by which rule it was played, and the profile has another: 最大手数 and `$MAX_MOVES` for the move limit (0, なし: no limit), 持将棋 and `$JISHOGI` for 24 or 27 points, `'Max_Moves:` and `'Least_Time_Per_Move:` of game servers. The game is judged by what the record says. Of several such lines the last counts, and a header before a comment.",
        "棋譜自身が対局の規定を示し、プロファイルと異なる場合に報告する。対象は手数制限の最大手数と `$MAX_MOVES`（0・なしは無制限）、24点法・27点法の持将棋と `$JISHOGI`、対局サーバーの `'Max_Moves:` と `'Least_Time_Per_Move:`。判定は棋譜の規定による。同じ項目が複数あれば最後のもの、注釈よりヘッダーを採る。",
    why:
        "Who knows the profile only would expect another result.",
        "プロファイルだけを見ていると、判定が食い違って見える。",
    remedy:
        "Nothing, if the record is right. If most records of the event say so, put it into the file of its rules.",
        "棋譜が正しければ何もしなくてよい。大会の棋譜の多くがそうなら、大会の規定ファイルに書く。",
    source: "CSA V3.0: `$MAX_MOVES`, `$JISHOGI`; shogi-server writes its settings as comments.",
    bad: Record { text: "手合割：平手\n最大手数：320\n   1 ７六歩(77)\n   2 投了\n" },
        "a limit, where amateur tournaments have none", "手数制限のないプロファイルでの320手制限",
    good: Record { text: "手合割：平手\n最大手数：なし\n持将棋：27\n   1 ７六歩(77)\n   2 投了\n" },
        "as in amateur tournaments", "アマチュア大会の規定どおり",
}
