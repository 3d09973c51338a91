//! The information that a まで line or a server's summary adds to the result of its line of play.

use super::csa;
use super::kakinoki::{result_line, words};
use super::remarks::remark_span;
use crate::played::{Meaning, Played};
use crate::record::{Claim, LineSummary, NodeId, Outcome, Record, Remark, Step, Terminal};
use crate::shogi::Color;

/// The relation of a claim to the end of its line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimRelation {
    /// The claim repeats the end of the line of play.
    Repeated,
    /// The claim is the only statement of the result. The value is the kind of end; `None` if the words state no result,
    /// or one without a [`Terminal`].
    OnlyStatement(Option<Terminal>),
    /// The claim contradicts the end of the line of play, or its number of plies.
    Contradicted,
}

/// Returns the relation of a claim to the end of its line of play, or to its number of plies if the line has no end.
pub fn stated(played: &Played<'_, '_>, claim: &Claim<'_>) -> ClaimRelation {
    let tree = &played.record().tree;
    let node = tree.node(claim.node);
    let Step::End(ending) = &node.step else {
        let plies_agree = claim.plies.is_none_or(|plies| plies == node.number);
        return match terminal_without_end(played, claim) {
            Some(_) if !plies_agree => ClaimRelation::Contradicted,
            terminal => ClaimRelation::OnlyStatement(terminal),
        };
    };
    let mut steps_back = tree
        .ancestors(claim.node)
        .filter(|&id| *played.meaning(id) != Meaning::End);
    let last_number = steps_back.next().map_or(0, |id| tree.node(id).number);
    let winner = match ending.outcome(played.turn(claim.node)) {
        Some(Outcome::Win(side)) => Some(side),
        _ => None,
    };
    let agrees = (is_understood(claim) || result_line::parse(&claim.text).words == ending.word)
        && claim.plies.is_none_or(|plies| plies == last_number)
        && claim.winner.is_none_or(|side| Some(side) == winner)
        && claim.terminal.is_none_or(|terminal| {
            // If the winner is named, 反則勝ち of one side is 反則負け of the other side.
            let mirrored_terminal = claim.winner.and(ending.terminal.mirrored());
            terminal == ending.terminal || Some(terminal) == mirrored_terminal
        });
    if agrees {
        ClaimRelation::Repeated
    } else {
        ClaimRelation::Contradicted
    }
}

/// Returns whether a claim can be compared with an end: it states a kind of end or a winner, is in a comment, or has no
/// words.
fn is_understood(claim: &Claim<'_>) -> bool {
    let has_no_words = || result_line::parse(&claim.text).words.is_empty();
    claim.terminal.is_some() || claim.winner.is_some() || is_comment(claim) || has_no_words()
}

/// Returns the kind of end that a claim states for a line of play without an end. Returns `None` if the claim states
/// no kind of end, or one that contradicts the stated winner.
///
/// A claim may state only that the side that has just moved wins (の勝ち). Then the other side resigned.
fn terminal_without_end(played: &Played<'_, '_>, claim: &Claim<'_>) -> Option<Terminal> {
    let to_move = played.turn_after(claim.node);
    match (claim.terminal, claim.winner) {
        (Some(terminal), None) => Some(terminal),
        (Some(terminal), Some(winner)) => {
            // If the winner is named, 反則 of one side is 反則勝ち of the other side.
            let mut terminals = [Some(terminal), terminal.mirrored()].into_iter().flatten();
            terminals.find(|terminal| terminal.outcome(to_move) == Some(Outcome::Win(winner)))
        }
        (None, Some(winner)) => (winner == to_move.opponent()).then_some(Terminal::Resign),
        (None, None) => ends_by_word(claim).then_some(Terminal::Other),
    }
}

/// Returns whether a まで line ends the game with an unknown word.
///
/// A word with 勝 or 負 is about a winner who is unknown, so such a word does not end the game.
fn ends_by_word(claim: &Claim<'_>) -> bool {
    let words = result_line::parse(&claim.text).words;
    !words.is_empty() && !words.contains(['勝', '負'])
}

/// Returns the word for the end in a claim: a まで line without its number of moves, or a comment without にて終局. For any
/// other claim, returns the whole text.
pub(crate) fn claimed_word<'c>(claim: &'c Claim<'_>) -> &'c str {
    match result_line::parse(&claim.text).words {
        "" => word_of_comment(&claim.text).unwrap_or(&claim.text),
        words => words,
    }
}

/// The claims of a record, sorted by their lines of play.
pub struct Results<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    claims: Vec<&'r Claim<'t>>,
}

impl<'p, 'r, 't> Results<'p, 'r, 't> {
    /// Collects the claims of a record.
    pub fn new(played: &'p Played<'r, 't>) -> Self {
        let mut claims: Vec<_> = played.record().claims.iter().collect();
        // The sort is stable, so claims about one line of play stay in the order of the record.
        claims.sort_by_key(|claim| claim.node);
        Self { played, claims }
    }

    /// Returns the claims about the line of play that ends with `last`.
    pub(crate) fn at(&self, last: NodeId) -> &[&'r Claim<'t>] {
        let start = self.claims.partition_point(|claim| claim.node < last);
        let end = self.claims.partition_point(|claim| claim.node <= last);
        &self.claims[start..end]
    }

    /// Returns the replayed record.
    pub(super) const fn played(&self) -> &'p Played<'r, 't> {
        self.played
    }

    /// Returns the result that a claim states for the line of play that ends with `last`, and the claim. If several
    /// claims state a result, the last one takes precedence.
    ///
    /// Returns `None` if no claim states a result, or if `last` is an end, because the end then states the result.
    pub fn claimed(&self, last: NodeId) -> Option<(Terminal, &'r Claim<'t>)> {
        let mut latest_first = self.at(last).iter().rev();
        latest_first.find_map(|claim| match stated(self.played, claim) {
            ClaimRelation::OnlyStatement(Some(terminal)) => Some((terminal, *claim)),
            ClaimRelation::OnlyStatement(None) | ClaimRelation::Repeated | ClaimRelation::Contradicted => {
                None
            }
        })
    }
}

/// Returns whether a まで line or a game server's summary states a loss by perpetual check.
pub(crate) fn is_perpetual(claim: &Claim<'_>) -> bool {
    if is_comment(claim) {
        return claim.text.starts_with("'summary:oute_sennichite");
    }
    claim.text.contains("王手") && words::is_perpetual(result_line::parse(&claim.text).words)
}

/// Returns whether a result word of any notation means perpetual check.
pub(super) fn is_perpetual_word(word: &str) -> bool {
    csa::is_perpetual(word) || words::is_perpetual(word)
}

/// Returns the comment to add to an end by perpetual check in a notation without a word for perpetual check.
///
/// Returns `None` if `word` does not mean perpetual check, or if `remarks` already contain the comment.
pub(super) fn perpetual_check_comment<'r>(
    word: &str,
    mut remarks: impl Iterator<Item = &'r Remark<'r>>,
) -> Option<&'static str> {
    let is_needed = is_perpetual_word(word) && !remarks.any(|remark| remark.text == words::PERPETUAL);
    is_needed.then_some(words::PERPETUAL)
}

/// Sets the side that gave check as the offender of ends by perpetual check that state no side.
///
/// The offender is the side that has just moved if its move gives check, or else the side to move. The winner of まで
/// lines about perpetual check is set in the same way.
pub(super) fn set_perpetual_check_offender(record: &mut Record<'_>) {
    let names_no_side = |step: &Step<'_>| matches!(step, Step::End(end) if end.offender.is_none() && is_perpetual_word(&end.word));
    let lacks_side = |claim: &Claim<'_>| claim.winner.is_none() && !is_comment(claim) && is_perpetual(claim);
    let claims = record
        .claims
        .iter()
        .enumerate()
        .filter(|(_, claim)| lacks_side(claim));
    let mut claims: Vec<_> = claims.map(|(at, claim)| (claim.node, at)).collect();
    claims.sort_unstable();
    let (mut end_updates, mut claim_updates) = (Vec::new(), Vec::new());
    Played::watched(record, |id, _, position| {
        let from = claims.partition_point(|&(node, _)| node < id);
        let claims_here = claims[from..].iter().take_while(|&&(node, _)| node == id);
        let is_end = names_no_side(&record.tree.node(id).step);
        if !is_end && claims_here.clone().next().is_none() {
            return;
        }
        let side = position.side_to_move();
        let offender = if position.is_check() {
            side.opponent()
        } else {
            side
        };
        let terminal = if offender == side {
            Terminal::FoulLoss
        } else {
            Terminal::FoulWin
        };
        end_updates.extend(is_end.then_some((id, offender, terminal)));
        claim_updates.extend(claims_here.map(|&(_, at)| (at, offender, terminal)));
    });
    for (id, offender, terminal) in end_updates {
        if let Step::End(ending) = &mut record.tree.node_mut(id).step {
            (ending.offender, ending.terminal) = (Some(offender), terminal);
        }
    }
    for (at, offender, terminal) in claim_updates {
        let claim = &mut record.claims[at];
        (claim.winner, claim.terminal) = (Some(offender.opponent()), Some(terminal));
    }
}

/// Returns whether a claim is in a comment, such as the summary of a game server. Writers treat such a claim like a
/// comment.
pub(super) fn is_comment(claim: &Claim<'_>) -> bool {
    claim.text.starts_with('\'')
}

/// Takes the kind of end from a comment that programs write instead of an end (`*反則手にて終局`). The comment is used
/// if the main line has no end and no claim about the main line states a kind of end.
///
/// An end by impasse becomes a declared win if a comment or a claim states that a win was declared. The end is kept if
/// the claim names the opponent of the side to move as the winner.
pub(super) fn complete(record: &mut Record<'_>) {
    let declares = |claim: &Claim<'_>| claim.terminal == Some(Terminal::DeclareWin);
    if !record.is_shogi() || record.remarks.is_empty() && !record.claims.iter().any(declares) {
        return;
    }
    let LineSummary {
        last_move: last,
        ending,
        ..
    } = LineSummary::new(record);
    let (end_ply, end) = ending.map(|(ply, ending)| (ply, ending.terminal)).unzip();
    let claim_index = main_claim(record, last);
    let claimed_terminal = claim_index.and_then(|claim_index| record.claims[claim_index].terminal);
    let winner = claim_index.and_then(|claim_index| record.claims[claim_index].winner);
    let comment =
        remarks_at(record, last).find_map(|remark| Some((remark, ending_of_comment(&remark.text)?)));
    let comment = comment.filter(|_| claimed_terminal.is_none());
    if end == Some(Terminal::Impasse) {
        let says_declared_win =
            claimed_terminal.or(comment.map(|(_, terminal)| terminal)) == Some(Terminal::DeclareWin);
        let to_move = record.start.side_after(&record.tree, last);
        let line = record.tree.main_line();
        let node = line
            .map(|(id, _)| id)
            .find(|&id| Some(record.tree.node(id).ply) == end_ply);
        if let Some(node) =
            node.filter(|_| says_declared_win && winner.is_none_or(|winner| winner == to_move))
            && let Step::End(ending) = &mut record.tree.node_mut(node).step
        {
            ending.terminal = Terminal::DeclareWin;
        }
    } else if let (None, Some((remark, terminal))) = (end, comment) {
        let claim = Claim {
            node: last,
            plies: None,
            terminal: Some(terminal),
            winner: None,
            text: remark.text.clone(),
            span: remark_span(record, remark)
                .or_else(|| record.tree.node(last).span())
                .unwrap_or_default(),
        };
        match claim_index {
            Some(claim_index) => record.claims[claim_index].terminal = Some(terminal),
            None => record.claims.push(claim),
        }
    }
}

/// Returns the index of the まで line or summary about the main line, whose last move is `last`; `None` if the record
/// has no such claim.
///
/// The first claim with a result takes precedence over the first claim that states only a kind of end (中断), and this
/// one over the first of all claims. A line with まで alone states neither.
pub(crate) fn main_claim(record: &Record<'_>, last: NodeId) -> Option<usize> {
    let claims = &record.claims;
    let is_about_main_line = |claim: &Claim<'_>| claim.node == last || record.tree.is_main_line(claim.node);
    let has_content = |claim: &Claim<'_>| claim.terminal.is_some() || claim.winner.is_some();
    let is_undecided = |claim: &Claim<'_>| {
        let outcome = claim.terminal.and_then(|terminal| terminal.outcome(Color::Black));
        claim.winner.is_none() && outcome == Some(Outcome::None)
    };
    claims
        .iter()
        .position(|claim| is_about_main_line(claim) && has_content(claim) && !is_undecided(claim))
        .or_else(|| {
            claims
                .iter()
                .position(|claim| is_about_main_line(claim) && has_content(claim))
        })
        .or_else(|| claims.iter().position(is_about_main_line))
}

/// Returns the kind of end that a comment states. Returns `None` if the comment states no end, or also has other text.
pub(crate) fn ending_of_comment(comment: &str) -> Option<Terminal> {
    if sentence_of_comment(comment) == "Win by entering king declaration" {
        return Some(Terminal::DeclareWin);
    }
    match word_of_comment(comment)? {
        // The illegal move is the last move of the record, so the side to move wins.
        "反則手" | "反則" => Some(Terminal::FoulWin),
        word => Some(words::ending(word)?.0),
    }
}

/// Returns the word for the end in a comment: 時間切れにて終局. Returns `None` for any other comment.
fn word_of_comment(comment: &str) -> Option<&str> {
    sentence_of_comment(comment).strip_suffix("にて終局")
}

fn sentence_of_comment(comment: &str) -> &str {
    let sentence = comment.trim_start_matches('*').trim();
    sentence.trim_end_matches(['.', '。'])
}

/// Returns the remarks on the node `last`, normally the last move, and on ends directly after this node.
pub(crate) fn remarks_at<'a, 't>(
    record: &'a Record<'t>,
    last: NodeId,
) -> impl Iterator<Item = &'a Remark<'t>> {
    let tree = &record.tree;
    let is_at_end = move |node: NodeId| {
        node == last || matches!(tree.node(node).step, Step::End(_)) && tree.parent(node) == Some(last)
    };
    record.remarks.iter().filter(move |remark| is_at_end(remark.node))
}

#[cfg(test)]
mod tests {
    use super::{Terminal, ending_of_comment};

    #[test]
    fn only_a_comment_without_other_text_ends_a_game() {
        for (comment, expected) in [
            ("反則手にて終局", Some(Terminal::FoulWin)),
            ("*時間切れにて終局", Some(Terminal::Timeout)),
            ("接続切れにて終局", Some(Terminal::Disconnect)),
            ("千日手にて終局。", Some(Terminal::Repetition)),
            ("Win by entering king declaration.", Some(Terminal::DeclareWin)),
            ("この手が好手にて終局", None),
            ("反則手にて終局かと思われたが", None),
            ("時間切れ", None),
            ("", None),
        ] {
            assert_eq!(ending_of_comment(comment), expected, "{comment}");
        }
    }
}
