//! What a target cannot hold of a record, read off its [`Capabilities`].

use super::loss::{Loss, Losses};
use super::quote::shortened;
use super::result::{self, Results, Stated};
use super::target::{Bookmarks, Capabilities, Headers};
use super::{formats, header};
use crate::played::{Marking, Meaning, Played};
use crate::record::gap::PlyGap;
use crate::record::{
    Claim, GapKind, HeaderKey, LARGEST_NUMBER, LineSummary, NodeId, Remark, RemarkKind, Step, Terminal, Times,
};

/// Counts what is lost of a record when it is written to a target that holds so much, and was read from a notation that
/// holds so much as its `source`, except for what only the writer knows.
pub(super) fn count(played: &Played<'_, '_>, source: Option<&Capabilities>, holds: &Capabilities) -> Losses {
    let mut count = Count {
        played,
        source,
        holds,
        written: written(played, holds),
        losses: Losses::default(),
    };
    count.reading();
    // A record of another game is written in a notation of its own, which has all that it says.
    if !played.record().is_shogi() {
        return count.losses;
    }
    count.start();
    count.tree();
    count.claims();
    count.remarks();
    count.losses
}

/// By node, whether it is written to a target that holds so much.
pub(super) fn written(played: &Played<'_, '_>, holds: &Capabilities) -> Vec<bool> {
    let tree = &played.record().tree;
    let mut written = vec![true; tree.len()];
    for id in tree.ids().skip(1) {
        let Some(parent) = tree.parent(id) else { continue };
        let after_end = *played.meaning(parent) == Meaning::End;
        let leaves_line = tree.first_child(parent) != Some(id);
        written[id.index()] = written[parent.index()]
            && holds.moves
            && *played.meaning(id) != Meaning::Lost
            && (holds.variations || tree.is_main_line(id))
            && (holds.moves_after_end || !after_end)
            && (holds.variations_after_end || !(after_end && leaves_line));
    }
    written
}

/// Whether a line of a program says in which encoding its file is, which is true of that file only.
pub(super) fn declares_encoding(remark: &Remark<'_>) -> bool {
    const DECLARATIONS: [&str; 4] = ["KIF version", "KI2 version", "CSA encoding", "encoding="];
    let text = remark.text.trim_start();
    remark.kind == RemarkKind::Tool && DECLARATIONS.iter().any(|it| text.starts_with(it))
}

struct Count<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    source: Option<&'p Capabilities>,
    holds: &'p Capabilities,
    written: Vec<bool>,
    losses: Losses,
}

impl Count<'_, '_, '_> {
    fn is_written(&self, id: NodeId) -> bool {
        self.written[id.index()]
    }

    /// Whether a result can be written as what it is. A word that may be a declaration is another than one that cannot;
    /// only a king in the enemy camp can declare a draw.
    fn holds_result(&self, terminal: Terminal) -> bool {
        let may_declare = |it: &Capabilities| it.may_declare == Some(terminal);
        let is_same = self.source.is_some_and(may_declare) == may_declare(self.holds);
        let end = self.played.last();
        let is_moot = terminal == Terminal::Draw && !end.king_entered(end.side_to_move());
        self.holds.holds_result(terminal) && (is_same || is_moot)
    }

    /// Whether a comment would make an impasse a declared win where no line about the result is kept that keeps it from
    /// doing so.
    fn becomes_declared(&self, remark: &Remark<'_>) -> bool {
        let keeps_words =
            self.holds.claims || self.holds.tool_lines && self.source.is_some_and(|it| !it.claims);
        !keeps_words
            && result::ending_of_comment(&remark.text) == Some(Terminal::DeclareWin)
            && self.is_impasse(remark.node)
    }

    /// Whether a line about the result is what says who has won: the end has no word, or one that leaves it open, or one
    /// that a server takes back.
    fn states_result(&self, claim: &Claim<'_>) -> bool {
        let record = self.played.record();
        let LineSummary {
            ending, last_move, ..
        } = LineSummary::of(record);
        let main = result::main_claim(record, last_move).map(|at| &record.claims[at]);
        let is_main = main.is_some_and(|main| std::ptr::eq(main, claim));
        let names_one = claim.terminal.is_some() || claim.winner.is_some();
        let leaves_open = ending.is_none_or(|(_, ending)| {
            let refused =
                ending.terminal == Terminal::DeclareWin && claim.terminal == Some(Terminal::FoulLoss);
            refused || ending.outcome(self.played.turn(claim.node)).is_none()
        });
        is_main && names_one && leaves_open
    }

    /// Whether the game ended by an impasse right after or at a node.
    fn is_impasse(&self, node: NodeId) -> bool {
        let LineSummary {
            ending, last_move, ..
        } = LineSummary::of(self.played.record());
        let tree = &self.played.record().tree;
        let is_there = node == last_move || tree.parent(node) == Some(last_move);
        let claimed = || Some(Results::of(self.played).claimed(last_move)?.0);
        let end = ending.map_or_else(claimed, |(_, ending)| Some(ending.terminal));
        is_there && end == Some(Terminal::Impasse)
    }

    fn reading(&mut self) {
        let record = self.played.record();
        for gap in record.gaps.iter().filter(|gap| gap.kind.costs_text()) {
            let text = gap.span.map_or("", |span| record.text_at(span).trim());
            if text.is_empty() {
                self.losses.add(Loss::Unread);
            } else {
                self.losses.name(Loss::Unread, shortened(text));
            }
        }
        // Beyond the limits the first move has the number that is due, which no longer says that moves may be missing.
        let beyond = |kind: &GapKind| matches!(kind, GapKind::PlyGap(PlyGap::BeginsWith(first)) if *first > LARGEST_NUMBER);
        if record.gaps.iter().any(|gap| beyond(&gap.kind)) {
            self.losses.add(Loss::Numbers);
        }
    }

    /// The start and the headers. The name of the start is not lost where it is that of the position.
    fn start(&mut self) {
        let record = self.played.record();
        if let Some(plies) = record.start.plies_before.filter(|&plies| plies > 0)
            && !self.holds.plies_before
        {
            // The number as it is written: engines count the next move, diagrams the last one.
            let counts_next = matches!(record.format, formats::SFEN | formats::USI);
            let number = plies.saturating_add(counts_next.into());
            self.losses.name(Loss::PliesBefore, number.to_string());
        }
        if record.tree.node(NodeId::START).number > 0 && !self.holds.numbers {
            self.losses.add(Loss::Numbers);
        }
        if record.start.last_move.is_some() && !self.holds.last_move {
            self.losses.add(Loss::LastMove);
        }
        if record.start.king_in_hand.is_some() {
            self.losses.add(Loss::Unread);
        }
        // A record has one start; of several names the last counts.
        let names = record
            .headers
            .iter()
            .filter(|header| header.key == HeaderKey::Handicap);
        let mut names = names.map(|header| header.value.trim()).rev();
        let last = names.next();
        for name in names.filter(|&name| Some(name) != last) {
            self.losses.name(Loss::Header, format!("手合割 {name}"));
        }
        if self.holds.headers != Headers::None {
            return;
        }
        for header in &record.headers {
            let is_told = header::is_told_by_start(&header.name, &header.value, record);
            if !is_told && header::says_something(header) {
                self.losses.name(Loss::Header, header.name.as_ref());
            }
        }
    }

    fn tree(&mut self) {
        let played = self.played;
        let tree = &played.record().tree;
        // Where totals are held, none is lost.
        let times = (!self.holds.totals).then(|| Times::of(played.record(), 1));
        for id in tree.ids().skip(1) {
            if self.is_written(id) {
                self.node(id, times.as_ref().map(|times| times.total(id)));
            } else {
                self.lost_node(id);
            }
        }
    }

    /// What is lost of a node that is written.
    fn node(&mut self, id: NodeId, total: Option<u64>) {
        let node = self.played.record().tree.node(id);
        let is_end = matches!(node.step, Step::End(_));
        if let Some(ply) = self.played.ply(id) {
            if ply.misnamed && !self.holds.piece_names {
                self.losses.add(Loss::PieceName);
            }
            let mark_is_lost = match ply.marking {
                Marking::Free => false,
                Marking::Needed => !self.holds.side_marks,
                Marking::Amiss => self.holds.always_marks,
            };
            if mark_is_lost {
                self.losses.add(Loss::SideMark);
            }
        }
        if let Step::End(ending) = &node.step
            && !self.holds_result(ending.of_side_to_move(self.played.turn(id)))
        {
            self.losses.name(Loss::Result, ending.word.as_ref());
        }
        if !self.holds.numbers && node.number != self.number_due(id) {
            self.losses.add(Loss::Numbers);
        }
        let Some(spent) = node.clock.spent else {
            // No notation but JKF can tell a total alone, and nobody knows what it means there.
            if node.clock.total.is_some() {
                self.losses.add(Loss::Total);
            }
            return;
        };
        let unit = self.holds.clock.filter(|_| self.holds.result_clock || !is_end);
        match unit {
            None => self
                .losses
                .add(if is_end { Loss::ResultTime } else { Loss::Time }),
            Some(unit) if !spent.is_multiple_of(unit) => self.losses.add(Loss::Fraction),
            Some(_) => {}
        }
        let stated = node.clock.total.map(|it| u64::from(it / 1000));
        let contradicts = stated.zip(total).is_some_and(|(it, total)| it != total / 1000);
        if unit.is_some() && contradicts {
            self.losses.add(Loss::Total);
        }
    }

    /// The number that a node has where nothing is skipped or repeated.
    fn number_due(&self, id: NodeId) -> u32 {
        let tree = &self.played.record().tree;
        tree.parent(id)
            .map_or(0, |parent| tree.node(parent).number.saturating_add(1))
    }

    /// What is lost with a node that is not written.
    fn lost_node(&mut self, id: NodeId) {
        let tree = &self.played.record().tree;
        let Some(parent) = tree.parent(id) else { return };
        if !self.holds.moves {
            match &tree.node(id).step {
                Step::End(ending) => self.losses.name(Loss::Result, ending.word.as_ref()),
                Step::Start => {}
                _ => self.losses.add(Loss::Move),
            }
        }
        let is_first = self.is_written(parent);
        let leaves_line = tree.first_child(parent) != Some(id);
        if is_first && leaves_line && *self.played.meaning(id) != Meaning::Lost {
            self.losses.add(Loss::Variation);
        } else if is_first && *self.played.meaning(id) == Meaning::Lost {
            self.losses.add(Loss::BrokenVariation);
        } else if self.is_after_end(id, parent) {
            self.losses.add(Loss::MoveAfterEnd);
        }
    }

    /// Whether a node is not written since it stands after an end: anywhere on the main line, right after it elsewhere.
    fn is_after_end(&self, id: NodeId, parent: NodeId) -> bool {
        let is_first = self.is_written(parent) && *self.played.meaning(parent) == Meaning::End;
        let stands_after = is_first || self.played.record().tree.is_main_line(id);
        self.holds.moves && !self.holds.moves_after_end && stands_after
    }

    /// Results that stand in words only, and words that contradict the result.
    fn claims(&mut self) {
        let results = Results::of(self.played);
        // The claims of a line stand together, and are asked once which of them counts.
        let mut counting = None;
        for claim in &self.played.record().claims {
            let is_summary = result::is_comment(claim);
            // A summary is read again where it is a comment of CSA; elsewhere it is a line of a program and no more.
            let is_kept = if is_summary {
                self.holds.tool_lines && !self.holds.claims
            } else {
                self.holds.claims
            };
            if is_kept || !self.is_written(claim.node) {
                continue;
            }
            // Words for the end name the foul, and not that it was a perpetual check.
            if result::is_perpetual(claim) {
                self.losses.name(Loss::Result, claim.text.as_ref());
                continue;
            }
            if counting.is_none_or(|(node, _)| node != claim.node) {
                let goes_on = self.played.children(claim.node).next().is_some();
                let claimed = results.claimed(claim.node).filter(|_| !goes_on);
                counting = Some((claim.node, claimed.map(|(_, which)| which)));
            }
            let counts = counting.is_some_and(|(_, which)| which.is_some_and(|it| std::ptr::eq(it, claim)));
            match result::stated(self.played, claim) {
                Stated::Again => {}
                Stated::Alone(Some(terminal)) if counts => {
                    if !self.holds_result(terminal) {
                        self.losses.name(Loss::Result, claim.text.as_ref());
                    }
                }
                Stated::Alone(_) | Stated::Otherwise => {
                    let loss = if self.states_result(claim) {
                        Loss::Result
                    } else {
                        Loss::Claim
                    };
                    self.losses.name(loss, claim.text.as_ref());
                }
            }
        }
    }

    fn remarks(&mut self) {
        for remark in &self.played.record().remarks {
            let kept = self.is_written(remark.node);
            let is_read_again = kept
                && match remark.kind {
                    RemarkKind::Tool => self.holds.tool_lines,
                    _ => self.holds.comments,
                };
            if is_read_again && self.becomes_declared(remark) {
                self.losses.name(Loss::Result, remark.text.as_ref());
            }
            match remark.kind {
                RemarkKind::Comment if !(kept && self.holds.comments) => self.losses.add(Loss::Comment),
                RemarkKind::Tool if declares_encoding(remark) => {}
                RemarkKind::Tool if !(kept && self.holds.tool_lines) => self.losses.add(Loss::ToolLine),
                RemarkKind::Bookmark => match self.holds.bookmarks {
                    Bookmarks::Kept if kept => {}
                    Bookmarks::AsComments if kept => self.losses.add(Loss::BookmarkAsComment),
                    _ => self.losses.add(Loss::Bookmark),
                },
                RemarkKind::Comment | RemarkKind::Tool => {}
            }
        }
    }
}
