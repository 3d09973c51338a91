//! The machine-readable form of a checked record.

use std::borrow::Cow;

use serde::Serialize;

use super::Checked;
use crate::finding::{Cause, Finding, Fix, Language, Related};
use crate::proof::Proof;
use crate::record::{Format, Outcome, Terminal};

/// Version of the schema. The number increases when a field changes its meaning or is removed.
pub(crate) const SCHEMA: u32 = 1;

/// The machine-readable form of a checked record: an object of `kifu validate --format jsonl`.
///
/// `docs/output-formats.md` describes its fields.
#[derive(Serialize)]
pub struct Summary<'e> {
    schema: u32,
    path: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u32>,
    format: &'static str,
    game: &'static str,
    profile: &'e str,
    encoding: &'static str,
    plies: u32,
    end: Option<&'static str>,
    stated: Option<&'static str>,
    verdict: Option<&'static str>,
    /// The certificate of the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'e Proof>,
    findings: Vec<FindingSummary<'e>>,
}

impl<'e> Summary<'e> {
    /// Creates the summary of a record with the given findings, which may be only some of its findings.
    pub(crate) fn new(game: &'e Checked<'_>, findings: &[&'e Finding], language: Language) -> Self {
        let judgement = &game.judgement;
        Self {
            schema: SCHEMA,
            path: game.path,
            record: (game.record.format != Format::SHEET).then_some(game.record.index),
            format: game.record.format.name(),
            game: game.record.game.name,
            profile: &game.profile.name,
            encoding: game.text.encoding().name(),
            plies: judgement.plies,
            end: judgement.end.map(Terminal::name),
            stated: judgement.stated.map(Outcome::name),
            verdict: judgement.verdict.map(Outcome::name),
            proof: judgement.proof.as_deref(),
            findings: findings
                .iter()
                .map(|finding| FindingSummary::new(finding, game, language))
                .collect(),
        }
    }
}

/// The machine-readable form of a finding, in all output formats: one field for each key of the JSON object, in the order of
/// the keys.
#[derive(Serialize)]
pub(crate) struct FindingSummary<'e> {
    pub(crate) rule: &'static str,
    pub(crate) severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ply: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    /// The path of the variation as in `[3,1,5,2]`: the ply and the alternative of each branching point.
    pub(crate) variation: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) byte: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<&'static str>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(crate) moved: Option<&'e str>,
    /// The position of the finding in a record of shogi (SFEN). `None` in other games, or if the finding has no
    /// position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sfen: Option<&'e str>,
    /// The position of the finding in a record of any other game. `None` in shogi, or if the finding has no
    /// position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<&'e str>,
    pub(crate) message: Cow<'e, str>,
    pub(crate) after_foul: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) acknowledged: bool,
    /// The cause, if only one cause is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cause: Option<CauseSummary<'e>>,
    /// The possible causes, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) causes: Vec<CauseSummary<'e>>,
    /// The changes of the only possible cause, if it has several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) causes_together: Vec<CauseSummary<'e>>,
    /// All changes of the only possible cause in words.
    #[serde(skip)]
    pub(crate) cause_in_words: Option<String>,
    /// The minimum difference of the cost of any other cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) margin: Option<u32>,
    /// The change with which an illegal move is legal, if it was misheard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) misheard: Option<CauseSummary<'e>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) consequence: bool,
    /// The other records that the finding is about.
    #[serde(skip_serializing_if = "<[Related]>::is_empty")]
    pub(crate) related: &'e [Related],
    /// The certificate of the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proof: Option<&'e Proof>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fix: Option<FixSummary<'e>>,
}

/// The machine-readable form of a fix.
#[derive(Serialize)]
pub(crate) struct FixSummary<'e> {
    pub(crate) applicability: &'static str,
    pub(crate) message: Cow<'e, str>,
    pub(crate) edits: Vec<EditSummary<'e>>,
}

/// The machine-readable form of an edit. Lines and columns are counted from 1, columns in characters. The end
/// is the place after the last character.
#[derive(Serialize)]
pub(crate) struct EditSummary<'e> {
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) end_line: u64,
    pub(crate) end_column: u64,
    pub(crate) text: &'e str,
}

impl<'e> FixSummary<'e> {
    fn new(fix: &'e Fix, game: &Checked<'_>, language: Language) -> Self {
        let edits = fix.edits.iter().map(|edit| {
            let place = |at: u32| game.text.line_column(at as usize);
            let ((line, column), (end_line, end_column)) = (place(edit.span.start), place(edit.span.end));
            EditSummary {
                line,
                column,
                end_line,
                end_column,
                text: &edit.text,
            }
        });
        Self {
            applicability: fix.applicability.name(),
            message: fix.message.in_language(language),
            edits: edits.collect(),
        }
    }
}

/// The machine-readable form of a cause.
#[derive(Serialize)]
pub(crate) struct CauseSummary<'e> {
    pub(crate) kind: &'static str,
    pub(crate) ply: u32,
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) from: &'e str,
    pub(crate) to: &'e str,
    pub(crate) legal_after: u32,
    pub(crate) message: Cow<'e, str>,
    /// The further changes of a possible cause.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) with: Vec<CauseSummary<'e>>,
}

impl<'e> CauseSummary<'e> {
    fn new(cause: &'e Cause, game: &Checked<'_>, language: Language) -> Self {
        let (line, column) = game.text.line_column(cause.span.start as usize);
        Self {
            kind: cause.kind.name(),
            ply: cause.ply,
            line,
            column,
            from: &cause.from,
            to: &cause.to,
            legal_after: cause.legal_after,
            message: cause.message.in_language(language),
            with: Vec::new(),
        }
    }
}

impl<'e> FindingSummary<'e> {
    pub(crate) fn new(finding: &'e Finding, game: &Checked<'_>, language: Language) -> Self {
        let text = game.text;
        let points = finding.variation.iter();
        let (line, column) = finding.place(text).unzip();
        let position = finding.position.as_deref();
        let is_shogi = game.record.is_shogi();
        let summary = |cause| CauseSummary::new(cause, game, language);
        let only = if let [cause] = &finding.causes[..] {
            Some(cause)
        } else {
            None
        };
        let possible = finding.causes.iter().filter(|_| only.is_none());
        Self {
            rule: finding.rule.name,
            severity: finding.severity.name(),
            ply: finding.ply,
            variation: points
                .flat_map(|&(ply, alternative)| [ply, alternative])
                .collect(),
            line,
            column,
            byte: finding.span.map(|span| text.source_offset(span.start as usize)),
            side: finding.seat.map(|seat| seat.name),
            moved: finding.moved.as_deref(),
            sfen: position.filter(|_| is_shogi),
            position: position.filter(|_| !is_shogi),
            message: finding.message.in_language(language),
            after_foul: finding.after_foul,
            acknowledged: finding.acknowledged,
            cause: only.filter(|cause| cause.with.is_empty()).map(summary),
            causes: possible
                .map(|cause| CauseSummary {
                    with: cause.with.iter().map(summary).collect(),
                    ..summary(cause)
                })
                .collect(),
            causes_together: only
                .filter(|cause| !cause.with.is_empty())
                .map_or_else(Vec::new, |cause| cause.changes().map(summary).collect()),
            cause_in_words: only.map(|cause| cause.all_in_words().in_language(language).into_owned()),
            margin: only.and_then(|cause| cause.margin),
            misheard: finding.misheard.as_deref().map(summary),
            consequence: finding.consequence,
            related: &finding.related,
            proof: finding.proof.as_deref(),
            fix: finding
                .fix
                .as_ref()
                .map(|fix| FixSummary::new(fix, game, language)),
        }
    }
}
