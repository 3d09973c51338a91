//! Lines that nobody understands, gathered so that a page of prose is one gap and not a thousand.

use super::RecordText;
use crate::record::gap::{Gap, GapId, LineGap};
use crate::record::{GapKind, NodeId, Record};

/// The run of unreadable lines that is being read.
#[derive(Debug, Default)]
pub(super) struct UnreadableLines {
    run: Option<Run>,
}

#[derive(Debug)]
struct Run {
    /// The record's gap for this run.
    gap: GapId,
    /// Where the run ends so far: a line that starts here goes on with it.
    end: usize,
    lines: u32,
}

impl UnreadableLines {
    /// Notes the line `text`, its line end included, which starts `at` bytes into the text.
    pub(super) fn add(&mut self, source: RecordText<'_>, at: usize, text: &str, record: &mut Record<'_>) {
        self.add_at(None, source, at, text, record);
    }

    /// The same of a line that belongs to a node.
    pub(super) fn add_at(
        &mut self,
        node: Option<NodeId>,
        source: RecordText<'_>,
        at: usize,
        text: &str,
        record: &mut Record<'_>,
    ) {
        let end = at + text.len();
        match &mut self.run {
            Some(run) if run.end == at => {
                run.lines += 1;
                run.end = end;
                if let Some(gap) = record.gaps.get_mut(run.gap) {
                    gap.kind = GapKind::UnreadableLine(LineGap::Lines(run.lines));
                }
            }
            _ => {
                let line = text.trim_end_matches(['\n', '\r']);
                let span = source.span(at, at + line.len());
                let kind = GapKind::UnreadableLine(LineGap::Lines(1));
                let gap = record.gaps.push(Gap {
                    node,
                    ..Gap::new(span, kind)
                });
                self.run = Some(Run { gap, end, lines: 1 });
            }
        }
    }
}
