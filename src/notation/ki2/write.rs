//! Writing KI2, in the layout of Kakinoki Shogi.

use crate::finding::say;
use crate::notation::kakinoki::claim;
use crate::notation::kakinoki::write::front::{self, Manner};
use crate::notation::kakinoki::write::made::{self, Names};
use crate::notation::kakinoki::write::{play, text};
use crate::notation::remarks::Remarks;
use crate::notation::result::Results;
use crate::notation::{Draft, Loss, Refusal, Style};
use crate::played::{Meaning, Played};
use crate::record::{Ending, NodeId, Step};
use crate::shogi::Color;

/// So many moves stand in a line.
const MOVES: usize = 6;

/// So wide is a move that another follows.
const COLUMNS: usize = 12;

/// Writes a record.
pub(super) fn write(played: &Played<'_, '_>, _: Style, draft: &mut Draft) -> Result<(), Refusal> {
    let remarks = Remarks::of(played.record());
    // A file without a move needs something to be known by.
    let complete = played.line().next().is_none();
    let names = front::write(played.record(), Manner { complete }, draft);
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
    for first in played.variations() {
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
    draft: &'d mut Draft,
}

impl Writer<'_, '_, '_, '_> {
    /// A line of play behind `last`, and its result.
    fn line(&mut self, nodes: impl Iterator<Item = NodeId>, mut last: NodeId) -> Result<(), Refusal> {
        let mut packed = Packed::default();
        for id in nodes {
            if *self.played.meaning(last) != Meaning::End {
                // In KI2 a まで line ends the game.
                for claim in made::as_written(&self.results, last) {
                    self.draft.losses.name(Loss::Claim, claim);
                }
            }
            last = id;
            match self.played.meaning(id) {
                Meaning::Ply(ply) => packed.add(&play::ki2(self.played, id, ply)?, self.draft),
                Meaning::Pass => {
                    let number = self.played.record().tree.node(id).ply;
                    {
                        let why = say(
                            "KI2 has no word for a turn that is let pass",
                            "KI2では手番のパスを表せない",
                        );
                        return Err(Refusal::at(number, why));
                    }
                }
                // What stands behind the end of the game has no place in KI2.
                _ => break,
            }
            if self.remarks.is_spoken_of(id) {
                packed.close(self.draft);
                self.remarks.write_said(id, self.draft);
            }
        }
        let mut own = made::own(self.played, &self.results, last);
        let is_own = !own.is_empty();
        if !is_own {
            let ply = |id| self.played.record().tree.node(id).ply;
            own.extend(made::words(self.played, &self.results, last, self.names, ply));
        }
        if let Some(ending) = self.ending(last) {
            // Where the result line says something else, or not how the game ended, the result stands among the moves.
            let (due, turn) = (self.due(last), self.played.turn(last));
            let terminal = ending.of_side_to_move(turn);
            let is_told = |line: &String| super::ending::ending(&claim::result(line), due) == Some(terminal);
            if is_own || !own.iter().all(is_told) {
                let word = made::ending_word(ending, turn, self.names);
                packed.add(&format!("{}{word}", text::mark(turn)), self.draft);
            }
        }
        packed.close(self.draft);
        for line in own {
            self.draft.line(&line);
        }
        if self.ending(last).is_some() {
            self.remarks.write_said(last, self.draft);
        }
        Ok(())
    }

    /// Whose turn it is at a node by the mark of the move before, which is all that a reader knows.
    fn due(&self, id: NodeId) -> Color {
        let before = self.played.record().tree.parent(id);
        let marked = before.and_then(|before| self.played.ply(before));
        marked.map_or(self.played.turn(id), |ply| ply.mark().opponent())
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
    fn add(&mut self, play: &str, draft: &mut Draft) {
        if self.moves == MOVES {
            self.close(draft);
        }
        let mut wide = play.to_owned();
        text::pad(&mut wide, COLUMNS);
        self.line.push_str(&self.gap);
        self.line.push_str(play);
        wide[play.len()..].clone_into(&mut self.gap);
        // Words for one of many pieces can fill the columns.
        if self.gap.is_empty() {
            self.gap.push(' ');
        }
        self.moves += 1;
    }

    fn close(&mut self, draft: &mut Draft) {
        if self.moves > 0 {
            draft.line(&self.line);
        }
        *self = Self::default();
    }
}
