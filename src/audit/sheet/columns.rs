//! The columns of a sheet, found by their heads.

use std::cmp::Reverse;
use std::io;

use super::grid::{Grid, error};
use crate::finding::message;
use crate::stats::fold_case;
use crate::text::similar;

/// A column with one meaning for all rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Round,
    Table,
    Black,
    White,
    /// A player whose colour the sheet does not state.
    Player,
    Result,
    Date,
    Event,
    /// The result of a player in this round, in a sheet by players.
    Against(u32),
    Points,
    /// The points at the start, which are part of the points.
    Start,
    /// A column that is not compared, such as a rank or a remark.
    Other,
}

/// The heads of columns, in lower case and one width.
const HEADS: &[(Column, &[&str])] = &[
    (
        Column::Round,
        &[
            "round",
            "rd",
            "rd.",
            "rnd",
            "r",
            "節",
            "回戦",
            "回",
            "ラウンド",
            "局",
        ],
    ),
    (Column::Table, &["table", "board", "卓", "番", "卓番", "席", "盤"]),
    (
        Column::Black,
        &[
            "black",
            "sente",
            "先手",
            "下手",
            "先手名",
            "先手氏名",
            "先手番",
            "black player",
            "▲",
            "黒",
            "先",
        ],
    ),
    (
        Column::White,
        &[
            "white",
            "gote",
            "後手",
            "上手",
            "後手名",
            "後手氏名",
            "後手番",
            "white player",
            "△",
            "白",
            "後",
        ],
    ),
    (
        Column::Player,
        &[
            "player",
            "player 1",
            "player 2",
            "name",
            "opponent",
            "対局者",
            "対局者1",
            "対局者2",
            "氏名",
            "選手",
            "名前",
            "相手",
        ],
    ),
    (
        Column::Result,
        &["result", "winner", "score", "結果", "勝者", "勝敗"],
    ),
    (
        Column::Date,
        &[
            "date",
            "day",
            "start date",
            "日付",
            "対局日",
            "日時",
            "開始日時",
            "対局日時",
            "開催日",
            "年月日",
            "期日",
            "日",
        ],
    ),
    (
        Column::Event,
        &["event", "tournament", "棋戦", "大会", "大会名", "棋戦名"],
    ),
    (
        Column::Points,
        &["points", "pts", "勝点", "得点", "点", "勝ち点", "勝数"],
    ),
    (Column::Start, &["mm", "mms"]),
    (
        Column::Other,
        &[
            "nr",
            "no",
            "no.",
            "番号",
            "rank",
            "順位",
            "段位",
            "級位",
            "grade",
            "elo",
            "rating",
            "nat",
            "sos",
            "sb",
            "備考",
            "remark",
            "note",
            "sodos",
            "ソルコフ",
            "負",
            "負数",
            "引分",
        ],
    ),
];

/// The heads of a sheet.
#[derive(Debug)]
pub(super) struct Heads {
    /// The index of the row with the heads.
    pub row: usize,
    /// The meaning of each column; `None` for an unknown head.
    pub columns: Vec<Option<Column>>,
}

impl Heads {
    /// Finds the heads in the first rows of a sheet.
    ///
    /// # Errors
    ///
    /// Returns an error if no row has the heads of two players, or if there is no result. It names the unknown heads.
    pub(super) fn find(grid: &Grid) -> io::Result<Self> {
        let rows = grid.rows.iter().take(20).enumerate();
        let heads = rows.map(|(row, cells)| Self {
            row,
            columns: cells.cells.iter().map(|cell| meaning(cell)).collect(),
        });
        let heads: Vec<_> = heads.collect();
        if let Some(at) = heads
            .iter()
            .position(|heads| heads.has_games() || heads.has_players())
        {
            return heads
                .into_iter()
                .nth(at)
                .ok_or_else(|| io::ErrorKind::InvalidData.into());
        }
        // A number may be the head of a round, but also a cell of any row.
        let known = |heads: &Self| {
            let known = heads.columns.iter().flatten();
            known
                .filter(|column| !matches!(column, Column::Against(_)))
                .count()
        };
        let best = heads
            .iter()
            .max_by_key(|heads| (known(heads), Reverse(heads.row)));
        let Some(heads) = best else {
            return Err(error(message!("the sheet is empty", "表が空である")));
        };
        Err(heads.missing(grid))
    }

    /// Returns whether a row is a game: with two players and a result.
    pub(super) fn has_games(&self) -> bool {
        let has = |column: Column| self.columns.contains(&Some(column));
        let players = self
            .columns
            .iter()
            .filter(|it| **it == Some(Column::Player))
            .count();
        (has(Column::Black) && has(Column::White) || players == 2) && has(Column::Result)
    }

    /// Returns whether a row is a player, with a result for each round.
    pub(super) fn has_players(&self) -> bool {
        let names = self
            .columns
            .iter()
            .filter(|it| **it == Some(Column::Player))
            .count();
        names == 1
            && self
                .columns
                .iter()
                .any(|it| matches!(it, Some(Column::Against(_))))
    }

    /// Returns the cell of a row in a column; `None` if there is no such column, or if the cell is empty.
    pub(super) fn cell<'r>(&self, row: &'r [String], column: Column) -> Option<&'r str> {
        let at = self.columns.iter().position(|it| *it == Some(column))?;
        Some(row.get(at)?.as_str()).filter(|cell| !cell.is_empty())
    }

    /// Returns the error about missing columns, with the unknown heads and their possible meanings.
    fn missing(&self, grid: &Grid) -> io::Error {
        let row = &grid.rows[self.row];
        let unknown = row.cells.iter().zip(&self.columns);
        let unknown: Vec<&String> = unknown
            .filter(|(cell, it)| it.is_none() && !cell.is_empty())
            .map(|it| it.0)
            .collect();
        let known = || HEADS.iter().flat_map(|(_, heads)| heads.iter().copied());
        let meant = unknown
            .iter()
            .find_map(|head| Some((*head, similar(&head.to_lowercase(), known())?)));
        let line = row.line;
        match meant {
            Some((head, meant)) => error(message!(
                "no columns for the players and the result in line {line}; `{head}` is unknown, perhaps `{meant}` is meant",
                "{line}行目に対局者と結果の列がない。「{head}」は不明で、「{meant}」のことかもしれない",
            )),
            None => error(message!(
                "no columns for the players and the result in line {line}; write the heads black, white and result",
                "{line}行目に対局者と結果の列がない。見出しに「先手」「後手」「結果」を書く",
            )),
        }
    }
}

/// Returns the meaning of a head.
fn meaning(head: &str) -> Option<Column> {
    let head = fold_case(head);
    let head = head.trim();
    let known = HEADS.iter().find(|(_, heads)| heads.contains(&head));
    known.map(|(column, _)| *column).or_else(|| {
        let number = head.strip_suffix("回戦").unwrap_or(head);
        let number = number.trim_start_matches(['r', '第']).trim();
        let round = number.parse().ok().filter(|round| (1..100).contains(round))?;
        Some(Column::Against(round))
    })
}
