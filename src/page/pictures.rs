//! The boards of a game other than shogi, as the page draws them: the empty board, the pieces, and the changes at each
//! ply.

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::Serialize;

use super::card::Card;
use super::sanitize::sanitize;
use crate::finding::Language;
use crate::report::{cell_corner, empty_board, piece_svg};
use crate::system::{Drawing, DrawnPiece, system_of};

/// Maximum number of plies with boards, in addition to the start.
const MAX_PICTURE_PLIES: usize = 5_000;

/// Maximum length of a line of text next to a board (characters).
const MAX_LINE_CHARACTERS: usize = 200;

/// The board of a game other than shogi, and the pieces on it at each ply.
#[derive(Default, Serialize)]
pub(super) struct Pictures {
    /// The board without pieces, as SVG.
    board: String,
    /// The upper left corner (x and y) of every cell, row by row.
    at: Vec<(usize, usize)>,
    /// All different pieces of the game, as SVG.
    pieces: Vec<String>,
    /// The changes at each ply. The first entry contains the pieces at the start.
    plies: Vec<Change>,
    /// The number of each piece in `pieces`, from 1, by its SVG.
    #[serde(skip)]
    numbers: HashMap<String, usize>,
    /// The content of every cell after the last ply that was added: a number as in [`Change::cells`].
    #[serde(skip)]
    standing: Vec<usize>,
}

/// The differences between the boards before and after a ply, and the text next to the board after the ply.
#[derive(Serialize)]
struct Change {
    /// The index and the new content of each changed cell: the number of a piece from 1, or 0 for an empty cell.
    #[serde(rename = "c")]
    cells: Vec<(usize, usize)>,
    /// The lines of text next to the board, such as the pieces in hand.
    #[serde(rename = "b")]
    beside: Vec<String>,
}

impl Pictures {
    /// Returns the boards of a game as far as it can be replayed, with text in the language of the card. Boards after
    /// [`MAX_PICTURE_PLIES`] plies are left out.
    ///
    /// Returns `None` for shogi, whose moves the page replays itself, and for a game without any board.
    pub(super) fn new(card: &Card<'_, '_>) -> Option<Self> {
        let Card { record, language, .. } = *card;
        let system = system_of(record).filter(|_| !record.is_shogi())?;
        let mut pictures = Self::default();
        (system.replay)(record, &mut |moment| {
            pictures.add(&moment.drawing(), language);
            if pictures.plies.len() > MAX_PICTURE_PLIES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        (!pictures.plies.is_empty()).then_some(pictures)
    }

    /// Returns the number of plies with a board, without the start.
    pub(super) fn last_ply(&self) -> usize {
        self.plies.len().saturating_sub(1)
    }

    fn add(&mut self, drawing: &Drawing, language: Language) {
        if self.board.is_empty() {
            self.board = empty_board(drawing);
            let rows = drawing.rows.iter().enumerate();
            let cell_places =
                rows.flat_map(|(row, (_, cells))| (0..cells.len()).map(move |column| (row, column)));
            self.at = cell_places
                .map(|(row, column)| cell_corner(drawing, row, column))
                .collect();
            self.standing = vec![0; self.at.len()];
        }
        let mut changed_cells = Vec::new();
        let cells = drawing.rows.iter().flat_map(|(_, cells)| cells);
        for (cell, piece) in cells.enumerate() {
            let number = piece.as_ref().map_or(0, |piece| self.number(piece, drawing));
            if self.standing.get(cell).is_some_and(|before| *before != number) {
                self.standing[cell] = number;
                changed_cells.push((cell, number));
            }
        }
        let lines = drawing
            .notes
            .iter()
            .map(|note| sanitize(&note.in_language(language), MAX_LINE_CHARACTERS));
        self.plies.push(Change {
            cells: changed_cells,
            beside: lines.collect(),
        });
    }

    /// Returns the number of a piece, from 1. A piece that has not occurred yet is added to `pieces`.
    fn number(&mut self, piece: &DrawnPiece, drawing: &Drawing) -> usize {
        let picture = piece_svg(piece, drawing.grid);
        let pieces = &mut self.pieces;
        *self.numbers.entry(picture).or_insert_with_key(|picture| {
            pieces.push(picture.clone());
            pieces.len()
        })
    }
}
