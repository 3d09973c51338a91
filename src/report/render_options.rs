//! How a report speaks.

use super::Paint;
use crate::finding::{Language, Severity};

/// What the reader of a report has asked for, beside its form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// The language that messages are worded in; for people, everything else too.
    pub language: Language,
    /// The colours.
    pub paint: Paint,
    /// Whether people see the board before the move beside each finding.
    pub boards: bool,
    /// From which weight on a finding makes a record fail, where that is told; none does without it.
    pub fail_on: Option<Severity>,
    /// The columns of the terminal, into which long sentences are folded; elsewhere each is a line.
    pub columns: Option<usize>,
}
