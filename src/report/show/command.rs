//! The `kifu show` command for a record with findings.

use std::fmt::Write as _;

use super::View;
use crate::finding::{Finding, Group, Words, both};
use crate::record::{NodeId, VariationPath};
use crate::report::ReportEntry;
use crate::system;
use crate::text::{printable, shell_word};

/// Returns the `kifu show` command for a record, at the ply of its first finding that is about a board of the main line.
/// If there is no such finding, the command shows the variation of the first finding that is about one of its boards.
///
/// Returns `None` if there is no such finding, if the command cannot read the record again, or if not even the start
/// position can be shown on a board. If the ply has no board, the command is without a ply.
pub(in crate::report) fn command(entry: &ReportEntry<'_>) -> Option<String> {
    let record = &entry.game.record;
    let can_be_shown = if record.is_shogi() {
        record.is_playable()
    } else {
        has_board(entry, NodeId::START, 0)
    };
    let about_boards: Vec<_> = entry
        .findings
        .iter()
        .copied()
        .filter(|finding| is_about_board(finding))
        .collect();
    let in_main_line = about_boards.iter().any(|finding| finding.variation.is_empty());
    let path = if in_main_line {
        &[][..]
    } else {
        &about_boards.first()?.variation
    };
    let path = VariationPath::from(path.to_vec());
    let line = record.tree.variation(&path).ok()?;
    let options = entry.show.filter(|_| can_be_shown)?;
    let mut command = format!("kifu show{options}");
    if record.index > 1 {
        let _ = write!(command, " --record {}", record.index);
    }
    if line != NodeId::START {
        let _ = write!(command, " --variation {path}");
    }
    let of_line = about_boards.into_iter();
    let of_line: Vec<_> = of_line
        .filter(|finding| finding.variation == path.branches())
        .collect();
    if let Some(ply) = ply_to_show(&of_line).filter(|&ply| has_board(entry, line, ply)) {
        let _ = write!(command, " --ply {ply}");
    }
    Some(format!("{command} {}", path_argument(entry)))
}

/// Returns the `kifu fix` command that applies the cause of a finding, with a label: `--diff` shows the change of a single cause,
/// and `-i` asks about several.
///
/// Returns `None` if there is no cause, or if the command cannot change the file.
pub(in crate::report) fn fix_command(entry: &ReportEntry<'_>) -> Option<(Words, String)> {
    let mut findings = entry.findings.iter();
    let finding = findings.find(|finding| !finding.consequence && !finding.causes.is_empty())?;
    let options = entry.show.filter(|_| entry.game.is_editable())?;
    let (label, mode) = match &finding.fix {
        Some(_) => (
            both(
                "To fix it (--diff only shows the change)",
                "修正する（--diffを付けると変更の表示のみ）",
            ),
            "--unsafe --diff",
        ),
        None => (both("To choose a change", "変更を選ぶ"), "-i"),
    };
    Some((
        label,
        format!("kifu fix{options} {mode} {}", path_argument(entry)),
    ))
}

/// Returns the path of the file as an argument of a command.
fn path_argument(entry: &ReportEntry<'_>) -> String {
    let path = printable(entry.game.path);
    let dashes = if path.starts_with('-') { "-- " } else { "" };
    format!("{dashes}{}", shell_word(&path))
}

/// Returns the ply with the board for the first finding on a move, or 0 if all findings with a ply are on the start. Returns
/// `None` if no finding has a ply.
fn ply_to_show(findings: &[&Finding]) -> Option<u32> {
    let plies = || findings.iter().filter_map(|finding| finding.ply);
    plies().find(|&ply| ply > 0).or_else(|| plies().next())
}

/// Returns whether a finding is about a board, not about a header such as the date.
fn is_about_board(finding: &Finding) -> bool {
    let is_on_move = finding.ply.is_some_and(|ply| ply > 0);
    let is_about_board = matches!(finding.rule.group, Group::Starts | Group::Fouls | Group::Results);
    is_on_move || is_about_board
}

/// Returns whether the position after this ply can be shown on a board, in the variation whose first node is `line` or, if it is
/// the start, in the main line. Ply 0 of a shogi record always can.
fn has_board(entry: &ReportEntry<'_>, line: NodeId, ply: u32) -> bool {
    let (record, judgement) = (&entry.game.record, &entry.game.judgement);
    if !record.is_shogi() {
        return system::drawing(record, ply).is_some();
    }
    ply == 0 || View::on_line(record, judgement, line, Some(ply)).is_ok()
}
