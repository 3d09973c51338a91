//! The boards of a game other than shogi, as the page draws them: what stands where at the start, and what each ply changes.

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::Serialize;

use super::card::Card;
use super::markup::shown;
use crate::finding::Language;
use crate::report::{bare_board, corner, lone_piece};
use crate::system::{Drawing, DrawnPiece, system_of};

/// So many plies are shown at most; a file can hold more.
const PLIES: usize = 5_000;

/// No line beside a board needs more characters.
const LONGEST: usize = 200;

/// A board and what stands on it at each ply.
#[derive(Default, Serialize)]
pub(super) struct Pictures {
    /// The board without pieces, as SVG.
    board: String,
    /// The corners of its cells, row by row.
    at: Vec<(usize, usize)>,
    /// Every piece that comes about, as SVG.
    pieces: Vec<String>,
    /// By ply, from the start on.
    plies: Vec<Change>,
    #[serde(skip)]
    numbers: HashMap<String, usize>,
    #[serde(skip)]
    standing: Vec<usize>,
}

/// What is different after a ply.
#[derive(Serialize)]
struct Change {
    /// A cell and what stands on it then: the number of a piece from 1, or 0.
    #[serde(rename = "c")]
    cells: Vec<(usize, usize)>,
    /// What stands beside the board.
    #[serde(rename = "b")]
    beside: Vec<String>,
}

impl Pictures {
    /// The boards of a game as far as it can be played; `None` for shogi, whose boards the page knows.
    pub(super) fn of(card: &Card<'_, '_>) -> Option<Self> {
        let Card { record, language, .. } = *card;
        let system = system_of(record).filter(|_| !record.is_shogi())?;
        let mut pictures = Self::default();
        (system.replay)(record, &mut |moment| {
            pictures.add(&moment.drawing(), language);
            if pictures.plies.len() > PLIES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        (!pictures.plies.is_empty()).then_some(pictures)
    }

    /// How many plies can be shown.
    pub(super) fn last(&self) -> usize {
        self.plies.len().saturating_sub(1)
    }

    fn add(&mut self, drawing: &Drawing, language: Language) {
        if self.board.is_empty() {
            self.board = bare_board(drawing);
            let places = drawing.rows.iter().enumerate();
            let places =
                places.flat_map(|(row, (_, cells))| (0..cells.len()).map(move |column| (row, column)));
            self.at = places.map(|(row, column)| corner(drawing, row, column)).collect();
            self.standing = vec![0; self.at.len()];
        }
        let mut changed = Vec::new();
        let cells = drawing.rows.iter().flat_map(|(_, cells)| cells);
        for (cell, piece) in cells.enumerate() {
            let number = piece.as_ref().map_or(0, |piece| self.number(piece, drawing));
            if self.standing.get(cell).is_some_and(|before| *before != number) {
                self.standing[cell] = number;
                changed.push((cell, number));
            }
        }
        let beside = drawing
            .beside
            .iter()
            .map(|it| shown(&it.in_language(language), LONGEST));
        self.plies.push(Change {
            cells: changed,
            beside: beside.collect(),
        });
    }

    /// The number of a piece, from 1.
    fn number(&mut self, piece: &DrawnPiece, drawing: &Drawing) -> usize {
        let picture = lone_piece(piece, drawing.ground);
        let pieces = &mut self.pieces;
        *self.numbers.entry(picture).or_insert_with_key(|picture| {
            pieces.push(picture.clone());
            pieces.len()
        })
    }
}
