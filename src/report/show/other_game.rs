//! The page of a record of a game other than shogi: headers, the board at a ply, the plies with their findings, and the
//! result.

use unicode_width::UnicodeWidthStr;

use super::annotations::{Annotations, write_all};
use super::moves::{FINDING_INDENT_COLUMNS, MOVE_COLUMNS, TIME_COLUMNS, write_list};
use super::{RecordSource, paragraph, write_source};
use crate::finding::{Finding, Message, message};
use crate::record::{Node, Record, Step};
use crate::referee::Judgement;
use crate::report::{RenderOptions, put};
use crate::system::{Drawing, Grid, Halves};
use crate::text::printable;

/// Returns the whole page of a record of a game other than shogi. `findings` are the findings that are shown, and
/// `drawing` is the board after `ply`.
pub fn game_page(
    record: &Record<'_>,
    (judgement, findings): (&Judgement, &[&Finding]),
    (ply, drawing): (u32, &Drawing),
    source: &RecordSource<'_>,
    options: &RenderOptions,
) -> Vec<u8> {
    let mut out = Vec::new();
    write_source(record, source, options, &mut out);
    for header in record.headers.iter().filter(|it| !it.is_blank()) {
        super::write_field(&header.name, &header.value, options, &mut out);
    }
    put!(out, "\n{}\n", game_title(ply).in_language(options.language));
    write_game_board(drawing, &mut out);
    for line in &drawing.notes {
        put!(out, "  ");
        paragraph(&line.in_language(options.language), (2, 2), options, &mut out);
    }
    write_plies(record, findings, ply, options, &mut out);
    super::write_result(judgement, record, options, &mut out);
    out
}

/// Returns the title of the board after a ply, in a game other than shogi.
pub(in crate::report) fn game_title(ply: u32) -> Message {
    if ply == 0 {
        message!("The start position", "開始局面")
    } else {
        message!("The position after ply {ply}", "{ply}手目の局面")
    }
}

fn write_game_board(drawing: &Drawing, out: &mut Vec<u8>) {
    put!(out, "  ");
    for name in &drawing.columns {
        put!(out, "{name:>4}");
    }
    let edge = format!("   +{}-+\n", "----".repeat(drawing.columns.len()));
    put!(out, "\n{edge}");
    for (row, (name, cells)) in drawing.rows.iter().enumerate() {
        if let Grid::Halves(halves) = &drawing.grid
            && row == halves.rows_above
        {
            put!(out, "   |{}-|\n", bar(halves, cells.len()));
        }
        put!(out, "   |");
        let mut columns = 0..cells.len();
        while let Some(column) = columns.next() {
            let cell_text = match &cells[column] {
                Some(piece) if piece.label.is_empty() => format!("{}??", piece.mark),
                Some(piece) => format!("{}{}", piece.mark, piece.label),
                None => format!(" {}", drawing.grid.empty(column, row)),
            };
            match &drawing.grid {
                Grid::Halves(halves) if halves.is_wide(column, row, drawing.rows.len()) => {
                    put!(out, " [ {cell_text} ]");
                    columns.next();
                }
                _ => put!(out, " {cell_text}"),
            }
        }
        put!(out, " | {name}\n");
    }
    put!(out, "{edge}");
}

/// Returns the bar between the two halves of the board. At each gate, the bar is open and contains the letter for the
/// shape of the gate.
fn bar(halves: &Halves, columns: usize) -> String {
    let mut bar = vec!['-'; 4 * columns];
    for gate in halves.gates {
        let [first_column, last_column] = gate.columns;
        bar[4 * first_column..4 * (last_column + 1)].fill(' ');
        bar[2 * (first_column + last_column + 1)] = gate.letter;
    }
    bar.into_iter().collect()
}

fn write_plies(
    record: &Record<'_>,
    findings: &[&Finding],
    shown_ply: u32,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let annotations = Annotations::new(record, findings);
    let line_of = |_, node: &Node<'_>| {
        let (Step::Token(span) | Step::Unreadable(span)) = node.step else {
            return None;
        };
        let token = printable(record.text_at(span));
        let blanks = (MOVE_COLUMNS + 2).saturating_sub(token.width());
        let spent = node.clock.spent.map(|time| super::minutes(time.into()));
        let spent = spent.unwrap_or_default();
        Some(format!(
            "{:>5}  {token}{:blanks$}{spent:>TIME_COLUMNS$}",
            node.ply, ""
        ))
    };
    let last_ply = write_list(record, &annotations, shown_ply, line_of, options, out);
    write_all(
        annotations.findings_after(&[], last_ply),
        record,
        FINDING_INDENT_COLUMNS,
        options,
        out,
    );
}
