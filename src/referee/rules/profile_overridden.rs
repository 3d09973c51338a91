//! `profile-overridden` 棋譜の規定を優先: the record names another rule than the profile.

use crate::finding::{Message, Words, both, message, rule};
use crate::profile::{Declaration, Profile};
use crate::referee::event::statement::{NamedRule, Statement};
use crate::referee::limit::moves_before;
use crate::referee::report::Report;

rule! {
    name: "profile-overridden",
    class: Notice,
    group: Results,
    title: "the record names another rule than the profile", "棋譜の規定を優先",
    what:
        "The record itself says by which rule it was played, and the profile has another: 最大手数 and `$MAX_MOVES` for the move limit (0, なし: no limit), 持将棋 and `$JISHOGI` for 24 or 27 points, `'Max_Moves:` and `'Least_Time_Per_Move:` of game servers. The game is judged by what the record says. Of several such lines the last counts, and a header before a comment. It is told to those who ask for this rule (`--select all`).",
        "棋譜自身が対局の規定を示し、プロファイルと異なる場合に報告する。対象は手数制限の最大手数と `$MAX_MOVES`（0・なしは無制限）、24点法・27点法の持将棋と `$JISHOGI`、対局サーバーの `'Max_Moves:` と `'Least_Time_Per_Move:`。判定は棋譜の規定による。同じ項目が複数あれば最後のもの、注釈よりヘッダーを採る。この規則を指定したとき（`--select all` など）だけ報告する。",
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

/// What is said of a move limit where nobody knows how many moves came before the record.
static COUNTED_FROM_THE_START: Words = both(
    "; the record begins with a position and does not say how many moves were made before it, so that moves count from there, and whether the limit was claimed too early is not judged",
    "。図からの棋譜で、それまでの手数が書かれていないため、図から数える。最大手数の宣言が早すぎるかどうかは判定しない",
);

/// The check.
pub(in crate::referee) fn check(statement: &Statement<'_>, report: &mut Report) {
    let Some(named) = statement.overrides() else {
        return;
    };
    let message = message!(
        "the record says {key} {value}: judged by that; {profile} has {other}",
        "棋譜に「{key} {value}」とあるため、これで判定する（{profile}では{other}）",
        key = statement.key,
        value = statement.value,
        profile = &statement.event.name,
        other = in_its_place(named, statement.event)
    );
    let is_open = matches!(named, NamedRule::MoveLimit(Some(_))) && moves_before(statement.record).is_none();
    let complaint = report.say(if is_open {
        message.followed_by(COUNTED_FROM_THE_START)
    } else {
        message
    });
    complaint.at_ply(0, statement.span).quietly();
}

/// What a profile has in its place.
fn in_its_place(named: NamedRule, profile: &Profile) -> Message {
    match named {
        NamedRule::MoveLimit(_) => match profile.max_moves {
            Some(limit) => message!("{limit}", "{limit}手", limit),
            None => message!("no limit", "無制限"),
        },
        NamedRule::Points24 | NamedRule::Points27 => match profile.declaration {
            Declaration::None => message!("no declaration", "宣言なし"),
            Declaration::Points24 => message!("24 points", "24点法"),
            Declaration::Points27 | Declaration::Automatic27 => message!("27 points", "27点法"),
        },
        NamedRule::LeastSeconds(_) => {
            let seconds = profile.least_seconds;
            message!("{seconds}", "{seconds}秒", seconds)
        }
    }
}
