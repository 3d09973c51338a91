//! `--table rules`: which rules games break.

use super::cell::{Cell, Kind};
use super::column::Column;
use super::game::Game;
use super::groups::{Group, Grouping};
use super::rates;
use super::shared;
use super::sums::Sums;
use crate::finding::both;

use Kind::{Number, Text};

/// The grouping.
pub(super) static GROUPING: Grouping = Grouping {
    entries,
    of_records: true,
    columns: COLUMNS,
};

fn entries(game: &Game, count: &mut dyn FnMut(String, Sums)) {
    for name in game.rules() {
        let of_rule = game.findings.iter().filter(|found| found.rule.name == name);
        let sums = Sums::of(game, None).with_findings(of_rule.map(|found| found.severity));
        count(name.to_owned(), sums);
    }
}

const COLUMNS: &[Column<Group>] = &[
    Column::new(
        "rule",
        Text,
        both(
            "name of the rule; `kifu rules NAME` explains it",
            "規則名（`kifu rules 規則名` で説明を表示）",
        ),
        |group| Cell::known((!group.name.is_empty()).then_some(&*group.name)),
    ),
    Column::new(
        "findings",
        Number,
        both("number of findings", "指摘の数"),
        |group| Cell::count(group.sums.findings.iter().sum::<u64>()),
    ),
    Column::new(
        "errors",
        Number,
        both("number of errors", "エラーの数"),
        |group| Cell::count(group.sums.findings[0]),
    ),
    Column::new(
        "warnings",
        Number,
        both("number of warnings", "警告の数"),
        |group| Cell::count(group.sums.findings[1]),
    ),
    Column::new("notes", Number, both("number of notes", "注記の数"), |group| {
        Cell::count(group.sums.findings[2])
    }),
    Column::new(
        "records",
        Number,
        both("number of records with findings of the rule", "該当する棋譜の数"),
        |group| Cell::count(group.sums.games),
    ),
    Column::new(
        "share",
        Number,
        both("share of all records", "全棋譜に占める割合"),
        |group| rates::rate(group.sums.games, group.total),
    ),
    shared::SHARE_LOW,
    shared::SHARE_HIGH,
    shared::FIRST_DATE,
    shared::LAST_DATE,
];
