//! The line of play: moves, their times, and how it ends.

use super::clock::{self, ClockFault};
use super::read::{CsaReader, statement};
use super::{ending, moves, sign, words};
use crate::record::gap::{ClockGap, StrayClock, TextAfter, TokenGap, WordGap};
use crate::record::{Clock, GapKind, NodeId, Step};
use crate::shogi::Color;

impl<'t> CsaReader<'t> {
    /// A move, and perhaps its time.
    pub(super) fn timed_move(&mut self, start: usize, token: &'t str) {
        let (play, behind) = token.split_at_checked(moves::LENGTH).unwrap_or((token, ""));
        let node = self.play(start, play);
        if let Some(at) = behind.bytes().position(|byte| byte == b'T') {
            let time = statement(&behind[at..]);
            self.time_of(node, start + moves::LENGTH + at, time);
        }
    }

    /// Something that begins like a move.
    pub(super) fn odd_move(&mut self, start: usize, text: &'t str) {
        let node = self.play(start, text);
        let Step::Move(_) = self.record.tree.node(node).step else {
            return;
        };
        self.text_after(
            start + moves::LENGTH,
            &text[moves::LENGTH..],
            TextAfter::MoveOfCsa,
        );
    }

    /// Adds the move at the beginning of `text`, or something illegible.
    fn play(&mut self, start: usize, text: &'t str) -> NodeId {
        let span = self.span(start, text);
        let side = text.bytes().next().and_then(sign::side);
        let written = moves::written(text, span.start);
        let gap = written.as_ref().err().copied();
        let step = written.map_or(Step::Illegible(span), Step::Move);
        if let (None, Some(side)) = (self.opening, side) {
            self.opening = Some((side, span));
        }
        self.due = side.map(Color::opponent);
        self.last = self.record.tree.add(self.last, step, Clock::default());
        self.record.tree.node_mut(self.last).after_gap = std::mem::take(&mut self.gap);
        if let Some(why) = gap {
            self.miss(span, GapKind::BadToken(TokenGap::NoMove(why)));
        }
        self.last
    }

    /// `T…`: the time of the move or end before.
    pub(super) fn time(&mut self, start: usize, text: &'t str) {
        let span = self.span(start, text);
        if self.last == NodeId::START {
            return self.miss(span, GapKind::StrayClock(StrayClock::BeforeMoves));
        }
        if self.record.tree.node(self.last).clock.spent.is_some() {
            return self.miss(span, GapKind::StrayClock(StrayClock::Second));
        }
        self.time_of(self.last, start, text);
    }

    /// A time `T…` that belongs to a move or an end.
    fn time_of(&mut self, node: NodeId, start: usize, text: &str) {
        let spent = self.duration(start, text);
        let span = self.span(start, text.trim_end());
        let node = self.record.tree.node_mut(node);
        node.clock.spent = spent;
        node.clock_span = Some(span);
    }

    /// The milliseconds of a time `T…`.
    fn duration(&mut self, start: usize, text: &str) -> Option<u32> {
        let fault = match clock::milliseconds(text[1..].trim_end()) {
            Ok(time) => return Some(time),
            Err(fault) => fault,
        };
        let (spent, kind) = match fault {
            ClockFault::Unreadable => (None, GapKind::UnreadableClock(ClockGap::Csa)),
            ClockFault::TooLong => (None, GapKind::UnreadableClock(ClockGap::TooLong)),
            ClockFault::Negative => (Some(0), GapKind::ClockNegative(ClockGap::Csa)),
        };
        self.miss(self.span(start, text), kind);
        spent
    }

    /// `%…`: how the game ended.
    pub(super) fn special(&mut self, start: usize, text: &'t str) {
        let (ending, rest) = ending::ending(text, self.span(start, text).start, self.due());
        let behind = start + ending.word.len();
        let (is_known, span) = (words::is_result(&ending.word), ending.span);
        self.last = self
            .record
            .tree
            .add(self.last, Step::End(ending), Clock::default());
        if !is_known {
            self.miss(span, GapKind::UnknownTerminal(WordGap::Code));
        }
        self.text_after(behind, rest, TextAfter::EndOfCsa);
    }

    /// Notes text after a move or a result, if there is any.
    pub(super) fn text_after(&mut self, start: usize, text: &str, after: TextAfter) {
        let text = text.trim_end();
        let blank = text.len() - text.trim_start().len();
        if !text.trim().is_empty() {
            self.gap = true;
            let span = self.span(start + blank, &text[blank..]);
            self.miss(span, GapKind::TextAfterMove(after));
        }
    }
}
