//! Playing a record forward on the board, every line of it.

mod doubtful;
mod due;
mod finding;
mod repetition;
mod unjudged;

use super::main_line::MainLine;
use super::reading::Reached;
use super::report::Once;
use super::rules;
use crate::finding::{Findings, Rule};
use crate::played::{Due, Playback, PlayedMove};
use crate::profile::Profile;
use crate::record::{NodeId, Record, Terminal, Written};
use crate::shogi::{History, Move, Position};

/// A record being judged while it is played.
pub(super) struct RecordReplay<'r, 't> {
    pub record: &'r Record<'t>,
    /// The rules that it is judged by.
    pub profile: &'r Profile,
    /// Who looks on, as long as the main line is played.
    watch: Option<&'r mut dyn FnMut(&PlayedMove<'_>)>,
    pub playback: Playback<'r, 't>,
    pub findings: &'r mut Findings,
    /// What it has come to that is illegible.
    pub reached: Vec<Reached>,
    /// The ply of the first foul of this line that was played on.
    pub fouled_at: Option<u32>,
    /// The ply being judged is a foul.
    pub fouled: bool,
    pub in_variation: bool,
    /// What is said but once and has been said.
    said: Vec<(&'static Rule, Once)>,
    pub line: MainLine,
}

impl<'r, 't> RecordReplay<'r, 't> {
    pub(super) fn new(
        record: &'r Record<'t>,
        profile: &'r Profile,
        watch: &'r mut dyn FnMut(&PlayedMove<'_>),
        history: &'r mut History,
        findings: &'r mut Findings,
    ) -> Self {
        history.start(record.start.position.zobrist(), profile.count_start_position);
        Self {
            record,
            profile,
            watch: Some(watch),
            playback: Playback::by_rules(record, history),
            findings,
            reached: Vec::new(),
            fouled_at: None,
            fouled: false,
            in_variation: false,
            said: Vec::new(),
            line: MainLine::default(),
        }
    }

    /// The position as it is: before the node that is judged, or after it when it was played.
    pub(super) fn position(&self) -> &Position {
        self.playback.position()
    }

    /// Plays the main line to its end, or to the move that cannot be played.
    pub(super) fn main_line(&mut self) -> MainLine {
        self.watch(0);
        self.follow();
        self.close_line();
        std::mem::take(&mut self.line)
    }

    /// Whether what is played now belongs to the game: on the main line, before its first end.
    pub(super) fn in_game(&self) -> bool {
        !self.in_variation && self.line.end.is_none()
    }

    /// Remembers how the game stands at its end.
    fn close_line(&mut self) {
        if self.in_game() {
            self.line.most_occurrences = self.playback.history().map_or(0, History::most);
            self.line.end = Some(self.position().clone());
        }
    }

    /// Looks at the position after a ply of the game.
    pub(super) fn watch(&mut self, ply: u32) {
        if self.in_game() {
            self.line
                .ends
                .watch(ply, self.playback.position(), self.profile, self.record);
        }
    }

    /// Plays all variations, those that leave latest first.
    pub(super) fn variations(&mut self) {
        self.in_variation = true;
        self.watch = None;
        while let Some(first) = self.playback.next_line() {
            let ply = self.record.tree.node(first).ply;
            self.fouled_at = self.fouled_at.filter(|&fouled| fouled < ply);
            self.said.retain(|&(_, once)| once == Once::OfRecord);
            // The line before may have ended in a foul that could not be played.
            self.fouled = false;
            self.follow();
        }
    }

    /// Plays a line to its end, or to where it breaks off.
    fn follow(&mut self) {
        while let Some((id, due)) = self.playback.advance() {
            if !self.step(id, &due) {
                self.line.broken |= self.in_game();
                return self.not_judged(id);
            }
        }
    }

    /// Plays one node. False when the line cannot go on after it.
    fn step(&mut self, id: NodeId, due: &Due<'r>) -> bool {
        if matches!(due, Due::Unclear(..) | Due::Pass(_)) {
            self.notice_mate(id);
        }
        self.look_at_due(id, due);
        match due {
            Due::Move { resolved, legal, .. } => self.play(id, resolved, *legal),
            Due::Unclear(..) => false,
            Due::Pass(_) => {
                self.playback.pass();
                self.go_on_after(self.record.tree.node(id).ply);
                true
            }
            &Due::Illegible(span) => {
                let place = self.place(id, self.position().side_to_move(), span);
                self.reached.push(Reached {
                    place,
                    after_foul: self.fouled_at.is_some(),
                });
                false
            }
            &Due::End(terminal) => {
                self.end(terminal);
                true
            }
        }
    }

    /// Plays a move whose origin is known. False when that cannot be done.
    fn play(&mut self, id: NodeId, written: &Written, legal: Option<Move>) -> bool {
        if let Some(captured) = written.captured {
            self.look_at_capture(id, written, captured);
        }
        match legal.filter(|&mv| !self.is_banned(mv)) {
            Some(mv) => {
                self.playback.play(mv);
                self.played(id);
                true
            }
            None => self.play_doubtful(id, written),
        }
    }

    /// Whether the event has rules about moves besides the usual ones.
    const fn has_house_rules(&self) -> bool {
        self.profile.ban_pointless_nonpromotion
    }

    /// Whether a legal move is one that the event does not want.
    fn is_banned(&self, mv: Move) -> bool {
        self.has_house_rules() && rules::pointless_nonpromotion::is_such(self.position(), mv)
    }

    /// Looks at what a move has led to.
    pub(super) fn played(&mut self, id: NodeId) {
        let Some(last) = self.playback.last_move() else {
            return;
        };
        let ply = last.ply;
        if let Some(watch) = &mut self.watch {
            watch(&last);
        }
        if self.playback.history().map(History::count) == Some(self.profile.repetition_count) {
            self.repetition(id);
        }
        self.watch(ply);
        self.go_on_after(ply);
    }

    /// A foul at a ply was played on.
    fn go_on_after(&mut self, ply: u32) {
        if std::mem::take(&mut self.fouled) {
            self.fouled_at.get_or_insert(ply);
        }
    }

    fn end(&mut self, terminal: Terminal) {
        // A move taken back is not the end of a game.
        if terminal != Terminal::TakeBack {
            self.close_line();
        }
        // A position that came about by moves taken back has not come about.
        if let Some(first) = self.playback.end()
            && self.in_game()
        {
            self.line.repetition = self.line.repetition.filter(|it| it.ply < first);
        }
    }
}
