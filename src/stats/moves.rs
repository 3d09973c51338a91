//! `--table moves`: a row per ply of the main line.

use std::sync::Arc;

use Kind::{Number, Text, Truth};

use super::cell::{Cell, Kind};
use super::game::{Action, BoardMove, Ply, Token};
use super::{Column, column};
use crate::finding;
use crate::shogi::{self, Square};
use crate::system::MoveFacts;

/// A move and where it stands.
#[derive(Debug)]
pub struct MoveRow {
    /// The path of its file.
    pub path: Arc<str>,
    /// 1-based place of the record in the file.
    pub record: u32,
    /// The move.
    pub ply: Ply,
}

impl MoveRow {
    /// A place that the move touched: by what a board of shogi saw, or by what another game says.
    fn place(
        &self,
        of_shogi: impl Fn(&BoardMove) -> Option<Square>,
        of_token: impl Fn(&Token) -> Option<finding::Cell>,
    ) -> Cell<'static> {
        match &self.ply.action {
            Action::Move(played) => Cell::known(of_shogi(played).map(Square::name)),
            Action::Token(token) => Cell::known(of_token(token).map(|it| it.to_string())),
            Action::Written(_) => Cell::Empty,
        }
    }

    /// Whether the move is one, in the same two ways.
    fn truth(
        &self,
        of_shogi: impl Fn(&BoardMove) -> bool,
        of_game: impl Fn(&MoveFacts) -> Option<bool>,
    ) -> Cell<'static> {
        let truth = match &self.ply.action {
            Action::Move(played) => Some(of_shogi(played)),
            Action::Token(token) => of_game(&token.facts),
            Action::Written(_) => None,
        };
        truth.map_or(Cell::Empty, Cell::Truth)
    }

    /// A piece that the move is about, in the same two ways.
    fn piece(
        &self,
        of_shogi: impl Fn(&BoardMove) -> Option<shogi::PieceKind>,
        of_game: impl Fn(&MoveFacts) -> Option<&String>,
    ) -> Cell<'_> {
        Cell::known(match &self.ply.action {
            Action::Move(played) => of_shogi(played).map(shogi::PieceKind::symbol),
            Action::Token(token) => of_game(&token.facts).map(String::as_str),
            Action::Written(_) => None,
        })
    }
}

/// How many of the columns a table has that is not asked for others.
pub(super) const USUAL: usize = 14;

/// All columns; the usual ones first, in the order that scripts rely on.
pub(super) const COLUMNS: &[Column<MoveRow>] = &[
    column("path", Text, |row| Cell::text(&*row.path)),
    column("record", Number, |row| Cell::count(row.record)),
    column("ply", Number, |row| Cell::count(row.ply.number)),
    column("side", Text, |row| Cell::text(row.ply.seat.name)),
    column("usi", Text, |row| match &row.ply.action {
        Action::Move(played) => Cell::text(played.mv.to_string()),
        Action::Token(token) => Cell::text(&token.text),
        Action::Written(text) => Cell::text(text),
    }),
    column("piece", Text, |row| {
        row.piece(|played| Some(played.kind), |facts| facts.piece.as_ref())
    }),
    column("from", Text, |row| {
        row.place(|played| played.mv.from(), |token| token.from)
    }),
    column("to", Text, |row| {
        row.place(|played| Some(played.mv.to()), |token| token.to)
    }),
    column("drop", Truth, |row| {
        row.truth(|played| played.mv.from().is_none(), |facts| facts.drops)
    }),
    column("promote", Truth, |row| {
        row.truth(BoardMove::promotes, |facts| facts.promotes)
    }),
    column("capture", Truth, |row| {
        row.truth(|played| played.captured.is_some(), |facts| facts.captures)
    }),
    column("check", Truth, |row| {
        row.truth(|played| played.check, |facts| facts.checks)
    }),
    column("seconds", Number, |row| {
        row.ply.milliseconds.map_or(Cell::Empty, Cell::seconds)
    }),
    column("sfen", Text, |row| Cell::known(row.ply.position.as_deref())),
    // For those who ask.
    column("captured", Text, |row| {
        row.piece(|played| played.captured, |facts| facts.captured.as_ref())
    }),
];
