//! Rules that a record states for its own game. They take precedence over the profile.

use std::borrow::Cow;

use super::rules::checking;
use crate::finding::{Findings, Span, Words, both};
use crate::profile::{Declaration, DeclarationFailure, ImpasseAgreement, Profile};
use crate::record::{HeaderKey, NodeId, Record, RemarkKind};
use crate::text::half_width;

/// A rule that records can state.
struct RuleSource {
    /// The header that states the rule; `None` if only comments state it.
    header: Option<HeaderKey>,
    /// The prefix of a game server's comment that states the rule; `None` if only headers state it.
    comment: Option<&'static str>,
    /// The words for a value that cannot be read: the error in English, the expected value in Japanese.
    value_error: Words,
    /// Reads a value; `None` if the value cannot be read.
    read: fn(&str) -> Option<StatedRule>,
}

/// All rules that records can state.
const RULE_SOURCES: [RuleSource; 3] = [
    RuleSource {
        header: Some(HeaderKey::MaxMoves),
        comment: Some("Max_Moves:"),
        value_error: both("not a number of moves", "手数"),
        read: |value| {
            let limit = move_limit(value)?;
            Some(StatedRule::MoveLimit((limit > 0).then_some(limit)))
        },
    },
    RuleSource {
        header: Some(HeaderKey::Impasse),
        comment: None,
        value_error: both("neither 24 nor 27 points", "24点法か27点法"),
        read: |value| match points(value)? {
            24 => Some(StatedRule::Points24),
            27 => Some(StatedRule::Points27),
            _ => None,
        },
    },
    RuleSource {
        header: None,
        comment: Some("Least_Time_Per_Move:"),
        value_error: both("not a number of seconds", "秒数"),
        read: |value| number(value, &["秒"]).map(StatedRule::LeastSeconds),
    },
];

/// Returns the rules that apply to a record: the profile of the event, with the rules that the record states.
///
/// Statements that override the profile, or that cannot be read, are reported.
pub(super) fn effective_profile<'p>(
    record: &Record<'_>,
    event: &'p Profile,
    findings: &mut Findings,
) -> Cow<'p, Profile> {
    let mut profile = Cow::Borrowed(event);
    for source in &RULE_SOURCES {
        let Some(statement) = source.statement(record, event) else {
            continue;
        };
        if let Some(stated) = statement.stated.filter(|&rule| statement.overrides(rule)) {
            stated.apply_to(profile.to_mut());
        }
        findings.extend(checking::event_rule(&statement));
    }
    profile
}

impl RuleSource {
    /// Returns the statement in the last header of this rule that is not blank, or else in the last server comment
    /// before the moves. `None` if the record does not state the rule.
    fn statement<'r>(&self, record: &'r Record<'_>, event: &'r Profile) -> Option<RuleStatement<'r>> {
        let mut headers = record.headers.iter().rev();
        let header = headers.find(|header| Some(header.key) == self.header && !header.is_blank());
        let (key, value, span) = match header {
            Some(header) => (&*header.name, header.value.trim(), Some(header.span)),
            None => self.comment(record)?,
        };
        Some(RuleStatement {
            record,
            event,
            key,
            value,
            span,
            stated: (self.read)(value),
            value_error: self.value_error,
        })
    }

    /// Returns the last server comment before the moves that states the rule, as key, value and span. `None` if no such
    /// comment states it.
    fn comment<'r>(&self, record: &'r Record<'_>) -> Option<(&'r str, &'r str, Option<Span>)> {
        let prefix = self.comment?;
        let before_moves = record
            .remarks
            .iter()
            .take_while(|remark| remark.node == NodeId::START);
        let tool_remarks = before_moves.filter(|remark| remark.kind == RemarkKind::Tool);
        let (text, value) = tool_remarks
            .filter_map(|tool| Some((&*tool.text, tool.text.strip_prefix(prefix)?.trim())))
            .last()?;
        Some((text.get(..prefix.len() - 1)?, value, line_span(record, text)))
    }
}

/// Returns the span of the first occurrence of `text` in the text of a record; `None` if the text does not
/// occur.
fn line_span(record: &Record<'_>, text: &str) -> Option<Span> {
    let start = record.span.start as usize + record.text.find(text)?;
    Some(Span::new(start, start + text.len()))
}

// Statements of a record about its rules.

/// A rule that a record states, with its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum StatedRule {
    MoveLimit(Option<u32>),
    Points24,
    Points27,
    LeastSeconds(u32),
}

/// The statement of a record about a rule.
#[derive(Debug)]
pub(super) struct RuleStatement<'r> {
    pub record: &'r Record<'r>,
    /// The profile of the event, whose value for the rule may differ.
    pub event: &'r Profile,
    /// The name of the header, or the prefix of the comment without its colon.
    pub key: &'r str,
    pub value: &'r str,
    pub span: Option<Span>,
    /// The stated rule; `None` if the value cannot be read.
    pub stated: Option<StatedRule>,
    /// The words for a value that cannot be read: the error in English, the expected value in Japanese.
    pub value_error: Words,
}

impl RuleStatement<'_> {
    /// Returns whether the profile of the event has another value for the stated rule.
    pub(super) fn overrides(&self, stated: StatedRule) -> bool {
        !stated.matches(self.event)
    }
}

impl StatedRule {
    fn matches(self, profile: &Profile) -> bool {
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

    fn apply_to(self, profile: &mut Profile) {
        match self {
            Self::MoveLimit(limit) => profile.max_moves = limit,
            Self::Points24 => set_point_rule(profile, Declaration::Points24, ImpasseAgreement::Points24),
            Self::Points27 => set_point_rule(profile, Declaration::Points27, ImpasseAgreement::Points27),
            Self::LeastSeconds(seconds) => profile.least_seconds = seconds,
        }
    }
}

/// Sets the point rule for declarations, and for agreed impasses if the profile allows them.
fn set_point_rule(profile: &mut Profile, declaration: Declaration, agreement: ImpasseAgreement) {
    if profile.declaration == Declaration::None {
        // A profile without declarations has no penalty for a failed one. Under every point rule, a failed
        // declaration loses.
        profile.declaration_failure = DeclarationFailure::Loses;
    }
    profile.declaration = declaration;
    if profile.impasse_agreement != ImpasseAgreement::None {
        profile.impasse_agreement = agreement;
    }
}

// The values of stated rules.

/// Reads a move limit, which is a number or a word such as 無制限. 0 means no limit, `None` a value that cannot be read.
fn move_limit(value: &str) -> Option<u32> {
    match value {
        "なし" | "無し" | "無制限" | "制限なし" | "none" => Some(0),
        _ => number(value, &["手", "手まで"]),
    }
}

/// Reads the number of points in the name of an impasse rule: 24 from `24点法`. `None` if the name cannot be
/// read.
fn points(value: &str) -> Option<u32> {
    number(value, &["点", "点法", "点制", "点宣言法"])
}

/// Reads a number in full-width or half-width digits, optionally followed by one of `units`. `None` for any
/// other text.
fn number(value: &str, units: &[&str]) -> Option<u32> {
    let value: String = value.chars().map(half_width).collect();
    let end = value.find(|it: char| !it.is_ascii_digit()).unwrap_or(value.len());
    let (digits, rest) = value.split_at(end);
    let is_unit = rest.is_empty() || units.contains(&rest.trim());
    digits.parse().ok().filter(|_| is_unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::profile::Field;
    use crate::text::decode;
    use std::fmt::Write as _;

    /// Returns every field of the event's profile that a record changes, and the findings about the changes.
    fn describe_changes(event: &str, text: &str) -> String {
        let event = Profile::named(event).unwrap();
        let text = decode(text.as_bytes(), None);
        let notation = notation::detect(&text, None);
        let record = notation::records(&text, notation).next().unwrap();
        let mut findings = Findings::default();
        let profile = effective_profile(&record, event, &mut findings);
        assert_eq!(
            matches!(profile, Cow::Borrowed(_)),
            *profile == *event,
            "nothing is copied for nothing"
        );
        let mut description = format!("{}:", event.name);
        for field in Field::all() {
            let shown = field.shown(&profile);
            if shown != field.shown(event) {
                let _ = write!(description, " {}={}", field.key, shown.english());
            }
        }
        for finding in findings.iter() {
            let span = finding.span.unwrap();
            let marked = &text.as_str()[span.start as usize..span.end as usize];
            let (rule, message) = (finding.rule.name, &finding.message);
            let [english, japanese] = [message.english(), message.japanese()];
            let _ = write!(description, "\n  {rule} [{marked}] {english}\n  {japanese}");
        }
        description + "\n"
    }

    #[test]
    fn record_statements_change_the_rules_and_are_shown() {
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
        let descriptions = table.map(|(event, text)| describe_changes(event, &text));
        insta::assert_snapshot!(descriptions.concat(), @r#"
        jsa-amateur:
        jsa-amateur:
        jsa-pro:
        jsa-pro: max_moves=320
          profile-overridden [最大手数：320] the record states 最大手数 320, which overrides the rules of "professional games of the Japan Shogi Association since October 2019" (500 moves)
          棋譜に「最大手数 320」とあるため、これで判定する（「日本将棋連盟のプロ公式戦（2019年10月以降）」の規定では500手）
        jsa-pro: impasse_agreement=27-points declaration=27-points max_moves=none
          profile-overridden [最大手数：無制限] the record states 最大手数 無制限, which overrides the rules of "professional games of the Japan Shogi Association since October 2019" (500 moves)
          棋譜に「最大手数 無制限」とあるため、これで判定する（「日本将棋連盟のプロ公式戦（2019年10月以降）」の規定では500手）
          profile-overridden [持将棋：27点法] the record states 持将棋 27点法, which overrides the rules of "professional games of the Japan Shogi Association since October 2019" (24 points)
          棋譜に「持将棋 27点法」とあるため、これで判定する（「日本将棋連盟のプロ公式戦（2019年10月以降）」の規定では24点法）
        jsa-amateur: max_moves=256
          profile-overridden [最大手数：256] the record states 最大手数 256, which overrides the rules of "amateur tournaments of the Japan Shogi Association" (no limit)
          棋譜に「最大手数 256」とあるため、これで判定する（「日本将棋連盟のアマチュア大会」の規定では無制限）
        jsa-amateur:
          unreadable-event-rule [最大手数：長い] 最大手数 "長い" is not a number of moves; the rules of "amateur tournaments of the Japan Shogi Association" apply
          「最大手数 長い」は手数として読めないため、「日本将棋連盟のアマチュア大会」の規定で判定する
          unreadable-event-rule [持将棋：30] 持将棋 "30" is neither 24 nor 27 points; the rules of "amateur tournaments of the Japan Shogi Association" apply
          「持将棋 30」は24点法か27点法として読めないため、「日本将棋連盟のアマチュア大会」の規定で判定する
        lishogi:
        textbook: declaration=24-points declaration_failure=loses
          profile-overridden [$JISHOGI:24] the record states $JISHOGI 24, which overrides the rules of "books for beginners" (no declaration rule)
          棋譜に「$JISHOGI 24」とあるため、これで判定する（「入門書」の規定では宣言なし）
        csa: max_moves=320
          profile-overridden [$MAX_MOVES:320] the record states $MAX_MOVES 320, which overrides the rules of "computer championships of the Computer Shogi Association" (no limit)
          棋譜に「$MAX_MOVES 320」とあるため、これで判定する（「コンピュータ将棋協会の選手権」の規定では無制限）
        floodgate:
        floodgate: max_moves=none least_seconds=1
          profile-overridden [Max_Moves:0] the record states Max_Moves 0, which overrides the rules of "the floodgate server for programs" (256 moves)
          棋譜に「Max_Moves 0」とあるため、これで判定する（「コンピュータ将棋対局場 floodgate」の規定では256手）
          profile-overridden [Least_Time_Per_Move:1] the record states Least_Time_Per_Move 1, which overrides the rules of "the floodgate server for programs" (0 seconds)
          棋譜に「Least_Time_Per_Move 1」とあるため、これで判定する（「コンピュータ将棋対局場 floodgate」の規定では0秒）
        floodgate:
          unreadable-event-rule [Max_Moves:many] Max_Moves "many" is not a number of moves; the rules of "the floodgate server for programs" apply
          「Max_Moves many」は手数として読めないため、「コンピュータ将棋対局場 floodgate」の規定で判定する
        floodgate: max_moves=320
          profile-overridden [$MAX_MOVES:320] the record states $MAX_MOVES 320, which overrides the rules of "the floodgate server for programs" (256 moves)
          棋譜に「$MAX_MOVES 320」とあるため、これで判定する（「コンピュータ将棋対局場 floodgate」の規定では256手）
        csa: max_moves=320
          profile-overridden ["最大手数":"320"] the record states 最大手数 320, which overrides the rules of "computer championships of the Computer Shogi Association" (no limit)
          棋譜に「最大手数 320」とあるため、これで判定する（「コンピュータ将棋協会の選手権」の規定では無制限）
        "#);
    }

    #[test]
    fn comments_after_moves_do_not_describe_the_event() {
        let text = "V2.2\nPI\n+\n+7776FU\n'Max_Moves:512\n%TORYO\n";
        assert_eq!(describe_changes("floodgate", text), "floodgate:\n");
    }

    #[test]
    fn move_limits_are_read() {
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
    fn point_rules_have_a_number_and_a_word() {
        for value in ["24", "２４点", "24点法"] {
            assert_eq!(points(value), Some(24), "{value}");
        }
        assert_eq!(points("27"), Some(27));
        for value in ["", "あり", "法", "24法", "24-27"] {
            assert_eq!(points(value), None, "{value}");
        }
    }
}
