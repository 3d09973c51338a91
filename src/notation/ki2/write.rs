//! Writing KI2, in the layout of Kakinoki Shogi.

use crate::notation::kakinoki::write::front::{self, Manner};
use crate::notation::kakinoki::write::made::{self, Names};
use crate::notation::kakinoki::write::{play, text};
use crate::notation::remarks::Remarks;
use crate::notation::result::Results;
use crate::notation::{Draft, Loss, Refusal, Style};
use crate::played::{Meaning, Played};
use crate::record::NodeId;

/// So many moves stand in a line.
const MOVES: usize = 6;

/// So wide is a move that another follows.
const COLUMNS: usize = 12;

/// Writes a record.
pub(super) fn write(played: &Played<'_, '_>, _: Style, draft: &mut Draft) -> Result<(), Refusal> {
    let remarks = Remarks::of(played.record());
    remarks.write_banner(draft);
    let names = front::write(played.record(), Manner { complete: false }, draft);
    if !draft.text.is_empty() {
        draft.text.push('\n');
    }
    remarks.write(NodeId::START, draft);
    let mut writer = Writer {
        played,
        remarks,
        results: Results::of(played),
        names,
        draft,
    };
    writer.line(played.line(), NodeId::START)?;
    let tree = &played.record().tree;
    let first_number = tree.node(NodeId::START).number;
    for first in played.variations() {
        // Numbers are counted: the notation has none.
        let number = tree.node(first).ply.saturating_add(first_number);
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
            last = id;
            match self.played.meaning(id) {
                Meaning::Ply(ply) => packed.add(&play::ki2(self.played, id, ply)?, self.draft),
                Meaning::Pass => {
                    let number = self.played.record().tree.node(id).ply;
                    return Err(Refusal::at(number, "KI2 has no word for a turn that is let pass"));
                }
                // What stands behind the end of the game has no place in KI2.
                _ => break,
            }
            if !self.remarks.at(id).is_empty() {
                packed.close(self.draft);
                self.remarks.write(id, self.draft);
            }
        }
        packed.close(self.draft);
        self.made(last);
        if *self.played.meaning(last) == Meaning::End {
            self.remarks.write(last, self.draft);
        }
        Ok(())
    }

    /// The まで line, which is all that KI2 has for a result: what the record says beside its end is lost. Moves are
    /// counted: the notation has no numbers.
    fn made(&mut self, last: NodeId) {
        let odd = made::odd_claims(self.played, &self.results, last);
        let tree = &self.played.record().tree;
        let is_end = *self.played.meaning(last) == Meaning::End;
        if !odd.is_empty() && !is_end {
            for line in &odd {
                self.draft.line(line);
            }
            return;
        }
        for claim in odd {
            self.draft.losses.name(Loss::Claim, claim);
        }
        let moves = tree.node(last).ply.saturating_sub(u32::from(is_end));
        let plies = moves.saturating_add(tree.node(NodeId::START).number);
        if let Some(line) = made::result_line(self.played, &self.results, last, plies, self.names) {
            self.draft.line(&line);
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
