//! `clock-header-mismatch` 持ち時間と消費時間の矛盾: what a header says of the time cannot be.

use crate::finding::{Count, Message, Span, message, rule};
use crate::notation::quote::quoted;
use crate::record::{Header, HeaderKey, NodeId};
use crate::referee::clock::{More, Time};
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::shogi::Color;

rule!(
    "clock-header-mismatch",
    Doubt,
    Clocks,
    "a time header that contradicts the move times",
    "持ち時間と消費時間の矛盾"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    for (span, message) in limit(game).into_iter().chain(sums(game)) {
        report.say(message).at_ply(0, span);
    }
}

/// A limit that the times are far beyond: said of the side that passed it first.
fn limit(game: &Game<'_>) -> Option<(Option<Span>, Message)> {
    let sides = Color::ALL.into_iter();
    let beyond = sides.filter(|&side| game.clock_history.side(side).contradicts_control());
    let side = beyond.min_by_key(|&side| game.clock_history.fell(side))?;
    let account = game.clock_history.side(side);
    let (first, others) = account.overruns.split_first()?;
    let span = account.control.and_then(|control| control.span);
    let header = span.map(|span| quoted(game.record.text_at(span)));
    let message = message!(
        "{header} does not match the times: {side} took {spent} for ply {ply}, with at most {allowed} available{more}",
        "{header}が消費時間と合わない：{side}の{ply}手目は{spent}、使えるのは最大{allowed}{more}",
        header = header.unwrap_or_default(),
        side,
        ply = first.ply,
        spent = Time::of(first.spent),
        allowed = Time::of(first.allowed),
        more = More(others.len())
    );
    Some((span, message))
}

/// 消費時間 against the number of moves, then against the sums of their times.
fn sums(game: &Game<'_>) -> Option<(Option<Span>, Message)> {
    let header = game.record.headers.last_of(&[HeaderKey::TimeUsed])?;
    let (plies, minutes) = told(header)?;
    let about = |message| Some((Some(header.span), message));
    let tree = &game.record.tree;
    let played = tree.node(game.last_move).number;
    if played.abs_diff(plies) > 1 {
        return about(message!(
            "消費時間 gives {plies}, but the last move in the record is number {played}",
            "「消費時間」では{plies}手だが、棋譜の最後の指し手は{played}手目である",
            plies = Count(plies, "move"),
            played
        ));
    }
    let whole = tree.node(NodeId::START).number == 0 && game.clock_history.is_complete();
    for (side, minutes) in Color::ALL.into_iter().zip(minutes).filter(|_| whole) {
        let Some(total) = game.clock_history.side(side).total.filter(|&total| total > 0) else {
            continue;
        };
        let fits = |total: u64| total.abs_diff(u64::from(minutes) * 60_000) < 60_000;
        // To the second or in whole minutes; with the time of the end (投了, 封じ手), or of so many plies as it says.
        let sums =
            [u32::MAX, plies].map(|up_to| [1, 60_000].map(|unit| game.clock_history.used(side, up_to, unit)));
        if !fits(total) && !sums.into_iter().flatten().any(fits) {
            return about(message!(
                "消費時間 gives {minutes} for {side}, but the move times add up to {total}",
                "「消費時間」では{side}は{minutes}分だが、指し手ごとの消費時間の合計は{total}である",
                minutes = Count(minutes, "minute"),
                side,
                total = Time::of(total)
            ));
        }
    }
    None
}

/// `121▲40△40`: plies, minutes of Black, minutes of White.
fn told(header: &Header<'_>) -> Option<(u32, [u32; 2])> {
    let digits = |letter: char| match letter {
        '０'..='９' => char::from_digit(letter as u32 - '０' as u32, 10).unwrap_or(letter),
        other => other,
    };
    let value: String = header.value.trim().chars().map(digits).collect();
    let (plies, rest) = value.split_once(['▲', '☗'])?;
    let (black, white) = rest.split_once(['△', '☖'])?;
    Some((plies.parse().ok()?, [black.parse().ok()?, white.parse().ok()?]))
}
