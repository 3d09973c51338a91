//! `profile-overridden` 棋譜の規定を優先: a rule in the record that overrides the profile.

use crate::finding::{Count, Message, Words, both, message, rule};
use crate::profile::{Declaration, Profile};
use crate::referee::event::statement::{NamedRule, Statement};
use crate::referee::limit::moves_before;
use crate::referee::report::Report;

rule!(
    "profile-overridden",
    Notice,
    Results,
    "a rule in the record that overrides the profile",
    "棋譜の規定を優先"
);

/// What is said of a move limit where nobody knows how many moves came before the record.
static COUNTED_FROM_THE_START: Words = both(
    "; the number of moves before the start position is not stated: moves are counted from there, and an early claim of the limit is not checked",
    "。開始局面までの手数の記載がないため、開始局面から数え、最大手数に達していたかどうかは判定しない",
);

/// The check.
pub(in crate::referee) fn check(statement: &Statement<'_>, report: &mut Report) {
    let Some(named) = statement.overrides() else {
        return;
    };
    let message = message!(
        "the record states {key} {value}, which overrides {profile} ({other})",
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
            Some(limit) => message!("{limit}", "{limit}手", limit = Count(limit, "move")),
            None => message!("no limit", "無制限"),
        },
        NamedRule::Points24 | NamedRule::Points27 => match profile.declaration {
            Declaration::None => message!("no declaration rule", "宣言なし"),
            Declaration::Points24 => message!("24 points", "24点法"),
            Declaration::Points27 | Declaration::Automatic27 => message!("27 points", "27点法"),
        },
        NamedRule::LeastSeconds(_) => {
            let seconds = Count(profile.least_seconds, "second");
            message!("{seconds}", "{seconds}秒", seconds)
        }
    }
}
