//! What a まで line or a server's summary adds to the result of its line of play.

use crate::notation::kakinoki;
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

/// Capabilities a claim against the end of its line.
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
    let mut before = tree
        .back_from(claim.node)
        .filter(|&id| *played.meaning(id) != Meaning::End);
    let moves = before.next().map_or(0, |id| tree.node(id).number);
    let winner = match ending.outcome(played.turn(claim.node)) {
        Some(Outcome::Win(side)) => Some(side),
        _ => None,
    };
    let agrees = (is_understood(claim) || kakinoki::claim::result(&claim.text).words == ending.word)
        && claim.plies.is_none_or(|plies| plies == moves)
        && claim.winner.is_none_or(|side| Some(side) == winner)
        && claim.terminal.is_none_or(|terminal| {
            // Where the winner is named, 反則勝ち of one side is 反則負け of the other.
            let of_other = claim.winner.and(ending.terminal.of_other_side());
            terminal == ending.terminal || Some(terminal) == of_other
        });
    if agrees { Stated::Again } else { Stated::Otherwise }
}

/// Whether all is known that a claim says.
fn is_understood(claim: &Claim<'_>) -> bool {
    let says_nothing = || kakinoki::claim::result(&claim.text).words.is_empty();
    claim.terminal.is_some() || claim.winner.is_some() || is_comment(claim) || says_nothing()
}

/// The terminal that a claim means where its line has none: の勝ち of the side that has just moved is that the other
/// resigned.
fn alone(played: &Played<'_, '_>, claim: &Claim<'_>) -> Option<Terminal> {
    let to_move = played.turn_after(claim.node);
    match (claim.terminal, claim.winner) {
        (Some(terminal), None) => Some(terminal),
        (Some(terminal), Some(winner)) => {
            (terminal.outcome(to_move) == Some(Outcome::Win(winner))).then_some(terminal)
        }
        (None, Some(winner)) => (winner == to_move.opponent()).then_some(Terminal::Resign),
        (None, None) => None,
    }
}

/// What a record says of results beside its terminals, by the lines of play that it speaks of.
pub struct Results<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    sorted: Vec<&'r Claim<'t>>,
}

impl<'p, 'r, 't> Results<'p, 'r, 't> {
    /// All that a record says.
    pub fn of(played: &'p Played<'r, 't>) -> Self {
        let mut sorted: Vec<_> = played.record().claims.iter().collect();
        // Stable: the order within a line stays.
        sorted.sort_by_key(|claim| claim.node);
        Self { played, sorted }
    }

    /// What is said of the line that ends with `last`.
    pub fn at(&self, last: NodeId) -> &[&'r Claim<'t>] {
        let start = self.sorted.partition_point(|claim| claim.node < last);
        let end = self.sorted.partition_point(|claim| claim.node <= last);
        &self.sorted[start..end]
    }

    /// The result of the line that ends with `last`, where it has no terminal of its own, and the claim that says it.
    pub fn claimed(&self, last: NodeId) -> Option<(Terminal, &'r Claim<'t>)> {
        let mut latest_first = self.at(last).iter().rev();
        latest_first.find_map(|claim| match stated(self.played, claim) {
            Stated::Alone(Some(terminal)) => Some((terminal, *claim)),
            Stated::Alone(None) | Stated::Again | Stated::Otherwise => None,
        })
    }
}

/// Whether the summary of a game server says that the game was lost by a perpetual check.
pub(super) fn is_perpetual(claim: &Claim<'_>) -> bool {
    claim.text.starts_with("'summary:oute_sennichite")
}

/// Whether a claim stands in a comment, as the summary of a game server does. It goes where the comment goes.
pub(super) fn is_comment(claim: &Claim<'_>) -> bool {
    claim.text.starts_with('\'')
}
