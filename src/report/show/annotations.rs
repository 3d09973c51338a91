//! The findings and comments of a record by their places.

use std::collections::HashMap;

use unicode_width::UnicodeWidthStr;

use super::paragraph;
use crate::finding::{Finding, Severity};
use crate::notation::Remarks;
use crate::proof::Proof;
use crate::record::{NodeId, Record, Remark, RemarkKind};
use crate::report::{RenderOptions, proof, put};

/// The findings of a line, by ply.
type FindingsByPly<'j> = HashMap<u32, Vec<&'j Finding>>;

/// The findings by line and ply, in their original order, and the comments by node.
pub(super) struct Annotations<'j, 't> {
    /// The findings by the path of their line.
    lines: HashMap<&'j [(u32, u32)], FindingsByPly<'j>>,
    /// All findings, in their original order.
    findings: &'j [&'j Finding],
    comments: Remarks<'j, 't>,
    /// `true` for shogi.
    ///
    /// In all other games, comments and lines that programs write for themselves both begin with `#`, so both are
    /// shown.
    is_shogi: bool,
}

impl<'j, 't> Annotations<'j, 't> {
    /// Groups the findings by line and ply, and the comments by node. A finding without a ply is at ply 0.
    pub(super) fn new(record: &'j Record<'t>, findings: &'j [&'j Finding]) -> Self {
        let mut lines: HashMap<&[(u32, u32)], FindingsByPly<'j>> = HashMap::new();
        for &finding in findings {
            let line = lines.entry(&finding.variation).or_default();
            line.entry(finding.ply.unwrap_or(0)).or_default().push(finding);
        }
        Self {
            lines,
            findings,
            comments: Remarks::new(record),
            is_shogi: record.is_shogi(),
        }
    }

    /// Returns the findings on a ply of a line.
    pub(super) fn findings_at(&self, line: &[(u32, u32)], ply: u32) -> &[&'j Finding] {
        let findings = self.lines.get(line).and_then(|plies| plies.get(&ply));
        findings.map_or(&[], Vec::as_slice)
    }

    /// Returns the comments and bookmarks at a node. In shogi, lines that programs write for themselves are left out.
    pub(super) fn comments(&self, node: NodeId) -> impl Iterator<Item = &'j Remark<'t>> {
        let is_comment = |remark: &&Remark<'_>| remark.kind != RemarkKind::Tool || !self.is_shogi;
        self.comments.at(node).filter(is_comment)
    }

    /// Returns the findings on plies of a line after `ply`.
    pub(super) fn findings_after(&self, line: &[(u32, u32)], ply: u32) -> impl Iterator<Item = &'j Finding> {
        self.findings
            .iter()
            .copied()
            .filter(move |finding| finding.variation == line && finding.ply.is_some_and(|at| at > ply))
    }
}

/// Returns the highest severity of these findings; `None` if there are no findings.
pub(super) fn highest(findings: &[&Finding]) -> Option<Severity> {
    findings.iter().map(|finding| finding.severity).max()
}

/// Writes findings about a record, each as a separate paragraph indented by `indent` columns.
pub(super) fn write_all<'f>(
    findings: impl IntoIterator<Item = &'f Finding>,
    record: &Record<'_>,
    indent: usize,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    for finding in findings {
        let style = options.paint.severity(finding.severity);
        let word = finding.severity.words();
        let head = format!("{}[{}]", word.in_language(options.language), finding.rule.name);
        put!(out, "{:indent$}{style}{head}{style:#}: ", "");
        let message = finding.message.in_language(options.language);
        paragraph(&message, (indent + head.width() + 2, indent + 2), options, out);
        if let Some(proof) = &finding.proof {
            write_proof(proof, record, indent + 2, options, out);
        }
    }
}

/// Writes the lines of a proof, each as a separate paragraph indented by `indent` columns.
pub(super) fn write_proof(
    proof: &Proof,
    record: &Record<'_>,
    indent: usize,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    for line in proof::lines(proof, record) {
        let label = proof::LABEL.in_language(options.language);
        let used = indent + label.width() + 4;
        put!(out, "{:indent$}= {label}: ", "");
        paragraph(
            &line.in_language(options.language),
            (used, indent + 2),
            options,
            out,
        );
    }
}

/// Writes the comments and bookmarks at a node that are not blank, indented by `indent` columns.
pub(super) fn write_comments(
    annotations: &Annotations<'_, '_>,
    node: NodeId,
    indent: usize,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    for comment in annotations
        .comments(node)
        .filter(|comment| !comment.text.trim().is_empty())
    {
        let mark = match comment.kind {
            RemarkKind::Bookmark => '&',
            _ => '*',
        };
        put!(out, "{:indent$}{mark} ", "");
        paragraph(comment.text.trim(), (indent + 2, indent + 2), options, out);
    }
}
