//! Counting of the losses that follow from the [`Capabilities`] of a target.

use super::capabilities::{Bookmarks, Capabilities, Headers};
use super::kakinoki::words;
use super::loss::{Loss, Losses};
use super::result::{self, ClaimRelation, Results};
use super::{NOTATIONS, TextForm, header, notation};
use crate::finding::shortened;
use crate::played::{MarkEffect, Meaning, Played};
use crate::record::gap::PlyGap;
use crate::record::{
    Claim, GapKind, HeaderKey, LineSummary, MAX_PLY_NUMBER, NodeId, Remark, RemarkKind, Step, Terminal, Times,
};

/// Counts the losses when a record is written to a target with the capabilities `holds`.
///
/// Losses that only the writer can detect are not counted.
pub(crate) fn count(played: &Played<'_, '_>, holds: &Capabilities) -> Losses {
    let source = notation(played.record().format).and_then(|it| it.targets.first());
    let left_out = left_out_for_pass(played, holds);
    let mut counter = LossCounter {
        played,
        source: source.map(|it| &it.holds),
        holds,
        written: written_without(left_out.as_deref(), played, holds),
        left_out_for_pass: left_out,
        losses: Losses::default(),
    };
    counter.count_unread();
    // A record of another game is written in its own notation, which can express all of it.
    if !played.record().is_shogi() {
        return counter.losses;
    }
    counter.count_start();
    counter.count_tree();
    counter.count_claims();
    counter.count_remarks();
    counter.losses
}

/// Returns for each node whether it is written to a target with the capabilities `holds`.
pub(crate) fn written(played: &Played<'_, '_>, holds: &Capabilities) -> Vec<bool> {
    written_without(left_out_for_pass(played, holds).as_deref(), played, holds)
}

/// Returns for each node whether it belongs to a variation that a target with the capabilities `holds` leaves out because of
/// a pass. Returns `None` if there is no such variation.
///
/// The variations of such a variation are left out with it. A pass of the main line is not considered, because the whole
/// record is refused then.
fn left_out_for_pass(played: &Played<'_, '_>, holds: &Capabilities) -> Option<Vec<bool>> {
    let tree = &played.record().tree;
    let is_pass = |id: NodeId| *played.meaning(id) == Meaning::Pass;
    if holds.passes || !holds.variations || !tree.has_variations() || !tree.ids().any(is_pass) {
        return None;
    }
    let mut left_out = vec![false; tree.len()];
    for first in played.variations() {
        let is_written = |id: &NodeId| holds.moves_after_end || *played.meaning(*id) != Meaning::End;
        left_out[first.index()] = played.from(first).take_while(is_written).any(is_pass);
    }
    for id in tree.ids().skip(1) {
        let is_below = tree.parent(id).is_some_and(|parent| left_out[parent.index()]);
        left_out[id.index()] |= is_below;
    }
    Some(left_out)
}

/// Returns for each node whether it is written, without the nodes that are `left_out` because of a pass.
fn written_without(left_out: Option<&[bool]>, played: &Played<'_, '_>, holds: &Capabilities) -> Vec<bool> {
    let tree = &played.record().tree;
    let mut written = vec![true; tree.len()];
    for id in tree.ids().skip(1) {
        let Some(parent) = tree.parent(id) else { continue };
        let follows_end = *played.meaning(parent) == Meaning::End;
        let begins_variation = tree.first_child(parent) != Some(id);
        written[id.index()] = written[parent.index()]
            && holds.moves
            && left_out.is_none_or(|left_out| !left_out[id.index()])
            && *played.meaning(id) != Meaning::NotOnBoard
            && (holds.variations || tree.is_main_line(id))
            && (holds.moves_after_end || !follows_end)
            && (holds.variations_after_end || !(follows_end && begins_variation));
    }
    written
}

/// Returns whether a program line declares the encoding of its file. The declaration applies to that file only.
pub(crate) fn declares_encoding(remark: &Remark<'_>) -> bool {
    let text = remark.text.trim_start();
    let mut declarations = NOTATIONS.iter().flat_map(|it| it.form.declarations);
    remark.kind == RemarkKind::Tool && declarations.any(|declaration| text.starts_with(declaration))
}

struct LossCounter<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    /// The capabilities of the notation from which the record was read; `None` if this notation is unknown.
    source: Option<&'p Capabilities>,
    holds: &'p Capabilities,
    written: Vec<bool>,
    /// For each node, `true` if it is left out because its variation has a pass; `None` if there is no such variation.
    left_out_for_pass: Option<Vec<bool>>,
    losses: Losses,
}

impl LossCounter<'_, '_, '_> {
    fn is_written(&self, id: NodeId) -> bool {
        self.written[id.index()]
    }

    /// Returns whether the target can express a result with the same meaning.
    ///
    /// A word that may mean a declaration has another meaning than a word that cannot. For a draw, this difference matters
    /// only if the king of the side to move is in the enemy camp, because otherwise that side could not declare.
    fn holds_result(&self, terminal: Terminal) -> bool {
        let may_declare = |capabilities: &Capabilities| capabilities.may_declare == Some(terminal);
        let is_equally_ambiguous = self.source.is_some_and(may_declare) == may_declare(self.holds);
        let may_be_declared = || {
            let last_position = self.played.last();
            last_position.king_entered(last_position.side_to_move())
        };
        self.holds.holds_result(terminal)
            && (is_equally_ambiguous || terminal == Terminal::Draw && !may_be_declared())
    }

    /// Returns whether the target can express that a result word means perpetual check. Returns `true` for other words.
    ///
    /// Most notations can express only that the game was lost by an illegal move.
    fn holds_perpetual(&self, word: &str) -> bool {
        !result::is_perpetual_word(word) || self.holds.claims && words::is_perpetual(word)
    }

    /// Returns whether a comment would turn an impasse into a declared win when the output is read again.
    ///
    /// A result line in the output would prevent this.
    fn becomes_declared(&self, remark: &Remark<'_>) -> bool {
        let keeps_result_lines =
            self.holds.claims || self.holds.tool_lines && self.source.is_some_and(|it| !it.claims);
        !keeps_result_lines
            && result::ending_of_comment(&remark.text) == Some(Terminal::DeclareWin)
            && self.is_impasse(remark.node)
    }

    /// Returns whether a result line is the main one of a record and the only statement of the winner.
    ///
    /// A line is the only statement if the record has no result word, if the result word leaves the winner open, or if
    /// a server overruled a declared win.
    fn states_result(&self, claim: &Claim<'_>) -> bool {
        let record = self.played.record();
        let LineSummary {
            ending, last_move, ..
        } = LineSummary::new(record);
        let main_claim = result::main_claim(record, last_move).map(|at| &record.claims[at]);
        let is_main_claim = main_claim.is_some_and(|main_claim| std::ptr::eq(main_claim, claim));
        let has_content = claim.terminal.is_some() || claim.winner.is_some();
        let is_winner_open = ending.is_none_or(|(_, ending)| {
            let is_overruled =
                ending.terminal == Terminal::DeclareWin && claim.terminal == Some(Terminal::FoulLoss);
            is_overruled || ending.outcome(self.played.turn(claim.node)).is_none()
        });
        is_main_claim && has_content && is_winner_open
    }

    /// Returns whether the game ended by an impasse at a node or directly after it.
    fn is_impasse(&self, node: NodeId) -> bool {
        let LineSummary {
            ending, last_move, ..
        } = LineSummary::new(self.played.record());
        let tree = &self.played.record().tree;
        let is_at_end = node == last_move || tree.parent(node) == Some(last_move);
        let claimed_terminal = || Some(Results::new(self.played).claimed(last_move)?.0);
        let terminal = ending.map_or_else(claimed_terminal, |(_, ending)| Some(ending.terminal));
        is_at_end && terminal == Some(Terminal::Impasse)
    }

    fn count_unread(&mut self) {
        let record = self.played.record();
        for gap in record.gaps.iter().filter(|gap| gap.kind.costs_text()) {
            let text = gap.span.map_or("", |span| record.text_at(span).trim());
            if text.is_empty() {
                self.losses.add(Loss::Unread);
            } else {
                self.losses.name(Loss::Unread, shortened(text));
            }
        }
        // If the number of the first move exceeds the limit, the expected number replaces it. The expected number no
        // longer shows that moves may be missing.
        let exceeds_limit = |kind: &GapKind| matches!(kind, GapKind::PlyGap(PlyGap::BeginsWith(first)) if *first > MAX_PLY_NUMBER);
        if record.gaps.iter().any(|gap| exceeds_limit(&gap.kind)) {
            self.losses.add(Loss::Numbers);
        }
    }

    /// Counts the losses of the start position and of the headers. A name of the start position that the position
    /// implies is not lost.
    fn count_start(&mut self) {
        let record = self.played.record();
        if let Some(plies) = record.start.plies_before.filter(|&plies| plies > 0)
            && !self.holds.plies_before
        {
            // The loss names the number as written in the record: that of the next move in engine formats, that of the
            // last move in diagrams.
            let counts_next = TextForm::for_format(record.format).counts_next;
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
        // A record has one start position. If the record has several names for it, the last one applies and the others
        // are lost.
        let handicap_headers = record
            .headers
            .iter()
            .filter(|header| header.key == HeaderKey::Handicap);
        let mut names = handicap_headers.map(|header| header.value.trim()).rev();
        let last_name = names.next();
        for name in names.filter(|&name| Some(name) != last_name) {
            self.losses.name(Loss::Header, format!("手合割 {name}"));
        }
        if self.holds.headers != Headers::None {
            return;
        }
        for header in record.headers.iter() {
            let is_implied = header::is_implied_by_start(&header.name, &header.value, record);
            if !is_implied && header::has_content(header) {
                self.losses.name(Loss::Header, header.name.as_ref());
            }
        }
    }

    fn count_tree(&mut self) {
        let played = self.played;
        let tree = &played.record().tree;
        // A target that writes totals loses none of them, so the sums are not needed.
        let times = (!self.holds.totals).then(|| Times::from_record(played.record(), 1));
        for id in tree.ids().skip(1) {
            if self.is_written(id) {
                self.node(id, times.as_ref().map(|times| times.total(id)));
            } else {
                self.lost_node(id);
            }
        }
    }

    /// Counts the losses of a node that is written.
    fn node(&mut self, id: NodeId, total: Option<u64>) {
        let node = self.played.record().tree.node(id);
        let is_end = matches!(node.step, Step::End(_));
        if let Some(ply) = self.played.ply(id) {
            if ply.misnamed && !self.holds.piece_names {
                self.losses.add(Loss::PieceName);
            }
            let mark_is_lost = match ply.mark_effect {
                MarkEffect::None => false,
                MarkEffect::Required => !self.holds.side_marks,
                MarkEffect::Forbidden => self.holds.always_marks,
            };
            if mark_is_lost {
                self.losses.add(Loss::SideMark);
            }
        }
        if let Step::End(ending) = &node.step
            && !(ending.is_disconnection_by_summary() && self.holds.tool_lines && !self.holds.claims)
            && !(self.holds_result(ending.terminal_for_side_to_move(self.played.turn(id)))
                && self.holds_perpetual(&ending.word))
        {
            self.losses.name(Loss::Result, ending.word.as_ref());
        }
        if !self.holds.numbers && node.number != self.expected_number(id) {
            self.losses.add(Loss::Numbers);
        }
        let Some(spent) = node.clock.spent else {
            // Only JKF can have a total without a time, and its meaning there is unclear.
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
        let stated_total = node.clock.total.map(|total| u64::from(total / 1000));
        let contradicts = stated_total
            .zip(total)
            .is_some_and(|(stated, sum)| stated != sum / 1000);
        if unit.is_some() && contradicts {
            self.losses.add(Loss::Total);
        }
    }

    /// Returns the number that a node has if no number is skipped or repeated.
    fn expected_number(&self, id: NodeId) -> u32 {
        let tree = &self.played.record().tree;
        tree.parent(id)
            .map_or(0, |parent| tree.node(parent).number.saturating_add(1))
    }

    /// Returns whether a node belongs to a variation that is left out because of a pass.
    fn is_left_out_for_pass(&self, id: NodeId) -> bool {
        let left_out = self.left_out_for_pass.as_ref();
        left_out.is_some_and(|left_out| left_out[id.index()])
    }

    /// Counts the losses of a node that is not written. Each lost variation counts, also that of another lost variation. The lost
    /// rest of a variation counts once.
    fn lost_node(&mut self, id: NodeId) {
        let tree = &self.played.record().tree;
        let Some(parent) = tree.parent(id) else { return };
        if !self.holds.moves {
            self.node_without_moves(id, parent);
            return;
        }
        let is_first_lost = self.is_written(parent);
        let begins_variation = tree.first_child(parent) != Some(id);
        let is_on_board = *self.played.meaning(id) != Meaning::NotOnBoard;
        if is_first_lost && self.is_left_out_for_pass(id) {
            self.losses.add(Loss::PassVariation);
        } else if begins_variation && is_on_board {
            self.losses.add(Loss::Variation);
        } else if is_first_lost && !is_on_board {
            self.losses.add(Loss::BrokenVariation);
        } else if !self.is_left_out_for_pass(id) && self.is_after_end(id, parent) {
            self.losses.add(Loss::MoveAfterEnd);
        }
    }

    /// Counts the losses of a node in a target that has no moves. Each variation counts, also that of another variation.
    fn node_without_moves(&mut self, id: NodeId, parent: NodeId) {
        let tree = &self.played.record().tree;
        if !tree.is_main_line(id) {
            if tree.first_child(parent) != Some(id) {
                self.losses.add(Loss::Variation);
            }
            return;
        }
        let node = tree.node(id);
        let time_loss = match &node.step {
            Step::Start => return,
            Step::End(ending) => {
                self.losses.name(Loss::Result, ending.word.as_ref());
                Loss::ResultTime
            }
            _ => {
                self.losses.add(Loss::Move);
                Loss::Time
            }
        };
        if node.clock.spent.is_some() {
            self.losses.add(time_loss);
        }
    }

    /// Returns whether a node that is not written follows an end of the game.
    ///
    /// On the main line, every node that is not written does; in a variation, only the node directly after the end.
    /// Returns `false` if the target can hold moves after an end.
    fn is_after_end(&self, id: NodeId, parent: NodeId) -> bool {
        let follows_end_directly = self.is_written(parent) && *self.played.meaning(parent) == Meaning::End;
        let follows_end = follows_end_directly || self.played.record().tree.is_main_line(id);
        !self.holds.moves_after_end && follows_end
    }

    /// Counts the result lines that are not kept. A line is lost if it is the only statement of a result and the target
    /// cannot express this result. A line that does not agree with the result is also lost.
    fn count_claims(&mut self) {
        let results = Results::new(self.played);
        // The claims of one line of play are adjacent, so the applicable claim is determined once per line of play.
        let mut applicable = None;
        for claim in &self.played.record().claims {
            let is_summary = result::is_comment(claim);
            // A server's summary that is written as a CSA comment is read again as a result. In other formats, the
            // summary is a program line, whose content is not interpreted.
            let is_kept = if is_summary {
                self.holds.tool_lines && !self.holds.claims
            } else {
                self.holds.claims
            };
            if is_kept || !self.is_written(claim.node) {
                continue;
            }
            // The loss of perpetual check is counted here unless it was already counted at the end of the line of play.
            let step = &self.played.record().tree.node(claim.node).step;
            let is_already_counted =
                matches!(step, Step::End(end) if !is_summary && !self.holds_perpetual(&end.word));
            if result::is_perpetual(claim) && !is_already_counted {
                self.losses.name(Loss::Result, claim.text.as_ref());
                continue;
            }
            if applicable.is_none_or(|(node, _)| node != claim.node) {
                let is_continued = self.played.children(claim.node).next().is_some();
                let claimed_result = results.claimed(claim.node).filter(|_| !is_continued);
                applicable = Some((claim.node, claimed_result.map(|(_, claim)| claim)));
            }
            let is_applicable = applicable.is_some_and(|(_, applicable_claim)| {
                applicable_claim.is_some_and(|it| std::ptr::eq(it, claim))
            });
            match result::stated(self.played, claim) {
                ClaimRelation::Repeated => {}
                ClaimRelation::OnlyStatement(Some(terminal)) if is_applicable => {
                    if !self.holds_result(terminal) {
                        self.losses.name(Loss::Result, claim.text.as_ref());
                    }
                }
                ClaimRelation::OnlyStatement(_) | ClaimRelation::Contradicted => {
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

    fn count_remarks(&mut self) {
        let is_of_items = super::is_of_items(self.played.record().format);
        for remark in &self.played.record().remarks {
            let is_written = self.is_written(remark.node);
            let is_read_again = is_written
                && match remark.kind {
                    RemarkKind::Tool => self.holds.tool_lines,
                    _ => self.holds.comments,
                };
            if is_read_again && self.becomes_declared(remark) {
                self.losses.name(Loss::Result, remark.text.as_ref());
            }
            match remark.kind {
                RemarkKind::Comment if self.holds.scores && is_of_items => {}
                RemarkKind::Comment if !(is_written && self.holds.comments) => self.losses.add(Loss::Comment),
                RemarkKind::Tool if declares_encoding(remark) => {}
                RemarkKind::Tool if !(is_written && self.holds.tool_lines) => self.losses.add(Loss::ToolLine),
                RemarkKind::Bookmark => match self.holds.bookmarks {
                    Bookmarks::Kept if is_written => {}
                    Bookmarks::AsComments if is_written => self.losses.add(Loss::BookmarkAsComment),
                    _ => self.losses.add(Loss::Bookmark),
                },
                RemarkKind::Comment | RemarkKind::Tool => {}
            }
        }
    }
}
