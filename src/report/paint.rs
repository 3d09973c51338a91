//! Colours for people.

use anstyle::{AnsiColor, Style};

use crate::finding::Severity;

/// The styles of the words of a report; all plain where no colour is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    error: Style,
    warning: Style,
    note: Style,
    /// Messages and headings.
    pub strong: Style,
    /// Line numbers, arrows and whatever else only guides the eye.
    pub frame: Style,
}

impl Paint {
    /// No colours.
    pub fn plain() -> Self {
        Self::default()
    }

    /// Colours for a terminal.
    pub fn colourful() -> Self {
        let bold = |colour: AnsiColor| colour.on_default().bold();
        Self {
            error: bold(AnsiColor::Red),
            warning: bold(AnsiColor::Yellow),
            note: bold(AnsiColor::Cyan),
            strong: Style::new().bold(),
            frame: bold(AnsiColor::Blue),
        }
    }

    /// The style of what weighs so much.
    pub fn severity(&self, severity: Severity) -> Style {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Note => self.note,
        }
    }
}
