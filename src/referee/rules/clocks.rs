//! Rules about times and time limits.

use crate::finding::{Count, Message, Span, Words, both, in_quotes, message, rules};
use crate::notation::TextForm;
use crate::record::{Clock, Gap, GapKind, Header, HeaderKey, Node, NodeId, Outcome, Step, Terminal};
use crate::referee::clock::{Charging, MorePlies, Overrun, Time};
use crate::referee::game::Game;
use crate::referee::rule_hit::RuleHit;
use crate::shogi::Color;

rules! {
    CLOCK_NEGATIVE = "clock-negative", Doubt, Clocks,
        "a negative time or a falling running total", "負の消費時間・累計の減少";
    CLOCK_CUMULATIVE_MISMATCH = "clock-cumulative-mismatch", Doubt, Clocks,
        "a running total that does not match the times", "累計消費時間の不一致";
    CLOCK_UNIT_VIOLATION = "clock-unit-violation", Doubt, Clocks,
        "seconds charged under stopwatch timing", "ストップウォッチ方式の端数";
    CLOCK_HEADER_MISMATCH = "clock-header-mismatch", Doubt, Clocks,
        "a time header that contradicts the move times", "持ち時間と消費時間の矛盾";
    CLOCK_OVERRUN = "clock-overrun", Doubt, Clocks, "more time used than available", "時間切れの見落とし";
    TIME_UP_WITHOUT_TIME = "time-up-without-time", Doubt, Clocks,
        "a loss on time with time left", "時間が残っている時間切れ";
    TIME_FORFEIT = "time-forfeit", Notice, Clocks, "a player out of time at the end of the game", "時間切れ";
    TIMES_ALL_ZERO = "times-all-zero", Notice, Clocks, "only zero times", "消費時間がすべて0";
}

/// Reports decreasing running totals, at the first of them, unless the totals are charged in whole minutes.
pub(super) fn clock_negative(game: &Game<'_>) -> Option<RuleHit> {
    let audit = &game.clock_history.audit;
    let is_charged_to_second = audit.charging() != Some(Charging::WholeMinutes);
    let decrease = audit.first_decrease.filter(|_| is_charged_to_second)?;
    let node = game.record.tree.node(decrease.node);
    let hit = RuleHit::from(message!(
        "the running total falls from {before} to {total}, but the previous total plus this move is {expected}{others}",
        "累計が{before}から{total}に減っているが、前の累計にこの手の時間を加えると{expected}になる{others}",
        before = Time::from_millis(decrease.before),
        total = Time::from_millis(decrease.total),
        expected = Time::from_millis(decrease.expected),
        others = MorePlies(audit.decreases as usize - 1)
    ));
    Some(hit.at_ply(node.ply, game.total_span(node)))
}

pub(super) fn clock_cumulative_mismatch(game: &Game<'_>) -> Option<RuleHit> {
    let audit = &game.clock_history.audit;
    let is_charged_to_second = audit.charging() != Some(Charging::WholeMinutes);
    let mismatch = audit.first.filter(|_| is_charged_to_second)?;
    let node = game.record.tree.node(mismatch.node);
    let hit = RuleHit::from(total_mismatch_message(
        mismatch.total,
        mismatch.expected,
        audit.mismatches as usize - 1,
    ));
    Some(hit.at_ply(node.ply, game.total_span(node)))
}

/// Returns the message that the running total `total` is wrong, and that `expected` would be right (both in
/// milliseconds). `later_count` is the number of later wrong totals, which the message mentions.
pub(crate) fn total_mismatch_message(total: u32, expected: u32, later_count: usize) -> Message {
    message!(
        "the running total is {total}, but the previous total plus this move is {expected}{others}",
        "累計は{total}だが、前の累計にこの手の時間を加えると{expected}になる{others}",
        total = Time::from_millis(total),
        expected = Time::from_millis(expected),
        others = MorePlies(later_count)
    )
}

/// The beginning of a message about a running total.
static TOTAL: Words = both("the running total is", "累計は");
/// The beginning of a message about the time of a move.
static MOVE_TIME: Words = both("the time of this move is", "この手の消費時間は");

pub(super) fn clock_unit_violation(game: &Game<'_>) -> Option<RuleHit> {
    if !game.clock_history.is_stop_watch_only() {
        return None;
    }
    let (charge, quantity): (fn(Clock) -> Option<u32>, _) =
        if TextForm::for_format(game.record.format).charges_times {
            (|clock| clock.spent, &MOVE_TIME)
        } else {
            (|clock| clock.total, &TOTAL)
        };
    let tree = &game.record.tree;
    let entries = game.clock_history.entries.iter();
    let nodes = entries.map(|entry| tree.node(entry.node));
    let charge_with_seconds =
        |node: &Node<'_>| charge(node.clock).filter(|charge| !charge.is_multiple_of(60_000));
    let with_seconds: Vec<_> = nodes
        .filter_map(|node| Some((node, charge_with_seconds(node)?)))
        .collect();
    let &(node, charge) = with_seconds.first()?;
    let hit = RuleHit::from(message!(
        "{quantity} {charge}, but stopwatch timing charges whole minutes{others}",
        "{quantity}{charge}だが、ストップウォッチ方式では分単位になる{others}",
        quantity,
        charge = Time::from_millis(charge),
        others = MorePlies(with_seconds.len() - 1)
    ));
    Some(hit.at_ply(node.ply, game.time_span(node)))
}

pub(super) fn clock_header_mismatch(game: &Game<'_>) -> impl Iterator<Item = RuleHit> {
    let mismatches = limit_mismatch(game).into_iter().chain(time_used_mismatch(game));
    mismatches.map(|(span, message)| RuleHit::from(message).at_ply(0, span))
}

/// Returns the span and the message about a limit that the times far exceed, for the side that passed the limit
/// first. `None` if no side far exceeds its limit.
fn limit_mismatch(game: &Game<'_>) -> Option<(Option<Span>, Message)> {
    let sides = Color::ALL.into_iter();
    let exceeding_sides = sides.filter(|&side| game.clock_history.side(side).contradicts_control());
    let side = exceeding_sides.min_by_key(|&side| game.clock_history.flag_fall_ply(side))?;
    let side_times = game.clock_history.side(side);
    let (first_overrun, later_overruns) = side_times.overruns.split_first()?;
    let span = side_times.control.and_then(|control| control.span);
    let header = span.map(|span| in_quotes(game.record.text_at(span)));
    let message = message!(
        "{header} does not match the times: {side} took {spent} for ply {ply}, with at most {allowed} available{more}",
        "{header}が消費時間と合わない：{side}の{ply}手目は{spent}、使えるのは最大{allowed}{more}",
        header = header.unwrap_or_default(),
        side,
        ply = first_overrun.ply,
        spent = first_overrun.time(first_overrun.spent),
        allowed = first_overrun.time(first_overrun.allowed),
        more = MorePlies(later_overruns.len())
    );
    Some((span, message))
}

/// Compares the header 消費時間 with the number of moves, and then with the sums of the move times. Returns the
/// span of the header and the message about the first mismatch; `None` if there is no mismatch.
fn time_used_mismatch(game: &Game<'_>) -> Option<(Option<Span>, Message)> {
    let header = game.record.headers.last_with_key(&[HeaderKey::TimeUsed])?;
    let (plies, minutes) = read_time_used(header)?;
    let mismatch = |message| Some((Some(header.span), message));
    let tree = &game.record.tree;
    let last_number = tree.node(game.last_move).number;
    if last_number.abs_diff(plies) > 1 {
        return mismatch(message!(
            "消費時間 gives {plies}, but the last move in the record is number {last_number}",
            "「消費時間」では{plies}手だが、棋譜の最後の指し手は{last_number}手目である",
            plies = Count(plies, "move"),
            last_number
        ));
    }
    let is_complete = tree.node(NodeId::START).number == 0 && game.clock_history.is_complete();
    for (side, minutes) in Color::ALL.into_iter().zip(minutes).filter(|_| is_complete) {
        let Some(total) = game.clock_history.side(side).total.filter(|&total| total > 0) else {
            continue;
        };
        let fits = |total: u64| total.abs_diff(u64::from(minutes) * 60_000) < 60_000;
        // Programs add the exact times, or each time rounded down to whole minutes. The sum in the header
        // includes the time of the end (投了, 封じ手), or only the times up to the ply in the header.
        let sums =
            [u32::MAX, plies].map(|up_to| [1, 60_000].map(|unit| game.clock_history.used(side, up_to, unit)));
        if !fits(total) && !sums.into_iter().flatten().any(fits) {
            return mismatch(message!(
                "消費時間 gives {minutes} for {side}, but the move times add up to {total}",
                "「消費時間」では{side}は{minutes}分だが、指し手ごとの消費時間の合計は{total}である",
                minutes = Count(minutes, "minute"),
                side,
                total = Time::from_millis(total)
            ));
        }
    }
    None
}

/// Reads a header value such as `121▲40△40`: plies, minutes of Black, minutes of White. `None` for any other
/// value.
fn read_time_used(header: &Header<'_>) -> Option<(u32, [u32; 2])> {
    let to_half_width = |letter: char| match letter {
        '０'..='９' => char::from_digit(letter as u32 - '０' as u32, 10).unwrap_or(letter),
        other => other,
    };
    let value: String = header.value.trim().chars().map(to_half_width).collect();
    let (plies, rest) = value.split_once(['▲', '☗'])?;
    let (black, white) = rest.split_once(['△', '☖'])?;
    Some((plies.parse().ok()?, [black.parse().ok()?, white.parse().ok()?]))
}

pub(super) fn clock_overrun(game: &Game<'_>) -> impl Iterator<Item = RuleHit> {
    let sides = Color::ALL.into_iter();
    let checked_sides = sides.filter(|_| !game.clock_history.contradicts_control());
    checked_sides.filter_map(|side| {
        let overruns = game.clock_history.side(side).overruns.iter();
        let mut overruns_before_end = overruns.filter(|overrun| !overrun.at_end && overrun.ply < game.plies);
        let first_overrun = overruns_before_end.next()?;
        Some(overrun_hit(
            game,
            side,
            first_overrun,
            overruns_before_end.count(),
        ))
    })
}

/// Returns the finding about an overrun. Its message gives the time used, the time available, and the number of
/// later overruns, which is `later_count`.
fn overrun_hit(game: &Game<'_>, side: Color, overrun: &Overrun, later_count: usize) -> RuleHit {
    let span = game.time_span(game.record.tree.node(overrun.node));
    RuleHit::from(overrun_message(side, overrun, later_count))
        .at_ply(overrun.ply, span)
        .with_side(side)
}

/// Returns the message about an overrun, with the time used, the time available, and the number of later
/// overruns, which is `later_count`.
pub(super) fn overrun_message(side: Color, overrun: &Overrun, later_count: usize) -> Message {
    let (spent, allowed, excess) = (overrun.spent, overrun.allowed, overrun.excess);
    let time = |millis| overrun.time(millis);
    // Without fractions, the excess is the difference of the displayed times.
    let excess_shown = if overrun.has_fractions {
        excess
    } else {
        (spent / 1000).saturating_sub(allowed / 1000) * 1000
    };
    let exceeded = if excess < 1000 && !overrun.has_fractions {
        message!("limit reached", "使い切り")
    } else {
        message!(
            "{excess_shown} over",
            "{excess_shown}超過",
            excess_shown = time(excess_shown)
        )
    };
    message!(
        "{side} took {spent} for this move, with at most {allowed} available ({exceeded}){later_count}",
        "{side}はこの手に{spent}使ったが、使えるのは最大{allowed}である（{exceeded}）{later_count}",
        side,
        allowed = time(allowed),
        spent = time(spent),
        exceeded,
        later_count = MorePlies(later_count)
    )
}

pub(super) fn time_up_without_time(game: &Game<'_>) -> Option<RuleHit> {
    let remaining = game.clock_history.remaining?;
    let mut gaps = game.record.gaps.iter();
    let has_unreadable_time =
        gaps.any(|gap| matches!(gap.kind, GapKind::UnreadableClock(_) | GapKind::ClockNegative(_)));
    if game.terminal() != Some(Terminal::Timeout) || has_unreadable_time {
        return None;
    }
    let side = game.to_move();
    // The expired clock may have been that of the side that made the last move.
    let is_about_other_side = game.contradicts(Outcome::Win(side.opponent()));
    (!is_about_other_side).then(|| {
        let hit = RuleHit::from(message!(
            "{side} lost on time, but the recorded times leave at least {remaining}",
            "{side}の時間切れ負けだが、消費時間によれば少なくとも{remaining}残っている",
            side,
            remaining = if remaining < 1000 {
                Time::exact(remaining)
            } else {
                Time::from_millis(remaining)
            }
        ));
        hit.with_side(side)
    })
}

pub(super) fn time_forfeit(game: &Game<'_>) -> impl Iterator<Item = RuleHit> {
    let neutral_ends = [
        Terminal::Timeout,
        Terminal::Interrupt,
        Terminal::Sealed,
        Terminal::NoMate,
        Terminal::Error,
        Terminal::TakeBack,
        Terminal::Other,
    ];
    let is_other_end = game
        .terminal()
        .is_some_and(|terminal| !neutral_ends.contains(&terminal));
    let is_applicable = is_other_end && !game.clock_history.contradicts_control();
    let sides = Color::ALL.into_iter().filter(move |_| is_applicable);
    sides.filter_map(|side| {
        let first_overrun = game.clock_history.side(side).overruns.first()?;
        let is_last = first_overrun.at_end || first_overrun.ply == game.plies;
        (is_last && game.foul_loser() != Some(side)).then(|| overrun_hit(game, side, first_overrun, 0))
    })
}

pub(super) fn times_all_zero(game: &Game<'_>) -> Option<RuleHit> {
    let nodes = game.record.tree.main_line().map(|(_, node)| node);
    let mut timed_moves =
        nodes.filter(|node| node.clock != Clock::default() && !matches!(node.step, Step::End(_)));
    // A time that is unreadable or negative is evidence that time was measured.
    let is_of_time = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableClock(_) | GapKind::ClockNegative(_));
    let was_measured = game.record.has_times() || game.record.gaps.iter().any(is_of_time);
    let first_move = timed_moves.next().filter(|_| !was_measured)?;
    let hit = RuleHit::from(message!(
        "the times of all moves are zero; they are treated as not recorded and left empty in tables",
        "指し手の消費時間はすべて0である。計時していないものとして扱い、集計では空欄にする",
    ));
    Some(hit.at_ply(first_move.ply, game.time_span(first_move)))
}
