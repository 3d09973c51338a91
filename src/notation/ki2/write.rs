//! Writing KI2, in the layout of Kakinoki Shogi.

use crate::notation::kakinoki::write::{self, FrontStyle, Names};
use crate::notation::kakinoki::{text, words};
use crate::notation::result::Results;
use crate::notation::write::Remarks;
use crate::notation::{self, Loss, Refusal, Style, TextBuilder, WhyNot, loss};
use crate::played::{Meaning, Played};
use crate::record::{Ending, NodeId, Step, Terminal};
use crate::shogi::Color;

/// So many moves stand in a line.
const MOVES: usize = 6;

/// So wide is a move that another follows.
const COLUMNS: usize = 12;

/// Writes a record.
pub(super) fn write(played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let remarks = Remarks::of(played.record());
    // A file without a move and a result needs something to be known by.
    let complete = played.line().next().is_none() && played.record().claims.is_empty();
    let front_style = FrontStyle {
        complete,
        is_claimed: style.is_claimed,
    };
    let names = write::write_front(played.record(), front_style, draft);
    if !draft.text.is_empty() {
        draft.text.push('\n');
    }
    remarks.write_said(NodeId::START, draft);
    let mut writer = Writer {
        played,
        remarks,
        results: Results::of(played),
        names,
        draft,
    };
    writer.line(played.line(), NodeId::START)?;
    let tree = &played.record().tree;
    let written = loss::written(played, style.holds);
    for first in played.variations().filter(|first| written[first.index()]) {
        // Numbers are counted: the notation has none.
        let number = tree.node(first).ply;
        writer.draft.line(&format!("\n変化：{number}手"));
        writer.line(played.from(first), tree.parent(first).unwrap_or(NodeId::START))?;
    }
    Ok(())
}

struct Writer<'p, 'r, 't, 'd> {
    played: &'p Played<'r, 't>,
    remarks: Remarks<'r, 't>,
    results: Results<'p, 'r, 't>,
    names: Names,
    draft: &'d mut TextBuilder,
}

impl Writer<'_, '_, '_, '_> {
    /// A line of play after `last`, and its result.
    fn line(&mut self, nodes: impl Iterator<Item = NodeId>, mut last: NodeId) -> Result<(), Refusal> {
        let mut packed = Packed::default();
        for id in nodes {
            let goes_on = self.played.children(last).next() == Some(id);
            if goes_on && *self.played.meaning(last) != Meaning::End {
                // In KI2 a まで line ends the game.
                for claim in write::as_written(&self.results, last) {
                    self.draft.losses.name(Loss::Claim, claim);
                }
            }
            last = id;
            match self.played.meaning(id) {
                Meaning::Ply(ply) => packed.add(&write::ki2(self.played, id, ply)?, self.draft),
                Meaning::Pass => {
                    let number = self.played.record().tree.node(id).ply;
                    return Err(Refusal::at(number, WhyNot::Pass(notation::KI2)));
                }
                // What stands after the end of the game has no place in KI2.
                _ => break,
            }
            if self.remarks.is_spoken_of(id) {
                packed.close(self.draft);
                self.remarks.write_said(id, self.draft);
            }
        }
        let mut results = write::own(self.played, &self.results, last);
        if results.is_empty() {
            let ply = |id| self.played.record().tree.node(id).ply;
            let word = |ending: &Ending<'_>, turn| write::ending_word(ending, turn, self.names);
            let turn = self.turn_told(last);
            let words = write::words(self.played, &self.results, last, turn, self.names, ply, word);
            results.extend(words);
        }
        let mut is_lost = false;
        // The first whose words are known is the end.
        let ends = |line: &&String| {
            let end = super::ending(&words::result(line), self.due(last));
            end.is_some_and(|end| end != Terminal::Other)
        };
        let result = results.iter().find(ends).or(results.first());
        let turn = self.played.turn(last);
        let is_told = |ending: &Ending<'_>| result.is_some_and(|it| self.tells(it, ending, last));
        let less = self.ending(last).filter(|it| write::says_less(it, turn));
        let less = less.filter(|it| it.terminal == Terminal::Other || !is_told(it));
        if let Some(word) = less.map(|it| it.word.to_string()) {
            self.draft.losses.name(Loss::Result, word);
        }
        // A line that names no known end would be one here.
        if self.ending(last).is_none()
            && let Some(line) = result.filter(|line| {
                super::ending(&words::result(line), self.due_after(last)) == Some(Terminal::Other)
            })
        {
            self.draft.losses.name(Loss::Result, line);
        }
        if let (Some(ending), Some(result)) = (self.ending(last), result)
            && !self.tells(result, ending, last)
        {
            // The result line says something else, or not how the game ended: that stands among the moves.
            let word = write::ending_word(ending, self.played.turn(last), self.names);
            if words::ending(&word).is_some() {
                packed.add(&format!("{}{word}", text::mark(self.due(last))), self.draft);
            } else {
                self.draft.losses.name(Loss::Result, word);
                is_lost = true;
            }
        }
        packed.close(self.draft);
        // What was said of an end that is lost is said of the last position.
        if is_lost {
            self.remarks.write_said(last, self.draft);
        }
        for line in results {
            self.draft.line(&line);
        }
        if self.ending(last).is_some() && !is_lost {
            self.remarks.write_said(last, self.draft);
        }
        Ok(())
    }

    /// Whether a reader takes a まで line for this end of the line of play.
    fn tells(&self, result: &str, ending: &Ending<'_>, last: NodeId) -> bool {
        let said = words::result(result);
        let read = super::ending(&said, self.due(last));
        let names_winner = said.winner.is_some() && said.winner == ending.offender.map(Color::opponent);
        read == Some(ending.of_side_to_move(self.played.turn(last)))
            || names_winner && read == Some(ending.terminal)
    }

    /// Whose turn it is at a node by the mark of the move before, which is all that a reader knows.
    fn due(&self, id: NodeId) -> Color {
        let before = self.played.record().tree.parent(id);
        before.map_or(self.played.turn(id), |before| self.due_after(before))
    }

    /// Whose turn it is after a node by the mark of its move.
    fn due_after(&self, id: NodeId) -> Color {
        let marked = self.played.ply(id);
        marked.map_or(self.played.turn_after(id), |ply| ply.mark().opponent())
    }

    /// The side that a made result is worded for. A reader knows only marks: what can be said of either side is said by
    /// them.
    fn turn_told(&self, last: NodeId) -> Color {
        let (due, of_either) = match (self.ending(last), self.results.claimed(last)) {
            (Some(ending), _) => {
                let due = self.due(last);
                let fits = ending.of_side_to_move(due) != Terminal::Other;
                (due, ending.offender.is_some() && fits)
            }
            (None, Some((terminal, _))) => (self.due_after(last), terminal.of_other_side().is_some()),
            (None, None) => (self.due_after(last), false),
        };
        if of_either {
            due
        } else {
            self.played.turn_after(last)
        }
    }

    fn ending(&self, id: NodeId) -> Option<&Ending<'_>> {
        match &self.played.record().tree.node(id).step {
            Step::End(ending) => Some(ending),
            _ => None,
        }
    }
}

/// Moves on their way into a line of text.
#[derive(Default)]
struct Packed {
    moves: usize,
    line: String,
    /// The columns that are left of the last move's.
    gap: String,
}

impl Packed {
    fn add(&mut self, play: &str, draft: &mut TextBuilder) {
        if self.moves == MOVES {
            self.close(draft);
        }
        let mut wide = play.to_owned();
        text::pad(&mut wide, 0, COLUMNS);
        self.line.push_str(&self.gap);
        self.line.push_str(play);
        wide[play.len()..].clone_into(&mut self.gap);
        // Words for one of many pieces can fill the columns.
        if self.gap.is_empty() {
            self.gap.push(' ');
        }
        self.moves += 1;
    }

    fn close(&mut self, draft: &mut TextBuilder) {
        if self.moves > 0 {
            draft.line(&self.line);
        }
        *self = Self::default();
    }
}
