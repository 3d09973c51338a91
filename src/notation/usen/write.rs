//! Writing USEN as the program does for which it was made: all variations are told from the main line, so that what
//! nested ones share is repeated. That form means the same to programs that tell them from the line before.

use crate::notation::result::Results;
use crate::notation::{self, Loss, Refusal, Style, TextBuilder, WhyNot, loss};
use crate::played::{Meaning, Played, Ply};
use crate::record::{NodeId, Step, Terminal};
use crate::shogi::{Move, PieceKind, Position};

/// So many moves are repeated at most: variations of variations of variations could fill any disk.
const REPEATED: usize = 1 << 20;

/// Writes the main line and all variations, those that leave it latest first.
pub(super) fn write(played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let start = &played.record().start;
    let mut written = loss::written(played, style.holds);
    leave_out_doubtful(played, &mut written, draft);
    let mut writer = Writer {
        played,
        results: Results::of(played),
        plies_before: start.plies_before.unwrap_or(0),
        written,
        repeated: 0,
        text: state(&start.position),
        draft,
    };
    writer.line(1, played.line())?;
    for first in played.variations() {
        if writer.written[first.index()] {
            writer.variation(first)?;
        }
    }
    let Writer { text, draft, .. } = writer;
    draft.line(&text);
    Ok(())
}

/// An end that has no letter cannot be told from a line that goes on. What stands beside it would be read as more of
/// that line, and is left out.
fn leave_out_doubtful(played: &Played<'_, '_>, written: &mut [bool], draft: &mut TextBuilder) {
    let tree = &played.record().tree;
    for id in tree.ids().skip(1) {
        let Some(parent) = tree.parent(id) else { continue };
        let eldest = tree.first_child(parent).filter(|&eldest| eldest != id);
        let beside_end = eldest.is_some_and(
            |eldest| matches!(&tree.node(eldest).step, Step::End(ending) if letter(ending.of_side_to_move(played.turn(eldest))).is_none()),
        );
        if written[id.index()] && written[parent.index()] && beside_end {
            draft.losses.add(Loss::Variation);
        }
        written[id.index()] &= written[parent.index()] && !beside_end;
    }
}

/// The letter of a result. Any draw is told from a game without a result; which draw it was is lost.
fn letter(terminal: Terminal) -> Option<&'static str> {
    match terminal {
        Terminal::Draw | Terminal::MaxMoves => super::letter(Terminal::Impasse),
        _ => super::letter(terminal),
    }
}

/// The start position in letters that need no escape; nothing for the even start.
fn state(position: &Position) -> String {
    if *position == Position::startpos() {
        return String::new();
    }
    let sfen = position.to_sfen(1);
    let without_counter = sfen.rsplit_once(' ').map_or("", |(position, _)| position);
    without_counter
        .replace('/', "_")
        .replace(' ', ".")
        .replace('+', "z")
}

struct Writer<'p, 'r, 't, 'd> {
    played: &'p Played<'r, 't>,
    results: Results<'p, 'r, 't>,
    plies_before: u32,
    /// By node, whether it is written.
    written: Vec<bool>,
    /// How many moves were repeated so far.
    repeated: usize,
    text: String,
    draft: &'d mut TextBuilder,
}

impl Writer<'_, '_, '_, '_> {
    /// A variation, from where its line left the main line.
    fn variation(&mut self, first: NodeId) -> Result<(), Refusal> {
        let tree = &self.played.record().tree;
        if *self.played.meaning(first) == Meaning::End {
            // A branch without a move says nothing.
            self.draft.losses.add(Loss::Variation);
            return Ok(());
        }
        let shared = tree.back_from(first).skip(1);
        let room = REPEATED - self.repeated;
        let mut shared: Vec<_> = shared
            .take_while(|&id| !tree.is_main_line(id))
            .take(room + 1)
            .collect();
        if shared.len() > room {
            self.draft.losses.add(Loss::Variation);
            return Ok(());
        }
        self.repeated += shared.len();
        shared.reverse();
        let leaves = shared.first().copied().unwrap_or(first);
        let line = shared.into_iter().chain(self.played.from(first));
        self.line(tree.node(leaves).ply, line)
    }

    /// A line of play whose first move is the one of this ply: `~0.7ku2jm.r`.
    fn line(&mut self, ply: u32, nodes: impl Iterator<Item = NodeId>) -> Result<(), Refusal> {
        let before = self.plies_before.saturating_add(ply - 1);
        for part in ["~", &before.to_string(), "."] {
            self.text.push_str(part);
        }
        let mut last = NodeId::START;
        let mut latest_move = None;
        for id in nodes {
            if !self.written[id.index()] {
                break;
            }
            last = id;
            match self.played.meaning(id) {
                Meaning::Ply(ply) => {
                    latest_move = Some((id, self.text.len()));
                    let code = self.code(id, ply)?;
                    self.text.extend(code.map(char::from));
                }
                Meaning::End => break,
                _ => {
                    let ply = self.played.record().tree.node(id).ply;
                    return Err(Refusal::at(ply, WhyNot::Pass(notation::USEN)));
                }
            }
        }
        self.end(last, latest_move);
        Ok(())
    }

    fn code(&mut self, id: NodeId, ply: &Ply) -> Result<[u8; 3], Refusal> {
        let (to, promote) = (ply.to, ply.promotes);
        let kind = ply.kind.unwrap_or(PieceKind::Pawn);
        let code = match ply.from {
            Some(from) => super::code(Move::Board { from, to, promote }),
            None if promote => None,
            None => super::code(Move::Drop { kind, to }),
        };
        code.ok_or_else(|| {
            let ply = self.played.record().tree.node(id).ply;
            Refusal::at(ply, WhyNot::ImpossibleDrop(notation::USEN))
        })
    }

    /// How the line that ends with `last` ended. Before its latest move, so many bytes were written.
    fn end(&mut self, last: NodeId, latest_move: Option<(NodeId, usize)>) {
        let record = self.played.record();
        let (terminal, word) = if let Step::End(ending) = &record.tree.node(last).step {
            (
                Some(ending.of_side_to_move(self.played.turn(last))),
                ending.word.as_ref(),
            )
        } else {
            let claimed = self.results.claimed(last);
            let word = claimed.map_or("", |(_, claim)| claim.text.as_ref());
            (claimed.map(|(terminal, _)| terminal), word)
        };
        let Some(terminal) = terminal else {
            return self.text.push('.');
        };
        let illegal = latest_move.filter(|&(id, _)| self.is_last_and_illegal(id));
        match (terminal, illegal) {
            (Terminal::FoulWin, Some((_, at))) => {
                self.text.insert(at, '.');
                self.text.insert(at + 1, super::ILLEGAL);
            }
            (Terminal::FoulWin, None) => {
                self.draft.losses.name(Loss::Result, word);
                self.text.push('.');
            }
            _ => {
                self.text.push('.');
                self.text.push_str(letter(terminal).unwrap_or_default());
            }
        }
    }

    /// Whether a move is a foul after which nothing but the end comes: only such a one can stand after the mark.
    fn is_last_and_illegal(&self, id: NodeId) -> bool {
        let is_illegal = self.played.ply(id).is_some_and(|ply| !ply.allowed);
        is_illegal && self.played.children(id).nth(1).is_none()
    }
}
