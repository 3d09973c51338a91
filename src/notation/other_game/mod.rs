//! Records that cannot be played: those of games that are not shogi, problems whose board is missing, and games that
//! began with a board that nobody knows.

mod names;
mod shape;

pub(super) use names::is_other_game;
pub(super) use shape::sfen as board_of_sfen;

use super::header;
use super::rules::{other_game, unknown_handicap, unreadable_board};
use crate::finding::{Finding, Findings, Message, Rule, Span};
use crate::played::{Meaning, Played};
use crate::record::{NodeId, Record, Start, Tree};
use crate::shogi::Handicap;

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
    mark_names(record);
    if let Some((span, message)) = other(record) {
        record.findings = Findings::default();
        forget_moves(record, &other_game::RULE, span, message);
    } else if let Some((span, message)) = missing_problem(record) {
        forget_start(record, span, message);
    } else if let Some(at) = unknown_start(record) {
        let why = misfit(record);
        let unknown = &mut record.findings[at];
        let message = std::mem::take(&mut unknown.message);
        match why {
            Some(why) => {
                let span = unknown.span;
                forget_start(record, span, message.followed_by(why));
            }
            None => unknown.message = message.followed_by(unknown_handicap::EVEN_ASSUMED),
        }
    }
}

/// What is said of the name of a start is said of the value of its header.
fn mark_names(record: &mut Record<'_>) {
    for at in 0..record.findings.len() {
        let finding = &record.findings[at];
        if *finding.rule == unknown_handicap::RULE {
            let mut headers = record.headers.iter();
            let header = headers.find(|header| header.key == "手合割" && Some(header.span) == finding.span);
            if let Some(header) = header {
                let value = record.value_span(header);
                record.findings[at].span = Some(value);
            }
        }
    }
}

/// Which finding says that the name of the start is not known, where no board tells it either.
fn unknown_start(record: &Record<'_>) -> Option<usize> {
    let start = &record.start;
    let is_blank = start.name.as_ref().is_some_and(|(name, _)| name.is_empty());
    if start.handicap.is_some() || start.diagram.is_some() || is_blank {
        return None;
    }
    let of_start = |finding: &Finding| *finding.rule == unknown_handicap::RULE;
    record.findings.iter().rposition(of_start)
}

/// Why a game with a start of an unknown name did not begin with the even one. Where every move of it can be played from
/// there, it did.
fn misfit(record: &Record<'_>) -> Option<Message> {
    let name = record.start.name.as_ref();
    if name.is_some_and(|(name, _)| Handicap::is_uneven(name)) {
        return Some(unknown_handicap::UNEVEN.into());
    }
    let played = Played::of(record);
    let is_impossible = |meaning: &Meaning| match meaning {
        Meaning::Ply(ply) => !ply.legal,
        Meaning::Lost => true,
        Meaning::Start | Meaning::Pass | Meaning::End => false,
    };
    let mut line = record.tree.main_line();
    let odd = line.find(|&(id, _)| is_impossible(played.meaning(id)));
    odd.map(|(id, _)| unknown_handicap::unfit(record.tree.node(id).ply))
}

/// Of a record whose start is not known only that is said of its start.
fn forget_start(record: &mut Record<'_>, span: Option<Span>, message: Message) {
    let mut others = Findings::default();
    let of_start = |finding: &Finding| *finding.rule == unknown_handicap::RULE;
    others.extend(record.findings.iter().filter(|it| !of_start(it)).cloned());
    record.findings = others;
    forget_moves(record, &unknown_handicap::RULE, span, message);
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
    let before = Span {
        start: record.span.start,
        end: diagram.start,
    };
    let (files, ranks) = shape::of(record.text_at(before), record.text_at(diagram))?;
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
