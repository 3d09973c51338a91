//! Writing a record: its headers, its plies, what was said of them, and the words after them.

use super::Shape;
use crate::notation::TextBuilder;
use crate::notation::kakinoki::clock;
use crate::record::{NodeId, Record, Step};

/// Writes a record as this program writes one, so that it is read again as what it is.
pub(in crate::notation) fn write(record: &Record<'_>, shape: &Shape, draft: &mut TextBuilder) {
    for header in &record.headers {
        let mut rows = header.value.split('\n').map(|row| match shape.position {
            Some(name) if name == header.name => (shape.position_row)(row),
            _ => row.to_owned(),
        });
        let first = rows.next().unwrap_or_default();
        draft.line(format!("{}: {first}", header.name).trim_end());
        for row in rows {
            draft.line(&format!("  {row}"));
        }
    }
    said(record, NodeId::START, draft);
    for (id, node) in record.tree.main_line() {
        if let Step::Token(span) = node.step {
            let token = (shape.token)(record.text_at(span)).unwrap_or_default();
            let clock = clock::text(node.clock).map_or_else(String::new, |it| format!(" {it}"));
            draft.line(&format!("{} {token}{clock}", node.number));
        }
        said(record, id, draft);
    }
}

/// The comments on a position, and what happened there.
fn said(record: &Record<'_>, id: NodeId, draft: &mut TextBuilder) {
    // Both are in the order of the plies.
    let remarks = &record.remarks;
    let first = remarks.partition_point(|it| it.node < id);
    for remark in remarks[first..].iter().take_while(|it| it.node == id) {
        draft.line(&format!("#{}", remark.text));
    }
    let claims = &record.claims;
    let first = claims.partition_point(|it| it.node < id);
    for claim in claims[first..].iter().take_while(|it| it.node == id) {
        draft.line(&claim.text);
    }
}
