//! `--table moves`: a row per ply of the main line.

use std::sync::Arc;

use Kind::{Number, Text, Truth};

use super::Column;
use super::cell::{Cell, Kind};
use super::game::{Action, BoardMove, Ply, Token};
use crate::finding::{self, both};
use crate::shogi::{self, Move, Square};
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
    /// The move in USI, where it was made on a shogi board.
    pub usi: String,
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

    /// The first move of a record.
    pub(super) fn of(path: Arc<str>, record: u32, ply: Ply) -> Self {
        let usi = String::new();
        let mut row = Self {
            path,
            record,
            ply,
            usi,
        };
        row.name();
        row
    }

    /// Turns to the next move.
    pub(super) fn turn_to(&mut self, ply: Ply) {
        self.ply = ply;
        self.name();
    }

    fn name(&mut self) {
        self.usi.clear();
        if let Action::Move(played) = &self.ply.action {
            // A string takes everything.
            let _ = played.mv.write_usi(&mut self.usi);
        }
    }
}

/// How many of the columns a table has that is not asked for others.
pub(super) const USUAL: usize = 14;

/// All columns; the usual ones first, in the order that scripts rely on.
pub(super) const COLUMNS: &[Column<MoveRow>] = &[
    Column::new(
        "path",
        Text,
        both("path of the file", "ファイルのパス"),
        |row| Cell::text(&*row.path),
    ),
    Column::new(
        "record",
        Number,
        both(
            "number of the record in its file, from 1",
            "ファイル内の番号（1から）",
        ),
        |row| Cell::count(row.record),
    ),
    Column::new("ply", Number, both("ply, from 1", "手数（1から）"), |row| {
        Cell::count(row.ply.number)
    }),
    Column::new(
        "side",
        Text,
        both(
            "player who moved: black, white, or a seat of another game",
            "指した側: black, white、他の競技ではその席",
        ),
        |row| Cell::text(row.ply.seat.name),
    ),
    Column::new(
        "usi",
        Text,
        both(
            "move in USI; as written if it cannot be made on the board, and in other games",
            "USI形式の指し手（盤上で指せない手と他の競技では原文のまま）",
        ),
        |row| match &row.ply.action {
            Action::Move(_) => Cell::text(&row.usi),
            Action::Token(token) => Cell::text(&token.text),
            Action::Written(text) => Cell::text(text),
        },
    ),
    Column::new(
        "piece",
        Text,
        both(
            "piece before the move, as in SFEN: P, +P, R …; in other games as in their positions: TG, +N …",
            "動かす前の駒（SFENの文字: P, +P, R …、他の競技ではその局面の表記: TG, +N …）",
        ),
        |row| row.piece(|played| Some(played.kind), |facts| facts.piece.as_ref()),
    ),
    Column::new(
        "from",
        Text,
        both(
            "square from which the piece moved; empty for a drop",
            "移動元（打つ手は空）",
        ),
        |row| row.place(|played| played.mv.from(), |token| token.from),
    ),
    Column::new(
        "to",
        Text,
        both("square to which the piece moved", "移動先"),
        |row| row.place(|played| Some(played.mv.to()), |token| token.to),
    ),
    Column::new(
        "drop",
        Truth,
        both("whether the piece was dropped", "打ったか"),
        |row| {
            row.truth(
                |played| matches!(played.mv, Move::Drop { .. }),
                |facts| facts.drops,
            )
        },
    ),
    Column::new(
        "promote",
        Truth,
        both("whether the piece was promoted", "成ったか"),
        |row| row.truth(BoardMove::promotes, |facts| facts.promotes),
    ),
    Column::new(
        "capture",
        Truth,
        both("whether the move captured a piece", "駒を取ったか"),
        |row| row.truth(|played| played.captured.is_some(), |facts| facts.captures),
    ),
    Column::new(
        "check",
        Truth,
        both("whether the move gave check", "王手か"),
        |row| row.truth(|played| played.check, |facts| facts.checks),
    ),
    Column::new(
        "seconds",
        Number,
        both("seconds used", "消費時間（秒）"),
        |row| row.ply.milliseconds.map_or(Cell::Empty, Cell::seconds),
    ),
    Column::new(
        "sfen",
        Text,
        both(
            "position before the move, in SFEN or in the form of its game",
            "指す前の局面（SFEN、他の競技ではその表記）",
        ),
        |row| Cell::known(row.ply.position.as_deref()),
    ),
    // For those who ask.
    Column::new(
        "captured",
        Text,
        both(
            "captured piece, written as in `piece`",
            "取った駒（`piece` と同じ表記）",
        ),
        |row| row.piece(|played| played.captured, |facts| facts.captured.as_ref()),
    ),
];
