//! `result-line-mismatch` 結果の記載が食い違う: contradictory statements of the result.

use crate::finding::{Count, Message, Severity, message, rule};
use crate::notation::quote::quoted;
use crate::record::{Claim, NodeId, Outcome, Step, Terminal};
use crate::referee::game::Game;
use crate::referee::problem;
use crate::referee::report::Report;

rule!(
    "result-line-mismatch",
    RecordError,
    Results,
    "contradictory statements of the result",
    "結果の記載が食い違う"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    for claim in &game.record.claims {
        let ply = game.record.tree.node(claim.node).ply;
        let number = another_number(game, claim).map(|it| (it, false));
        let winner = another_winner(game, claim).map(|it| (it, problem::breaks_off_at_mate(game)));
        for (message, is_slight) in [number, winner].into_iter().flatten() {
            let path = game.record.tree.path(claim.node);
            let severity = (is_slight || !path.is_empty()).then_some(Severity::Note);
            let complaint = report.say(message).at_ply(ply, claim.span);
            complaint.in_variation(path).weighing(severity);
        }
    }
    another_end(game, report);
    unexplained(game, report);
}

/// A まで line that counts other moves than there are.
fn another_number(game: &Game<'_>, claim: &Claim<'_>) -> Option<Message> {
    let tree = &game.record.tree;
    let main = tree.is_main_line(claim.node);
    let is_move = |&id: &NodeId| !matches!(tree.node(id).step, Step::End(_));
    let last = if main {
        game.last_move
    } else {
        tree.back_from(claim.node).find(is_move)?
    };
    let (played, number) = (tree.node(last).ply, tree.node(last).number);
    // A foul that ended the game is counted by some programs, though it is not written down.
    let unwritten = u32::from(main && game.terminal() == Some(Terminal::FoulLoss));
    let said = claim.plies?;
    let fits = said == number || (played..=played.saturating_add(unwritten)).contains(&said);
    (!fits).then(|| {
        let text = quoted(&claim.text);
        message!(
            "{text} gives {said}, but the record has {played}",
            "{text}では{said}手だが、棋譜には{played}手ある",
            text,
            said = Count(said, "move"),
            played
        )
    })
}

/// A まで line or summary that names another winner.
fn another_winner(game: &Game<'_>, claim: &Claim<'_>) -> Option<Message> {
    let stated = game
        .stated()
        .filter(|_| game.record.tree.is_main_line(claim.node))?;
    let claimed = game.outcome_of(claim)?;
    (claimed != stated).then(|| contradiction(game, &claim.text, claimed, stated))
}

/// A second end after the first, with another winner.
fn another_end(game: &Game<'_>, report: &mut Report) {
    let first = game.ending.filter(|&(ply, _)| ply < game.length);
    let (Some((first, _)), Some(stated)) = (first, game.stated()) else {
        return;
    };
    for (_, node) in game.record.tree.main_line().skip(first as usize) {
        let Step::End(ending) = &node.step else { continue };
        let Some(outcome) = ending.outcome(game.to_move()) else {
            continue;
        };
        if outcome != stated && outcome != Outcome::None && stated != Outcome::None {
            let message = contradiction(game, &ending.word, outcome, stated);
            report.say(message).at_ply(node.ply, ending.span);
            return;
        }
    }
}

/// A まで line in which the side that made the last move has lost, and nothing says how: it did not resign.
fn unexplained(game: &Game<'_>, report: &mut Report) {
    let is_open = |claim: &&Claim<'_>| {
        let by_other = claim.winner == Some(game.to_move()) && game.plies > 0;
        claim.terminal.is_none() && game.ending.is_none() && game.certain && by_other
    };
    let Some(claim) = game.claim.filter(is_open) else {
        return;
    };
    let loser = game.to_move().opponent();
    let explained = game.foul_at_end().is_some_and(|foul| foul.side == loser)
        || game.clock_history.fell(loser).is_some()
        || game.over.is_some();
    if explained {
        return;
    }
    let complaint = report.say(message!(
        "{text} does not state why {loser}, who made the last move, lost (for example by an illegal move or on time)",
        "{text}とあるが、最終手を指した{loser}が負けた理由（反則、時間切れなど）の記載がない",
        text = quoted(&claim.text),
        loser
    ));
    complaint
        .at_ply(game.plies, claim.span)
        .weighing(Severity::Warning);
}

fn contradiction(game: &Game<'_>, text: &str, says: Outcome, stated: Outcome) -> Message {
    let word = game.ending.map_or_else(
        || game.claim.map_or("", |claim| &claim.text),
        |(_, ending)| &ending.word,
    );
    let (text, word) = (quoted(text), quoted(word));
    let (says, stated) = (meaning(says), meaning(stated));
    message!(
        "{text} means {says}, but {word} means {stated}",
        "{text}は{says}だが、{word}は{stated}",
        text,
        says,
        word,
        stated
    )
}

fn meaning(outcome: Outcome) -> Message {
    match outcome {
        Outcome::Win(_) => message!("that {outcome}", "{outcome}", outcome),
        Outcome::Draw => message!("a draw", "{outcome}", outcome),
        Outcome::None => message!("no result", "{outcome}", outcome),
    }
}
