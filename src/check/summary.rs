//! The machine-readable form of a checked record.

use std::borrow::Cow;

use serde::Serialize;

use super::Checked;
use crate::finding::{Finding, Language};
use crate::record::{Outcome, Terminal};

/// Version of the schema. The number increases when a field changes its meaning or is removed.
pub(crate) const SCHEMA: u32 = 1;

/// The machine-readable form of a checked record: an object of `kifu validate --format jsonl`.
///
/// `docs/output-formats.md` describes its fields.
#[derive(Serialize)]
pub struct Summary<'e> {
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
    findings: Vec<FindingSummary<'e>>,
}

impl<'e> Summary<'e> {
    /// Creates the summary of a record with the given findings, which may be only some of its findings.
    pub(crate) fn new(game: &'e Checked<'_>, findings: &[&'e Finding], language: Language) -> Self {
        let judgement = &game.judgement;
        Self {
            schema: SCHEMA,
            path: game.path,
            record: game.record.index,
            format: game.record.format.name(),
            game: game.record.game.name,
            profile: &game.profile.name,
            encoding: game.text.encoding().name(),
            plies: judgement.plies,
            end: judgement.end.map(Terminal::name),
            stated: judgement.stated.map(Outcome::name),
            verdict: judgement.verdict.map(Outcome::name),
            findings: findings
                .iter()
                .map(|finding| FindingSummary::new(finding, game, language))
                .collect(),
        }
    }
}

/// The machine-readable form of a finding, in all output formats.
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
}

impl<'e> FindingSummary<'e> {
    pub(crate) fn new(finding: &'e Finding, game: &Checked<'_>, language: Language) -> Self {
        let text = game.text;
        let points = finding.variation.iter();
        let (line, column) = finding.place(text).unzip();
        let position = finding.position.as_deref();
        let is_shogi = game.record.is_shogi();
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
        }
    }
}
