//! The line of play: moves, their times, and how it ends.

use super::clock::{self, Fault};
use super::read::{Reader, statement};
use super::{ending, moves};
use crate::finding::{Finding, Span, Words};
use crate::notation::rules::{
    bad_token, clock_negative, stray_clock, text_after_move, unknown_terminal, unreadable_clock,
};
use crate::record::{Clock, NodeId, Step, Terminal};
use crate::shogi::Color;

impl<'t> Reader<'t> {
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
        self.text_behind(
            start + moves::LENGTH,
            &text[moves::LENGTH..],
            &text_after_move::THE_MOVE,
        );
    }

    /// Adds the move at the beginning of `text`, or something illegible.
    fn play(&mut self, start: usize, text: &'t str) -> NodeId {
        let span = self.span(start, text);
        let side = text.bytes().next().and_then(moves::side);
        let step = match moves::written(text, span.start) {
            Ok(written) => Step::Move(written),
            Err(fault) => {
                self.illegible(span, side, fault);
                Step::Illegible(span)
            }
        };
        if let (None, Some(side)) = (self.opening, side) {
            self.opening = Some((side, span));
        }
        self.due = side.map(Color::opponent);
        self.last = self.record.tree.add(self.last, step, Clock::default());
        self.record.tree.node_mut(self.last).after_gap = std::mem::take(&mut self.gap);
        self.last
    }

    fn illegible(&mut self, span: Span, side: Option<Color>, fault: moves::Fault) {
        let text = self.written(span);
        let part = |from, to| text.get(from..to).unwrap_or(text);
        let reason = match fault {
            moves::Fault::Short => bad_token::TOO_SHORT.into(),
            moves::Fault::Origin => bad_token::no_origin(part(1, 3)),
            moves::Fault::Destination => bad_token::no_destination(part(3, 5)),
            moves::Fault::Piece => bad_token::no_piece(part(5, 7)),
        };
        let message = bad_token::no_move(text, reason);
        let ply = self.record.tree.node(self.last).ply + 1;
        let mut finding = Finding::new(&bad_token::RULE, span, message).at_ply(ply);
        finding.side = side;
        finding.moved = Some(text.to_owned());
        self.record.report(finding);
    }

    /// `T…`: the time of the move or end before.
    pub(super) fn time(&mut self, start: usize, text: &'t str) {
        let span = self.span(start, text);
        if self.last == NodeId::START {
            return self.report(&stray_clock::RULE, span, stray_clock::before_moves(text));
        }
        if self.record.tree.node(self.last).clock.spent.is_some() {
            return self.report(&stray_clock::RULE, span, stray_clock::second(text));
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
        let (spent, rule, message) = match fault {
            Fault::Unreadable => (
                None,
                &unreadable_clock::RULE,
                unreadable_clock::of_csa(text, &unreadable_clock::NO_NUMBER),
            ),
            Fault::TooLong => (
                None,
                &unreadable_clock::RULE,
                unreadable_clock::of_csa(text, &unreadable_clock::TOO_LONG),
            ),
            Fault::Negative => (Some(0), &clock_negative::RULE, clock_negative::of_csa(text)),
        };
        self.report(rule, self.span(start, text), message);
        spent
    }

    /// `%…`: how the game ended.
    pub(super) fn special(&mut self, start: usize, text: &'t str) {
        let (ending, rest) = ending::ending(text, self.span(start, text).start, self.due());
        let behind = start + ending.word.len();
        let (terminal, word, span) = (ending.terminal, ending.word.clone(), ending.span);
        self.last = self
            .record
            .tree
            .add(self.last, Step::End(ending), Clock::default());
        if terminal == Terminal::Other {
            self.report(&unknown_terminal::RULE, span, unknown_terminal::code(&word));
        }
        self.text_behind(behind, rest, &text_after_move::THE_RESULT);
    }

    /// Notes text after a move or a result, if there is any.
    pub(super) fn text_behind(&mut self, start: usize, text: &str, what: &Words) {
        let text = text.trim_end();
        let blank = text.len() - text.trim_start().len();
        if !text.trim().is_empty() {
            self.gap = true;
            let message = text_after_move::on_line(text, what);
            self.report(
                &text_after_move::RULE,
                self.span(start + blank, &text[blank..]),
                message,
            );
        }
    }
}
