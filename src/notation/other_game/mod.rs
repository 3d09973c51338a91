//! Records that cannot be played: those of games that are not shogi, problems whose board is missing, and games that
//! began with a board that nobody knows.

mod names;
mod shape;

pub(super) use names::is_other_game;
pub(super) use shape::sfen as board_of_sfen;

use super::{formats, header, jkf};
use crate::finding::Span;
use crate::played::{Meaning, Played};
use crate::record::gap::{HandicapGap, HandicapName, OddGame, StartTaken};
use crate::record::{Gap, GapKind, Gaps, NodeId, Record, Start, Step, Tree};
use crate::shogi::{Handicap, Position};

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

/// Finds out whether a record can be played. If not, it notes why, and keeps no moves: they mean nothing on the board of
/// shogi. Of a record of another game, nothing that its reader missed in it counts.
pub(super) fn settle(record: &mut Record<'_>) {
    if let Some((span, game)) = other(record) {
        record.gaps = Gaps::default();
        forget_moves(record, span, GapKind::OtherGame(game));
    } else if let Some((span, name)) = missing_problem(record) {
        record.gaps.retain(|kind| !is_unknown(kind));
        let taken = StartTaken::Unsaid;
        let unknown = HandicapGap { name, taken };
        record
            .gaps
            .push(Gap::of_start(span, GapKind::UnknownHandicap(unknown)));
        take_even_start(record);
    } else if is_start_unknown(record) {
        take_even_start(record);
    }
}

/// Takes the even start for one that is noted as unknown, if every move can be played from it; else forgets the moves.
fn take_even_start(record: &mut Record<'_>) {
    if record.gaps.latest(is_unknown).is_none() {
        return;
    }
    // The moves tell, but only by playing them.
    let taken = taken(record);
    let Some(Gap { span, kind, .. }) = record.gaps.latest(is_unknown) else {
        return;
    };
    let GapKind::UnknownHandicap(unknown) = kind else {
        return;
    };
    unknown.taken = taken;
    if taken != StartTaken::Even {
        let (span, unknown) = (*span, unknown.clone());
        record.gaps.retain(|kind| !is_unknown(kind));
        forget_moves(record, span, GapKind::UnknownHandicap(unknown));
    }
}

const fn is_unknown(kind: &GapKind) -> bool {
    matches!(kind, GapKind::UnknownHandicap(_))
}

/// Whether neither a name that is known nor a board tells the start.
fn is_start_unknown(record: &Record<'_>) -> bool {
    let start = &record.start;
    let is_blank = start.name.as_ref().is_some_and(|(name, _)| name.is_empty());
    start.handicap.is_none() && start.diagram.is_none() && !is_blank
}

/// What is taken for a start of an unknown name: the even one, where every move can be played from there.
fn taken(record: &Record<'_>) -> StartTaken {
    let name = record.start.name.as_ref();
    if name.is_some_and(|(name, _)| Handicap::is_uneven(name)) {
        return StartTaken::NotEven;
    }
    let mut line = record.tree.main_line();
    let has_moves = line.any(|(_, node)| !matches!(node.step, Step::End(_)));
    let is_even = record.start.position == Position::startpos();
    if header::problem(record).is_some() && !(has_moves && is_even) {
        // The board of the problem is missing, and no other is put in its place.
        return StartTaken::Unsaid;
    }
    let played = Played::of(record);
    let is_impossible = |meaning: &Meaning| match meaning {
        Meaning::Ply(ply) => !ply.legal,
        Meaning::Lost => true,
        Meaning::Start | Meaning::Pass | Meaning::End => false,
    };
    let mut line = record.tree.main_line();
    let odd = line.find(|&(id, _)| is_impossible(played.meaning(id)));
    odd.map_or(StartTaken::Even, |(id, _)| {
        StartTaken::Unfit(record.tree.node(id).ply)
    })
}

fn forget_moves(record: &mut Record<'_>, span: Option<Span>, why: GapKind) {
    record.gaps.push(Gap::of_start(span, why));
    record.tree = Tree::default();
    record.gaps.forget_nodes();
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

/// The header of a PGN that names another game than shogi: `[Variant "Janggi"]`.
pub(super) fn named_in_pgn(text: &str) -> Option<Gap> {
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let value = line
            .trim()
            .strip_prefix("[Variant \"")
            .and_then(|it| it.strip_suffix("\"]"));
        if let Some(game) = value.filter(|it| is_other_game(it)) {
            let span = Span::new(start, start + line.trim_end().len());
            return Some(Gap::of_start(
                span,
                GapKind::OtherGame(OddGame::Named(game.to_owned())),
            ));
        }
        start += line.len();
    }
    None
}

/// Where a record says that it is of another game, and in which words.
fn other(record: &Record<'_>) -> Option<(Option<Span>, OddGame)> {
    let header = record
        .headers
        .iter()
        .find(|header| KEYS.contains(&&*header.name) && is_other_game(&header.value));
    if let Some(header) = header {
        let name = header.value.to_string();
        return Some((Some(record.value_span(header)), OddGame::Named(name)));
    }
    // A preset of JKF.
    if let Some((name, span)) = &record.start.name
        && is_other_game(name)
    {
        return Some((Some(*span), OddGame::Named(name.to_string())));
    }
    if record.format == formats::JKF
        && record.gaps.iter().next().is_some()
        && let Some((place, name)) = jkf::other_game(record)
    {
        let start = record.span.start as usize + (place.as_ptr() as usize - record.text.as_ptr() as usize);
        return Some((Some(Span::new(start, start + place.len())), OddGame::Named(name)));
    }
    let is_of_board = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableBoard(_));
    let is_odd = record.gaps.iter().any(is_of_board);
    let diagram = record.start.diagram.filter(|_| is_odd)?;
    let before = Span {
        start: record.span.start,
        end: diagram.start,
    };
    let (files, ranks) = shape::of(record.text_at(before), record.text_at(diagram))?;
    Some((Some(diagram), OddGame::Board { files, ranks }))
}

/// Where a record says that it is a problem, though it has no board.
fn missing_problem(record: &Record<'_>) -> Option<(Option<Span>, HandicapName)> {
    let named = header::problem(record)?;
    record.start.diagram.is_none().then(|| {
        (
            Some(record.value_span(named)),
            HandicapName::Problem(named.value.to_string()),
        )
    })
}
