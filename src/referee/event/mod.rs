//! What the record itself says of the rules it was played by: that comes before the profile.

pub(super) mod statement;
mod value;

use std::borrow::Cow;

use self::statement::{NamedRule, Statement};
use super::report;
use super::rules::EVENT;
use crate::finding::{Findings, Span, Words, both};
use crate::profile::Profile;
use crate::record::{HeaderKey, NodeId, Record, RemarkKind};

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
            let limit = value::move_limit(value)?;
            Some(NamedRule::MoveLimit((limit > 0).then_some(limit)))
        },
    },
    Naming {
        header: Some(HeaderKey::Impasse),
        comment: None,
        about: both("neither 24 nor 27 points", "24点法か27点法"),
        read: |value| match value::points(value)? {
            24 => Some(NamedRule::Points24),
            27 => Some(NamedRule::Points27),
            _ => None,
        },
    },
    Naming {
        header: None,
        comment: Some("Least_Time_Per_Move:"),
        about: both("not a number of seconds", "秒数"),
        read: |value| value::number(value, &["秒"]).map(NamedRule::LeastSeconds),
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
        if let Some(named) = statement.overrides() {
            named.put_into(profile.to_mut());
        }
        findings.extend(report::findings(EVENT, &statement));
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

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::notation;
    use crate::profile::Field;
    use crate::text::decode;

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
}
