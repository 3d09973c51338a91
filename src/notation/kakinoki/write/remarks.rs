//! Comments, bookmarks and lines of programs in the notations of Kakinoki Shogi.

use crate::notation::TextBuilder;
use crate::notation::lost::declares_encoding;
use crate::notation::remarks::Remarks;
use crate::record::{NodeId, Remark, RemarkKind};

impl Remarks<'_, '_> {
    /// Writes the remarks of a node after it.
    pub(crate) fn write(&self, node: NodeId, draft: &mut TextBuilder) {
        for remark in self.at(node) {
            // Those of the start stand above the headers.
            if remark.kind != RemarkKind::Tool || node != NodeId::START {
                write_one(remark, draft);
            }
        }
    }

    /// Writes the comments and bookmarks of a node after it, without lines of programs.
    pub(crate) fn write_said(&self, node: NodeId, draft: &mut TextBuilder) {
        for remark in self.at(node).filter(|it| it.kind != RemarkKind::Tool) {
            write_one(remark, draft);
        }
    }

    /// Whether a node has comments or bookmarks.
    pub(crate) fn is_spoken_of(&self, node: NodeId) -> bool {
        self.at(node).any(|it| it.kind != RemarkKind::Tool)
    }

    /// Writes the lines of programs above the headers. What they say of encodings is true of the source only.
    pub(crate) fn write_banner(&self, draft: &mut TextBuilder) {
        for remark in self.at(NodeId::START) {
            if remark.kind == RemarkKind::Tool && !declares_encoding(remark) {
                write_one(remark, draft);
            }
        }
    }
}

fn write_one(remark: &Remark<'_>, draft: &mut TextBuilder) {
    draft.text.push(match remark.kind {
        RemarkKind::Comment => '*',
        RemarkKind::Bookmark => '&',
        RemarkKind::Tool => '#',
    });
    draft.line(&remark.text);
}
