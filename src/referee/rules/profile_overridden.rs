//! `profile-overridden` 棋譜の規定を優先: the record names another rule than the profile.

use crate::finding::{Message, Words, both, message, rule};
use crate::profile::{Declaration, Profile};
use crate::referee::event::statement::{NamedRule, Statement};
use crate::referee::limit::moves_before;
use crate::referee::report::Report;

rule!(
    "profile-overridden",
    Notice,
    Results,
    "the record names another rule than the profile",
    "棋譜の規定を優先"
);

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
