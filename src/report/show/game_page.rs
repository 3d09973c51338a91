//! A record of another game than shogi: its headers, the board at a ply, its plies with what was found, its result.

use unicode_width::UnicodeWidthStr;

use super::super::{RenderOptions, put};
use super::notes::{self, Notes};
use super::origin::{RecordSource, origin};
use super::paragraph::{heading, paragraph};
use super::{clock, headers, result};
use crate::finding::{Message, both, message};
use crate::record::{NodeId, Record, Step};
use crate::referee::Judgement;
use crate::system::{Drawing, Ground, Halves};
use crate::text::printable;

/// Everything about a record, with the board after this ply.
pub fn game_page(
    record: &Record<'_>,
    judgement: &Judgement,
    (ply, drawing): (u32, &Drawing),
    place: &RecordSource<'_>,
    options: &RenderOptions,
) -> Vec<u8> {
    let mut out = Vec::new();
    origin(record, place, options, &mut out);
    for header in record.headers.iter().filter(|it| !it.is_blank()) {
        headers::line(&header.name, &header.value, options, &mut out);
    }
    put!(out, "\n{}\n", title(ply).in_language(options.language));
    board(drawing, &mut out);
    for line in &drawing.beside {
        put!(out, "  ");
        paragraph(&line.in_language(options.language), (2, 2), options, &mut out);
    }
    moves(record, judgement, ply, options, &mut out);
    result::write(judgement, options, &mut out);
    out
}

/// What a board is of.
pub(in crate::report) fn title(ply: u32) -> Message {
    if ply == 0 {
        message!("The start position", "開始局面")
    } else {
        message!("The position after ply {ply}", "{ply}手目の局面", ply)
    }
}

fn board(drawing: &Drawing, out: &mut Vec<u8>) {
    put!(out, "  ");
    for name in &drawing.columns {
        put!(out, "{name:>4}");
    }
    let edge = format!("   +{}-+\n", "----".repeat(drawing.columns.len()));
    put!(out, "\n{edge}");
    for (row, (name, cells)) in drawing.rows.iter().enumerate() {
        if let Ground::Halves(halves) = &drawing.ground
            && row == halves.above
        {
            put!(out, "   |{}-|\n", bar(halves, cells.len()));
        }
        put!(out, "   |");
        let mut columns = 0..cells.len();
        while let Some(column) = columns.next() {
            let shown = match &cells[column] {
                Some(piece) if piece.label.is_empty() => format!("{}??", piece.mark),
                Some(piece) => format!("{}{}", piece.mark, piece.label),
                None => format!(" {}", drawing.ground.empty(column, row)),
            };
            match &drawing.ground {
                Ground::Halves(halves) if halves.is_wide(column, row, drawing.rows.len()) => {
                    put!(out, " [ {shown} ]");
                    columns.next();
                }
                _ => put!(out, " {shown}"),
            }
        }
        put!(out, " | {name}\n");
    }
    put!(out, "{edge}");
}

/// The bar between two halves: open at its gates, each with the letter of its shape.
fn bar(halves: &Halves, columns: usize) -> String {
    let mut bar = vec!['-'; 4 * columns];
    for gate in halves.gates {
        let [first, last] = gate.columns;
        bar[4 * first..4 * (last + 1)].fill(' ');
        bar[2 * (first + last + 1)] = gate.letter;
    }
    bar.into_iter().collect()
}

fn moves(record: &Record<'_>, judgement: &Judgement, shown: u32, options: &RenderOptions, out: &mut Vec<u8>) {
    heading(both("Moves", "指し手"), options, out);
    let notes = Notes::of(record, &judgement.findings);
    for &finding in notes.at(&[], 0) {
        notes::write(finding, 2, options, out);
    }
    notes::comments(&notes, NodeId::START, 2, options, out);
    let mut last = 0;
    for (id, node) in record.tree.main_line() {
        let (Step::Token(span) | Step::Illegible(span)) = node.step else {
            continue;
        };
        last = node.ply;
        let found = notes.at(&[], node.ply);
        let style = notes::gravest(found).map_or_else(Default::default, |it| options.paint.severity(it));
        let pointer = if node.ply == shown { '>' } else { ' ' };
        let token = printable(record.text_at(span));
        let spent = node
            .clock
            .spent
            .map_or_else(String::new, |it| clock::minutes(it.into()));
        let blanks = " ".repeat(16_usize.saturating_sub(token.width()));
        let line = format!("{:>5}  {token}{blanks}{spent:>8}", node.ply);
        put!(out, "{pointer}{style}{}{style:#}\n", line.trim_end());
        for &finding in found {
            notes::write(finding, 9, options, out);
        }
        notes::comments(&notes, id, 9, options, out);
    }
    for finding in notes.after(&[], last) {
        notes::write(finding, 9, options, out);
    }
}
