//! The `kifu show` command for a record with findings.

use std::fmt::Write as _;

use super::View;
use crate::finding::Finding;
use crate::report::ReportEntry;
use crate::system;
use crate::text::{printable, shell_word};

/// Returns the `kifu show` command for a record, at the ply of its first finding.
///
/// Returns `None` if the command cannot read the record again, or if not even the start position can be shown on a
/// board. If the ply has no board, the command is without a ply.
pub(in crate::report) fn command(entry: &ReportEntry<'_>) -> Option<String> {
    let record = &entry.game.record;
    let can_be_shown = if record.is_shogi() {
        record.is_playable()
    } else {
        has_board(entry, 0)
    };
    let options = entry.show.filter(|_| can_be_shown)?;
    let mut command = format!("kifu show{options}");
    if record.index > 1 {
        let _ = write!(command, " --record {}", record.index);
    }
    if let Some(ply) = ply_to_show(entry.findings).filter(|&ply| has_board(entry, ply)) {
        let _ = write!(command, " --ply {ply}");
    }
    let path = printable(entry.game.path);
    let dashes = if path.starts_with('-') { "-- " } else { "" };
    Some(format!("{command} {dashes}{}", shell_word(&path)))
}

/// Returns the ply of the main line with the board for the first finding on a move, or 0 if all findings with a ply are
/// on the start.
///
/// For a finding in a variation, this is the ply after which the variation leaves the main line. Returns `None` if no
/// finding has a ply.
fn ply_to_show(findings: &[&Finding]) -> Option<u32> {
    let main_line_ply = |finding: &Finding| match finding.variation.first() {
        Some((ply, _)) => Some(ply.saturating_sub(1)),
        None => finding.ply,
    };
    let mut plies = findings.iter().copied().filter_map(main_line_ply);
    let first_ply = plies.next()?;
    Some(if first_ply > 0 {
        first_ply
    } else {
        plies.find(|&ply| ply > 0).unwrap_or(0)
    })
}

/// Returns whether the position after this ply of the main line can be shown on a board. Ply 0 of a shogi record always
/// can.
fn has_board(entry: &ReportEntry<'_>, ply: u32) -> bool {
    let (record, judgement) = (&entry.game.record, &entry.game.judgement);
    if !record.is_shogi() {
        return system::drawing(record, ply).is_some();
    }
    ply == 0 || View::at(record, judgement, Some(ply)).is_ok()
}
