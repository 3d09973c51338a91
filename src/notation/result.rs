//! What a まで line or a server's summary adds to the result of its line of play.

use crate::played::{Meaning, Played};
use crate::record::{Claim, NodeId, Outcome, Step, Terminal};

/// What a claim says beside the end of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stated {
    /// The same once more.
    Again,
    /// The result, which stands nowhere else; `None` where the words name none, or one that nothing else could be
    /// written for.
    Alone(Option<Terminal>),
    /// Something else.
    Otherwise,
}

/// Holds a claim against the end of its line.
pub fn stated(played: &Played<'_, '_>, claim: &Claim<'_>) -> Stated {
    let tree = &played.record().tree;
    let node = tree.node(claim.node);
    let Step::End(ending) = &node.step else {
        let plies_agree = claim.plies.is_none_or(|plies| plies == node.number);
        return match alone(played, claim) {
            Some(_) if !plies_agree => Stated::Otherwise,
            terminal => Stated::Alone(terminal),
        };
    };
    let moves = tree
        .parent(claim.node)
        .map_or(0, |parent| tree.node(parent).number);
    let winner = match ending.terminal.outcome(played.turn(claim.node)) {
        Some(Outcome::Win(side)) => Some(side),
        _ => None,
    };
    let agrees = claim.plies.is_none_or(|plies| plies == moves)
        && claim.terminal.is_none_or(|terminal| terminal == ending.terminal)
        && claim.winner.is_none_or(|side| Some(side) == winner);
    if agrees { Stated::Again } else { Stated::Otherwise }
}

/// The terminal that a claim means where its line has none: の勝ち of the side that has just moved is that the other
/// resigned.
fn alone(played: &Played<'_, '_>, claim: &Claim<'_>) -> Option<Terminal> {
    let to_move = turn_after(played, claim.node);
    match (claim.terminal, claim.winner) {
        (Some(terminal), None) => Some(terminal),
        (Some(terminal), Some(winner)) => {
            (terminal.outcome(to_move) == Some(Outcome::Win(winner))).then_some(terminal)
        }
        (None, Some(winner)) => (winner == to_move.opponent()).then_some(Terminal::Resign),
        (None, None) => None,
    }
}

/// The result of a line that ends with `last`, where it has no terminal of its own: what its last claim says.
pub fn claimed(played: &Played<'_, '_>, last: NodeId) -> Option<Terminal> {
    let mut claims = played
        .record()
        .claims
        .iter()
        .rev()
        .filter(|claim| claim.node == last);
    claims.find_map(|claim| match stated(played, claim) {
        Stated::Alone(terminal) => terminal,
        Stated::Again | Stated::Otherwise => None,
    })
}

/// Whose turn it is after a node.
pub fn turn_after(played: &Played<'_, '_>, id: NodeId) -> crate::shogi::Color {
    let turn = played.turn(id);
    match played.meaning(id) {
        Meaning::Ply(ply) => ply.mover.opponent(),
        Meaning::Pass => turn.opponent(),
        Meaning::Start | Meaning::End | Meaning::Lost => turn,
    }
}

/// Whether a claim stands in a comment, as the summary of a game server does. It goes where the comment goes.
pub fn is_comment(claim: &Claim<'_>) -> bool {
    claim.text.starts_with('\'')
}
