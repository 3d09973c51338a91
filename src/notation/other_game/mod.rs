//! Records that cannot be played: those of games that are not shogi, and problems whose board is missing.

mod names;
mod shape;

pub(super) use names::is_other_game;

use super::header;
use super::rules::{other_game, unknown_handicap, unreadable_board};
use crate::finding::{Finding, Findings, Message, Rule, Span};
use crate::record::{NodeId, Record, Start, Tree};

/// Headers that name the game. 手合割 names the start, and programs put other games there.
const KEYS: [&str; 8] = [
    "手合割",
    "手合",
    "棋種",
    "変則",
    "ルール",
    "Variant",
    "$VARIANT",
    "$GAME",
];

/// Finds out whether a record can be played. If not, it says why, and keeps no moves: they mean nothing on the board of
/// shogi. Of a record of another game, nothing that its reader missed in it counts.
pub(super) fn settle(record: &mut Record<'_>) {
    if let Some((span, message)) = other(record) {
        record.findings = Findings::default();
        forget_moves(record, &other_game::RULE, span, message);
    } else if let Some((span, message)) = missing_problem(record) {
        let mut others = Findings::default();
        let of_start = |finding: &Finding| *finding.rule == unknown_handicap::RULE;
        others.extend(record.findings.iter().filter(|it| !of_start(it)).cloned());
        record.findings = others;
        forget_moves(record, &unknown_handicap::RULE, span, message);
    }
}

fn forget_moves(record: &mut Record<'_>, rule: &'static Rule, span: Option<Span>, message: Message) {
    record.report(Finding::new(rule, span, message).at_ply(0));
    record.tree = Tree::default();
    record.claims.clear();
    for remark in &mut record.remarks {
        remark.node = NodeId::START;
    }
    record.start = Start {
        name: record.start.name.take(),
        is_known: false,
        ..Start::default()
    };
}

/// Where a record says that it is of another game, and in which words.
fn other(record: &Record<'_>) -> Option<(Option<Span>, Message)> {
    let header = record
        .headers
        .iter()
        .find(|header| KEYS.contains(&&*header.key) && is_other_game(&header.value));
    if let Some(header) = header {
        let message = other_game::named(&header.value);
        return Some((Some(record.value_span(header)), message));
    }
    // A preset of JKF.
    if let Some((name, span)) = &record.start.name
        && is_other_game(name)
    {
        return Some((Some(*span), other_game::named(name)));
    }
    let is_odd = record
        .findings
        .iter()
        .any(|finding| *finding.rule == unreadable_board::RULE);
    let diagram = record.start.diagram.filter(|_| is_odd)?;
    let (files, ranks) = shape::of(record.text_at(diagram))?;
    Some((Some(diagram), other_game::of_shape(files, ranks)))
}

/// Where a record says that it is a problem, though it has no board.
fn missing_problem(record: &Record<'_>) -> Option<(Option<Span>, Message)> {
    let named = header::problem(record)?;
    record.start.diagram.is_none().then(|| {
        (
            Some(record.value_span(named)),
            unknown_handicap::problem(&named.value),
        )
    })
}
