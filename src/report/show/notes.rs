//! The findings of a record by the place they are about.

use std::collections::HashMap;

use unicode_width::UnicodeWidthStr;

use super::super::{RenderOptions, put};
use super::paragraph::paragraph;
use crate::finding::{Finding, Severity};
use crate::notation::remarks::Remarks;
use crate::record::{NodeId, Record, Remark, RemarkKind};

/// The findings of a line by ply.
type Plies<'j> = HashMap<u32, Vec<&'j Finding>>;

/// The findings by line and ply, those of a place in their order, and the comments by position.
pub(super) struct Notes<'j, 't> {
    /// By the way into the line.
    lines: HashMap<&'j [(u32, u32)], Plies<'j>>,
    findings: &'j [Finding],
    comments: Remarks<'j, 't>,
    /// The comments of other games are read as lines of programs, since both begin with `#`.
    is_shogi: bool,
}

impl<'j, 't> Notes<'j, 't> {
    /// Puts the findings in their places. One about the whole record stands before its first move.
    pub(super) fn of(record: &'j Record<'t>, findings: &'j [Finding]) -> Self {
        let mut lines: HashMap<&[(u32, u32)], Plies<'j>> = HashMap::new();
        for finding in findings {
            let line = lines.entry(&finding.variation).or_default();
            line.entry(finding.ply.unwrap_or(0)).or_default().push(finding);
        }
        Self {
            lines,
            findings,
            comments: Remarks::of(record),
            is_shogi: record.is_shogi(),
        }
    }

    /// The findings about a ply of a line.
    pub(super) fn at(&self, line: &[(u32, u32)], ply: u32) -> &[&'j Finding] {
        let found = self.lines.get(line).and_then(|plies| plies.get(&ply));
        found.map_or(&[], Vec::as_slice)
    }

    /// The comments and bookmarks of a position.
    pub(super) fn comments(&self, node: NodeId) -> impl Iterator<Item = &'j Remark<'t>> {
        let is_comment = |it: &&Remark<'_>| it.kind != RemarkKind::Tool || !self.is_shogi;
        self.comments.at(node).filter(is_comment)
    }

    /// The findings of a line that are about something after this ply.
    pub(super) fn after(&self, line: &[(u32, u32)], ply: u32) -> impl Iterator<Item = &'j Finding> {
        self.findings
            .iter()
            .filter(move |it| it.variation == line && it.ply.is_some_and(|at| at > ply))
    }
}

/// The gravest of some findings.
pub(super) fn gravest(findings: &[&Finding]) -> Option<Severity> {
    findings.iter().map(|finding| finding.severity).max()
}

/// Writes a finding on a line of its own, so many columns from the left.
pub(super) fn write(finding: &Finding, indent: usize, options: &RenderOptions, out: &mut Vec<u8>) {
    let style = options.paint.severity(finding.severity);
    let word = finding.severity.words();
    let head = format!("{}[{}]", word.in_language(options.language), finding.rule.name);
    put!(out, "{:indent$}{style}{head}{style:#}: ", "");
    let hanging = indent + 2;
    let message = finding.message.in_language(options.language);
    paragraph(&message, (indent + head.width() + 2, hanging), options, out);
}

/// Writes the comments and bookmarks of a position, so many columns from the left.
pub(super) fn comments(
    notes: &Notes<'_, '_>,
    node: NodeId,
    indent: usize,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    for comment in notes.comments(node).filter(|it| !it.text.trim().is_empty()) {
        let mark = match comment.kind {
            RemarkKind::Bookmark => '&',
            _ => '*',
        };
        put!(out, "{:indent$}{mark} ", "");
        paragraph(comment.text.trim(), (indent + 2, indent + 2), options, out);
    }
}
