//! What the record itself says of the rules it was played by: that comes before the profile.

use std::borrow::Cow;

use super::rules::checking;
use crate::finding::{Findings, Span, Words, both};
use crate::profile::{Declaration, DeclarationFailure, ImpasseAgreement, Profile};
use crate::record::{HeaderKey, NodeId, Record, RemarkKind};
use crate::text::half_width;

/// A rule that records name.
struct Naming {
    /// The header for it.
    header: Option<HeaderKey>,
    /// What a game server's comment for it begins with.
    comment: Option<&'static str>,
    /// What is named, in words.
    about: Words,
    read: fn(&str) -> Option<NamedRule>,
}

/// All that can be named.
const NAMINGS: [Naming; 3] = [
    Naming {
        header: Some(HeaderKey::MaxMoves),
        comment: Some("Max_Moves:"),
        about: both("not a number of moves", "手数"),
        read: |value| {
            let limit = move_limit(value)?;
            Some(NamedRule::MoveLimit((limit > 0).then_some(limit)))
        },
    },
    Naming {
        header: Some(HeaderKey::Impasse),
        comment: None,
        about: both("neither 24 nor 27 points", "24点法か27点法"),
        read: |value| match points(value)? {
            24 => Some(NamedRule::Points24),
            27 => Some(NamedRule::Points27),
            _ => None,
        },
    },
    Naming {
        header: None,
        comment: Some("Least_Time_Per_Move:"),
        about: both("not a number of seconds", "秒数"),
        read: |value| number(value, &["秒"]).map(NamedRule::LeastSeconds),
    },
];

/// The rules that a record is judged by: those of the event, with what the record says of them put in. What differs is
/// noted, and so is what cannot be read.
pub(super) fn of<'p>(record: &Record<'_>, event: &'p Profile, findings: &mut Findings) -> Cow<'p, Profile> {
    let mut profile = Cow::Borrowed(event);
    for naming in &NAMINGS {
        let Some(statement) = naming.statement(record, event) else {
            continue;
        };
        if let Some(named) = statement.named.filter(|&it| statement.overrides(it)) {
            named.put_into(profile.to_mut());
        }
        findings.extend(checking::event_rule(&statement));
    }
    profile
}

impl Naming {
    /// The last header that counts, else the last comment above the moves.
    fn statement<'r>(&self, record: &'r Record<'_>, event: &'r Profile) -> Option<Statement<'r>> {
        let mut headers = record.headers.iter().rev();
        let header = headers.find(|it| Some(it.key) == self.header && !it.is_blank());
        let (key, value, span) = match header {
            Some(header) => (&*header.name, header.value.trim(), Some(header.span)),
            None => self.comment(record)?,
        };
        Some(Statement {
            record,
            event,
            key,
            value,
            span,
            named: (self.read)(value),
            unread: self.about,
        })
    }

    /// The last comment above the moves, as key, value and place.
    fn comment<'r>(&self, record: &'r Record<'_>) -> Option<(&'r str, &'r str, Option<Span>)> {
        let prefix = self.comment?;
        let above = record.remarks.iter().take_while(|it| it.node == NodeId::START);
        let tools = above.filter(|it| it.kind == RemarkKind::Tool);
        let (text, value) = tools
            .filter_map(|it| Some((&*it.text, it.text.strip_prefix(prefix)?.trim())))
            .last()?;
        Some((text.get(..prefix.len() - 1)?, value, place(record, text)))
    }
}

/// The first place of a line's text in a record.
fn place(record: &Record<'_>, text: &str) -> Option<Span> {
    let start = record.span.start as usize + record.text.find(text)?;
    Some(Span::new(start, start + text.len()))
}

// What a record says of a rule that it was played by.

/// A rule that a record names.
#[derive(Clone, Copy, Debug)]
pub(super) enum NamedRule {
    MoveLimit(Option<u32>),
    Points24,
    Points27,
    LeastSeconds(u32),
}

/// What a record says of a rule that it was played by.
#[derive(Debug)]
pub(super) struct Statement<'r> {
    pub record: &'r Record<'r>,
    /// The rules of the event, which have that rule too.
    pub event: &'r Profile,
    /// The header, or how the comment begins.
    pub key: &'r str,
    pub value: &'r str,
    pub span: Option<Span>,
    /// What it names; `None` where it cannot be read.
    pub named: Option<NamedRule>,
    /// What it is then, in words.
    pub unread: Words,
}

impl Statement<'_> {
    /// Whether the event has another rule than the one it names.
    pub(super) fn overrides(&self, named: NamedRule) -> bool {
        !named.holds_in(self.event)
    }
}

impl NamedRule {
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

// The values of what a record says of its rules.

/// A number of moves; 0 is no limit.
fn move_limit(value: &str) -> Option<u32> {
    match value {
        "なし" | "無し" | "無制限" | "制限なし" | "none" => Some(0),
        _ => number(value, &["手", "手まで"]),
    }
}

/// The points of a rule about 持将棋: `24点法`.
fn points(value: &str) -> Option<u32> {
    number(value, &["点", "点法", "点制", "点宣言法"])
}

/// A number in digits of either width, and perhaps what it counts.
fn number(value: &str, counted: &[&str]) -> Option<u32> {
    let value: String = value.chars().map(half_width).collect();
    let end = value.find(|it: char| !it.is_ascii_digit()).unwrap_or(value.len());
    let (digits, rest) = value.split_at(end);
    let is_known = rest.is_empty() || counted.contains(&rest.trim());
    digits.parse().ok().filter(|_| is_known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::profile::Field;
    use crate::text::decode;
    use std::fmt::Write as _;

    /// What becomes of the rules of an event: every field that a record changes, and what is said of it.
    fn outcome(event: &str, text: &str) -> String {
        let event = Profile::named(event).unwrap();
        let text = decode(text.as_bytes(), None);
        let notation = notation::detect(&text, None);
        let record = notation::records(&text, notation).next().unwrap();
        let mut findings = Findings::default();
        let profile = of(&record, event, &mut findings);
        assert_eq!(
            matches!(profile, Cow::Borrowed(_)),
            *profile == *event,
            "nothing is copied for nothing"
        );
        let mut outcome = format!("{}:", event.name);
        for field in Field::all() {
            let shown = field.shown(&profile);
            if shown != field.shown(event) {
                let _ = write!(outcome, " {}={}", field.key, shown.english());
            }
        }
        for finding in findings.iter() {
            let span = finding.span.unwrap();
            let place = &text.as_str()[span.start as usize..span.end as usize];
            let (rule, message) = (finding.rule.name, &finding.message);
            let [english, japanese] = [message.english(), message.japanese()];
            let _ = write!(outcome, "\n  {rule} [{place}] {english}\n  {japanese}");
        }
        outcome + "\n"
    }

    #[test]
    fn what_a_record_says_changes_the_rules_and_is_said() {
        let kif = |headers: &str| format!("手合割：平手\n{headers}   1 ７六歩(77)\n   2 投了\n");
        let csa = |headers: &str| format!("V3.0\n{headers}PI\n+\n+7776FU\n%TORYO\n");
        let jkf = r#"{"header":{"最大手数":"320"},"moves":[{},{"special":"TORYO"}]}"#;
        let table = [
            ("jsa-amateur", kif("")),
            ("jsa-amateur", kif("最大手数：\n持将棋：２７点\n")),
            ("jsa-pro", kif("最大手数：500\n持将棋：24\n")),
            ("jsa-pro", kif("最大手数：320\n")),
            ("jsa-pro", kif("最大手数：無制限\n持将棋：27点法\n")),
            ("jsa-amateur", kif("最大手数：256\n最大手数：320\n")),
            ("jsa-amateur", kif("最大手数：長い\n持将棋：30\n")),
            ("lishogi", kif("持将棋：27\n")),
            ("textbook", csa("$JISHOGI:24\n")),
            ("csa", csa("$MAX_MOVES:320\n$JISHOGI:27\n")),
            ("floodgate", csa("'Max_Moves:256\n'Least_Time_Per_Move:0\n")),
            ("floodgate", csa("'Max_Moves:0\n'Least_Time_Per_Move:1\n")),
            ("floodgate", csa("'Max_Moves:many\n")),
            ("floodgate", csa("$MAX_MOVES:320\n'Max_Moves:512\n")),
            ("csa", jkf.to_owned()),
        ];
        let outcomes = table.map(|(event, text)| outcome(event, &text));
        insta::assert_snapshot!(outcomes.concat(), @r#"
        jsa-amateur:
        jsa-amateur:
        jsa-pro:
        jsa-pro: max_moves=320
          profile-overridden [最大手数：320] the record states 最大手数 320, which overrides jsa-pro (500 moves)
          棋譜に「最大手数 320」とあるため、これで判定する（jsa-proでは500手）
        jsa-pro: impasse_agreement=27-points declaration=27-points max_moves=none
          profile-overridden [最大手数：無制限] the record states 最大手数 無制限, which overrides jsa-pro (500 moves)
          棋譜に「最大手数 無制限」とあるため、これで判定する（jsa-proでは500手）
          profile-overridden [持将棋：27点法] the record states 持将棋 27点法, which overrides jsa-pro (24 points)
          棋譜に「持将棋 27点法」とあるため、これで判定する（jsa-proでは24点法）
        jsa-amateur: max_moves=320
          profile-overridden [最大手数：320] the record states 最大手数 320, which overrides jsa-amateur (no limit)
          棋譜に「最大手数 320」とあるため、これで判定する（jsa-amateurでは無制限）
        jsa-amateur:
          unreadable-event-rule [最大手数：長い] 最大手数 "長い" is not a number of moves; the rules of jsa-amateur apply
          「最大手数 長い」は手数として読めないため、jsa-amateurの規定で判定する
          unreadable-event-rule [持将棋：30] 持将棋 "30" is neither 24 nor 27 points; the rules of jsa-amateur apply
          「持将棋 30」は24点法か27点法として読めないため、jsa-amateurの規定で判定する
        lishogi:
        textbook: declaration=24-points declaration_failure=loses
          profile-overridden [$JISHOGI:24] the record states $JISHOGI 24, which overrides textbook (no declaration rule)
          棋譜に「$JISHOGI 24」とあるため、これで判定する（textbookでは宣言なし）
        csa: max_moves=320
          profile-overridden [$MAX_MOVES:320] the record states $MAX_MOVES 320, which overrides csa (no limit)
          棋譜に「$MAX_MOVES 320」とあるため、これで判定する（csaでは無制限）
        floodgate:
        floodgate: max_moves=none least_seconds=1
          profile-overridden [Max_Moves:0] the record states Max_Moves 0, which overrides floodgate (256 moves)
          棋譜に「Max_Moves 0」とあるため、これで判定する（floodgateでは256手）
          profile-overridden [Least_Time_Per_Move:1] the record states Least_Time_Per_Move 1, which overrides floodgate (0 seconds)
          棋譜に「Least_Time_Per_Move 1」とあるため、これで判定する（floodgateでは0秒）
        floodgate:
          unreadable-event-rule [Max_Moves:many] Max_Moves "many" is not a number of moves; the rules of floodgate apply
          「Max_Moves many」は手数として読めないため、floodgateの規定で判定する
        floodgate: max_moves=320
          profile-overridden [$MAX_MOVES:320] the record states $MAX_MOVES 320, which overrides floodgate (256 moves)
          棋譜に「$MAX_MOVES 320」とあるため、これで判定する（floodgateでは256手）
        csa: max_moves=320
          profile-overridden ["最大手数":"320"] the record states 最大手数 320, which overrides csa (no limit)
          棋譜に「最大手数 320」とあるため、これで判定する（csaでは無制限）
        "#);
    }

    #[test]
    fn a_comment_behind_a_move_says_nothing_of_the_event() {
        let text = "V2.2\nPI\n+\n+7776FU\n'Max_Moves:512\n%TORYO\n";
        assert_eq!(outcome("floodgate", text), "floodgate:\n");
    }

    #[test]
    fn limits_are_read_as_they_are_written() {
        let table = [
            ("320", Some(320)),
            ("３２０手", Some(320)),
            ("256 手まで", Some(256)),
            ("0", Some(0)),
            ("無制限", Some(0)),
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
    fn points_are_a_number_and_a_word() {
        for value in ["24", "２４点", "24点法"] {
            assert_eq!(points(value), Some(24), "{value}");
        }
        assert_eq!(points("27"), Some(27));
        for value in ["", "あり", "法", "24法", "24-27"] {
            assert_eq!(points(value), None, "{value}");
        }
    }
}
