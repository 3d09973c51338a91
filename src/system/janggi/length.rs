//! How many plies a record says that it has: 총수.

use crate::finding::Span;
use crate::record::{Record, Step};

/// What the header says, and what there is.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedLength {
    /// What it says.
    pub said: u32,
    /// So many plies there are.
    pub played: u32,
    /// The number of the last.
    number: u32,
    /// Where it says so.
    pub span: Span,
}

impl StatedLength {
    /// Of a record that says it, and has plies.
    pub(super) fn of(record: &Record<'_>) -> Option<Self> {
        let header = record.headers.iter().find(|it| it.name == "총수")?;
        let digits = header.value.trim().trim_end_matches(['수', '手']).trim_end();
        let said = digits.parse().ok().filter(|&it| it > 0)?;
        let line = record.tree.main_line();
        let plies = line.filter(|(_, node)| matches!(node.step, Step::Token(_) | Step::Illegible(_)));
        let (_, last) = plies.last()?;
        Some(Self {
            said,
            played: last.ply,
            number: last.number,
            span: header.span,
        })
    }

    /// Whether both agree; a record may leave out the foul that ended the game.
    pub(super) const fn fits(self, is_foul: bool) -> bool {
        let most = self.played.saturating_add(is_foul as u32);
        self.said == self.number || self.played <= self.said && self.said <= most
    }
}
