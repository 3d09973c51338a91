//! For programs: an object per record, on lines of their own or in one array.

use std::borrow::Cow;

use serde::Serialize;

use super::{RenderOptions, ReportEntry, ReportForm, Stretch, put};
use crate::finding::{Finding, Language, both};
use crate::record::{Outcome, Terminal};

/// Rises when a field changes its meaning or goes.
pub(super) const SCHEMA: u32 = 1;

/// `json`: the objects in one array.
pub(super) static ARRAY: ReportForm = ReportForm {
    name: "json",
    about: both(
        "For programs: one array with an object per record",
        "プログラム用: 棋譜ごとのオブジェクトを並べた配列1つ",
    ),
    extension: "json",
    open: || "[\n".into(),
    between: ",\n",
    close: |_, _| "\n]\n".into(),
    entry: object,
    ..ReportForm::PLAIN
};

/// `jsonl`: an object a line.
pub(super) static LINES: ReportForm = ReportForm {
    name: "jsonl",
    about: both(
        "For programs: one JSON object per line for each record",
        "プログラム用: 棋譜ごとのオブジェクトを1行に1つずつ",
    ),
    extension: "jsonl",
    entry: line,
    ..ReportForm::PLAIN
};

fn line(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut Stretch) {
    object(entry, options, out);
    put!(out, "\n");
}

fn object(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut Stretch) {
    // Neither writing to memory nor strings and numbers can fail.
    let _ = serde_json::to_writer(out, &RecordObject::of(entry, options.language));
}

/// A record as programs see it; `fields` describes what is in it.
#[derive(Serialize)]
struct RecordObject<'e> {
    schema: u32,
    path: &'e str,
    record: u32,
    format: &'static str,
    game: &'static str,
    profile: &'e str,
    encoding: &'static str,
    plies: u32,
    end: Option<&'static str>,
    stated: Option<&'static str>,
    verdict: Option<&'static str>,
    findings: Vec<FindingObject<'e>>,
}

impl<'e> RecordObject<'e> {
    fn of(entry: &ReportEntry<'e>, language: Language) -> Self {
        let judgement = entry.judgement;
        Self {
            schema: SCHEMA,
            path: entry.path,
            record: entry.record.index,
            format: entry.record.format.name(),
            game: entry.record.game.name,
            profile: entry.profile,
            encoding: entry.text.encoding().name(),
            plies: judgement.plies,
            end: judgement.end.map(Terminal::name),
            stated: judgement.stated.map(Outcome::name),
            verdict: judgement.verdict.map(Outcome::name),
            findings: judgement
                .findings
                .iter()
                .map(|it| FindingObject::of(it, entry, language))
                .collect(),
        }
    }
}

/// A finding as programs see it, in every form for them.
#[derive(Serialize)]
pub(super) struct FindingObject<'e> {
    pub(super) rule: &'static str,
    pub(super) severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ply: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    /// `[3,1,5,2]`: for each point where a line leaves its parent, the ply and the alternative.
    pub(super) variation: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) byte: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<&'static str>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(super) moved: Option<&'e str>,
    /// The position of shogi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sfen: Option<&'e str>,
    /// That of any other game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<&'e str>,
    pub(super) message: Cow<'e, str>,
    pub(super) after_foul: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) acknowledged: bool,
}

impl<'e> FindingObject<'e> {
    pub(super) fn of(finding: &'e Finding, entry: &ReportEntry<'_>, language: Language) -> Self {
        let text = entry.text;
        let points = finding.variation.iter();
        let (line, column) = finding.place(text).unzip();
        let position = finding.position.as_deref();
        let is_shogi = entry.record.is_shogi();
        Self {
            rule: finding.rule.name,
            severity: finding.severity.name(),
            ply: finding.ply,
            variation: points
                .flat_map(|&(ply, alternative)| [ply, alternative])
                .collect(),
            line,
            column,
            byte: finding.span.map(|it| text.source_offset(it.start as usize)),
            side: finding.seat.map(|seat| seat.name),
            moved: finding.moved.as_deref(),
            sfen: position.filter(|_| is_shogi),
            position: position.filter(|_| !is_shogi),
            message: finding.message.in_language(language),
            after_foul: finding.after_foul,
            acknowledged: finding.acknowledged,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::report::sample::{about, rendered};
    use crate::text::{SHIFT_JIS, decode};

    /// A record with a finding of which everything is known.
    pub(in super::super) const FULL: &str = concat!(
        r#"{"schema":1,"path":"a/b.kif","record":1,"format":"kif","game":"shogi","profile":"jsa-amateur","encoding":"Shift_JIS","plies":2,"#,
        r#""end":"resign","stated":"white","verdict":"white","findings":["#,
        r#"{"rule":"unreadable-line","severity":"error","ply":2,"variation":[3,1,5,2],"line":2,"column":6,"#,
        r#""byte":18,"side":"white","move":"同　王","sfen":"9/9","message":"cannot be read","after_foul":true,"#,
        r#""acknowledged":true}]}"#,
    );

    #[test]
    fn the_keys_and_their_order_are_fixed() {
        let bytes = SHIFT_JIS.encode("手合割：平手\n   2 同　王\n").0;
        let text = decode(&bytes, None);
        let mut full = about(&text, "同　王");
        full.variation = vec![(3, 1), (5, 2)];
        full.moved = Some("同　王".to_owned());
        full.position = Some("9/9".to_owned());
        full.after_foul = true;
        full.acknowledged = true;
        let mut bare = about(&text, "同　王");
        (bare.ply, bare.span, bare.seat) = (None, None, None);
        assert_eq!(
            rendered(&LINES, &text, vec![full, bare]),
            FULL.replace(
                "}]}",
                concat!(
                    r#"},{"rule":"unreadable-line","severity":"error","message":"cannot be read","after_foul":false}]}"#,
                    "\n"
                )
            )
        );
    }
}
