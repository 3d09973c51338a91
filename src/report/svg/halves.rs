//! A board in two halves, and the bar with its gates.

use super::super::put;
use super::sizes::{BAR, CELL, EDGE};
use crate::system::Halves;

/// The cells of both halves, the bar, and what its gates join.
pub(super) fn halves((columns, rows): (usize, usize), halves: &Halves, out: &mut Vec<u8>) {
    let (right, bar) = (EDGE + CELL * columns, EDGE + CELL * halves.above);
    let bottom = EDGE + CELL * rows + BAR;
    put!(
        out,
        "<path fill=\"#ddd\" stroke=\"none\" d=\"M{EDGE} {bar}H{right}v{BAR}H{EDGE}z\"/>\n"
    );
    put!(out, "<path fill=\"none\" stroke=\"#000\" d=\"");
    for column in 0..=columns {
        // The line in the middle of a wide cell is left out.
        let short = if column == halves.wide + 1 { CELL } else { 0 };
        let x = EDGE + CELL * column;
        put!(out, "M{x} {top}V{bar}", top = EDGE + short);
        put!(
            out,
            "M{x} {top}V{bottom}",
            top = bar + BAR,
            bottom = bottom - short
        );
    }
    for row in 0..=halves.above {
        put!(out, "M{EDGE} {y}H{right}", y = EDGE + CELL * row);
    }
    for row in halves.above..=rows {
        put!(out, "M{EDGE} {y}H{right}", y = EDGE + CELL * row + BAR);
    }
    put!(
        out,
        "\"/>\n<path fill=\"none\" stroke=\"#000\" stroke-width=\"4\" d=\""
    );
    let middle = |column: usize| EDGE + CELL * column + CELL / 2;
    for gate in &halves.gates {
        let [first, last] = gate.columns;
        // A gate of one column is not drawn twice.
        let below = if first == last {
            &gate.columns[..1]
        } else {
            &gate.columns
        };
        for (&below, joined) in below.iter().zip(gate.joined) {
            for above in (0..columns).filter(|it| joined >> it & 1 != 0) {
                let (from, to) = (middle(below), middle(above));
                put!(out, "M{from} {start}L{to} {bar}", start = bar + BAR);
            }
        }
    }
    put!(out, "\"/>\n");
}
