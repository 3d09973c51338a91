//! What the record itself says of the rules it was played by: that comes before the profile.

use std::borrow::Cow;

use super::rules::{profile_overridden, unreadable_event_rule};
use crate::finding::{Finding, Findings, Message, Span, say};
use crate::profile::{Declaration, DeclarationFailure, ImpasseAgreement, Profile};
use crate::record::{NodeId, Record, RemarkKind};

/// A rule that records name.
struct Naming {
    /// The headers for it, in any notation.
    headers: &'static [&'static str],
    /// What a game server's comment for it begins with.
    comment: Option<&'static str>,
    /// What is named, in words.
    about: fn() -> Message,
    read: fn(&str) -> Option<Named>,
}

/// All that can be named.
const NAMINGS: [Naming; 3] = [
    Naming {
        headers: &["$MAX_MOVES", "最大手数"],
        comment: Some("Max_Moves:"),
        about: || say("no number of moves", "手数"),
        read: |value| move_limit(value).map(Named::MoveLimit),
    },
    Naming {
        headers: &["$JISHOGI", "持将棋"],
        comment: None,
        about: || say("neither 24 nor 27 points", "24点法か27点法"),
        read: points,
    },
    Naming {
        headers: &[],
        comment: Some("Least_Time_Per_Move:"),
        about: || say("no number of seconds", "秒数"),
        read: |value| number(value, &["秒"]).map(Named::LeastSeconds),
    },
];

/// A rule that a record names.
#[derive(Clone, Copy)]
enum Named {
    MoveLimit(Option<u32>),
    Points24,
    Points27,
    LeastSeconds(u32),
}

/// Where a record names a rule, and what it says.
struct Statement<'r> {
    key: &'r str,
    value: &'r str,
    span: Option<Span>,
}

/// The rules that a record is judged by: those of the event, with what the record says of them put in. What differs is
/// noted, and so is what cannot be read.
pub(super) fn of<'p>(record: &Record<'_>, event: &'p Profile, findings: &mut Findings) -> Cow<'p, Profile> {
    let mut profile = Cow::Borrowed(event);
    for naming in &NAMINGS {
        let Some(statement) = naming.statement(record) else {
            continue;
        };
        let finding = match (naming.read)(statement.value) {
            Some(named) if named.holds_in(event) => continue,
            Some(named) => {
                named.put_into(profile.to_mut());
                let message = statement.overrides(&named.in_profile(event), &event.name);
                Finding::new(&profile_overridden::RULE, statement.span, message)
            }
            None => {
                let message = statement.unread(&(naming.about)(), &event.name);
                Finding::new(&unreadable_event_rule::RULE, statement.span, message)
            }
        };
        findings.push(finding.at_ply(0));
    }
    profile
}

impl Naming {
    /// The last header that counts, else the last comment above the moves.
    fn statement<'r>(&self, record: &'r Record<'_>) -> Option<Statement<'r>> {
        let mut headers = record.headers.iter().rev();
        let header = headers.find(|it| self.headers.contains(&&*it.key) && !it.value.trim().is_empty());
        if let Some(header) = header {
            return Some(Statement {
                key: &header.key,
                value: header.value.trim(),
                span: Some(header.span),
            });
        }
        let prefix = self.comment?;
        let above = record.remarks.iter().take_while(|it| it.node == NodeId::START);
        let tools = above.filter(|it| it.kind == RemarkKind::Tool);
        let (text, value) = tools
            .filter_map(|it| Some((&*it.text, it.text.strip_prefix(prefix)?.trim())))
            .last()?;
        Some(Statement {
            key: text.get(..prefix.len() - 1)?,
            value,
            span: place(record, text),
        })
    }
}

/// The first place of a line's text in a record.
fn place(record: &Record<'_>, text: &str) -> Option<Span> {
    let start = record.span.start as usize + record.text.find(text)?;
    Some(Span::new(start, start + text.len()))
}

impl Statement<'_> {
    fn overrides(&self, other: &Message, profile: &str) -> Message {
        let Self { key, value, .. } = self;
        let (english, japanese) = (&other.english, &other.japanese);
        say(
            format!("the record says {key} {value}: judged by that, not by {english} as {profile} has it"),
            format!("棋譜に「{key} {value}」とあるため、{profile}の{japanese}ではなくこれで判定する"),
        )
    }

    fn unread(&self, what: &Message, profile: &str) -> Message {
        let Self { key, value, .. } = self;
        let (english, japanese) = (&what.english, &what.japanese);
        say(
            format!("the record says {key} {value:?}, which is {english}: judged by the rules of {profile}"),
            format!("「{key} {value}」は{japanese}として読めないため、{profile}の規定で判定する"),
        )
    }
}

impl Named {
    fn holds_in(self, profile: &Profile) -> bool {
        match self {
            Self::MoveLimit(limit) => profile.max_moves == limit,
            Self::Points24 => profile.declaration == Declaration::Points24,
            Self::Points27 => matches!(
                profile.declaration,
                Declaration::Points27 | Declaration::Automatic27
            ),
            Self::LeastSeconds(seconds) => profile.least_seconds == seconds,
        }
    }

    fn put_into(self, profile: &mut Profile) {
        match self {
            Self::MoveLimit(limit) => profile.max_moves = limit,
            Self::Points24 => count_points(profile, Declaration::Points24, ImpasseAgreement::Points24),
            Self::Points27 => count_points(profile, Declaration::Points27, ImpasseAgreement::Points27),
            Self::LeastSeconds(seconds) => profile.least_seconds = seconds,
        }
    }

    /// What a profile has in its place.
    fn in_profile(self, profile: &Profile) -> Message {
        match self {
            Self::MoveLimit(_) => match profile.max_moves {
                Some(limit) => say(limit.to_string(), format!("{limit}手")),
                None => say("no limit", "無制限"),
            },
            Self::Points24 | Self::Points27 => match profile.declaration {
                Declaration::None => say("no declaration", "宣言なし"),
                Declaration::Points24 => say("24 points", "24点法"),
                Declaration::Points27 | Declaration::Automatic27 => say("27 points", "27点法"),
            },
            Self::LeastSeconds(_) => {
                let seconds = profile.least_seconds;
                say(seconds.to_string(), format!("{seconds}秒"))
            }
        }
    }
}

/// One rule of points for declarations, and for agreements where there are any.
fn count_points(profile: &mut Profile, declaration: Declaration, agreement: ImpasseAgreement) {
    if profile.declaration == Declaration::None {
        // By every rule of points, who declares wrongly loses.
        profile.declaration_failure = DeclarationFailure::Loses;
    }
    profile.declaration = declaration;
    if profile.impasse_agreement != ImpasseAgreement::None {
        profile.impasse_agreement = agreement;
    }
}

/// A number of moves, or that there is no limit.
fn move_limit(value: &str) -> Option<Option<u32>> {
    match value {
        "なし" | "無し" | "無制限" | "制限なし" | "none" => Some(None),
        _ => number(value, &["手", "手まで"]).map(|limit| (limit > 0).then_some(limit)),
    }
}

/// 24 or 27 points.
fn points(value: &str) -> Option<Named> {
    match number(value, &["点", "点法", "点制", "点宣言法"])? {
        24 => Some(Named::Points24),
        27 => Some(Named::Points27),
        _ => None,
    }
}

/// A number in digits of either width, and perhaps what it counts.
fn number(value: &str, counted: &[&str]) -> Option<u32> {
    let mut number = 0_u32;
    let mut rest = value.chars();
    let mut digits = 0;
    loop {
        let before = rest.as_str();
        let digit = rest.next().and_then(digit);
        let Some(digit) = digit else {
            let known = before.is_empty() || counted.contains(&before.trim());
            return (digits > 0 && known).then_some(number);
        };
        number = number.checked_mul(10)?.checked_add(digit)?;
        digits += 1;
    }
}

fn digit(character: char) -> Option<u32> {
    match character {
        '０'..='９' => Some(character as u32 - '０' as u32),
        _ => character.to_digit(10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_written() {
        let table = [
            ("320", Some(Some(320))),
            ("３２０手", Some(Some(320))),
            ("256 手まで", Some(Some(256))),
            ("0", Some(None)),
            ("無制限", Some(None)),
            ("", None),
            ("手", None),
            ("-1", None),
            ("3.5", None),
            ("320局", None),
            ("99999999999", None),
        ];
        for (value, expected) in table {
            assert_eq!(move_limit(value), expected, "{value}");
        }
    }

    #[test]
    fn points_are_24_or_27() {
        for value in ["24", "２４点", "24点法"] {
            assert!(matches!(points(value), Some(Named::Points24)), "{value}");
        }
        assert!(matches!(points("27"), Some(Named::Points27)));
        for value in ["", "25", "あり", "法", "24法", "24-27"] {
            assert!(points(value).is_none(), "{value}");
        }
    }
}
