//! The findings of a game as the page knows them.

use serde::Serialize;

use super::card::Card;
use super::markup::shown;
use crate::finding::Finding;

/// No message needs more characters.
const LONGEST: usize = 1000;

/// A finding. What is not known is left out.
#[derive(Serialize)]
pub(super) struct Item {
    rule: &'static str,
    #[serde(rename = "s")]
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    /// Whether it is about a variation.
    #[serde(rename = "var", skip_serializing_if = "std::ops::Not::not")]
    in_variation: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    moved: Option<String>,
    /// Line and column in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(u64, u64)>,
    #[serde(rename = "msg")]
    message: String,
    #[serde(rename = "sq", skip_serializing_if = "String::is_empty")]
    squares: String,
    /// The position before the move, for when the page has no moves of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    sfen: Option<String>,
}

impl Item {
    fn of(finding: &Finding, card: &Card<'_, '_>) -> Self {
        Self {
            rule: finding.rule.name,
            severity: finding.severity.name(),
            ply: finding.ply,
            in_variation: !finding.variation.is_empty(),
            side: finding.seat.map(|seat| seat.name),
            moved: finding.moved.as_deref().map(|it| shown(it, LONGEST)),
            at: finding
                .span
                .map(|span| card.text.line_column(span.start as usize)),
            message: shown(&finding.message.in_language(card.language), LONGEST),
            squares: finding.cells.iter().map(ToString::to_string).collect(),
            sfen: finding.position.clone(),
        }
    }
}

/// The findings of a card.
pub(super) fn items(card: &Card<'_, '_>) -> Vec<Item> {
    let findings = card.judgement.findings.iter();
    findings.map(|it| Item::of(it, card)).collect()
}
