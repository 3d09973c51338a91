//! An entry of a line: a move or a result, with its time, its comments and its variations.

use std::borrow::Cow;

use super::forks::Home;
use super::json::JsonValue;
use super::path::Path;
use super::reader::JkfReader;
use super::schema::Misread;
use crate::notation::csa::words;
use crate::notation::kakinoki::attach::side_after;
use crate::record::gap::{ClockGap, StrayClock, Taken, TokenGap, Wanted, WordGap, WrongValue};
use crate::record::{Clock, Ending, GapKind, NodeId, Remark, RemarkKind, Step, Terminal};
use crate::shogi::Color;

impl<'t> JkfReader<'t> {
    /// Reads the entry `index` of a line, the main line or one `within` forks.
    pub(super) fn entry(
        &mut self,
        entry: JsonValue<'t>,
        path: &Path<'_>,
        within: Option<(usize, usize)>,
        index: usize,
    ) {
        let names = ["move", "special", "time", "comments", "comment", "forks"];
        let [play, special, time, comments, comment, forks] = match self.fields(entry, path, names) {
            Ok(fields) => fields,
            Err(misread) => {
                self.gap = true;
                return self.loss(misread, Taken::LeftOut);
            }
        };
        let parent = self.last;
        let is_start = within.is_none() && index == 0;
        if let Some(play) = play {
            let found = self.record.gaps.len();
            self.play(play, &path.key("move"));
            self.belongs_to_last(found);
        }
        let moved = self.last;
        if let Some(special) = special {
            let found = self.record.gaps.len();
            self.special(special, &path.key("special"));
            self.belongs_to_last(found);
        }
        self.odd_entry(entry, path, is_start, [play, special]);
        if let Some(time) = time {
            let timed = if moved == parent { self.last } else { moved };
            self.time(time, &path.key("time"), (timed != parent).then_some(timed));
        }
        for (key, value) in [("comments", comments), ("comment", comment)] {
            if let Some(value) = value {
                self.comments(value, &path.key(key));
            }
        }
        match forks {
            Some(forks) if is_start => {
                self.loss(
                    self.wrong(forks, &path.key("forks"), Wanted::NoForks),
                    Taken::AllLeftOut,
                );
            }
            Some(forks) => {
                let home = Home { within, entry: index };
                self.forks.add(forks, [parent, moved], home);
            }
            None => {}
        }
    }

    /// Notes an entry that holds more or less than an entry of its place does.
    fn odd_entry(
        &mut self,
        entry: JsonValue<'t>,
        path: &Path<'_>,
        is_start: bool,
        ply: [Option<JsonValue<'t>>; 2],
    ) {
        let (what, taken) = match (is_start, ply.iter().flatten().count()) {
            (true, 1 | 2) => (WrongValue::StartHoldsPly, Taken::AsFirstPly),
            (false, 0) => (WrongValue::HoldsNothing, Taken::Skipped),
            (false, 2) => (WrongValue::HoldsBoth, Taken::ResultAfterMove),
            _ => return,
        };
        self.gap = !is_start && ply == [None, None];
        self.doubt(self.odd(entry, path, what), taken);
    }

    /// `move`.
    fn play(&mut self, play: JsonValue<'t>, path: &Path<'_>) {
        let span = self.span(play);
        let parent = self.last;
        match self.written(play, path, parent) {
            Ok(written) => self.add(Step::Move(written)),
            // Of a move on which the JSON breaks off nothing more is said.
            Err(_) if !play.whole => {}
            Err(misread) => {
                self.add(Step::Illegible(span));
                self.miss(misread, Taken::UnreadableMove, |value| {
                    GapKind::BadToken(TokenGap::Value(value))
                });
            }
        }
    }

    /// `special`: how the line ends, in the words of CSA.
    fn special(&mut self, value: JsonValue<'t>, path: &Path<'_>) {
        let word = match self.string(value, path) {
            Ok(word) => word,
            Err(misread) => return self.loss(misread, Taken::LeftOut),
        };
        let (terminal, offender) = words::ending(&word, self.due());
        let span = self.span(value);
        if terminal == Terminal::Other {
            let unknown = Misread::at(span, path, WrongValue::UnknownWord(word.to_string()));
            self.miss(unknown, Taken::EndOfLine, |value| {
                GapKind::UnknownTerminal(WordGap::Value(value))
            });
        }
        let ending = Ending {
            terminal,
            offender,
            word,
            span,
        };
        self.add(Step::End(ending));
    }

    /// Adds a node after the last, or joins the same one that is there already.
    fn add(&mut self, step: Step<'t>) {
        let there = self.search.same_child(&self.record, self.last, &step);
        let after_gap = std::mem::take(&mut self.gap);
        let tree = &mut self.record.tree;
        self.last = there.unwrap_or_else(|| {
            let added = tree.add(self.last, step, Clock::default());
            tree.node_mut(added).after_gap = after_gap;
            added
        });
    }

    /// The side that is due after the last node.
    fn due(&self) -> Color {
        side_after(&self.record.tree, &self.record.start, self.last)
    }

    /// `time`: what the ply of a node took, and the player's total.
    fn time(&mut self, time: JsonValue<'t>, path: &Path<'_>, node: Option<NodeId>) {
        let Some(node) = node else {
            let stray = self.odd(time, path, WrongValue::WithoutMove);
            self.miss(stray, Taken::LeftOut, |value| {
                GapKind::StrayClock(StrayClock::Value(value))
            });
            return;
        };
        let [now, total] = match self.fields(time, path, ["now", "total"]) {
            Ok(fields) => fields,
            Err(misread) => return self.bad_clock(misread),
        };
        let spent = now.and_then(|now| self.milliseconds(now, &path.key("now")));
        let total = total.and_then(|total| self.milliseconds(total, &path.key("total")));
        let span = self.span(time);
        let node = self.record.tree.node_mut(node);
        // Of a move that stands there twice, the first time counts.
        if node.clock_span.is_none() {
            node.clock = Clock { spent, total };
            node.clock_span = Some(span);
        }
    }

    /// `{h, m, s}`; what is absent is zero.
    fn milliseconds(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Option<u32> {
        let names = ["h", "m", "s"];
        let mut sum = || {
            let mut time = Some(0_u32);
            let fields = self.fields(value, path, names)?;
            for (part, name) in fields.into_iter().zip(names) {
                let number = part.map_or(Ok(0), |part| self.part_of_time(part, &path.key(name)))?;
                time = time
                    .and_then(|time| time.checked_mul(60))
                    .and_then(|time| time.checked_add(number));
            }
            let time = time.and_then(|seconds| seconds.checked_mul(1000));
            time.ok_or_else(|| self.wrong(value, path, Wanted::Time))
        };
        match sum() {
            Ok(time) => Some(time),
            Err(misread) => {
                self.bad_clock(misread);
                None
            }
        }
    }

    /// Hours, minutes or seconds.
    fn part_of_time(&mut self, part: JsonValue<'t>, path: &Path<'_>) -> Result<u32, Misread> {
        self.number(part, path).map_err(|misread| {
            let positive = part.text.strip_prefix('-').map(str::parse::<u32>);
            match positive {
                Some(Ok(_)) => self.odd(part, path, WrongValue::BelowZero),
                _ => misread,
            }
        })
    }

    fn bad_clock(&mut self, misread: Misread) {
        let kind = match misread.what {
            WrongValue::BelowZero => GapKind::ClockNegative,
            _ => GapKind::UnreadableClock,
        };
        self.miss(misread, Taken::UnknownTime, |value| kind(ClockGap::Value(value)));
    }

    /// `comments`, an array of lines; also a single one.
    fn comments(&mut self, value: JsonValue<'t>, path: &Path<'_>) {
        if !value.is_array() {
            return self.comment(value, path);
        }
        for (index, line) in value.elements().enumerate() {
            self.comment(line, &path.index(index));
        }
    }

    /// A comment; line breaks in it, LF, CRLF or CR, part remarks.
    fn comment(&mut self, value: JsonValue<'t>, path: &Path<'_>) {
        match self.string(value, path) {
            Err(misread) => {
                self.doubt(misread, Taken::LeftOut);
            }
            Ok(Cow::Borrowed(text)) => self.record.remark(self.last, RemarkKind::Comment, text),
            Ok(Cow::Owned(text)) => {
                let node = self.last;
                let lines = text
                    .split('\n')
                    .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
                let remarks = lines.map(|line| Remark {
                    node,
                    kind: RemarkKind::Comment,
                    text: Cow::Owned(line.to_owned()),
                });
                self.record.remarks.extend(remarks);
            }
        }
    }
}
