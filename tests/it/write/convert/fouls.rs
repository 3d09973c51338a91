//! Random records with many errors: moves of the wrong side or piece, moves after the end, all kinds of ends, and
//! missing numbers.

use std::borrow::Cow;

use kifu::finding::Span;
use kifu::record::Clock;
use kifu::record::Destination;
use kifu::record::Ending;
use kifu::record::NodeId;
use kifu::record::Origin;
use kifu::record::PieceName;
use kifu::record::Promotion;
use kifu::record::Record;
use kifu::record::Step;
use kifu::record::Terminal;
use kifu::record::WrittenMove;
use kifu::shogi::Color;
use kifu::shogi::PieceKind;
use kifu::shogi::Square;

use super::games::{self, Recipe};
use crate::support::dice::Dice;

/// Returns a random record with up to this number of errors.
///
/// A record with variations has no errors: KIF and KI2 do not state the line that a variation leaves. If the first move
/// of a variation is illegal on its own line, the reader attaches the variation to another line.
pub fn record(dice: &mut Dice, recipe: Recipe, error_count: usize) -> Record<'static> {
    let mut record = games::record(dice, recipe);
    let error_count = if recipe.variations == 0 { error_count } else { 0 };
    for _ in 0..error_count {
        let nodes: Vec<_> = record.tree.ids().skip(1).collect();
        let Some(&node) = nodes.get(dice.below(nodes.len().max(1))) else {
            break;
        };
        match dice.below(6) {
            0 => add_end(dice, &mut record),
            1 => add_move(dice, &mut record),
            2 => skip_number(&mut record, node),
            _ => change_move(dice, &mut record, node),
        }
    }
    record
}

/// Changes a random part of a move, or replaces the move by a pass, so that the node may contradict the board. Nodes
/// that are not moves stay unchanged.
fn change_move(dice: &mut Dice, record: &mut Record<'static>, node: NodeId) {
    let Step::Move(written) = &mut record.tree.node_mut(node).step else {
        return;
    };
    match dice.below(12) {
        0..=3 => written.mark = Some(dice.one_of(&Color::ALL)),
        4 | 5 => written.from = Origin::Board(dice.one_of(&Square::ALL)),
        6 => {
            written.from = Origin::Hand;
            written.named = PieceName::Before(dice.one_of(&PieceKind::HAND));
        }
        7 => written.to = Destination::Square(dice.one_of(&Square::ALL)),
        8 => written.named = PieceName::Before(dice.one_of(&PieceKind::ALL)),
        9 | 10 => {
            written.promotion = match written.promotion {
                Promotion::Promote => Promotion::Unstated,
                _ => Promotion::Promote,
            }
        }
        _ => record.tree.node_mut(node).step = Step::Pass(Span::default()),
    }
}

/// Returns the last node of the main line.
fn last_node(record: &Record<'_>) -> NodeId {
    record.tree.main_line().last().map_or(NodeId::START, |(id, _)| id)
}

/// Adds a random move of a gold after the last node of the main line, which may be the end of the game.
fn add_move(dice: &mut Dice, record: &mut Record<'static>) {
    let written = WrittenMove {
        mark: None,
        from: Origin::Board(dice.one_of(&Square::ALL)),
        to: Destination::Square(dice.one_of(&Square::ALL)),
        named: PieceName::Before(PieceKind::Gold),
        promotion: Promotion::Unstated,
        captured: None,
        span: Span::default(),
    };
    let last = last_node(record);
    record.tree.add(last, Step::Move(written), Clock::default());
}

/// Leaves out a move number: the numbers from this node on are increased by one.
fn skip_number(record: &mut Record<'static>, node: NodeId) {
    let mut next = Some(node);
    record.tree.node_mut(node).after_gap = true;
    while let Some(id) = next {
        record.tree.node_mut(id).number += 1;
        next = record.tree.first_child(id);
    }
}

/// Ends of many kinds, with and without a side.
const ENDS: &[(Terminal, Option<Color>, &str)] = &[
    (Terminal::Resign, None, "投了"),
    (Terminal::FoulLoss, Some(Color::White), "%-ILLEGAL_ACTION"),
    (Terminal::FoulWin, Some(Color::Black), "%+ILLEGAL_ACTION"),
    (Terminal::FoulWin, Some(Color::White), "先手の反則勝ち"),
    (Terminal::FoulLoss, Some(Color::Black), "先手の反則負け"),
    (Terminal::Timeout, Some(Color::White), "後手の時間切れ"),
    (Terminal::Resign, Some(Color::Black), "先手の投了"),
    (Terminal::DeclareWin, Some(Color::Black), "後手の入玉勝ち"),
    (Terminal::Other, Some(Color::White), "先手の勝ち"),
    (Terminal::BothFoul, None, "両者反則負け"),
    (Terminal::Disconnect, None, "接続切れ"),
    (Terminal::Disconnect, Some(Color::White), "後手の接続切れ"),
    (Terminal::WinByDefault, None, "不戦勝"),
    (Terminal::TakeBack, None, "待った"),
    (Terminal::Other, None, "対局終了"),
];

/// Adds a random end after the last node of the main line, unless this node is an end.
fn add_end(dice: &mut Dice, record: &mut Record<'static>) {
    let (terminal, offender, word) = dice.one_of(ENDS);
    let step = Step::End(Ending {
        terminal,
        offender,
        word: Cow::Borrowed(word),
        span: Span::default(),
    });
    let last = last_node(record);
    if !matches!(record.tree.node(last).step, Step::End(_)) {
        record.tree.add(last, step, Clock::default());
    }
}
