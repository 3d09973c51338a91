//! The table of duplicates.

use serde::{Deserialize, Serialize};

use super::candidate::Facts;
use super::relation::Relation;
use crate::finding::both;
use crate::stats::{Cell, Column, Kind};

/// A record that has duplicates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The number of the group, from 1 on.
    pub group: u64,
    /// What it is to the first record of the group.
    pub relation: Relation,
    /// How many plies it has.
    pub plies: usize,
    /// With how many of them the first record begins, too.
    pub shared_plies: usize,
    /// What else is known of it.
    pub facts: Facts<'static>,
}

/// The columns of the table of duplicates.
pub const COLUMNS: &[Column<Row>] = &[
    Column {
        name: "group",
        kind: Kind::Number,
        about: both(
            "number of the group; a group contains the records of one game, in input order",
            "組の番号。同じ対局の棋譜が1組になる（入力順）",
        ),
        cell: |row| Cell::count(row.group),
    },
    Column {
        name: "relation",
        kind: Kind::Text,
        about: both(
            "relation to the first record of the group: first, same (the same moves), other-end (the same moves, \
             another end or winner), prefix (ends earlier), longer (continues), other-last-moves",
            "組の最初の棋譜との関係: first（最初の棋譜）、same（同じ指し手）、other-end（指し手は同じで終局か勝者が異なる）、\
             prefix（途中まで）、longer（続きがある）、other-last-moves（最後の数手が異なる）",
        ),
        cell: |row| Cell::text(row.relation.name()),
    },
    Column {
        name: "path",
        kind: Kind::Text,
        about: both("path of the file", "ファイルのパス"),
        cell: |row| told(&row.facts.path),
    },
    Column {
        name: "record",
        kind: Kind::Number,
        about: both(
            "number of the record in its file, from 1",
            "ファイル内の番号（1から）",
        ),
        cell: |row| Cell::count(row.facts.record),
    },
    Column {
        name: "format",
        kind: Kind::Text,
        about: both("format of the record", "棋譜の形式"),
        cell: |row| told(&row.facts.format),
    },
    Column {
        name: "game_id",
        kind: Kind::Text,
        about: both(
            "identifier of the start position and moves, the same in all formats",
            "開始局面と指し手から決まる識別子。どの形式でも同じ",
        ),
        cell: |row| told(&row.facts.game_id),
    },
    Column {
        name: "plies",
        kind: Kind::Number,
        about: both("number of plies in the main line", "本譜の手数"),
        cell: |row| Cell::count(row.plies),
    },
    Column {
        name: "shared_plies",
        kind: Kind::Number,
        about: both(
            "number of plies at the start that are the same as in the first record of the group",
            "組の最初の棋譜と一致する、始めからの手数",
        ),
        cell: |row| Cell::count(row.shared_plies),
    },
    Column {
        name: "end",
        kind: Kind::Text,
        about: both("end of the game as stated in the record", "棋譜に書かれた終局"),
        cell: |row| told(&row.facts.end),
    },
    Column {
        name: "stated",
        kind: Kind::Text,
        about: both(
            "winner as stated in the record: black, white, draw, none",
            "棋譜に書かれた勝者: black, white, draw, none",
        ),
        cell: |row| told(&row.facts.stated),
    },
    Column {
        name: "black",
        kind: Kind::Text,
        about: both("Black's name", "先手の名前"),
        cell: |row| told(&row.facts.black),
    },
    Column {
        name: "white",
        kind: Kind::Text,
        about: both("White's name", "後手の名前"),
        cell: |row| told(&row.facts.white),
    },
    Column {
        name: "start_time",
        kind: Kind::Text,
        about: both("start of the game", "開始日時"),
        cell: |row| told(&row.facts.start_time),
    },
];

fn told(text: &str) -> Cell<'_> {
    Cell::known(Some(text).filter(|it| !it.is_empty()))
}
