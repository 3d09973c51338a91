//! The counts of findings for the summary of a run, and the notes for its console.

use std::io;
use std::path::Path;

use crate::check::Checked;
use crate::finding::{Message, Span, in_quotes, message, shortened};
use crate::report::FindingCounts;
use crate::run::output_needs::OutputNeeds;
use crate::run::sink::{CheckedRecord, RecordCounts, Renderer, Sink};

/// The counts of the findings of a run.
pub(crate) struct TallySink {
    /// The counts so far.
    pub counts: FindingCounts,
    /// The notes since the last [`take_notes`](Self::take_notes).
    notes: Vec<Message>,
    renderer: TallyRenderer,
}

/// The counter of the findings of records.
#[derive(Clone, Copy, Default)]
pub(crate) struct TallyRenderer {
    /// `true` if accepted findings are counted, and notes are made on unknown rules in ignore marks.
    has_accepted: bool,
    /// `true` if notes list the lines of logs that are not part of a record.
    has_log_lines: bool,
}

/// The counts and notes of consecutive records.
#[derive(Default)]
pub(crate) struct TallyPart {
    counts: FindingCounts,
    notes: Vec<Message>,
}

impl TallySink {
    /// Creates a sink that only counts the findings that are not accepted.
    pub(crate) fn new() -> Self {
        Self {
            counts: FindingCounts::default(),
            notes: Vec::new(),
            renderer: TallyRenderer::default(),
        }
    }

    /// Returns the sink of a run that reports findings: accepted findings are also counted, and there are notes on records. Set
    /// `log_lines` for notes on skipped lines of logs.
    pub(crate) const fn with_accepted(mut self, log_lines: bool) -> Self {
        self.renderer = TallyRenderer {
            has_accepted: true,
            has_log_lines: log_lines,
        };
        self
    }

    /// Removes and returns the notes of the last part.
    pub(crate) fn take_notes(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.notes)
    }
}

impl Renderer for TallyRenderer {
    type Part = TallyPart;

    fn needs(&self) -> OutputNeeds {
        OutputNeeds::default()
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut TallyPart) {
        let game = record.game;
        part.counts.add(&game.judgement);
        if self.has_accepted {
            part.counts.add_baselined(&game.suppressed.known);
            part.counts.add_suppressed(&game.suppressed.marked);
            let unknown_rules = game.suppressed.unknown.iter();
            let notes = unknown_rules.map(|(word, help)| unknown_rule_note(game, word, help.as_ref()));
            part.notes.extend(notes);
        }
        if self.has_log_lines {
            let lines = game.record.log_lines.iter();
            part.notes.extend(lines.map(|&line| log_line_note(game, line)));
        }
    }
}

impl Sink for TallySink {
    type Renderer = TallyRenderer;

    fn renderer(&self) -> TallyRenderer {
        self.renderer
    }

    fn begin(&mut self, _: &str, _: Option<&Path>) -> io::Result<()> {
        Ok(())
    }

    fn add(&mut self, part: TallyPart, _: &RecordCounts) -> io::Result<()> {
        self.counts.merge(part.counts);
        self.notes.extend(part.notes);
        Ok(())
    }
}

/// Returns the note that a line in the log of a program was skipped, because the line is not a position.
fn log_line_note(game: &Checked<'_>, span: Span) -> Message {
    let (line, _) = game.text.line_column(span.start as usize);
    let text = in_quotes(&shortened(game.record.text_at(span)));
    message!(
        "{path}:{line}: skipped, because the line of the log is not a position: {text}",
        "{path}:{line}: ログの行で、局面でないため対象外: {text}",
        path = game.path,
        line,
        text
    )
}

/// Returns the note that a word in an ignore mark is not a rule, with the help if there is one.
fn unknown_rule_note(game: &Checked<'_>, word: &str, help: Option<&Message>) -> Message {
    let (path, number) = (game.path, game.record.index);
    let note = message!(
        "{path}, record {number}: unknown rule `{word}` in the ignore mark",
        "{path}、棋譜{number}: 無視の指定に未知の規則 `{word}` がある",
    );
    match help {
        Some(help) => message!("{note} ({help})", "{note}（{help}）", note, help),
        None => note,
    }
}
