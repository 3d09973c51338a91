//! Moves in words.

use super::text;
use crate::notation::{Refusal, WhyNot};
use crate::played::{Disambiguation, Marking, Meaning, Played, Ply};
use crate::record::NodeId;
use crate::shogi::{PieceKind, Square};

/// Adds the move of a node as KIF writes it: `７六歩(77)`, `同　銀(31)`, `４五角打`.
///
/// # Errors
///
/// When nobody knows what piece it is that moves.
pub(crate) fn kif(played: &Played<'_, '_>, id: NodeId, ply: &Ply, out: &mut String) -> Result<(), Refusal> {
    let kind = kind(played, id, ply)?;
    // Programs write no marks: where the board tells who moves, there is none.
    if ply.marking == Marking::Needed {
        out.push(text::mark(ply.mark()));
    }
    if is_same(played, id, ply) {
        out.push_str("同　");
    } else {
        square(ply.to, out);
    }
    out.push_str(text::piece(kind));
    if ply.promotes {
        out.push('成');
    }
    match ply.from {
        Some(from) => origin(from, out),
        None => out.push('打'),
    }
    Ok(())
}

/// The move of a node as KI2 writes it: `▲７六歩`, `△同　銀`, `▲５八金右`, `▲２二角不成`.
///
/// # Errors
///
/// When nobody knows what piece it is that moves.
pub fn ki2(played: &Played<'_, '_>, id: NodeId, ply: &Ply) -> Result<String, Refusal> {
    let mut behind = text::piece(kind(played, id, ply)?).to_owned();
    if let Disambiguation::Words(suffix) = ply.disambiguation {
        behind.push_str(&suffix.to_string());
    }
    if ply.promotes {
        behind.push('成');
    } else if ply.may_promote {
        behind.push_str("不成");
    }
    match (ply.disambiguation, ply.from) {
        (Disambiguation::Drop, _) => behind.push('打'),
        (Disambiguation::Origin, Some(from)) => origin(from, &mut behind),
        _ => {}
    }
    let mut out = text::mark(ply.mark()).to_string();
    if !is_same(played, id, ply) {
        square(ply.to, &mut out);
    } else if behind.chars().count() == 1 {
        out.push_str("同　");
    } else {
        out.push('同');
    }
    out.push_str(&behind);
    Ok(out)
}

/// `７六`.
fn square(to: Square, out: &mut String) {
    out.push(text::file(to.file()));
    out.push(text::rank(to.rank()));
}

/// `(77)`.
fn origin(from: Square, out: &mut String) {
    out.push('(');
    out.extend(from.digits());
    out.push(')');
}

fn kind(played: &Played<'_, '_>, id: NodeId, ply: &Ply) -> Result<PieceKind, Refusal> {
    ply.kind.ok_or_else(|| {
        let number = played.record().tree.node(id).ply;
        Refusal::at(number, WhyNot::UnnamedPiece(None))
    })
}

/// Whether 同 can be written: right after a move to the same square.
fn is_same(played: &Played<'_, '_>, id: NodeId, ply: &Ply) -> bool {
    let before = played.record().tree.parent(id);
    ply.same && before.is_some_and(|before| matches!(played.meaning(before), Meaning::Ply(_)))
}
