//! Rules about the check itself: unchecked moves, unlisted findings, internal errors, and rules that the record
//! states.

use crate::finding::{Count, Finding, Message, Plies, Span, Unlisted, Words, both, message, rules};
use crate::profile::{Declaration, Profile};
use crate::referee::cases::moves_before;
use crate::referee::event::{RuleStatement, StatedRule};

rules! {
    NOT_JUDGED = "not-judged", Notice, Reading, "moves that were not checked", "判定できなかった指し手";
    UNLISTED_FINDINGS = "unlisted-findings", RecordError, Reading,
        "findings that are not listed", "省略された指摘";
    INTERNAL_ERROR = "internal-error", RecordError, Reading, "an internal error", "内部エラー";
    PROFILE_OVERRIDDEN = "profile-overridden", Notice, Results,
        "a rule in the record that overrides the profile", "棋譜の規定を優先";
    UNREADABLE_EVENT_RULE = "unreadable-event-rule", Doubt, Reading,
        "a rule of the event that cannot be read", "読めない対局規定";
}

/// Returns the message about the plies that were not checked because they follow ply `after`, which cannot be
/// played on the board.
///
/// `line` is the number of these plies in the same line, `variations` their number in variations. With `None`
/// or 0, variations are not mentioned.
pub(crate) fn unchecked_message(after: u32, line: usize, variations: Option<usize>) -> Message {
    let and_variations = variations.filter(|&count| count > 0).map(|variations| {
        message!(
            " and {plies} of variations",
            "と変化の{plies}",
            plies = Plies(variations)
        )
    });
    message!(
        "not checked: {plies}{and_variations} after ply {after}, which cannot be played on the board",
        "{after}手目を盤上で再現できないため、この手順のその後の{plies}{and_variations}は判定しなかった",
        after,
        plies = Plies(line),
        and_variations
    )
}

/// Returns the finding that represents the unlisted findings of a record.
pub(in crate::referee) fn unlisted_findings(unlisted: Unlisted) -> Finding {
    let message = message!(
        "{count} of this record {are} not listed",
        "この棋譜の指摘はほかに{count}件あるが、省略した",
        count = Count(unlisted.count, "more finding"),
        are = if unlisted.count == 1 { "is" } else { "are" }
    );
    Finding {
        severity: unlisted.highest,
        ..Finding::new(&UNLISTED_FINDINGS, None, message)
    }
}

/// Returns the finding about an internal error, which prevented the check of a record.
pub(crate) fn internal_error_finding(record_span: Span, error: &str) -> Finding {
    let start = Span {
        start: record_span.start,
        end: record_span.start,
    };
    let message = message!(
        "internal error while processing this record: {error}",
        "この棋譜の処理中に内部エラーが起きた：{error}",
    );
    Finding::new(&INTERNAL_ERROR, start, message)
}

/// The addition to the message about a move limit if the number of moves before the record is unknown.
static COUNTED_FROM_START_POSITION: Words = both(
    "; the number of moves before the start position is not stated: moves are counted from there, and an early claim of the limit is not checked",
    "。開始局面までの手数の記載がないため、開始局面から数え、最大手数に達していたかどうかは判定しない",
);

/// Returns the finding about a rule that the record states, if the rule overrides the profile or cannot be read.
pub(in crate::referee) fn event_rule(statement: &RuleStatement<'_>) -> Option<Finding> {
    let Some(stated) = statement.stated else {
        let message = unreadable_event_rule(statement);
        return Some(Finding::new(&UNREADABLE_EVENT_RULE, statement.span, message).at_ply(0));
    };
    if !statement.overrides(stated) {
        return None;
    }
    let message = message!(
        "the record states {key} {value}, which overrides the rules of {profile} ({other})",
        "棋譜に「{key} {value}」とあるため、これで判定する（{profile}の規定では{other}）",
        key = statement.key,
        value = statement.value,
        profile = statement.event.quoted_title(),
        other = profile_value(stated, statement.event)
    );
    let is_count_unknown =
        matches!(stated, StatedRule::MoveLimit(Some(_))) && moves_before(statement.record).is_none();
    let message = message.followed_by(is_count_unknown.then_some(COUNTED_FROM_START_POSITION));
    Some(Finding {
        quiet: true,
        ..Finding::new(&PROFILE_OVERRIDDEN, statement.span, message).at_ply(0)
    })
}

/// Returns the value that the profile has for a rule that a record states.
fn profile_value(stated: StatedRule, profile: &Profile) -> Message {
    match stated {
        StatedRule::MoveLimit(_) => match profile.max_moves {
            Some(limit) => message!("{limit}", "{limit}手", limit = Count(limit, "move")),
            None => message!("no limit", "無制限"),
        },
        StatedRule::Points24 | StatedRule::Points27 => match profile.declaration {
            Declaration::None => message!("no declaration rule", "宣言なし"),
            Declaration::Points24 => message!("24 points", "24点法"),
            Declaration::Points27 | Declaration::Automatic27 => message!("27 points", "27点法"),
        },
        StatedRule::LeastSeconds(_) => {
            let seconds = Count(profile.least_seconds, "second");
            message!("{seconds}", "{seconds}秒", seconds)
        }
    }
}

fn unreadable_event_rule(statement: &RuleStatement<'_>) -> Message {
    message!(
        "{key} {quoted} is {value_error}; the rules of {profile} apply",
        "「{key} {value}」は{value_error}として読めないため、{profile}の規定で判定する",
        key = statement.key,
        value = statement.value,
        quoted = format!("{:?}", statement.value),
        value_error = statement.value_error,
        profile = statement.event.quoted_title()
    )
}
