//! Lines that nobody understands, gathered so that a page of prose is one finding and not a thousand.

use super::quote::quoted;
use super::{Chunk, rules::unreadable_line};
use crate::finding::Finding;
use crate::record::Record;

/// The run of unreadable lines that is being read.
#[derive(Debug, Default)]
pub(super) struct UnreadableLines {
    run: Option<Run>,
}

#[derive(Debug)]
struct Run {
    /// The record's finding for this run.
    finding: usize,
    /// Where the run ends so far: a line that starts here goes on with it.
    end: usize,
    lines: u32,
}

impl UnreadableLines {
    /// Notes the line `text`, its line end included, which starts `at` bytes into the chunk.
    pub fn add(&mut self, chunk: Chunk<'_>, at: usize, text: &str, record: &mut Record<'_>) {
        let end = at + text.len();
        match &mut self.run {
            Some(run) if run.end == at => {
                run.lines += 1;
                run.end = end;
                let finding = &mut record.findings[run.finding];
                let quoted = quoted(finding.span.map_or("", |span| {
                    &chunk.text[span.start as usize - chunk.offset..span.end as usize - chunk.offset]
                }));
                finding.message = format!("these {} lines cannot be read; the first is {quoted}", run.lines);
            }
            _ => {
                let line = text.trim_end_matches(['\n', '\r']);
                let message = format!("this line cannot be read: {}", quoted(line));
                self.run = Some(Run {
                    finding: record.findings.len(),
                    end,
                    lines: 1,
                });
                record.report(Finding::new(
                    &unreadable_line::RULE,
                    chunk.span(at, at + line.len()),
                    message,
                ));
            }
        }
    }
}
