//! Writing a record: headers, rows of plies, and between them what was said.

use super::ply::Ply;
use crate::notation::TextBuilder;
use crate::notation::kakinoki::clock;
use crate::record::{NodeId, Record, RemarkKind, Step};

/// So many plies stand in a row.
const ROW: usize = 6;

/// Writes a record as this program writes one, so that it is read again as what it is.
pub(super) fn write(record: &Record<'_>, draft: &mut TextBuilder) {
    for header in &record.headers {
        draft.line(&format!("[{} \"{}\"]", header.name, header.value));
    }
    said(record, NodeId::START, draft);
    let mut row = Vec::new();
    for (id, node) in record.tree.main_line() {
        if let Step::Token(span) = node.step {
            let ply = Ply::of(record.text_at(span)).map_or_else(String::new, |it| it.to_string());
            let clock = clock::text(node.clock).map_or_else(String::new, |it| format!(" {it}"));
            row.push(format!("{}. {ply}{clock}", node.number));
        }
        let mut after = TextBuilder::default();
        said(record, id, &mut after);
        if row.len() == ROW || !after.text.is_empty() {
            draft.line(&row.join("  "));
            row.clear();
        }
        draft.text.push_str(&after.text);
    }
    if !row.is_empty() {
        draft.line(&row.join("  "));
    }
}

/// The comments on a position, and what happened there.
fn said(record: &Record<'_>, id: NodeId, draft: &mut TextBuilder) {
    // Both are in the order of the plies.
    let remarks = &record.remarks;
    let first = remarks.partition_point(|it| it.node < id);
    for remark in remarks[first..].iter().take_while(|it| it.node == id) {
        draft.line(&match remark.kind {
            RemarkKind::Tool => format!("#{}", remark.text),
            _ => format!("{{{}}}", remark.text),
        });
    }
    let claims = &record.claims;
    let first = claims.partition_point(|it| it.node < id);
    for claim in claims[first..].iter().take_while(|it| it.node == id) {
        draft.line(&claim.text);
    }
}
