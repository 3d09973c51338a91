//! Random records in which nothing is right: moves of the wrong side, of other pieces, twice the same variation, moves
//! behind the end, ends of every kind in every place.

use std::borrow::Cow;

use kifu::finding::Span;
use kifu::record::{
    Clock, Destination, Ending, Named, NodeId, Origin, Promotion, Record, Step, Terminal, Written,
};
use kifu::shogi::{Color, Kind, Square};

use super::dice::Dice;
use super::games::{self, Recipe};

/// A random record, and so many things in it that are wrong.
pub fn record(dice: &mut Dice, recipe: Recipe, faults: usize) -> Record<'static> {
    let mut record = games::record(dice, recipe);
    for _ in 0..faults {
        let nodes: Vec<_> = record.tree.ids().skip(1).collect();
        let Some(&node) = nodes.get(dice.below(nodes.len().max(1))) else {
            break;
        };
        match dice.below(8) {
            0 => end(dice, &mut record, node),
            1 => again(dice, &mut record, node),
            2 => behind(dice, &mut record, node),
            3 => skip(&mut record, node),
            _ => disturb(dice, &mut record, node),
        }
    }
    record.remarks.sort_by_key(|remark| remark.node);
    record
}

/// A move that says something else.
fn disturb(dice: &mut Dice, record: &mut Record<'static>, node: NodeId) {
    let Step::Move(written) = &mut record.tree.node_mut(node).step else {
        return;
    };
    match dice.below(12) {
        0..=3 => written.mark = Some(dice.one_of(&Color::ALL)),
        4 | 5 => written.from = Origin::Board(dice.one_of(&Square::ALL)),
        6 => {
            written.from = Origin::Hand;
            written.named = Named::Before(dice.one_of(&Kind::HAND));
        }
        7 => written.to = Destination::Square(dice.one_of(&Square::ALL)),
        8 => written.named = Named::Before(dice.one_of(&Kind::ALL)),
        9 | 10 => {
            written.promotion = match written.promotion {
                Promotion::Promote => Promotion::Unstated,
                _ => Promotion::Promote,
            }
        }
        _ => record.tree.node_mut(node).step = Step::Pass(Span::default()),
    }
}

/// The same move once more, as another variation.
fn again(dice: &mut Dice, record: &mut Record<'static>, node: NodeId) {
    let Some(parent) = record.tree.parent(node) else {
        return;
    };
    let step = record.tree.node(node).step.clone();
    if matches!(step, Step::End(_)) {
        return;
    }
    let twin = record.tree.add(parent, step, Clock::default());
    behind(dice, record, twin);
}

/// A move behind a move or an end.
fn behind(dice: &mut Dice, record: &mut Record<'static>, node: NodeId) {
    let (from, to) = (dice.one_of(&Square::ALL), dice.one_of(&Square::ALL));
    let written = Written {
        mark: None,
        from: Origin::Board(from),
        to: Destination::Square(to),
        named: Named::Before(Kind::Gold),
        promotion: Promotion::Unstated,
        captured: None,
        span: Span::default(),
    };
    record.tree.add(node, Step::Move(written), Clock::default());
}

/// A number that is left out.
fn skip(record: &mut Record<'static>, node: NodeId) {
    let mut next = Some(node);
    record.tree.node_mut(node).after_gap = true;
    while let Some(id) = next {
        record.tree.node_mut(id).number += 1;
        next = record.tree.first_child(id);
    }
}

/// Ends of all kinds, in words that name a side or not.
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
    (Terminal::WinByDefault, None, "不戦勝"),
    (Terminal::TakeBack, None, "待った"),
    (Terminal::Other, None, "対局終了"),
];

/// An end beside or behind a node.
fn end(dice: &mut Dice, record: &mut Record<'static>, node: NodeId) {
    let (terminal, offender, word) = dice.one_of(ENDS);
    let step = Step::End(Ending {
        terminal,
        offender,
        word: Cow::Borrowed(word),
        span: Span::default(),
    });
    let before = record.tree.parent(node).unwrap_or(NodeId::START);
    let parent = dice.one_of(&[node, before]);
    // Of two ends in one place only one is read again where both are written with the same word.
    let is_end = |child| matches!(record.tree.node(child).step, Step::End(_));
    let has_end = record.tree.children(parent).any(is_end);
    if !has_end {
        record.tree.add(parent, step, Clock::default());
    }
}
