//! The record that is made of merged records.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{Group, MainLine, MergedRecord, Names, NodeComments, transpositions};
use crate::notation::Target;
use crate::record::{Format, NodeId, Record, Remark, RemarkKind};

impl Group {
    /// Makes a record of the group. Comments are named after their records; those of several records are there once.
    pub(super) fn build(mut self, main_line: MainLine, target: &Target, names: &Names) -> MergedRecord {
        self.tree.sort(main_line, |source| names.rank(source));
        let (_, start, start_number) = self.first;
        let (tree, ids) = self.tree.into_record_tree(start_number);
        let (headers, header_lines) = self.headers.finish(names);
        let mut record = Record {
            headers,
            start,
            tree,
            ..Record::new(Format::new("kif"))
        };
        let mut comments = self.comments;
        comments.sort_by_key(|block| (ids[block.node as usize], names.rank(block.source)));
        let mut remarks: Vec<_> = header_lines
            .into_iter()
            .map(|line| comment(NodeId::START, line))
            .collect();
        for blocks in comments.chunk_by(|one, other| one.node == other.node) {
            add_comments(ids[blocks[0].node as usize], blocks, names, &mut remarks);
        }
        drop((comments, ids));
        if target.holds.comments {
            let transpositions = transpositions::comments(&record);
            remarks.extend(transpositions.into_iter().map(|(node, line)| comment(node, line)));
        }
        record.remarks = remarks;
        MergedRecord {
            levels: self.levels,
            record,
            games: self.games,
        }
    }
}

fn comment(node: NodeId, line: String) -> Remark<'static> {
    Remark {
        node,
        kind: RemarkKind::Comment,
        introduces: false,
        text: Cow::Owned(line),
    }
}

/// Adds the comments of a node. Equal comments of several records are added once, with the number of further records.
///
/// Each line begins with its source, but a line with an evaluation would no longer be read as one. A line with the source
/// alone precedes it, if no other line of the record does.
fn add_comments(node: NodeId, blocks: &[NodeComments], names: &Names, remarks: &mut Vec<Remark<'static>>) {
    let mut distinct: Vec<(&NodeComments, u64)> = Vec::new();
    let mut indices = HashMap::new();
    for block in blocks {
        let index = *indices.entry(&block.lines).or_insert(distinct.len());
        match distinct.get_mut(index) {
            Some((_, further)) => *further += 1,
            None => distinct.push((block, 0)),
        }
    }
    for (block, further) in distinct {
        let name = names.name(block.source);
        let source = match further {
            0 => format!("[{name}]"),
            _ => format!("[{name} +{further}]"),
        };
        if block.lines.first().is_some_and(|line| line.is_evaluation) {
            remarks.push(comment(node, source.clone()));
        }
        remarks.extend(block.lines.iter().map(|line| Remark {
            kind: line.kind,
            ..comment(
                node,
                if line.is_evaluation {
                    line.text.clone()
                } else {
                    format!("{source} {}", line.text)
                },
            )
        }));
    }
}
